// Memory on the CPU back end: allocations, pools, rows and symbols, called as ptcc's output calls them.
//
// In:  libptcpu. Out: TAP. Invariant: each test frees what it has, and leaves no error behind.
#include "kernels.hpp"

#include <cstring>

namespace {

__constant__ int table[4];
__device__ int variable = 7;
__managed__ int managed = 8;

void memory()
{
    unsigned *p = nullptr;
    CHECK_SUCCESS(cudaMalloc(&p, 1000));
    CHECK(p && reinterpret_cast<size_t>(p) % 256 == 0);
    CHECK_SUCCESS(cudaMemset(p, 0x11, 1000));
    CHECK(read(p, 250)[249] == 0x11111111);
    cudaPointerAttributes attributes;
    CHECK_SUCCESS(cudaPointerGetAttributes(&attributes, p + 10));
    CHECK(attributes.type == cudaMemoryTypeDevice && attributes.devicePointer == p + 10);
    int local;
    CHECK_SUCCESS(cudaPointerGetAttributes(&attributes, &local));
    CHECK(attributes.type == cudaMemoryTypeUnregistered);
    CHECK(cudaFree(p + 1) == cudaErrorInvalidValue);
    CHECK(cudaFreeHost(p) == cudaErrorInvalidValue);
    CHECK_SUCCESS(cudaFree(p));
    CHECK(cudaFree(p) == cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue && cudaGetLastError() == cudaSuccess);
    CHECK_SUCCESS(cudaFree(nullptr));
    CHECK_SUCCESS(cudaMalloc(&p, 0));
    CHECK(p == nullptr);
    void *much = &local;
    CHECK(cudaMalloc(&much, size_t(1) << 60) == cudaErrorMemoryAllocation);
    CHECK(much == nullptr && cudaPeekAtLastError() == cudaErrorMemoryAllocation);
    CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
    CHECK(cudaMemcpy(&local, &local, 4, static_cast<cudaMemcpyKind>(9)) == cudaErrorInvalidMemcpyDirection);
    CHECK(cudaMemcpy(nullptr, &local, 4, cudaMemcpyDefault) == cudaErrorInvalidValue);
    cudaGetLastError();

    float *host = nullptr, *mapped = nullptr;
    CHECK_SUCCESS(cudaMallocHost(&host, 64));
    CHECK_SUCCESS(cudaHostGetDevicePointer(&mapped, host, 0));
    CHECK(mapped == host);
    CHECK_SUCCESS(cudaFreeHost(host));
    CHECK_SUCCESS(cudaMallocManaged(&host, 64));
    CHECK_SUCCESS(cudaMemAdvise(host, 64, cudaMemAdviseSetReadMostly, 0));
    CHECK_SUCCESS(cudaMemPrefetchAsync(host, 64, 0));
    CHECK_SUCCESS(cudaFree(host));
    CHECK_SUCCESS(cudaHostRegister(&local, sizeof local, cudaHostRegisterDefault));
    CHECK(cudaHostRegister(&local, sizeof local, cudaHostRegisterDefault) == cudaErrorHostMemoryAlreadyRegistered);
    CHECK_SUCCESS(cudaHostUnregister(&local));
    CHECK(cudaHostUnregister(&local) == cudaErrorHostMemoryNotRegistered);
    cudaGetLastError();
    CHECK_SUCCESS(cudaMallocAsync(&p, 64, nullptr));
    CHECK_SUCCESS(cudaFreeAsync(p, nullptr));
    size_t available = 0, total = 0;
    CHECK_SUCCESS(cudaMemGetInfo(&available, &total));
    CHECK(total > 0 && available <= total);
}

template <class T> T attribute_of(cudaMemPool_t pool, cudaMemPoolAttr attribute)
{
    T value = static_cast<T>(-1);
    CHECK_SUCCESS(cudaMemPoolGetAttribute(pool, attribute, &value));
    return value;
}

void pools()
{
    using bytes = unsigned long long;
    cudaMemPool_t pool = nullptr, current = nullptr;
    cudaMemPoolProps props = {};
    int supported = 0;
    char *p = nullptr, *q = nullptr;
    CHECK_SUCCESS(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, 0));
    CHECK(supported == 1 && cudaDeviceGetDefaultMemPool(&pool, 1) == cudaErrorInvalidDevice);
    CHECK_SUCCESS(cudaDeviceGetDefaultMemPool(&pool, 0));
    CHECK_SUCCESS(cudaDeviceGetMemPool(&current, 0));
    CHECK(pool && pool == current && cudaMemPoolDestroy(pool) == cudaErrorInvalidValue);

