// DESIGN part 4, C++: several files share annotated kernels by header; both launch the same instance.
// expect: handled
#include "k.cuh"

int main()
{
    check::begin("multi_shared_kernel");
    const unsigned blocks = 5107, n = blocks * 64;
    std::vector<unsigned> data = check::mixed_vector(n), want(n);
    check::device_array<unsigned> in(data), out(n), total(1);
    scale<<<blocks, 64>>>(in.get(), out.get(), 3u);
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < n; ++i)
        want[i] = data[i] * 3 + i / 64;
    check::equal("a_scale", out, want);
    out.poison();
    rotate<<<blocks, 64>>>(in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < n; ++i)
        want[i] = data[i / 64 * 64 + (i + 1) % 64];
    check::equal("a_rotate", out, want);
    total.zero();
    count<<<blocks, 32>>>(total.get());
    CUDA_OK(cudaGetLastError());
    check::equal("a_count", total, std::vector<unsigned>(1, blocks * (blocks - 1) / 2));
    out.poison();
    run_in_b(in, out, blocks);
    return check::finish();
}
