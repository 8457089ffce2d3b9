// Pipelines of copies as CUDA 11.0 had them, and the functions of cuda_pipeline_primitives.h.
//
// In:  objects and arrays of the same types. Out: the target has the source's bytes.
// Invariant: a copy is made at once; a stage is a number that commits count.
#ifndef PT_CPU_CUDA_PIPELINE_H
#define PT_CPU_CUDA_PIPELINE_H

#include "cuda_pipeline_primitives.h"

#include <type_traits>

namespace nvcuda {
namespace experimental {

class pipeline {
  public:
    pipeline() = default;
    pipeline(const pipeline &) = delete;
    pipeline &operator=(const pipeline &) = delete;

    size_t commit() { return stages_++; }
    void commit_and_wait() { commit(); }
    void wait(size_t) {}
    template <unsigned stages> void wait_prior() {}
    template <class Barrier> void arrive_on(Barrier &) {}

  private:
    size_t stages_ = 0;
};

template <class T> inline void memcpy_async(T &to, const T &from, pipeline &)
{
    static_assert(std::is_trivially_copyable<T>::value, "copies are of bytes");
    memcpy(static_cast<void *>(&to), &from, sizeof(T));
}

} // namespace experimental
} // namespace nvcuda

#endif
