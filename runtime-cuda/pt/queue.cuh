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
#include "order.cuh"
#include "schedule.h"

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

// In shared memory; `entry` is thread 0's own.
struct slot {
    uint2 range[2]; // items [x, y), and in the top bit of y which slot comes next
    unsigned entry;
};
static_assert(sizeof(slot) <= PT_SLOT_BYTES, "the slot fits what the host asks for");

static __device__ __forceinline__ slot *slot_of(const launch &l)
{
    extern __shared__ uint4 pt_dynamic_shared[];
    return reinterpret_cast<slot *>(reinterpret_cast<char *>(pt_dynamic_shared) + l.slot_offset);
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

// The entry `home` belonged to another launch when this one came. All groups of this launch must agree where
// it lives, though `home` may be free again for the later ones: so the first one notes in the owner word of
// `home` that a launch from here lives elsewhere, and such a word is not claimed by the fast path.
static __device__ __forceinline__ unsigned claim_elsewhere()
{
    queue_directory &d = directory;
    unsigned entry;
    while (device_scope::exchange_acquire(&d.lock, 1u) != 0u) {
    }
    for (;;) {
        entry = home_entry();
        const unsigned long long seen =
            device_scope::compare_exchange_acquire(&d.owner[entry], 0ull, owner_identity());
        if (seen == 0ull || (seen & owner_mask) == owner_identity())
            break;
        // Another group of this launch may have been here before. The search ends where it began.
        do
            entry = (entry + 1u) % directory_entries;
        while (entry != home_entry() && (device_scope::load_acquire(&d.owner[entry]) & owner_mask) != owner_identity());
        if (entry != home_entry())
            break;
        if (device_scope::compare_exchange_acquire(&d.owner[entry], seen, seen + displaced_one) != seen)
            continue;
        do
            entry = (entry + 1u) % directory_entries;
        while (device_scope::compare_exchange_acquire(&d.owner[entry], 0ull, owner_identity()) != 0ull);
        break;
    }
    device_scope::store_release(&d.lock, 0u);
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

} // namespace detail

template <class Order, class Between> class work_queue {
  public:
    __device__ __forceinline__ explicit work_queue(const launch &l) : launch_(l), ticket_(0)
    {
        item_ = ::blockIdx.x * l.chunk;
        end_ = item_ + l.chunk;
        if (l.tickets != 0u && is_first_thread()) {
            const unsigned entry = detail::claim_queue();
            detail::slot_of(l)->entry = entry;
            ticket_ = device_scope::draw_ticket(&detail::directory.counter[entry].next, l.last_ticket);
        }
    }

    __device__ __forceinline__ bool has_item() const { return item_ < launch_.items; }

    __device__ __forceinline__ void next()
    {
        item_++;
        if (item_ != (end_ & ~which_bit)) {
            Between::separate();
        } else if (launch_.tickets == 0u) {
            item_ += launch_.step_items;
            end_ = item_ + launch_.chunk; // the last one may end behind the last item: has_item sees to that
            Between::separate();
        } else {
            const launch &l = again();
            detail::slot *const slot = detail::slot_of(l);
            const unsigned which = end_ >> 31;
            if (is_first_thread())
                publish(l, slot, which);
            Between::meet();
            const uint2 range = slot->range[which];
            item_ = range.x;
            end_ = range.y;
        }
    }

    __device__ __forceinline__ uint3 block_index() const { return Order::block_index(item_, launch_); }

    __device__ __forceinline__ dim3 grid_dim() const
    {
        return dim3(launch_.grid_x, launch_.grid_y, launch_.grid_z);
    }

  private:
    // The top bit of end_ says which of the two slots is written next; items leave it free.
    static constexpr unsigned which_bit = 0x80000000u;
    static constexpr unsigned no_item = 0xffffffffu;

    static __device__ __forceinline__ bool is_first_thread()
    {
        return (threadIdx.x | threadIdx.y | threadIdx.z) == 0u;
    }

    // The launch record, read anew: the compiler cannot know that the top bit of an item is 0, so it cannot
    // load what only the end of a chunk needs before the loop, where it would cost registers in every item.
    __device__ __forceinline__ const launch &again() const
    {
        return *reinterpret_cast<const launch *>(reinterpret_cast<const char *>(&launch_) + (item_ >> 31));
    }

    // Thread 0: the chunk of the ticket in flight goes into the slot, and the next ticket is drawn.
    __device__ __forceinline__ void publish(const launch &l, detail::slot *slot, unsigned which)
    {
        const unsigned entry = slot->entry;
        if (ticket_ < l.tickets) {
            const pt_range range = pt_ticket_range(&l, ticket_);
            slot->range[which] = make_uint2(range.begin, range.end | (which ? 0u : which_bit));
            ticket_ = device_scope::draw_ticket(&detail::directory.counter[entry].next, l.last_ticket);
        } else {
            slot->range[which].x = no_item;
            if (ticket_ == l.last_ticket)
                detail::release_queue(entry);
        }
    }

    const launch &launch_;
    unsigned item_;   // the current one
    unsigned end_;    // of the current chunk
    unsigned ticket_; // in thread 0: the ticket in flight
};

} // namespace pt

#endif
