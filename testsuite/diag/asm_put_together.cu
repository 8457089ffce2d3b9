#define REGISTER(name) "mov.u32 %0, %%" #name ".x;"
#define NAME "ctaid"
#define LEAVE asm volatile("exit;")

#pragma pt kernel
__global__ void by_macro(unsigned *out)
{
    unsigned x;
    asm(REGISTER(ctaid) : "=r"(x));
    out[x] = 1;
}

#pragma pt kernel
__global__ void by_literals(unsigned *out)
{
    unsigned x, n;
    asm("mov.u32 %0, %%ct" "aid.x;" : "=r"(x));
    asm("mov.u32 %0, %%" NAME ".x;" : "=r"(n));
    asm("mov.u32 %0, %%\x63taid.x;" : "=r"(x));
    asm("mov.u32 %0, %%n" R"(cta)" "id.x;" : "=r"(n));
    out[x] = n;
}

template <class T> struct guard {
    __device__ ~guard()
    {
        auto f = [](auto x) { return x; };
        f(1);
        LEAVE;
    }
};

#pragma pt kernel
__global__ void in_destructor(unsigned *out)
{
    guard<int> g;
    out[blockIdx.x] = 1;
}

// nvcc's constraint "C" puts the characters of an array into the text.
static constexpr char name[] = "ctaid";

#pragma pt kernel
__global__ void by_operand(unsigned *out)
{
    unsigned x;
    asm("mov.u32 %0, %%%1.x;" : "=r"(x) : "C"(name));
    out[x] = 1;
}
