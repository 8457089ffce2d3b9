// Launches on the CPU back end: their ways and arguments, those that are refused, and the attributes of kernels.
//
// In:  libptcpu. Out: TAP. Invariant: each test leaves no error and no attribute behind that another one looks at.
#include "kernels.hpp"

#include <pt/occupancy.cuh>

namespace {

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

__global__ void launching(unsigned *out)
{
    if (threadIdx.x == 0)
        go(fill, 3, 4, out, 5u);
}
__global__ void many(unsigned char a, double b, float2 c, dim3 d, const char *e, double *out)
{
    *out = a + b + static_cast<double>(c.x + c.y) + d.y + e[0];
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

} // namespace

int main(int argc, char **argv)
{
    const check::test tests[] = {
        {"launches", launches},
        {"copies_of_arguments", copies_of_arguments},
        {"invalid_launches", invalid_launches},
        {"cooperative_launches", cooperative_launches},
        {"launch_bounds", launch_bounds},
        {"attributes", attributes},
        {"carried_attributes", carried_attributes},
    };
    return check::run(tests, argc, argv);
}
