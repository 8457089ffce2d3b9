// DESIGN part 4, Leaving early: what a condition names looks the same for all threads, and what a pointer or a reference leads to makes it another for each.
// expect: handled
#include "looks_uniform.h"

using setter = void(int &);
__device__ void set_to_thread(int &n) { n = threadIdx.x; }
__device__ void call_by(void (*f)(int &), int &n) { f(n); }
template <class F> __device__ void call_openly(F f, int &n) { f(n); }

#pragma pt kernel
__global__ void by_a_pointer(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    void (*f)(int &) = set_to_thread;
    f(n);
    if (n > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void by_a_reference_to_a_function(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    setter &f = set_to_thread;
    f(n);
    if (n > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void by_a_pointer_in_a_helper(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    call_by(set_to_thread, n);
    if (n > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void by_a_pointer_in_a_template(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    call_openly(set_to_thread, n);
    if (n > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

int main()
{
    check::begin("return_looks_uniform_by_pointers");
    check_one("by_a_pointer", 40, [](unsigned *out) { by_a_pointer<<<BLOCKS, BLOCK>>>(out, 3); });
    check_one("by_a_reference_to_a_function", 40, [](unsigned *out) { by_a_reference_to_a_function<<<BLOCKS, BLOCK>>>(out, 3); });
    check_one("by_a_pointer_in_a_helper", 40, [](unsigned *out) { by_a_pointer_in_a_helper<<<BLOCKS, BLOCK>>>(out, 3); });
    check_one("by_a_pointer_in_a_template", 40, [](unsigned *out) { by_a_pointer_in_a_template<<<BLOCKS, BLOCK>>>(out, 3); });
    return check::finish();
}
