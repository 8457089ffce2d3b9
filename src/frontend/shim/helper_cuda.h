// The helpers of cuda-samples (Common), for sources that were taken out of it; a copy beside the source comes first.
#ifndef PTCC_SHIM_HELPER_CUDA_H
#define PTCC_SHIM_HELPER_CUDA_H

#include "helper_string.h"

#define COMMON_HELPER_CUDA_H_
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
#ifndef MAX
#define MAX(a, b) (a > b ? a : b)
#endif
template <class T> void check(T result, const char *function, const char *file, int line);
#define checkCudaErrors(value) check((value), #value, __FILE__, __LINE__)
#define getLastCudaError(message) __getLastCudaError(message, __FILE__, __LINE__)
#define printLastCudaError(message) __getLastCudaError(message, __FILE__, __LINE__)
void __getLastCudaError(const char *message, const char *file, int line);
template <class T> const char *_cudaGetErrorEnum(T error);
int ftoi(float value);
int _ConvertSMVer2Cores(int major, int minor);
const char *_ConvertSMVer2ArchName(int major, int minor);
int gpuDeviceInit(int device);
int gpuGetMaxGflopsDeviceId();
int findCudaDevice(int argc, const char **argv);
int findIntegratedGPU();
bool checkCudaCapabilities(int major, int minor);
void DEVICE_RESET();

#endif
