// Launches: what CUDA checks before one, the launch itself, what can be asked about a kernel.
//
// In:  kernels that are registered, shapes, arguments. Out: what pt_cpu_run does, by CUDA's error codes.
// Invariant: an invalid launch runs nothing and says what CUDA says. A launch that traps succeeds; the error shows at
//            the next call, as it does with a GPU.
#include "api.h"

#include <stdlib.h>
#include <string.h>

enum { not_set = -1 }; // a limit

static unsigned most_threads_of(const pt_cpu_kernel_t *kernel)
{
    const unsigned bound = __atomic_load_n(&kernel->max_threads, __ATOMIC_RELAXED);
    return bound && bound < 1024 ? bound : 1024;
}

// ---- records

// Found again by function; two threads that are the first at the same time get the same record.
pt_cpu_kernel_t *pt_cpu_kernel_record(const void *function, void (*call)(const void *, void *const *),
                                      const uint32_t *parameter_bytes, uint32_t parameters, uint32_t flags,
                                      const char *name, uint32_t max_threads)
{
    pt_cpu_kernel_t *kernel = pt_cpu_find(function);
    if (kernel) {
        if (max_threads)
            __atomic_store_n(&kernel->max_threads, max_threads, __ATOMIC_RELAXED);
        if (name && *name && !*kernel->name) { // its address was known before it was described: both before main
            kernel->name = name;
            kernel->flags |= flags;
        }
        return kernel;
    }
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    kernel = pt_cpu_find(function);
    if (!kernel && (kernel = calloc(1, sizeof *kernel))) {
        kernel->function = function;
        kernel->call = call;
        kernel->name = name;
        kernel->parameter_bytes = parameter_bytes;
        kernel->parameters = parameters;
        kernel->flags = flags;
        kernel->max_threads = max_threads;
        kernel->dynamic_shared_limit = (size_t)not_set;
        kernel->carveout = cudaSharedmemCarveoutDefault;
        pt_cpu_register(kernel);
    }
    pthread_mutex_unlock(&lock);
    return kernel;
}

// What a block may have of dynamic shared memory. Attributes may be set while another host thread launches.
static size_t dynamic_limit(const pt_cpu_kernel_t *kernel)
{
    const size_t limit = __atomic_load_n(&kernel->dynamic_shared_limit, __ATOMIC_RELAXED);
    const size_t usual = pt_cpu_device()->shared_bytes_per_block, fixed = pt_cpu_static_shared_bytes(kernel);
    if (limit != (size_t)not_set)
        return limit;
    return fixed < usual ? usual - fixed : 0;
}

cudaError_t pt_api_check_launch(const pt_api_operation_t *operation)
{
    const unsigned *grid = operation->launch.grid, *block = operation->launch.block;
    if (!operation->launch.kernel)
        return cudaErrorInvalidDeviceFunction;
    if (grid[0] - 1u >= 0x7fffffffu || grid[1] - 1u >= 65535u || grid[2] - 1u >= 65535u)
        return cudaErrorInvalidValue;
    if (block[0] - 1u >= 1024u || block[1] - 1u >= 1024u || block[2] - 1u >= 64u ||
        block[0] * block[1] * block[2] > 1024u)
        return cudaErrorInvalidValue;
    if (operation->launch.dynamic_shared_bytes > dynamic_limit(operation->launch.kernel))
        return cudaErrorInvalidValue;
    const unsigned threads = block[0] * block[1] * block[2];
    if (threads > most_threads_of(operation->launch.kernel))
        return cudaErrorInvalidValue;
    const unsigned resident =
        pt_cpu_resident_groups(operation->launch.kernel, threads, operation->launch.dynamic_shared_bytes);
    if (resident == 0)
        return cudaErrorLaunchOutOfResources;
    if (operation->launch.cooperative &&
        (uint64_t)grid[0] * grid[1] * grid[2] > (uint64_t)resident * pt_cpu_device()->multiprocessors)
        return cudaErrorCooperativeLaunchTooLarge;
    return cudaSuccess;
}

