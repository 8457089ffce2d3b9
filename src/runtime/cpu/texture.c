// Texture and surface objects: making them, and what device code reads through them.
//
// In:  resources, descriptions, coordinates. Out: objects, texels (CUDA C++ Programming Guide, "Texture Fetching").
// Invariant: an object is the address of its structure. Weights of linear filters have 8 bits of fraction, as those of
//            the hardware. Every index is brought into the image before memory is read.
#include "array.h"
#include "internal.h"

#include <pt/cpu/texture.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct texture {
    pt_api_image_t image;
    struct cudaTextureDesc desc;
    struct cudaResourceDesc resource;
    struct cudaResourceViewDesc view;
} texture_t;

typedef struct surface {
    pt_api_image_t image;
    struct cudaResourceDesc resource;
} surface_t;

// ---- making them

static cudaError_t image_of(const struct cudaResourceDesc *resource, pt_api_image_t *image)
{
    switch (resource->resType) {
    case cudaResourceTypeArray:
        if (!pt_api_handle_is(PT_API_ARRAY, resource->res.array.array))
            return cudaErrorInvalidResourceHandle;
        *image = resource->res.array.array->image;
        return cudaSuccess;
    case cudaResourceTypeLinear:
        *image = (pt_api_image_t){.bytes = resource->res.linear.devPtr, .height = 1, .depth = 1,
                                  .format = resource->res.linear.desc};
        if (!image->bytes || !pt_api_format(&image->format, &image->element_bytes, &image->channels))
            return cudaErrorInvalidValue;
        image->width = resource->res.linear.sizeInBytes / image->element_bytes;
        image->row_bytes = image->slice_bytes = image->width * image->element_bytes;
        return image->width ? cudaSuccess : cudaErrorInvalidValue;
    case cudaResourceTypePitch2D:
        *image = (pt_api_image_t){.bytes = resource->res.pitch2D.devPtr, .width = resource->res.pitch2D.width,
                                  .height = resource->res.pitch2D.height, .depth = 1,
                                  .row_bytes = resource->res.pitch2D.pitchInBytes,
                                  .format = resource->res.pitch2D.desc};
        if (!image->bytes || !pt_api_format(&image->format, &image->element_bytes, &image->channels) ||
            image->width == 0 || image->height == 0 || image->width > image->row_bytes / image->element_bytes)
            return cudaErrorInvalidValue;
        image->slice_bytes = image->row_bytes * image->height;
        return cudaSuccess;
    default: // of several levels
        return cudaErrorNotSupported;
    }
}

static bool gives_floats(const texture_t *t)
{
    return t->image.format.f == cudaChannelFormatKindFloat || t->desc.readMode == cudaReadModeNormalizedFloat;
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *texture, const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *desc, const struct cudaResourceViewDesc *view)
{
    if (!texture || !resource || !desc)
        return pt_api_fail(cudaErrorInvalidValue);
    PT_API_REFUSE_AFTER_FAILURE();
    if (view && view->format != cudaResViewFormatNone)
        return pt_api_fail(cudaErrorNotSupported);
    texture_t t = {.desc = *desc, .resource = *resource};
    const cudaError_t error = image_of(resource, &t.image);
    if (error != cudaSuccess)
        return pt_api_fail(error);
    if (desc->readMode == cudaReadModeNormalizedFloat && t.image.format.f != cudaChannelFormatKindFloat &&
        t.image.format.x > 16)
        return pt_api_fail(cudaErrorInvalidNormSetting);
    if (desc->filterMode == cudaFilterModeLinear && !gives_floats(&t))
        return pt_api_fail(cudaErrorInvalidFilterSetting);
    if (view)
        t.view = *view;
    texture_t *created = malloc(sizeof *created);
    if (!created || !pt_api_handle_add(PT_API_TEXTURE, created)) {
        free(created);
        return pt_api_fail(cudaErrorMemoryAllocation);
    }
    *created = t;
    *texture = (uintptr_t)created;
    return cudaSuccess;
}

static texture_t *texture_of(cudaTextureObject_t texture)
{
    texture_t *t = (texture_t *)(uintptr_t)texture;
    return pt_api_handle_is(PT_API_TEXTURE, t) ? t : NULL;
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture)
{
    texture_t *t = (texture_t *)(uintptr_t)texture;
    if (t && !pt_api_handle_remove(PT_API_TEXTURE, t))
        return pt_api_fail(cudaErrorInvalidValue);
    free(t);
    return cudaSuccess;
}

#define TEXTURE_OR_FAIL(t, texture, result)                     \
    const texture_t *t = texture_of(texture);                   \
    if (!t || !(result))                                        \
    return pt_api_fail(cudaErrorInvalidValue)

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource, cudaTextureObject_t texture)
{
    TEXTURE_OR_FAIL(t, texture, resource);
    *resource = t->resource;
    return cudaSuccess;
}

cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *desc, cudaTextureObject_t texture)
{
    TEXTURE_OR_FAIL(t, texture, desc);
    *desc = t->desc;
    return cudaSuccess;
}

cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *view, cudaTextureObject_t texture)
{
    TEXTURE_OR_FAIL(t, texture, view);
    *view = t->view;
    return cudaSuccess;
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *surface, const struct cudaResourceDesc *resource)
{
    if (!surface || !resource || resource->resType != cudaResourceTypeArray)
        return pt_api_fail(cudaErrorInvalidValue);
    PT_API_REFUSE_AFTER_FAILURE();
    surface_t s = {.resource = *resource};
    const cudaError_t error = image_of(resource, &s.image);
    if (error != cudaSuccess)
        return pt_api_fail(error);
    if (!(resource->res.array.array->flags & cudaArraySurfaceLoadStore))
        return pt_api_fail(cudaErrorInvalidValue);
    surface_t *created = malloc(sizeof *created);
    if (!created || !pt_api_handle_add(PT_API_SURFACE, created)) {
        free(created);
        return pt_api_fail(cudaErrorMemoryAllocation);
    }
    *created = s;
    *surface = (uintptr_t)created;
    return cudaSuccess;
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface)
{
    surface_t *s = (surface_t *)(uintptr_t)surface;
    if (s && !pt_api_handle_remove(PT_API_SURFACE, s))
        return pt_api_fail(cudaErrorInvalidValue);
    free(s);
    return cudaSuccess;
}

cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *resource, cudaSurfaceObject_t surface)
{
    const surface_t *s = (const surface_t *)(uintptr_t)surface;
    if (!resource || !pt_api_handle_is(PT_API_SURFACE, s))
        return pt_api_fail(cudaErrorInvalidValue);
    *resource = s->resource;
    return cudaSuccess;
}

// ---- elements

static float float_of_half(uint16_t half)
{
    const int exponent = half >> 10 & 31, fraction = half & 1023;
    const float magnitude = exponent == 31  ? (fraction ? NAN : INFINITY)
                            : exponent == 0 ? ldexpf((float)fraction, -24)
                                            : ldexpf((float)(1024 + fraction), exponent - 25);
    return half & 0x8000 ? -magnitude : magnitude;
}

