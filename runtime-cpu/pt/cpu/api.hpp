// The C++ forms of the CUDA runtime API: typed pointers, symbols that are the variables themselves, typed kernels.
//
// In:  calls as CUDA's C++ API has them. Out: the same calls of the C API.
// Invariant: a kernel that is named with its type is registered before the C API sees its address.
#ifndef PT_CPU_API_HPP
#define PT_CPU_API_HPP

#include "kernel.hpp"

// ---- memory

template <class T> inline cudaError_t cudaMalloc(T **pointer, size_t size)
{
    return cudaMalloc(reinterpret_cast<void **>(pointer), size);
}
template <class T> inline cudaError_t cudaMallocHost(T **pointer, size_t size, unsigned flags = cudaHostAllocDefault)
{
    return cudaHostAlloc(reinterpret_cast<void **>(pointer), size, flags);
}
template <class T> inline cudaError_t cudaHostAlloc(T **pointer, size_t size, unsigned flags)
{
    return cudaHostAlloc(reinterpret_cast<void **>(pointer), size, flags);
}
template <class T>
inline cudaError_t cudaMallocManaged(T **pointer, size_t size, unsigned flags = cudaMemAttachGlobal)
{
    return cudaMallocManaged(reinterpret_cast<void **>(pointer), size, flags);
}
template <class T> inline cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height)
{
    return cudaMallocPitch(reinterpret_cast<void **>(pointer), pitch, width, height);
}
template <class T> inline cudaError_t cudaMallocAsync(T **pointer, size_t size, cudaStream_t stream)
{
    return cudaMallocAsync(reinterpret_cast<void **>(pointer), size, stream);
}
template <class T> inline cudaError_t cudaMallocFromPoolAsync(T **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
    return cudaMallocFromPoolAsync(reinterpret_cast<void **>(pointer), size, pool, stream);
}
template <class T> inline cudaError_t cudaMallocAsync(T **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
    return cudaMallocFromPoolAsync(reinterpret_cast<void **>(pointer), size, pool, stream);
}
template <class T> inline cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned flags)
{
    return cudaHostGetDevicePointer(reinterpret_cast<void **>(device), host, flags);
}
template <class T>
inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *pointer, size_t length = 0,
                                            unsigned flags = cudaMemAttachSingle)
{
    return cudaStreamAttachMemAsync(stream, static_cast<void *>(pointer), length, flags);
}
inline cudaError_t cudaMemAdvise(const void *pointer, size_t count, enum cudaMemoryAdvise, int)
{
    return pt_cpu_memory_hint(pointer, count, nullptr);
}
inline cudaError_t cudaMemAdvise(const void *pointer, size_t count, enum cudaMemoryAdvise, cudaMemLocation)
{
    return pt_cpu_memory_hint(pointer, count, nullptr);
}
inline cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t count, int, cudaStream_t stream = nullptr)
{
    return pt_cpu_memory_hint(pointer, count, stream);
}
inline cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t count, cudaMemLocation, unsigned,
                                        cudaStream_t stream = nullptr)
{
    return pt_cpu_memory_hint(pointer, count, stream);
}

// With a kind for each edge: a programmatic one may wait for all of the kernel before it, and does here.
inline cudaError_t cudaGraphAddDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                               const cudaGraphEdgeData *, size_t count)
{
    return cudaGraphAddDependencies(graph, from, to, count);
}
inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                            const cudaGraphEdgeData *edges, size_t count)
{
    return cudaGraphAddDependencies_v2(graph, from, to, edges, count);
}

inline cudaPitchedPtr make_cudaPitchedPtr(void *pointer, size_t pitch, size_t xsize, size_t ysize)
{
    return cudaPitchedPtr{pointer, pitch, xsize, ysize};
}
inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return cudaPos{x, y, z}; }
inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth)
{
    return cudaExtent{width, height, depth};
}

// ---- symbols: variables are where they are

