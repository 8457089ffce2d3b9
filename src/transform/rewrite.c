// The rewriting's driver: runs the passes and puts the text of the unit together. See rewrite.h.
//
// A project header that changed cannot be included any more, since its original text would meet the rewritten one:
// in a single output it stands in place of its #include. A header that includes such a header is taken in as well.
#include "transform/rewrite.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

rewriter *rewriter_new(arena *a, const plan *p, bool line_directives)
{
    rewriter *r = arena_alloc(a, sizeof *r);
    *r = (rewriter){.arena = a, .plan = p, .line_directives = line_directives};
    r->edits = arena_alloc(a, (p->files.count + 1) * sizeof *r->edits);
    for (size_t i = 0; i < p->files.count; i++)
        r->edits[i] = edit_list_new(a, p->files.items[i].text);
    r->overloads = map_new(a);
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        r->any_forwards |= f->forwards;
        r->any_ambient |= f->ambient;
        if (f->in_system || f->primary >= 0)
            continue;
        const char *name = arena_format(a, "%s%s", f->name_scope, f->name);
        int known = map_get(&r->overloads, name);
        map_put(&r->overloads, name, known < 0 ? 1 : known + 1);
    }
    return r;
}

void rewrite_all(rewriter *r)
{
    rewrite_for_cpu_first(r);
    rewrite_directives(r);
    rewrite_kernels(r);
    rewrite_helpers(r);
    rewrite_launches(r);
    rewrite_loops(r);
    rewrite_addresses(r);
    rewrite_for_cpu(r);
}

bool rewrite_changes(const rewriter *r, int file) { return r->edits[file]->count > 0; }

// ---- includes --------------------------------------------------------------------------------------------------

typedef struct written_include { // an #include as written, live or not
    size_t line_begin, line_end;  // with the comments behind it, without the newline
    size_t path_begin, path_end;  // between the quotes; the same where there are none: <...> or a macro
    int file;                     // the project file it names, or -1
    bool entered;                 // the parse really went into it from here
} written_include;

typedef LIST_OF(written_include) include_list;

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static char *folder_of(arena *a, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return arena_string(a, ".");
    return slash == path ? arena_string(a, "/") : arena_copy(a, path, (size_t)(slash - path));
}

// Where the directive ends whose last token ends at `at`: comments behind it may hold newlines, and a backslash goes on.
static size_t directive_end(const source *s, size_t at)
{
    bool in_line_comment = false;
    for (; at < s->length && s->bytes[at] != '\n'; at++) {
        const char *c = s->bytes + at;
        if (*c == '\\' && at + 1 < s->length) {
            at += c[1] == '\r' && at + 2 < s->length ? 2 : 1;
        } else if (*c == '/' && at + 1 < s->length && c[1] == '/') {
            in_line_comment = true;
        } else if (*c == '/' && at + 1 < s->length && c[1] == '*' && !in_line_comment) {
            for (at += 2; at + 1 < s->length && !(s->bytes[at] == '*' && s->bytes[at + 1] == '/'); at++)
                ;
            at++;
        }
    }
    at = at < s->length ? at : s->length;
    return at > 0 && s->bytes[at - 1] == '\r' ? at - 1 : at;
}

static bool ends_with_path(const char *path, const char *end)
{
    const size_t length = strlen(path), end_length = strlen(end);
    return length > end_length && path[length - end_length - 1] == '/' && strcmp(path + length - end_length, end) == 0;
}

// The project's file of an #include that the preprocessor passed over, because it was there already or the line is dead;
// -1 where that may be another one.
static int passed_over(const rewriter *r, const char *written, bool is_quoted)
{
    const plan *p = r->plan;
    int found = -1;
    for (size_t k = 1; k < p->files.count && found < 0; k++) {
        const char *known = p->files.items[k].text->path;
        if (is_quoted ? strcmp(base_name(known), base_name(written)) == 0 : ends_with_path(known, written))
            found = (int)k;
    }
    for (size_t i = 0; !is_quoted && found >= 0 && i < p->dependencies.count; i++) // the system may have one of that name
        if (ends_with_path(p->dependencies.items[i], written) && strcmp(p->dependencies.items[i], p->files.items[found].text->path) != 0)
            return -1;
    return found;
}

