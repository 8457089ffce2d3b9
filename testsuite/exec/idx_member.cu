// DESIGN part 4, Who reads the block index: member functions, static ones, inherited ones, of templates, conversion and subscript operators.
// expect: handled
#include "check.h"

struct base {
    unsigned offset;
    __device__ unsigned block() const { return blockIdx.x + offset; }
    static __device__ unsigned count() { return gridDim.x; }
};
struct view : base {
    unsigned *data;
    __device__ unsigned own() { return this->block() * 2 + count(); }
    __device__ operator unsigned() const { return blockIdx.x * 7; }
    __device__ unsigned &operator[](unsigned t) const { return data[blockIdx.x * blockDim.x + t]; }
};
template <class T> struct typed {
    T factor;
    __device__ T scaled() const { return factor * static_cast<T>(blockIdx.x); }
    template <int N> __device__ T added() const { return factor + static_cast<T>(N * blockIdx.x); }
};

#pragma pt kernel
__global__ void fill(unsigned *out)
{
    view v;
    v.offset = 5;
    v.data = out;
    typed<unsigned> typed_view = { 3 };
    v[threadIdx.x] = v.own() + static_cast<unsigned>(v) + typed_view.scaled() + typed_view.template added<11>() + threadIdx.x;
}

int main()
{
    check::begin("idx_member");
    const unsigned blocks = 5303, block = 65;
    std::vector<unsigned> want(blocks * block);
    for (unsigned b = 0; b < blocks; ++b)
        for (unsigned t = 0; t < block; ++t)
            want[b * block + t] = (b + 5) * 2 + blocks + b * 7 + 3 * b + 3 + 11 * b + t;
    check::device_array<unsigned> out(want.size());
    fill<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
