// DESIGN part 4, Shared memory: extern shared memory of a template kernel, through a struct per type and through a byte array.
// expect: handled
#include "check.h"

template <class T> struct shared_pointer;
template <> struct shared_pointer<unsigned> {
    static __device__ unsigned *get() { extern __shared__ unsigned words[]; return words; }
};
template <> struct shared_pointer<unsigned long long> {
    static __device__ unsigned long long *get() { extern __shared__ unsigned long long longs[]; return longs; }
};

#pragma pt kernel
template <class T>
__global__ void reverse(const T *in, T *out)
{
    T *tile = shared_pointer<T>::get();
    unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    tile[t] = in[i];
    __syncthreads();
    out[i] = tile[blockDim.x - 1 - t];
}

#pragma pt kernel
template <typename T, int N>
__global__ void rotate(const T *in, T *out)
{
    extern __shared__ __align__(16) unsigned char raw[];
    T *tile = reinterpret_cast<T *>(raw);
    unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    tile[t] = in[i];
    __syncthreads();
    out[i] = tile[(t + N) % blockDim.x];
}

template <class T> void run(unsigned blocks, unsigned block)
{
    const unsigned n = blocks * block;
    std::vector<unsigned> bits = check::mixed_vector(n);
    std::vector<T> in(n), reversed(n), rotated(n);
    for (unsigned i = 0; i < n; ++i)
        in[i] = static_cast<T>(bits[i]) * 3;
    for (unsigned i = 0; i < n; ++i) {
        reversed[i] = in[i / block * block + block - 1 - i % block];
        rotated[i] = in[i / block * block + (i % block + 5) % block];
    }
    check::device_array<T> d_in(in), out(n);
    reverse<T><<<blocks, block, block * sizeof(T)>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("reversed", out, reversed);
    out.poison();
    rotate<T, 5><<<blocks, block, block * sizeof(T)>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("rotated", out, rotated);
}

int main()
{
    check::begin("shared_extern_template");
    run<unsigned>(5021, 65);
    run<unsigned long long>(5009, 97);
    return check::finish();
}
