// Arrays, textures and surfaces of the CPU back end.
//
// In:  libptcpu. Out: TAP. Invariant: expected texels are computed from the image by the rules of the CUDA C++
//      Programming Guide, "Texture Fetching", on coordinates that eighths and quarters hold exactly.
#include "kernels.hpp"

#include <cmath>
#include <vector>

namespace {

// ---- fixtures

struct image { // of 5 x 4 x 3 elements, or fewer dimensions
    cudaArray_t array = nullptr;
    template <class T> image(const std::vector<T> &values, cudaExtent extent, unsigned flags = cudaArrayDefault)
    {
        const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
        CHECK_SUCCESS(cudaMalloc3DArray(&array, &format, extent, flags));
        cudaMemcpy3DParms copy = {};
        const size_t height = extent.height ? extent.height : 1, depth = extent.depth ? extent.depth : 1;
        void *first = const_cast<T *>(values.data());
        copy.srcPtr = make_cudaPitchedPtr(first, extent.width * sizeof(T), extent.width, height);
        copy.dstArray = array;
        copy.extent = make_cudaExtent(extent.width, height, depth);
        copy.kind = cudaMemcpyHostToDevice;
        CHECK_SUCCESS(cudaMemcpy3D(&copy));
    }
    image(const image &) = delete;
    image &operator=(const image &) = delete;
    ~image() { CHECK_SUCCESS(cudaFreeArray(array)); }
};

struct texture_object {
    cudaTextureObject_t handle = 0;
    texture_object(const cudaResourceDesc &resource, const cudaTextureDesc &desc)
    {
        CHECK_SUCCESS(cudaCreateTextureObject(&handle, &resource, &desc, nullptr));
    }
    texture_object(const texture_object &) = delete;
    texture_object &operator=(const texture_object &) = delete;
    ~texture_object() { CHECK_SUCCESS(cudaDestroyTextureObject(handle)); }
};

cudaResourceDesc of(cudaArray_t array)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

cudaTextureDesc described(cudaTextureFilterMode filter, cudaTextureAddressMode mode, bool normalized)
{
    cudaTextureDesc desc = {};
    desc.filterMode = filter;
    desc.normalizedCoords = normalized;
    for (cudaTextureAddressMode &m : desc.addressMode)
        m = mode;
    for (float &colour : desc.borderColor)
        colour = -8;
    return desc;
}

// ---- what is expected

const int size[] = {5, 4, 3};

float value_at(int x, int y, int z) { return static_cast<float>(x * x + 10 * y + 100 * z); }

// An index brought into 0..n-1; -1: the border.
int inside(int i, int n, cudaTextureAddressMode mode)
{
    switch (mode) {
    case cudaAddressModeWrap:
        return (i % n + n) % n;
    case cudaAddressModeMirror:
        i = (i % (2 * n) + 2 * n) % (2 * n);
        return i < n ? i : 2 * n - 1 - i;
    case cudaAddressModeBorder:
        return i < 0 || i >= n ? -1 : i;
    default:
        return i < 0 ? 0 : i >= n ? n - 1 : i;
    }
}

float texel(int dimensions, const int *at, cudaTextureAddressMode mode)
{
    int index[3] = {0, 0, 0};
    for (int d = 0; d < dimensions; ++d)
        if ((index[d] = inside(at[d], size[d], mode)) < 0)
            return -8;
    return value_at(index[0], index[1], index[2]);
}

float expected(int dimensions, const float *at, cudaTextureFilterMode filter, cudaTextureAddressMode mode)
{
    int first[3] = {0, 0, 0};
    float part[3] = {0, 0, 0};
    for (int d = 0; d < dimensions; ++d) {
        const float middle = filter == cudaFilterModeLinear ? at[d] - 0.5f : at[d];
        first[d] = static_cast<int>(std::floor(middle));
        part[d] = filter == cudaFilterModeLinear ? middle - std::floor(middle) : 0;
    }
    float sum = 0;
    for (int corner = 0; corner < 1 << dimensions; ++corner) {
        float weight = 1;
        int here[3];
        for (int d = 0; d < dimensions; ++d) {
            here[d] = first[d] + (corner >> d & 1);
            weight *= corner >> d & 1 ? part[d] : 1 - part[d];
        }
        sum += weight != 0 ? weight * texel(dimensions, here, mode) : 0;
    }
    return sum;
}

// ---- tests

__global__ void sample(cudaTextureObject_t texture, int dimensions, const float *at, float *out, int count)
{
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= count)
        return;
    const float x = at[3 * i], y = at[3 * i + 1], z = at[3 * i + 2];
    out[i] = dimensions == 1   ? tex1D<float>(texture, x)
             : dimensions == 2 ? tex2D<float>(texture, x, y)
                               : tex3D<float>(texture, x, y, z);
}

