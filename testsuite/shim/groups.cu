// Cooperative groups and libcu++: what reads the block index and what synchronises is annotated.
// expect kernels: 1
// expect: group_index pt:reads-block-index
// expect: block_rank pt:reads-block-index
// expect: block_index pt:reads-block-index
// expect: thread_rank pt:reads-block-index
// expect: get_sreg_ctaid_x pt:reads-block-index
// expect: get_sreg_nctaid_y pt:reads-block-index
// expect: sync pt:grid-barrier
// expect: sync pt:block-barrier
// expect: sync pt:warp-sync
// expect: sync pt:cluster-barrier
// expect: shfl_down pt:warp-sync
// expect: reduce pt:warp-sync
// expect: arrive_and_wait pt:block-barrier
// expect: __shfl_down_sync pt:warp-sync
// expect: __ballot_sync pt:warp-sync
// expect: __reduce_add_sync pt:warp-sync
// expect: __barrier_sync pt:block-barrier
// expect: __cluster_barrier_wait pt:cluster-barrier
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/functional>
#include <cuda/pipeline>
#include <cuda/ptx>
#include <cuda/std/array>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
namespace cg = cooperative_groups;

template <unsigned N> __device__ float sum_of(const cg::thread_block_tile<N> &tile, float v)
{
    for (int i = tile.size() / 2; i; i /= 2)
        v += tile.shfl_down(v, i);
    return v;
}
__device__ int rank_in(cg::thread_group group, int v) { group.sync(); return group.thread_rank() + group.size() + v; }

template <class T> __global__ void all_groups(T *p)
{
    cg::thread_block block = cg::this_thread_block();
    cg::grid_group grid = cg::this_grid();
    auto warp = cg::tiled_partition<32>(block);
    cg::thread_block_tile<16> half_warp = cg::tiled_partition<16>(warp);
    cg::thread_block_tile<32> kept = cg::tiled_partition<32>(block);
    static_assert(cg::thread_block_tile<32>::size() == 32, "size");
    cg::sync(block);
    block.sync();
    grid.sync();
    warp.sync();
    cg::sync(warp);
    p[grid.thread_rank() + block.group_index().x] = cg::reduce(warp, p[0], cg::plus<T>()) + sum_of(kept, 1.f) + sum_of<16>(half_warp, 2.f);
    rank_in(block, 1);
    rank_in(cg::tiled_partition(block, 4), 3);
    auto active = cg::coalesced_threads();
    p[1] = active.shfl(p[1], 0) + active.num_threads();
    cg::memcpy_async(block, p, p, sizeof(T) * 3);
    cg::wait(block);
    cg::cluster_group cluster = cg::this_cluster();
    cluster.sync();
    T *other = cluster.map_shared_rank(p, 3);

    cuda::atomic_ref<T, cuda::thread_scope_device> reference(*other);
    reference.fetch_add(1, cuda::memory_order_relaxed);
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    if (threadIdx.x == 0)
        init(&barrier, blockDim.x);
    auto token = barrier.arrive();
    barrier.wait(static_cast<decltype(token) &&>(token));
    barrier.arrive_and_wait();
    cuda::memcpy_async(p, p + 3, cuda::aligned_size_t<16>(64), barrier);
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto pipeline = cuda::make_pipeline(block, &state);
    pipeline.producer_acquire();
    cuda::memcpy_async(block, p, p, sizeof(T), pipeline);
    pipeline.producer_commit();
    pipeline.consumer_wait();
    pipeline.consumer_release();
    p[2] = cuda::ptx::get_sreg_ctaid_x() + cuda::std::get<0>(cuda::std::make_tuple(1, 2)) + cuda::std::numeric_limits<int>::max();
}

int main()
{
    float *p = 0;
    void *arguments[] = {&p};
    return cudaLaunchCooperativeKernel((void *)all_groups<float>, 1, 2, arguments, 0, 0);
}