namespace pt {
namespace cpu {
namespace detail {

template <class T> inline char *address_of(const T &symbol)
{
    return const_cast<char *>(&reinterpret_cast<const volatile char &>(symbol));
}
template <class T> inline bool outside(size_t count, size_t offset)
{
    return offset > sizeof(T) || count > sizeof(T) - offset;
}

} // namespace detail
} // namespace cpu
} // namespace pt

template <class T>
inline cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *src, size_t count, size_t offset = 0,
                                           cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                           cudaStream_t stream = nullptr)
{
    if (pt::cpu::detail::outside<T>(count, offset))
        return pt_cpu_set_last_error(cudaErrorInvalidValue);
    return cudaMemcpyAsync(pt::cpu::detail::address_of(symbol) + offset, src, count, kind, stream);
}
template <class T>
inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *src, size_t count, size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return cudaMemcpyToSymbolAsync(symbol, src, count, offset, kind, PT_CPU_DEFAULT_STREAM);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const T &symbol, size_t count, size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                             cudaStream_t stream = nullptr)
{
    if (pt::cpu::detail::outside<T>(count, offset))
        return pt_cpu_set_last_error(cudaErrorInvalidValue);
    return cudaMemcpyAsync(dst, pt::cpu::detail::address_of(symbol) + offset, count, kind, stream);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbol(void *dst, const T &symbol, size_t count, size_t offset = 0,
                                        cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return cudaMemcpyFromSymbolAsync(dst, symbol, count, offset, kind, PT_CPU_DEFAULT_STREAM);
}
template <class Parameter, class T> inline cudaError_t cudaGetSymbolAddress(Parameter **pointer, const T &symbol)
{
    *pointer = reinterpret_cast<Parameter *>(pt::cpu::detail::address_of(symbol));
    return cudaSuccess;
}
template <class T> inline cudaError_t cudaGetSymbolAddress(void **pointer, const T &symbol)
{
    *pointer = pt::cpu::detail::address_of(symbol);
    return cudaSuccess;
}
template <class T> inline cudaError_t cudaGetSymbolSize(size_t *size, const T &)
{
    *size = sizeof(T);
    return cudaSuccess;
}

// ---- events

inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags = cudaEventDefault)
{
    return cudaEventCreateWithFlags(event, flags);
}

// ---- kernels

template <class... Parameter>
inline cudaError_t cudaLaunchKernel(void (*function)(Parameter...), dim3 grid, dim3 block, void **arguments,
                                    size_t shared_bytes = 0, cudaStream_t stream = nullptr)
{
    return cudaLaunchKernel(pt::cpu::known(function), grid, block, arguments, shared_bytes, stream);
}
template <class... Parameter>
inline cudaError_t cudaLaunchCooperativeKernel(void (*function)(Parameter...), dim3 grid, dim3 block, void **arguments,
                                               size_t shared_bytes = 0, cudaStream_t stream = nullptr)
{
    return cudaLaunchCooperativeKernel(pt::cpu::known(function), grid, block, arguments, shared_bytes, stream);
}
template <class... Parameter, class... Argument>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Parameter...), Argument &&...arguments)
{
    return pt::cpu::detail::call<Parameter...>::with(config, kernel, static_cast<Argument &&>(arguments)...);
}
template <class... Parameter> inline cudaError_t cudaFuncSetAttribute(void (*function)(Parameter...), cudaFuncAttribute attribute,
                                                              int value)
{
    return cudaFuncSetAttribute(pt::cpu::known(function), attribute, value);
}
template <class... Parameter> inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, void (*function)(Parameter...))
{
    return cudaFuncGetAttributes(attributes, pt::cpu::known(function));
}
template <class... Parameter> inline cudaError_t cudaFuncSetCacheConfig(void (*function)(Parameter...), cudaFuncCache config)
{
    return cudaFuncSetCacheConfig(pt::cpu::known(function), config);
}
template <class... Parameter> inline cudaError_t cudaFuncSetSharedMemConfig(void (*function)(Parameter...), cudaSharedMemConfig config)
{
    return cudaFuncSetSharedMemConfig(pt::cpu::known(function), config);
}
template <class... Parameter> inline cudaError_t cudaFuncGetName(const char **name, void (*function)(Parameter...))
{
    return cudaFuncGetName(name, pt::cpu::known(function));
}