cudaError_t pt_api_run_kernel(const pt_api_operation_t *operation)
{
    const pt_cpu_launch_t launch = {
        .kernel = operation->launch.kernel,
        .arguments = operation->launch.arguments,
        .grid = {operation->launch.grid[0], operation->launch.grid[1], operation->launch.grid[2]},
        .block = {operation->launch.block[0], operation->launch.block[1], operation->launch.block[2]},
        .dynamic_shared_bytes = operation->launch.dynamic_shared_bytes,
        .cooperative = operation->launch.cooperative,
    };
    switch (pt_cpu_run(&launch)) {
    case PT_CPU_OK:
        return cudaSuccess;
    case PT_CPU_NO_MEMORY: // some blocks may have run: who took it for a launch that did not begin would do their work again
        pt_api_launch_ended(cudaErrorMemoryAllocation);
        break;
    case PT_CPU_ILLEGAL_ADDRESS:
        pt_api_launch_ended(cudaErrorIllegalAddress);
        break;
    case PT_CPU_STUCK:
        pt_api_launch_ended(cudaErrorLaunchTimeout);
        break;
    default: // __trap, or an assert that has said so before
        pt_api_launch_ended(cudaErrorLaunchFailure);
        break;
    }
    if (pt_cpu_on_device()) // a kernel does not outlive the context that its child has ruined
        pt_cpu_trap();
    return cudaSuccess;
}

static cudaError_t launch(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared_bytes,
                          cudaStream_t stream, bool cooperative)
{
    pt_cpu_kernel_t *kernel = pt_cpu_find(function);
    if (!kernel) {
        PT_API_REFUSE_AFTER_FAILURE();
        return pt_api_fail(cudaErrorInvalidDeviceFunction);
    }
    return pt_api_submit(stream, &(pt_api_operation_t){.kind = PT_API_KERNEL,
                                                       .launch = {.kernel = kernel, .arguments = arguments,
                                                                  .grid = {grid.x, grid.y, grid.z},
                                                                  .block = {block.x, block.y, block.z},
                                                                  .dynamic_shared_bytes = shared_bytes,
                                                                  .cooperative = cooperative}});
}

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared_bytes,
                             cudaStream_t stream)
{
    return launch(function, grid, block, arguments, shared_bytes, stream, false);
}

cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                                        size_t shared_bytes, cudaStream_t stream)
{
    return launch(function, grid, block, arguments, shared_bytes, stream, true);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *function, void **arguments)
{
    if (!config || (config->numAttrs && !config->attrs))
        return pt_api_fail(cudaErrorInvalidValue);
    bool cooperative = false;
    for (unsigned i = 0; i < config->numAttrs; i++) {
        const cudaLaunchAttribute *a = &config->attrs[i];
        if (a->id == cudaLaunchAttributeCooperative) {
            cooperative = a->val.cooperative != 0;
        } else if (a->id == cudaLaunchAttributeClusterDimension) {
            // Blocks do not see each other's shared memory here.
            if (a->val.clusterDim.x > 1 || a->val.clusterDim.y > 1 || a->val.clusterDim.z > 1)
                return pt_api_fail(cudaErrorNotSupported);
        }
        // All others say when a launch starts or how fast it is.
    }
    return launch(function, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes, config->stream,
                  cooperative);
}

// ---- attributes

#define KERNEL_OR_FAIL(kernel, function)                                \
    PT_API_REFUSE_AFTER_FAILURE();                                      \
    pt_cpu_kernel_t *kernel = pt_cpu_find(function);                    \
    if (!kernel)                                                        \
    return pt_api_fail(cudaErrorInvalidDeviceFunction)

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *function)
{
    if (!attributes)
        return pt_api_fail(cudaErrorInvalidValue);
    KERNEL_OR_FAIL(kernel, function);
    *attributes = (struct cudaFuncAttributes){
        .sharedSizeBytes = pt_cpu_static_shared_bytes(kernel),
        .maxThreadsPerBlock = (int)most_threads_of(kernel),
        .numRegs = 32,
        .ptxVersion = 90,
        .binaryVersion = 90,
        .maxDynamicSharedSizeBytes = (int)dynamic_limit(kernel),
        .preferredShmemCarveout = __atomic_load_n(&kernel->carveout, __ATOMIC_RELAXED),
    };
    return cudaSuccess;
}

