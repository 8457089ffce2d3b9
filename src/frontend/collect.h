// Collecting: from a parsed translation unit to the plan's raw records.
//
// In:  an ast of the host parse, then, where code depends on __CUDA_ARCH__, one of the device parse.
// Out: files, functions with their declarations and facts, launches, imports, explicit instantiations.
// Nothing is judged here: analyse.c derives, check.c refuses.
#ifndef PTCC_FRONTEND_COLLECT_H
#define PTCC_FRONTEND_COLLECT_H

#include "frontend/ast.h"
#include "frontend/plan.h"

// Files, tokens, live directives; whether there is anything to do is known after this.
// `main_file` is the main file as it was read before the parse, with its tokens.
void collect_files(plan *p, ast *t, const source *main_file, const token_list *main_tokens);

// The files that a further parse has read.
void collect_dependencies(plan *p, const ast *t);

// True when a live directive stands in any project file.
bool collect_has_directives(const plan *p);

// Functions, facts, launches. `device` marks facts that only the device parse sees.
void collect_functions(plan *p, ast *t, bool device);

#endif
