// DESIGN part 4, Leaving early: block sizes that are not multiples of 32: partial warps, full-mask operations, leavers and barriers.
// expect: handled
#include "check.h"

#pragma pt kernel schedule(dynamic, 1)
__global__ void partial(const unsigned *in, unsigned *out, unsigned n)
{
    extern __shared__ unsigned tile[];
    unsigned t = threadIdx.y * blockDim.x + threadIdx.x, size = blockDim.x * blockDim.y, i = blockIdx.x * size + t;
    tile[t] = i < n ? in[i] : 0;
    __syncthreads();
    if (i >= n || in[i] % 4 == 1)
        return;
    unsigned x = tile[(t + 1) % size];
    __syncthreads();
    tile[t] = x;
    __syncthreads();
    unsigned ballot = __ballot_sync(0xffffffffu, x & 1);
    out[i] = tile[size - 1 - t] + __popc(ballot);
}

int main()
{
    check::begin("block_not_multiple_of_warp");
    const dim3 sizes[] = { dim3(1), dim3(31), dim3(33), dim3(7, 9), dim3(100), dim3(13, 19) };
    for (const dim3 &block : sizes) {
        const unsigned size = block.x * block.y, blocks = 5107, n = blocks * size - size / 2;
        std::vector<unsigned> in = check::mixed_vector(n), want = check::poisoned_vector<unsigned>(blocks * size);
        for (unsigned b = 0; b < blocks; ++b) {
            std::vector<unsigned> before(size), after(size);
            std::vector<bool> left(size);
            for (unsigned t = 0; t < size; ++t)
                before[t] = b * size + t < n ? in[b * size + t] : 0;
            for (unsigned t = 0; t < size; ++t) {
                left[t] = b * size + t >= n || in[b * size + t] % 4 == 1;
                after[t] = left[t] ? before[t] : before[(t + 1) % size];
            }
            for (unsigned t = 0; t < size; ++t) {
                unsigned odd = 0;
                for (unsigned l = t / 32 * 32; l < t / 32 * 32 + 32 && l < size; ++l)
                    odd += !left[l] && (after[l] & 1);
                if (!left[t])
                    want[b * size + t] = after[size - 1 - t] + odd;
            }
        }
        check::device_array<unsigned> d_in(in), out(blocks * size);
        partial<<<blocks, block, size * sizeof(unsigned)>>>(d_in.get(), out.get(), n);
        CUDA_OK(cudaGetLastError());
        check::equal("out", out, want);
    }
    return check::finish();
}
