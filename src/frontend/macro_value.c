// Macros that compute a number: see macro_value.h.
#include "frontend/macro_value.h"

#include "frontend/computing.h"
#include "frontend/lex.h"
#include "frontend/uniform.h"

#include <string.h>

typedef struct macro_text {
    const plan *p;
    const function *in;
    const plan_file *f;
    size_t open, close; // of the parameters; `close` is the name itself where there are none
    size_t end;         // of the directive
    int depth;          // of macros that are made of others
    macro_value value;
    bool computes;      // more than to hand its parameter on, which may be a type
    macro_facts *facts;
} macro_text;

static macro_value value_of(const plan *p, const function *in, const plan_file *f, size_t name, int depth, macro_facts *facts);

static void depends_on(macro_text *m, macro_value value)
{
    if (value > m->value)
        m->value = value;
}

static bool is_parameter(const macro_text *m, size_t i)
{
    for (size_t k = m->open + 1; k < m->close; k++)
        if (is_same_token(m->f, k, m->f, i))
            return true;
    return false;
}

// blockIdx.x: its last token; 0: none.
static size_t behind_index(macro_text *m, size_t i)
{
    static const char *const of_thread[] = {"blockIdx", "threadIdx"}, *const of_grid[] = {"blockDim", "gridDim"}, *const members[] = {"x", "y", "z"};
    const bool is_of_thread = IS_ANY_TOKEN(m->f, i, of_thread);
    if ((!is_of_thread && !IS_ANY_TOKEN(m->f, i, of_grid)) || !is_token(m->f, i + 1, ".") || i + 2 >= m->end || !IS_ANY_TOKEN(m->f, i + 2, members) ||
        is_token(m->f, i + 3, "("))
        return 0;
    m->facts->is_unsigned = true;
    if (is_of_thread)
        depends_on(m, MACRO_OF_THREAD);
    return i + 2;
}

// A parameter of the function's, or a member of one: the last token; 0: none.
static size_t behind_parameter(const macro_text *m, size_t i)
{
    static const char *const more[] = {"(", "[", ".", "->", "{", "::"};
    const declaration *d = plan_definition(m->in);
    for (size_t k = 0; d && k < d->parameters.count; k++) {
        const parameter *x = &d->parameters.items[k];
        if (!slice_is(token_word(m->f, i), x->name))
            continue;
        const bool is_member = x->is_record && is_token(m->f, i + 1, ".") && i + 2 < m->end && m->f->tokens.items[i + 2].kind == TOKEN_IDENTIFIER &&
                               !IS_ANY_TOKEN(m->f, i + 3, more);
        if (!is_member && (x->is_class || x->is_awkward || x->is_pack))
            return 0;
        *ARENA_PUSH(m->p->arena, &m->facts->parameters) = x->name;
        return is_member ? i + 2 : i;
    }
    return 0;
}

// An operand that begins at `i` and is no parenthesis: its last token; 0: none.
static size_t operand(macro_text *m, size_t i)
{
    static const char *const words[] = {"true", "false", "warpSize"};
    const token *t = &m->f->tokens.items[i];
    if (t->kind == TOKEN_NUMBER) {
        m->computes = true;
        m->facts->is_unsigned |= memchr(m->f->text->bytes + t->begin, 'u', t->end - t->begin) || memchr(m->f->text->bytes + t->begin, 'U', t->end - t->begin);
        return memchr(m->f->text->bytes + t->begin, '_', t->end - t->begin) ? 0 : i; // 3_th is what the program's own operator makes of 3
    }
    if (t->kind != TOKEN_IDENTIFIER)
        return 0;
    const bool called = is_token(m->f, i + 1, "(") && i + 1 < m->end;
    if (is_parameter(m, i))
        return called ? 0 : i;
    m->computes = true;
    const size_t index = behind_index(m, i), parameter = index ? 0 : behind_parameter(m, i);
    if (index || parameter)
        return index ? index : parameter;
    if (IS_ANY_TOKEN(m->f, i, words))
        return called ? 0 : i;
    const macro_value inner = value_of(m->p, m->in, m->f, i, m->depth + 1, m->facts);
    depends_on(m, inner);
    return inner == MACRO_OTHER ? 0 : i; // what it is given stands between parentheses behind it
}

// (int), (unsigned long long): the closing parenthesis; 0: none.
static size_t cast(const macro_text *m, size_t i)
{
    const size_t type = computing_tokens_of_type(m->f, i + 1);
    return type && is_token(m->f, i + 1 + type, ")") && i + 1 + type < m->end ? i + 1 + type : 0;
}

// The operator at `i` between two operands: its last token; 0: none.
static size_t binary(const macro_text *m, size_t i)
{
    const token *behind = &m->f->tokens.items[i + 1];
    m->facts->subtracts |= is_token(m->f, i, "-");
    m->facts->divides |= (is_token(m->f, i, "/") || is_token(m->f, i, "%")) && behind->kind != TOKEN_NUMBER && !uniform_number_macro(m->p, m->f, behind);
    static const char *const operators[] = {"+", "-", "*", "/", "%", "<", "<=", ">=", "==", "!=", "&&", "||", "&", "|", "^", "<<", "?", ":"};
    if (is_token(m->f, i, ">"))
        return is_token(m->f, i + 1, ">") && i + 1 < m->end ? i + 1 : i; // >> is two tokens
    return IS_ANY_TOKEN(m->f, i, operators) ? i : 0;
}

// What a bracket holds.
typedef enum bracket { IN_EXPRESSION, IN_CALL, IN_ELEMENT } bracket;

