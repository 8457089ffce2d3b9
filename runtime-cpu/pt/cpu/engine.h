// The CPU back end's engine: runs the blocks of a launch on OS threads, the threads of a block as fibers.
//
// In:  a kernel that pt_cpu_register knows, a grid, arguments. Out: the kernel's effects, when pt_cpu_run returns.
// Invariant: a block runs on one OS thread from its first instruction to its last, so that thread-local variables
//            of that thread are the block's; blocks start in ascending order of x, then y, then z; as many run at a
//            time as the device of pt_cpu_device holds. Fibers of a block switch only inside the functions below.
// Thread safety: everything may be called from any host thread, launches at the same time included. Functions marked
//            (device) are for code that a launch runs.
//
// Plain C, so that libptcpu needs no C++ runtime; the C++ on top is pt/cpu/device.hpp and cuda_runtime.h.
#ifndef PT_CPU_ENGINE_H
#define PT_CPU_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Is this compiled for ThreadSanitizer? gcc says it by a macro, clang does not.
#ifdef __SANITIZE_THREAD__
#define PT_CPU_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define PT_CPU_THREAD_SANITIZER 1
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

// ---- the device --------------------------------------------------------------------------------------------------

typedef struct pt_cpu_device {
    unsigned multiprocessors;                  // PTRT_CPU_SMS, default: processors of the machine
    unsigned threads_per_multiprocessor;       // PTRT_CPU_THREADS_PER_SM, default 2048
    unsigned groups_per_multiprocessor;        // 32
    unsigned shared_bytes_per_multiprocessor;  // PTRT_CPU_SHARED_PER_SM, default 233472 (228 KiB)
    unsigned shared_bytes_per_block;           // without asking for more: 49152
    unsigned shared_bytes_per_block_optin;     // what a kernel may ask for: one KiB less than a multiprocessor has
} pt_cpu_device_t;

// Read from the environment once. Never NULL.
const pt_cpu_device_t *pt_cpu_device(void);

// ---- kernels -----------------------------------------------------------------------------------------------------

enum pt_cpu_kernel_flags {
    // No barrier, no warp operation, nothing that waits, in it or in what it calls: its threads run one after the other.
    PT_CPU_INDEPENDENT_THREADS = 1,
};

typedef struct pt_cpu_kernel {
    const void *function;                                           // the address that a program knows it by
    void (*call)(const void *function, void *const *arguments);     // one thread of it
    const char *name;                                               // for messages
    const uint32_t *parameter_bytes;                                // size of each parameter
    uint32_t parameters;
    uint32_t flags;
    uint32_t max_threads;                                           // of a block, by its launch bounds; 0: none
    size_t static_shared_bytes;                                     // of its __shared__ variables, as far as ptcc knows
    size_t dynamic_shared_limit;                                    // cudaFuncSetAttribute; guarded by the caller
    int carveout;                                                   // likewise, kept for cudaFuncGetAttributes
    struct pt_cpu_kernel *next;                                     // the engine's
} pt_cpu_kernel_t;

// While other host threads may say it again.
static inline size_t pt_cpu_static_shared_bytes(const pt_cpu_kernel_t *kernel)
{
    return __atomic_load_n(&kernel->static_shared_bytes, __ATOMIC_RELAXED);
}

// Makes a kernel known; the record must live on. Registering a function again changes nothing.
void pt_cpu_register(pt_cpu_kernel_t *kernel);

// NULL when no such function was registered.
pt_cpu_kernel_t *pt_cpu_find(const void *function);

typedef struct pt_cpu_launch {
    const pt_cpu_kernel_t *kernel;
    void *const *arguments;      // one pointer a parameter, valid until pt_cpu_run returns
    unsigned grid[3], block[3];  // all above 0; at most 1024 threads a block
    size_t dynamic_shared_bytes;
    bool cooperative; // blocks may wait for any other: all of them run at once, or the launch fails
} pt_cpu_launch_t;

// How many groups of this shape a multiprocessor holds at once; 0 when it holds none.
unsigned pt_cpu_resident_groups(const pt_cpu_kernel_t *kernel, unsigned threads, size_t dynamic_shared_bytes);

enum pt_cpu_status {
    PT_CPU_OK = 0,
    PT_CPU_TRAPPED = 1,  // __trap, or a failed assert
    PT_CPU_NO_MEMORY = 2,
    PT_CPU_ILLEGAL_ADDRESS = 3, // written beyond a __shared__ variable
    PT_CPU_STUCK = 4,           // the threads of a block wait for each other, for ever
};

