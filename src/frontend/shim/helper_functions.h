// See helper_cuda.h.
#include "helper_image.h"
#include "helper_string.h"
#include "helper_timer.h"
