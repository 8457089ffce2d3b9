// DESIGN part 4, Leaving early: what a condition names looks the same for all threads, and an object that is made of it makes it another for each.
// expect: handled
#include "looks_uniform.h"

struct maker {
    __device__ maker(int &n) { n = threadIdx.x; }
};
template <class T> struct made_of {
    __device__ made_of(T &n) { n = threadIdx.x; }
};
struct holder {
    int n;
    __device__ operator int()
    {
        n = threadIdx.x;
        return 1;
    }
};
__device__ int take_made(const maker &) { return 1; }
__device__ int take_number(const int &n) { return n; }
template <class T> __device__ int take_number_and_made(T, const maker &) { return 1; }
template <class T> __device__ int take_openly(T one, int &n) { return take_number_and_made(one, n); }
__device__ void make_within(int &n) { maker d(n); }

#pragma pt kernel
__global__ void made_in_parentheses(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    maker d(n);
    if (n > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void made_in_a_list(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    maker d(n), e(n);
    if (n > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void made_of_a_template(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    made_of<int> d(n);
    if (n > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void made_for_a_parameter(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    take_made(n);
    if (n > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void made_for_an_open_call(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    take_openly(1, n);
    if (n > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void made_in_a_helper(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    make_within(n);
    if (n > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void converted_to_a_parameter(unsigned *out, holder h)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    take_number(h);
    if (h.n > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

int main()
{
    check::begin("return_looks_uniform_by_makers");
    check_one("made_in_parentheses", 40, [](unsigned *out) { made_in_parentheses<<<BLOCKS, BLOCK>>>(out, 3); });
    check_one("made_in_a_list", 40, [](unsigned *out) { made_in_a_list<<<BLOCKS, BLOCK>>>(out, 3); });
    check_one("made_of_a_template", 40, [](unsigned *out) { made_of_a_template<<<BLOCKS, BLOCK>>>(out, 3); });
    check_one("made_for_a_parameter", 40, [](unsigned *out) { made_for_a_parameter<<<BLOCKS, BLOCK>>>(out, 3); });
    check_one("made_for_an_open_call", 40, [](unsigned *out) { made_for_an_open_call<<<BLOCKS, BLOCK>>>(out, 3); });
    check_one("made_in_a_helper", 40, [](unsigned *out) { made_in_a_helper<<<BLOCKS, BLOCK>>>(out, 3); });
    check_one("converted_to_a_parameter", 40, [](unsigned *out) { converted_to_a_parameter<<<BLOCKS, BLOCK>>>(out, holder{3}); });
    return check::finish();
}
