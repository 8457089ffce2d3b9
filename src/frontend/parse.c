// Parsing: see parse.h. Arguments for libclang, the toolkit's place, and which of clang's complaints matter.
#include "frontend/parse.h"

#include "frontend/address.h"
#include "frontend/analyse.h"
#include "frontend/ast.h"
#include "frontend/check.h"
#include "frontend/collect.h"
#include "frontend/host_compiler.h"
#include "frontend/launch_order.h"
#include "frontend/lex.h"
#include "frontend/loop.h"
#include "frontend/recover.h"
#include "frontend/shim_data.h"
#include "frontend/views.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define VIRTUAL_DIR "/ptcc-virtual"

// ---- the toolkit -------------------------------------------------------------------------------------------------

static bool is_toolkit(arena *a, const char *path)
{
    return path && *path && access(arena_format(a, "%s/include/cuda_runtime.h", path), R_OK) == 0;
}

static const char *find_toolkit(arena *a, const options *o, diagnostics *d)
{
    if (o->no_cuda)
        return NULL;
    if (o->cuda_path) {
        if (is_toolkit(a, o->cuda_path))
            return o->cuda_path;
        diagnostics_add(d, SEVERITY_FATAL, "pt-toolkit", (span){0},
                        "--cuda-path=%s holds no include/cuda_runtime.h; give the folder of a CUDA toolkit, or --no-cuda",
                        o->cuda_path);
        return NULL;
    }
    static const char *const variables[] = {"CUDA_PATH", "CUDA_HOME"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        if (is_toolkit(a, getenv(variables[i])))
            return arena_string(a, getenv(variables[i]));
    return is_toolkit(a, "/usr/local/cuda") ? "/usr/local/cuda" : NULL;
}

// ---- arguments ---------------------------------------------------------------------------------------------------

typedef struct argument_list {
    const char **items;
    size_t count, capacity;
} argument_list;

static void push(arena *a, argument_list *l, const char *s) { *ARENA_PUSH(a, l) = s; }

static bool has_prefix(const string_list *l, const char *prefix)
{
    for (size_t i = 0; i < l->count; i++)
        if (strncmp(l->items[i], prefix, strlen(prefix)) == 0)
            return true;
    return false;
}

static int libclang_major(arena *a)
{
    const char *version = ast_libclang_version(a);
    const char *digit = strstr(version, "version ");
    return digit ? atoi(digit + strlen("version ")) : 0;
}

static bool holds(arena *a, const char *folder, const char *header)
{
    return access(arena_format(a, "%s/%s", folder, header), R_OK) == 0;
}

// The folders of the headers that outputs include: they are no text of the program, however the path to them is given. Those for
// the CPU would stand for CUDA's.
static void add_user_flag(arena *a, const options *o, size_t *i, argument_list *l)
{
    const char *flag = o->compiler_flags.items[*i];
    if (strncmp(flag, "--cuda-gpu-arch=", strlen("--cuda-gpu-arch=")) == 0)
        return; // add_device
    bool apart = strcmp(flag, "-I") == 0 && *i + 1 < o->compiler_flags.count;
    const char *folder = apart ? o->compiler_flags.items[*i + 1] : strncmp(flag, "-I", 2) == 0 ? flag + 2 : NULL;
    bool for_cpu = folder && holds(a, folder, "pt/cpu/pt.hpp");
    if (!for_cpu && !(folder && holds(a, folder, "pt/pt.cuh"))) {
        push(a, l, flag);
        return;
    }
    *i += apart;
    if (for_cpu)
        return;
    push(a, l, "-isystem");
    push(a, l, folder);
}

// That of the toolkit, whose nvcc will compile the output; without one, the newest that the shim knows. As CUDA_VERSION: 12030 is 12.3.
static unsigned cuda_version(arena *a, const char *toolkit)
{
    enum { newest = 13000 };
    FILE *header = toolkit ? fopen(arena_format(a, "%s/include/cuda.h", toolkit), "r") : NULL;
    if (!header)
        return newest;
    unsigned version = 0;
    for (char line[256]; version == 0 && fgets(line, sizeof line, header);) // near its beginning; the header is large
        sscanf(line, "#define CUDA_VERSION %u", &version);
    fclose(header);
    return version >= 1000 ? version : newest;
}

// Newer devices than the oldest libclang knows differ by their macros.
static void add_device(arena *a, argument_list *l, const options *o, int device)
{
    int devices[VIEWS_OF_FLAGS_AT_MOST];
    const size_t count = o->target == TARGET_CPU ? 0 : views_of_flags(&o->compiler_flags, devices);
    text list = text_new(a);
    for (size_t i = 0; i < count; i++)
        text_format(&list, "%s%d0", i ? "," : "-D__CUDA_ARCH_LIST__=", view_number(devices[i]));
    if (count)
        push(a, l, list.bytes);
    if (!device)
        return;
    const int newest = 90, number = view_number(device);
    push(a, l, arena_format(a, "--cuda-gpu-arch=sm_%d", number < newest ? 80 : newest));
    if (number != 80 && number != newest) { // libclang knows these, and not all others
        push(a, l, "-U__CUDA_ARCH__");
        push(a, l, arena_format(a, "-D__CUDA_ARCH__=%d0", number));
    }
    if (device & VIEW_FEATURES) {
        push(a, l, arena_format(a, "-D__CUDA_ARCH_FEAT_SM%d_ALL=1", number));
        push(a, l, arena_format(a, "-D__CUDA_ARCH_SPECIFIC__=%d0", number));
    }
    if (device & VIEW_FAMILY)
        push(a, l, arena_format(a, "-D__CUDA_ARCH_FAMILY_SPECIFIC__=%d0", number));
}

static argument_list make_arguments(arena *a, const options *o, const char *toolkit, unsigned version, int device)
{
    argument_list l = {0};
    if (!has_prefix(&o->compiler_flags, "-x"))
        push(a, &l, "-xcuda");
    push(a, &l, device ? "--cuda-device-only" : "--cuda-host-only");
    push(a, &l, "-ferror-limit=0");
    push(a, &l, "-resource-dir");
    push(a, &l, options_resource_dir());
    if (!has_prefix(&o->compiler_flags, "-std="))
        push(a, &l, "-std=c++17");
    // What nvcc defines and clang does not; code asks for it to tell a CUDA compiler from a host compiler.
    push(a, &l, "-D__PTCC__=1"); // as pt.cuh has it
    push(a, &l, "-D__CUDACC__");
    push(a, &l, "-D__NVCC__");
    push(a, &l, arena_format(a, "-D__CUDACC_VER_MAJOR__=%u", version / 1000));
    push(a, &l, arena_format(a, "-D__CUDACC_VER_MINOR__=%u", version % 1000 / 10));
    push(a, &l, "-D__CUDACC_VER_BUILD__=0");
    for (const char *const *flag = host_compiler_flags(); *flag; flag++)
        push(a, &l, *flag);
    push(a, &l, "-D__CUDACC_EXTENDED_LAMBDA__=1");
    push(a, &l, "-D__CUDACC_RELAXED_CONSTEXPR__=1");
    if (o->target == TARGET_CPU) { // as when the output is compiled
        push(a, &l, "-DPT_CPU=1");
        push(a, &l, "-D__CUDA_ARCH_LIST__=900");
    }
    push(a, &l, "-fgpu-rdc"); // launches from device code parse
    push(a, &l, "-Wno-everything");
    push(a, &l, "-Wunknown-pragmas"); // also those that macros make
    add_device(a, &l, o, device);
    if (toolkit) {
        push(a, &l, arena_format(a, "--cuda-path=%s", toolkit));
        if (libclang_major(a) <= 16) {
            push(a, &l, "-Xclang");
            push(a, &l, "-fcuda-allow-variadic-functions");
        }
        push(a, &l, "-include");
        push(a, &l, VIRTUAL_DIR "/prelude_toolkit.h");
    } else {
        push(a, &l, "-nocudainc");
        push(a, &l, "-nocudalib");
        push(a, &l, "--cuda-path=/nonexistent");
        push(a, &l, "-fgpu-defer-diag");
        push(a, &l, "-include");
        push(a, &l, VIRTUAL_DIR "/cuda_runtime.h");
    }
    for (size_t i = 0; i < o->compiler_flags.count; i++)
        add_user_flag(a, o, &i, &l);
    // Behind the user's own paths, so that theirs are found first.
    push(a, &l, "-isystem");
    push(a, &l, VIRTUAL_DIR);
    if (toolkit) { // as nvcc has them: clang would look into /usr/local/include first, where another toolkit may have its headers
        push(a, &l, "-isystem");
        push(a, &l, arena_format(a, "%s/include", toolkit));
        push(a, &l, "-isystem");
        push(a, &l, arena_format(a, "%s/include/cccl", toolkit));
    }
    return l;
}

// With a toolkit only the prelude and what the toolkit dropped are served; without one, every header of the shim.
static size_t make_virtual_files(arena *a, bool toolkit, ast_virtual_file **out)
{
    *out = arena_alloc(a, (shim_file_count + 2) * sizeof **out);
    size_t count = 0;
    bool prelude = false;
    for (size_t i = 0; i < shim_file_count; i++) {
        const shim_file *s = &shim_files[i];
        bool is_prelude = strcmp(s->path, "prelude_toolkit.h") == 0 || strcmp(s->path, "pt_annotations.h") == 0 ||
                         strcmp(s->path, "pt_nv_atomics.h") == 0 || strcmp(s->path, "pt_wide_atomics.h") == 0;
        prelude |= strcmp(s->path, "prelude_toolkit.h") == 0;
        if (toolkit && !is_prelude)
            continue;
        (*out)[count++] = (ast_virtual_file){arena_format(a, VIRTUAL_DIR "/%s", s->path), s->bytes, s->length, NULL};
    }
    if (toolkit && !prelude)
        (*out)[count++] = (ast_virtual_file){VIRTUAL_DIR "/prelude_toolkit.h", "\n", 1, NULL};
    if (toolkit)
        (*out)[count++] = (ast_virtual_file){VIRTUAL_DIR "/texture_fetch_functions.h", "\n", 1, NULL};
    return count;
}

// `device` is 0 for the host.
bool parse_input_make(arena *a, const options *o, int device, diagnostics *d, parse_input *input)
{
    const char *toolkit = find_toolkit(a, o, d);
    if (diagnostics_has_fatal(d))
        return false;
    const unsigned version = cuda_version(a, toolkit);
    argument_list arguments = make_arguments(a, o, toolkit, version, device);
    ast_virtual_file *files;
    size_t count = make_virtual_files(a, toolkit != NULL, &files);
    *input = (parse_input){arguments.items, arguments.count, files, count, toolkit, version};
    return true;
}

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
        if (renamed->items[i].stands_for == s || strcmp(renamed->items[i].path, s->path) == 0)
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

// Once more where headers ask for the compiler: that they are there only a parse tells, and those that come then may ask, too.
static ast *parse_renamed(arena *a, const parse_input *input, renamed_files *renamed, const char *path, const source *main_file, diagnostics *d)
{
    enum { MOST_TURNS = 8 };
    for (int turn = 0;; turn++) {
        ast *t = parse_once(a, input, renamed, path, main_file, d);
        const size_t known = renamed->count;
        for (size_t i = 0; t && i < ast_file_count(t) && turn < MOST_TURNS; i++) {
            const source *s = ast_file(t, (int)i);
            const bool may_ask = strstr(s->bytes, "__clang") || strstr(s->bytes, "__GNU") || strstr(s->bytes, "__CUDA__") || strstr(s->bytes, "__llvm__");
            if (!may_ask || is_renamed(renamed, s))
                continue;
            const token_list tokens = lex_source(a, s);
            ast_virtual_file file;
            if (host_compiler_rename(a, s, &tokens, is_host_clang(input), &file))
                *ARENA_PUSH(a, renamed) = file;
        }
        if (renamed->count == known)
            return t;
        ast_dispose(t);
    }
}

// ---- clang's complaints --------------------------------------------------------------------------------------------

// Text whose meaning the rewriting depends on: annotated kernels and what they reach.
static bool is_rewritten_text(const plan *p, int file, size_t offset)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        if (!f->annotated && !f->cloned)
            continue;
        for (size_t k = 0; k < f->declarations.count; k++) {
            const declaration *d = &f->declarations.items[k];
            if (d->file == file && offset >= d->begin && offset < d->end)
                return true;
        }
    }
    return false;
}

