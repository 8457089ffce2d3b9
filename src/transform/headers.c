// Project headers: see headers.h.
//
// In front of a header's text stands, where it has an include guard and where it has #pragma once (which says nothing of a
// text inside of another file, and so is taken out there):
//
//     #if defined(GUARD) && (!defined(PT_REWRITTEN_GUARD) || PT_REWRITTEN_GUARD != 0x...u)     #ifndef PT_REWRITTEN_NAME_...
//     #error "..."                                                                             #define PT_REWRITTEN_NAME_...
//     #endif                                                                                   the header
//     #define PT_REWRITTEN_GUARD 0x...u                                                        #endif
//
// The number is made of the rewritten text and of those that it includes: equal texts may meet. Without either, the
// compiler sees two definitions.
#include "transform/headers.h"

#include "support/path.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct headers { // by file of the plan
    include_list *includes;
    bool *embedded;
    uint64_t *digest; // 0: not known yet
};

include_list headers_includes(const rewriter *r, int file) { return r->headers->includes[file]; }
bool headers_is_embedded(const rewriter *r, int file) { return r->headers->embedded[file]; }

// ---- includes as written ---------------------------------------------------------------------------------------

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

// The file that a directive names which the host's parse skipped: beside its file, or found by the path as it is written.
static int named_file(const rewriter *r, int file, slice written)
{
    const source *from = r->plan->files.items[file].text;
    char beside[PATH_MAX], known[PATH_MAX];
    const char *name = arena_copy(r->arena, written.bytes, written.length);
    bool found = realpath(arena_format(r->arena, "%s/%s", path_folder(r->arena, from->path), name), beside);
    for (size_t k = 1; k < r->plan->files.count && written.length; k++) {
        const char *path = r->plan->files.items[k].text->path;
        size_t length = strlen(path);
        bool ends_so = length > written.length && path[length - written.length - 1] == '/' &&
                       strcmp(path + length - written.length, name) == 0;
        if (found ? realpath(path, known) && strcmp(known, beside) == 0 : ends_so)
            return (int)k;
    }
    return -1;
}

// `#if __has_include("x.h")`: who asks in another folder is told of another file.
static void find_questions(const rewriter *r, int file, include_list *out)
{
    const plan_file *f = &r->plan->files.items[file];
    for (size_t i = 0; token_list_may_have(&f->tokens, "__has_include") && i + 2 < f->tokens.count; i++) {
        const token *path = &f->tokens.items[i + 2];
        if (!f->tokens.items[i].in_directive || !is_token(f, i, "__has_include") || !is_token(f, i + 1, "("))
            continue;
        written_include w = {.begin = f->tokens.items[i].begin, .end = path->end, .path_begin = path->begin, .path_end = path->begin, .file = -1, .asks = true};
        w.by_macro = path->kind == TOKEN_IDENTIFIER;
        if (path->kind == TOKEN_STRING) {
            w.path_begin = path->begin + 1;
            w.path_end = path->end - 1;
        }
        *ARENA_PUSH(r->arena, out) = w;
    }
}

static include_list find_includes(const rewriter *r, int file)
{
    include_list out = {0};
    const plan_file *f = &r->plan->files.items[file];
    const bool any = token_list_may_have(&f->tokens, "include") || token_list_may_have(&f->tokens, "include_next") ||
                     token_list_may_have(&f->tokens, "import");
    for (size_t i = 0; any && i + 2 < f->tokens.count; i++) {
        const token *hash = &f->tokens.items[i], *word = hash + 1, *path = hash + 2;
        if (!hash->in_directive || !hash->starts_line || !token_is(f->text, hash, "#") || path->starts_line ||
            !(token_is(f->text, word, "include") || token_is(f->text, word, "include_next") || token_is(f->text, word, "import")))
            continue;
        const token *last = &f->tokens.items[token_directive_end(&f->tokens, i + 2) - 1];
        written_include w = {hash->begin, directive_end(f->text, last->end), path->begin, path->begin, -1, .is_next = token_is(f->text, word, "include_next"), .by_macro = path->kind == TOKEN_IDENTIFIER};
        slice name = {f->text->bytes + path->begin + 1, path->end > path->begin + 2 ? path->end - path->begin - 2 : 0};
        if (path->kind == TOKEN_STRING) {
            w.path_begin = path->begin + 1;
            w.path_end = path->end - 1;
        }
        for (size_t k = 0; k < f->inclusions.count; k++) {
            const inclusion *x = &f->inclusions.items[k];
            if (x->at < w.begin || x->at > last->end || (w.entered && !x->entered))
                continue;
            w.by_macro &= w.file < 0 || w.file == x->file;
            w.file = x->file;
            w.entered |= x->entered;
        }
        w.comes_in = w.entered;
        if (w.file < 0 && plan_is_skipped(f, w.begin)) {
            w.file = named_file(r, file, name);
            w.comes_in = w.file >= 0 && !plan_is_unseen(f, w.begin);
        }
        *ARENA_PUSH(r->arena, &out) = w;
    }
    find_questions(r, file, &out);
    return out;
}

