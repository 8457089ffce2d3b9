// What a loop that records launches knows of the addresses that it is given (loop_host.cuh).
//
// In:  addresses of operations on memory, arguments of kernels. Out: whether they lie in memory of the current device, or in the host's.
// Invariant: what is remembered was asked of CUDA since the last forget(): nothing is freed without it. CUDA's last error stays what it is.
#ifndef PT_LOOP_POINTERS_CUH
#define PT_LOOP_POINTERS_CUH

#include "launch.cuh"

#include <string.h>

namespace ptrt {
PTRT_OF_THIS_FILE {
namespace detail {

class loop_pointers {
  public:
    // Do so many bytes lie in one allocation of the current device? What reaches beyond is for CUDA to refuse.
    bool are_of_device(const void *pointer, size_t bytes)
    {
        const size_t first = reinterpret_cast<size_t>(pointer);
        if (cudaPeekAtLastError() != cudaSuccess)
            return false;
        for (const device_range &known : device_memory_)
            if (first >= known.begin && first < known.end)
                return bytes <= known.end - first;
        cudaPointerAttributes attributes;
        if (cudaPointerGetAttributes(&attributes, pointer) != cudaSuccess) {
            (void)cudaGetLastError();
            return false;
        }
        int device = 0;
        size_t begin = 0, size = 0;
        if (attributes.type != cudaMemoryTypeDevice || cudaGetDevice(&device) != cudaSuccess || attributes.device != device)
            return false; // CUDA copies between devices also where kernels of one cannot reach the other
        if (!allocation_of(pointer, &begin, &size))
            return false;
        for (unsigned i = sizeof device_memory_ / sizeof *device_memory_; --i > 0;)
            device_memory_[i] = device_memory_[i - 1];
        device_memory_[0] = {begin, begin + size};
        return bytes <= begin + size - first;
    }

    // May the device, too, know of what the host is about to read?
    static bool are_known_to_device(const void *pointer)
    {
        cudaPointerAttributes attributes;
        if (cudaPeekAtLastError() != cudaSuccess)
            return true;
        if (cudaPointerGetAttributes(&attributes, pointer) == cudaSuccess)
            return attributes.type != cudaMemoryTypeUnregistered;
        (void)cudaGetLastError();
        return true;
    }

    // Is a pointer to memory of the host among a kernel's arguments? What it does there the program sees behind a synchronisation, also
    // by the name of a variable, which was registered, or which the device reaches as all of the host's memory. (Managed memory has no names
    // but those that ptcc knows of.)
    bool lead_to_host(const unsigned char *arguments, unsigned bytes)
    {
        for (unsigned at = 0; at + sizeof(size_t) <= bytes; at += static_cast<unsigned>(sizeof(size_t))) {
            size_t word = 0;
            memcpy(&word, arguments + at, sizeof word);
            bool is_known = word >> 32 == 0u; // a number
            for (size_t known : of_device_)
                is_known = is_known || known == word;
            if (is_known)
                continue;
            cudaPointerAttributes attributes;
            if (cudaPeekAtLastError() != cudaSuccess)
                return true;
            if (cudaPointerGetAttributes(&attributes, reinterpret_cast<const void *>(word)) != cudaSuccess)
                (void)cudaGetLastError();
            else if (attributes.type == cudaMemoryTypeHost ||
                     (attributes.type == cudaMemoryTypeUnregistered && reaches_all() && ptrt_is_of_host(reinterpret_cast<const void *>(word))))
                return true;
            of_device_[of_device_count_++ % of_device_at_most] = word;
        }
        return false;
    }

    void forget() { *this = loop_pointers(); }

  private:
    // Heterogeneous memory management: kernels may use what malloc gives, and the host's variables.
    bool reaches_all()
    {
        int device = 0, does = 1;
        if (!reach_is_known_ && cudaGetDevice(&device) == cudaSuccess)
            (void)cudaDeviceGetAttribute(&does, cudaDevAttrPageableMemoryAccess, device);
        reaches_all_ = reach_is_known_ ? reaches_all_ : does != 0;
        reach_is_known_ = true;
        return reaches_all_;
    }

    struct device_range {
        size_t begin, end;
    };
    device_range device_memory_[4] = {}; // allocations
    enum : unsigned { of_device_at_most = 8u };
    size_t of_device_[of_device_at_most] = {}; // words of arguments that do not lead to the host
    unsigned of_device_count_ = 0u;
    bool reach_is_known_ = false, reaches_all_ = false; // of the current device
};

} // namespace detail
} // PTRT_OF_THIS_FILE
} // namespace ptrt

#endif
