// #pragma pt loop: what a synchronisation in it may be for is told of: memory that the host reads by a pointer which is written as an
// array, a variable on both sides by a macro's word, the host's own array where the device shares its memory.
#define ON_BOTH_SIDES __managed__

ON_BOTH_SIDES int shared_word;
__managed__ int first, second;
typedef int four[4];

#pragma pt kernel
__global__ void mark(int *found, int t)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        found[0] += t;
}

int by_array(int found[1], int n)
{
    int total = 0;
    #pragma pt loop
    for (int t = 0; t < n; t++) {
        mark<<<4, 32>>>(found, t);
        cudaDeviceSynchronize();
        total += found[0];
    }
    return total;
}

int by_typedef(four found, int n)
{
    int total = 0;
    #pragma pt loop
    for (int t = 0; t < n; t++) {
        mark<<<4, 32>>>(found, t);
        cudaDeviceSynchronize();
        total += found[0];
    }
    return total;
}

void until_seen(int *found, volatile int flag[1], int n)
{
    #pragma pt loop
    for (int t = 0; t < n; t++) {
        mark<<<4, 32>>>(found, t);
        while (flag[0] <= t)
            ;
    }
}

int by_macro(int *device, int n)
{
    int total = 0;
    #pragma pt loop
    for (int t = 0; t < n; t++) {
        mark<<<4, 32>>>(device, t);
        cudaDeviceSynchronize();
        total += shared_word;
    }
    #pragma pt loop
    for (int t = 0; t < n; t++) {
        mark<<<4, 32>>>(device, t);
        cudaDeviceSynchronize();
        total += second;
    }
    return total;
}

int of_the_host(int n)
{
    int total = 0, found[1] = {0};
    #pragma pt loop
    for (int t = 0; t < n; t++) {
        mark<<<4, 32>>>(found, t);
        cudaDeviceSynchronize();
        total += found[0];
    }
    return total;
}

// Nobody but the host knows the array.
int alone(int *device, int n)
{
    int total = 0, steps[4] = {1, 2, 3, 4};
    #pragma pt loop
    for (int t = 0; t < n; t++) {
        mark<<<4, 32>>>(device, steps[t % 4]);
        cudaDeviceSynchronize();
        total += steps[t % 4];
    }
    return total;
}

int by_other_array(int *device, int found[1], int n)
{
    int total = 0;
    #pragma pt loop
    for (int t = 0; t < n; t++) {
        mark<<<4, 32>>>(device, t);
        cudaDeviceSynchronize();
        total += found[0];
    }
    return total;
}
