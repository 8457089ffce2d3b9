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

#define TWO(x) x = 0; x++

#pragma pt kernel
__global__ void statements(int *out, int n)
{
    #pragma pt state
    for (int i = 0; i < 4; i++) out[i] = 0;
    out[n] = 1;
}

#pragma pt kernel
__global__ void macro_ends(int *out)
{
    #pragma pt state
    int TWO(kept);
    out[0] = kept;
}

#pragma pt kernel
__global__ void other_name(int *out, int n)
{
    #pragma pt state
    int &again = n;
    again++;
    out[0] = n;
}

enum { outer = 8 };
__device__ int from_outside() { return 1; }
namespace other { __device__ int from_outside() { return 2; } }
#define OUTER outer

#pragma pt kernel
__global__ void names_of_all_kinds(int *out)
{
    #pragma pt state
    int kept = 0;
    kept++;
    enum { outer = 4 };
    using other::from_outside;
    kept += outer + from_outside();
    #pragma pt finish
    { out[0] = kept * outer + OUTER; }
}

struct ends { int &at; __device__ ~ends() { at++; } };

#pragma pt kernel
__global__ void object_ends(int *out)
{
    #pragma pt state
    int kept = 0;
    { ends inner{kept}; }
    ends at_end{kept};
    #pragma pt finish
    { out[0] = kept; }
}

#pragma pt kernel
__global__ void lambda_waits(int *out, int n)
{
    #pragma pt state
    auto meet = [&] { __syncthreads(); };
    if (threadIdx.x >= n)
        return;
    meet();
    out[0] = 1;
}

// All right: declarations that do nothing in front, scopes of their own, a `;` too many.
#pragma pt kernel
template <class Op> __global__ void scopes(int *out, Op op)
{
    using number = int;
    constexpr int width = 3;
    #pragma pt state
    number kept[width] = {};
    {
        int scale = 3;
        kept[0] += op(scale, kept[1]);
    }
    #pragma pt finish
    {
        int scale = 2;
        const auto add = [&](int kept_more) { return kept_more + scale; };
        out[0] = op(kept[0], add(width));
    };
}
