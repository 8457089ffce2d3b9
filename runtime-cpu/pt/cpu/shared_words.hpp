// Words of a block's dynamic shared memory, by their offset: what block.cuh says in PTX on a GPU.
//
// In:  an offset, or a place in dynamic shared memory. Out: its words. Invariant: none of its own.
#ifndef PT_CPU_SHARED_WORDS_HPP
#define PT_CPU_SHARED_WORDS_HPP

#include <pt/cpu/engine.h>

#include <cstring>

namespace pt {

// Shared memory by its offset from the block's dynamic shared memory.
static inline unsigned shared_address(const void *pointer)
{
    return static_cast<unsigned>(static_cast<const char *>(pointer) - static_cast<const char *>(pt_cpu_dynamic_shared()));
}

static inline uint4 load_shared(unsigned address)
{
    uint4 words;
    std::memcpy(&words, static_cast<const char *>(pt_cpu_dynamic_shared()) + address, sizeof words);
    return words;
}

static inline unsigned load_shared_word(const unsigned *pointer) { return *pointer; }

static inline void store_shared(unsigned address, uint4 words)
{
    std::memcpy(static_cast<char *>(pt_cpu_dynamic_shared()) + address, &words, sizeof words);
}

} // namespace pt

#endif
