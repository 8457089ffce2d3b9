// What decltype names in a signature runs nowhere, so that nvcc takes a function of the host there, and clang none: then it takes another overload.
struct item {
    int a;
};
__host__ int host_free(item) { return 1; }
template <class T> T my_declval();
template <class T> __host__ __device__ T both_declval();

template <class T> __device__ auto by_call(T x, int) -> decltype(host_free(x)) { return 3 + blockIdx.x; }
template <class T> __device__ int by_call(T x, long) { return 100; }

template <class T> __device__ auto by_template(T x, int) -> decltype(my_declval<T>().a) { return 3; }
template <class T> __device__ int by_template(T x, long) { return 100 + blockIdx.x; }

template <class T> __device__ auto by_both(T x, int) -> decltype(both_declval<T>().a) { return 3 + blockIdx.x; }
template <class T> __device__ int by_both(T x, long) { return 100; }

template <class T> __device__ auto of_no_block(T x, int) -> decltype(my_declval<T>().a) { return 3; }
template <class T> __device__ int of_no_block(T x, long) { return 100; }

template <class T, class = decltype(my_declval<T>().a)> __device__ int by_default(T x, int) { return 3 + blockIdx.x; }
template <class T> __device__ int by_default(T x, long) { return 100; }

#pragma pt kernel
__global__ void k(int *out)
{
    out[blockIdx.x] = by_call(item(), 0);
    out[blockIdx.x] += by_template(item(), 0);
    out[blockIdx.x] += by_both(item(), 0);
    out[blockIdx.x] += of_no_block(item(), 0);
    out[blockIdx.x] += by_default(item(), 0);
}
