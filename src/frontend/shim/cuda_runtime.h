// What every CUDA source sees first: ptcc's own declarations of everyday CUDA, for machines without a CUDA toolkit.
//
// In:  clang's CUDA mode with -nocudainc. Out: declarations only, so that the AST has every kernel, launch and use of
// the block index; nothing here can be linked or run. Invariant: parses without errors in host and device mode with
// libclang 16 to 22. Heavier parts of CUDA are in headers of their own, parsed when the source includes them.
#ifndef PTCC_SHIM_CUDA_RUNTIME_H
#define PTCC_SHIM_CUDA_RUNTIME_H

// The C headers that nvcc's own cuda_runtime.h brings, less <math.h> (see math_functions.h). libstdc++'s wrappers of
// them are stepped over: they would pull in <cmath> and with it most of the time of the parse.
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#undef _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#include <initializer_list>
#include <new>

#include "host_defines.h"
#include "vector_types.h"
#include "vector_functions.h"
#include "driver_types.h"
#include "device_launch_parameters.h"
#include "device_functions.h"
#include "math_functions.h"
#include "cuda_runtime_api.h"
#include "texture_fetch_functions.h"

// Placement new, on the device too
extern __device__ void *operator new(size_t, void *place) noexcept;
extern __device__ void *operator new[](size_t, void *place) noexcept;
extern __device__ void operator delete(void *, void *) noexcept;
extern __device__ void operator delete[](void *, void *) noexcept;

#endif
