// A host loop whose launches are made together, on the host: `#pragma pt loop`.
//
//     #pragma pt loop                      { static ::ptrt_kernel_t pt_loop_kernel = {...}; static ::ptrt::loop_choice pt_loop_choice;
//                                          ::ptrt::recorded_loop<step_pt_step> pt_loop(pt_loop_kernel, pt_loop_choice);
//     for (int i = 0; i < steps; i++) {    for (int i = 0; i < steps; i++) {
//         step<<<grid, block>>>(a, b, n);      step_pt_launch(pt_loop.configuration(grid, block), a, b, n);
//         std::swap(a, b);                     std::swap(a, b);
//     }                                    } }
//
// In:  the launches and operations on memory of a loop that runs on the host as it always did. Out: one cooperative launch of
//      loop_kernel (loop.cuh), or a CUDA graph (loop_graph.cuh), for as many of them as the record holds, when the loop ends, when the
//      record is full, or when the program is about to do what it could see the difference by (`finish_launches`).
// Invariant: what the record holds and what was launched is, in order, what the program has asked for. Where one launch cannot be
//            had (blocks of another shape, another stream, an invalid launch, a device that cannot hold all groups, PTRT_MODE=nonpt)
//            each step is launched as it would have been.
// Guesses: a loop that goes on or ends by what it reads back (`while (pt_loop.goes_on([&] { return again != 0; }, again, rounds))`)
// runs ahead of the device: a value that is copied to the host is taken to be the one that came last, and the record says so. The
// device compares, and does no step behind a wrong guess. Before the loop ends, and every so often, the host asks; what a wrong
// guess has led to is undone: the loop's variables get the values that they had, the copy's target what was really there.
// What is asked of the loop behind a wrong guess, and before that is known to be one, is swallowed.
// A loop that is left by an `if` in its body is asked there (`leaves`), and its condition is, too (`holds`), so that it does not end before
// the guesses are known: where one was wrong, the round in which the loop is left is run again, swallowed, up to the `if`.
//
// An object belongs to one host thread. Launches are as asynchronous as before. A synchronisation that nothing in the loop can
// tell from a later one is owed until the loop's end; an error of the device is then what cudaGetLastError gives.
#ifndef PT_LOOP_HOST_CUH
#define PT_LOOP_HOST_CUH

#include "launch.cuh"
#include "loop_choice.cuh"
#include "loop_graph.cuh"
#include "loop_pointers.cuh"
#include "loop_record.cuh"
#include "schedule.h"

#include <string.h>

