// A device function whose body is in b.cu and reads the block index there.
#pragma once
#include "../check.h"

__device__ unsigned elsewhere(unsigned x);
