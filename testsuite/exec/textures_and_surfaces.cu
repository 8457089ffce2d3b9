// DESIGN part 4, Launches: texture objects (1-D linear memory, 2-D array, point sampled) and surface writes.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void sample(cudaTextureObject_t linear, cudaTextureObject_t image, unsigned *out, unsigned width, unsigned height)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    unsigned i = y * width + x;
    out[i] = tex1Dfetch<unsigned>(linear, static_cast<int>(i)) + 3 * tex2D<unsigned>(image, static_cast<float>(width - 1 - x) + 0.5f, static_cast<float>(y) + 0.5f);
}

#pragma pt kernel order(tile(4, 4))
__global__ void draw(cudaSurfaceObject_t surface, unsigned width, unsigned height)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        surf2Dwrite(x * 1000 + y + blockIdx.x, surface, static_cast<int>(x * sizeof(unsigned)), static_cast<int>(y));
}

int main()
{
    check::begin("textures_and_surfaces");
    const unsigned width = 701, height = 523, n = width * height;
    std::vector<unsigned> a = check::mixed_vector(n, 1), b = check::mixed_vector(n, 2), want(n), drawn(n), got(n);
    check::device_array<unsigned> d_a(a), out(n);
    cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned>();
    cudaArray_t array;
    CUDA_OK(cudaMallocArray(&array, &format, width, height, cudaArraySurfaceLoadStore));
    CUDA_OK(cudaMemcpy2DToArray(array, 0, 0, b.data(), width * 4, width * 4, height, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    cudaTextureDesc description = {};
    description.readMode = cudaReadModeElementType;
    description.filterMode = cudaFilterModePoint;
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = d_a.get();
    resource.res.linear.desc = format;
    resource.res.linear.sizeInBytes = n * 4;
    cudaTextureObject_t linear, image;
    CUDA_OK(cudaCreateTextureObject(&linear, &resource, &description, nullptr));
    resource = cudaResourceDesc();
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    CUDA_OK(cudaCreateTextureObject(&image, &resource, &description, nullptr));
    cudaSurfaceObject_t surface;
    CUDA_OK(cudaCreateSurfaceObject(&surface, &resource));
    const dim3 block(8, 8), grid((width + 7) / 8, (height + 7) / 8);
    sample<<<grid, block>>>(linear, image, out.get(), width, height);
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < n; ++i) {
        want[i] = a[i] + 3 * b[i / width * width + width - 1 - i % width];
        drawn[i] = i % width * 1000 + i / width + i % width / 8;
    }
    check::equal("sampled", out, want);
    draw<<<grid, block>>>(surface, width, height);
    CUDA_OK(cudaGetLastError());
    CUDA_OK(cudaDeviceSynchronize());
    CUDA_OK(cudaMemcpy2DFromArray(got.data(), width * 4, array, 0, 0, width * 4, height, cudaMemcpyDeviceToHost));
    check::equal("drawn", got, drawn);
    CUDA_OK(cudaDestroyTextureObject(linear));
    CUDA_OK(cudaDestroyTextureObject(image));
    CUDA_OK(cudaDestroySurfaceObject(surface));
    CUDA_OK(cudaFreeArray(array));
    return check::finish();
}