// ---- occupancy

template <class... Parameter>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void (*function)(Parameter...), int block_size,
                                                                 size_t shared_bytes)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, pt::cpu::known(function), block_size, shared_bytes);
}
template <class... Parameter>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, void (*function)(Parameter...),
                                                                          int block_size, size_t shared_bytes,
                                                                          unsigned flags)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, pt::cpu::known(function), block_size,
                                                                  shared_bytes, flags);
}
template <class... Parameter>
inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, void (*function)(Parameter...), int blocks,
                                                             int block_size)
{
    return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, pt::cpu::known(function), blocks, block_size);
}

// The largest block of those with which a multiprocessor holds the most threads.
template <class Function, class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *least_grid, int *block_size, T function,
                                                                           Function shared_bytes_of, int limit = 0,
                                                                           unsigned flags = cudaOccupancyDefault)
{
    const void *known = pt::cpu::known(function);
    cudaFuncAttributes attributes;
    if (!least_grid || !block_size)
        return pt_cpu_set_last_error(cudaErrorInvalidValue);
    const cudaError_t error = cudaFuncGetAttributes(&attributes, known);
    if (error != cudaSuccess)
        return error;
    int largest = attributes.maxThreadsPerBlock;
    if (limit > 0 && limit < largest)
        largest = limit;
    int most = 0, groups = 0, best = 0;
    for (int rounded = (largest + 31) / 32 * 32; rounded > 0; rounded -= 32) {
        const int size = rounded < largest ? rounded : largest;
        int here = 0;
        const cudaError_t failed = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
            &here, known, size, static_cast<size_t>(shared_bytes_of(size)), flags);
        if (failed != cudaSuccess)
            return failed;
        if (here * size > most) {
            most = here * size;
            groups = here;
            best = size;
        }
    }
    *least_grid = groups * static_cast<int>(pt_cpu_device()->multiprocessors);
    *block_size = best;
    return cudaSuccess;
}
template <class Function, class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *least_grid, int *block_size, T function,
                                                                  Function shared_bytes_of, int limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(least_grid, block_size, function, shared_bytes_of,
                                                                   limit);
}
template <class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *least_grid, int *block_size, T function,
                                                               size_t shared_bytes = 0, int limit = 0,
                                                               unsigned flags = cudaOccupancyDefault)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
        least_grid, block_size, function, [shared_bytes](int) { return shared_bytes; }, limit, flags);
}
template <class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *least_grid, int *block_size, T function,
                                                      size_t shared_bytes = 0, int limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeWithFlags(least_grid, block_size, function, shared_bytes, limit);
}

// ---- graphs: what has two forms, of CUDA 11 and of CUDA 12

inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags = 0)
{
    return cudaGraphInstantiateWithFlags(exec, graph, flags);
}
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphNode_t *error_node,
                                        char *log, size_t log_size)
{
    if (error_node)
        *error_node = nullptr;
    if (log && log_size)
        *log = '\0';
    return cudaGraphInstantiateWithFlags(exec, graph);
}
inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *result)
{
    cudaGraphExecUpdateResultInfo unwanted;
    return pt_cpu_graph_update(exec, graph, result ? result : &unwanted);
}
inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t *error_node,
                                       cudaGraphExecUpdateResult *result)
{
    cudaGraphExecUpdateResultInfo info;
    const cudaError_t error = pt_cpu_graph_update(exec, graph, &info);
    if (error_node)
        *error_node = info.errorNode;
    if (result)
        *result = info.result;
    return error;
}

// ---- device code: grids start when those before them are done

inline void cudaGridDependencySynchronize() {}
inline void cudaTriggerProgrammaticLaunchCompletion() {}

#endif
