// state and finish: where they may stand, and what is done once a group.
struct guard { __device__ guard(int); __device__ guard(const guard &); int v; };
__device__ int index() { return blockIdx.x; }
__device__ int (*behind)() = index;

#pragma pt state
int outside;

void host()
{
    #pragma pt state
    int x = 0;
}

__global__ void plain(int *out)
{
    #pragma pt state
    int x = 0;
    out[x] = 1;
}

#pragma pt kernel
__global__ void too_late(int *out)
{
    int i = threadIdx.x;
    #pragma pt state
    int x = 0;
    out[i] = x;
    for (;;) {
        #pragma pt state
        int y = 0;
        out[y]++;
    }
}

#pragma pt kernel
__global__ void no_declaration(int *out)
{
    #pragma pt state
    out[0] = 1;
    #pragma pt state
}

#pragma pt kernel
__global__ void not_last(int *out)
{
    #pragma pt finish
    { out[0] = 1; }
    out[1] = 1;
}

#pragma pt kernel
__global__ void no_block(int *out)
{
    #pragma pt finish
    out[0] = 1;
}

#pragma pt kernel
__global__ void inside(int *out)
{
    if (threadIdx.x) {
        #pragma pt finish
        { out[0] = 1; }
    }
}

#pragma pt kernel
__global__ void under_if(int *out)
{
    if (threadIdx.x)
        #pragma pt finish
        { out[0] = 1; }
}

#pragma pt kernel
__global__ void twice(int *out)
{
    out[1] = 0;
    #pragma pt finish
    { out[0] = 1; }
    #pragma pt finish
    { out[0] = 1; }
}

#pragma pt kernel
__global__ void asks_for_block(int *out)
{
    #pragma pt state
    int first = blockIdx.x;
    #pragma pt state
    { out[first] = index(); }
    out[1] = 0;
    #pragma pt finish
    {
        out[gridDim.x] = first;
        out[0] = behind();
    }
}

#pragma pt kernel
__global__ void returns(int *out, int n)
{
    #pragma pt state
    { if (n < 0) return; }
    if (threadIdx.x >= n)
        return;
    out[threadIdx.x] = 1;
    #pragma pt finish
    { if (n > 1) return; out[0] = 1; }
}

#pragma pt kernel
__global__ void names(int *out, int n)
{
    #pragma pt state
    int kept = 0;
    int mine = threadIdx.x, also = 1;
    __shared__ int part[32];
    using number = int;
    part[threadIdx.x] = mine;
    n += kept;
    out[n] = also;
    #pragma pt finish
    {
        int also = 2;
        struct { int other; } s = {also};
        out[s.other] = mine + part[0] + number(n) + kept;
    }
}

#pragma pt kernel
__global__ void changes_class(guard g, int *out)
{
    #pragma pt state
    int kept = 0;
    g.v++;
    kept += g.v;
    out[0] = kept;
}

#pragma pt kernel
__global__ void with_barrier(int *out)
{
    #pragma pt state
    int kept = 0;
    out[blockIdx.x] = kept++;
    #pragma pt barrier
    out[0] = kept;
}

#pragma pt kernel
__global__ void with_static(int *out)
{
    #pragma pt state
    int kept = 0;
    static int calls;
    out[blockIdx.x] = kept++ + calls++;
}

#pragma pt kernel
__global__ void across(int *out)
{
    #pragma pt state
    int kept = 0;
#ifndef NOT_THERE
    kept++;
    #pragma pt finish
    { out[0] = kept; }
#endif
}

#pragma pt kernel
__global__ void jumps(int *out)
{
    #pragma pt state
    int kept = 0;
    if (out[0])
        goto last;
    kept++;
    #pragma pt finish
    { last: out[0] = kept; }
}

__device__ void meet() { __syncthreads(); }

#pragma pt kernel
__global__ void waits(int *out, int n)
{
    #pragma pt state
    { meet(); }
    if (threadIdx.x >= n)
        return;
    __syncthreads();
    out[0] = 1;
}

#pragma pt kernel schedule(static)
__global__ void step(int *out)
{
    #pragma pt state
    int kept = 0;
    out[blockIdx.x] = kept++;
}

void loops(int *out)
{
    #pragma pt loop
    for (int i = 0; i < 10; i++)
        step<<<4, 32>>>(out);
}

#pragma pt kernel
__global__ void arguments(int *out)
{
    #pragma pt state(kept)
    int kept = 0;
    out[blockIdx.x] = kept++;
    #pragma pt finish once
    { out[0] = kept; }
}
