// The built-in variables of device code: threadIdx, blockIdx, blockDim, gridDim, warpSize.
//
// In:  the engine's variables of the running thread (pt/cpu/engine.h), under CUDA's names and types. Out: nothing.
// Invariant: variables, not macros, so that locals and parameters may shadow them and :: finds them. They are const,
// and a compiler may read them once: a device thread's indices never change while it runs. Whoever runs several device
// threads in one function must therefore not read them in it by these names.
#ifndef PT_CPU_DEVICE_LAUNCH_PARAMETERS_H
#define PT_CPU_DEVICE_LAUNCH_PARAMETERS_H
#define __DEVICE_LAUNCH_PARAMETERS_H__

#include "vector_types.h"

#ifdef __cplusplus
extern __thread const uint3 threadIdx __asm__("pt_cpu_thread_index");
extern __thread const uint3 blockIdx __asm__("pt_cpu_block_index");
extern __thread const dim3 blockDim __asm__("pt_cpu_block_dim");
extern __thread const dim3 gridDim __asm__("pt_cpu_grid_dim");
constexpr int warpSize = 32;
#endif

#endif
