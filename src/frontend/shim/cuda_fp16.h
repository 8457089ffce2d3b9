// __half, __half2 and their intrinsics.
#ifndef PTCC_SHIM_CUDA_FP16_H
#define PTCC_SHIM_CUDA_FP16_H

#include "pt_narrow_float.h"

#define __CUDA_FP16_H__

PT_SHIM_NARROW_TYPES(__half, __half2, __half_raw, __half2_raw)
PT_SHIM_NARROW_INTRINSICS(__half, __half2)
PT_SHIM_NARROW_CONVERSIONS(half, __half, __half2)
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;

PT_SHIM_HD __half2 __float2half2_rn(float);
PT_SHIM_HD __half2 __floats2half2_rn(float, float);
PT_SHIM_HD __half2 __float22half2_rn(float2);
PT_SHIM_HD __half2 __halves2half2(__half, __half);
PT_SHIM_HD __half2 make_half2(__half, __half);
PT_SHIM_HD __half __low2half(__half2);
PT_SHIM_HD __half __high2half(__half2);
PT_SHIM_HD __half2 __low2half2(__half2);
PT_SHIM_HD __half2 __high2half2(__half2);
PT_SHIM_HD __half2 __lows2half2(__half2, __half2);
PT_SHIM_HD __half2 __highs2half2(__half2, __half2);
PT_SHIM_HD __half2 __lowhigh2highlow(__half2);

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)

#endif
