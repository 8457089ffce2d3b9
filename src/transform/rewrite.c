// The rewriting's driver: runs the passes and puts the text of the unit together. See rewrite.h.
//
// A project header that changed cannot be included any more, since its original text would meet the rewritten one: it
// stands in place of its #include (headers.h).
#include "transform/headers.h"

#include <string.h>

static void find_macros(rewriter *r)
{
    r->macros = map_new(r->arena);
    for (size_t file = 0; file < r->plan->files.count; file++) {
        const plan_file *f = &r->plan->files.items[file];
        for (size_t i = 0; i + 2 < f->tokens.count; i++) {
            const token *t = &f->tokens.items[i];
            if (t->in_directive && t->starts_line && token_is(f->text, t + 1, "define"))
                map_put(&r->macros, arena_copy(r->arena, f->text->bytes + t[2].begin, t[2].end - t[2].begin), 1);
        }
    }
}

rewriter *rewriter_new(arena *a, const plan *p, bool line_directives)
{
    rewriter *r = arena_alloc(a, sizeof *r);
    *r = (rewriter){.arena = a, .plan = p, .line_directives = line_directives};
    r->edits = arena_alloc(a, (p->files.count + 1) * sizeof *r->edits);
    for (size_t i = 0; i < p->files.count; i++)
        r->edits[i] = edit_list_new(a, p->files.items[i].text);
    find_macros(r);
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
    headers_find(r);
}

// ---- putting it together ---------------------------------------------------------------------------------------

typedef struct unit {
    const rewriter *r;
    bool *open; // by file: its text is being put together
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

static void add_file(unit *u, int file, text *out);

// The whole text that stands in place of a directive of `includer`, and the number of the line behind it.
static const char *embedded_text(unit *u, int includer, const written_include *w)
{
    const rewriter *r = u->r;
    text inner = text_new(r->arena);
    headers_add_begin(r, w->file, &inner, true);
    add_source_line(r, &inner, w->file, 0);
    add_file(u, w->file, &inner);
    if (inner.length && inner.bytes[inner.length - 1] != '\n')
        text_add_char(&inner, '\n');
    headers_add_end(r, w->file, &inner);
    if (r->line_directives) {
        add_source_line(r, &inner, includer, line_behind(r->plan->files.items[includer].text, w->end));
        inner.bytes[--inner.length] = '\0'; // the newline of the #include ends it
    }
    return inner.bytes;
}

static void add_file(unit *u, int file, text *out)
{
    const rewriter *r = u->r;
    const plan_file *f = &r->plan->files.items[file];
    edit_list *e = edit_list_copy(r->edits[file]);
    include_list includes = headers_includes(r, file);
    u->open[file] = true;
    for (size_t i = 0; i < includes.count; i++) {
        const written_include *w = &includes.items[i];
        bool taken_in = w->file >= 0 && headers_is_embedded(r, w->file);
        if (taken_in && w->comes_in && !u->open[w->file])
            edit_replace(e, w->begin, w->end, embedded_text(u, file, w));
        else if (taken_in)
            edit_replace_keeping_lines(e, w->begin, w->end, ""); // it is there already
        else if (u->output_dir)
            headers_adjust(r, e, file, w, u->output_dir);
    }
    u->open[file] = false;
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

static bool keeps_arrays(const plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].is_kept)
            return true;
    return false;
}

// The runtime's header in front of the new text, and all lines named.
static text finished(const rewriter *r, text *body, const char *output_path)
{
    text head = text_new(r->arena), out = text_new(r->arena);
    size_t bom = body->length >= 3 && memcmp(body->bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0, line = 1;
    text_append(&head, body->bytes, bom);
    if (r->plan->for_cpu) // the same branches of #if CUDART_VERSION as here
        text_add(&head, arena_format(r->arena, "#define PT_CPU_CUDA_VERSION %u\n#include <pt/cpu/pt.hpp>\n", r->plan->cuda_version));
    else
        text_add(&head, "#include <pt/pt.cuh>\n");
    if (has_grid_barriers(r->plan))
        text_add(&head, "#include <pt/barrier.cuh>\n");
    if (has_steps(r->plan))
        text_add(&head, keeps_arrays(r->plan) ? "#include <pt/keep.cuh>\n" : "#include <pt/loop.cuh>\n");
    if (headers_is_embedded(r, 0)) {
        headers_add_begin(r, 0, &head, false);
        headers_add_end(r, 0, body);
    }
    add_source_line(r, &head, 0, 0);
    text_reserve(&out, head.length + body->length + body->length / 8);
    resolve_line_marks(&out, &line, &head, 0, output_path);
    resolve_line_marks(&out, &line, body, bom, output_path);
    return out;
}

text rewrite_unit(const rewriter *r, const char *output_path, const char *output_dir)
{
    unit u = {r, arena_alloc(r->arena, r->plan->files.count + 1), output_dir};
    text body = text_new(r->arena);
    add_file(&u, 0, &body);
    if (!headers_is_embedded(r, 0) && !r->plan->for_cpu)
        return body;
    return finished(r, &body, output_path);
}
