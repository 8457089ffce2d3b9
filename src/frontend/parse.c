// Parsing: see parse.h. Which parses are needed, and the stages behind them.
#include "frontend/parse.h"

#include "frontend/address.h"
#include "frontend/analyse.h"
#include "frontend/ast.h"
#include "frontend/check.h"
#include "frontend/clause_names.h"
#include "frontend/collect.h"
#include "frontend/defines.h"
#include "frontend/early.h"
#include "frontend/foreach.h"
#include "frontend/graph_node.h"
#include "frontend/host_compiler.h"
#include "frontend/included.h"
#include "frontend/launch_order.h"
#include "frontend/lex.h"
#include "frontend/loop.h"
#include "frontend/messages.h"
#include "frontend/open_member.h"
#include "frontend/parse_input.h"
#include "frontend/recover.h"
#include "frontend/views.h"

#include <string.h>
#include <sys/stat.h>

// Files of the project that are read with other names (host_compiler.h).
typedef struct renamed_files {
    ast_virtual_file *items;
    size_t count, capacity;
} renamed_files;

// `d` is NULL where the parse is tried only.
static ast *parse_once(arena *a, const parse_input *input, const renamed_files *renamed, const char *path, const source *known, diagnostics *d)
{
    const char *error = NULL;
    ast_virtual_file *files = arena_alloc(a, (input->file_count + renamed->count + 1) * sizeof *files);
    memcpy(files, input->files, input->file_count * sizeof *files);
    for (size_t i = 0; i < renamed->count; i++)
        files[input->file_count + i] = renamed->items[i];
    ast *t = ast_parse(a, path, input->arguments, input->argument_count, files, input->file_count + renamed->count, known, &error);
    if (!t && d)
        diagnostics_add(d, SEVERITY_FATAL, "pt-parse", (span){0}, "cannot parse '%s': %s", path, error);
    return t;
}

static bool is_renamed(const renamed_files *renamed, const source *s)
{
    for (size_t i = 0; i < renamed->count; i++)
        if (renamed->items[i].stands_for == s || strcmp(renamed->items[i].path, s->path) == 0 ||
            (renamed->items[i].length == s->length && source_is_one_file(renamed->items[i].path, s->path))) // by another path
            return true;
    return false;
}

static bool is_host_clang(const parse_input *input)
{
    for (size_t i = 0; i < input->argument_count; i++)
        if (strcmp(input->arguments[i], host_compiler_is_clang) == 0)
            return true;
    return false;
}

// The file as libclang is to read it; false: as it is.
static bool read_otherwise(arena *a, const parse_input *input, const source *s, const token_list *tokens, ast_virtual_file *out)
{
    const bool is_renamed = host_compiler_rename(a, s, tokens, is_host_clang(input), out);
    char *const loops = foreach_may_stand_in(s) ? foreach_read_as_loops(a, s, tokens, is_renamed ? out->bytes : s->bytes) : NULL;
    if (loops)
        *out = (ast_virtual_file){s->path, loops, s->length, s};
    return is_renamed || loops;
}

static void add_renamed(arena *a, const parse_input *input, const source *s, const token_list *tokens, renamed_files *renamed)
{
    ast_virtual_file file;
    if (read_otherwise(a, input, s, tokens, &file))
        *ARENA_PUSH(a, renamed) = file;
}

static void add_if_renamed(arena *a, const parse_input *input, const source *s, renamed_files *renamed)
{
    if (!(host_compiler_may_differ(s) || foreach_may_stand_in(s)) || is_renamed(renamed, s))
        return;
    const token_list tokens = lex_source(a, s);
    add_renamed(a, input, s, &tokens, renamed);
}

// Once more where headers ask for the compiler that were not expected: that they are there only a parse tells, and those that come then may
// ask, too.
static ast *parse_renamed(arena *a, const parse_input *input, renamed_files *renamed, const char *path, const source *main_file, diagnostics *d)
{
    enum { MOST_TURNS = 8 };
    for (int turn = 0;; turn++) {
        ast *t = parse_once(a, input, renamed, path, main_file, d);
        const size_t known = renamed->count;
        for (size_t i = 0; t && i < ast_file_count(t) && turn < MOST_TURNS; i++)
            add_if_renamed(a, input, ast_file(t, (int)i), renamed);
        if (renamed->count == known)
            return t;
        ast_dispose(t);
    }
}

// ---- the stages ----------------------------------------------------------------------------------------------------

enum { brackets_at_most = 256, in_a_row_at_most = 20000 }; // the former is clang's -fbracket-depth

// What is counted at each depth of brackets: operators of an expression, `else if` of a statement.
typedef struct nesting {
    size_t depth, operators[brackets_at_most + 1], choices[brackets_at_most + 1];
} nesting;

