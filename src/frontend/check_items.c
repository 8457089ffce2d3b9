// Checks of items(...): see check_items.h. The clause is text that goes where the kernel is defined, so what is asked of it is
// asked of its words, and of those of the macros and functions that they name.
#include "frontend/check_items.h"

#include "frontend/clause_names.h"
#include "frontend/computing.h"
#include "frontend/lex.h"

#include <string.h>

typedef struct clause {
    plan *plan;
    const function *kernel;
    const directive *directive;
    const source *text; // of the expression alone
    token_list tokens;
    map followed; // names of macros and functions
} clause;

static void refuse(const clause *c, const char *message, slice word)
{
    diagnostics_add(c->plan->diagnostics, SEVERITY_ERROR, "pt-items", c->directive->items_at, message, (int)word.length, word.bytes);
    diagnostics_add(c->plan->diagnostics, SEVERITY_NOTE, "pt-items", c->directive->at, "kernel '%s' is annotated here",
                    c->kernel->name);
}

// ---- words -------------------------------------------------------------------------------------------------------------

// What differs from block to block or thread to thread, or has an effect of its own.
static bool is_own_word(const source *s, const token_list *tokens, size_t i)
{
    static const char *const words[] = {"blockIdx", "threadIdx", "gridDim", "printf", "clock", "clock64", "asm", "__asm__", "__asm",
                                        "cooperative_groups", "__shared__", "volatile"},
                             *const prefixes[] = {"atomic", "__sync", "__shfl"};
    if (tokens->items[i].kind != TOKEN_IDENTIFIER)
        return false;
    if (i && (token_is(s, &tokens->items[i - 1], ".") || token_is(s, &tokens->items[i - 1], "->")))
        return false;
    if (TOKEN_IS_ANY(s, &tokens->items[i], words))
        return true;
    for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++)
        if (strncmp(s->bytes + tokens->items[i].begin, prefixes[k], strlen(prefixes[k])) == 0)
            return true;
    return false;
}

static bool follow(clause *c, slice name);

// How a function's own variable is changed: itself, a member of it, an element of the array that it is.
typedef enum changed_part { CHANGES_ITSELF, CHANGES_MEMBER, CHANGES_ELEMENT } changed_part;

// Is it declared from `begin` on as a variable, `int x`, `, x` or `int *x`, that is no reference and not static, and such a part its own? What it
// points to is not.
static bool is_own_variable(const source *s, const token_list *tokens, size_t begin, size_t end, size_t name, changed_part part)
{
    const slice word = token_bytes(s, &tokens->items[name]);
    for (size_t i = begin + 2; i < end; i++) {
        const token *t = &tokens->items[i];
        const bool is_pointer = token_is(s, t - 1, "*");
        if (t->kind != TOKEN_IDENTIFIER || !slice_equal(token_bytes(s, t), word) ||
            !((t - 1)->kind == TOKEN_IDENTIFIER || token_is(s, t - 1, ",") || (is_pointer && ((t - 2)->kind == TOKEN_IDENTIFIER || token_is(s, t - 2, ",")))))
            continue;
        size_t k = i - 1; // to where the statement begins
        while (k > begin && !token_is(s, &tokens->items[k], ";") && !token_is(s, &tokens->items[k], "{") &&
               !token_is(s, &tokens->items[k], "}") && !token_is(s, &tokens->items[k], "(") && !token_is(s, &tokens->items[k], "static"))
            k--;
        const bool is_array = token_is(s, t + 1, "["), is_parameter = token_is(s, &tokens->items[k], "(");
        return !token_is(s, &tokens->items[k], "static") && !token_is(s, t - 1, "return") && !token_is(s, t - 1, "else") && !token_is(s, t - 2, "return") &&
               (part == CHANGES_ITSELF || (!is_pointer && (part == CHANGES_MEMBER || (is_array && !is_parameter))));
    }
    return false;
}

