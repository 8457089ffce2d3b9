// The built-in variables of device code.
#ifndef PTCC_SHIM_DEVICE_LAUNCH_PARAMETERS_H
#define PTCC_SHIM_DEVICE_LAUNCH_PARAMETERS_H

#include "vector_types.h"

extern __device__ const uint3 threadIdx;
extern __device__ const uint3 blockIdx;
extern __device__ const dim3 blockDim;
extern __device__ const dim3 gridDim;
extern __device__ const int warpSize;

#endif
