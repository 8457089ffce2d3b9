// The 8-bit floating-point types: storage, conversions (CUDA Math API, "FP8 intrinsics").
#ifndef PTCC_SHIM_CUDA_FP8_H
#define PTCC_SHIM_CUDA_FP8_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

#define PT_SHIM_FP8(T) \
    struct T { \
        __nv_fp8_storage_t __x; \
        T() = default; \
        template <class F> __host__ __device__ explicit T(F); \
        __host__ __device__ explicit operator float() const; __host__ __device__ explicit operator double() const; \
        __host__ __device__ explicit operator __half() const; __host__ __device__ explicit operator __nv_bfloat16() const; \
        __host__ __device__ explicit operator int() const; __host__ __device__ explicit operator bool() const; \
    };
#define PT_SHIM_FP8_PACK(T, S, F) \
    struct T { \
        S __x; \
        T() = default; \
        template <class P> __host__ __device__ explicit T(P); \
        template <class P> __host__ __device__ T(P, P); \
        __host__ __device__ explicit operator F() const; \
    };
PT_SHIM_FP8(__nv_fp8_e4m3) PT_SHIM_FP8(__nv_fp8_e5m2) PT_SHIM_FP8(__nv_fp8_e8m0)
PT_SHIM_FP8_PACK(__nv_fp8x2_e4m3, __nv_fp8x2_storage_t, float2) PT_SHIM_FP8_PACK(__nv_fp8x2_e5m2, __nv_fp8x2_storage_t, float2)
PT_SHIM_FP8_PACK(__nv_fp8x4_e4m3, __nv_fp8x4_storage_t, float4) PT_SHIM_FP8_PACK(__nv_fp8x4_e5m2, __nv_fp8x4_storage_t, float4)
#undef PT_SHIM_FP8
#undef PT_SHIM_FP8_PACK

PT_SHIM_HD __nv_fp8_storage_t __nv_cvt_double_to_fp8(double, __nv_saturation_t, __nv_fp8_interpretation_t);
PT_SHIM_HD __nv_fp8_storage_t __nv_cvt_float_to_fp8(float, __nv_saturation_t, __nv_fp8_interpretation_t);
PT_SHIM_HD __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw, __nv_saturation_t, __nv_fp8_interpretation_t);
PT_SHIM_HD __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw, __nv_saturation_t, __nv_fp8_interpretation_t);
PT_SHIM_HD __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2, __nv_saturation_t, __nv_fp8_interpretation_t);
PT_SHIM_HD __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw, __nv_saturation_t, __nv_fp8_interpretation_t);
PT_SHIM_HD __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t, __nv_fp8_interpretation_t);
PT_SHIM_HD __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t, __nv_fp8_interpretation_t);

#endif