static const char no_template[] = "no function template matches function template specialization '"; // and its name

// nvcc takes `template <> void k<int>(...)` without __global__ for the kernel's specialisation; clang knows nothing of it.
static const char *lost_specialisation(const plan *p, const char *message)
{
    const char *name = strstr(message, no_template);
    for (size_t i = 0; name && i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        const char *quoted = name + strlen(no_template);
        if (f->annotated && strncmp(quoted, f->name, strlen(f->name)) == 0 && quoted[strlen(f->name)] == '\'')
            return f->name;
    }
    return NULL;
}

static bool is_in_friend(const plan *p, int file, size_t offset)
{
    for (size_t i = 0; i < p->functions.count; i++)
        for (size_t k = 0; k < p->functions.items[i].declarations.count; k++) {
            const declaration *d = &p->functions.items[i].declarations.items[k];
            if (d->is_friend && d->file == file && offset >= d->begin && offset < d->end)
                return true;
        }
    return false;
}

// nvcc takes a cuda::barrier in shared memory; what clang then forgets of its calls matters only to kernels that
// threads leave early.
static bool is_left_early(const plan *p, int file, size_t offset)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        const declaration *d = plan_definition(&p->functions.items[i]);
        if (!d || d->file != file || offset < d->begin || offset >= d->end)
            continue;
        for (size_t k = 0; k < p->functions.items[i].facts.count; k++)
            if (p->functions.items[i].facts.items[k].kind == FACT_RETURN &&
                !(p->functions.items[i].facts.items[k].context & IS_UNIFORM))
                return true;
    }
    return false;
}

