// Inline assembly: what its text says, whoever wrote it.
//
// In:  a statement's node. Out: the template as the compiler has it (literals joined, escapes read, macros expanded), and which
//      words it holds.
// Invariant: nothing is taken from how the source spells a template; where its value is not known, it holds every word.
#ifndef PTCC_FRONTEND_ASSEMBLY_H
#define PTCC_FRONTEND_ASSEMBLY_H

#include "frontend/ast.h"

extern const char assembly_unknown[]; // known by its address
// Likewise: an empty template whose operands g++ knows as nvcc does, which only the compiler heeds.
extern const char assembly_nothing[];

// The template, assembly_nothing or assembly_unknown. Where macros take part in it: those of all assembly of the function
// around, a line each.
const char *assembly_template(ast *t, arena *a, ast_node statement);

// Of `bar.sync 0;`: bar, sync and 0. A register's name begins with one %.
bool assembly_has(const char *text, const char *word);
bool assembly_has_register(const char *text, const char *part); // whose name holds this

bool assembly_waits_for_block(const char *text); // also for part of it
bool assembly_waits_for_warp(const char *text);
bool assembly_waits_within_warp(const char *text); // and for no more than that
// mma.sync.aligned and the like, which CUDA leaves undefined where some lanes of a warp do not come (PTX ISA, "mma"): who has left has left with
// its warp, and is not waited for.
bool assembly_is_of_whole_warps(const char *text);
bool assembly_reads_index(const char *text);
bool assembly_ends_thread(const char *text); // exit, or ret: the text stands in the kernel, whichever function holds it

#endif
