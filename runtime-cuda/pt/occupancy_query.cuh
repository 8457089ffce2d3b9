// What a program is told that asks how many blocks of a kernel are resident at once.
//
// In:  what the functions of the CUDA runtime that bear these names are given. Out: what they answer. Of a kernel with a grid barrier the
//      persistent twin is launched in any case, so that the answer is the smaller one of the kernel's and the twin's, with the shared
//      memory that the twin's launch takes.
// Invariant: about all other kernels, and what is wrong, CUDA answers by itself. So many blocks as the answer says can be launched.
#ifndef PT_OCCUPANCY_QUERY_CUH
#define PT_OCCUPANCY_QUERY_CUH

#include "address.cuh"

namespace ptrt {
PTRT_OF_THIS_FILE {

namespace detail {

// The twin that every launch of the kernel needs, or NULL.
static inline const ptrt_twin_t *twin_that_waits(const void *function)
{
    const ptrt_twin_t *const twin = ptrt_find(function);
    return twin && has_grid_barrier(twin) ? twin : nullptr;
}

// *blocks of the kernel are resident: no more than of its twin.
static inline cudaError_t limit_by_twin(int *blocks, const void *function, int threads, size_t dynamic_bytes)
{
    const ptrt_twin_t *const twin = twin_that_waits(function);
    if (!twin)
        return cudaSuccess;
    cudaFuncAttributes of_original, of_twin;
    occupancy::device current;
    cudaError_t error = ::cudaFuncGetAttributes(&of_original, twin->original);
    if (error == cudaSuccess)
        error = ::cudaFuncGetAttributes(&of_twin, twin->twin);
    if (error != cudaSuccess)
        return error;
    if (!occupancy::find_device(&current))
        return ::cudaPeekAtLastError();
    const int groups = static_cast<int>(
        occupancy::resident_like(of_original, twin->twin, of_twin, threads, pt_bytes_with_slot(dynamic_bytes), current));
    if (groups < *blocks)
        *blocks = groups;
    return cudaSuccess;
}

} // namespace detail

inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function, int threads, size_t dynamic_bytes)
{
    const cudaError_t error = ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, dynamic_bytes);
    return error == cudaSuccess ? detail::limit_by_twin(blocks, function, threads, dynamic_bytes) : error;
}

template <class T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T function, int threads, size_t dynamic_bytes)
{
    const cudaError_t error = ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, dynamic_bytes);
    return error == cudaSuccess ? detail::limit_by_twin(blocks, (const void *)function, threads, dynamic_bytes) : error;
}

inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *function, int threads,
                                                                          size_t dynamic_bytes, unsigned flags)
{
    const cudaError_t error = ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads, dynamic_bytes, flags);
    return error == cudaSuccess ? detail::limit_by_twin(blocks, function, threads, dynamic_bytes) : error;
}

template <class T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, T function, int threads, size_t dynamic_bytes,
                                                                   unsigned flags)
{
    const cudaError_t error = ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads, dynamic_bytes, flags);
    return error == cudaSuccess ? detail::limit_by_twin(blocks, (const void *)function, threads, dynamic_bytes) : error;
}

namespace detail {

// The largest block of those with which the most threads are resident, and the grid that fills the device with such blocks.
template <class Bytes>
cudaError_t find_potential_block(int *least_grid, int *block, const void *function, Bytes bytes_of, int limit, unsigned flags)
{
    cudaFuncAttributes of_original;
    occupancy::device current;
    const cudaError_t asked = ::cudaFuncGetAttributes(&of_original, function);
    if (asked != cudaSuccess)
        return asked;
    if (!occupancy::find_device(&current))
        return ::cudaPeekAtLastError();
    const int largest = limit != 0 && limit < of_original.maxThreadsPerBlock ? limit : of_original.maxThreadsPerBlock;
    int best = 0, groups = 0;
    for (int whole_warps = (largest + 31) / 32 * 32; whole_warps > 0; whole_warps -= 32) {
        const int threads = whole_warps < largest ? whole_warps : largest;
        int here = 0;
        const cudaError_t error = ::ptrt::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
            &here, function, threads, static_cast<size_t>(bytes_of(threads)), flags);
        if (error != cudaSuccess)
            return error;
        if (here * threads > groups * best) {
            best = threads;
            groups = here;
        }
    }
    *least_grid = groups * static_cast<int>(current.multiprocessors);
    *block = best;
    return cudaSuccess;
}

// CUDA asks for the kernel alone, and may choose a block that the twin cannot have.
template <class T> bool needs_own_search(const int *least_grid, const int *block, T function)
{
    return least_grid && block && twin_that_waits((const void *)function);
}

} // namespace detail

template <class Bytes, class T>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *least_grid, int *block, T function, Bytes bytes_of,
                                                                    int limit = 0, unsigned flags = 0)
{
    return detail::needs_own_search(least_grid, block, function)
               ? detail::find_potential_block(least_grid, block, (const void *)function, bytes_of, limit, flags)
               : ::cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(least_grid, block, function, bytes_of, limit, flags);
}

template <class Bytes, class T>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *least_grid, int *block, T function, Bytes bytes_of, int limit = 0)
{
    return detail::needs_own_search(least_grid, block, function)
               ? detail::find_potential_block(least_grid, block, (const void *)function, bytes_of, limit, 0)
               : ::cudaOccupancyMaxPotentialBlockSizeVariableSMem(least_grid, block, function, bytes_of, limit);
}

template <class T>
cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *least_grid, int *block, T function, size_t dynamic_bytes = 0, int limit = 0,
                                                        unsigned flags = 0)
{
    return detail::needs_own_search(least_grid, block, function)
               ? detail::find_potential_block(
                     least_grid, block, (const void *)function, [dynamic_bytes](int) { return dynamic_bytes; }, limit, flags)
               : ::cudaOccupancyMaxPotentialBlockSizeWithFlags(least_grid, block, function, dynamic_bytes, limit, flags);
}

template <class T>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *least_grid, int *block, T function, size_t dynamic_bytes = 0, int limit = 0)
{
    return detail::needs_own_search(least_grid, block, function)
               ? detail::find_potential_block(
                     least_grid, block, (const void *)function, [dynamic_bytes](int) { return dynamic_bytes; }, limit, 0)
               : ::cudaOccupancyMaxPotentialBlockSize(least_grid, block, function, dynamic_bytes, limit);
}

} // PTRT_OF_THIS_FILE
} // namespace ptrt

#endif