static bool is_recovered_launch(const plan *p, int file, size_t offset)
{
    for (size_t i = 0; i < p->launches.count; i++) {
        const launch *l = &p->launches.items[i];
        if (l->recovered && l->file == file && offset >= l->name_begin && offset <= l->arguments_open)
            return true;
    }
    return false;
}

// May a macro with arguments stand there? `*index` is its name's.
static bool is_macro_use(const plan_file *f, size_t offset, size_t *index)
{
    size_t i = *index = token_at_or_after(&f->tokens, offset);
    return f->tokens.items[i].kind == TOKEN_IDENTIFIER && !f->tokens.items[i].in_directive &&
           !token_is(f->text, &f->tokens.items[i], "_Pragma") && token_is(f->text, &f->tokens.items[i + 1], "(");
}

// A directive that a macro's expansion makes has no text of its own that could be read or stripped.
static void find_macro_directive(plan *p, int file, size_t i)
{
    const plan_file *f = &p->files.items[file];
    int depth = 0;
    for (size_t k = i + 1; f->tokens.items[k].kind != TOKEN_END; k++) {
        const token *t = &f->tokens.items[k];
        depth += token_is(f->text, t, "(");
        depth -= token_is(f->text, t, ")");
        if (token_is(f->text, t, "pt"))
            diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-macro-directive",
                            plan_span(p, file, f->tokens.items[i].begin, f->tokens.items[i].end),
                            "this macro makes a '#pragma pt'; write the directive out");
        if (depth == 0)
            return;
    }
}

