// What a lambda must capture, that its body can name the local variables which stand for the block index and for barriers.
//
//     before                                   after (in a copy)
//     [] (int i) { return i + blockIdx.x; }    [blockIdx] (int i) { return i + blockIdx.x; }
//
// In:  a use in a lambda. Out: the name in the lambda's list, once, and in the lists of the lambdas around it.
#include "transform/body.h"

#include <string.h>

static size_t closing_bracket(const plan_file *f, size_t open)
{
    int depth = 0;
    for (size_t i = open; f->tokens.items[i].kind != TOKEN_END; i++) {
        depth += token_is(f->text, &f->tokens.items[i], "[") - token_is(f->text, &f->tokens.items[i], "]");
        if (depth == 0)
            return i;
    }
    return open;
}

// The lambdas around a place that capture nothing by default: the shadows must be put into their capture lists. What stands in
// such a list itself, as in [v = blockIdx.x], is read outside of that lambda.
void edit_captures(edit_list *e, const function *f, const plan_file *file, const fact *use, const char *name)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *l = &f->facts.items[i];
        if (l->kind != FACT_LAMBDA || l->in_macro || use->begin < l->begin || use->begin >= l->end)
            continue;
        size_t t = token_at_or_after(&file->tokens, l->begin);
        if (!token_is(file->text, &file->tokens.items[t], "["))
            continue;
        const token *first = &file->tokens.items[t + 1];
        const size_t at = file->tokens.items[closing_bracket(file, t)].begin;
        bool empty = first->begin == at;
        bool by_default = token_is(file->text, first, "=") ||
                          (token_is(file->text, first, "&") && (token_is(file->text, first + 1, "]") ||
                                                               token_is(file->text, first + 1, ",")));
        if (by_default || use->begin < at)
            continue;
        bool done = false;
        for (size_t k = 0; k < e->count; k++) {
            const char *inserted = e->items[k].offset == at ? e->items[k].inserted : "";
            done |= strcmp(strncmp(inserted, ", ", 2) == 0 ? inserted + 2 : inserted, name) == 0;
            empty &= e->items[k].offset != at;
        }
        if (!done)
            edit_insert(e, at, arena_format(e->arena, "%s%s", empty ? "" : ", ", name));
    }
}
