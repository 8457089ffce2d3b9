// The CUDA runtime API of the CPU back end, called as ptcc's output calls it.
//
// In:  libptcpu. Out: TAP. Invariant: each test leaves no error, no capture and no changed attribute behind.
#include "check.hpp"

#include <cuda_runtime.h>
#include <pt/occupancy.cuh>

#include <cassert>
#include <thread>
#include <unistd.h>
#include <vector>

// Programs ask for CUDA's own guards, to know what they may use.
#if !defined(__CUDA_RUNTIME_H__) || !defined(__CUDA_RUNTIME_API_H__) || !defined(__DRIVER_TYPES_H__) || \
    !defined(__VECTOR_TYPES_H__) || !defined(__VECTOR_FUNCTIONS_H__) || !defined(__DEVICE_LAUNCH_PARAMETERS_H__)
#error "a guard of CUDA's headers is not there"
#endif

namespace {

template <class... P, class... A> cudaError_t go(void (*kernel)(P...), dim3 grid, dim3 block, A... arguments)
{
    return pt::cpu::launch(grid, block, 0, nullptr, kernel, arguments...);
}

// ---- kernels

__global__ void fill(unsigned *out, unsigned factor)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * factor + threadIdx.x;
}

__global__ void count(unsigned *counter) { atomicAdd(counter, 1u); }

template <int> __global__ void as_given(unsigned *out) { *out = blockDim.x; }

template <class T> __global__ void store(T *out, const T value) { *out = value; }

// Counts what runs of it where.
struct counted {
    int value;
    static int copies, deaths;
    explicit counted(int v) : value(v) {}
    counted(const counted &other) : value(other.value) { ++copies; }
    ~counted() { ++deaths; }
};
int counted::copies, counted::deaths;

__global__ void take(counted c, unsigned *sum)
{
    c.value += 1; // its own
    atomicAdd(sum, static_cast<unsigned>(c.value));
}

__global__ void nothing() {}
__global__ void trapping(unsigned block)
{
    if (blockIdx.x == block)
        __trap();
}
__global__ void asserting(int value) { assert(value == 1); }
__global__ void launching(unsigned *out)
{
    if (threadIdx.x == 0)
        go(fill, 3, 4, out, 5u);
}
__global__ void many(unsigned char a, double b, float2 c, dim3 d, const char *e, double *out)
{
    *out = a + b + static_cast<double>(c.x + c.y) + d.y + e[0];
}

__constant__ int table[4];
__device__ int variable = 7;
__managed__ int managed = 8;

std::vector<unsigned> read(const unsigned *from, size_t number)
{
    std::vector<unsigned> values(number);
    CHECK_SUCCESS(cudaMemcpy(values.data(), from, number * sizeof(unsigned), cudaMemcpyDeviceToHost));
    return values;
}

// ---- tests

void types()
{
    static_assert(sizeof(dim3) == 12 && sizeof(float3) == 12 && alignof(float4) == 16 && alignof(double2) == 16, "");
    static_assert(alignof(int2) == 8 && sizeof(longlong3) == 24 && alignof(ushort4) == 8 && sizeof(uchar3) == 3, "");
    const dim3 d = 5;
    CHECK(d.x == 5 && d.y == 1 && d.z == 1);
    const uint3 u = dim3(1, 2, 3);
    CHECK(u.z == 3 && make_float4(1, 2, 3, 4).w == 4);
}

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

void launches()
{
    unsigned *out = nullptr;
    CHECK_SUCCESS(cudaMalloc(&out, 4096));
    CHECK_SUCCESS(go(fill, 10, 32, out, 3));
    CHECK(read(out, 320)[9 * 32 + 31] == 9 * 3 + 31);
    unsigned factor = 4;
    void *arguments[] = {&out, &factor};
    CHECK_SUCCESS(cudaLaunchKernel(fill, dim3(10), dim3(32), arguments, 0, nullptr));
    CHECK(read(out, 320)[9 * 32] == 36);
    factor = 5;
    CHECK_SUCCESS(cudaLaunchKernel(reinterpret_cast<void *>(fill), 10, 32, arguments, 0, nullptr));
    CHECK(read(out, 320)[9 * 32] == 45);
    cudaLaunchConfig_t config = {};
    config.gridDim = 10;
    config.blockDim = 32;
    CHECK_SUCCESS(cudaLaunchKernelEx(&config, fill, out, 6)); // converts
    CHECK(read(out, 320)[9 * 32] == 54);
    CHECK_SUCCESS(cudaLaunchKernelEx(&config, nothing));
    double *number = nullptr;
    CHECK_SUCCESS(cudaMalloc(&number, 8));
    CHECK_SUCCESS(go(store<double>, 1, 1, number, 2.5));
    CHECK(*number == 2.5);
    CHECK_SUCCESS(go(many, 1, 1, 1, 2, make_float2(3, 4), dim3(1, 5), "\6", number));
    CHECK(*number == 1 + 2 + 7 + 5 + 6);
    CHECK_SUCCESS(go(launching, 1, 32, out));
    CHECK(read(out, 12)[11] == 2 * 5 + 3);
    CHECK_SUCCESS(cudaFree(number));
    CHECK_SUCCESS(cudaFree(out));
}

