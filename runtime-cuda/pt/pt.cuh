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

#include <cuda_runtime.h> // the toolkit's: nvcc includes the first of that name, also one that stands beside the source

#include "ambient.cuh"
#include "async.cuh"
#include "atomic.cuh"
#include "block.cuh"
#include "grid.cuh"
#include "group_id.cuh"
#include "load.cuh"
#include "longest.cuh"
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

} // namespace pt

#include "address.cuh"
#include "launch.cuh"
#include "occupancy_query.cuh"

#endif
#endif