void sampling_of(int dimensions, cudaTextureFilterMode filter, cudaTextureAddressMode mode, bool normalized)
{
    std::vector<float> values;
    for (int z = 0; z < (dimensions > 2 ? size[2] : 1); ++z)
        for (int y = 0; y < (dimensions > 1 ? size[1] : 1); ++y)
            for (int x = 0; x < size[0]; ++x)
                values.push_back(value_at(x, y, z));
    const image picture(values, make_cudaExtent(5, dimensions > 1 ? 4 : 0, dimensions > 2 ? 3 : 0));
    const texture_object texture(of(picture.array), described(filter, mode, normalized));

    // Normalized coordinates of widths that are no powers of two are not exact: not where an element begins.
    const float offset = normalized ? 0.0625f : 0.0f;
    std::vector<float> at, wanted;
    for (int i = 0; i < 300; ++i) {
        const float place[] = {static_cast<float>(i % 37) * 0.5f - 7 + offset,
                               static_cast<float>(i % 29) * 0.5f - 5 + offset,
                               static_cast<float>(i % 23) * 0.25f - 2 + offset};
        wanted.push_back(expected(dimensions, place, filter, normalized                      ? mode
                                                             : mode == cudaAddressModeBorder ? mode
                                                                                             : cudaAddressModeClamp));
        for (int d = 0; d < 3; ++d)
            at.push_back(normalized ? place[d] / static_cast<float>(size[d]) : place[d]);
    }
    float *device = nullptr, *out = nullptr;
    CHECK_SUCCESS(cudaMallocManaged(&device, at.size() * sizeof(float)));
    CHECK_SUCCESS(cudaMallocManaged(&out, wanted.size() * sizeof(float)));
    std::memcpy(device, at.data(), at.size() * sizeof(float));
    CHECK_SUCCESS(go(sample, 10, 32, texture.handle, dimensions, device, out, 300));
    CHECK_SUCCESS(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < 300; ++i)
        if (std::fabs(out[i] - wanted[i]) > 1e-4f && ++wrong == 1)
            std::printf("# %d-D, filter %d, mode %d, %s, at %g %g %g: %g and not %g\n", dimensions, filter, mode,
                        normalized ? "normalized" : "in elements", at[3 * i], at[3 * i + 1], at[3 * i + 2], out[i],
                        wanted[i]);
    CHECK(wrong == 0);
    CHECK_SUCCESS(cudaFree(device));
    CHECK_SUCCESS(cudaFree(out));
}

void sampling()
{
    for (int dimensions : {1, 2, 3})
        for (cudaTextureFilterMode filter : {cudaFilterModePoint, cudaFilterModeLinear})
            for (cudaTextureAddressMode mode :
                 {cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder})
                for (bool normalized : {false, true})
                    sampling_of(dimensions, filter, mode, normalized);
}

// Device functions are called from the host where that makes a test shorter.
void odd_coordinates()
{
    const image picture(std::vector<float>{1, 2, 3}, make_cudaExtent(3, 0, 0));
    const texture_object clamped(of(picture.array), described(cudaFilterModePoint, cudaAddressModeClamp, false));
    const texture_object wrapped(of(picture.array), described(cudaFilterModeLinear, cudaAddressModeWrap, true));
    for (float x : {1e38f, HUGE_VALF})
        CHECK(tex1D<float>(clamped.handle, x) == 3 && tex1D<float>(clamped.handle, -x) == 1);
    for (float x : {NAN, 1e38f, -1e38f, HUGE_VALF, -HUGE_VALF}) {
        CHECK(tex1D<float>(wrapped.handle, x) >= 1 && tex1D<float>(wrapped.handle, x) <= 3);
        CHECK(tex1D<float>(clamped.handle, x) >= 1);
    }
}

