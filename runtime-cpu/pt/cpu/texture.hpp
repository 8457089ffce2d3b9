// Texture and surface functions of device code (CUDA C++ Programming Guide, "Texture Functions", "Surface Functions"),
// and the descriptions of their elements. Textures have one level, so those with a level or derivatives read that one.
//
// In:  objects, coordinates. Out: values of the type that the program names.
// Invariant: a texture's channels are converted to the type's members by value; floats by their bits.
#ifndef PT_CPU_TEXTURE_HPP
#define PT_CPU_TEXTURE_HPP

#include "../../cuda_runtime_api.h"
#include "../../vector_types.h"
#include "texture.h"

#include <string.h>
#include <type_traits>

namespace pt {
namespace cpu {
namespace detail {

// The members of a type that textures give: their number and their type.
template <class T> struct channels_of {
    static_assert(std::is_arithmetic<T>::value, "a number, or a vector of numbers");
    using member = T;
    static constexpr int count = 1;
};
#define PT_CPU_CHANNELS(name, T) \
    template <> struct channels_of<name##1> { using member = T; static constexpr int count = 1; }; \
    template <> struct channels_of<name##2> { using member = T; static constexpr int count = 2; }; \
    template <> struct channels_of<name##3> { using member = T; static constexpr int count = 3; }; \
    template <> struct channels_of<name##4> { using member = T; static constexpr int count = 4; };
PT_CPU_CHANNELS(char, signed char)
PT_CPU_CHANNELS(uchar, unsigned char)
PT_CPU_CHANNELS(short, short)
PT_CPU_CHANNELS(ushort, unsigned short)
PT_CPU_CHANNELS(int, int)
PT_CPU_CHANNELS(uint, unsigned int)
PT_CPU_CHANNELS(long, long)
PT_CPU_CHANNELS(ulong, unsigned long)
PT_CPU_CHANNELS(float, float)
#undef PT_CPU_CHANNELS

template <class T> inline T value_of(const pt_cpu_texel_t &texel)
{
    using member = typename channels_of<T>::member;
    member members[channels_of<T>::count];
    for (int i = 0; i < channels_of<T>::count; ++i) {
        if constexpr (std::is_same<member, float>::value)
            memcpy(&members[i], &texel.channel[i], sizeof members[i]);
        else
            members[i] = static_cast<member>(texel.channel[i]);
    }
    T value;
    static_assert(sizeof value == sizeof members, "a vector is its members");
    memcpy(&value, members, sizeof value);
    return value;
}

} // namespace detail
} // namespace cpu
} // namespace pt

