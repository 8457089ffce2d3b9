// What has no meaning in a kernel with `state` or `finish`, or cannot be rewritten: see state.h.
//
// In:  the parts of a kernel's body (state.c), and its facts. Out: errors.
#include "frontend/state_parts.h"

#include "frontend/ambient.h"
#include "frontend/silent.h"
#include "frontend/unread.h"

#include <string.h>

typedef struct check { // of one kernel
    plan *p;
    const function *f;
    const declaration *d;
    const plan_file *file;
} check;

static void refuse(const check *c, size_t begin, size_t end, const char *message)
{
    diagnostics_add(c->p->diagnostics, SEVERITY_ERROR, "pt-state", plan_span(c->p, c->d->file, begin, end), "%s", message);
}

static void refuse_kernel(const check *c, const char *message) { refuse(c, c->d->name_begin, c->d->name_end, arena_format(c->p->arena, message, c->f->name)); }

static byte_range first_part(const check *c) { return (byte_range){c->d->body_begin + 1, c->f->state.item_begin}; }

// In the first or in the last part.
static bool is_outside(const check *c, const fact *x)
{
    return !x->elsewhere && (byte_range_holds(first_part(c), x->begin) || byte_range_holds(state_last(c->f, c->d), x->begin));
}

static bool reads_index(const function *f) { return f->reads_block_index || f->ambient; }

static bool some_is_ambient(const plan *p)
{
    bool is = false;
    for (size_t i = 0; i < p->functions.count && !is; i++)
        is = p->functions.items[i].ambient;
    return is;
}

static bool may_read_index(const plan *p, const fact *x)
{
    if (x->callee >= 0)
        return reads_index(&p->functions.items[x->callee]) || (p->functions.items[x->callee].uses_ambient && some_is_ambient(p)) || ambient_may_be_called_by(p, &p->functions.items[x->callee]);
    if (x->kind == FACT_CALL_INDIRECT || x->kind == FACT_CALL_VIRTUAL || x->kind == FACT_CALL_DEPENDENT)
        for (size_t i = 0; i < p->functions.count; i++) {
            const function *f = &p->functions.items[i];
            if (!f->in_system && !f->is_kernel && reads_index(f) &&
                (x->kind != FACT_CALL_DEPENDENT || !x->name || !*x->name || strcmp(f->name, x->name) == 0 || silent_may_be_of(x, f)))
                return true;
        }
    return false;
}

// What a call outside of the middle part comes to waits for the threads of a block, some of which have left.
static bool waits_for_left(const check *c, const fact *x)
{
    return c->f->leaves_before_barrier && x->callee >= 0 && c->p->functions.items[x->callee].cloned && c->p->functions.items[x->callee].has_block_barrier;
}

static void check_block(const check *c)
{
    for (size_t i = 0; i < c->f->facts.count; i++) {
        const fact *x = &c->f->facts.items[i];
        if (!is_outside(c, x) && !silent_is_call(x)) // whose place is not known
            continue;
        if (x->kind == FACT_BLOCK_INDEX)
            refuse(c, x->begin, x->end, arena_format(c->p->arena, "'%s' belongs to a block, and this is done once for all blocks of a group; "
                                                                  "move it into what is done for each block, or hand it over as a parameter", x->name));
        else if (may_read_index(c->p, x) && silent_is_call(x))
            refuse_kernel(c, "kernel '%s' has a state, and an operator, a conversion or a constructor that it may call without a word for it reads the block "
                             "index: hand that over as a parameter, or call a function by its name");
        else if (may_read_index(c->p, x))
            refuse(c, x->begin, x->end, "what is called here may read the block index, and this is done once for all blocks of a group");
        else if (waits_for_left(c, x))
            refuse(c, x->begin, x->end, "what is called here waits for all threads, and this kernel's threads may leave a block in front of a barrier; "
                                        "put that barrier's work under a condition instead of returning");
    }
}

