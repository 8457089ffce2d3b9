// What the calls of a loop come to: steps, what cannot see the launches, what makes them go first (loop_effect): see loop_parts.h.
//
// In:  a loop's calls, and the facts of the functions that they reach. Out: each call's effect; why the loop stays as it is, where its
//      text cannot be changed for a call; whether the host reads what a copy has brought.
#include "frontend/loop_parts.h"

#include <string.h>

static bool launches_something(const plan *p, const function *f)
{
    const declaration *d = plan_definition(f);
    for (size_t i = 0; d && i < p->launches.count; i++)
        if (p->launches.items[i].file == d->file && p->launches.items[i].open_begin >= d->body_begin &&
            p->launches.items[i].open_begin < d->body_end)
            return true;
    return false;
}

typedef struct reach { // what a call comes to
    plan *p;
    host_loop *loop;
    bool *seen; // by function
    size_t at;  // of the call in the loop
} reach;

void loop_add_read(const plan *p, host_loop *loop, size_t at, const char *who, const char *what)
{
    *ARENA_PUSH(p->arena, &loop->reads) = (loop_read){at, arena_format(p->arena, "'%s' %s", who, what)};
}

static loop_effect effect_of(reach *r, int index)
{
    const function *f = &r->p->functions.items[index];
    if (r->seen[index])
        return LOOP_EFFECT_NONE;
    const char *name = loop_plain_name(r->p, f->name);
    if (loop_is_silent_of_cuda(name) || strcmp(f->name, "dim3") == 0)
        return LOOP_EFFECT_NONE;
    if (loop_is_of_cuda(name) && (f->in_system || !f->facts_known))
        return LOOP_EFFECT_ANY;
    if (f->in_system) {
        if (loop_is_arithmetic(f->name) || loop_is_output(f))
            return LOOP_EFFECT_NONE;
        loop_add_read(r->p, r->loop, r->at, f->name, "is called, which may read what the copy has brought");
        return loop_may_wait(f) || !loop_is_of_host(f) ? LOOP_EFFECT_ANY : LOOP_EFFECT_NONE;
    }
    if (loop_is_generated(f))
        return LOOP_EFFECT_NONE;
    if (!f->facts_known || f->is_kernel || launches_something(r->p, f))
        return LOOP_EFFECT_ANY;
    r->seen[index] = true;
    if (loop_has_pragma(r->p, f))
        return LOOP_EFFECT_ANY; // other threads may wait there for what the launches do
    if (loop_takes_pointers(f))
        loop_add_read(r->p, r->loop, r->at, f->name, "may read by a pointer or a reference that it is given");
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        const bool is_call = x->kind == FACT_CALL || x->kind == FACT_CALL_DEPENDENT || x->kind == FACT_CALL_INDIRECT ||
                             x->kind == FACT_CALL_VIRTUAL;
        if (is_call && (x->callee < 0 || x->kind == FACT_CALL_VIRTUAL || effect_of(r, x->callee) == LOOP_EFFECT_ANY))
            return LOOP_EFFECT_ANY;
    }
    return LOOP_EFFECT_NONE;
}

// By an operator, which may be the program's.
static bool compares(const char *name) { return strcmp(name, "min") == 0 || strcmp(name, "max") == 0; }

static loop_effect effect_of_lambda(reach *r, const loop_call *x)
{
    loop_effect effect = LOOP_EFFECT_NONE;
    for (size_t i = 0; i < x->called.count; i++)
        if (x->called.items[i] < 0 || effect_of(r, x->called.items[i]) == LOOP_EFFECT_ANY)
            effect = LOOP_EFFECT_ANY;
    return effect;
}

// As a message has it: no parameters of templates, which only the compiler gives names to.
static const char *shown_name(const plan *p, const char *name)
{
    static const char conversion[] = "operator type-parameter";
    if (strncmp(name, conversion, sizeof conversion - 1) == 0)
        return "operator T";
    return strncmp(name, "operator", strlen("operator")) == 0 ? name : arena_copy(p->arena, name, strcspn(name, "<"));
}

