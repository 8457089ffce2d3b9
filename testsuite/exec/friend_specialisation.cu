// Friends that are one specialisation of a kernel, or stand in a namespace, with and without names for their parameters.
// expect: handled
#include "check.h"

namespace inner {
class safe;
#pragma pt kernel
__global__ void open(safe *s, unsigned, unsigned by);
} // namespace inner

template <class T> class box;
class vault;
#pragma pt kernel
template <class T> __global__ void fill(T *out, unsigned);
#pragma pt kernel
template <class T> __global__ void unbox(T *out, T);

class vault {
    unsigned secret;
    friend void fill<vault>(vault *, unsigned);
    friend __global__ void fill<>(unsigned *out, unsigned v);
    friend __global__ void inner::open(inner::safe *, unsigned, unsigned);
public:
    __host__ __device__ vault(unsigned s) : secret(s) {}
};

class inner::safe {
    unsigned secret;
    friend __global__ void open(safe *, unsigned, unsigned);
};

template <class T> class box {
    T content;
    friend __global__ void unbox<T>(T *, T);
public:
    __host__ __device__ explicit box(T x) : content(x) {}
};

template <class T> __global__ void fill(T *out, unsigned v)
{
    vault own(v);
    reinterpret_cast<vault *>(out)[blockIdx.x].secret = own.secret + blockIdx.x;
}

template <> __global__ void fill<unsigned>(unsigned *out, unsigned)
{
    static unsigned one = 1;
    vault own(one);
    out[blockIdx.x] = own.secret + blockIdx.x;
}

template <class T> __global__ void unbox(T *out, T v)
{
    box<T> b(v);
    out[blockIdx.x] = b.content * static_cast<T>(blockIdx.x);
}

__global__ void inner::open(safe *s, unsigned n, unsigned by)
{
    vault own(by);
    if (blockIdx.x < n)
        s[blockIdx.x].secret = own.secret * blockIdx.x;
}

int main()
{
    check::begin("friend_specialisation");
    const unsigned n = 5107;
    std::vector<unsigned> want(n);
    check::device_array<unsigned> out(n);
    const auto expect = [&](const char *label, unsigned factor, unsigned offset) {
        CUDA_OK(cudaGetLastError());
        for (unsigned i = 0; i < n; i++)
            want[i] = factor * i + offset;
        check::equal(label, out, want);
    };
    fill<<<n, 1>>>(reinterpret_cast<vault *>(out.get()), 7u);
    expect("vault", 1, 7);
    fill<<<n, 1>>>(out.get(), 7u);
    expect("specialised", 1, 1);
    unbox<<<n, 1>>>(out.get(), 13u);
    expect("box", 13, 0);
    inner::open<<<n, 1>>>(reinterpret_cast<inner::safe *>(out.get()), n, 3u);
    expect("safe", 3, 0);
    return check::finish();
}
