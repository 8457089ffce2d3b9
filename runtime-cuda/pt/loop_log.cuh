// What a loop has asked for and what is not launched yet, step by step.
//
// In:  launches of the loop's kernels, operations on memory. Out: the record that the device reads (loop_record.cuh), and what the host
//      must know of its entries, to launch them by themselves or as a graph.
// Invariant: all steps are of one stream, and all launches among them have blocks of one shape. Steps are launched and cleared before
//            one for which there is no room (is_full_for), and each is added behind begin_step(), which has said that it fits.
#ifndef PT_LOOP_LOG_CUH
#define PT_LOOP_LOG_CUH

#include "launch.cuh"
#include "loop_record.cuh"
#include "schedule.h"

#include <string.h>

namespace ptrt {
PTRT_OF_THIS_FILE {
namespace detail {

// What the host must know of an entry of the record, to launch it by itself.
struct loop_entry {
    kernel *k; // nullptr: an operation on memory
    const void *original, *twin;
    const unsigned *offsets;
    unsigned count;
    size_t dynamic_shared_bytes;
};

class loop_log {
  public:
    unsigned steps() const { return steps_; }
    // Until the first one comes again; 0: it has not.
    unsigned period() const { return period_; }
    // Of the launches; x is 0 while there is none.
    const dim3 &block() const { return block_; }
    // Also when there are no steps: of those that were there last.
    cudaStream_t stream() const { return stream_; }
    // The largest of a step.
    unsigned most_items() const { return most_items_; }
    size_t most_dynamic() const { return most_dynamic_; }

    // Steps that are the same share an entry.
    unsigned entries() const { return entries_; }
    const loop_entry &entry(unsigned e) const { return entry_[e]; }
    const ::pt::loop_step &step_of_entry(unsigned e) const { return *reinterpret_cast<const ::pt::loop_step *>(record_.data + place_[e] * 16u); }
    unsigned char place_of_step(unsigned i) const { return record_.data[::pt::loop_launch::capacity_bytes - 1u - i]; }
    ::pt::loop_step &step(unsigned i) { return *reinterpret_cast<::pt::loop_step *>(record_.data + place_of_step(i) * 16u); }
    const ::pt::loop_step &step(unsigned i) const { return record_.step(i); }
    const loop_entry &entry_of_step(unsigned i) const
    {
        unsigned e = 0u;
        while (place_[e] != place_of_step(i))
            e++;
        return entry_[e];
    }

    // The entries' bytes, and the places of the steps' entries, from the last step to the first.
    const unsigned char *bytes() const { return record_.data; }
    unsigned used() const { return used_; }
    const unsigned char *order() const { return record_.data + ::pt::loop_launch::capacity_bytes - steps_; }

    // With all that does not depend on how the steps are launched.
    ::pt::loop_launch &record()
    {
        record_.steps = steps_;
        return record_;
    }

    static unsigned bytes_of(const launch_arguments &a) { return static_cast<unsigned>(sizeof(::pt::loop_step)) + a.offsets[a.count]; }
    static unsigned bytes_of(unsigned kind, const ::pt::loop_memory &m)
    {
        return static_cast<unsigned>(sizeof(::pt::loop_step) + sizeof m) + bytes_behind(kind, m);
    }

    // Must the steps be launched before there is room for one of so many bytes? Blocks of one launch have one shape.
    bool is_full_for(const dim3 &block, cudaStream_t stream, unsigned bytes) const
    {
        const bool same = block.x == block_.x && block.y == block_.y && block.z == block_.z;
        return steps_ && (stream != stream_ || (!same && block_.x) || entries_ == entries_at_most ||
                          used_ + rounded(bytes) + steps_ + 1u > ::pt::loop_launch::capacity_bytes);
    }

    // Steps that move memory go with blocks of any shape.
    dim3 block_for_memory() const { return steps_ ? block_ : dim3(0, 0, 0); }

    // False: it does not fit into an empty record.
    bool begin_step(const dim3 &block, cudaStream_t stream, unsigned bytes)
    {
        stream_ = stream;
        block_ = block;
        return rounded(bytes) + 1u <= ::pt::loop_launch::capacity_bytes;
    }

    // The step, if no entry was the same, or else nullptr.
    const ::pt::loop_step *add_launch(unsigned kind, const dim3 &grid, const loop_entry &entry, const launch_arguments &a)
    {
        ::pt::loop_step &step = write(kind, bytes_of(a));
        set_grid(step.launch, grid);
        for (unsigned i = 0; i < a.count; i++)
            memcpy(step.arguments() + a.offsets[i], a.values[i], a.bytes[i]);
        return append(entry) ? &step : nullptr;
    }

    void add_memory(unsigned kind, const ::pt::loop_memory &m, const void *bytes)
    {
        const unsigned behind = bytes_behind(kind, m);
        ::pt::loop_step &step = write(kind, bytes_of(kind, m));
        step.launch.items = 1u;
        memcpy(step.arguments(), &m, sizeof m);
        if (behind && bytes)
            memcpy(step.arguments() + sizeof m, bytes, behind);
        (void)append(loop_entry());
    }

    // Would a guess be made while groups still look whether the one before it was wrong (run_loop)? A barrier is between two steps, but
    // what is small is done with the guess in front of it.
    bool is_behind_guess() const
    {
        const auto kind = [this](unsigned before) { return before < steps_ ? step(steps_ - 1u - before).kind : 0u; };
        const unsigned last = kind(0u);
        return last == ::pt::loop_step::guess ||
               ((last == ::pt::loop_step::set || last == ::pt::loop_step::store) && kind(1u) == ::pt::loop_step::guess);
    }

    void clear()
    {
        steps_ = used_ = entries_ = most_items_ = period_ = 0u;
        most_dynamic_ = 0;
        block_ = dim3(0, 0, 0);
    }

  private:
    enum : unsigned { entries_at_most = 48u };

    static unsigned rounded(unsigned bytes) { return (bytes + 15u) / 16u * 16u; }

    // What follows a loop_memory.
    static unsigned bytes_behind(unsigned kind, const ::pt::loop_memory &m)
    {
        const bool has_bytes = kind == ::pt::loop_step::store || kind == ::pt::loop_step::guess;
        return m.compares ? ::pt::compared_bytes : has_bytes ? static_cast<unsigned>(m.bytes) : 0u;
    }

    static void set_grid(pt_launch_t &launch, const dim3 &grid)
    {
        uint32_t shift;
        launch.grid_x = grid.x;
        launch.grid_y = grid.y;
        launch.grid_z = grid.z;
        launch.items = grid.x * grid.y * grid.z;
        launch.magic_x = pt_magic(grid.x, &shift);
        launch.shift_x = static_cast<uint8_t>(shift);
        launch.magic_y = pt_magic(grid.y, &shift);
        launch.shift_y = static_cast<uint8_t>(shift);
    }

    // Behind the last entry.
    ::pt::loop_step &write(unsigned kind, unsigned bytes)
    {
        ::pt::loop_step &step = *reinterpret_cast<::pt::loop_step *>(record_.data + used_);
        memset(record_.data + used_, 0, rounded(bytes));
        step.kind = kind;
        step.bytes = bytes;
        return step;
    }

    // The step that was written behind the last entry. Is it an entry, too?
    bool append(const loop_entry &entry)
    {
        const unsigned char *const written = record_.data + used_;
        const ::pt::loop_step &step = *reinterpret_cast<const ::pt::loop_step *>(written);
        unsigned i = 0;
        while (i < entries_ && (entry_[i].k != entry.k || entry_[i].dynamic_shared_bytes != entry.dynamic_shared_bytes ||
                                memcmp(record_.data + place_[i] * 16u, written, step.bytes) != 0))
            i++;
        const bool is_new = i == entries_;
        if (is_new) {
            entry_[i] = entry;
            place_[i] = static_cast<unsigned char>(used_ / 16u);
            entries_++;
            used_ += rounded(step.bytes);
        }
        most_items_ = step.launch.items > most_items_ ? step.launch.items : most_items_;
        most_dynamic_ = entry.dynamic_shared_bytes > most_dynamic_ ? entry.dynamic_shared_bytes : most_dynamic_;
        if (i == 0u && steps_ && !period_)
            period_ = steps_;
        record_.data[::pt::loop_launch::capacity_bytes - 1u - steps_] = place_[i];
        steps_++;
        return is_new;
    }

    dim3 block_ = dim3(0, 0, 0);
    cudaStream_t stream_ = 0;
    unsigned steps_ = 0u, used_ = 0u, entries_ = 0u, most_items_ = 0u, period_ = 0u;
    size_t most_dynamic_ = 0;
    loop_entry entry_[entries_at_most];
    unsigned char place_[entries_at_most]; // of the entries in the record
    ::pt::loop_launch record_;
};

} // namespace detail
} // PTRT_OF_THIS_FILE
} // namespace ptrt

#endif
