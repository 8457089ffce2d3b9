// Analysis: what follows from the collected facts. Pure data in, pure data out; libclang is not asked any more.
//
// In:  a plan filled by collect.c. Out: directives attached to functions and launches; for every function what it does
// through all it calls (reads the block index, holds barriers, uses shared memory); for every annotated kernel whether
// threads can leave it before a barrier or a warp operation; the set of helper functions that need a clone.
// Errors: directives in wrong places and conflicts are reported here, since here it is found where they belong.
#ifndef PTCC_FRONTEND_ANALYSE_H
#define PTCC_FRONTEND_ANALYSE_H

#include "frontend/plan.h"

void analyse(plan *p);

// Has a property of functions found its way through all calls: `spread` is called for each function, again and again, until it has found
// nothing new in any. It says whether it has set something, and takes nothing back, so that this comes to an end.
void analyse_close(plan *p, bool (*spread)(plan *p, function *f));

// A call of a function that is known.
bool analyse_is_call(const fact *x);

// A call whose callee is not known: through a pointer, virtual, left open by a template.
bool analyse_is_open_call(const fact *x);

// An open call of a function's address or of an object. It may be of any function that a pointer may point to; others are of one of
// that name.
bool analyse_is_call_of_value(const fact *x);
bool analyse_may_be_of(const fact *x, const function *g);

// The functions that an open call may be of, one after the other; -1: there are no more.
typedef struct open_targets {
    const plan *p;
    const fact *x;
    bool is_one_of_all; // nothing narrows it down
    int next;           // of those that have its name, then of plan.called_by_value
    size_t next_value;
} open_targets;
open_targets analyse_targets(const plan *p, const fact *x);
int analyse_next_target(open_targets *targets);

// A call that a template leaves open, of a set that has functions of a library's, too: none of these has a clone that could be called.
bool analyse_may_be_of_library(const plan *p, const function *f, const fact *x);

// A member call that may be of a library's function that waits.
bool analyse_may_be_collective(const fact *x);

// Do a parenthesis, or template arguments and one, follow the name at that token?
bool analyse_is_called_at(const plan_file *f, size_t name);

// It is not told the software block, and asks for the one that its kernel published (ambient.c).
bool analyse_asks_for_block(const function *f);

// A macro reads the index in such a function: a local variable of that name, declared in front of all else in the body, is what
// it reads then.
bool analyse_variable_stands_in(const plan *p, const function *f, const fact *x);

// A static local that cannot change: two copies of it are as good as one.
bool analyse_is_constant_local(const plan *p, const declaration *d, const fact *x);

#endif