template <class T> inline cudaChannelFormatDesc cudaCreateChannelDesc()
{
    using member = typename pt::cpu::detail::channels_of<T>::member;
    constexpr int count = pt::cpu::detail::channels_of<T>::count, bits = 8 * static_cast<int>(sizeof(member));
    return cudaChannelFormatDesc{bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 3 ? bits : 0,
                                 std::is_floating_point<member>::value ? cudaChannelFormatKindFloat
                                 : std::is_signed<member>::value       ? cudaChannelFormatKindSigned
                                                                       : cudaChannelFormatKindUnsigned};
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf() { return {16, 0, 0, 0, cudaChannelFormatKindFloat}; }
inline cudaChannelFormatDesc cudaCreateChannelDescHalf1() { return {16, 0, 0, 0, cudaChannelFormatKindFloat}; }
inline cudaChannelFormatDesc cudaCreateChannelDescHalf2() { return {16, 16, 0, 0, cudaChannelFormatKindFloat}; }
inline cudaChannelFormatDesc cudaCreateChannelDescHalf4() { return {16, 16, 16, 16, cudaChannelFormatKindFloat}; }

// ---- textures: the value, or by way of a pointer

#define PT_CPU_TEXTURE(name, parameters, arguments, texel) \
    template <class T> inline T name parameters { return pt::cpu::detail::value_of<T>(texel); } \
    template <class T> inline void name arguments { *result = pt::cpu::detail::value_of<T>(texel); }
#define PT_CPU_WITH(...) (cudaTextureObject_t texture, __VA_ARGS__)
#define PT_CPU_TO(...) (T *result, cudaTextureObject_t texture, __VA_ARGS__)
#define PT_CPU_TEXTURE_AT(name, texel, ...) \
    PT_CPU_TEXTURE(name, PT_CPU_WITH(__VA_ARGS__), PT_CPU_TO(__VA_ARGS__), texel)

PT_CPU_TEXTURE_AT(tex1Dfetch, pt_cpu_texture_element(texture, index), int index)
PT_CPU_TEXTURE_AT(tex1D, pt_cpu_texture_at(texture, 1, x, 0, 0, 0), float x)
PT_CPU_TEXTURE_AT(tex2D, pt_cpu_texture_at(texture, 2, x, y, 0, 0), float x, float y)
PT_CPU_TEXTURE_AT(tex3D, pt_cpu_texture_at(texture, 3, x, y, z, 0), float x, float y, float z)
PT_CPU_TEXTURE_AT(tex1DLayered, pt_cpu_texture_at(texture, 1, x, 0, 0, layer), float x, int layer)
PT_CPU_TEXTURE_AT(tex2DLayered, pt_cpu_texture_at(texture, 2, x, y, 0, layer), float x, float y, int layer)
PT_CPU_TEXTURE_AT(tex2Dgather, pt_cpu_texture_gather(texture, x, y, channel), float x, float y, int channel = 0)
PT_CPU_TEXTURE_AT(tex1DLod, pt_cpu_texture_at(texture, 1, x, 0, 0, 0), float x, float)
PT_CPU_TEXTURE_AT(tex2DLod, pt_cpu_texture_at(texture, 2, x, y, 0, 0), float x, float y, float)
PT_CPU_TEXTURE_AT(tex3DLod, pt_cpu_texture_at(texture, 3, x, y, z, 0), float x, float y, float z, float)
PT_CPU_TEXTURE_AT(tex1DGrad, pt_cpu_texture_at(texture, 1, x, 0, 0, 0), float x, float, float)
PT_CPU_TEXTURE_AT(tex2DGrad, pt_cpu_texture_at(texture, 2, x, y, 0, 0), float x, float y, float2, float2)
PT_CPU_TEXTURE_AT(tex3DGrad, pt_cpu_texture_at(texture, 3, x, y, z, 0), float x, float y, float z, float4, float4)
#undef PT_CPU_TEXTURE_AT
#undef PT_CPU_WITH
#undef PT_CPU_TO
#undef PT_CPU_TEXTURE

// ---- surfaces. x counts bytes.

namespace pt {
namespace cpu {
namespace detail {

template <class T>
inline void surface_read(T *result, cudaSurfaceObject_t surface, int x, int y, int z, cudaSurfaceBoundaryMode mode)
{
    const char *bytes = pt_cpu_surface_at(surface, x, y, z, sizeof(T), mode);
    if (bytes)
        memcpy(result, bytes, sizeof(T));
    else
        memset(static_cast<void *>(result), 0, sizeof(T));
}
template <class T>
inline void surface_write(const T &value, cudaSurfaceObject_t surface, int x, int y, int z,
                          cudaSurfaceBoundaryMode mode)
{
    char *bytes = pt_cpu_surface_at(surface, x, y, z, sizeof(T), mode);
    if (bytes)
        memcpy(bytes, &value, sizeof(T));
}

} // namespace detail
} // namespace cpu
} // namespace pt

#define PT_CPU_SURFACE(name, y, z, ...) \
    template <class T> \
    inline T name##read(cudaSurfaceObject_t surface, __VA_ARGS__, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
    { \
        T value; \
        pt::cpu::detail::surface_read(&value, surface, x, y, z, mode); \
        return value; \
    } \
    template <class T> \
    inline void name##read(T *result, cudaSurfaceObject_t surface, __VA_ARGS__, \
                           cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
    { \
        pt::cpu::detail::surface_read(result, surface, x, y, z, mode); \
    } \
    template <class T> \
    inline void name##write(T value, cudaSurfaceObject_t surface, __VA_ARGS__, \
                            cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
    { \
        pt::cpu::detail::surface_write(value, surface, x, y, z, mode); \
    }
PT_CPU_SURFACE(surf1D, 0, 0, int x)
PT_CPU_SURFACE(surf2D, y, 0, int x, int y)
PT_CPU_SURFACE(surf3D, y, z, int x, int y, int z)
PT_CPU_SURFACE(surf1DLayered, 0, layer, int x, int layer)
PT_CPU_SURFACE(surf2DLayered, y, layer, int x, int y, int layer)
#undef PT_CPU_SURFACE

#endif
