// ptcc's device side and launch path in one include, the first line of every rewritten file.
//
// In:  a CUDA compiler. Out: namespaces pt (device) and ptrt (launches). Empty under a plain host compiler.
// Invariant: includes nothing heavier than cuda_runtime.h, which nvcc includes anyway.
#ifndef PT_PT_CUH
#define PT_PT_CUH

// What is compiled went through ptcc; it is defined while ptcc reads a file, too.
#define __PTCC__ 1

#include "abi.h"

#if defined(__CUDACC__)

#include "ambient.cuh"
#include "async.cuh"
#include "atomic.cuh"
#include "block.cuh"
#include "grid.cuh"
#include "order.cuh"
#include "parameter.cuh"
#include "queue.cuh"
#include "schedule.h"
#include "warp.cuh"

namespace pt {

// What a clone of a device function needs to know about the software block it works for.
struct software_block {
    uint3 block_index;
    dim3 grid_dim;
    unsigned *alive_lanes; // the item's mask of lanes that have not left, or null
};

// threadIdx, for an item that shadows it: `const uint3 threadIdx = ::pt::thread_index(blockIdx);`. The compiler
// must not know that it is the same for all items, or it computes before the loop whatever follows from it alone
// and keeps that in registers across all items (a tiled transpose: 40 instead of 28). So it is made to look as if
// it depended on the item; not `volatile`, which would keep the compiler from more than that.
static __device__ __forceinline__ uint3 thread_index(const uint3 &block)
{
    uint3 index = ::threadIdx;
#if defined(PT_CPU)
    (void)block;
#else
    asm("" : "+r"(index.x) : "r"(block.x));
    asm("" : "+r"(index.y) : "r"(block.x));
    asm("" : "+r"(index.z) : "r"(block.x));
#endif
    return index;
}

} // namespace pt

// The thread group that runs the caller, and how many there are. Unlike blockIdx and gridDim in the source,
// these speak of the launch that really happens.
static __device__ __forceinline__ unsigned pt_group_id()
{
    return ::blockIdx.x;
}

static __device__ __forceinline__ unsigned pt_num_groups()
{
    return ::gridDim.x;
}

#include "address.cuh"
#include "launch.cuh"

#endif
#endif
