// Device memory, which is the host's: allocation, copies, fills, what is known about a pointer.
//
// In:  sizes and pointers. Out: memory aligned to 256 bytes, as CUDA promises at least.
// Invariant: every allocation is in the tree until it is freed, so that a pointer that was never given out is refused.
#include "array.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct allocation {
    uintptr_t begin;
    size_t size; // for the comparison at least 1
    enum cudaMemoryType type;
    bool registered; // the program's own memory
    unsigned flags;
    cudaMemPool_t pool; // NULL: of none
} allocation_t;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *tree;

// Ranges that overlap are equal; no two of the tree's do.
static int compare(const void *a, const void *b)
{
    const allocation_t *x = a, *y = b;
    return x->begin + x->size <= y->begin ? -1 : y->begin + y->size <= x->begin;
}

static bool enter(const allocation_t *allocation)
{
    allocation_t *entry = malloc(sizeof *entry);
    if (!entry)
        return false;
    *entry = *allocation;
    pthread_mutex_lock(&lock);
    allocation_t *const *found = tsearch(entry, &tree, compare);
    const bool entered = found && *found == entry;
    pthread_mutex_unlock(&lock);
    if (!entered)
        free(entry);
    return entered;
}

static bool find(const void *pointer, allocation_t *copy)
{
    const allocation_t wanted = {.begin = (uintptr_t)pointer, .size = 1};
    pthread_mutex_lock(&lock);
    allocation_t *const *found = tfind(&wanted, &tree, compare);
    if (found)
        *copy = **found;
    pthread_mutex_unlock(&lock);
    return found != NULL;
}

// Takes out the allocation that begins at the pointer and is of a type in the set.
static bool leave(const void *pointer, unsigned types, bool registered)
{
    const allocation_t wanted = {.begin = (uintptr_t)pointer, .size = 1};
    pthread_mutex_lock(&lock);
    allocation_t *const *found = tfind(&wanted, &tree, compare);
    allocation_t *entry = found ? *found : NULL;
    if (entry && (entry->begin != wanted.begin || !(types >> entry->type & 1) || entry->registered != registered))
        entry = NULL;
    if (entry)
        tdelete(entry, &tree, compare);
    pthread_mutex_unlock(&lock);
    if (entry && entry->pool)
        pt_api_pool_give(entry->pool, entry->size);
    free(entry);
    return entry != NULL;
}

static void free_allocation(void *entry)
{
    allocation_t *allocation = entry;
    if (!allocation->registered)
        free((void *)allocation->begin);
    if (allocation->pool)
        pt_api_pool_give(allocation->pool, allocation->size);
    free(allocation);
}

void pt_api_memory_reset(void)
{
    pthread_mutex_lock(&lock);
    void *all = tree;
    tree = NULL;
    pthread_mutex_unlock(&lock);
    tdestroy(all, free_allocation);
}

static size_t physical_bytes(int pages)
{
    const long count = sysconf(pages), size = sysconf(_SC_PAGESIZE);
    return count > 0 && size > 0 ? (size_t)count * (size_t)size : 0;
}

static cudaError_t allocate_from(cudaMemPool_t pool, void **pointer, size_t size, enum cudaMemoryType type, unsigned flags)
{
    if (!pointer)
        return pt_api_fail(cudaErrorInvalidValue);
    PT_API_REFUSE_AFTER_FAILURE();
    const cudaError_t captured = pt_api_outside_captures();
    if (captured != cudaSuccess)
        return captured;
    *pointer = NULL;
    if (size == 0)
        return cudaSuccess;
    // A system that promises more than it has would kill the program later.
    if (size > physical_bytes(_SC_PHYS_PAGES))
        return pt_api_fail(cudaErrorMemoryAllocation);
    void *memory = NULL;
    if (posix_memalign(&memory, 256, size) != 0)
        return pt_api_fail(cudaErrorMemoryAllocation);
    if (!enter(&(allocation_t){.begin = (uintptr_t)memory, .size = size, .type = type, .flags = flags, .pool = pool})) {
        free(memory);
        return pt_api_fail(cudaErrorMemoryAllocation);
    }
    *pointer = memory;
    return cudaSuccess;
}

static cudaError_t allocate(void **pointer, size_t size, enum cudaMemoryType type, unsigned flags)
{
    return allocate_from(NULL, pointer, size, type, flags);
}

