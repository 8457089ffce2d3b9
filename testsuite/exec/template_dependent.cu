// DESIGN part 4, C++: dependent names and calls left open until instantiation; SFINAE and if constexpr-like dispatch by tags.
// expect: handled
#include "check.h"
#include <type_traits>

struct small_policy { enum { block = 32 }; template <class T> static __device__ T load(const T *p) { return *p + 1; } typedef unsigned value; };
struct large_policy { enum { block = 128 }; template <class T> static __device__ T load(const T *p) { return *p * 2; } typedef unsigned long long value; };

template <class T> __device__ T finish_value(T x, std::true_type) { return x + static_cast<T>(5); }
template <class T> __device__ T finish_value(T x, std::false_type) { return x - static_cast<T>(5); }

#pragma pt kernel
template <class Policy, typename std::enable_if<(Policy::block > 16), int>::type = 0>
__global__ void apply(const typename Policy::value *in, typename Policy::value *out)
{
    typedef typename Policy::value value;
    __shared__ value tile[Policy::block];
    unsigned i = blockIdx.x * Policy::block + threadIdx.x;
    tile[threadIdx.x] = Policy::template load<value>(in + i);
    __syncthreads();
    out[i] = finish_value(tile[Policy::block - 1 - threadIdx.x], std::integral_constant<bool, sizeof(value) == 4>());
}

template <class Policy> void run()
{
    typedef typename Policy::value value;
    const unsigned blocks = 5107, block = Policy::block, n = blocks * block;
    std::vector<unsigned> bits = check::mixed_vector(n);
    std::vector<value> in(bits.begin(), bits.end()), want(n);
    for (unsigned i = 0; i < n; ++i) {
        value x = in[i / block * block + block - 1 - i % block];
        want[i] = sizeof(value) == 4 ? x + 1 + 5 : x * 2 - 5;
    }
    check::device_array<value> d_in(in), out(n);
    apply<Policy><<<blocks, block>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
}

int main()
{
    check::begin("template_dependent");
    run<small_policy>();
    run<large_policy>();
    return check::finish();
}