static void mark_embedded(const rewriter *r)
{
    bool *embedded = r->headers->embedded;
    for (size_t i = 0; i < r->plan->files.count; i++) {
        embedded[i] = r->edits[i]->count > 0;
        embedded[0] |= embedded[i];
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 1; i < r->plan->files.count; i++) {
            const include_list *includes = &r->headers->includes[i];
            for (size_t k = 0; k < includes->count && !embedded[i]; k++)
                if (includes->items[k].file >= 0 && embedded[includes->items[k].file])
                    embedded[i] = changed = true;
        }
    }
}

// ---- paths -----------------------------------------------------------------------------------------------------

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
    const char *whole = arena_copy(a, path, end), *name = path_base(whole);
    if (errno != ENOENT || strcmp(name, "..") == 0 || !*name)
        return NULL;
    const char *parent = resolved_folder(a, path_folder(a, whole));
    if (!parent || strcmp(name, ".") == 0)
        return parent;
    return arena_format(a, "%s/%s", strcmp(parent, "/") == 0 ? "" : parent, name);
}

// Is there a file of such a name beside the output, other than `target` (NULL: whatever it is)? A macro's name may be no more than the end of the path.
static bool is_hidden_by_output(const rewriter *r, const char *from, const char *name, const char *target)
{
    char beside[PATH_MAX];
    return realpath(arena_format(r->arena, "%s/%s", from, name), beside) && (!target || strcmp(beside, target) != 0);
}

static bool is_any_end_hidden(const rewriter *r, const char *from, const char *target)
{
    bool is_hidden = false;
    for (const char *slash = strrchr(target, '/'); slash && !is_hidden;) {
        is_hidden = is_hidden_by_output(r, from, slash + 1, target);
        const char *before = slash;
        while (before > target && before[-1] != '/')
            before--;
        slash = before > target ? before - 1 : NULL;
    }
    return is_hidden;
}

// In an output, that holds more than one header, there is no next one; and what a macro names may lie beside the source, or another file of that name
// beside the output. Its path says which it is.
static void adjust_by_path(const rewriter *r, edit_list *e, int file, const written_include *w)
{
    char target[PATH_MAX], folder[PATH_MAX];
    const char *const from = r->output_dir ? resolved_folder(r->arena, r->output_dir) : NULL, *const path = r->plan->files.items[w->file].text->path;
    if (!realpath(path, target) || !realpath(path_folder(r->arena, r->plan->files.items[file].text->path), folder))
        return;
    const bool is_beside = strncmp(target, folder, strlen(folder)) == 0 && target[strlen(folder)] == '/';
    if (!w->is_next && (!from || strcmp(from, folder) == 0 || (!is_beside && !is_any_end_hidden(r, from, target))))
        return; // found on the include path, or from the output as from the source
    edit_replace_keeping_lines(e, w->begin, w->end, arena_format(r->arena, "#include \"%s\"", *path == '/' || !from ? target : relative_path(r->arena, from, target)));
}

// Found on the include path, where another file of that name lies beside the output: its own path says which it is, or, where that is no
// file of the program's or none at all, brackets, by which nobody looks beside.
static void adjust_on_path(const rewriter *r, edit_list *e, const written_include *w, const char *from, const char *name)
{
    char target[PATH_MAX];
    const char *const path = w->file >= 0 ? r->plan->files.items[w->file].text->path : NULL;
    const bool is_known = path && realpath(path, target);
    if (!is_hidden_by_output(r, from, name, is_known ? target : NULL))
        return;
    if (is_known) {
        edit_replace(e, w->path_begin, w->path_end, *path == '/' ? target : relative_path(r->arena, from, target));
        return;
    }
    edit_replace(e, w->path_begin - 1, w->path_begin, "<");
    edit_replace(e, w->path_end, w->path_end + 1, ">");
}

