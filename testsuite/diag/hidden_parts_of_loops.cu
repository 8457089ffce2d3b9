// What a switch or a range-based for does first, and what a lambda makes its captures of, libclang does not show: no loop or block is rewritten around such a
// part that changes something or calls a function; nor does a kernel with a state have one.
#include <pt/collectives.cuh>
#include <vector>

#pragma pt kernel
__global__ void inc(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] += 1;
}

static int first_of(const int *a)
{
    int v = -1;
    cudaMemcpy(&v, a, sizeof v, cudaMemcpyDeviceToHost);
    return v;
}
#define ODD(a) switch (int v = first_of(a); v % 2)

int loops(int *a)
{
    int sum = 0, w = 0;
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        inc<<<2, 64>>>(a, 100);
        switch (int v = first_of(a); v % 2) {
        case 0: sum += v;
        }
    }
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        inc<<<2, 64>>>(a, 100);
        switch (w = t; w % 2) {
        case 0: sum += w;
        }
    }
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        inc<<<2, 64>>>(a, 100);
        switch (w++; t) {
        case 0: sum += w;
        }
    }
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        inc<<<2, 64>>>(a, 100);
        const auto weigh = [v = first_of(a)](int odd) { return v % 2 ? v * odd : v; };
        sum += weigh(100);
    }
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        inc<<<2, 64>>>(a, 100);
        ODD(a) {
        case 0: sum += w;
        }
    }
    #pragma pt fuse
    {
        inc<<<2, 64>>>(a, 100);
        switch (w += 1; w) {
        default: sum += w;
        }
        inc<<<2, 64>>>(a, 100);
    }
    return sum;
}

#pragma pt kernel schedule(static)
__global__ void with_state(float *b, int n)
{
    #pragma pt state
    int blocks = 0;
    switch (n += 1; 0) { default: blocks++; }
    b[blockIdx.x * blockDim.x + threadIdx.x] = n + (blocks < 1);
}

#pragma pt kernel
__global__ void collective(float *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    switch (int c = pt_reduce_max(i); c > 3) {
    case true: b[i] = c;
    }
}

// None of these: they declare, and read what is there.
int let_through(int *a, const std::vector<int> &steps)
{
    int sum = 0;
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        inc<<<2, 64>>>(a, 100);
        switch (int v = t, *const w = &v; v % 2) {
        case 0: sum += *w;
        }
        const auto weigh = [t, v = sum, &w = sum](int odd) { return v * odd + t + w; };
        sum += weigh(3);
    }
    return sum;
}

#pragma pt kernel schedule(static)
__global__ void let_state_through(float *b, int n)
{
    #pragma pt state
    int blocks = 0;
    switch (const int k = n; k % 2) { default: blocks++; }
    b[blockIdx.x * blockDim.x + threadIdx.x] = n + blocks;
}
