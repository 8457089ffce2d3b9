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

struct node { node *next; volatile int value; };
#pragma pt kernel order(reverse)
__global__ void by_list(node *p)
{
    while (!p->value)
        p = p->next;
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

#pragma pt kernel order(reverse)
__global__ void once_around(volatile int *f, int n)
{
    for (int k = (int)blockIdx.x + 1; k != (int)blockIdx.x; k = (k + 1) % n)
        if (f[k])
            break;
}

struct counted {
    int i;
    __device__ bool operator!=(counted other) const { return i != other.i; }
    __device__ void operator++() { ++i; }
    __device__ int operator*() const { return i; }
};
struct numbers {
    int n;
    __device__ counted begin() const { return {0}; }
    __device__ counted end() const { return {n}; }
};
#pragma pt kernel order(reverse)
__global__ void counts(volatile int *out, int n)
{
    for (int i : numbers{n})
        out[i]++;
}
