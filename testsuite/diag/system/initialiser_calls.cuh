// What members and variables begin with calls what nothing else here does.
#pragma once
namespace begins {
__device__ inline unsigned block() { return blockIdx.x; }
struct member {
    unsigned value = block();
};
} // namespace begins
