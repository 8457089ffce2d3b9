// Mean, variance and a histogram of measurements in one pass. What each block would have to set to zero and add to the result once, a
// thread group does once for all of its blocks: `state` and `finish`.
#include <cmath>
#include <vector>

#include "../common/example.h"

constexpr int threads = 256, bins = 64;

__device__ double sum_of_warp(double value)
{
    for (int step = 16; step > 0; step /= 2)
        value += __shfl_down_sync(~0u, value, step);
    return value;
}

#pragma pt kernel
__global__ void statistics(const float *values, int n, float least, float width, unsigned *counts, double *sums)
{
    #pragma pt state
    double sum = 0, squares = 0;
    #pragma pt state
    __shared__ unsigned group_counts[bins];
    #pragma pt state
    {
        for (int bin = threadIdx.x; bin < bins; bin += blockDim.x)
            group_counts[bin] = 0;
        __syncthreads();
    }

    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const float value = values[i];
        const int bin = static_cast<int>((value - least) / width);
        atomicAdd(&group_counts[min(max(bin, 0), bins - 1)], 1u);
        sum += value;
        squares += static_cast<double>(value) * value;
    }

    #pragma pt finish
    {
        sum = sum_of_warp(sum);
        squares = sum_of_warp(squares);
        if (threadIdx.x % 32 == 0) {
            atomicAdd(&sums[0], sum);
            atomicAdd(&sums[1], squares);
        }
        __syncthreads();
        for (int bin = threadIdx.x; bin < bins; bin += blockDim.x)
            if (group_counts[bin] != 0)
                atomicAdd(&counts[bin], group_counts[bin]);
    }
}

int main()
{
    const int n = (1 << 22) + 77;
    std::vector<float> values(n);
    std::vector<unsigned> wanted(bins);
    double sum = 0, squares = 0; // of multiples of 1/4, so that their sums are exact in whatever order
    for (int i = 0; i < n; i++) {
        const unsigned random = static_cast<unsigned>(i) * 2654435761u >> 12;
        values[i] = static_cast<float>((random & 0xff) + (random >> 8 & 0xff)) / 4; // 0 to 127.5, with a peak in the middle
        wanted[static_cast<int>(values[i] / 2)]++;
        sum += values[i];
        squares += static_cast<double>(values[i]) * values[i];
    }
    const example::device_array<float> device_values(values);
    const example::device_array<unsigned> counts(bins);
    const example::device_array<double> sums(2);

    statistics<<<example::blocks_for(n, threads), threads>>>(device_values.get(), n, 0.0f, 2.0f, counts.get(), sums.get());
    example::check(cudaGetLastError());
    const std::vector<double> got = sums.read();
    const double mean = got[0] / n;
    std::printf("mean %.4f, standard deviation %.4f\n", mean, std::sqrt(got[1] / n - mean * mean));
    return example::finish("statistics", example::count_wrong(counts.read(), wanted) + (got[0] != sum) + (got[1] != squares));
}
