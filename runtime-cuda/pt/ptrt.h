// libptrt's C interface: how a launch of a rewritten kernel is decided.
//
// In:  what a rewritten program knows at a launch. Out: which of the two kernels to launch, and how.
// Invariant: libptrt links no CUDA. Calls into the CUDA runtime are made by launch.cuh, in the program's own
//            translation unit, so that per-thread default streams and a static or shared cudart are the
//            program's. Every function may be called from any thread at any time; none blocks on the device.
//
// Programs use only the first part; the second is what launch.cuh is written against.
#ifndef PT_PTRT_H
#define PT_PTRT_H

#include "abi.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define PTRT_DEFAULT(value) = value
#else
#define PTRT_DEFAULT(value)
#endif

// ---- for programs --------------------------------------------------------------------------------------

typedef enum ptrt_error {
    PT_SUCCESS = 0,
    PT_ERROR_TOO_MANY_GROUPS = 1, // more thread groups asked for, or needed for the blocks that a grid barrier holds
                                  // together, than are resident at once; nothing ran
    PT_ERROR_QUEUE_FULL = 2,      // a queue of tasks rejected some (task_host.cuh); those that it took in are done
} ptrt_error_t;

// The last error of a launch made by the calling thread, which it resets to PT_SUCCESS. Such a launch leaves
// CUDA's own last error set as well.
ptrt_error_t ptrt_last_error(void);

// Name of an error, a static string; never NULL.
const char *ptrt_error_name(ptrt_error_t error);

// Multiprocessors that persistent launches of this process may fill, from the next launch on; 0: all.
// The environment variable PTRT_SMS sets the same before the first launch.
void ptrt_set_multiprocessors(unsigned count);

// Launches so far of all kernels with this name (of every kernel where `name` is NULL).
typedef struct ptrt_counts {
    uint64_t persistent, plain, refused;
} ptrt_counts_t;
ptrt_counts_t ptrt_launch_counts(const char *name);

// ---- for launch.cuh ------------------------------------------------------------------------------------

struct ptrt_kernel_state;

// What a clause's expression gave that is no number from 1 to 2147483647.
#define PTRT_NO_COUNT 0xffffffffu

// One for each kernel, in static storage of the program; for templates one for each instantiation.
typedef struct ptrt_kernel {
    const char *name;   // as in the source
    const char *file;   // of its directive
    int line;
    int schedule;       // enum ptrt_schedule
    unsigned chunk;     // items; 0: the runtime chooses; PTRT_NO_COUNT: it says so, and chooses
    int groups_kind;    // enum ptrt_groups_kind
    unsigned groups;    // for PTRT_GROUPS_N and PTRT_GROUPS_PER_SM; PTRT_NO_COUNT: no launch
    unsigned flags;     // enum ptrt_kernel_flags
    // With PTRT_KERNEL_SPLITS: what a block keeps from phase to phase (live.cuh) where its group has others in between.
    unsigned live_thread_bytes PTRT_DEFAULT(0);
    unsigned live_shared_bytes PTRT_DEFAULT(0);   // of static shared memory, each variable rounded up
    unsigned live_dynamic_shared PTRT_DEFAULT(0); // 1: dynamic shared memory, too
    const void *longest_first PTRT_DEFAULT(0); // with PTRT_KERNEL_LONGEST_FIRST: host address of longest_first_kernel (longest.cuh)
    struct ptrt_kernel_state *state PTRT_DEFAULT(0); // the runtime's own, 0 at first
} ptrt_kernel_t;

typedef enum ptrt_mode {
    PTRT_MODE_DEFAULT = 0,
    PTRT_MODE_NONPT = 1,
    PTRT_MODE_MAX = 2,
    PTRT_MODE_GROUPS = 3,
} ptrt_mode_t;

// What is asked for. All of it must be valid for the original kernel: launch.cuh sees to that.
typedef struct ptrt_request {
    uint64_t context;               // identity of the CUDA context: facts are remembered for it
    uint32_t grid[3];               // software grid, blocks, none 0
    uint32_t block[3];              // threads, none 0
    size_t dynamic_shared_bytes;    // of the program
    ptrt_mode_t mode;               // of this launch
    unsigned mode_groups;           // for PTRT_MODE_GROUPS
    void *stream;                   // handed back to is_capturing
    // Nonzero when the stream is being captured, so that nothing is measured. Called only before a
    // measurement would begin.
    int (*is_capturing)(void *stream);
    // Reads the time between two events that launch.cuh recorded, in microseconds: 1 and the time, 0 when
    // it has not come yet, -1 when it never will (a lost context). Must not block. NULL: measure nothing.
    int (*elapsed)(void *begin, void *end, double *microseconds);
} ptrt_request_t;

// What only CUDA can tell, asked once for each context, block size and amount of shared memory.
typedef struct ptrt_facts {
    unsigned multiprocessors;
    unsigned original_groups;      // resident on one multiprocessor at once, of the original kernel
    unsigned twin_groups;          // of the persistent one without a queue
    unsigned twin_groups_queue;    // of the persistent one with its slot in dynamic shared memory
    size_t original_local_bytes;   // a thread; more in the twin means that it spills
    size_t twin_local_bytes;
    int waits;                     // the device has programmatic dependent launch, and both kernels' code was compiled for it
    const char *obstacle;          // why the twin can't be launched at all, a static string, or NULL
} ptrt_facts_t;

