// The work queue of a thread group: hands it items until none is left.
//
// In:  the launch record. Out: one item after another, each as a block index.
// Invariant: every item of the launch is handed to exactly one group; all threads of a group see the same
//            items in the same order; between two items the group has done what `Between` says.
//
// A group's first chunks are dealt out statically (static_queue.cuh): no memory is touched. When the launch has a
// queue, thread 0 then draws tickets from one counter. It draws the next ticket when the group starts on a
// chunk, so that the counter's latency passes while items run, and publishes the chunk in one of two slots in
// shared memory when the group has finished the last one; one barrier a chunk is enough, since a slot is
// written again only behind the next barrier.
//
// Each group draws exactly one ticket that stands for nothing, so the group that draws the very last of those
// knows that all others are done with the counter, resets it and gives it back (queue_directory.cuh).
#ifndef PT_QUEUE_CUH
#define PT_QUEUE_CUH

#include "atomic.cuh"
#include "block.cuh"
#include "count.cuh"
#include "order.cuh"
#include "queue_directory.cuh"
#include "schedule.h"
#include "static_queue.cuh"
#include "warp.cuh"

#include <type_traits>

namespace pt {

namespace detail {

static __device__ __forceinline__ slot *slot_of(const launch &l)
{
    return slot_at(l.slot_offset);
}

// Where a launch draws its tickets. Thread 0 calls all of it.
struct one_counter {
    static constexpr bool are_several = false;
    static __device__ __forceinline__ void begin(slot *, const launch &) {}
    static __device__ __forceinline__ unsigned draw(const slot *, unsigned entry, unsigned last)
    {
        return device_scope::draw_ticket(&directory.counter[entry].next, last);
    }
    // The ticket that was drawn, or one that stands for nothing.
    static __device__ __forceinline__ unsigned ticket(const slot *, const launch &, unsigned, unsigned drawn) { return drawn; }
};

// `Counters`: the above, or those of steal_queue.cuh, among which groups search.
template <class Order, class Between, class Blocks, class Counters> class ticket_queue : public dealt_items<Order, Between, Blocks> {
  public:
    __device__ __forceinline__ explicit ticket_queue(const launch &l) : dealt_items<Order, Between, Blocks>(l), ticket_(0) { start(); }

    // With fewer blocks than were launched, a group may have none to begin with; it draws its last ticket all the same.
    template <class Count>
    __device__ __forceinline__ ticket_queue(const launch &l, const Count &count) : dealt_items<Order, Between, Blocks>(l), ticket_(0)
    {
        agree(count);
        start();
        if (l.tickets != 0u && !this->has_chunk())
            fetch();
    }

    // Behind the last item of a chunk or a row.
    __device__ __forceinline__ void next_chunk()
    {
        if (this->launch_.tickets != 0u)
            fetch();
        else
            this->deal();
    }

  private:
    static constexpr unsigned drawing = 0xffffffffu; // in ticket_: it is used up, draw the next one
    static constexpr unsigned nothing = 0xfffffffeu; // the same: no counter has a ticket left

    __device__ __forceinline__ void start()
    {
        const launch &l = this->launch_;
        const unsigned chunk_end = this->begin();
        part_ = shared_address(&slot_of(l)->part[1]);
        if (l.tickets != 0u) {
            open(chunk_end);
            show_convergence();
        }
        Between::begin();
        this->begin_block(l);
    }

    // items(...): how many blocks there are. All groups that share a queue must say the same, or its tickets would not add up.
    template <class Count> __device__ __forceinline__ void agree(const Count &count)
    {
        const launch &l = this->launch_;
        wait_for_dependency();
        if (l.tickets == 0u) {
            this->items_ = at_most(l.items, count());
            return;
        }
        slot *const slot = slot_of(l);
        if (is_first_thread()) {
            slot->entry = claim_queue();
            slot->rest = agree_on(slot->entry, at_most(l.items, count()));
            this->tickets_ = pt_tickets_below(&l, slot->rest);
        }
        ::__syncthreads();
        this->items_ = slot->rest;
        ::__syncthreads();
    }

    // With a queue, at the start: thread 0 finds the counter and draws the first ticket, which arrives while
    // the first chunk is worked on.
    __device__ __forceinline__ void open(unsigned chunk_end)
    {
        if (is_first_thread()) {
            const launch &l = this->launch_;
            slot *const slot = slot_of(l);
            const unsigned entry = Blocks::is_counted ? slot->entry : claim_queue();
            slot->entry = entry;
            slot->rest = Blocks::is_counted ? min(chunk_end, this->items(l)) : chunk_end;
            Counters::begin(slot, l);
            ticket_ = Counters::draw(slot, entry, this->last_ticket(l));
        }
    }

    // With a queue: what thread 0 publishes now. The address is the same in all threads, visibly so for the
    // compiler: then it knows that items are, too, and spares all that divergent loops need.
    __device__ __forceinline__ void fetch()
    {
        uint4 words = next_published();
        while (Counters::are_several && words.x > words.y) { // the counter is exhausted
            search(std::integral_constant<bool, Counters::are_several>());
            words = next_published();
        }
        this->place_ = words.x;
        this->end_ = words.y;
        this->row_ = Order::unpack(make_uint2(words.z, words.w));
        // Last of all, so that nothing before the next fetch needs the ticket: not even a move of registers.
        if (ticket_ == drawing) {
            const launch &l = this->launch_;
            ticket_ = Counters::draw(slot_of(l), slot_of(l)->entry, this->last_ticket(l));
        }
        this->begin_block(this->launch_);
    }

    __device__ __forceinline__ uint4 next_published()
    {
        if (is_first_thread())
            publish();
        Between::meet();
        const uint4 words = load_shared(part_);
        part_ ^= static_cast<unsigned>(sizeof(uint4));
        return words;
    }

    // Thread 0: publishes what is left of the chunk in the next row, or else the chunk of the ticket in flight.
    __device__ __forceinline__ void publish()
    {
        const launch &l = this->launch_;
        slot *const slot = slot_of(l);
        unsigned begin = this->item();
        unsigned rest = slot->rest;
        if (begin >= rest) {
            const unsigned ticket = Counters::ticket(slot, l, this->tickets(l), ticket_);
            if (ticket < this->tickets(l)) {
                const pt_range range = pt_ticket_range(&l, ticket);
                ticket_ = drawing;
                begin = range.begin;
                rest = Blocks::is_counted ? min(range.end, this->items(l)) : range.end;
                slot->rest = rest;
            } else if (Counters::are_several && ticket_ != nothing) {
                store_shared(part_, make_uint4(1u, 0u, 0u, 0u)); // search
                return;
            } else {
                rest = begin;
                if (!Counters::are_several && ticket_ == this->last_ticket(l))
                    give_back();
            }
        }
        typename Order::row row;
        const unsigned end = min(Order::find_row(row, begin, l), rest);
        const uint2 packed = Order::pack(row);
        const unsigned row_begin = Order::row_begin(row);
        store_shared(part_, make_uint4(begin - row_begin, end - row_begin, packed.x, packed.y));
    }

    // By the last group, when its counters are as it found them.
    __device__ __forceinline__ void give_back()
    {
        slot *const slot = slot_of(this->launch_);
        if (Blocks::is_counted)
            forget_agreed(slot->entry, this->items(this->launch_));
        release_queue(slot->entry);
    }

    // All threads, when thread 0's counter is exhausted: it draws of another one, or there is nothing left.
    __device__ __forceinline__ void search(std::true_type)
    {
        const launch &l = this->launch_;
        slot *const slot = slot_of(l);
        if (Counters::is_searching()) {
            const unsigned tickets = Blocks::is_counted ? Counters::from_first(this->tickets(l)) : l.tickets;
            const bool is_found = Counters::move(slot, l, tickets);
            if (is_first_thread())
                ticket_ = is_found ? Counters::draw(slot, slot->entry, this->last_ticket(l)) : nothing;
            if (!is_found && Counters::is_last(slot, l, this->last_ticket(l) - tickets) && is_first_thread())
                give_back();
        }
        show_convergence();
    }
    __device__ __forceinline__ void search(std::false_type) {}

    unsigned part_;   // with a queue: address of the part of the slot that is published next
    unsigned ticket_; // with a queue, in thread 0: what was drawn last, in flight; 0 in all others
};

} // namespace detail

template <class Order, class Between, class Blocks = all_blocks>
using work_queue = detail::ticket_queue<Order, Between, Blocks, detail::one_counter>;

} // namespace pt

#endif
