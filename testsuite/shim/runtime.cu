// The runtime API, launches of every shape, qualifiers that clang itself drops.
// expect kernels: 5
// expect launches: 9
// expect: bounded pt:launch_bounds
// expect: bounded pt:spelled:__launch_bounds__(256, 2)
// expect: bounded pt:cluster_dims
// expect: bounded pt:spelled:__cluster_dims__(2, 1, 1)
// expect: parameters pt:grid_constant
// expect: limited pt:maxnreg
// expect: limited pt:spelled:__maxnreg__(64)
// expect: three pt:spelled:__launch_bounds__(128, 1, 2)
// expect: everywhere pt:managed
// expect: cudaLaunchKernel pt:launch
// expect: cudaLaunchKernelEx pt:launch
#include <stdio.h>
#include <cuda_runtime.h>
#include <cmath>
#include <math.h>
#include <algorithm>
#include <vector>

struct weights { float v[4]; };
__constant__ float coefficients[16];
__device__ int counter;
__managed__ int everywhere;
extern __shared__ float dynamic_words[];

template <int N>
__global__ void __launch_bounds__(256, 2) __cluster_dims__(2, 1, 1)
bounded(const float *__restrict__ a, float *b, const __grid_constant__ weights parameters)
{
    __shared__ float tile[N];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = sinf(a[i]) + sin(a[i]) + std::sin(a[i]) + pow(a[i], 2) + std::pow(a[i], 2.0f) + sqrt(1) +
                        fabs(a[i]) + abs(a[i]) + std::abs(a[i]) + std::max(1.f, sqrt(a[i])) + powf(2, a[i]);
    __syncthreads();
    if (isnan(a[i]) || std::isnan(a[i]) || isinf(b[i]))
        printf("not a number %d\n", i);
    assert(i >= 0);
    float v = __shfl_down_sync(~0u, tile[0], 16);
    v += __shfl_xor_sync(0xffffffff, v, 1);
    atomicAdd(&counter, 1);
    atomicAdd(b, 1.0f);
    atomicAdd(b, 1);
    atomicAdd((float4 *)b, make_float4(1, 2, 3, 4));
    atomicExch_block((float4 *)b, atomicCAS((float4 *)b, make_float4(1, 2, 3, 4), make_float4(5, 6, 7, 8)));
    b[i] = min(v, 2.0f) + max(1, 2) + max(i, 3u) + fmaxf(v, 1) + fmax(v, 1.0) + fmin(v, 1.f) + __ldg(&a[i]) +
           parameters.v[0] + coefficients[1] + dynamic_words[0];
    __stcg(&b[i], 1);
    memset(b, 0, 4);
    memcpy(b, a, sizeof(float));
    float *heap = (float *)malloc(12);
    free(heap);
    delete[] new float[3];
    new (b) float(3);
    static_assert(sizeof(float4) == 16 && sizeof(int3) == 12 && alignof(float2) == 8 && sizeof(double2) == 16, "layout");
}
__global__ void __maxnreg__(64) limited(int *p) { p[0] = warpSize + everywhere + clock64(); }
__global__ __launch_bounds__(128, 1, 2) void three(int *) {}
__global__ void overloaded(int *) {}
__global__ void overloaded(float *) {}

#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { fprintf(stderr, "%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
template <class T> void launch_for(T *p) { overloaded<<<1, 1>>>(p); }

int main()
{
    float *a;
    int *p;
    weights s;
    cudaStream_t stream;
    cudaEvent_t event;
    CHECK(cudaMalloc(&a, 100));
    CHECK(cudaMalloc((void **)&p, 100));
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaEventCreate(&event));
    bounded<64><<<dim3(1, 2), 64, 0, stream>>>(a, a, s);
    limited<<<1, 1>>>(p);
    three<<<1, dim3(3)>>>(p);
    overloaded<<<1, 1>>>(p);
    overloaded<<<1, 1>>>(a);
    CHECK((limited<<<1, 1, 0>>>(p), cudaGetLastError()));
    void (*pointer)(int *) = limited;
    pointer<<<1, 1>>>(p);
    launch_for(a);
    for (int device : {0, 1}) // nvcc's headers bring std::initializer_list
        overloaded<<<1, 1>>>(a + device);
    void *arguments[] = {&p};
    CHECK(cudaLaunchKernel((void *)limited, dim3(1), dim3(1), arguments, 0, stream));
    CHECK(cudaLaunchKernel(limited, 1, 1, arguments));
    cudaLaunchConfig_t config = {};
    config.gridDim = 3;
    CHECK(cudaLaunchKernelEx(&config, limited, p));
    CHECK(cudaMemcpyToSymbol(coefficients, a, 4));
    CHECK(cudaFuncSetAttribute(bounded<3>, cudaFuncAttributeMaxDynamicSharedMemorySize, 3));
    int blocks;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, limited, 3, 0));
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    cudaGraph_t graph;
    cudaGraphExec_t instance;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&instance, graph, NULL, NULL, 0));
    CHECK(cudaGraphLaunch(instance, stream));
    cudaGraphNodeParams node = { cudaGraphNodeTypeConditional };
    float root = std::sqrt(2.0f) + sqrt(2.0) + min(1, 2) + std::min(1, 2) + node.type;
    uint3 u = make_uint3(1, 2, (unsigned)root);
    dim3 d = u;
    CHECK(cudaDeviceSynchronize());
    return (int)d.x;
}