// A directive in a header that no file of the project includes, but -include, say, has no place in the output.
static void find_outside_directive(plan *p, ast *t, size_t message)
{
    ast_message m = ast_message_at(t, message);
    ast_message_read(t, p->arena, message, &m);
    if (!m.outside || strcmp(m.option, "-Wunknown-pragmas") != 0)
        return;
    const token_list tokens = lex_source(p->arena, m.outside);
    const directive_list all = pragma_parse(p->arena, m.outside, &tokens, diagnostics_new(p->arena));
    for (size_t i = 0; i < all.count; i++)
        if (m.outside_offset >= all.items[i].at.begin && m.outside_offset < all.items[i].at.end)
            diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-outside", all.items[i].at,
                            "no file of the program includes this header, so that ptcc does not rewrite it; give it an #include "
                            "in place of -include");
}

// clang says of every pragma that it does not know where it comes from: also of those that no text holds.
static void find_macro_directives(plan *p, ast *t)
{
    for (size_t i = 0, count = ast_message_count(t); i < count; i++) {
        ast_message m = ast_message_at(t, i);
        if (m.severity == AST_WARNING && m.at.file < 0 && !m.in_system)
            find_outside_directive(p, t, i);
        int file = m.severity == AST_WARNING && m.at.file >= 0 ? plan_file_index(p, ast_file(t, m.at.file)) : -1;
        size_t index;
        if (file < 0 || !is_macro_use(&p->files.items[file], m.at.offset, &index))
            continue;
        ast_message_read(t, p->arena, i, &m);
        if (strcmp(m.option, "-Wunknown-pragmas") == 0)
            find_macro_directive(p, file, index);
    }
}