enum { brackets_at_most = 32 };

typedef struct expression_scan {
    bracket brackets[brackets_at_most];
    int depth;
    bool wants_operand;
} expression_scan;

// ( of an expression, or of what another macro is given; [ of an element.
static bool open_bracket(macro_text *m, expression_scan *x, size_t i)
{
    const bool is_element = is_token(m->f, i, "[");
    if (x->depth == brackets_at_most || (is_element && x->wants_operand) || (!is_element && !x->wants_operand && m->f->tokens.items[i - 1].kind != TOKEN_IDENTIFIER))
        return false;
    x->brackets[x->depth++] = is_element ? IN_ELEMENT : x->wants_operand ? IN_EXPRESSION : IN_CALL;
    x->wants_operand = true;
    if (is_element)
        depends_on(m, MACRO_OF_MEMORY);
    return true;
}

static bool close_bracket(const macro_text *m, expression_scan *x, size_t i)
{
    return !x->wants_operand && x->depth > 0 && (x->brackets[--x->depth] == IN_ELEMENT) == is_token(m->f, i, "]");
}

// The replacement text, from left to right: an operand is expected, or what may follow one.
static bool is_expression(macro_text *m)
{
    static const char *const unary[] = {"+", "-", "!", "~"}, *const opening[] = {"(", "["}, *const closing[] = {")", "]"};
    expression_scan x = {.wants_operand = true};
    for (size_t i = m->close + 1; i < m->end; i++) {
        if (is_token(m->f, i, "(") && x.wants_operand && cast(m, i)) {
            i = cast(m, i);
            m->computes = true; // a parameter that is a type has no cast in front
        } else if (IS_ANY_TOKEN(m->f, i, opening)) {
            if (!open_bracket(m, &x, i))
                return false;
        } else if (IS_ANY_TOKEN(m->f, i, closing)) {
            if (!close_bracket(m, &x, i))
                return false;
        } else if (x.wants_operand && IS_ANY_TOKEN(m->f, i, unary)) {
            m->computes = true;
        } else if (!x.wants_operand && is_token(m->f, i, ",")) {
            if (x.depth == 0 || x.brackets[x.depth - 1] != IN_CALL)
                return false;
            x.wants_operand = true;
        } else {
            i = x.wants_operand ? operand(m, i) : binary(m, i);
            if (!i)
                return false;
            m->computes |= !x.wants_operand;
            x.wants_operand = !x.wants_operand;
        }
    }
    return !x.wants_operand && x.depth == 0;
}

// Of one definition.
static macro_value value_of_definition(macro_text *m, size_t name, bool is_called)
{
    const token *t = m->f->tokens.items;
    m->open = m->close = name;
    m->end = token_directive_end(&m->f->tokens, name);
    if (is_token(m->f, name + 1, "(") && t[name + 1].begin == t[name].end) {
        m->open = name + 1;
        for (m->close = m->open + 1; m->close < m->end && !is_token(m->f, m->close, ")"); m->close++)
            if (t[m->close].kind != TOKEN_IDENTIFIER && !is_token(m->f, m->close, ","))
                return MACRO_OTHER; // ...
    }
    if (is_called != (m->open != name) || m->close >= m->end)
        return MACRO_OTHER;
    return is_expression(m) && m->computes ? m->value : MACRO_OTHER;
}

static bool is_function(const plan *p, slice name)
{
    for (size_t i = 0; i < p->functions.count; i++)
        if (slice_is(name, p->functions.items[i].name))
            return true;
    return false;
}

static bool is_of_function(const function *in, const char *name)
{
    const declaration *d = plan_definition(in);
    for (size_t i = 0; i < in->facts.count; i++)
        if (in->facts.items[i].kind == FACT_LOCAL && strcmp(in->facts.items[i].name, name) == 0)
            return true;
    for (size_t i = 0; d && i < d->parameters.count; i++)
        if (strcmp(d->parameters.items[i].name, name) == 0)
            return true;
    return false;
}

static macro_value value_of(const plan *p, const function *in, const plan_file *f, size_t name, int depth, macro_facts *facts)
{
    enum { depth_at_most = 4 };
    const slice word = token_word(f, name);
    macro_value value = MACRO_OTHER;
    if (depth > depth_at_most || plan_constant(p, word) == 0 || is_function(p, word) || is_of_function(in, arena_copy(p->arena, word.bytes, word.length)))
        return MACRO_OTHER; // that is what the name is where the macro is not defined
    for (macro_place at = {0}; plan_next_macro_named(p, word, &at);) {
        macro_text m = {.p = p, .in = in, .f = at.of, .depth = depth, .value = MACRO_OF_GRID, .facts = facts};
        const macro_value one = is_token(at.of, at.name - 1, "define") ? value_of_definition(&m, at.name, is_token(f, name + 1, "(")) : MACRO_OTHER;
        if (one == MACRO_OTHER)
            return MACRO_OTHER;
        if (one > value)
            value = one;
    }
    return value;
}

macro_value macro_value_at(const plan *p, const function *in, const plan_file *f, size_t name, macro_facts *facts)
{
    static const char *const indices[] = {"blockIdx", "threadIdx", "blockDim", "gridDim", "warpSize"};
    if (f->tokens.items[name].kind != TOKEN_IDENTIFIER || !plan_is_macro(p, token_word(f, name)))
        return MACRO_OTHER;
    for (size_t i = 0; i < sizeof indices / sizeof *indices; i++)
        if (is_of_function(in, indices[i]))
            return MACRO_OTHER; // the macro asks for that
    return value_of(p, in, f, name, 0, facts);
}