static include_list find_includes(const rewriter *r, int file)
{
    include_list out = {0};
    const plan_file *f = &r->plan->files.items[file];
    for (size_t i = 0; i + 2 < f->tokens.count; i++) {
        const token *hash = &f->tokens.items[i], *path = hash + 2;
        if (!hash->in_directive || !hash->starts_line || !token_is(f->text, hash, "#") ||
            !token_is(f->text, hash + 1, "include") || !path->in_directive)
            continue;
        const bool is_quoted = path->kind == TOKEN_STRING;
        written_include w = {hash->begin, directive_end(f->text, path->end), path->begin, path->begin, -1, false};
        if (is_quoted) {
            w.path_begin = path->begin + 1;
            w.path_end = path->end - 1;
        }
        for (size_t k = 0; k < f->inclusions.count; k++)
            if (f->inclusions.items[k].begin <= w.line_end && f->inclusions.items[k].end >= hash->begin) {
                w.file = f->inclusions.items[k].file;
                w.entered = true;
            }
        if (w.file < 0 && path->kind != TOKEN_IDENTIFIER)
            w.file = passed_over(r, arena_copy(r->arena, f->text->bytes + path->begin + 1, path->end - path->begin - 2), is_quoted);
        *ARENA_PUSH(r->arena, &out) = w;
    }
    return out;
}

static void mark_embedded(const rewriter *r, bool *embedded)
{
    for (size_t i = 1; i < r->plan->files.count; i++)
        embedded[i] = rewrite_changes(r, (int)i);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 1; i < r->plan->files.count; i++) {
            if (embedded[i])
                continue;
            include_list includes = find_includes(r, (int)i);
            for (size_t k = 0; k < includes.count; k++)
                if (includes.items[k].file > 0 && embedded[includes.items[k].file])
                    embedded[i] = changed = true;
        }
    }
}

// Path of `target` as seen from `from`, both absolute and resolved.
static const char *relative_path(arena *a, const char *from, const char *target)
{
    size_t common = 0, i = 0;
    for (; from[i] && from[i] == target[i]; i++)
        if (from[i] == '/')
            common = i + 1;
    if (!from[i] && target[i] == '/')
        common = i + 1;
    text out = text_new(a);
    if (common <= strlen(from) && *(from + common))
        for (const char *p = from + common; p; p = strchr(p, '/') ? strchr(p, '/') + 1 : NULL)
            text_add(&out, "../");
    text_add(&out, target + common);
    return out.bytes;
}

// The path without links and dots; the last folders of it may not be there yet (--out-dir makes them). NULL when the path
// cannot be.
static const char *resolved_folder(arena *a, const char *path)
{
    char found[PATH_MAX];
    if (realpath(path, found))
        return arena_string(a, found);
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    const char *whole = arena_copy(a, path, end), *name = base_name(whole);
    if (errno != ENOENT || strcmp(name, "..") == 0 || !*name)
        return NULL;
    const char *parent = resolved_folder(a, folder_of(a, whole));
    if (!parent || strcmp(name, ".") == 0)
        return parent;
    return arena_format(a, "%s/%s", strcmp(parent, "/") == 0 ? "" : parent, name);
}

// The #include "x" that was found beside its file is found there from the output's folder too.
static void adjust_include(const rewriter *r, edit_list *e, int file, const written_include *w, const char *output_dir)
{
    const source *s = r->plan->files.items[file].text;
    char *name = arena_copy(r->arena, s->bytes + w->path_begin, w->path_end - w->path_begin);
    if (*name == '/')
        return;
    char folder[PATH_MAX], target[PATH_MAX];
    const char *from = resolved_folder(r->arena, output_dir);
    if (!from || !realpath(folder_of(r->arena, s->path), folder) || strcmp(from, folder) == 0)
        return;
    if (!realpath(arena_format(r->arena, "%s/%s", folder, name), target))
        return; // found on the include path: there it stays
    edit_replace(e, w->path_begin, w->path_end, relative_path(r->arena, from, target));
}

// ---- putting it together ---------------------------------------------------------------------------------------

typedef struct unit {
    const rewriter *r;
    bool *embedded, *done;
    const char *output_dir;
} unit;

static bool is_pragma_once(const plan_file *f, size_t index)
{
    return index + 2 < f->tokens.count && token_is(f->text, &f->tokens.items[index], "#") &&
           token_is(f->text, &f->tokens.items[index + 1], "pragma") &&
           token_is(f->text, &f->tokens.items[index + 2], "once");
}

// Behind the newline that comes next.
static size_t line_behind(const source *s, size_t offset)
{
    while (offset < s->length && s->bytes[offset] != '\n')
        offset++;
    return offset < s->length ? offset + 1 : offset;
}

