// DESIGN part 4, C++: structs by value: small, over-aligned, with constructors and members, modified by the body (fresh for each item).
// expect: handled
#include "check.h"

struct small { unsigned a; unsigned char b; unsigned short c; };
struct __align__(64) aligned { unsigned long long words[8]; unsigned char tail; };
class cursor {
    unsigned position_;
public:
    __host__ __device__ explicit cursor(unsigned p) : position_(p) {}
    __host__ __device__ cursor(const cursor &other) : position_(other.position_) {}
    __device__ unsigned advance(unsigned by) { return position_ += by; }
    __device__ operator unsigned() const { return position_; }
};

#pragma pt kernel
__global__ void mixed(unsigned *out, small s, char pad, aligned a, cursor c, double d)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    s.a += threadIdx.x;
    s.b = static_cast<unsigned char>(s.b + 1);
    a.words[3] += blockIdx.x;
    c.advance(threadIdx.x + 1);
    c.advance(blockIdx.x);
    out[i] = s.a + s.b + s.c + static_cast<unsigned>(a.words[3]) + a.tail + c + static_cast<unsigned>(d) + static_cast<unsigned>(pad);
}

int main()
{
    check::begin("struct_by_value");
    const unsigned blocks = 6101, block = 40, n = blocks * block;
    std::vector<unsigned> want(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = (1000 + i % block) + (7 + 1) + 300 + (40 + i / block) + 9 + (5 + i % block + 1 + i / block) + 2 + 'x';
    check::device_array<unsigned> out(n);
    small s = { 1000, 7, 300 };
    aligned a = {};
    a.words[3] = 40;
    a.tail = 9;
    mixed<<<blocks, block>>>(out.get(), s, 'x', a, cursor(5), 2.5);
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
