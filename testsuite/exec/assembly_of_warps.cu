// DESIGN part 4, Leaving early: whole warps leave, by threadIdx.x / 32 or as rows of the block, before inline assembly that waits for no more than a
// warp. For blocks with other rows the kernel is launched as it is written.
// expect: handled
#include "check.h"

__device__ unsigned of_first_lane(unsigned v)
{
    unsigned first;
    asm volatile("shfl.sync.idx.b32 %0, %1, 0, 31, 0xffffffff;" : "=r"(first) : "r"(v));
    return first;
}

#pragma pt kernel
__global__ void by_number(const unsigned *in, unsigned *out, unsigned warps)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i / 32 >= warps)
        return;
    unsigned last;
    asm volatile("shfl.sync.idx.b32 %0, %1, 31, 31, 0xffffffff;" : "=r"(last) : "r"(in[i]));
    out[i] = of_first_lane(in[i]) ^ last;
}

#pragma pt kernel
__global__ void by_row(const unsigned *in, unsigned *out, unsigned rows)
{
    const unsigned row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows || row % 3 == 1)
        return;
    out[row * blockDim.x + threadIdx.x] = of_first_lane(in[row * blockDim.x + threadIdx.x]);
}

// d = a * b, of 8 x 16 and 16 x 8 bytes: lane l has four of row l / 4 of a and of column l / 4 of b.
__device__ void multiply(int (&d)[2], unsigned a, unsigned b)
{
    asm volatile("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+r"(d[0]), "+r"(d[1]) : "r"(a), "r"(b));
}

#pragma pt kernel
__global__ void by_memory(const unsigned *in, const unsigned *skipped, int *out)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    if (skipped[i / 32] % 4 == 0)
        return;
    int d[2] = {0, 0};
    for (unsigned turn = 0; turn < 2; turn++)
        multiply(d, in[i], in[i / 32 * 32 + (lane + turn) % 32]);
    out[2 * i] = d[0];
    out[2 * i + 1] = d[1];
}

static int byte_of(unsigned word, unsigned place) { return static_cast<signed char>(word >> 8 * place); }

int main()
{
    check::begin("assembly_of_warps");
    const unsigned block = 128, blocks = 4099, n = block * blocks, warps = n / 32 - 3;
    const std::vector<unsigned> in = check::mixed_vector(n), skipped = check::mixed_vector(n / 32);
    std::vector<unsigned> want_number = check::poisoned_vector<unsigned>(n), want_row = want_number;
    std::vector<int> want_memory = check::poisoned_vector<int>(2 * n);
    for (unsigned i = 0; i < n; i++) {
        const unsigned warp = i / 32, first = warp * 32, lane = i % 32;
        if (warp < warps)
            want_number[i] = in[first] ^ in[first + 31];
        if (warp < warps && warp % 3 != 1)
            want_row[i] = in[first];
        for (unsigned half = 0; half < 2 && skipped[warp] % 4 != 0; half++) {
            const unsigned row = lane / 4, column = lane % 4 * 2 + half;
            int sum = 0;
            for (unsigned turn = 0; turn < 2; turn++)
                for (unsigned k = 0; k < 16; k++)
                    sum += byte_of(in[first + row * 4 + k / 4], k % 4) * byte_of(in[first + (column * 4 + k / 4 + turn) % 32], k % 4);
            want_memory[2 * i + half] = sum;
        }
    }
    check::device_array<unsigned> d_in(in), d_skipped(skipped), number(n), row(n);
    check::device_array<int> memory(2 * n);
    by_number<<<blocks, block>>>(d_in.get(), number.get(), warps);
    CUDA_OK(cudaGetLastError());
    by_row<<<blocks, dim3(32, block / 32)>>>(d_in.get(), row.get(), warps);
    CUDA_OK(cudaGetLastError());
    by_memory<<<blocks, block>>>(d_in.get(), d_skipped.get(), memory.get());
    CUDA_OK(cudaGetLastError());
    check::equal("by number", number, want_number);
    check::equal("by row", row, want_row);
    check::equal("by memory", memory, want_memory);
    return check::finish();
}