void copies_of_arguments()
{
    unsigned *sum = nullptr;
    CHECK_SUCCESS(cudaMalloc(&sum, 4));
    CHECK_SUCCESS(cudaMemset(sum, 0, 4));
    const counted original(41);
    counted::copies = counted::deaths = 0;
    CHECK_SUCCESS(pt::cpu::launch(10, 32, 0, nullptr, take, original, sum));
    CHECK(read(sum, 1)[0] == 320 * 42 && original.value == 41);
    CHECK(counted::copies == 1 && counted::deaths == 1); // none in device code
    CHECK_SUCCESS(cudaFree(sum));
}

void invalid_launches()
{
    unsigned *out = nullptr;
    CHECK_SUCCESS(cudaMalloc(&out, 64));
    const struct {
        dim3 grid, block;
        size_t shared;
    } shapes[] = {
        {0, 32, 0}, {{5, 0}, 32, 0}, {{5, 5, 0}, 32, 0}, {5, 0, 0}, {5, {5, 0}, 0}, {5, 1025, 0}, {5, {33, 32}, 0},
        {5, {1, 1, 65}, 0}, {{1, 65536}, 32, 0}, {{1, 1, 65536}, 32, 0}, {0x80000000u, 32, 0}, {5, 32, 49153},
    };
    for (const auto &s : shapes) {
        CHECK(pt::cpu::launch(s.grid, s.block, s.shared, nullptr, fill, out, 1u) == cudaErrorInvalidValue);
        CHECK(cudaPeekAtLastError() == cudaErrorInvalidValue);
        CHECK(cudaGetLastError() == cudaErrorInvalidValue);
        CHECK(cudaGetLastError() == cudaSuccess);
    }
    void *arguments[] = {nullptr};
    CHECK(cudaLaunchKernel(static_cast<const void *>(out), 1, 1, arguments, 0, nullptr) ==
          cudaErrorInvalidDeviceFunction);
    const cudaStream_t wrong = reinterpret_cast<cudaStream_t>(out);
    CHECK(pt::cpu::launch(1, 1, 0, wrong, fill, out, 1u) == cudaErrorInvalidResourceHandle);
    cudaStream_t gone;
    CHECK_SUCCESS(cudaStreamCreate(&gone));
    CHECK_SUCCESS(cudaStreamDestroy(gone));
    CHECK(cudaStreamDestroy(gone) == cudaErrorInvalidResourceHandle);
    CHECK(cudaMemsetAsync(out, 0, 4, gone) == cudaErrorInvalidResourceHandle);
    CHECK(cudaGetLastError() == cudaErrorInvalidResourceHandle);
    CHECK_SUCCESS(cudaFree(out));
}

void cooperative_launches()
{
    unsigned *out = nullptr, factor = 1;
    CHECK_SUCCESS(cudaMalloc(&out, 1 << 20));
    void *arguments[] = {&out, &factor};
    int resident = 0, multiprocessors = 0;
    CHECK_SUCCESS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, fill, 64, 0));
    CHECK_SUCCESS(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    const unsigned all = static_cast<unsigned>(resident * multiprocessors);
    CHECK(all > 0);
    CHECK_SUCCESS(cudaLaunchCooperativeKernel(fill, dim3(all), dim3(64), arguments, 0, nullptr));
    CHECK(cudaLaunchCooperativeKernel(fill, dim3(all + 1), dim3(64), arguments) == cudaErrorCooperativeLaunchTooLarge);
    CHECK(cudaGetLastError() == cudaErrorCooperativeLaunchTooLarge);
    CHECK_SUCCESS(cudaFree(out));
}

__global__ void attributed(unsigned *out) { *out = static_cast<unsigned>(pt_cpu_dynamic_shared_bytes()); }

__global__ void bounded(unsigned *out) { *out = blockDim.x; }

void launch_bounds()
{
    unsigned *out = nullptr;
    CHECK_SUCCESS(cudaMalloc(&out, 4));
    CHECK_SUCCESS(go(bounded, 1, 1024, out));
    pt::cpu::kernel_record(bounded, 0, "bounded", 128);
    cudaFuncAttributes a;
    CHECK_SUCCESS(cudaFuncGetAttributes(&a, bounded));
    CHECK(a.maxThreadsPerBlock == 128);
    CHECK_SUCCESS(go(bounded, 1, 128, out));
    CHECK(go(bounded, 1, 129, out) == cudaErrorInvalidValue && *out == 128);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    int blocks = 7, grid = 0, block = 0;
    CHECK_SUCCESS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bounded, 256, 0));
    CHECK(blocks == 0);
    CHECK_SUCCESS(cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded));
    CHECK(block <= 128);
    CHECK_SUCCESS(cudaFree(out));
}

