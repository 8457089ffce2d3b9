// Blocks of the host whose launches are made as one: see fuse.h. What kernels touch: fuse_touch.c.
//
// In:  a block whose launches and calls are known. Out: whether it stays as it is, and why; else which arguments of its launches are the same
//      variable with the same value, and which of these are local to the block.
#include "frontend/fuse.h"

#include "frontend/attach.h"
#include "frontend/launch_arguments.h"
#include "frontend/lex.h"
#include "frontend/loop_parts.h"

enum { launches_at_most = 16 }; // as in runtime-cuda/pt/fuse_host.cuh

static const plan_file *file_of(const plan *p, const host_loop *b) { return &p->files.items[b->file]; }

static const launch *launch_at(const plan *p, const host_loop *b, size_t i) { return &p->launches.items[b->launches.items[i]]; }


// ---- where the launches stand ----------------------------------------------------------------------------------------

// A macro may open a condition or a loop, and another one close it.
static bool is_in_branch(const plan *p, const host_loop *b, const launch *l)
{
    const function *around = &p->functions.items[b->function];
    for (size_t i = 0; i < around->branches.count; i++) {
        const branch *x = &around->branches.items[i];
        if (x->begin > b->begin && x->end <= b->end && x->begin < l->open_begin && l->open_begin < x->end)
            return true;
    }
    return false;
}

// `k<<<...>>>(...);` in the block's own braces.
static bool is_statement(const plan *p, const host_loop *b, const launch *l)
{
    const plan_file *f = file_of(p, b);
    int depth = 0;
    const size_t first = token_at_or_after(&f->tokens, l->callee_begin);
    for (size_t i = token_at_or_after(&f->tokens, b->begin); i < first; i++)
        if (!f->tokens.items[i].in_directive && !plan_is_skipped(f, f->tokens.items[i].begin))
            depth += is_token(f, i, "{") - is_token(f, i, "}");
    size_t before = first - 1;
    while (f->tokens.items[before].in_directive)
        before--;
    return depth == 1 && (is_token(f, before, ";") || is_token(f, before, "{") || is_token(f, before, "}")) && is_token(f, launch_arguments_close(p, l) + 1, ";");
}

// From the first launch to the last one.
static bool lies_in_launches(const plan *p, const host_loop *b, size_t at)
{
    const plan_file *f = file_of(p, b);
    return at >= launch_at(p, b, 0)->callee_begin && at < f->tokens.items[launch_arguments_close(p, launch_at(p, b, b->launches.count - 1))].begin;
}

static bool lies_between_launches(const plan *p, const host_loop *b, size_t at)
{
    const plan_file *f = file_of(p, b);
    const launch *first = launch_at(p, b, 0), *last = launch_at(p, b, b->launches.count - 1);
    return at > f->tokens.items[launch_arguments_close(p, first)].begin && at < f->tokens.items[launch_arguments_close(p, last)].begin;
}

// A loop between the launches may wait for what the first one does; a goto in the block goes past what is declared in it.
static void check_waiting(const plan *p, host_loop *b)
{
    static const char *const loops[] = {"for", "while", "do"};
    const plan_file *f = file_of(p, b);
    for (size_t i = token_at_or_after(&f->tokens, b->begin); f->tokens.items[i].begin < b->end; i++) {
        const size_t at = f->tokens.items[i].begin;
        if (f->tokens.items[i].in_directive || plan_is_skipped(f, at))
            continue;
        for (size_t k = 0; k < sizeof loops / sizeof *loops; k++)
            if (is_token(f, i, loops[k]) && lies_between_launches(p, b, at))
                loop_stay(b, at, "a loop stands between its launches, which may wait for what those before it do");
        if (is_token(f, i, "goto") || (f->tokens.items[i].kind == TOKEN_IDENTIFIER && is_token(f, i + 1, ":") && !is_token(f, i, "default") &&
                                         (is_token(f, i - 1, ";") || is_token(f, i - 1, "{") || is_token(f, i - 1, "}"))))
            loop_stay(b, at, "a goto, or a label, stands in it");
    }
}

static void check_ways_out(const plan *p, host_loop *b)
{
    const LIST_OF(size_t) *const ways[] = {(const void *)&b->jumps, (const void *)&b->continues};
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < ways[k]->count; i++)
            if (lies_between_launches(p, b, ways[k]->items[i]))
                loop_stay(b, ways[k]->items[i], "the block may be left here, between its launches");
}

