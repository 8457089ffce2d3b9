// Kernels that constraints tell from others: the stub, the twin and the item have these, too.

template <class T> concept floating = T(1) / 2 != 0;

#pragma pt kernel
template <class T> requires floating<T> && (sizeof(T) < 16) __global__ void fill(T value, unsigned *out)
{
    out[blockIdx.x] = static_cast<unsigned>(value) + blockIdx.x;
}
#pragma pt kernel
template <class T> __global__ void fill(T value, const unsigned *out) requires(sizeof(value) <= 8)
{
    const_cast<unsigned *>(out)[blockIdx.x] = value * 2 + blockIdx.x;
}

template <class T> bool start(T value, unsigned *out, unsigned blocks)
{
    if constexpr (requires(const T *x) { *x / 2; }) {
        fill<<<blocks, 1>>>(value, out);
        return true;
    }
    return false;
}

