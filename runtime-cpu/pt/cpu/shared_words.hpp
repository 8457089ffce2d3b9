// Words of a block's dynamic shared memory, by their offset: what block.cuh says in PTX on a GPU.
//
// In:  an offset, or a place in dynamic shared memory. Out: its words. Invariant: none of its own.
#ifndef PT_CPU_SHARED_WORDS_HPP
#define PT_CPU_SHARED_WORDS_HPP

#include <pt/cpu/engine.h>

#include <cstdint>
#include <cstring>

namespace pt {

// Addresses count from a multiple of what dynamic shared memory may be aligned to, so that they are as even as the memory is.
static inline char *shared_window()
{
    return reinterpret_cast<char *>(reinterpret_cast<std::uintptr_t>(pt_cpu_dynamic_shared()) & ~std::uintptr_t(1023));
}

static inline unsigned shared_address(const void *pointer)
{
    return static_cast<unsigned>(static_cast<const char *>(pointer) - shared_window());
}

static inline uint4 load_shared(unsigned address)
{
    uint4 words;
    std::memcpy(&words, shared_window() + address, sizeof words);
    return words;
}

static inline unsigned load_shared_word(const unsigned *pointer) { return *pointer; }

static inline void store_shared(unsigned address, uint4 words)
{
    std::memcpy(shared_window() + address, &words, sizeof words);
}

} // namespace pt

#endif