cudaError_t pt_api_release(void *memory)
{
    if (!memory)
        return cudaSuccess;
    if (!leave(memory, 1u << cudaMemoryTypeDevice | 1u << cudaMemoryTypeManaged, false))
        return cudaErrorInvalidValue;
    free(memory);
    return cudaSuccess;
}

cudaError_t cudaMalloc(void **pointer, size_t size)
{
    return allocate(pointer, size, cudaMemoryTypeDevice, 0);
}

cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned int flags)
{
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
        return pt_api_fail(cudaErrorInvalidValue);
    if (size == 0)
        return pt_api_fail(cudaErrorInvalidValue);
    return allocate(pointer, size, cudaMemoryTypeManaged, flags);
}

cudaError_t cudaMallocHost(void **pointer, size_t size)
{
    return allocate(pointer, size, cudaMemoryTypeHost, cudaHostAllocDefault);
}

cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned int flags)
{
    if (flags & ~(unsigned)(cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined))
        return pt_api_fail(cudaErrorInvalidValue);
    return allocate(pointer, size, cudaMemoryTypeHost, flags);
}

static size_t pitch_of(size_t width)
{
    return (width + 511) / 512 * 512;
}

static bool product(size_t a, size_t b, size_t *result)
{
    return !__builtin_mul_overflow(a, b, result);
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height)
{
    size_t size;
    if (!pitch)
        return pt_api_fail(cudaErrorInvalidValue);
    *pitch = pitch_of(width);
    if (width > *pitch || !product(*pitch, height, &size))
        return pt_api_fail(cudaErrorMemoryAllocation);
    return allocate(pointer, size, cudaMemoryTypeDevice, 0);
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pointer, struct cudaExtent extent)
{
    size_t rows;
    if (!pointer)
        return pt_api_fail(cudaErrorInvalidValue);
    *pointer = (struct cudaPitchedPtr){.xsize = extent.width, .ysize = extent.height};
    if (!product(extent.height, extent.depth, &rows))
        return pt_api_fail(cudaErrorMemoryAllocation);
    return cudaMallocPitch(&pointer->ptr, &pointer->pitch, extent.width, rows);
}

cudaError_t cudaFree(void *pointer)
{
    PT_API_REFUSE_AFTER_FAILURE();
    const cudaError_t captured = pt_api_outside_captures();
    if (captured != cudaSuccess)
        return captured;
    return pt_api_fail(pt_api_release(pointer));
}

cudaError_t cudaFreeHost(void *pointer)
{
    PT_API_REFUSE_AFTER_FAILURE();
    if (!pointer)
        return cudaSuccess;
    if (!leave(pointer, 1u << cudaMemoryTypeHost, false))
        return pt_api_fail(cudaErrorInvalidValue);
    free(pointer);
    return cudaSuccess;
}

// Allocations in the order of a stream are made at once, since all that came before is done. Recorded ones exist from
// the capture on; the graph's node that frees one is what ends it.
static cudaError_t allocate_in_order(void **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
    if (!pointer)
        return pt_api_fail(cudaErrorInvalidValue);
    PT_API_REFUSE_AFTER_FAILURE();
    if (!pt_api_stream(stream))
        return pt_api_fail(cudaErrorInvalidResourceHandle);
    cudaError_t error = pt_api_pool_take(&pool, size);
    if (error != cudaSuccess)
        return pt_api_fail(error);
    enum cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    cudaThreadExchangeStreamCaptureMode(&mode);
    error = allocate_from(pool, pointer, size, cudaMemoryTypeDevice, 0);
    cudaThreadExchangeStreamCaptureMode(&mode);
    if (error != cudaSuccess)
        pt_api_pool_give(pool, size);
    return error;
}

cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream)
{
    return allocate_in_order(pointer, size, NULL, stream);
}

cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
    return pool ? allocate_in_order(pointer, size, pool, stream) : pt_api_fail(cudaErrorInvalidValue);
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream)
{
    return pt_api_submit(stream, &(pt_api_operation_t){.kind = PT_API_FREE, .memory = pointer});
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes)
{
    if (!free_bytes || !total_bytes)
        return pt_api_fail(cudaErrorInvalidValue);
    *free_bytes = physical_bytes(_SC_AVPHYS_PAGES);
    *total_bytes = physical_bytes(_SC_PHYS_PAGES);
    return cudaSuccess;
}

