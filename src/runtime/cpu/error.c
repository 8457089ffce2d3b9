// Errors of the CUDA runtime API: the last error of each host thread, errors that stay, names and texts.
//
// In:  what calls fail with. Out: cudaGetLastError and its like.
// Invariant: asking never changes anything but what cudaGetLastError takes back. Code that a launch runs has a last
//            error of its own, since the host thread that launches may be one of those that run it.
#include "api.h"

#include <stdio.h>
#include <stdlib.h>

static _Thread_local cudaError_t last_of_host, last_of_device;
static atomic_int sticky;

static cudaError_t *last(void)
{
    return pt_cpu_on_device() ? &last_of_device : &last_of_host;
}

cudaError_t pt_api_fail(cudaError_t error)
{
    if (error != cudaSuccess)
        *last() = error;
    return error;
}

cudaError_t pt_cpu_set_last_error(cudaError_t error)
{
    return pt_api_fail(error);
}

cudaError_t pt_api_sticky(void)
{
    return (cudaError_t)atomic_load_explicit(&sticky, memory_order_acquire);
}

void pt_api_launch_ended(cudaError_t by)
{
    int none = cudaSuccess; // the first failure is the one that is told about
    atomic_compare_exchange_strong(&sticky, &none, (int)by);
}

void pt_api_errors_reset(void)
{
    atomic_store(&sticky, cudaSuccess);
    *last() = cudaSuccess;
}

cudaError_t cudaGetLastError(void)
{
    cudaError_t *error = last();
    const cudaError_t result = *error;
    if (result != pt_api_sticky())
        *error = cudaSuccess;
    return result;
}

cudaError_t cudaPeekAtLastError(void)
{
    return *last();
}

