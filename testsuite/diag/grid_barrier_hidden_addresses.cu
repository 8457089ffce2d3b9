// What cannot live across a barrier, though nothing behind the barrier names it, or its declaration does not say so: then the kernel stays in one piece.
struct vec {
    float v[3];
    __device__ vec(float x) { v[0] = x, v[1] = x + 1, v[2] = x + 2; }
    __device__ const float *data() const { return v; }
    __device__ operator const float *() const { return v; }
};

#pragma pt kernel
__global__ void by_member(const float *a, float *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    vec w(a[i]);
    const float *p{w.data()};
    #pragma pt barrier
    b[i] = p[0] + p[1];
}

#pragma pt kernel
__global__ void by_conversion(const float *a, float *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    vec w(a[i]);
    const float *p;
    p = w;
    #pragma pt barrier
    b[i] = p[0];
}

struct holder {
    const float &v;
};

#pragma pt kernel
__global__ void by_reference(const float *a, float *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i];
    holder h{x};
    #pragma pt barrier
    b[i] = h.v;
}

#pragma pt kernel
__global__ void of_a_parameter(const float *a, float *b, float c, float d)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float *p = &(i % 2 ? c : d);
    #pragma pt barrier
    b[i] = *p + a[i];
}

struct small_vector {
    float data[4];
    float *end;
    small_vector() = default;
    __device__ small_vector(float x) : end(data) { push(x); }
    __device__ void push(float x) { *end++ = x; }
};

#pragma pt kernel
__global__ void keeps_its_own(const float *a, float *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    small_vector w(a[i]);
    #pragma pt barrier
    w.push(3);
    b[i] = w.data[0] + w.data[1];
}

struct counter {
    int n;
    __device__ int get() { return ++n; }
    __device__ int get() const { return n; }
};

#pragma pt kernel
__global__ void is_const(const float *a, float *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const counter c = {(int)a[i]};
    #pragma pt barrier
    b[i] = c.get();
}

template <class T> __device__ int kind(T &) { return 1; }
template <class T> __device__ int kind(const T &) { return 2; }

#pragma pt kernel
__global__ void is_const_number(const float *a, float *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float w = a[i];
    #pragma pt barrier
    b[i] = kind(w);
}

#pragma pt kernel
__global__ void beside_a_constant(const float *a, float *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int taps = 4, first = (int)a[i];
    #pragma pt barrier
    switch (first) {
    case taps: b[i] = 1; break;
    default: b[i] = 0;
    }
}

class machine {
    enum mode { off, on };

public:
    __device__ mode get(int i) const { return i % 2 ? on : off; }
};

#pragma pt kernel
__global__ void of_a_private_type(float *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    auto s = machine().get(i);
    #pragma pt barrier
    b[i] = (int)s;
}

// All threads may have returned, and the loop would not end.
#pragma pt kernel
__global__ void steps_by_a_parameter(float *a, float *b, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int first = 0; first < m; first += n) {
        a[first + i] += 1;
        #pragma pt barrier
        b[first + i] = a[m - 1 - first - i];
    }
}

#pragma pt kernel
__global__ void steps_by_a_sum(float *a, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int first = 0;
    if (i >= n)
        return;
    while (first < m) {
        a[first + i] += 1;
        #pragma pt barrier
        first = first + n;
    }
}

#ifdef FIXED_ROUND
#define round_now 8
#else
__device__ int round_now;
#endif

#pragma pt kernel
__global__ void named_like_a_macro(float *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int r = round_now;
    #pragma pt barrier
    b[i] = r;
}

// A macro of the command line.
__device__ float weight;

#pragma pt kernel
__global__ void by_flag(const float *a, float *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float weight = a[i];
    #pragma pt barrier
    b[i] = CHOSEN;
}

// What libclang does not show.
#pragma pt kernel
__global__ void in_a_head(const float *a, float *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i];
    #pragma pt barrier
    switch (x += 1; i % 3) {
    case 0: b[i] = 1; break;
    default: b[i] = 0;
    }
    #pragma pt barrier
    b[i] += x;
}

// None of these: constructors that are given all, numbers beside names, steps that are numbers, a head that only declares.
struct span {
    const float *p;
    int n;
    span() = default;
    __device__ span(const float *q, int k) : p(q), n(k) {}
    __device__ float at(int i) const { return p[i]; }
};

#pragma pt kernel
__global__ void let_through(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    span s(a, n);
    const float *row = a + (i - threadIdx.x);
    const int factor = FACTOR;
    for (int k = 0; k < 3; k++) {
        b[i] = s.at(i) * factor;
        #pragma pt barrier
        b[i] += row[threadIdx.x];
    }
    for (int k = 1; k < n; k += blockDim.x) {
        b[i] += 1;
        #pragma pt barrier
        switch (int odd = i % 2; odd) {
        case 1: b[i] += k;
        }
    }
}
