// Parser of the directives: expressions and numbers (pragma_parser.h).
//
// In:  a range of tokens. Out: an argument: its text for the generated code, its value where it is a literal.
// Invariant: only what would spoil the generated code beyond what the compiler's message explains is refused; types are
// the compiler's business.
// Source: ISO C++20 5.13.2 (integer literals).
#include "frontend/pragma_parser.h"

#include <limits.h>
#include <string.h>
#include <strings.h>

// The text of an expression as it goes into generated code: as written, but on one line and without comments.
slice expression_text(const parser *p, range r)
{
    size_t begin = p->tokens[r.begin].begin, end = p->tokens[r.end - 1].end;
    slice written = { p->words->bytes + begin, end - begin };
    bool plain = !memchr(written.bytes, '\n', written.length) && !memchr(written.bytes, 0, written.length);
    for (size_t i = r.begin; plain && i + 1 < r.end; i++)
        if (memchr(p->words->bytes + p->tokens[i].end, '/', p->tokens[i + 1].begin - p->tokens[i].end))
            plain = false;
    if (plain)
        return written;
    text t = text_new(p->arena);
    for (size_t i = r.begin; i < r.end; i++) {
        if (i > r.begin && p->tokens[i].begin > p->tokens[i - 1].end)
            text_add_char(&t, ' ');
        text_add_slice(&t, token_text(p->arena, p->words, &p->tokens[i]));
    }
    return (slice){ t.bytes, t.length };
}

typedef enum literal_kind { LITERAL_NONE, LITERAL_WHOLE, LITERAL_NEGATIVE, LITERAL_OTHER } literal_kind;

static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

static bool is_integer_suffix(const char *suffix)
{
    static const char *const allowed[] = { "", "u", "l", "ul", "lu", "ll", "ull", "llu", "z", "uz", "zu" };
    if (strstr(suffix, "lL") || strstr(suffix, "Ll"))
        return false;
    for (size_t i = 0; i < COUNT_OF(allowed); i++)
        if (strcasecmp(suffix, allowed[i]) == 0)
            return true;
    return false;
}

// Value of an integer literal, the largest there is if it does not fit (ISO C++20 5.13.2).
static bool integer_value(const parser *p, size_t index, unsigned long long *value)
{
    slice written = token_text(p->arena, p->words, &p->tokens[index]);
    char *digits = arena_alloc(p->arena, written.length + 1);
    size_t length = 0;
    for (size_t i = 0; i < written.length; i++)
        if (written.bytes[i] != '\'')
            digits[length++] = written.bytes[i];
    int base = 10;
    const char *at = digits;
    if (at[0] == '0' && (at[1] == 'x' || at[1] == 'X')) {
        base = 16;
        at += 2;
    } else if (at[0] == '0' && (at[1] == 'b' || at[1] == 'B')) {
        base = 2;
        at += 2;
    } else if (at[0] == '0') {
        base = 8;
    }
    const char *first = at;
    *value = 0;
    for (; digit_value(*at) < base; at++) {
        unsigned long long digit = (unsigned long long)digit_value(*at);
        *value = *value > (ULLONG_MAX - digit) / (unsigned)base ? ULLONG_MAX : *value * (unsigned)base + digit;
    }
    return at > first && is_integer_suffix(at);
}

// Sees through signs and parentheses: `-(1)` is a literal, `2 * n` is none.
static literal_kind literal_of(const parser *p, range r, unsigned long long *value)
{
    bool negative = false;
    for (;;) {
        if (r.end - r.begin > 1 && is(p, r.begin, "-")) {
            negative = !negative;
            r.begin++;
        } else if (r.end - r.begin > 1 && is(p, r.begin, "+")) {
            r.begin++;
        } else if (r.end - r.begin > 2 && is(p, r.begin, "(") && p->partner[r.begin] == r.end - 1) {
            r.begin++;
            r.end--;
        } else {
            break;
        }
    }
    if (r.end - r.begin != 1)
        return LITERAL_NONE;
    switch (p->tokens[r.begin].kind) {
    case TOKEN_NUMBER:
        if (!integer_value(p, r.begin, value))
            return LITERAL_OTHER;
        return negative && *value > 0 ? LITERAL_NEGATIVE : LITERAL_WHOLE;
    case TOKEN_STRING:
    case TOKEN_CHARACTER:
        return LITERAL_OTHER;
    default:
        return LITERAL_NONE;
    }
}

