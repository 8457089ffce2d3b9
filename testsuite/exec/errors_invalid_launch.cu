// DESIGN part 4, Launches: errors: empty grid, too many threads, y or z too large, too much shared memory set what the plain launch sets, and nothing runs.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void fill(unsigned *out) { atomicExch(&out[0], gridDim.x + blockDim.x); }

#pragma pt kernel schedule(dynamic, 4) order(morton)
template <class T> __global__ void fill_typed(T *out) { atomicExch(&out[0], static_cast<T>(gridDim.x + blockDim.x)); }

int main()
{
    check::begin("errors_invalid_launch");
    check::device_array<unsigned> out(1);
    struct shape { const char *label; dim3 grid, block; size_t shared_bytes; cudaError_t want; };
    const shape shapes[] = {
        { "empty_x", dim3(0), dim3(32), 0, cudaErrorInvalidValue },
        { "empty_y", dim3(5, 0), dim3(32), 0, cudaErrorInvalidValue },
        { "empty_z", dim3(5, 5, 0), dim3(32), 0, cudaErrorInvalidValue },
        { "empty_block", dim3(5), dim3(0), 0, cudaErrorInvalidValue },
        { "empty_block_y", dim3(5), dim3(5, 0), 0, cudaErrorInvalidValue },
        { "threads_1025", dim3(5), dim3(1025), 0, cudaErrorInvalidValue },
        { "threads_33x32", dim3(5), dim3(33, 32), 0, cudaErrorInvalidValue },
        { "block_z_65", dim3(5), dim3(1, 1, 65), 0, cudaErrorInvalidValue },
        { "grid_y_65536", dim3(1, 65536), dim3(32), 0, cudaErrorInvalidValue },
        { "grid_z_65536", dim3(1, 1, 65536), dim3(32), 0, cudaErrorInvalidValue },
        { "grid_x_2_31", dim3(0x80000000u), dim3(32), 0, cudaErrorInvalidValue },
        { "shared_49153", dim3(5), dim3(32), 49153, cudaErrorInvalidValue },
        { "shared_1g", dim3(5000), dim3(32), 1u << 30, cudaErrorInvalidValue }
    };
    for (const shape &s : shapes) {
        fill<<<s.grid, s.block, s.shared_bytes>>>(out.get());
        check::error(s.label, cudaPeekAtLastError(), s.want);
        check::error("again", cudaGetLastError(), s.want);
        check::error("then", cudaGetLastError(), cudaSuccess);
        fill_typed<<<s.grid, s.block, s.shared_bytes>>>(out.get());
        check::error("typed", cudaGetLastError(), s.want);
        check::equal("nothing", out, check::poisoned_vector<unsigned>(1));
    }
    fill<<<5107, 32>>>(out.get());
    check::error("valid", cudaGetLastError(), cudaSuccess);
    check::equal("out", out, std::vector<unsigned>(1, 5107 + 32));
    return check::finish();
}
