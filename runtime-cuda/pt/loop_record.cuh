// The record of a loop's steps: what the host writes (loop_log.cuh) and the device reads (loop.cuh).
//
// In:  nothing. Out: the layout of one kernel parameter.
// Invariant: it fits into the 4096 bytes that every device and compiler takes. Steps that are the same share one entry; what they
//            are in order stands behind the entries, from the end of the record towards its middle, one byte a step.
#ifndef PT_LOOP_RECORD_CUH
#define PT_LOOP_RECORD_CUH

#include "abi.h"

#include <stddef.h>
#include <string.h>
#include <type_traits>

namespace ptrt {
// Are all of them true?
template <bool...> struct bools;
template <bool... Bare> using all_of = std::is_same<bools<true, Bare...>, bools<Bare..., true>>;
} // namespace ptrt

namespace pt {

// Where a kernel's arguments lie behind each other; the last index is that of the end.
template <class... Parameter> struct parameter_layout {
    static constexpr unsigned count = sizeof...(Parameter);
    // Copies of their bytes are copies of them, aligned as records are: others are never recorded, and no constructor of theirs need be the device's.
    static constexpr bool are_bytes = ::ptrt::all_of<(std::is_trivially_copyable<Parameter>::value && std::is_copy_constructible<Parameter>::value &&
                                                      alignof(Parameter) <= 16u)...>::value;
    static __host__ __device__ constexpr unsigned offset(size_t index)
    {
        const unsigned bytes[] = {sizeof(Parameter)..., 0u}, alignments[] = {alignof(Parameter)..., 1u};
        unsigned at = 0u;
        for (size_t i = 0; i < index; i++) {
            at = (at + alignments[i] - 1u) / alignments[i] * alignments[i];
            at += bytes[i];
        }
        return (at + alignments[index] - 1u) / alignments[index] * alignments[index];
    }
};

// Arguments follow it: those of the kernel, or a loop_memory.
struct alignas(16) loop_step {
    enum : unsigned { set = 0x100u, copy, store, guess }; // other kinds: the kernel's place in the loop's list
    pt_launch_t launch;
    unsigned kind;
    unsigned bytes; // with the arguments

