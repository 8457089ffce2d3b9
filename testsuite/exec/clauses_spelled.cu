// DESIGN part 3: directives with a backslash continuation, odd spacing, comments, any clause order and _Pragma.
// expect: handled
#include "check.h"

#pragma pt kernel \
    schedule( dynamic , 4 ) \
    order(reverse)
__global__ void continued(unsigned *out) { out[blockIdx.x] = blockIdx.x * 2; }

  #  pragma   pt	kernel groups( 3 per sm ) schedule(static) // a comment
__global__ void spaced(unsigned *out) { out[blockIdx.x] = blockIdx.x * 3; }

_Pragma("pt kernel schedule(guided)")
__global__ void by_operator(unsigned *out) { out[blockIdx.x] = blockIdx.x * 4; }

#pragma pt kernel /* between */ order(column) /* and */ groups(max)
// a comment and an empty line before the kernel

__global__ void /* here too */ commented(unsigned *out) { out[blockIdx.x] = blockIdx.x * 5; }

#pragma GCC diagnostic push
#pragma GCC diagnostic pop
// #pragma pt kernel nonsense(1)
/* #pragma pt kernel nonsense(2) */
static const char *const text = "#pragma pt kernel nonsense(3)";

int main()
{
    check::begin("clauses_spelled");
    const unsigned blocks = 5511;
    check::device_array<unsigned> out(blocks);
    for (unsigned factor = 2; factor <= 5; ++factor) {
        std::vector<unsigned> want(blocks);
        for (unsigned b = 0; b < blocks; ++b)
            want[b] = b * factor;
        out.poison();
        if (factor == 2)
            continued<<<blocks, 1>>>(out.get());
        else if (factor == 3)
            spaced<<<blocks, 1>>>(out.get());
        else if (factor == 4)
            by_operator<<<blocks, 1>>>(out.get());
        else
            commented<<<blocks, 1>>>(out.get());
        CUDA_OK(cudaGetLastError());
        check::equal("out", out, want);
    }
    check::value("text", static_cast<long long>(std::strlen(text)), 29);
    return check::finish();
}
