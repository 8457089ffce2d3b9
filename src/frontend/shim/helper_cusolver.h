// See helper_cuda.h.
#include "cusolverDn.h"
#include "helper_cuda.h"
