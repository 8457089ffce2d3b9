// A program with names that the standard library has, too, in headers that it does not include, and `using namespace std`: an output includes
// none of these headers either.
// expect: handled
#include <cstdio>
using namespace std;

float ratio = 0.5f;
int nano = 3, chrono = 1, steady = 2;
struct atomic {
    int x;
};
struct extents {
    int first, second;
};

#pragma pt kernel
__global__ void add(float *out, int n, float by)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] += by;
}

#pragma pt kernel
__global__ void clear(float *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = float(i % 7);
}

int main()
{
    enum { n = 500, rounds = 40 };
    atomic turns = {0};
    extents sizes = {4, 128};
    float *out, got[n];
    cudaMalloc(&out, sizeof got);
#pragma pt fuse
    {
        clear<<<sizes.first, sizes.second>>>(out, n);
        add<<<sizes.first, sizes.second>>>(out, n, float(nano));
    }
#pragma pt loop
    for (int t = 0; t < rounds; t++) {
        add<<<sizes.first, sizes.second>>>(out, n, ratio);
        turns.x++;
    }
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    int wrong = cudaGetLastError() != cudaSuccess || turns.x != rounds;
    for (int i = 0; i < n; i++)
        wrong += got[i] != float(i % 7) + float(nano) + rounds * ratio + float(chrono + steady - 3);
    printf("names_of_std %s\n", wrong ? "wrong" : "ok");
    return wrong != 0;
}