// In a function's body: x = 1, x.y += 1, x[i]++, ++x, where x is its own.
static bool changes_own(const source *s, const token_list *tokens, size_t begin, size_t end, size_t i)
{
    size_t at = i - 1;
    changed_part part = CHANGES_ITSELF;
    while (at > begin && (token_is(s, &tokens->items[at], "]") || (tokens->items[at].kind == TOKEN_IDENTIFIER && token_is(s, &tokens->items[at - 1], ".")))) {
        int open = 0;
        if (tokens->items[at].kind == TOKEN_IDENTIFIER) {
            if (part == CHANGES_ELEMENT)
                return false; // x.y[i], which may be a pointer's
            part = CHANGES_MEMBER;
            at -= 2;
            continue;
        }
        part = CHANGES_ELEMENT;
        do {
            open += token_is(s, &tokens->items[at], "]") - token_is(s, &tokens->items[at], "[");
            at--;
        } while (open && at > begin);
    }
    const bool is_step = token_is(s, &tokens->items[i], "++") || token_is(s, &tokens->items[i], "--");
    if (is_step && tokens->items[at].kind != TOKEN_IDENTIFIER) { // it stands in front
        const bool is_member = token_is(s, &tokens->items[i + 2], "."), is_deep = is_member && (token_is(s, &tokens->items[i + 4], "[") || token_is(s, &tokens->items[i + 4], "->"));
        at = token_is(s, &tokens->items[i + 2], "->") || is_deep ? i : i + 1;
        part = token_is(s, &tokens->items[i + 2], "[") ? CHANGES_ELEMENT : is_member ? CHANGES_MEMBER : CHANGES_ITSELF;
    }
    const bool is_loaded = token_is(s, &tokens->items[at - 1], "*") && at >= 2 &&
                           (tokens->items[at - 2].kind != TOKEN_IDENTIFIER || token_is(s, &tokens->items[at - 2], "return"));
    const bool is_target = at >= begin && tokens->items[at].kind == TOKEN_IDENTIFIER && !token_is(s, &tokens->items[at - 1], "->") && !is_loaded;
    return is_target && is_own_variable(s, tokens, begin, end, at, part);
}

// Does one of these words not belong there, or lead to one? An expression may not change anything; a function's parameters and body
// may change what is its own.
static bool scan(clause *c, const source *s, const token_list *tokens, size_t begin, size_t end, bool is_body)
{
    for (size_t i = begin; i < end; i++)
        if (is_own_word(s, tokens, i) || (token_change_at(s, tokens, i) && (!is_body || !changes_own(s, tokens, begin, end, i))) ||
            (tokens->items[i].kind == TOKEN_IDENTIFIER && follow(c, token_bytes(s, &tokens->items[i]))))
            return true;
    return false;
}

static bool follow_macro(clause *c, slice name)
{
    for (macro_place m = {0}; plan_next_macro_named(c->plan, name, &m);) {
        const bool is_live = is_token(m.of, m.name - 1, "define") && !plan_is_skipped(m.of, m.of->tokens.items[m.name].begin);
        if (is_live && scan(c, m.of->text, &m.of->tokens, m.name + 1, token_directive_end(&m.of->tokens, m.name), false))
            return true;
    }
    return false;
}

// Into the macros and functions of the project that bear the name: into each of them once.
static bool follow(clause *c, slice name)
{
    const plan *p = c->plan;
    const char *const known = arena_copy(p->arena, name.bytes, name.length);
    if (map_get(&c->followed, known) >= 0)
        return false;
    map_put(&c->followed, known, 1);
    if (follow_macro(c, name))
        return true;
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *g = &p->functions.items[i];
        const declaration *d = plan_definition(g);
        if (!d || g->in_system || g->is_kernel || strcmp(g->name, known) != 0)
            continue;
        const plan_file *f = &p->files.items[d->file];
        if (g->reads_block_index || g->uses_ambient || g->has_block_barrier) // also by operators, which its words do not name
            return true;
        if (scan(c, f->text, &f->tokens, token_at_or_after(&f->tokens, d->specifiers_begin), token_at_or_after(&f->tokens, d->body_end), true))
            return true;
    }
    return false;
}

// ---- objects -----------------------------------------------------------------------------------------------------------