const char *loop_shown_call(const plan *p, const host_loop *loop, const loop_call *x)
{
    enum { length_at_most = 60 }; // of what is shown as it is written
    const source *s = p->files.items[loop->file].text;
    if (*x->name)
        return shown_name(p, x->name);
    const bool fits = x->end > x->begin && x->end - x->begin <= length_at_most && !memchr(s->bytes + x->begin, '\n', x->end - x->begin);
    return fits ? arena_copy(p->arena, s->bytes + x->begin, x->end - x->begin) : "the callee";
}

static const char *why_unwritten(const plan *p, const char *name)
{
    if (*name == '~')
        return arena_format(p->arena, "an object ends in it whose destructor '%s' may see what the launches have done; declare it in front of the loop",
                            shown_name(p, name));
    return arena_format(p->arena, "the function '%s', of an object that is made, copied or gone through here, runs without a call in the text, and "
                                  "may see what the launches have done", shown_name(p, name));
}

// A synchronisation that a macro of the program names, without `::`: what stands for it in the loop may be a local object of its name.
static bool can_be_hidden(const plan *p, const host_loop *loop, const loop_call *x, const char *name)
{
    const plan_file *own = &p->files.items[loop->file];
    bool found = false;
    if (!x->in_macro || !loop_is_synchronisation(name))
        return false;
    for (size_t i = token_at_or_after(&own->tokens, loop->begin); own->tokens.items[i].begin < loop->end; i++)
        if (is_token(own, i, name) && !is_token(own, i + 1, "(")) // handed to a macro or a function, say
            return false;
    for (size_t file = 0; file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        for (size_t i = 1; token_list_may_have(&f->tokens, name) && i < f->tokens.count; i++) {
            if (!f->tokens.items[i].in_directive || !is_token(f, i, name))
                continue;
            if (is_token(f, i - 1, "::") || is_token(f, i - 1, ".") || is_token(f, i - 1, "->") || is_token(f, i - 1, "define"))
                return false;
            found = true;
        }
    }
    return found;
}

// check((k<<<g, b>>>(a), cudaGetLastError())): what the launches so far come to would have to go first, in front of the arguments.
static bool holds_launch(const plan *p, const host_loop *loop, const loop_call *x)
{
    bool holds = false;
    for (size_t i = 0; i < p->launches.count && !holds; i++) {
        const launch *l = &p->launches.items[i];
        holds = l->file == loop->file && x->begin < l->open_begin && l->open_begin < x->end;
    }
    return holds;
}

// What cannot be made a step, or put behind the launches before it, by an edit of the text.
static void stay_for(plan *p, host_loop *loop, loop_call *x)
{
    const source *s = p->files.items[loop->file].text;
    const char *name = loop_plain_name(p, x->name);
    const bool is_spelled = !x->in_macro && strncmp(s->bytes + x->name_begin, name, strlen(name)) == 0;
    x->is_hidden = x->effect == LOOP_EFFECT_STEP && !x->is_inside && x->begin < x->end && can_be_hidden(p, loop, x, name);
    if (x->effect == LOOP_EFFECT_STEP && !is_spelled && !x->is_hidden)
        loop_stay(loop, x->in_macro ? x->begin : x->name_begin,
                  arena_format(p->arena, "'%s' comes out of a macro here; write it out", name));
    else if (x->effect != LOOP_EFFECT_NONE && x->is_inside)
        loop_stay(loop, x->begin,
                  arena_format(p->arena, "a function that is written in it calls '%s', which may run at any time", shown_name(p, name)));
    else if (x->effect == LOOP_EFFECT_ANY && x->is_unwritten)
        loop_stay(loop, x->begin, why_unwritten(p, name));
    else if (x->effect == LOOP_EFFECT_ANY && x->callee >= 0 && p->functions.items[x->callee].form == FORM_CONSTRUCTOR)
        loop_stay(loop, x->begin, arena_format(p->arena, "a constructor of '%s' may see what the launches have done", shown_name(p, name)));
    else if (x->effect == LOOP_EFFECT_ANY && holds_launch(p, loop, x))
        loop_stay(loop, x->begin, arena_format(p->arena, "'%s' may see what the launches have done, and one stands in what it is given; launch in a statement in "
                                                         "front of it", shown_name(p, name)));
    else if (x->effect == LOOP_EFFECT_ANY && x->in_macro)
        loop_stay(loop, x->begin, arena_format(p->arena, "a macro calls '%s' here, which may see what the launches have done", shown_name(p, name)));
}

