// Phases: see phase.h.
//
// The body is taken apart by its tokens into statements, as deep as barriers lie in it (phase_statement.c); which names are
// variables, and where they may change, are facts from libclang (phase_variable.c). Whatever is not certain leaves the kernel in one
// piece.
#include "frontend/phase.h"

#include "frontend/analyse.h"
#include "frontend/collective.h"
#include "frontend/leaving.h"
#include "frontend/macro_value.h"
#include "frontend/barrier.h"
#include "frontend/splitter.h"
#include "frontend/uniform.h"
#include "frontend/unread.h"
#include "frontend/waiting.h"
#include "support/map.h"

#include <string.h>

// ---- returns, and leaving loops ----------------------------------------------------------------------------------------

static bool waits_otherwise(const splitter *s)
{
    for (size_t i = 0; i < s->kernel->facts.count; i++) {
        const fact *x = &s->kernel->facts.items[i];
        if (!barrier_is_grid(s->plan, x) && (leaving_may_wait(s->plan, x, true) || leaving_may_wait(s->plan, x, false)))
            return true;
    }
    return false;
}

// Whether a thread has returned here is kept for the phases that follow.
static void note_leaving(splitter *s, const fact *x, int at)
{
    const size_t word = token_at(s, x->begin);
    if (at >= 0 && s->statements.items[at].list != 0) { // a loop may be without end, or long, when all threads have returned
        give_up(s, x->begin, "a thread may return here, in a loop or branch around a barrier");
        return;
    }
    if (at < 0 || s->statements.items[at].phase < 0 || !is(s, word, "return") || !is(s, word + 1, ";")) {
        give_up(s, x->begin, "a thread may return here, in front of a barrier, in a way that is not known behind it");
        return;
    }
    s->statements.items[at].may_leave = true;
    s->kernel->grid.phases.items[s->statements.items[at].phase].may_leave = true;
    *ARENA_PUSH(s->plan->arena, &s->kernel->grid.leaves) = (byte_range){token_of(s, word)->begin, token_of(s, word + 1)->end};
}

static bool is_before_barrier(const splitter *s, const fact *leave)
{
    for (size_t i = 0; i < s->kernel->facts.count; i++)
        if (barrier_is_grid(s->plan, &s->kernel->facts.items[i]) && leaving_can_reach(leave, &s->kernel->facts.items[i]))
            return true;
    for (size_t i = 0; i < s->kernel->grid.phases.count; i++) // or another phase, where no barrier stands between
        if (s->kernel->grid.phases.items[i].begin > leave->begin)
            return true;
    return false;
}

static void check_return(splitter *s, const fact *x)
{
    const int at = statement_around(s, x->begin);
    if (!is_before_barrier(s, x) || (at >= 0 && s->statements.items[at].is_uniform)) // or all groups return here
        return;
    if (at >= 0 && is_guard(s, &s->statements.items[at]))
        s->statements.items[at].is_guard = true;
    else
        note_leaving(s, x, at);
    if (waits_otherwise(s))
        give_up(s, x->begin, "threads return in front of barriers of the block or operations of the warp");
}

// Does the `break` or `continue` at `t` belong to a loop or switch in the statement?
static bool jumps_inside(const splitter *s, const statement *x, size_t t)
{
    const size_t at = token_of(s, t)->begin;
    for (size_t k = 0; k < s->kernel->branches.count; k++) {
        const branch *b = &s->kernel->branches.items[k];
        const bool is_left = b->kind == BRANCH_LOOP || (b->kind == BRANCH_SWITCH && is(s, t, "break"));
        if (is_left && b->begin >= x->begin && b->end <= x->end && at > b->begin && at < b->end)
            return true;
    }
    return false;
}

// `break` in a statement that becomes part of a phase, of a loop that does not.
static void check_breaks(splitter *s)
{
    for (size_t i = 0; i < s->statements.count; i++) {
        const statement *x = &s->statements.items[i];
        if (x->kind != STATEMENT_PLAIN || x->is_uniform)
            continue;
        for (size_t t = token_at(s, x->begin); token_of(s, t)->begin < x->end; t++)
            if ((is(s, t, "break") || is(s, t, "continue")) && !jumps_inside(s, x, t))
                give_up(s, token_of(s, t)->begin, "a block may leave the loop around a barrier here");
    }
}

static void check_leaving(splitter *s)
{
    for (size_t i = 0; i < s->kernel->facts.count; i++) {
        const fact *x = &s->kernel->facts.items[i];
        if (x->kind == FACT_GOTO)
            give_up(s, x->begin, "a goto may lead from one side of a barrier to the other");
        else if (x->kind == FACT_RETURN)
            check_return(s, x);
    }
    check_behind_returns(s);
    check_breaks(s);
}

