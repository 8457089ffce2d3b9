// Calls of members that a template leaves open, x.f(): what they may be besides functions of the program of that name.
//
// In:  a plan's facts and the texts of its files; for collectives, those of the libraries' headers, too.
// Out: OF_OPEN_CLASS where f may be a field, of a functor or of a pointer to a function; MAY_BE_COLLECTIVE where it may be a function of a
//      library that waits for a block or a warp.
// Invariant: by words alone, and so more than can be: every function that such a library declares stands in its headers' text
//      as `TYPE f(`, and no macro pastes its name together.
#ifndef PTCC_FRONTEND_OPEN_MEMBER_H
#define PTCC_FRONTEND_OPEN_MEMBER_H

#include "frontend/ast.h"
#include "frontend/plan.h"

void open_member_find_fields(plan *p);
void open_member_find_collectives(plan *p, const ast *t);

// What a call that was found by its words alone may be: both.
unsigned open_member_unread(const plan *p);

// Whom a call x.f() of CUB's waits for, as the words say that its object is made of: cub::BlockScan<T, 128>(...).f(), or an object or a type of
// `d`'s text that is one.
typedef enum open_member_group { OPEN_MEMBER_UNKNOWN, OPEN_MEMBER_WARP, OPEN_MEMBER_BLOCK } open_member_group;
open_member_group open_member_waits_for(const plan *p, const declaration *d, const fact *x);

#endif
