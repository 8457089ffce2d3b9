// For the CPU: what standard C++ must say otherwise than CUDA. The rest is headers (runtime-cpu/).
//
//     before                                    after
//     __shared__ float tile[32][33];            struct pt_tile_memory { float tile[32][33]; };
//                                               auto &tile = ::pt::cpu::shared<pt_tile_memory>("tile").tile;
//     extern __shared__ int all[];              int (&all)[] = ::pt::cpu::dynamic_shared();
//     extern __shared__ int all[]; (in a file)  typedef ::pt::cpu::dynamic_memory<int []> all;
//     all[i]                                    all::at()[i]
//     while (*flag == 0) {}                     while ((::pt_cpu_wait(), static_cast<bool>(*flag == 0))) {}
//     [=] (int i) { tile[0][i] = 0; }           [=, &tile] (int i) { tile[0][i] = 0; }
//     #if __CUDA_ARCH__ in a device function    the macro is defined around the function and its copies
//     the same around device functions          and around the #if and its #endif
//
// In:  a plan made for the CPU. Out: edits, of the files' own text and, by way of edit_for_cpu, of the copies.
// Invariant: no type is spelled anew. Shared memory is cpu_shared.c's, __CUDA_ARCH__ cpu_arch.c's.
#include "transform/cpu_parts.h"

#include "frontend/collective.h"

// Offset behind the `=` of a condition that declares a variable; 0 where its value stands in braces.
static size_t declared_value(const plan_file *f, const branch *b)
{
    for (size_t i = token_at_or_after(&f->tokens, b->condition_begin); f->tokens.items[i].begin < b->condition_end; i++)
        if (word(f, i, "="))
            return f->tokens.items[i].end;
        else if (word(f, i, "{"))
            return 0;
    return 0;
}

// Loops that end when others have written: each turn lets them.
static void edit_waits(const rewriter *r, edit_list *e, const function *f, int file, size_t begin, size_t end)
{
    const declaration *d = plan_definition(f);
    if (!d || d->file != file || d->body_begin < begin || d->body_end > end)
        return;
    for (size_t i = 0; i < f->branches.count; i++) {
        const branch *b = &f->branches.items[i];
        bool waits = false;
        for (size_t k = 0; k < f->facts.count; k++)
            waits |= f->facts.items[k].kind == FACT_SPIN && f->facts.items[k].begin == b->begin;
        if (!waits || b->kind != BRANCH_LOOP || collective_in(r->plan, f, b->condition_begin, b->condition_end)) // whose barrier lets others go on
            continue;
        const size_t value = b->declares ? declared_value(&r->plan->files.items[file], b) : 0;
        if (value) { // while (int n = (::pt_cpu_wait(), left())): what is converted to bool is the variable
            edit_insert(e, value, " (::pt_cpu_wait(),");
            edit_insert(e, b->condition_end, ")");
        } else if (b->condition_begin < b->condition_end && b->editable) {
            edit_insert(e, b->condition_begin, "(::pt_cpu_wait(), static_cast<bool>(");
            edit_insert(e, b->condition_end, "))");
        } else if (b->condition_begin == b->condition_end && b->condition_begin > b->begin) {
            edit_insert(e, b->condition_begin, "(::pt_cpu_wait(), true)");
        }
    }
}

// Indices of shared memory that wrap around at 32 bits on a GPU, and count as negative ones here:
//
//     before                                 after
//     middle[~i]                             middle[::pt::cpu::shared_index(~i)]
static void edit_indices(edit_list *e, const function *f, int file, size_t begin, size_t end)
{
    const declaration *d = plan_definition(f);
    if (!d || d->file != file || d->body_begin < begin || d->body_end > end)
        return;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->kind != FACT_SHARED_INDEX || x->in_macro)
            continue;
        bool again = false; // seen by both parses
        for (size_t k = 0; k < i; k++)
            again |= f->facts.items[k].kind == FACT_SHARED_INDEX && f->facts.items[k].begin == x->begin;
        if (again)
            continue;
        edit_insert(e, x->begin, "::pt::cpu::shared_index(");
        edit_insert(e, x->end, ")");
    }
}

void edit_for_cpu(const rewriter *r, edit_list *e, int file, size_t begin, size_t end)
{
    const plan *p = r->plan;
    if (!p->for_cpu)
        return;
    const plan_file *f = &p->files.items[file];
    const bool in_place = e == r->edits[file];
    for (size_t i = token_at_or_after(&f->tokens, begin); f->tokens.items[i].kind != TOKEN_END && f->tokens.items[i].begin < end; i++) {
        const token *t = &f->tokens.items[i];
        if (t->kind == TOKEN_IDENTIFIER && !t->in_directive && word(f, i, "__shared__") && !plan_is_skipped(f, t->begin) &&
            !(in_place && lies_in_replaced_body(r, file, t->begin)))
            edit_shared_declaration(r, e, file, i);
    }
    for (size_t i = 0; i < p->launches.count; i++) {
        const launch *l = &p->launches.items[i];
        size_t callee = l->callee_begin ? l->callee_begin : l->name_begin;
        if (l->form == LAUNCH_ON_DEVICE && l->file == file && callee > begin && l->open_begin < end && callee < l->open_begin &&
            l->open_end > l->open_begin && !edit_removes_at(e, l->open_begin))
            rewrite_launch_by_address(e, callee, l->open_begin, l->open_end, l->close_begin, l->close_end, "");
    }
    for (size_t i = 0; i < p->functions.count; i++)
        if (!(in_place && p->functions.items[i].forwards)) {
            edit_shared_mentions(e, &p->functions.items[i], file, begin, end); // first: a loop's condition may end with one
            edit_waits(r, e, &p->functions.items[i], file, begin, end);
            edit_indices(e, &p->functions.items[i], file, begin, end);
        }
}

void rewrite_for_cpu(rewriter *r)
{
    const plan *p = r->plan;
    if (!p->for_cpu)
        return;
    for (size_t i = 0; i < p->files.count; i++)
        edit_for_cpu(r, r->edits[i], (int)i, 0, p->files.items[i].text->length);
    forget_arch(r);
}
