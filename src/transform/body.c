// Copies of bodies: of an item or of a clone.
//
// A copy is the user's text except where a shadow cannot reach; those places are edited on the way.
//
//     before                                   after (in the copy)
//     ::blockIdx.x                             blockIdx.x
//     [] (int i) { return i + blockIdx.x; }    [blockIdx] (int i) { return i + blockIdx.x; }    (capture.c)
//     helper(i)                                helper_pt(pt_block, i)                           (body_call.c)
//     if (i >= n) return;                      if (::pt::leave(pt_alive, i >= n)) return;
//     __func__                                 "kernel"
//     #pragma pt barrier                       ::pt::grid_barrier();                            (directive.c)
//     grid.sync()                              ((void)grid, ::pt::grid_barrier())               (body_call.c)
//     __syncthreads()                          the same, of a local object                      (body_shadow.c)
#include "transform/body.h"

#include "frontend/lanes.h"

#include <string.h>

bool drains(const function *f) { return f->leaves_before_barrier || f->drains; }

// `bool(` of two operands would be a call of both.
static const char *to_bool(const plan_file *f, size_t begin, size_t end)
{
    return plan_text_has_token(f, begin, end, ",") ? "static_cast<bool>(" : "bool(";
}

static void edit_guards(const rewriter *r, edit_list *e, const function *f, const plan_file *file)
{
    if (!f->leaves_before_warp_sync)
        return;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->kind != FACT_RETURN || !x->guard_end || !(x->context & AT_TOP_LEVEL) || x->context & IS_UNIFORM)
            continue;
        bool done = false; // several returns under one guard
        for (size_t k = 0; k < e->count; k++)
            done |= e->items[k].offset == x->guard_begin && strstr(e->items[k].inserted, "leave");
        if (done)
            continue;
        edit_insert(e, x->guard_begin, arena_format(r->arena, "::pt::leave(pt_alive, %s", to_bool(file, x->guard_begin, x->guard_end)));
        edit_insert(e, x->guard_end, "))");
    }
}

// Who checks a condition, or NULL: all threads of a block go the same way from it (frontend/passing.h), or all lanes of a tile or a
// warp (frontend/lanes_apart.h).
static const char *checker_of(const rewriter *r, const plan_file *file, bool by_block, size_t lanes_named, unsigned long lanes)
{
    const slice name = lanes_named ? token_word(file, lanes_named) : (slice){"", 0};
    if (by_block)
        return "together";
    if (name.length)
        return arena_format(r->arena, "lanes_together<%.*s>", (int)name.length, name.bytes);
    return lanes ? arena_format(r->arena, "lanes_together<%lu>", lanes) : NULL;
}

static const char *checker_of_branch(const rewriter *r, const plan_file *file, const branch *b)
{
    return checker_of(r, file, b->is_checked, b->lanes_named, b->lanes_checked);
}

static const char *check_begins(const rewriter *r, const char *checker) { return arena_format(r->arena, "::pt::%s(static_cast<bool>(", checker); }
static const char *check_ends(const rewriter *r, const function *f) { return arena_format(r->arena, "), \"%s\", __FILE__, __LINE__)", f->name); }

// Before: for (int i = first; i < rounded_up; i += 128)
// After:  for (int i = first; ::pt::together(static_cast<bool>(i < rounded_up), "kernel", __FILE__, __LINE__); i += 128)
static void edit_checked_branches(const rewriter *r, edit_list *e, const function *f, const plan_file *file, size_t begin, size_t end)
{
    for (size_t i = 0; i < f->branches.count; i++) {
        const branch *b = &f->branches.items[i];
        const char *const checker = b->begin >= begin && b->begin < end && !b->parts_lanes ? checker_of_branch(r, file, b) : NULL;
        if (!checker)
            continue;
        edit_insert(e, b->condition_begin, check_begins(r, checker));
        edit_insert(e, b->condition_end, check_ends(r, f));
    }
    size_t last = 0; // several returns under one guard
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        const char *const checker = x->kind == FACT_RETURN ? checker_of(r, file, (x->context & IS_CHECKED) != 0, x->lanes_named, x->lanes_checked) : NULL;
        if (!checker || x->guard_end <= last || x->begin < begin || x->begin >= end)
            continue;
        edit_insert(e, x->guard_begin, check_begins(r, checker));
        edit_insert(e, x->guard_end, check_ends(r, f));
        last = x->guard_end;
    }
}

static void edit_breaks(const rewriter *r, edit_list *e, const function *f, const plan_file *file, int loop, const char *stay)
{
    for (size_t i = 0; i < f->branches.count; i++) {
        const branch *b = &f->branches.items[i];
        if (!b->is_break || b->parent != loop)
            continue;
        const char *const conversion = to_bool(file, b->condition_begin, b->condition_end);
        edit_insert(e, b->condition_begin, arena_format(r->arena, "!%s!%s", stay, conversion));
        edit_insert(e, b->condition_end, "))");
    }
}

