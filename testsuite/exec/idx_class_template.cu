// Members of a class template that read the block index: defined behind the class, or templates themselves, so that the function
// that is called is an instance of an instance. Methods, operators, constructors, a destructor; an explicit specialisation of the
// class, and of a member.
// expect: handled
#include "check.h"

__device__ unsigned first_of_block(unsigned bias) { return blockIdx.x * blockDim.x + bias; }

template <class T> struct behind {
    T value;
    __device__ behind(T bias);
    __device__ T position(T bias) const;
    __device__ behind &operator+=(T bias);
    __device__ T special() const { return 0; }
};
template <class T> __device__ behind<T>::behind(T bias) : value(first_of_block(bias)) {}
template <class T> __device__ T behind<T>::position(T bias) const { return first_of_block(bias); }
template <class T> __device__ behind<T> &behind<T>::operator+=(T bias)
{
    value += gridDim.x + bias;
    return *this;
}
template <> __device__ unsigned behind<unsigned>::special() const { return blockIdx.x; }

template <class T> struct nested {
    T value;
    template <class A> __device__ nested(A bias) : value{first_of_block(bias)} {}
    template <class A> __device__ T sum(A bias) const;
};
template <class T> template <class A> __device__ T nested<T>::sum(A bias) const { return value + bias + blockIdx.x; }

template <class T> struct last {
    T *at;
    __device__ ~last() { *at += 1; }
};
template <> struct last<unsigned> {
    unsigned *at;
    __device__ ~last() { *at += blockIdx.x; }
};

#pragma pt kernel
__global__ void fill(unsigned *out)
{
    behind<unsigned> b(threadIdx.x);
    b += 3;
    nested<unsigned> n(7u);
    unsigned *mine = out + b.position(threadIdx.x);
    *mine = b.value + n.sum(1) * 5;
    last<unsigned> l{mine};
    *mine += b.special();
}

int main()
{
    check::begin("idx_class_template");
    const unsigned blocks = 5600, block = 40;
    std::vector<unsigned> want(blocks * block);
    for (unsigned b = 0; b < blocks; ++b)
        for (unsigned t = 0; t < block; ++t)
            want[b * block + t] = b * block + t + blocks + 3 + (b * block + 7 + 1 + b) * 5 + b + b;
    check::device_array<unsigned> out(want.size());
    fill<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
