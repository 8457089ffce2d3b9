// The work queue of a thread group: hands it items until none is left.
//
// In:  the launch record. Out: one item after another, each as a block index.
// Invariant: every item of the launch is handed to exactly one group; all threads of a group see the same
//            items in the same order; between two items the group has done what `Between` says.
//
// A group's first chunks are dealt out statically (schedule.h): no memory is touched. When the launch has a
// queue, thread 0 then draws tickets from one counter. It draws the next ticket when the group starts on a
// chunk, so that the counter's latency passes while items run, and publishes the chunk in one of two slots in
// shared memory when the group has finished the last one; one barrier a chunk is enough, since a slot is
// written again only behind the next barrier.
//
// The counter lives in a directory in module memory, in an entry that the launch's groups claim for its
// identity, so two launches in flight never share one, from whatever stream, thread or graph they come. Each
// group draws exactly one ticket that stands for nothing, so the group that draws the very last of those
// knows that all others are done with the entry, and resets it: no memset, no allocation, nothing to destroy.
#ifndef PT_QUEUE_CUH
#define PT_QUEUE_CUH

#include "atomic.cuh"
#include "block.cuh"
#include "count.cuh"
#include "order.cuh"
#include "schedule.h"
#include "warp.cuh"

namespace pt {

namespace detail {

// More entries than there can be launches in flight on a device (128 up to compute capability 12), so a
// launch always finds a free one.
constexpr unsigned directory_entries = 128;

// An owner word holds the identity of the launch that owns the entry (low 48 bits, plus one, 0: free), and in
// the high 16 bits the number of launches in flight that found this entry taken at first and live elsewhere.
constexpr unsigned displaced_shift = 48;
constexpr unsigned long long owner_mask = (1ull << displaced_shift) - 1ull;
constexpr unsigned long long displaced_one = 1ull << displaced_shift;

struct alignas(128) ticket_counter {
    unsigned next; // alone on its cache line
};

struct alignas(128) queue_directory {
    unsigned long long owner[directory_entries];
    ticket_counter counter[directory_entries];
    alignas(128) unsigned lock; // taken only by launches whose first entry is taken
};

// One a translation unit: `static` is what links with and without -rdc.
static __device__ queue_directory directory __attribute__((unused));

static __device__ __forceinline__ slot *slot_of(const launch &l)
{
    return slot_at(l.slot_offset);
}

static __device__ __forceinline__ unsigned long long owner_identity()
{
    return (launch_identity() & (owner_mask >> 1)) + 1ull;
}

// Where a launch looks first: identities are numbered through, so launches in flight seldom meet.
static __device__ __forceinline__ unsigned home_entry()
{
    return static_cast<unsigned>(launch_identity()) % directory_entries;
}

// The home entry belonged to another launch when this group came. All groups of the launch must agree where
// it lives, though its home may be free again for the later ones: so the first one notes in the home's owner
// word that a launch from here lives elsewhere, and such a word is not claimed by the fast path. Under the
// lock: look through the directory for this launch, its home first, which it takes if it is free after all;
// else make that note; else, the note made, take the first free entry.
static __device__ __forceinline__ unsigned claim_elsewhere()
{
    while (device_scope::exchange_acquire(&directory.lock, 1u) != 0u)
        wait_turn();
    enum { look, note, take } step = look;
    unsigned entry = home_entry();
    unsigned long long at_home = 0ull;
    bool done = false;
    while (!done) {
        const bool home = entry == home_entry();
        unsigned long long expected = 0ull, desired = 0ull;
        if (step == note) {
            expected = at_home;
            desired = at_home + displaced_one;
        } else if (step == take || home) {
            desired = owner_identity();
        }
        const unsigned long long seen =
            device_scope::compare_exchange_acquire(&directory.owner[entry], expected, desired);
        bool stay = false;
        if (step == note) {
            stay = seen != expected; // the home has changed: look again, it first
            step = stay ? look : take;
        } else {
            stay = done = (seen & owner_mask) == owner_identity() || (seen == 0ull && desired != 0ull);
            if (step == look && home)
                at_home = seen;
        }
        entry = stay ? entry : (entry + 1u) % directory_entries;
        if (step == look && !stay && entry == home_entry())
            step = note;
    }
    device_scope::store_release(&directory.lock, 0u);
    return entry;
}

// Any group may come first: nothing depends on the order in which groups start.
static __device__ __forceinline__ unsigned claim_queue()
{
    const unsigned home = home_entry();
    const unsigned long long seen =
        device_scope::compare_exchange_acquire(&directory.owner[home], 0ull, owner_identity());
    if (seen == 0ull || (seen & owner_mask) == owner_identity())
        return home;
    return claim_elsewhere();
}

// By the one group that knows that no other will come; its ticket has set the counter back already.
static __device__ __forceinline__ void release_queue(unsigned entry)
{
    device_scope::subtract_release(&directory.owner[entry], owner_identity());
    if (entry != home_entry())
        device_scope::subtract_release(&directory.owner[home_entry()], displaced_one);
}

// What the groups of a launch have agreed on, plus one.
static __device__ unsigned long long agreed[directory_entries] __attribute__((unused));

static __device__ __forceinline__ unsigned agree_on(unsigned entry, unsigned items)
{
    const unsigned long long seen = device_scope::compare_exchange_acquire(&agreed[entry], 0ull, items + 1ull);
    return seen == 0ull ? items : static_cast<unsigned>(seen - 1ull);
}

static __device__ __forceinline__ void forget_agreed(unsigned entry, unsigned items)
{
    device_scope::compare_exchange_acquire(&agreed[entry], items + 1ull, 0ull);
}

} // namespace detail

template <class Order, class Between, class Blocks = all_blocks> class work_queue : private Blocks {
  public:
    __device__ __forceinline__ explicit work_queue(const launch &l) : launch_(l), ticket_(0) { begin(); }

    // With fewer blocks than were launched, a group may have none to begin with; it draws its last ticket all the same.
    template <class Count> __device__ __forceinline__ work_queue(const launch &l, const Count &count) : launch_(l), ticket_(0)
    {
        agree(count);
        begin();
        if (l.tickets != 0u && !has_chunk())
            fetch();
    }

    // Is there a chunk to work on (or what is left of one in row_)?
    __device__ __forceinline__ bool has_chunk() const { return place_ < end_; }

    // Behind the last item of a chunk or a row. Behind the last of all, there is nothing to compute: in a launch of a few
    // microseconds those instructions are seen (benchmarks/short-launches.md).
    __device__ __forceinline__ void next_chunk()
    {
        if (launch_.tickets != 0u)
            fetch();
        else if (item() < this->items(launch_))
            deal();
    }

    __device__ __forceinline__ bool has_item() const { return place_ < end_; }

    __device__ __forceinline__ void next_item()
    {
#if defined(PT_CPU)
        place_ += launch_.stride;
        pt_cpu_next_item();
#else
        // Hidden from the compiler, which would otherwise unroll this loop or carry on a pointer for each array
        // of the item, and pay with registers for both.
        asm("add.u32 %0, %0, %1;" : "+r"(place_) : "r"(launch_.stride));
#endif
        if (Between::before_fetch || has_item())
            Between::separate();
    }

    __device__ __forceinline__ uint3 block_index() const { return Order::block_index(row_, place_, launch_); }

    __device__ __forceinline__ dim3 grid_dim() const
    {
        return dim3(launch_.grid_x, launch_.grid_y, launch_.grid_z);
    }

  private:
    static constexpr unsigned drawing = 0xffffffffu; // in ticket_: it is used up, draw the next one

    __device__ __forceinline__ void begin()
    {
        const launch &l = launch_;
        const unsigned first = ::blockIdx.x * (l.stride == 1u ? l.chunk : 1u);
        work_on(first, first + l.chunk);
        part_ = shared_address(&detail::slot_of(l)->part[1]);
        if (l.tickets != 0u) {
            open(first + l.chunk);
            show_convergence();
        }
        Between::begin();
    }

    // items(...): how many blocks there are. All groups that share a queue must say the same, or its tickets would not add up.
    template <class Count> __device__ __forceinline__ void agree(const Count &count)
    {
        const launch &l = launch_;
        detail::wait_for_dependency();
        if (l.tickets == 0u) {
            this->items_ = detail::at_most(l.items, count());
            return;
        }
        detail::slot *const slot = detail::slot_of(l);
        if (is_first_thread()) {
            slot->entry = detail::claim_queue();
            slot->rest = detail::agree_on(slot->entry, detail::at_most(l.items, count()));
            this->tickets_ = pt_tickets_below(&l, slot->rest);
        }
        ::__syncthreads();
        this->items_ = slot->rest;
        ::__syncthreads();
    }

    __device__ __forceinline__ unsigned item() const { return Order::row_begin(row_) + place_; }

    // The items from `item` to `chunk_end` that lie in one row are next; none when `item` is behind the last one.
    __device__ __forceinline__ void work_on(unsigned item, unsigned chunk_end)
    {
        const unsigned end = min(Order::find_row(row_, item, launch_), min(chunk_end, this->items(launch_)));
        place_ = item - Order::row_begin(row_);
        end_ = max(item, end) - Order::row_begin(row_);
    }

    // Without a queue: on to the next row of the chunk, or to the chunk one round further on.
    __device__ __forceinline__ void deal()
    {
        unsigned next = item();
        const unsigned chunk_begin = pt_static_chunk(&launch_, next);
        unsigned chunk_end = chunk_begin + launch_.chunk;
        if (next == chunk_begin) {
            next += launch_.round_items - launch_.chunk;
            chunk_end = next + launch_.chunk;
        }
        work_on(next, chunk_end);
        if (!Between::before_fetch)
            Between::separate();
    }

    // With a queue, at the start: thread 0 finds the counter and draws the first ticket, which arrives while
    // the first chunk is worked on.
    __device__ __forceinline__ void open(unsigned chunk_end)
    {
        if (is_first_thread()) {
            detail::slot *const slot = detail::slot_of(launch_);
            const unsigned entry = Blocks::is_counted ? slot->entry : detail::claim_queue();
            slot->entry = entry;
            slot->rest = Blocks::is_counted ? min(chunk_end, this->items(launch_)) : chunk_end;
            ticket_ = device_scope::draw_ticket(&detail::directory.counter[entry].next, this->last_ticket(launch_));
        }
    }

    // With a queue: what thread 0 publishes now. The address is the same in all threads, visibly so for the
    // compiler: then it knows that items are, too, and spares all that divergent loops need.
    __device__ __forceinline__ void fetch()
    {
        if (is_first_thread())
            publish();
        Between::meet();
        const uint4 words = load_shared(part_);
        part_ ^= static_cast<unsigned>(sizeof(uint4));
        place_ = words.x;
        end_ = words.y;
        row_ = Order::unpack(make_uint2(words.z, words.w));
        // Last of all, so that nothing before the next fetch needs the ticket: not even a move of registers.
        if (ticket_ == drawing) {
            const launch &l = launch_;
            ticket_ = device_scope::draw_ticket(&detail::directory.counter[detail::slot_of(l)->entry].next,
                                                this->last_ticket(l));
        }
    }

    // Thread 0: publishes what is left of the chunk in the next row, or else the chunk of the ticket in flight.
    __device__ __forceinline__ void publish()
    {
        const launch &l = launch_;
        detail::slot *const slot = detail::slot_of(l);
        unsigned begin = item();
        unsigned rest = slot->rest;
        if (begin >= rest) {
            if (ticket_ < this->tickets(l)) {
                const pt_range range = pt_ticket_range(&l, ticket_);
                ticket_ = drawing;
                begin = range.begin;
                rest = Blocks::is_counted ? min(range.end, this->items(l)) : range.end;
                slot->rest = rest;
            } else {
                rest = begin;
                if (ticket_ == this->last_ticket(l)) {
                    if (Blocks::is_counted)
                        detail::forget_agreed(slot->entry, this->items(l));
                    detail::release_queue(slot->entry);
                }
            }
        }
        typename Order::row row;
        const unsigned end = min(Order::find_row(row, begin, l), rest);
        const uint2 packed = Order::pack(row);
        const unsigned row_begin = Order::row_begin(row);
        store_shared(part_, make_uint4(begin - row_begin, end - row_begin, packed.x, packed.y));
    }

    const launch &launch_;
    typename Order::row row_; // of the current item
    unsigned place_;          // of the current item in it
    unsigned end_;            // of what is left of the current chunk in it
    unsigned part_;           // with a queue: address of the part of the slot that is published next
    unsigned ticket_;         // with a queue, in thread 0: the ticket in flight; 0 in all others
};

} // namespace pt

#endif
