// The libraries: Thrust, CUB, cuBLAS, cuFFT, cuRAND, warp matrices, narrow floats, textures.
// expect kernels: 2
// expect launches: 2
// expect: Sum pt:block-barrier
// expect: ExclusiveSum pt:warp-sync
// expect: mma_sync pt:warp-sync
#include <cub/cub.cuh>
#include <cublasLt.h>
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <cufftXt.h>
#include <curand_kernel.h>
#include <cusolverDn.h>
#include <cusparse.h>
#include <helper_cuda.h>
#include <helper_math.h>
#include <mma.h>
#include <nccl.h>
#include <nvtx3/nvToolsExt.h>
#include <thrust/complex.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/random.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>

struct square { __host__ __device__ float operator()(float x) const { return x * x; } };
texture<float, 2> old_texture;
surface<void, 2> old_surface;

template <int B> __global__ void with_cub(float *p, float *out)
{
    typedef cub::BlockReduce<float, B> reduction;
    __shared__ typename reduction::TempStorage storage;
    float sum = reduction(storage).Sum(p[threadIdx.x]);
    typedef cub::BlockScan<int, B> scan;
    __shared__ union { typename reduction::TempStorage a; typename scan::TempStorage b; } both;
    int v = 0, w;
    scan(both.b).ExclusiveSum(v, w);
    *out = sum + w + reduction(both.a).Reduce(p[0], cub::Max());
}
__global__ void narrow(half *a, __half2 *b, __nv_bfloat16 *c, cudaTextureObject_t t, cudaSurfaceObject_t s, float3 *f, curandState *states)
{
    half h = a[threadIdx.x] + half(1.0f);
    h += __float2half(1.f);
    b[0] = __hfma2(b[0], b[0], make_half2(h, h));
    c[0] = __float2bfloat16(__half2float(h));
    float v = tex2D<float>(t, 1, 2.f) + tex2D(old_texture, 1, 2) + float(__nv_fp8_e4m3(1.f)) + (float)c[0];
    surf2Dwrite(v, s, 4, 5);
    surf2Dwrite(v, old_surface, 4, 5, cudaBoundaryModeClamp);
    f[0] = normalize(cross(f[1], f[2])) * 2.0f + make_float3(curand_uniform(states));
    nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, half, nvcuda::wmma::row_major> m;
    nvcuda::wmma::load_matrix_sync(m, a, 16);
    __shfl_down_sync(~0u, h, 1);
    atomicAdd(a, h);
}

int main(int argc, char **argv)
{
    findCudaDevice(argc, (const char **)argv);
    thrust::host_vector<float> h(10);
    thrust::device_vector<float> d = h, e(10, 1.f);
    thrust::sort(thrust::device, d.begin(), d.end(), thrust::greater<float>());
    float s = thrust::reduce(d.begin(), d.end(), 0.0f, thrust::plus<float>()) + thrust::reduce(d.begin(), d.end());
    s += thrust::transform_reduce(d.begin(), d.end(), square(), 0.0f, thrust::plus<float>());
    auto zipped = thrust::make_zip_iterator(thrust::make_tuple(d.begin(), e.begin()));
    thrust::transform(d.begin(), d.end(), e.begin(), d.begin(), thrust::plus<float>());
    s += *thrust::max_element(d.begin(), d.end());
    thrust::complex<float> c(1, 2);
    c = c * c + 1.0f;
    with_cub<32><<<d.size() / 32, 32>>>(thrust::raw_pointer_cast(d.data()), thrust::raw_pointer_cast(&e[0]));
    narrow<<<1, 1>>>(0, 0, 0, 0, 0, 0, 0);
    void *storage = 0;
    size_t bytes = 0;
    checkCudaErrors(cub::DeviceReduce::Sum(storage, bytes, thrust::raw_pointer_cast(d.data()), (float *)storage, 10));
    cublasHandle_t blas;
    float one = 1;
    cublasCreate(&blas);
    cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_T, 1, 2, 3, &one, (float *)0, 3, NULL, 4, &one, 0, 2);
    cufftHandle plan;
    cufftPlan1d(&plan, 3, CUFFT_C2C, 1);
    (void)zipped;
    return (int)s + (int)c.real();
}