// ---- phases -------------------------------------------------------------------------------------------------------------

static void number_phases(splitter *s)
{
    int open = -1;
    for (size_t i = 0; i < s->statements.count; i++) {
        statement *x = &s->statements.items[i];
        const statement *before = i ? &s->statements.items[i - 1] : NULL;
        if (x->kind != STATEMENT_PLAIN || x->is_uniform) {
            open = -1;
            continue;
        }
        // The text between two statements of a phase is blank or comments: nothing else lies between them.
        if (open < 0 || x->is_collective || !before || before->is_collective || before->list != x->list || token_at(s, before->end) != token_at(s, x->begin)) {
            *ARENA_PUSH(s->plan->arena, &s->kernel->grid.phases) = (phase){.begin = x->begin};
            open = (int)s->kernel->grid.phases.count - 1;
        }
        x->phase = open;
        s->kernel->grid.phases.items[open].end = x->end;
        s->kernel->grid.phases.items[open].is_collective = x->is_collective;
    }
}

static void look_at_phases(splitter *s)
{
    for (size_t k = 0; k < s->kernel->grid.phases.count; k++)
        s->kernel->grid.phases.items[k].has_no_effect = true;
    for (size_t i = 0; i < s->statements.count; i++) {
        const statement *x = &s->statements.items[i];
        if (x->phase < 0)
            continue;
        phase *ph = &s->kernel->grid.phases.items[x->phase];
        const bool repeats = can_be_repeated(s, (int)i);
        ph->has_no_effect &= x->is_guard || repeats;
        for (size_t k = 0; k < s->variables.count && repeats; k++)
            if (s->variables.items[k].declared == (int)i)
                *ARENA_PUSH(s->plan->arena, &ph->names) = s->variables.items[k].name;
    }
}

// False: it is repeated already.
static bool repeat(splitter *s, phase *ph, size_t begin, size_t end)
{
    size_t at = ph->repeated.count;
    for (size_t i = 0; i < ph->repeated.count; i++)
        if (ph->repeated.items[i].begin == begin)
            return false;
    *ARENA_PUSH(s->plan->arena, &ph->repeated) = (byte_range){begin, end};
    while (at > 0 && ph->repeated.items[at - 1].begin > begin) {
        ph->repeated.items[at] = ph->repeated.items[at - 1];
        at--;
    }
    ph->repeated.items[at] = (byte_range){begin, end};
    return true;
}

// Does the body give the name another meaning between two places, as a type or an enumerator?
static bool is_declared_between(const splitter *s, slice name, size_t begin, size_t end)
{
    static const char *const words[] = {"enum", "using", "typedef", "struct", "class", "union"};
    for (size_t i = token_at(s, begin); token_of(s, i)->begin < end; i++)
        for (size_t k = i; IS_ONE_OF(s, i, words) && !is(s, k, ";") && token_of(s, k)->begin < end; k++)
            if (slice_equal(bytes_of(s, k), name))
                return true;
    return false;
}

// Does each name of a range mean in front of the phase what it means where it stands? A loop around the phase may have a variable of its own
// that is called like a constant, a function or a type.
static bool means_the_same(const splitter *s, size_t begin, size_t end, const phase *ph, size_t *where)
{
    for (size_t i = token_at(s, begin); token_of(s, i)->begin < end; i++) {
        const slice name = bytes_of(s, i);
        if (token_of(s, i)->kind != TOKEN_IDENTIFIER || is(s, i - 1, ".") || is(s, i - 1, "->") || is(s, i - 1, "::"))
            continue;
        const variable *here = find_variable(s, name, token_of(s, i)->begin), *there = find_variable(s, name, ph->begin);
        bool same = !there || here == there || (here && here->scope_begin >= begin && here->scope_begin < end);
        for (size_t k = 0; k < s->shared.count; k++)
            same &= !(slice_equal(s->shared.items[k].name, name) && s->shared.items[k].scope_begin > begin && s->shared.items[k].scope_begin < ph->begin);
        *where = token_of(s, i)->begin;
        if (!same || is_declared_between(s, name, end, ph->begin))
            return false;
    }
    return true;
}

static void check_meaning(splitter *s, const phase *ph, const statement *x)
{
    size_t where = 0;
    if (!means_the_same(s, x->begin, x->end, ph, &where)) {
        const token *name = token_of(s, token_at(s, where));
        give_up(s, where, arena_format(s->plan->arena, "this is computed again behind a barrier, where '%.*s' is the name of something else",
                                       (int)(name->end - name->begin), s->file->text->bytes + name->begin));
    }
}