static void add_file(unit *u, int file, text *out)
{
    const rewriter *r = u->r;
    const plan_file *f = &r->plan->files.items[file];
    edit_list *e = edit_list_copy(r->edits[file]);
    include_list includes = find_includes(r, file);
    for (size_t i = 0; i < includes.count; i++) {
        const written_include *w = &includes.items[i];
        bool taken_in = w->file > 0 && u->embedded[w->file];
        if (taken_in && w->entered && !u->done[w->file]) {
            u->done[w->file] = true;
            text inner = text_new(r->arena);
            add_source_line(r, &inner, w->file, 0);
            add_file(u, w->file, &inner);
            if (inner.length && inner.bytes[inner.length - 1] != '\n')
                text_add_char(&inner, '\n');
            if (r->line_directives) {
                add_source_line(r, &inner, file, line_behind(f->text, w->line_end));
                inner.bytes[--inner.length] = '\0'; // the newline of the #include ends it
            }
            edit_replace(e, w->line_begin, w->line_end, inner.bytes);
        } else if (taken_in) {
            edit_replace_keeping_lines(e, w->line_begin, w->line_end, ""); // it is there already
        } else if (u->output_dir && w->path_end > w->path_begin) {
            adjust_include(r, e, file, w, u->output_dir);
        }
    }
    if (file > 0)
        for (size_t i = 0; i < f->tokens.count; i++)
            if (is_pragma_once(f, i))
                edit_replace_keeping_lines(e, f->tokens.items[i].begin, f->tokens.items[i + 2].end, "");
    edit_apply(e, 0, f->text->length, out);
}

// Appends `in` from `begin` on; `*line` is the output's, at its end.
static void resolve_line_marks(text *out, size_t *line, const text *in, size_t begin, const char *output_path)
{
    size_t mark = strlen(LINE_MARK);
    for (size_t i = begin; i < in->length;) {
        if (in->bytes[i] == LINE_MARK[0] && i + mark <= in->length && memcmp(in->bytes + i, LINE_MARK, mark) == 0) {
            text_format(out, "#line %zu ", *line + 1);
            add_quoted_path(out, output_path);
            text_add_char(out, '\n');
            ++*line;
            i += mark;
            continue;
        }
        const char *next = memchr(in->bytes + i, '\n', in->length - i);
        size_t end = next ? (size_t)(next - in->bytes) + 1 : in->length;
        const char *marked = memchr(in->bytes + i, LINE_MARK[0], end - i);
        if (marked && marked > in->bytes + i)
            end = (size_t)(marked - in->bytes);
        else if (marked)
            end = i + 1;
        text_append(out, in->bytes + i, end - i);
        *line += in->bytes[end - 1] == '\n';
        i = end;
    }
}

// What barriers of the grid say to each other takes memory of the device: only files with one have it.
static bool has_grid_barriers(const plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].has_grid_barrier && (p->functions.items[i].annotated || p->functions.items[i].cloned))
            return true;
    return false;
}

static bool has_steps(const plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].is_step)
            return true;
    return false;
}

// The runtime's header in front of the new text, and all lines named.
static text finished(const rewriter *r, const text *body, const char *output_path)
{
    text head = text_new(r->arena), out = text_new(r->arena);
    size_t bom = body->length >= 3 && memcmp(body->bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0, line = 1;
    text_append(&head, body->bytes, bom);
    text_add(&head, r->plan->for_cpu ? "#include <pt/cpu/pt.hpp>\n" : "#include <pt/pt.cuh>\n");
    if (has_grid_barriers(r->plan))
        text_add(&head, "#include <pt/barrier.cuh>\n");
    if (has_steps(r->plan))
        text_add(&head, "#include <pt/loop.cuh>\n");
    add_source_line(r, &head, 0, 0);
    text_reserve(&out, head.length + body->length + body->length / 8);
    resolve_line_marks(&out, &line, &head, 0, output_path);
    resolve_line_marks(&out, &line, body, bom, output_path);
    return out;
}

static bool anything_changes(const rewriter *r)
{
    for (size_t i = 0; i < r->plan->files.count; i++)
        if (rewrite_changes(r, (int)i))
            return true;
    return false;
}

text rewrite_unit(const rewriter *r, const char *output_path, const char *output_dir)
{
    unit u = {r, arena_alloc(r->arena, r->plan->files.count + 1), arena_alloc(r->arena, r->plan->files.count + 1), output_dir};
    text body = text_new(r->arena);
    mark_embedded(r, u.embedded);
    add_file(&u, 0, &body);
    if (!anything_changes(r) && !r->plan->for_cpu)
        return body;
    return finished(r, &body, output_path);
}
