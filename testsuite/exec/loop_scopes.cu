// #pragma pt loop: what names a kernel and its template's arguments may be known in the loop only, or by another name.
// expect: handled
#include "check.h"

namespace {
#pragma pt kernel
__global__ void four(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] += 4; }
}

namespace solver {
#pragma pt kernel
__global__ void one(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

#pragma pt kernel
template <int B, class T> __global__ void step(T *a) { a[blockIdx.x * B + threadIdx.x] += B; }

namespace version {
namespace {
#pragma pt kernel
__global__ void two(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] += 2; }
}
}

static void by_own_name(int *a)
{
    #pragma pt loop
    for (int i = 0; i < 5; i++) {
        one<<<4, 64>>>(a);
        version::two<<<4, 64>>>(a);
        version::two<<<4, 64>>>(a);
        four<<<4, 64>>>(a);
    }
}
}

namespace imported {
using solver::one;
}

struct real {
    using type = int;
};

using solver::one;

static void by_using(int *a)
{
    #pragma pt loop
    for (int i = 0; i < 15; i++)
        one<<<4, 64>>>(a);
    #pragma pt loop
    for (int i = 0; i < 15; i++) {
        using namespace solver;
        one<<<4, 64>>>(a);
        version::two<<<4, 64>>>(a);
    }
    #pragma pt loop
    for (int i = 0; i < 15; i++) {
        namespace s = solver;
        s::one<<<4, 64>>>(a);
        imported::one<<<4, 64>>>(a);
    }
}

template <class Real> static void by_arguments(typename Real::type *a)
{
    #pragma pt loop
    for (int i = 0; i < 15; i++) {
        constexpr int B = 64;
        solver::step<B, int><<<4, B>>>(a);
    }
    #pragma pt loop
    for (int i = 0; i < 15; i++) {
        using T = typename Real::type;
        solver::step<64, T><<<4, 64>>>(a);
    }
    #pragma pt loop
    for (int i = 0; i < 15; i++) {
        const auto k = i * 2;
        solver::step<64, typename std::decay<decltype(k)>::type><<<4, 64>>>(a);
    }
    using T = typename Real::type;
    #pragma pt loop
    for (int i = 0; i < 15; i++)
        solver::step<64, T><<<4, 64>>>(a);
}

int main()
{
    check::begin("loop_scopes");
    check::device_array<int> a(256);
    a.zero();
    solver::by_own_name(a.get());
    by_using(a.get());
    by_arguments<real>(a.get());
    check::equal("a", a.host(), std::vector<int>(256, 5 * 9 + 15 * (1 + 3 + 2) + 15 * 4 * 64));
    return check::finish();
}