static void check_calls_between(const plan *p, host_loop *b)
{
    for (size_t i = 0; i < b->calls.count; i++) {
        const loop_call *x = &b->calls.items[i];
        // What a temporary of the first launch's arguments does when it ends, it does behind that launch.
        const bool ends_behind = *x->name == '~' && x->begin >= launch_at(p, b, 0)->callee_begin;
        if (x->effect != LOOP_EFFECT_NONE && (lies_between_launches(p, b, x->begin) || (ends_behind && lies_in_launches(p, b, x->begin))))
            loop_stay(b, x->begin, arena_format(p->arena, "'%s' stands between its launches, and may see what those before it have done",
                                                loop_shown_call(p, b, x)));
    }
}

static void check_places(const plan *p, host_loop *b)
{
    for (size_t i = 0; i < b->launches.count; i++) {
        const launch *l = launch_at(p, b, i);
        if (!is_statement(p, b, l) || is_in_branch(p, b, l))
            loop_stay(b, l->open_begin, "this launch is not a statement of its own in the block's braces, so it may be made never, or several times");
        if (l->directive >= 0)
            loop_stay(b, l->open_begin, "this launch has a '#pragma pt launch' of its own");
    }
    check_waiting(p, b);
    check_ways_out(p, b);
    check_calls_between(p, b);
}

// ---- the kernels -----------------------------------------------------------------------------------------------------

static const char *why_no_part(const plan *p, const function *f, const function *first)
{
    const directive *d = plan_directive(p, f);
    if (f->has_tasks)
        return "has tasks";
    if (d->order == ORDER_LONGEST)
        return "has order(longest), which knows the blocks of one kernel";
    if (directive_has_expression(d))
        return "has a chunk or a number of groups that is not written as a number";
    return attach_same_clauses(d, plan_directive(p, first)) ? NULL : "has other clauses than the kernel of the block's first launch";
}

static void check_kernels(plan *p, host_loop *b)
{
    const function *const first = plan_launched(p, launch_at(p, b, 0));
    for (size_t i = 0; i < b->launches.count && !b->stays_because; i++) {
        const launch *l = launch_at(p, b, i);
        function *f = &p->functions.items[plan_launched(p, l) - p->functions.items];
        const char *why = why_no_part(p, f, first);
        if (why) {
            loop_stay(b, l->open_begin, arena_format(p->arena, "kernel '%s' %s", f->name, why));
            return;
        }
        size_t at = 0;
        why = fuse_find_touches(p, f, &at);
        if (why) {
            loop_stay(b, l->open_begin, arena_format(p->arena, "what kernel '%s' touches is not known: %s", f->name, why));
            b->note_file = plan_definition(f)->file;
            b->note_at = at;
        }
    }
}

// ---- values ----------------------------------------------------------------------------------------------------------

// The variable that a token names, where that is its name and no macro's; NULL: it is something else.
static const loop_name *variable_at(const plan *p, const host_loop *b, size_t token)
{
    const plan_file *f = file_of(p, b);
    const slice bytes = token_word(f, token);
    for (size_t i = 0; i < b->names.count; i++) {
        const loop_name *x = &b->names.items[i];
        if (x->at == f->tokens.items[token].begin)
            return slice_equal(slice_of(x->name), bytes) && !plan_is_macro(p, bytes) ? x : NULL;
    }
    return NULL;
}

static bool are_same(const loop_name *x, const loop_name *y) { return x->declared_file == y->declared_file && x->declared_place == y->declared_place; }

static bool lies_in_launch(const plan *p, const host_loop *b, size_t at)
{
    for (size_t i = 0; i < b->launches.count; i++) {
        const launch *l = launch_at(p, b, i);
        if (at > l->open_begin && at < file_of(p, b)->tokens.items[launch_arguments_close(p, l)].begin)
            return true;
    }
    return false;
}

// Is there an operator that changes a variable, also in the body of a macro that is named?
static bool has_change_in(const plan *p, const plan_file *f, size_t begin, size_t end, int depth)
{
    enum { depth_at_most = 8 }; // of macros that are made of others
    for (size_t i = begin; i < end; i++) {
        if (change_at(f, i) || is_token(f, i, "new") || is_token(f, i, "delete") || depth > depth_at_most)
            return true;
        for (macro_place m = {0}; f->tokens.items[i].kind == TOKEN_IDENTIFIER && plan_next_macro_named(p, token_word(f, i), &m);) {
            const plan_file *g = m.of;
            if (has_change_in(p, g, m.name + 1, token_directive_end(&g->tokens, m.name), depth + 1))
                return true;
        }
    }
    return false;
}

