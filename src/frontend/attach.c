// Directives find what they belong to; see attach.h.
#include "frontend/attach.h"

#include <stdlib.h>

// Index behind `requires (T a) { a + a; }`, whose braces end nothing; behind the word where it stands alone.
static size_t behind_requires(const plan_file *f, size_t i)
{
    static const struct { const char *open, *close; } brackets[] = {{"(", ")"}, {"{", "}"}};
    i++;
    for (size_t k = 0; k < 2; k++) {
        int depth = 0;
        size_t end = i;
        do {
            depth += token_is(f->text, &f->tokens.items[end], brackets[k].open) - token_is(f->text, &f->tokens.items[end], brackets[k].close);
            end++;
        } while (depth && f->tokens.items[end].kind != TOKEN_END);
        i = token_is(f->text, &f->tokens.items[i], brackets[k].open) ? end : i;
    }
    return i;
}

static bool breaks_attachment(const plan_file *f, size_t from, size_t to, bool launch)
{
    int depth = 0;
    for (size_t i = token_at_or_after(&f->tokens, from); i < f->tokens.count; i++) {
        const token *t = &f->tokens.items[i];
        if (t->begin >= to || t->kind == TOKEN_END)
            return false;
        if (t->in_directive || plan_is_skipped(f, t->begin))
            continue;
        if (!launch && token_is(f->text, t, "requires")) {
            i = behind_requires(f, i) - 1;
            continue;
        }
        if (!launch && is_token(f, i, "template") && is_token(f, i + 1, "<")) {
            i = plan_behind_arguments(f, i + 1) - 1; // int N = int{4}
            continue;
        }
        if (token_is(f->text, t, "(") || token_is(f->text, t, "["))
            depth++;
        if (token_is(f->text, t, ")") || token_is(f->text, t, "]"))
            depth--;
        if (depth == 0 && (token_is(f->text, t, ";") || token_is(f->text, t, "}") ||
                           (!launch && token_is(f->text, t, "{"))))
            return true;
    }
    return false;
}

static bool same_argument(const argument *x, const argument *y) { return slice_equal(x->text, y->text); }

bool attach_same_clauses(const directive *x, const directive *y)
{
    return x->schedule == y->schedule && same_argument(&x->chunk, &y->chunk) && x->groups == y->groups &&
           same_argument(&x->groups_count, &y->groups_count) && x->order == y->order &&
           same_argument(&x->tile_width, &y->tile_width) && same_argument(&x->tile_height, &y->tile_height) &&
           slice_equal(x->order_function, y->order_function) && same_argument(&x->items, &y->items);
}

typedef struct named_declaration { // found by where its name stands
    function *of;
    declaration *itself;
    size_t order; // of the functions: the first of two in one place counts
} named_declaration;

typedef LIST_OF(named_declaration) named_declarations;

static int compare_names(const void *left, const void *right)
{
    const named_declaration *x = left, *y = right;
    if (x->itself->file != y->itself->file)
        return x->itself->file < y->itself->file ? -1 : 1;
    if (x->itself->name_begin != y->itself->name_begin)
        return x->itself->name_begin < y->itself->name_begin ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

// Sorted once: a search through all declarations for each directive would be felt in a file of hundreds.
static named_declarations sort_declarations(plan *p)
{
    named_declarations all = {0};
    for (size_t i = 0; i < p->functions.count; i++)
        for (size_t k = 0; k < p->functions.items[i].declarations.count; k++) {
            function *f = &p->functions.items[i];
            *ARENA_PUSH(p->arena, &all) = (named_declaration){f, &f->declarations.items[k], all.count};
        }
    if (all.count)
        qsort(all.items, all.count, sizeof *all.items, compare_names);
    return all;
}

// The first one whose name stands at `offset` or behind, or NULL.
static const named_declaration *declaration_behind(const named_declarations *all, int file, size_t offset)
{
    size_t low = 0, high = all->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const declaration *d = all->items[middle].itself;
        if (d->file < file || (d->file == file && d->name_begin < offset))
            low = middle + 1;
        else
            high = middle;
    }
    return low < all->count && all->items[low].itself->file == file ? &all->items[low] : NULL;
}

