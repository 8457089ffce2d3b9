// Calls in a copy of a body.
//
//     before                                   after (in the copy)
//     helper(i)                                helper_pt(pt_block, i)
//     grid.sync()                              ((void)grid, ::pt::grid_barrier())
//     cg::this_grid().thread_rank()            ::pt::grid_thread_rank(blockIdx, gridDim)
//
// In:  the calls of a function. Out: those of a clone call it, and hand on the software block; what a group is asked about the block
//      index, and its barriers, say what is true of the software block.
#include "transform/body.h"

#include "frontend/barrier.h"
#include "frontend/collect_text.h"
#include "frontend/collective.h"

#include <string.h>

bool is_group_call(const rewriter *r, const fact *x, const char *name)
{
    if (x->kind != FACT_CALL || x->callee < 0)
        return false;
    const function *callee = &r->plan->functions.items[x->callee];
    return callee->in_system && strstr(callee->name_scope, "cooperative_groups") && strcmp(callee->name, name) == 0;
}

// Whole call expression of a cooperative-groups call, from its first token to its `)`.
static size_t call_end(const plan_file *f, size_t name_end)
{
    size_t i = token_at_or_after(&f->tokens, name_end);
    int depth = 0;
    for (; f->tokens.items[i = plan_next_live(f, i, name_end)].kind != TOKEN_END; i++) {
        if (token_is(f->text, &f->tokens.items[i], "("))
            depth++;
        if (token_is(f->text, &f->tokens.items[i], ")") && --depth == 0)
            return f->tokens.items[i].end;
    }
    return name_end;
}

static size_t object_begin(const plan_file *f, size_t name_begin)
{
    // x.y->sync(): back over the object in front of the member's name; cg::sync(x): over the qualifier.
    size_t i = token_at_or_after(&f->tokens, name_begin);
    while (i > 0) {
        const token *t = &f->tokens.items[i - 1];
        if (token_is(f->text, t, ".") || token_is(f->text, t, "->") || token_is(f->text, t, "::")) {
            i--;
            continue;
        }
        bool joined = token_is(f->text, &f->tokens.items[i], ".") || token_is(f->text, &f->tokens.items[i], "->") ||
                      token_is(f->text, &f->tokens.items[i], "::");
        if (joined && (token_is(f->text, t, ")") || token_is(f->text, t, "]"))) {
            int depth = 0;
            while (i > 0) {
                i--;
                if (token_is(f->text, &f->tokens.items[i], ")") || token_is(f->text, &f->tokens.items[i], "]"))
                    depth++;
                if ((token_is(f->text, &f->tokens.items[i], "(") || token_is(f->text, &f->tokens.items[i], "[")) &&
                    --depth == 0)
                    break;
            }
            continue;
        }
        if (joined && t->kind == TOKEN_IDENTIFIER) {
            i--;
            continue;
        }
        if (!joined && t->kind == TOKEN_IDENTIFIER && i >= 1 &&
            (token_is(f->text, &f->tokens.items[i], "(") || token_is(f->text, &f->tokens.items[i], "[")))
            i--; // the function of a call that is the object: this_thread_block().sync()
        else
            break;
    }
    return f->tokens.items[i].begin;
}

// What a group's question about the block index becomes; NULL when the call is none.
static const char *group_answer(const rewriter *r, const fact *x, const declaration *d)
{
    static const struct { const char *question, *function; bool block, grid; } rows[] = {
        {"thread_rank", "grid_thread_rank", true, true}, {"block_rank", "grid_block_rank", true, true},
        {"thread_index", "grid_thread_index", true, false}, {"block_index", "grid_block_index", true, false},
        {"group_index", "grid_block_index", true, false}, {"size", "grid_size", false, true},
        {"num_threads", "grid_size", false, true}, {"group_size", "grid_size", false, true},
        {"num_blocks", "grid_blocks", false, true}, {"dim_threads", "grid_dim_threads", false, true},
        {"dim_blocks", "", false, true}, {"group_dim", "", false, true}};
    if (!is_group_call(r, x, x->name) || !(x->context & OF_GRID || strcmp(x->name, "group_index") == 0))
        return NULL;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].question, x->name) == 0)
            return arena_format(r->arena, "%s%s(%s%s%s)", *rows[i].function ? "::pt::" : "", rows[i].function,
                                rows[i].block ? index_name(d) : "", rows[i].block && rows[i].grid ? ", " : "",
                                rows[i].grid ? grid_name(d) : "");
    return NULL;
}

// The group in front of the question may be a variable that nothing else mentions.
static const char *keep_group(const rewriter *r, const plan_file *file, size_t from, size_t to, const char *answer)
{
    size_t i = token_at_or_after(&file->tokens, from);
    const token *group = &file->tokens.items[i];
    bool member = token_is(file->text, group + 1, ".") || token_is(file->text, group + 1, "->");
    if (group->kind != TOKEN_IDENTIFIER || !member || group[2].end >= to || token_is(file->text, group, "this"))
        return answer;
    return arena_format(r->arena, "((void)%.*s, %s)", (int)(group->end - group->begin), file->text->bytes + group->begin,
                        answer);
}

void edit_calls(const rewriter *r, edit_list *e, const function *f, const declaration *d, const plan_file *file)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->begin < d->body_begin || x->end > d->body_end || x->callee < 0)
            continue;
        if (collective_of(r->plan, x)) {
            edit_collective(r, e, f, d, x);
            continue;
        }
        const char *answer = group_answer(r, x, d);
        if (drains(f) && !x->at_end && is_group_call(r, x, "sync") && x->context & OF_WHOLE_BLOCK)
            answer = "__syncthreads()"; // (edit_shadow_captures)
        if (barrier_is_grid(r->plan, x))
            answer = grid_barrier_call(r, f, BARRIER_WHOLE);
        if (answer) {
            size_t from = object_begin(file, x->begin), to = call_end(file, x->end);
            const bool alone = f->grid.splits && barrier_is_grid(r->plan, x); // the group's variable is one of a phase
            if (!edit_touches(e, from, to))
                edit_replace_keeping_lines(e, from, to, alone ? answer : keep_group(r, file, from, to, answer));
            continue;
        }
        if (x->kind != FACT_CALL && x->kind != FACT_CALL_DEPENDENT)
            continue;
        if (!r->plan->functions.items[x->callee].cloned)
            continue;
        bool done = false; // several candidates of one call
        for (size_t k = 0; k < e->count; k++)
            done |= e->items[k].offset == x->end && strcmp(e->items[k].inserted, "_pt") == 0;
        if (done)
            continue;
        edit_insert(e, x->end, "_pt");
        const size_t open = argument_list(file, x->begin, x->end); // in sight, or the call was refused
        edit_insert(e, file->tokens.items[open].end, x->context & FIRST_ARGUMENT_EMPTY ? "pt_block" : "pt_block, ");
        edit_captures(e, f, file, x, "pt_block");
    }
}
