// DESIGN part 4, C++: <<< and directives in strings, comments, inactive #if and raw strings; blockIdx in strings; trigraph-like and shift tokens.
// expect: handled
#include "check.h"

#if 0
#pragma pt kernel nonsense
never<<<1, 1>>>(these are not C++);
#endif
#define UNUSED_LAUNCH(k) k<<<1, 1>>>(0)

static const char *const raw = R"x(fill<<<1, 1>>>(blockIdx.x); " #pragma pt kernel bad )x";
struct shifter { unsigned v; shifter operator<<(unsigned n) const { return shifter{ v << n }; } };
template <class T> struct wrap { T value; };

#pragma pt kernel
__global__ void fill(unsigned *out, wrap<wrap<wrap<unsigned>>> w) // fill<<<grid, block>>>(out)
{
    /* return; blockIdx.x __syncthreads(); */
    const char *text = "blockIdx return; } {";
    out[blockIdx.x] = w.value.value.value + (1u << (blockIdx.x % 3)) + (text[0] == 'b') + (1024u>>blockIdx.x%4);
}

int main()
{
    check::begin("tokens_in_text");
    const unsigned blocks = 5107;
    std::vector<unsigned> want(blocks);
    for (unsigned b = 0; b < blocks; ++b)
        want[b] = (5 << 2) + (1u << (b % 3)) + 1 + (1024u >> b % 4);
    check::device_array<unsigned> out(blocks);
    fill<<<blocks, 1 /* threads >>> */>>>(out.get(), { { { (shifter{ 5 } << 2).v } } }); // "<<<"
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    check::value("raw", static_cast<long long>(std::strlen(raw)), 52);
    return check::finish();
}
