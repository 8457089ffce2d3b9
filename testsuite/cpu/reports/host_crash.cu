// sanitizer: none
// status: -11
// report: here
// not: ptcpu:
// A null pointer in host code is none of a kernel's, even behind a launch.
#include <cstdio>

__global__ void store(int *out) { *out = 1; }

int main()
{
    int *out, *volatile nothing = nullptr;
    cudaMalloc(&out, sizeof *out);
    store<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    std::fputs("here\n", stderr);
    return *nothing;
}
