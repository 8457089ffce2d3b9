// Clang's messages: see messages.h.
#include "frontend/messages.h"

#include "frontend/lex.h"
#include "frontend/loop_parts.h"

#include <string.h>

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
void messages_find_macro_directives(plan *p, ast *t)
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

static void find_unknown_at(plan *p, int file, size_t offset, const char *text)
{
    const plan_file *at = &p->files.items[file];
    const bool has_braces = is_token(at, token_at_or_after(&at->tokens, offset), "{") && strcmp(text, "expected expression") == 0;
    for (size_t i = 0; i < p->loops.count; i++)
        if (p->loops.items[i].file == file && offset >= p->loops.items[i].begin && offset < p->loops.items[i].end)
            loop_stay(&p->loops.items[i], offset, has_braces ? "braces stand here where ptcc needs an expression; in a launch's configuration write dim3(x, y, z)"
                                                             : arena_format(p->arena, "what stands here is not known (%s)", text));
    for (size_t i = 0; i < p->functions.count; i++) {
        function *f = &p->functions.items[i];
        const declaration *d = plan_definition(f);
        if (d && d->file == file && offset >= d->begin && offset < d->end && !f->is_device && !f->is_kernel)
            f->facts_known = false;
    }
}

void messages_find_unknown(plan *p, ast *t)
{
    for (size_t i = 0, count = p->loops.count ? ast_message_count(t) : 0; i < count; i++) {
        ast_message m = ast_message_at(t, i);
        const int file = m.severity >= AST_ERROR && !m.in_system && m.at.file >= 0 ? plan_file_index(p, ast_file(t, m.at.file)) : -1;
        if (file < 0)
            continue;
        ast_message_read(t, p->arena, i, &m);
        find_unknown_at(p, file, m.at.offset, m.text);
    }
}

void messages_note_of_device(plan *p, ast *t)
{
    p->device_views++;
    for (size_t i = 0, count = ast_message_count(t); i < count; i++) {
        const ast_message m = ast_message_at(t, i);
        const int file = m.severity >= AST_ERROR && !m.in_system && m.at.file >= 0 ? plan_file_index(p, ast_file(t, m.at.file)) : -1;
        if (file >= 0)
            *ARENA_PUSH(p->arena, &p->device_errors) = (place_in_file){file, m.at.offset};
    }
}