// A parameter of a class, as it is: n, *n; not n.count.
static bool is_object(const clause *c, const declaration *d, size_t i)
{
    for (size_t k = 0; k < d->parameters.count; k++)
        if (d->parameters.items[k].is_class && d->parameters.items[k].size_bytes && c->tokens.items[i].kind == TOKEN_IDENTIFIER && token_is(c->text, &c->tokens.items[i], d->parameters.items[k].name))
            return !token_is(c->text, &c->tokens.items[i + 1], ".") && !(i && (token_is(c->text, &c->tokens.items[i - 1], ".") || token_is(c->text, &c->tokens.items[i - 1], "->")));
    return false;
}

// A class of the program's, or a pointer to functions: struct NAME, (*NAME)(.
static bool is_type_or_pointer(const plan_file *f, size_t i)
{
    static const char *const introducing[] = {"struct", "class", "union", "typedef", "using"};
    if (computing_tokens_of_type(f, i) || (is_token(f, i - 1, "using") && is_token(f, i + 1, "=") && computing_tokens_of_type(f, i + 2)))
        return false; // typedef int T; using T = int;
    return i && (IS_ANY_TOKEN(f, i - 1, introducing) || (is_token(f, i - 1, "*") && is_token(f, i + 1, ")") && is_token(f, i + 2, "(")));
}

// Objects that are made or called there, and calls by pointers: which functions run then does not follow from the clause's words. A
// parameter whose type a template leaves open may be such an object.
static bool is_hidden_call(const clause *c, const declaration *d, size_t i)
{
    const token *t = &c->tokens.items[i];
    const slice name = token_bytes(c->text, t);
    if (t->kind != TOKEN_IDENTIFIER || (!token_is(c->text, t + 1, "(") && !token_is(c->text, t + 1, "{")))
        return false;
    if (i && (token_is(c->text, t - 1, ".") || token_is(c->text, t - 1, "->")))
        return false;
    if (clause_names_parameter(d, name) >= 0)
        return true;
    for (size_t file = 0; file < c->plan->files.count; file++) {
        const plan_file *f = &c->plan->files.items[file];
        for (size_t k = 1; k + 2 < f->tokens.count; k++)
            if (f->tokens.items[k].kind == TOKEN_IDENTIFIER && is_type_or_pointer(f, k) && slice_equal(token_word(f, k), name))
                return true;
    }
    return false;
}

void check_items(plan *p, const function *kernel)
{
    const directive *d = plan_directive(p, kernel);
    if (!d || !d->items_at.file)
        return;
    clause c = {.plan = p, .kernel = kernel, .directive = d, .followed = map_new(p->arena)};
    c.text = source_from_memory(p->arena, "items", d->items.text.bytes, d->items.text.length);
    c.tokens = lex_source(p->arena, c.text);
    const slice none = {"", 0};
    if (d->order != ORDER_LINEAR)
        refuse(&c, "items(...) counts the first blocks in linear order, and cannot be combined with order(...): leave one of them out%.*s", none);
    if (kernel->has_grid_barrier)
        refuse(&c, "the blocks of a kernel with a grid barrier are all that were launched; remove items(...)%.*s", none);
    if (scan(&c, c.text, &c.tokens, 0, c.tokens.count, false))
        refuse(&c, "the number of blocks is the same for the whole launch: it can depend on the kernel's parameters and on memory, "
                   "not on a block or a thread, and evaluating it must not change anything%.*s", none);
    const declaration *definition = plan_definition(kernel);
    if (definition && p->files.items[definition->file].text->bytes[definition->body_begin] != '{')
        refuse(&c, "the kernel's body comes out of a macro, where the question cannot be put in front; write its braces out%.*s", none);
    for (size_t i = 0; definition && i < c.tokens.count; i++)
        if (is_object(&c, definition, i))
            refuse(&c, "'%.*s' is an object, whose operators and conversions may change something; ask one of its members", token_bytes(c.text, &c.tokens.items[i]));
        else if (is_hidden_call(&c, definition, i))
            refuse(&c, "which functions run for '%.*s' is not known: it makes an object, or calls one, or calls by a pointer; call a function by its name", token_bytes(c.text, &c.tokens.items[i]));
}