static float linear_of_srgb(float value)
{
    return value <= 0.04045f ? value / 12.92f : powf((value + 0.055f) / 1.055f, 2.4f);
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t channel_of(const texture_t *t, const char *element, unsigned channel)
{
    const unsigned bytes = t->image.element_bytes / t->image.channels;
    uint32_t raw = 0;
    memcpy(&raw, element + channel * bytes, bytes); // little-endian, as everything that CUDA runs on
    if (t->image.format.f == cudaChannelFormatKindFloat)
        return bytes == 2 ? bits_of(float_of_half((uint16_t)raw)) : raw;
    const bool is_signed = t->image.format.f == cudaChannelFormatKindSigned;
    const int32_t value = bytes == 1 ? (int8_t)raw : bytes == 2 ? (int16_t)raw : (int32_t)raw;
    if (t->desc.readMode != cudaReadModeNormalizedFloat)
        return is_signed ? (uint32_t)value : raw;
    const float one = (float)((1u << (8 * bytes - is_signed)) - 1u);
    if (is_signed)
        return bits_of(fmaxf((float)value / one, -1.0f));
    const float part = (float)raw / one;
    return bits_of(t->desc.sRGB && bytes == 1 && channel < 3 ? linear_of_srgb(part) : part);
}

static uint32_t border_of(const texture_t *t, unsigned channel)
{
    const float colour = t->desc.borderColor[channel];
    return gives_floats(t) ? bits_of(colour) : (uint32_t)(int64_t)colour;
}

// ---- coordinates

typedef struct axis { // the elements along one dimension, one or two
    size_t index[2];
    bool outside[2]; // of the border's colour
    float weight[2];
    unsigned count;
} axis_t;

// `at` is whole.
static size_t wrapped(double at, size_t size)
{
    const double rest = fmod(at, (double)size);
    return (size_t)(rest < 0 ? rest + (double)size : rest);
}

static void place(axis_t *axis, double at, size_t size, enum cudaTextureAddressMode mode)
{
    size_t index = at > 0 ? at < (double)size ? (size_t)at : size - 1 : 0;
    bool outside = false;
    if (mode == cudaAddressModeWrap) {
        index = wrapped(at, size);
    } else if (mode == cudaAddressModeMirror) {
        index = wrapped(at, 2 * size);
        index = index < size ? index : 2 * size - 1 - index;
    } else if (mode == cudaAddressModeBorder) {
        outside = at < 0 || at >= (double)size;
    }
    axis->index[axis->count] = index;
    axis->outside[axis->count++] = outside;
}

static axis_t axis_of(const texture_t *t, unsigned dimension, float at, size_t size, bool filtered)
{
    axis_t axis = {.weight = {1.0f}};
    enum cudaTextureAddressMode mode = t->desc.addressMode[dimension];
    if (t->desc.normalizedCoords)
        at *= (float)size;
    else if (mode != cudaAddressModeBorder)
        mode = cudaAddressModeClamp; // the other two are for normalized coordinates
    if (!isfinite(at))
        at = at > 0 ? 1e30f : at < 0 ? -1e30f : 0.0f;
    if (!filtered) {
        place(&axis, floor(at), size, mode);
        return axis;
    }
    const double middle = (double)at - 0.5, first = floor(middle);
    axis.weight[1] = (float)(floor((middle - first) * 256.0 + 0.5) / 256.0);
    axis.weight[0] = 1.0f - axis.weight[1];
    place(&axis, first, size, mode);
    place(&axis, first + 1.0, size, mode);
    return axis;
}

pt_cpu_texel_t pt_cpu_texture_at(cudaTextureObject_t texture, unsigned dimensions, float x, float y, float z,
                                 int layer)
{
    const texture_t *t = (const texture_t *)(uintptr_t)texture;
    const pt_api_image_t *image = &t->image;
    const bool filtered = t->desc.filterMode == cudaFilterModeLinear;
    const axis_t none = {.weight = {1.0f}, .count = 1};
    const axis_t across = axis_of(t, 0, x, image->width, filtered);
    const axis_t down = dimensions > 1 ? axis_of(t, 1, y, image->height, filtered) : none;
    axis_t deep = dimensions > 2 ? axis_of(t, 2, z, image->depth, filtered) : none;
    if (dimensions < 3)
        deep.index[0] = layer <= 0 ? 0 : (size_t)layer < image->depth ? (size_t)layer : image->depth - 1;
    pt_cpu_texel_t texel = {{0}};
    for (unsigned channel = 0; channel < image->channels; channel++) {
        float sum = 0.0f;
        for (unsigned k = 0; k < deep.count; k++)
            for (unsigned j = 0; j < down.count; j++)
                for (unsigned i = 0; i < across.count; i++) {
                    const char *element = image->bytes + deep.index[k] * image->slice_bytes +
                                          down.index[j] * image->row_bytes + across.index[i] * image->element_bytes;
                    const bool outside = across.outside[i] || down.outside[j] || deep.outside[k];
                    texel.channel[channel] = outside ? border_of(t, channel) : channel_of(t, element, channel);
                    const float weight = across.weight[i] * down.weight[j] * deep.weight[k];
                    if (filtered && weight != 0.0f) // an infinite neighbour that has no weight does not count
                        sum += weight * float_of(texel.channel[channel]);
                }
        if (filtered)
            texel.channel[channel] = bits_of(sum);
    }
    return texel;
}

pt_cpu_texel_t pt_cpu_texture_element(cudaTextureObject_t texture, int index)
{
    const texture_t *t = (const texture_t *)(uintptr_t)texture;
    pt_cpu_texel_t texel = {{0}};
    if (index >= 0 && (size_t)index < t->image.width)
        for (unsigned channel = 0; channel < t->image.channels; channel++)
            texel.channel[channel] =
                channel_of(t, t->image.bytes + (size_t)index * t->image.element_bytes, channel);
    return texel;
}

pt_cpu_texel_t pt_cpu_texture_gather(cudaTextureObject_t texture, float x, float y, int channel)
{
    const texture_t *t = (const texture_t *)(uintptr_t)texture;
    const axis_t across = axis_of(t, 0, x, t->image.width, true), down = axis_of(t, 1, y, t->image.height, true);
    static const unsigned char order[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}}; // against the clock from below left
    pt_cpu_texel_t texel = {{0}};
    if (channel < 0 || (unsigned)channel >= t->image.channels)
        return texel;
    for (unsigned n = 0; n < 4; n++) {
        const unsigned i = order[n][0], j = order[n][1];
        const char *element =
            t->image.bytes + down.index[j] * t->image.row_bytes + across.index[i] * t->image.element_bytes;
        texel.channel[n] = across.outside[i] || down.outside[j] ? border_of(t, (unsigned)channel)
                                                                : channel_of(t, element, (unsigned)channel);
    }
    return texel;
}

// ---- surfaces

static bool within(long long *at, size_t size, enum cudaSurfaceBoundaryMode mode)
{
    if (*at >= 0 && (size_t)*at < size)
        return true;
    *at = *at < 0 ? 0 : (long long)size - 1;
    return mode == cudaBoundaryModeClamp;
}

char *pt_cpu_surface_at(cudaSurfaceObject_t surface, int x_bytes, int y, int z, unsigned size_bytes,
                        enum cudaSurfaceBoundaryMode mode)
{
    const pt_api_image_t *image = &((const surface_t *)(uintptr_t)surface)->image;
    long long column = x_bytes, row = y, slice = z;
    const size_t columns = image->row_bytes >= size_bytes ? image->row_bytes - size_bytes + 1 : 0; // where it may begin
    const bool here = columns != 0 && within(&column, columns, mode) && within(&row, image->height, mode) &&
                      within(&slice, image->depth, mode);
    if (here)
        return image->bytes + (size_t)slice * image->slice_bytes + (size_t)row * image->row_bytes + (size_t)column;
    if (mode != cudaBoundaryModeTrap)
        return NULL;
    group_complain(group_current(), "%u bytes at byte %d, row %d, slice %d of a surface are beyond it", size_bytes,
                   x_bytes, y, z);
    pt_cpu_trap();
}
