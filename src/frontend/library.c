// What the functions of CUDA's libraries do, by their names: see library.h.
#include "frontend/library.h"

#include "frontend/intrinsics.h"

#include <string.h>

bool library_in_cooperative_groups(const function *f) { return strstr(f->name_scope, "cooperative_groups") != NULL; }

static bool is_one_of(const char *name, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i], name) == 0)
            return true;
    return false;
}

bool library_is_group_question(const char *name)
{
    static const char *const names[] = {
        "this_thread_block", "this_grid", "coalesced_threads", "tiled_partition", "thread_rank", "size", "num_threads",
        "group_size", "cluster_rank", "num_clusters", "group_index", "thread_index", "group_dim", "dim_threads",
        "block_rank", "num_blocks", "meta_group_rank", "meta_group_size", "group_rank", "is_valid", "thread_block",
        "grid_group", "coalesced_group", "block_index", "dim_blocks", "operator="};
    return is_one_of(name, names, sizeof names / sizeof *names);
}

// Likewise in CUB and the PTX headers.
static bool is_local_name(const char *name)
{
    static const char *const names[] = {"ThreadLoad", "ThreadStore", "LaneId", "WarpId", "WarpMask", "RowMajorTid", "Alias", "Min", "Max",
                                        "Sum", "operator()", "get_sreg_ctaid_x", "get_sreg_ctaid_y", "get_sreg_ctaid_z"};
    return library_is_group_question(name) || is_one_of(name, names, sizeof names / sizeof *names);
}

static bool is_of_cub(const function *f)
{
    return f->in_system && (strncmp(f->name_scope, "cub::", 5) == 0 || strstr(f->name_scope, "::cub::"));
}

static bool is_of_warp(const function *f)
{
    return !strstr(f->name_scope, "Block") && (strstr(f->name_scope, "Warp") || strncmp(f->name, "Warp", 4) == 0 ||
                                               strncmp(f->name, "WARP_", 5) == 0 || strncmp(f->name, "Shuffle", 7) == 0);
}

// CUDA's libraries of collectives: whatever a block or warp does together waits for its threads. Their templates hide
// the barriers behind dependent calls, so their names decide: what is not known to be local counts as collective.
static bool is_collective(const function *f)
{
    if (f->form == FORM_CONSTRUCTOR || f->form == FORM_DESTRUCTOR || f->form == FORM_CONVERSION)
        return false;
    // Memory for groups of several warps is set up by the whole block.
    bool local = is_local_name(f->name) && !(strcmp(f->name, "this_thread_block") == 0 && !strstr(f->type, "()"));
    if (library_in_cooperative_groups(f))
        return !local;
    if (is_of_cub(f))
        return strstr(f->name_scope, "Block") || strstr(f->name_scope, "Warp") ||
               (!local && (strncmp(f->name, "Block", 5) == 0 || strncmp(f->name, "Warp", 4) == 0 ||
                           strncmp(f->name, "CTA_", 4) == 0 || strncmp(f->name, "WARP_", 5) == 0 ||
                           strncmp(f->name, "Shuffle", 7) == 0 || strstr(f->name, "Sync")));
    return strncmp(f->name_scope, "cuda::", 6) == 0 && (strstr(f->name_scope, "barrier") || strstr(f->name_scope, "pipeline"));
}

// tex2D<float>(texture, x, y), surf2Dwrite(...): clang's are made of objects that are called, of which a template leaves open what they do.
static bool is_texture_access(const function *f)
{
    static const char *const begins[] = {"tex1D", "tex2D", "tex3D", "texCubemap", "surf1D", "surf2D", "surf3D", "surfCubemap"};
    bool is = false;
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        is |= strncmp(f->name, begins[i], strlen(begins[i])) == 0;
    return is && f->in_system && !f->is_foreign && !*f->name_scope;
}

bool library_note_effects(function *f)
{
    if (is_texture_access(f))
        return true;
    if (strcmp(f->name, "pt_group_id") == 0 || strcmp(f->name, "pt_num_groups") == 0)
        return true; // of <pt/pt.cuh>: they are asked for the group, and not for the block
    const intrinsic *x = intrinsic_find(f->name);
    if (x) {
        f->has_block_barrier |= x->effect == EFFECT_BLOCK_BARRIER || x->effect == EFFECT_BLOCK_VOTE ||
                                x->effect == EFFECT_LIBRARY_BARRIER;
        f->uses_voting_barrier |= x->effect == EFFECT_BLOCK_VOTE;
        f->has_warp_sync |= x->effect == EFFECT_WARP;
        return true;
    }
    f->reads_block_index |= f->annotated_block_index;
    f->has_block_barrier |= f->annotated_block_barrier;
    f->has_warp_sync |= f->annotated_warp_sync;
    if (library_in_cooperative_groups(f)) {
        bool group_sync = strcmp(f->name, "sync") == 0 || strncmp(f->name, "barrier_", 8) == 0;
        if (group_sync && strstr(f->name_scope, "grid_group"))
            f->annotated_grid_barrier = true;
    }
    if (f->annotated_grid_barrier)
        f->has_block_barrier = f->has_grid_barrier = true;
    else if (is_collective(f))
        f->has_block_barrier = f->has_warp_sync = true;
    else if (library_in_cooperative_groups(f) && library_is_group_question(f->name)) {
        f->waits_for_none = true;
        f->has_block_barrier = f->has_warp_sync = false;
    }
    if (strstr(f->name, "memcpy_async") || strstr(f->name, "pipeline") || strncmp(f->name, "cp_async", 8) == 0 || strncmp(f->name, "cp_reduce_async", 15) == 0)
        f->has_async_copy = true;
    return false;
}

// cub::WarpReduce and its kin: 32 lanes at most.
bool library_waits_for_warp(const function *f)
{
    return is_of_cub(f) && strstr(f->name_scope, "::Warp") && !strstr(f->name_scope, "Block");
}

bool library_waits_for_some(const function *f)
{
    return strncmp(f->name_scope, "cuda::", 6) == 0 || strncmp(f->name_scope, "cooperative_groups::", 20) == 0 || (is_of_cub(f) && is_of_warp(f));
}
