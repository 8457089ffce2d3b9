// What a lane brings to an operation of its warp, and the functions that finish one (warp.hpp, src/runtime/cpu/warp.c).
//
// In:  records of lanes. Out: results in them. Invariant: for C and C++.
#ifndef PT_CPU_WARP_OPERATIONS_H
#define PT_CPU_WARP_OPERATIONS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pt_cpu_shuffle {
    uint64_t value, result; // any type of up to 8 bytes
    uint32_t source;        // lane
} pt_cpu_shuffle_t;

typedef struct pt_cpu_vote {
    uint32_t predicate, ballot, members;
} pt_cpu_vote_t;

typedef struct pt_cpu_match {
    uint64_t value;
    uint32_t same, members;
} pt_cpu_match_t;

typedef struct pt_cpu_reduction {
    uint32_t value, result;
} pt_cpu_reduction_t;

void pt_cpu_finish_shuffle(void *const lanes[32], uint32_t members);
void pt_cpu_finish_ballot(void *const lanes[32], uint32_t members);
void pt_cpu_finish_match(void *const lanes[32], uint32_t members);
void pt_cpu_finish_add(void *const lanes[32], uint32_t members);
void pt_cpu_finish_and(void *const lanes[32], uint32_t members);
void pt_cpu_finish_or(void *const lanes[32], uint32_t members);
void pt_cpu_finish_xor(void *const lanes[32], uint32_t members);
void pt_cpu_finish_min_signed(void *const lanes[32], uint32_t members);
void pt_cpu_finish_max_signed(void *const lanes[32], uint32_t members);
void pt_cpu_finish_min_unsigned(void *const lanes[32], uint32_t members);
void pt_cpu_finish_max_unsigned(void *const lanes[32], uint32_t members);

#ifdef __cplusplus
}
#endif

#endif
