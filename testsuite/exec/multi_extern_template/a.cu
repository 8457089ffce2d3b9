// `extern template` in a header, beside the explicit instantiations in another file.
// expect: handled
// nvcc: -rdc=true
#include "k.cuh"

template <class T> std::vector<T> wanted(unsigned blocks, unsigned block, T by)
{
    std::vector<T> want(blocks * block);
    for (unsigned i = 0; i < want.size(); i++)
        want[i] = i / block * by + i % block;
    return want;
}

int main()
{
    check::begin("multi_extern_template");
    const unsigned blocks = 5107;
    check::device_array<unsigned> out(blocks * 32);
    fill<<<blocks, 32>>>(out.get(), 3u);
    CUDA_OK(cudaGetLastError());
    check::equal("a", out, wanted(blocks, 32, 3u));
    run_in_b(out.get(), blocks);
    check::equal("b", out, wanted(blocks, 32, 5u));
    check::device_array<unsigned long long> wide(blocks * 32);
    fill<<<blocks, 32>>>(wide.get(), 1ull << 33);
    CUDA_OK(cudaGetLastError());
    check::equal("wide", wide, wanted(blocks, 32, 1ull << 33));
    return check::finish();
}
