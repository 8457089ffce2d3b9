// #pragma pt loop: a copy from host memory that the kernels write, too; memory set and copied beyond its allocation, which CUDA refuses.
// expect: handled
#include "check.h"

constexpr unsigned blocks = 40, threads = 64, n = blocks * threads;

// As another file would do it: that these variables are registered is seen at run time only.
static cudaError_t (*const share)(void *, size_t, unsigned) = &cudaHostRegister;

#pragma pt kernel
__global__ void raise(unsigned *out, unsigned *shared_with_host)
{
    if (blockIdx.x == 3 && threadIdx.x == 5)
        *shared_with_host += 1;
    out[blockIdx.x * threads + threadIdx.x] += 1;
}

#pragma pt kernel
__global__ void add(unsigned *out, const unsigned *value)
{
    out[blockIdx.x * threads + threadIdx.x] = out[blockIdx.x * threads + threadIdx.x] * 3 + *value;
}

// What is copied is what the kernel in front of the copy has written.
static void from_pinned(bool registers)
{
    static unsigned own;
    unsigned *pinned = &own, *seen = nullptr;
    if (registers)
        CUDA_OK(share(&own, sizeof own, cudaHostRegisterMapped));
    else
        CUDA_OK(cudaMallocHost(&pinned, sizeof *pinned));
    CUDA_OK(cudaHostGetDevicePointer(reinterpret_cast<void **>(&seen), pinned, 0));
    *pinned = 7;
    check::device_array<unsigned> values(n), copied(1);
    values.zero();
    unsigned *const out = values.get(), *const copy = copied.get();
#pragma pt loop
    for (unsigned t = 0; t < 9; t++) {
        raise<<<blocks, threads>>>(out, seen);
        CUDA_OK(cudaMemcpy(copy, pinned, sizeof *copy, cudaMemcpyHostToDevice));
        add<<<blocks, threads>>>(out, copy);
    }
    unsigned want = 0;
    for (unsigned t = 0; t < 9; t++)
        want = (want + 1) * 3 + 8 + t;
    check::equal("pinned", values.host(), std::vector<unsigned>(n, want));
    if (registers)
        CUDA_OK(cudaHostUnregister(&own));
    else
        CUDA_OK(cudaFreeHost(pinned));
}

// What the kernels write is read by the name of a variable, behind a synchronisation; and what they read is written so.
static void by_name()
{
    static unsigned count, value;
    unsigned *counted = nullptr, *given = nullptr, seen = 0, want = 0;
    for (unsigned *own : {&count, &value})
        CUDA_OK(share(own, sizeof *own, cudaHostRegisterMapped));
    CUDA_OK(cudaHostGetDevicePointer(reinterpret_cast<void **>(&counted), &count, 0));
    CUDA_OK(cudaHostGetDevicePointer(reinterpret_cast<void **>(&given), &value, 0));
    count = 0;
    check::device_array<unsigned> values(n);
    values.zero();
    unsigned *const out = values.get();
#pragma pt loop
    for (unsigned t = 0; t < 9; t++) {
        raise<<<blocks, threads>>>(out, counted);
        CUDA_OK(cudaDeviceSynchronize());
        seen = seen * 10 + count;
    }
    check::value("by name", seen, 123456789u);
#pragma pt loop
    for (unsigned t = 0; t < 9; t++) {
        value = t * t;
        add<<<blocks, threads>>>(out, given);
        CUDA_OK(cudaDeviceSynchronize());
    }
    for (unsigned t = 0; t < 18; t++)
        want = t < 9 ? want + 1 : want * 3 + (t - 9) * (t - 9);
    check::equal("written by name", values.host(), std::vector<unsigned>(n, want));
    for (unsigned *own : {&count, &value})
        CUDA_OK(cudaHostUnregister(own));
}

// Of two arrays that may lie side by side neither is touched by what is asked of the other.
static void beyond()
{
    constexpr size_t large = 8u << 20;
    unsigned char *first = nullptr, *second = nullptr;
    CUDA_OK(cudaMalloc(&first, large));
    CUDA_OK(cudaMalloc(&second, large));
    CUDA_OK(cudaMemset(first, 1, large));
    CUDA_OK(cudaMemset(second, 2, large));
    check::device_array<unsigned> values(n), counts(1);
    values.zero();
    counts.zero();
    unsigned refused = 0;
#pragma pt loop
    for (unsigned t = 0; t < 6; t++) {
        raise<<<blocks, threads>>>(values.get(), counts.get());
        if (cudaMemset(first + large - 8, 3, t % 2 ? 8 : 4096) != cudaSuccess)
            refused++;
        if (cudaMemcpy(first + large - 4, second, t % 3 ? 4 : 64, cudaMemcpyDeviceToDevice) != cudaSuccess)
            refused++;
        (void)cudaGetLastError();
    }
    check::value("refused", refused, 5u);
    std::vector<unsigned char> got(large), want(large, 1);
    for (size_t i = large - 8; i < large; i++)
        want[i] = i < large - 4 ? 3 : 2;
    CUDA_OK(cudaMemcpy(got.data(), first, large, cudaMemcpyDeviceToHost));
    check::equal("first", got, want);
    CUDA_OK(cudaMemcpy(got.data(), second, large, cudaMemcpyDeviceToHost));
    check::equal("second", got, std::vector<unsigned char>(large, 2));
    check::equal("counts", counts.host(), std::vector<unsigned>(1, 6u));
    CUDA_OK(cudaFree(first));
    CUDA_OK(cudaFree(second));
}

int main()
{
    check::begin("loop_host_memory");
    from_pinned(false);
    from_pinned(true);
    by_name();
    beyond();
    return check::finish();
}
