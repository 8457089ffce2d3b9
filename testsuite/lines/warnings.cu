// nvcc has something to say of each line with the mark `said: TEXT`, and of no other.
#include <cooperative_groups.h>
#include \
    "warnings.cuh"
namespace cg = cooperative_groups;

int in_front(int n) { return n / 0; } // said: division by zero

__device__ int element(int n)
{
    int in_helper; // said: "in_helper" was declared but never referenced
    return (blockIdx.x * blockDim.x + threadIdx.x) % n;
}

__device__ int second(int n) { int beside; return element(n); } __device__ int third(int n) { return second(n); } // said: "beside" was

struct place {
    __device__ int operator()(int n) const
    {
        int in_operator; // said: "in_operator" was declared but never referenced
        return blockIdx.x + n;
    }
};

#pragma pt kernel \
    schedule(dynamic, 4)
__global__ void plain(int *out, int n)
{
    int in_body; // said: "in_body" was declared but never referenced
    if (third(n) >= n)
        return;
    out[place()(n)] = element(
        n
    );
    int behind_calls; // said: "behind_calls" was declared but never referenced
}

#pragma pt kernel
template <class T>
__global__ void of_a_template(T *out, int n)
{
    auto block = cg::this_thread_block();
    __shared__ T part[256];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    part[threadIdx.x] = block
        .group_index()
        .x;
    block
        .sync();
    T of_this_block = part[n % 256];
    if (of_this_block < 0) // said: pointless comparison of unsigned integer with zero
        out[i] = of_this_block;
}

#pragma pt kernel
__global__ void counted(int *out)
{
    static __device__ int calls;
    int beside_static; // said: "beside_static" was declared but never referenced
    atomicAdd(&calls, 1);
    out[blockIdx.x] = calls;
}

#pragma pt kernel
__global__ void in_phases(int *a, int *b, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int in_first_phase; // said: "in_first_phase" was declared but never referenced
    b[i] = a[n - 1 - i];
    #pragma pt barrier
    int in_second_phase; // said: "in_second_phase" was declared but never referenced
    a[i] = b[i];
}

#pragma pt kernel items(*count \
    + 1)
__global__ void as_counted(const int *count, int *out)
{
    int in_counted; // said: "in_counted" was declared but never referenced
    out[blockIdx.x] = 1;
}

#line 300 "generated.y"
#pragma pt kernel
__global__ void generated(int *out)
{
    int in_generated; // said: "in_generated" was declared but never referenced
    out[blockIdx.x] = 1;
}
#line 95 "warnings.cu"

#define LAUNCH(kernel, ...) kernel<<<4, 64>>>(__VA_ARGS__)

void start(int *out, int *other, unsigned *numbers, int n)
{
    #pragma pt launch mode(groups(n \
        + 1))
    plain<<<n, 256>>>(out, n);
    plain<<<n,
            n / 0>>>(out, // said: division by zero
                     n);
    of_a_template<<<n, 256>>>(numbers,
                              n % 0); // said: right operand of "%" is zero
    LAUNCH(plain, out,
           n);
    int behind_macro; // said: "behind_macro" was declared but never referenced
    in_header<<<1, 32>>>(out, n);
    counted<<<n, 32>>>(out);
    in_phases<<<n, 32>>>(out, other, n);
    as_counted<<<n, 32>>>(out, other);
    generated<<<n, 32>>>(out);
}
