// CUDA's built-in vector types (CUDA C++ Programming Guide, "Built-in vector types": members x, y, z, w).
//
// In:  nothing. Out: char1 to double4, dim3. Invariant: sizes and alignments are CUDA's, so that structures which hold
// them have the same layout as on a GPU.
#ifndef PT_CPU_VECTOR_TYPES_H
#define PT_CPU_VECTOR_TYPES_H
#define __VECTOR_TYPES_H__ // CUDA's own guard, which programs ask for

#include "host_defines.h"

#define PT_CPU_VECTOR(name, T, align2, align4) \
    typedef struct name##1 { T x; } name##1; \
    typedef struct __align__(align2) name##2 { T x, y; } name##2; \
    typedef struct name##3 { T x, y, z; } name##3; \
    typedef struct __align__(align4) name##4 { T x, y, z, w; } name##4;

PT_CPU_VECTOR(char, signed char, 2, 4)
PT_CPU_VECTOR(uchar, unsigned char, 2, 4)
PT_CPU_VECTOR(short, short, 4, 8)
PT_CPU_VECTOR(ushort, unsigned short, 4, 8)
PT_CPU_VECTOR(int, int, 8, 16)
PT_CPU_VECTOR(uint, unsigned int, 8, 16)
PT_CPU_VECTOR(long, long, 2 * sizeof(long), 16)
PT_CPU_VECTOR(ulong, unsigned long, 2 * sizeof(long), 16)
PT_CPU_VECTOR(longlong, long long, 16, 16)
PT_CPU_VECTOR(ulonglong, unsigned long long, 16, 16)
PT_CPU_VECTOR(float, float, 8, 16)
PT_CPU_VECTOR(double, double, 16, 16)
#undef PT_CPU_VECTOR

// CUDA 13's names of the vectors of four 8 byte members.
#define PT_CPU_WIDE_VECTOR(name, T) \
    typedef struct __align__(16) name##4_16a { T x, y, z, w; } name##4_16a; \
    typedef struct __align__(32) name##4_32a { T x, y, z, w; } name##4_32a;
PT_CPU_WIDE_VECTOR(long, long)
PT_CPU_WIDE_VECTOR(ulong, unsigned long)
PT_CPU_WIDE_VECTOR(longlong, long long)
PT_CPU_WIDE_VECTOR(ulonglong, unsigned long long)
PT_CPU_WIDE_VECTOR(double, double)
#undef PT_CPU_WIDE_VECTOR

typedef struct dim3 {
    unsigned int x, y, z;
#ifdef __cplusplus
    constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1) : x(vx), y(vy), z(vz) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return uint3{x, y, z}; }
#endif
} dim3;

#endif
