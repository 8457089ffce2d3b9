// Variables that keep their value, and operators that are CUDA's: what the facts of a body say where its words do not.
//
// In:  a function's facts (FACT_LOCAL, FACT_CHANGE, FACT_OPEN_CHANGE and calls). Out: whether a name in its text may be taken for
//      the same value everywhere.
// Invariant: a change is one by whatever means: an assignment, also in a macro or to a part, a reference, an address, a call. What
//      is not followed counts as one.
#ifndef PTCC_FRONTEND_UNCHANGED_H
#define PTCC_FRONTEND_UNCHANGED_H

#include "frontend/plan.h"

// Has the program constructors that change what an object is made of, as that is handed on: holder(unsigned &)? Has it conversions that change the
// object that they convert?
bool unchanged_has_changing_constructors(const plan *p);
bool unchanged_has_changing_conversions(const plan *p);

// Once, in front of all else: does any text of the program's cast const away, as far as words tell?
void unchanged_find_casts(plan *p);

// Has the function one variable or parameter of the name of `t`, and nothing gives that another value?
bool unchanged_is(const plan *p, const function *f, const token *t);
bool unchanged_is_within(const plan *p, const function *f, const token *t, int depth); // the same, asked of what a call takes (handing.h)

// The same for a variable that the `for` begins with: its header may change it, by words that are judged elsewhere.
bool unchanged_in_loop(const plan *p, const function *f, const branch *loop, const token *name);

// May another variable be meant where `use` stands: a binding's, a capture's, a parameter of the lambda around it?
bool unchanged_names_another(const plan *p, const function *f, const token *use);

// Does no lambda's capture give the parameter or local `name` another value, or another name?
bool unchanged_in_captures(const plan *p, const function *f, const char *name);

// Is what counts as a change only a lambda's copy, [y = x], or the name of one? libclang does not say that x is read there, and y is made.
bool unchanged_is_copied(const plan *p, const function *f, const fact *x);

// Is it a number, or an object of which only a part is asked for, so that no operator of the program's is meant?
bool unchanged_is_plain(const plan *p, const function *f, const token *t);

// May the fact give a local or a parameter another value, as far as the program's own operators do?
bool unchanged_is_broken_by(const plan *p, const fact *x);

// `s = n / 2;`, `s++;` as a statement, or in a `for` or behind a comma?
bool unchanged_is_assignment(const plan_file *file, const fact *x);

// Has the function a parameter that is a reference, or (`by_address`) a pointer, to what is not constant?
bool unchanged_takes_variable(const function *f, bool by_address);

// Has the program operators or conversions of its own that run on the device?
bool unchanged_has_operators(const plan *p);

// Does the program run functions of its own in the range, by operators and conversions?
bool unchanged_calls(const plan *p, const function *f, size_t begin, size_t end);
bool unchanged_is_call(const plan *p, const fact *x); // is it such a call?

#endif
