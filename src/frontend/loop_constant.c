// Constant memory that steps of a loop could write to: see loop_parts.h.
//
// In:  a kernel. Out: whether it reads a __constant__ variable, in a program that asks for addresses of such ones.
// Invariant: a launch finds constant memory as it was in front of it; the constant cache is not cleaned by a barrier of the grid. Nothing
//            but an address that CUDA was asked for leads there from a kernel or a copy; a copy by the variable's name is no step.
#include "frontend/loop_parts.h"

static bool has_addresses(const plan *p)
{
    static const char *const words[] = {"cudaGetSymbolAddress", "cuModuleGetGlobal", "cuLibraryGetGlobal", "cudaLibraryGetGlobal"};
    for (size_t i = 0; i < p->files.count; i++) {
        const plan_file *f = &p->files.items[i];
        for (size_t k = 0; k < sizeof words / sizeof *words; k++)
            for (size_t t = 0; token_list_may_have(&f->tokens, words[k]) && t < f->tokens.count; t++)
                if (token_is(f->text, &f->tokens.items[t], words[k]))
                    return true;
    }
    return false;
}

// Is the name declared behind `__constant__`, or by what is written like it?
static bool is_of_constant(const plan *p, slice name)
{
    for (size_t i = 0; i < p->files.count; i++) {
        const plan_file *f = &p->files.items[i];
        for (size_t k = 0; token_list_may_have(&f->tokens, "__constant__") && k + 1 < f->tokens.count; k++) {
            if (!token_is(f->text, &f->tokens.items[k], "__constant__"))
                continue;
            // Initialisers are in it, too: to take one of their names for a variable's refuses a loop at most.
            for (k++; k + 1 < f->tokens.count && !token_is(f->text, &f->tokens.items[k], ";"); k++) {
                const token *t = &f->tokens.items[k];
                if (slice_equal(name, token_bytes(f->text, t)))
                    return true;
            }
        }
    }
    return false;
}

static bool reads_constant(const plan *p, int index, bool *seen)
{
    const function *f = &p->functions.items[index];
    const declaration *d = plan_definition(f);
    if (seen[index])
        return false;
    seen[index] = true;
    const plan_file *file = d ? &p->files.items[d->file] : NULL;
    for (size_t i = d && d->body_end ? token_at_or_after(&file->tokens, d->body_begin) : 0; d && file->tokens.items[i].begin < d->body_end; i++) {
        const token *t = &file->tokens.items[i];
        if (t->kind == TOKEN_IDENTIFIER && is_of_constant(p, token_bytes(file->text, t)))
            return true;
    }
    for (size_t i = 0; i < f->facts.count; i++)
        if (f->facts.items[i].callee >= 0 && reads_constant(p, f->facts.items[i].callee, seen))
            return true;
    return false;
}

bool loop_reads_written_constant(const plan *p, const function *kernel)
{
    return has_addresses(p) && reads_constant(p, (int)(kernel - p->functions.items), arena_alloc(p->arena, p->functions.count * sizeof(bool)));
}
