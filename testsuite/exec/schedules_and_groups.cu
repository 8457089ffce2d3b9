// DESIGN part 3, schedule and groups: every schedule, with and without chunk, with every kind of groups; any combination gives the same result.
// expect: handled
#include "check.h"

__device__ void turn(unsigned *out, unsigned block, unsigned blocks)
{
    __shared__ unsigned tile[64];
    tile[threadIdx.x] = block * 3 + threadIdx.x;
    __syncthreads();
    out[block * 64 + threadIdx.x] = tile[63 - threadIdx.x] + blocks;
}

#pragma pt kernel
__global__ void kernel_0(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel groups(max)
__global__ void kernel_1(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel groups(1)
__global__ void kernel_2(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel groups(7)
__global__ void kernel_3(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel groups(2 per sm)
__global__ void kernel_4(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(auto)
__global__ void kernel_5(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(auto) groups(max)
__global__ void kernel_6(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(auto) groups(1)
__global__ void kernel_7(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(auto) groups(7)
__global__ void kernel_8(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(auto) groups(2 per sm)
__global__ void kernel_9(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(static)
__global__ void kernel_10(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(static) groups(max)
__global__ void kernel_11(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(static) groups(1)
__global__ void kernel_12(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(static) groups(7)
__global__ void kernel_13(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(static) groups(2 per sm)
__global__ void kernel_14(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(static, 5)
__global__ void kernel_15(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(static, 5) groups(max)
__global__ void kernel_16(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(static, 5) groups(1)
__global__ void kernel_17(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(static, 5) groups(7)
__global__ void kernel_18(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(static, 5) groups(2 per sm)
__global__ void kernel_19(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(dynamic)
__global__ void kernel_20(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(dynamic) groups(max)
__global__ void kernel_21(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(dynamic) groups(1)
__global__ void kernel_22(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(dynamic) groups(7)
__global__ void kernel_23(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(dynamic) groups(2 per sm)
__global__ void kernel_24(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(dynamic, 1)
__global__ void kernel_25(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(dynamic, 1) groups(max)
__global__ void kernel_26(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(dynamic, 1) groups(1)
__global__ void kernel_27(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(dynamic, 1) groups(7)
__global__ void kernel_28(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(dynamic, 1) groups(2 per sm)
__global__ void kernel_29(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(dynamic, 64)
__global__ void kernel_30(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(dynamic, 64) groups(max)
__global__ void kernel_31(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(dynamic, 64) groups(1)
__global__ void kernel_32(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(dynamic, 64) groups(7)
__global__ void kernel_33(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(dynamic, 64) groups(2 per sm)
__global__ void kernel_34(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(guided)
__global__ void kernel_35(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(guided) groups(max)
__global__ void kernel_36(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(guided) groups(1)
__global__ void kernel_37(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(guided) groups(7)
__global__ void kernel_38(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(guided) groups(2 per sm)
__global__ void kernel_39(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(guided, 4)
__global__ void kernel_40(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(guided, 4) groups(max)
__global__ void kernel_41(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(guided, 4) groups(1)
__global__ void kernel_42(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(guided, 4) groups(7)
__global__ void kernel_43(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(guided, 4) groups(2 per sm)
__global__ void kernel_44(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(hardware)
__global__ void kernel_45(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(hardware) groups(max)
__global__ void kernel_46(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(hardware) groups(1)
__global__ void kernel_47(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(hardware) groups(7)
__global__ void kernel_48(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

#pragma pt kernel schedule(hardware) groups(2 per sm)
__global__ void kernel_49(unsigned *out) { turn(out, blockIdx.x, gridDim.x); }

// Blocks of 64 threads; a multiprocessor holds at most 32.
static unsigned more_than_resident()
{
    int multiprocessors = 0;
    CUDA_OK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    return static_cast<unsigned>(multiprocessors) * 41u + 89u;
}

#define RUN(kernel) \
    for (unsigned blocks : { 1u, 5u, 131u, more_than_resident() }) { \
        std::vector<unsigned> want(blocks * 64); \
        for (unsigned i = 0; i < want.size(); ++i) \
            want[i] = i / 64 * 3 + 63 - i % 64 + blocks; \
        check::device_array<unsigned> out(want.size()); \
        kernel<<<blocks, 64>>>(out.get()); \
        CUDA_OK(cudaGetLastError()); \
        check::equal(#kernel, out, want); \
    }

int main()
{
    check::begin("schedules_and_groups");
    RUN(kernel_0)
    RUN(kernel_1)
    RUN(kernel_2)
    RUN(kernel_3)
    RUN(kernel_4)
    RUN(kernel_5)
    RUN(kernel_6)
    RUN(kernel_7)
    RUN(kernel_8)
    RUN(kernel_9)
    RUN(kernel_10)
    RUN(kernel_11)
    RUN(kernel_12)
    RUN(kernel_13)
    RUN(kernel_14)
    RUN(kernel_15)
    RUN(kernel_16)
    RUN(kernel_17)
    RUN(kernel_18)
    RUN(kernel_19)
    RUN(kernel_20)
    RUN(kernel_21)
    RUN(kernel_22)
    RUN(kernel_23)
    RUN(kernel_24)
    RUN(kernel_25)
    RUN(kernel_26)
    RUN(kernel_27)
    RUN(kernel_28)
    RUN(kernel_29)
    RUN(kernel_30)
    RUN(kernel_31)
    RUN(kernel_32)
    RUN(kernel_33)
    RUN(kernel_34)
    RUN(kernel_35)
    RUN(kernel_36)
    RUN(kernel_37)
    RUN(kernel_38)
    RUN(kernel_39)
    RUN(kernel_40)
    RUN(kernel_41)
    RUN(kernel_42)
    RUN(kernel_43)
    RUN(kernel_44)
    RUN(kernel_45)
    RUN(kernel_46)
    RUN(kernel_47)
    RUN(kernel_48)
    RUN(kernel_49)
    return check::finish();
}
