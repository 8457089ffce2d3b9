// Each of these waits for what a block before it writes: no order but the ascending one is safe.
#include <cuda/atomic>

__device__ volatile int turn;
struct record { volatile int state; int value; };

#pragma pt kernel order(reverse)
__global__ void volatile_parameter(volatile int *flags)
{
    while (blockIdx.x > 0 && flags[blockIdx.x - 1] == 0)
        ;
    flags[blockIdx.x] = 1;
}

#pragma pt kernel order(reverse)
__global__ void volatile_cast(int *flags)
{
    int seen;
    do {
        seen = *(volatile int *)(flags + blockIdx.x);
    } while (seen == 0);
    flags[blockIdx.x + 1] = 1;
}

#pragma pt kernel order(reverse)
__global__ void volatile_reference(int *flags)
{
    const volatile int &flag = flags[blockIdx.x];
    for (;;)
        if (flag)
            break;
    flags[blockIdx.x + 1] = 1;
}

#pragma pt kernel order(reverse)
__global__ void volatile_member(record *records)
{
    bool done = false;
    while (!done) {
        if (records[blockIdx.x].state != 0)
            done = true;
    }
    records[blockIdx.x + 1].state = 1;
}

#pragma pt kernel order(reverse)
__global__ void ticket()
{
    while (turn != (int)blockIdx.x) {
    }
    turn = blockIdx.x + 1;
}

#pragma pt kernel order(reverse)
__global__ void atomic_read(int *flags)
{
    for (int tries = 0;; ++tries) {
        const int seen = atomicAdd(&flags[blockIdx.x], 0);
        if (seen != 0)
            return;
    }
}

#pragma pt kernel order(reverse)
__global__ void swap_in_turn(unsigned *next)
{
    while (atomicCAS(next, blockIdx.x, blockIdx.x + 1) != blockIdx.x)
        ;
}

#pragma pt kernel order(reverse)
__global__ void takes_a_flag(int *flags)
{
    while (atomicCAS(&flags[blockIdx.x], 1, 0) != 1)
        ;
    atomicExch(&flags[blockIdx.x + 1], 1);
}

#pragma pt kernel order(reverse)
__global__ void lock_that_nobody_frees(int *free_by_another)
{
    while (atomicExch(free_by_another, 1) != 0)
        ;
}

#pragma pt kernel order(reverse)
__global__ void goes_back(int *flags)
{
again:
    int seen = __ldcv(&flags[blockIdx.x]);
    if (seen == 0)
        goto again;
    flags[blockIdx.x + 1] = 1;
}

#pragma pt kernel order(reverse)
__global__ void sleeps(int *flags)
{
    while (flags[blockIdx.x] == 0)
        __nanosleep(100);
    flags[blockIdx.x + 1] = 1;
}

#pragma pt kernel order(reverse)
__global__ void fences(int *flags)
{
    while (flags[blockIdx.x] == 0)
        __threadfence();
    flags[blockIdx.x + 1] = 1;
}

#pragma pt kernel order(reverse)
__global__ void assembly(int *flags)
{
    int seen;
    do
        asm volatile("ld.acquire.gpu.b32 %0, [%1];" : "=r"(seen) : "l"(flags + blockIdx.x) : "memory");
    while (!seen);
}

#pragma pt kernel order(reverse)
__global__ void loop_in_assembly(int *flags)
{
    asm volatile("{ .reg .pred p; .reg .b32 r;\n"
                 "again: ld.relaxed.gpu.b32 r, [%0]; setp.eq.s32 p, r, 0; @p bra again; }" :: "l"(flags) : "memory");
}

#pragma pt kernel order(reverse)
__global__ void atomic_object(int *flags)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> flag(flags[blockIdx.x]);
    while (flag.load(cuda::memory_order_acquire) == 0)
        ;
}

#pragma pt kernel order(reverse)
__global__ void atomic_wait(int *flags)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> flag(flags[blockIdx.x]);
    flag.wait(0);
}

__device__ int read_acquire(const int *p)
{
    int seen;
    asm volatile("ld.acquire.gpu.b32 %0, [%1];" : "=r"(seen) : "l"(p) : "memory");
    return seen;
}
__device__ void read_into(const int *p, int &seen) { seen = read_acquire(p); }
__device__ void wait_for(const int *p)
{
    while (read_acquire(p) == 0)
        ;
}
template <class T> __device__ void wait_for_any(const T *p)
{
    T seen;
    do
        read_into(p, seen);
    while (seen == T(0));
}
struct semaphore {
    int *lock, state;
    __device__ void fetch() { state = read_acquire(lock); }
    __device__ void wait(int status)
    {
        while (__syncthreads_and(state != status))
            fetch();
    }
};

#pragma pt kernel order(reverse)
__global__ void helper_reads(int *flags)
{
    while (read_acquire(&flags[blockIdx.x]) != 1)
        ;
}

#pragma pt kernel order(reverse)
__global__ void helper_waits(int *flags)
{
    wait_for(&flags[blockIdx.x]);
}

#pragma pt kernel order(reverse)
template <class T> __global__ void helper_is_open(T *flags)
{
    wait_for_any(&flags[blockIdx.x]);
}

#pragma pt kernel order(reverse)
__global__ void helper_is_member(int *flags)
{
    semaphore s = {flags, 0};
    s.wait(blockIdx.x);
}

#pragma pt kernel order(reverse)
__global__ void steps_back_when_it_can(volatile int *status, int *sum)
{
    int before = blockIdx.x - 1, total = 0;
    while (before >= 0 && status[before] != 2) {
        if (status[before] == 1) {
            total += sum[before];
            --before;
        }
    }
    sum[blockIdx.x] = total;
}

void start(int *flags) { helper_is_open<<<1, 1>>>(flags); }

// What comes forward does so in a loop inside, as far as others have come.
#pragma pt kernel order(reverse)
__global__ void follows_a_log(volatile int *head, int total, int *out)
{
    int seen = 0;
    while (seen < total) {
        const int now = *head;
        for (; seen < now; seen++)
            out[seen] = 1;
    }
}

#pragma pt kernel order(reverse)
__global__ void follows_by_a_number_of_its_own(int *head, int total, int *out)
{
    for (int seen = 0; seen < total;) {
        const int now = atomicAdd(head, 0);
        for (int k = seen; k < now; k++, seen++)
            out[k] = 1;
    }
}

#pragma pt kernel order(reverse)
__global__ void follows_flags(volatile int *flag, int n, int *out)
{
    int i = 0;
    while (i < n)
        while (i < n && flag[i])
            out[i++] = 1;
}
