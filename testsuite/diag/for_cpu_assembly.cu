// --target=cpu: assembly without instructions is for the compiler, and g++ takes it, if it knows the operands.
#define BARRIER() asm volatile("" ::: "memory")
#define LANE(x) asm("mov.u32 %0, %%laneid;" : "=r"(x))

__global__ void passes(unsigned *out)
{
    unsigned x = out[0], y = 2;
    asm("" ::: "memory");
    asm volatile("" ::: "memory");
    __asm__ __volatile__ ("" "" : "+r"(x), [second] "+r"(y) : "r"(x + y), "m"(out[1]) : "memory");
    asm volatile("");
    out[0] = x + y;
}

__global__ void passes_by_macro(unsigned *out)
{
    out[0] = 1;
    BARRIER();
    out[1] = 2;
}

__global__ void operands(unsigned *out, unsigned long long wide, float f)
{
    unsigned x;
    asm volatile("" : "+l"(wide));
    asm volatile("" : "+f"(f));
    asm volatile("" : "=r"(x));
    asm volatile(" " ::: "memory");
    asm volatile("" : "+r"(x) : "n"(3));
    out[0] = x + (unsigned)wide + (unsigned)f;
}

__global__ void both_by_macro(unsigned *out)
{
    BARRIER();
    LANE(out[0]);
}
