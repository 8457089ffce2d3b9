// DESIGN part 4, Leaving early: what a condition names looks the same for all threads, and what casts const away makes it another for each.
// expect: handled
#include "looks_uniform.h"

using reference = int &;
typedef int *pointer;
struct holder {
    int n;
    __device__ void set() const { const_cast<holder *>(this)->n = threadIdx.x; }
    __device__ holder *self() const { return (holder *)this; }
};
struct keeper {
    const int *p;
};
__device__ void set_by_reference(const int &n) { (int &)n = threadIdx.x; }
__device__ void set_by_name_of_type(const int &n) { (reference)n = threadIdx.x; }
__device__ void set_by_pointer(const int &n)
{
    pointer p = (pointer)&n;
    *p = threadIdx.x;
}
template <class T> __device__ void set_openly(const T &n) { (T &)n = threadIdx.x; }
__device__ int *address_of(const int &n) { return (int *)&n; }
__device__ const int &same(const int &n) { return n; }
__device__ keeper keep(const int &n) { return keeper{&n}; }
__device__ void set_kept(keeper k) { *(int *)k.p = threadIdx.x; }
template <class T> __device__ void lend_openly(T, const int &n) { set_by_reference(n); }
template <class T> __device__ void lend(T one, int &n) { lend_openly(one, n); }

#pragma pt kernel
__global__ void by_reference(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    set_by_reference(n);
    if (n > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void by_name_of_type(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    set_by_name_of_type(n);
    if (n > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void by_pointer(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    set_by_pointer(n);
    if (n > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void in_a_template(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    set_openly(n);
    if (n > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void by_address(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    *address_of(n) = threadIdx.x;
    if (n > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void of_what_is_given_back(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    (reference)same(n) = threadIdx.x;
    if (n > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void of_what_is_kept(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    set_kept(keep(n));
    if (n > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void behind_an_open_call(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    lend(1, n);
    if (n > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void by_a_member(unsigned *out, holder h)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    h.set();
    if (h.n > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void by_itself(unsigned *out, holder h)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    h.self()->n = threadIdx.x;
    if (h.n > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

int main()
{
    check::begin("return_looks_uniform_by_casts");
    check_one("by_reference", 40, [](unsigned *out) { by_reference<<<BLOCKS, BLOCK>>>(out, 3); });
    check_one("by_name_of_type", 40, [](unsigned *out) { by_name_of_type<<<BLOCKS, BLOCK>>>(out, 3); });
    check_one("by_pointer", 40, [](unsigned *out) { by_pointer<<<BLOCKS, BLOCK>>>(out, 3); });
    check_one("in_a_template", 40, [](unsigned *out) { in_a_template<<<BLOCKS, BLOCK>>>(out, 3); });
    check_one("by_address", 40, [](unsigned *out) { by_address<<<BLOCKS, BLOCK>>>(out, 3); });
    check_one("of_what_is_given_back", 40, [](unsigned *out) { of_what_is_given_back<<<BLOCKS, BLOCK>>>(out, 3); });
    check_one("of_what_is_kept", 40, [](unsigned *out) { of_what_is_kept<<<BLOCKS, BLOCK>>>(out, 3); });
    check_one("behind_an_open_call", 40, [](unsigned *out) { behind_an_open_call<<<BLOCKS, BLOCK>>>(out, 3); });
    check_one("by_a_member", 40, [](unsigned *out) { by_a_member<<<BLOCKS, BLOCK>>>(out, holder{3}); });
    check_one("by_itself", 40, [](unsigned *out) { by_itself<<<BLOCKS, BLOCK>>>(out, holder{3}); });
    return check::finish();
}
