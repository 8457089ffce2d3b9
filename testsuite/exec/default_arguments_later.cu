// Default arguments that a further declaration gives: behind the definition, or one after the other.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void behind(unsigned *out, unsigned by) { out[blockIdx.x] += by * blockIdx.x; }
__global__ void behind(unsigned *, unsigned by = 8u);

#pragma pt kernel
__global__ void twice(unsigned *, unsigned, unsigned more = 8u);
__global__ void twice(unsigned *out, unsigned by = 3u, unsigned);

static void run(unsigned *out, unsigned blocks) { twice<<<blocks, 1>>>(out); }

__global__ void twice(unsigned *out, unsigned by, unsigned more) { out[blockIdx.x] += by * blockIdx.x + more; }

int main()
{
    check::begin("default_arguments_later");
    const unsigned blocks = 3000;
    check::device_array<unsigned> out(std::vector<unsigned>(blocks, 1u));
    behind<<<blocks, 1>>>(out.get());
    behind<<<blocks, 1>>>(out.get(), 5u);
    run(out.get(), blocks);
    twice<<<blocks, 1>>>(out.get(), 2u);
    twice<<<blocks, 1>>>(out.get(), 2u, 4u);
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want(blocks);
    for (unsigned i = 0; i < blocks; ++i)
        want[i] = 1u + (8u + 5u + 3u + 2u + 2u) * i + 8u + 8u + 4u;
    check::equal("out", out, want);
    return check::finish();
}