// Conditions from which on the lanes of a warp go different ways (frontend/lanes.h).
//
// Before: if (threadIdx.y == 0) v += __shfl_down_sync(~0u, v, 8);
// After:  if (const ::pt::among pt_among{pt_alive, bool(threadIdx.y == 0)}) v += __shfl_down_sync(~0u, v, 8);
//
// Before: for (; i < n; i++) { if (v == 0) break; v += __shfl_down_sync(~0u, v, 8); }
// After:  for (; ::pt::stay_once(pt_alive, pt_turn_1, bool(i < n)); i++) { if (!::pt::stay_once(pt_alive, pt_turn_1, !bool(v == 0))) break; ... }
static void edit_branches(const rewriter *r, edit_list *e, const function *f, const plan_file *file, size_t begin, size_t end, text *shadows)
{
    int turns = 0;
    for (size_t i = 0; i < f->branches.count; i++) {
        const branch *b = &f->branches.items[i];
        turns += b->parts_lanes && b->kind != BRANCH_IF;
        if (!b->parts_lanes || b->begin < begin || b->begin >= end)
            continue;
        const char *const checker = checker_of_branch(r, file, b);
        const char *const conversion = checker ? arena_format(r->arena, "(%s", check_begins(r, checker)) : to_bool(file, b->condition_begin, b->condition_end);
        const char *const conversion_ends = checker ? check_ends(r, f) : "";
        if (b->kind == BRANCH_IF) {
            edit_insert(e, b->condition_begin, arena_format(r->arena, "const ::pt::among pt_among{pt_alive, %s", conversion));
            edit_insert(e, b->condition_end, arena_format(r->arena, "%s)}", conversion_ends));
            continue;
        }
        text_format(shadows, "    unsigned pt_turn_%d = 0u; // lanes still in the loop\n", turns);
        const char *const stay = arena_format(r->arena, "::pt::%s(pt_alive, pt_turn_%d, ", lanes_come_again(f, b) ? "stay" : "stay_once", turns);
        if (b->condition_begin < b->condition_end) {
            edit_insert(e, b->condition_begin, arena_format(r->arena, "%s%s", stay, conversion));
            edit_insert(e, b->condition_end, arena_format(r->arena, "%s))", conversion_ends));
        }
        edit_breaks(r, e, f, file, (int)i, stay);
    }
}

// In a draining item a thread that leaves says so where it leaves (runtime-cuda/pt/block.cuh).
//
// Before: return;                         return log(out, i);
// After:  return ::pt::leave_item();      return static_cast<void>(log(out, i)), ::pt::leave_item();
static void edit_returns(edit_list *e, const function *f, const declaration *d, const plan_file *file)
{
    if (!f->leaves_before_barrier)
        return;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->kind != FACT_RETURN || x->in_macro || x->at_end || x->begin < d->body_begin || x->begin >= d->body_end)
            continue;
        const size_t value = token_at_or_after(&file->tokens, x->begin) + 1;
        if (is_token(file, value, ";") || file->tokens.items[value].in_directive) {
            edit_insert(e, file->tokens.items[value - 1].end, " ::pt::leave_item()");
            continue;
        }
        edit_insert(e, file->tokens.items[value].begin, "static_cast<void>(");
        edit_insert(e, x->end, "), ::pt::leave_item()");
    }
}

static void edit_words(const rewriter *r, edit_list *e, const function *f, const declaration *d, const plan_file *file)
{
    if (!token_list_may_have(&file->tokens, "__func__") && !token_list_may_have(&file->tokens, "__FUNCTION__"))
        return;
    for (size_t i = token_at_or_after(&file->tokens, d->body_begin); file->tokens.items[i].begin < d->body_end; i++) {
        const token *t = &file->tokens.items[i];
        if (t->kind != TOKEN_IDENTIFIER || t->in_directive || edit_touches(e, t->begin, t->end))
            continue;
        bool in_lambda = false; // there it names the lambda's own function
        for (size_t k = 0; k < f->facts.count; k++)
            in_lambda |= f->facts.items[k].kind == FACT_LAMBDA && t->begin >= f->facts.items[k].begin &&
                         t->begin < f->facts.items[k].end;
        if (!in_lambda && (token_is(file->text, t, "__func__") || token_is(file->text, t, "__FUNCTION__")))
            edit_replace(e, t->begin, t->end, arena_format(r->arena, "\"%s\"", f->name));
    }
}

// May what the name stands for in the copy be a reference to it? A class whose copies run functions, and what each phase is handed.
static bool may_be_by_reference(const function *f, const declaration *d, slice name)
{
    if (slice_is(name, "blockIdx") || slice_is(name, "gridDim"))
        return f->is_kernel;
    for (size_t i = 0; i < d->parameters.count; i++)
        if (slice_is(name, d->parameters.items[i].name))
            return f->is_kernel && d->parameters.items[i].copies_run;
    return false;
}

