// What the files have in common: what their own templates of one name must come to, with `mark` and `step` of each.
#ifndef FILLS_H
#define FILLS_H

#include "../check.h"

// What is inlined is of its file in any case.
#if defined(PT_CPU_CUDA_VERSION) && !defined(__clang__) // g++, for the CPU
#pragma GCC optimize("O0")
#endif

void by_other(const char *label);

inline void compare(const char *label, const check::device_array<unsigned> &got, unsigned blocks, unsigned threads, unsigned mark, unsigned step)
{
    std::vector<unsigned> want(blocks * threads);
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = mark + i / threads * step + i % threads;
    check::equal(label, got.host(), want);
}

#endif