void formats()
{
    cudaTextureDesc desc = described(cudaFilterModePoint, cudaAddressModeClamp, false);
    const std::vector<uchar4> colours = {make_uchar4(0, 51, 255, 7), make_uchar4(1, 2, 3, 4)};
    const image bytes(colours, make_cudaExtent(2, 0, 0));
    const image numbers(std::vector<short2>{make_short2(-32768, 32767)}, make_cudaExtent(1, 0, 0));
    const image words(std::vector<unsigned>{0xfedcba98u}, make_cudaExtent(1, 0, 0));
    {
        const texture_object a(of(bytes.array), desc), b(of(numbers.array), desc), c(of(words.array), desc);
        const uchar4 four = tex1D<uchar4>(a.handle, 0.5f);
        CHECK(four.x == 0 && four.y == 51 && four.z == 255 && four.w == 7);
        short2 two;
        tex1D(&two, b.handle, 0.5f);
        CHECK(two.x == -32768 && two.y == 32767);
        CHECK(tex1D<unsigned>(c.handle, 0) == 0xfedcba98u && tex1D<int>(c.handle, 0) == static_cast<int>(0xfedcba98u));
    }
    desc.readMode = cudaReadModeNormalizedFloat;
    {
        const texture_object a(of(bytes.array), desc), b(of(numbers.array), desc);
        const float4 four = tex1D<float4>(a.handle, 0.5f);
        CHECK(four.x == 0 && four.y == 51 / 255.0f && four.z == 1);
        const float2 two = tex1D<float2>(b.handle, 0.5f);
        CHECK(two.x == -1 && two.y == 1);
        cudaTextureObject_t none;
        const cudaResourceDesc resource = of(words.array);
        CHECK(cudaCreateTextureObject(&none, &resource, &desc, nullptr) == cudaErrorInvalidNormSetting);
        desc.readMode = cudaReadModeElementType;
        desc.filterMode = cudaFilterModeLinear;
        CHECK(cudaCreateTextureObject(&none, &resource, &desc, nullptr) == cudaErrorInvalidFilterSetting);
        cudaGetLastError();
    }
    // Halves, as their bits
    const unsigned short halves[] = {0x3c00, 0xc000, 0x0001, 0x7c00};
    const cudaChannelFormatDesc format = cudaCreateChannelDescHalf();
    cudaArray_t array;
    CHECK_SUCCESS(cudaMallocArray(&array, &format, 4));
    CHECK_SUCCESS(cudaMemcpyToArray(array, 0, 0, halves, sizeof halves, cudaMemcpyHostToDevice));
    {
        const texture_object t(of(array), described(cudaFilterModePoint, cudaAddressModeClamp, false));
        CHECK(tex1D<float>(t.handle, 0) == 1 && tex1D<float>(t.handle, 1) == -2);
        CHECK(tex1D<float>(t.handle, 2) == 0x1p-24f && tex1D<float>(t.handle, 3) == HUGE_VALF);
    }
    CHECK_SUCCESS(cudaFreeArray(array));
    const cudaChannelFormatDesc three = {8, 8, 8, 0, cudaChannelFormatKindUnsigned};
    CHECK(cudaMallocArray(&array, &three, 4) == cudaErrorInvalidValue);
    CHECK(cudaCreateChannelDesc<float2>().y == 32 && cudaCreateChannelDesc<float2>().z == 0);
    CHECK(cudaCreateChannelDesc<char>().f == cudaChannelFormatKindSigned && cudaCreateChannelDesc<uchar1>().x == 8);
    cudaGetLastError();
}

