// DESIGN part 4, C++: preprocessor lines inside heads, parameter lists, template headers, launches, and across braces.
// expect: handled
#include "check.h"

#define WITH_COUNT 1

#pragma pt kernel
__global__ void in_parameters(unsigned *out,
#ifdef WITH_COUNT
                              unsigned n // how many
#else
                              long n
#endif
                              )
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = blockIdx.x + 1;
}

#pragma pt kernel
__global__ void comma_inside(
    unsigned *out
#ifdef WITH_COUNT
    , unsigned
#if WITH_COUNT > 1
    , long
#endif
    n
#endif
#ifdef WITHOUT_COUNT
    , long m
#endif
    )
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = blockIdx.x + 2;
}

#pragma pt kernel
template <class T,
#if WITH_COUNT
          unsigned add, unsigned
#else
          int add, int more, int
#endif
          = 7>
__global__ void
#if WITH_COUNT
__launch_bounds__(256)
#else
__launch_bounds__(128)
#endif
in_template(T *out, unsigned n =
#ifdef WITH_COUNT
            1u << 31
#else
            0
#endif
)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = blockIdx.x + add;
}

__device__ unsigned where(unsigned scale
#ifdef WITH_COUNT
                          , unsigned add
#endif
)
{
    return blockIdx.x * scale + add;
}

#pragma pt kernel
#if WITH_COUNT
static
#endif
__global__ void
across_braces(unsigned *out, unsigned n)
#ifdef WITH_COUNT
{
    unsigned i = where(blockDim.x
#ifdef WITH_COUNT
                       , threadIdx.x
#endif
    );
#else
{
    unsigned i = 0;
#endif
    if (i < n)
        out[i] = blockIdx.x + 4;
#ifdef WITH_COUNT
}
#else
    out[0] = 0;
}
#endif

#pragma pt kernel
#ifdef WITHOUT_COUNT
__global__ void two_heads(unsigned *out, unsigned n) {
#else
__global__ void two_heads(unsigned *out, unsigned n, unsigned add) {
#endif
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n
#ifdef WITHOUT_COUNT
        && i > 0
#endif
    )
        out[i] = blockIdx.x + add;
}

int main()
{
    check::begin("conditional_in_head");
    const unsigned blocks = 4099, block = 47, n = blocks * block - 3;
    check::device_array<unsigned> out(blocks * block);
    auto expect = [&](const char *label, unsigned add, unsigned count) {
        CUDA_OK(cudaGetLastError());
        std::vector<unsigned> want = check::poisoned_vector<unsigned>(out.size());
        for (unsigned i = 0; i < count; ++i)
            want[i] = i / block + add;
        check::equal(label, out, want);
        out.poison();
    };
    in_parameters<<<
#ifdef WITH_COUNT
        blocks, block
#else
        1, 1
#endif
        >>>(out.get(),
#ifdef WITH_COUNT
        n
#else
        0
#endif
    );
    expect("in_parameters", 1, n);
    comma_inside<<<blocks, block
#ifndef WITH_COUNT
        , 4096
#endif
        >>>(
#ifdef WITH_COUNT
        out.get(), n
#endif
    );
    expect("comma_inside", 2, n);
    in_template<unsigned,
#if WITH_COUNT
        3
#else
        4, 5, 6
#endif
        ><<<blocks, block>>>(out.get());
    expect("in_template", 3, blocks * block);
    across_braces
#if WITH_COUNT
    <<<blocks, block>>>
#else
    <<<1, 1>>>
#endif
#if WITH_COUNT
    (out.get(), n);
#else
    (out.get(), 0);
#endif
    expect("across_braces", 4, n);
    two_heads<<<blocks, block>>>(out.get(), n, 5);
    expect("two_heads", 5, n);
    return check::finish();
}