void loop_find_effects(plan *p, host_loop *loop)
{
    reach r = {p, loop, arena_alloc(p->arena, p->functions.count * sizeof *r.seen), 0};
    for (size_t i = 0; i < loop->calls.count; i++) {
        loop_call *x = &loop->calls.items[i];
        const char *name = loop_plain_name(p, x->name);
        memset(r.seen, 0, p->functions.count * sizeof *r.seen);
        r.at = x->begin;
        const bool of_cuda = x->callee >= 0 && p->functions.items[x->callee].in_system;
        if (of_cuda && loop_is_step(name))
            x->effect = LOOP_EFFECT_STEP;
        else if (x->is_lambda)
            x->effect = effect_of_lambda(&r, x);
        else if (x->callee >= 0)
            x->effect = effect_of(&r, x->callee);
        else // in a template, it may be left open which of its kind is meant
            x->effect = loop_is_arithmetic(name) && x->is_open ? LOOP_EFFECT_NONE : LOOP_EFFECT_ANY;
        if (x->effect == LOOP_EFFECT_NONE && (x->comes_to_anything || (x->is_given_more && (!loop_is_arithmetic(name) || compares(name)))))
            x->effect = LOOP_EFFECT_ANY;
        if (loop_ends_program(name) && !x->in_macro && !x->is_inside && (x->callee < 0 || p->functions.items[x->callee].in_system))
            x->effect = LOOP_EFFECT_END;
        if (!loop->is_block) // in a block, fuse.c asks where it stands
            stay_for(p, loop, x);
    }
}

// Why a synchronisation is not put off.
static const char *because_of(const plan *p, const host_loop *loop, const loop_read *read)
{
    const source *s = p->files.items[loop->file].text;
    const token *t = &p->files.items[loop->file].tokens.items[token_at_or_after(&p->files.items[loop->file].tokens, read->at)];
    const size_t line = source_position(s, read->at).line;
    const token *last = t; // of std::rand
    while (token_is(s, last + 1, "::") && last[2].kind == TOKEN_IDENTIFIER)
        last += 2;
    if (t->begin == read->at && token_is(s, t, "for"))
        return arena_format(p->arena, "the loop goes through a range at line %zu, in memory that a launch may have written: do so in front of the loop, or behind it", line);
    if (t->kind == TOKEN_IDENTIFIER && t->begin == read->at && token_is(s, last + 1, "("))
        return arena_format(p->arena, "the loop calls '%.*s' at line %zu, which may read what a launch has written: call it in front of the loop, or behind it",
                            (int)(last->end - t->begin), s->bytes + t->begin, line);
    return t->kind == TOKEN_IDENTIFIER && t->begin == read->at
               ? arena_format(p->arena, "the loop reads '%.*s' at line %zu, which a launch may have written: copy what no launch writes to a local "
                                        "variable in front of the loop", (int)(t->end - t->begin), s->bytes + t->begin, line)
               : arena_format(p->arena, "the loop reads at line %zu what a launch may have written: copy what no launch writes to a local variable "
                                        "in front of the loop", line);
}

void loop_find_synchronisations(const plan *p, host_loop *loop)
{
    const loop_read *read = NULL;
    for (size_t i = 0; !read && i < loop->reads.count; i++)
        if (!loop->runs_ahead || !loop_is_in_branch(loop, loop->reads.items[i].at))
            read = &loop->reads.items[i];
    for (size_t i = 0; i < loop->calls.count; i++) {
        loop_call *x = &loop->calls.items[i];
        if (read && x->effect == LOOP_EFFECT_STEP && loop_is_synchronisation(loop_plain_name(p, x->name))) {
            x->effect = LOOP_EFFECT_ANY;
            x->ends_because = because_of(p, loop, read);
        }
    }
}