// What stands behind a directive that no kernel follows, and what to do, as the end of the message.
static const char *what_stands_there(plan *p, const plan_file *f, size_t at)
{
    size_t i = token_at_or_after(&f->tokens, at);
    while (f->tokens.items[i].kind != TOKEN_END && (f->tokens.items[i].in_directive || plan_is_skipped(f, f->tokens.items[i].begin)))
        i++;
    const token *t = &f->tokens.items[i];
    const bool is_inline_namespace = is_token(f, i, "inline") && is_token(f, i + 1, "namespace");
    if (is_token(f, i, "namespace") || is_inline_namespace || (is_token(f, i, "extern") && t[1].kind == TOKEN_STRING && is_token(f, i + 2, "{")))
        return "; write it inside the braces, before the kernel";
    if (is_token(f, i, "struct") || is_token(f, i, "class") || is_token(f, i, "enum") || is_token(f, i, "union") || is_token(f, i, "typedef") ||
        is_token(f, i, "using"))
        return ", and a type stands here";
    for (size_t k = i; f->tokens.items[k].kind != TOKEN_END && !is_token(f, k, ";") && !is_token(f, k, "{") && !is_token(f, k, "}"); k++)
        if (is_token(f, k, "<<<"))
            return ", and a launch stands here: annotate the kernel where it is defined, or write '#pragma pt launch mode(...)' here";
    return t->kind == TOKEN_IDENTIFIER ? arena_format(p->arena, ", and '%.*s' begins something else here", (int)(t->end - t->begin), f->text->bytes + t->begin)
                                       : "";
}

static void attach_kernel(plan *p, const named_declarations *declarations, int file, int index)
{
    const plan_file *f = &p->files.items[file];
    const directive *d = &f->directives.items[index];
    const named_declaration *found = declaration_behind(declarations, file, d->at.end);
    function *best = found ? found->of : NULL;
    declaration *best_declaration = found ? found->itself : NULL;
    if (!best || breaks_attachment(f, d->at.end, best_declaration->name_begin, false)) {
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-wrong-place", d->at,
                        "'#pragma pt kernel' must stand directly before a __global__ function%s", what_stands_there(p, f, d->at.end));
        return;
    }
    bool includes = false, says_global = false;
    for (size_t i = token_at_or_after(&f->tokens, d->at.end); f->tokens.items[i].begin < best_declaration->name_begin; i++) {
        includes |= f->tokens.items[i].in_directive && is_token(f, i, "include");
        says_global |= is_token(f, i, "__global__");
    }
    if (includes) {
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-wrong-place", d->at,
                        "an #include stands between '#pragma pt kernel' and '%s'; write the directive directly before the kernel", best->name);
        return;
    }
    if (!best->is_kernel) {
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-not-a-kernel", d->at,
                        says_global ? "'#pragma pt kernel' stands before '%s', which is not parsed as a __global__ function; leave out -x c++, or what else takes "
                                      "__global__ away"
                                    : "'#pragma pt kernel' stands before '%s', which is not a __global__ function", best->name);
        return;
    }
    if (best_declaration->directive >= 0) {
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-repeated-directive", d->at,
                        "kernel '%s' already has a '#pragma pt kernel'; put all clauses on one line", best->name);
        return;
    }
    best_declaration->directive = index;
    const directive *other = plan_directive(p, best);
    if (other && !attach_same_clauses(other, d)) {
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-conflict", d->at,
                        "the clauses of kernel '%s' differ from those of its other declaration", best->name);
        diagnostics_add(p->diagnostics, SEVERITY_NOTE, "pt-conflict", other->at, "the other directive is here");
        return;
    }
    if (!other) {
        best->annotated = true;
        best->directive_file = file;
        best->directive = index;
    }
}

// Index behind a bracket's partner.
static size_t behind_brackets(const plan_file *f, size_t i)
{
    int depth = 0;
    do {
        const token *t = &f->tokens.items[i];
        const bool counts = !t->in_directive && !plan_is_skipped(f, t->begin);
        depth += counts ? token_depth(f->text, t) : 0;
        i++;
    } while (depth > 0 && f->tokens.items[i].kind != TOKEN_END);
    return i;
}

// Index behind the statement that begins at `i`: with its conditions, branches and loops.
static size_t behind_statement(const plan_file *f, size_t i)
{
    bool in_head = true; // if (...), for (...), else: what follows belongs to it
    for (; f->tokens.items[i].kind != TOKEN_END; in_head = false) {
        const token *t = &f->tokens.items[i];
        while (t->kind != TOKEN_END && (t->in_directive || plan_is_skipped(f, t->begin)))
            t = &f->tokens.items[++i];
        const bool asks = token_is(f->text, t, "if"), loops = token_is(f->text, t, "for") || token_is(f->text, t, "while") || token_is(f->text, t, "switch");
        if (asks || loops) {
            while (!token_is(f->text, &f->tokens.items[i], "(") && f->tokens.items[i].kind != TOKEN_END) // if constexpr
                i++;
            i = behind_statement(f, behind_brackets(f, i));
            return asks && token_is(f->text, &f->tokens.items[i], "else") ? behind_statement(f, i + 1) : i;
        }
        if (in_head && token_is(f->text, t, "do"))
            return behind_statement(f, behind_statement(f, i + 1));
        if (token_is(f->text, t, ";") || token_is(f->text, t, "}"))
            return i + 1;
        const bool is_block = token_is(f->text, t, "{") && in_head;
        i = token_depth(f->text, t) > 0 ? behind_brackets(f, i) : i + 1;
        if (is_block)
            return i;
    }
    return i;
}

