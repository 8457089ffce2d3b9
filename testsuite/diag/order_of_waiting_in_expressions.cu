// Loops that wait for other blocks, where an expression decides what changes.
#pragma pt kernel order(reverse)
__global__ void behind_and(volatile int *f)
{
    bool done = false;
    while (!done)
        f[blockIdx.x] && (done = true);
}

#pragma pt kernel order(reverse)
__global__ void behind_and_in_condition(volatile int *f)
{
    bool done = false;
    while (!done)
        if (f[blockIdx.x] && (done = true)) {
        }
}

#pragma pt kernel order(reverse)
__global__ void chosen(volatile int *f)
{
    bool done = false, ok;
    while (!done) {
        ok = f[blockIdx.x] != 0;
        ok ? done = true : false;
    }
}

#pragma pt kernel order(reverse)
__global__ void looks_back(volatile int *f)
{
    for (int k = (int)blockIdx.x - 1; k >= 0; f[k] ? k-- : 0)
        ;
}

#pragma pt kernel order(reverse)
__global__ void round_robin(volatile int *f)
{
    for (int k = 0; k < 32; k = (k + 1) % 32)
        if (f[k])
            break;
}

#pragma pt kernel order(reverse)
__global__ void semaphore(int *p)
{
    int seen;
    do
        seen = *(volatile int *)p;
    while (seen <= 0 || atomicCAS(p, seen, seen - 1) != seen);
}

#pragma pt kernel order(reverse)
__global__ void semaphore_in_branch(int *p)
{
    int old = atomicAdd(p, 0);
    while (true) {
        if (old > 0) {
            const int seen = old;
            old = atomicCAS(p, seen, seen - 1);
            if (old == seen)
                break;
        } else {
            old = atomicAdd(p, 0);
        }
    }
}

#pragma pt kernel order(reverse)
__global__ void semaphore_goes_on(int *p)
{
    int old = atomicAdd(p, 0), seen;
    do {
        seen = old;
        if (seen == 0) {
            old = atomicAdd(p, 0);
            continue;
        }
        old = atomicCAS(p, seen, seen - 1);
    } while (seen != old);
}

#pragma pt kernel order(reverse)
__global__ void semaphore_with_initialiser(int *p)
{
    int old = 0;
    bool done = false;
    while (!done)
        if (int one = 1; *(volatile int *)p > 0) {
            old = *(volatile int *)p;
            done = atomicCAS(p, old, old - one) == old;
        }
}

// None of these waits: each turn tries, or it is another thread's own affair whether this one does.
#pragma pt kernel order(reverse)
__global__ void largest(int *p, int value)
{
    int old = *p;
    while (old < value) {
        const int seen = old;
        old = atomicCAS(p, seen, value);
        if (old == seen)
            break;
    }
}

#pragma pt kernel order(reverse)
__global__ void largest_in_condition(int *p, int value)
{
    int old;
    while ((old = *(volatile int *)p) < value && atomicCAS(p, old, value) != old)
        ;
}

#pragma pt kernel order(reverse)
__global__ void in_turns(int *p, int lane)
{
    bool done = false;
    int old = *p;
    for (int turn = 0; !done; turn = (turn + 1) % 32) {
        if (turn == lane) {
            const int seen = old;
            old = atomicCAS(p, seen, seen + 1);
            done = old == seen;
        }
    }
}

#pragma pt kernel order(reverse)
__global__ void leaves_or_tries(int *p)
{
    int old = *p;
    for (;;) {
        if (old == 0)
            return;
        const int seen = old;
        old = atomicCAS(p, seen, seen - 1);
        if (old == seen)
            break;
    }
}
