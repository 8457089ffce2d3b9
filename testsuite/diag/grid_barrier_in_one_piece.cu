// Kernels with barriers of the grid: those that stay in one piece, each for another reason, and those next to them that split.
#pragma pt kernel
__global__ void splits(const float *in, float *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = n - 1 - i;
    if (i >= n)
        return;
    out[i] = in[i];
    #pragma pt barrier
    out[j] += in[i];
}

#pragma pt kernel
__global__ void splits_in_loop(float *a, float *b, int n, int times)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    #pragma unroll 1
    for (int t = 0; t < times; t++) {
        #pragma unroll
        for (int k = 0; k < 4; k++)
            b[i] = a[(i + k) % n];
        #pragma pt barrier
        float *const swapped = a;
        a = b, b = swapped;
    }
}

#pragma pt kernel
template <class T> __global__ void splits_template(T *a, T *b, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[k];
    b[i] = sum;
    #pragma pt barrier
    a[i] = b[n - 1 - i];
}

#pragma pt kernel
__global__ void loaded(float *a, float *b, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float v = a[i];
    #pragma pt barrier
    b[i] = v;
}

#pragma pt kernel
__global__ void changed(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = 1;
    #pragma pt barrier
    i += n;
    #pragma pt barrier
    a[i] = 2;
}

#pragma pt kernel
__global__ void shared(float *a)
{
    __shared__ float kept[32];
    kept[threadIdx.x] = a[threadIdx.x];
    #pragma pt barrier
    a[threadIdx.x] += kept[threadIdx.x];
}

#pragma pt kernel
__global__ void leaves(float *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (a[i] > 1)
        return;
    #pragma pt barrier
    a[i] = n;
}

#pragma pt kernel
__global__ void leaves_loop(float *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int t = 0; t < n; t++) {
        if (a[0] > t)
            break;
        #pragma pt barrier
        a[i] = n;
    }
}

