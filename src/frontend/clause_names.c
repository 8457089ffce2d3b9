// Names in clauses: see clause_names.h. An expression is text that goes into generated code; a wrong name in it would be found by nvcc only.
#include "frontend/clause_names.h"

#include "frontend/lex.h"

#include <string.h>

typedef struct expression {
    plan *plan;
    const directive *directive;
    const argument *argument;
    const source *text; // of the expression alone
    token_list tokens;
} expression;

static bool is_of_the_language(slice word)
{
    static const char *const words[] = {
        "sizeof", "alignof", "decltype", "noexcept", "typename", "static_cast", "reinterpret_cast", "const_cast", "dynamic_cast", "template", "const",
        "volatile", "signed", "unsigned", "char", "short", "int", "long", "float", "double", "bool", "wchar_t", "char8_t", "char16_t", "char32_t",
        "auto", "void", "true", "false", "nullptr", "this", "new", "and", "or", "not", "xor", "compl", "bitand", "bitor", "not_eq", "operator",
        "return", "if", "else", "mutable", "constexpr", "class", "struct", "enum", "union", "typeid", "requires", "co_await", "throw", "delete"};
    return SLICE_IS_ANY(word, words) || strncmp(word.bytes, "__", 2) == 0;
}

static bool is_index(slice word)
{
    static const char *const words[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"};
    return SLICE_IS_ANY(word, words);
}

// A name that is looked up by itself: neither x.name nor q::name, nor the q of the latter.
static bool stands_alone(const expression *e, size_t i)
{
    const token *t = &e->tokens.items[i];
    return t->kind == TOKEN_IDENTIFIER && !is_of_the_language(token_bytes(e->text, t)) &&
           !(i && (token_is(e->text, t - 1, ".") || token_is(e->text, t - 1, "->") || token_is(e->text, t - 1, "::"))) &&
           !(i + 1 < e->tokens.count && token_is(e->text, t + 1, "::"));
}

static bool open_expression(plan *p, const directive *d, const argument *x, expression *e)
{
    if (!x->text.length || x->is_literal)
        return false;
    *e = (expression){p, d, x, source_from_memory(p->arena, "clause", x->text.bytes, x->text.length), {0}};
    e->tokens = lex_source(p->arena, e->text);
    return true;
}

static bool is_parameter(const function *f, slice word)
{
    for (size_t i = 0; i < f->declarations.count; i++)
        for (size_t k = 0; k < f->declarations.items[i].parameters.count; k++)
            if (slice_equal(slice_of(f->declarations.items[i].parameters.items[k].name), word))
                return true;
    return false;
}

static bool is_any_parameter(const plan *p, slice word)
{
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].is_kernel && is_parameter(&p->functions.items[i], word))
            return true;
    return false;
}

// ---- what is declared nowhere ----------------------------------------------------------------------------------------

static bool is_in_text(const plan *p, const plan_file *of_directive, const directive *d, slice word)
{
    for (size_t file = 0; file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        const size_t end = f == of_directive ? d->at.begin : f->text->length;
        for (size_t i = 0; i < f->tokens.count && f->tokens.items[i].begin < end; i++)
            if (f->tokens.items[i].kind == TOKEN_IDENTIFIER && slice_equal(token_word(f, i), word))
                return true;
    }
    return false;
}

// Behind a header that is missing anything may be declared.
static bool is_complete(ast *t)
{
    for (size_t i = 0; i < ast_message_count(t); i++)
        if (ast_message_at(t, i).severity == AST_FATAL)
            return false;
    return true;
}

// `parsed`: the parse's number of the plan's file `file`.
static void collect_expression(plan *p, ast *t, int file, int parsed, const directive *d, const argument *x)
{
    expression e;
    if (!open_expression(p, d, x, &e))
        return;
    for (size_t i = 0; i < e.tokens.count; i++) {
        const slice word = stands_alone(&e, i) ? token_bytes(e.text, &e.tokens.items[i]) : (slice){"", 0};
        const bool is_open = word.length && !is_index(word) && (is_any_parameter(p, word) || !is_in_text(p, &p->files.items[file], d, word));
        if (is_open && is_complete(t) && !ast_declares(t, arena_copy(p->arena, word.bytes, word.length), parsed, d->at.begin))
            *ARENA_PUSH(p->arena, &p->undeclared) = (undeclared_name){d, word};
    }
}