// Is the text of a device's function, and no parse for a device finds anything wrong there? `#if __CUDA_ARCH__` may have hidden from the
// host what it calls.
static bool is_right_on_devices(const plan *p, int file, size_t offset)
{
    bool is_of_device = false;
    for (size_t i = 0; i < p->functions.count && !is_of_device; i++) {
        const function *f = &p->functions.items[i];
        for (size_t k = 0; k < f->declarations.count && (f->is_kernel || f->is_device); k++)
            is_of_device |= f->declarations.items[k].file == file && offset >= f->declarations.items[k].begin && offset < f->declarations.items[k].end;
    }
    for (size_t i = 0; i < p->device_errors.count; i++)
        is_of_device &= p->device_errors.items[i].file != file || p->device_errors.items[i].offset != offset;
    return p->device_views > 0 && is_of_device;
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

// `use of undeclared identifier 'pt_any'`: our own header that declares the name, or NULL.
static const char *own_header_of(const char *message)
{
    static const char *const of_all[] = {"pt_group_id", "pt_num_groups"}, *const of_tasks[] = {"pt_queue", "pt_push"};
    static const char *const of_grid[] = {"pt_any", "pt_all", "pt_count", "pt_quantify", "pt_first", "pt_select_one", "pt_none", "pt_vote", "pt_bcast",
                                          "pt_reduce_add", "pt_reduce_or", "pt_reduce_and", "pt_reduce_max", "pt_reduce_min"};
    const char *const quote = is_of_unknown_name(message) ? strchr(message, '\'') : NULL, *const end = quote ? strchr(quote + 1, '\'') : NULL;
    const slice name = end ? (slice){quote + 1, (size_t)(end - quote - 1)} : (slice){"", 0};
    return SLICE_IS_ANY(name, of_grid) ? "pt/collectives.cuh" : SLICE_IS_ANY(name, of_tasks) ? "pt/tasks.cuh" : SLICE_IS_ANY(name, of_all) ? "pt/pt.cuh" : NULL;
}

// The `foreach` that this is said of (foreach.h), or NULL.
static const directive *foreach_at(const plan *p, int file, size_t offset)
{
    const directive_list *all = &p->files.items[file].directives;
    for (size_t i = 0; i < all->count; i++)
        if (all->items[i].kind == DIRECTIVE_FOREACH && offset >= all->items[i].at.begin && offset < all->items[i].at.end)
            return &all->items[i];
    return NULL;
}

// __device__ __shared__ float s[32]; in a function, where clang leaves __device__ out.
static bool is_beside_shared(const plan_file *f, size_t offset)
{
    size_t i = token_at_or_after(&f->tokens, offset);
    while (f->tokens.items[i].kind == TOKEN_IDENTIFIER && !is_token(f, i, "__shared__"))
        i++;
    size_t k = token_at_or_after(&f->tokens, offset);
    while (k > 0 && f->tokens.items[k].kind == TOKEN_IDENTIFIER && !is_token(f, k, "__shared__"))
        k--;
    return is_token(f, i, "__shared__") || is_token(f, k, "__shared__");
}

// ((half2 *)s)[i] = {}; where nvcc chooses among the operators. clang keeps nothing of the statement: it must hold no call and no block index.
static bool is_braces_for_pair(const plan *p, const plan_file *f, const ast_message *m)
{
    if (!strstr(m->text, "use of overloaded operator '=' is ambiguous") || !strstr(m->text, "'void')") ||
        !(strstr(m->text, "'__half2')") || strstr(m->text, "'__nv_bfloat162')") || strstr(m->text, "types '__half2'") || strstr(m->text, "types '__nv_bfloat162'")))
        return false;
    for (size_t k = 0; k < p->functions.count; k++) { // what is assigned may live across a grid barrier
        const declaration *d = plan_definition(&p->functions.items[k]);
        if (d && p->functions.items[k].has_grid_barrier && &p->files.items[d->file] == f && m->at.offset >= d->begin && m->at.offset < d->end)
            return false;
    }
    size_t i = token_at_or_after(&f->tokens, m->at.offset);
    while (i > 0 && !is_token(f, i - 1, ";") && !is_token(f, i - 1, "{") && !is_token(f, i - 1, "}"))
        i--;
    for (; f->tokens.items[i].kind != TOKEN_END && !is_token(f, i, ";"); i++) {
        const token *t = &f->tokens.items[i];
        if (t->kind == TOKEN_IDENTIFIER && (is_token(f, i + 1, "(") || is_token(f, i, "blockIdx") || is_token(f, i, "gridDim") || plan_is_macro(p, token_word(f, i))))
            return false;
    }
    return true;
}

// namespace n { __device__ [[nodiscard]] int f(); }: clang takes the two in this order outside of namespaces alone, and drops the second.
static bool is_behind_attribute(const plan_file *f, const ast_message *m)
{
    const size_t i = token_at_or_after(&f->tokens, m->at.offset);
    return strstr(m->text, "an attribute list cannot appear here") && i > 0 && is_token(f, i, "[") && is_token(f, i + 1, "[") &&
           f->tokens.items[i - 1].kind == TOKEN_IDENTIFIER;
}

// What nvcc takes, and clang goes on from as nvcc does.
static bool is_taken_by_nvcc(const plan *p, int file, const ast_message *m)
{
    return is_braces_for_pair(p, &p->files.items[file], m) || is_behind_attribute(&p->files.items[file], m) || strstr(m->text, "use 'template' keyword to treat") || strstr(m->text, "restrict requires a pointer or reference") ||
           (strstr(m->text, "are not allowed on non-static local variables") && is_beside_shared(&p->files.items[file], m->at.offset));
}

// (movie_t *)movie_open(...): at the closing parenthesis clang expects an operand of `*`.
static bool ends_cast(const plan_file *f, size_t i)
{
    size_t type = i > 2 && is_token(f, i, ")") && is_token(f, i - 1, "*") ? i - 2 : 0;
    while (type && is_token(f, type, "*"))
        type--;
    return type && f->tokens.items[type].kind == TOKEN_IDENTIFIER && is_token(f, type - 1, "(");
}

// Names of what a header would declare that is missing, where nothing is rewritten: clang goes on behind the semicolon. Of a macro without one,
// CHECK(x > 0), it goes on behind the bracket.
static bool is_for_missing_header(const plan *p, int file, const ast_message *m)
{
    const plan_file *f = &p->files.items[file];
    const size_t i = token_at_or_after(&f->tokens, m->at.offset);
    const bool is_behind_macro = strstr(m->text, "expected ';' after expression") && i > 0 && (is_token(f, i, ")") || is_token(f, i - 1, ")"));
    return (is_behind_macro || (strstr(m->text, "expected expression") && ends_cast(f, i)) || strstr(m->text, "expected namespace name") || strstr(m->text, "after alias declaration") ||
            strstr(m->text, "for function-style cast or type construction")) && !is_rewritten_text(p, file, m->at.offset);
}

// Grammar errors are the program's own; but without a toolkit, those behind an error of another kind may come from a name that
// is not known here. Errors of meaning may come from headers that are not here: they matter where text is rewritten; elsewhere
// the program's compiler is the judge.
void messages_take(plan *p, ast *t, diagnostics *d)
{
    bool all_known = true, lacks_header = false; // so far
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
        // An assertion that fails, or a value that is out of range, takes nothing out of the AST. Nor does a friend that nvcc takes
        // without __global__.
        const bool is_shared_object = strstr(m.text, "initialization is not supported for __shared__") != NULL;
        bool harmless = (strstr(m.text, no_template) && is_in_friend(p, file, m.at.offset)) ||
                        strstr(m.text, "static assertion") || strstr(m.text, "static_assert") ||
                        (is_shared_object && !is_left_early(p, file, m.at.offset)) || is_taken_by_nvcc(p, file, &m);
        lacks_header |= missing_header;
        all_known = all_known && !missing_header && !is_of_unknown_name(m.text);
        grammar = grammar && !is_recovered_launch(p, file, m.at.offset) && !is_taken_by_nvcc(p, file, &m) && !(lacks_header && is_for_missing_header(p, file, &m));
        // #error of a project file is meant for whoever compiles it; what a header of the system says is about a
        // compiler or a toolkit that ptcc is not.
        const char *specialised = harmless ? NULL : lost_specialisation(p, m.text);
        if (specialised) {
            diagnostics_add(d, SEVERITY_ERROR, "pt-specialisation", at,
                            "kernel '%s' is specialised here without __global__, which leaves its persistent form without this "
                            "body; write __global__ here, too", specialised);
            continue;
        }
        const directive *tasks = foreach_at(p, file, m.at.offset);
        if (tasks) {
            if (tasks->valid)
                diagnostics_add(d, SEVERITY_ERROR, "pt-foreach", at, "the queue must be a pt_queue of <pt/tasks.cuh>, and its tasks must be what the variable can hold: %s", m.text);
            continue;
        }
        bool matters = grammar || m.is_user_error || (!missing_header && !harmless && is_rewritten_text(p, file, m.at.offset) && !is_right_on_devices(p, file, m.at.offset));
        const char *const header = matters ? own_header_of(m.text) : NULL;
        if (header)
            diagnostics_add(d, SEVERITY_ERROR, "pt-parse", at, "%s; write '#include <%s>'", m.text, header);
        else if (matters)
            diagnostics_add(d, SEVERITY_ERROR, "pt-parse", at, "%s%s", m.text,
                            is_shared_object ? ", and what is done with the object is not known, where threads leave the kernel early; give its class a constructor "
                                               "'= default', or replace the early return by a condition around the rest" : "");
        p->has_unread_text |= !matters && !harmless && !missing_header;
        if (!matters && missing_header)
            diagnostics_add(d, SEVERITY_WARNING, "pt-missing-header", at, "%s; its declarations are guessed: give ptcc the -I that the compiler gets", m.text);
    }
}
