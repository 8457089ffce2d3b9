// Loops that wait: which of a function's loops end only when another thread block has written something?
//
// In:  a loop (or a body with a backward goto) of device code. Out: what its end depends on, as plain records that
// collect_body.c turns into facts; waiting.c puts them together over the call graph.
//
// A value is foreign when it was read from memory in a way that only makes sense if others write it: volatile, atomic,
// by __ldcg/__ldcv or inline assembly, or when a called function may have read it so, or nobody knows which is called.
// Foreign values are followed through the loop's assignments and conditions. A loop waits when one of its exits hangs on
// a foreign value, unless it comes forward by itself: it counts towards a bound, it probes another place each time (and does not come round), or it
// repeats a compare-and-swap with what it last saw. Taking a lock (0 becomes something else) is told apart: its holder
// runs already, so any order of blocks is safe; waiting.c asks that the lock be given free somewhere.
// When in doubt a loop waits: the price is that its blocks are handed out in ascending order.
#ifndef PTCC_FRONTEND_SPIN_H
#define PTCC_FRONTEND_SPIN_H

#include "frontend/ast.h"

typedef enum spin_kind {
    SPIN_LOAD,   // a read that only makes sense if others write
    SPIN_LOCK,   // an attempt to take the lock `name`
    SPIN_RETRY,  // compare-and-swap with what the last attempt saw
    SPIN_PLAIN,  // a plain read of memory: others' where the loop calls what keeps memory in order, a lock say
    SPIN_CALL,   // whatever `callee` reads
    SPIN_OPEN    // whatever is called by `name`, which a template leaves open
} spin_kind;

typedef struct spin_source {
    spin_kind kind;
    ast_node callee;
    const char *name; // of a lock: the identifiers of its operand; of an open call
    ast_node at;      // the first expression of the loop that reads so; null where nothing tells
} spin_source;

typedef struct spin_sources {
    spin_source *items;
    size_t count, capacity;
} spin_sources;

// What the loop waits for; empty when it does not.
spin_sources spin_in_loop(ast *t, arena *a, ast_node loop);

// What a single node reads, not looking into its operands; empty for most. SPIN_CALL is left out.
spin_sources spin_in_node(ast *t, arena *a, ast_node n);

// The lock that a node gives free, or NULL.
const char *spin_released(ast *t, arena *a, ast_node n);

// Waits whatever is around it: cuda::atomic::wait, a loop written in assembly, CUB's look-back.
bool spin_always(ast *t, arena *a, ast_node n);

// By its name, CUDA's fence of memory, or one of its libraries'.
bool spin_is_fence(const char *name);

// Name of what a call calls, also when a template leaves it open.
const char *spin_called_name(ast *t, arena *a, ast_node call);

#endif
