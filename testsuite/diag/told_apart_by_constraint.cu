// Kernels of one name that only constraints tell apart: what is generated for them could not be told apart.
template <class T> concept wide = sizeof(T) == 8;

#pragma pt kernel
template <class T> __global__ void k(T *p) { p[blockIdx.x] += 2; }

#pragma pt kernel
template <class T> requires wide<T> __global__ void k(T *p) { p[blockIdx.x] += 3; }

// Functions of the device that get a copy are told apart by their names and arguments, too.
template <class T> __device__ int place(T) { return blockIdx.x; }
template <wide T> __device__ int place(T) { return gridDim.x - blockIdx.x; }

#pragma pt kernel
template <class T> __global__ void indexed(T *p) { p[place(T())] = 1; }

void launch(int *p, double *q)
{
    k<<<1, 1>>>(p);
    k<<<1, 1>>>(q);
    indexed<<<2, 1>>>(p);
    indexed<<<2, 1>>>(q);
}
