// How many thread groups are resident at once, and what a kernel must have been given for that.
//
// In:  a kernel, the block size, the dynamic shared memory of a launch. Out: groups of a multiprocessor.
// Invariant: the answer is that of the very function that is asked about, on the current device; 0 where it cannot be launched. A
//            kernel may be allowed more dynamic shared memory than before, never less.
#ifndef PT_OCCUPANCY_CUH
#define PT_OCCUPANCY_CUH

#include <cuda_runtime.h>

#include <stddef.h>

namespace ptrt {
namespace occupancy {

struct device {
    unsigned multiprocessors;
    size_t shared_bytes; // that a block can be allowed
};

static inline bool find_device(device *current)
{
    int number = 0, multiprocessors = 0, limit = 0;
    if (cudaGetDevice(&number) != cudaSuccess ||
        cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, number) != cudaSuccess ||
        cudaDeviceGetAttribute(&limit, cudaDevAttrMaxSharedMemoryPerBlockOptin, number) != cudaSuccess)
        return false;
    current->multiprocessors = static_cast<unsigned>(multiprocessors);
    current->shared_bytes = static_cast<size_t>(limit);
    return true;
}

// As the kernel is.
static inline unsigned resident(const void *function, int threads, size_t dynamic_bytes)
{
    int groups = 0;
    if (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&groups, function, threads, dynamic_bytes) != cudaSuccess)
        return 0;
    return groups > 0 ? static_cast<unsigned>(groups) : 0u;
}

// Gives the function what the original was given. True when it can have that much dynamic shared memory. It is allowed all that there
// is then: what this launch needs may be less than what another host thread has set meanwhile.
static inline bool carry_attributes(const cudaFuncAttributes &original, const void *function, const cudaFuncAttributes &attributes,
                                    size_t dynamic_bytes, const device &current)
{
    if (attributes.sharedSizeBytes + dynamic_bytes > current.shared_bytes)
        return false;
    if (original.preferredShmemCarveout != attributes.preferredShmemCarveout)
        cudaFuncSetAttribute(function, cudaFuncAttributePreferredSharedMemoryCarveout, original.preferredShmemCarveout);
    if (static_cast<size_t>(attributes.maxDynamicSharedSizeBytes) >= dynamic_bytes)
        return true;
    return cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                static_cast<int>(current.shared_bytes - attributes.sharedSizeBytes)) == cudaSuccess;
}

// With what the original was given, and the shared memory that it needs.
static inline unsigned resident_like(const cudaFuncAttributes &original, const void *function, const cudaFuncAttributes &attributes,
                                     int threads, size_t dynamic_bytes, const device &current)
{
    return threads <= attributes.maxThreadsPerBlock && carry_attributes(original, function, attributes, dynamic_bytes, current)
               ? resident(function, threads, dynamic_bytes)
               : 0u;
}

} // namespace occupancy
} // namespace ptrt

#endif