cudaError_t cudaFuncSetAttribute(const void *function, enum cudaFuncAttribute attribute, int value)
{
    KERNEL_OR_FAIL(kernel, function);
    switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
        if (value < 0 || (size_t)value + pt_cpu_static_shared_bytes(kernel) > pt_cpu_device()->shared_bytes_per_block_optin)
            return pt_api_fail(cudaErrorInvalidValue);
        __atomic_store_n(&kernel->dynamic_shared_limit, (size_t)value, __ATOMIC_RELAXED);
        return cudaSuccess;
    case cudaFuncAttributePreferredSharedMemoryCarveout:
        if (value < cudaSharedmemCarveoutDefault || value > cudaSharedmemCarveoutMaxShared)
            return pt_api_fail(cudaErrorInvalidValue);
        __atomic_store_n(&kernel->carveout, value, __ATOMIC_RELAXED);
        return cudaSuccess;
    case cudaFuncAttributeNonPortableClusterSizeAllowed:
    case cudaFuncAttributeClusterSchedulingPolicyPreference:
        return cudaSuccess;
    default:
        return pt_api_fail(cudaErrorInvalidValue);
    }
}

cudaError_t cudaFuncSetCacheConfig(const void *function, enum cudaFuncCache config)
{
    KERNEL_OR_FAIL(kernel, function);
    (void)kernel;
    return (unsigned)config > cudaFuncCachePreferEqual ? pt_api_fail(cudaErrorInvalidValue) : cudaSuccess;
}

cudaError_t cudaFuncSetSharedMemConfig(const void *function, enum cudaSharedMemConfig config)
{
    KERNEL_OR_FAIL(kernel, function);
    (void)kernel;
    return (unsigned)config > cudaSharedMemBankSizeEightByte ? pt_api_fail(cudaErrorInvalidValue) : cudaSuccess;
}

cudaError_t cudaFuncGetName(const char **name, const void *function)
{
    KERNEL_OR_FAIL(kernel, function);
    if (!name)
        return pt_api_fail(cudaErrorInvalidValue);
    *name = kernel->name;
    return cudaSuccess;
}

// ---- occupancy

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *function, int block_size,
                                                                   size_t shared_bytes, unsigned int flags)
{
    if (!blocks || block_size <= 0 || flags > cudaOccupancyDisableCachingOverride)
        return pt_api_fail(cudaErrorInvalidValue);
    KERNEL_OR_FAIL(kernel, function);
    *blocks = (unsigned)block_size > most_threads_of(kernel) ? 0 : (int)pt_cpu_resident_groups(kernel, (unsigned)block_size, shared_bytes);
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function, int block_size,
                                                          size_t shared_bytes)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, block_size, shared_bytes,
                                                                  cudaOccupancyDefault);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *function, int blocks, int block_size)
{
    if (!bytes || blocks <= 0 || block_size <= 0)
        return pt_api_fail(cudaErrorInvalidValue);
    KERNEL_OR_FAIL(kernel, function);
    size_t low = 0, high = pt_cpu_device()->shared_bytes_per_block_optin - pt_cpu_static_shared_bytes(kernel);
    if (pt_cpu_resident_groups(kernel, (unsigned)block_size, 0) < (unsigned)blocks)
        high = 0;
    while (low < high) {
        const size_t middle = low + (high - low + 1) / 2;
        if (pt_cpu_resident_groups(kernel, (unsigned)block_size, middle) >= (unsigned)blocks)
            low = middle;
        else
            high = middle - 1;
    }
    *bytes = low;
    return cudaSuccess;
}