static void count_token(nesting *n, const source *s, const token *t, bool begins_statement)
{
    const char c = s->bytes[t->begin];
    const bool is_one = t->end == t->begin + 1, is_operator = t->kind == TOKEN_PUNCTUATION;
    if (is_operator && is_one && (c == '(' || c == '[' || c == '{')) {
        if (++n->depth <= brackets_at_most)
            n->operators[n->depth] = n->choices[n->depth] = 0;
    } else if (is_operator && is_one && (c == ')' || c == ']' || c == '}')) {
        n->depth -= n->depth > 0;
        if (c == '}' && t[1].starts_line && t[1].kind == TOKEN_IDENTIFIER && n->depth <= brackets_at_most) // of a definition
            n->operators[n->depth] = 0;
    } else if (n->depth <= brackets_at_most) {
        if (is_operator && is_one && (c == ',' || c == ';'))
            n->operators[n->depth] = 0;
        else
            n->operators[n->depth] += is_operator;
        if (token_is(s, t, "else"))
            n->choices[n->depth]++;
        else if (begins_statement)
            n->choices[n->depth] = 0;
    }
}

// libclang recurses; behind its own limit of nested brackets it may run out of stack, since parses go on after errors. So does all that
// walks through `a + b + c ...`, or through `else if` behind `else if`, which are nested as deep as they are long.
static bool is_nested_too_deep(const source *s, const token_list *tokens, diagnostics *d)
{
    nesting n = {0};
    bool begins_statement = true;
    for (size_t i = 0; i < tokens->count; i++) {
        const token *t = &tokens->items[i];
        if (t->in_directive && t->starts_line && n.depth <= brackets_at_most)
            n.operators[n.depth] = 0; // `#` ends no expression, but each #define is one of its own
        count_token(&n, s, t, begins_statement);
        begins_statement = token_is(s, t, ";") || token_is(s, t, "}");
        const char *const why = n.depth > brackets_at_most                        ? "brackets are nested deeper than %d"
                                : n.operators[n.depth] > in_a_row_at_most ? "an expression has more than %d operators"
                                : n.choices[n.depth] > in_a_row_at_most   ? "an 'if' is followed by more than %d 'else'"
                                                                          : NULL;
        if (why) {
            diagnostics_add(d, SEVERITY_ERROR, "pt-nesting", span_make(s, t->begin, t->end), why, n.depth > brackets_at_most ? brackets_at_most : in_a_row_at_most);
            return true;
        }
    }
    return false;
}

// Once for each device that the flags name, or for a common one, then for those that the text has more for; what is left unseen,
// check.c refuses.
static void parse_device(plan *p, const options *o, renamed_files *renamed, const char *path, diagnostics *d)
{
    int devices[VIEWS_OF_FLAGS_AT_MOST] = {p->for_cpu ? 90 : 80}; // the CPU is one device, of 9.0 (runtime-cpu/)
    const size_t known = p->for_cpu ? 1 : views_of_flags(&o->compiler_flags, devices);
    p->devices_are_known = known;
    for (size_t i = 0; i < (known ? known : VIEWS_AT_MOST) && devices[i]; i++) {
        parse_input input;
        if (!parse_input_make(p->arena, o, devices[i], d, &input))
            return;
        ast *device = parse_renamed(p->arena, &input, renamed, path, p->files.items[0].text, i ? NULL : d);
        if (device) {
            collect_functions(p, device, true);
            collect_dependencies(p, device);
            defines_collect(p, device);
            messages_note_of_device(p, device);
        }
        ast_dispose(device);
        if (known && !views_may_differ(p))
            return;
        if (!known && i + 1 < VIEWS_AT_MOST)
            devices[i + 1] = views_wanted(p, devices, i + 1);
    }
    for (size_t i = 0; i < known && !p->for_cpu; i++)
        *ARENA_PUSH(p->arena, &p->read_for) = view_number(devices[i]);
}

static bool is_text(const source *s)
{
    return !memchr(s->bytes, 0, s->length);
}