// ---- the program's own memory

cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned int flags)
{
    if (!pointer || size == 0)
        return pt_api_fail(cudaErrorInvalidValue);
    PT_API_REFUSE_AFTER_FAILURE();
    if (!enter(&(allocation_t){.begin = (uintptr_t)pointer, .size = size, .type = cudaMemoryTypeHost, .flags = flags,
                               .registered = true}))
        return pt_api_fail(cudaErrorHostMemoryAlreadyRegistered);
    return cudaSuccess;
}

cudaError_t cudaHostUnregister(void *pointer)
{
    if (!leave(pointer, 1u << cudaMemoryTypeHost, true))
        return pt_api_fail(cudaErrorHostMemoryNotRegistered);
    return cudaSuccess;
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags)
{
    allocation_t allocation;
    if (!device || flags != 0 || !find(host, &allocation))
        return pt_api_fail(cudaErrorInvalidValue);
    *device = host;
    return cudaSuccess;
}

cudaError_t cudaHostGetFlags(unsigned int *flags, void *host)
{
    allocation_t allocation;
    if (!flags || !find(host, &allocation) || allocation.type != cudaMemoryTypeHost)
        return pt_api_fail(cudaErrorInvalidValue);
    *flags = allocation.flags;
    return cudaSuccess;
}

bool pt_cpu_allocation_of(const void *pointer, size_t *begin, size_t *bytes)
{
    allocation_t allocation;
    if (!find(pointer, &allocation))
        return false;
    *begin = allocation.begin;
    *bytes = allocation.size;
    return true;
}

// Does what lies there go on for so long? Of memory that nobody has told about, nothing is known.
static bool holds(const void *pointer, size_t bytes)
{
    allocation_t allocation;
    return !find(pointer, &allocation) || bytes <= allocation.begin + allocation.size - (uintptr_t)pointer;
}

// Rows of `width` bytes, `pitch` apart, in slices that lie `slice` apart: at least one of each.
typedef struct box {
    size_t pitch, slice, width, height, depth;
} box_t;

// How many bytes that is from the first to the last one; false: more than a number holds.
static bool count_bytes(box_t b, size_t *bytes)
{
    size_t rows, slices;
    return !__builtin_mul_overflow(b.height - 1, b.pitch, &rows) && !__builtin_mul_overflow(b.depth - 1, b.slice, &slices) &&
           !__builtin_add_overflow(rows, slices, bytes) && !__builtin_add_overflow(*bytes, b.width, bytes);
}

static bool holds_box(const void *pointer, box_t b)
{
    size_t bytes;
    return pointer && count_bytes(b, &bytes) && holds(pointer, bytes);
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer)
{
    if (!attributes)
        return pt_api_fail(cudaErrorInvalidValue);
    allocation_t allocation;
    *attributes = (struct cudaPointerAttributes){.type = cudaMemoryTypeUnregistered, .device = cudaInvalidDeviceId};
    if (!find(pointer, &allocation))
        return cudaSuccess;
    attributes->type = allocation.type;
    attributes->device = 0;
    attributes->devicePointer = (void *)pointer;
    attributes->hostPointer = allocation.type == cudaMemoryTypeDevice ? NULL : (void *)pointer;
    attributes->isManaged = allocation.type == cudaMemoryTypeManaged;
    return cudaSuccess;
}

// ---- copies

cudaError_t pt_api_copy_rows(cudaStream_t stream, void *to, size_t to_pitch, const void *from, size_t from_pitch,
                             size_t width, size_t height, enum cudaMemcpyKind kind)
{
    if ((unsigned)kind > cudaMemcpyDefault)
        return pt_api_fail(cudaErrorInvalidMemcpyDirection);
    if (height > 1 && (width > to_pitch || width > from_pitch))
        return pt_api_fail(cudaErrorInvalidPitchValue);
    const bool nothing = width == 0 || height == 0;
    if (!nothing && (!holds_box(to, (box_t){to_pitch, 0, width, height, 1}) || !holds_box(from, (box_t){from_pitch, 0, width, height, 1})))
        return pt_api_fail(cudaErrorInvalidValue);
    return pt_api_submit(stream, &(pt_api_operation_t){.kind = nothing ? PT_API_EMPTY : PT_API_COPY,
                                                       .copy = {.to = to, .from = from, .to_pitch = to_pitch,
                                                                .from_pitch = from_pitch, .width = width,
                                                                .height = height, .depth = 1}});
}