// Runs a launch to its end. A kernel that a kernel launches runs there and then, on the launching thread.
int pt_cpu_run(const pt_cpu_launch_t *launch);

// ---- for device code -----------------------------------------------------------------------------------------------

typedef struct pt_cpu_index {
    unsigned x, y, z;
} pt_cpu_index_t;

// The built-in variables; __thread and not thread_local, so that no wrapper function stands between.
extern __thread pt_cpu_index_t pt_cpu_thread_index, pt_cpu_block_index, pt_cpu_block_dim, pt_cpu_grid_dim;

// (device) False in host code.
bool pt_cpu_on_device(void);

// (device) Identity of the launch, different from that of every other one of the process.
uint64_t pt_cpu_launch_identity(void);

// (device) Lets the other threads of the block run. Behind every atomic operation and fence. Nothing outside a launch.
void pt_cpu_yield(void);

// (device) The same in a loop that waits for what others write; a block of which nothing else can run gives its
// processor away, for longer the longer it waits.
void pt_cpu_wait(void);

// (device) Something happened that others of the block may wait for: they need not be patient yet.
void pt_cpu_progress(void);

// (device) The launch that the caller runs in; NULL in host code.
const pt_cpu_launch_t *pt_cpu_current_launch(void);

// (device) __syncthreads. Waits for all threads of the block that have not ended.
void pt_cpu_barrier(void);

// (device) The same, and gives how many of them brought a true predicate.
unsigned pt_cpu_barrier_count(bool predicate);

// (device) A barrier in a word of shared memory that threads may leave for good (on a GPU: mbarrier, arrive_drop).
// `init` by one thread, before and behind a barrier of all; then each member waits for the others any number of times and
// leaves once.
void pt_cpu_meeting_init(uint64_t *word, unsigned members);
void pt_cpu_meeting_wait(uint64_t *word);
void pt_cpu_meeting_leave(uint64_t *word);

// (device) An operation of the warp: the lanes in `mask` that have not ended come here, then the last of them calls
// `finish` once, with each lane's `data` (NULL for lanes that take no part), and all go on. All lanes of an operation
// bring the same mask, which holds their own, and the same finish; others wait for ever, which ends the launch with a
// message. With finish NULL it orders memory among them, too (__syncwarp); else it does not, and `finish` must not be
// instrumented by ThreadSanitizer (attribute no_sanitize("thread")), as it reads and writes for others.
typedef void (*pt_cpu_finish_t)(void *const lanes[32], uint32_t members);
void pt_cpu_warp(uint32_t mask, void *data, pt_cpu_finish_t finish);

// (device) The calling thread's lane, and that of the warp within the block.
unsigned pt_cpu_lane(void);
unsigned pt_cpu_warp_id(void);

// (device) Ends the launch with PT_CPU_TRAPPED, once the threads that run just then come to the engine; does not return.
#if defined(__GNUC__)
__attribute__((noreturn))
#endif
void pt_cpu_trap(void);

// (device) The calling group's OS thread sleeps: nobody in the group has anything to do.
void pt_cpu_doze(unsigned nanoseconds);

// ---- shared memory -------------------------------------------------------------------------------------------------

// A __shared__ variable: one record for each, `static` and filled in where it is declared.
typedef struct pt_cpu_shared_variable {
    size_t size_bytes, alignment;
    const char *name;
    uint32_t number; // the engine's: 0 until it is first used
    uint32_t stays;  // 1: the group's, which keeps it from item to item
} pt_cpu_shared_variable_t;

// (device) The variable's place in the calling block: between red zones, filled with poison when the block or the
// item (pt_cpu_next_item) sees it first.
void *pt_cpu_shared(pt_cpu_shared_variable_t *variable);

// (device) The launch's dynamic shared memory and its size.
void *pt_cpu_dynamic_shared(void);
size_t pt_cpu_dynamic_shared_bytes(void);

// (device) Does the address lie in the calling block's shared memory; on the calling thread's stack? False in host code.
bool pt_cpu_is_shared(const void *address);
bool pt_cpu_is_local(const void *address);

// (device) By every thread, when it is done with an item: static shared memory is as new for the next one.
void pt_cpu_next_item(void);

// The device's context: another number behind each cudaDeviceReset().
unsigned long long pt_cpu_context(void);

// The allocation that holds the address: where it begins, as a number, and its bytes. False: there is none.
bool pt_cpu_allocation_of(const void *pointer, size_t *begin, size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