// What the tokens of a range need of earlier phases.
static void repeat_needed(splitter *s, phase *ph, size_t begin, size_t end, int depth)
{
    for (size_t i = token_at(s, begin); token_of(s, i)->begin < end; i++) {
        const token *t = token_of(s, i);
        if (t->kind != TOKEN_IDENTIFIER || (i && (is(s, i - 1, ".") || is(s, i - 1, "->"))))
            continue;
        const variable *v = find_variable(s, bytes_of(s, i), t->begin);
        if (!v || v->is_uniform || v->is_parameter)
            continue;
        const statement *x = &s->statements.items[v->declared];
        if (x->begin == begin || (x->begin >= ph->begin && x->begin < ph->end))
            continue;
        if (v->is_live)
            continue;
        if (!can_be_repeated(s, v->declared) || depth > 16) {
            give_up(s, v->scope_begin, arena_format(s->plan->arena, "'%.*s' lives across a barrier", (int)v->name.length, v->name.bytes));
            return;
        }
        if (!repeat(s, ph, x->begin, x->end))
            continue;
        check_meaning(s, ph, x);
        for (size_t k = 0; k < s->variables.count; k++)
            if (s->variables.items[k].declared == v->declared)
                *ARENA_PUSH(s->plan->arena, &ph->names) = s->variables.items[k].name;
        repeat_needed(s, ph, x->begin, x->end, depth + 1);
    }
}

static bool has_destructor(const splitter *s, const variable *v)
{
    const statement *x = &s->statements.items[v->declared];
    for (size_t i = 0; i < s->kernel->facts.count; i++) {
        const fact *call = &s->kernel->facts.items[i];
        if (call->kind == FACT_CALL && call->callee >= 0 && call->begin >= x->begin && call->begin <= v->scope_begin && call->end > v->scope_begin &&
            s->plan->functions.items[call->callee].form == FORM_DESTRUCTOR)
            return true;
    }
    return false;
}

// An object has a lifetime: to the end of its braces, and not of a phase.
static void check_objects(splitter *s)
{
    for (size_t k = 0; k < s->variables.count; k++) {
        const variable *v = &s->variables.items[k];
        if (v->declared < 0 || !v->is_object || v->is_uniform || v->is_live || can_be_repeated(s, v->declared))
            continue;
        const statement *x = &s->statements.items[v->declared];
        bool goes_on = false;
        for (size_t i = (size_t)v->declared + 1; i < s->statements.count; i++)
            goes_on |= s->statements.items[i].list == x->list && s->statements.items[i].phase != x->phase;
        if (!goes_on)
            continue;
        if (x->phase < 0)
            give_up(s, v->scope_begin, "an object is declared outside of all phases");
        else if (has_destructor(s, v))
            give_up(s, v->scope_begin, arena_format(s->plan->arena, "the destructor of '%.*s' runs behind a barrier", (int)v->name.length, v->name.bytes));
        else // its destructor does nothing: the compiler is asked
            *ARENA_PUSH(s->plan->arena, &s->kernel->grid.phases.items[x->phase].objects) = v->name;
    }
}

static void find_repeated(splitter *s)
{
    for (size_t k = 0; k < s->kernel->grid.phases.count && !s->why; k++) {
        phase *ph = &s->kernel->grid.phases.items[k];
        for (size_t i = 0; i < s->statements.count; i++)
            if (s->statements.items[i].is_guard && s->statements.items[i].end <= ph->begin) {
                check_meaning(s, ph, &s->statements.items[i]);
                repeat(s, ph, s->statements.items[i].begin, s->statements.items[i].end);
                repeat_needed(s, ph, s->statements.items[i].begin, s->statements.items[i].end, 0);
            }
        repeat_needed(s, ph, ph->begin, ph->end, 0);
    }
}

static bool has_init_capture(const splitter *s, const fact *lambda)
{
    for (size_t i = token_at(s, lambda->begin) + 1; !is(s, i, "]") && token_of(s, i)->begin < lambda->end; i++)
        if (is(s, i, "=") && token_of(s, i - 1)->kind == TOKEN_IDENTIFIER)
            return true;
    return false;
}

