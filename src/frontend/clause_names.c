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

void clause_names_check(plan *p, const function *kernel)
{
    const directive *d = plan_directive(p, kernel);
    if (!d || kernel->primary >= 0)
        return; // a specialisation has the clauses of its primary template
    check_expression(p, kernel, d, &d->chunk, false);
    check_expression(p, kernel, d, &d->groups_count, false);
    check_expression(p, kernel, d, &d->tile_width, false);
    check_expression(p, kernel, d, &d->tile_height, false);
    check_expression(p, kernel, d, &d->items, true);
}