// What changes a parameter there would not be known.
static void check_hidden_parts(const check *c)
{
    const size_t hidden = unread_part_in(c->p, c->d->file, c->d->body_begin, c->d->body_end, false);
    if (hidden)
        refuse(c, hidden, hidden + 1, "ptcc cannot see what a switch or a range-based for does first; do it in a statement of its own in front");
}

static void check_returns(const check *c)
{
    for (size_t i = 0; i < c->f->facts.count; i++) {
        const fact *x = &c->f->facts.items[i];
        const bool is_first = byte_range_holds(first_part(c), x->begin);
        if (x->context & IN_LAMBDA || x->elsewhere)
            continue;
        if (x->kind == FACT_RETURN && is_first)
            refuse(c, x->begin, x->end, "a thread that returns here would take part in no block; use a condition");
        else if (x->kind == FACT_RETURN && c->f->state.finish_end && !byte_range_holds(state_last(c->f, c->d), x->begin))
            refuse(c, x->begin, x->end, c->f->has_tasks ? "a thread that returns here would not come to '#pragma pt foreach' in a plain launch; put what follows under a condition"
                                            : "compiled without ptcc, a thread that returns here would not come to '#pragma pt finish'; put what follows under a condition");
        else if (x->kind == FACT_GOTO && x->guard_begin &&
                 (byte_range_holds(state_middle(c->f), x->begin) != byte_range_holds(state_middle(c->f), x->guard_begin) ||
                  is_first != byte_range_holds(first_part(c), x->guard_begin)))
            refuse(c, x->begin, x->end, "this jump leads from what is done for each block to what is done once a group, or back");
    }
}

static int parameter_at(const declaration *d, size_t declared_at)
{
    for (size_t i = 0; i < d->parameters.count; i++)
        if (declared_at >= d->parameters.items[i].begin && declared_at < d->parameters.items[i].end)
            return (int)i;
    return -1;
}

static bool is_among(const int *list, size_t count, int index)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == index)
            return true;
    return false;
}

static void check_names_in_finish(const check *c)
{
    for (size_t i = 0; i < c->f->facts.count; i++) {
        const fact *x = &c->f->facts.items[i];
        if (x->kind != FACT_NAME || !x->at_end)
            continue;
        const int parameter = parameter_at(c->d, x->read_at);
        const char *message = NULL;
        if (byte_range_holds(state_middle(c->f), x->read_at))
            message = "'%s' belongs to a block, and this is done once for all blocks of a group; declare it here, or at the kernel's top with '#pragma pt state'";
        else if (parameter >= 0 && is_among(c->f->state.renewed.items, c->f->state.renewed.count, parameter) &&
                 !is_among(c->f->state.open_in_finish.items, c->f->state.open_in_finish.count, parameter))
            message = "a block may change its '%s', and this is done once for all blocks of a group; keep what you need in a variable with '#pragma pt state'";
        if (message)
            refuse(c, x->begin, x->end, arena_format(c->p->arena, message, x->name));
    }
    // Of what these make known, libclang tells nothing where it is used.
    for (size_t k = token_at_or_after(&c->file->tokens, c->f->state.item_begin); c->f->state.finish_end && c->file->tokens.items[k].begin < c->f->state.item_end; k++)
        if (is_token(c->file, k, "using") && !is_token(c->file, k + 2, "=") && !c->file->tokens.items[k].in_directive)
            refuse(c, c->file->tokens.items[k].begin, c->file->tokens.items[k].end,
                   "what this makes known would not be known in what is done once a group; write it at the kernel's top, in front of all that is done for each block");
}

// In `T sum = init;` nothing could keep another name of what is read: no `&`, no call.
static bool may_keep_name(const check *c, size_t at)
{
    size_t i = token_at_or_after(&c->file->tokens, at);
    while (i > 0 && !is_token(c->file, i - 1, ";") && !is_token(c->file, i - 1, "{") && !is_token(c->file, i - 1, "}") && !c->file->tokens.items[i - 1].in_directive)
        i--;
    for (; c->file->tokens.items[i].begin < c->f->state.item_begin && !is_token(c->file, i, ";"); i++)
        if (is_token(c->file, i, "&") || is_token(c->file, i, "(") || is_token(c->file, i, "{") || is_token(c->file, i, "}"))
            return true;
    return false;
}

