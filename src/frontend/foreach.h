// Dynamic tasks: `#pragma pt foreach(Task v : queue)` and the block in braces behind it.
//
// In:  directives, and the facts of the kernels that they stand in. Out: where the block is (tasks, in plan_function.h); what has no meaning
//      in it, as diagnostics.
// Invariant: libclang reads the directive as the loop that it is written like, `for (Task v : queue)`, so that the block is understood as
//            its body. All else that is known of the file, its tokens, text and offsets, is the file's own.
// Source: Gupta, Stuart, Owens, "A Study of Persistent Threads Style GPU Programming", 3.3: tasks that make others. Steinberger et al.,
//         "Whippletree", 2014, for workers that are a block, a warp or a thread.
#ifndef PTCC_FRONTEND_FOREACH_H
#define PTCC_FRONTEND_FOREACH_H

#include "frontend/lex.h"
#include "frontend/plan.h"

// The file's bytes with loops in the place of the directives, of the same length; NULL where there is no such directive. `bytes`: what is
// read in the place of the file so far, or its own.
char *foreach_read_as_loops(arena *a, const source *file, const token_list *tokens, const char *bytes);

// False when the file surely has none, which takes no tokens to see.
bool foreach_may_stand_in(const source *file);

// The block behind the directive, which stands in the body of kernel `f`: notes where it is, and what its barriers mean for the kernel.
// False: it stands in a wrong place, and that was said.
bool foreach_read_block(plan *p, function *f, const plan_file *file, int index);

// Finds the places where the queue's name may stand for the group's own ring, whatever the program asks of its type (foreach_push.c). Needs
// the facts.
void foreach_find_pushes(plan *p);

// Refuses what has no meaning in the tasks of an annotated kernel, or cannot be rewritten. Needs the closed effects.
void foreach_check(plan *p);

#endif
