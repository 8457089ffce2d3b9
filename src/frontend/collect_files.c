// Collecting, first part: the project's files with their live directives.
//
// In:  the host parse and the main file as it was read. Out: the plan's files, inclusions, dependencies.
// Invariant: the directives of a file are in ascending order, and none of them lies in a group that was skipped.
#include "frontend/collect.h"

#include "support/map.h"

#include <string.h>

// `#line 12 "file"`, `# 12 "file"`
static void collect_line_marks(plan *p, ast *t, int file)
{
    plan_file *f = &p->files.items[file];
    for (size_t i = 0; i + 1 < f->tokens.count; i++) {
        const token *hash = &f->tokens.items[i];
        if (!hash->in_directive || !hash->starts_line || (hash[1].kind != TOKEN_NUMBER && !token_is(f->text, &hash[1], "line")) ||
            !hash[1].in_directive || plan_is_skipped(f, hash->begin))
            continue;
        i = token_directive_end(&f->tokens, i) - 1;
        line_mark m = {.begin = f->tokens.items[i].end};
        while (m.begin < f->text->length && f->text->bytes[m.begin - 1] != '\n')
            m.begin++;
        m.line = ast_presumed_line(t, p->arena, file, m.begin, &m.path);
        *ARENA_PUSH(p->arena, &f->line_marks) = m;
    }
}

// The path of what the #include names, where it was found beside the file that has it.
static const char *path_beside(arena *a, const plan_file *from, const inclusion *in)
{
    const token *name = &from->tokens.items[token_at_or_after(&from->tokens, in->at)];
    for (const token *first = name; name->in_directive && name->kind != TOKEN_STRING; name++) // it may stand on the next line
        if (name != first && name->starts_line)
            return "";
    if (name->kind != TOKEN_STRING)
        return "";
    const char *slash = strrchr(from->text->path, '/');
    return arena_format(a, "%.*s/%.*s", slash ? (int)(slash - from->text->path) : 1, slash ? from->text->path : ".",
                        (int)(name->end - name->begin - 2), from->text->bytes + name->begin + 1);
}

static bool is_from_here(const char *path) { return strncmp(path, "./", 2) == 0; }

static void name_included(plan *p, const plan_file *from, const inclusion *in)
{
    plan_file *to = &p->files.items[in->file];
    if (to->path)
        return; // the first #include counts
    to->path = to->text->path;
    if (is_from_here(to->path) && !is_from_here(from->path) && strcmp(path_beside(p->arena, from, in), to->path) == 0)
        to->path += 2;
}

void collect_dependencies(plan *p, const ast *t)
{
    map known = map_new(p->arena);
    for (size_t i = 0; i < p->dependencies.count; i++)
        map_put(&known, p->dependencies.items[i], 1);
    for (size_t i = 0; i < ast_dependency_count(t); i++)
        if (map_get(&known, ast_dependency(t, i)) < 0)
            *ARENA_PUSH(p->arena, &p->dependencies) = ast_dependency(t, i);
}

void collect_files(plan *p, ast *t, const source *main_file, const token_list *main_tokens)
{
    for (size_t i = 0; i < ast_file_count(t); i++) {
        plan_file *f = ARENA_PUSH(p->arena, &p->files);
        *f = (plan_file){.text = ast_file(t, (int)i)};
        bool same = f->text->length == main_file->length && memcmp(f->text->bytes, main_file->bytes, main_file->length) == 0;
        f->tokens = same ? *main_tokens : lex_source(p->arena, f->text); // tokens are offsets
        ast_ranges skipped = ast_skipped(t, (int)i);
        for (size_t k = 0; k < skipped.count; k++) {
            *ARENA_PUSH(p->arena, &f->skipped) = (byte_range){skipped.items[k].begin, skipped.items[k].end};
            *ARENA_PUSH(p->arena, &f->unseen) = f->skipped.items[k];
        }
        collect_line_marks(p, t, (int)i);
        // Directives that the preprocessor skipped are not live, nor are their errors: parse into a side list first.
        diagnostics *side = diagnostics_new(p->arena);
        directive_list all = pragma_parse(p->arena, f->text, &f->tokens, side);
        f->directives = all;
        f->directives.count = 0;
        for (size_t k = 0; k < all.count; k++)
            if (!plan_is_skipped(f, all.items[k].at.begin))
                f->directives.items[f->directives.count++] = all.items[k];
        for (size_t k = 0; k < side->count; k++) {
            const diagnostic *d = &side->items[k];
            if (!plan_is_skipped(f, d->at.begin)) {
                diagnostic *copy = diagnostics_add(p->diagnostics, d->severity, d->code, d->at, "%s", d->message);
                copy->fix = d->fix;
            }
        }
    }
    p->files.items[0].path = p->files.items[0].text->path;
    for (size_t i = 0; i < ast_inclusion_count(t); i++) {
        ast_inclusion in = ast_inclusion_at(t, i);
        plan_file *f = &p->files.items[in.from];
        const inclusion found = {in.to, in.offset, in.entered};
        *ARENA_PUSH(p->arena, &f->inclusions) = found;
        name_included(p, f, &found);
    }
    plan_note_macros(p);
    p->knows_collectives = ast_has_collectives(t);
    collect_dependencies(p, t);
}

bool collect_has_directives(const plan *p)
{
    for (size_t i = 0; i < p->files.count; i++)
        if (p->files.items[i].directives.count)
            return true;
    return false;
}
