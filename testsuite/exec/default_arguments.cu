// DESIGN part 4, C++: default arguments of kernels: constants, expressions with globals evaluated at each launch, of templates.
// expect: handled
#include "check.h"

static unsigned next_bias = 100;
static unsigned take_bias() { return next_bias++; }
struct options { unsigned scale, shift; };

#pragma pt kernel
__global__ void fill(unsigned *out, unsigned factor = 3, unsigned bias = take_bias(), options o = options{ 1, 0 }, const unsigned *extra = nullptr)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = (blockIdx.x * factor + bias) * o.scale + o.shift + (extra ? extra[i] : 0);
}

#pragma pt kernel
template <class T, int N = 2> __global__ void filled(T *out, T factor = T(N), int shift = sizeof(T))
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = static_cast<T>(blockIdx.x) * factor + static_cast<T>(shift);
}

static void expect(const char *label, check::device_array<unsigned> &out, unsigned block, unsigned factor, unsigned bias)
{
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want(out.size());
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = i / block * factor + bias;
    check::equal(label, out, want);
    out.poison();
}

int main()
{
    check::begin("default_arguments");
    next_bias = 100;
    const unsigned blocks = 5107, block = 31;
    check::device_array<unsigned> out(blocks * block);
    fill<<<blocks, block>>>(out.get());
    expect("all", out, block, 3, 100);
    fill<<<blocks, block>>>(out.get(), 4);
    expect("some", out, block, 4, 101);
    fill<<<blocks, block>>>(out.get(), 5, 6);
    expect("last", out, block, 5, 6);
    fill<<<blocks, block>>>(out.get(), 5, 6, { 2, 9 });
    expect("braces", out, block, 10, 21);
    fill<<<blocks, block>>>(out.get(), 7);
    expect("again", out, block, 7, 102);
    filled<<<blocks, block>>>(out.get());
    expect("template", out, block, 2, 4);
    filled<unsigned, 9><<<blocks, block>>>(out.get());
    expect("template_value", out, block, 9, 4);
    filled<unsigned><<<blocks, block>>>(out.get(), 5, 6);
    expect("template_given", out, block, 5, 6);
    check::value("evaluated", next_bias, 103);
    return check::finish();
}
