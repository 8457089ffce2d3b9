// #pragma pt loop in templates: what objects of a type that the template leaves open do by themselves (their making, their end, operators,
// being walked over) sees what the kernels before it have done; numbers do nothing.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void increase(int *value)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        ++*value;
}

#pragma pt kernel
template <class T> __global__ void add(T *sum, T a)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        *sum += a;
}

constexpr int steps = 5, total = 15; // 1 + 2 + 3 + 4 + 5
static int *known, sum_of_known;

struct ends {
    ~ends()
    {
        CUDA_OK(cudaDeviceSynchronize());
        sum_of_known += *known;
    }
};
struct begins {
    begins()
    {
        CUDA_OK(cudaDeviceSynchronize());
        sum_of_known += *known;
    }
};
static int *waited(int *p)
{
    CUDA_OK(cudaDeviceSynchronize());
    return p;
}
struct view { // as a library's vector on the device
    int *p;
    int &operator[](int i) const { return waited(p)[i]; }
    int *begin() const { return waited(p); }
    int *end() const { return p + 1; }
};
struct cursor {
    int *p;
    int &operator*() const { return *waited(p); }
};
struct copied {
    copied() {}
    copied(const copied &)
    {
        CUDA_OK(cudaDeviceSynchronize());
        sum_of_known += *known;
    }
};

template <class T> int made(int *device)
{
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        T object;
    }
    return sum_of_known;
}

template <class T> int copied_from(int *device, const T &original)
{
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        T object = original;
    }
    return sum_of_known;
}

template <class T> int by_subscript(int *device, const T &v)
{
    int sum = 0;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        sum += v[0];
    }
    return sum;
}

template <class T> int by_range(int *device, T v)
{
    int sum = 0;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        for (int x : v)
            sum += x;
    }
    return sum;
}

template <class T> int by_star(int *device, T v)
{
    int sum = 0;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        sum += *v;
    }
    return sum;
}

template <class T> int by_pointer(int *device, T v)
{
    int sum = 0;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaDeviceSynchronize());
        sum += *v - v[0] + v[0];
    }
    return sum;
}

template <class T> struct solver {
    T *device, factor;
    T run(int n)
    {
#pragma pt loop
        for (int i = 0; i < n; ++i) {
            const T next = factor * T(i + 1);
            add<T><<<2, 32>>>(device, next);
        }
        T result = T();
        CUDA_OK(cudaMemcpy(&result, device, sizeof result, cudaMemcpyDeviceToHost));
        return result;
    }
};

template <class Call> static void expect(const char *name, const Call &call)
{
    int *device = nullptr;
    CUDA_OK(cudaMallocManaged(&device, 16));
    CUDA_OK(cudaMemset(device, 0, 16));
    CUDA_OK(cudaDeviceSynchronize());
    known = device;
    sum_of_known = 0;
    check::value(name, call(device), total);
    CUDA_OK(cudaDeviceSynchronize());
    CUDA_OK(cudaFree(device));
}

int main()
{
    check::begin("loop_open_types");
    expect("a destructor", [](int *device) { return made<ends>(device); });
    expect("a constructor", [](int *device) { return made<begins>(device); });
    expect("a copy", [](int *device) { return copied_from(device, copied()); });
    expect("[]", [](int *device) { return by_subscript(device, view{device}); });
    expect("a range", [](int *device) { return by_range(device, view{device}); });
    expect("*", [](int *device) { return by_star(device, cursor{device}); });
    expect("a pointer", [](int *device) { return by_pointer(device, static_cast<const int *>(device)); });
    expect("numbers", [](int *device) { return solver<int>{device, 1}.run(steps); });
    expect("larger numbers", [](int *device) { return static_cast<int>(solver<float>{reinterpret_cast<float *>(device), 1.f}.run(steps)); });
    return check::finish();
}
