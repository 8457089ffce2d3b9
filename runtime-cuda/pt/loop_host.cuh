// A host loop whose launches are made together, on the host: `#pragma pt loop`.
//
//     #pragma pt loop                      { static ::ptrt::loop_site pt_loop_site(file, line);
//                                          ::ptrt::recorded_loop<step_pt_step> pt_loop(pt_loop_site);
//     for (int i = 0; i < steps; i++) {    for (int i = 0; i < steps; i++) {
//         step<<<grid, block>>>(a, b, n);      step_pt_launch(pt_loop.configuration(grid, block), a, b, n);
//         std::swap(a, b);                     std::swap(a, b);
//     }                                    } }
//
// In:  the launches and operations on memory of a loop that runs on the host as it always did. Out: a log of them (loop_log.cuh), which is
//      launched (loop_launcher.cuh) when the loop ends, when the log is full, or when the program is about to do what it could see the
//      difference by (`finish_launches`).
// Invariant: what the log holds and what was launched is, in order, what the program has asked for. What does not go into the log as the
//            program asks for it (blocks of another shape, another stream, an invalid launch) is launched behind it, as it would have been.
// Guesses (loop_guesses.cuh): a loop that goes on or ends by what it reads back (`while (pt_loop.goes_on([&] { return again != 0; }, again, rounds))`)
// runs ahead of the device: a value that is copied to the host is taken to be the one that came last, and the record says so. The
// device compares, and does no step behind a wrong guess. Before the loop ends, and every so often, the host asks; what a wrong
// guess has led to is undone: the loop's variables get the values that they had, the copy's target what was really there.
// What is asked of the loop behind a wrong guess, and before that is known to be one, is swallowed.
// A loop that is left by an `if` in its body is asked there (`leaves`), and its condition is, too (`holds`), so that it does not end before
// the guesses are known: where one was wrong, the round in which the loop is left is run again, swallowed, up to the `if`.
//
// An object belongs to one host thread. Launches are as asynchronous as before. A synchronisation that nothing in the loop can
// tell from a later one is owed until the loop's end, or until something goes to CUDA that is no step of the same stream: it may have
// been to wait for the stream's work. An error of the device is then what cudaGetLastError gives.
#ifndef PT_LOOP_HOST_CUH
#define PT_LOOP_HOST_CUH

#include "launch.cuh"
#include "loop_choice.cuh"
#include "loop_graph.cuh"
#include "loop_guesses.cuh"
#include "loop_launcher.cuh"
#include "loop_log.cuh"
#include "loop_pointers.cuh"
#include "loop_record.cuh"

#include <exception>

