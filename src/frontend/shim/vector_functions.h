// make_TYPEn for every built-in vector type.
#ifndef PTCC_SHIM_VECTOR_FUNCTIONS_H
#define PTCC_SHIM_VECTOR_FUNCTIONS_H

#include "vector_types.h"

#define PT_SHIM_MAKE(name, T) \
    __host__ __device__ name##1 make_##name##1(T x); \
    __host__ __device__ name##2 make_##name##2(T x, T y); \
    __host__ __device__ name##3 make_##name##3(T x, T y, T z); \
    __host__ __device__ name##4 make_##name##4(T x, T y, T z, T w);
PT_SHIM_MAKE(char, signed char)
PT_SHIM_MAKE(uchar, unsigned char)
PT_SHIM_MAKE(short, short)
PT_SHIM_MAKE(ushort, unsigned short)
PT_SHIM_MAKE(int, int)
PT_SHIM_MAKE(uint, unsigned int)
PT_SHIM_MAKE(long, long)
PT_SHIM_MAKE(ulong, unsigned long)
PT_SHIM_MAKE(longlong, long long)
PT_SHIM_MAKE(ulonglong, unsigned long long)
PT_SHIM_MAKE(float, float)
PT_SHIM_MAKE(double, double)
#undef PT_SHIM_MAKE

#define PT_SHIM_MAKE_WIDE(name, T) \
    __host__ __device__ name##4_16a make_##name##4_16a(T x, T y, T z, T w); \
    __host__ __device__ name##4_32a make_##name##4_32a(T x, T y, T z, T w);
PT_SHIM_MAKE_WIDE(long, long)
PT_SHIM_MAKE_WIDE(ulong, unsigned long)
PT_SHIM_MAKE_WIDE(longlong, long long)
PT_SHIM_MAKE_WIDE(ulonglong, unsigned long long)
PT_SHIM_MAKE_WIDE(double, double)
#undef PT_SHIM_MAKE_WIDE

#endif
