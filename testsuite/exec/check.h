// Shared by the cases of testsuite/exec: poisoned device arrays, comparison with an oracle, checksums, the verdict.
//
// In:  results of a case's launches and what they must be, element by element. Out: on stdout one line
// `NAME ok LABEL=checksum ...` and exit status 0, or a line for each difference and exit status 1.
// Invariant: what is printed depends only on the computed values (no times, addresses or device names), so the
// original and the rewritten program can be compared byte by byte. No kernel and no read of blockIdx in here.
#ifndef PTCC_EXEC_CHECK_H
#define PTCC_EXEC_CHECK_H

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

// Stops the program at a CUDA call that must succeed.
#define CUDA_OK(call) ::check::must_succeed((call), #call, __LINE__)

// Launches a kernel with `#pragma pt barrier`. A plain compilation has no barriers: there the expected values stand for what
// would be computed.
#ifdef __PTCC__
#define BARRIER_LAUNCH(launch, array, expected) launch; CUDA_OK(cudaGetLastError())
#else
#define BARRIER_LAUNCH(launch, array, expected) \
    CUDA_OK(cudaMemcpy(array.get(), expected.data(), expected.size() * sizeof(expected[0]), cudaMemcpyHostToDevice))
#endif

namespace check {

enum { poison_byte = 0xA5, shown_differences = 5 };

struct verdict {
    std::string name, checksums;
    int failures;
};

inline verdict &current()
{
    static verdict instance = { "", "", 0 };
    return instance;
}

// Anew each time: a case may run more than once in a process.
inline void begin(const char *name) { current() = { name, "", 0 }; }

inline void must_succeed(cudaError_t error, const char *call, int line)
{
    if (error == cudaSuccess)
        return;
    std::printf("%s FAILED line %d: %s: %s\n", current().name.c_str(), line, call, cudaGetErrorName(error));
    std::fflush(stdout);
    std::exit(1);
}

// A bijective mixing of 32 bits (the finaliser of MurmurHash3): inputs and reference values for both sides.
__host__ __device__ inline unsigned mix(unsigned x)
{
    x ^= x >> 16;
    x *= 0x85ebca6bu;
    x ^= x >> 13;
    x *= 0xc2b2ae35u;
    x ^= x >> 16;
    return x;
}

// The value that an element nobody wrote still has.
template <class T> T poisoned()
{
    T value;
    std::memset(static_cast<void *>(&value), poison_byte, sizeof value);
    return value;
}

template <class T> std::vector<T> poisoned_vector(std::size_t count) { return std::vector<T>(count, poisoned<T>()); }

// How often launches of blocks with `#pragma pt fuse` were made otherwise than expected: as one, or not. To be asked for behind each block.
inline unsigned &wrong_ways()
{
    static unsigned count = 0;
    return count;
}
inline void expect_ways(const char *what, unsigned as_one)
{
#ifdef PT_PTRT_H // the original has no runtime
    static unsigned long long before = 0;
    const ptrt_counts_t counts = ptrt_launch_counts("fuse");
    const unsigned long long now = counts.persistent + counts.plain, grown = now - before;
    before = now;
    if (grown == (ptrt_fuse_is_wanted() ? as_one : 0u)) // not with PTRT_MODE=nonpt
        return;
    std::printf("%s: %llu times as one, want %u\n", what, grown, as_one);
    wrong_ways()++;
#else
    (void)what;
    (void)as_one;
#endif
}

// mix(0), mix(1), ...: input data that tells every position from every other.
inline std::vector<unsigned> mixed_vector(std::size_t count, unsigned seed = 1)
{
    std::vector<unsigned> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = mix(static_cast<unsigned>(i) * 2654435761u + seed);
    return values;
}

// Device memory of `count` elements, poisoned when made. Frees itself; not copied.
template <class T> class device_array {
public:
    explicit device_array(std::size_t count) : data_(nullptr), count_(count)
    {
        CUDA_OK(cudaMalloc(reinterpret_cast<void **>(&data_), count * sizeof(T)));
        poison();
    }
    explicit device_array(const std::vector<T> &values) : data_(nullptr), count_(values.size())
    {
        CUDA_OK(cudaMalloc(reinterpret_cast<void **>(&data_), count_ * sizeof(T)));
        set(values);
    }
    ~device_array() { cudaFree(data_); }
    device_array(const device_array &) = delete;
    device_array &operator=(const device_array &) = delete;

    T *get() const { return data_; }
    std::size_t size() const { return count_; }
    void poison()
    {
        CUDA_OK(cudaMemset(data_, poison_byte, count_ * sizeof(T)));
        CUDA_OK(cudaDeviceSynchronize());
    }
    void zero()
    {
        CUDA_OK(cudaMemset(data_, 0, count_ * sizeof(T)));
        CUDA_OK(cudaDeviceSynchronize());
    }
    void set(const std::vector<T> &values)
    {
        CUDA_OK(cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice));
        CUDA_OK(cudaDeviceSynchronize());
    }
    // Waits for the whole device, then copies.
    std::vector<T> host() const
    {
        CUDA_OK(cudaDeviceSynchronize());
        std::vector<T> values(count_);
        CUDA_OK(cudaMemcpy(values.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost));
        return values;
    }

private:
    T *data_;
    std::size_t count_;
};

