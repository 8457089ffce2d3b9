// Launches that cannot be rewritten, and those that clang has dropped: see checker.h.
//
// In:  the launches of the plan and the tokens of its files. Out: errors.
// Invariant: every live `<<<` is a launch of the plan, or is reported.
#include "frontend/checker.h"

#include "frontend/recover.h"
#include "support/map.h"

// f<<<{1}, 1>>>(): nvcc takes a dim3 for that.
static bool begins_with_braces(const plan_file *f, size_t open)
{
    bool has_braces = false;
    for (size_t i = open + 1; i < f->tokens.count && !is_token(f, i, ";") && !is_token(f, i, ">>>"); i++)
        has_braces |= is_token(f, i, "{") && (is_token(f, i - 1, "<<<") || is_token(f, i - 1, ","));
    return has_braces;
}

// Every live `<<<` must be a launch of the AST: clang drops one silently when a name in it did not resolve.
void check_lost_launches(plan *p)
{
    size_t next = 0;
    for (size_t file = 0; file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        for (size_t i = 0; i < f->tokens.count; i++) {
            const token *t = &f->tokens.items[i];
            if (t->kind != TOKEN_PUNCTUATION || t->in_directive || !token_is(f->text, t, "<<<"))
                continue;
            if (!plan_is_skipped(f, t->begin) &&
                !recover_is_known(p, p->launches.count, (int)file, t->begin, &next) && !recover_is_text(p, f, i))
                diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-lost-launch",
                                plan_span(p, (int)file, t->begin, t->end),
                                begins_with_braces(f, i) ? "ptcc cannot read this launch, as <<< >>> contains plain braces; write dim3{...}"
                                                         : "this launch could not be understood, since a name in it did not resolve; make its "
                                                           "headers available to ptcc");
        }
    }
}

// By itself, or by a macro that it names. `known`: macros that have been asked before, 1 where they do.
static bool holds_launch(const plan *p, slice macro, map *known)
{
    const char *const name = arena_copy(p->arena, macro.bytes, macro.length);
    if (map_get(known, name) >= 0)
        return map_get(known, name) != 0;
    map_put(known, name, 0); // where it names itself
    bool holds = false;
    for (macro_place at = {0}; !holds && plan_next_macro_named(p, macro, &at);)
        for (size_t i = at.name + 1, end = token_directive_end(&at.of->tokens, at.name); i < end && !holds; i++)
            holds = is_token(at.of, i, "<<<") || (at.of->tokens.items[i].kind == TOKEN_IDENTIFIER && plan_is_macro(p, token_word(at.of, i)) &&
                                                  holds_launch(p, token_word(at.of, i), known));
    map_put(known, name, holds);
    return holds;
}

// LAUNCH(k, n) in a statement that clang has left out: the macro stays as it is, or its body is rewritten for the sake of others.
void check_lost_macros(plan *p)
{
    if (!p->has_unread_text)
        return;
    map known = map_new(p->arena);
    place_map launches = place_map_new(p->arena);
    for (size_t i = 0; i < p->launches.count; i++)
        place_map_put(&launches, p->launches.items[i].file, p->launches.items[i].open_begin, 1);
    for (size_t file = 0; file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        for (size_t i = 0; i + 1 < f->tokens.count; i++) {
            const token *t = &f->tokens.items[i];
            if (t->kind != TOKEN_IDENTIFIER || t->in_directive || !is_token(f, i + 1, "(") || !plan_is_macro(p, token_word(f, i)))
                continue;
            if (!plan_is_unseen(f, t->begin) && place_map_get(&launches, (int)file, t->begin) < 0 && holds_launch(p, token_word(f, i), &known))
                diagnostics_add(p->diagnostics, SEVERITY_WARNING, "pt-lost-launch", plan_span(p, (int)file, t->begin, t->end),
                                "what this macro launches could not be understood, since a name in the statement around it did not resolve, and it may stay as it is "
                                "written; make its headers available to ptcc");
            i = plan_closing_bracket(f, i + 1, f->tokens.count); // what it is given comes out of it
        }
    }
}

// What stands for the launch is declared where the kernel first is; a declaration in a function has no room for it.
static bool comes_before_kernel(const function *f, const launch *l)
{
    bool found = false;
    for (size_t i = 0; i < f->declarations.count; i++) {
        const declaration *d = &f->declarations.items[i];
        if (d->is_friend)
            continue;
        if (d->is_template || d->file != l->file || d->name_begin < l->open_begin)
            return false;
        found = true;
    }
    return found && f->primary < 0;
}

void check_all_launches(plan *p)
{
    for (size_t i = 0; i < p->launches.count; i++) {
        const launch *l = &p->launches.items[i];
        if (l->form == LAUNCH_KERNEL && l->name_begin < l->name_end && p->functions.items[l->kernel].annotated &&
            comes_before_kernel(&p->functions.items[l->kernel], l))
            diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-declaration", plan_span(p, l->file, l->name_begin, l->name_end),
                            "'%s' has no declaration outside of functions in front of this launch; declare it there",
                            p->functions.items[l->kernel].name);
        if (l->directive < 0)
            continue;
        const directive *d = &p->files.items[l->file].directives.items[l->directive];
        bool known = l->form == LAUNCH_KERNEL && p->functions.items[l->kernel].annotated;
        for (size_t k = 0; k < l->candidates.count; k++)
            known |= p->functions.items[l->candidates.items[k]].annotated;
        if (l->form == LAUNCH_IN_MACRO)
            diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-launch", d->at,
                            "'#pragma pt launch' stands before a launch that comes out of a macro, whose text other uses share; write the launch out");
        else if (!known && l->form == LAUNCH_KERNEL)
            diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-launch", d->at,
                            "'#pragma pt launch' stands before a launch of '%s', which is not annotated; put '#pragma pt kernel' in front of it",
                            p->functions.items[l->kernel].name);
        else if (!known || l->name_begin == l->name_end)
            diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-launch", d->at,
                            "'#pragma pt launch' must stand before a launch of an annotated kernel by its name");
    }
}
