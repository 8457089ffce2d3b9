// None of these waits for a block that may not have started: any order is safe.
#include <cuda/atomic>

#pragma pt kernel order(reverse)
__global__ void atomic_maximum(float *address, float value)
{
    int *bits = (int *)address, old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __float_as_int(fmaxf(value, __int_as_float(assumed))));
    } while (assumed != old);
}

#pragma pt kernel order(reverse)
__global__ void exchange_object(int *address, int value)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> target(*address);
    int seen = target.load();
    while (seen < value && !target.compare_exchange_weak(seen, value))
        ;
}

__device__ int mutex;
__device__ void lock() { while (atomicCAS(&mutex, 0, 1) != 0); }
__device__ void unlock() { atomicExch(&mutex, 0); }

#pragma pt kernel order(reverse)
__global__ void critical(int *sum)
{
    lock();
    *sum += blockIdx.x;
    unlock();
}

#pragma pt kernel order(reverse)
__global__ void critical_inside(int *locks, int *sum, int i)
{
    bool done = false;
    while (!done) {
        if (atomicExch(&locks[i], 1) == 0) {
            sum[i] += blockIdx.x;
            __threadfence();
            locks[i] = 0;
            done = true;
        }
    }
}

#pragma pt kernel order(reverse)
__global__ void insert(unsigned *keys, unsigned key, unsigned mask)
{
    unsigned slot = key & mask;
    while (true) {
        unsigned old = atomicCAS(&keys[slot], 0xffffffffu, key);
        if (old == 0xffffffffu || old == key)
            return;
        slot = (slot + 1) & mask;
    }
}

#pragma pt kernel order(reverse)
__global__ void find(volatile unsigned *keys, unsigned key, unsigned *out)
{
    unsigned slot = key;
    while (keys[slot] != key) {
        if (keys[slot] == 0)
            return;
        ++slot;
    }
    *out = slot;
}

#pragma pt kernel order(reverse)
__global__ void take_tasks(int *next, int count, int *out)
{
    int task;
    while ((task = atomicAdd(next, 1)) < count)
        out[task] = blockIdx.x;
}

#pragma pt kernel order(reverse)
__global__ void reduce(const float *in, float *out)
{
    __shared__ float part[256];
    volatile float *quick = part;
    part[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (threadIdx.x < step)
            quick[threadIdx.x] += quick[threadIdx.x + step];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = quick[0];
}

#pragma pt kernel order(reverse)
__global__ void gather(const int *rows, const int *columns, int *out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        for (int e = __ldcg(rows + i); e < __ldcg(rows + i + 1); ++e) {
            out[i] += __ldcg(columns + e);
            if (out[i] > 100)
                break;
        }
}

__device__ int depth_of(const int *next, int i) { return i < 0 ? 0 : 1 + depth_of(next, next[i]); }

template <class C> __device__ int find_by(const int *sorted, int n, int value, C less)
{
    int low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (less(sorted[middle], value))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

#pragma pt kernel order(reverse)
__global__ void depths(const int *next, const int *sorted, int *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int turns = 0;
    for (int k = i; k >= 0; k = next[k])
        atomicAdd(&out[k], ++turns);
    out[i] = depth_of(next, i) + find_by(sorted, n, i, [](int a, int b) { return a < b; });
}

// A loop around one that hangs on what others write: it counts by itself, or ends after a turn.
#pragma pt kernel order(reverse)
__global__ void counts_around(volatile int *length, int n, int *out)
{
    for (int i = 0; i < n; i++) {
        const int end = length[i];
        for (int k = 0; k < end; k++)
            out[k] += i;
    }
    int row = 0;
    while (row < n) {
        do
            out[row] += 1;
        while (++row % 4 && length[row]);
    }
}
