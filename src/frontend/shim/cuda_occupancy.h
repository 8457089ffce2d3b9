// Occupancy calculated on the host.
#ifndef PTCC_SHIM_CUDA_OCCUPANCY_H
#define PTCC_SHIM_CUDA_OCCUPANCY_H

#include "pt_any_arguments.h"

struct cudaOccDeviceProp {
    int computeMajor, computeMinor, maxThreadsPerBlock, maxThreadsPerMultiprocessor, regsPerBlock, regsPerMultiprocessor, warpSize;
    size_t sharedMemPerBlock, sharedMemPerMultiprocessor; int numSms; size_t sharedMemPerBlockOptin, reservedSharedMemPerBlock;
    cudaOccDeviceProp(); template <class P> cudaOccDeviceProp(const P &properties);
};
struct cudaOccFuncAttributes {
    int maxThreadsPerBlock, numRegs; size_t sharedSizeBytes; int partitionedGCConfig, shmemLimitConfig; size_t maxDynamicSharedSizeBytes;
    int numBlockBarriers; cudaOccFuncAttributes(); template <class P> cudaOccFuncAttributes(const P &attributes);
};
struct cudaOccDeviceState { int cacheConfig, carveoutConfig; };
struct cudaOccResult {
    int activeBlocksPerMultiprocessor; unsigned int limitingFactors; int blockLimitRegs, blockLimitSharedMem, blockLimitWarps, blockLimitBlocks;
    size_t allocatedRegistersPerBlock, allocatedSharedMemPerBlock; int partitionedGCConfig;
};
enum cudaOccError { CUDA_OCC_SUCCESS, CUDA_OCC_ERROR_INVALID_INPUT, CUDA_OCC_ERROR_UNKNOWN_DEVICE };
PT_SHIM_ANY(cudaOccError, cudaOccMaxActiveBlocksPerMultiprocessor)
PT_SHIM_ANY(cudaOccError, cudaOccMaxPotentialOccupancyBlockSize)

#endif
