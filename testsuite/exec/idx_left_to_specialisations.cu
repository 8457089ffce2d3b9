// A class template that declares members without bodies: its specialisations, partial and explicit, have them, and some read the
// block index. And a member of the primary that calls what nobody defines, so that it does not link for other types.
// expect: handled
#include "check.h"

template <class T, int n> struct pack {
    __device__ T &operator[](int i);
    template <class U> __device__ void load(const U *from);
    __device__ void mark();
};
template <int n> struct pack<unsigned, n> {
    unsigned values[n];
    __device__ unsigned &operator[](int i) { return values[i]; }
    template <class U> __device__ void load(const U *from)
    {
        for (int i = 0; i < n; ++i)
            values[i] = from[i] + gridDim.x;
    }
    __device__ void mark()
    {
        for (int i = 0; i < n; ++i)
            values[i] += blockIdx.x;
    }
};
template <> struct pack<int, 1> {
    int value;
    __device__ int &operator[](int) { return value; }
    template <class U> __device__ void load(const U *from) { value = static_cast<int>(*from); }
    __device__ void mark() { value -= static_cast<int>(blockIdx.x); }
};

template <class T> struct dynamic_memory {
    __device__ T *get()
    {
        extern __device__ void no_such_type();
        no_such_type();
        return nullptr;
    }
    __device__ operator T *()
    {
        extern __device__ void no_such_conversion();
        no_such_conversion();
        return nullptr;
    }
};
template <> struct dynamic_memory<unsigned> {
    __device__ unsigned *get()
    {
        extern __shared__ unsigned memory_unsigned[];
        return memory_unsigned;
    }
    __device__ operator unsigned *() { return get(); }
};
template <> struct dynamic_memory<int> {
    __device__ int *get()
    {
        extern __shared__ int memory_int[];
        return memory_int;
    }
    __device__ operator int *() { return get(); }
};

#pragma pt kernel
template <class T, int n> __global__ void fill(T *out, const T *in)
{
    dynamic_memory<T> memory;
    T *const shared = threadIdx.x % 2 ? memory.get() : static_cast<T *>(memory);
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    pack<T, n> p;
    p.load(in + i * n);
    p.mark();
    shared[threadIdx.x] = p[0];
    __syncthreads();
    out[i] = shared[blockDim.x - 1 - threadIdx.x] + p[n - 1];
}

int main()
{
    check::begin("idx_left_to_specialisations");
    const unsigned blocks = 5150, block = 35, all = blocks * block;
    std::vector<unsigned> in = check::mixed_vector(4 * all), want(all);
    std::vector<int> signed_in(all), signed_want(all);
    for (unsigned i = 0; i < all; ++i)
        signed_in[i] = static_cast<int>(in[i] % 1000000);
    for (unsigned i = 0; i < all; ++i) {
        const unsigned b = i / block, mirrored = b * block + block - 1 - i % block;
        want[i] = in[4 * mirrored] + in[4 * i + 3] + 2 * (blocks + b);
        signed_want[i] = signed_in[mirrored] + signed_in[i] - 2 * static_cast<int>(b);
    }
    check::device_array<unsigned> d_in(in), out(all);
    check::device_array<int> d_signed_in(signed_in), signed_out(all);
    fill<unsigned, 4><<<blocks, block, block * sizeof(unsigned)>>>(out.get(), d_in.get());
    fill<int, 1><<<blocks, block, block * sizeof(int)>>>(signed_out.get(), d_signed_in.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    check::equal("signed out", signed_out, signed_want);
    return check::finish();
}
