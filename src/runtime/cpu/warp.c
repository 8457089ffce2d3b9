// Operations of a warp: what is computed once all of its lanes have come together.
//
// In:  each lane's record (pt/cpu/warp.hpp). Out: its result in it.
// Invariant: called by pt_cpu_warp, once an operation, while the lanes wait. A lane that reads from one that takes no
//            part gets its own value: CUDA leaves that value undefined.
#include <pt/cpu/engine.h>
#include <pt/cpu/warp_operations.h>

static bool taken(uint32_t members, unsigned lane)
{
    return members >> lane & 1;
}

void pt_cpu_finish_shuffle(void *const lanes[32], uint32_t members)
{
    for (unsigned lane = 0; lane < 32; lane++)
        if (taken(members, lane)) {
            pt_cpu_shuffle_t *own = lanes[lane];
            own->result = taken(members, own->source) ? ((const pt_cpu_shuffle_t *)lanes[own->source])->value
                                                      : own->value;
        }
}

void pt_cpu_finish_ballot(void *const lanes[32], uint32_t members)
{
    uint32_t ballot = 0;
    for (unsigned lane = 0; lane < 32; lane++)
        if (taken(members, lane) && ((const pt_cpu_vote_t *)lanes[lane])->predicate)
            ballot |= 1u << lane;
    for (unsigned lane = 0; lane < 32; lane++)
        if (taken(members, lane)) {
            ((pt_cpu_vote_t *)lanes[lane])->ballot = ballot;
            ((pt_cpu_vote_t *)lanes[lane])->members = members;
        }
}

void pt_cpu_finish_match(void *const lanes[32], uint32_t members)
{
    for (unsigned lane = 0; lane < 32; lane++)
        if (taken(members, lane)) {
            pt_cpu_match_t *own = lanes[lane];
            own->same = 0;
            own->members = members;
            for (unsigned other = 0; other < 32; other++)
                if (taken(members, other) && ((const pt_cpu_match_t *)lanes[other])->value == own->value)
                    own->same |= 1u << other;
        }
}

// One function for each operation: lanes that disagree about it are a mistake that the engine finds.
#define REDUCTION(name, T, expression)                                          \
    void pt_cpu_finish_##name(void *const lanes[32], uint32_t members)          \
    {                                                                           \
        bool first = true;                                                      \
        T sum = 0;                                                              \
        for (unsigned lane = 0; lane < 32; lane++)                              \
            if (taken(members, lane)) {                                         \
                const T value = (T)((const pt_cpu_reduction_t *)lanes[lane])->value; \
                sum = first ? value : (T)(expression);                          \
                first = false;                                                  \
            }                                                                   \
        for (unsigned lane = 0; lane < 32; lane++)                              \
            if (taken(members, lane))                                           \
                ((pt_cpu_reduction_t *)lanes[lane])->result = (uint32_t)sum;    \
    }
REDUCTION(add, uint32_t, sum + value)
REDUCTION(and, uint32_t, sum & value)
REDUCTION(or, uint32_t, sum | value)
REDUCTION(xor, uint32_t, sum ^ value)
REDUCTION(min_signed, int32_t, value < sum ? value : sum)
REDUCTION(max_signed, int32_t, value > sum ? value : sum)
REDUCTION(min_unsigned, uint32_t, value < sum ? value : sum)
REDUCTION(max_unsigned, uint32_t, value > sum ? value : sum)
