// Beside a group of the whole grid: groups whose types a template leaves open, and that are none of those all the same.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void others(float *out)
{
    const auto grid = cg::this_grid();
    out[grid.thread_rank()] = grid.size();
}

template <class T> struct span {
    T *p;
    int n;
    __device__ int size() const { return n; }
};
template <class T> struct rest : T {
    int n;
};
template <class T> struct special {
    int n;
    __device__ int size() const { return n; }
};
template <> struct special<int> : cg::grid_group {};

#pragma pt kernel
template <int N> __global__ void tiles(const float *in, float *out)
{
    cg::thread_block_tile<N> tile = cg::tiled_partition<N>(cg::this_thread_block());
    float v = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int o = tile.size() / 2; o > 0; o /= 2)
        v += tile.shfl_down(v, o);
    tile.sync();
    if (tile.thread_rank() == 0)
        atomicAdd(out, v);
}
#pragma pt kernel
template <class T, int N> __global__ void deduced(const T *in, T *out)
{
    const auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<N>(block);
    T v = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int o = tile.size() / 2; o > 0; o /= 2)
        v += tile.shfl_down(v, o);
    if (tile.thread_rank() == 0)
        out[blockIdx.x] = v;
}
#pragma pt kernel
template <class T> __global__ void spans(span<T> v)
{
    if (threadIdx.x < v.size())
        v.p[threadIdx.x] *= 2;
}

#pragma pt kernel
template <class T> __global__ void inherited(rest<T> v, int *out) { out[threadIdx.x] = v.size(); }
#pragma pt kernel
template <class T> __global__ void specialised(special<T> v, int *out) { out[threadIdx.x] = v.size(); }
#pragma pt kernel
template <class G> __global__ void open(int *out)
{
    auto group = cg::tiled_partition(cg::this_thread_block(), G::size());
    auto any = G::make();
    out[threadIdx.x] = group.size() + any.size();
}