// The smallest one of its kind that holds the token.
static const fact *fact_around(const check *c, fact_kind kind, size_t at)
{
    const fact *found = NULL;
    for (size_t i = 0; i < c->f->facts.count; i++) {
        const fact *x = &c->f->facts.items[i];
        if (x->kind == kind && !x->elsewhere && at >= x->begin && at < x->end && (!found || x->end - x->begin < found->end - found->begin))
            found = x;
    }
    return found;
}

// May the lambda know the variable by its address? [&] { ... }, [&n], [&r = n], [p = &n]; but not [&other, n].
static bool captures_by_reference(const check *c, const fact *lambda, const char *name)
{
    const size_t open = token_at_or_after(&c->file->tokens, lambda->begin);
    const size_t close = plan_closing_bracket(c->file, open, token_at_or_after(&c->file->tokens, lambda->end));
    bool may_lead_there = false, is_simple = !lambda->in_macro, by_default = false;
    for (size_t i = open + 1; i < close; i++) {
        may_lead_there |= is_token(c->file, i, "&") || is_token(c->file, i, name); // [p = address_of(n)]
        is_simple &= bracket_depth(c->file, i) <= 0;
    }
    for (size_t i = open + 1, first = i; i < close && is_simple; first = ++i) {
        bool has_address = false, has_name = false;
        for (; i < close && !is_token(c->file, i, ","); i++) {
            has_address |= is_token(c->file, i, "&");
            has_name |= is_token(c->file, i, name);
        }
        if (has_name)
            return has_address;
        by_default |= has_address && i == first + 1;
    }
    return is_simple ? by_default : may_lead_there;
}

// A lambda's own copy of it is another variable.
static bool is_captured_copy(const check *c, const fact *x)
{
    const fact *const lambda = x->context & IN_LAMBDA ? fact_around(c, FACT_LAMBDA, x->begin) : NULL;
    return lambda && !lambda->in_macro && !captures_by_reference(c, lambda, x->name);
}

// float sums[2] = {f, f}: the value alone goes into what holds numbers.
static bool is_copied(const check *c, const fact *x)
{
    const fact *const local = fact_around(c, FACT_LOCAL, x->begin);
    bool copies = local && local->context & (HOLDS_NUMBERS | KEEPS_NO_ADDRESS | IS_NUMBER_CLASS);
    for (size_t i = token_at_or_after(&c->file->tokens, copies ? local->begin : 0); copies && c->file->tokens.items[i].begin < local->end; i++) {
        const bool begins_list = is_token(c->file, i, "=") && is_token(c->file, i + 1, "{");
        copies = !is_token(c->file, i, "&") && !is_token(c->file, i, "(") && (begins_list || !change_at(c->file, i));
    }
    return copies;
}

static bool changes_once(const check *c, const fact *x, const parameter *y)
{
    const bool is_later = x->context & IN_LAMBDA || (may_keep_name(c, x->begin) && !is_copied(c, x));
    return x->kind == FACT_CHANGE && is_outside(c, x) && !x->at_end && *y->name && strcmp(y->name, x->name) == 0 && !y->is_const && is_later &&
           !is_captured_copy(c, x);
}

// A parameter that the first part knows by another name would not be new for each block.
static void check_parameters(const check *c)
{
    for (size_t i = 0; i < c->f->facts.count; i++) {
        const fact *x = &c->f->facts.items[i];
        for (size_t k = 0; k < c->d->parameters.count; k++)
            if (changes_once(c, x, &c->d->parameters.items[k]))
                refuse(c, x->begin, x->end, arena_format(c->p->arena, "parameter '%s' may be changed here once a group, or later by another name, and each block has its own; copy it into "
                                                                      "a variable", x->name));
    }
}