static const struct {
    cudaError_t error;
    const char *name, *text;
} texts[] = {
#define PT_API_ERROR(error, text) {error, #error, text}
    PT_API_ERROR(cudaSuccess, "no error"),
    PT_API_ERROR(cudaErrorInvalidValue, "invalid argument"),
    PT_API_ERROR(cudaErrorMemoryAllocation, "out of memory"),
    PT_API_ERROR(cudaErrorInitializationError, "initialization error"),
    PT_API_ERROR(cudaErrorCudartUnloading, "driver shutting down"),
    PT_API_ERROR(cudaErrorProfilerDisabled, "profiler disabled"),
    PT_API_ERROR(cudaErrorInvalidConfiguration, "invalid configuration argument"),
    PT_API_ERROR(cudaErrorInvalidPitchValue, "invalid pitch argument"),
    PT_API_ERROR(cudaErrorInvalidSymbol, "invalid device symbol"),
    PT_API_ERROR(cudaErrorInvalidHostPointer, "invalid host pointer"),
    PT_API_ERROR(cudaErrorInvalidDevicePointer, "invalid device pointer"),
    PT_API_ERROR(cudaErrorInvalidTexture, "invalid texture reference"),
    PT_API_ERROR(cudaErrorInvalidTextureBinding, "texture is not bound to a pointer"),
    PT_API_ERROR(cudaErrorInvalidChannelDescriptor, "invalid channel descriptor"),
    PT_API_ERROR(cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy"),
    PT_API_ERROR(cudaErrorInvalidFilterSetting, "linear filtering not supported for non-float type"),
    PT_API_ERROR(cudaErrorInvalidNormSetting, "read as normalized float not supported for 32-bit non float type"),
    PT_API_ERROR(cudaErrorStubLibrary, "CUDA driver is a stub library"),
    PT_API_ERROR(cudaErrorInsufficientDriver, "CUDA driver version is insufficient for CUDA runtime version"),
    PT_API_ERROR(cudaErrorCallRequiresNewerDriver, "API call is not supported in the installed CUDA driver"),
    PT_API_ERROR(cudaErrorInvalidSurface, "invalid surface reference"),
    PT_API_ERROR(cudaErrorDevicesUnavailable, "all CUDA-capable devices are busy or unavailable"),
    PT_API_ERROR(cudaErrorMissingConfiguration, "__global__ function call is not configured"),
    PT_API_ERROR(cudaErrorLaunchMaxDepthExceeded, "launch would exceed maximum depth of nested launches"),
    PT_API_ERROR(cudaErrorLaunchPendingCountExceeded, "launch failed because launch would exceed cudaLimitDevRuntimePendingLaunchCount"),
    PT_API_ERROR(cudaErrorInvalidDeviceFunction, "invalid device function"),
    PT_API_ERROR(cudaErrorNoDevice, "no CUDA-capable device is detected"),
    PT_API_ERROR(cudaErrorInvalidDevice, "invalid device ordinal"),
    PT_API_ERROR(cudaErrorStartupFailure, "startup failure in cuda runtime"),
    PT_API_ERROR(cudaErrorInvalidKernelImage, "device kernel image is invalid"),
    PT_API_ERROR(cudaErrorDeviceUninitialized, "invalid device context"),
    PT_API_ERROR(cudaErrorNoKernelImageForDevice, "no kernel image is available for execution on the device"),
    PT_API_ERROR(cudaErrorECCUncorrectable, "uncorrectable ECC error encountered"),
    PT_API_ERROR(cudaErrorUnsupportedLimit, "limit is not supported on this architecture"),
    PT_API_ERROR(cudaErrorDeviceAlreadyInUse, "exclusive-thread device already in use by a different thread"),
    PT_API_ERROR(cudaErrorPeerAccessUnsupported, "peer access is not supported between these two devices"),
    PT_API_ERROR(cudaErrorInvalidPtx, "a PTX JIT compilation failed"),
    PT_API_ERROR(cudaErrorInvalidSource, "device kernel image is invalid"),
    PT_API_ERROR(cudaErrorFileNotFound, "file not found"),
    PT_API_ERROR(cudaErrorSharedObjectSymbolNotFound, "shared object symbol not found"),
    PT_API_ERROR(cudaErrorSharedObjectInitFailed, "shared object initialization failed"),
    PT_API_ERROR(cudaErrorOperatingSystem, "OS call failed or operation not supported on this OS"),
    PT_API_ERROR(cudaErrorInvalidResourceHandle, "invalid resource handle"),
    PT_API_ERROR(cudaErrorIllegalState, "the operation cannot be performed in the present state"),
    PT_API_ERROR(cudaErrorSymbolNotFound, "named symbol not found"),
    PT_API_ERROR(cudaErrorNotReady, "device not ready"),
    PT_API_ERROR(cudaErrorIllegalAddress, "an illegal memory access was encountered"),
    PT_API_ERROR(cudaErrorLaunchOutOfResources, "too many resources requested for launch"),
    PT_API_ERROR(cudaErrorLaunchTimeout, "the launch timed out and was terminated"),
    PT_API_ERROR(cudaErrorPeerAccessAlreadyEnabled, "peer access is already enabled"),
    PT_API_ERROR(cudaErrorPeerAccessNotEnabled, "peer access has not been enabled"),
    PT_API_ERROR(cudaErrorSetOnActiveProcess, "cannot set while device is active in this process"),
    PT_API_ERROR(cudaErrorContextIsDestroyed, "context is destroyed"),
    PT_API_ERROR(cudaErrorAssert, "device-side assert triggered"),
    PT_API_ERROR(cudaErrorHostMemoryAlreadyRegistered, "part or all of the requested memory range is already mapped"),
    PT_API_ERROR(cudaErrorHostMemoryNotRegistered, "pointer does not correspond to a registered memory region"),
    PT_API_ERROR(cudaErrorHardwareStackError, "hardware stack error"),
    PT_API_ERROR(cudaErrorIllegalInstruction, "an illegal instruction was encountered"),
    PT_API_ERROR(cudaErrorMisalignedAddress, "misaligned address"),
    PT_API_ERROR(cudaErrorInvalidAddressSpace, "operation not supported on global/shared address space"),
    PT_API_ERROR(cudaErrorInvalidPc, "invalid program counter"),
    PT_API_ERROR(cudaErrorLaunchFailure, "unspecified launch failure"),
    PT_API_ERROR(cudaErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch"),
    PT_API_ERROR(cudaErrorNotPermitted, "operation not permitted"),
    PT_API_ERROR(cudaErrorNotSupported, "operation not supported"),
    PT_API_ERROR(cudaErrorSystemNotReady, "system not yet initialized"),
    PT_API_ERROR(cudaErrorStreamCaptureUnsupported, "operation not permitted when stream is capturing"),
    PT_API_ERROR(cudaErrorStreamCaptureInvalidated, "operation failed due to a previous error during capture"),
    PT_API_ERROR(cudaErrorStreamCaptureMerge, "operation would result in a merge of separate capture sequences"),
    PT_API_ERROR(cudaErrorStreamCaptureUnmatched, "capture was not ended in the same stream as it began"),
    PT_API_ERROR(cudaErrorStreamCaptureUnjoined, "capturing stream has unjoined work"),
    PT_API_ERROR(cudaErrorStreamCaptureIsolation, "dependency created on uncaptured work in another stream"),
    PT_API_ERROR(cudaErrorStreamCaptureImplicit, "operation would make the legacy stream depend on a capturing blocking stream"),
    PT_API_ERROR(cudaErrorCapturedEvent, "operation not permitted on an event last recorded in a capturing stream"),
    PT_API_ERROR(cudaErrorStreamCaptureWrongThread, "attempt to terminate a thread-local capture sequence from another thread"),
    PT_API_ERROR(cudaErrorTimeout, "wait operation timed out"),
    PT_API_ERROR(cudaErrorGraphExecUpdateFailure, "the graph update was not performed because it included changes which violated constraints specific to instantiated graph update"),
    PT_API_ERROR(cudaErrorExternalDevice, "external device error"),
    PT_API_ERROR(cudaErrorInvalidClusterSize, "invalid cluster size"),
    PT_API_ERROR(cudaErrorFunctionNotLoaded, "function not loaded"),
    PT_API_ERROR(cudaErrorUnknown, "unknown error"),
#undef PT_API_ERROR
};

const char *cudaGetErrorName(cudaError_t error)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].error == error)
            return texts[i].name;
    return "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].error == error)
            return texts[i].text;
    return "unrecognized error code";
}

void pt_cpu_assert_failed(const char *expression, const char *file, unsigned line, const char *function)
{
    if (!pt_cpu_on_device()) {
        fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, expression);
        fflush(stderr);
        abort();
    }
    const pt_cpu_index_t block = pt_cpu_block_index, thread = pt_cpu_thread_index;
    fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file, line, function,
            block.x, block.y, block.z, thread.x, thread.y, thread.z, expression);
    // Before the launch ends: who sees it ended also sees by what.
    pt_api_launch_ended(cudaErrorAssert);
    pt_cpu_trap();
}
