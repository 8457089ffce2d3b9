// A template header and a parameter of type auto.
#pragma pt kernel
template <class T> __global__ void both(T *out, auto value) { out[blockIdx.x] = value; }
