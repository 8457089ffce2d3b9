// Finding phases: shared memory that lives across a barrier (splitter.h).
//
// In:  the statements of a kernel, its phases. Out: which shared memory lives, how much it takes, which phases load and store it.
// Invariant: shared memory whose address somebody may have is used by every phase.
#include "frontend/splitter.h"

#include <string.h>

static bool is_in_statement(const splitter *s, int index, const char *text)
{
    const statement *x = &s->statements.items[index];
    for (size_t i = token_at(s, x->begin); token_of(s, i)->begin < x->end; i++)
        if (is(s, i, text))
            return true;
    return false;
}

void add_shared_memory(splitter *s)
{
    for (size_t k = 0; k < s->kernel->facts.count && !s->why; k++) {
        const fact *x = &s->kernel->facts.items[k];
        if (x->kind != FACT_SHARED)
            continue;
        const int index = statement_around(s, x->begin);
        const slice name = {x->name, strlen(x->name)};
        shared_variable v = {.name = name, .is_dynamic = x->size_bytes == 0 && !(x->context & IS_OPEN), .scope_begin = s->d->body_begin, .scope_end = s->d->body_end};
        const bool outside = index >= 0 && !is_in_statement(s, index, "__shared__"); // of the file: this is a use
        // That `__shared__` is a macro of CUDA's makes all of these facts those of a macro; its name stands in the text, or not.
        const bool is_written = index >= 0 && is_in_statement(s, index, x->name);
        if (!is_written || (!outside && !s->statements.items[index].is_simple) || (outside && !x->size_bytes && (x->context & IS_OPEN))) {
            give_up(s, x->begin, "shared memory is declared in a place that is not understood");
            return;
        }
        if (!outside) {
            s->statements.items[index].is_shared = true;
            v.is_of_body = true;
            v.declared = index;
            v.list = s->statements.items[index].list;
            v.size_bytes = x->size_bytes;
            v.is_number = (x->context & HOLDS_NUMBERS) != 0;
            v.is_dynamic = is_in_statement(s, index, "extern");
            v.scope_begin = x->begin;
            v.scope_end = s->list_ends.items[s->statements.items[index].list];
            if (!(x->context & (CAN_WAIT | IS_OPEN)))
                give_up(s, x->begin, arena_format(s->plan->arena, "'%s' in shared memory lives across a barrier, and is more than its bytes", x->name));
        }
        bool known = false;
        for (size_t i = 0; i < s->shared.count && outside; i++)
            known |= slice_equal(s->shared.items[i].name, name);
        if (!known)
            *ARENA_PUSH(s->plan->arena, &s->shared) = v;
    }
}

static bool phase_mentions_shared(const splitter *s, const phase *ph, const shared_variable *v)
{
    for (size_t i = token_at(s, ph->begin); token_of(s, i)->begin < ph->end; i++)
        if (slice_equal(bytes_of(s, i), v->name) && !is_member(s, i) && token_of(s, i)->begin >= v->scope_begin && token_of(s, i)->begin < v->scope_end)
            return true;
    return false;
}

static bool is_in_loop(const splitter *s, const phase *ph)
{
    for (size_t i = 0; i < s->statements.count; i++) {
        const statement *x = &s->statements.items[i];
        if (x->kind != STATEMENT_HEADER)
            continue;
        const branch *b = &s->kernel->branches.items[x->branch];
        if (b->kind == BRANCH_LOOP && ph->begin >= b->begin && ph->end <= b->end)
            return true;
    }
    return false;
}

static bool is_array_of(const splitter *s, const shared_variable *v)
{
    for (size_t i = token_at(s, v->scope_begin); v->is_of_body && token_of(s, i)->begin < s->statements.items[v->declared].end; i++)
        if (slice_equal(bytes_of(s, i), v->name))
            return is(s, i + 1, "[");
    return true;
}

static bool uses_shared(const splitter *s, const phase *ph, const shared_variable *v, bool everywhere)
{
    bool uses = everywhere || phase_mentions_shared(s, ph, v);
    for (size_t i = 0; i < s->shared.count && v->is_dynamic; i++) // one memory, by whatever name
        uses |= s->shared.items[i].is_dynamic && phase_mentions_shared(s, ph, &s->shared.items[i]);
    return uses;
}

// A phase in a loop counts twice: it may use what it has left there itself.
static bool is_live_shared(const splitter *s, const shared_variable *v, bool everywhere)
{
    unsigned uses = 0;
    for (size_t k = 0; k < s->kernel->grid.phases.count; k++)
        if (uses_shared(s, &s->kernel->grid.phases.items[k], v, everywhere))
            uses += 1 + is_in_loop(s, &s->kernel->grid.phases.items[k]);
    return uses > 1;
}

static bool is_shared_name(const splitter *s, size_t i, int statement)
{
    for (size_t k = 0; k < s->shared.count; k++)
        if (s->shared.items[k].is_of_body && s->shared.items[k].declared == statement && slice_equal(s->shared.items[k].name, bytes_of(s, i)))
            return true;
    return false;
}

