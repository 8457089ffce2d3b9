// Collectives of the grid (frontend/collective.h) in the persistent twin.
//
//     before                        after, where each block has a group of its own
//     if (pt_any(d > eps))          if (::pt::result_of(::pt::any_of().give(d > eps)))
//
//     after, where the kernel is split into phases, and a group may have several blocks (phase.c)
//     if ([&] {
//         ::pt::any_of pt_part;
//         ::pt::for_each_block<...>(pt_launch, [&](const uint3 &blockIdx, const dim3 &gridDim) {
//             pt_part.give(d > eps);
//         });
//         return ::pt::result_of(pt_part);
//     }())
//
// The original kernel keeps its words: of no launch is it what runs.
#include "transform/body.h"
#include "transform/kernel.h"

#include "frontend/collective.h"

#include <string.h>

static const char *operation(const rewriter *r, const fact *x, const collective_call *call)
{
    const collective_function *c = collective_of(r->plan, x);
    if (!c->has_type)
        return arena_format(r->arena, "::pt::%s", c->operation);
    const slice type = call->type.length ? call->type : (slice){x->type, strlen(x->type)};
    return arena_format(r->arena, "::pt::%s<%.*s>", c->operation, (int)type.length, type.bytes);
}

// Where it is not known whether all groups come to it, they are told of by its line.
static const char *line_of(const rewriter *r, const function *f, const declaration *d, const fact *x)
{
    if (!f->grid.may_be_missed)
        return "";
    return arena_format(r->arena, ", %zuu", source_position(r->plan->files.items[d->file].text, x->begin).line);
}

// The rank is that of the thread in the grid as the program sees it.
static void edit_given(const rewriter *r, edit_list *e, const declaration *d, const fact *x, const collective_call *call, const char *in_front)
{
    const plan_file *file = &r->plan->files.items[d->file];
    const size_t open_end = file->tokens.items[call->open].end;
    edit_replace_keeping_lines(e, call->begin, open_end, in_front);
    if (collective_of(r->plan, x)->takes_rank)
        edit_insert(e, open_end, arena_format(r->arena, "::pt::grid_thread_rank(%s, %s), ", index_name(d), grid_name(d)));
}

void edit_collective(const rewriter *r, edit_list *e, const function *f, const declaration *d, const fact *x)
{
    collective_call call;
    if (f->grid.splits || !collective_read(&r->plan->files.items[d->file], x, &call) ||
        edit_touches(e, call.begin, r->plan->files.items[d->file].tokens.items[call.open].end))
        return; // phase.c; refused; done for another candidate of the call
    edit_given(r, e, d, x, &call, arena_format(r->arena, "::pt::%s(%s().give(", drains(f) ? "draining_result_of" : "result_of", operation(r, x, &call)));
    edit_insert(e, r->plan->files.items[d->file].tokens.items[call.close].end, arena_format(r->arena, "%s)", line_of(r, f, d, x)));
}

void begin_collective_phase(const rewriter *r, text *before, edit_list *e, const function *f, const declaration *d, const phase *ph)
{
    collective_call call;
    const fact *x = collective_in(r->plan, f, ph->begin, ph->end);
    collective_read(&r->plan->files.items[d->file], x, &call);
    text_format(before, "    %s pt_part;\n", operation(r, x, &call));
    edit_given(r, e, d, x, &call, "        pt_part.give(");
}

void end_collective_phase(const rewriter *r, text *behind, const function *f, const declaration *d, const phase *ph)
{
    text_format(behind, "    return ::pt::result_of(pt_part%s);\n    }()\n", line_of(r, f, d, collective_in(r->plan, f, ph->begin, ph->end)));
}