// The first launch of several in one statement, of which a directive could mean any; NULL where there is one at most.
static const launch *one_of_several(const plan *p, int file, size_t behind)
{
    const plan_file *f = &p->files.items[file];
    const size_t last = behind_statement(f, token_at_or_after(&f->tokens, behind));
    const launch *first = NULL;
    size_t count = 0;
    for (size_t i = 0; i < p->launches.count; i++) {
        const launch *l = &p->launches.items[i];
        if (l->file != file || l->open_begin < behind || l->open_begin >= f->tokens.items[last].begin)
            continue;
        first = !first || l->open_begin < first->open_begin ? l : first;
        count++;
    }
    return count > 1 ? first : NULL;
}

// Does `<<<` come next, of a launch that clang has dropped? Of that, check_lost_launches tells.
static bool precedes_lost_launch(const plan *p, int file, const directive *d)
{
    const plan_file *f = &p->files.items[file];
    size_t i = token_at_or_after(&f->tokens, d->at.end);
    while (f->tokens.items[i].kind != TOKEN_END && !is_token(f, i, "<<<"))
        i++;
    const size_t at = f->tokens.items[i].begin;
    bool is_known = f->tokens.items[i].kind == TOKEN_END || breaks_attachment(f, d->at.end, at, true);
    for (size_t k = 0; k < p->launches.count && !is_known; k++)
        is_known = p->launches.items[k].file == file && p->launches.items[k].open_begin == at;
    return !is_known;
}

static void attach_launch(plan *p, int file, int index)
{
    const plan_file *f = &p->files.items[file];
    const directive *d = &f->directives.items[index];
    launch *best = NULL;
    if (precedes_lost_launch(p, file, d))
        return;
    for (size_t i = 0; i < p->launches.count; i++) {
        launch *l = &p->launches.items[i];
        if (l->file == file && l->open_begin >= d->at.end && (!best || l->open_begin < best->open_begin))
            best = l;
    }
    if (!best || breaks_attachment(f, d->at.end, best->open_begin, true)) {
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-wrong-place", d->at,
                        "'#pragma pt launch' must stand directly before a kernel launch");
        return;
    }
    if (best->directive >= 0) {
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-repeated-directive", d->at,
                        "this launch already has a '#pragma pt launch'; put all clauses on one line");
        return;
    }
    if (one_of_several(p, file, d->at.end)) {
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-wrong-place", d->at,
                        "'#pragma pt launch' stands before a statement with several launches; put one directly before each launch");
        return;
    }
    best->directive = index;
}

// A specialisation is the same kernel with another body.
static void attach_specialisation(plan *p, function *f, const function *primary)
{
    if (primary->annotated && !f->annotated) {
        f->annotated = true;
        f->directive_file = primary->directive_file;
        f->directive = primary->directive;
    } else if (f->annotated && !primary->annotated) {
        const directive *d = plan_directive(p, f);
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-specialisation", d->at,
                        "kernel '%s' is annotated in this specialisation only; annotate the primary template",
                        f->name);
        const declaration *of_primary = primary->declarations.count ? &primary->declarations.items[0] : NULL;
        if (of_primary)
            diagnostics_add(p->diagnostics, SEVERITY_NOTE, "pt-specialisation", plan_span(p, of_primary->file, of_primary->name_begin, of_primary->name_end),
                            "the primary template is declared here, where the directive may stand, too");
    }
}

void attach_directives(plan *p)
{
    named_declarations declarations = sort_declarations(p);
    for (size_t file = 0; file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        for (size_t i = 0; i < f->directives.count; i++) {
            if (f->directives.items[i].kind == DIRECTIVE_KERNEL)
                attach_kernel(p, &declarations, (int)file, (int)i);
            else if (f->directives.items[i].kind == DIRECTIVE_LAUNCH)
                attach_launch(p, (int)file, (int)i);
        }
    }
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].primary >= 0)
            attach_specialisation(p, &p->functions.items[i], &p->functions.items[p->functions.items[i].primary]);
}
