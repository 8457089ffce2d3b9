// What libptrt's files share.
#ifndef PTRT_INTERNAL_H
#define PTRT_INTERNAL_H

#include <pt/ptrt.h>
#include <pt/schedule.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

// ---- environment.c: read once, at the first launch

typedef struct ptrt_environment {
    bool verbose;      // PTRT_VERBOSE=1
    bool stats;        // PTRT_STATS=1
    bool debug;        // PTRT_DEBUG=1
    int mode;          // PTRT_MODE: a schedule, or -1; nonpt and hardware are PTRT_SCHEDULE_HARDWARE
    unsigned loop;     // PTRT_LOOP: a ptrt_loop_way
    bool apart;        // PTRT_FUSE=launches
    unsigned chunk;    // PTRT_CHUNK=n, or 0
    unsigned groups;   // PTRT_GROUPS=n, or 0
} ptrt_environment_t;

const ptrt_environment_t *ptrt_environment(void);
unsigned ptrt_multiprocessor_budget(void); // 0: all

// ---- plan.c: pure functions

// A way to run a kernel: what `auto` chooses between, and what the clauses say.
typedef struct ptrt_scheme {
    int schedule;      // STATIC, DYNAMIC, GUIDED, STEAL, or HARDWARE for the plain launch
    uint32_t chunk;    // items of a (smallest) chunk; 0: by the number of items for each group
} ptrt_scheme_t;

// Fills in the launch record and gives the number of groups: at most `groups`, and at most one a chunk.
// `exact_groups`: the program asked for that many, do not use fewer to break up periods.
uint32_t ptrt_plan(pt_launch_t *launch, const uint32_t grid[3], uint32_t groups, bool exact_groups,
                   ptrt_scheme_t scheme, uint32_t slot_offset);

// Blocks of a grid, or 0 when they are 2^31 or more.
uint32_t ptrt_items(const uint32_t grid[3]);

static const ptrt_scheme_t plain = {PTRT_SCHEDULE_HARDWARE, 0};

// ---- tune.c: schedule(auto)'s measurements, one record for each kernel, shape and size of grid

enum { PTRT_CANDIDATES = 5, PTRT_SAMPLES = 5 };

typedef struct ptrt_candidate {
    ptrt_scheme_t scheme;
    unsigned samples;              // taken so far
    double microseconds[PTRT_SAMPLES]; // the last ones
    bool dropped;
} ptrt_candidate_t;

typedef struct ptrt_tune {
    struct ptrt_tune *next;
    uint32_t size_class; // of the grid
    atomic_int decided;  // candidate to use from now on, or -1
    pthread_mutex_t lock;
    unsigned launches;
    uint32_t items, groups;
    bool longest_first;   // blocks come in the order of their lengths: nothing is tried while
    atomic_bool is_unordered; // that is not known
    ptrt_candidate_t candidate[PTRT_CANDIDATES]; // 0 is the plain launch
    unsigned candidates;
    double lost_microseconds; // by timing and by trials so far, against the plain launch
    int trial;                // candidate of the sample in flight, or -1
    void *begin, *end;        // its events
    bool in_flight;           // a launch is being timed
    bool recorded;            // and both events are in its stream
    _Atomic(const char *) why; // of the decision
    atomic_uint_fast64_t decided_scheme; // what it stands for, to be read without the lock: chunk, schedule
    // A decision is watched: now and then a launch is timed, and when its time is no longer what it was, the
    // measurements start again.
    atomic_bool final;        // but for this one
    atomic_uint launches_decided;
    atomic_uint watch_interval; // launches from one that is timed to the next
    atomic_bool suspicious;   // the last time was another
    unsigned deviations;      // in a row
    unsigned restarts;
} ptrt_tune_t;

void ptrt_tune_begin(ptrt_tune_t *tune, uint32_t items, uint32_t groups, bool longest_first);
// The candidate for the next launch. *sample: whether that launch is to be timed.
int ptrt_tune_choose(ptrt_tune_t *tune, bool *sample);
// The time of a launch with that candidate.
void ptrt_tune_report(ptrt_tune_t *tune, int candidate, double microseconds);
// What `decided` stands for; without the lock, too.
ptrt_scheme_t ptrt_tune_scheme(const ptrt_tune_t *tune);
double ptrt_tune_median(const ptrt_candidate_t *candidate);

// order(longest), while the lengths of the blocks are unknown: what the next launch is for.
typedef enum ptrt_noting {
    PTRT_NOTING_LATER, // the plain launch is to be measured first (ptrt_tune_choose)
    PTRT_NOTING_WAIT,  // noting would cost more than it may by now: a plain launch, not timed
    PTRT_NOTING_NOW,   // and its cost counts
} ptrt_noting_t;
ptrt_noting_t ptrt_tune_notes(ptrt_tune_t *tune);

