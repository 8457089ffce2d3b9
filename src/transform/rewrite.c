// The rewriting's driver: runs the passes and puts the text of the unit together. See rewrite.h.
//
// A project header that changed cannot be included any more, since its original text would meet the rewritten one: it
// stands in place of its #include (headers.h).
#include "frontend/defines.h"
#include "transform/headers.h"

#include <string.h>

static void find_macros(rewriter *r)
{
    r->macros = map_new(r->arena);
    for (macro_place m = {0}; plan_next_macro(r->plan, &m);) {
        const plan_file *f = m.of;
        const token *name = &f->tokens.items[m.name];
        if (name[-2].starts_line)
            map_put(&r->macros, arena_copy(r->arena, f->text->bytes + name->begin, name->end - name->begin), 1);
    }
}

static void note_annotated(rewriter *r, int index)
{
    const function *all = r->plan->functions.items;
    const int first = map_get(&r->annotated, all[index].name);
    if (first < 0)
        map_put(&r->annotated, all[index].name, index);
    else if (first != OF_SEVERAL_SCOPES && strcmp(all[first].name_scope, all[index].name_scope) != 0)
        map_put(&r->annotated, all[index].name, OF_SEVERAL_SCOPES);
}

// Four for each launch; and for a directive its own, and what stands behind its kernel.
static void reserve_edits(rewriter *r)
{
    const plan *p = r->plan;
    size_t *launches = arena_alloc(r->arena, (p->files.count + 1) * sizeof *launches);
    for (size_t i = 0; i < p->launches.count; i++)
        if (p->launches.items[i].file >= 0)
            launches[p->launches.items[i].file]++;
    for (size_t i = 0; i < p->files.count; i++)
        edit_reserve(r->edits[i], 4 * launches[i] + 2 * p->files.items[i].directives.count + 8);
}

rewriter *rewriter_new(arena *a, const plan *p, bool line_directives, const char *output_dir)
{
    rewriter *r = arena_alloc(a, sizeof *r);
    *r = (rewriter){.arena = a, .plan = p, .line_directives = line_directives, .output_dir = output_dir};
    r->edits = arena_alloc(a, (p->files.count + 1) * sizeof *r->edits);
    for (size_t i = 0; i < p->files.count; i++)
        r->edits[i] = edit_list_new(a, p->files.items[i].text);
    reserve_edits(r);
    headers_begin(r);
    find_macros(r);
    r->annotated = map_new(a);
    r->overloads = map_new(a);
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        r->any_forwards |= f->forwards;
        r->any_ambient |= f->ambient;
        if (f->annotated)
            note_annotated(r, (int)i);
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
    rewrite_blocks(r);
    rewrite_addresses(r);
    rewrite_for_cpu(r);
    headers_find(r);
}

// ---- putting it together ---------------------------------------------------------------------------------------

