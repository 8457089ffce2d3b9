// Macros of macros that check for errors and synchronise: the loop runs as one. One that does more keeps it.
#include <cstdio>
#include <cstdlib>
#define CHECK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { fprintf(stderr, "%s", cudaGetErrorString(e_)); exit(1); } } while (0)
#define CHECK_KERNEL() do { CHECK(cudaGetLastError()); CHECK(cudaDeviceSynchronize()); } while (0)
#define LOUD(x) do { printf("."); CHECK(x); } while (0)
#define CHECK_LOUDLY() do { LOUD(cudaDeviceSynchronize()); } while (0)

#pragma pt kernel
__global__ void relax(const int *in, int *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[i] * 3; }

void silent(int *a, int *b, int n)
{
    #pragma pt loop
    for (int t = 0; t < 40; t++) {
        relax<<<(n + 127) / 128, 128>>>(a, b, n);
        CHECK_KERNEL();
    }
}

void loud(int *a, int *b, int n)
{
    #pragma pt loop
    for (int t = 0; t < 40; t++) {
        relax<<<(n + 127) / 128, 128>>>(a, b, n);
        CHECK_LOUDLY();
    }
}
