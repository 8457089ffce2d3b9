<<<<<<< HEAD
// cudaProfilerStart and cudaProfilerStop, which do nothing here. In: nothing. Out: cuda_runtime.h, which has them.
#include "cuda_runtime.h"
=======
// The profiler's switches, cudaProfilerStart and cudaProfilerStop: they do nothing here.
//
// In:  -. Out: their declarations. Invariant: none of its own.
#include "cuda_runtime_api.h"
>>>>>>> cpu-groups