static bool is_of_unknown_name(const char *message)
{
    static const char *const words[] = {"unknown", "undeclared identifier", "no member named", "no template named", "no type named",
                                        "not a class, namespace, or enumeration", "not a template"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(message, words[i]))
            return true;
    return false;
}

// Grammar errors are the program's own; but without a toolkit, those behind an error of another kind may come from a name that
// is not known here. Errors of meaning may come from headers that are not here: they matter where text is rewritten; elsewhere
// the program's compiler is the judge.
static void take_messages(plan *p, ast *t, diagnostics *d)
{
    bool all_known = true; // so far
    for (size_t i = 0, count = ast_message_count(t); i < count; i++) {
        ast_message m = ast_message_at(t, i);
        if (m.severity < AST_ERROR || m.in_system || m.at.file < 0)
            continue;
        int file = plan_file_index(p, ast_file(t, m.at.file));
        if (file < 0)
            continue;
        ast_message_read(t, p->arena, i, &m);
        span at = plan_span(p, file, m.at.offset, m.at.offset);
        bool missing_header = strstr(m.text, "file not found") != NULL;
        bool grammar = m.is_parse_issue && !missing_header && (p->with_toolkit || all_known);
        // An assertion that fails, or a value that is out of range, takes nothing out of the AST. Nor does a copy of blockIdx,
        // whose type may be copied for nvcc, and in the rewritten text; nor a friend that nvcc takes without __global__.
        bool harmless = (strstr(m.text, "deleted constructor of '") && strstr(m.text, "__cuda_builtin_")) ||
                        (strstr(m.text, no_template) && is_in_friend(p, file, m.at.offset)) ||
                        strstr(m.text, "static assertion") || strstr(m.text, "static_assert") ||
                        (strstr(m.text, "initialization is not supported for __shared__") && !is_left_early(p, file, m.at.offset));
        all_known = all_known && !missing_header && !is_of_unknown_name(m.text);
        grammar = grammar && !is_recovered_launch(p, file, m.at.offset);
        // #error of a project file is meant for whoever compiles it; what a header of the system says is about a
        // compiler or a toolkit that ptcc is not.
        const char *specialised = harmless ? NULL : lost_specialisation(p, m.text);
        if (specialised) {
            diagnostics_add(d, SEVERITY_ERROR, "pt-specialisation", at,
                            "kernel '%s' is specialised here without __global__, which leaves its persistent form without this "
                            "body; write __global__ here, too", specialised);
            continue;
        }
        bool matters = grammar || m.is_user_error || (!missing_header && !harmless && is_rewritten_text(p, file, m.at.offset));
        if (matters)
            diagnostics_add(d, SEVERITY_ERROR, "pt-parse", at, "%s", m.text);
        else if (missing_header)
            diagnostics_add(d, SEVERITY_WARNING, "pt-missing-header", at, "%s; its declarations are guessed", m.text);
    }
}

// ---- the stages ----------------------------------------------------------------------------------------------------

