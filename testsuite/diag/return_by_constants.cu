// Constants of the program are the same for all threads, wherever they are declared; what may change, or has another's name, need not be.
#include <cub/block/block_reduce.cuh>

constexpr int lanes = 32;
static const unsigned most = 7;
enum { columns = 16 };
enum class kind : int { plain = 3 };
namespace sizes {
constexpr int rows = 4;
__device__ int changing = 4;
}
struct traits {
    static constexpr int items = 5;
    enum { threads = 64 };
};
__device__ int changing_too = 4;
struct both {
    static constexpr int width = 3;
};
__device__ int width = 3;

#define SUM()                                                          \
    typedef cub::BlockReduce<float, 256> reduce;                       \
    __shared__ typename reduce::TempStorage temp;                      \
    const float sum = reduce(temp).Sum(in[threadIdx.x]);               \
    if (threadIdx.x == 0)                                              \
        out[blockIdx.x] = sum

#pragma pt kernel
__global__ void by_constants(float *out, const float *in, int n)
{
    if (blockIdx.x >= n / lanes + most)
        return;
    if (blockIdx.x * columns >= n || n % int(kind::plain))
        return;
    if (blockIdx.x >= sizes::rows * ::traits::items + traits::threads)
        return;
    SUM();
}

#pragma pt kernel
__global__ void by_variable(float *out, const float *in, int n)
{
    if (blockIdx.x >= n / changing_too)
        return;
    SUM();
}

#pragma pt kernel
__global__ void by_qualified_variable(float *out, const float *in, int n, int changing)
{
    if (blockIdx.x >= changing / sizes::changing)
        return;
    SUM();
}

#pragma pt kernel
__global__ void by_one_of_two(float *out, const float *in, int n)
{
    if (blockIdx.x >= n / both::width)
        return;
    SUM();
}

#pragma pt kernel
__global__ void by_local(float *out, const float *in, int n)
{
    const int lanes = threadIdx.x + 1;
    if (blockIdx.x >= n / lanes)
        return;
    SUM();
}
