// What the compiler of the output has to define, and what not: as the text was looked at.
//
//     ptcc k.cu -o k_pt.cu -DN=4         #if !defined(N) || N != 4 || defined(USE_TILES)
//     #ifdef USE_TILES             ->    #error "..."
//     ...                                #endif
//     #endif
//
// In:  the flags, and the conditions that the parses evaluated. Out: the plan's defines, of which transform/ makes that check.
// Invariant: another -D for the output than for ptcc, which would show nvcc text that was never looked at, or hide some, is an error of nvcc's.
//            What only the program's host code asks for, where nothing of it is looked at, may differ.
#ifndef PTCC_FRONTEND_DEFINES_H
#define PTCC_FRONTEND_DEFINES_H

#include "frontend/ast.h"
#include "frontend/options.h"
#include "frontend/plan.h"

// The line in front of the check.
#define REWRITTEN_FOR_MACROS "// ptcc has rewritten this program for these macros:\n"

// What -D defines, as directives: the plan's command_line. Before the plan's files are read.
void defines_read_flags(plan *p, const string_list *flags);

// To be called for each parse, before it is disposed of.
void defines_collect(plan *p, ast *t);

// Once, when all functions and loops are known.
void defines_find(plan *p, const string_list *flags);

#endif
