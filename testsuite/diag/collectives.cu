// Collectives of the grid where they have no meaning, or cannot be rewritten.
#include <pt/collectives.cuh>

__global__ void not_annotated(int *a) { a[threadIdx.x] = pt_any(a[0] > 1); }

__device__ int helper(int v) { return pt_reduce_add(v); }

#define ANY(p) pt_any(p)
#pragma pt kernel
__global__ void places(int *a, int n)
{
    const int i = threadIdx.x;
    const auto f = [&](int v) { return pt_all(v > 0); };
    const bool known = f(a[i]) && ANY(a[i] == n);
    const bool both = i > 3 && pt_any(a[i] == 1), fine = n > 3 && pt_any(a[i] == 2);
    const unsigned long long nested = pt_count(pt_any(a[i] == 2) || a[i] == 4);
    const int chosen = blockIdx.x > 4 ? pt_quantify(a[i] == 5) : 0;
    a[i] = known + both + fine + nested + chosen + helper(a[i]);
}

namespace n {
using ::pt_any;
}
struct place {
    int x, y;
};
enum state { ready, done };
#define AND &&
#define FIRST threadIdx.x == 0 &&
#pragma pt kernel
__global__ void more_places(int *a, place *p)
{
    const int i = threadIdx.x;
    const bool spelled = i == 0 and pt_any(a[i] == 1), other = blockIdx.x == 1 or pt_any(a[i] == 2);
    const bool by_macro = i == 0 AND pt_any(a[i] == 3), whole = FIRST pt_any(a[i] == 4);
    const bool by_statements = i == 0 && ({ int z = 1; pt_any(a[i] > z); });
    const bool qualified = n::pt_any(a[i] == 5);
    const place q = pt_bcast(p[i], 0);
    const state s = pt_bcast(a[i] ? ready : done, 0);
    a[i] = spelled + other + by_macro + whole + by_statements + qualified + q.x + s;
}

#pragma pt kernel
template <class T> __global__ void open_type(T *a)
{
    const T least = pt_reduce_min(a[threadIdx.x]), sum = pt_reduce_add<T>(a[threadIdx.x]);
    a[threadIdx.x] = least + sum;
}

// Not all threads come to these.
#pragma pt kernel
__global__ void parts(int *a)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 10)
        a[i] = pt_reduce_max(a[i]);
    while (pt_any(a[i] > 0) + i < 4)
        a[i]--;
}
#pragma pt kernel
__global__ void by_address(int *a)
{
    bool (*const any)(bool) = pt_any;
    a[0] = any(a[threadIdx.x] > 0);
}
#pragma pt kernel
__global__ void leaves_by_index(int *a)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (pt_any(a[i] > 0)) {
        if (i == 3)
            break;
        a[i]--;
    }
}

// Answers that are used at once with what is the block's own.
#pragma pt kernel
__global__ void at_once(int *a)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = pt_reduce_add(a[i]) + i;
}

#pragma pt kernel schedule(hardware)
__global__ void by_the_hardware(int *a) { a[0] = pt_reduce_or(a[threadIdx.x]); }

void launch(int *a)
{
    places<<<2, 32>>>(a, 2);
    more_places<<<2, 32>>>(a, nullptr);
    open_type<int><<<2, 32>>>(a);
    parts<<<2, 32>>>(a);
    at_once<<<2, 32>>>(a);
    by_the_hardware<<<2, 32>>>(a);
}
