// Collectives of the grid: what ptcc puts in the place of pt_any and its kin (collectives.cuh).
//
// In:  what a thread says for each software block that it works for, by `give`; then all threads of all groups come to `result_of`. Out: the same
//      answer in all threads, and a grid barrier has passed. (pt_any and pt_all need no cell where all groups come to them: vote_barrier.cuh.)
// Invariant: an entry of the directory has three cells, which a launch's collectives use in turn. A cell is 0 in all its words before somebody
//            gives something for it: whatever is combined is told in such a way that 0 stands for nothing. On the way to the barrier of collective
//            k the cell of k + 1 is set back: what k - 2 left there was read in front of the barrier of k - 1, and nobody gives anything for k + 1
//            before the barrier of k. The last group out sets all three back.
// Memory order: cells are written and read by relaxed operations; the barrier orders what comes before it and what comes behind.
// Source: "Collective Communication and Barrier Synchronization on NVIDIA CUDA GPUs", 2009, 3.3.2; there each block's part lies in an element of
//         its own, and one block combines them behind the barrier, in front of a second one.
#ifndef PT_COLLECTIVE_CUH
#define PT_COLLECTIVE_CUH

#include "barrier.cuh"
#include "vote_barrier.cuh"

#include <string.h>
#include <type_traits>

namespace pt {

namespace detail {

enum { cells_in_turn = 3, words_of_cell = 4 };
struct alignas(128) collective_cell {
    unsigned long long word[words_of_cell];
};
static __device__ collective_cell cells_of[directory_entries][cells_in_turn] __attribute__((unused));

static __device__ __forceinline__ void clear_cell(collective_cell *cell)
{
    for (unsigned i = 0u; i < words_of_cell; i += 2u)
        device_scope::store_relaxed(&cell->word[i], make_ulonglong2(0ull, 0ull));
}

// The group's shared memory for its collectives: a part for each warp, the answer, and its votes.
struct collective_memory {
    unsigned long long part[32];
    unsigned long long answer[words_of_cell];
    barriers::own_votes votes;
};

static __device__ __forceinline__ collective_memory &collective_memory_here()
{
#if defined(PT_CPU)
    return cpu::shared_of_group<collective_memory>("the group's part in collectives of the grid");
#else
    static __shared__ collective_memory here;
    return here;
#endif
}

template <class Value> static __device__ __forceinline__ unsigned long long to_word(Value value)
{
    unsigned long long word = 0ull;
    memcpy(&word, &value, sizeof value);
    return word;
}

template <class Value> static __device__ __forceinline__ Value from_word(unsigned long long word)
{
    Value value;
    memcpy(&value, &word, sizeof value);
    return value;
}

// ---- how values are combined: 0 is nothing ------------------------------------------------------------------------------

struct adding {
    template <class Value> static __device__ __forceinline__ Value combine(Value a, Value b) { return a + b; }
    template <class Value> static __device__ __forceinline__ void put(unsigned long long *word, Value value)
    {
        device_scope::add_blindly_relaxed(reinterpret_cast<Value *>(word), value);
    }
};

struct setting_bits {
    static __device__ __forceinline__ unsigned long long combine(unsigned long long a, unsigned long long b) { return a | b; }
    static __device__ __forceinline__ void put(unsigned long long *word, unsigned long long value) { device_scope::set_bits_relaxed(word, value); }
};

struct taking_greatest {
    static __device__ __forceinline__ unsigned long long combine(unsigned long long a, unsigned long long b) { return a > b ? a : b; }
    static __device__ __forceinline__ void put(unsigned long long *word, unsigned long long value) { device_scope::at_least_relaxed(word, value); }
};

// Lane 0 of the `lanes` first ones has the combination of what these have.
template <class How, class Value> static __device__ __forceinline__ Value combine_warp(Value value, unsigned lane, unsigned lanes)
{
    const unsigned mask = lanes == 32u ? ~0u : (1u << lanes) - 1u;
    for (unsigned distance = 16u; distance > 0u; distance /= 2u) {
        if (distance >= lanes)
            continue;
        const Value other = ::__shfl_down_sync(mask, value, distance);
        if (lane + distance < lanes)
            value = How::combine(value, other);
    }
    return value;
}

// The group's first thread has the combination of what all of its threads have, behind a barrier of the group.
template <class How, class Value> static __device__ __forceinline__ Value combine_group(Value value)
{
    const unsigned thread = thread_in_group(), threads = group_threads(), lane = thread % 32u, warp = thread / 32u, warps = (threads + 31u) / 32u;
    value = combine_warp<How>(value, lane, warp + 1u == warps ? threads - warp * 32u : 32u);
    collective_memory &here = collective_memory_here();
    if (lane == 0u)
        here.part[warp] = to_word(value);
    ::__syncthreads();
    if (warps > 1u && warp == 0u)
        value = combine_warp<How>(lane < warps ? from_word<Value>(here.part[lane]) : Value(), lane, 32u);
    return value;
}

// What a thread has, and how it comes into the cell. `meet` is called by all threads of the group and brings these together; `put_alone` by
// a thread whose group may have been left by others.
template <class How, class Value = unsigned long long> class gathered {
  public:
    static constexpr unsigned bytes = sizeof(Value); // of the cell, that matter
    __device__ __forceinline__ void meet(collective_cell *cell) const
    {
        const Value all = combine_group<How>(mine_);
        if (is_first_thread() && all != Value())
            How::put(cell->word, all);
    }
    __device__ __forceinline__ void put_alone(collective_cell *cell) const
    {
        if (mine_ != Value())
            How::put(cell->word, mine_);
    }

  protected:
    __device__ __forceinline__ void take(Value value) { mine_ = How::combine(mine_, value); }

  private:
    Value mine_ = Value();
};

// A condition: whether it was true for anybody. Where all groups come to it and the barrier is `paced`, by a vote without a cell.
class noticed {
  public:
    static __device__ __forceinline__ bool is_voted(unsigned line) { return line == 0u && std::is_same<barriers::algorithm, barriers::paced>::value; }
    __device__ __forceinline__ bool vote() const { return barriers::voting::meet(&collective_memory_here().votes, is_true_); }
    static constexpr unsigned bytes = sizeof(unsigned long long);
    __device__ __forceinline__ void meet(collective_cell *cell) const
    {
        if (::__syncthreads_or(is_true_) && is_first_thread())
            put(cell);
    }
    __device__ __forceinline__ void put_alone(collective_cell *cell) const
    {
        if (is_true_)
            put(cell);
    }

