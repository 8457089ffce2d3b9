// What the threads of a block share on the CPU back end: barriers with votes, and address spaces.
//
// In:  libptcpu. Out: TAP. Invariant: threads that have left a block take no part in its barriers.
#include "kernels.hpp"

#include <pt/cpu/shared.hpp>

namespace {

// ---- barriers

// Threads with (thread + round) % step == 0 bring true. `leavers` of them go before the rounds start.
__global__ void votes(unsigned *wrong, unsigned step, unsigned leavers)
{
    __shared__ unsigned sum;
    const unsigned thread = threadIdx.x + blockDim.x * threadIdx.y, threads = blockDim.x * blockDim.y;
    if (thread < leavers)
        return;
    for (unsigned round = 0; round < 5; ++round) {
        const bool mine = (thread + round) % step == 0;
        int expected = 0;
        for (unsigned i = leavers; i < threads; ++i)
            expected += (i + round) % step == 0;
        if (thread == leavers)
            sum = 0;
        __syncthreads();
        atomicAdd(&sum, 1u);
        const int count = __syncthreads_count(mine ? 8 : 0);
        if (sum != threads - leavers || count != expected)
            atomicAdd(wrong, 1u);
        if (!__syncthreads_and(mine) != (expected != static_cast<int>(threads - leavers)))
            atomicAdd(wrong, 1u);
        if (!__syncthreads_or(mine) != (expected == 0))
            atomicAdd(wrong, 1u);
    }
}

void barriers()
{
    buffer<unsigned> wrong(1);
    for (dim3 block : {dim3(1), dim3(31), dim3(32), dim3(10, 7), dim3(1024)})
        for (unsigned step : {1u, 2u, 37u, 5000u})
            for (unsigned leavers : {0u, 1u, 33u})
                if (leavers < block.x * block.y)
                    CHECK_SUCCESS(go(votes, 3, block, wrong.at, step, leavers));
    CHECK_SUCCESS(cudaDeviceSynchronize());
    CHECK(*wrong.at == 0);
}

// ---- address spaces

__constant__ int constant = 1;

__device__ unsigned spaces(const void *p)
{
    return __isShared(p) | __isLocal(p) << 1 | __isGlobal(p) << 2 | __isConstant(p) << 3;
}

template <bool waits> __global__ void kinds(unsigned *kind, const int *nothing)
{
    auto &fixed = pt::cpu::shared<int[8]>("fixed");
    const int own[2] = {1, 2};
    const int *const dynamic = static_cast<const int *>(pt_cpu_dynamic_shared());
    unsigned *const k = kind + 6 * threadIdx.x;
    if (waits)
        __syncthreads();
    k[0] = spaces(&fixed[7]);
    k[1] = spaces(dynamic) & spaces(dynamic + 3);
    k[2] = spaces(&own[threadIdx.x % 2]);
    k[3] = spaces(kind);
    k[4] = spaces(&constant);
    k[5] = spaces(nothing);
}

void address_spaces()
{
    const buffer<unsigned> kind(6 * 40);
    const unsigned shared = 1, local = 2, global = 4;
    for (auto kernel : {kinds<true>, kinds<false>}) {
        CHECK_SUCCESS(pt::cpu::launch(1, 40, 16, nullptr, kernel, kind.at, nullptr));
        CHECK_SUCCESS(cudaDeviceSynchronize());
        for (unsigned thread = 0; thread < 40; ++thread) {
            const unsigned *const k = kind.at + 6 * thread;
            CHECK(k[0] == shared && k[1] == shared && k[2] == local && k[3] == global && k[4] == global && k[5] == global);
        }
    }
}

} // namespace

int main(int argc, char **argv)
{
    const check::test tests[] = {
        {"barriers", barriers},
        {"address_spaces", address_spaces},
    };
    return check::run(tests, argc, argv);
}
