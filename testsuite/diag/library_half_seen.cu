// What a library has in other words for the device is looked at where device code may come to it: by an open call, or through other functions.
#include <half_seen.cuh>

// Comes to none.
#pragma pt kernel
__global__ void named(float *out, float by) { out[blockIdx.x] *= by; }

#pragma pt kernel
template <class T> __global__ void open(int *out, T x) { out[blockIdx.x] = x; }

void both(int *out)
{
    open<<<8, 32>>>(out, half_seen::place());
    named<<<8, 32>>>(nullptr, half_seen::number{2.0f});
}
