// Checks, of one kernel and the functions that it comes to: what the files of check.c share.
//
// In:  a plan that is analysed. Out: errors. Each check is given the kernel, for whose sake it is made, and the function it looks at.
#ifndef PTCC_FRONTEND_CHECKER_H
#define PTCC_FRONTEND_CHECKER_H

#include "frontend/plan.h"

typedef struct target { // the annotated kernel being checked, and the function of it that is looked at
    plan *plan;
    const function *kernel, *f;
    const declaration *d; // definition of f
} target;

span at_fact(const target *t, const fact *x);
void refuse_at(const target *t, const char *code, span at, const char *message); // and names the kernel
void note_silent_call(const target *t, const char *code, const function *callee); // where that is why it may wait for others

typedef struct assembly_word {
    const char *code, *message;
} assembly_word;

// What inline assembly says that an item cannot say; NULL when it is harmless.
const assembly_word *check_find_assembly_word(const char *text);
void check_find_words_of_libraries(plan *p); // what a library's assembly says, once for all functions
const assembly_word *check_find_library_word(const function *f);

// ---- declarations (check_declaration.c) --------------------------------------------------------------------------

bool check_declarations(const target *t);

// Why what is generated for the definition could not be told from what is generated for another one, or NULL.
const char *check_told_apart(const plan *p, const function *f, const declaration *d);

// ---- text that is not there to be edited (check_outside.c) -------------------------------------------------------

// The body lies in no project file, or the device's does not lie where the host's does.
bool check_is_outside(const function *f);
void check_outside(const target *t); // of such a function

// An #include inside of a body stands in the copy of the body as it is: what it brings in must mean the same there, and nothing
// in the body may depend on where it stands.
bool check_included(const target *t);

// Functions that ask for the published block are edited where they stand, whoever comes to them by whichever way.
void check_askers(plan *p);
void check_loose_reads(plan *p); // of initialisers
void check_library_addresses(plan *p);
void check_loose_calls(plan *p);
void check_host_lambdas(plan *p); // that are for the device

// ---- launches (check_launch.c) -----------------------------------------------------------------------------------

void check_lost_launches(plan *p);
void check_lost_macros(plan *p);
void check_all_launches(plan *p);

// ---- calls (check_call.c) ----------------------------------------------------------------------------------------

// A question to a cooperative group that a copy answers.
bool is_answered(const target *t, const fact *x);

bool hides_intrinsics(const function *f); // local objects stand for them, as threads may have left

void check_call(const target *t, const fact *x);
void check_open_call(const target *t, const fact *x);
void check_open_group(const target *t, const fact *x);
void check_library_behind(const target *t, const fact *x);

// ---- order(...) (check_order.c) ----------------------------------------------------------------------------------

void check_order(const target *t);

// ---- threads that have left (check_leaving.c) --------------------------------------------------------------------

void check_leaving(const target *t);
void check_passing_by(const target *t);
void check_lanes_apart(const target *t);

// ---- lambdas (check_lambda.c) ------------------------------------------------------------------------------------

void check_captures(const target *t); // of a function that is copied
void check_converted_lambda(const target *t, const fact *conversion, const function *callee); // to a pointer
void check_sync_in_macro(const target *t); // of the kernel or of what it calls
void check_parting(const target *t);

// ---- text (check_text.c) -----------------------------------------------------------------------------------------

// Words whose meaning changes in a copy, and the program's macros that lead to them.
typedef struct text_macros {
    const char *word;
    LIST_OF(slice) names;
} text_macros;

enum { TEXT_COUNTER, TEXT_LINE, TEXT_PRETTY_FUNCTION, TEXT_BUILTIN_FUNCTION, TEXT_FUNC, TEXT_FUNCTION, TEXT_WORDS };

typedef struct text_words {
    text_macros of[TEXT_WORDS];
} text_words;

void check_text_begin(const plan *p, text_words *words); // once

// Of the head and the body of a kernel or of its helper: they will be there twice.
void check_text(const target *t, const text_words *words);

#endif
