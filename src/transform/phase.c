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
//
// What lives across the barrier and cannot be computed again is declared in front of its phase; a group with several blocks keeps it
// for each (runtime-cuda/pt/live.cuh):
//
//     float v = a[i];                         float v;
//     #pragma pt barrier                      ::pt::for_each_block<...>(..., { ...; v = a[i]; });        // stores v at its end
//     b[i] = v;                               ::pt::grid_barrier();
//                                             ::pt::for_each_block<...>(..., { ...; b[i] = v; });        // loads v first
#include "transform/kernel.h"

#include <string.h>

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

// Behind the newline of the line on which nothing but blanks stands from there on; or the offset itself.
static size_t behind_line(const source *s, size_t offset)
{
    const char *const end = memchr(s->bytes + offset, '\n', s->length - offset);
    const size_t next = end ? (size_t)(end - s->bytes) : s->length;
    return end && is_blank(s, offset, next) ? next + 1 : offset;
}

// With its indentation, if it stands first on its line. A statement behind the one before, on the next line, needs no #line.
static void add_repeated(const rewriter *r, text *out, const declaration *d, const phase *ph)
{
    const source *s = r->plan->files.items[d->file].text;
    size_t next_line = 0;
    for (size_t i = 0; i < ph->repeated.count; i++) {
        const byte_range x = ph->repeated.items[i];
        const size_t line = line_begin(s, x.begin);
        if (!next_line || line != next_line)
            add_source_line(r, out, d->file, x.begin);
        if (is_blank(s, line, x.begin))
            text_append(out, s->bytes + line, x.begin - line);
        else
            text_add(out, "        ");
        add_plain_copy(r, out, d->file, x.begin, x.end);
        text_add_char(out, '\n');
        next_line = behind_line(s, x.end);
    }
}

// Only its lines stay.
static void remove_text(edit_list *e, const source *s, size_t begin, size_t end)
{
    const size_t line = line_begin(s, begin);
    if (line < begin && is_blank(s, line, begin) && behind_line(s, end) != end)
        edit_remove(e, line, begin);
    for (size_t i = begin, from = begin; i <= end; i++)
        if (i == end || s->bytes[i] == '\n') {
            if (i > from)
                edit_remove(e, from, i);
            from = i + 1;
        }
}

// ---- live values -------------------------------------------------------------------------------------------------------

// Whether a thread has left comes first, as a value of its own.
static size_t live_number(const function *f, int value) { return (size_t)value + (f->grid.leaves.count ? 1 : 0); }

static void add_live_types(text *out, const function *f)
{
    if (f->grid.leaves.count)
        text_add(out, f->grid.live.count ? "bool, " : "bool");
    for (size_t i = 0; i < f->grid.live.count; i++)
        text_format(out, "%s%s%.*s", i ? ", " : "", f->grid.live.items[i].type, (int)f->grid.live.items[i].extents.length, f->grid.live.items[i].extents.bytes);
}

static bool has_live(const function *f) { return f->grid.live.count || f->grid.leaves.count || f->grid.live_shared.count; }

void add_live_description(text *out, const function *f)
{
    if (!f->grid.splits || !has_live(f))
        return;
    bool dynamic = false;
    text_add(out, ", ::pt::live_layout<");
    add_live_types(out, f);
    text_add(out, ">::bytes, ");
    for (size_t i = 0; i < f->grid.live_shared.count; i++) {
        dynamic |= f->grid.live_shared.items[i].is_dynamic;
        if (!f->grid.live_shared.items[i].is_dynamic)
            text_format(out, "%sPT_LIVE_ROUNDED(%s)", i ? " + " : "", f->grid.live_shared.items[i].bytes);
    }
    text_add(out, !f->grid.live_shared.count || f->grid.live_shared.items[0].is_dynamic ? "0" : "");
    text_format(out, ", %d", dynamic);
}

// What an open type is made for may be a class that cannot live: the compiler says which variable that is.
static void check_open_type(const rewriter *r, text *out, const declaration *d, const live_value *v)
{
    const plan_file *f = &r->plan->files.items[d->file];
    add_source_line(r, out, d->file, v->name_begin);
    text_format(out, "    static_assert(::pt::may_live<decltype(%.*s)>::value, \"'%.*s' of line %zu lives across a barrier of the grid, and its type has constructors or a "
                "destructor here, or is aligned to more than 16: keep numbers in its place\");\n",
                (int)v->name.length, v->name.bytes, (int)v->name.length, v->name.bytes, source_position(f->text, v->name_begin).line);
    add_output_line(r, out);
}

