// Which grid barrier a file is compiled with, and what that one needs: of the device's memory, and of the launch.
//
// In:  -DPT_GRID_BARRIER=name, one of barrier_algorithms.cuh; -DPT_BARRIER_CLUSTER=groups for `clusters`. Out: macros.
#ifndef PT_BARRIER_CHOICE_H
#define PT_BARRIER_CHOICE_H

#ifndef PT_GRID_BARRIER
#define PT_GRID_BARRIER paced
#endif

#define PT_JOIN_EXPANDED(a, b) a##b
#define PT_JOIN(a, b) PT_JOIN_EXPANDED(a, b)

// Two have words for each group, which others need not pay for. (What is not defined here is 0.)
#define PT_GRID_BARRIER_WORDS_paced 0
#define PT_GRID_BARRIER_WORDS_lock_free 1
#define PT_GRID_BARRIER_WORDS_syncblocks 1
#if PT_JOIN(PT_GRID_BARRIER_WORDS_, PT_GRID_BARRIER)
#define PT_GRID_BARRIER_HAS_WORDS 1
#else
#define PT_GRID_BARRIER_HAS_WORDS 0
#endif

// One wants groups that form clusters.
#define PT_GRID_BARRIER_CLUSTERS_paced 0
#define PT_GRID_BARRIER_CLUSTERS_clusters 1
#if PT_JOIN(PT_GRID_BARRIER_CLUSTERS_, PT_GRID_BARRIER)
#define PT_GRID_BARRIER_HAS_CLUSTERS 1
#else
#define PT_GRID_BARRIER_HAS_CLUSTERS 0
#endif
#ifndef PT_BARRIER_CLUSTER
#define PT_BARRIER_CLUSTER 2 // groups; at most 8 on every device that has clusters
#endif

#endif
