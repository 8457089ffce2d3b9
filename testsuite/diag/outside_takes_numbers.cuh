#pragma once
__device__ inline unsigned place() { return blockIdx.x; }
