// sanitizer: none
// report: PTRT_CPU_SHARED_PER_SM='32768' is not a number from 50176
// environment: PTRT_CPU_SHARED_PER_SM=32768 PTRT_CPU_SMS=3
// A device that cannot be is said to be none, and what can be is as it is asked for.
#include <cstdio>

int main()
{
    cudaDeviceProp device;
    cudaGetDeviceProperties(&device, 0);
    if (device.multiProcessorCount != 3 || device.sharedMemPerMultiprocessor != 233472) {
        std::fprintf(stderr, "another device\n");
        return 0;
    }
    return 3; // as programs with a report end
}