namespace ptrt {
PTRT_OF_THIS_FILE {

namespace detail {

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

    // keep(...)
    void keep_in(step_keeper &keeper) { launcher_.keep_in(keeper); }

    // The loop goes on only while this holds, it looks at the variable nowhere else, and the number stays the same.
    template <class One, class Other> loop_recorder &only_while(const One &variable, ::pt::loop_relation relation, const Other &number)
    {
        guesses_.comparison().take(variable, relation, number);
        return *this;
    }

    // Does the loop go on? Asked once for each round, where the loop's own condition stands.
    template <class Condition, class... Value> bool goes_on(const Condition &condition, Value &...variables)
    {
        return asked(false, condition, variables...);
    }

    // `if (C) { ...; break; }` behind the copy, in the same rounds, where the loop is left if the comparison of only_while does not hold.
    // Only that is guessed then: where it was wrong, the loop ends here.
    template <class Condition, class... Value> bool leaves(const Condition &condition, Value &...variables)
    {
        guesses_.only_compare();
        const bool has_left = !asked(false, [&] { return !condition(); }, variables...);
        if (has_left) {
            finish_launches(); // what stands behind the `if` may look at what they have done
            guesses_.stop(); // nor is it asked again for what it copies
            has_left_ = true;
        }
        return has_left;
    }

    // The condition of a loop that asks whether it leaves. Where that is known, the round in which it does is done again, from here and
    // with nothing that it asks for, up to there.
    template <class Condition, class... Value> bool holds(const Condition &condition, Value &...variables)
    {
        guesses_.only_compare();
        return asked(true, condition, variables...);
    }

    // Another `if (C) { ...; break; }`: is the program on a wrong way, so that the round ends here? Else ends() says whether C holds, and
    // if so, all is known and done.
    template <class Condition> bool turns_back(const Condition &condition)
    {
        ends_ = false;
        if (!condition())
            return false;
        if (guesses_.count() && !guesses_.drops())
            resolve();
        if (guesses_.is_on_wrong_way())
            return true;
        if (guesses_.drops())
            guesses_.take_actual(); // and the loop is left before that is looked at
        else if (guesses_.count())
            guesses_.take_last_value();
        guesses_.close();
        finish_launches(); // what stands behind the `if` may look at what they have done
        guesses_.stop();
        ends_ = has_left_ = true;
        return false;
    }
    bool ends() const { return ends_; }

  private:
    template <class Condition, class... Value> bool asked(bool begins_round, const Condition &holds, Value &...variables)
    {
        const loop_variable list[] = {{address_of(variables), std::is_const<Value>::value ? 0 : sizeof(Value)}..., {nullptr, 0}};
        const auto begins = [&](bool goes_on) {
            if (goes_on && begins_round)
                guesses_.begin_round(list);
            return goes_on;
        };
        guesses_.end_round<Value...>(list);
        if (!guesses_.count())
            return begins(holds());
        if (!guesses_.drops()) {
            if (guesses_.may_run_ahead()) {
                guesses_.save_here(list);
                if (holds())
                    return begins(true);
                guesses_.restore_here(list);
            }
            resolve();
        }
        if (guesses_.repeats_round(list, begins_round))
            return true;
        const bool was_wrong = guesses_.drops();
        if (was_wrong) {
            guesses_.undo(list);
            launcher_.end_chain(false);
        } else {
            guesses_.take_last_value();
            guesses_.lengthen();
        }
        guesses_.close();
        return !(was_wrong && begins_round) && begins(holds()); // else the loop is left
    }

  public:
    // What was asked for is with CUDA then, and what was owed is done.
    void finish_launches()
    {
        is_unknown_ = is_unknown_elsewhere_ = true;
        if (!settle())
            return;
        flush();
        forget_device();
        pay();
    }

    // A synchronisation told of no error, as it was put off.
    bool has_put_off() const { return has_put_off_; }

    // ---- CUDA's functions, in the loop: the same arguments, results and errors

    cudaError_t cudaDeviceSynchronize() { return guesses_.drops() || owe(true, 0) ? cudaSuccess : ::cudaDeviceSynchronize(); }
    cudaError_t cudaStreamSynchronize(cudaStream_t stream)
    {
        return guesses_.drops() || owe(false, stream) ? cudaSuccess : ::cudaStreamSynchronize(stream);
    }

    cudaError_t cudaMemset(void *to, int value, size_t bytes)
    {
        return record_set(to, value, bytes, 0) || !go_native() ? cudaSuccess : ::cudaMemset(to, value, bytes);
    }
    cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream = 0)
    {
        return record_set(to, value, bytes, stream) || !go_native() ? cudaSuccess : ::cudaMemsetAsync(to, value, bytes, stream);
    }
    cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
    {
        if (record_copy(to, from, bytes, kind, 0) || record_guess(to, from, bytes, kind, 0) || !go_native())
            return cudaSuccess;
        const cudaError_t error = ::cudaMemcpy(to, from, bytes, kind);
        guesses_.note_copy(error, to, from, bytes, kind);
        return error;
    }
    cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream = 0)
    {
        if (record_copy(to, from, bytes, kind, stream) || record_guess(to, from, bytes, kind, stream) || !begin_unknown())
            return cudaSuccess;
        const cudaError_t error = ::cudaMemcpyAsync(to, from, bytes, kind, stream);
        guesses_.note_copy(error, to, from, bytes, kind);
        return error;
    }

    bool take(kernel &k, const ::ptrt::configuration &c, const void *original, const void *twin, const launch_arguments &a) override
    {
        const unsigned which = find(twin);
        if (guesses_.drops())
            return true;
        if (ptrt_is_plain(&k, c.mode)) {
            if (begin_unknown())
                launch_original(c, original, a.values);
            return true;
        }
        if (which == functions_.count || !can_record(which, k, c, original, a) || !make_room(c.block, c.stream, loop_log::bytes_of(a)))
            return !begin_unknown();
        const loop_entry entry = {&k, original, twin, a.offsets, a.count, c.dynamic_shared_bytes};
        const ::pt::loop_step *const step = log_.add_launch(which, c.grid, entry, a);
        if (step && !shares_host_memory_)
            shares_host_memory_ = pointers_.lead_to_host(step->arguments(), a.offsets[a.count]);
        return true;
    }