    bytes most = ~0ull;
    int no = 0;
    CHECK(attribute_of<bytes>(pool, cudaMemPoolAttrReleaseThreshold) == 0);
    CHECK_SUCCESS(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &most));
    CHECK(attribute_of<bytes>(pool, cudaMemPoolAttrReleaseThreshold) == most);
    CHECK(attribute_of<int>(pool, cudaMemPoolReuseAllowOpportunistic) == 1);
    CHECK_SUCCESS(cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &no));
    CHECK(attribute_of<int>(pool, cudaMemPoolReuseAllowOpportunistic) == 0);
    CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &most) == cudaErrorInvalidValue);
    CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &most) == cudaErrorInvalidValue);
    CHECK(cudaMemPoolGetAttribute(nullptr, cudaMemPoolAttrUsedMemHigh, &most) == cudaErrorInvalidValue);

    // As a machine with one GPU has it, CUDA 13.
    struct { cudaMemLocationType type; int id; cudaMemAccessFlags flags; cudaError_t error; } const wishes[] = {
        {cudaMemLocationTypeDevice, 0, cudaMemAccessFlagsProtReadWrite, cudaSuccess},
        {cudaMemLocationTypeDevice, 0, cudaMemAccessFlagsProtRead, cudaErrorNotSupported},
        {cudaMemLocationTypeDevice, 0, cudaMemAccessFlagsProtNone, cudaErrorInvalidDevice},
        {cudaMemLocationTypeDevice, 0, static_cast<cudaMemAccessFlags>(9), cudaErrorInvalidValue},
        {cudaMemLocationTypeDevice, 5, cudaMemAccessFlagsProtReadWrite, cudaErrorInvalidDevice},
        {cudaMemLocationTypeHost, 0, cudaMemAccessFlagsProtReadWrite, cudaErrorNotSupported},
        {cudaMemLocationTypeInvalid, 0, cudaMemAccessFlagsProtReadWrite, cudaErrorNotSupported},
    };
    cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;
    for (const auto &wish : wishes) {
        cudaMemAccessDesc access = {};
        access.location.type = wish.type;
        access.location.id = wish.id;
        access.flags = wish.flags;
        CHECK(cudaMemPoolSetAccess(pool, &access, 1) == wish.error);
    }
    CHECK_SUCCESS(cudaMemPoolSetAccess(pool, nullptr, 0));
    cudaMemLocation place = {};
    CHECK(cudaMemPoolGetAccess(&flags, pool, &place) == cudaErrorInvalidValue);
    place.type = cudaMemLocationTypeDevice;
    CHECK_SUCCESS(cudaMemPoolGetAccess(&flags, pool, &place));
    CHECK(flags == cudaMemAccessFlagsProtReadWrite);
    place.id = 5;
    CHECK(cudaMemPoolGetAccess(&flags, pool, &place) == cudaErrorInvalidValue);
    place.type = cudaMemLocationTypeHost;
    CHECK_SUCCESS(cudaMemPoolGetAccess(&flags, pool, &place));
    CHECK(flags == cudaMemAccessFlagsProtNone);

    const bytes before = attribute_of<bytes>(pool, cudaMemPoolAttrUsedMemCurrent);
    CHECK_SUCCESS(cudaMallocAsync(&p, 1000, nullptr));
    CHECK_SUCCESS(cudaMallocFromPoolAsync(&q, 24, pool, cudaStreamPerThread));
    CHECK(attribute_of<bytes>(pool, cudaMemPoolAttrUsedMemCurrent) == before + 1024);
    CHECK_SUCCESS(cudaMemset(q, 1, 24));
    CHECK_SUCCESS(cudaFreeAsync(p, nullptr));
    CHECK_SUCCESS(cudaFree(q));
    CHECK(attribute_of<bytes>(pool, cudaMemPoolAttrUsedMemCurrent) == before);
    CHECK(attribute_of<bytes>(pool, cudaMemPoolAttrReservedMemHigh) >= before + 1024);
    CHECK_SUCCESS(cudaMemPoolTrimTo(pool, 0));

    CHECK(cudaMemPoolCreate(&pool, &props) == cudaErrorInvalidValue);
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    props.maxSize = 4096;
    CHECK_SUCCESS(cudaMemPoolCreate(&pool, &props));
    CHECK_SUCCESS(cudaDeviceSetMemPool(0, pool));
    CHECK_SUCCESS(cudaMallocAsync(&p, 4000, nullptr));
    CHECK(cudaMallocAsync(&q, 4000, pool, nullptr) == cudaErrorMemoryAllocation);
    CHECK(attribute_of<bytes>(pool, cudaMemPoolAttrUsedMemHigh) == 4000);
    CHECK_SUCCESS(cudaMemPoolDestroy(pool)); // its memory is still there
    CHECK_SUCCESS(cudaMemset(p, 1, 4000));
    CHECK(cudaMallocFromPoolAsync(&q, 8, pool, nullptr) == cudaErrorInvalidValue);
    CHECK_SUCCESS(cudaFreeAsync(p, nullptr));
    CHECK_SUCCESS(cudaDeviceGetMemPool(&pool, 0));
    CHECK(pool == current);
    cudaGetLastError();
}

