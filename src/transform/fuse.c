// Blocks of the host whose launches are made as one.
//
//     before                                   after
//     #pragma pt fuse local(t)
//     {                                    {
//                                          static ::ptrt::fuse_site pt_fuse_site({"fuse", file, line, ...});
//                                          ::ptrt::fused_block<::pt::fused<::pt::by_ticket, ::pt::values<>, ::pt::values<1>,
//                                              ::pt::fused_part<scale_pt_step, 0, 1, 2>,
//                                              ::pt::fused_part<add_pt_step, 1, 3, 4, 2>>> pt_fuse(pt_fuse_site);
//         scale<<<grid, block>>>(a, t, n);     scale_pt_launch(pt_fuse.configuration(grid, block), a, t, n); (launch.c)
//         add<<<grid, block>>>(t, b, c, n);    add_pt_launch(pt_fuse.configuration(grid, block), t, b, c, n);
//     }                                    }
//
// In:  blocks that the analysis let through (frontend/fuse.h). Out: edits; and, in the step of each kernel (loop.c), which elements it
//      touches, and its body for arrays of any type.
// Invariant: the block runs on the host as before, and each launch's arguments are evaluated where they were.
#include "transform/kernel.h"

static const char *counted_by(text *out, slice constant)
{
    return constant.length ? arena_format(out->arena, "::ptrt::counted_by(%.*s)", (int)constant.length, constant.bytes) : "0";
}

static void add_touches(text *out, const function *f, const declaration *d)
{
    static const char *const ways[] = {"::ptrt::touches_any", "::ptrt::touches_own", "::ptrt::touches_strided", "::ptrt::touches_rows"};
    text_add(out, "    static const ::ptrt::fused_touch *pt_touches()\n    {\n        static const ::ptrt::fused_touch pt_list[] = {\n");
    for (size_t i = 0; i < f->touches.count; i++) {
        const array_touch *t = &f->touches.items[i];
        text_format(out, "            {%d, %s, %s, %d, %d, %d, %s, %s}, // %s\n", t->parameter, ways[t->way], t->writes ? "true" : "false", t->width, t->bound, t->bound_y,
                    counted_by(out, t->block_x), counted_by(out, t->block_y), d->parameters.items[t->parameter].name);
    }
    text_add(out, "            {-1, ::ptrt::touches_any, false, -1, -1, -1, 0, 0}};\n        return pt_list;\n    }\n");
    text_add(out, "    static constexpr bool pt_does_touch(unsigned pt_parameter) { return ");
    for (size_t i = 0; i < f->touches.count; i++)
        text_format(out, "%spt_parameter == %du", i ? " || " : "", f->touches.items[i].parameter);
    text_add(out, f->touches.count ? "; }\n" : "pt_parameter != pt_parameter; }\n");
}

// `template <class T, int n>`: operators of other types than numbers might do anything.
static void add_open_types(const rewriter *r, text *out, const declaration *d)
{
    const plan_file *f = &r->plan->files.items[d->file];
    text types = text_new(r->arena);
    for (size_t i = token_at_or_after(&f->tokens, d->begin); f->tokens.items[i].begin < d->specifiers_begin; i++)
        if ((is_token(f, i, "class") || is_token(f, i, "typename")) && f->tokens.items[i + 1].kind == TOKEN_IDENTIFIER) {
            const token *t = &f->tokens.items[i + 1];
            text_format(&types, "%s%.*s", types.length ? ", " : "", (int)(t->end - t->begin), f->text->bytes + t->begin);
        }
    text_format(out, "    static constexpr bool pt_is_open = %s;\n", d->is_template ? "true" : "false");
    if (types.length)
        text_format(out, "    static constexpr bool pt_has_numbers = ::ptrt::have_known_operators<%s>();\n", types.bytes);
    else
        text_add(out, "    static constexpr bool pt_has_numbers = true;\n");
}

