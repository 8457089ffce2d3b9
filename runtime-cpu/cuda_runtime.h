// CUDA for host compilers: what nvcc's cuda_runtime.h brings, carried out by libptcpu. `ptcc --target=cpu` prints text
// that includes this file.
//
// In:  a CUDA program whose launches and __shared__ variables ptcc has rewritten. Out: declarations.
// Invariant: includes what nvcc's own header includes of the C library, before everything else; may be included by any
//            number of translation units.
#ifndef PT_CPU_CUDA_RUNTIME_H
#define PT_CPU_CUDA_RUNTIME_H

// CUDA's own guards of this header and of those that it stands for: programs ask by them what they may use.
#define __CUDA_RUNTIME_H__
#define __BUILTIN_TYPES_H__
#define __CHANNEL_DESCRIPTOR_H__
#define __DEVICE_TYPES_H__
#define __DRIVER_FUNCTIONS_H__
#define __HOST_DEFINES_H__
#define __LIBRARY_TYPES_H__
#define __SURFACE_TYPES_H__
#define __TEXTURE_TYPES_H__

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host_defines.h"

#include "assert.h"

#include "cuda_runtime_api.h"
#include "device_launch_parameters.h"
#include "driver_types.h"
#include "vector_functions.h"
#include "vector_types.h"

#ifdef __cplusplus

#include "pt/cpu/engine.h"

#include "pt/cpu/kernel.hpp"

#include "pt/cpu/api.hpp"
#include "pt/cpu/atomic.hpp"
#include "pt/cpu/block.hpp"
#include "pt/cpu/intrinsics.hpp"
#include "pt/cpu/math.hpp"
#include "pt/cpu/texture.hpp"
#include "pt/cpu/warp.hpp"

#endif

#endif
