// A host loop as one launch, on the host: `#pragma pt loop`.
//
//     #pragma pt loop                              { static ::ptrt::kernel pt_loop_kernel = {...};
//     for (int i = 0; i < steps; i++) {              ::ptrt::loop<step_pt_step> pt_loop(pt_loop_kernel); for (...) {
//         step<<<grid, block>>>(a, b, n);              step_pt_launch(pt_loop.config(grid, block), a, b, n);
//         std::swap(a, b);                             std::swap(a, b);
//     }                                            } }
//
// In:  the launches and operations on memory of a loop that runs on the host as it always did. Out: one cooperative launch of
//      loop_kernel (loop.cuh) for as many of them as the record holds, when the loop ends, when the record is full, or when the
//      program is about to do what it could see the difference by (`finish`).
// Invariant: what the record holds and what was launched is, in order, what the program has asked for. Where one launch cannot be
//            had (blocks of another shape, another stream, an invalid launch, a device that cannot hold all groups, PTRT_MODE=nonpt)
//            each step is launched as it would have been.
// An object belongs to one host thread. Launches are as asynchronous as before. A synchronisation that nothing in the loop can
// tell from a later one is owed until the loop's end; an error of the device is then what cudaGetLastError gives.
#ifndef PT_LOOP_HOST_CUH
#define PT_LOOP_HOST_CUH

#include "launch.cuh"
#include "loop_record.cuh"
#include "schedule.h"

#include <string.h>

namespace ptrt {
namespace detail {

// What the host must know of an entry of the record, to launch it by itself.
struct loop_entry {
    kernel *k;
    const void *original, *twin;
    const unsigned *offsets;
    unsigned count;
    size_t dynamic_shared_bytes;
};

// What was found out of a kernel at its first launch in the loop.
struct loop_kernel_limits {
    bool known;
    int threads;
    size_t dynamic_shared_bytes;
};

class loop_recorder : public launch_taker {
  public:
    loop_recorder(const loop_recorder &) = delete;
    loop_recorder &operator=(const loop_recorder &) = delete;

    ::ptrt::config config(dim3 grid, dim3 block, size_t dynamic_bytes = 0, cudaStream_t stream = 0)
    {
        ::ptrt::config c(grid, block, dynamic_bytes, stream);
        c.taker = this;
        return c;
    }

    // What was asked for is with CUDA then, and what was owed is done.
    void finish()
    {
        flush();
        if (!owes_)
            return;
        owes_ = false;
        if (owes_device_)
            (void)::cudaDeviceSynchronize();
        else
            (void)::cudaStreamSynchronize(owed_stream_);
        owes_device_ = false;
    }

    // ---- CUDA's functions, in the loop: the same arguments, results and errors

    cudaError_t cudaDeviceSynchronize() { return owe(true, 0) ? cudaSuccess : ::cudaDeviceSynchronize(); }
    cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return owe(false, stream) ? cudaSuccess : ::cudaStreamSynchronize(stream); }

