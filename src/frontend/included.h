// Files of the project that a text will include, as far as its directives tell before any parse.
//
// In:  the arguments that libclang is given, and the main file. Out: the files, without the main one, named as libclang names them.
// Invariant: a guess. Conditions are not looked at, macros are not followed, and a header that is found only among the system's is left
//            out: what hangs on it must come out the same where it is wrong. It spares a parse to find out what is there.
#ifndef PTCC_FRONTEND_INCLUDED_H
#define PTCC_FRONTEND_INCLUDED_H

#include "frontend/parse_input.h"

typedef struct source_list {
    const source **items;
    size_t count, capacity;
} source_list;

source_list included_guess(arena *a, const parse_input *input, const source *main_file);

#endif
