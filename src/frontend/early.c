// Kernels that may begin early: see early.h. What is not known is taken to read through a cache that does not see what is written while the
// kernel runs.
#include "frontend/early.h"

#include "frontend/lex.h"
#include "frontend/number_class.h"

#include <string.h>

static const int follow_limit = 8; // macros in each other

// ---- words -----------------------------------------------------------------------------------------------------

static bool holds(slice word, const char *part)
{
    const size_t length = strlen(part);
    for (size_t i = 0; i + length <= word.length; i++)
        if (memcmp(word.bytes + i, part, length) == 0)
            return true;
    return false;
}

// Code that has no call in the tree (an operator, a conversion, a member's initialiser, a macro that pastes names) may have one of these in
// it wherever it stands: so none of them may stand anywhere.
static bool may_mean_a_cache(const source *s, const token *t)
{
    static const char *const parts[] = {"ldg", "tex1D", "tex2D", "tex3D", "texCube", "surf1D", "surf2D", "surf3D", "surfCube", "asm", "__constant__"};
    if (token_is(s, t, "##"))
        return true;
    for (size_t i = 0; t->kind == TOKEN_IDENTIFIER && i < sizeof parts / sizeof *parts; i++)
        if (holds(token_bytes(s, t), parts[i]))
            return true;
    return false;
}

static bool program_names_a_cache(const plan *p)
{
    for (size_t i = 0; i < p->files.count; i++)
        for (size_t k = 0; k < p->files.items[i].tokens.count; k++)
            if (may_mean_a_cache(p->files.items[i].text, &p->files.items[i].tokens.items[k]))
                return true;
    return false;
}

// The count is text: no word of it, nor of a macro that it names, is a function of the program's.
static bool is_plain_text(const plan *p, const source *s, const token_list *tokens, size_t begin, size_t end, int depth)
{
    for (size_t i = begin; i < end; i++) {
        const slice word = token_bytes(s, &tokens->items[i]);
        if (tokens->items[i].kind != TOKEN_IDENTIFIER)
            continue;
        for (size_t k = 0; k < p->functions.count; k++)
            if (!p->functions.items[k].in_system && slice_equal(word, (slice){p->functions.items[k].name, strlen(p->functions.items[k].name)}))
                return false;
        for (macro_place m = {0}; plan_next_macro_named(p, word, &m);) {
            const plan_file *f = m.of;
            if (depth == follow_limit || !is_plain_text(p, f->text, &f->tokens, m.name + 1, token_directive_end(&f->tokens, m.name), depth + 1))
                return false;
        }
    }
    return true;
}

static bool counts_plainly(const plan *p, slice count)
{
    const source *s = source_from_memory(p->arena, "items", count.bytes, count.length);
    const token_list tokens = lex_source(p->arena, s);
    return is_plain_text(p, s, &tokens, 0, tokens.count, 0);
}

// ---- calls -----------------------------------------------------------------------------------------------------

// All that it calls is known. Of libraries only the functions of CUDA itself and of C++ are: others read as they like.
static bool is_known(const plan *p, int index, bool *seen)
{
    const function *f = &p->functions.items[index];
    const declaration *d = plan_definition(f);
    if (seen[index])
        return true;
    seen[index] = true;
    if (f->in_system)
        return !f->is_foreign && (!*f->name_scope || strncmp(f->name_scope, "std::", 5) == 0 || is_vector_scope(f->name_scope));
    if (!f->facts_known || f->has_unread || f->needs_no_body || !d || d->is_template || d->in_template || d->has_auto_parameter)
        return false;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->kind == FACT_ASM || x->kind == FACT_CALL_DEPENDENT || x->kind == FACT_CALL_INDIRECT || x->kind == FACT_CALL_VIRTUAL)
            return false;
        if (x->callee >= 0 && !is_known(p, x->callee, seen))
            return false;
    }
    return true;
}

// ---- kernels ---------------------------------------------------------------------------------------------------

// Behind the wait, the compiler is to know nothing of where the parameters point to (count.cuh, `renew`): so each of them is a number, or
// a pointer that can be given a value.
static bool can_renew(const parameter *x) { return x->is_scalar && !x->is_pack && !x->is_awkward && !(x->is_fixed && (x->size_bytes == 0 || x->size_bytes == 8)); }

// Other files may have it, too, and there another of these answers: the linker takes one of the kernels for all of them.
static bool may_be_merged(const plan *p, const declaration *d)
{
    const plan_file *f = &p->files.items[d->file];
    if (d->is_template || d->is_specialisation || d->in_class || d->in_template || d->has_auto_parameter || d->in_macro)
        return true;
    for (size_t i = token_at_or_after(&f->tokens, d->begin); f->tokens.items[i].begin < d->name_begin; i++)
        if (f->tokens.items[i].kind == TOKEN_IDENTIFIER && holds(token_word(f, i), "inline"))
            return true;
    return false;
}

static bool may_begin(const plan *p, const function *kernel)
{
    const declaration *d = plan_definition(kernel);
    const slice count = plan_directive(p, kernel)->items.text;
    if (!d || !count.length || kernel->waits_on_blocks || kernel->primary >= 0 || may_be_merged(p, d))
        return false;
    for (size_t i = 0; i < d->parameters.count; i++)
        if (!can_renew(&d->parameters.items[i]))
            return false;
    return counts_plainly(p, count) && is_known(p, (int)(kernel - p->functions.items), arena_alloc(p->arena, p->functions.count * sizeof(bool))) &&
           !program_names_a_cache(p);
}

void early_analyse(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].annotated)
            p->functions.items[i].begins_early = may_begin(p, &p->functions.items[i]);
}
