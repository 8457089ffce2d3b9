// #pragma pt loop inside of a loop that has it, too: the inner one stays as it is, and its launches are made in the order in which they stand.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void add(int *a, int value) { a[blockIdx.x * blockDim.x + threadIdx.x] += value; }

#pragma pt kernel
__global__ void take(int *to, const int *from)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = to[i] * 2 + from[i];
}

static void launches_in_both(int *a, int *b)
{
    #pragma pt loop
    for (int i = 0; i < 3; i++) {
        add<<<4, 64>>>(b, 3);
        #pragma pt loop
        for (int j = 0; j <= i; j++)
            take<<<4, 64>>>(a, b);
        add<<<4, 64>>>(a, 1);
    }
}

static void memory_in_both(int *a, int *b)
{
    #pragma pt loop
    for (int i = 0; i < 4; i++) {
        CUDA_OK(cudaMemsetAsync(b, 0, 256 * sizeof *b));
        add<<<4, 64>>>(b, i + 1);
        #pragma pt loop
        for (int j = 0; j < 2; j++) {
            take<<<4, 64>>>(a, b);
            add<<<4, 64>>>(b, j);
        }
    }
}

int main()
{
    check::begin("loop_in_loop");
    std::vector<int> a(256, 1), b(256, 2);
    check::device_array<int> on_device_a(a), on_device_b(b);
    launches_in_both(on_device_a.get(), on_device_b.get());
    for (int x = 0; x < 256; x++)
        for (int i = 0; i < 3; i++) {
            b[x] += 3;
            for (int j = 0; j <= i; j++)
                a[x] = a[x] * 2 + b[x];
            a[x] += 1;
        }
    check::equal("launches in both", on_device_a.host(), a);
    memory_in_both(on_device_a.get(), on_device_b.get());
    for (int x = 0; x < 256; x++)
        for (int i = 0; i < 4; i++) {
            b[x] = i + 1;
            for (int j = 0; j < 2; j++) {
                a[x] = a[x] * 2 + b[x];
                b[x] += j;
            }
        }
    check::equal("memory in both, what is taken", on_device_a.host(), a);
    check::equal("memory in both, what it is taken from", on_device_b.host(), b);
    return check::finish();
}