// ---- longest.c: order(longest), for each kernel and shape

struct ptrt_lengths;

typedef struct ptrt_all_lengths {
    _Atomic(struct ptrt_lengths *) first;
    unsigned count;
    pthread_mutex_t lock;
} ptrt_all_lengths_t;

typedef enum ptrt_lengths_state {
    PTRT_LENGTHS_NEVER,   // nothing will be known
    PTRT_LENGTHS_UNKNOWN, // a launch may note them (ptrt_lengths_begin)
    PTRT_LENGTHS_COMING,  // or can't be noted now
    PTRT_LENGTHS_KNOWN,   // ptrt_lengths_order
} ptrt_lengths_state_t;

// What is known for this grid. *lengths: its record, or NULL.
ptrt_lengths_state_t ptrt_lengths_ask(ptrt_all_lengths_t *all, const ptrt_request_t *request, struct ptrt_lengths **lengths);
// Nobody else notes them: this launch does.
bool ptrt_lengths_begin(struct ptrt_lengths *lengths);
// Address of the blocks in their order, of the device.
uint64_t ptrt_lengths_order(const struct ptrt_lengths *lengths);

// ---- status.c

struct ptrt_shape;

struct ptrt_kernel_state {
    const ptrt_kernel_t *kernel; // of a launch that is being decided: behind that its library may be unloaded
    const char *name, *file;     // copies, which stay
    int line;
    struct ptrt_kernel_state *next; // all kernels of the process
    _Atomic(struct ptrt_shape *) shapes;
    atomic_uint shape_count;
    atomic_uint_fast64_t persistent, plain, refused;
    pthread_mutex_t lock;
};

struct ptrt_kernel_state *ptrt_state(ptrt_kernel_t *kernel);
void ptrt_set_last_error(ptrt_error_t error);

// What the kernel's flags say.
static inline bool has_grid_barrier(const ptrt_kernel_t *kernel) { return (kernel->flags & PTRT_KERNEL_GRID_BARRIER) != 0; }
static inline bool has_tasks(const ptrt_kernel_t *kernel) { return (kernel->flags & PTRT_KERNEL_TASKS) != 0; }
static inline bool drains(const ptrt_kernel_t *kernel) { return (kernel->flags & PTRT_KERNEL_DRAINS) != 0; }
static inline bool is_dealt(const ptrt_kernel_t *kernel) { return (kernel->flags & PTRT_KERNEL_DEALT) != 0; }
static inline bool is_ordered(const ptrt_kernel_t *kernel) { return (kernel->flags & PTRT_KERNEL_ORDERED) != 0; } // blocks wait for earlier ones
static inline bool is_longest_first(const ptrt_kernel_t *kernel) { return (kernel->flags & PTRT_KERNEL_LONGEST_FIRST) != 0; }

// ---- shape.c

// What is known for one context, block size and amount of shared memory.
struct ptrt_shape {
    struct ptrt_shape *next;
    uint64_t context;
    size_t dynamic_shared_bytes;
    uint32_t threads;
    ptrt_facts_t facts;
    _Atomic(ptrt_tune_t *) tunes;
    atomic_uint tune_count;
    ptrt_all_lengths_t lengths; // order(longest)
};

enum { shapes_at_most = 256 }; // of a kernel; one that has a grid barrier must know its own

// NULL: not known yet.
struct ptrt_shape *ptrt_find_shape(struct ptrt_kernel_state *state, const ptrt_request_t *request);
// What `auto` has measured for grids of about this size; NULL where there are too many.
ptrt_tune_t *ptrt_find_tune(struct ptrt_kernel_state *state, struct ptrt_shape *shape, uint32_t items, uint32_t groups);

// ---- automatic.c

// `auto`: which scheme, from what was measured so far; may ask for a measurement.
ptrt_scheme_t ptrt_automatic(struct ptrt_kernel_state *state, struct ptrt_shape *shape, const ptrt_request_t *request,
                             uint32_t items, uint32_t groups, ptrt_decision_t *decision, const char **why);

// ---- question.c

void ptrt_count(struct ptrt_kernel_state *state, ptrt_action_t action);
// The schedule that holds for this kernel: the environment's word, else the program's.
int ptrt_schedule_of(const ptrt_kernel_t *kernel);

// ---- verbose.c

// `asked`: the schedule, of which one round may have been enough.
void ptrt_tell(const ptrt_kernel_t *kernel, const ptrt_request_t *request, const ptrt_decision_t *decision,
               const ptrt_facts_t *facts, int asked, const char *why);
void ptrt_say(const ptrt_kernel_t *kernel, const char *text);
const char *ptrt_schedule_name(int schedule);

#endif