    cudaError_t cudaMemset(void *to, int value, size_t bytes)
    {
        return record_set(to, value, bytes, 0) ? cudaSuccess : ::cudaMemset(to, value, bytes);
    }
    cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream = 0)
    {
        return record_set(to, value, bytes, stream) ? cudaSuccess : ::cudaMemsetAsync(to, value, bytes, stream);
    }
    cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
    {
        return record_copy(to, from, bytes, kind, 0) ? cudaSuccess : ::cudaMemcpy(to, from, bytes, kind);
    }
    cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream = 0)
    {
        return record_copy(to, from, bytes, kind, stream) ? cudaSuccess : ::cudaMemcpyAsync(to, from, bytes, kind, stream);
    }

    bool take(kernel &k, const ::ptrt::config &c, const void *original, const void *twin, const launch_arguments &a) override
    {
        const unsigned which = find(twin);
        if (ptrt_is_plain(&k, c.mode)) {
            flush();
            launch_original(c, original, a.values);
            return true;
        }
        if (which == count_ || !can_record(which, c, original, a)) {
            flush();
            return false;
        }
        const unsigned bytes = static_cast<unsigned>(sizeof(::pt::loop_step)) + a.offsets[a.count];
        if (!make_room(c.block, c.stream, bytes))
            return false;
        ::pt::loop_step &step = *reinterpret_cast<::pt::loop_step *>(record_.data + used_);
        memset(record_.data + used_, 0, rounded(bytes));
        set_grid(step.launch, c.grid);
        step.kind = which;
        step.bytes = bytes;
        for (unsigned i = 0; i < a.count; i++)
            memcpy(step.arguments() + a.offsets[i], a.values[i], a.bytes[i]);
        const loop_entry entry = {&k, original, twin, a.offsets, a.count, c.dynamic_shared_bytes};
        append(entry);
        return true;
    }

  protected:
    // `twins`, one for each kernel of the loop, live as long as the object.
    loop_recorder(kernel &k, const void *function, const void *const *twins, loop_kernel_limits *limits, unsigned count)
        : kernel_(k), function_(function), twins_(twins), limits_(limits), count_(count), block_(0, 0, 0), stream_(0), steps_(0),
          used_(0), places_(0), most_items_(0), most_dynamic_(0), steps_at_most_(first_steps), launched_(false), owes_(false),
          owes_device_(false), owed_stream_(0)
    {
    }
    ~loop_recorder() { finish(); }

  private:
    // The first launch does not wait for many steps, so that the device begins while the host goes on.
    enum : unsigned { first_steps = 32u, entries_at_most = 48u };

    static unsigned rounded(unsigned bytes) { return (bytes + 15u) / 16u * 16u; }

    unsigned find(const void *twin) const
    {
        unsigned i = 0;
        while (i < count_ && twins_[i] != twin)
            i++;
        return i;
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

    // What CUDA would refuse is left to CUDA.
    bool can_record(unsigned which, const ::ptrt::config &c, const void *original, const launch_arguments &a)
    {
        if (!a.are_bytes || c.mode != PTRT_MODE_DEFAULT || !valid_shape(c.grid, c.block) ||
            static_cast<uint64_t>(c.grid.x) * c.grid.y * c.grid.z >= (static_cast<uint64_t>(1) << 31))
            return false;
        loop_kernel_limits &l = limits_[which];
        if (!l.known) {
            cudaFuncAttributes attributes;
            if (cudaPeekAtLastError() != cudaSuccess || cudaFuncGetAttributes(&attributes, original) != cudaSuccess)
                return false;
            l.known = true;
            l.threads = attributes.maxThreadsPerBlock;
            l.dynamic_shared_bytes = static_cast<size_t>(attributes.maxDynamicSharedSizeBytes);
        }
        return static_cast<int>(c.block.x * c.block.y * c.block.z) <= l.threads && c.dynamic_shared_bytes <= l.dynamic_shared_bytes;
    }

    // For one more step of that many bytes; blocks of one launch have one shape. False: it does not fit into an empty record.
    bool make_room(const dim3 &block, cudaStream_t stream, unsigned bytes)
    {
        const bool same = block.x == block_.x && block.y == block_.y && block.z == block_.z;
        if (steps_ && (stream != stream_ || (!same && block_.x) || steps_ >= steps_at_most_ || places_ == entries_at_most ||
                       used_ + rounded(bytes) + steps_ + 1u > ::pt::loop_launch::capacity_bytes)) {
            if (steps_ >= steps_at_most_ && steps_at_most_ < ::pt::loop_launch::capacity_bytes)
                steps_at_most_ *= 4u;
            flush();
        }
        stream_ = stream;
        block_ = block;
        return rounded(bytes) + 1u <= ::pt::loop_launch::capacity_bytes;
    }

    // Steps that move memory go with blocks of any shape.
    bool make_room_for_memory(cudaStream_t stream, unsigned bytes) { return make_room(steps_ ? block_ : dim3(0, 0, 0), stream, bytes); }

    // The step that was written behind the last entry.
    void append(const loop_entry &entry)
    {
        const unsigned char *const written = record_.data + used_;
        const ::pt::loop_step &step = *reinterpret_cast<const ::pt::loop_step *>(written);
        unsigned i = 0;
        while (i < places_ && (entries_[i].k != entry.k || entries_[i].dynamic_shared_bytes != entry.dynamic_shared_bytes ||
                               memcmp(record_.data + place_[i] * 16u, written, step.bytes) != 0))
            i++;
        if (i == places_) {
            entries_[i] = entry;
            place_[i] = static_cast<unsigned char>(used_ / 16u);
            places_++;
            used_ += rounded(step.bytes);
        }
        most_items_ = step.launch.items > most_items_ ? step.launch.items : most_items_;
        most_dynamic_ = entry.dynamic_shared_bytes > most_dynamic_ ? entry.dynamic_shared_bytes : most_dynamic_;
        record_.data[::pt::loop_launch::capacity_bytes - 1u - steps_] = place_[i];
        steps_++;
    }

    bool is_device_memory(const void *pointer)
    {
        if (cudaPeekAtLastError() != cudaSuccess)
            return false;
        for (const void *known : device_memory_)
            if (known == pointer && pointer)
                return true;
        cudaPointerAttributes attributes;
        if (cudaPointerGetAttributes(&attributes, pointer) != cudaSuccess) {
            (void)cudaGetLastError();
            return false;
        }
        if (attributes.type != cudaMemoryTypeDevice)
            return false;
        for (unsigned i = sizeof device_memory_ / sizeof *device_memory_; --i > 0;)
            device_memory_[i] = device_memory_[i - 1];
        device_memory_[0] = pointer;
        return true;
    }

    bool record_memory(unsigned kind, const ::pt::loop_memory &m, const void *bytes, cudaStream_t stream)
    {
        const unsigned behind = kind == ::pt::loop_step::store ? static_cast<unsigned>(m.bytes) : 0u;
        const unsigned size = static_cast<unsigned>(sizeof(::pt::loop_step) + sizeof m) + behind;
        if (!make_room_for_memory(stream, size))
            return false;
        ::pt::loop_step &step = *reinterpret_cast<::pt::loop_step *>(record_.data + used_);
        memset(record_.data + used_, 0, rounded(size));
        step.kind = kind;
        step.bytes = size;
        step.launch.items = 1u;
        memcpy(step.arguments(), &m, sizeof m);
        if (behind)
            memcpy(step.arguments() + sizeof m, bytes, behind);
        append(loop_entry());
        return true;
    }

    bool record_set(void *to, int value, size_t bytes, cudaStream_t stream)
    {
        if (bytes && is_device_memory(to)) {
            const ::pt::loop_memory m = {to, nullptr, bytes, static_cast<unsigned>(value) & 0xffu, 0u};
            if (record_memory(::pt::loop_step::set, m, nullptr, stream))
                return true;
        }
        flush();
        return false;
    }

    bool record_copy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream)
    {
        enum { stored_at_most = 64 };
        if (bytes && !is_capturing(stream)) {
            const ::pt::loop_memory m = {to, kind == cudaMemcpyDeviceToDevice ? from : nullptr, bytes, 0u, 0u};
            if (kind == cudaMemcpyDeviceToDevice && is_device_memory(to) && is_device_memory(from) &&
                record_memory(::pt::loop_step::copy, m, nullptr, stream))
                return true;
            if (kind == cudaMemcpyHostToDevice && bytes <= stored_at_most && is_device_memory(to) &&
                record_memory(::pt::loop_step::store, m, from, stream))
                return true;
        }
        flush();
        return false;
    }

    // A synchronisation, when there is something to wait for that the loop has launched or will.
    bool owe(bool device, cudaStream_t stream)
    {
        if (!steps_ && !launched_)
            return false;
        if (owes_ && !owes_device_ && !device && owed_stream_ != stream)
            finish();
        owes_ = true;
        owes_device_ |= device;
        owed_stream_ = stream;
        return true;
    }

    void flush()
    {
        if (!steps_)
            return;
        const bool as_one = steps_ > 1u && block_.x && launch_as_one();
        if (!as_one)
            launch_one_by_one();
        launched_ = as_one;
        steps_ = used_ = places_ = most_items_ = 0u;
        most_dynamic_ = 0;
        block_ = dim3(0, 0, 0);
    }

    bool launch_as_one()
    {
        ptrt_request_t request;
        bool exact = true;
        if (cudaPeekAtLastError() != cudaSuccess || !current_context(&request.context, &exact))
            return false;
        request.grid[0] = most_items_;
        request.grid[1] = request.grid[2] = 1u;
        request.block[0] = block_.x;
        request.block[1] = block_.y;
        request.block[2] = block_.z;
        request.dynamic_shared_bytes = most_dynamic_;
        request.mode = PTRT_MODE_DEFAULT;
        request.mode_groups = 0u;
        request.stream = stream_;
        request.is_capturing = is_capturing;
        request.elapsed = nullptr;
        ptrt_decision_t decision;
        ptrt_decide(&kernel_, &request, &decision);
        if (decision.action == PTRT_ACTION_ASK_FACTS) {
            ptrt_facts_t facts;
            if (!allow_shared() || !find_facts(request, function_, function_, &facts))
                return false;
            ptrt_learn(&kernel_, &request, &facts);
            ptrt_decide(&kernel_, &request, &decision);
        }
        if (decision.action != PTRT_ACTION_TWIN)
            return false;
        record_.launch = decision.launch;
        record_.steps = steps_;
        void *arguments[] = {&record_, nullptr};
        const ::ptrt::config c(dim3(decision.groups), block_, decision.dynamic_shared_bytes, stream_);
        if (launch_cooperatively(c, function_, decision.groups, decision.dynamic_shared_bytes, arguments) == cudaSuccess)
            return true;
        (void)cudaGetLastError(); // nothing has run: what the steps themselves give is what counts
        return false;
    }

    // find_facts asks how many groups fit with what may be asked for.
    bool allow_shared()
    {
        if (most_dynamic_ + PT_SLOT_BYTES + PT_SLOT_ALIGNMENT <= shared_bytes_by_default / 2)
            return true;
        cudaFuncAttributes attributes;
        int device = 0, limit = 0;
        return cudaFuncGetAttributes(&attributes, function_) == cudaSuccess && cudaGetDevice(&device) == cudaSuccess &&
               cudaDeviceGetAttribute(&limit, cudaDevAttrMaxSharedMemoryPerBlockOptin, device) == cudaSuccess &&
               carry_attributes(attributes, function_, attributes, most_dynamic_ + PT_SLOT_BYTES + PT_SLOT_ALIGNMENT,
                                static_cast<size_t>(limit));
    }

    void launch_one_by_one()
    {
        for (unsigned i = 0; i < steps_; i++) {
            const unsigned char place = record_.data[::pt::loop_launch::capacity_bytes - 1u - i];
            unsigned e = 0;
            while (place_[e] != place)
                e++;
            ::pt::loop_step &step = *reinterpret_cast<::pt::loop_step *>(record_.data + place * 16u);
            if (step.kind < ::pt::loop_step::set)
                launch_entry(entries_[e], step);
            else
                move_memory(step);
        }
    }

    void launch_entry(const loop_entry &entry, ::pt::loop_step &step)
    {
        enum { arguments_at_most = 256 };
        void *arguments[arguments_at_most + 2] = {nullptr};
        for (unsigned i = 0; i < entry.count && i < arguments_at_most; i++)
            arguments[i + 1u] = step.arguments() + entry.offsets[i];
        const ::ptrt::config c(dim3(step.launch.grid_x, step.launch.grid_y, step.launch.grid_z), block_, entry.dynamic_shared_bytes,
                               stream_);
        launch_untyped(*entry.k, c, entry.original, entry.twin, arguments);
    }

    void move_memory(::pt::loop_step &step)
    {
        ::pt::loop_memory m;
        memcpy(&m, step.arguments(), sizeof m);
        if (step.kind == ::pt::loop_step::set)
            (void)::cudaMemsetAsync(m.to, static_cast<int>(m.value), m.bytes, stream_);
        else if (step.kind == ::pt::loop_step::copy)
            (void)::cudaMemcpyAsync(m.to, m.from, m.bytes, cudaMemcpyDeviceToDevice, stream_);
        else
            (void)::cudaMemcpyAsync(m.to, step.arguments() + sizeof m, m.bytes, cudaMemcpyHostToDevice, stream_);
    }

    kernel &kernel_; // describes the loop
    const void *const function_;
    const void *const *const twins_;
    loop_kernel_limits *const limits_;
    const unsigned count_;
    dim3 block_; // of the record; x is 0 while there is none
    cudaStream_t stream_;
    unsigned steps_, used_, places_, most_items_;
    size_t most_dynamic_;
    unsigned steps_at_most_;
    bool launched_; // as one, and perhaps not waited for
    bool owes_, owes_device_;
    cudaStream_t owed_stream_;
    const void *device_memory_[4] = {nullptr, nullptr, nullptr, nullptr};
    loop_entry entries_[entries_at_most];
    unsigned char place_[entries_at_most];
    ::pt::loop_launch record_;
};

} // namespace detail

} // namespace ptrt

#endif