    __host__ __device__ const unsigned char *arguments() const { return reinterpret_cast<const unsigned char *>(this + 1); }
    __host__ __device__ unsigned char *arguments() { return reinterpret_cast<unsigned char *>(this + 1); }
};

// cudaMemset, cudaMemcpy: `from` is nullptr where the bytes follow. A guess: the bytes that follow are expected at `from`, or the
// number there is taken to compare with the one that follows as `compares` says.
struct loop_memory {
    void *to;
    const void *from;
    unsigned long long bytes;
    unsigned value, compares; // to set; 0, or loop_number times loop_relations plus loop_relation
};

// What is not less need not be greater or equal: it may be no number.
enum class loop_relation : unsigned {
    none, is_less, is_less_equal, is_greater, is_greater_equal, is_equal, is_not_equal, is_not_less, is_not_less_equal, is_not_greater,
    is_not_greater_equal
};
constexpr unsigned loop_relations = 16u;

// Of the number at `from`; the one that follows is a double, a long long or an unsigned long long.
enum class loop_number : unsigned { none, as_float, as_double, as_int, as_unsigned, as_long, as_unsigned_long, as_byte };
constexpr unsigned compared_bytes = 8u; // of the one that follows

// The number that lies there, at a multiple of its size.
template <class One> static inline __host__ __device__ One number_at(const unsigned char *bytes)
{
    One x;
    memcpy(&x, __builtin_assume_aligned(bytes, sizeof x), sizeof x);
    return x;
}

// As the host widens it, whatever -ftz says: a number that is almost 0 is not 0.
template <class One> static inline __host__ __device__ One widened(One x) { return x; }
static inline __host__ __device__ double widened(float x)
{
#if defined(__CUDA_ARCH__)
    double wide;
    asm("cvt.f64.f32 %0, %1;" : "=d"(wide) : "f"(x));
    return wide;
#else
    return x;
#endif
}

template <class One, class Wide>
static inline __host__ __device__ bool compare_numbers(unsigned relation, const unsigned char *actual, const unsigned char *number)
{
    const Wide a = widened(number_at<One>(actual)), b = number_at<Wide>(number);
    switch (static_cast<loop_relation>(relation)) {
    case loop_relation::is_less: return a < b;
    case loop_relation::is_less_equal: return a <= b;
    case loop_relation::is_greater: return a > b;
    case loop_relation::is_greater_equal: return a >= b;
    case loop_relation::is_equal: return a == b;
    case loop_relation::is_not_less: return !(a < b);
    case loop_relation::is_not_less_equal: return !(a <= b);
    case loop_relation::is_not_greater: return !(a > b);
    case loop_relation::is_not_greater_equal: return !(a >= b);
    default: return a != b;
    }
}

// Is what lies there as the guess says? By host and device, there behind the steps that write it.
static inline __host__ __device__ bool is_as_guessed(unsigned compares, unsigned long long bytes, const unsigned char *actual,
                                                     const unsigned char *expected)
{
    const unsigned relation = compares % loop_relations;
    switch (static_cast<loop_number>(compares / loop_relations)) {
    case loop_number::as_float: return compare_numbers<float, double>(relation, actual, expected);
    case loop_number::as_double: return compare_numbers<double, double>(relation, actual, expected);
    case loop_number::as_int: return compare_numbers<int, long long>(relation, actual, expected);
    case loop_number::as_long: return compare_numbers<long long, long long>(relation, actual, expected);
    case loop_number::as_unsigned: return compare_numbers<unsigned, unsigned long long>(relation, actual, expected);
    case loop_number::as_byte: return compare_numbers<unsigned char, unsigned long long>(relation, actual, expected);
    case loop_number::as_unsigned_long: return compare_numbers<unsigned long long, unsigned long long>(relation, actual, expected);
    default: break;
    }
    if (bytes == sizeof(unsigned) && (reinterpret_cast<size_t>(actual) | reinterpret_cast<size_t>(expected)) % sizeof(unsigned) == 0u)
        return number_at<unsigned>(actual) == number_at<unsigned>(expected);
    bool same = true;
    for (unsigned i = 0u; i < bytes; i++)
        same &= actual[i] == expected[i];
    return same;
}

// What the device has to say of guesses, in memory of the device. Guesses that wait for one answer are a chain, which has a number.
struct alignas(16) loop_answer {
    static constexpr unsigned bytes_at_most = 16u;
    unsigned wrong_chain; // the last chain with a wrong guess,
    unsigned wrong;       // and which of its guesses that was, the first wrong one
    unsigned chain;       // for steps of a graph: the one that is under way,
    unsigned right;       // and how many of its guesses were right so far
    unsigned char actual[bytes_at_most]; // what was there, of that guess or else of the last one that compares
};

struct alignas(16) loop_launch {
    static constexpr unsigned capacity_bytes = 4096u - sizeof(pt_launch_t) - 32u;
    pt_launch_t launch; // of the groups; the blocks are each step's own
    unsigned steps;
    unsigned chain;        // of its guesses, and of those of earlier launches that were not asked for yet
    unsigned first_guess;  // how many those are: nothing is done if one of them was wrong
    unsigned unused;
    loop_answer *answer;   // nullptr where nothing is guessed
    alignas(16) unsigned char data[capacity_bytes];

    __host__ __device__ const loop_step &step(unsigned index) const
    {
        return *reinterpret_cast<const loop_step *>(data + data[capacity_bytes - 1u - index] * sizeof(uint4));
    }
};
static_assert(sizeof(loop_launch) == 4096u && loop_launch::capacity_bytes / 16u <= 256u, "a parameter, with places in one byte");

// The parameter of a step that is a kernel of its own (loop_step.cuh): a kernel's arguments as in a loop_step, or a loop_memory.
struct alignas(16) step_head {
    pt_launch_t launch;
    unsigned is_dealt; // groups take every gridDim-th block; else each the one that has its number
    unsigned kind;     // as in loop_step
    loop_answer *answer; // nullptr where nothing is guessed; else nothing is done behind a wrong guess
};
template <unsigned argument_bytes> struct step_record {
    step_head head;
    alignas(16) unsigned char arguments[argument_bytes ? argument_bytes : 1u];
};
static_assert(sizeof(step_head) % 16u == 0u, "arguments follow it");

} // namespace pt

#endif
