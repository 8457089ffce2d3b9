// #pragma pt loop: containers of the standard library and lambdas only compute, unless they lie where the device may write, look there or
// are of an allocator that the program has made. A copy to a symbol is none to the host. -Rpt says where what is launched together ends.
#include <array>
#include <deque>
#include <vector>

__constant__ int factor;

#pragma pt kernel
__global__ void step(float *a, int n) { a[blockIdx.x * blockDim.x + threadIdx.x] += n * factor; }

template <class T> struct allocator {
    typedef T value_type;
    T *allocate(std::size_t n);
    void deallocate(T *p, std::size_t);
};

void computes(int n, const std::vector<int> &given, const std::deque<int> &queued)
{
    std::vector<int> sizes(9);
    std::vector<float *> buffers(2);
    const std::array<int, 2> blocks{4, 8};
    const int size = 256;
    auto blocks_for = [](int k) { return (k + 255) / 256; };
    auto blocks_of = [size](int k) { return (k + size - 1) / size; };
    auto blocks_by = [&](int k) { return blocks_of(k) + blocks_for(k); };
    #pragma pt loop
    for (int t = 0; t < n; t++) {
        step<<<blocks[t % 2], 256>>>(buffers[t % 2], sizes[t] + given[t] + queued[t]);
        step<<<blocks_for(n), 256>>>(buffers.data()[0], static_cast<int>(sizes.size()));
        step<<<blocks_of(n), 256>>>(buffers.front(), blocks_by(n));
    }
}

void sees(float *a, int n, int *on_both, void (*other)(int))
{
    std::vector<int, allocator<int>> values(9);
    auto look = [on_both](int k) { return on_both[k]; };
    auto wait = [] { cudaDeviceSynchronize(); };
    auto call = [other](int k) { other(k); };
    auto allocate = [](int k) { delete[] new int[k]; };
    auto any = [](auto k) { return k + 1; };
    #pragma pt loop
    for (int t = 0; t < n; t++)
        step<<<n, 256>>>(a, values[t]);
    int sum = 0;
    #pragma pt loop
    for (int t = 0; t < n; t++) {
        step<<<n, 256>>>(a, t);
        cudaDeviceSynchronize();
        sum += look(t);
    }
    #pragma pt loop
    for (int t = 0; t < n; t++) {
        step<<<n, 256>>>(a, any(t));
        wait();
        call(t);
        allocate(t);
    }
    #pragma pt loop
    for (int t = 0; t < n; t++) {
        cudaMemcpyToSymbol(factor, &t, sizeof t);
        step<<<n, 256>>>(a, t);
    }
}