void add_part(const rewriter *r, text *out, const function *f, const declaration *d)
{
    text_add(out, "    static const void *pt_original() { return reinterpret_cast<const void *>(&");
    add_name(r, out, d, "");
    text_format(out, "%s); }\n", template_arguments(r, d));
    if (r->plan->for_cpu) { // before its first launch, the block's first one asks what it takes
        text_add(out, "    static void pt_describe() { ");
        add_cpu_call(r, out, f, d, "");
        out->length--; // on this line
        text_add(out, " }\n");
    }
    add_open_types(r, out, d);
    add_touches(out, f, d);
    text_add(out, "    template <");
    for (size_t i = 0; i < f->touches.count; i++)
        text_format(out, "%sclass pt_type%d", i ? ", " : "", f->touches.items[i].parameter);
    text_add(out, f->touches.count ? ">\n" : "class pt_none = void>\n");
    text_format(out, "    static __device__ __forceinline__ void pt_run_fused(const ::uint3 &%s, const ::dim3 &%s", index_name(d), grid_name(d));
    add_part_parameters(r, out, f, d);
    text_add(out, ")\n");
    add_body(r, out, f, d);
}

static void add_values(text *out, const value_list *list)
{
    text_add(out, "::pt::values<");
    for (size_t i = 0; i < list->count; i++)
        text_format(out, "%s%u", i ? ", " : "", list->items[i]);
    text_add_char(out, '>');
}

static void add_parts(const rewriter *r, text *out, const host_loop *b)
{
    size_t value = 0;
    for (size_t i = 0; i < b->launches.count; i++) {
        const launch *l = &r->plan->launches.items[b->launches.items[i]];
        const function *f = plan_launched(r->plan, l);
        text_add(out, ",\n                       ::pt::fused_part<");
        add_launched(r, out, l, "_pt_step");
        for (size_t k = 0; k < plan_definition(f)->parameters.count; k++)
            text_format(out, ", %u", b->values.items[value++].number);
        text_add_char(out, '>');
    }
}

// In a template: operators and conversions of other types than numbers and pointers might do anything.
static const char *asks_for_scalars(const rewriter *r, const host_loop *b)
{
    text types = text_new(r->arena);
    for (size_t i = 0; i < b->open_names.count; i++)
        text_format(&types, "%s%s", types.length ? ", " : "", b->open_names.items[i]);
    for (size_t i = 0; i < b->open_types.count; i++)
        text_format(&types, "%s%s", types.length ? ", " : "", b->open_types.items[i]);
    return types.length ? arena_format(r->arena, ", ::ptrt::are_scalars<%s>()", types.bytes) : "";
}

static void rewrite_block(rewriter *r, const host_loop *b)
{
    const plan_file *f = &r->plan->files.items[b->file];
    const launch *first = &r->plan->launches.items[b->launches.items[0]];
    const function *kernel = plan_launched(r->plan, first);
    const bool deals = is_dealt(r, kernel);
    text head = text_new(r->arena);
    text_add(&head, "    static ::ptrt::fuse_site pt_fuse_site({\"fuse\", ");
    add_string(&head, f->text->path);
    text_format(&head, ", %zu, ", source_position(f->text, b->begin).line);
    add_clauses(r, &head, plan_directive(r->plan, kernel));
    text_format(&head, ", %s});\n    ::ptrt::fused_block<::pt::fused<%s, ", deals ? "PTRT_KERNEL_DEALT" : "0",
                deals ? "::pt::by_dealing" : plan_steals(r->plan, kernel) ? "::pt::by_stealing" : "::pt::by_ticket");
    add_values(&head, &b->stored_values);
    text_add(&head, ", ");
    add_values(&head, &b->local_values);
    add_parts(r, &head, b);
    text_format(&head, ">> pt_fuse(pt_fuse_site%s); // the launches of this block run as one\n", asks_for_scalars(r, b));
    // In the block, so that what was made in it before ends behind the launches, also where an exception leaves some pending.
    size_t before = token_at_or_after(&f->tokens, first->callee_begin) - 1;
    while (f->tokens.items[before].in_directive || plan_is_skipped(f, f->tokens.items[before].begin))
        before--;
    insert_behind(r, b->file, f->tokens.items[before].end, &head);
    if (r->plan->diagnostics->show_remarks)
        diagnostics_add(r->plan->diagnostics, SEVERITY_REMARK, "pt-fuse", plan_span(r->plan, b->file, b->begin, b->begin + 1),
                        "the %zu launches of this block are made as one where their arrays are apart, or touched by the thread's own place", b->launches.count);
}

void rewrite_blocks(rewriter *r)
{
    for (size_t i = 0; i < r->plan->loops.count; i++) {
        const host_loop *b = &r->plan->loops.items[i];
        if (b->is_block && b->launches.count && !b->stays_because)
            rewrite_block(r, b);
    }
}