#pragma pt kernel
__global__ void on_memory(float *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (a[0] < 3) {
        #pragma pt barrier
        a[i] += 1;
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void moved(float *a, int n)
{
    a += blockIdx.x * blockDim.x;
    a[threadIdx.x] = 1;
    #pragma pt barrier
    a[threadIdx.x] += n;
}

#pragma pt kernel
__global__ void depends_on_a_swap(float *a, float *b, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float *row = a + i;
    *row = 1;
    #pragma pt barrier
    float *swapped = a;
    a = b;
    b = swapped;
    a[i] = *row;
}

#pragma pt kernel
__global__ void returns_between_phases(float *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int round = 0;
    a[i] = 1;
    #pragma pt barrier
    if (a[i] > 3)
        return;
    round = n;
    a[i] = round;
}

struct counted {
    float *values;
    int count;
    __device__ void shrink() { count--; }
};

#pragma pt kernel
__global__ void splits_by_members(counted a, counted b)
{
    const int i{static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x)};
    for (int t = 0; t < a.count; t++) {
        b.values[i] = a.values[i];
        #pragma pt barrier
        a.values[i] = b.values[a.count - 1 - i];
        #pragma pt barrier
    }
}

__device__ void shrink(counted &by_reference) { by_reference.count--; }

#pragma pt kernel
__global__ void shrinks(counted a, counted b)
{
    for (int t = 0; t < a.count; t++) {
        b.values[t] = blockIdx.x;
        #pragma pt barrier
        if (threadIdx.x == 3)
            a.shrink();
    }
}

#pragma pt kernel
__global__ void is_shrunk(counted a, counted b)
{
    for (int t = 0; t < a.count; t++) {
        b.values[t] = blockIdx.x;
        #pragma pt barrier
        if (threadIdx.x == 3)
            shrink(a);
    }
}

#pragma pt kernel
__global__ void is_shrunk_by_another_name(counted a, counted b)
{
    for (int t = 0; t < a.count; t++) {
        b.values[t] = blockIdx.x;
        #pragma pt barrier
        counted &c = a;
        if (threadIdx.x == 3)
            c.count--;
    }
}

struct refers {
    float *values;
    int &count;
};

#pragma pt kernel
__global__ void counts_elsewhere(refers a)
{
    for (int t = 0; t < a.count; t++) {
        a.values[t] = blockIdx.x;
        #pragma pt barrier
    }
}

constexpr int rounds = 3, often = 4;
namespace other {
__device__ int often = 5;
}

#pragma pt kernel
__global__ void splits_by_constant(float *a)
{
    for (int t = 0; t < rounds; t++) {
        a[t] += blockIdx.x;
        #pragma pt barrier
    }
}

using namespace other;
#pragma pt kernel
__global__ void not_sure_which(float *a)
{
    for (int t = 0; t < ::often; t++) {
        a[t] += blockIdx.x;
        #pragma pt barrier
    }
}

namespace other {
#pragma pt kernel
__global__ void is_no_constant(float *a)
{
    for (int t = 0; t < often; t++) {
        a[t] += blockIdx.x;
        #pragma pt barrier
    }
}
}

struct ends {
    float *at;
    __device__ ~ends() { *at = 1; }
};

#pragma pt kernel
__global__ void ends_late(float *a, int n)
{
    ends e = {a + blockIdx.x};
    a[blockIdx.x] = 2;
    #pragma pt barrier
    a[n - 1 - blockIdx.x] += 3;
}

#pragma pt kernel
__global__ void has_no_braces(float *a, int n)
{
    if (n > 3) {
        a[blockIdx.x] = 2;
        #pragma pt barrier
        a[n - 1 - blockIdx.x] += 3;
    } else
        a[blockIdx.x] = 1;
}

// Where all threads have returned, nobody reads `*flag`.
#pragma pt kernel
__global__ void reads_behind_a_guard(float *a, const int *flag, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    while (*flag < 3) {
        a[i] = 2;
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void refers_to_a_sum(float *a, int n)
{
    float sum = a[blockIdx.x], &again = sum;
    #pragma pt barrier
    a[n - 1 - blockIdx.x] += again;
}

#pragma pt kernel
__global__ void size_of_its_own(float *a)
{
    const int size = 4;
    float parts[size];
    parts[0] = a[blockIdx.x];
    #pragma pt barrier
    a[blockIdx.x + 1] = parts[0];
}

struct makes {
    float value;
    __device__ explicit makes(float v) : value(v) {}
};

#pragma pt kernel
__global__ void has_a_constructor(float *a)
{
    makes m(a[blockIdx.x]);
    #pragma pt barrier
    a[blockIdx.x + 1] = m.value;
}

#pragma pt kernel
__global__ void shared_in_a_loop(float *a, int n)
{
    for (int t = 0; t < n; t++) {
        __shared__ float part[32];
        part[threadIdx.x] = a[threadIdx.x];
        #pragma pt barrier
        a[blockIdx.x * 32 + threadIdx.x] = part[31 - threadIdx.x];
        #pragma pt barrier
    }
}

constexpr int Scale = 3;

#pragma pt kernel
__global__ void hides_a_name(float *a)
{
    float v = Scale * a[blockIdx.x], Scale = 2;
    #pragma pt barrier
    a[blockIdx.x + 1] = v + Scale;
}

struct begins {
    begins() = default;
    int value = 5;
};

#pragma pt kernel
__global__ void begins_anew(float *a)
{
    begins b;
    b.value += a[blockIdx.x];
    #pragma pt barrier
    a[blockIdx.x + 1] = b.value;
}

#pragma pt kernel
__global__ void returns_in_a_loop(float *a)
{
    for (;;) {
        a[blockIdx.x] += 1;
        #pragma pt barrier
        if (a[blockIdx.x] > 20)
            return;
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void name_of_ptcc(float *a)
{
    {
        int pt_left = threadIdx.x % 3;
        if (pt_left == 1)
            return;
    }
    #pragma pt barrier
    a[blockIdx.x] += 1;
}

typedef const float fixed;

#pragma pt kernel
__global__ void constant_by_its_type(float *a)
{
    fixed v = a[blockIdx.x];
    #pragma pt barrier
    a[blockIdx.x + 1] = v;
}

#pragma pt kernel
__global__ void two_in_a_head(float *a, float *b, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0; t < n; t++) {
        b[i] = a[i + 1] + t;
        #pragma pt barrier
        a[i] = b[i + 3];
        #pragma pt barrier
    }
}
