// keep(...): an index, a condition or memory that hides what it depends on. No array of these loops stays in shared memory.
typedef const float &element;
enum place { first_place, second_place };
struct beside {
    float v;
    __device__ float next() const { return this[1].v; }
};
struct counting {
    float v = 1.0f;
};

__device__ int shift;
__device__ float memory[64];
__device__ float *pointer;
__constant__ const float *tables[2];
__device__ float next_of(element x) { return (&x)[1]; }
__device__ float of_memory(int i) { return memory[i]; }
__device__ int umax(int a) { return a + shift; }
__device__ int operator+(place p, int i) { return int(p) * shift + i; }
__device__ unsigned long long operator""_steps(unsigned long long n) { return n + shift; }
__device__ float bump(float x)
{
    shift xor_eq 1;
    return x;
}

#pragma pt kernel
__global__ void compares(const float *in, float *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float x = in[i];
    out[i] = x >= 0.0f ? in[i + n] : x;
}

#pragma pt kernel
__global__ void casts(const float *in, float *out, const int *more)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + (int)*more];
}

#pragma pt kernel
__global__ void declares(const float *in, float *out, const int *more)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int(j)(more[0]);
    out[i] = in[i + j];
}

#pragma pt kernel
__global__ void has_digraphs(const float *in, float *out, const int *more)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + more<:0:>];
}

#pragma pt kernel
__global__ void by_pointer(const float *in, float *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + *(pointer + i);
}

#pragma pt kernel
__global__ void by_local(const float *in, float *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float *q = pointer;
    out[i] = in[i] + q[i];
}

#pragma pt kernel
__global__ void by_table(const float *in, float *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + tables[0][i];
}

#pragma pt kernel
__global__ void by_pointers(const float *in, float *out, const float *const *more)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + more[0][i];
}

#pragma pt kernel
__global__ void by_function(const float *in, float *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + of_memory(i);
}

#pragma pt kernel
__global__ void by_reference(const float *in, float *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = next_of(in[i]);
}

#pragma pt kernel
__global__ void by_member(const beside *in, beside *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i > 0 && in[i].next() > 0.0f ? in[i] : in[i];
}

#pragma pt kernel
__global__ void own_maximum(const float *in, float *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[umax(i)];
}

#pragma pt kernel
__global__ void adds_place(const float *in, float *out, place from)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[from + i];
}

#pragma pt kernel
__global__ void has_literal(const float *in, float *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + 3_steps];
}

#pragma pt kernel
__global__ void names_global(const float *in, float *out, int shift)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (shift > 0)
        out[i] = in[i + ::shift];
}

#pragma pt kernel
__global__ void else_writes(const float *in, float *out, float *more, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i];
    else
        *more = *more + 1.0f;
}

#pragma pt kernel
__global__ void makes(const float *in, float *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + counting{}.v;
}

#pragma pt kernel
__global__ void calls_bump(const float *in, float *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = bump(in[i]);
}

__device__ int by_default(int a, int b = shift) { return a + b; }
namespace of_host {
constexpr int reach = 1;
}
namespace of_device {
__device__ int spare, reach;
}
#define STEP 1
#undef STEP
__device__ int STEP;
typedef const int &number;
constexpr number same = shift;

#pragma pt kernel
__global__ void has_default(const float *in, float *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[by_default(i)];
}

#pragma pt kernel
__global__ void declares_two(const float *in, float *out, const int *more)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int q = 2, (j)(more[0]);
    out[i] = in[i + q * j];
}

namespace of_device {
#pragma pt kernel
__global__ void reaches(const float *in, float *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + reach];
}
}

#pragma pt kernel
__global__ void steps(const float *in, float *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + STEP];
}

#pragma pt kernel
__global__ void refers(const float *in, float *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + same];
}

#pragma pt kernel
template <const int &by> __global__ void of_reference(const float *in, float *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + by];
}

#pragma pt kernel
__global__ void chooses_other(const float *in, float *out, const float *more)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] > 3.0f ? more[i] : 0.0f;
}

// Kept: two names for one kernel are two kernels, and so is a template's with other arguments; this one has one name.
#pragma pt kernel
template <class T, int by> __global__ void of_template(T *in, T *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + by];
}

void host(float *a, float *b, float *c, int *at, beside *d, beside *e, const float *const *table, int n)
{
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        compares<<<n, 128>>>(a, b, n);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        casts<<<n, 128>>>(a, b, at);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        declares<<<n, 128>>>(a, b, at);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        has_digraphs<<<n, 128>>>(a, b, at);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        by_pointer<<<n, 128>>>(a, b);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        by_local<<<n, 128>>>(a, b);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        by_table<<<n, 128>>>(a, b);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        by_pointers<<<n, 128>>>(a, b, table);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        by_function<<<n, 128>>>(a, b);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        by_reference<<<n, 128>>>(a, b);
    #pragma pt loop keep(d)
    for (int t = 0; t < n; t++)
        by_member<<<n, 128>>>(d, e);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        own_maximum<<<n, 128>>>(a, b);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        adds_place<<<n, 128>>>(a, b, second_place);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        has_literal<<<n, 128>>>(a, b);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        names_global<<<n, 128>>>(a, b, n);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        else_writes<<<n, 128>>>(a, b, c, n);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        makes<<<n, 128>>>(a, b);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        calls_bump<<<n, 128>>>(a, b);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        has_default<<<n, 128>>>(a, b);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        declares_two<<<n, 128>>>(a, b, at);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        of_device::reaches<<<n, 128>>>(a, b);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        steps<<<n, 128>>>(a, b);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        refers<<<n, 128>>>(a, b);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        of_reference<shift><<<n, 128>>>(a, b);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++)
        chooses_other<<<n, 128>>>(a, b, c);
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++) {
        of_template<float, 1><<<n, 128>>>(a, b);
        of_template<float, 2><<<n, 128>>>(b, a);
    }
    #pragma pt loop keep(a)
    for (int t = 0; t < n; t++) {
        of_template<float, 1><<<n, 128>>>(a, b);
        of_template<float, 1><<<n, 128>>>(b, a);
    }
}
