// The arguments of a launch: see launch_arguments.h.
#include "frontend/launch_arguments.h"

#include "frontend/lex.h"

size_t launch_arguments_close(const plan *p, const launch *l)
{
    const plan_file *f = &p->files.items[l->file];
    return plan_closing_bracket(f, token_at_or_after(&f->tokens, l->arguments_open), f->tokens.count);
}

token_ranges launch_arguments(const plan *p, const launch *l)
{
    const plan_file *f = &p->files.items[l->file];
    const size_t first = token_at_or_after(&f->tokens, l->arguments_open) + 1, close = launch_arguments_close(p, l);
    token_ranges all = {0};
    int depth = 0;
    bool may_be_list = false; // f<a, b>(c)
    for (size_t i = first, begin = first; first < close && i <= close; i++) {
        may_be_list |= is_token(f, i, "<");
        if (f->tokens.items[i].in_directive || (may_be_list && is_token(f, i, ">")))
            return (token_ranges){0};
        if (depth == 0 && (i == close || is_token(f, i, ","))) {
            *ARENA_PUSH(p->arena, &all) = (token_range){begin, i};
            begin = i + 1;
        }
        depth += bracket_depth(f, i);
    }
    return all.count == l->argument_count ? all : (token_ranges){0};
}