  protected:
    // `functions` and `graphs` (if any) live longer than the object; `limits`, one for each kernel of the loop, as long.
    // `records`: else all goes to CUDA as the program asks for it.
    loop_recorder(kernel &k, loop_choice &choice, const loop_functions &functions, loop_graphs *graphs, loop_kernel_limits *limits, bool records)
        : functions_(functions), limits_(limits), records_(records), launcher_(k, choice, functions, graphs, guesses_)
    {
    }
    ~loop_recorder()
    {
        finish_launches();
    }

    // Of the calling thread, for all loops of these kernels. nullptr: they are gone, as the thread ends.
    template <class Loop> static loop_graphs *graphs_of_thread()
    {
        static thread_local bool is_gone = false;
        static thread_local loop_graphs graphs(is_gone);
        return is_gone ? nullptr : &graphs;
    }

  private:
    unsigned find(const void *twin) const
    {
        unsigned i = 0;
        while (i < functions_.count && functions_.steps[i].twin != twin)
            i++;
        return i;
    }

    // What CUDA would refuse is left to CUDA.
    bool can_record(unsigned which, const kernel &k, const ::ptrt::configuration &c, const void *original, const launch_arguments &a)
    {
        const bool has_broken_rows = k.flags & PTRT_KERNEL_WHOLE_ROWS && !pt_has_whole_rows(c.block.x, c.block.y, c.block.z); // launched as written
        if (has_broken_rows || !a.are_bytes || a.count > arguments_at_most || c.mode != PTRT_MODE_DEFAULT || !valid_shape(c.grid, c.block) ||
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

    // For one more step of that many bytes; blocks of one launch have one shape. False: it does not fit into an empty record, or to make room
    // has shown that a guess was wrong.
    bool make_room(const dim3 &block, cudaStream_t stream, unsigned bytes)
    {
        if (!records_)
            return false;
        if (stream != log_.stream()) {
            if (guesses_.count())
                return false;
            flush();
            pay();
            is_unknown_ = is_unknown_elsewhere_ = is_unknown_ || is_unknown_elsewhere_ || launched_;
        }
        const bool is_full = log_.steps() >= launcher_.steps_at_once(log_.period());
        if (is_full || log_.is_full_for(block, stream, bytes)) {
            flush();
            if (is_full)
                launcher_.launch_more_at_once();
            if (guesses_.drops())
                return false;
        }
        return log_.begin_step(block, stream, bytes);
    }

    // What comes next may be for another one.
    void forget_device()
    {
        shares_host_memory_ = false;
        pointers_.forget();
        for (unsigned i = 0; i < functions_.count; i++)
            limits_[i].known = false;
        guesses_.forget_device();
        launcher_.forget_device();
    }

    bool record_memory(unsigned kind, const ::pt::loop_memory &m, const void *bytes, cudaStream_t stream)
    {
        if (!make_room(log_.block_for_memory(), stream, loop_log::bytes_of(kind, m)))
            return false;
        log_.add_memory(kind, m, bytes);
        return true;
    }

    bool record_set(void *to, int value, size_t bytes, cudaStream_t stream)
    {
        if (guesses_.drops())
            return true;
        if (bytes == 0 || !pointers_.are_of_device(to, bytes))
            return false;
        const ::pt::loop_memory m = {to, nullptr, bytes, static_cast<unsigned>(value) & 0xffu, 0u};
        return record_memory(::pt::loop_step::set, m, nullptr, stream);
    }

    bool record_copy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream)
    {
        if (guesses_.drops())
            return true;
        const ::pt::loop_memory m = {to, kind == cudaMemcpyDeviceToDevice ? from : nullptr, bytes, 0u, 0u};
        if (bytes == 0 || is_capturing(stream) || !pointers_.are_of_device(to, bytes))
            return false;
        if (kind == cudaMemcpyDeviceToDevice)
            return pointers_.are_of_device(from, bytes) && record_memory(::pt::loop_step::copy, m, nullptr, stream);
        return kind == cudaMemcpyHostToDevice && bytes <= loop_functions::stored_at_most && !loop_pointers::are_known_to_device(from) &&
               record_memory(::pt::loop_step::store, m, from, stream);
    }

    // A copy to the host that is not waited for.
    bool record_guess(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream)
    {
        if (!records_ || kind != cudaMemcpyDeviceToHost || !guesses_.can_guess(to, from, bytes) || shares_host_memory_ || log_.stream() != stream ||
            is_capturing(stream) || !pointers_.are_of_device(from, bytes) || !guesses_.begin_guess())
            return false;
        const ::pt::loop_memory m = guesses_.step(to, from, bytes);
        // A copy of nothing, which all wait for, where the guess would come too early: also as the first of a record, where groups look, too.
        const unsigned most = 2u * static_cast<unsigned>(sizeof(::pt::loop_step) + sizeof m + loop_guesses::value_bytes_at_most);
        if (!make_room(log_.block_for_memory(), stream, most) ||
            ((log_.steps() ? log_.is_behind_guess() : guesses_.count() != 0u) && !record_memory(::pt::loop_step::copy, ::pt::loop_memory(), nullptr, stream)) ||
            !record_memory(::pt::loop_step::guess, m, guesses_.expected(m), stream))
            return false;
        guesses_.add(to, m);
        return true;
    }

    // Waits for the guesses' answer: they drop what follows when one was wrong.
    void resolve()
    {
        flush();
        guesses_.ask(log_.stream());
        launcher_.end_chain(!guesses_.drops());
    }

    // False: the program is on the wrong way, and what it asks for is not to be done.
    bool settle()
    {
        if (guesses_.count() && !guesses_.drops()) {
            resolve();
            if (!guesses_.drops()) {
                guesses_.take_last_value();
                guesses_.close();
            }
        }
        return !guesses_.drops();
    }

    // Before something that is no step.
    bool go_native()
    {
        if (!settle())
            return false;
        flush();
        pay();
        return true;
    }

    // Of which nobody knows what the host finds behind it.
    bool begin_unknown()
    {
        if (!go_native())
            return false;
        is_unknown_ = is_unknown_elsewhere_ = true;
        return true;
    }

    // Waits as the program has asked for, where that was put off.
    void pay()
    {
        if (!owes_)
            return;
        owes_ = false;
        if (owes_device_)
            (void)::cudaDeviceSynchronize();
        else
            (void)::cudaStreamSynchronize(owed_stream_);
        owes_device_ = false;
    }

    // A synchronisation, when there is something to wait for that the loop has launched or will; and nothing but that, since what
    // is not a step (a copy to the host, say) ends where the host looks at it by name.
    bool owe(bool device, cudaStream_t stream)
    {
        if (!log_.steps() && !launched_)
            return false;
        if (has_left_ || (!device && stream != log_.stream()))
            return !go_native();
        if (guesses_.has_guessed()) { // it is for that value: the loop names nothing else that it could be for
            owes_device_ |= device;
            owes_ = true;
            owed_stream_ = stream;
            return true;
        }
        if (is_unknown_ || (device && is_unknown_elsewhere_) || shares_host_memory_) {
            (void)go_native();
            is_unknown_ = false;
            is_unknown_elsewhere_ &= !device;
            return guesses_.drops();
        }
        owes_ = has_put_off_ = true;
        owes_device_ |= device;
        owed_stream_ = stream;
        return true;
    }

    void flush()
    {
        if (log_.steps())
            launched_ = launcher_.launch(log_);
    }

    const loop_functions &functions_;
    loop_kernel_limits *const limits_;
    const bool records_;
    loop_log log_;
    loop_guesses guesses_;
    loop_launcher launcher_;
    loop_pointers pointers_;
    bool launched_ = false; // together, and perhaps not waited for
    bool owes_ = false, owes_device_ = false, has_put_off_ = false;
    cudaStream_t owed_stream_ = 0;
    bool is_unknown_ = false;         // something else than steps was asked for, and not waited for: of the record's stream
    bool is_unknown_elsewhere_ = false; // and of others
    bool ends_ = false;               // by another `if`
    bool has_left_ = false;           // by an `if`: what its branch waits for, it may look at
    bool shares_host_memory_ = false; // the kernels so far, with the host
};

} // namespace detail

// Behind the loop, the program's own check of what its synchronisations would have told of.
template <class Check> class loop_check {
  public:
    loop_check(detail::loop_recorder &loop, const Check &check) : loop_(loop), check_(check), exceptions_(exceptions()) {}
    loop_check(const loop_check &) = delete;
    loop_check &operator=(const loop_check &) = delete;
    ~loop_check() noexcept(false) // the check may throw
    {
        if (exceptions() <= exceptions_)
            check();
    }

    void check() const
    {
        loop_.finish_launches();
        if (loop_.has_put_off())
            check_();
    }

  private:
#if defined(__cpp_lib_uncaught_exceptions)
    static int exceptions() { return std::uncaught_exceptions(); }
#else
    static int exceptions() { return std::uncaught_exception(); }
#endif

    detail::loop_recorder &loop_;
    const Check &check_;
    const int exceptions_;
};

} // PTRT_OF_THIS_FILE
} // namespace ptrt

#endif
