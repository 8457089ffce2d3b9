// DESIGN part 4, C++: namespaces: nested, anonymous, inline, alias, using-declaration and -directive; namespaces called pt and ptrt.
// expect: handled
#include "check.h"

namespace app {
namespace pt { struct launch { unsigned factor; }; } // must not catch the generated ::pt
namespace ptrt { enum { config = 4 }; }
namespace detail {
#pragma pt kernel
__global__ void fill(unsigned *out, pt::launch l) { out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * l.factor; }
}
inline namespace v1 {
#pragma pt kernel
__global__ void inlined(unsigned *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * 3; }
}
void run_inside(unsigned *out, unsigned blocks, unsigned block) { detail::fill<<<blocks, block>>>(out, pt::launch{ ptrt::config }); }
}
namespace {
#pragma pt kernel
__global__ void hidden(unsigned *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * 5; }
namespace deeper {
#pragma pt kernel
__global__ void hidden(unsigned *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * 6; }
}
}
namespace attributes { // behind CUDA's words, where clang reads none in a namespace
__device__ [[nodiscard]] unsigned factor() { return blockIdx.x * 10; }
__constant__ [[maybe_unused]] unsigned added = 3;
#pragma pt kernel
__global__ [[maybe_unused]] void told(unsigned *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = factor() + added - 3; }
}
namespace shortcut = app::detail;

static void expect(const char *label, check::device_array<unsigned> &out, unsigned block, unsigned factor)
{
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want(out.size());
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = i / block * factor;
    check::equal(label, out, want);
    out.poison();
}

int main()
{
    check::begin("namespaces");
    const unsigned blocks = 5107, block = 31;
    check::device_array<unsigned> out(blocks * block);
    app::detail::fill<<<blocks, block>>>(out.get(), app::pt::launch{ 2 });
    expect("qualified", out, block, 2);
    app::run_inside(out.get(), blocks, block);
    expect("inside", out, block, 4);
    ::app::v1::inlined<<<blocks, block>>>(out.get());
    expect("global", out, block, 3);
    app::inlined<<<blocks, block>>>(out.get());
    expect("inlined", out, block, 3);
    hidden<<<blocks, block>>>(out.get());
    expect("anonymous", out, block, 5);
    deeper::hidden<<<blocks, block>>>(out.get());
    expect("anonymous_deeper", out, block, 6);
    attributes::told<<<blocks, block>>>(out.get());
    expect("attributes", out, block, 10);
    shortcut::fill<<<blocks, block>>>(out.get(), app::pt::launch{ 8 });
    expect("alias", out, block, 8);
    {
        using app::detail::fill;
        fill<<<blocks, block>>>(out.get(), app::pt::launch{ 9 });
        expect("using_declaration", out, block, 9);
    }
    {
        using namespace app;
        inlined<<<blocks, block>>>(out.get());
        expect("using_directive", out, block, 3);
        (detail::fill)<<<blocks, block>>>(out.get(), app::pt::launch{ 7 });
        expect("parenthesised", out, block, 7);
    }
    return check::finish();
}