// libclang recurses; behind its own limit of nested brackets it may run out of stack, since parses go on after errors.
static bool is_nested_too_deep(const source *s, const token_list *tokens, diagnostics *d)
{
    enum { LIMIT = 256 }; // clang's -fbracket-depth
    size_t depth = 0;
    for (size_t i = 0; i < tokens->count; i++) {
        const token *t = &tokens->items[i];
        if (t->kind != TOKEN_PUNCTUATION || t->end != t->begin + 1)
            continue;
        char c = s->bytes[t->begin];
        if (c == '(' || c == '[' || c == '{')
            depth++;
        if ((c == ')' || c == ']' || c == '}') && depth)
            depth--;
        if (depth > LIMIT) {
            diagnostics_add(d, SEVERITY_ERROR, "pt-nesting", span_make(s, t->begin, t->end),
                            "brackets are nested deeper than %d", LIMIT);
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
    p->devices_are_known = known && !p->for_cpu;
    for (size_t i = 0; i < (known ? known : VIEWS_AT_MOST) && devices[i]; i++) {
        parse_input input;
        if (!parse_input_make(p->arena, o, devices[i], d, &input))
            return;
        ast *device = parse_renamed(p->arena, &input, renamed, path, p->files.items[0].text, i ? NULL : d);
        if (device)
            collect_functions(p, device, true);
        ast_dispose(device);
        if (known && !views_may_differ(p))
            break;
        if (!known && i + 1 < VIEWS_AT_MOST)
            devices[i + 1] = views_wanted(p, devices, i + 1);
    }
}

static bool is_text(const source *s)
{
    return !memchr(s->bytes, 0, s->length);
}

static bool begins_with(const source *s, const char *line)
{
    const size_t bom = s->length >= 3 && memcmp(s->bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0, length = strlen(line);
    return s->length - bom >= length && memcmp(s->bytes + bom, line, length) == 0;
}

// It begins with the line that rewrite.c writes there.
static bool is_output_for_cpu(const source *s) { return begins_with(s, "#define PT_CPU_CUDA_VERSION "); }

// Launches of what a rewritten header holds can be rewritten together with the header only.
static void find_rewritten_headers(const plan *p)
{
    static const char *const begins[] = {
        "#include <pt/pt.cuh>\n#line 1 \"", "#include <pt/pt.cuh>\n#if defined(", "#include <pt/pt.cuh>\n#ifndef PT_REWRITTEN_",
        "#include <pt/pt.cuh>\n#include <pt/barrier.cuh>\n", "#include <pt/pt.cuh>\n#include <pt/loop.cuh>\n",
        "#include <pt/pt.cuh>\n#include <pt/keep.cuh>\n",
        "#define PT_CPU_CUDA_VERSION "};
    for (size_t i = 0; i < p->files.count; i++)
        for (size_t k = 0; k < p->files.items[i].inclusions.count; k++) {
            const inclusion *x = &p->files.items[i].inclusions.items[k];
            bool rewritten[2] = {false, false}; // the file that includes, and the one that is included
            for (size_t m = 0; m < sizeof begins / sizeof *begins; m++) {
                rewritten[0] |= begins_with(p->files.items[i].text, begins[m]);
                rewritten[1] |= begins_with(p->files.items[x->file].text, begins[m]);
            }
            if (x->entered && rewritten[1] && !rewritten[0])
                diagnostics_add(p->diagnostics, SEVERITY_WARNING, "pt-rewritten-header", plan_span(p, (int)i, x->at, x->at),
                                "'%s' is what ptcc wrote: launches of its kernels stay plain in this file; include the header "
                                "that it was made of", p->files.items[x->file].text->path);
        }
}

plan *parse_file(arena *a, const options *o, const char *path, diagnostics *d)
{
    const char *error = NULL;
    source *main_file = source_load(a, path, &error);
    if (!main_file) {
        diagnostics_add(d, SEVERITY_FATAL, "pt-input", (span){0}, "cannot read '%s': %s", path, error);
        return NULL;
    }
    if (!is_text(main_file)) {
        diagnostics_add(d, SEVERITY_ERROR, "pt-not-text", (span){0}, "'%s' holds NUL bytes: it is not a source file", path);
        return NULL;
    }
    token_list tokens = lex_source(a, main_file);
    if (is_nested_too_deep(main_file, &tokens, d))
        return NULL;
    parse_input input;
    if (!parse_input_make(a, o, 0, d, &input))
        return NULL;
    renamed_files renamed = {0};
    ast_virtual_file renamed_main; // its tokens are known before
    if (host_compiler_rename(a, main_file, &tokens, is_host_clang(&input), &renamed_main))
        *ARENA_PUSH(a, &renamed) = renamed_main;
    ast *host = parse_renamed(a, &input, &renamed, path, main_file, d);
    if (!host)
        return NULL;
    plan *p = arena_alloc(a, sizeof *p);
    *p = (plan){.arena = a, .diagnostics = d, .with_toolkit = input.toolkit != NULL, .for_cpu = o->target == TARGET_CPU,
                .cuda_version = input.cuda_version, .own_headers = input.toolkit ? input.toolkit : VIRTUAL_DIR};
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
    find_macro_directives(p, host);
    find_rewritten_headers(p);
    if (p->for_cpu || collect_has_directives(p)) {
        collect_functions(p, host, false);
        if (views_need_device(p))
            parse_device(p, o, &renamed, path, d);
        recover_launches(p);
        analyse(p);
        analyse_addresses(p);
        loop_analyse(p);
        launch_order_analyse(p);
        take_messages(p, host, d);
        check(p);
    }
    ast_dispose(host);
    return p;
}