void headers_adjust(const rewriter *r, edit_list *e, int file, const written_include *w)
{
    if (w->asks && w->by_macro)
        return; // check_questions
    if (w->file >= 0 && ((w->is_next && file > 0) || w->by_macro)) {
        adjust_by_path(r, e, file, w);
        return;
    }
    if (!r->output_dir)
        return;
    const source *s = r->plan->files.items[file].text;
    char *name = arena_copy(r->arena, s->bytes + w->path_begin, w->path_end - w->path_begin);
    if (!*name || *name == '/')
        return;
    char folder[PATH_MAX], target[PATH_MAX];
    const char *from = resolved_folder(r->arena, r->output_dir);
    if (!from || !realpath(path_folder(r->arena, s->path), folder) || strcmp(from, folder) == 0)
        return;
    if (!realpath(arena_format(r->arena, "%s/%s", folder, name), target)) {
        adjust_on_path(r, e, w, from, name);
        return;
    }
    // As nvcc has it in messages and __FILE__, where that can be said from anywhere.
    edit_replace(e, w->path_begin, w->path_end, *s->path == '/' ? arena_format(r->arena, "%s/%s", path_folder(r->arena, s->path), name)
                                                               : relative_path(r->arena, from, target));
}

void headers_adjust_copy(const rewriter *r, edit_list *e, int file, size_t begin, size_t end)
{
    const plan_file *f = &r->plan->files.items[file];
    const include_list *includes = &r->headers->includes[file];
    const bool is_whole = !includes->count || plan_conditionals_match(f, begin, end);
    for (size_t i = 0; i < includes->count; i++) {
        const written_include *w = &includes->items[i];
        const bool is_taken_out = !is_whole && (w->asks || (plan_is_skipped(f, w->begin) && !plan_is_skipped(f, begin))); // remove_conditionals
        if (w->begin >= begin && w->end <= end && !is_taken_out)
            headers_adjust(r, e, file, w);
    }
}

// ---- texts that must not meet ----------------------------------------------------------------------------------

static bool has_pragma_once(const plan_file *f)
{
    const size_t count = token_list_may_have(&f->tokens, "once") ? f->tokens.count : 0;
    for (size_t i = 0; i + 2 < count; i++)
        if (f->tokens.items[i].starts_line && token_is(f->text, &f->tokens.items[i], "#") &&
            token_is(f->text, &f->tokens.items[i + 1], "pragma") && token_is(f->text, &f->tokens.items[i + 2], "once"))
            return true;
    return false;
}

static uint64_t add_bytes(uint64_t hash, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001b3u; // FNV-1a
    return hash;
}

// Of a header's text, its own includes left as they are. How its path was written, and on which lines of an output it lies,
// is no part of it.
static uint64_t digest_of(const rewriter *r, int file)
{
    if (r->headers->digest[file])
        return r->headers->digest[file];
    text whole = text_new(r->arena), path = text_new(r->arena);
    edit_apply(r->edits[file], 0, r->plan->files.items[file].text->length, &whole);
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < whole.length;) {
        const char *at = whole.bytes + i, *end = memchr(at, '\n', whole.length - i);
        size_t line = end ? (size_t)(end - at) + 1 : whole.length - i;
        if ((i == 0 || at[-1] == '\n') && (*at == LINE_MARK[0] || strncmp(at, "#line ", 6) == 0)) {
            i += line;
            continue;
        }
        size_t skip = 0;
        for (size_t k = 0; *at == '"' && k < r->plan->files.count && !skip; k++) {
            path.length = 0;
            add_quoted_path(&path, r->plan->files.items[k].path);
            if (path.length <= whole.length - i && memcmp(at, path.bytes, path.length) == 0) {
                hash = add_bytes(hash, path_base(path.bytes), strlen(path_base(path.bytes)));
                skip = path.length;
            }
        }
        hash = skip ? hash : add_bytes(hash, at, 1);
        i += skip ? skip : 1;
    }
    return r->headers->digest[file] = hash ? hash : 1;
}

static uint64_t digest_of_all(const rewriter *r, int file, bool *seen)
{
    uint64_t sum = digest_of(r, file);
    seen[file] = true;
    const include_list *includes = &r->headers->includes[file];
    for (size_t i = 0; i < includes->count; i++) {
        int inner = includes->items[i].file;
        if (inner >= 0 && !seen[inner] && r->headers->embedded[inner])
            sum += digest_of_all(r, inner, seen); // whatever includes what first
    }
    return sum;
}

static uint64_t whole_digest(const rewriter *r, int file)
{
    return digest_of(r, file) * 31 + digest_of_all(r, file, arena_alloc(r->arena, r->plan->files.count + 1));
}

