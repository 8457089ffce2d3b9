// Parts of statements that libclang does not tell of: what a switch or a range-based for does first, what a lambda's captures are
// made of, what a bit-field is at first.
//
// In:  functions with their facts, and their text. Out: what such a part reads and names, by its tokens: reads of the block
//      index, and calls of which the name is known and no more. They are facts UNREAD, at the end of their function's.
// Invariant: a macro that the text names is looked into, too; what libclang has told already is not told twice.
#ifndef PTCC_FRONTEND_UNREAD_H
#define PTCC_FRONTEND_UNREAD_H

#include "frontend/plan.h"

void unread_add_facts(plan *p);

// Where in the range of a file's text such a part begins that may change something or call a function, or a macro is named that holds a part;
// 0: nowhere. No fact tells of that. `captures`: those of lambdas, too.
size_t unread_part_in(plan *p, int file, size_t begin, size_t end, bool captures);

// Does what the call names in such a part, as known once effects are closed, wait for other threads, or ask the hardware for the
// block in a library, or is it a collective of ptcc's? Then it is refused: where it stands among other statements is not known.
bool unread_must_be_written_out(const plan *p, const fact *x);

#endif
