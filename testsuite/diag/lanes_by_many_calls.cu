// A return by what a function of the program gives, which calls others, each of them several times: each is looked at once, not along each way.
__device__ int f0(int x) { return x + 1; }
__device__ int f1(int x) { return f0(x) + f0(x + 1) + f0(x + 2) + f0(x + 3); }
__device__ int f2(int x) { return f1(x) + f1(x + 1) + f1(x + 2) + f1(x + 3); }
__device__ int f3(int x) { return f2(x) + f2(x + 1) + f2(x + 2) + f2(x + 3); }
__device__ int f4(int x) { return f3(x) + f3(x + 1) + f3(x + 2) + f3(x + 3); }
__device__ int f5(int x) { return f4(x) + f4(x + 1) + f4(x + 2) + f4(x + 3); }
__device__ int f6(int x) { return f5(x) + f5(x + 1) + f5(x + 2) + f5(x + 3); }
__device__ int f7(int x) { return f6(x) + f6(x + 1) + f6(x + 2) + f6(x + 3); }
__device__ int f8(int x) { return f7(x) + f7(x + 1) + f7(x + 2) + f7(x + 3); }
__device__ int f9(int x) { return f8(x) + f8(x + 1) + f8(x + 2) + f8(x + 3); }
__device__ int f10(int x) { return f9(x) + f9(x + 1) + f9(x + 2) + f9(x + 3); }
__device__ int f11(int x) { return f10(x) + f10(x + 1) + f10(x + 2) + f10(x + 3); }
__device__ int f12(int x) { return f11(x) + f11(x + 1) + f11(x + 2) + f11(x + 3); }
__device__ int f13(int x) { return f12(x) + f12(x + 1) + f12(x + 2) + f12(x + 3); }

#pragma pt kernel
__global__ void leaves(int *out, int n)
{
    if (n > 3) {
        if (f13(n) > 3)
            return;
    }
    out[threadIdx.x] += __shfl_xor_sync(~0u, n, 0);
}
