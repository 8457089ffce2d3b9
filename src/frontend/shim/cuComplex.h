// Complex numbers as pairs (cuComplex.h of the toolkit: functions on both sides).
#ifndef PTCC_SHIM_CU_COMPLEX_H
#define PTCC_SHIM_CU_COMPLEX_H

#include "cuda_runtime.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

__host__ __device__ cuFloatComplex make_cuFloatComplex(float real, float imaginary);
__host__ __device__ cuDoubleComplex make_cuDoubleComplex(double real, double imaginary);
__host__ __device__ cuComplex make_cuComplex(float real, float imaginary);
__host__ __device__ cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z);
__host__ __device__ cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z);
#define PT_SHIM_COMPLEX(C, R, suffix) \
    __host__ __device__ R cuCreal##suffix(C z); __host__ __device__ R cuCimag##suffix(C z); \
    __host__ __device__ C cuConj##suffix(C z); __host__ __device__ R cuCabs##suffix(C z); \
    __host__ __device__ C cuCadd##suffix(C a, C b); __host__ __device__ C cuCsub##suffix(C a, C b); \
    __host__ __device__ C cuCmul##suffix(C a, C b); __host__ __device__ C cuCdiv##suffix(C a, C b); \
    __host__ __device__ C cuCfma##suffix(C a, C b, C c);
PT_SHIM_COMPLEX(cuFloatComplex, float, f)
PT_SHIM_COMPLEX(cuDoubleComplex, double, )
#undef PT_SHIM_COMPLEX

#endif