typedef struct unit {
    const rewriter *r;
    bool *open; // by file: its text is being put together
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

// A file's edits, with those of its directives that include others.
static const edit_list *whole_edits(unit *u, int file)
{
    const rewriter *r = u->r;
    const plan_file *f = &r->plan->files.items[file];
    include_list includes = headers_includes(r, file);
    if (!includes.count && file == 0)
        return r->edits[file];
    edit_list *e = edit_list_copy(r->edits[file]);
    u->open[file] = true;
    for (size_t i = 0; i < includes.count; i++) {
        const written_include *w = &includes.items[i];
        bool taken_in = !w->asks && w->file >= 0 && headers_is_embedded(r, w->file);
        if (taken_in && w->comes_in && !u->open[w->file])
            edit_replace(e, w->begin, w->end, embedded_text(u, file, w));
        else if (taken_in)
            edit_replace_keeping_lines(e, w->begin, w->end, ""); // it is there already
        else
            headers_adjust(r, e, file, w);
    }
    u->open[file] = false;
    if (file > 0)
        for (size_t i = 0; i < f->tokens.count; i++)
            if (is_pragma_once(f, i))
                edit_replace_keeping_lines(e, f->tokens.items[i].begin, f->tokens.items[i + 2].end, "");
    return e;
}

// It stays at the begin of the file where nothing is put in front of it.
static size_t byte_order_mark(const source *s, const edit_list *e)
{
    for (size_t i = 0; i < e->count; i++)
        if (e->items[i].offset < 3)
            return 0;
    return s->length >= 3 && memcmp(s->bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

// In the middle of another one a mark is no mark.
static void add_file(unit *u, int file, text *out)
{
    const source *s = u->r->plan->files.items[file].text;
    const edit_list *e = whole_edits(u, file);
    edit_apply(e, byte_order_mark(s, e), s->length, out);
}

typedef struct resolved {
    text out;
    size_t line; // of the output, at its end
    const char *quoted_path;
} resolved;

static size_t count_lines(const char *bytes, size_t length)
{
    size_t count = 0;
    for (const char *next = bytes; (next = memchr(next, '\n', length - (size_t)(next - bytes))); next++)
        count++;
    return count;
}

// Appends a piece of the new text, in which marks are whole.
static void resolve_line_marks(void *to, const char *bytes, size_t length)
{
    resolved *r = to;
    const size_t mark = strlen(LINE_MARK);
    for (size_t i = 0; i < length;) {
        const char *marked = memchr(bytes + i, LINE_MARK[0], length - i);
        const size_t end = marked ? (size_t)(marked - bytes) : length;
        text_append(&r->out, bytes + i, end - i);
        r->line += count_lines(bytes + i, end - i);
        i = end;
        if (i + mark <= length && memcmp(bytes + i, LINE_MARK, mark) == 0) {
            text_format(&r->out, "#line %zu %s\n", r->line + 1, r->quoted_path);
            r->line++;
            i += mark;
        } else if (i < length) {
            text_append(&r->out, bytes + i++, 1);
        }
    }
}

static bool any_function(const plan *p, bool (*has)(const function *f))
{
    for (size_t i = 0; i < p->functions.count; i++)
        if (has(&p->functions.items[i]))
            return true;
    return false;
}

// What barriers of the grid say to each other takes memory of the device: only files with one have it.
static bool has_grid_barrier(const function *f) { return f->has_grid_barrier && (f->annotated || f->cloned); }

// So do the counters of schedule(steal).
static bool any_steals(const plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        if (f->annotated && f->definition >= 0 && plan_steals(p, f))
            return true;
    }
    return false;
}

static bool is_step(const function *f) { return f->is_step; }

static bool is_part(const function *f) { return f->is_part; }

static bool is_kept(const function *f) { return f->is_kept; }

static void add_name(text *list, const flag_macro *m) { text_format(list, "%s%s%s%s", list->length ? ", " : "", m->name, *m->number ? "=" : "", m->number); }

// These nvcc has by an option, and ptcc in any case.
static const char *options_that_define(const plan *p)
{
    bool has[2] = {false};
    for (size_t i = 0; i < p->defines.count; i++) {
        has[0] |= p->defines.items[i].is_defined && strcmp(p->defines.items[i].name, "__CUDACC_EXTENDED_LAMBDA__") == 0;
        has[1] |= p->defines.items[i].is_defined && strcmp(p->defines.items[i].name, "__CUDACC_RELAXED_CONSTEXPR__") == 0;
    }
    return has[0] && has[1] ? ", which has these by --extended-lambda and --expt-relaxed-constexpr, or ptcc -U of them"
           : has[0]         ? ", which has __CUDACC_EXTENDED_LAMBDA__ by --extended-lambda, or ptcc -U of it"
           : has[1]         ? ", which has __CUDACC_RELAXED_CONSTEXPR__ by --expt-relaxed-constexpr, or ptcc -U of it"
                            : "";
}

// Other macros than those that the program was looked at with (frontend/defines.h) stop the compiler.
static void add_check_of_macros(const rewriter *r, text *head)
{
    enum { COLUMNS = 100 };
    const plan *p = r->plan;
    text with = text_new(r->arena), without = text_new(r->arena);
    size_t line = head->length;
    const char *const first = p->defines.count && headers_is_embedded(r, 0) ? headers_name_of_first(r, 0) : NULL; // it may define some itself
    bool by_standard = false;
    for (size_t i = 0; i < p->defines.count; i++)
        by_standard |= p->defines.items[i].is_comparison || p->defines.items[i].is_by_standard;
    text_add(head, p->defines.count ? REWRITTEN_FOR_MACROS "#if " : "");
    if (first)
        text_format(head, "!defined(%s) && (", first);
    for (size_t i = 0; i < p->defines.count; i++) {
        const flag_macro *m = &p->defines.items[i];
        const bool is_full = i && head->length - line > COLUMNS;
        add_name(m->is_defined ? &with : &without, m);
        text_add(head, !i ? "" : is_full ? " || \\\n    " : " || ");
        line = is_full || !i ? head->length : line;
        text_format(head, m->is_comparison ? "%s(%s)" : "%sdefined(%s)", m->is_defined ? "!" : "", m->name);
        if (*m->number)
            text_format(head, " || %s != %s", m->name, m->number);
    }
    if (p->defines.count)
        text_format(head, "%s\n#error \"ptcc has read this program %s%s%s%s%s: give it the same %s as the compiler%s\"\n#endif\n",
                    first ? ")" : "", with.length ? "with " : "", with.length ? with.bytes : "", with.length && without.length ? " and " : "",
                    without.length ? "without " : "", without.length ? without.bytes : "", by_standard ? "-D, -U and -std" : "-D and -U", options_that_define(p));
}

// Text that other devices may have more of was not read for these.
static void add_check_of_devices(const rewriter *r, text *head)
{
    const plan *p = r->plan;
    for (size_t i = 0; i < p->read_for.count; i++)
        text_format(head, "%s__CUDA_ARCH__ != %d0", i ? " && " : "#if defined(__CUDA_ARCH__) && ", p->read_for.items[i]);
    for (size_t i = 0; i < p->read_for.count; i++)
        text_format(head, "%ssm_%d", i ? ", " : "\n#error \"ptcc has read this program for ", p->read_for.items[i]);
    text_add(head, p->read_for.count ? " only, and parts of it are for other architectures: give ptcc the same -arch or -gencode as nvcc\"\n#endif\n" : "");
}

// -Dthreads=128: names of the runtime's headers, which have lower case letters, stay what they are in these.
static void add_kept_names(const rewriter *r, text *head, const char *pragma, bool undefines)
{
    const plan_file *f = &r->plan->command_line;
    for (macro_place m = {.file = r->plan->files.count}; plan_next_macro(r->plan, &m);) {
        const slice name = token_word(f, m.name);
        bool has_lower = false;
        for (size_t i = 0; i < name.length; i++)
            has_lower |= name.bytes[i] >= 'a' && name.bytes[i] <= 'z';
        if (!has_lower || *name.bytes == '_')
            continue;
        text_format(head, "#pragma %s_macro(\"%.*s\")\n", pragma, (int)name.length, name.bytes);
        if (undefines)
            text_format(head, "#undef %.*s\n", (int)name.length, name.bytes);
    }
}

// What stands in front of the new text: whose it is, and the runtime's header.
static void add_head(const rewriter *r, text *head)
{
    const char *path;
    (void)plan_line(r->plan, 0, 0, &path);
    if (r->plan->for_cpu) // the same branches of #if CUDART_VERSION as here; it comes first, by which the output is known (parse.c)
        text_format(head, "#define PT_CPU_CUDA_VERSION %u\n", r->plan->cuda_version);
    text_add(head, REWRITTEN_OF);
    add_quoted_path(head, path);
    text_add(head, ". Do not edit.\n");
    add_check_of_macros(r, head);
    add_check_of_devices(r, head);
    add_kept_names(r, head, "push", true);
    text_add(head, r->plan->for_cpu ? "#include <pt/cpu/pt.hpp>\n" : "#include <pt/pt.cuh>\n");
    for (size_t i = 0; i < r->plan->functions.count; i++) {
        const function *f = &r->plan->functions.items[i];
        if (f->is_taken_for_undefined)
            text_format(head, "#if defined(__CUDACC_RDC__) || defined(__CLANG_RDC__)\n#error \"'%s%s' has no body here, and another file may have one that reads blockIdx: give ptcc "
                              "--assume-thread-level=%s if it does not\"\n#endif\n", f->name_scope, f->name, plan_option_name(r->plan->arena, f));
    }
    if (any_function(r->plan, has_grid_barrier))
        text_add(head, "#include <pt/barrier.cuh>\n");
    if (any_steals(r->plan))
        text_add(head, "#include <pt/steal_queue.cuh>\n");
    if (any_function(r->plan, is_step))
        text_add(head, any_function(r->plan, is_kept) ? "#include <pt/keep.cuh>\n" : "#include <pt/loop.cuh>\n");
    if (any_function(r->plan, is_part))
        text_add(head, "#include <pt/fuse.cuh>\n");
    add_kept_names(r, head, "pop", false);
    if (headers_is_embedded(r, 0))
        headers_add_begin(r, 0, head, false);
    add_source_line(r, head, 0, 0);
}

static bool ends_lines_with_two(const source *s)
{
    for (const char *at = s->bytes, *next; (next = memchr(at, '\n', s->length - (size_t)(at - s->bytes))); at = next + 1)
        if (next == s->bytes || next[-1] != '\r')
            return false;
    return true;
}

// Lines end as the program's own do, where all of them end with \r\n. (In a mixed text the rest of a string may be meant as it is.)
static void end_lines_as_program(const rewriter *r, text *out)
{
    for (size_t i = 0; i < r->plan->files.count; i++)
        if ((i == 0 || headers_is_embedded(r, (int)i)) && !ends_lines_with_two(r->plan->files.items[i].text))
            return;
    if (!memchr(r->plan->files.items[0].text->bytes, '\n', r->plan->files.items[0].text->length))
        return;
    text ended = text_new(r->arena);
    text_reserve(&ended, out->length + out->length / 16);
    for (size_t i = 0; i < out->length; i++) {
        if (out->bytes[i] == '\n' && (i == 0 || out->bytes[i - 1] != '\r'))
            text_add_char(&ended, '\r');
        text_add_char(&ended, out->bytes[i]);
    }
    *out = ended;
}

text rewrite_unit(const rewriter *r, const char *output_path)
{
    unit u = {r, arena_alloc(r->arena, r->plan->files.count + 1)};
    const source *s = r->plan->files.items[0].text;
    const edit_list *e = whole_edits(&u, 0);
    text head = text_new(r->arena), path = text_new(r->arena);
    resolved all = {.out = text_new(r->arena), .line = 1};
    if (!headers_is_embedded(r, 0) && !r->plan->for_cpu) {
        edit_apply(e, 0, s->length, &all.out);
        return all.out;
    }
    const size_t bom = byte_order_mark(s, e), length = edit_length(e, bom, s->length);
    add_quoted_path(&path, output_path);
    all.quoted_path = path.bytes;
    add_head(r, &head);
    text_reserve(&all.out, bom + head.length + length + length / 8); // and the #line directives
    text_append(&all.out, s->bytes, bom);
    resolve_line_marks(&all, head.bytes, head.length);
    edit_pieces(e, bom, s->length, resolve_line_marks, &all);
    if (headers_is_embedded(r, 0)) {
        text end = text_new(r->arena);
        text_append(&end, &all.out.bytes[all.out.length - 1], 1); // so that it begins on a new line
        headers_add_end(r, 0, &end);
        resolve_line_marks(&all, end.bytes + 1, end.length - 1);
    }
    end_lines_as_program(r, &all.out);
    return all.out;
}
