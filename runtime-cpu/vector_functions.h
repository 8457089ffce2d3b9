// make_TYPEn for every built-in vector type. In: members. Out: the vector. Invariant: no conversions but those of the
// arguments.
#ifndef PT_CPU_VECTOR_FUNCTIONS_H
#define PT_CPU_VECTOR_FUNCTIONS_H
#define __VECTOR_FUNCTIONS_H__

#include "vector_types.h"

#ifdef __cplusplus
#define PT_CPU_MAKE(name, T) \
    inline constexpr name##1 make_##name##1(T x) { return name##1{x}; } \
    inline constexpr name##2 make_##name##2(T x, T y) { return name##2{x, y}; } \
    inline constexpr name##3 make_##name##3(T x, T y, T z) { return name##3{x, y, z}; } \
    inline constexpr name##4 make_##name##4(T x, T y, T z, T w) { return name##4{x, y, z, w}; }
PT_CPU_MAKE(char, signed char)
PT_CPU_MAKE(uchar, unsigned char)
PT_CPU_MAKE(short, short)
PT_CPU_MAKE(ushort, unsigned short)
PT_CPU_MAKE(int, int)
PT_CPU_MAKE(uint, unsigned int)
PT_CPU_MAKE(long, long)
PT_CPU_MAKE(ulong, unsigned long)
PT_CPU_MAKE(longlong, long long)
PT_CPU_MAKE(ulonglong, unsigned long long)
PT_CPU_MAKE(float, float)
PT_CPU_MAKE(double, double)
#undef PT_CPU_MAKE

#define PT_CPU_MAKE_WIDE(name, T) \
    inline constexpr name##4_16a make_##name##4_16a(T x, T y, T z, T w) { return name##4_16a{x, y, z, w}; } \
    inline constexpr name##4_32a make_##name##4_32a(T x, T y, T z, T w) { return name##4_32a{x, y, z, w}; }
PT_CPU_MAKE_WIDE(long, long)
PT_CPU_MAKE_WIDE(ulong, unsigned long)
PT_CPU_MAKE_WIDE(longlong, long long)
PT_CPU_MAKE_WIDE(ulonglong, unsigned long long)
PT_CPU_MAKE_WIDE(double, double)
#undef PT_CPU_MAKE_WIDE
#endif

#endif
