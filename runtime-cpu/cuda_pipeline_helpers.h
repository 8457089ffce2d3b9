// A part of cuda_pipeline.h, for programs that include it by its own name.
//
// In:  -. Out: cuda_pipeline_primitives.h. Invariant: none of its own.
#include "cuda_pipeline_primitives.h"
