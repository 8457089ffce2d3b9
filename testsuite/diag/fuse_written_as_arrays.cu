// Parameters that are written as arrays: a pointer, or one to something that has elements of its own.
#pragma pt kernel
__global__ void a1(float a[][4], int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i][0] = a[i][1]; }
#pragma pt kernel
__global__ void a2(float a[], const float b[64], int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = b[i]; }
#pragma pt kernel
__global__ void a3(float *a[], int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i][0] = 1; }
typedef float row[4];
#pragma pt kernel
__global__ void a4(row a[], int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i][0] = 1; }
#pragma pt kernel
__global__ void a5(row a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = 1; }
void f(float (*a)[4], float *b, float **c, int n) {
#pragma pt fuse
 { a2<<<n,64>>>(b, b+n, n); a1<<<n,64>>>(a, n); }
#pragma pt fuse
 { a2<<<n,64>>>(b, b+n, n); a3<<<n,64>>>(c, n); }
#pragma pt fuse
 { a2<<<n,64>>>(b, b+n, n); a4<<<n,64>>>(a, n); }
#pragma pt fuse
 { a2<<<n,64>>>(b, b+n, n); a5<<<n,64>>>(b, n); }
#pragma pt fuse
 { a2<<<n,64>>>(b, b+n, n); a2<<<n,64>>>(b+n, b, n); }
}
