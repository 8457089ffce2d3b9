// For the CPU: what cpu.c and the files of its parts share.
//
// In:  a plan made for the CPU. Out: edits, of the files' own text and of the copies.
#ifndef PTCC_TRANSFORM_CPU_PARTS_H
#define PTCC_TRANSFORM_CPU_PARTS_H

#include "transform/rewrite.h"

static inline bool word(const plan_file *f, size_t i, const char *text) { return token_is(f->text, &f->tokens.items[i], text); }

// ---- cpu_shared.c

// The declaration with the word __shared__ at token `at`.
void edit_shared_declaration(const rewriter *r, edit_list *e, int file, size_t at);

// Of dynamic shared memory that is declared outside of functions, in a range of a function's text.
void edit_shared_mentions(edit_list *e, const function *f, int file, size_t begin, size_t end);

// ---- cpu_arch.c

void forget_arch(rewriter *r); // behind what rewrite_for_cpu_first has put in front

#endif
