// See helper_cuda.h.
#include "cuda.h"
#include "helper_cuda.h"
