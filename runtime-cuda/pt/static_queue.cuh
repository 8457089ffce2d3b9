// The queue without tickets: a group's items are known from the launch alone.
//
// In:  the launch record. Out: one item after another, each as a block index.
// Invariant: every item of the launch is handed to exactly one group; all threads of a group see the same
//            items in the same order; between two items the group has done what `Between` says. No memory is touched.
//
// `dealt_items` is what all queues share: where the group is in the grid, and how chunks are dealt out (schedule.h). A kernel with
// `schedule(static)` has nothing else: without code for tickets it takes fewer registers, and a short launch fewer instructions
// (benchmarks/short-launches.md).
#ifndef PT_STATIC_QUEUE_CUH
#define PT_STATIC_QUEUE_CUH

#include "block.cuh"
#include "count.cuh"
#include "order.cuh"
#include "schedule.h"

namespace pt {

namespace detail {

template <class Order, class Between, class Blocks> class dealt_items : protected Blocks, protected Order::watch {
  public:
    // Is there a chunk to work on (or what is left of one in row_)?
    __device__ __forceinline__ bool has_chunk() const { return place_ < end_; }

    __device__ __forceinline__ bool has_item() const { return place_ < end_; }

    __device__ __forceinline__ void next_item()
    {
        this->end_block(launch_, item());
        advance(place_, launch_.stride);
        if (Between::before_fetch || has_item())
            Between::separate();
        this->begin_block(launch_);
    }

    __device__ __forceinline__ uint3 block_index() const { return Order::block_index(row_, place_, launch_); }

    __device__ __forceinline__ dim3 grid_dim() const
    {
        return dim3(launch_.grid_x, launch_.grid_y, launch_.grid_z);
    }

  protected:
    __device__ __forceinline__ explicit dealt_items(const launch &l) : launch_(l) {}

    // The group's first chunk. Returns its end, as if there were items without end.
    __device__ __forceinline__ unsigned begin()
    {
        const launch &l = launch_;
        const unsigned first = ::blockIdx.x * (l.stride == 1u ? l.chunk : 1u);
        work_on(first, first + l.chunk);
        return first + l.chunk;
    }

    __device__ __forceinline__ unsigned item() const { return Order::row_begin(row_) + place_; }

    // The items from `item` to `chunk_end` that lie in one row are next; none when `item` is behind the last one.
    __device__ __forceinline__ void work_on(unsigned item, unsigned chunk_end)
    {
        const unsigned end = min(Order::find_row(row_, item, launch_), min(chunk_end, this->items(launch_)));
        place_ = item - Order::row_begin(row_);
        end_ = max(item, end) - Order::row_begin(row_);
    }

    // On to the next row of the chunk, or to the chunk one round further on. Behind the last item of all, there is nothing to
    // compute, and that no item is left is visible for the compiler: in a launch of a few microseconds those instructions are seen.
    __device__ __forceinline__ void deal()
    {
        unsigned next = item();
        if (next >= this->items(launch_)) {
            end_ = place_;
            return;
        }
        const unsigned chunk_begin = pt_static_chunk(&launch_, next);
        unsigned chunk_end = chunk_begin + launch_.chunk;
        if (next == chunk_begin) {
            next += launch_.round_items - launch_.chunk;
            chunk_end = next + launch_.chunk;
        }
        work_on(next, chunk_end);
        if (!Between::before_fetch)
            Between::separate();
        this->begin_block(launch_);
    }

    const launch &launch_;
    typename Order::row row_; // of the current item
    unsigned place_;          // of the current item in it
    unsigned end_;            // of what is left of the current chunk in it
};

} // namespace detail

template <class Order, class Between, class Blocks = all_blocks> class static_queue : public detail::dealt_items<Order, Between, Blocks> {
  public:
    __device__ __forceinline__ explicit static_queue(const launch &l) : detail::dealt_items<Order, Between, Blocks>(l) { start(); }

    // Each thread counts for itself.
    template <class Count>
    __device__ __forceinline__ static_queue(const launch &l, const Count &count) : detail::dealt_items<Order, Between, Blocks>(l)
    {
        wait_for_dependency();
        this->items_ = detail::at_most(l.items, count());
        start();
    }

    __device__ __forceinline__ void next_chunk() { this->deal(); }

  private:
    __device__ __forceinline__ void start()
    {
        this->begin();
        Between::begin();
        this->begin_block(this->launch_);
    }
};

} // namespace pt

#endif
