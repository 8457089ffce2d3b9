// nvcc takes the second one for a kernel, and clang takes it for nothing.
#pragma pt kernel
template <class T> __global__ void k(T *out) { out[blockIdx.x] = 0; }
template <> __global__ void k<float>(float *out) { out[blockIdx.x] = 1; }
template <> void k<int>(int *out) { out[blockIdx.x] = 2; }

template <class T> __global__ void plain(T *out) { out[blockIdx.x] = 0; }
template <> void plain<int>(int *out) { out[blockIdx.x] = 2; }

class secret {
    friend void k<double>(double *);
};