void rows()
{
    char *p = nullptr;
    size_t pitch = 0;
    CHECK_SUCCESS(cudaMallocPitch(&p, &pitch, 10, 3));
    CHECK(pitch >= 10 && pitch % 32 == 0);
    const char in[3][11] = {"abcdefghij", "klmnopqrst", "uvwxyz0123"};
    char out[3][12] = {};
    CHECK_SUCCESS(cudaMemcpy2D(p, pitch, in, 11, 10, 3, cudaMemcpyHostToDevice));
    CHECK_SUCCESS(cudaMemset2D(p, pitch, '.', 2, 2));
    CHECK_SUCCESS(cudaMemcpy2D(out, 12, p, pitch, 10, 3, cudaMemcpyDeviceToHost));
    CHECK(std::strcmp(out[0], "..cdefghij") == 0 && std::strcmp(out[2], "uvwxyz0123") == 0);
    CHECK(cudaMemcpy2D(out, 5, p, pitch, 10, 3, cudaMemcpyDeviceToHost) == cudaErrorInvalidPitchValue);
    cudaGetLastError();
    CHECK_SUCCESS(cudaFree(p));
    cudaPitchedPtr cube = {};
    CHECK_SUCCESS(cudaMalloc3D(&cube, make_cudaExtent(8, 2, 2)));
    CHECK_SUCCESS(cudaMemset3D(cube, 5, make_cudaExtent(8, 2, 2)));
    char flat[32] = {};
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = cube;
    copy.dstPtr = make_cudaPitchedPtr(flat, 8, 8, 2);
    copy.extent = make_cudaExtent(8, 2, 2);
    copy.kind = cudaMemcpyDeviceToHost;
    CHECK_SUCCESS(cudaMemcpy3D(&copy));
    CHECK(flat[0] == 5 && flat[31] == 5);
    CHECK_SUCCESS(cudaFree(cube.ptr));
}

