// What CUDA's own functions do to the threads that call them, by name.
//
// The one list of the synchronising intrinsics; analyse.c asks it before it looks into a system function's body.
// Source: CUDA C++ Programming Guide, "Synchronization Functions", "Warp Vote/Match/Reduce/Shuffle Functions".
#ifndef PTCC_FRONTEND_INTRINSICS_H
#define PTCC_FRONTEND_INTRINSICS_H

// X(name, effect, shadow): `shadow` is the type in namespace pt that stands in for it in items that may be left early.
#define PT_INTRINSICS(X)                                                                            \
    X("__syncthreads", EFFECT_BLOCK_BARRIER, "draining_barrier")                                    \
    X("__syncthreads_count", EFFECT_BLOCK_VOTE, "draining_count")                                   \
    X("__syncthreads_and", EFFECT_BLOCK_VOTE, "draining_and")                                       \
    X("__syncthreads_or", EFFECT_BLOCK_VOTE, "draining_or")                                         \
    X("__syncwarp", EFFECT_WARP, "alive_syncwarp")                                                  \
    X("__shfl_sync", EFFECT_WARP, "alive_shfl_sync")                                                \
    X("__shfl_up_sync", EFFECT_WARP, "alive_shfl_up_sync")                                          \
    X("__shfl_down_sync", EFFECT_WARP, "alive_shfl_down_sync")                                      \
    X("__shfl_xor_sync", EFFECT_WARP, "alive_shfl_xor_sync")                                        \
    X("__all_sync", EFFECT_WARP, "alive_all_sync")                                                  \
    X("__any_sync", EFFECT_WARP, "alive_any_sync")                                                  \
    X("__ballot_sync", EFFECT_WARP, "alive_ballot_sync")                                            \
    X("__uni_sync", EFFECT_WARP, "alive_uni_sync")                                                  \
    X("__match_any_sync", EFFECT_WARP, "alive_match_any_sync")                                      \
    X("__match_all_sync", EFFECT_WARP, "alive_match_all_sync")                                      \
    X("__reduce_add_sync", EFFECT_WARP, "alive_reduce_add_sync")                                    \
    X("__reduce_min_sync", EFFECT_WARP, "alive_reduce_min_sync")                                    \
    X("__reduce_max_sync", EFFECT_WARP, "alive_reduce_max_sync")                                    \
    X("__reduce_and_sync", EFFECT_WARP, "alive_reduce_and_sync")                                    \
    X("__reduce_or_sync", EFFECT_WARP, "alive_reduce_or_sync")                                      \
    X("__reduce_xor_sync", EFFECT_WARP, "alive_reduce_xor_sync")                                    \
    X("__activemask", EFFECT_NONE, "")                                                              \
    X("__threadfence", EFFECT_NONE, "")                                                             \
    X("__threadfence_block", EFFECT_NONE, "")                                                       \
    X("__threadfence_system", EFFECT_NONE, "")                                                      \
    X("__barrier_sync", EFFECT_LIBRARY_BARRIER, "")                                                 \
    X("__barrier_sync_count", EFFECT_LIBRARY_BARRIER, "")                                           \
    X("__nvvm_barrier0", EFFECT_LIBRARY_BARRIER, "")                                                \
    X("__nvvm_bar_sync", EFFECT_LIBRARY_BARRIER, "")

typedef enum intrinsic_effect {
    EFFECT_NONE,
    EFFECT_BLOCK_BARRIER,
    EFFECT_BLOCK_VOTE,      // a barrier that also reduces
    EFFECT_WARP,            // waits for the lanes of a mask
    EFFECT_LIBRARY_BARRIER  // a barrier that no shadow can reach
} intrinsic_effect;

typedef struct intrinsic {
    const char *name;
    intrinsic_effect effect;
    const char *shadow;
} intrinsic;

const intrinsic *intrinsic_find(const char *name); // NULL when it is not in the list
const intrinsic *intrinsic_at(unsigned index);     // NULL behind the last

#endif