// FNV-1a over the bytes.
inline std::uint64_t checksum(const void *bytes, std::size_t size_bytes)
{
    const unsigned char *byte = static_cast<const unsigned char *>(bytes);
    std::uint64_t hash = 0xcbf29ce484222325ull;
    for (std::size_t i = 0; i < size_bytes; ++i)
        hash = (hash ^ byte[i]) * 0x100000001b3ull;
    return hash;
}

inline void add_checksum(const char *label, std::uint64_t hash)
{
    char text[96];
    std::snprintf(text, sizeof text, " %s=%016llx", label, static_cast<unsigned long long>(hash));
    current().checksums += text;
}

// Compares element by element, bit by bit (T without padding).
template <class T> void equal(const char *label, const std::vector<T> &got, const std::vector<T> &want)
{
    int differences = 0;
    if (got.size() != want.size()) {
        std::printf("%s: %s: %zu elements, want %zu\n", current().name.c_str(), label, got.size(), want.size());
        ++differences;
    }
    for (std::size_t i = 0; i < got.size() && i < want.size(); ++i) {
        if (std::memcmp(&got[i], &want[i], sizeof(T)) == 0)
            continue;
        if (++differences <= shown_differences) {
            unsigned long long got_bits = 0, want_bits = 0;
            std::memcpy(&got_bits, &got[i], sizeof(T) < 8 ? sizeof(T) : 8);
            std::memcpy(&want_bits, &want[i], sizeof(T) < 8 ? sizeof(T) : 8);
            std::printf("%s: %s[%zu] = 0x%llx, want 0x%llx\n", current().name.c_str(), label, i, got_bits, want_bits);
        }
    }
    if (differences > 0) {
        std::printf("%s: %s: %d of %zu elements differ\n", current().name.c_str(), label, differences, want.size());
        ++current().failures;
    }
    add_checksum(label, checksum(got.data(), got.size() * sizeof(T)));
}

template <class T> void equal(const char *label, const device_array<T> &got, const std::vector<T> &want)
{
    equal(label, got.host(), want);
}

inline void value(const char *label, long long got, long long want)
{
    char text[96];
    std::snprintf(text, sizeof text, " %s=%lld", label, got);
    current().checksums += text;
    if (got != want) {
        std::printf("%s: %s = %lld, want %lld\n", current().name.c_str(), label, got, want);
        ++current().failures;
    }
}

inline void error(const char *label, cudaError_t got, cudaError_t want)
{
    current().checksums += std::string(" ") + label + "=" + cudaGetErrorName(got);
    if (got != want) {
        std::printf("%s: %s = %s, want %s\n", current().name.c_str(), label, cudaGetErrorName(got), cudaGetErrorName(want));
        ++current().failures;
    }
}

inline void text(const char *label, const std::string &got, const std::string &want)
{
    current().checksums += std::string(" ") + label + "=" + got;
    if (got != want) {
        std::printf("%s: %s = '%s', want '%s'\n", current().name.c_str(), label, got.c_str(), want.c_str());
        ++current().failures;
    }
}

// All launches of the kernel since it was last asked after went by way of the runtime, persistent or plain. The original
// has no runtime.
inline void launched(const char *kernel, unsigned long long times)
{
#ifdef PT_PTRT_H
    static std::map<std::string, unsigned long long> before; // a case may run more than once in a process
    const ptrt_counts_t counts = ptrt_launch_counts(kernel);
    const unsigned long long all = counts.persistent + counts.plain + counts.refused;
    value(kernel, static_cast<long long>(all - before[kernel]), static_cast<long long>(times));
    before[kernel] = all;
#else
    value(kernel, static_cast<long long>(times), static_cast<long long>(times));
#endif
}

// Waits for the device; nothing may have gone wrong until now. Then the verdict.
inline int finish()
{
    const cudaError_t last = cudaGetLastError();
    if (last != cudaSuccess) {
        std::printf("%s: an error was left behind: %s\n", current().name.c_str(), cudaGetErrorName(last));
        ++current().failures;
    }
    const cudaError_t synchronised = cudaDeviceSynchronize();
    if (synchronised != cudaSuccess) {
        std::printf("%s: cudaDeviceSynchronize: %s\n", current().name.c_str(), cudaGetErrorName(synchronised));
        ++current().failures;
    }
    std::printf("%s %s%s\n", current().name.c_str(), current().failures == 0 ? "ok" : "FAILED", current().checksums.c_str());
    std::fflush(stdout);
    return current().failures == 0 ? 0 : 1;
}

} // namespace check

#endif
