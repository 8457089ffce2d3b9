// DESIGN part 4, C++: every order of specifiers and attributes, line breaks and comments between them, GNU and C++11 attributes.
// expect: handled
#include "check.h"

#define BODY(factor) { out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * (factor); }
#define KERNEL __global__ void
#define STATIC_KERNEL(bound) static __global__ __launch_bounds__(bound) void

#pragma pt kernel
void __global__ k2(unsigned *out) BODY(2)
#pragma pt kernel
__global__ static void k3(unsigned *out) BODY(3)
#pragma pt kernel
static void __launch_bounds__(64) __global__ k4(unsigned *out) BODY(4)
#pragma pt kernel
__attribute__((global)) void k5(unsigned *out) BODY(5)
#pragma pt kernel
[[maybe_unused]] static __global__ void k6(unsigned *out) BODY(6)
#pragma pt kernel
__global__ __attribute__((unused)) static void k7(unsigned *out) BODY(7)
#pragma pt kernel
__global__ // comment
    /* comment */ void
    k8 /* comment */ (
        unsigned *out // the output
    )
BODY(8)
#pragma pt kernel
KERNEL k9(unsigned *out) BODY(9)
#pragma pt kernel
STATIC_KERNEL(64) k10(unsigned *out) BODY(10)
#pragma pt kernel
__global__ auto k11(unsigned *out) -> void BODY(11)
#pragma pt kernel
template <class T> static __launch_bounds__(64, 2) __global__ void k12(T *out) BODY(12)
#pragma pt kernel
template <class T>
__global__
typename std::conditional<sizeof(T) == 4, void, void>::type k13(T *out) BODY(13)
#pragma pt kernel
__global__ void k14(unsigned *out); __global__ void k14(unsigned *out) BODY(14)

static void expect(const char *label, check::device_array<unsigned> &out, unsigned block, unsigned factor)
{
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want(out.size());
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = i / block * factor;
    check::equal(label, out, want);
    out.poison();
}
#define RUN(kernel, factor) kernel<<<blocks, block>>>(out.get()); expect("k" #factor, out, block, factor)

int main()
{
    check::begin("specifier_order");
    const unsigned blocks = 5107, block = 31;
    check::device_array<unsigned> out(blocks * block);
    RUN(k2, 2);
    RUN(k3, 3);
    RUN(k4, 4);
    RUN(k5, 5);
    RUN(k6, 6);
    RUN(k7, 7);
    RUN(k8, 8);
    RUN(k9, 9);
    RUN(k10, 10);
    RUN(k11, 11);
    RUN(k12<unsigned>, 12);
    RUN(k13<unsigned>, 13);
    RUN(k14, 14);
    for (const char *kernel : {"k2", "k3", "k4", "k5", "k6", "k7", "k8", "k9", "k10", "k11", "k12", "k13", "k14"})
        check::launched(kernel, 1);
    return check::finish();
}
