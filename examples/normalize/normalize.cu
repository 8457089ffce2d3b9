// Numbers divided by the largest of them, in one kernel: a barrier of the whole grid stands between its two parts.
//
// There are more blocks than the GPU can hold. Each thread group executes the part in front of the barrier for all of its blocks, then
// the part behind it; what a thread has loaded, `x`, is kept for each block meanwhile. Without ptcc there is no such barrier.
#include <vector>

#include "../common/example.h"

#ifndef __PTCC__
#error "this program has a barrier of the grid: compile it with ptcc"
#endif

#pragma pt kernel
__global__ void normalize(float *values, int count, int *largest)
{
    __shared__ int largest_of_block; // bits of a float that is not negative: they compare as it does
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float x = i < count ? values[i] : 0;
    if (threadIdx.x == 0)
        largest_of_block = 0;
    __syncthreads();
    atomicMax(&largest_of_block, __float_as_int(x));
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMax(largest, largest_of_block);

    #pragma pt barrier

    if (i < count)
        values[i] = x / __int_as_float(*largest);
}

int main()
{
    const int count = 3000000 + 17;
    std::vector<float> values(count), wanted(count);
    for (int i = 0; i < count; i++)
        values[i] = static_cast<float>(i * 2654435761u >> 8);
    float largest = 0;
    for (float x : values)
        largest = x > largest ? x : largest;
    for (int i = 0; i < count; i++)
        wanted[i] = values[i] / largest;

    const example::device_array<float> device_values(values);
    const example::device_array<int> device_largest(1);
    normalize<<<example::blocks_for(count, 256), 256>>>(device_values.get(), count, device_largest.get());
    example::check(cudaGetLastError());
    return example::finish("normalize", example::count_wrong(device_values.read(), wanted));
}
