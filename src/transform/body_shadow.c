// Shadows: local objects of a copy of a body, whose names hide what must mean something else there.
//
//     unsigned pt_alive = ::pt::warp_members(); // lanes that have not left this item
//     const ::pt::draining_barrier __syncthreads; // waits for the threads that are still in the item
//
// In:  a function, and what it calls. Out: declarations at the head of the copy; lambdas of the body capture them.
// Invariant: they reach macros and capturing lambdas as well, where no edit could.
#include "transform/body.h"

#include "frontend/intrinsics.h"

#include <string.h>

// A clone serves every kernel that calls it: it takes part in whatever protocol those kernels follow.
static bool tracks_lanes(const function *f)
{
    return f->leaves_before_warp_sync || f->parts_lanes || (f->cloned && f->has_warp_sync);
}

// What stands for ::blockIdx and ::gridDim, which no local variable of the program hides.
const char own_index[] = "pt_block_index", own_grid[] = "pt_grid_dim";

const char *index_name(const declaration *d) { return has_parameter(d, "blockIdx") ? own_index : "blockIdx"; }
const char *grid_name(const declaration *d) { return has_parameter(d, "gridDim") ? own_grid : "gridDim"; }

static bool asks_qualified(const function *f, size_t begin, size_t end, const char *name)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->kind == FACT_BLOCK_INDEX && x->context & QUALIFIED && !x->in_macro && x->begin >= begin && x->begin < end &&
            strcmp(x->name, name) == 0)
            return true;
    }
    return false;
}

// What an #include brings into the body has its place elsewhere.
static bool stands_in(const fact *x, size_t begin, size_t end) { return x->elsewhere || (x->begin >= begin && x->begin < end); }

static bool calls_a_clone(const rewriter *r, const function *f, size_t begin, size_t end)
{
    for (size_t i = 0; i < f->facts.count; i++)
        if (stands_in(&f->facts.items[i], begin, end) && f->facts.items[i].callee >= 0 && r->plan->functions.items[f->facts.items[i].callee].cloned)
            return true;
    return false;
}

static bool calls(const rewriter *r, const function *f, size_t begin, size_t end, const char *name)
{
    for (size_t i = 0; i < f->facts.count; i++)
        if (stands_in(&f->facts.items[i], begin, end) && f->facts.items[i].callee >= 0 && strcmp(r->plan->functions.items[f->facts.items[i].callee].name, name) == 0)
            return true;
    return false;
}

// A local object hides the intrinsic in this function's copy.
static bool is_shadowed(const function *f, const intrinsic *x)
{
    bool barrier = x->effect == EFFECT_BLOCK_BARRIER || x->effect == EFFECT_BLOCK_VOTE;
    return (barrier && drains(f)) || (x->effect == EFFECT_WARP && tracks_lanes(f));
}

// What stands for a barrier or a warp operation is a local object, which a lambda must capture.
void edit_shadow_captures(const rewriter *r, edit_list *e, const function *f, const declaration *d, const plan_file *file)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (!(x->context & IN_LAMBDA) || x->at_end || x->callee < 0 || x->begin < d->body_begin || x->begin >= d->body_end)
            continue;
        const intrinsic *called = intrinsic_find(r->plan->functions.items[x->callee].name);
        if (called && is_shadowed(f, called))
            edit_captures(e, f, file, x, called->name);
        if (drains(f) && is_group_call(r, x, "sync") && x->context & OF_WHOLE_BLOCK)
            edit_captures(e, f, file, x, "__syncthreads");
    }
}

