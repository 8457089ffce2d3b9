// A kernel's rewritten forms, item, persistent kernel, step and stub: what their files share.
//
// In:  a kernel and one of its declarations. Out: text, to be inserted behind that declaration, or in front.
#ifndef PTCC_TRANSFORM_KERNEL_H
#define PTCC_TRANSFORM_KERNEL_H

#include "transform/rewrite.h"

// ---- kernel.c

slice kernel_name(const rewriter *r, const declaration *d); // as it is written there

// Its template header; NAME + suffix + a specialisation's arguments.
void add_template_header(const rewriter *r, text *out, const declaration *d);
void add_constraint_behind(const rewriter *r, text *out, const declaration *d);
slice qualifier_of(const rewriter *r, const declaration *d); // "ns::" in front of the kernel's name, where it is declared outside of its namespace
void add_name(const rewriter *r, text *out, const declaration *d, const char *suffix);
// "static ", or "": of what is made of a template. The rest of a static kernel's must not be shared with another file's of that name, either.
const char *template_linkage(const rewriter *r, const function *f, const declaration *d);
// assert() names the function that it stands in: the body of a kernel, wherever it stands, is the kernel's own.
bool has_assert(const rewriter *r, const declaration *d);
void add_assert_name(text *out, const function *f); // to be followed by `#pragma pop_macro("__ASSERT_FUNCTION")`

// ---- twin.c

// What happens between two blocks of a group: the policy (block.cuh), and in words.
typedef struct between {
    const char *type, *words;
} between;

const char *order_type(const rewriter *r, const directive *d);
between between_blocks(const rewriter *r, const function *f);

// Everything in front of the persistent kernel's body; all of it.
void add_twin_head(const rewriter *r, text *out, const function *f, const declaration *d);
void add_twin(const rewriter *r, text *out, const function *f, const declaration *d);

// "_pt_item". What the types of an item's parameters are is said by the template's arguments alone, which a kernel with a pack and one without
// it may have in common: "_pt_item_of_pack_1" is the item of such an overload.
const char *item_suffix(const rewriter *r, const function *f);
bool is_overload_of(const rewriter *r, int kernel, int other); // indices; annotated, of the same name and scope, and no specialisation

// The call NAME_pt_item<T>(index, grid, a, n), in the twin or in the original kernel.
void add_item_call(const rewriter *r, text *out, const function *f, const declaration *d, const char *index, const char *grid,
                   parameter_style style);

// The number of blocks by items(...), as the queue's argument; "" where it is the launch's.
const char *count_of(const rewriter *r, const function *f);

typedef enum kernel_form { ORIGINAL, ORIGINAL_THAT_FORWARDS, TWIN } kernel_form;

// Of a kernel that may begin before what it depends on has ended: ::pt::wait_for_dependency(in, out, n);
void add_wait(const rewriter *r, text *out, const function *f, const declaration *d, kernel_form form);

bool is_dealt(const rewriter *r, const function *f); // its twin has a queue without tickets

// The group's part in the barriers of the grid, as the first statement of the persistent kernel.
void add_global_sync(const rewriter *r, text *out, const function *f);

// Code that could look at its warp without a *_sync intrinsic of its own: libraries, assembly, calls that are open.
bool may_ask_for_warp(const rewriter *r, const function *f);

// ---- phase.c

// The persistent kernel of one that splits into phases: its body, with a loop over the group's blocks in each.
void add_phases(const rewriter *r, text *out, const function *f, const declaration *d, const char *order, const char *between);

// What libptrt must know of its live values: the end of its description.
void add_live_description(text *out, const function *f);

// ---- collective.c

// What is given to a collective of the grid, as a phase in the middle of a statement: in front of the loop over blocks, and behind it.
void begin_collective_phase(const rewriter *r, text *before, edit_list *e, const function *f, const declaration *d, const phase *ph);
void end_collective_phase(const rewriter *r, text *behind, const function *f, const declaration *d, const phase *ph);

// ---- state.c

// The persistent kernel of one with `state` or `finish`, behind its opening brace: its body, with `loop`, which calls pt_item for each
// of the group's blocks, behind the middle part.
void add_state_body(const rewriter *r, text *out, const function *f, const declaration *d, const text *loop);

// ---- tasks.c

// The loop over tasks, around the block behind `foreach`, where the kernel has one: in the persistent kernel, with what stands in front of
// its body; and in the original.
void add_tasks_of_twin(const rewriter *r, text *out, edit_list *e, const function *f, const declaration *d);
void edit_tasks_of_original(const rewriter *r, edit_list *e, const function *f, const declaration *d);

// ---- loop.c

// A kernel as a step of a loop whose launches are made together: the head in front, the function behind the item.
void add_step(const rewriter *r, text *out, const function *f, const declaration *d, const char *order, const char *between);
void add_step_declaration(const rewriter *r, text *out, const function *f, const declaration *d); // of a template without one of its own

// "k_pt_step", "::ns::other_pt_step<float>": what a launch launches, with `suffix` behind its kernel's name.
void add_launched(const rewriter *r, text *out, const launch *l, const char *suffix);

// ---- fuse.c

// Of such a step, what blocks with `#pragma pt fuse` need.
void add_part(const rewriter *r, text *out, const function *f, const declaration *d);

// ---- stub.c

// ::pt::cpu::describe(k, ...);
void add_cpu_call(const rewriter *r, text *out, const function *f, const declaration *d, const char *suffix);
void add_stub(const rewriter *r, text *out, const function *f, const declaration *d);
// A further declaration's, which gives default arguments that the ones in front of it have not.
void add_stub_declaration(const rewriter *r, text *out, const function *f, const declaration *d);
void add_plain_stub(const rewriter *r, text *out, const function *f, const declaration *d); // of a kernel that is not annotated
void add_string(text *out, const char *s); // as a literal
void add_clauses(const rewriter *r, text *out, const directive *d); // schedule, chunk and groups, as ptrt_kernel_t has them

#endif
