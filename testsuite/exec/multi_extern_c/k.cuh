// C linkage across files.
#pragma once
#include "../check.h"

extern "C" {
#pragma pt kernel
__global__ void c_kernel(unsigned *out, unsigned factor);
void run_c(unsigned *out, unsigned blocks, unsigned factor);
}
