// The same twins in a second translation unit, compiled for per-thread default streams and linked with the
// first program's (as relocatable device code or not): each unit has its own queues, all of them one libptrt.
//
// In:  out, zeroed, `blocks` words. Out: each word 2 * rounds higher.
#include "runtime_twins.cuh"

#include <thread>

void second_unit(unsigned *out, unsigned blocks, int rounds)
{
    static ::ptrt::kernel kernels[2] = {
        {"second", __FILE__, 1, RUNTIME_SCHEDULE, 1, PTRT_GROUPS_N, 50, 0},
        {"second", __FILE__, 2, PTRT_SCHEDULE_STATIC, 1, PTRT_GROUPS_MAX, 0, 0},
    };
    std::thread threads[2];
    for (int t = 0; t < 2; t++)
        threads[t] = std::thread([=] {
            for (int i = 0; i < rounds; i++)
                ::ptrt::launch_twin(kernels[t], ::ptrt::config(blocks, 64), slow, slow_pt<::pt::order_linear>, out);
            cudaStreamSynchronize(cudaStreamPerThread);
        });
    for (std::thread &t : threads)
        t.join();
}
