// Dynamic tasks, for programs: `#include <pt/tasks.cuh>` gives pt_queue, pt_push and the host's functions for queues.
//
// In:  a CUDA compiler, or ptcc, which defines PTCC_READS and needs the declarations only. Out: what `#pragma pt foreach` works on.
// Invariant: a file that has no `foreach` may include it, too: any kernel may push tasks.
#ifndef PT_TASKS_CUH
#define PT_TASKS_CUH

#if !defined(PTCC_READS)
#include "pt.cuh"
#endif

#include "task_host.cuh"
#include "task_queue.cuh"

#if !defined(PTCC_READS)
#include "task_group.cuh"
#endif

#endif