static bool is_declared_parameter(const check *c, size_t i, const char *name)
{
    static const char *const members[] = {".", "->", "::"};
    return c->file->tokens.items[i].kind == TOKEN_IDENTIFIER && is_token(c->file, i, name) && !IS_ANY_TOKEN(c->file, i - 1, members);
}

static bool is_given_by_reference(const check *c, size_t at)
{
    for (size_t i = 0; i < c->f->facts.count; i++) {
        const fact *x = &c->f->facts.items[i];
        const function *callee = x->kind == FACT_CALL && !x->elsewhere && at >= x->begin && at < x->end && x->callee >= 0 ? &c->p->functions.items[x->callee] : NULL;
        if (callee && !callee->in_system && strchr(callee->type, '&'))
            return true;
    }
    return false;
}

static bool declares_reference(const check *c, const fact *local, size_t at)
{
    for (size_t i = token_at_or_after(&c->file->tokens, local->begin); c->file->tokens.items[i].begin < at; i++)
        if (is_token(c->file, i, "&") || is_token(c->file, i, "&&"))
            return true;
    return false;
}

// a[n], a[n + 1]
static bool is_index(const check *c, size_t at)
{
    int depth = 0;
    for (size_t i = token_at_or_after(&c->file->tokens, at); i > 0; i--) {
        depth -= bracket_depth(c->file, i - 1);
        if (depth < 0)
            return is_token(c->file, i - 1, "[");
    }
    return false;
}

// Does what the first part does there with the parameter's name only read its value?
static bool only_reads(const check *c, const parameter *x, size_t at)
{
    const fact *const lambda = fact_around(c, FACT_LAMBDA, at), *const local = fact_around(c, FACT_LOCAL, at);
    if (lambda)
        return !captures_by_reference(c, lambda, x->name);
    const bool is_queue = local && is_token(c->file, token_at_or_after(&c->file->tokens, local->begin), "pt_queue"); // whose copy has no name of the first
    if (local && (local->context & (HOLDS_NUMBERS | KEEPS_NO_ADDRESS | IS_NUMBER_CLASS) || (is_queue && !declares_reference(c, local, at))))
        return true;
    if (!x->is_class && is_index(c, at))
        return true;
    if (local && !(local->context & IS_SCALAR) && (!(local->context & IS_OPEN) || declares_reference(c, local, at)))
        return false;
    return !x->is_class && !is_given_by_reference(c, at);
}

static bool is_told_of(const check *c, const parameter *x)
{
    for (size_t i = 0; i < c->f->facts.count; i++)
        if (changes_once(c, &c->f->facts.items[i], x))
            return true;
    return false;
}

// `const T &r = n`: another name by which nothing is changed, which would not follow what a block makes of its own.
static void check_other_names(const check *c)
{
    for (size_t k = 0; k < c->f->state.renewed.count; k++) {
        const parameter *x = &c->d->parameters.items[c->f->state.renewed.items[k]];
        bool is_told = is_told_of(c, x);
        for (size_t i = token_at_or_after(&c->file->tokens, c->d->body_begin); !is_told && c->file->tokens.items[i].begin < c->f->state.item_begin; i++) {
            const token *t = &c->file->tokens.items[i];
            is_told = is_declared_parameter(c, i, x->name) && !t->in_directive && !only_reads(c, x, t->begin);
            if (is_told)
                refuse(c, t->begin, t->end, arena_format(c->p->arena, "parameter '%s' may have another name from here on, and a block, which has its own, may change it; copy it into a "
                                                                      "variable", x->name));
        }
    }
}

static int depth_in_body(const check *c, size_t offset)
{
    int depth = 0;
    for (size_t i = token_at_or_after(&c->file->tokens, c->d->body_begin); c->file->tokens.items[i].begin < offset; i++)
        depth += is_token(c->file, i, "{") - is_token(c->file, i, "}");
    return depth;
}