// sizeof(TYPE[EXTENTS]), where libclang does not know the number; NULL where that cannot be said outside of the body.
static const char *shared_bytes(const splitter *s, const shared_variable *v)
{
    if (v->size_bytes)
        return arena_format(s->plan->arena, "%zu", v->size_bytes);
    const statement *x = &s->statements.items[v->declared];
    text out = text_new(s->plan->arena);
    text_add(&out, "sizeof(");
    size_t i = token_at(s, x->begin);
    for (; !is_shared_name(s, i, v->declared) && !is(s, i, "*"); i++) {
        if (is(s, i, "__align__") || is(s, i, "alignas"))
            i = behind_bracket(s, i + 1) - 1;
        else if (token_of(s, i)->begin >= x->end || token_of(s, i)->kind == TOKEN_PUNCTUATION ? !is(s, i, "::") && !is(s, i, "<") && !is(s, i, ">") && !is(s, i, ",")
                                                                                              : names_locals(s, i, i + 1))
            return NULL;
        else if (!is(s, i, "__shared__") && !is(s, i, "static") && !is(s, i, "const") && !is(s, i, "volatile"))
            add_token(s, &out, i);
    }
    while (!slice_equal(bytes_of(s, i), v->name)) // declarators in front
        i = is(s, i, "[") ? behind_bracket(s, i) : i + 1;
    if (is(s, i - 1, "*"))
        text_add(&out, " *");
    const size_t extents = i + 1;
    for (i = extents; is(s, i, "["); i = behind_bracket(s, i))
        ;
    if (names_locals(s, extents, i))
        return NULL;
    if (i > extents)
        text_add_slice(&out, (slice){s->file->text->bytes + token_of(s, extents)->begin, token_of(s, i - 1)->end - token_of(s, extents)->begin});
    text_add_char(&out, ')');
    return out.bytes;
}

static void add_live_shared(splitter *s, const shared_variable *v, bool everywhere)
{
    const char *bytes = v->is_dynamic || !v->is_of_body ? "0" : shared_bytes(s, v);
    if (!bytes)
        give_up(s, v->scope_begin, arena_format(s->plan->arena, "'%.*s' in shared memory lives across a barrier, and its size depends on other variables",
                                                (int)v->name.length, v->name.bytes));
    if (!v->is_dynamic && (!v->is_of_body || v->list != 0)) {
        give_up(s, v->scope_begin, arena_format(s->plan->arena, "'%.*s' in shared memory lives across a barrier, and is not declared at the top of the body",
                                                (int)v->name.length, v->name.bytes));
        return;
    }
    const int number = (int)s->kernel->grid.live_shared.count;
    *ARENA_PUSH(s->plan->arena, &s->kernel->grid.live_shared) = (live_shared){v->name, bytes, v->is_dynamic, !v->is_of_body, v->is_of_body ? v->scope_begin : 0};
    for (size_t k = 0; k < s->kernel->grid.phases.count; k++)
        if (uses_shared(s, &s->kernel->grid.phases.items[k], v, everywhere) && v->scope_begin < s->kernel->grid.phases.items[k].end)
            *ARENA_PUSH(s->plan->arena, &s->kernel->grid.phases.items[k].shared) = number;
}

// May somebody come to shared memory by its address, and not by its name? Of one number that is so, too: f(&s), f(s).
bool has_shared_address(const splitter *s)
{
    for (size_t k = 0; k < s->shared.count; k++) {
        const shared_variable *v = &s->shared.items[k];
        if (!v->is_number || v->is_dynamic)
            return true;
        for (size_t i = token_at(s, s->d->body_begin); token_of(s, i)->begin < s->d->body_end; i++) {
            if (!slice_equal(bytes_of(s, i), v->name) || is_member(s, i) || token_of(s, i)->begin < v->scope_begin)
                continue;
            const int at = statement_around(s, token_of(s, i)->begin);
            const bool declares = at >= 0 && s->statements.items[at].is_shared;
            const bool is_array = is_array_of(s, v);
            exposure_kind exposed;
            if (!declares && is_exposed(s, i, false, &exposed))
                return true;
            if (declares ? is_array && is(s, behind_bracket(s, i + 1), "[") : is_array ? !is(s, i + 1, "[") || !is_element_by_value(s, i) : is(s, i - 1, "&") || may_be_bound(s, i))
                return true;
        }
    }
    return false;
}

// Static variables in the order of their declarations, and all that is dynamic as one.
void find_shared(splitter *s, bool everywhere)
{
    const shared_variable *dynamic = NULL;
    for (size_t i = 0; i < s->shared.count && !s->why; i++) {
        const shared_variable *v = &s->shared.items[i];
        if (!is_live_shared(s, v, everywhere))
            continue;
        if (v->is_dynamic && dynamic && !slice_equal(v->name, dynamic->name))
            give_up(s, v->scope_begin, "dynamic shared memory lives across a barrier, and has two names");
        else if (v->is_dynamic)
            dynamic = v;
        else
            add_live_shared(s, v, everywhere);
    }
    if (dynamic)
        add_live_shared(s, dynamic, everywhere);
    if (s->kernel->grid.phases.count)
        s->kernel->grid.phases.items[0].is_first = !is_in_loop(s, &s->kernel->grid.phases.items[0]);
}