void attributes()
{
    cudaFuncAttributes a;
    CHECK_SUCCESS(cudaFuncGetAttributes(&a, attributed));
    CHECK(a.maxThreadsPerBlock == 1024 && a.numRegs == 32 && a.localSizeBytes == 0 && a.sharedSizeBytes == 0);
    CHECK(a.maxDynamicSharedSizeBytes == 49152 && a.preferredShmemCarveout == -1);
    int most = 0;
    CHECK_SUCCESS(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
    unsigned *out = nullptr;
    CHECK_SUCCESS(cudaMalloc(&out, 4));
    CHECK(pt::cpu::launch(1, 1, 60000, nullptr, attributed, out) == cudaErrorInvalidValue);
    CHECK_SUCCESS(cudaFuncSetAttribute(attributed, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
    CHECK(cudaFuncSetAttribute(attributed, cudaFuncAttributeMaxDynamicSharedMemorySize, most + 1) ==
          cudaErrorInvalidValue);
    cudaGetLastError();
    CHECK_SUCCESS(pt::cpu::launch(1, 1, 60000, nullptr, attributed, out));
    CHECK(*out == 60000);
    CHECK_SUCCESS(cudaFuncSetAttribute(attributed, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
    CHECK_SUCCESS(cudaFuncGetAttributes(&a, reinterpret_cast<const void *>(attributed)));
    CHECK(a.maxDynamicSharedSizeBytes == most && a.preferredShmemCarveout == 50);
    int grid = 0, block = 0;
    CHECK_SUCCESS(cudaOccupancyMaxPotentialBlockSize(&grid, &block, attributed));
    CHECK(grid > 0 && block == 1024);
    CHECK_SUCCESS(cudaOccupancyMaxPotentialBlockSize(&grid, &block, attributed, 0, 100));
    CHECK(block <= 100 && block >= 64);
    size_t bytes = 0;
    CHECK_SUCCESS(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, attributed, 2, 128));
    CHECK(bytes > 49152);
    CHECK(cudaFuncGetAttributes(&a, static_cast<const void *>(out)) == cudaErrorInvalidDeviceFunction);
    cudaGetLastError();
    CHECK_SUCCESS(cudaFree(out));
}

// What a twin is given of what the original was given, before it is asked how many groups are resident.
void carried_attributes()
{
    namespace occupancy = ptrt::occupancy;
    const void *const original = reinterpret_cast<const void *>(as_given<0>), *const twin = reinterpret_cast<const void *>(as_given<1>);
    pt::cpu::kernel_record(as_given<0>);
    pt::cpu::kernel_record(as_given<1>, 0, "twin", 128);
    CHECK_SUCCESS(cudaFuncSetAttribute(original, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
    cudaFuncAttributes given, own;
    CHECK_SUCCESS(cudaFuncGetAttributes(&given, original));
    CHECK_SUCCESS(cudaFuncGetAttributes(&own, twin));
    occupancy::device d = {};
    CHECK(occupancy::find_device(&d) && d.multiprocessors && d.shared_bytes > 60000);
    CHECK(occupancy::resident_like(given, twin, own, 129, 60000, d) == 0);
    CHECK(occupancy::resident_like(given, twin, own, 128, d.shared_bytes + 1, d) == 0);
    CHECK_SUCCESS(cudaFuncGetAttributes(&own, twin));
    CHECK(own.maxDynamicSharedSizeBytes == 49152 && own.preferredShmemCarveout == -1);
    CHECK(occupancy::resident_like(given, twin, own, 128, 60000, d) > 0);
    CHECK_SUCCESS(cudaFuncGetAttributes(&own, twin));
    CHECK(own.maxDynamicSharedSizeBytes == static_cast<int>(d.shared_bytes) && own.preferredShmemCarveout == 50);
}

void device()
{
    int n = 0, value = 0;
    CHECK_SUCCESS(cudaGetDeviceCount(&n));
    CHECK(n == 1);
    CHECK_SUCCESS(cudaSetDevice(0));
    CHECK(cudaSetDevice(1) == cudaErrorInvalidDevice);
    cudaGetLastError();
    cudaDeviceProp p;
    CHECK_SUCCESS(cudaGetDeviceProperties(&p, 0));
    CHECK(std::strcmp(p.name, "ptcc CPU back end") == 0 && p.major == 9 && p.minor == 0 && p.warpSize == 32);
    CHECK_SUCCESS(cudaDeviceGetAttribute(&value, cudaDevAttrMaxThreadsPerBlock, 0));
    CHECK(value == 1024);
    void *address = &n;
    cudaDriverEntryPointQueryResult found;
    CHECK_SUCCESS(cudaGetDriverEntryPoint("cuCtxGetId", &address, cudaEnableDefault, &found));
    CHECK(found == cudaDriverEntryPointSymbolNotFound && !address);
    CHECK(std::strcmp(cudaGetErrorName(cudaErrorLaunchFailure), "cudaErrorLaunchFailure") == 0);
    CHECK(std::strcmp(cudaGetErrorString(cudaSuccess), "no error") == 0);
    CHECK(std::strcmp(cudaGetErrorString(static_cast<cudaError_t>(12345)), "unrecognized error code") == 0);
}

void streams_and_events()
{
    cudaStream_t stream, other;
    int priority = 1;
    unsigned flags = 0, *counter = nullptr;
    CHECK_SUCCESS(cudaMalloc(&counter, 4));
    CHECK_SUCCESS(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -2));
    CHECK_SUCCESS(cudaStreamCreate(&other));
    CHECK_SUCCESS(cudaStreamGetPriority(stream, &priority));
    CHECK_SUCCESS(cudaStreamGetFlags(stream, &flags));
    CHECK(priority == -2 && flags == cudaStreamNonBlocking);
    cudaEvent_t begin, end, untimed;
    CHECK_SUCCESS(cudaEventCreate(&begin));
    CHECK_SUCCESS(cudaEventCreate(&end));
    CHECK_SUCCESS(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    float milliseconds = -1;
    CHECK(cudaEventElapsedTime(&milliseconds, begin, end) == cudaErrorInvalidResourceHandle);
    CHECK_SUCCESS(cudaEventQuery(begin));
    CHECK_SUCCESS(cudaEventRecord(begin, stream));
    CHECK_SUCCESS(cudaMemsetAsync(counter, 0, 4, stream));
    CHECK_SUCCESS(pt::cpu::launch(4, 32, 0, stream, count, counter));
    usleep(2000);
    CHECK_SUCCESS(cudaEventRecord(end, stream));
    CHECK_SUCCESS(cudaStreamWaitEvent(other, end, 0));
    CHECK_SUCCESS(cudaEventSynchronize(end));
    CHECK_SUCCESS(cudaEventElapsedTime(&milliseconds, begin, end));
    CHECK(milliseconds >= 2 && milliseconds < 10000);
    CHECK_SUCCESS(cudaEventRecord(untimed));
    CHECK(cudaEventElapsedTime(&milliseconds, begin, untimed) == cudaErrorInvalidResourceHandle);
    cudaGetLastError();
    int calls = 0;
    CHECK_SUCCESS(cudaLaunchHostFunc(stream, [](void *p) { ++*static_cast<int *>(p); }, &calls));
    CHECK_SUCCESS(cudaStreamAddCallback(
        stream, [](cudaStream_t, cudaError_t e, void *p) { *static_cast<int *>(p) += e == cudaSuccess; }, &calls, 0));
    CHECK_SUCCESS(cudaStreamSynchronize(stream));
    CHECK_SUCCESS(cudaStreamQuery(cudaStreamPerThread));
    CHECK_SUCCESS(cudaStreamSynchronize(cudaStreamLegacy));
    CHECK(calls == 2 && read(counter, 1)[0] == 128);
    CHECK_SUCCESS(cudaEventDestroy(begin));
    CHECK(cudaEventDestroy(begin) == cudaErrorInvalidResourceHandle);
    cudaGetLastError();
    CHECK_SUCCESS(cudaEventDestroy(end));
    CHECK_SUCCESS(cudaEventDestroy(untimed));
    CHECK_SUCCESS(cudaStreamDestroy(stream));
    CHECK_SUCCESS(cudaStreamDestroy(other));
    CHECK_SUCCESS(cudaFree(counter));
}

void captures()
{
    unsigned *counter = nullptr;
    cudaStream_t stream, forked;
    CHECK_SUCCESS(cudaMalloc(&counter, 4));
    CHECK_SUCCESS(cudaMemset(counter, 0, 4));
    CHECK_SUCCESS(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK_SUCCESS(cudaStreamCreateWithFlags(&forked, cudaStreamNonBlocking));
    cudaEvent_t fork, join;
    CHECK_SUCCESS(cudaEventCreate(&fork));
    CHECK_SUCCESS(cudaEventCreate(&join));
    cudaGraph_t graph = nullptr;
    CHECK(cudaStreamEndCapture(stream, &graph) == cudaErrorIllegalState);
    cudaGetLastError();
    cudaStreamCaptureStatus status;
    CHECK_SUCCESS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    CHECK_SUCCESS(cudaStreamIsCapturing(stream, &status));
    CHECK(status == cudaStreamCaptureStatusActive);
    {
        unsigned *argument = counter; // copied by the capture
        void *arguments[] = {&argument};
        CHECK_SUCCESS(cudaLaunchKernel(count, 2, 32, arguments, 0, stream));
        argument = nullptr;
    }
    CHECK_SUCCESS(cudaEventRecord(fork, stream));
    CHECK_SUCCESS(cudaStreamWaitEvent(forked, fork));
    CHECK_SUCCESS(pt::cpu::launch(1, 32, 0, forked, count, counter));
    CHECK_SUCCESS(cudaEventRecord(join, forked));
    CHECK(cudaEventQuery(join) == cudaErrorCapturedEvent);
    cudaGetLastError();
    CHECK_SUCCESS(cudaStreamWaitEvent(stream, join));
    CHECK_SUCCESS(cudaStreamEndCapture(stream, &graph));
    CHECK(*counter == 0);
    size_t nodes = 0, edges = 0;
    CHECK_SUCCESS(cudaGraphGetNodes(graph, nullptr, &nodes));
    CHECK_SUCCESS(cudaGraphGetEdges(graph, nullptr, nullptr, &edges));
    CHECK(nodes == 2 && edges == 1);
    cudaGraphExec_t exec;
    CHECK_SUCCESS(cudaGraphInstantiate(&exec, graph, 0));
    CHECK_SUCCESS(cudaGraphDestroy(graph));
    for (int i = 0; i < 3; ++i)
        CHECK_SUCCESS(cudaGraphLaunch(exec, stream));
    CHECK(read(counter, 1)[0] == 3 * 96);
    // captured itself, it becomes one node
    CHECK_SUCCESS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    CHECK_SUCCESS(cudaGraphLaunch(exec, stream));
    CHECK_SUCCESS(cudaStreamEndCapture(stream, &graph));
    CHECK_SUCCESS(cudaGraphExecDestroy(exec));
    CHECK_SUCCESS(cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    CHECK_SUCCESS(cudaGraphLaunch(exec, stream));
    CHECK(read(counter, 1)[0] == 4 * 96);
    CHECK_SUCCESS(cudaGraphExecDestroy(exec));
    CHECK_SUCCESS(cudaGraphDestroy(graph));

    // what does not come back to the stream where the capture began
    CHECK_SUCCESS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    CHECK_SUCCESS(cudaEventRecord(fork, stream));
    CHECK_SUCCESS(cudaStreamWaitEvent(forked, fork));
    CHECK_SUCCESS(pt::cpu::launch(1, 32, 0, forked, count, counter));
    CHECK(cudaStreamEndCapture(forked, &graph) == cudaErrorStreamCaptureUnmatched);
    CHECK(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated);
    CHECK_SUCCESS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    CHECK_SUCCESS(cudaEventRecord(fork, stream));
    CHECK_SUCCESS(cudaStreamWaitEvent(forked, fork));
    CHECK_SUCCESS(pt::cpu::launch(1, 32, 0, forked, count, counter));
    CHECK(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureUnjoined && !graph);
    // what must not be called meanwhile
    CHECK_SUCCESS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    void *p;
    CHECK(cudaMalloc(&p, 4) == cudaErrorStreamCaptureUnsupported);
    CHECK(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated);
    CHECK_SUCCESS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    CHECK_SUCCESS(cudaThreadExchangeStreamCaptureMode(&mode));
    CHECK(mode == cudaStreamCaptureModeGlobal);
    CHECK_SUCCESS(cudaMalloc(&p, 4));
    CHECK_SUCCESS(cudaThreadExchangeStreamCaptureMode(&mode));
    CHECK(cudaStreamSynchronize(stream) == cudaErrorStreamCaptureUnsupported);
    CHECK(pt::cpu::launch(1, 1, 0, stream, nothing) == cudaErrorStreamCaptureInvalidated);
    CHECK(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated);
    CHECK_SUCCESS(cudaFree(p));
    // the legacy stream would wait for a blocking one
    cudaStream_t blocking;
    CHECK_SUCCESS(cudaStreamCreate(&blocking));
    CHECK_SUCCESS(cudaStreamBeginCapture(blocking, cudaStreamCaptureModeRelaxed));
    CHECK(go(nothing, 1, 1) == cudaErrorStreamCaptureImplicit);
    CHECK(cudaStreamEndCapture(blocking, &graph) == cudaErrorStreamCaptureInvalidated);
    CHECK_SUCCESS(cudaStreamDestroy(blocking));
    cudaGetLastError();
    CHECK_SUCCESS(cudaEventDestroy(fork));
    CHECK_SUCCESS(cudaEventDestroy(join));
    CHECK_SUCCESS(cudaStreamDestroy(stream));
    CHECK_SUCCESS(cudaStreamDestroy(forked));
    CHECK_SUCCESS(cudaFree(counter));
}

void built_graphs()
{
    unsigned *data = nullptr, got[64] = {}, factor = 3;
    CHECK_SUCCESS(cudaMalloc(&data, sizeof got));
    cudaGraph_t graph, clone;
    CHECK_SUCCESS(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t copy, kernel, clear, host;
    // added last to first: the edges decide
    CHECK_SUCCESS(cudaGraphAddMemcpyNode1D(&copy, graph, nullptr, 0, got, data, sizeof got, cudaMemcpyDeviceToHost));
    void *arguments[] = {&data, &factor};
    cudaKernelNodeParams launch = {};
    launch.func = reinterpret_cast<void *>(fill);
    launch.gridDim = 2;
    launch.blockDim = 16;
    launch.kernelParams = arguments;
    pt::cpu::kernel_record(fill);
    CHECK_SUCCESS(cudaGraphAddKernelNode(&kernel, graph, nullptr, 0, &launch));
    cudaMemsetParams zeros = {};
    zeros.dst = data;
    zeros.elementSize = 4;
    zeros.value = 0x01020304;
    zeros.width = 64;
    zeros.height = 1;
    CHECK_SUCCESS(cudaGraphAddMemsetNode(&clear, graph, nullptr, 0, &zeros));
    CHECK_SUCCESS(cudaGraphAddDependencies(graph, &clear, &kernel, 1));
    CHECK_SUCCESS(cudaGraphAddDependencies(graph, &kernel, &copy, 1));
    int calls = 0;
    const cudaHostNodeParams call = {[](void *p) { ++*static_cast<int *>(p); }, &calls};
    CHECK_SUCCESS(cudaGraphAddHostNode(&host, graph, &copy, 1, &call));
    cudaGraphNodeType type;
    CHECK_SUCCESS(cudaGraphNodeGetType(kernel, &type));
    CHECK(type == cudaGraphNodeTypeKernel);
    size_t roots = 0;
    CHECK_SUCCESS(cudaGraphGetRootNodes(graph, nullptr, &roots));
    CHECK(roots == 1);
    CHECK_SUCCESS(cudaGraphClone(&clone, graph));
    cudaGraphExec_t exec, of_clone;
    CHECK_SUCCESS(cudaGraphInstantiate(&exec, graph));
    CHECK_SUCCESS(cudaGraphInstantiate(&of_clone, clone));
    CHECK_SUCCESS(cudaGraphLaunch(exec, nullptr));
    CHECK(got[31] == 1 * 3 + 15 && got[63] == 0x01020304 && calls == 1);
    factor = 7;
    CHECK_SUCCESS(cudaGraphExecKernelNodeSetParams(exec, kernel, &launch));
    CHECK_SUCCESS(cudaGraphLaunch(exec, nullptr));
    CHECK(got[31] == 22);
    CHECK_SUCCESS(cudaGraphNodeSetEnabled(exec, kernel, 0));
    CHECK_SUCCESS(cudaGraphLaunch(exec, nullptr));
    CHECK(got[31] == 0x01020304);
    CHECK_SUCCESS(cudaGraphLaunch(of_clone, nullptr));
    CHECK(got[31] == 18 && calls == 4);
    CHECK_SUCCESS(cudaGraphAddDependencies(graph, &host, &clear, 1)); // a circle
    cudaGraphExec_t none;
    CHECK(cudaGraphInstantiate(&none, graph) == cudaErrorInvalidValue);
    CHECK_SUCCESS(cudaGraphRemoveDependencies(graph, &host, &clear, 1));
    CHECK_SUCCESS(cudaGraphDestroyNode(kernel));
    CHECK_SUCCESS(cudaGraphInstantiate(&none, graph));
    CHECK_SUCCESS(cudaGraphExecDestroy(none));
    cudaGetLastError();
    CHECK_SUCCESS(cudaGraphExecDestroy(exec));
    CHECK_SUCCESS(cudaGraphExecDestroy(of_clone));
    CHECK_SUCCESS(cudaGraphDestroy(graph));
    CHECK_SUCCESS(cudaGraphDestroy(clone));
    CHECK_SUCCESS(cudaFree(data));
}

// A kernel behind a memset and a host node, which nothing orders: the kernel's edges come in this order, or the other one.
struct diamond {
    cudaGraph_t graph;
    cudaGraphNode_t clear, host, kernel;

    diamond(unsigned *data, unsigned factor, int *calls, bool other_edges = false)
    {
        CHECK_SUCCESS(cudaGraphCreate(&graph, 0));
        cudaMemsetParams zeros = {};
        zeros.dst = data;
        zeros.elementSize = 4;
        zeros.value = factor;
        zeros.width = 64;
        zeros.height = 1;
        CHECK_SUCCESS(cudaGraphAddMemsetNode(&clear, graph, nullptr, 0, &zeros));
        const cudaHostNodeParams call = {[](void *p) { ++*static_cast<int *>(p); }, calls};
        CHECK_SUCCESS(cudaGraphAddHostNode(&host, graph, nullptr, 0, &call));
        launch(data, factor, [&](const cudaKernelNodeParams &l) {
            const cudaGraphNode_t before[] = {other_edges ? host : clear, other_edges ? clear : host};
            CHECK_SUCCESS(cudaGraphAddKernelNode(&kernel, graph, before, 2, &l));
        });
    }

    template <class Use> static void launch(unsigned *data, unsigned factor, const Use &use)
    {
        void *arguments[] = {&data, &factor};
        cudaKernelNodeParams l = {};
        l.func = reinterpret_cast<void *>(fill);
        l.gridDim = 2;
        l.blockDim = 16;
        l.kernelParams = arguments;
        use(l);
    }
};

void updated_graphs()
{
    unsigned *data = nullptr;
    int calls = 0;
    pt::cpu::kernel_record(fill);
    CHECK_SUCCESS(cudaMalloc(&data, 64 * sizeof *data));
    diamond first(data, 3, &calls);
    cudaGraphExec_t exec;
    CHECK_SUCCESS(cudaGraphInstantiate(&exec, first.graph));
    cudaGraphExecUpdateResultInfo info = {};
    {
        diamond second(data, 5, &calls);
        CHECK_SUCCESS(cudaGraphExecUpdate(exec, second.graph, &info));
        CHECK(info.result == cudaGraphExecUpdateSuccess && !info.errorNode);
        diamond::launch(data, 6, [&](const cudaKernelNodeParams &l) {
            CHECK(cudaGraphExecKernelNodeSetParams(exec, second.kernel, &l) == cudaErrorInvalidValue); // not its node
        });
        cudaGetLastError();
        CHECK_SUCCESS(cudaGraphDestroy(second.graph));
    }
    CHECK_SUCCESS(cudaGraphLaunch(exec, nullptr));
    CHECK(data[31] == 1 * 5 + 15 && data[63] == 5 && calls == 1);
    // Its nodes are still those of the graph that it was made of.
    diamond::launch(data, 7, [&](const cudaKernelNodeParams &l) {
        CHECK_SUCCESS(cudaGraphExecKernelNodeSetParams(exec, first.kernel, &l));
    });
    CHECK_SUCCESS(cudaGraphNodeSetEnabled(exec, first.host, 0));
    CHECK_SUCCESS(cudaGraphLaunch(exec, nullptr));
    CHECK(data[31] == 22 && calls == 1);
    // What is disabled stays so.
    CHECK_SUCCESS(cudaGraphExecUpdate(exec, first.graph, &info));
    unsigned enabled = 1;
    CHECK_SUCCESS(cudaGraphNodeGetEnabled(exec, first.host, &enabled));
    CHECK_SUCCESS(cudaGraphLaunch(exec, nullptr));
    CHECK(!enabled && data[31] == 18 && calls == 1);

    // Another shape, of which nothing is taken
    const auto refuses = [&](cudaGraph_t graph, cudaGraphExecUpdateResult why, cudaGraphNode_t node, cudaGraphNode_t from) {
        CHECK(cudaGraphExecUpdate(exec, graph, &info) == cudaErrorGraphExecUpdateFailure);
        CHECK(info.result == why && info.errorNode == node && info.errorFromNode == from);
        cudaGetLastError();
    };
    diamond other(data, 9, &calls);
    CHECK_SUCCESS(cudaGraphRemoveDependencies(other.graph, &other.host, &other.kernel, 1));
    refuses(other.graph, cudaGraphExecUpdateErrorTopologyChanged, other.kernel, nullptr); // the host node is an end, too, and the first one
    CHECK_SUCCESS(cudaGraphAddDependencies(other.graph, &other.host, &other.clear, 1));
    refuses(other.graph, cudaGraphExecUpdateErrorTopologyChanged, other.kernel, nullptr); // host, clear, kernel: one edge less
    CHECK_SUCCESS(cudaGraphAddDependencies(other.graph, &other.host, &other.kernel, 1));
    refuses(other.graph, cudaGraphExecUpdateErrorTopologyChanged, other.clear, nullptr); // one more
    CHECK_SUCCESS(cudaGraphRemoveDependencies(other.graph, &other.host, &other.clear, 1));
    CHECK_SUCCESS(cudaGraphExecUpdate(exec, other.graph, &info)); // the same again
    cudaGraphNode_t more;
    CHECK_SUCCESS(cudaGraphAddEmptyNode(&more, other.graph, nullptr, 0));
    refuses(other.graph, cudaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr);
    diamond edges(data, 9, &calls, true); // pairs are found along the edges, in their order
    refuses(edges.graph, cudaGraphExecUpdateErrorNodeTypeChanged, edges.host, nullptr);

    // Two that need the same one, and two that need one each: as many edges everywhere
    cudaGraph_t shared;
    cudaGraphExec_t of_shared;
    cudaGraphNode_t root[2], end[2];
    CHECK_SUCCESS(cudaGraphCreate(&shared, 0));
    for (int i = 0; i < 2; ++i)
        CHECK_SUCCESS(cudaGraphAddEmptyNode(&root[i], shared, nullptr, 0));
    for (int i = 0; i < 2; ++i)
        CHECK_SUCCESS(cudaGraphAddEmptyNode(&end[i], shared, &root[i], 1));
    CHECK_SUCCESS(cudaGraphAddEmptyNode(&more, shared, root, 2));
    CHECK_SUCCESS(cudaGraphInstantiate(&of_shared, shared));
    CHECK_SUCCESS(cudaGraphRemoveDependencies(shared, &root[1], &end[1], 1));
    CHECK_SUCCESS(cudaGraphAddDependencies(shared, &root[0], &end[1], 1));
    CHECK(cudaGraphExecUpdate(of_shared, shared, &info) == cudaErrorGraphExecUpdateFailure);
    CHECK(info.result == cudaGraphExecUpdateErrorTopologyChanged && info.errorNode == end[1] && info.errorFromNode == root[0]);
    cudaGetLastError();

    CHECK_SUCCESS(cudaGraphLaunch(exec, nullptr));
    CHECK(data[31] == 1 * 9 + 15);
    for (cudaGraphExec_t e : {exec, of_shared})
        CHECK_SUCCESS(cudaGraphExecDestroy(e));
    for (cudaGraph_t g : {first.graph, other.graph, edges.graph, shared})
        CHECK_SUCCESS(cudaGraphDestroy(g));
    CHECK_SUCCESS(cudaFree(data));
}

template <int N> __global__ void of_a_thread(unsigned *out) { atomicAdd(out, unsigned(N)); }

// A graph in a graph: its nodes were added last to first, and it is changed before the graph around it runs.
void graphs_in_graphs()
{
    unsigned *data = nullptr;
    int calls = 0;
    pt::cpu::kernel_record(fill);
    CHECK_SUCCESS(cudaMalloc(&data, 64 * sizeof *data));
    cudaGraph_t inner, outer;
    CHECK_SUCCESS(cudaGraphCreate(&inner, 0));
    CHECK_SUCCESS(cudaGraphCreate(&outer, 0));
    cudaGraphNode_t kernel, clear, child, host;
    diamond::launch(data, 3, [&](const cudaKernelNodeParams &l) { CHECK_SUCCESS(cudaGraphAddKernelNode(&kernel, inner, nullptr, 0, &l)); });
    cudaMemsetParams fives = {};
    fives.dst = data;
    fives.elementSize = 4;
    fives.value = 5;
    fives.width = 64;
    fives.height = 1;
    CHECK_SUCCESS(cudaGraphAddMemsetNode(&clear, inner, nullptr, 0, &fives));
    CHECK_SUCCESS(cudaGraphAddDependencies(inner, &clear, &kernel, 1));
    CHECK_SUCCESS(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, inner));
    const cudaHostNodeParams call = {[](void *p) { ++*static_cast<int *>(p); }, &calls};
    CHECK(cudaGraphAddHostNode(&host, outer, &kernel, 1, &call) == cudaErrorInvalidValue); // a node of another graph
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    CHECK_SUCCESS(cudaGraphAddHostNode(&host, outer, &child, 1, &call));
    diamond::launch(data, 7, [&](const cudaKernelNodeParams &l) { CHECK_SUCCESS(cudaGraphKernelNodeSetParams(kernel, &l)); });
    cudaGraphNodeType type;
    CHECK_SUCCESS(cudaGraphNodeGetType(child, &type));
    CHECK(type == cudaGraphNodeTypeGraph);
    cudaGraphExec_t exec;
    CHECK_SUCCESS(cudaGraphInstantiate(&exec, outer));
    CHECK_SUCCESS(cudaGraphLaunch(exec, nullptr));
    CHECK_SUCCESS(cudaDeviceSynchronize());
    CHECK(data[31] == 1 * 3 + 15 && data[63] == 5 && calls == 1);
    CHECK_SUCCESS(cudaGraphExecDestroy(exec));
    CHECK_SUCCESS(cudaGraphDestroy(inner));
    CHECK_SUCCESS(cudaGraphDestroy(outer));
    CHECK_SUCCESS(cudaFree(data));
}

void host_threads()
{
    unsigned *out = nullptr;
    CHECK_SUCCESS(cudaMalloc(&out, 4));
    CHECK_SUCCESS(cudaMemset(out, 0, 4));
    std::vector<std::thread> threads;
    int wrong[4] = {};
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([t, out, &wrong] {
            cudaStream_t stream;
            wrong[t] += cudaStreamCreate(&stream) != cudaSuccess;
            for (int i = 0; i < 5; ++i) {
                wrong[t] += pt::cpu::launch(8, 32, 0, stream, of_a_thread<1>, out) != cudaSuccess;
                wrong[t] += pt::cpu::launch(8, 1, 0, cudaStreamPerThread, of_a_thread<2>, out) != cudaSuccess;
                void *p;
                wrong[t] += cudaMalloc(&p, 100) != cudaSuccess || cudaFree(p) != cudaSuccess;
            }
            if (t == 2) {
                wrong[t] += cudaFree(&wrong) != cudaErrorInvalidValue;
                wrong[t] += cudaGetLastError() != cudaErrorInvalidValue;
            }
            wrong[t] += cudaGetLastError() != cudaSuccess; // each thread has its own
            wrong[t] += cudaStreamDestroy(stream) != cudaSuccess;
        });
    for (std::thread &t : threads)
        t.join();
    CHECK(wrong[0] + wrong[1] + wrong[2] + wrong[3] == 0);
    CHECK(read(out, 1)[0] == 4 * 5 * (8 * 32 + 8 * 2));
    CHECK_SUCCESS(cudaFree(out));
}

void failures_stay()
{
    CHECK_SUCCESS(go(trapping, 10, 32, 7u));
    CHECK(cudaGetLastError() == cudaSuccess);
    CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
    CHECK(cudaGetLastError() == cudaErrorLaunchFailure && cudaGetLastError() == cudaErrorLaunchFailure);
    CHECK(go(nothing, 1, 1) == cudaErrorLaunchFailure);
    void *p;
    CHECK(cudaMalloc(&p, 4) == cudaErrorLaunchFailure);
    CHECK_SUCCESS(cudaDeviceReset());
    CHECK(cudaGetLastError() == cudaSuccess);
    CHECK_SUCCESS(go(nothing, 1, 1));

    FILE *caught = std::tmpfile();
    std::fflush(stderr);
    const int kept = dup(2);
    dup2(fileno(caught), 2);
    const cudaError_t launched = go(asserting, 1, 1, 2), ended = cudaDeviceSynchronize();
    std::fflush(stderr);
    dup2(kept, 2);
    close(kept);
    std::rewind(caught);
    char line[512] = "";
    CHECK(std::fgets(line, sizeof line, caught) != nullptr);
    std::fclose(caught);
    CHECK(launched == cudaSuccess && ended == cudaErrorAssert);
    CHECK(std::strstr(line, ": block: [0,0,0], thread: [0,0,0] Assertion `value == 1` failed.\n"));
    CHECK(std::strstr(line, "asserting(int)"));
    CHECK_SUCCESS(cudaDeviceReset());
}

} // namespace

int main(int argc, char **argv)
{
    const check::test tests[] = {
        {"types", types},
        {"memory", memory},
        {"pools", pools},
        {"rows", rows},
        {"symbols", symbols},
        {"launches", launches},
        {"copies_of_arguments", copies_of_arguments},
        {"invalid_launches", invalid_launches},
        {"cooperative_launches", cooperative_launches},
        {"launch_bounds", launch_bounds},
        {"attributes", attributes},
        {"carried_attributes", carried_attributes},
        {"device", device},
        {"streams_and_events", streams_and_events},
        {"captures", captures},
        {"built_graphs", built_graphs},
        {"updated_graphs", updated_graphs},
        {"graphs_in_graphs", graphs_in_graphs},
        {"host_threads", host_threads},
        {"failures_stay", failures_stay},
    };
    return check::run(tests, argc, argv);
}