// What ends with the body would end in front of `finish`; what waits in the first part's lambdas waits for threads that have left.
static void check_objects(const check *c)
{
    for (size_t i = 0; i < c->f->facts.count; i++) {
        const fact *x = &c->f->facts.items[i];
        const function *callee = x->callee >= 0 ? &c->p->functions.items[x->callee] : NULL;
        const bool leaves = c->f->leaves_before_barrier || c->f->leaves_before_warp_sync || c->f->parts_lanes;
        if (callee && callee->form == FORM_DESTRUCTOR && !callee->needs_no_body && c->f->state.finish_end && byte_range_holds(state_middle(c->f), x->begin) &&
            depth_in_body(c, x->begin) == 1)
            refuse(c, x->begin, x->end, "this object ends behind what is done once a group without ptcc, and with each block here; put braces around what is done for each block");
        if (!leaves || !(x->context & IN_LAMBDA) || !byte_range_holds(first_part(c), x->begin))
            continue;
        if (callee && callee->has_block_barrier)
            refuse(c, x->begin, x->end, "this lambda waits for all threads of a block, and whether all of them come to where it is called is not followed; make it a __device__ function, "
                                        "or write this where it is called");
        else if (x->kind == FACT_ASM || (callee && callee->has_warp_sync))
            refuse(c, x->begin, x->end, "this lambda waits for other threads, and this kernel's threads may leave a block in front of a barrier or an operation of the warp; write it "
                                        "where it is called");
    }
}

static void check_text(const check *c)
{
    const byte_range parts[] = {first_part(c), state_middle(c->f), state_last(c->f, c->d)};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!plan_conditionals_match(c->file, parts[i].begin, parts[i].end)) {
            refuse_kernel(c, "an #if and its #endif stand in different parts of kernel '%s': what is done once a group must be so whatever the condition says");
            return;
        }
}

// int block = blockIdx.x, of a member: whoever makes such an object reads it, without a word.
static void check_initialisers(const check *c)
{
    const loose_read *x = c->p->loose_reads.items;
    if (!c->p->loose_reads.count || x->file < 0)
        return; // which is refused elsewhere
    diagnostics_add(c->p->diagnostics, SEVERITY_ERROR, "pt-state", plan_span(c->p, x->file, x->begin, x->end),
                    "this initialiser reads '%s', and kernel '%s' may come to it in what is done once for all blocks of a group; let a function read it", x->name, c->f->name);
}

static void check_kernel(const check *c)
{
    const function *f = c->f;
    if (f->has_grid_barrier)
        refuse_kernel(c, "kernel '%s' has barriers of the grid, between which all blocks of a group are done; state, foreach and finish need a kernel without");
    if (f->forwards)
        refuse_kernel(c, "a static local of kernel '%s', a part of which is done once a group, would become two objects; declare it as a __device__ variable");
    for (size_t i = 0; i < f->state.renewed.count; i++) {
        const parameter *x = &c->d->parameters.items[f->state.renewed.items[i]];
        if (x->is_pack)
            refuse(c, x->begin, x->end, arena_format(c->p->arena, "a block may change '%s', which cannot be copied for each block; copy it into a variable", x->name));
    }
    for (size_t i = 0; i < c->file->inclusions.count; i++)
        if (c->file->inclusions.items[i].at > c->d->body_begin && c->file->inclusions.items[i].at < c->d->body_end)
            refuse(c, c->file->inclusions.items[i].at, c->file->inclusions.items[i].at + 1, "an #include in the body of a kernel with a state: what is done once a group must stand in this file");
    check_text(c);
    check_hidden_parts(c);
    check_initialisers(c);
    check_block(c);
    check_returns(c);
    check_names_in_finish(c);
    check_parameters(c);
    check_other_names(c);
    check_objects(c);
}

void state_check(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        const declaration *d = f->has_state ? plan_definition(f) : NULL;
        const check c = {.p = p, .f = f, .d = d, .file = d ? &p->files.items[d->file] : NULL};
        if (d)
            check_kernel(&c);
    }
}
