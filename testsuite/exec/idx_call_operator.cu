// DESIGN part 4, Who reads the block index: operator() of functors, handed to templates of the project.
// expect: handled
#include "check.h"

struct add_block {
    unsigned bias;
    __device__ unsigned operator()(unsigned value) const { return value + blockIdx.x + bias; }
};
struct multiply_grid {
    __device__ unsigned operator()(unsigned value) const { return value * gridDim.x; }
};
template <class F, class G> __device__ unsigned compose(F f, G g, unsigned value) { return f(g(value)); }

#pragma pt kernel
template <class F>
__global__ void apply(const unsigned *in, unsigned *out, F f)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = compose(f, multiply_grid(), in[i]) + add_block{ 9 }(1);
}

// Held by variable templates, and called in templates.
struct block_twice {
    __device__ constexpr block_twice() {}
    __device__ unsigned operator()(unsigned value) const { return value + 2 * blockIdx.x; }
};
template <class T> __device__ unsigned read_block(T value) { return value + blockIdx.x; }
template <class T> __device__ constexpr T held{};
template <class T> __device__ constexpr unsigned (*pointed)(T) = &read_block<T>;
template <class T> __device__ unsigned call_held(unsigned value) { return held<T>(value); }
template <class T> __device__ unsigned call_pointed(T value) { return pointed<T>(value); }

#pragma pt kernel
__global__ void by_object(unsigned *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = call_held<block_twice>(threadIdx.x); }

#pragma pt kernel
__global__ void by_pointer(unsigned *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = call_pointed<unsigned>(threadIdx.x); }

int main()
{
    check::begin("idx_call_operator");
    const unsigned blocks = 5111, block = 66, n = blocks * block;
    std::vector<unsigned> in = check::mixed_vector(n), want(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = in[i] * blocks + i / block + 4 + 1 + i / block + 9;
    check::device_array<unsigned> d_in(in), out(n);
    apply<<<blocks, block>>>(d_in.get(), out.get(), add_block{ 4 });
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    by_object<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < n; ++i)
        want[i] = i % block + 2 * (i / block);
    check::equal("by_object", out, want);
    by_pointer<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < n; ++i)
        want[i] = i % block + i / block;
    check::equal("by_pointer", out, want);
    return check::finish();
}
