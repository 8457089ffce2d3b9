// A header that is included once for each type: its kernel and its helper are overloads that have one text between them.
// expect: handled
#include "check.h"

#define ELEMENT unsigned
#define FIRST 0u
#include "include/by_type.cuh"
#undef ELEMENT
#undef FIRST
#define ELEMENT unsigned long long
#define FIRST 1000u
#include "include/by_type.cuh"

template <class T> static void check_fill(const char *what, unsigned first)
{
    const unsigned blocks = 501, threads = 32;
    std::vector<T> want(blocks * threads);
    for (unsigned i = 0; i < blocks * threads; ++i)
        want[i] = T((i + first) * 3);
    check::device_array<T> out(want.size());
    fill_by_type<<<blocks, threads>>>(out.get(), 3);
    CUDA_OK(cudaGetLastError());
    check::equal(what, out, want);
}

int main()
{
    check::begin("header_by_type");
    check_fill<unsigned>("unsigned", 0);
    check_fill<unsigned long long>("unsigned long long", 1000);
    return check::finish();
}
