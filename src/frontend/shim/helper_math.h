// See helper_cuda.h: arithmetic of the vector types.
#ifndef PTCC_SHIM_HELPER_MATH_H
#define PTCC_SHIM_HELPER_MATH_H

#include "cuda_runtime.h"

typedef unsigned int uint;
typedef unsigned short ushort;
#define PT_SHIM_M __host__ __device__
#define PT_SHIM_VECTOR_OPERATOR(V, T, op) \
    PT_SHIM_M V operator op(V a, V b); PT_SHIM_M V operator op(V a, T b); PT_SHIM_M V operator op(T a, V b); \
    PT_SHIM_M void operator op##=(V &a, V b); PT_SHIM_M void operator op##=(V &a, T b);
#define PT_SHIM_VECTOR(V, T) \
    PT_SHIM_VECTOR_OPERATOR(V, T, +) PT_SHIM_VECTOR_OPERATOR(V, T, -) PT_SHIM_VECTOR_OPERATOR(V, T, *) PT_SHIM_VECTOR_OPERATOR(V, T, /) \
    PT_SHIM_M V operator-(V &a); PT_SHIM_M V make_##V(T s); PT_SHIM_M V min(V a, V b); PT_SHIM_M V max(V a, V b); PT_SHIM_M V abs(V v); \
    PT_SHIM_M V clamp(V v, T a, T b); PT_SHIM_M V clamp(V v, V a, V b); PT_SHIM_M T dot(V a, V b);
#define PT_SHIM_FLOAT_VECTOR(V) \
    PT_SHIM_M V lerp(V a, V b, float t); PT_SHIM_M float length(V v); PT_SHIM_M V normalize(V v); PT_SHIM_M V floorf(V v); PT_SHIM_M V fracf(V v); \
    PT_SHIM_M V fmodf(V a, V b); PT_SHIM_M V fabs(V v); PT_SHIM_M V fminf(V a, V b); PT_SHIM_M V fmaxf(V a, V b); PT_SHIM_M V reflect(V i, V n); \
    PT_SHIM_M V smoothstep(V a, V b, V x);
#define PT_SHIM_VECTORS(N, T) PT_SHIM_VECTOR(N##2, T) PT_SHIM_VECTOR(N##3, T) PT_SHIM_VECTOR(N##4, T)
PT_SHIM_VECTORS(float, float) PT_SHIM_VECTORS(int, int) PT_SHIM_VECTORS(uint, unsigned int)
PT_SHIM_FLOAT_VECTOR(float2) PT_SHIM_FLOAT_VECTOR(float3) PT_SHIM_FLOAT_VECTOR(float4)
#define PT_SHIM_CONVERT(N, T) \
    PT_SHIM_M N##2 make_##N##2(float3 a); PT_SHIM_M N##2 make_##N##2(int2 a); PT_SHIM_M N##2 make_##N##2(uint2 a); PT_SHIM_M N##3 make_##N##3(float2 a); \
    PT_SHIM_M N##3 make_##N##3(float2 a, T s); PT_SHIM_M N##3 make_##N##3(float4 a); PT_SHIM_M N##3 make_##N##3(int3 a); PT_SHIM_M N##3 make_##N##3(uint3 a); \
    PT_SHIM_M N##4 make_##N##4(float3 a); PT_SHIM_M N##4 make_##N##4(float3 a, T s); PT_SHIM_M N##4 make_##N##4(int4 a); PT_SHIM_M N##4 make_##N##4(uint4 a);
PT_SHIM_CONVERT(float, float) PT_SHIM_CONVERT(int, int) PT_SHIM_CONVERT(uint, unsigned int)
PT_SHIM_M float3 cross(float3 a, float3 b);
PT_SHIM_M float lerp(float a, float b, float t);
PT_SHIM_M float clamp(float v, float a, float b);
PT_SHIM_M int clamp(int v, int a, int b);
PT_SHIM_M uint clamp(uint v, uint a, uint b);
PT_SHIM_M float fracf(float v);
PT_SHIM_M float smoothstep(float a, float b, float x);
#undef PT_SHIM_VECTOR
#undef PT_SHIM_VECTORS
#undef PT_SHIM_VECTOR_OPERATOR
#undef PT_SHIM_FLOAT_VECTOR
#undef PT_SHIM_CONVERT

#endif
