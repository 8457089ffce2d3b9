// The counters that the queues of launches draw their tickets from, and who may use which.
//
// In:  the identity of the launch that asks. Out: an entry of the directory, the same for all of its groups.
// Invariant: two launches in flight never share an entry, from whatever stream, thread or graph they come; an entry is given back
//            when the last group is done with it, its counter at 0.
//
// The counters lie in a directory in module memory, in entries that a launch's groups claim for its identity: no memset, no allocation,
// nothing to destroy.
#ifndef PT_QUEUE_DIRECTORY_CUH
#define PT_QUEUE_DIRECTORY_CUH

#include "atomic.cuh"
#include "order.cuh"
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

} // namespace pt

#endif
