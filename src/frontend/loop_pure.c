// Which calls leave nothing behind but in the variables that they are given: see loop_parts.h.
//
// In:  a loop's call. Out: whether a round in which it was made can be taken back by putting the host's variables back.
#include "frontend/loop_parts.h"

#include <string.h>

typedef struct word_list {
    const char *const *items;
    size_t count;
    bool changes; // and what changes something
} word_list;

static bool may_come_to_word(const plan *p, const plan_file *f, size_t begin, size_t end, word_list words, int depth);

// By any of its definitions. What macros of macros come to is followed so far.
static bool macro_has_word(const plan *p, slice name, word_list words, int depth)
{
    enum { depth_at_most = 16 };
    for (macro_place m = {0}; plan_next_macro_named(p, name, &m);) {
        const plan_file *f = m.of;
        if (depth == depth_at_most || may_come_to_word(p, f, m.name + 1, token_directive_end(&f->tokens, m.name), words, depth + 1))
            return true;
    }
    return false;
}

static bool may_come_to_word(const plan *p, const plan_file *f, size_t begin, size_t end, word_list words, int depth)
{
    for (size_t i = begin; i < end; i++) {
        const token *t = &f->tokens.items[i];
        if (words.changes && change_at(f, i))
            return true;
        for (size_t k = 0; k < words.count; k++)
            if (token_is(f->text, t, words.items[k]))
                return true;
        if (t->kind == TOKEN_IDENTIFIER && macro_has_word(p, token_bytes(f->text, t), words, depth))
            return true;
    }
    return false;
}

static bool has_word_of(const plan *p, const declaration *d, word_list words)
{
    const plan_file *f = &p->files.items[d->file];
    return may_come_to_word(p, f, token_at_or_after(&f->tokens, d->body_begin), token_at_or_after(&f->tokens, d->body_end), words, 0);
}

// Does a macro stand there that ends the program, as one does that is told of an error? It must be given nothing but calls of CUDA:
// the program may not end because of a value that was but guessed.
bool loop_is_error_macro(const plan *p, const host_loop *loop, size_t at)
{
    const plan_file *f = &p->files.items[loop->file];
    const size_t open = token_at_or_after(&f->tokens, at) + 1;
    bool ends = false, is_told = false;
    for (size_t i = 0; i < loop->calls.count; i++)
        ends |= loop->calls.items[i].in_macro && loop->calls.items[i].begin == at && loop_ends_program(loop->calls.items[i].name);
    const token *name = &f->tokens.items[open - 1];
    if (!ends || !token_is(f->text, &f->tokens.items[open], "(") ||
        !loop_is_error_text(p, token_bytes(f->text, name)))
        return false;
    size_t close = open, depth = 0;
    do {
        depth += token_is(f->text, &f->tokens.items[close], "(");
        depth -= token_is(f->text, &f->tokens.items[close], ")");
    } while (depth && ++close + 1 < f->tokens.count);
    const size_t begin = f->tokens.items[open].begin, end = f->tokens.items[close].begin;
    for (size_t i = 0; i < loop->calls.count; i++) {
        const loop_call *x = &loop->calls.items[i];
        is_told |= x->begin > begin && x->end <= end && (x->effect == LOOP_EFFECT_STEP || loop_is_silent_of_cuda(loop_plain_name(p, x->name)));
    }
    for (size_t i = 0; i < loop->names.count; i++) {
        const loop_name *x = &loop->names.items[i];
        bool in_call = x->at <= begin || x->at >= end;
        for (size_t k = 0; !in_call && k < loop->calls.count; k++)
            in_call = loop->calls.items[k].effect == LOOP_EFFECT_STEP && x->at > loop->calls.items[k].begin && x->at < loop->calls.items[k].end;
        if (!in_call)
            return false;
    }
    return is_told;
}

// A function that only computes: no assignment, and no call but of such ones.
static bool is_pure(const plan *p, int index, bool *seen)
{
    static const char *const changes[] = {"static", "asm", "__asm__", "__asm", "throw", "new", "delete"};
    static const char *const acts[] = {"swap", "move", "exit", "abort", "printf", "fprintf", "puts", "fflush"};
    const function *f = &p->functions.items[index];
    const declaration *d = plan_definition(f);
    if (seen[index] || (f->in_system && loop_is_arithmetic(f->name) && !STRING_IS_ANY(f->name, acts)) || loop_is_generated(f))
        return true;
    if (!d || !d->body_end || f->in_system || d->in_macro)
        return false;
    seen[index] = true;
    if (has_word_of(p, d, (word_list){changes, sizeof changes / sizeof *changes, .changes = true}))
        return false;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->callee >= 0 ? !is_pure(p, x->callee, seen) : x->kind == FACT_CALL_DEPENDENT || x->kind == FACT_CALL_INDIRECT)
            return false;
    }
    return true;
}

bool loop_only_computes(const plan *p, int function) { return is_pure(p, function, arena_alloc(p->arena, p->functions.count * sizeof(bool))); }

// int &(): the loop may change what that is. A library's function gives what it is given.
static bool gives_what_may_change(const function *f)
{
    const char *const reference = strchr(f->type, '&'), *const open = strchr(f->type, '(');
    return !f->in_system && reference && open && reference < open && strncmp(f->type, "const ", strlen("const ")) != 0;
}

// Does a call leave nothing behind but in the variables that it is given?
bool loop_leaves_nothing(const plan *p, const host_loop *loop, const loop_call *x)
{
    static const char *const names[] = {"printf", "fprintf", "puts", "fflush", "time", "clock"};
    const char *name = loop_plain_name(p, x->name);
    if (x->effect == LOOP_EFFECT_STEP || loop_is_silent_of_cuda(name) || (x->in_macro && loop_is_error_macro(p, loop, x->begin)))
        return true;
    if (STRING_IS_ANY(name, names) || x->is_unwritten || x->changes_unseen || loop_ends_program(name))
        return false;
    if (x->callee < 0)
        return loop_is_arithmetic(name) && x->is_open;
    if (loop_is_arithmetic(name) && p->functions.items[x->callee].in_system)
        return true;
    if (gives_what_may_change(&p->functions.items[x->callee]))
        return false;
    bool *seen = arena_alloc(p->arena, p->functions.count * sizeof *seen);
    return loop_is_error_function(p, loop, x) || is_pure(p, x->callee, seen);
}
