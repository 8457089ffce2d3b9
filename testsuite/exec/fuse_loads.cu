// Launches made as one, of kernels that load by __ldg, by an element's address and by a sum; of a template with the directive behind its
// header; and one of a neighbour, which stay as they are written.
// expect: handled
#include "check.h"

enum { count = 1000, threads = 128, blocks = 8, places = blocks * threads };

#pragma pt kernel
__global__ void products(float *t, const float *__restrict__ b, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        t[i] = __ldg(b + i) * __ldg(&b[i]);
}

template <class T>
#pragma pt kernel
__global__ void behind(T *c, const T *__restrict__ t, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = __ldg(t + i) + T(1);
}

#pragma pt kernel
__global__ void neighbours(float *c, const float *__restrict__ t, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = __ldg(t + i + 1);
}

int main()
{
    check::begin("fuse_loads");
    std::vector<float> b(places), want(places);
    for (int i = 0; i < places; ++i)
        b[i] = static_cast<float>(i % 113);
    check::device_array<float> db(b), dt(want), dc(want);
    float *const pt = dt.get();
    check::expect_ways("none", 0);
    #pragma pt fuse
    {
        products<<<blocks, threads>>>(pt, db.get(), count);
        behind<float><<<blocks, threads>>>(dc.get(), pt, count);
    }
    for (int i = 0; i < count; ++i)
        want[i] = b[i] * b[i] + 1;
    check::equal("own", dc, want);
    check::expect_ways("own", 1);
    #pragma pt fuse
    {
        products<<<blocks, threads>>>(pt, db.get(), count);
        neighbours<<<blocks, threads>>>(dc.get(), pt, count - 1);
    }
    for (int i = 0; i < count - 1; ++i)
        want[i] = b[i + 1] * b[i + 1];
    check::equal("neighbours", dc, want);
    check::expect_ways("neighbours", 0);
    check::value("wrong ways", check::wrong_ways(), 0);
    return check::finish();
}
