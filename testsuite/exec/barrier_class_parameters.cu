// Grid barriers in kernels whose parameters are of classes: constant ones never become another; others do by their members, with
// constructors of their own, or by functions that run when they are copied.
// expect: handled
#include "check.h"

enum { threads = 32, blocks = 20000, few = 5 }; // more than run at once

struct view {
    unsigned *p;
    int n;
    __device__ unsigned &at(int i) const { return p[i]; }
};

#pragma pt kernel
__global__ void through(const view v, const float4 q, unsigned *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 r = q;
    r.x += static_cast<float>(i % 7);
    v.at(i) = static_cast<unsigned>(i);
    #pragma pt barrier
    out[i] = v.at(v.n - 1 - i) + static_cast<unsigned>(r.x + r.y);
}

struct cursor {
    unsigned *p;
    unsigned step;
    __host__ __device__ cursor(unsigned *place, unsigned by) : p(place), step(by) {}
    __device__ void move(unsigned by) { step += by; }
};

#pragma pt kernel
__global__ void moved(cursor c, unsigned *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    c.move(static_cast<unsigned>(i));
    c.p[i] = c.step;
    #pragma pt barrier
    out[i] = c.p[n - 1 - i] + c.step;
}

struct noted {
    unsigned v;
    __host__ __device__ noted(unsigned x) : v(x) {}
    __host__ __device__ noted(const noted &o) : v(o.v) {}
};

#pragma pt kernel
__global__ void changed(unsigned *x, noted t)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    t.v += static_cast<unsigned>(i);
    #pragma pt barrier
    x[i] = t.v;
}

int main()
{
    check::begin("barrier_class_parameters");
    const int n = blocks * threads;
    check::device_array<unsigned> place(n), out(n);
    std::vector<unsigned> want(n);
    for (int i = 0; i < n; ++i)
        want[i] = static_cast<unsigned>(n - 1 - i) + static_cast<unsigned>(static_cast<float>(i % 7) + 1 + 2);
    BARRIER_LAUNCH((through<<<blocks, threads>>>(view{place.get(), n}, make_float4(1, 2, 3, 4), out.get())), out, want);
    check::equal("through", out, want);
    for (int i = 0; i < n; ++i)
        want[i] = static_cast<unsigned>(n - 1 - i) + 5 + static_cast<unsigned>(i) + 5;
    BARRIER_LAUNCH((moved<<<blocks, threads>>>(cursor(place.get(), 5), out.get(), n)), out, want);
    check::equal("moved", out, want);
    want.resize(few * threads);
    for (int i = 0; i < few * threads; ++i)
        want[i] = static_cast<unsigned>(i) + 3;
    check::device_array<unsigned> some(want.size());
    BARRIER_LAUNCH((changed<<<few, threads>>>(some.get(), noted(3))), some, want);
    check::equal("changed", some, want);
    return check::finish();
}