static const char *once_name(const rewriter *r, int file)
{
    text name = text_new(r->arena);
    for (const char *c = path_base(r->plan->files.items[file].text->path); *c; c++)
        text_add_char(&name, isalnum((unsigned char)*c) ? (char)toupper((unsigned char)*c) : '_');
    return arena_format(r->arena, "PT_REWRITTEN_%s_%016" PRIx64, name.bytes, whole_digest(r, file));
}

const char *headers_name_of_first(const rewriter *r, int file)
{
    const plan_file *f = &r->plan->files.items[file];
    const slice guard = plan_include_guard(f);
    return guard.length ? arena_copy(r->arena, guard.bytes, guard.length) : has_pragma_once(f) ? once_name(r, file) : NULL;
}

void headers_add_begin(const rewriter *r, int file, text *out, bool inside)
{
    slice guard = plan_include_guard(&r->plan->files.items[file]);
    bool once = !guard.length && has_pragma_once(&r->plan->files.items[file]);
    if (!guard.length && !once)
        return;
    if (inside)
        add_output_line(r, out);
    if (once) {
        const char *name = once_name(r, file);
        text_format(out, "#ifndef %s\n#define %s\n", name, name);
        return;
    }
    const char *name = arena_copy(r->arena, guard.bytes, guard.length);
    uint64_t digest = whole_digest(r, file);
    text_format(out,
                "#if defined(%s) && (!defined(PT_REWRITTEN_%s) || PT_REWRITTEN_%s != 0x%016" PRIx64 "u)\n"
                "#error \"%s is here already, and not as it was rewritten for this file: "
                "let ptcc rewrite the file that includes both\"\n"
                "#endif\n"
                "#define PT_REWRITTEN_%s 0x%016" PRIx64 "u\n",
                name, name, name, digest, path_base(r->plan->files.items[file].text->path), name, digest);
}

void headers_add_end(const rewriter *r, int file, text *out)
{
    if (plan_include_guard(&r->plan->files.items[file]).length || !has_pragma_once(&r->plan->files.items[file]))
        return;
    if (out->length && out->bytes[out->length - 1] != '\n')
        text_add_char(out, '\n');
    text_add(out, "#endif\n");
}

// ---- the whole -------------------------------------------------------------------------------------------------

typedef enum visit { VISIT_NONE, VISIT_OPEN, VISIT_DONE } visit;

// A text that is taken in cannot hold itself. One that has a guard adds nothing the second time.
static void check_circles(const rewriter *r, int file, visit *state)
{
    const plan_file *f = &r->plan->files.items[file];
    const include_list *includes = &r->headers->includes[file];
    state[file] = VISIT_OPEN;
    for (size_t i = 0; i < includes->count; i++) {
        const written_include *w = &includes->items[i];
        if (!w->entered || !r->headers->embedded[w->file])
            continue;
        if (state[w->file] == VISIT_NONE)
            check_circles(r, w->file, state);
        else if (state[w->file] == VISIT_OPEN && !plan_include_guard(&r->plan->files.items[w->file]).length &&
                 !has_pragma_once(&r->plan->files.items[w->file]))
            diagnostics_add(r->plan->diagnostics, SEVERITY_ERROR, "pt-circle", span_make(f->text, w->begin, w->end),
                            "'%s' includes itself here, and its rewritten text cannot; write what it repeats as a file of its own",
                            r->plan->files.items[w->file].text->path);
    }
    state[file] = VISIT_DONE;
}

// A copy of a body holds its #includes as they are.
static void check_bodies(const rewriter *r)
{
    for (size_t i = 0; i < r->plan->functions.count; i++) {
        const function *f = &r->plan->functions.items[i];
        const declaration *d = plan_definition(f);
        if (!d || f->in_system || !(f->annotated || f->cloned))
            continue;
        const include_list *includes = &r->headers->includes[d->file];
        for (size_t k = 0; k < includes->count; k++) {
            const written_include *w = &includes->items[k];
            if (w->begin > d->body_begin && w->end < d->body_end && w->file >= 0 && r->headers->embedded[w->file])
                diagnostics_add(r->plan->diagnostics, SEVERITY_ERROR, "pt-outside",
                                span_make(r->plan->files.items[d->file].text, w->begin, w->end),
                                "what this brings in must change, and stands in a copy of this body, too; write it out");
        }
    }
}

