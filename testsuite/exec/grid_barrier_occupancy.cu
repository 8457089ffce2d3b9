// Cooperative launches of as many blocks as the device holds at once, by the occupancy queries of the CUDA runtime: what they answer
// for a kernel with a grid barrier is true of its persistent kernel, too, which needs more shared memory.
// expect: handled
// needs: c++17
#include "check.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

#define ASK(blocks, kernel, threads, bytes) CUDA_OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, threads, bytes))

// In one piece, since a reference lives across the barrier.
#pragma pt kernel
__global__ void sum_of(const unsigned *in, unsigned *partial, unsigned *out, unsigned n)
{
    extern __shared__ unsigned part[];
    const cg::grid_group grid = cg::this_grid();
    const unsigned &last = in[n - 1];
    unsigned sum = 0;
    for (unsigned i = static_cast<unsigned>(grid.thread_rank()); i < n; i += static_cast<unsigned>(grid.size()))
        sum += in[i];
    part[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (unsigned i = 1; i < blockDim.x; ++i)
            sum += part[i];
        partial[blockIdx.x] = sum;
    }
    grid.sync();
    if (grid.thread_rank() == 0) {
        for (unsigned i = 1; i < gridDim.x; ++i)
            sum += partial[i];
        *out = sum + last;
    }
}

#pragma pt kernel
template <unsigned factor> __global__ void multiple_of(const unsigned *in, unsigned *partial, unsigned *out, unsigned n)
{
    extern __shared__ unsigned part[];
    const cg::grid_group grid = cg::this_grid();
    const unsigned &last = in[n - 1];
    for (unsigned i = static_cast<unsigned>(grid.thread_rank()); i < n; i += static_cast<unsigned>(grid.size()))
        partial[i] = in[i] * factor;
    part[threadIdx.x] = threadIdx.x;
    grid.sync();
    if (grid.thread_rank() == 0) {
        unsigned sum = last - part[0];
        for (unsigned i = 0; i < n; ++i)
            sum += partial[n - 1 - i];
        *out = sum;
    }
}

typedef void (*kernel_pointer)(const unsigned *, unsigned *, unsigned *, unsigned);

struct bytes_of_block {
    __host__ __device__ size_t operator()(int threads) const { return static_cast<size_t>(threads) * 100 + 16; }
};

struct problem {
    std::vector<unsigned> values;
    unsigned sum;
    check::device_array<unsigned> in, partial, out;

    explicit problem(unsigned n) : values(check::mixed_vector(n)), sum(0), in(values), partial(1 << 16), out(1)
    {
        for (unsigned value : values)
            sum += value;
    }

    void run(const char *label, kernel_pointer kernel, int blocks, int threads, size_t bytes, unsigned factor)
    {
        const unsigned *input = in.get();
        unsigned *parts = partial.get(), *result = out.get(), n = static_cast<unsigned>(values.size());
        void *arguments[] = { &input, &parts, &result, &n };
        out.poison();
        const dim3 grid(static_cast<unsigned>(blocks)), block(static_cast<unsigned>(threads));
        CUDA_OK(cudaLaunchCooperativeKernel((const void *)kernel, grid, block, arguments, bytes, nullptr));
        check::equal(label, out, std::vector<unsigned>(1, sum * factor + values.back()));
    }
};

template <class Kernel> int blocks_of(Kernel kernel, int threads, size_t bytes)
{
    int blocks = 0;
    CUDA_OK(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, kernel, threads, bytes, cudaOccupancyDefault));
    return blocks;
}

int main()
{
    check::begin("grid_barrier_occupancy");
    int device = 0, multiprocessors = 0, most = 0;
    CUDA_OK(cudaGetDevice(&device));
    CUDA_OK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_OK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    CUDA_OK(cudaFuncSetAttribute(sum_of, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
    CUDA_OK(cudaFuncSetAttribute(multiple_of<3>, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
    problem p(5003);

    // As much shared memory as lets so many blocks of the kernel as it is written in, and not one that needs more.
    const kernel_pointer pointer = multiple_of<3>;
    cudaError_t (*const ask)(int *, const void *, int, size_t) = cudaOccupancyMaxActiveBlocksPerMultiprocessor;
    for (int fitting = 2; fitting <= 8; fitting *= 2) {
        size_t bytes = 0;
        int blocks = 0;
        CUDA_OK(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, sum_of, fitting, 64));
        CUDA_OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sum_of, 64, bytes));
        p.run("by the kernel's name", sum_of, multiprocessors * blocks, 64, bytes, 1);
        CUDA_OK(::cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)multiple_of<3>, 64, bytes));
        p.run("by an instantiation's address", multiple_of<3>, multiprocessors * blocks, 64, bytes, 3);
        ASK(&blocks, pointer, 64, bytes);
        p.run("by a pointer, in a macro", pointer, multiprocessors * blocks, 64, bytes, 3);
        CUDA_OK(ask(&blocks, (const void *)pointer, 64, bytes));
        p.run("by a pointer to the query", pointer, multiprocessors * blocks, 64, bytes, 3);
        p.run("in a template", multiple_of<3>, multiprocessors * blocks_of(multiple_of<3>, 64, bytes), 64, bytes, 3);
        p.run("in a template of another", sum_of, multiprocessors * blocks_of(sum_of, 64, bytes), 64, bytes, 1);

        int grid = 0, threads = 0;
        CUDA_OK(cudaOccupancyMaxPotentialBlockSize(&grid, &threads, sum_of, bytes, 128));
        p.run("a block of any size", sum_of, grid, threads, bytes, 1);
        CUDA_OK(cudaOccupancyMaxPotentialBlockSizeWithFlags(&grid, &threads, multiple_of<3>, bytes, 96));
        p.run("with flags", multiple_of<3>, grid, threads, bytes, 3);
    }
    int grid = 0, threads = 0;
    CUDA_OK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &threads, sum_of, bytes_of_block(), 512));
    p.run("more memory in larger blocks", sum_of, grid, threads, bytes_of_block()(threads), 1);
    CUDA_OK(cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(&grid, &threads, pointer, bytes_of_block(), 0, cudaOccupancyDefault));
    p.run("the same with flags", pointer, grid, threads, bytes_of_block()(threads), 3);
    return check::finish();
}
