// Which calls leave nothing behind but in the variables that they are given: see loop_parts.h.
//
// In:  a loop's call. Out: whether a round in which it was made can be taken back by putting the host's variables back.
#include "frontend/loop_parts.h"

#include <string.h>

static bool has_word_of(const plan *p, const function *f, const char *const *words, size_t count)
{
    const declaration *d = plan_definition(f);
    const plan_file *file = d ? &p->files.items[d->file] : NULL;
    for (size_t i = d ? token_at_or_after(&file->tokens, d->body_begin) : 0; d && file->tokens.items[i].begin < d->body_end; i++)
        for (size_t k = 0; k < count; k++) {
            const token *t = &file->tokens.items[i];
            const char *const before = file->text->bytes + t->begin - 1;
            // Each > is a token of its own: >= compares, and >>= does not.
            if (token_is(file->text, t, words[k]) && (*words[k] != '=' || *before != '>' || before[-1] == '>'))
                return true;
        }
    return false;
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
        !loop_is_error_text(p, (slice){f->text->bytes + name->begin, name->end - name->begin}))
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
    static const char *const changes[] = {"=",   "+=", "-=", "*=", "/=",     "%=",  "&=",    "|=",     "^=",
                                          "<<=", "++", "--", "static", "asm", "__asm__", "__asm", "throw", "new", "delete"};
    static const char *const acts[] = {"swap", "move", "exit", "abort", "printf", "fprintf", "puts", "fflush"};
    const function *f = &p->functions.items[index];
    const declaration *d = plan_definition(f);
    if (seen[index] || (f->in_system && loop_is_arithmetic(f->name) && !IS_ONE_OF(f->name, acts)) || loop_is_generated(f))
        return true;
    if (!d || !d->body_end || f->in_system)
        return false;
    seen[index] = true;
    if (has_word_of(p, f, changes, sizeof changes / sizeof *changes))
        return false;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->callee >= 0 ? !is_pure(p, x->callee, seen) : x->kind == FACT_CALL_DEPENDENT || x->kind == FACT_CALL_INDIRECT)
            return false;
    }
    return true;
}

// Does a call leave nothing behind but in the variables that it is given?
bool loop_leaves_nothing(const plan *p, const host_loop *loop, const loop_call *x)
{
    static const char *const names[] = {"printf", "fprintf", "puts", "fflush", "time", "clock"};
    const char *name = loop_plain_name(p, x->name);
    if (x->effect == LOOP_EFFECT_STEP || loop_is_silent_of_cuda(name) || (x->in_macro && loop_is_error_macro(p, loop, x->begin)))
        return true;
    if (IS_ONE_OF(name, names) || x->is_unwritten || x->changes_unseen || loop_ends_program(name))
        return false;
    if (x->callee < 0)
        return loop_is_arithmetic(name) && x->is_open;
    if (loop_is_arithmetic(name) && p->functions.items[x->callee].in_system)
        return true;
    bool *seen = arena_alloc(p->arena, p->functions.count * sizeof *seen);
    return loop_is_error_function(p, loop, x) || is_pure(p, x->callee, seen);
}
