// The other file: the same instance of scale, another one, and the static kernels again.
#include "k.cuh"

void run_in_b(const check::device_array<unsigned> &in, check::device_array<unsigned> &out, unsigned blocks)
{
    const std::vector<unsigned> data = in.host();
    std::vector<unsigned> want(data.size());
    scale<unsigned><<<blocks, 64>>>(in.get(), out.get(), 5);
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = data[i] * 5 + i / 64;
    check::equal("b_scale", out, want);
    std::vector<unsigned long long> longs(data.begin(), data.end()), want_longs(data.size());
    check::device_array<unsigned long long> long_in(longs), long_out(longs.size());
    scale<<<blocks, 64>>>(long_in.get(), long_out.get(), 1ull << 20);
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < longs.size(); ++i)
        want_longs[i] = (longs[i] << 20) + i / 64;
    check::equal("b_long", long_out, want_longs);
    out.poison();
    rotate<<<blocks, 64>>>(in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = data[i / 64 * 64 + (i + 1) % 64];
    check::equal("b_rotate", out, want);
    check::device_array<unsigned> total(1);
    total.zero();
    count<<<blocks - 7, 32>>>(total.get());
    CUDA_OK(cudaGetLastError());
    check::equal("b_count", total, std::vector<unsigned>(1, (blocks - 7) * (blocks - 8) / 2));
}