static void declare_live(const rewriter *r, text *out, const function *f, const declaration *d, size_t number)
{
    for (size_t i = 0; i < f->grid.live.count; i++) {
        const live_value *v = &f->grid.live.items[i];
        if (v->phase == (int)number)
            text_format(out, "    %s%s%.*s%.*s; // live across a grid barrier\n", v->type, v->type[strlen(v->type) - 1] == '*' ? "" : " ", (int)v->name.length, v->name.bytes,
                        (int)v->extents.length, v->extents.bytes);
        if (v->phase == (int)number && v->is_open)
            check_open_type(r, out, d, v);
    }
}

static void add_live_block(text *out, const declaration *d)
{
    text_format(out, "        const ::pt::live_block<pt_live> pt_block(pt_launch, %s, %s);\n", index_name(d), grid_name(d));
}

// In front of what is computed again: a thread that has left need not have what that divides by.
static void add_leaving(text *out, const function *f, const declaration *d)
{
    if (!f->grid.leaves.count)
        return;
    add_live_block(out, d);
    text_add(out, "        ::pt::load_live<0>(pt_block, pt_left);\n        if (pt_left)\n            return;\n");
}

static void add_loads(const rewriter *r, text *out, const function *f, const declaration *d, const phase *ph)
{
    const bool keeps = ph->may_leave || ph->stores.count;
    if (f->grid.leaves.count ? !ph->loads.count && !keeps : !ph->loads.count && !ph->stores.count)
        return;
    if (ph->repeated.count)
        add_output_line(r, out);
    if (!f->grid.leaves.count)
        add_live_block(out, d);
    for (size_t i = 0; i < ph->loads.count; i++) {
        const slice name = f->grid.live.items[ph->loads.items[i]].name;
        text_format(out, "        ::pt::load_live<%zu>(pt_block, %.*s);\n", live_number(f, ph->loads.items[i]), (int)name.length, name.bytes);
    }
    if (!keeps)
        return;
    text_add(out, "        const auto pt_keep = [&] {\n");
    if (ph->may_leave)
        text_add(out, "            ::pt::store_live<0>(pt_block, pt_left);\n");
    for (size_t i = 0; i < ph->stores.count; i++) {
        const slice name = f->grid.live.items[ph->stores.items[i]].name;
        text_format(out, "            ::pt::store_live<%zu>(pt_block, %.*s);\n", live_number(f, ph->stores.items[i]), (int)name.length, name.bytes);
    }
    text_add(out, "        };\n        const ::pt::at_end<decltype(pt_keep)> pt_end(pt_keep);\n");
}

// The variables of shared memory, up to the last that the phase may use.
static void add_shared_parts(const rewriter *r, text *out, const function *f, const phase *ph, size_t number)
{
    const int last = ph->shared.items[ph->shared.count - 1];
    text_format(out, "    const ::pt::shared_part pt_shared_%zu[] = {", number);
    for (int i = 0, next = 0; i <= last; i++) {
        const live_shared *v = &f->grid.live_shared.items[i];
        const bool is_used = ph->shared.items[next] == i;
        next += is_used;
        if (!is_used && v->scope_begin > ph->begin) { // its name is not known yet
            text_format(out, "%s::pt::shared_part(%s)", i ? ", " : "", v->bytes);
            continue;
        }
        text_format(out, "%s::pt::shared_part(%s%.*s%s, %s)", i ? ", " : "", v->is_dynamic ? "pt_launch, " : "", (int)v->name.length, v->name.bytes,
                    v->is_of_file && r->plan->for_cpu ? "::at()" : "", is_used ? "true" : "false");
    }
    text_add(out, "};\n");
}