void linear_memory()
{
    int *device = nullptr;
    CHECK_SUCCESS(cudaMalloc(&device, 6 * sizeof(int)));
    const int values[] = {5, -6, 7, 8, 9, 10};
    CHECK_SUCCESS(cudaMemcpy(device, values, sizeof values, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = device;
    resource.res.linear.desc = cudaCreateChannelDesc<int>();
    resource.res.linear.sizeInBytes = 5 * sizeof(int);
    cudaTextureDesc desc = described(cudaFilterModePoint, cudaAddressModeClamp, false);
    {
        const texture_object t(resource, desc);
        CHECK(tex1Dfetch<int>(t.handle, 1) == -6 && tex1Dfetch<int>(t.handle, 4) == 9);
        CHECK(tex1Dfetch<int>(t.handle, 5) == 0 && tex1Dfetch<int>(t.handle, -1) == 0);
        resource.res.linear.desc = cudaCreateChannelDesc<int2>();
        const texture_object pairs(resource, desc);
        CHECK(tex1Dfetch<int2>(pairs.handle, 1).x == 7 && tex1Dfetch<int2>(pairs.handle, 2).x == 0);
        cudaResourceDesc got;
        CHECK_SUCCESS(cudaGetTextureObjectResourceDesc(&got, pairs.handle));
        CHECK(got.resType == cudaResourceTypeLinear && got.res.linear.devPtr == device);
    }
    resource = cudaResourceDesc();
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = device;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<int>();
    resource.res.pitch2D.width = 2;
    resource.res.pitch2D.height = 2;
    resource.res.pitch2D.pitchInBytes = 3 * sizeof(int);
    {
        const texture_object t(resource, desc);
        CHECK(tex2D<int>(t.handle, 1.5f, 0.5f) == -6 && tex2D<int>(t.handle, 9.0f, 9.0f) == 9);
    }
    CHECK(cudaDestroyTextureObject(77) == cudaErrorInvalidValue);
    cudaGetLastError();
    CHECK_SUCCESS(cudaFree(device));
}

void layers_and_gathering()
{
    std::vector<float> values;
    for (int i = 0; i < 12; ++i)
        values.push_back(static_cast<float>(i));
    const image pictures(values, make_cudaExtent(2, 2, 3), cudaArrayLayered);
    const texture_object t(of(pictures.array), described(cudaFilterModeLinear, cudaAddressModeClamp, false));
    CHECK(tex2DLayered<float>(t.handle, 1.5f, 0.5f, 1) == 5 && tex2DLayered<float>(t.handle, 1, 1, 2) == 9.5f);
    CHECK(tex2DLayered<float>(t.handle, 0, 0, 7) == 8 && tex2DLayered<float>(t.handle, 0, 0, -7) == 0);
    const float4 four = tex2Dgather<float4>(t.handle, 1, 1);
    CHECK(four.x == 2 && four.y == 3 && four.z == 1 && four.w == 0);
}

__global__ void invert(cudaSurfaceObject_t surface, int width, int height)
{
    const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y);
    if (x >= width || y >= height)
        return;
    const ushort2 old = surf2Dread<ushort2>(surface, x * 4, y);
    surf2Dwrite(make_ushort2(old.y, static_cast<unsigned short>(old.x + 1)), surface, x * 4, y);
}
__global__ void beyond(cudaSurfaceObject_t surface) { surf1Dwrite(1, surface, static_cast<int>(threadIdx.x) * 4); }

void surfaces()
{
    std::vector<ushort2> values;
    for (unsigned short i = 0; i < 35; ++i)
        values.push_back(make_ushort2(i, static_cast<unsigned short>(100 + i)));
    {
        const image picture(values, make_cudaExtent(7, 5, 0), cudaArraySurfaceLoadStore);
        const cudaResourceDesc resource = of(picture.array);
        cudaSurfaceObject_t surface = 0;
        CHECK_SUCCESS(cudaCreateSurfaceObject(&surface, &resource));
        CHECK_SUCCESS(go(invert, 1, dim3(8, 8), surface, 7, 5));
        std::vector<ushort2> got(35);
        CHECK_SUCCESS(cudaMemcpy2DFromArray(got.data(), 28, picture.array, 0, 0, 28, 5, cudaMemcpyDeviceToHost));
        CHECK(got[0].x == 100 && got[0].y == 1 && got[34].x == 134 && got[34].y == 35);
        surf2Dwrite(make_ushort2(9, 9), surface, 100, 100, cudaBoundaryModeZero);
        CHECK(surf2Dread<ushort2>(surface, 100, 2, cudaBoundaryModeZero).x == 0);
        CHECK(surf2Dread<ushort2>(surface, -4, 2, cudaBoundaryModeClamp).x == 114);
        CHECK(surf2Dread<ushort2>(surface, 24, 9, cudaBoundaryModeClamp).x == 134);
        ushort2 one;
        surf2Dread(&one, surface, 24, 4);
        CHECK(one.y == 35);
        CHECK_SUCCESS(cudaDestroySurfaceObject(surface));
        CHECK(cudaDestroySurfaceObject(surface) == cudaErrorInvalidValue);
    }
    const image line(std::vector<int>(4), make_cudaExtent(4, 0, 0), cudaArraySurfaceLoadStore);
    const image plain(std::vector<int>(4), make_cudaExtent(4, 0, 0));
    cudaResourceDesc resource = of(plain.array);
    cudaSurfaceObject_t surface = 0;
    CHECK(cudaCreateSurfaceObject(&surface, &resource) == cudaErrorInvalidValue);
    cudaGetLastError();
    resource = of(line.array);
    CHECK_SUCCESS(cudaCreateSurfaceObject(&surface, &resource));
    CHECK_SUCCESS(go(beyond, 1, 4, surface));
    CHECK_SUCCESS(cudaDeviceSynchronize());
    int got[4] = {};
    CHECK_SUCCESS(cudaMemcpyFromArray(got, line.array, 4, 0, 12, cudaMemcpyDeviceToHost));
    CHECK(got[0] == 1 && got[2] == 1 && got[3] == 0);
    CHECK_SUCCESS(cudaDestroySurfaceObject(surface));
}

void copies()
{
    const image from(std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8}, make_cudaExtent(2, 2, 2));
    const image to(std::vector<int>(8), make_cudaExtent(2, 2, 2));
    cudaMemcpy3DParms copy = {};
    copy.srcArray = from.array;
    copy.dstArray = to.array;
    copy.srcPos = make_cudaPos(1, 0, 0);
    copy.dstPos = make_cudaPos(0, 0, 1);
    copy.extent = make_cudaExtent(1, 2, 1);
    copy.kind = cudaMemcpyDeviceToDevice;
    CHECK_SUCCESS(cudaMemcpy3D(&copy));
    int got[8] = {};
    copy = cudaMemcpy3DParms();
    copy.srcArray = to.array;
    copy.dstPtr = make_cudaPitchedPtr(got, 8, 2, 2);
    copy.extent = make_cudaExtent(2, 2, 2);
    copy.kind = cudaMemcpyDeviceToHost;
    CHECK_SUCCESS(cudaMemcpy3D(&copy));
    CHECK(got[4] == 2 && got[6] == 4 && got[5] == 0 && got[0] == 0);
    copy.extent.width = 3;
    CHECK(cudaMemcpy3D(&copy) == cudaErrorInvalidValue);
    CHECK_SUCCESS(cudaMemcpy2DArrayToArray(to.array, 4, 0, from.array, 0, 1, 4, 1));
    CHECK_SUCCESS(cudaMemcpy2DFromArray(got, 8, to.array, 0, 0, 8, 2, cudaMemcpyDeviceToHost));
    CHECK(got[0] == 0 && got[1] == 3);
    CHECK(cudaMemcpy2DToArray(to.array, 4, 0, got, 8, 8, 1, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    cudaChannelFormatDesc format;
    cudaExtent extent;
    unsigned flags;
    CHECK_SUCCESS(cudaArrayGetInfo(&format, &extent, &flags, to.array));
    CHECK(format.x == 32 && format.f == cudaChannelFormatKindSigned && extent.depth == 2 && flags == 0);
    CHECK(cudaFreeArray(reinterpret_cast<cudaArray_t>(got)) == cudaErrorInvalidValue);
    cudaGetLastError();
}

// Last: it ends the context, and with it all arrays.
void beyond_a_surface()
{
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    cudaArray_t array;
    CHECK_SUCCESS(cudaMallocArray(&array, &format, 4, 0, cudaArraySurfaceLoadStore));
    const cudaResourceDesc resource = of(array);
    cudaSurfaceObject_t surface = 0;
    CHECK_SUCCESS(cudaCreateSurfaceObject(&surface, &resource));
    CHECK_SUCCESS(go(beyond, 1, 5, surface));
    CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
    CHECK_SUCCESS(cudaDeviceReset());
    CHECK(cudaFreeArray(array) == cudaErrorInvalidValue);
    cudaGetLastError();
}

} // namespace

int main(int argc, char **argv)
{
    const check::test tests[] = {
        {"sampling", sampling},
        {"odd_coordinates", odd_coordinates},
        {"formats", formats},
        {"linear_memory", linear_memory},
        {"layers_and_gathering", layers_and_gathering},
        {"surfaces", surfaces},
        {"copies", copies},
        {"beyond_a_surface", beyond_a_surface},
    };
    return check::run(tests, argc, argv);
}