namespace ptrt {
PTRT_OF_THIS_FILE {

namespace detail {

// A variable of the loop, to be given back its value.
struct loop_variable {
    void *address;
    size_t bytes;
};

// Numbers that the device can compare: those of one kind, so that the comparison means the same there.
template <class X> struct number_kind {
    static constexpr ::pt::loop_number value = ::pt::loop_number::none;
    using wide = double;
};
#define PT_LOOP_NUMBER(type, name, wider)                                                                                                \
    template <> struct number_kind<type> {                                                                                               \
        static constexpr ::pt::loop_number value = ::pt::loop_number::name;                                                              \
        using wide = wider;                                                                                                              \
    }
PT_LOOP_NUMBER(float, as_float, double);
PT_LOOP_NUMBER(double, as_double, double);
PT_LOOP_NUMBER(int, as_int, long long);
PT_LOOP_NUMBER(unsigned, as_unsigned, unsigned long long);
PT_LOOP_NUMBER(long long, as_long, long long);
PT_LOOP_NUMBER(unsigned long long, as_unsigned_long, unsigned long long);
PT_LOOP_NUMBER(unsigned char, as_byte, unsigned long long);
PT_LOOP_NUMBER(bool, as_byte, unsigned long long);
#undef PT_LOOP_NUMBER
template <> struct number_kind<long> : number_kind<std::conditional<sizeof(long) == sizeof(int), int, long long>::type> {};
template <>
struct number_kind<unsigned long>
    : number_kind<std::conditional<sizeof(long) == sizeof(int), unsigned, unsigned long long>::type> {};

// What the loop's condition says of a variable and a number that stays the same.
struct loop_comparison {
    const void *variable; // nullptr: nothing
    size_t bytes;         // of the variable
    unsigned compares;    // as in loop_memory
    unsigned char number[8];
};

// A value that was not waited for, and the variables when the loop was asked whether it goes on; of a loop that asks whether it leaves,
// those at the beginning of the round behind them.
struct loop_guess {
    enum : unsigned { saved_bytes_at_most = 384u };
    void *to;
    unsigned bytes;
    bool compares;
    unsigned char variables[saved_bytes_at_most];

    unsigned char *begin() { return variables + saved_bytes_at_most / 2u; }
};

// Where the device answers: one for each host thread and each of the contexts that it was in last.
struct loop_chains {
    uint64_t context;
    ::pt::loop_answer *answer; // on the device
    unsigned last;             // chain that there was
};

static inline loop_chains *chains_of_thread(uint64_t context)
{
    enum { contexts = 8 };
    static thread_local loop_chains all[contexts] = {};
    static thread_local unsigned made = 0u;
    for (loop_chains &known : all)
        if (known.answer && known.context == context)
            return &known;
    const capture_aside aside;
    void *memory = nullptr;
    if (cudaPeekAtLastError() != cudaSuccess || cudaMalloc(&memory, sizeof(::pt::loop_answer)) != cudaSuccess)
        return nullptr;
    if (::cudaMemset(memory, 0, sizeof(::pt::loop_answer)) != cudaSuccess) {
        (void)cudaFree(memory);
        return nullptr;
    }
    loop_chains &mine = all[made++ % contexts];
    mine.context = context;
    mine.answer = static_cast<::pt::loop_answer *>(memory);
    mine.last = 0u;
    return &mine;
}

// What was found out of a kernel at its first launch in the loop.
struct loop_kernel_limits {
    bool known;
    int threads;
    size_t dynamic_shared_bytes;
};

// Makes a launch of its own of steps that are launches of one kernel, with arguments that change places from each to the next:
// keep_host.cuh. False: nothing was launched. `offsets` as in launch_arguments.
class step_keeper {
  public:
    virtual bool launch(const ::pt::loop_step &first, const ::pt::loop_step &second, const unsigned *offsets, unsigned count, unsigned steps,
                        const dim3 &block, cudaStream_t stream) = 0;
    // Do just the two arrays change places? Says why not.
    virtual bool change_places(const ::pt::loop_step &first, const ::pt::loop_step &second, const unsigned *offsets, unsigned count) = 0;
    // With PTRT_VERBOSE=1, the first time; the text is a literal. False.
    virtual bool tell_once(const char *why) = 0;

  protected:
    ~step_keeper() {}
};

class loop_recorder : public launch_taker {
  public:
    loop_recorder(const loop_recorder &) = delete;
    loop_recorder &operator=(const loop_recorder &) = delete;

    ::ptrt::configuration configuration(dim3 grid, dim3 block, size_t dynamic_bytes = 0, cudaStream_t stream = 0)
    {
        ::ptrt::configuration c(grid, block, dynamic_bytes, stream);
        c.taker = this;
        return c;
    }

    // keep(...)
    void keep_in(step_keeper &keeper) { keeper_ = &keeper; }

    // The loop goes on only while this holds, it looks at the variable nowhere else, and the number stays the same.
    template <class X, class Y> loop_recorder &only_while(const X &variable, ::pt::loop_relation relation, const Y &number)
    {
        using kind = number_kind<X>;
        using wide = typename kind::wide;
        // Converted as by the comparison in the program; what that would change (-1 to an unsigned number) is not compared.
        const bool is_real = std::is_floating_point<X>::value && std::is_arithmetic<Y>::value && sizeof(Y) <= sizeof(double);
        const bool is_integer = std::is_integral<X>::value && std::is_integral<Y>::value &&
                                (std::is_signed<X>::value ? std::is_signed<Y>::value : static_cast<double>(number) >= 0.0);
        comparison_.variable = nullptr;
        if (kind::value == ::pt::loop_number::none || (!is_real && !is_integer))
            return *this;
        const wide value = std::is_integral<Y>::value ? static_cast<wide>(static_cast<X>(number)) : static_cast<wide>(number);
        if (is_integer && static_cast<Y>(value) != number)
            return *this; // a long long beside an int
        comparison_.variable = &variable;
        comparison_.bytes = sizeof(X);
        comparison_.compares = static_cast<unsigned>(kind::value) * ::pt::loop_relations + static_cast<unsigned>(relation);
        memcpy(comparison_.number, &value, sizeof value);
        return *this;
    }

    // Does the loop go on? Asked once for each round, where the loop's own condition stands.
    template <class Condition, class... V> bool goes_on(const Condition &condition, V &...variables)
    {
        return asked(false, condition, variables...);
    }

    // `if (C) { ...; break; }` behind the copy, in the same rounds, where the loop is left if the comparison of only_while does not hold.
    // Only that is guessed then: where it was wrong, the loop ends here.
    template <class Condition, class... V> bool leaves(const Condition &condition, V &...variables)
    {
        compares_only_ = true;
        const bool has_left = !asked(false, [&] { return !condition(); }, variables...);
        if (has_left) {
            finish_launches(); // what stands behind the `if` may look at what they have done
            may_guess_ = false; // nor is it asked again for what it copies
            has_left_ = true;
        }
        return has_left;
    }

    // The condition of a loop that asks whether it leaves. Where that is known, the round in which it does is done again, from here and
    // with nothing that it asks for, up to there.
    template <class Condition, class... V> bool holds(const Condition &condition, V &...variables)
    {
        compares_only_ = true;
        return asked(true, condition, variables...);
    }

    // Another `if (C) { ...; break; }`: is the program on a wrong way, so that the round ends here? Else ends() says whether C holds, and
    // if so, all is known and done.
    template <class Condition> bool turns_back(const Condition &condition)
    {
        ends_ = false;
        if (!condition())
            return false;
        if (guesses_ && !drops_)
            resolve();
        if (is_on_wrong_way())
            return true;
        if (drops_)
            take_actual(guess_[answer_.wrong]); // and the loop is left before that is looked at
        else if (guesses_)
            take_last_value();
        guesses_ = guesses_launched_ = 0u;
        finish_launches(); // what stands behind the `if` may look at what they have done
        may_guess_ = false;
        ends_ = has_left_ = true;
        return false;
    }
    bool ends() const { return ends_; }

  private:
    template <class Condition, class... V> bool asked(bool begins_round, const Condition &holds, V &...variables)
    {
        static constexpr bool plain[] = {std::is_trivially_copyable<V>::value..., true};
        static constexpr size_t bytes[] = {sizeof(V)..., 0};
        size_t all = 0;
        may_guess_ = true;
        for (size_t i = 0; i <= sizeof...(V); i++) {
            may_guess_ = may_guess_ && plain[i];
            all += bytes[i];
        }
        may_guess_ = may_guess_ && all * (compares_only_ ? 2u : 1u) <= loop_guess::saved_bytes_at_most;
        const bool has_guessed = has_guessed_;
        has_guessed_ = false;
        if (last_to_)
            memcpy(last_value_, last_to_, last_bytes_);
        last_to_ = nullptr;
        const loop_variable list[] = {{address_of(variables), std::is_const<V>::value ? 0 : sizeof(V)}..., {nullptr, 0}};
        const auto begins = [&](bool goes_on) {
            if (goes_on && begins_round && may_guess_)
                save(list, begin_);
            return goes_on;
        };
        if (!guesses_)
            return begins(holds());
        if (has_guessed)
            save(list, guess_[guesses_ - 1u].variables);
        if (!drops_) {
            if (guesses_ < guesses_at_most_) {
                save(list, here_);
                if (holds())
                    return begins(true);
                restore(list, here_);
            }
            resolve();
        }
        const bool repeats = drops_ && begins_round && !repeats_; // once: an error may lead another way
        repeats_ = repeats;
        if (repeats) {
            restore(list, guess_[answer_.wrong].begin());
            return true;
        }
        const bool has_left = drops_ && begins_round;
        if (drops_) {
            const loop_guess &wrong = guess_[answer_.wrong];
            restore(list, wrong.variables);
            take_actual(wrong);
            trials_.end_chain(false);
        } else {
            take_last_value();
            if (guesses_at_most_ < guesses_in_all)
                guesses_at_most_ *= 2u;
        }
        guesses_ = guesses_launched_ = 0u;
        return !has_left && begins(holds());
    }

  public:
    // What was asked for is with CUDA then, and what was owed is done.
    void finish_launches()
    {
        is_unknown_ = true;
        if (!settle())
            return;
        flush();
        forget_device();
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

    cudaError_t cudaDeviceSynchronize() { return drops_ || owe(true, 0) ? cudaSuccess : ::cudaDeviceSynchronize(); }
    cudaError_t cudaStreamSynchronize(cudaStream_t stream)
    {
        return drops_ || owe(false, stream) ? cudaSuccess : ::cudaStreamSynchronize(stream);
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
        note_copy(error, to, from, bytes, kind);
        return error;
    }
    cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream = 0)
    {
        if (record_copy(to, from, bytes, kind, stream) || record_guess(to, from, bytes, kind, stream) || !go_native())
            return cudaSuccess;
        is_unknown_ = true;
        const cudaError_t error = ::cudaMemcpyAsync(to, from, bytes, kind, stream);
        note_copy(error, to, from, bytes, kind);
        return error;
    }

    bool take(kernel &k, const ::ptrt::configuration &c, const void *original, const void *twin, const launch_arguments &a) override
    {
        const unsigned which = find(twin), bytes = static_cast<unsigned>(sizeof(::pt::loop_step)) + a.offsets[a.count];
        if (drops_)
            return true;
        if (ptrt_is_plain(&k, c.mode)) {
            if (go_native())
                launch_original(c, original, a.values);
            return true;
        }
        if (which == functions_.count || !can_record(which, c, original, a) || !make_room(c.block, c.stream, bytes))
            return !go_native();
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
    // `functions` and `graphs` (if any) live longer than the object; `limits`, one for each kernel of the loop, as long.
    loop_recorder(kernel &k, loop_choice &choice, const loop_functions &functions, loop_graphs *graphs, loop_kernel_limits *limits)
        : kernel_(k), choice_(choice), trials_(k, choice), functions_(functions), graphs_(graphs), limits_(limits), block_(0, 0, 0), stream_(0), steps_(0),
          used_(0), places_(0), most_items_(0), most_dynamic_(0), steps_at_most_(first_steps), launched_(false), owes_(false),
          owes_device_(false), owed_stream_(0), may_guess_(false), has_guessed_(false), has_last_value_(false), drops_(false), guesses_(0),
          guesses_at_most_(1), guesses_launched_(0), last_bytes_(0), last_from_(nullptr), chains_(nullptr),
          answer_(), comparison_()
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
    // The first launch does not wait for many steps, so that the device begins while the host goes on.
    enum : unsigned { first_steps = 16u, steps_of_trial = 32u, steps_of_graph = 64u };
    enum : unsigned { entries_at_most = 48u, guesses_in_all = 64u };

    static unsigned rounded(unsigned bytes) { return (bytes + 15u) / 16u * 16u; }

    unsigned find(const void *twin) const
    {
        unsigned i = 0;
        while (i < functions_.count && functions_.steps[i].twin != twin)
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
    bool can_record(unsigned which, const ::ptrt::configuration &c, const void *original, const launch_arguments &a)
    {
        if (!a.are_bytes || a.count > arguments_at_most || c.mode != PTRT_MODE_DEFAULT || !valid_shape(c.grid, c.block) ||
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
        if (guesses_ && stream != stream_)
            return false;
        const bool same = block.x == block_.x && block.y == block_.y && block.z == block_.z;
        if (steps_ && (stream != stream_ || (!same && block_.x) || steps_ >= steps_of_record() || places_ == entries_at_most ||
                       used_ + rounded(bytes) + steps_ + 1u > ::pt::loop_launch::capacity_bytes)) {
            const bool is_full = steps_ >= steps_of_record();
            flush();
            if (is_full && !is_graph_ && !trials_.is_trying() && steps_at_most_ < ::pt::loop_launch::capacity_bytes)
                steps_at_most_ *= 4u;
            if (drops_)
                return false;
        }
        stream_ = stream;
        block_ = block;
        return rounded(bytes) + 1u <= ::pt::loop_launch::capacity_bytes;
    }

    // Graphs are of one size, and begin where the loop's body does, so that they are the same again. Before the first one is launched, the
    // last loop tells.
    unsigned steps_of_record() const
    {
        const unsigned most = is_graph_ ? steps_of_graph : trials_.is_trying() ? steps_of_trial : steps_at_most_;
        return period_ && period_ <= most ? most - most % period_ : most;
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
            if (entry.k && !shares_host_memory_)
                shares_host_memory_ = pointers_.lead_to_host(step.arguments(), step.bytes - static_cast<unsigned>(sizeof step));
        }
        most_items_ = step.launch.items > most_items_ ? step.launch.items : most_items_;
        most_dynamic_ = entry.dynamic_shared_bytes > most_dynamic_ ? entry.dynamic_shared_bytes : most_dynamic_;
        if (i == 0u && steps_ && !period_)
            period_ = steps_;
        record_.data[::pt::loop_launch::capacity_bytes - 1u - steps_] = place_[i];
        steps_++;
    }

    // What comes next may be for another one.
    void forget_device()
    {
        shares_host_memory_ = false;
        pointers_.forget();
        for (unsigned i = 0; i < functions_.count; i++)
            limits_[i].known = false;
        chains_ = nullptr; // no guess is open
        chain_of_device_ = 0u;
    }

    bool record_memory(unsigned kind, const ::pt::loop_memory &m, const void *bytes, cudaStream_t stream)
    {
        const bool has_bytes = kind == ::pt::loop_step::store || kind == ::pt::loop_step::guess;
        const unsigned behind = m.compares ? static_cast<unsigned>(sizeof comparison_.number) : has_bytes ? static_cast<unsigned>(m.bytes) : 0u;
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
        if (drops_)
            return true;
        if (bytes == 0 || !pointers_.are_of_device(to, bytes))
            return false;
        const ::pt::loop_memory m = {to, nullptr, bytes, static_cast<unsigned>(value) & 0xffu, 0u};
        return record_memory(::pt::loop_step::set, m, nullptr, stream);
    }

    bool record_copy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream)
    {
        if (drops_)
            return true;
        const ::pt::loop_memory m = {to, kind == cudaMemcpyDeviceToDevice ? from : nullptr, bytes, 0u, 0u};
        if (bytes == 0 || is_capturing(stream) || !pointers_.are_of_device(to, bytes))
            return false;
        if (kind == cudaMemcpyDeviceToDevice)
            return pointers_.are_of_device(from, bytes) && record_memory(::pt::loop_step::copy, m, nullptr, stream);
        return kind == cudaMemcpyHostToDevice && bytes <= loop_functions::stored_at_most && !loop_pointers::are_known_to_device(from) &&
               record_memory(::pt::loop_step::store, m, from, stream);
    }

    // Would a guess be made while groups still look whether the one before it was wrong (run_loop)? A barrier is between two steps, but
    // what is small is done with the guess in front of it.
    bool is_behind_guess() const
    {
        const auto kind = [this](unsigned before) { return before < steps_ ? record_.step(steps_ - 1u - before).kind : 0u; };
        const unsigned last = kind(0u);
        return last == ::pt::loop_step::guess ||
               ((last == ::pt::loop_step::set || last == ::pt::loop_step::store) && kind(1u) == ::pt::loop_step::guess);
    }

    // A part of a number is none, and the device reads numbers where they may lie.
    bool compares_to(const void *to, const void *from, size_t bytes) const
    {
        return comparison_.variable == to && bytes == comparison_.bytes && reinterpret_cast<size_t>(from) % bytes == 0;
    }

    // Behind a copy that was not waited for, the program has waited when it asks what to do.
    void note_copy(cudaError_t error, const void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
    {
        if (kind != cudaMemcpyDeviceToHost)
            return;
        has_last_value_ = error == cudaSuccess && bytes <= sizeof last_value_;
        last_to_ = has_last_value_ ? to : nullptr;
        last_bytes_ = bytes;
        last_from_ = from;
    }

    // A copy to the host: the value that came last may come again. One a round, since a wrong one is undone where the round ends.
    bool record_guess(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream)
    {
        if (kind != cudaMemcpyDeviceToHost || !may_guess_ || shares_host_memory_ || has_guessed_ || !has_last_value_ || bytes != last_bytes_ || from != last_from_ ||
            (compares_only_ && !compares_to(to, from, bytes)) || stream_ != stream || guesses_ == guesses_in_all || is_capturing(stream_) || !pointers_.are_of_device(from, bytes))
            return false;
        uint64_t context = 0;
        bool exact = true;
        if (!chains_ && (!current_context(&context, &exact) || !(chains_ = chains_of_thread(context))))
            return false;
        if (!guesses_)
            chains_->last++;
        const bool compares = compares_to(to, from, bytes);
        const ::pt::loop_memory m = {nullptr, from, bytes, 0u, compares ? comparison_.compares : 0u};
        // A copy of nothing, which all wait for, where the guess would come too early: also as the first of a record, where groups look, too.
        if (!make_room_for_memory(stream_, 2u * static_cast<unsigned>(sizeof(::pt::loop_step) + sizeof m + sizeof last_value_)) ||
            ((steps_ ? is_behind_guess() : guesses_ != 0u) && !record_memory(::pt::loop_step::copy, ::pt::loop_memory(), nullptr, stream_)))
            return false;
        if (!record_memory(::pt::loop_step::guess, m, compares ? comparison_.number : last_value_, stream_))
            return false;
        guess_[guesses_].to = to;
        guess_[guesses_].bytes = static_cast<unsigned>(bytes);
        guess_[guesses_].compares = compares;
        if (compares_only_)
            memcpy(guess_[guesses_].begin(), begin_, sizeof begin_);
        guesses_++;
        memcpy(to, last_value_, bytes);
        return has_guessed_ = true;
    }

    static void save(const loop_variable *list, unsigned char *bytes)
    {
        for (; list->address; bytes += list->bytes, list++)
            memcpy(bytes, list->address, list->bytes);
    }
    static void restore(const loop_variable *list, const unsigned char *bytes)
    {
        for (; list->address; bytes += list->bytes, list++)
            memcpy(list->address, bytes, list->bytes);
    }

    // Waits for the guesses' answer: drops_ when one was wrong.
    void resolve()
    {
        flush();
        ask();
        trials_.end_chain(!drops_);
        guesses_launched_ = 0u;
    }

    // An error is the program's to find, by a call of its own.
    void ask()
    {
        if (::cudaMemcpyAsync(&answer_, chains_->answer, sizeof answer_, cudaMemcpyDeviceToHost, stream_) != cudaSuccess ||
            ::cudaStreamSynchronize(stream_) != cudaSuccess)
            has_last_value_ = false;
        drops_ = answer_.wrong_chain == chains_->last;
    }

    // What was wrong was guessed before the last question.
    bool is_on_wrong_way() const { return drops_ && !(has_guessed_ && answer_.wrong + 1u == guesses_); }

    // Of a guess that was wrong, what was there: the program is on the right way again.
    void take_actual(const loop_guess &wrong)
    {
        memcpy(wrong.to, answer_.actual, wrong.bytes);
        memcpy(last_value_, answer_.actual, wrong.bytes);
        guesses_at_most_ = 1u;
        drops_ = false;
    }

    // Of a number that was only compared, the last value that was copied.
    void take_last_value()
    {
        const loop_guess &last = guess_[guesses_ - 1u];
        if (!has_last_value_ || !last.compares)
            return;
        memcpy(last.to, answer_.actual, last.bytes);
        memcpy(last_value_, answer_.actual, last.bytes);
    }

    // False: the program is on the wrong way, and what it asks for is not to be done.
    bool settle()
    {
        if (guesses_ && !drops_) {
            resolve();
            if (!drops_)
                take_last_value();
            guesses_ = drops_ ? guesses_ : 0u;
        }
        return !drops_;
    }

    // Before something that is no step.
    bool go_native()
    {
        if (!settle())
            return false;
        flush();
        return true;
    }

    // A synchronisation, when there is something to wait for that the loop has launched or will; and nothing but that, since what
    // is not a step (a copy to the host, say) ends where the host looks at it by name.
    bool owe(bool device, cudaStream_t stream)
    {
        if (!steps_ && !launched_)
            return false;
        if (has_left_)
            return !go_native();
        if (has_guessed_) { // it is for that value: the loop names nothing else that it could be for
            owes_device_ |= device || (owes_ && owed_stream_ != stream);
            owes_ = true;
            owed_stream_ = stream;
            return true;
        }
        if (is_unknown_ || shares_host_memory_) {
            (void)go_native();
            is_unknown_ = false;
            return drops_;
        }
        if (owes_ && !owes_device_ && !device && owed_stream_ != stream)
            finish_launches();
        owes_ = true;
        owes_device_ |= device;
        owed_stream_ = stream;
        return true;
    }

    void flush()
    {
        if (!steps_)
            return;
        launched_ = keep_arrays();
        if (launched_) {
            is_graph_ = false;
        } else if (steps_ > 1u && block_.x) {
            launch_steps(choose());
        } else {
            launch_one_by_one();
        }
        guesses_launched_ = guesses_;
        steps_ = used_ = places_ = most_items_ = period_ = 0u;
        most_dynamic_ = 0;
        block_ = dim3(0, 0, 0);
    }

    // Two steps in turn, of one kernel: their arrays may stay where they are used.
    bool keep_arrays()
    {
        if (!keeper_)
            return false;
        if (guesses_)
            return keeper_->tell_once("not kept: the host runs ahead of what the loop reads back");
        if (is_capturing(stream_))
            return keeper_->tell_once("not kept: the stream is being captured");
        if (most_dynamic_)
            return keeper_->tell_once("not kept: its launches ask for shared memory of their own");
        for (unsigned i = 0u; i < places_; i++) {
            if (!entries_[i].k)
                return keeper_->tell_once("not kept: a copy or cudaMemset is among the steps that are launched together");
            if (entries_[i].k != entries_[0].k)
                return keeper_->tell_once("not kept: launches of several kernels are among the steps that are launched together");
        }
        if (steps_ < 2u)
            return keeper_->tell_once("not kept: a single step is launched at a time");
        const ::pt::loop_step &first = record_.step(0u), &second = record_.step(1u);
        if (place_of_step(0u) == place_of_step(1u))
            return keeper_->tell_once("not kept: the arrays do not change places from one step to the next");
        if (places_ != 2u && !keeper_->change_places(first, second, entries_[0].offsets, entries_[0].count))
            return false;
        for (unsigned i = 2u; i < steps_; i++)
            if (place_of_step(i) != place_of_step(i % 2u))
                return keeper_->tell_once("not kept: arrays, another argument or the grid change behind the first two steps");
        return keeper_->launch(first, second, entries_[0].offsets, entries_[0].count, steps_, block_, stream_);
    }
    unsigned char place_of_step(unsigned i) const { return record_.data[::pt::loop_launch::capacity_bytes - 1u - i]; }

    // ---- one launch, or a graph, or one for each step

    static bool is_graph(unsigned way) { return way == PTRT_LOOP_GRAPH || way == PTRT_LOOP_PLAIN_GRAPH; }

    // While it is not known what is fastest, and nothing is guessed, the steps are used to find it out.
    unsigned choose()
    {
        enum { steps_at_least = 8 };
        return trials_.choose(most_items_, (guesses_ || !may_guess_) && steps_ >= steps_at_least && !is_capturing(stream_), guesses_ != 0u,
                              guesses_launched_ == 0u);
    }

    void launch_steps(unsigned way)
    {
        trials_.prepare();
        bool is_new = false;
        const loop_sequence s = {record_, steps_, used_, entries_, place_, block_, guesses_ ? chains_->answer : nullptr};
        const bool is_plain = way == PTRT_LOOP_PLAIN_GRAPH;
        cudaGraphExec_t graph =
            is_graph(way) && graphs_ && !is_capturing(stream_) ? graphs_->find_or_make(functions_, s, is_plain, stream_, &is_new) : nullptr;
        if (graph && guesses_ && !set_chain())
            graph = nullptr;
        is_graph_ = graph && !trials_.is_trying();
        if (is_graph(way) && !graph) {
            trials_.pass_on();
            ptrt_remark(&kernel_, "these steps cannot be a CUDA graph");
        }
        trials_.begin(stream_);
        if (graph && cudaGraphLaunch(graph, stream_) == cudaSuccess) {
            ptrt_graph_launched(&kernel_, way, steps_, is_new);
            launched_ = true;
            right_of_device_ = guesses_;
        } else {
            chain_of_device_ = 0u;
            if (graph)
                (void)cudaGetLastError(); // nothing has run
            launched_ = way != PTRT_LOOP_LAUNCHES && !is_plain && launch_as_one();
        }
        if (way == PTRT_LOOP_LAUNCHES)
            ptrt_passed_on(&kernel_, trials_.is_trying()                   ? "it is found out how the steps of this loop are fastest"
                                     : ptrt_loop_way_wanted() == PTRT_LOOP_AUTO ? "the steps of this loop are faster one by one"
                                                                         : "PTRT_LOOP");
        if (!launched_)
            launch_one_by_one();
        trials_.end(stream_, steps_, is_new);
    }

    // The device counts guesses that steps of graphs make. What else makes some does not tell it.
    bool set_chain()
    {
        if (chain_of_device_ == chains_->last && right_of_device_ == guesses_launched_)
            return true;
        unsigned right = guesses_launched_;
        void *arguments[] = {&chains_->answer, &chains_->last, &right, nullptr};
        if (cudaPeekAtLastError() != cudaSuccess || ::cudaLaunchKernel(functions_.chain, dim3(1), dim3(1), arguments, 0, stream_) != cudaSuccess) {
            (void)cudaGetLastError();
            return false;
        }
        chain_of_device_ = chains_->last;
        return true;
    }

    bool launch_as_one()
    {
        ptrt_request_t request;
        bool exact = true;
        if (cudaPeekAtLastError() != cudaSuccess || !current_context(&request.context, &exact))
            return false;
        if (guesses_launched_ && record_.step(0u).kind == ::pt::loop_step::guess)
            return false; // is_behind_guess
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
        const void *const function = choose_function(request.context);
        if (!function)
            return false;
        ptrt_decision_t decision;
        ptrt_decide(&kernel_, &request, &decision);
        if (decision.action == PTRT_ACTION_ASK_FACTS) {
            ptrt_facts_t facts;
            if (!find_facts(request, function, function, &facts))
                return false;
            ptrt_learn(&kernel_, &request, &facts);
            ptrt_decide(&kernel_, &request, &decision);
        }
        if (decision.action != PTRT_ACTION_TWIN)
            return false;
        record_.launch = decision.launch;
        record_.steps = steps_;
        record_.first_guess = guesses_launched_;
        record_.chain = chains_ ? chains_->last : 0u;
        record_.answer = chains_ ? chains_->answer : nullptr;
        void *arguments[] = {&record_, nullptr};
        const ::ptrt::configuration c(dim3(decision.groups), block_, decision.dynamic_shared_bytes, stream_);
        if (launch_cooperatively(c, function, decision.groups, decision.dynamic_shared_bytes, arguments) == cudaSuccess)
            return true;
        (void)cudaGetLastError(); // nothing has run: what the steps themselves give is what counts
        return false;
    }

    // The loop's kernel, or the one in 32 registers where more groups of that one are resident, and no more is in local memory; nullptr:
    // neither can be launched. Always the same for one context, block and shared memory, as is what libptrt knows of it.
    const void *choose_function(uint64_t context)
    {
        const int threads = static_cast<int>(block_.x * block_.y * block_.z);
        uint64_t key = context * 0x9e3779b97f4a7c15u ^ most_dynamic_ * 0xc2b2ae3d27d4eb4fu ^
                       static_cast<unsigned>(threads) * 0x165667b19e3779f9u;
        key = (key ^ key >> 29) * 2u | 1u; // never 0
        const uint64_t known = choice_.function;
        if ((known | 1u) == key)
            return known == key ? functions_.narrow : functions_.loop;
        const size_t bytes = pt_bytes_with_slot(most_dynamic_);
        occupancy::device device;
        cudaFuncAttributes wide, narrow;
        if (cudaFuncGetAttributes(&wide, functions_.loop) != cudaSuccess ||
            cudaFuncGetAttributes(&narrow, functions_.narrow) != cudaSuccess || !occupancy::find_device(&device))
            return nullptr;
        const unsigned of_wide = occupancy::resident_like(wide, functions_.loop, wide, threads, bytes, device);
        const unsigned of_narrow = occupancy::resident_like(narrow, functions_.narrow, narrow, threads, bytes, device);
        const bool is_narrow = of_narrow > of_wide && narrow.localSizeBytes <= wide.localSizeBytes;
        if (is_narrow ? !of_narrow : !of_wide)
            return nullptr;
        choice_.function = is_narrow ? key : key - 1u;
        return is_narrow ? functions_.narrow : functions_.loop;
    }

    // Is the guess wrong, of a record that goes to CUDA step by step? Then the device's answer is made here.
    bool is_wrong(const ::pt::loop_memory &m, const unsigned char *expected, unsigned guess)
    {
        ::pt::loop_answer answer = ::pt::loop_answer();
        if (::cudaMemcpyAsync(answer.actual, m.from, m.bytes, cudaMemcpyDeviceToHost, stream_) != cudaSuccess ||
            ::cudaStreamSynchronize(stream_) != cudaSuccess) {
            has_last_value_ = false;
            return false;
        }
        const bool wrong = !::pt::is_as_guessed(m.compares, m.bytes, answer.actual, expected);
        answer.wrong_chain = wrong ? chains_->last : 0u;
        answer.wrong = guess;
        chain_of_device_ = 0u; // it is not told
        (void)::cudaMemcpyAsync(chains_->answer, &answer, sizeof answer, cudaMemcpyHostToDevice, stream_);
        return wrong;
    }

    void launch_one_by_one()
    {
        if (guesses_launched_)
            ask();
        if (drops_)
            return;
        unsigned guess = guesses_launched_;
        for (unsigned i = 0; i < steps_; i++) {
            const unsigned char place = place_of_step(i);
            unsigned e = 0;
            while (place_[e] != place)
                e++;
            ::pt::loop_step &step = *reinterpret_cast<::pt::loop_step *>(record_.data + place * 16u);
            if (step.kind < ::pt::loop_step::set)
                launch_entry(entries_[e], step);
            else if (step.kind != ::pt::loop_step::guess)
                move_memory(step);
            else if (is_wrong(*reinterpret_cast<const ::pt::loop_memory *>(step.arguments()), step.arguments() + sizeof(::pt::loop_memory),
                              guess++))
                return;
        }
    }

    void launch_entry(const loop_entry &entry, ::pt::loop_step &step)
    {
        void *arguments[arguments_at_most + 2] = {nullptr};
        for (unsigned i = 0; i < entry.count; i++)
            arguments[i + 1u] = step.arguments() + entry.offsets[i];
        const ::ptrt::configuration c(dim3(step.launch.grid_x, step.launch.grid_y, step.launch.grid_z), block_, entry.dynamic_shared_bytes,
                               stream_);
        launch_untyped(*entry.k, c, entry.original, entry.twin, arguments);
    }

    void move_memory(::pt::loop_step &step)
    {
        ::pt::loop_memory m;
        memcpy(&m, step.arguments(), sizeof m);
        if (m.bytes == 0u)
            return;
        if (step.kind == ::pt::loop_step::set)
            (void)::cudaMemsetAsync(m.to, static_cast<int>(m.value), m.bytes, stream_);
        else if (step.kind == ::pt::loop_step::copy)
            (void)::cudaMemcpyAsync(m.to, m.from, m.bytes, cudaMemcpyDeviceToDevice, stream_);
        else
            (void)::cudaMemcpyAsync(m.to, step.arguments() + sizeof m, m.bytes, cudaMemcpyHostToDevice, stream_);
    }

    kernel &kernel_; // describes the loop
    loop_choice &choice_;
    loop_trials trials_;
    const loop_functions &functions_;
    loop_graphs *const graphs_; // or nullptr
    bool is_graph_ = is_graph(ptrt_loop_way_wanted() == PTRT_LOOP_AUTO ? choice_.last.load(std::memory_order_relaxed) : ptrt_loop_way_wanted()); // the last launch
    step_keeper *keeper_ = nullptr;
    loop_kernel_limits *const limits_;
    dim3 block_; // of the record; x is 0 while there is none
    cudaStream_t stream_;
    unsigned steps_, used_, places_, most_items_;
    unsigned period_ = 0u; // steps of the record until its first one comes again; 0: it has not
    size_t most_dynamic_;
    unsigned steps_at_most_;
    bool launched_; // together, and perhaps not waited for
    bool owes_, owes_device_;
    bool is_unknown_ = false; // something else than steps was asked for, and not waited for
    cudaStream_t owed_stream_;
    bool may_guess_, has_guessed_; // in this round
    bool compares_only_ = false;   // a value is not taken to come again
    bool ends_ = false;            // by another `if`
    bool has_left_ = false;        // by an `if`: what its branch waits for, it may look at
    bool repeats_ = false;         // the round in which the loop is left
    bool has_last_value_;
    bool drops_; // a guess was wrong, and the program does not know yet
    unsigned guesses_, guesses_at_most_, guesses_launched_;
    size_t last_bytes_;
    const void *last_from_;
    const void *last_to_ = nullptr; // until last_value_ is taken from there
    loop_chains *chains_;
    unsigned chain_of_device_ = 0u, right_of_device_ = 0u; // as the device knows them; 0: it does not
    ::pt::loop_answer answer_; // a copy
    loop_comparison comparison_;
    unsigned char last_value_[::pt::loop_answer::bytes_at_most];
    loop_guess guess_[guesses_in_all];
    unsigned char here_[loop_guess::saved_bytes_at_most]; // the variables in front of the loop's condition,
    unsigned char begin_[loop_guess::saved_bytes_at_most / 2u]; // and where this round began
    loop_pointers pointers_;
    bool shares_host_memory_ = false; // the kernels so far, with the host
    loop_entry entries_[entries_at_most];
    unsigned char place_[entries_at_most];
    ::pt::loop_launch record_;
};

} // namespace detail

} // PTRT_OF_THIS_FILE
} // namespace ptrt

#endif
