// Which thread group runs the caller, for programs.
//
// In:  nothing. Out: numbers from 0 on, and how many.
// Invariant: unlike blockIdx and gridDim in the source, these speak of the launch that really happens.
#ifndef PT_GROUP_ID_CUH
#define PT_GROUP_ID_CUH

#include <cuda_runtime.h>

// The thread group that runs the caller, and how many there are. In a plain launch each block is a group, numbered x first, then y and z.
static __device__ __forceinline__ unsigned pt_group_id()
{
    return (::blockIdx.z * ::gridDim.y + ::blockIdx.y) * ::gridDim.x + ::blockIdx.x;
}

static __device__ __forceinline__ unsigned pt_num_groups()
{
    return ::gridDim.x * ::gridDim.y * ::gridDim.z;
}

#endif
