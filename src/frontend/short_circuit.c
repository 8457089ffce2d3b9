// The operators &&, || and ?: that decide whether a place in a statement is come to: see short_circuit.h.
#include "frontend/short_circuit.h"

#include "frontend/lex.h"

static bool is(const plan_file *f, size_t i, const char *text) { return token_is(f->text, &f->tokens.items[i], text); }

// Back over the bracket of whatever kind that is closed at `index`, to the token that opens it.
static size_t opening_bracket(const plan_file *f, size_t index)
{
    for (int depth = 0;; index--) {
        depth -= bracket_depth(f, index);
        if (depth == 0 || index == 0)
            return index;
    }
}

// `NAME{...}`, `= {...}`, `({...}, ...)`: no block of statements, whose brace stands behind a head, a word of its own or another statement.
static bool opens_initialiser(const plan_file *f, size_t brace)
{
    static const char *const heads[] = {"else", "do", "try", "mutable", "noexcept", "const", "final", "override"};
    static const char *const before[] = {"=", ",", "(", "[", "return", ">", "{"};
    if (brace < 2)
        return false;
    const token *t = &f->tokens.items[brace - 1];
    if (t->kind == TOKEN_IDENTIFIER && !is(f, brace - 1, "return"))
        return !IS_ANY_TOKEN(f, brace - 1, heads) && !is(f, brace - 2, "struct") && !is(f, brace - 2, "class") &&
               !is(f, brace - 2, "union") && !is(f, brace - 2, "enum") && !is(f, brace - 2, "namespace") && !is(f, brace - 2, "->");
    return IS_ANY_TOKEN(f, brace - 1, before);
}

// `NAME<a, b>` that ends at `index`: the token `<`; `index` where it is a comparison.
static size_t opening_angle(const plan_file *f, size_t index)
{
    static const char *const others[] = {",", "::", "*", "&", "...", "<", ">"};
    int depth = 0;
    for (size_t i = index; i > 0; i--) {
        if (f->tokens.items[i].kind == TOKEN_PUNCTUATION && !IS_ANY_TOKEN(f, i, others))
            return index;
        depth += is(f, i, ">") - is(f, i, "<");
        if (depth <= 0)
            return f->tokens.items[i - 1].kind == TOKEN_IDENTIFIER ? i : index;
    }
    return index;
}

short_circuit short_circuit_of(const plan_file *f, size_t body_begin, size_t offset)
{
    return (short_circuit){.file = f, .body_begin = body_begin, .at = token_at_or_after(&f->tokens, offset)};
}

static bool decides(short_circuit *s, size_t i)
{
    if (is(s->file, i, "?")) {
        const bool is_in_last_operand = s->colons > 0;
        s->colons -= is_in_last_operand;
        return !(is_in_last_operand && s->behind_comma);
    }
    const bool joins = is(s->file, i, "&&") || is(s->file, i, "||") || is(s->file, i, "and") || is(s->file, i, "or");
    return joins && !s->behind_comma && s->colons == 0;
}

size_t short_circuit_next(short_circuit *s)
{
    const plan_file *f = s->file;
    for (; s->at > 0 && f->tokens.items[s->at - 1].begin > s->body_begin; s->at--) {
        const size_t i = s->at - 1;
        if (f->tokens.items[i].in_directive)
            continue; // #if A && B
        if (is(f, i, ";"))
            return 0; // the statement's beginning, or that of a part of `for (...; ...; ...)`
        if (is(f, i, ")") || is(f, i, "]")) {
            s->at = opening_bracket(f, i) + 1;
        } else if (is(f, i, "}")) {
            const size_t open = opening_bracket(f, i);
            if (!opens_initialiser(f, open))
                return 0;
            s->at = open + 1;
        } else if (is(f, i, ">")) {
            s->at = opening_angle(f, i) + 1;
        } else if (bracket_depth(f, i) > 0) {
            if (is(f, i, "{") && !opens_initialiser(f, i))
                return 0;
            s->colons = 0; // whatever stands around it
            s->behind_comma = false;
        } else if (is(f, i, ",")) {
            s->behind_comma |= s->colons == 0; // else it stands between ? and :
        } else if (is(f, i, ":")) {
            s->colons++;
        } else if (decides(s, i)) {
            s->at = i;
            return i;
        }
    }
    return 0;
}

size_t short_circuit_operand(const plan_file *f, size_t operator)
{
    static const char *const before[] = {"(", "[", ",", ";", "{", "}", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=",
                                         "?", ":", "return"};
    size_t index = operator;
    while (index > 0) {
        if (is(f, index - 1, ")") || is(f, index - 1, "]")) {
            index = opening_bracket(f, index - 1);
            continue;
        }
        if (IS_ANY_TOKEN(f, index - 1, before))
            return index;
        index--;
    }
    return index;
}

enum { macros_in_macros = 4 };

static bool decides_in_macro(const plan *p, const plan_file *at, const token *name, int depth)
{
    macro_place m = {0};
    while (name->kind == TOKEN_IDENTIFIER && depth < macros_in_macros && plan_next_macro_named(p, token_bytes(at->text, name), &m)) {
        const plan_file *f = m.of;
        const size_t end = token_directive_end(&f->tokens, m.name);
        for (size_t k = m.name + 1; k < end; k++)
            if (is(f, k, "&&") || is(f, k, "||") || is(f, k, "and") || is(f, k, "or") || is(f, k, "?") || decides_in_macro(p, f, &f->tokens.items[k], depth + 1))
                return true;
    }
    return false;
}

bool short_circuit_in_macro(const plan *p, const declaration *d, size_t offset)
{
    const plan_file *f = &p->files.items[d->file];
    return decides_in_macro(p, f, &f->tokens.items[token_at_or_after(&f->tokens, offset)], 0);
}
