// Loops that wait for other blocks and whose condition declares a variable, beside a plain one of that kind; shared memory that a
// file declares, static and not.
// expect: handled
#include "check.h"

constexpr unsigned group_size = 64, blocks = 96;

__shared__ unsigned halves[group_size];
static __shared__ unsigned of_block, before;

// Each block waits for the one before it.
#pragma pt kernel
__global__ void chain(unsigned *out, unsigned *done)
{
    if (threadIdx.x == 0) {
        of_block = blockIdx.x;
        if (blockIdx.x)
            while (unsigned is_open = atomicAdd(&done[blockIdx.x - 1], 0u) == 0u)
                (void)is_open;
        before = blockIdx.x ? *static_cast<volatile unsigned *>(&out[(blockIdx.x - 1) * group_size]) : 0u;
    }
    halves[threadIdx.x] = threadIdx.x / 2;
    __syncthreads();
    out[blockIdx.x * group_size + threadIdx.x] = before + of_block + halves[threadIdx.x ^ 5u];
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        atomicExch(&done[blockIdx.x], 1u);
}

#pragma pt kernel
__global__ void counts_down(unsigned *out)
{
    unsigned left = blockIdx.x % 7, sum = 0;
    while (const unsigned now = left--)
        sum += now;
    for (unsigned i = 0; const bool goes_on = i < 3; ++i)
        sum += goes_on;
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

int main()
{
    check::begin("wait_in_declaration");
    std::vector<unsigned> chained(blocks * group_size), counted(blocks * group_size);
    for (unsigned b = 0; b < blocks; ++b)
        for (unsigned t = 0; t < group_size; ++t) {
            chained[b * group_size + t] = (b ? chained[(b - 1) * group_size] : 0u) + b + (t ^ 5u) / 2;
            counted[b * group_size + t] = (b % 7) * (b % 7 + 1) / 2 + 3;
        }
    check::device_array<unsigned> out(chained.size()), done(std::vector<unsigned>(blocks, 0u));
    chain<<<blocks, group_size>>>(out.get(), done.get());
    CUDA_OK(cudaGetLastError());
    check::equal("chain", out, chained);
    counts_down<<<blocks, group_size>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("counts down", out, counted);
    return check::finish();
}
