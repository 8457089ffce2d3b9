// DESIGN part 4, Several files: a header with kernels that is included once for each type, and in two namespaces.
// expect: handled
#include "../check.h"
#define T int
#include "typed.cuh"
#define T float
#include "typed.cuh"
namespace first {
#define T unsigned
#include "typed.cuh"
}
namespace second {
#define T double
#include "typed.cuh"
}

template <class T> static void check_type(const char *label, void (*run)(T *, T *, unsigned))
{
    const unsigned blocks = 5107;
    check::device_array<T> out(blocks * 32), other(blocks * 32);
    std::vector<T> want(blocks * 32);
    run(out.get(), other.get(), blocks);
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < want.size(); i++)
        want[i] = i % 32 < 20 ? static_cast<T>(i / 32 % 100 + 19 - i % 32) : static_cast<T>(7);
    check::equal(label, out, want);
    for (unsigned i = 0; i < want.size(); i++)
        want[i] *= 2;
    check::equal(label, other, want);
}

int main()
{
    check::begin("multi_typed_header");
    check_type<int>("int", run);
    check_type<float>("float", run);
    check_type<unsigned>("unsigned", first::run);
    check_type<double>("double", second::run);
    return check::finish();
}
