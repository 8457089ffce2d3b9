// A library that has a name of its own for __host__ __device__, and one for a type of another namespace.
#pragma once
#include <hidden_words_macros.cuh>

namespace words {
struct vector {
    HIDDEN_WORDS unsigned norm() const
    {
#ifdef __CUDA_ARCH__
        return blockIdx.x;
#else
        return 0;
#endif
    }
};
} // namespace words
typedef words::vector words_vector;

HIDDEN_WORDS inline unsigned words_place()
{
#ifdef __CUDA_ARCH__
    return blockIdx.x;
#else
    return 0;
#endif
}