// What does not lie in the allocation is refused, also where its size is more than a number holds.
void beyond()
{
    const size_t wraps = static_cast<size_t>(1) << 32, most = ~static_cast<size_t>(0);
    char *p = nullptr, host[64] = {};
    CHECK_SUCCESS(cudaMalloc(&p, 1024));
    CHECK(cudaMemset2D(p, wraps, 0, 16, wraps + 1) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy2D(p, wraps, host, 16, 16, wraps + 1, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    CHECK(cudaMemset2D(p, 512, 0, 512, 3) == cudaErrorInvalidValue);
    CHECK(cudaMemset2D(p, 512, 0, 16, 2) == cudaSuccess);
    CHECK(cudaMemset3D(make_cudaPitchedPtr(p, wraps, 16, wraps), 0, make_cudaExtent(16, 1, 2)) == cudaErrorInvalidValue);

    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(p, 64, 64, 8); // 2 slices
    copy.dstPtr = make_cudaPitchedPtr(host, 8, 8, 1);
    copy.extent = make_cudaExtent(8, 1, 2);
    copy.kind = cudaMemcpyDeviceToHost;
    CHECK_SUCCESS(cudaMemcpy3D(&copy));
    const struct { size_t x, y, z, depth; } outside[] = {{0, 0, 0, 3}, {0, 0, 1, 2}, {0, 0, 2, 1}, {0, 16, 0, 1}, {60, 7, 1, 1}, {0, 0, most, 1}, {most, 1, 0, 1}, {0, most / 64, 0, 1}};
    for (const auto &x : outside) {
        copy.srcPos = make_cudaPos(x.x, x.y, x.z);
        copy.extent.depth = x.depth;
        CHECK(cudaMemcpy3D(&copy) == cudaErrorInvalidValue);
    }
    copy.srcPos = make_cudaPos(56, 7, 1); // the last ones
    copy.extent.depth = 1;
    CHECK_SUCCESS(cudaMemcpy3D(&copy));

    cudaArray_t array = nullptr;
    const cudaChannelFormatDesc words = cudaCreateChannelDesc<int>();
    CHECK_SUCCESS(cudaMallocArray(&array, &words, 8, 2));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, p + 1000, 32, 32, 2, cudaMemcpyDeviceToDevice) == cudaErrorInvalidValue);
    copy.dstArray = array;
    copy.dstPtr = cudaPitchedPtr();
    copy.extent = make_cudaExtent(most / 4 + 2, 1, 1); // times four, which wraps to one element
    CHECK(cudaMemcpy3D(&copy) == cudaErrorInvalidValue);
    cudaGetLastError();
    CHECK_SUCCESS(cudaFreeArray(array));
    CHECK_SUCCESS(cudaFree(p));
}

void symbols()
{
    const int values[] = {1, 2, 3, 4};
    int got[2] = {}, *address = nullptr;
    CHECK_SUCCESS(cudaMemcpyToSymbol(table, values, sizeof values));
    CHECK_SUCCESS(cudaMemcpyFromSymbol(got, table, sizeof got, 2 * sizeof(int)));
    CHECK(got[0] == 3 && got[1] == 4);
    CHECK(cudaMemcpyToSymbol(variable, values, 8) == cudaErrorInvalidValue);
    cudaGetLastError();
    CHECK_SUCCESS(cudaGetSymbolAddress(reinterpret_cast<void **>(&address), variable));
    CHECK(address == &variable && *address == 7 && managed == 8);
    size_t size = 0;
    CHECK_SUCCESS(cudaGetSymbolSize(&size, table));
    CHECK(size == sizeof table);
}

} // namespace

int main(int argc, char **argv)
{
    const check::test tests[] = {
        {"memory", memory},
        {"pools", pools},
        {"rows", rows},
        {"beyond", beyond},
        {"symbols", symbols},
    };
    return check::run(tests, argc, argv);
}
