// Phases: the persistent kernel of one with grid barriers, each of whose groups works on several blocks.
//
//     before (the kernel)                     after (its persistent twin)
//     int i = blockIdx.x * 32 + threadIdx.x;  ::pt::for_each_block<...>(pt_launch, [&](const uint3 &blockIdx, const dim3 &gridDim) {
//     b[i] = f(a[i]);                             int i = blockIdx.x * 32 + threadIdx.x;
//     #pragma pt barrier                          b[i] = f(a[i]);
//     a[i] = b[n - 1 - i];                    });
//                                             ::pt::grid_barrier();
//                                             ::pt::for_each_block<...>(pt_launch, [&](const uint3 &blockIdx, const dim3 &gridDim) {
//                                                 int i = blockIdx.x * 32 + threadIdx.x;
//                                                 a[i] = b[n - 1 - i];
//                                             });
//
// Which statements these are, and which are done again, frontend/phase.c says. A return ends the phase: it is a lambda's.
#include "transform/kernel.h"

#include <string.h>

static void add_repeated(const rewriter *r, text *out, const declaration *d, const phase *ph)
{
    for (size_t i = 0; i < ph->repeated.count; i++) {
        add_source_line(r, out, d->file, ph->repeated.items[i].begin);
        text_add(out, "        ");
        add_plain_copy(r, out, d->file, ph->repeated.items[i].begin, ph->repeated.items[i].end);
        text_add_char(out, '\n');
    }
}

static bool is_blank(const source *s, size_t begin, size_t end)
{
    for (; begin < end; begin++)
        if (s->bytes[begin] != ' ' && s->bytes[begin] != '\t' && s->bytes[begin] != '\r')
            return false;
    return true;
}

static size_t line_begin(const source *s, size_t offset)
{
    while (offset > 0 && s->bytes[offset - 1] != '\n')
        offset--;
    return offset;
}

// Only its lines stay.
static void remove_text(edit_list *e, const source *s, size_t begin, size_t end)
{
    for (size_t i = begin, from = begin; i <= end; i++)
        if (i == end || s->bytes[i] == '\n') {
            if (i > from)
                edit_remove(e, from, i);
            from = i + 1;
        }
}

// The phase's text gets a loop over the group's blocks around it, on lines of its own where its own lines allow that.
static void wrap(const rewriter *r, edit_list *e, const declaration *d, const phase *ph, const char *order, const char *between)
{
    const source *s = r->plan->files.items[d->file].text;
    text before = text_new(r->arena), behind = text_new(r->arena);
    size_t at = line_begin(s, ph->begin);
    if (!is_blank(s, at, ph->begin)) {
        at = ph->begin;
        text_add_char(&before, '\n');
    }
    add_output_line(r, &before);
    text_format(&before, "    ::pt::for_each_block<%s, %s>(pt_launch, [&](const ::uint3 &%s, const ::dim3 &%s) {\n", order, between,
                index_name(d), grid_name(d));
    add_repeated(r, &before, d, ph);
    add_source_line(r, &before, d->file, ph->begin);
    edit_insert_text(e, at, &before);

    text_add_char(&behind, '\n');
    add_output_line(r, &behind);
    for (size_t i = 0; i < ph->names.count; i++)
        text_format(&behind, "%s%.*s%s", i ? ", " : "        ::pt::mention(", (int)ph->names.items[i].length, ph->names.items[i].bytes,
                    i + 1 == ph->names.count ? ");\n" : "");
    for (size_t i = 0; i < ph->objects.count; i++)
        text_format(&behind, "        static_assert(__has_trivial_destructor(decltype(%.*s)), \"it would live across a barrier of the grid\");\n",
                    (int)ph->objects.items[i].length, ph->objects.items[i].bytes);
    text_add(&behind, "    });\n");
    add_source_line(r, &behind, d->file, ph->end);
    edit_insert_text(e, ph->end, &behind);
}

// What the directive says of the order is said outside of the body, whose variables may bear the same names; a parameter that
// gave way to it (parameter.c) has its name for the body.
static const char *add_order(const rewriter *r, text *out, const function *f, const declaration *d, const char *order)
{
    const directive *written = plan_directive(r->plan, f);
    if (written->order != ORDER_TILE && written->order != ORDER_FUNCTION)
        return order;
    text_format(out, "    using pt_order = %s;\n", order);
    for (size_t i = 0; i < d->parameters.count; i++) {
        const char *name = d->parameters.items[i].name, *now = parameter_name(r, f, d, i, PARAMETERS_FOR_TWIN);
        if (*name && strcmp(name, now) != 0)
            text_format(out, "    decltype(%s) &%s = %s;\n", now, name, now);
    }
    return "pt_order";
}

void add_phases(const rewriter *r, text *out, const function *f, const declaration *d, const char *order, const char *between)
{
    order = add_order(r, out, f, d, order);
    const source *s = r->plan->files.items[d->file].text;
    edit_list *e = edit_list_new(r->arena, s);
    for (size_t i = 0; i < f->phases.count; i++)
        if (f->phases.items[i].has_no_effect)
            remove_text(e, s, f->phases.items[i].begin, f->phases.items[i].end);
    edit_copy(r, e, f, d);
    edit_for_cpu(r, e, d->file, d->body_begin, d->body_end);
    for (size_t i = 0; i < f->phases.count; i++)
        if (!f->phases.items[i].has_no_effect)
            wrap(r, e, d, &f->phases.items[i], order, between);
    text_format(out, "    const ::pt::global_sync<false> pt_global_sync(pt_launch);\n    const ::dim3 %s = ::pt::software_grid(pt_launch);\n    (void)%s;\n",
                grid_name(d), grid_name(d));
    add_source_line(r, out, d->file, d->body_begin);
    edit_apply(e, d->body_begin, d->body_end, out);
    text_add_char(out, '\n');
    add_output_line(r, out);
    text_add(out, "}\n");
}
