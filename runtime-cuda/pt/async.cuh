// Asynchronous copies into or out of shared memory that an item may have left under way.
//
// In:  all threads of the group, behind an item. Out: the copies that the calling thread started are done with shared memory.
// Invariant: the hardware waits for them at the end of a block; the next item writes the same shared memory, so here
//            the item ends with them. Source: PTX ISA, cp.async.wait_all, cp.async.bulk.wait_group.
#ifndef PT_ASYNC_CUH
#define PT_ASYNC_CUH

namespace pt {

static __device__ __forceinline__ void finish_async_copies()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
#endif
}

} // namespace pt

#endif
