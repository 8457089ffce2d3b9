// cuProfilerStart and cuProfilerStop, which do nothing here. In: nothing. Out: cuda.h, which has them.
#include "cuda.h"
