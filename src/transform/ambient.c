// The published block: code that no argument can bring the block index asks for the one that its group has published.
//
//     before                                   after
//     operator int() { return blockIdx.x; }    operator int() { return ::pt::block_index().x; }
//
// In:  a function that is `ambient`, or a read that belongs to none. Out: edits in place, or in a copy that holds it.
// Invariant: a place is edited once, however many declarations lead to it.
#include "transform/body.h"

#include "frontend/analyse.h"

#include <string.h>

void add_ambient_read(const rewriter *r, edit_list *e, int file, size_t begin, const char *name)
{
    if (e == r->edits[file] && lies_in_replaced_body(r, file, begin))
        return;
    const plan_file *f = &r->plan->files.items[file];
    size_t t = token_at_or_after(&f->tokens, begin);
    size_t from = t && token_is(f->text, &f->tokens.items[t - 1], "::") ? f->tokens.items[t - 1].begin : begin;
    for (size_t i = 0; i < e->count; i++)
        if (e->items[i].offset == from && e->items[i].removed_bytes)
            return;
    edit_replace_keeping_lines(e, from, begin + strlen(name),
                               strcmp(name, "blockIdx") == 0 ? "::pt::block_index()" : "::pt::grid_dim()");
}

static bool has_variable_to_stand_in(const rewriter *r, const function *f, const char *name)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->kind == FACT_BLOCK_INDEX && strcmp(x->name, name) == 0 && analyse_variable_stands_in(r->plan, f, x))
            return true;
    }
    return false;
}

static void add_ambient_variable(const rewriter *r, edit_list *e, const declaration *d, const char *name)
{
    if (e == r->edits[d->file] && lies_in_replaced_body(r, d->file, d->body_begin))
        return;
    const char *declared = strcmp(name, "blockIdx") == 0 ? " const ::uint3 blockIdx = ::pt::block_index();"
                                                         : " const ::dim3 gridDim = ::pt::grid_dim();";
    for (size_t i = 0; i < e->count; i++) // once, however many declarations lead here
        if (e->items[i].offset == d->body_begin + 1 && e->items[i].inserted && strcmp(e->items[i].inserted, declared) == 0)
            return;
    edit_insert(e, d->body_begin + 1, declared);
}

void add_ambient_reads(const rewriter *r, edit_list *e, const function *f, int file, size_t begin, size_t end)
{
    if (f->definition < 0 || f->declarations.items[f->definition].file != file)
        return;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->kind == FACT_BLOCK_INDEX && !x->in_macro && x->begin >= begin && x->end <= end)
            add_ambient_read(r, e, file, x->begin, x->name);
    }
    const declaration *d = plan_definition(f);
    static const char *const names[] = {"blockIdx", "gridDim"};
    for (size_t k = 0; k < sizeof names / sizeof *names && d->body_begin >= begin && d->body_end <= end; k++)
        if (has_variable_to_stand_in(r, f, names[k]))
            add_ambient_variable(r, e, d, names[k]);
}

// A copy of a body holds the local classes of the original, and their members may ask.
void edit_local_classes(const rewriter *r, edit_list *e, const declaration *d)
{
    const plan *p = r->plan;
    for (size_t i = 0; r->any_ambient && i < p->functions.count; i++)
        if (p->functions.items[i].ambient)
            add_ambient_reads(r, e, &p->functions.items[i], d->file, d->body_begin, d->body_end);
    for (size_t i = 0; i < p->loose_reads.count; i++) {
        const loose_read *x = &p->loose_reads.items[i];
        if (x->file == d->file && x->begin >= d->body_begin && x->end <= d->body_end)
            add_ambient_read(r, e, d->file, x->begin, x->name);
    }
}
