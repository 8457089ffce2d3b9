// A copy of a body: what the files of that pass share (body.c).
//
// In:  an edit list of the file that holds the body, and the function whose body it is. Out: edits, and the text of the shadows.
// Invariant: what one of them has edited, another leaves alone (edit_touches).
#ifndef PTCC_TRANSFORM_BODY_H
#define PTCC_TRANSFORM_BODY_H

#include "transform/rewrite.h"

// What stands for ::blockIdx and ::gridDim, which no local variable of the program hides.
extern const char own_index[], own_grid[];

// ---- capture.c

// The lambdas around `use` capture `name`.
void edit_captures(edit_list *e, const function *f, const plan_file *file, const fact *use, const char *name);

// ---- body_call.c

// A call of cooperative groups' function `name`.
bool is_group_call(const rewriter *r, const fact *x, const char *name);
void edit_calls(const rewriter *r, edit_list *e, const function *f, const declaration *d, const plan_file *file);

// ---- collective.c

// A collective of the grid in a kernel that is not split into phases.
void edit_collective(const rewriter *r, edit_list *e, const function *f, const declaration *d, const fact *x);

// ---- body_shadow.c

void edit_shadow_captures(const rewriter *r, edit_list *e, const function *f, const declaration *d, const plan_file *file);
// For the part of the body from begin to end.
void add_shadows(const rewriter *r, text *out, const function *f, const declaration *d, size_t begin, size_t end);

// ---- ambient.c

// A copy of a body holds the local classes of the original, and their members may ask.
void edit_local_classes(const rewriter *r, edit_list *e, const declaration *d);

#endif
