// __nv_bfloat16, __nv_bfloat162 and their intrinsics.
#ifndef PTCC_SHIM_CUDA_BF16_H
#define PTCC_SHIM_CUDA_BF16_H

#include "pt_narrow_float.h"

#define __CUDA_BF16_H__

PT_SHIM_NARROW_TYPES(__nv_bfloat16, __nv_bfloat162, __nv_bfloat16_raw, __nv_bfloat162_raw)
PT_SHIM_NARROW_INTRINSICS(__nv_bfloat16, __nv_bfloat162)
PT_SHIM_NARROW_CONVERSIONS(bfloat16, __nv_bfloat16, __nv_bfloat162)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

PT_SHIM_HD __nv_bfloat162 __float2bfloat162_rn(float);
PT_SHIM_HD __nv_bfloat162 __floats2bfloat162_rn(float, float);
PT_SHIM_HD __nv_bfloat162 __float22bfloat162_rn(float2);
PT_SHIM_HD __nv_bfloat162 __halves2bfloat162(__nv_bfloat16, __nv_bfloat16);
PT_SHIM_HD __nv_bfloat162 make_bfloat162(__nv_bfloat16, __nv_bfloat16);
PT_SHIM_HD __nv_bfloat16 __low2bfloat16(__nv_bfloat162);
PT_SHIM_HD __nv_bfloat16 __high2bfloat16(__nv_bfloat162);
PT_SHIM_HD __nv_bfloat162 __low2bfloat162(__nv_bfloat162);
PT_SHIM_HD __nv_bfloat162 __high2bfloat162(__nv_bfloat162);

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000U)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80U)

#endif
