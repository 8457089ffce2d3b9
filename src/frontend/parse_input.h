// What libclang is given for one parse: arguments, and the headers that ptcc carries.
//
// In:  the options, and for whom the text is read: the host, or a device of views.h. Out: arguments and files, in the arena.
// Invariant: as nvcc would read the text. The parse uses the CUDA toolkit when there is one, else the headers in shim/.
// benchmarks/own-cost measures ptcc against a program that does nothing else with it.
#ifndef PTCC_FRONTEND_PARSE_INPUT_H
#define PTCC_FRONTEND_PARSE_INPUT_H

#include "frontend/ast.h"
#include "frontend/options.h"

typedef struct parse_input {
    const char *const *arguments;
    size_t argument_count;
    const ast_virtual_file *files;
    size_t file_count;
    const char *toolkit; // NULL: the headers that ptcc carries
    const char *own_headers; // the folder that the toolkit's headers, or those, come from
    unsigned cuda_version; // as CUDA_VERSION has it: of the toolkit, without one the newest that is known
} parse_input;

// `device` is 0 for the host, else one of views.h. False when the toolkit that was asked for is none; the reason is in `d`.
bool parse_input_make(arena *a, const options *o, int device, diagnostics *d, parse_input *input);

#endif
