// Steps of a loop that are operations on memory, on the device: cudaMemset, cudaMemcpy, and what is guessed in place of a copy to the
// host.
//
// In:  what is set, copied or expected. Out: done by all groups together; a guess, by one thread.
#ifndef PT_LOOP_MEMORY_CUH
#define PT_LOOP_MEMORY_CUH

#include "block.cuh"
#include "loop_record.cuh"

namespace pt {
namespace detail {

// The groups' threads, numbered through, take the words of a range of bytes.
template <class Word> static __device__ __forceinline__ void for_each_word(unsigned long long bytes, const Word &word)
{
    const unsigned long long threads = static_cast<unsigned long long>(::gridDim.x) * group_threads();
    const unsigned rank = (::threadIdx.z * ::blockDim.y + ::threadIdx.y) * ::blockDim.x + ::threadIdx.x;
    for (unsigned long long i = static_cast<unsigned long long>(::blockIdx.x) * group_threads() + rank; i < bytes; i += threads)
        word(i);
}

static __device__ __forceinline__ bool is_aligned(const void *a, const void *b, unsigned long long bytes)
{
    return ((reinterpret_cast<unsigned long long>(a) | reinterpret_cast<unsigned long long>(b) | bytes) & 15ull) == 0ull;
}

static __device__ __forceinline__ void set_memory(const loop_memory &m)
{
    if (is_aligned(m.to, nullptr, m.bytes)) {
        const unsigned word = m.value * 0x01010101u;
        uint4 *const to = static_cast<uint4 *>(m.to);
        for_each_word(m.bytes / 16u, [=](unsigned long long i) { to[i] = make_uint4(word, word, word, word); });
    } else {
        unsigned char *const to = static_cast<unsigned char *>(m.to);
        const unsigned char value = static_cast<unsigned char>(m.value);
        for_each_word(m.bytes, [=](unsigned long long i) { to[i] = value; });
    }
}

static __device__ __forceinline__ void copy_memory(void *to, const void *from, unsigned long long bytes)
{
    if (is_aligned(to, from, bytes)) {
        uint4 *const target = static_cast<uint4 *>(to);
        const uint4 *const source = static_cast<const uint4 *>(from);
        for_each_word(bytes / 16u, [=](unsigned long long i) { target[i] = source[i]; });
    } else {
        unsigned char *const target = static_cast<unsigned char *>(to);
        const unsigned char *const source = static_cast<const unsigned char *>(from);
        for_each_word(bytes, [=](unsigned long long i) { target[i] = source[i]; });
    }
}

// A step that is no kernel's launch.
static __device__ __forceinline__ void run_memory(unsigned kind, const unsigned char *arguments)
{
    const loop_memory &m = *reinterpret_cast<const loop_memory *>(arguments);
    if (kind == loop_step::set)
        set_memory(m);
    else
        copy_memory(m.to, kind == loop_step::copy ? m.from : arguments + sizeof(loop_memory), m.bytes);
}

// By one thread: is something else there than was guessed? It is kept where it is wrong, or a number that was compared.
static __device__ __forceinline__ bool is_guess_wrong(const unsigned char *arguments, loop_answer *answer)
{
    const loop_memory &m = *reinterpret_cast<const loop_memory *>(arguments);
    const unsigned char *const actual = static_cast<const unsigned char *>(m.from);
    const bool wrong = !is_as_guessed(m.compares, m.bytes, actual, arguments + sizeof(loop_memory));
    if (wrong || m.compares != 0u)
        for (unsigned i = 0u; i < m.bytes; i++)
            answer->actual[i] = actual[i];
    return wrong;
}

} // namespace detail
} // namespace pt

#endif