// Whether the tokens can be an expression at all. Only what could spoil the generated code in ways that the
// compiler's message would not explain is looked for; the types are the compiler's business.
static bool check_expression(parser *p, range r, const char *code)
{
    static const char *const never[] = { ";", "#", "##", "@", "`", "\\", "%:", "%:%:", "\"", "'" };
    static const char *const may_open[] = { "(", "[", "+", "-", "!", "~", "*", "&", "::", "<:" };
    static const char *const may_close[] = { ")", "]", "}", ":>", "%>" };
    for (size_t i = r.begin; i < r.end; i++) {
        token_kind kind = p->tokens[i].kind;
        if (find(p, i, never, COUNT_OF(never)) >= 0) {
            refuse(p, code, place_of(p, only(i)),
                   "'%s' cannot stand in an expression; write an integer or an expression over it", shown(p, i));
            return false;
        }
        if (kind == TOKEN_NUMBER && i + 1 < r.end &&
            (p->tokens[i + 1].kind == TOKEN_NUMBER || p->tokens[i + 1].kind == TOKEN_IDENTIFIER)) {
            refuse(p, code, place_of(p, only(i + 1)), "'%s' cannot follow '%s'; write an operator between them",
                   shown(p, i + 1), shown(p, i));
            return false;
        }
    }
    if (p->tokens[r.begin].kind == TOKEN_PUNCTUATION && find(p, r.begin, may_open, COUNT_OF(may_open)) < 0) {
        refuse(p, code, place_of(p, only(r.begin)), "no expression starts with '%s'; write an integer or an expression",
               shown(p, r.begin));
        return false;
    }
    if (is(p, r.end - 1, "++") || is(p, r.end - 1, "--")) {
        refuse(p, code, place_of(p, only(r.end - 1)), "'%s' changes what it stands behind, and a clause only reads; write the value", shown(p, r.end - 1));
        return false;
    }
    if (p->tokens[r.end - 1].kind == TOKEN_PUNCTUATION && find(p, r.end - 1, may_close, COUNT_OF(may_close)) < 0) {
        refuse(p, code, place_of(p, only(r.end - 1)), "no expression ends with '%s'; write what comes behind it",
               shown(p, r.end - 1));
        return false;
    }
    return true;
}

void parse_expression(parser *p, range r, const char *code, argument *out)
{
    if (!check_expression(p, r, code))
        return;
    out->text = expression_text(p, r);
    out->at = place_of(p, r);
    unsigned long long value = 0;
    out->is_literal = literal_of(p, r, &value) == LITERAL_WHOLE;
    out->value = out->is_literal ? value : 0;
}

// A number of something: an expression, or a literal from 1 to `largest`.
void parse_count(parser *p, range r, const char *code, const char *what, unsigned long long largest,
                        argument *out)
{
    unsigned long long value = 0;
    const char *wrong = NULL;
    switch (literal_of(p, r, &value)) {
    case LITERAL_OTHER:
        wrong = "must be a whole number";
        break;
    case LITERAL_NEGATIVE:
        wrong = "must not be negative";
        break;
    case LITERAL_WHOLE:
        wrong = value == 0 ? "must not be 0" : value > largest ? "is too large" : NULL;
        break;
    case LITERAL_NONE:
        break;
    }
    if (wrong)
        refuse(p, code, place_of(p, r), "%s %s; write an integer from 1 to %llu", what, wrong, largest);
    else
        parse_expression(p, r, code, out);
}
