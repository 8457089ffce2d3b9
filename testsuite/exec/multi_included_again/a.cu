// DESIGN part 4, Several files: a directive in text that the first inclusion of a header skips and a later one does not.
// expect: handled
#include "../check.h"
#include "library.h"
namespace first {
#include "passes.cuh"
#include "more.cuh"
}
namespace second {
#define WITH_SUM
#include "passes.cuh"
#include "more.cuh"
}
#define LIBRARY_IMPLEMENTATION
#include "library.h"

int main()
{
    check::begin("multi_included_again");
    const unsigned blocks = 300, block = 64;
    check::device_array<unsigned> out(blocks);
    std::vector<unsigned> want(blocks);
    for (unsigned i = 0; i < blocks; i++)
        want[i] = blocks - i + (i ? 0 : blocks * (blocks + 1) / 2 - blocks);
    BARRIER_LAUNCH((second::sum<<<blocks, block>>>(out.get())), out, want);
    check::equal("sum", out, want);
    for (unsigned i = 0; i < blocks; i++)
        want[i] = i * 3 + 1;
    out.poison();
    library_fill(out.get(), blocks);
    CUDA_OK(cudaGetLastError());
    check::equal("fill", out, want);
    out.poison();
    first::put<<<blocks, 1>>>(out.get(), first::factor() * 7);
    second::put<<<blocks, 1>>>(out.get(), second::factor() * 11);
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < blocks; i++)
        want[i] = second::factor() * 11 + i;
    check::equal("put", out, want);
    for (unsigned i = 0; i < blocks; i++)
        want[i] = 1 + (i + 1) % blocks;
    check::device_array<unsigned> other(blocks);
    BARRIER_LAUNCH((second::turn<<<blocks, 1>>>(out.get(), other.get())), other, want);
    check::equal("turn", other, want);
    return check::finish();
}