void clause_names_collect(plan *p, ast *t)
{
    for (size_t parsed = 0; parsed < ast_file_count(t); parsed++) {
        const int file = plan_file_index(p, ast_file(t, (int)parsed));
        for (size_t i = 0; file >= 0 && i < p->files.items[file].directives.count; i++) {
            const directive *d = &p->files.items[file].directives.items[i];
            const argument *const all[] = {&d->chunk, &d->groups_count, &d->tile_width, &d->tile_height, &d->items};
            for (size_t k = 0; d->valid && d->kind == DIRECTIVE_KERNEL && k < sizeof all / sizeof *all; k++)
                collect_expression(p, t, file, (int)parsed, d, all[k]);
        }
    }
}

// ---- what means something else where it goes ---------------------------------------------------------------------------

int clause_names_parameter(const declaration *d, slice name)
{
    for (size_t i = 0; i < d->parameters.count; i++)
        if (slice_is(name, d->parameters.items[i].name))
            return (int)i;
    for (size_t i = 0; i < d->template_parameters.count; i++)
        if (slice_is(name, d->template_parameters.items[i].name))
            return (int)(d->parameters.count + i);
    return -1;
}

static const declaration *annotated_declaration(const plan *p, const function *f, const directive *d)
{
    const function *g = f->primary >= 0 ? &p->functions.items[f->primary] : f;
    for (size_t i = 0; i < g->declarations.count; i++) {
        const declaration *x = &g->declarations.items[i];
        if (x->directive >= 0 && &p->files.items[x->file].directives.items[x->directive] == d)
            return x;
    }
    return NULL;
}

// Is it a macro that may be another one, or none, behind the directive: defined more than once, or undefined, in text that counts?
static bool is_macro_that_changes(const plan *p, slice name)
{
    size_t count = 0;
    for (size_t file = 0; plan_is_macro(p, name) && file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        for (size_t i = 2; i < f->tokens.count; i++)
            count += f->tokens.items[i].in_directive && slice_equal(token_word(f, i), name) && (is_token(f, i - 1, "define") || is_token(f, i - 1, "undef")) &&
                     !plan_is_skipped(f, f->tokens.items[i].begin);
    }
    return count > 1;
}

// The text goes to the definition: its names must mean there what they mean where it is written.
static void check_moved(plan *p, const function *kernel, const directive *d, const argument *x, span at, const char *code, const char *clause)
{
    const declaration *written = annotated_declaration(p, kernel, d), *used = plan_definition(kernel);
    expression e;
    if (!written || !used || written == used || !open_expression(p, d, x, &e))
        return;
    for (size_t i = 0; i < e.tokens.count; i++) {
        const token *t = &e.tokens.items[i];
        if (t->kind != TOKEN_IDENTIFIER ||
            (i && (token_is(e.text, t - 1, ".") || token_is(e.text, t - 1, "->") || token_is(e.text, t - 1, "::"))))
            continue;
        const slice name = token_bytes(e.text, t);
        const bool is_other = clause_names_parameter(written, name) != clause_names_parameter(used, name);
        if (!is_other && !is_macro_that_changes(p, name))
            continue;
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, code, at,
                        is_other ? "'%.*s' is another parameter, or none, where the kernel is defined: give the parameters that %s names the same names in all "
                                   "declarations"
                                 : "the macro '%.*s' may be another one where the kernel is defined, which is where %s is asked: put the directive at the definition",
                        (int)name.length, name.bytes, clause);
        diagnostics_add(p->diagnostics, SEVERITY_NOTE, code, d->at, "kernel '%s' is annotated here", kernel->name);
        return;
    }
}

// side(4): of a function of the host, for which device code would have to call it.
static void check_device_constant(plan *p, const function *kernel, const directive *d, const argument *x)
{
    expression e;
    if (!open_expression(p, d, x, &e))
        return;
    for (size_t i = 0; i + 1 < e.tokens.count; i++) {
        if (!stands_alone(&e, i) || !token_is(e.text, &e.tokens.items[i + 1], "("))
            continue;
        const slice name = token_bytes(e.text, &e.tokens.items[i]);
        bool of_host = false, of_device = false;
        for (size_t k = 0; k < p->functions.count; k++)
            if (slice_is(name, p->functions.items[k].name)) {
                of_device |= p->functions.items[k].is_device;
                of_host |= !p->functions.items[k].is_device;
            }
        if (!of_host || of_device)
            continue;
        diagnostics_add(p->diagnostics, SEVERITY_WARNING, "pt-order", x->at,
                        "'%.*s' is a function of the host, which nvcc lets device code, where the sides of a tile are named, ask with --expt-relaxed-constexpr "
                        "alone: make it __host__ __device__, or name its value, constexpr unsigned side = %.*s",
                        (int)name.length, name.bytes, (int)x->text.length, x->text.bytes);
        diagnostics_add(p->diagnostics, SEVERITY_NOTE, "pt-order", d->at, "kernel '%s' is annotated here", kernel->name);
        return;
    }
}