cudaError_t cudaMemcpy(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind)
{
    return pt_api_copy_rows(cudaStreamLegacy, dst, count, src, count, count, 1, kind);
}

cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return pt_api_copy_rows(stream, dst, count, src, count, count, 1, kind);
}

cudaError_t cudaMemcpyPeer(void *dst, int dst_device, const void *src, int src_device, size_t count)
{
    return cudaMemcpyPeerAsync(dst, dst_device, src, src_device, count, cudaStreamLegacy);
}

cudaError_t cudaMemcpyPeerAsync(void *dst, int dst_device, const void *src, int src_device, size_t count,
                                cudaStream_t stream)
{
    if (dst_device != 0 || src_device != 0)
        return pt_api_fail(cudaErrorInvalidDevice);
    return pt_api_copy_rows(stream, dst, count, src, count, count, 1, cudaMemcpyDefault);
}

cudaError_t cudaMemcpy2DAsync(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width,
                              size_t height, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return pt_api_copy_rows(stream, dst, dst_pitch, src, src_pitch, width, height, kind);
}

cudaError_t cudaMemcpy2D(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width, size_t height,
                         enum cudaMemcpyKind kind)
{
    return cudaMemcpy2DAsync(dst, dst_pitch, src, src_pitch, width, height, kind, cudaStreamLegacy);
}

static struct cudaPitchedPtr pitched(cudaArray_const_t array)
{
    const pt_api_image_t *image = &array->image;
    return (struct cudaPitchedPtr){.ptr = image->bytes, .pitch = image->row_bytes, .xsize = image->width,
                                   .ysize = image->height};
}

// Widths and x in bytes.
static bool fits(cudaArray_const_t array, struct cudaPos at, struct cudaExtent extent)
{
    const pt_api_image_t *image = &array->image;
    return at.x <= image->row_bytes && extent.width <= image->row_bytes - at.x && at.y <= image->height &&
           extent.height <= image->height - at.y && at.z <= image->depth && extent.depth <= image->depth - at.z;
}

// Where the extent begins, and how far its slices lie apart; NULL: it does not lie in what was allocated.
static char *begin_in(struct cudaPitchedPtr memory, struct cudaPos at, struct cudaExtent extent, size_t *slice)
{
    size_t rows, slices, begin, bytes;
    if (__builtin_mul_overflow(memory.pitch, memory.ysize, slice) || __builtin_mul_overflow(at.z, *slice, &slices) ||
        __builtin_mul_overflow(at.y, memory.pitch, &rows) || __builtin_add_overflow(rows, slices, &begin) || __builtin_add_overflow(begin, at.x, &begin))
        return NULL;
    const box_t box = {memory.pitch, *slice, extent.width, extent.height, extent.depth};
    if (!count_bytes(box, &bytes) || __builtin_add_overflow(bytes, begin, &bytes) || !holds(memory.ptr, bytes))
        return NULL;
    return (char *)memory.ptr + begin;
}

