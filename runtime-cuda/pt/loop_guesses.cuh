// What a loop that runs ahead of the device has guessed of what it reads back, and how a wrong guess is undone.
//
// In:  copies to the host, the loop's variables whenever it asks whether it goes on, the device's answer (loop_record.cuh). Out: which
//      copies may be guessed, and as what; behind a wrong guess, the variables as they were and what was really there.
// How: a value that is copied to the host is taken to be the one that came last, or to compare as that one with the number that the loop's
//      condition names (loop_comparison.cuh). Guesses that wait for one answer are a chain: as long as chains are right, the next one may
//      be twice as long.
// Invariant: a guess is open until the device was asked. Where one was wrong, the program does not know it, and what it asks for is
//            dropped, until its variables are what they were there. One guess in a round, as a wrong one is undone where the round ends.
#ifndef PT_LOOP_GUESSES_CUH
#define PT_LOOP_GUESSES_CUH

#include "launch.cuh"
#include "loop_comparison.cuh"
#include "loop_record.cuh"

#include <string.h>
#include <type_traits>

namespace ptrt {
PTRT_OF_THIS_FILE {
namespace detail {

// A variable of the loop, to be given back its value. A list of them ends where the address is nullptr.
struct loop_variable {
    void *address;
    size_t bytes;
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

class loop_guesses {
  public:
    // Of the room that a guess may need.
    enum : unsigned { value_bytes_at_most = ::pt::loop_answer::bytes_at_most };

    unsigned count() const { return count_; }       // open
    unsigned launched() const { return launched_; } // of them, by launches before
    bool drops() const { return drops_; }           // one was wrong, and the program does not know yet
    bool may_guess() const { return may_guess_; }   // in this round
    bool has_guessed() const { return has_guessed_; }
    // Of the chain that is open or was last.
    unsigned chain() const { return chains_ ? chains_->last : 0u; }
    ::pt::loop_answer *answer_of_device() const { return chains_ ? chains_->answer : nullptr; }

    loop_comparison &comparison() { return comparison_; }
    // A value is not taken to come again.
    void only_compare() { compares_only_ = true; }

    // ---- where the program asks

    // It has waited for what it copied, and a round ends.
    template <class... Value> void end_round(const loop_variable *list)
    {
        static constexpr bool plain[] = {std::is_trivially_copyable<Value>::value..., true};
        static constexpr size_t bytes[] = {sizeof(Value)..., 0};
        size_t all = 0;
        may_guess_ = true;
        for (size_t i = 0; i <= sizeof...(Value); i++) {
            may_guess_ = may_guess_ && plain[i];
            all += bytes[i];
        }
        may_guess_ = may_guess_ && all * (compares_only_ ? 2u : 1u) <= loop_guess::saved_bytes_at_most;
        if (last_to_)
            memcpy(last_value_, last_to_, last_bytes_);
        last_to_ = nullptr;
        if (has_guessed_ && count_)
            save(list, guess_[count_ - 1u].variables);
        has_guessed_ = false;
    }

    // A round begins: where a loop that asks whether it leaves goes back to.
    void begin_round(const loop_variable *list)
    {
        if (may_guess_)
            save(list, begin_);
    }

    // May the loop go on as if all open guesses were right?
    bool may_run_ahead() const { return count_ < count_at_most_; }

    // The variables in front of the loop's condition, which may change them.
    void save_here(const loop_variable *list) { save(list, here_); }
    void restore_here(const loop_variable *list) { restore(list, here_); }

    // Waits for the answer. An error is the program's to find, by a call of its own.
    void ask(cudaStream_t stream)
    {
        if (::cudaMemcpyAsync(&answer_, chains_->answer, sizeof answer_, cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
            ::cudaStreamSynchronize(stream) != cudaSuccess)
            has_last_value_ = false;
        drops_ = answer_.wrong_chain == chains_->last;
    }

    // What was wrong was guessed before the last question.
    bool is_on_wrong_way() const { return drops_ && !(has_guessed_ && answer_.wrong + 1u == count_); }

    // ---- what comes of the answer

    // Where a round of a loop that asks whether it leaves begins: is the one that followed the wrong guess done again, and nothing that it
    // asks for?
    bool repeats_round(const loop_variable *list, bool begins_round)
    {
        const bool repeats = drops_ && begins_round && !repeats_; // once: an error may lead another way
        repeats_ = repeats;
        if (repeats)
            restore(list, guess_[answer_.wrong].begin());
        return repeats;
    }

    // The program is on the right way again, where it asked behind the wrong guess.
    void undo(const loop_variable *list)
    {
        restore(list, guess_[answer_.wrong].variables);
        take_actual();
    }

    // Of the guess that was wrong, what was there.
    void take_actual()
    {
        const loop_guess &wrong = guess_[answer_.wrong];
        memcpy(wrong.to, answer_.actual, wrong.bytes);
        memcpy(last_value_, answer_.actual, wrong.bytes);
        count_at_most_ = 1u;
        drops_ = false;
    }

    // Of a number that was only compared, the last value that was copied.
    void take_last_value()
    {
        const loop_guess &last = guess_[count_ - 1u];
        if (!has_last_value_ || !last.compares)
            return;
        memcpy(last.to, answer_.actual, last.bytes);
        memcpy(last_value_, answer_.actual, last.bytes);
    }

    // The next chain may be longer.
    void lengthen()
    {
        if (count_at_most_ < guesses_at_most)
            count_at_most_ *= 2u;
    }

    // No guess is open any more, of whatever launch.
    void close() { count_ = launched_ = 0u; }

    void note_launch() { launched_ = count_; }

    // Until the program asks again.
    void stop() { may_guess_ = false; }

    // ---- copies to the host

    // A copy that was made. Where it was not waited for, the program has waited when it asks what to do.
    void note_copy(cudaError_t error, const void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
    {
        if (kind != cudaMemcpyDeviceToHost)
            return;
        has_last_value_ = error == cudaSuccess && bytes <= sizeof last_value_;
        last_to_ = has_last_value_ ? to : nullptr;
        last_bytes_ = bytes;
        last_from_ = from;
    }

    // What was there is not known.
    void forget_last_value() { has_last_value_ = false; }

    // The value that came last may come again.
    bool can_guess(const void *to, const void *from, size_t bytes) const
    {
        return may_guess_ && !has_guessed_ && has_last_value_ && bytes == last_bytes_ && from == last_from_ &&
               (!compares_only_ || comparison_.is_of(to, from, bytes)) && count_ < guesses_at_most;
    }

    // Before a guess is recorded. False: the device has no place for an answer.
    bool begin_guess()
    {
        uint64_t context = 0;
        bool exact = true;
        if (!chains_ && (!current_context(&context, &exact) || !(chains_ = chains_of_thread(context))))
            return false;
        if (!count_)
            chains_->last++;
        return true;
    }

    // The step that the guess is, and what follows it.
    ::pt::loop_memory step(const void *to, const void *from, size_t bytes) const
    {
        return {nullptr, from, bytes, 0u, comparison_.is_of(to, from, bytes) ? comparison_.compares() : 0u};
    }
    const unsigned char *expected(const ::pt::loop_memory &step) const { return step.compares ? comparison_.number() : last_value_; }

    // It is recorded.
    void add(void *to, const ::pt::loop_memory &step)
    {
        loop_guess &guess = guess_[count_];
        guess.to = to;
        guess.bytes = static_cast<unsigned>(step.bytes);
        guess.compares = step.compares != 0u;
        if (compares_only_)
            memcpy(guess.begin(), begin_, sizeof begin_);
        count_++;
        memcpy(to, last_value_, guess.bytes);
        has_guessed_ = true;
    }

    // What comes next may be for another one. No guess is open.
    void forget_device() { chains_ = nullptr; }

  private:
    enum : unsigned { guesses_at_most = 64u };

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

    bool may_guess_ = false, has_guessed_ = false; // in this round
    bool compares_only_ = false;
    bool repeats_ = false; // the round in which the loop is left
    bool has_last_value_ = false;
    bool drops_ = false;
    unsigned count_ = 0u, count_at_most_ = 1u, launched_ = 0u;
    size_t last_bytes_ = 0;
    const void *last_from_ = nullptr;
    const void *last_to_ = nullptr; // until last_value_ is taken from there
    loop_chains *chains_ = nullptr;
    ::pt::loop_answer answer_ = {}; // a copy
    loop_comparison comparison_;
    unsigned char last_value_[value_bytes_at_most];
    loop_guess guess_[guesses_at_most];
    unsigned char here_[loop_guess::saved_bytes_at_most];       // in front of the loop's condition,
    unsigned char begin_[loop_guess::saved_bytes_at_most / 2u]; // and where this round began
};

} // namespace detail
} // PTRT_OF_THIS_FILE
} // namespace ptrt

#endif
