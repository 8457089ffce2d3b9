// See helper_cuda.h.
#include "cuda.h"
#include "helper_cuda.h"
int findCudaDeviceDRV(int argc, const char **argv);
int gpuGetMaxGflopsDeviceIdDRV();
int gpuDeviceInitDRV(int argc, const char **argv);
