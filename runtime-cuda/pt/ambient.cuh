// The software block for code that cannot be told it: operators, constructors, default arguments, functors handed to
// libraries, whatever stands behind a function pointer or a virtual call.
//
// In:  a persistent kernel publishes the block it is about to run. Out: block_index() and grid_dim(), which any
//      function of the translation unit may ask, in persistent kernels and in plain ones.
// Invariant: the record carries the identity of the launch that wrote it. Shared memory holds whatever an earlier
//            kernel left there, but no two launches have the same identity, so a plain kernel never takes a stale
//            record for its own and answers with the hardware's values.
#ifndef PT_AMBIENT_CUH
#define PT_AMBIENT_CUH

#include "atomic.cuh"

namespace pt {

struct ambient_record {
    unsigned long long identity;
    unsigned long long check; // its complement: two words that chance does not make
    uint3 index;
    uint3 grid;
};

#if defined(PT_CPU)

static inline ambient_record &ambient_of_group() { return ::pt::cpu::shared<ambient_record>("the published block"); }

#else

// `static`, so that files can be linked with and without -rdc. Only kernels that reach an asking function hold it.
static __shared__ ambient_record ambient;

static __device__ __forceinline__ ambient_record &ambient_of_group() { return ambient; }

#endif

// All threads of the group call it before an item, when none of them is in the last item any more.
static __device__ __forceinline__ void publish_block(const uint3 &index, const dim3 &grid)
{
    if ((threadIdx.x | threadIdx.y | threadIdx.z) == 0u) {
        ambient_record &record = ambient_of_group();
        record.identity = launch_identity();
        record.check = ~launch_identity();
        record.index = index;
        record.grid = make_uint3(grid.x, grid.y, grid.z);
    }
    ::__syncthreads();
}

static __device__ __forceinline__ bool has_published_block()
{
    const ambient_record &record = ambient_of_group();
    return record.identity == launch_identity() && record.check == ~launch_identity();
}

// What blockIdx and gridDim mean in the source.
static __device__ __forceinline__ uint3 block_index()
{
    return has_published_block() ? ambient_of_group().index : make_uint3(::blockIdx.x, ::blockIdx.y, ::blockIdx.z);
}

static __device__ __forceinline__ dim3 grid_dim()
{
    const uint3 &grid = ambient_of_group().grid;
    return has_published_block() ? dim3(grid.x, grid.y, grid.z)
                                 : dim3(::gridDim.x, ::gridDim.y, ::gridDim.z);
}

} // namespace pt

#endif
