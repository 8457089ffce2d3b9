// Parsing: one input file becomes a checked plan.
//
// In:  a path and the options. Out: a plan whose diagnostics say whether it may be rewritten.
#ifndef PTCC_FRONTEND_PARSE_H
#define PTCC_FRONTEND_PARSE_H

#include "frontend/options.h"
#include "frontend/plan.h"

// NULL when the file cannot be read or parsed at all; the reason is in `d`.
plan *parse_file(arena *a, const options *o, const char *path, diagnostics *d);

#endif
