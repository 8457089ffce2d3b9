// sanitizer: address,undefined
// report: none
// Negative indices into shared memory, written as unsigned ones: on a GPU its addresses wrap around at 32 bits.
#include <cstdio>

template <class T> __device__ T behind(unsigned i)
{
    __shared__ T row[66];
    T *middle = row + 33, *more = &middle[1];
    row[i] = static_cast<T>(i);
    row[i + 33] = static_cast<T>(i + 33);
    __syncthreads();
    const T all = middle[~i] + *(more + -i) + (row + 32)[i - 16 + 8] + middle[i - 33u];
    __syncthreads();
    return all;
}

#pragma pt kernel schedule(static)
__global__ void read_behind(double *out)
{
    out[blockIdx.x * 33 + threadIdx.x] = behind<int>(threadIdx.x) + behind<double>(threadIdx.x) + behind<char>(threadIdx.x);
}

int main()
{
    double *out;
    int wrong = 0;
    cudaMallocManaged(&out, 10 * 33 * sizeof *out);
    read_behind<<<10, 33>>>(out);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    for (int i = 0; i < 10 * 33; i++) {
        const int thread = i % 33;
        wrong += out[i] != 3 * (33 - 1 - thread + 34 - thread + 32 + thread - 8 + thread);
    }
    return wrong != 0;
}