// The names of all macros. Looked for once: a search through the text for each word of a body would be felt.
static map macro_names(const splitter *s)
{
    map names = map_new(s->plan->arena);
    for (macro_place m = {0}; plan_next_macro(s->plan, &m);) {
        const plan_file *f = m.of;
        const token *t = &f->tokens.items[m.name];
        if (t->kind == TOKEN_IDENTIFIER)
            map_put(&names, arena_copy(s->plan->arena, f->text->bytes + t->begin, t->end - t->begin), 1);
    }
    return names;
}

// What a macro makes of its place is not in the text, unless it computes a number.
static void check_words(splitter *s)
{
    const map macros = macro_names(s);
    for (size_t i = token_at(s, s->d->body_begin); token_of(s, i)->begin < s->d->body_end; i++) {
        const token *t = token_of(s, i);
        if (!t->in_directive && t->kind == TOKEN_IDENTIFIER &&
            map_get(&macros, arena_copy(s->plan->arena, s->file->text->bytes + t->begin, t->end - t->begin)) >= 0 &&
            !uniform_number_macro(s->plan, s->file, t) && macro_value_at(s->plan, s->kernel, s->file, i, &(macro_facts){0}) == MACRO_OTHER)
            give_up(s, t->begin, arena_format(s->plan->arena, "'%.*s' is a macro whose effect is not known here",
                                              (int)(t->end - t->begin), s->file->text->bytes + t->begin));
        // What is put into the twin has such names.
        if (t->kind == TOKEN_IDENTIFIER && t->end - t->begin > 3 && memcmp(s->file->text->bytes + t->begin, "pt_", 3) == 0 && !is(s, i, "pt_group_id") &&
            !is(s, i, "pt_num_groups") && !is(s, i, "pt_push") && !is(s, i, "pt_queue") && !is(s, i, "pt_none") && !collective_closing(s->plan, s->kernel, i))
            give_up(s, t->begin, "a name begins with 'pt_', as those of what ptcc writes do");
        // x ?: y and [&r = x] are what libclang tells little of
        if (is(s, i, "?") && is(s, i + 1, ":"))
            give_up(s, t->begin, "an operator of this kind stands among the barriers");
    }
    const char *bytes = s->file->text->bytes;
    for (size_t i = s->d->body_begin; i + 1 < s->d->body_end; i++)
        if (bytes[i] == '\\' && (bytes[i + 1] == '\n' || bytes[i + 1] == '\r') && !token_of(s, token_at(s, i))->in_directive)
            give_up(s, i, "a line goes on behind a backslash");
}

// A macro shows nobody which variables it names: they must stay what they are.
static void check_macros(splitter *s)
{
    for (size_t i = token_at(s, s->d->body_begin); token_of(s, i)->begin < s->d->body_end; i++) {
        macro_facts facts = {0};
        macro_value_at(s->plan, s->kernel, s->file, i, &facts);
        for (size_t k = 0; k < facts.parameters.count; k++) {
            const slice name = slice_of(facts.parameters.items[k]);
            const variable *v = find_variable(s, name, token_of(s, i)->begin);
            if (!v || !v->is_parameter || v->is_changed)
                give_up(s, token_of(s, i)->begin, arena_format(s->plan->arena, "'%.*s' is a macro that names '%s', which is changed",
                                                               (int)bytes_of(s, i).length, bytes_of(s, i).bytes, facts.parameters.items[k]));
        }
    }
}

static bool some_share_memory(const plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++)
        if (!p->functions.items[i].in_system && !p->functions.items[i].is_kernel && p->functions.items[i].uses_shared)
            return true;
    return false;
}

// Says where: a volatile read that a barrier makes needless is what mostly stands there.
static void give_up_waiting(splitter *s)
{
    const fact *x = waiting_at(s->plan, s->kernel);
    if (x && x->callee >= 0)
        give_up(s, x->read_at ? x->read_at : x->begin, "a function that is called may wait for what another block writes");
    else if (x)
        give_up(s, x->read_at ? x->read_at : x->begin,
                "behind a barrier a plain read is enough, and a loop that ends by a volatile, atomic or fenced one may wait for another block");
    else
        give_up(s, s->d->body_begin, "its blocks may wait for each other elsewhere than at barriers");
}

