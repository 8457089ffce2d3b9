// Parsing: one input file becomes a checked plan.
//
// In:  a path and the options. Out: a plan whose diagnostics say whether it may be rewritten.
// The parse uses the CUDA toolkit when there is one, else the headers that ptcc carries (shim/).
#ifndef PTCC_FRONTEND_PARSE_H
#define PTCC_FRONTEND_PARSE_H

#include "frontend/ast.h"
#include "frontend/options.h"
#include "frontend/plan.h"

// NULL when the file cannot be read or parsed at all; the reason is in `d`.
plan *parse_file(arena *a, const options *o, const char *path, diagnostics *d);

// What libclang is given for one parse; benchmarks/own-cost measures ptcc against a program that does nothing else with it.
typedef struct parse_input {
    const char *const *arguments;
    size_t argument_count;
    const ast_virtual_file *files;
    size_t file_count;
    const char *toolkit; // NULL: the headers that ptcc carries
    unsigned cuda_version; // as CUDA_VERSION has it: of the toolkit, without one the newest that is known
} parse_input;
// `device` is 0 for the host, else one of views.h. False when the toolkit that was asked for is none; the reason is in `d`.
bool parse_input_make(arena *a, const options *o, int device, diagnostics *d, parse_input *input);

#endif