// The phase's text gets a loop over the group's blocks around it, on lines of its own where its own lines allow that.
static void wrap(const rewriter *r, edit_list *e, const function *f, const declaration *d, size_t number, const char *order, const char *between)
{
    const phase *ph = &f->grid.phases.items[number];
    const source *s = r->plan->files.items[d->file].text;
    text before = text_new(r->arena), behind = text_new(r->arena);
    size_t at = line_begin(s, ph->begin);
    if (!is_blank(s, at, ph->begin)) {
        at = ph->begin;
        text_add(&before, ph->is_collective ? "[&] {\n" : "\n");
    } else if (ph->is_collective) {
        text_add(&before, "[&] {\n");
    }
    add_output_line(r, &before);
    if (ph->is_collective)
        begin_collective_phase(r, &before, e, f, d, ph);
    declare_live(r, &before, f, d, number);
    if (ph->shared.count)
        add_shared_parts(r, &before, f, ph, number);
    if (ph->shared.count)
        text_format(&before, "    ::pt::for_each_block_with_shared<%s, pt_live, %s>(pt_launch, pt_shared_%zu, ", order, ph->is_first ? "true" : "false", number);
    else
        text_format(&before, "    ::pt::for_each_block<%s, %s%s>(pt_launch, ", order, between, f->grid.live_shared.count ? ", true" : "");
    text_format(&before, "[&](const ::uint3 &%s, const ::dim3 &%s) {\n", index_name(d), grid_name(d));
    add_leaving(&before, f, d);
    add_repeated(r, &before, d, ph);
    add_loads(r, &before, f, d, ph);
    add_source_line(r, &before, d->file, ph->begin);
    edit_insert_text(e, at, &before);

    text_add(&behind, ph->is_collective ? ";\n" : "\n");
    add_output_line(r, &behind);
    for (size_t i = 0; i < ph->names.count; i++)
        text_format(&behind, "%s%.*s%s", i ? ", " : "        ::pt::mention(", (int)ph->names.items[i].length, ph->names.items[i].bytes,
                    i + 1 == ph->names.count ? ");\n" : "");
    for (size_t i = 0; i < ph->objects.count; i++)
        text_format(&behind, "        static_assert(__has_trivial_destructor(decltype(%.*s)), \"it would live across a barrier of the grid\");\n",
                    (int)ph->objects.items[i].length, ph->objects.items[i].bytes);
    text_add(&behind, "    });\n");
    if (ph->is_collective)
        end_collective_phase(r, &behind, f, d, ph);
    const size_t rest = ph->is_collective ? ph->end : behind_line(s, ph->end);
    if (rest > ph->end) // an empty line
        edit_remove(e, ph->end, rest);
    add_source_line(r, &behind, d->file, rest);
    edit_insert_text(e, ph->end, &behind);
}

// Declarations of live variables become the assignments that they hold; returns are noted.
static void edit_live(const rewriter *r, edit_list *e, const function *f, const declaration *d)
{
    const source *s = r->plan->files.items[d->file].text;
    for (size_t i = 0; i < f->grid.phases.count; i++) {
        const phase *ph = &f->grid.phases.items[i];
        for (size_t k = 0; k < ph->cut.count; k++)
            remove_text(e, s, ph->cut.items[k].begin, ph->cut.items[k].end);
        for (size_t k = 0; k < ph->assignments.count; k++)
            edit_insert(e, ph->assignments.items[k].at, arena_format(r->arena, " = ::pt::direct<%s>", ph->assignments.items[k].type));
        for (size_t k = 0; k < ph->renamed.count; k++)
            edit_insert(e, ph->renamed.items[k], "pt_new_");
    }
    for (size_t i = 0; i < f->grid.live.count; i++) {
        const live_value *v = &f->grid.live.items[i];
        if (v->is_copied)
            edit_insert(e, v->declaration_end, arena_format(r->arena, " ::pt::set_live(%.*s, pt_new_%.*s);", (int)v->name.length, v->name.bytes,
                                                            (int)v->name.length, v->name.bytes));
    }
    for (size_t i = 0; i < f->grid.leaves.count; i++)
        edit_replace(e, f->grid.leaves.items[i].begin, f->grid.leaves.items[i].end, "{ pt_left = true; return; }");
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
    for (size_t i = 0; i < f->grid.phases.count; i++)
        if (f->grid.phases.items[i].has_no_effect)
            remove_text(e, s, f->grid.phases.items[i].begin, f->grid.phases.items[i].end);
    edit_copy(r, e, f, d);
    edit_for_cpu(r, e, d->file, d->body_begin, d->body_end);
    edit_live(r, e, f, d);
    for (size_t i = 0; i < f->grid.phases.count; i++)
        if (!f->grid.phases.items[i].has_no_effect)
            wrap(r, e, f, d, i, order, between);
    add_global_sync(r, out, f);
    text_format(out, "    const ::dim3 %s = ::pt::software_grid(pt_launch);\n    (void)%s;\n", grid_name(d), grid_name(d));
    if (has_live(f)) {
        text_add(out, "    using pt_live = ::pt::live_layout<");
        add_live_types(out, f);
        text_add(out, ">;\n");
    }
    if (f->grid.leaves.count)
        text_format(out, "    bool pt_left = false; // the thread has returned\n    ::pt::begin_live<%s, 0, pt_live>(pt_launch, pt_left);\n", order);
    for (size_t i = 0; i < f->grid.live.count; i++)
        if (f->grid.live.items[i].phase < 0)
            text_format(out, "    ::pt::begin_live<%s, %zu, pt_live>(pt_launch, %.*s);\n", order, live_number(f, (int)i), (int)f->grid.live.items[i].name.length,
                        f->grid.live.items[i].name.bytes);
    add_source_line(r, out, d->file, d->body_begin);
    edit_apply(e, d->body_begin, d->body_end, out);
    text_add_char(out, '\n');
    add_output_line(r, out);
    text_add(out, "}\n");
}