static void check_kernel(splitter *s)
{
    const function *f = s->kernel;
    bool own = false;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        own |= barrier_is_grid(s->plan, x);
        if (x->kind == FACT_CALL && x->callee >= 0 && !barrier_is_grid(s->plan, x) && s->plan->functions.items[x->callee].has_grid_barrier)
            give_up(s, x->begin, "a function that is called holds a barrier of the grid");
        else if ((x->kind == FACT_CALL || x->kind == FACT_CALL_DEPENDENT) && x->callee >= 0 && s->plan->functions.items[x->callee].cloned)
            give_up(s, x->begin, "a function that is called asks for the block");
        if (x->kind == FACT_CALL && x->callee >= 0 && s->plan->functions.items[x->callee].uses_shared)
            give_up(s, x->begin, "a function that is called has shared memory of its own");
        if (x->kind == FACT_STATIC_LOCAL)
            give_up(s, x->begin, "a static variable stands among the barriers");
        if (analyse_is_open_call(x) && some_share_memory(s->plan))
            give_up(s, x->begin, "a function with shared memory may be called here");
        if (x->kind == FACT_LAMBDA && has_init_capture(s, x))
            give_up(s, x->begin, "a lambda captures by a name of its own");
        if (x->kind == FACT_ASM || x->in_macro)
            if (barrier_is_grid(s->plan, x) || x->kind == FACT_ASM || x->kind == FACT_RETURN || x->kind == FACT_CHANGE || x->kind == FACT_LOCAL)
                give_up(s, x->begin, "assembly, or a macro that declares, changes or returns");
        if (x->kind == FACT_BLOCK_INDEX && (x->context & (QUALIFIED | IN_LAMBDA) ||
                                            (x->in_macro && macro_value_at(s->plan, f, s->file, token_at(s, x->begin), &(macro_facts){0}) == MACRO_OTHER)))
            give_up(s, x->begin, "the block index is asked for in a lambda, by ::blockIdx or in a macro that does more than compute a number");
    }
    const size_t hidden = unread_part_in(s->plan, s->d->file, s->d->body_begin, s->d->body_end, true);
    if (hidden)
        give_up(s, hidden, "what a switch or a range-based for does first, or a lambda makes its captures of, is not known");
    check_words(s);
    if (!own)
        give_up(s, s->d->body_begin, "its barriers are those of functions that it calls");
    if (f->waits_on_blocks)
        give_up_waiting(s);
    if (f->uses_ambient || f->parts_lanes || f->leaves_before_warp_sync || f->has_async_copy)
        give_up(s, s->d->body_begin, "its blocks have more to do with each other than barriers");
    for (size_t i = token_at(s, s->d->body_begin); token_of(s, i)->begin < s->d->body_end; i++)
        if (is(s, i, "assert") || is(s, i, "__func__") || is(s, i, "__FUNCTION__") || (token_of(s, i)->in_directive && plan_conditional_end(s->file, i) != i))
            give_up(s, token_of(s, i)->begin, "assert, __func__ or conditional text stands among the barriers");
    if (!plan_conditionals_match(s->file, s->d->body_begin, s->d->body_end) || s->d->in_macro)
        give_up(s, s->d->body_begin, "its text is not in one piece");
}

// Does what is done once a group depend on memory?
static bool reads_memory_for_all(const splitter *s)
{
    for (size_t i = 0; i < s->statements.count; i++) {
        const statement *x = &s->statements.items[i];
        for (size_t t = past_collectives(s, token_at(s, x->begin)); is_done_once(x) && token_of(s, t)->begin < x->end; t = past_collectives(s, t + 1))
            if (is_load(s, t))
                return true;
    }
    return false;
}

static void make_phases(splitter *s)
{
    if (leaving_before_block_barrier(s->plan, s->kernel))
        give_up(s, s->d->body_begin, "threads leave before barriers of the block, or pass them by");
    number_phases(s);
    check_leaving(s);
    look_at_phases(s);
}

void phase_find(plan *p, function *kernel)
{
    static void (*const passes[])(splitter *) = {check_kernel, read_statements, add_variables, find_exposed, look_at_uses, check_macros, add_shared_memory, find_uniform, make_phases, find_live, check_objects, find_repeated};
    splitter s = {.plan = p, .kernel = kernel, .d = plan_definition(kernel)};
    if (!s.d)
        return;
    s.file = &p->files.items[s.d->file];
    for (size_t i = 0; i < sizeof passes / sizeof *passes && !s.why; i++)
        passes[i](&s);
    kernel->grid.splits = !s.why;
    if (kernel->grid.splits) // a phase ends where a thread returns, and all groups come to all barriers, if memory does not decide it
        kernel->leaves_before_barrier = false;
    if (kernel->grid.splits && !reads_memory_for_all(&s))
        kernel->grid.may_be_missed = false;
    kernel->grid.whole_because = s.why;
    kernel->grid.whole_at = s.why_at;
    if (s.why)
        kernel->grid.phases.count = kernel->grid.live.count = kernel->grid.live_shared.count = kernel->grid.leaves.count = 0;
}
