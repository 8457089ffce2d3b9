// CUDA's built-in vector types (Programming Guide, "Built-in vector types": fields x, y, z, w; alignment as listed there).
#ifndef PTCC_SHIM_VECTOR_TYPES_H
#define PTCC_SHIM_VECTOR_TYPES_H

#include "host_defines.h"

#define PT_SHIM_VECTOR(name, T, align2, align4) \
    struct name##1 { T x; }; \
    struct __align__(align2) name##2 { T x, y; }; \
    struct name##3 { T x, y, z; }; \
    struct __align__(align4) name##4 { T x, y, z, w; }; \
    typedef struct name##1 name##1; typedef struct name##2 name##2; \
    typedef struct name##3 name##3; typedef struct name##4 name##4;

PT_SHIM_VECTOR(char, signed char, 2, 4)
PT_SHIM_VECTOR(uchar, unsigned char, 2, 4)
PT_SHIM_VECTOR(short, short, 4, 8)
PT_SHIM_VECTOR(ushort, unsigned short, 4, 8)
PT_SHIM_VECTOR(int, int, 8, 16)
PT_SHIM_VECTOR(uint, unsigned int, 8, 16)
PT_SHIM_VECTOR(long, long, 2 * sizeof(long), 16)
PT_SHIM_VECTOR(ulong, unsigned long, 2 * sizeof(long), 16)
PT_SHIM_VECTOR(longlong, long long, 16, 16)
PT_SHIM_VECTOR(ulonglong, unsigned long long, 16, 16)
PT_SHIM_VECTOR(float, float, 8, 16)
PT_SHIM_VECTOR(double, double, 16, 16)
#undef PT_SHIM_VECTOR

#define PT_SHIM_WIDE_VECTOR(name, T) \
    struct __align__(16) name##4_16a { T x, y, z, w; }; \
    struct __align__(32) name##4_32a { T x, y, z, w; };
PT_SHIM_WIDE_VECTOR(long, long)
PT_SHIM_WIDE_VECTOR(ulong, unsigned long)
PT_SHIM_WIDE_VECTOR(longlong, long long)
PT_SHIM_WIDE_VECTOR(ulonglong, unsigned long long)
PT_SHIM_WIDE_VECTOR(double, double)
#undef PT_SHIM_WIDE_VECTOR

struct dim3 {
    unsigned int x, y, z;
#ifdef __cplusplus
    __host__ __device__ constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1) : x(vx), y(vy), z(vz) {}
    __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __host__ __device__ constexpr operator uint3() const { return uint3{ x, y, z }; }
#endif
};
typedef struct dim3 dim3;

#endif