  protected:
    __device__ __forceinline__ void take(bool condition) { is_true_ |= condition; }

  private:
    // No store, which is slower where many groups come with one.
    static __device__ __forceinline__ void put(collective_cell *cell) { device_scope::set_bits_relaxed(cell->word, 1ull); }
    bool is_true_ = false;
};

// Integers as numbers whose order is that of the values, 0 for the least one; a float's bits are made such a number by Herf's way: all bits of
// what is negative change, else the sign's.
template <class T> static __device__ __forceinline__ unsigned long long ordered(T value)
{
    return std::is_signed<T>::value ? static_cast<unsigned long long>(static_cast<long long>(value)) ^ 1ull << 63 : static_cast<unsigned long long>(value);
}
template <class T> static __device__ __forceinline__ T from_ordered(unsigned long long number, T)
{
    return static_cast<T>(std::is_signed<T>::value ? number ^ 1ull << 63 : number);
}
static __device__ __forceinline__ unsigned long long ordered(double value)
{
    const unsigned long long bits = to_word(value);
    return bits >> 63 ? ~bits : bits | 1ull << 63;
}
static __device__ __forceinline__ double from_ordered(unsigned long long number, double)
{
    return from_word<double>(number >> 63 ? number & ~(1ull << 63) : ~number);
}
static __device__ __forceinline__ unsigned long long ordered(float value) { return ordered(static_cast<double>(value)); }
static __device__ __forceinline__ float from_ordered(unsigned long long number, float) { return static_cast<float>(from_ordered(number, 0.0)); }

template <class T> struct is_reduced {
    static constexpr bool is_integer = std::is_integral<T>::value && sizeof(T) <= sizeof(unsigned long long); // not __int128
    static constexpr bool value = is_integer || std::is_same<T, float>::value || std::is_same<T, double>::value;
};

} // namespace detail

// ---- the operations: what a thread gives, and what the cell says ------------------------------------------------------------

struct any_of : detail::noticed {
    __device__ __forceinline__ any_of &give(bool condition) { return take(condition), *this; }
    static __device__ __forceinline__ bool answer(const unsigned long long *word) { return word[0] != 0ull; }
    static __device__ __forceinline__ bool answer_of_vote(bool found) { return found; }
};

struct all_of : detail::noticed {
    __device__ __forceinline__ all_of &give(bool condition) { return take(!condition), *this; }
    static __device__ __forceinline__ bool answer(const unsigned long long *word) { return word[0] == 0ull; }
    static __device__ __forceinline__ bool answer_of_vote(bool found) { return !found; }
};

struct count_of : detail::gathered<detail::adding> {
    __device__ __forceinline__ count_of &give(bool condition) { return take(condition ? 1ull : 0ull), *this; }
    static __device__ __forceinline__ unsigned long long answer(const unsigned long long *word) { return word[0]; }
};

struct quantity_of : detail::gathered<detail::adding> {
    __device__ __forceinline__ quantity_of &give(bool condition) { return take(condition ? 1ull : 0ull), *this; }
    static __device__ __forceinline__ int answer(const unsigned long long *word) { return word[0] < 2ull ? static_cast<int>(word[0]) : 2; }
};

// The lowest rank has the greatest complement.
struct first_of : detail::gathered<detail::taking_greatest> {
    __device__ __forceinline__ first_of &give(unsigned long long rank, bool condition) { return take(condition ? ~rank : 0ull), *this; }
    static __device__ __forceinline__ unsigned long long answer(const unsigned long long *word) { return ~word[0]; }
};

// Ranks lie side by side in a warp, so that its threads have bits in two words at most.
class votes_of {
  public:
    static constexpr unsigned bytes = 0u;
    __device__ __forceinline__ votes_of &give(unsigned long long rank, bool condition, unsigned *bits)
    {
        const unsigned bit = static_cast<unsigned>(rank % 32u), lane = detail::thread_in_group() % 32u;
        const unsigned together = ::__activemask(), lanes_in_word = lane >= bit ? ~0u << (lane - bit) : ~0u >> (bit - lane);
        const unsigned yes = ::__ballot_sync(together, condition), mine = together & lanes_in_word;
        if (lane != static_cast<unsigned>(__ffs(static_cast<int>(mine))) - 1u)
            return *this;
        const unsigned set = lane >= bit ? (yes & mine) >> (lane - bit) : (yes & mine) << (bit - lane);
        const unsigned all = lane >= bit ? mine >> (lane - bit) : mine << (bit - lane);
        if (set != 0u)
            device_scope::set_bits_relaxed(&bits[rank / 32u], set);
        if (all != set)
            device_scope::clear_bits_relaxed(&bits[rank / 32u], all & ~set);
        return *this;
    }
    static __device__ __forceinline__ void meet(detail::collective_cell *) { ::__syncthreads(); }
    static __device__ __forceinline__ void put_alone(detail::collective_cell *) {}
    static __device__ __forceinline__ void answer(const unsigned long long *) {}
};

template <class T> class value_of {
    static_assert(std::is_trivially_copyable<T>::value && sizeof(T) <= sizeof(detail::collective_cell), "pt_bcast hands on at most 32 bytes");

  public:
    static constexpr unsigned bytes = sizeof(T);
    __device__ __forceinline__ value_of &give(unsigned long long rank, T value, unsigned long long whose)
    {
        if (rank == whose) {
            memcpy(words_, &value, sizeof(T));
            has_it_ = true; // of several blocks, the one that has it
        }
        return *this;
    }
    __device__ __forceinline__ void meet(detail::collective_cell *cell) const
    {
        put_alone(cell);
        ::__syncthreads();
    }
    __device__ __forceinline__ void put_alone(detail::collective_cell *cell) const
    {
        for (unsigned i = 0u; has_it_ && i < detail::words_of_cell && i * sizeof *words_ < sizeof(T); i += 2u)
            device_scope::store_relaxed(&cell->word[i], make_ulonglong2(words_[i], words_[i + 1u]));
    }
    static __device__ __forceinline__ T answer(const unsigned long long *word)
    {
        alignas(T) unsigned char value[sizeof(T)]; // which may have no constructor without arguments
        memcpy(value, word, sizeof(T));
        return *reinterpret_cast<const T *>(value);
    }

  private:
    unsigned long long words_[detail::words_of_cell] = {};
    bool has_it_ = false;
};

// Integers are added up as 64 bits, of which the lowest are the sum in their own.
template <class T> struct sum_of : detail::gathered<detail::adding, std::conditional_t<std::is_integral<T>::value, unsigned long long, T>> {
    static_assert(detail::is_reduced<T>::value, "pt_reduce_add is for integers of at most 64 bits, float and double");
    using number = std::conditional_t<std::is_integral<T>::value, unsigned long long, T>;
    __device__ __forceinline__ sum_of &give(T value) { return this->take(static_cast<number>(value)), *this; }
    static __device__ __forceinline__ T answer(const unsigned long long *word) { return static_cast<T>(detail::from_word<number>(word[0])); }
};

template <class T> struct bits_of : detail::gathered<detail::setting_bits> {
    static_assert(detail::is_reduced<T>::is_integer, "pt_reduce_or is for integers of at most 64 bits");
    __device__ __forceinline__ bits_of &give(T value) { return this->take(static_cast<unsigned long long>(value)), *this; }
    static __device__ __forceinline__ T answer(const unsigned long long *word) { return static_cast<T>(word[0]); }
};

template <class T> struct common_bits_of : detail::gathered<detail::setting_bits> {
    static_assert(detail::is_reduced<T>::is_integer, "pt_reduce_and is for integers of at most 64 bits");
    __device__ __forceinline__ common_bits_of &give(T value) { return this->take(~static_cast<unsigned long long>(value)), *this; }
    static __device__ __forceinline__ T answer(const unsigned long long *word) { return static_cast<T>(~word[0]); }
};

template <class T> struct greatest_of : detail::gathered<detail::taking_greatest> {
    static_assert(detail::is_reduced<T>::value, "pt_reduce_max is for integers of at most 64 bits, float and double");
    __device__ __forceinline__ greatest_of &give(T value)
    {
        if (value == value)
            this->take(detail::ordered(value));
        return *this;
    }
    static __device__ __forceinline__ T answer(const unsigned long long *word) { return detail::from_ordered(word[0], T()); }
};

template <class T> struct least_of : detail::gathered<detail::taking_greatest> {
    static_assert(detail::is_reduced<T>::value, "pt_reduce_min is for integers of at most 64 bits, float and double");
    __device__ __forceinline__ least_of &give(T value)
    {
        if (value == value)
            this->take(~detail::ordered(value));
        return *this;
    }
    static __device__ __forceinline__ T answer(const unsigned long long *word) { return detail::from_ordered(~word[0], T()); }
};

// ---- meeting ----------------------------------------------------------------------------------------------------------------

// For global_sync (barrier.cuh): a kernel with collectives.
struct collective_cells {
    static __device__ __forceinline__ void begin(detail::slot *s)
    {
        s->cell = 0u;
        barriers::voting::begin(&detail::collective_memory_here().votes);
    }
    static __device__ __forceinline__ void forget(unsigned entry)
    {
        for (unsigned i = 0u; i < detail::cells_in_turn; i++)
            detail::clear_cell(&detail::cells_of[entry][i]);
        barriers::voting::forget(entry);
    }
};

namespace detail {

static __device__ __forceinline__ collective_cell *cell_now(const slot *s) { return &cells_of[s->entry][s->cell]; }

// By one thread, in front of the barrier. With a `line` there may be groups that come to no more barriers, and so each sets the cell back.
static __device__ __forceinline__ void go_on_to_next_cell(slot *s, unsigned line)
{
    s->cell = s->cell + 1u == cells_in_turn ? 0u : s->cell + 1u;
    if (line != 0u || ::blockIdx.x == 0u)
        clear_cell(cell_now(s));
}

// By the same one behind it, of the cell that was filled.
static __device__ __forceinline__ void read_answer(const collective_cell *cell, unsigned bytes)
{
    for (unsigned i = 0u; i * sizeof *cell->word < bytes; i += 2u) {
        const ulonglong2 words = device_scope::load_relaxed(&cell->word[i]);
        collective_memory_here().answer[i] = words.x;
        collective_memory_here().answer[i + 1u] = words.y;
    }
}

} // namespace detail

namespace detail {

template <class Operation> static __device__ __forceinline__ auto result_of_cell(const Operation &part, unsigned line)
{
    collective_cell *cell = nullptr;
    meet_grid(
        line,
        [&](slot *s) {
            cell = cell_now(s); // its number changes behind the barrier of the group that `meet` holds
            part.meet(cell);
            if (is_first_thread())
                go_on_to_next_cell(s, line);
        },
        [&](slot *) {
            if (thread_in_group() < 32u)
                ::__syncwarp(); // other threads of the warp have seen the arrivals
            if (is_first_thread())
                read_answer(cell, Operation::bytes);
        });
    return Operation::answer(collective_memory_here().answer);
}

template <class Operation> static __device__ __forceinline__ bool result(const Operation &part, unsigned line, const noticed *)
{
    return Operation::is_voted(line) ? Operation::answer_of_vote(part.vote()) : result_of_cell(part, line);
}
template <class Operation> static __device__ __forceinline__ auto result(const Operation &part, unsigned line, const void *) { return result_of_cell(part, line); }

} // namespace detail

// The answer to what all threads have given: `part` is one of the above. As grid_barrier and draining_grid_barrier.
template <class Operation> static __device__ __forceinline__ auto result_of(const Operation &part, unsigned line = 0u) { return detail::result(part, line, &part); }

template <class Operation> static __device__ __forceinline__ auto draining_result_of(const Operation &part, unsigned line = 0u)
{
    detail::collective_cell *const cell = detail::cell_now(detail::slot_of_group());
    part.put_alone(cell);
    detail::draining_meet(line, [line](detail::slot *s) { detail::go_on_to_next_cell(s, line); }, [&](detail::slot *) { detail::read_answer(cell, Operation::bytes); });
    return Operation::answer(detail::collective_memory_here().answer);
}

} // namespace pt

#endif
