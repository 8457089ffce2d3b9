// The atomics that nvcc has built in: they are known, and a loop that polls by one makes blocks wait for each other, so that they
// must come from a queue.
#pragma pt kernel schedule(static)
__global__ void chained(unsigned *flags, unsigned *out)
{
    while (blockIdx.x && __nv_atomic_load_n(flags + blockIdx.x - 1, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) == 0u)
        ;
    unsigned expected = 0;
    __nv_atomic_compare_exchange_n(out, &expected, 1u, false, __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED);
    __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_store_n(flags + blockIdx.x, 1u, __NV_ATOMIC_RELEASE);
    __nv_atomic_add(out + 1, 1u, __NV_ATOMIC_RELAXED);
}