typedef enum ptrt_action {
    PTRT_ACTION_ASK_FACTS = 0, // call ptrt_learn, then ptrt_decide again
    PTRT_ACTION_ORIGINAL = 1,  // launch the original as asked
    PTRT_ACTION_TWIN = 2,      // launch the twin with `groups`, `dynamic_shared_bytes` and `launch`
    PTRT_ACTION_REFUSE = 3,    // launch nothing; `groups` is more than are resident
} ptrt_action_t;

struct ptrt_tune;
struct ptrt_lengths;

typedef struct ptrt_decision {
    ptrt_action_t action;
    uint32_t groups;
    size_t dynamic_shared_bytes;
    pt_launch_t launch;
    // Non-NULL: record the events *begin and *end around the launch (create them where they are still NULL;
    // libptrt keeps them) and call ptrt_measured.
    struct ptrt_tune *measure;
    void **begin, **end;
    int begins_early; // the launch may begin before what it depends on has ended (programmatic dependent launch)
    int cooperative; // launch the twin cooperatively: all its groups must run at once
    size_t live_bytes; // memory of the device to allocate for the launch: its address goes into launch.live; 0: none
    // Non-NULL: this launch notes how long its blocks take. Behind it their order is made, and ptrt_noted called.
    struct ptrt_lengths *lengths;
} ptrt_decision_t;

#define ptrt_decide PTRT_WITH_VERSION(ptrt_decide, PTRT_ABI_VERSION)

// Decides one launch. `kernel->state` is set up on the first call.
void ptrt_decide(ptrt_kernel_t *kernel, const ptrt_request_t *request, ptrt_decision_t *decision);

// Remembers the facts for request's context, block and shared memory.
void ptrt_learn(ptrt_kernel_t *kernel, const ptrt_request_t *request, const ptrt_facts_t *facts);

// After a launch that was to be measured: `recorded` tells whether both events are in the stream.
void ptrt_measured(struct ptrt_tune *measure, int recorded);

// After a launch that was to note lengths: where the order will be, on the device, and the event (with timing) behind what writes it.
// libptrt keeps both. NULL: it could not be done, and will not be tried again.
void ptrt_noted(struct ptrt_lengths *lengths, const void *order, void *done);

// Nonzero when launches of this kernel with this mode are plain without a question to CUDA (PTRT_MODE=nonpt,
// schedule(hardware)); counts the launch and tells about it, too.
int ptrt_is_plain(ptrt_kernel_t *kernel, ptrt_mode_t mode);

// Is the address one that the process has memory at? For devices that reach all of that (cudaDevAttrPageableMemoryAccess).
int ptrt_is_of_host(const void *address);

// A launch that goes to the original before ptrt_decide can be asked: counts it and tells why.
void ptrt_passed_on(ptrt_kernel_t *kernel, const char *why);

// How the steps of a loop are launched (`#pragma pt loop`).
enum ptrt_loop_way {
    PTRT_LOOP_AUTO = 0,     // what is measured decides
    PTRT_LOOP_ONE = 1,      // one launch, with barriers of the grid
    PTRT_LOOP_LAUNCHES = 2, // a launch for each
    PTRT_LOOP_GRAPH = 3,    // a CUDA graph of kernels that begin before the one in front of them has ended
    PTRT_LOOP_PLAIN_GRAPH = 4, // a CUDA graph of the program's own kernels
};

// What PTRT_LOOP says.
unsigned ptrt_loop_way_wanted(void);

// Are launches of blocks with `#pragma pt fuse` to be made as one? Not with PTRT_FUSE=launches or PTRT_MODE=nonpt.
int ptrt_fuse_is_wanted(void);

// Counts the launch of a graph of a loop's steps, in this way, and tells about it. `is_new`: it was made for this launch.
void ptrt_graph_launched(ptrt_kernel_t *loop, unsigned way, unsigned steps, int is_new);

// Thread groups that a launch may have, of so many a multiprocessor: PTRT_SMS, PTRT_GROUPS.
unsigned ptrt_groups_at_most(unsigned resident, unsigned multiprocessors);

// With PTRT_VERBOSE=1, a line about the kernel or loop: why something was not done that the program has asked for.
void ptrt_remark(const ptrt_kernel_t *kernel, const char *text);

// A kernel that may be launched through its address. In static storage of the program, until it is taken back.
typedef struct ptrt_twin {
    const void *original, *twin;           // host addresses
    unsigned parameters;                   // of the original
    ptrt_kernel_t *(*description)(void);   // evaluates chunk and groups on its first call
    // Makes a launch as the file would that registered the kernel: it may have a CUDA runtime of its own.
    // `config` is launch.cuh's; `arguments` has one free entry in front. Returns a cudaError_t.
    int (*launch)(const struct ptrt_twin *self, const void *config, void **arguments);
} ptrt_twin_t;

void ptrt_register(const ptrt_twin_t *twin);
void ptrt_unregister(const ptrt_twin_t *twin);

// The kernel with this address, or NULL. Takes no lock. Of several with one address (a kernel that several files
// see) any.
const ptrt_twin_t *ptrt_find(const void *original);

#ifdef __cplusplus
}
#endif
#endif
