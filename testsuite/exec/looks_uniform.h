// What the cases return_looks_uniform*.cu share: blocks of which some threads leave between two barriers, and what the others find then.
//
// In:  a launch of BLOCKS blocks of BLOCK threads, each with s[t] = t + 100 b, 7 more where the thread stays. Out: a check of what they give.
// Invariant: a thread that leaves where its block does not, or the other way round, is seen in what its neighbour gives.
#ifndef LOOKS_UNIFORM_H
#define LOOKS_UNIFORM_H

#include "check.h"

enum { BLOCK = 64, BLOCKS = 2711 };

inline bool stays(unsigned t, int last) { return last < 0 ? (int)t > -last : (int)t <= last; }

// Threads up to `last` stay, or those behind -last.
template <class F> void check_one(const char *name, int last, F launch)
{
    check::device_array<unsigned> out(BLOCKS * BLOCK);
    out.zero();
    launch(out.get());
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want(BLOCKS * BLOCK, 0);
    for (unsigned b = 0; b < BLOCKS; ++b)
        for (unsigned t = 0; t < BLOCK; ++t) {
            const unsigned next = (t + 1) % BLOCK;
            if (stays(t, last))
                want[b * BLOCK + t] = next + b * 100 + (stays(next, last) ? 7 : 0);
        }
    check::equal(name, out, want);
}

#endif
