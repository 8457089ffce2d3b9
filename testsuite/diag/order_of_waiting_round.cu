// Polling that comes round to the same places again waits, though each turn looks at another one. What comes to its end, or takes
// what it finds there, does not.
#include <cuda/atomic>

#pragma pt kernel order(reverse)
__global__ void by_remainder(volatile int *f, int n)
{
    int k = 0, left = n;
    while (left > 0) {
        if (f[k])
            left--;
        k = (k + 1) % n;
    }
}

#pragma pt kernel order(reverse)
__global__ void by_condition(volatile int *f, int n)
{
    int k = 0;
    while (!f[k])
        if (++k == n)
            k = 0;
}

#pragma pt kernel order(reverse)
__global__ void by_choice(int *f, int n)
{
    int k = 0;
    while (atomicCAS(&f[k], 1, 1) == 0)
        k = k + 1 == n ? 0 : k + 1;
}

#pragma pt kernel order(reverse)
__global__ void by_bits(int *f)
{
    unsigned k = 0;
    while (atomicAdd(&f[k], 0) == 0)
        k ^= 1;
}

#pragma pt kernel order(reverse)
__global__ void by_difference(int *f, int n)
{
    for (int k = 0;; k = n - k)
        if (cuda::atomic_ref<int>(f[k]).load())
            break;
}

#pragma pt kernel order(reverse)
__global__ void by_call(int *f, int n)
{
    for (int k = 0;; k = min(k + 1, n))
        if (__ldcg(&f[k]))
            break;
}

#pragma pt kernel order(reverse)
__global__ void by_index(volatile int *f, int n)
{
    int k = 0;
    while (!f[k % n])
        k++;
}

// None of these waits.
#pragma pt kernel order(reverse)
__global__ void goes_on(volatile int *f)
{
    int k = blockIdx.x;
    while (!f[k])
        k = k + 1;
}

#pragma pt kernel order(reverse)
__global__ void takes(int *f, int n)
{
    unsigned k = blockIdx.x;
    while (atomicExch(&f[k], 2) != 2)
        k = (k * 5 + 1) & n;
}

struct node { node *next; volatile int value; };
#pragma pt kernel order(reverse)
__global__ void through_list(node *p)
{
    while (p && !p->value)
        p = p->next;
}

#pragma pt kernel order(reverse)
__global__ void once_around(volatile int *f, int n)
{
    for (int k = (int)blockIdx.x + 1; k != (int)blockIdx.x; k = (k + 1) % n)
        if (f[k])
            break;
}