cudaError_t pt_api_copy_3d(const struct cudaMemcpy3DParms *p, pt_api_operation_t *operation)
{
    if ((unsigned)p->kind > cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    if ((p->srcArray && !pt_api_handle_is(PT_API_ARRAY, p->srcArray)) ||
        (p->dstArray && !pt_api_handle_is(PT_API_ARRAY, p->dstArray)))
        return cudaErrorInvalidResourceHandle;
    // Where an array takes part, extents are in its elements, and so is a position in it; all else is in bytes.
    const size_t from_unit = p->srcArray ? p->srcArray->image.element_bytes : 1;
    const size_t to_unit = p->dstArray ? p->dstArray->image.element_bytes : 1;
    if (p->srcArray && p->dstArray && from_unit != to_unit)
        return cudaErrorInvalidValue;
    const struct cudaPitchedPtr to = p->dstArray ? pitched(p->dstArray) : p->dstPtr;
    const struct cudaPitchedPtr from = p->srcArray ? pitched(p->srcArray) : p->srcPtr;
    struct cudaExtent extent = p->extent;
    struct cudaPos to_pos = p->dstPos, from_pos = p->srcPos;
    if (__builtin_mul_overflow(extent.width, p->srcArray ? from_unit : to_unit, &extent.width) ||
        __builtin_mul_overflow(to_pos.x, to_unit, &to_pos.x) || __builtin_mul_overflow(from_pos.x, from_unit, &from_pos.x))
        return cudaErrorInvalidValue;
    *operation = (pt_api_operation_t){.kind = PT_API_EMPTY};
    if ((p->srcArray && !fits(p->srcArray, from_pos, extent)) || (p->dstArray && !fits(p->dstArray, to_pos, extent)))
        return cudaErrorInvalidValue;
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0)
        return cudaSuccess;
    if (!to.ptr || !from.ptr)
        return cudaErrorInvalidValue;
    if (extent.width > to.pitch || extent.width > from.pitch)
        return cudaErrorInvalidPitchValue;
    size_t to_slice, from_slice;
    char *const to_begin = begin_in(to, to_pos, extent, &to_slice), *const from_begin = begin_in(from, from_pos, extent, &from_slice);
    if (!to_begin || !from_begin)
        return cudaErrorInvalidValue;
    *operation = (pt_api_operation_t){
        .kind = PT_API_COPY,
        .copy = {.to = to_begin, .from = from_begin, .to_pitch = to.pitch, .from_pitch = from.pitch, .to_slice = to_slice,
                 .from_slice = from_slice, .width = extent.width, .height = extent.height, .depth = extent.depth}};
    return cudaSuccess;
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *parameters, cudaStream_t stream)
{
    pt_api_operation_t operation;
    const cudaError_t error = parameters ? pt_api_copy_3d(parameters, &operation) : cudaErrorInvalidValue;
    return error != cudaSuccess ? pt_api_fail(error) : pt_api_submit(stream, &operation);
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *parameters)
{
    return cudaMemcpy3DAsync(parameters, cudaStreamLegacy);
}

// ---- fills

static cudaError_t fill(cudaStream_t stream, void *to, size_t pitch, size_t slice, int value, size_t width,
                        size_t height, size_t depth)
{
    const bool nothing = width == 0 || height == 0 || depth == 0;
    if (!nothing && !holds_box(to, (box_t){pitch, slice, width, height, depth}))
        return pt_api_fail(cudaErrorInvalidValue);
    return pt_api_submit(stream, &(pt_api_operation_t){.kind = nothing ? PT_API_EMPTY : PT_API_FILL,
                                                       .fill = {.to = to, .pitch = pitch, .slice = slice,
                                                                .width = width, .height = height, .depth = depth,
                                                                .value = (unsigned)value & 255, .element_bytes = 1}});
}

cudaError_t cudaMemset(void *dst, int value, size_t count)
{
    return fill(cudaStreamLegacy, dst, count, count, value, count, 1, 1);
}

cudaError_t cudaMemsetAsync(void *dst, int value, size_t count, cudaStream_t stream)
{
    return fill(stream, dst, count, count, value, count, 1, 1);
}

cudaError_t cudaMemset2DAsync(void *dst, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream)
{
    if (height > 1 && width > pitch)
        return pt_api_fail(cudaErrorInvalidValue);
    return fill(stream, dst, pitch, 0, value, width, height, 1);
}

cudaError_t cudaMemset2D(void *dst, size_t pitch, int value, size_t width, size_t height)
{
    return cudaMemset2DAsync(dst, pitch, value, width, height, cudaStreamLegacy);
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr dst, int value, struct cudaExtent extent, cudaStream_t stream)
{
    size_t slice;
    if (extent.width > dst.pitch || extent.height > dst.ysize || __builtin_mul_overflow(dst.pitch, dst.ysize, &slice))
        return pt_api_fail(cudaErrorInvalidValue);
    return fill(stream, dst.ptr, dst.pitch, slice, value, extent.width, extent.height, extent.depth);
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr dst, int value, struct cudaExtent extent)
{
    return cudaMemset3DAsync(dst, value, extent, cudaStreamLegacy);
}

// ---- hints: there is one memory

cudaError_t pt_cpu_memory_hint(const void *pointer, size_t count, cudaStream_t stream)
{
    if (!pointer || count == 0)
        return pt_api_fail(cudaErrorInvalidValue);
    PT_API_REFUSE_AFTER_FAILURE();
    if (!pt_api_stream(stream))
        return pt_api_fail(cudaErrorInvalidResourceHandle);
    return cudaSuccess;
}
