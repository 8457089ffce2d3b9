// DESIGN part 4, Launches: atomicCAS and atomicExch of what has 16 bytes (sm_90), on global and shared memory, in every scope.
// expect: handled
// needs: c++17
#include "check.h"

struct alignas(16) mark {
    unsigned long long number, check;
};

// Both halves always belong together: where one was seen without the other, `torn` counts it.
#pragma pt kernel
__global__ void advance(ulonglong2 *pair, mark *last, unsigned *seen, unsigned *torn)
{
    __shared__ ulonglong2 local;
    const unsigned b = blockIdx.x, t = threadIdx.x;
    if (t == 0)
        local = make_ulonglong2(0, 0);
    __syncthreads();
    for (ulonglong2 old = make_ulonglong2(0, 0), now;
         (now = atomicCAS_block(&local, old, make_ulonglong2(old.x + 1, old.y - 1))).x != old.x; old = now)
        if (now.x != 0 - now.y)
            atomicAdd(torn, 1u);
    __syncthreads();
    if (t == 0) {
        const ulonglong2 sum = local;
        for (ulonglong2 old = make_ulonglong2(0, 0), now;
             (now = atomicCAS(pair, old, make_ulonglong2(old.x + sum.x, old.y + sum.y))).x != old.x || now.y != old.y; old = now)
            if (now.x != 0 - now.y)
                atomicAdd(torn, 1u);
        const mark before = atomicExch(last, mark{ b + 1, ~0ull * (b + 1) });
        if (before.check != ~0ull * before.number)
            atomicAdd(torn, 1u);
        atomicAdd(&seen[before.number], 1u);
    }
}

int main()
{
    check::begin("atomics_of_16_bytes");
    const unsigned blocks = 701, threads = 64;
    check::device_array<ulonglong2> pair(1);
    check::device_array<mark> last(std::vector<mark>(1));
    check::device_array<unsigned> seen(blocks + 1), torn(1);
    pair.zero();
    seen.zero();
    torn.zero();
    advance<<<blocks, threads>>>(pair.get(), last.get(), seen.get(), torn.get());
    CUDA_OK(cudaGetLastError());
    const ulonglong2 sum = pair.host()[0];
    check::equal("sums", std::vector<unsigned long long>{ sum.x, sum.y },
                 std::vector<unsigned long long>{ 1ull * blocks * threads, ~0ull * blocks * threads });
    // Each mark that was put in came out once, but for the one that stayed.
    std::vector<unsigned> once = seen.host();
    once[last.host()[0].number] += 1;
    check::equal("once", once, std::vector<unsigned>(blocks + 1, 1));
    check::equal("torn", torn, std::vector<unsigned>{ 0 });
    return check::finish();
}
