// A loop whose launches are made together, looked at: what the parts of that look share (loop.h).
//
// In:  a plan and one of its loops. Out: the loop's fields; or loop_stay, and why the loop stays as it is.
//      What a name tells (loop_words.c) says what a call comes to (loop_effect.c); the launches must be able to be steps
//      (loop_launch.c), and no pragma of OpenMP's may take the loop or a part of it for its own (loop_pragma.c). Then: may the host
//      run ahead of what it copies back (loop_ahead.c), as all else leaves nothing behind (loop_pure.c, loop_error.c), and can the
//      device compare for itself (loop_comparison.c)?
#ifndef PTCC_FRONTEND_LOOP_PARTS_H
#define PTCC_FRONTEND_LOOP_PARTS_H

#include "frontend/plan.h"

// ---- loop.c

// The first reason for which the loop stays as it is.
void loop_stay(host_loop *loop, size_t at, const char *because);

// "loop", or "block" with `#pragma pt fuse`, which shares these parts: where its launches stand and what may stand between them.
const char *loop_word(const host_loop *loop);

// ---- loop_words.c

// Under per-thread default streams, CUDA's names are macros for longer ones.
const char *loop_plain_name(const plan *p, const char *name);

// Of a plain name.
bool loop_is_of_cuda(const char *name);
bool loop_is_silent_of_cuda(const char *name); // tells of errors only
bool loop_is_step(const char *name);
bool loop_is_synchronisation(const char *name);
bool loop_ends_program(const char *name);
bool loop_is_arithmetic(const char *name); // what it is given, it does not look through

// Of a function.
bool loop_is_output(const function *f);      // << of the standard library's streams
bool loop_is_of_host(const function *f);     // a library's that neither calls CUDA nor waits for the device
bool loop_may_wait(const function *f);
bool loop_takes_pointers(const function *f); // by which it may read what a kernel has written
bool loop_is_generated(const function *f);   // a constructor of the compiler's making

// ---- loop_effect.c

// The first place where the host may read what a copy has brought.
void loop_add_read(const plan *p, host_loop *loop, size_t at, const char *who, const char *what);
void loop_find_effects(plan *p, host_loop *loop);
const char *loop_shown_call(const plan *p, const host_loop *loop, const loop_call *x); // its text, where it has no name

// A synchronisation for the sake of what the host reads next is not put off. Where the loop is asked whether it leaves, all is done
// before it does (loop_ahead.c has found out).
void loop_find_synchronisations(const plan *p, host_loop *loop);

// ---- loop_launch.c

void loop_find_launches(plan *p, host_loop *loop);

// ---- loop_constant.c

// Does it read constant memory that other steps could write to?
bool loop_reads_written_constant(const plan *p, const function *kernel);

// ---- loop_inner.c

// Why a loop in the loop may not end soon where the host has run ahead too far, and the place; or NULL.
const char *loop_find_long_loop(const plan *p, const host_loop *loop, size_t *at);

// ---- loop_pragma.c

// OpenMP's and OpenACC's pragmas: the loop stays as it is where one is in it or in front of it.
void loop_find_pragmas(const plan *p, host_loop *loop);
const char *loop_pragma_behind(const plan *p, int file, size_t offset, size_t *at); // what comes next, or NULL: "omp parallel for"
bool loop_has_pragma(const plan *p, const function *f); // in its body

// ---- loop_pure.c

bool loop_only_computes(const plan *p, int function); // and changes nothing

bool loop_leaves_nothing(const plan *p, const host_loop *loop, const loop_call *x);

// Does a macro stand there that is told of an error, and ends the program then?
bool loop_is_error_macro(const plan *p, const host_loop *loop, size_t at);

// ---- loop_error.c

// Of a call that is not CUDA's, and of a macro of the program's: does it act only where it is told of an error?
bool loop_is_error_function(const plan *p, const host_loop *loop, const loop_call *x);
bool loop_only_tells_errors(const plan *p, const host_loop *loop, const loop_call *x); // whatever it is given
bool loop_is_error_text(const plan *p, slice name);
bool loop_is_check_text(const plan *p, slice name); // or waits

// ---- loop_check.c

// Of a loop that does not run ahead: which synchronisations cannot be put off, as the program looks at the errors that they tell of,
// and which check of them is made again behind the loop.
void loop_find_checks(const plan *p, host_loop *loop);

// ---- loop_ahead.c

void loop_find_running_ahead(plan *p, host_loop *loop);
void loop_tell_waiting(plan *p, host_loop *loop); // -Rpt

// What runs when the loop is left, and all is known: the branch of an exit that is asked for that.
bool loop_is_in_branch(const host_loop *loop, size_t at);

// ---- loop_comparison.c

void loop_find_comparison(plan *p, host_loop *loop, const loop_call *copy);

#endif
