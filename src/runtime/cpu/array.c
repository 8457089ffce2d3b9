// CUDA arrays: images in memory of the host, row after row.
//
// In:  formats and extents, positions, copies. Out: arrays, and copies as those of memory.c.
// Invariant: rows and slices of an array follow each other without gaps, so that a copy that does not know rows works.
#include "array.h"

#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct cudaArray *arrays;

bool pt_api_format(const struct cudaChannelFormatDesc *format, unsigned *element_bytes, unsigned *channels)
{
    const int bits[] = {format->x, format->y, format->z, format->w};
    unsigned count = 0;
    while (count < 4 && bits[count] != 0)
        count++;
    if (count == 0 || count == 3 || (bits[0] != 8 && bits[0] != 16 && bits[0] != 32))
        return false;
    for (unsigned i = 1; i < 4; i++)
        if (bits[i] != (i < count ? bits[0] : 0))
            return false;
    if (format->f == cudaChannelFormatKindFloat ? bits[0] == 8 : (unsigned)format->f > cudaChannelFormatKindUnsigned)
        return false;
    *element_bytes = (unsigned)bits[0] / 8 * count;
    *channels = count;
    return true;
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, struct cudaExtent extent,
                              unsigned int flags)
{
    if (!array || !desc)
        return pt_api_fail(cudaErrorInvalidValue);
    PT_API_REFUSE_AFTER_FAILURE();
    const cudaError_t captured = pt_api_outside_captures();
    if (captured != cudaSuccess)
        return captured;
    if (flags & ~(unsigned)(cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayTextureGather))
        return pt_api_fail(cudaErrorNotSupported);
    unsigned element_bytes, channels;
    if (!pt_api_format(desc, &element_bytes, &channels) || extent.width == 0)
        return pt_api_fail(cudaErrorInvalidValue);
    const size_t height = extent.height ? extent.height : 1, depth = extent.depth ? extent.depth : 1;
    size_t row, slice, size;
    if (__builtin_mul_overflow(extent.width, element_bytes, &row) || __builtin_mul_overflow(row, height, &slice) ||
        __builtin_mul_overflow(slice, depth, &size))
        return pt_api_fail(cudaErrorMemoryAllocation);
    struct cudaArray *created = calloc(1, sizeof *created);
    char *bytes = calloc(1, size);
    if (!created || !bytes || !pt_api_handle_add(PT_API_ARRAY, created)) {
        free(created);
        free(bytes);
        return pt_api_fail(cudaErrorMemoryAllocation);
    }
    *created = (struct cudaArray){
        .image = {.bytes = bytes, .row_bytes = row, .slice_bytes = slice, .width = extent.width, .height = height,
                  .depth = depth, .element_bytes = element_bytes, .channels = channels, .format = *desc},
        .extent = extent,
        .flags = flags,
    };
    pthread_mutex_lock(&lock);
    created->next = arrays;
    arrays = created;
    pthread_mutex_unlock(&lock);
    *array = created;
    return cudaSuccess;
}

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, size_t width, size_t height,
                            unsigned int flags)
{
    return cudaMalloc3DArray(array, desc, (struct cudaExtent){.width = width, .height = height}, flags);
}

cudaError_t cudaFreeArray(cudaArray_t array)
{
    if (!array)
        return cudaSuccess;
    PT_API_REFUSE_AFTER_FAILURE();
    if (!pt_api_handle_remove(PT_API_ARRAY, array))
        return pt_api_fail(cudaErrorInvalidValue);
    pthread_mutex_lock(&lock);
    struct cudaArray **place = &arrays;
    while (*place != array)
        place = &(*place)->next;
    *place = array->next;
    pthread_mutex_unlock(&lock);
    free(array->image.bytes);
    free(array);
    return cudaSuccess;
}

void pt_api_arrays_reset(void)
{
    pthread_mutex_lock(&lock);
    struct cudaArray *all = arrays;
    arrays = NULL;
    pthread_mutex_unlock(&lock);
    while (all) {
        struct cudaArray *next = all->next;
        pt_api_handle_remove(PT_API_ARRAY, all);
        free(all->image.bytes);
        free(all);
        all = next;
    }
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent, unsigned int *flags,
                             cudaArray_t array)
{
    if (!pt_api_handle_is(PT_API_ARRAY, array))
        return pt_api_fail(cudaErrorInvalidResourceHandle);
    if (desc)
        *desc = array->image.format;
    if (extent)
        *extent = array->extent;
    if (flags)
        *flags = array->flags;
    return cudaSuccess;
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array)
{
    if (!desc)
        return pt_api_fail(cudaErrorInvalidValue);
    return cudaArrayGetInfo(desc, NULL, NULL, (cudaArray_t)array);
}

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind kind)
{
    return (struct cudaChannelFormatDesc){.x = x, .y = y, .z = z, .w = w, .f = kind};
}

// ---- copies