// The block that a body works for, and its lanes that have not left.
static void add_block_of_clone(text *out, const function *f, const declaration *d)
{
    const bool has_own_lanes = f->leaves_before_warp_sync || f->parts_lanes; // those that leave it go on in the caller
    if (has_own_lanes)
        text_add(out, "    unsigned pt_alive = pt_caller.alive_lanes ? *pt_caller.alive_lanes : ::pt::warp_members(); // lanes that have not left this\n"
                      "    const ::pt::software_block pt_block = {pt_caller.block_index, pt_caller.grid_dim, &pt_alive};\n");
    text_format(out, "    const ::uint3 %s = pt_block.block_index;\n    const ::dim3 %s = pt_block.grid_dim;\n    (void)%s, (void)%s;\n",
                index_name(d), grid_name(d), index_name(d), grid_name(d));
    if (tracks_lanes(f) && !has_own_lanes)
        text_add(out, "    unsigned pt_all_lanes = ~0u; // for callers that no thread leaves early\n"
                      "    unsigned &pt_alive = pt_block.alive_lanes ? *pt_block.alive_lanes : pt_all_lanes;\n"
                      "    (void)pt_alive;\n");
}

// Out of a macro, or from cooperative groups, too.
static bool is_used(const rewriter *r, const function *f, const intrinsic *x, size_t begin, size_t end)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *y = &f->facts.items[i];
        if (!stands_in(y, begin, end))
            continue;
        if (y->kind == FACT_CALL && strcmp(y->name, x->name) == 0)
            return true;
        if (x->effect == EFFECT_BLOCK_BARRIER && is_group_call(r, y, "sync") && y->context & OF_WHOLE_BLOCK)
            return true;
    }
    return false;
}

static void add_intrinsics(const rewriter *r, text *out, const function *f, const plan_file *file, size_t begin, size_t end)
{
    for (unsigned i = 0; intrinsic_at(i); i++) {
        const intrinsic *x = intrinsic_at(i);
        if (!is_shadowed(f, x) || (x->effect != EFFECT_WARP && f->has_state && end == f->state.item_begin)) // nobody has left the first block yet
            continue;
        if (!plan_text_has_token(file, begin, end, x->name) && !is_used(r, f, x, begin, end))
            continue;
        if (x->effect != EFFECT_WARP)
            text_format(out, "    const ::pt::%s %s; // waits for the threads that are still in the item\n", x->shadow,
                        x->name);
        else
            text_format(out, "    const ::pt::%s %s{pt_alive};\n", x->shadow, x->name);
    }
}

// Local objects whose names hide the intrinsics: they reach macros and capturing lambdas as well.
void add_shadows(const rewriter *r, text *out, const function *f, const declaration *d, size_t begin, size_t end)
{
    const bool clone = f->cloned && !f->is_kernel;
    if (f->state.finish_end && begin >= f->state.item_end) { // who leaves here leaves the group: nothing means another thing than in the original
        if (calls_a_clone(r, f, begin, end))
            text_format(out, "    ::pt::software_block pt_block = {%s, %s, nullptr};\n", index_name(d), grid_name(d));
        return;
    }
    if (clone)
        add_block_of_clone(out, f, d);
    else if (tracks_lanes(f))
        text_add(out, "    unsigned pt_alive = ::pt::warp_members(); // lanes that have not left this item\n");
    if (asks_qualified(f, begin, end, "blockIdx") && !has_parameter(d, "blockIdx"))
        text_format(out, "    const ::uint3 %s = blockIdx;\n", own_index);
    if (asks_qualified(f, begin, end, "gridDim") && !has_parameter(d, "gridDim"))
        text_format(out, "    const ::dim3 %s = gridDim;\n", own_grid);
    if (!clone && calls_a_clone(r, f, begin, end))
        text_format(out, "    ::pt::software_block pt_block = {%s, %s, %s};\n", index_name(d), grid_name(d),
                    tracks_lanes(f) ? "&pt_alive" : "nullptr");
    if ((f->is_step || f->is_part) && calls(r, f, begin, end, "__ldg"))
        text_add(out, "    const ::pt::load_written __ldg; // other steps of this launch may write there\n");
    add_intrinsics(r, out, f, &r->plan->files.items[d->file], begin, end);
}
