// DESIGN part 4, Launches: atomics of every type and operation, on global and shared memory, with block and system scope (float sums of integers).
// expect: handled
// needs: c++17
#include "check.h"
#include <cuda/atomic>

#pragma pt kernel
__global__ void integers(unsigned *u, int *s, unsigned long long *l)
{
    unsigned b = blockIdx.x, t = threadIdx.x;
    atomicAdd(&u[0], b);
    atomicSub(&u[1], t);
    atomicMin(&u[2], b + 17);
    atomicMax(&u[3], b * 3);
    atomicInc(&u[4], 1000002);
    atomicDec(&u[5], 999999);
    atomicAnd(&u[6], ~(1u << b % 20));
    atomicOr(&u[7], 1u << b % 30);
    atomicXor(&u[8], check::mix(b * 64 + t));
    atomicAdd_system(&u[9], 2u);
    if (t == 0) // one a block: with more of them, most fail most of the time
        for (unsigned seen = 0, expected; (expected = atomicCAS(&u[10], seen, seen + 3)) != seen; seen = expected)
            ;
    atomicAdd(&s[0], static_cast<int>(b) - 2500);
    atomicMin(&s[1], -static_cast<int>(b));
    atomicMax(&s[2], static_cast<int>(b) - 100);
    atomicAdd(&l[0], 1ull << 33 | b);
    atomicMax(&l[1], static_cast<unsigned long long>(b) << 34);
    atomicXor(&l[2], static_cast<unsigned long long>(check::mix(b + t)) << 16);
    cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>(l[3]).fetch_add(b, cuda::memory_order_relaxed);
}

#pragma pt kernel
__global__ void floats(float *f, double *d)
{
    __shared__ unsigned local;
    __shared__ float local_float;
    if (threadIdx.x == 0)
        local = 0, local_float = 0;
    __syncthreads();
    atomicAdd_block(&local, threadIdx.x);
    atomicAdd(&local_float, 1.0f);
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(&f[0], local_float);
        atomicAdd(&f[1], 2.0f);
        atomicAdd(&d[0], static_cast<double>(local));
        atomicExch(&f[2], 7.0f);
    }
}

// The library's objects are used through volatile pointers as well.
typedef cuda::atomic<unsigned, cuda::thread_scope_device> counter;
#pragma pt kernel
__global__ void by_volatile(counter *c)
{
    volatile counter *const v = c;
    v->fetch_add(blockIdx.x + 1, cuda::memory_order_relaxed);
    if (threadIdx.x == 0)
        (v + 1)->fetch_max(v->load() != 0 ? blockIdx.x : 0u);
}

int main()
{
    check::begin("atomics");
    const unsigned blocks = 5107, threads = 64;
    std::vector<unsigned> u = { 5, 6, 1000, 7, 0, 500, ~0u, 0, 0, 1, 0 };
    std::vector<int> s = { 0, 50, -1000 };
    std::vector<unsigned long long> l(4);
    check::device_array<unsigned> d_u(u);
    check::device_array<int> d_s(s);
    check::device_array<unsigned long long> d_l(l);
    integers<<<blocks, threads>>>(d_u.get(), d_s.get(), d_l.get());
    CUDA_OK(cudaGetLastError());
    u[10] += 3 * blocks;
    for (unsigned b = 0; b < blocks; ++b)
        for (unsigned t = 0; t < threads; ++t) {
            u[0] += b;
            u[1] -= t;
            u[2] = b + 17 < u[2] ? b + 17 : u[2];
            u[3] = b * 3 > u[3] ? b * 3 : u[3];
            u[4] = u[4] >= 1000002 ? 0 : u[4] + 1;
            u[5] = u[5] == 0 || u[5] > 999999 ? 999999 : u[5] - 1;
            u[6] &= ~(1u << b % 20);
            u[7] |= 1u << b % 30;
            u[8] ^= check::mix(b * 64 + t);
            u[9] += 2;
            s[0] += static_cast<int>(b) - 2500;
            s[1] = -static_cast<int>(b) < s[1] ? -static_cast<int>(b) : s[1];
            s[2] = static_cast<int>(b) - 100 > s[2] ? static_cast<int>(b) - 100 : s[2];
            l[0] += 1ull << 33 | b;
            l[1] = static_cast<unsigned long long>(b) << 34 > l[1] ? static_cast<unsigned long long>(b) << 34 : l[1];
            l[2] ^= static_cast<unsigned long long>(check::mix(b + t)) << 16;
            l[3] += b;
        }
    check::equal("unsigned", d_u, u);
    check::equal("int", d_s, s);
    check::equal("long", d_l, l);
    check::device_array<float> f(3);
    check::device_array<double> d(1);
    f.zero();
    d.zero();
    floats<<<blocks, threads>>>(f.get(), d.get());
    CUDA_OK(cudaGetLastError());
    check::equal("float", f, std::vector<float>{ blocks * 64.0f, blocks * 2.0f, 7.0f });
    check::equal("double", d, std::vector<double>{ blocks * 2016.0 });
    check::device_array<unsigned> c(2);
    c.zero();
    by_volatile<<<100, threads>>>(reinterpret_cast<counter *>(c.get()));
    CUDA_OK(cudaGetLastError());
    check::equal("volatile", c, std::vector<unsigned>{ 5050 * threads, 99 });
    return check::finish();
}
