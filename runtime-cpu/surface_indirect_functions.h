// One of the headers that CUDA has and programs name. In: nothing. Out: cuda_runtime.h, which has all of it.
#include "cuda_runtime.h"
