// A return inside of an if, in front of an operation that names all lanes: whole warps come to it where all lanes have one value, whatever way
// that takes. Variables that some lanes change, parts of them, and reads that each lane makes at its time have another one in some.
struct pair {
    int warp, lane;
};
__device__ int *place(int *first) { return first; }
__device__ void set(bool &c) { c = threadIdx.x % 2; }

#pragma pt kernel
__global__ void by_if(int *out, int n)
{
    bool c = false; if (threadIdx.x % 2) c = true;
    if (n > 3) {
        if (c)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_else(int *out, int n)
{
    bool c = true; int m = 0; if (threadIdx.x % 2) m++; else c = false;
    if (n > 3) {
        if (c)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_choice(int *out, int n)
{
    bool c = false; threadIdx.x % 2 ? c = true : c = false;
    if (n > 3) {
        if (c)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_and(int *out, int n)
{
    bool c = false; threadIdx.x % 2 && (c = true);
    if (n > 3) {
        if (c)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_switch(int *out, int n)
{
    int c = 0; switch (threadIdx.x % 3) { case 1: c = 1; break; default: c = 2; }
    if (n > 3) {
        if (c == 1)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_switch_of_block(int *out, int n)
{
    int c = 0; switch (threadIdx.x % 3) { case 1: { c = 1; break; } default: { c = 2; } }
    if (n > 3) {
        if (c == 1)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_count(int *out, int n)
{
    int c = 0; for (int i = 0; i < threadIdx.x; i++) c++;
    if (n > 3) {
        if (c > 5)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_continue(int *out, int n)
{
    int c = 0; for (int i = 0; i < n; i++) { if (threadIdx.x % 2) continue; c += 2; }
    if (n > 3) {
        if (c > 5)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_break(int *out, int n)
{
    int c = 0; for (int i = 0; i < n; i++) { if (i > threadIdx.x) break; c += 2; }
    if (n > 3) {
        if (c > 5)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_goto(int *out, int n)
{
    int c = 0; if (threadIdx.x % 2) goto behind; c = 1; behind: c = c;
    if (n > 3) {
        if (c)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_reference(int *out, int n)
{
    bool c = false; bool &r = c; if (threadIdx.x % 2) r = true;
    if (n > 3) {
        if (c)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_pointer(int *out, int n)
{
    bool c = false; bool *r = &c; *r = threadIdx.x % 2;
    if (n > 3) {
        if (c)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_argument(int *out, int n)
{
    bool c = false; set(c);
    if (n > 3) {
        if (c)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_shift(int *out, int n)
{
    unsigned c = 1024; c >>= threadIdx.x;
    if (n > 3) {
        if (c)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_head(int *out, int n)
{
    int c = 0; for (int i = 0; i < n; c = threadIdx.x) i++;
    if (n > 3) {
        if (c)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_comma(int *out, int n)
{
    bool c = false; int m = 0; threadIdx.x % 2 && (m++, c = true);
    if (n > 3) {
        if (c)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_break_of_switch(int *out, int n)
{
    int c = 0; switch (n) { case 1: { if (threadIdx.x % 2) break; c = 1; } }
    if (n > 3) {
        if (c)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_parentheses(int *out, int n)
{
    const int *p(out + threadIdx.x);
    if (n > 3) {
        if (*p)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_member(int *out, int n)
{
    const pair p = {(int)threadIdx.x / 32, (int)threadIdx.x % 32};
    if (n > 3) {
        if (p.lane % 2)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_array(int *out, int n)
{
    int a[2] = {(int)threadIdx.x % 2, 0};
    if (n > 3) {
        if (a[0])
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_volatile_read(int *out, int n)
{
    const bool c = *(volatile int *)&out[blockIdx.x];
    if (n > 3) {
        if (c)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_volatile_pointer(int *out, int n)
{
    volatile int *const stop = out;
    if (n > 3) {
        if (*stop)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_range(int *out, int n)
{
    const int few[] = {(int)threadIdx.x, 2}; int c = 0; for (int x : few) c = x;
    if (n > 3) {
        if (c % 2)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_assembly(int *out, int n)
{
    int y; asm("mov.u32 %0, %%laneid;" : "=r"(y));
    if (n > 3) {
        if (y % 2)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_volatile_place(int *out, int n)
{
    if (n > 3) {
        if (*(volatile int *)place(nullptr))
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

// ---- whole warps ----

#pragma pt kernel
__global__ void by_branch_of_all(int *out, int n)
{
    bool c = false; if (n > 3) c = true;
    if (n > 3) {
        if (c)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_loop_of_all(int *out, int n)
{
    int c = 0; for (int i = threadIdx.x / 32; i < n; i += 4) { if (i == 5) continue; c += i; }
    if (n > 3) {
        if (c > 5)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_sum(int *out, int n)
{
    int c = 0; c += n; c++; c >>= 1;
    if (n > 3) {
        if (c % 2)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, 1, 0);
}

#pragma pt kernel
__global__ void by_many_steps(const int *length, int *out, int n)
{
    int a1 = length[blockIdx.x], a2 = a1 - n;
    int a3 = max(a2, 0);
    int a4 = a3 * n;
    int a5 = a4 * n;
    int a6 = a5 * n;
    int a7 = a6 * n;
    int a8 = a7 * n;
    for (int round = 0; round < n; round++) {
        if (a8 < 0)
            continue;
        out[threadIdx.x] += __shfl_xor_sync(~0u, round, 0);
    }
}
