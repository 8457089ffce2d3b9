// Cooperative groups (Programming Guide, "Cooperative Groups"), with reduce, scan, memcpy_async.
//
// Groups' own functions are annotated: those that depend on the block index, those that synchronise.
#ifndef PTCC_SHIM_COOPERATIVE_GROUPS_H
#define PTCC_SHIM_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"

#define _COOPERATIVE_GROUPS_H_
#define _CG_HAS_CLUSTER_GROUP 1
#define _CG_HAS_MULTI_GRID_GROUP 1

#define PT_SHIM_CG_BLOCK PT_SHIM_BLOCK_BARRIER __device__
#define PT_SHIM_CG_WARP PT_SHIM_WARP_SYNC __device__
#define PT_SHIM_CG_INDEX PT_SHIM_READS_BLOCK_INDEX __device__

namespace cooperative_groups {

class thread_group {
public:
    PT_SHIM_CG_BLOCK void sync() const;
    PT_SHIM_CG_INDEX unsigned long long size() const;
    PT_SHIM_CG_INDEX unsigned long long num_threads() const;
    PT_SHIM_CG_INDEX unsigned long long thread_rank() const;
    __device__ bool is_valid() const;
    __device__ unsigned int get_type() const;
};

class thread_block : public thread_group {
public:
    class arrival_token {};
    PT_SHIM_CG_BLOCK static void sync();
    PT_SHIM_CG_BLOCK arrival_token barrier_arrive() const;
    PT_SHIM_CG_BLOCK void barrier_wait(arrival_token &&token) const;
    __device__ static unsigned int size();
    __device__ static unsigned int num_threads();
    __device__ static unsigned int thread_rank();
    __device__ static dim3 thread_index();
    __device__ static dim3 group_dim();
    __device__ static dim3 dim_threads();
    PT_SHIM_CG_INDEX static dim3 group_index();
};

class grid_group : public thread_group {
public:
    class arrival_token {};
    PT_SHIM_GRID_BARRIER __device__ void sync() const;
    PT_SHIM_GRID_BARRIER __device__ arrival_token barrier_arrive() const;
    PT_SHIM_GRID_BARRIER __device__ void barrier_wait(arrival_token &&token) const;
    __device__ bool is_valid() const;
    PT_SHIM_CG_INDEX static unsigned long long size();
    PT_SHIM_CG_INDEX static unsigned long long num_threads();
    PT_SHIM_CG_INDEX static unsigned long long thread_rank();
    PT_SHIM_CG_INDEX static dim3 group_dim();
    PT_SHIM_CG_INDEX static dim3 dim_threads();
    PT_SHIM_CG_INDEX static dim3 thread_index();
    PT_SHIM_CG_INDEX static dim3 dim_blocks();
    PT_SHIM_CG_INDEX static unsigned long long num_blocks();
    PT_SHIM_CG_INDEX static dim3 block_index();
    PT_SHIM_CG_INDEX static unsigned long long block_rank();
    PT_SHIM_CG_INDEX static unsigned int num_clusters();
    PT_SHIM_CG_INDEX static dim3 dim_clusters();
    PT_SHIM_CG_INDEX static unsigned int cluster_rank();
    PT_SHIM_CG_INDEX static dim3 cluster_index();
};

class multi_grid_group : public thread_group {
public:
    PT_SHIM_GRID_BARRIER __device__ void sync() const;
    __device__ bool is_valid() const;
    PT_SHIM_CG_INDEX unsigned long long size() const;
    PT_SHIM_CG_INDEX unsigned long long num_threads() const;
    PT_SHIM_CG_INDEX unsigned long long thread_rank() const;
    __device__ unsigned int grid_rank() const;
    __device__ unsigned int num_grids() const;
};

// A block's place in its cluster. Twins are never launched in clusters, where a block is one by itself, as in any plain launch.
class cluster_group : public thread_group {
public:
    class arrival_token {};
    PT_SHIM_CLUSTER_BARRIER PT_SHIM_CG_BLOCK static void sync();
    PT_SHIM_CLUSTER_BARRIER PT_SHIM_CG_BLOCK static arrival_token barrier_arrive();
    PT_SHIM_CLUSTER_BARRIER PT_SHIM_CG_BLOCK static void barrier_wait();
    PT_SHIM_CLUSTER_BARRIER PT_SHIM_CG_BLOCK static void barrier_wait(arrival_token &&token);
    __device__ static unsigned int thread_rank();
    __device__ static unsigned int block_rank();
    __device__ static dim3 block_index();
    __device__ static dim3 thread_index();
    __device__ static dim3 dim_threads();
    __device__ static dim3 dim_blocks();
    __device__ static unsigned int num_blocks();
    __device__ static unsigned int num_threads();
    __device__ static unsigned int size();
    __device__ static unsigned int query_shared_rank(const void *pointer);
    template <class T> __device__ static T *map_shared_rank(T *pointer, int rank);
};

// What tiles of at most a warp and coalesced groups share. SYNC is how their collectives synchronise.
#define PT_SHIM_CG_COLLECTIVES(SYNC) \
    SYNC void sync() const; \
    __device__ unsigned int size() const; \
    __device__ unsigned int num_threads() const; \
    __device__ unsigned int thread_rank() const; \
    __device__ unsigned int meta_group_size() const; \
    __device__ unsigned int meta_group_rank() const; \
    template <class T> SYNC T shfl(T value, unsigned int source) const; \
    template <class T> SYNC T shfl_up(T value, unsigned int delta) const; \
    template <class T> SYNC T shfl_down(T value, unsigned int delta) const; \
    template <class T> SYNC T shfl_xor(T value, unsigned int mask) const; \
    SYNC int any(int predicate) const; \
    SYNC int all(int predicate) const; \
    SYNC unsigned int ballot(int predicate) const; \
    template <class T> SYNC unsigned int match_any(T value) const; \
    template <class T> SYNC unsigned int match_all(T value, int &predicate) const;

class coalesced_group : public thread_group {
public:
    PT_SHIM_CG_COLLECTIVES(PT_SHIM_CG_WARP)
};
template <bool within_warp> class pt_shim_tile : public thread_group {
public:
    PT_SHIM_CG_COLLECTIVES(PT_SHIM_CG_WARP)
};
template <> class pt_shim_tile<false> : public thread_group {
public:
    PT_SHIM_CG_COLLECTIVES(PT_SHIM_CG_BLOCK)
};
#undef PT_SHIM_CG_COLLECTIVES

template <unsigned int Size, class Parent = void> class thread_block_tile : public pt_shim_tile<(Size <= 32)> {
public:
    template <class P> __device__ thread_block_tile(const thread_block_tile<Size, P> &other);
    thread_block_tile() = default;
    __device__ static constexpr unsigned int size() { return Size; }
    __device__ static constexpr unsigned int num_threads() { return Size; }
};

template <unsigned int size, unsigned int blocks = 1> struct block_tile_memory { char opaque[size * blocks]; };

namespace experimental {
using cooperative_groups::block_tile_memory;
using cooperative_groups::thread_block_tile;
template <class Memory> __device__ thread_block this_thread_block(Memory &memory);
template <unsigned int Size, class Parent> __device__ thread_block_tile<Size, Parent> tiled_partition(const Parent &group);
}

__device__ thread_block this_thread_block();
template <unsigned int size, unsigned int blocks> __device__ thread_block this_thread_block(block_tile_memory<size, blocks> &memory);
__device__ grid_group this_grid();
__device__ multi_grid_group this_multi_grid();
__device__ cluster_group this_cluster();
__device__ coalesced_group coalesced_threads();

PT_SHIM_CG_BLOCK void sync(const thread_group &group);
PT_SHIM_CG_BLOCK void sync(const thread_block &group);
PT_SHIM_GRID_BARRIER __device__ void sync(const grid_group &group);
PT_SHIM_GRID_BARRIER __device__ void sync(const multi_grid_group &group);
PT_SHIM_CG_WARP void sync(const coalesced_group &group);
PT_SHIM_CG_BLOCK void synchronize(const thread_block &group);
template <unsigned int Size, class Parent> PT_SHIM_CG_WARP void sync(const thread_block_tile<Size, Parent> &group);
template <class Group> __device__ unsigned int thread_rank(const Group &group);
PT_SHIM_CG_INDEX unsigned long long thread_rank(const grid_group &group);
template <class Group> __device__ unsigned int group_size(const Group &group);
PT_SHIM_CG_INDEX unsigned long long group_size(const grid_group &group);
__device__ dim3 thread_index(const thread_block &group);
PT_SHIM_CG_INDEX dim3 group_index(const thread_block &group);
__device__ dim3 group_dim(const thread_block &group);
PT_SHIM_CG_INDEX dim3 group_dim(const grid_group &group);

template <unsigned int Size> PT_SHIM_CG_WARP thread_block_tile<Size, thread_block> tiled_partition(const thread_block &group);
template <unsigned int Size, unsigned int Outer, class Parent> PT_SHIM_CG_WARP thread_block_tile<Size, thread_block_tile<Outer, Parent>> tiled_partition(const thread_block_tile<Outer, Parent> &group);
template <unsigned int Size> PT_SHIM_CG_WARP thread_block_tile<Size> tiled_partition(const thread_group &group);
PT_SHIM_CG_WARP thread_group tiled_partition(const thread_group &group, unsigned int size);
PT_SHIM_CG_WARP thread_group tiled_partition(const thread_block &group, unsigned int size);
PT_SHIM_CG_WARP coalesced_group tiled_partition(const coalesced_group &group, unsigned int size);
template <class Group, class Label> PT_SHIM_CG_WARP coalesced_group labeled_partition(const Group &group, Label label);
template <class Group> PT_SHIM_CG_WARP coalesced_group binary_partition(const Group &group, bool predicate);
template <class Group, class F, class... A> PT_SHIM_CG_WARP void invoke_one(const Group &group, F &&function, A &&...arguments);
template <class Group, class F, class... A> PT_SHIM_CG_WARP auto invoke_one_broadcast(const Group &group, F &&function, A &&...arguments) -> decltype(function(arguments...));

// reduce.h
#define PT_SHIM_CG_OPERATOR(name) \
    template <class T = void> struct name { __device__ T operator()(T a, T b) const; }; \
    template <> struct name<void> { template <class T> __device__ T operator()(T a, T b) const; };
PT_SHIM_CG_OPERATOR(plus) PT_SHIM_CG_OPERATOR(less) PT_SHIM_CG_OPERATOR(greater) PT_SHIM_CG_OPERATOR(bit_and)
PT_SHIM_CG_OPERATOR(bit_or) PT_SHIM_CG_OPERATOR(bit_xor)
#undef PT_SHIM_CG_OPERATOR
template <class Group, class T, class Op> PT_SHIM_CG_WARP T reduce(const Group &group, T value, Op &&op);
template <class Group, class T, class Op> PT_SHIM_CG_WARP void reduce_update_async(const Group &group, T &destination, const T &value, Op &&op);
template <class Group, class T, class A, class Op> PT_SHIM_CG_WARP void reduce_update_async(const Group &group, A &destination, T &&value, Op &&op);
template <class Group, class T, class A, class Op> PT_SHIM_CG_WARP void reduce_store_async(const Group &group, A &destination, T &&value, Op &&op);

// scan.h
template <class Group, class T> PT_SHIM_CG_WARP T inclusive_scan(const Group &group, T value);
template <class Group, class T, class Op> PT_SHIM_CG_WARP T inclusive_scan(const Group &group, T value, Op &&op);
template <class Group, class T> PT_SHIM_CG_WARP T exclusive_scan(const Group &group, T value);
template <class Group, class T, class Op> PT_SHIM_CG_WARP T exclusive_scan(const Group &group, T value, Op &&op);
template <class Group, class A, class T> PT_SHIM_CG_WARP T inclusive_scan_update(const Group &group, A &destination, T value);
template <class Group, class A, class T, class Op> PT_SHIM_CG_WARP T inclusive_scan_update(const Group &group, A &destination, T value, Op &&op);
template <class Group, class A, class T> PT_SHIM_CG_WARP T exclusive_scan_update(const Group &group, A &destination, T value);
template <class Group, class A, class T, class Op> PT_SHIM_CG_WARP T exclusive_scan_update(const Group &group, A &destination, T value, Op &&op);

// memcpy_async.h: every thread of the group has to call, wait synchronises the group
template <class Group, class T, class... Sizes> PT_SHIM_CG_WARP void memcpy_async(const Group &group, T *to, const T *from, const Sizes &...sizes);
template <class Group, class... Sizes> PT_SHIM_CG_WARP void memcpy_async(const Group &group, void *to, const void *from, const Sizes &...sizes);
template <class Group> PT_SHIM_CG_WARP void wait(const Group &group);
PT_SHIM_CG_BLOCK void wait(const thread_block &group);
template <unsigned int stages, class Group> PT_SHIM_CG_BLOCK void wait_prior(const Group &group);

} // namespace cooperative_groups

#endif