// ---- what has no value there -----------------------------------------------------------------------------------------

static bool is_template_parameter(const function *f, slice word)
{
    for (size_t i = 0; i < f->declarations.count; i++)
        for (size_t k = 0; k < f->declarations.items[i].template_parameters.count; k++)
            if (slice_equal(slice_of(f->declarations.items[i].template_parameters.items[k].name), word))
                return true;
    return false;
}

static bool is_undeclared(const plan *p, const directive *d, slice word)
{
    for (size_t i = 0; i < p->undeclared.count; i++)
        if (p->undeclared.items[i].directive == d && slice_equal(p->undeclared.items[i].name, word))
            return true;
    return false;
}

static void refuse(const expression *e, const function *kernel, const char *message, slice word)
{
    diagnostics_add(e->plan->diagnostics, SEVERITY_ERROR, "pt-bad-argument", e->argument->at, message, (int)word.length, word.bytes);
    diagnostics_add(e->plan->diagnostics, SEVERITY_NOTE, "pt-bad-argument", e->directive->at, "kernel '%s' is annotated here", kernel->name);
}

// `on_device`: the kernel's parameters are known where it is evaluated.
static void check_expression(plan *p, const function *kernel, const directive *d, const argument *x, bool on_device)
{
    expression e;
    if (!open_expression(p, d, x, &e))
        return;
    for (size_t i = 0; i < e.tokens.count; i++) {
        if (!stands_alone(&e, i))
            continue;
        const slice word = token_bytes(e.text, &e.tokens.items[i]);
        const bool is_own = is_parameter(kernel, word);
        if (is_template_parameter(kernel, word) || (on_device && (is_own || is_index(word))))
            continue; // an index in items(...) is check_items'
        if (is_own && is_undeclared(p, d, word))
            refuse(&e, kernel, "'%.*s' is a parameter of the kernel, and this is evaluated once, on the host, before any launch: write a number, a macro "
                               "or a variable that is declared in front of the kernel", word);
        else if (is_index(word) && !is_own)
            refuse(&e, kernel, "'%.*s' has a value in kernels only, and this is evaluated on the host: write a number, a macro or a variable", word);
        else if (is_undeclared(p, d, word))
            refuse(&e, kernel, "nothing in front of the directive declares '%.*s'; declare or define it there, or give ptcc the -D or -I that does", word);
        else
            continue;
        return;
    }
}

// groups(N) of a template <int N>: an explicit specialisation has its primary template's clauses, and none of its parameters.
static void check_specialised(plan *p, const function *kernel, const directive *d, const argument *x)
{
    expression e;
    if (!annotated_declaration(p, kernel, d) || !open_expression(p, d, x, &e))
        return;
    for (size_t i = 0; i < e.tokens.count; i++) {
        const slice word = stands_alone(&e, i) ? token_bytes(e.text, &e.tokens.items[i]) : (slice){"", 0};
        if (!word.length || !is_template_parameter(&p->functions.items[kernel->primary], word))
            continue;
        const declaration *own = plan_definition(kernel) ? plan_definition(kernel) : &kernel->declarations.items[0];
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-bad-argument", plan_span(p, own->file, own->name_begin, own->name_end),
                        "this specialisation has the clauses of its primary template, and no '%.*s': annotate it by itself, with the number that is meant",
                        (int)word.length, word.bytes);
        diagnostics_add(p->diagnostics, SEVERITY_NOTE, "pt-bad-argument", x->at, "'%.*s' is named here", (int)word.length, word.bytes);
        return;
    }
}

void clause_names_check(plan *p, const function *kernel)
{
    const directive *d = plan_directive(p, kernel);
    if (!d)
        return;
    check_moved(p, kernel, d, &d->tile_width, d->order_at, "pt-order", "order(...)");
    check_moved(p, kernel, d, &d->tile_height, d->order_at, "pt-order", "order(...)");
    check_moved(p, kernel, d, &d->items, d->items_at, "pt-items", "items(...)");
    if (kernel->primary >= 0) {
        check_specialised(p, kernel, d, &d->chunk);
        check_specialised(p, kernel, d, &d->groups_count);
        return; // a specialisation has the clauses of its primary template
    }
    check_expression(p, kernel, d, &d->chunk, false);
    check_expression(p, kernel, d, &d->groups_count, false);
    check_expression(p, kernel, d, &d->tile_width, false);
    check_expression(p, kernel, d, &d->tile_height, false);
    check_expression(p, kernel, d, &d->items, true);
    check_device_constant(p, kernel, d, &d->tile_width);
    check_device_constant(p, kernel, d, &d->tile_height);
}