static bool begins_with(const source *s, const char *line)
{
    size_t at = s->length >= 3 && memcmp(s->bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    for (; *line && at < s->length; at++) { // lines may end with \r\n
        if (*line == '\n' && s->bytes[at] == '\r')
            continue;
        if (s->bytes[at] != *line++)
            return false;
    }
    return !*line;
}

// It begins with the line that rewrite.c writes there.
static bool is_output_for_cpu(const source *s) { return begins_with(s, "#define PT_CPU_CUDA_VERSION "); }

static bool holds(const source *s, const char *text)
{
    const size_t length = strlen(text);
    const char *at = s->bytes, *const end = s->bytes + s->length;
    while ((at = memchr(at, *text, (size_t)(end - at))) && (size_t)(end - at) >= length && memcmp(at, text, length) != 0)
        at++;
    return at && (size_t)(end - at) >= length;
}

// What ptcc wrote: it begins with a line of rewrite.c's.
static bool is_rewritten(const source *s) { return begins_with(s, REWRITTEN_OF) || is_output_for_cpu(s); }

// Launches of what a rewritten header holds can be rewritten together with the header only.
static void find_rewritten_headers(const plan *p)
{
    for (size_t i = 0; i < p->files.count; i++)
        for (size_t k = 0; k < p->files.items[i].inclusions.count; k++) {
            const inclusion *x = &p->files.items[i].inclusions.items[k];
            if (x->entered && is_rewritten(p->files.items[x->file].text) && !is_rewritten(p->files.items[i].text))
                diagnostics_add(p->diagnostics, SEVERITY_WARNING, "pt-rewritten-header", plan_span(p, (int)i, x->at, x->at),
                                "'%s' is what ptcc wrote: launches of its kernels stay plain in this file; include the header "
                                "that it was made of", p->files.items[x->file].text->path);
        }
}

// clang ends a line at a lone carriage return, gcc does not, and a directive behind one would be lost to one of them.
static void check_line_ends(const plan *p)
{
    for (size_t file = 0; file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        const char *at = f->text->bytes, *const end = at + f->text->length;
        while ((at = memchr(at, '\r', (size_t)(end - at)))) {
            const size_t offset = (size_t)(at - f->text->bytes), i = token_at_or_after(&f->tokens, offset);
            const bool in_string = i > 0 && f->tokens.items[i - 1].kind == TOKEN_STRING && offset < f->tokens.items[i - 1].end;
            at++;
            if ((at < end && *at == '\n') || in_string || !holds(f->text, "pragma pt"))
                continue;
            diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-line-end", span_make(f->text, offset, offset + 1),
                            "a carriage return without a line feed: compilers do not agree on whether the line ends here; convert the file's line ends");
            break;
        }
    }
}

// What can be read once only: libclang opens its input by its name again.
static bool is_read_once(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

// NULL, and why is reported, where it is none that can be parsed.
static source *load_main_file(arena *a, const char *path, diagnostics *d)
{
    const char *error = NULL;
    if (is_read_once(path)) {
        diagnostics_add(d, SEVERITY_FATAL, "pt-input", (span){0}, "cannot read '%s': it is a pipe, and the input is read twice; write it to a file first", path);
        return NULL;
    }
    source *main_file = source_load(a, path, &error);
    if (!main_file) {
        diagnostics_add(d, SEVERITY_FATAL, "pt-input", (span){0}, "cannot read '%s': %s", path, error);
        return NULL;
    }
    if (!is_text(main_file)) {
        diagnostics_add(d, SEVERITY_ERROR, "pt-not-text", (span){0}, "'%s' holds NUL bytes: it is not a source file", path);
        return NULL;
    }
    return main_file;
}

// All that the plan holds of the program's functions and launches.
static void read_program(plan *p, const options *o, ast *host, renamed_files *renamed, const char *path, diagnostics *d)
{
    collect_functions(p, host, false);
    defines_collect(p, host);
    clause_names_collect(p, host);
    if (views_need_device(p))
        parse_device(p, o, renamed, path, d);
    recover_launches(p);
    messages_find_unknown(p, host);
    open_member_find_collectives(p, host);
    analyse(p);
    analyse_addresses(p);
    loop_analyse(p);
    launch_order_analyse(p);
    early_analyse(p);
    graph_node_check(p);
    messages_take(p, host, d);
    defines_find(p, &o->compiler_flags);
    check(p);
}

plan *parse_file(arena *a, const options *o, const char *path, diagnostics *d)
{
    source *main_file = load_main_file(a, path, d);
    if (!main_file)
        return NULL;
    token_list tokens = lex_source(a, main_file);
    if (is_nested_too_deep(main_file, &tokens, d))
        return NULL;
    parse_input input;
    if (!parse_input_make(a, o, 0, d, &input))
        return NULL;
    renamed_files renamed = {0};
    add_renamed(a, &input, main_file, &tokens, &renamed); // its tokens are known before
    const source_list included = included_guess(a, &input, main_file);
    for (size_t i = 0; i < included.count; i++)
        add_if_renamed(a, &input, included.items[i], &renamed);
    ast *host = parse_renamed(a, &input, &renamed, path, main_file, d);
    if (!host)
        return NULL;
    plan *p = arena_alloc(a, sizeof *p);
    *p = (plan){.arena = a, .diagnostics = d, .with_toolkit = input.toolkit != NULL, .for_cpu = o->target == TARGET_CPU,
                .cuda_version = input.cuda_version, .own_headers = input.own_headers};
    defines_read_flags(p, &o->compiler_flags);
    collect_files(p, host, main_file, &tokens);
    p->thread_level = o->thread_level.items;
    p->thread_level_count = o->thread_level.count;
    if (p->for_cpu && is_output_for_cpu(main_file))
        p->for_cpu = false; // nothing is left to do
    if (p->files.count == 0) {
        diagnostics_add(d, SEVERITY_FATAL, "pt-parse", (span){0}, "cannot parse '%s': libclang did not read it", path);
        ast_dispose(host);
        return NULL;
    }
    check_line_ends(p);
    messages_find_macro_directives(p, host);
    find_rewritten_headers(p);
    if (p->for_cpu || collect_has_directives(p))
        read_program(p, o, host, &renamed, path, d);
    ast_dispose(host);
    return p;
}
