// DESIGN part 4, C++: parameters without names, with array, function-pointer and attribute declarators, shadowed in the body, named like the loop's.
// expect: handled
#include "check.h"

typedef unsigned row[4];

#pragma pt kernel
__global__ void unnamed(unsigned *out, int, const float *, unsigned bias) { out[blockIdx.x] = blockIdx.x + bias; }

#pragma pt kernel
__global__ void declarators(unsigned out[], const unsigned (*matrix)[4], const row *rows, unsigned (*callback)(unsigned), const unsigned *const *, unsigned unused [[maybe_unused]])
{
    out[blockIdx.x] = matrix[blockIdx.x % 3][1] + rows[blockIdx.x % 3][2] + (callback == nullptr ? 1 : 2);
}

#pragma pt kernel
__global__ void shadowed(unsigned *out, unsigned n)
{
    for (unsigned n = 0; n < 2; ++n) {
        unsigned *target = out;
        unsigned out = n;
        target[2 * blockIdx.x + n] = out + blockIdx.x;
    }
    out[2 * blockIdx.x] += n;
}

#pragma pt kernel
__global__ void no_parameters();
__device__ unsigned global_counter;
__global__ void no_parameters(void) { if (threadIdx.x == 0) atomicAdd(&global_counter, blockIdx.x); }

int main()
{
    check::begin("parameter_shapes");
    const unsigned blocks = 5107;
    check::device_array<unsigned> out(blocks), wide(2 * blocks), matrix(check::mixed_vector(12));
    std::vector<unsigned> cells = check::mixed_vector(12), want(blocks), want_wide(2 * blocks);
    unnamed<<<blocks, 1>>>(out.get(), 1, nullptr, 9);
    CUDA_OK(cudaGetLastError());
    for (unsigned b = 0; b < blocks; ++b)
        want[b] = b + 9;
    check::equal("unnamed", out, want);
    out.poison();
    const unsigned (*rows)[4] = reinterpret_cast<const unsigned (*)[4]>(matrix.get());
    declarators<<<blocks, 1>>>(out.get(), rows, rows, nullptr, nullptr, 0);
    CUDA_OK(cudaGetLastError());
    for (unsigned b = 0; b < blocks; ++b)
        want[b] = cells[b % 3 * 4 + 1] + cells[b % 3 * 4 + 2] + 1;
    check::equal("declarators", out, want);
    shadowed<<<blocks, 1>>>(wide.get(), 100);
    CUDA_OK(cudaGetLastError());
    for (unsigned b = 0; b < blocks; ++b)
        want_wide[2 * b] = b + 100, want_wide[2 * b + 1] = 1 + b;
    check::equal("shadowed", wide, want_wide);
    no_parameters<<<blocks, 33>>>();
    CUDA_OK(cudaGetLastError());
    unsigned sum = 0;
    CUDA_OK(cudaMemcpyFromSymbol(&sum, global_counter, sizeof sum));
    const unsigned none = 0;
    CUDA_OK(cudaMemcpyToSymbol(global_counter, &none, sizeof none));
    check::value("sum", sum, blocks * (blocks - 1) / 2);
    return check::finish();
}
