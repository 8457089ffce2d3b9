// The profiler's switches, cudaProfilerStart and cudaProfilerStop: they do nothing here.
//
// In:  -. Out: their declarations. Invariant: none of its own.
#include "cuda_runtime_api.h"
