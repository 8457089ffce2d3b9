// Loops that wait for another block in forms of their own: by a lambda, an object that is called, a function that a template is given,
// assembly whose parts stand in another order, a counter that comes forward only when another block has written, a pointer or a
// reference to what is compared, and plain reads that a memory clobber makes anew. None may have its blocks in another order.
template <class F> __device__ void until(F f)
{
    while (!f())
        ;
}
struct arrived {
    volatile unsigned *flag;
    __device__ bool operator()() const { return *flag != 0; }
};
template <int (*load)(int *)> __device__ void until_loaded(int *p)
{
    while (load(p) == 0)
        ;
}
__device__ int volatile_load(int *p) { return *(volatile int *)p; }

#pragma pt kernel order(reverse)
__global__ void by_lambda(volatile unsigned *f)
{
    until([&] { return f[blockIdx.x] != 0; });
}
#pragma pt kernel order(reverse)
__global__ void by_object(volatile unsigned *f)
{
    until(arrived{f + blockIdx.x});
}
#pragma pt kernel order(reverse)
__global__ void by_named_lambda(volatile unsigned *f)
{
    auto is_set = [&] { return f[blockIdx.x] != 0; };
    while (!is_set())
        ;
}
#pragma pt kernel order(reverse)
__global__ void by_template_argument(int *f)
{
    until_loaded<volatile_load>(f + blockIdx.x);
}
#pragma pt kernel order(reverse)
__global__ void by_assembly(int *f)
{
    int state = 0;
    while (state == 0)
        asm volatile("ld.global.acquire.gpu.b32 %0, [%1];" : "=r"(state) : "l"(f + blockIdx.x));
}
#pragma pt kernel order(reverse)
__global__ void by_step(volatile unsigned *f)
{
    for (unsigned i = 0; i < blockIdx.x;)
        if (f[i])
            i++;
}
#pragma pt kernel order(reverse)
__global__ void by_left_out_step(volatile unsigned *f)
{
    unsigned i = 0;
    while (i < blockIdx.x) {
        if (f[i] == 0)
            continue;
        i++;
    }
}
#pragma pt kernel order(reverse)
__global__ void by_step_back(volatile unsigned *f)
{
    for (int i = 0; i < (int)blockIdx.x; i++)
        if (!f[i])
            i--;
}
#pragma pt kernel order(reverse)
__global__ void by_amount(unsigned *f)
{
    unsigned i = 0;
    while (i < blockIdx.x)
        i += *(volatile unsigned *)&f[i] != 0;
}
#pragma pt kernel order(reverse)
__global__ void by_pointer(volatile unsigned *f)
{
    unsigned seen = 0, *at = &seen;
    while (seen < blockIdx.x)
        *at = f[0];
}
#pragma pt kernel order(reverse)
__global__ void by_reference(volatile unsigned *f)
{
    unsigned seen = 0, &same = seen;
    while (seen < blockIdx.x)
        same = f[0];
}
#pragma pt kernel order(reverse)
__global__ void by_clobber(unsigned *f)
{
    while (*f < blockIdx.x)
        asm volatile("" ::: "memory");
}
#pragma pt kernel order(reverse)
__global__ void under_lock(int *lock, int *value)
{
    while (atomicExch(lock, 1))
        ;
    while (*value == 0) {
        atomicExch(lock, 0);
        while (atomicExch(lock, 1))
            ;
    }
    atomicExch(lock, 0);
}
struct watch {
    int state;
    __device__ void look(volatile int *f) { state = *f; }
    __device__ bool is_behind(int n) const { return state < n; }
    __device__ void wait(volatile int *f, int n)
    {
        while (is_behind(n))
            look(f);
    }
};
#pragma pt kernel order(reverse)
__global__ void by_member(int *f)
{
    watch w{-1};
    w.wait(f, blockIdx.x);
}
// None of these waits.
#pragma pt kernel order(reverse)
__global__ void reads_once(const int *f, int *out)
{
    int state;
    asm volatile("ld.global.nc.b32 %0, [%1];" : "=r"(state) : "l"(f + blockIdx.x));
    for (int i = 0; i < 10; i += state > 2 ? 2 : 1)
        out[i] = state;
}
#pragma pt kernel order(reverse)
__global__ void skips(volatile unsigned *f, unsigned *out, int n)
{
    unsigned count = 0;
    for (int i = 0; i < n; i++) {
        if (f[i])
            continue;
        count++;
    }
    out[blockIdx.x] = count;
}
