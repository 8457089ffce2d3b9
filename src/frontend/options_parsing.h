// Options while they are parsed: what the files of that stage share (options.h).
//
// In:  argv. Out: `options`, all of them set before options_check looks at them as a whole.
#ifndef PTCC_FRONTEND_OPTIONS_PARSING_H
#define PTCC_FRONTEND_OPTIONS_PARSING_H

#include "frontend/options.h"

typedef struct parsing {
    arena *arena;
    diagnostics *diagnostics;
    options *options;
    const char *const *argv;
    int argc, next;
    bool depfile_wanted;
} parsing;

#define FAIL(p, code, ...) diagnostics_add((p)->diagnostics, SEVERITY_FATAL, code, span_make(NULL, 0, 0), __VA_ARGS__)

// A copy of the string, behind the others.
void options_push(arena *a, string_list *list, const char *string);

// What must hold among options that each are right (options_check.c).
void options_check(parsing *p);

#endif