// Where a copy of rows begins in an array; NULL when it would reach beyond.
static char *rows_of(cudaArray_const_t array, size_t x_bytes, size_t y, size_t width_bytes, size_t height)
{
    const pt_api_image_t *image = &array->image;
    if (x_bytes > image->row_bytes || width_bytes > image->row_bytes - x_bytes || y > image->height ||
        height > image->height - y)
        return NULL;
    return image->bytes + y * image->row_bytes + x_bytes;
}

// NULL: beyond an array.
static cudaError_t copy_rows(cudaStream_t stream, void *to, size_t to_pitch, const void *from, size_t from_pitch,
                             size_t width, size_t height, enum cudaMemcpyKind kind)
{
    if (!to || !from)
        return pt_api_fail(cudaErrorInvalidValue);
    return pt_api_copy_rows(stream, to, to_pitch, from, from_pitch, width, height, kind);
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t w_offset, size_t h_offset, const void *src,
                                     size_t src_pitch, size_t width, size_t height, enum cudaMemcpyKind kind,
                                     cudaStream_t stream)
{
    if (!pt_api_handle_is(PT_API_ARRAY, dst))
        return pt_api_fail(cudaErrorInvalidResourceHandle);
    return copy_rows(stream, rows_of(dst, w_offset, h_offset, width, height), dst->image.row_bytes, src, src_pitch,
                     width, height, kind);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t w_offset, size_t h_offset, const void *src, size_t src_pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind)
{
    return cudaMemcpy2DToArrayAsync(dst, w_offset, h_offset, src, src_pitch, width, height, kind, cudaStreamLegacy);
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *dst, size_t dst_pitch, cudaArray_const_t src, size_t w_offset,
                                       size_t h_offset, size_t width, size_t height, enum cudaMemcpyKind kind,
                                       cudaStream_t stream)
{
    if (!pt_api_handle_is(PT_API_ARRAY, src))
        return pt_api_fail(cudaErrorInvalidResourceHandle);
    return copy_rows(stream, dst, dst_pitch, rows_of(src, w_offset, h_offset, width, height), src->image.row_bytes,
                     width, height, kind);
}

cudaError_t cudaMemcpy2DFromArray(void *dst, size_t dst_pitch, cudaArray_const_t src, size_t w_offset, size_t h_offset,
                                  size_t width, size_t height, enum cudaMemcpyKind kind)
{
    return cudaMemcpy2DFromArrayAsync(dst, dst_pitch, src, w_offset, h_offset, width, height, kind, cudaStreamLegacy);
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t w_dst, size_t h_dst, cudaArray_const_t src, size_t w_src,
                                     size_t h_src, size_t width, size_t height, enum cudaMemcpyKind kind)
{
    if (!pt_api_handle_is(PT_API_ARRAY, dst) || !pt_api_handle_is(PT_API_ARRAY, src))
        return pt_api_fail(cudaErrorInvalidResourceHandle);
    return copy_rows(cudaStreamLegacy, rows_of(dst, w_dst, h_dst, width, height), dst->image.row_bytes,
                     rows_of(src, w_src, h_src, width, height), src->image.row_bytes, width, height, kind);
}

// Bytes that go on in the next row.
static char *bytes_of(cudaArray_const_t array, size_t x_bytes, size_t y, size_t count)
{
    const pt_api_image_t *image = &array->image;
    if (x_bytes >= image->row_bytes || y >= image->height ||
        count > image->slice_bytes - y * image->row_bytes - x_bytes)
        return NULL;
    return image->bytes + y * image->row_bytes + x_bytes;
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t w_offset, size_t h_offset, const void *src, size_t count,
                                   enum cudaMemcpyKind kind, cudaStream_t stream)
{
    if (!pt_api_handle_is(PT_API_ARRAY, dst))
        return pt_api_fail(cudaErrorInvalidResourceHandle);
    return copy_rows(stream, bytes_of(dst, w_offset, h_offset, count), count, src, count, count, 1, kind);
}

cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t w_offset, size_t h_offset, const void *src, size_t count,
                              enum cudaMemcpyKind kind)
{
    return cudaMemcpyToArrayAsync(dst, w_offset, h_offset, src, count, kind, cudaStreamLegacy);
}

cudaError_t cudaMemcpyFromArrayAsync(void *dst, cudaArray_const_t src, size_t w_offset, size_t h_offset, size_t count,
                                     enum cudaMemcpyKind kind, cudaStream_t stream)
{
    if (!pt_api_handle_is(PT_API_ARRAY, src))
        return pt_api_fail(cudaErrorInvalidResourceHandle);
    return copy_rows(stream, dst, count, bytes_of(src, w_offset, h_offset, count), count, count, 1, kind);
}

cudaError_t cudaMemcpyFromArray(void *dst, cudaArray_const_t src, size_t w_offset, size_t h_offset, size_t count,
                                enum cudaMemcpyKind kind)
{
    return cudaMemcpyFromArrayAsync(dst, src, w_offset, h_offset, count, kind, cudaStreamLegacy);
}
