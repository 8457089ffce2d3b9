// A lambda that is made once a group may copy a parameter, and may not know the parameter itself, which each block has anew.
#include <cuda_runtime.h>
#include <pt/tasks.cuh>

#pragma pt kernel
__global__ void copies(int *out, int n)
{
#pragma pt state
    auto named = [out](int v) { atomicAdd(out, v); };
#pragma pt state
    auto all = [=](int v) { atomicAdd(out, v + n); };
#pragma pt state
    auto renamed = [o = out, m = n](int v) mutable { m += v; atomicAdd(o, m); };
    named(blockIdx.x);
    all(blockIdx.x);
    renamed(1);
    n++;
    out[0] = n;
}

#pragma pt kernel
__global__ void by_reference(int *out, int n)
{
#pragma pt state
    auto add = [&n](int v) { n += v; };
    add(blockIdx.x);
    out[blockIdx.x] = n;
}

#pragma pt kernel
__global__ void by_address(int *out, int n)
{
#pragma pt state
    auto add = [m = &n](int v) { *m += v; };
    add(blockIdx.x);
    out[blockIdx.x] = n;
}

// A reference to something else makes none of the parameter.
#pragma pt kernel
__global__ void beside_a_reference(int *out, int n)
{
#pragma pt state
    int sum = 0;
#pragma pt state
    auto add = [&sum, n](int v) { sum += v + n; };
#pragma pt state
    auto by_default = [&, out, n](int v) { atomicAdd(out, v + n + sum); };
    add(blockIdx.x);
    by_default(1);
    n++;
    out[blockIdx.x] = n;
}

#pragma pt kernel
__global__ void by_default_reference(int *out, int n)
{
#pragma pt state
    auto add = [&, out](int v) { n += v; };
    add(blockIdx.x);
    out[blockIdx.x] = n;
}

template <class T> struct work {
    pt_queue<T> queue;
    int *hits;
};
struct hit {
    int *p;
};

// A queue is what the block may have of the parameter under another name.
#pragma pt kernel
template <class T> __global__ void queue_of(const work<T> w)
{
#pragma pt state
    pt_queue<T> queue = w.queue;
    pt_push(queue, T{w.hits});
#pragma pt foreach (T v : queue) worker(thread)
    {
        atomicAdd(v.p, 1);
    }
}
template __global__ void queue_of<hit>(const work<hit>);

__device__ int *address_of(int &n) { return &n; }

// Its capture comes to the parameter by a function.
#pragma pt kernel
__global__ void by_a_function(int *out, int n)
{
#pragma pt state
    auto add = [p = address_of(n)](int v) { *p += v; };
    add(blockIdx.x);
    out[blockIdx.x] = n;
}
