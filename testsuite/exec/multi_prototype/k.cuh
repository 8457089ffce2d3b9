// Prototypes: `annotated` carries the directive here, `defined_elsewhere` only at its definition in b.cu, `plain` nowhere.
#pragma once
#include "../check.h"

#pragma pt kernel
__global__ void annotated(unsigned *out, unsigned factor = 3);
__global__ void defined_elsewhere(unsigned *out);
__global__ void plain(unsigned *out);
namespace shapes {
#pragma pt kernel
__global__ void inside(unsigned *out);
}
