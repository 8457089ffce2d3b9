// The record of a loop's steps: what the host writes (loop_host.cuh) and the device reads (loop.cuh).
//
// In:  nothing. Out: the layout of one kernel parameter.
// Invariant: it fits into the 4096 bytes that every device and compiler takes. Steps that are the same share one entry; what they
//            are in order stands behind the entries, from the end of the record towards its middle, one byte a step.
#ifndef PT_LOOP_RECORD_CUH
#define PT_LOOP_RECORD_CUH

#include "abi.h"

#include <stddef.h>

namespace pt {

// Where a kernel's arguments lie behind each other; the last index is that of the end.
template <class... P> struct parameter_layout {
    static constexpr unsigned count = sizeof...(P);
    static __host__ __device__ constexpr unsigned offset(size_t index)
    {
        const unsigned bytes[] = {sizeof(P)..., 0u}, alignments[] = {alignof(P)..., 1u};
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
    enum : unsigned { set = 0x100u, copy, store }; // other kinds: the kernel's place in the loop's list
    pt_launch_t launch;
    unsigned kind;
    unsigned bytes; // with the arguments

    __host__ __device__ const unsigned char *arguments() const { return reinterpret_cast<const unsigned char *>(this + 1); }
    __host__ __device__ unsigned char *arguments() { return reinterpret_cast<unsigned char *>(this + 1); }
};

// cudaMemset, cudaMemcpy: `from` is nullptr where the bytes follow.
struct loop_memory {
    void *to;
    const void *from;
    unsigned long long bytes;
    unsigned value, unused;
};

struct alignas(16) loop_launch {
    static constexpr unsigned capacity_bytes = 4096u - sizeof(pt_launch_t) - 16u;
    pt_launch_t launch; // of the groups; the blocks are each step's own
    unsigned steps;
    unsigned unused[3];
    unsigned char data[capacity_bytes];

    __host__ __device__ const loop_step &step(unsigned index) const
    {
        return *reinterpret_cast<const loop_step *>(data + data[capacity_bytes - 1u - index] * sizeof(uint4));
    }
};
static_assert(sizeof(loop_launch) == 4096u && loop_launch::capacity_bytes / 16u <= 256u, "a parameter, with places in one byte");

} // namespace pt

#endif
