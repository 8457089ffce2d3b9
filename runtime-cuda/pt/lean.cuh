// The work queue of heavy items: between two of them a thread keeps two registers, and nothing else.
//
// In:  the launch record. Out: one item after another, each as a block index: the same ones as work_queue hands out.
// Invariant: as work_queue's (queue.cuh): every item goes to exactly one group, all threads of a group see the same
//            items in the same order, and between two items the group has done what `Between` says.
//
// A twin with a few registers more than the original may lose a quarter of its warps, and an item that works for long
// pays for that with time; what the queue itself takes is nothing to it. So here
// - the loop has two entries, so that the compilers keep nothing across items (starts_between_items);
// - all but the item's number and the ticket in flight is read or computed again: the end of a chunk lies in the
//   group's slot, blocks follow from items by division, without the rows of work_queue;
// - two barriers a chunk spare the register that says which half of a double slot comes next.
#ifndef PT_LEAN_CUH
#define PT_LEAN_CUH

#include "queue.cuh"

namespace pt {

template <class Order, class Between> class lean_queue {
  public:
    __device__ __forceinline__ explicit lean_queue(const launch &l) : launch_(l), ticket_(nobody)
    {
        item_ = ::blockIdx.x * (l.stride == 1u ? l.chunk : 1u);
        if (l.tickets != 0u)
            open();
        has_item_ = item_ < l.items;
        Between::begin();
    }

    // Is never true: a launch has items. But the compilers do not know, and so see a loop with two entries, in front
    // of an item and behind it. None of their passes takes such a thing for a loop, neither in NVVM nor in ptxas, and
    // so none computes before it what all items have in common: addresses, constants of the mathematics, parameters,
    // what follows from threadIdx. All that would lie in registers from the first item to the last (a Fourier
    // transform: 128 of them instead of the original's 72). Each item computes it anew, as each block of the original
    // does. PT_KEEP_BETWEEN_ITEMS turns this off, to measure what it is worth.
    __device__ __forceinline__ bool starts_between_items() const
    {
#ifdef PT_KEEP_BETWEEN_ITEMS
        return false;
#else
        return launch_.items == 0u;
#endif
    }

    __device__ __forceinline__ bool has_item() const { return has_item_; }

    __device__ __forceinline__ void next_item()
    {
        if (launch_.tickets == 0u) {
            item_ = pt_dealt_after(&launch_, item_);
            Between::separate();
            has_item_ = item_ < launch_.items;
            return;
        }
        item_++;
        has_item_ = item_ < read(&slot()->part[0].y);
        if (has_item_)
            Between::separate();
        else
            fetch();
    }

    __device__ __forceinline__ uint3 block_index() const { return Order::block_of(item_, launch_); }

    __device__ __forceinline__ dim3 grid_dim() const
    {
        return dim3(launch_.grid_x, launch_.grid_y, launch_.grid_z);
    }

  private:
    // In ticket_: it is used up, draw the next one; this thread draws none.
    static constexpr unsigned drawing = 0xffffffffu, nobody = 0xfffffffeu;

    __device__ __forceinline__ detail::slot *slot() const { return detail::slot_of(launch_); }

    static __device__ __forceinline__ unsigned read(const unsigned *word)
    {
        unsigned value;
        asm volatile("ld.shared.u32 %0, [%1];" : "=r"(value) : "r"(shared_address(word)) : "memory");
        return value;
    }

    // At the start: thread 0 finds the counter and draws the first ticket, which arrives while the first chunk is
    // worked on.
    __device__ __forceinline__ void open()
    {
        if (is_first_thread()) {
            const unsigned entry = detail::claim_queue();
            slot()->entry = entry;
            slot()->part[0].y = min(item_ + launch_.chunk, launch_.items);
            ticket_ = device_scope::draw_ticket(&detail::directory.counter[entry].next, launch_.last_ticket);
        }
        ::__syncwarp();
        ::__syncthreads();
    }

    // Behind the first barrier nobody reads the last chunk any more, behind the second one the next is there.
    __device__ __forceinline__ void fetch()
    {
        Between::meet();
        if (ticket_ != nobody)
            publish();
        ::__syncwarp();
        ::__syncthreads();
        item_ = read(&slot()->part[0].x);
        has_item_ = item_ < read(&slot()->part[0].y);
        // Last of all, so that nothing before the next fetch needs the ticket.
        if (ticket_ == drawing)
            ticket_ = device_scope::draw_ticket(&detail::directory.counter[read(&slot()->entry)].next,
                                                launch_.last_ticket);
        // In a loop with two entries ptxas does not bring thread 0 back to its warp by itself.
        ::__syncwarp();
    }

    // Thread 0: publishes the chunk of the ticket in flight, or an empty one.
    __device__ __forceinline__ void publish()
    {
        pt_range range = {0u, 0u};
        if (ticket_ < launch_.tickets) {
            range = pt_ticket_range(&launch_, ticket_);
            ticket_ = drawing;
        } else if (ticket_ == launch_.last_ticket) {
            detail::release_queue(read(&slot()->entry));
        }
        slot()->part[0].x = range.begin;
        slot()->part[0].y = range.end;
    }

    const launch &launch_;
    unsigned item_;   // the current one
    unsigned ticket_; // with a queue, in thread 0: the ticket in flight
    bool has_item_;   // set by next_item and asked for behind it: lives no longer
};

} // namespace pt

#endif