// decltype(n) is the type that the parameter is declared with.
static void edit_types(edit_list *e, const function *f, const declaration *d, const plan_file *file)
{
    if (!token_list_may_have(&file->tokens, "decltype"))
        return;
    for (size_t i = token_at_or_after(&file->tokens, d->body_begin); file->tokens.items[i].begin < d->body_end; i++) {
        const token *t = &file->tokens.items[i];
        if (!token_is(file->text, t, "decltype") || t->in_directive || !is_token(file, i + 1, "(") || !is_token(file, i + 3, ")") ||
            !may_be_by_reference(f, d, token_word(file, i + 2)))
            continue;
        edit_insert(e, t->begin, "::pt::without_reference<");
        edit_insert(e, t[3].end, ">");
    }
}

// A local variable of the body's outermost block that bears the name needs a block of its own, apart from our parameter.
static bool declares_block_name(const plan_file *file, const declaration *d)
{
    for (size_t i = token_at_or_after(&file->tokens, d->body_begin); file->tokens.items[i].begin < d->body_end; i++) {
        const token *t = &file->tokens.items[i];
        if (!token_is(file->text, t, "blockIdx") && !token_is(file->text, t, "gridDim"))
            continue;
        bool declarator = token_is(file->text, t + 1, "=") || token_is(file->text, t + 1, ";") ||
                          token_is(file->text, t + 1, "{") || token_is(file->text, t + 1, "[");
        if (declarator)
            return true;
    }
    return false;
}

// ::blockIdx, cuda_names::blockIdx: of the name at token `i`, which is qualified, where that begins.
static size_t begin_of_qualified(const plan_file *f, size_t i)
{
    static const char *const statements[] = {"return", "else", "case", "do", "throw", "co_return"};
    for (i--; is_token(f, i, "::") && f->tokens.items[i - 1].kind == TOKEN_IDENTIFIER && !IS_ANY_TOKEN(f, i - 1, statements);)
        i -= is_token(f, i - 2, "::") ? 2 : 1;
    return i;
}

void edit_copy(const rewriter *r, edit_list *e, const function *f, const declaration *d)
{
    const plan_file *file = &r->plan->files.items[d->file];
    remove_directives(r, e, d->file, d->body_begin, d->body_end, f, NULL);
    if (!plan_conditionals_match(file, d->body_begin, d->body_end))
        remove_conditionals(e, file, d->body_begin, d->body_end, true);
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->kind != FACT_BLOCK_INDEX || x->begin < d->body_begin || x->begin >= d->body_end)
            continue;
        const bool qualified = x->context & QUALIFIED && !x->in_macro, is_index = strcmp(x->name, "blockIdx") == 0;
        const char *name = qualified ? (is_index ? own_index : own_grid) : is_index ? index_name(d) : grid_name(d);
        if (qualified) {
            const size_t from = file->tokens.items[begin_of_qualified(file, token_at_or_after(&file->tokens, x->begin))].begin;
            if (!edit_touches(e, from, x->end))
                edit_replace_keeping_lines(e, from, x->end, name);
        }
        if (x->context & IN_LAMBDA)
            edit_captures(e, f, file, x, name);
    }
    edit_local_classes(r, e, d);
    import_clones(r, e, d->file, d->body_begin, d->body_end);
    edit_calls(r, e, f, d, file);
    edit_shadow_captures(r, e, f, d, file);
    edit_guards(r, e, f, file);
    edit_returns(e, f, d, file);
    edit_words(r, e, f, d, file);
    edit_types(e, f, d, file);
}

void edit_part(const rewriter *r, edit_list *e, const function *f, const declaration *d, size_t begin, size_t end, text *shadows)
{
    const plan_file *file = &r->plan->files.items[d->file];
    add_shadows(r, shadows, f, d, begin, end);
    edit_branches(r, e, f, file, begin, end, shadows);
    edit_checked_branches(r, e, f, file, begin, end);
}

void add_body(const rewriter *r, text *out, const function *f, const declaration *d)
{
    const plan_file *file = &r->plan->files.items[d->file];
    edit_list *e = edit_list_new(r->arena, file->text);
    edit_copy(r, e, f, d);
    text shadows = text_new(r->arena);
    edit_part(r, e, f, d, d->body_begin, d->body_end, &shadows);
    edit_for_cpu(r, e, d->file, d->body_begin, d->body_end);
    bool wrapped = shadows.length || f->leaves_before_barrier || declares_block_name(file, d);
    if (wrapped)
        text_add(out, "{\n");
    text_append(out, shadows.bytes ? shadows.bytes : "", shadows.length);
    add_source_line(r, out, d->file, d->body_begin);
    edit_apply(e, d->body_begin, d->body_end, out);
    text_add_char(out, '\n');
    add_output_line(r, out);
    if (f->leaves_before_barrier)
        text_add(out, "    ::pt::finish_item();\n");
    if (wrapped)
        text_add(out, "}\n");
}
