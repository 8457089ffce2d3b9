// Texture and surface objects, as libptcpu reads them (src/runtime/cpu/texture.c; texture.hpp has CUDA's names).
//
// In:  objects that the API has made, coordinates. Out: texels. Invariant: for C and C++; no coordinate, be it NaN,
//      leads outside an object's memory.
#ifndef PT_CPU_TEXTURE_H
#define PT_CPU_TEXTURE_H

#include "../../driver_types.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Up to four channels: integers widened to 32 bits, or the bits of a float. Missing ones are 0.
typedef struct pt_cpu_texel {
    uint32_t channel[4];
} pt_cpu_texel_t;

// At coordinates of one to three dimensions; the layer is 0 where an object has no layers.
pt_cpu_texel_t pt_cpu_texture_at(cudaTextureObject_t texture, unsigned dimensions, float x, float y, float z,
                                 int layer);

// An element of linear memory, neither filtered nor converted but as the read mode says. 0 outside.
pt_cpu_texel_t pt_cpu_texture_element(cudaTextureObject_t texture, int index);

// The four texels that a linear filter would read, one channel of each, in CUDA's order.
pt_cpu_texel_t pt_cpu_texture_gather(cudaTextureObject_t texture, float x, float y, int channel);

// Where a surface has these bytes; NULL: nowhere (cudaBoundaryModeZero). Does not return with cudaBoundaryModeTrap.
char *pt_cpu_surface_at(cudaSurfaceObject_t surface, int x_bytes, int y, int z, unsigned size_bytes,
                        enum cudaSurfaceBoundaryMode mode);

#ifdef __cplusplus
}
#endif

#endif