// Does what is written in a launch change a variable by an operator?
static bool has_change(const plan *p, const host_loop *b)
{
    const plan_file *f = file_of(p, b);
    for (size_t i = 0; i < b->launches.count; i++) {
        const launch *l = launch_at(p, b, i);
        if (has_change_in(p, f, token_at_or_after(&f->tokens, l->open_begin), launch_arguments_close(p, l), 0))
            return true;
    }
    return false;
}

// May the variable get another value between the first launch and the last one? Nothing that is called there changes any, and no operator in a
// launch (leaves_variables), so it may where it stands between them, where its address is taken, and where a macro comes to it.
static bool may_change(const plan *p, const host_loop *b, const loop_name *variable)
{
    const plan_file *f = file_of(p, b);
    for (size_t i = 0; i < b->names.count; i++) {
        const loop_name *x = &b->names.items[i];
        const size_t token = token_at_or_after(&f->tokens, x->at);
        if (!are_same(x, variable) || !lies_in_launches(p, b, x->at))
            continue;
        if (!lies_in_launch(p, b, x->at) || !variable_at(p, b, token) || is_token(f, token - 1, "&") || is_token(f, token + 1, ".") || is_token(f, token + 1, "["))
            return true;
    }
    return false;
}

// Of CUDA and C, what configurations and checks for errors call: it changes no variable by its name.
static bool is_known_silent(const plan *p, const function *f)
{
    static const char *const names[] = {"dim3", "printf", "fprintf", "puts", "fputs", "fflush"};
    return f->in_system && (STRING_IS_ANY(f->name, names) || loop_is_output(f) || loop_ends_program(f->name) || loop_is_of_cuda(loop_plain_name(p, f->name)));
}

// Does what runs from the first launch to the last one leave the function's variables alone, but for what stands there as a change?
static bool leaves_variables(const plan *p, const host_loop *b)
{
    if (b->alias_at || has_change(p, b))
        return false;
    for (size_t i = 0; i < b->reads.count; i++)
        if (lies_in_launches(p, b, b->reads.items[i].at))
            return false;
    for (size_t i = 0; i < b->calls.count; i++) {
        const loop_call *x = &b->calls.items[i];
        const function *callee = x->callee >= 0 ? &p->functions.items[x->callee] : NULL;
        const bool is_silent = callee && (is_known_silent(p, callee) || loop_is_error_function(p, b, x) || loop_only_computes(p, x->callee));
        if (lies_in_launches(p, b, x->begin) && !is_silent)
            return false;
    }
    return true;
}

static void add_value(const plan *p, host_loop *b, size_t begin, size_t end, bool all_known)
{
    const plan_file *f = file_of(p, b);
    const bool is_word = end == begin + 1;
    const loop_name *variable = is_word && all_known ? variable_at(p, b, begin) : NULL;
    if (variable && (!variable->declared_at || variable->no_copy || variable->lives_on || may_change(p, b, variable)))
        variable = NULL;
    const bool is_number = is_word && f->tokens.items[begin].kind == TOKEN_NUMBER;
    block_value v = {.variable = variable, .number = b->value_count};
    if (variable || is_number)
        v.name = token_word(f, begin);
    for (size_t i = 0; v.name.length && i < b->values.count; i++) {
        const block_value *x = &b->values.items[i];
        if (slice_equal(x->name, v.name) && (x->variable ? variable && are_same(x->variable, variable) : !variable)) {
            v.number = x->number;
            break;
        }
    }
    b->value_count += v.number == b->value_count;
    *ARENA_PUSH(p->arena, &b->values) = v;
}

// The arguments of all launches, with the same number for those that are the same variable, or the same literal.
static void find_values(const plan *p, host_loop *b)
{
    const bool all_known = leaves_variables(p, b);
    for (size_t i = 0; i < b->launches.count; i++) {
        const launch *l = launch_at(p, b, i);
        const size_t first = b->values.count, parameters = plan_definition(plan_launched(p, l))->parameters.count;
        const token_ranges arguments = launch_arguments(p, l);
        for (size_t k = 0; k < arguments.count && k < parameters; k++)
            add_value(p, b, arguments.items[k].begin, arguments.items[k].end, all_known);
        while (b->values.count - first < parameters) // default arguments, and what is not known
            add_value(p, b, 0, 0, false);
    }
}

// ---- local(...) ------------------------------------------------------------------------------------------------------

