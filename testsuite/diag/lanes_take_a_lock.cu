// A lane that leaves a loop with a lock, and the others that wait for it by an operation that names all lanes.
__device__ int lock;

#pragma pt kernel
__global__ void by_condition(int *s)
{
    while (atomicCAS(&lock, 0, 1) != 0)
        __syncwarp();
    s[0] += 1;
    __threadfence();
    atomicExch(&lock, 0);
}

#pragma pt kernel
__global__ void by_break(int *s)
{
    while (true) {
        if (atomicCAS(&lock, 0, 1) == 0)
            break;
        __syncwarp();
    }
    s[0] += 1;
    __threadfence();
    atomicExch(&lock, 0);
}

// The lock is given free in the loop.
#pragma pt kernel
__global__ void inside(int *s)
{
    bool is_done = false;
    while (!is_done) {
        if (atomicCAS(&lock, 0, 1) == 0) {
            s[0] += 1;
            __threadfence();
            atomicExch(&lock, 0);
            is_done = true;
        }
        __syncwarp();
    }
}

// Nobody waits for the lane in the loop.
#pragma pt kernel
__global__ void alone(int *s)
{
    while (atomicCAS(&lock, 0, 1) != 0)
        ;
    s[0] += 1;
    __threadfence();
    atomicExch(&lock, 0);
    __syncwarp();
}
