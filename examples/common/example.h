// What the examples share: a CUDA error ends the program, device memory frees itself, one line says how it went.
#ifndef EXAMPLES_COMMON_EXAMPLE_H
#define EXAMPLES_COMMON_EXAMPLE_H

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

namespace example {

inline void check(cudaError_t error)
{
    if (error != cudaSuccess) {
        std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(error));
        std::exit(1);
    }
}

// Device memory for `size` values, zero at first. Not copied: it has one owner.
template <class T> class device_array {
  public:
    explicit device_array(std::size_t size) : size_(size)
    {
        check(cudaMalloc(&data_, size * sizeof(T)));
        check(cudaMemset(data_, 0, size * sizeof(T)));
    }
    explicit device_array(const std::vector<T> &values) : device_array(values.size())
    {
        check(cudaMemcpy(data_, values.data(), size_ * sizeof(T), cudaMemcpyHostToDevice));
    }
    device_array(const device_array &) = delete;
    device_array &operator=(const device_array &) = delete;
    ~device_array() { cudaFree(data_); }

    T *get() const { return data_; }

    // Waits for what was launched before, and reports its errors.
    std::vector<T> read() const
    {
        std::vector<T> values(size_);
        check(cudaMemcpy(values.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
        return values;
    }

  private:
    T *data_ = nullptr;
    std::size_t size_;
};

// Blocks of `per_block` that cover `size`.
inline unsigned blocks_for(std::size_t size, unsigned per_block)
{
    return static_cast<unsigned>((size + per_block - 1) / per_block);
}

template <class T> std::size_t count_wrong(const std::vector<T> &got, const std::vector<T> &wanted)
{
    std::size_t wrong = got.size() != wanted.size();
    for (std::size_t i = 0; i < got.size() && i < wanted.size(); i++)
        wrong += got[i] != wanted[i];
    return wrong;
}

// The exit status of main.
inline int finish(const char *name, std::size_t wrong)
{
    if (wrong)
        std::printf("%s: %zu values are wrong\n", name, wrong);
    else
        std::printf("%s: ok\n", name);
    return wrong != 0;
}

} // namespace example

#endif
