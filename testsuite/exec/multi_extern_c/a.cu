// DESIGN part 4, C++: a kernel with C linkage, declared in a header, defined in another file, launched from both.
// expect: handled
#include "k.cuh"

int main()
{
    check::begin("multi_extern_c");
    const unsigned blocks = 5107;
    check::device_array<unsigned> out(blocks);
    std::vector<unsigned> want(blocks);
    for (unsigned factor = 2; factor <= 3; ++factor) {
        out.poison();
        if (factor == 2)
            c_kernel<<<blocks, 1>>>(out.get(), factor);
        else
            run_c(out.get(), blocks, factor);
        CUDA_OK(cudaGetLastError());
        for (unsigned b = 0; b < blocks; ++b)
            want[b] = b * factor;
        check::equal("out", out, want);
    }
    return check::finish();
}