static void tell_local(const plan *p, const host_loop *b, slice name, const char *why)
{
    diagnostics_add(p->diagnostics, SEVERITY_WARNING, "pt-fuse", file_of(p, b)->directives.items[b->directive].local_at,
                    "'%.*s' is not local to the block: %s", (int)name.length, name.bytes, why);
}

typedef struct value_uses { // of an array, by all launches of the block
    size_t launches;            // that touch it
    bool is_own, is_written;    // at the thread's own place, by all of them; by one of them
    bool has_parts;             // one of them touches a part of an element only
    const function *other;      // touches other elements
} value_uses;

static value_uses uses_of(const plan *p, const host_loop *b, unsigned number)
{
    value_uses u = {.is_own = true};
    size_t value = 0;
    touch_way way = TOUCH_ANY;
    for (size_t i = 0; i < b->launches.count; i++) {
        const function *k = plan_launched(p, launch_at(p, b, i));
        bool is_touched = false;
        for (size_t a = 0; a < plan_definition(k)->parameters.count; a++, value++) {
            if (b->values.items[value].number != number)
                continue;
            for (size_t t = 0; t < k->touches.count; t++) {
                const array_touch *x = &k->touches.items[t];
                if (x->parameter != (int)a)
                    continue;
                is_touched = true;
                u.is_written |= x->writes;
                u.has_parts |= x->has_parts;
                if (x->way == TOUCH_ANY || x->way == TOUCH_STRIDED || (way != TOUCH_ANY && x->way != way)) {
                    u.is_own = false;
                    u.other = u.other ? u.other : k;
                }
                way = x->way;
            }
        }
        u.launches += is_touched;
    }
    return u;
}

// Why the array cannot be local, or NULL; `number` is that of its value.
static const char *why_not_local(const plan *p, const host_loop *b, slice name, unsigned *number)
{
    for (size_t i = 0; i < b->values.count; i++) {
        const loop_name *variable = b->values.items[i].variable; // one that the block declares is another one than the directive names
        if (!variable || !slice_equal(b->values.items[i].name, name) || (variable->declared_at > b->begin && variable->declared_at < b->end))
            continue;
        *number = b->values.items[i].number;
        const value_uses u = uses_of(p, b, *number);
        if (u.other)
            return arena_format(p->arena, "kernel '%s' touches other elements of it than the one at the thread's own place", u.other->name);
        return u.launches ? NULL : "no kernel touches it";
    }
    return "it must be a local variable of the function, which launches have alone as an argument and whose value stays the same in the block";
}

// What several launches touch and one of them writes: the next ones need not load it. An element of which they touch a part stays as it is
// elsewhere, where others may write.
static void find_stored(const plan *p, host_loop *b)
{
    for (unsigned number = 0; number < b->value_count; number++) {
        const value_uses u = uses_of(p, b, number);
        bool is_local = false, is_variable = false;
        for (size_t i = 0; i < b->values.count; i++)
            is_variable |= b->values.items[i].number == number && b->values.items[i].variable;
        for (size_t i = 0; i < b->local_values.count; i++)
            is_local |= b->local_values.items[i] == number;
        if (is_variable && !is_local && u.is_own && !u.has_parts && u.is_written && u.launches > 1)
            *ARENA_PUSH(p->arena, &b->stored_values) = number;
    }
}

static void find_locals(const plan *p, host_loop *b)
{
    const directive *d = &file_of(p, b)->directives.items[b->directive];
    for (size_t i = 0; i < d->locals.count; i++) {
        unsigned number = 0;
        const char *const why = why_not_local(p, b, d->locals.items[i], &number);
        if (why)
            tell_local(p, b, d->locals.items[i], why);
        else
            *ARENA_PUSH(p->arena, &b->local_values) = number;
    }
}

void fuse_analyse(plan *p, host_loop *b)
{
    if (b->stays_because)
        return;
    if (b->launches.count < 2)
        loop_stay(b, b->begin, "it has one launch only");
    else if (b->launches.count > launches_at_most)
        loop_stay(b, b->begin, "it has more than 16 launches");
    if (b->stays_because)
        return;
    check_places(p, b);
    if (!b->stays_because)
        check_kernels(p, b);
    if (!b->stays_because)
        find_values(p, b);
    if (b->stays_because)
        return;
    find_locals(p, b);
    find_stored(p, b);
    for (size_t i = 0; i < b->launches.count; i++) {
        launch *l = &p->launches.items[b->launches.items[i]];
        function *f = &p->functions.items[plan_launched(p, l) - p->functions.items];
        l->in_block = f->is_part = true;
    }
}