// What an #include_next in a header leads to is no file of the program's: it has no path that an output could name.
static void check_next(const rewriter *r)
{
    for (size_t i = 1; i < r->plan->files.count; i++)
        for (size_t k = 0; r->headers->embedded[i] && k < r->headers->includes[i].count; k++) {
            const written_include *w = &r->headers->includes[i].items[k];
            if (w->is_next && w->file < 0 && !plan_is_skipped(&r->plan->files.items[i], w->begin))
                diagnostics_add(r->plan->diagnostics, SEVERITY_ERROR, "pt-outside", span_make(r->plan->files.items[i].text, w->begin, w->end),
                                "this header's text becomes a part of the output, where no header comes next; include what it needs by its name");
        }
}

// A condition is no part of the group that it skips.
static bool is_skipped_with_directive(const plan_file *f, size_t token)
{
    const size_t at = f->tokens.items[f->tokens.items[token].in_directive ? token_directive_begin(&f->tokens, token) : token].begin;
    bool is = false;
    for (size_t i = 0; i < f->skipped.count; i++)
        is |= f->skipped.items[i].begin < at && at < f->skipped.items[i].end;
    return is;
}

// Of a header, how deep it is included: its text is not, in the output.
static void check_level(const rewriter *r)
{
    for (size_t i = 1; i < r->plan->files.count; i++) {
        const plan_file *f = &r->plan->files.items[i];
        if (!r->headers->embedded[i] || !token_list_may_have(&f->tokens, "__INCLUDE_LEVEL__"))
            continue;
        for (size_t k = 0; k < f->tokens.count; k++)
            if (is_token(f, k, "__INCLUDE_LEVEL__") && !is_skipped_with_directive(f, k))
                diagnostics_add(r->plan->diagnostics, SEVERITY_ERROR, "pt-outside", span_make(f->text, f->tokens.items[k].begin, f->tokens.items[k].end),
                                "this header's text becomes a part of the output, where __INCLUDE_LEVEL__ is that of the file that includes it; define a macro in "
                                "front of the #include and ask for that");
    }
}

// Is one of the paths that the macro stands for beside the source alone, or beside the output alone?
static bool is_told_apart(const rewriter *r, const char *folder, slice macro)
{
    for (macro_place m = {0}; plan_next_macro_named(r->plan, macro, &m);) {
        const token *path = &m.of->tokens.items[m.name + 1];
        char beside[PATH_MAX];
        if (path->kind != TOKEN_STRING || path->end < path->begin + 2)
            continue;
        const char *const name = arena_copy(r->arena, m.of->text->bytes + path->begin + 1, path->end - path->begin - 2);
        const bool is_beside_source = realpath(arena_format(r->arena, "%s/%s", folder, name), beside) != NULL;
        const char *const from = resolved_folder(r->arena, r->output_dir);
        if (from && is_beside_source != is_hidden_by_output(r, from, name, NULL))
            return true;
    }
    return false;
}

static void check_questions(const rewriter *r)
{
    for (size_t i = 0; i < r->plan->files.count; i++) {
        const plan_file *f = &r->plan->files.items[i];
        for (size_t k = 0; r->output_dir && r->headers->embedded[i] && k < r->headers->includes[i].count; k++) {
            const written_include *w = &r->headers->includes[i].items[k];
            const slice macro = {f->text->bytes + w->path_begin, w->end - w->path_begin};
            if (w->asks && w->by_macro && is_told_apart(r, path_folder(r->arena, f->text->path), macro))
                diagnostics_add(r->plan->diagnostics, SEVERITY_ERROR, "pt-outside", span_make(f->text, w->begin, w->end),
                                "this asks for a file beside its own, and beside the output the answer may be another; write the file's name in place of '%.*s'",
                                (int)macro.length, macro.bytes);
        }
    }
}

void headers_begin(rewriter *r)
{
    size_t count = r->plan->files.count + 1;
    r->headers = arena_alloc(r->arena, sizeof *r->headers);
    r->headers->includes = arena_alloc(r->arena, count * sizeof *r->headers->includes);
    r->headers->embedded = arena_alloc(r->arena, count * sizeof *r->headers->embedded);
    r->headers->digest = arena_alloc(r->arena, count * sizeof *r->headers->digest);
    for (size_t i = 0; i < r->plan->files.count; i++)
        r->headers->includes[i] = find_includes(r, (int)i);
}

void headers_find(rewriter *r)
{
    mark_embedded(r);
    if (r->headers->embedded[0])
        check_circles(r, 0, arena_alloc(r->arena, (r->plan->files.count + 1) * sizeof(visit)));
    check_next(r);
    check_level(r);
    check_questions(r);
    check_bodies(r);
}
