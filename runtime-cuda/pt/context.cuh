// What is asked of CUDA about contexts, captures, events and memory, on the way to a launch.
//
// In:  a stream, an event, an address. Out: answers.
// Invariant: nothing is made or waited for, a capture of another thread goes on, and CUDA's last error is as it was wherever the launch that
//            is asked for succeeds.
#ifndef PT_CONTEXT_CUH
#define PT_CONTEXT_CUH

#include <cuda_runtime.h>

#include <stddef.h>
#include <stdint.h>

// Files of one program may have different default streams (nvcc --default-stream), and what calls into CUDA for them different code.
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
#define PTRT_OF_THIS_FILE inline namespace stream_of_thread
#else
#define PTRT_OF_THIS_FILE inline namespace stream_of_all
#endif

namespace ptrt {
PTRT_OF_THIS_FILE {

namespace detail {

// Within this scope the calling thread's CUDA calls neither fail for nor break a capture that another thread
// has under way.
class capture_aside {
  public:
    capture_aside() : mode_(cudaStreamCaptureModeRelaxed) { cudaThreadExchangeStreamCaptureMode(&mode_); }
    ~capture_aside() { cudaThreadExchangeStreamCaptureMode(&mode_); }
    capture_aside(const capture_aside &) = delete;
    capture_aside &operator=(const capture_aside &) = delete;

  private:
    cudaStreamCaptureMode mode_;
};

using context_identity = int (*)(void *, unsigned long long *);

#if defined(PT_CPU)

static inline bool current_context(uint64_t *identity, bool *exact)
{
    *identity = pt_cpu_context();
    return *exact = true;
}

static inline bool is_active(int) { return true; }

static inline bool allocation_of(const void *pointer, size_t *begin, size_t *bytes) { return pt_cpu_allocation_of(pointer, begin, bytes); }

#else

static inline void *driver_function(const char *name)
{
    void *address = nullptr;
    const capture_aside aside;
#if CUDART_VERSION >= 12050
    cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSymbolNotFound;
    if (cudaGetDriverEntryPointByVersion(name, &address, 12000, cudaEnableDefault, &found) != cudaSuccess ||
        found != cudaDriverEntryPointSuccess)
        address = nullptr;
#elif CUDART_VERSION >= 12000
    cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSymbolNotFound;
    if (cudaGetDriverEntryPoint(name, &address, cudaEnableDefault, &found) != cudaSuccess ||
        found != cudaDriverEntryPointSuccess)
        address = nullptr;
#else
    (void)name;
#endif
    return address;
}

// Has the device a context, which a call for it would otherwise make?
static inline bool is_active(int device)
{
    using primary_context_state = int (*)(int, unsigned *, int *);
    const primary_context_state ask = reinterpret_cast<primary_context_state>(driver_function("cuDevicePrimaryCtxGetState"));
    unsigned flags = 0;
    int active = 0;
    return ask && ask(device, &flags, &active) == 0 && active;
}

// What was allocated as one, and holds the address of the device.
static inline bool allocation_of(const void *pointer, size_t *begin, size_t *bytes)
{
    using address_range = int (*)(size_t *, size_t *, size_t);
    static const address_range ask = reinterpret_cast<address_range>(driver_function("cuMemGetAddressRange"));
    return ask && ask(begin, bytes, reinterpret_cast<size_t>(pointer)) == 0;
}

// Tells the current context from all others of the process, before and after cudaDeviceReset. False when
// there is none yet. Drivers that cannot tell (before CUDA 12) count devices instead.
static inline bool current_context(uint64_t *identity, bool *exact)
{
    static const context_identity get = reinterpret_cast<context_identity>(driver_function("cuCtxGetId"));
    *exact = get != nullptr;
    if (get) {
        unsigned long long id = 0;
        if (get(nullptr, &id) != 0)
            return false;
        *identity = id;
        return true;
    }
    int device = 0;
    if (cudaGetDevice(&device) != cudaSuccess)
        return false;
    *identity = static_cast<uint64_t>(device);
    return true;
}

#endif

static inline int elapsed(void *begin, void *end, double *microseconds)
{
    if (cudaPeekAtLastError() != cudaSuccess)
        return 0; // an error of the program's own is not to be covered by cudaErrorNotReady
    const capture_aside aside;
    const cudaError_t state = cudaEventQuery(static_cast<cudaEvent_t>(end));
    if (state == cudaErrorNotReady) {
        if (cudaPeekAtLastError() == cudaErrorNotReady)
            cudaGetLastError();
        return 0;
    }
    float milliseconds = 0.0f;
    if (state != cudaSuccess || cudaEventElapsedTime(&milliseconds, static_cast<cudaEvent_t>(begin),
                                                     static_cast<cudaEvent_t>(end)) != cudaSuccess)
        return -1;
    *microseconds = static_cast<double>(milliseconds) * 1e3;
    return 1;
}

static inline int is_capturing(void *stream)
{
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    return cudaStreamIsCapturing(static_cast<cudaStream_t>(stream), &status) != cudaSuccess ||
           status != cudaStreamCaptureStatusNone;
}

} // namespace detail
} // PTRT_OF_THIS_FILE
} // namespace ptrt

#endif
