// Texture fetches, surface reads and writes, texture and surface references (Programming Guide, "Texture Functions",
// "Surface Functions"; references as of CUDA 11).
#ifndef PTCC_SHIM_TEXTURE_FETCH_FUNCTIONS_H
#define PTCC_SHIM_TEXTURE_FETCH_FUNCTIONS_H

#include "cuda_runtime_api.h"

#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
#define cudaTextureTypeCubemapLayered 0xFC
#define cudaSurfaceType1D 0x01
#define cudaSurfaceType2D 0x02
#define cudaSurfaceType3D 0x03
#define cudaSurfaceTypeCubemap 0x0C
#define cudaSurfaceType1DLayered 0xF1
#define cudaSurfaceType2DLayered 0xF2
#define cudaSurfaceTypeCubemapLayered 0xFC

template <class T, int dimensions = cudaTextureType1D, enum cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : textureReference {
    texture(int normalized = 0, enum cudaTextureFilterMode filter = cudaFilterModePoint, enum cudaTextureAddressMode address = cudaAddressModeClamp);
    texture(int normalized, enum cudaTextureFilterMode filter, enum cudaTextureAddressMode address, struct cudaChannelFormatDesc desc);
};
template <class T, int dimensions = cudaSurfaceType1D>
struct __attribute__((device_builtin_surface_type)) surface : surfaceReference { surface(); };

template <class T, enum cudaTextureReadMode mode> struct pt_shim_texel { typedef T type; };
#define PT_SHIM_TEXEL(T, F) template <> struct pt_shim_texel<T, cudaReadModeNormalizedFloat> { typedef F type; };
PT_SHIM_TEXEL(char, float) PT_SHIM_TEXEL(signed char, float) PT_SHIM_TEXEL(unsigned char, float) PT_SHIM_TEXEL(short, float)
PT_SHIM_TEXEL(unsigned short, float) PT_SHIM_TEXEL(char1, float1) PT_SHIM_TEXEL(uchar1, float1) PT_SHIM_TEXEL(short1, float1)
PT_SHIM_TEXEL(ushort1, float1) PT_SHIM_TEXEL(char2, float2) PT_SHIM_TEXEL(uchar2, float2) PT_SHIM_TEXEL(short2, float2)
PT_SHIM_TEXEL(ushort2, float2) PT_SHIM_TEXEL(char4, float4) PT_SHIM_TEXEL(uchar4, float4) PT_SHIM_TEXEL(short4, float4)
PT_SHIM_TEXEL(ushort4, float4)
#undef PT_SHIM_TEXEL

// name<T>(object, ...), name(T *, object, ...) and name(reference, ...)
#define PT_SHIM_FETCH(name, ...) \
    template <class T> __device__ T name(cudaTextureObject_t texture, __VA_ARGS__); \
    template <class T> __device__ void name(T *result, cudaTextureObject_t texture, __VA_ARGS__); \
    template <class T, int d, enum cudaTextureReadMode m> __device__ typename pt_shim_texel<T, m>::type name(texture<T, d, m> reference, __VA_ARGS__);
PT_SHIM_FETCH(tex1Dfetch, int x)
PT_SHIM_FETCH(tex1D, float x)
PT_SHIM_FETCH(tex2D, float x, float y)
PT_SHIM_FETCH(tex3D, float x, float y, float z)
PT_SHIM_FETCH(tex1DLayered, float x, int layer)
PT_SHIM_FETCH(tex2DLayered, float x, float y, int layer)
PT_SHIM_FETCH(texCubemap, float x, float y, float z)
PT_SHIM_FETCH(texCubemapLayered, float x, float y, float z, int layer)
PT_SHIM_FETCH(tex2Dgather, float x, float y, int component = 0)
PT_SHIM_FETCH(tex1DLod, float x, float level)
PT_SHIM_FETCH(tex2DLod, float x, float y, float level)
PT_SHIM_FETCH(tex3DLod, float x, float y, float z, float level)
PT_SHIM_FETCH(tex1DLayeredLod, float x, int layer, float level)
PT_SHIM_FETCH(tex2DLayeredLod, float x, float y, int layer, float level)
PT_SHIM_FETCH(texCubemapLod, float x, float y, float z, float level)
PT_SHIM_FETCH(tex1DGrad, float x, float dx, float dy)
PT_SHIM_FETCH(tex2DGrad, float x, float y, float2 dx, float2 dy)
PT_SHIM_FETCH(tex3DGrad, float x, float y, float z, float4 dx, float4 dy)
#undef PT_SHIM_FETCH

#define PT_SHIM_SURFACE(name, ...) \
    template <class T> __device__ T name##read(cudaSurfaceObject_t surface, __VA_ARGS__, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap); \
    template <class T> __device__ void name##read(T *result, cudaSurfaceObject_t surface, __VA_ARGS__, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap); \
    template <class T> __device__ void name##write(T value, cudaSurfaceObject_t surface, __VA_ARGS__, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap); \
    template <class T, int d> __device__ T name##read(surface<void, d> reference, __VA_ARGS__, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap); \
    template <class T, int d> __device__ void name##read(T *result, surface<void, d> reference, __VA_ARGS__, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap); \
    template <class T, int d> __device__ void name##write(T value, surface<void, d> reference, __VA_ARGS__, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap);
PT_SHIM_SURFACE(surf1D, int x)
PT_SHIM_SURFACE(surf2D, int x, int y)
PT_SHIM_SURFACE(surf3D, int x, int y, int z)
PT_SHIM_SURFACE(surf1DLayered, int x, int layer)
PT_SHIM_SURFACE(surf2DLayered, int x, int y, int layer)
PT_SHIM_SURFACE(surfCubemap, int x, int y, int face)
PT_SHIM_SURFACE(surfCubemapLayered, int x, int y, int layer_and_face)
#undef PT_SHIM_SURFACE

#endif
