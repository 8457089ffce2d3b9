// A lane that leaves a loop with a lock, and the others that wait for it by an operation that names all lanes: where it may come to the loop
// again, it waits for them behind the loop.
__device__ int lock;

#pragma pt kernel
__global__ void in_a_loop(int *s)
{
    for (int i = 0; i < 3; i++) {
        while (atomicCAS(&lock, 0, 1) != 0)
            __syncwarp();
        s[0] += 1;
        __threadfence();
        atomicExch(&lock, 0);
    }
}

__device__ void take()
{
    while (atomicCAS(&lock, 0, 1) != 0)
        __syncwarp();
}

#pragma pt kernel
__global__ void by_function(int *s)
{
    take();
    s[0] += 1;
    __threadfence();
    atomicExch(&lock, 0);
}

// The kernel comes to it once.
#pragma pt kernel
__global__ void once(int *s)
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
    for (int i = 0; i < 3; i++) {
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
