// Kernels that may begin early: see early.h. What is not known reads through a cache.
#include "frontend/early.h"

#include "frontend/assembly.h"
#include "frontend/lex.h"
#include "frontend/loop_parts.h"

#include <string.h>

static const int follow_limit = 8; // macros in each other

static bool is_cached_name(const char *name) { return strcmp(name, "__ldg") == 0 || strncmp(name, "tex", 3) == 0 || strncmp(name, "surf", 4) == 0; }

static bool is_cached_read(const function *f) { return f->in_system && is_cached_name(f->name); }

static bool reads_past_caches(const plan *p, int index, bool *seen)
{
    const function *f = &p->functions.items[index];
    if (seen[index])
        return false;
    seen[index] = true;
    if (is_cached_read(f))
        return true;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->kind == FACT_ASM && assembly_has(x->name, "nc"))
            return true;
        if (x->callee >= 0 && reads_past_caches(p, x->callee, seen))
            return true;
    }
    return false;
}

bool early_reads_past_caches(const plan *p, int function)
{
    return reads_past_caches(p, function, arena_alloc(p->arena, p->functions.count * sizeof(bool)));
}

// All that it does is known. Of libraries only the functions of CUDA itself and of C++ are.
static bool is_known(const plan *p, int index, bool *seen)
{
    const function *f = &p->functions.items[index];
    if (seen[index])
        return true;
    seen[index] = true;
    if (f->in_system)
        return !f->is_foreign && (!*f->name_scope || strncmp(f->name_scope, "std::", 5) == 0);
    if (!f->facts_known || f->has_unread || f->needs_no_body)
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

// A pointer that is constant can't be renewed (count.cuh): the compiler knows where it points to all along.
static bool may_be_constant_pointer(const parameter *x) { return x->is_pack || (x->is_const && !x->is_class && (x->size_bytes == 0 || x->size_bytes == 8)); }

// The count is text: no word of it, nor of a macro that it names, is a function of the program's or reads through a cache.
static bool is_plain_text(const plan *p, const source *s, const token_list *tokens, size_t begin, size_t end, int depth)
{
    for (size_t i = begin; i < end; i++) {
        const token *t = &tokens->items[i];
        const slice word = {s->bytes + t->begin, t->end - t->begin};
        if (t->kind != TOKEN_IDENTIFIER)
            continue;
        const char *name = arena_copy(p->arena, word.bytes, word.length);
        if (is_cached_name(name) || strstr(name, "asm"))
            return false;
        for (size_t k = 0; k < p->functions.count; k++)
            if (!p->functions.items[k].in_system && strcmp(p->functions.items[k].name, name) == 0)
                return false;
        size_t file = 0, at = 1;
        while (loop_next_definition(p, word, &file, &at)) {
            const plan_file *f = &p->files.items[file];
            size_t behind = at + 1;
            while (behind < f->tokens.count && f->tokens.items[behind].in_directive && !f->tokens.items[behind].starts_line)
                behind++;
            if (depth == follow_limit || !is_plain_text(p, f->text, &f->tokens, at + 1, behind, depth + 1))
                return false;
        }
    }
    return true;
}

static bool counts_plainly(const plan *p, const function *kernel)
{
    const slice count = plan_directive(p, kernel)->items.text;
    if (!count.length)
        return false;
    const source *s = source_from_memory(p->arena, "items", count.bytes, count.length);
    const token_list tokens = lex_source(p->arena, s);
    return is_plain_text(p, s, &tokens, 0, tokens.count, 0);
}

bool early_may_begin(const plan *p, const function *kernel)
{
    const declaration *d = plan_definition(kernel);
    const int index = (int)(kernel - p->functions.items);
    if (!d || !counts_plainly(p, kernel) || kernel->waits_on_blocks || loop_reads_written_constant(p, kernel))
        return false;
    for (size_t i = 0; i < d->parameters.count; i++)
        if (may_be_constant_pointer(&d->parameters.items[i]))
            return false;
    return is_known(p, index, arena_alloc(p->arena, p->functions.count * sizeof(bool))) && !early_reads_past_caches(p, index);
}
