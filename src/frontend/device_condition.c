// What holds for all devices: see device_condition.h.
#include "frontend/device_condition.h"

#include "frontend/lex.h"

#include <stdlib.h>

typedef enum truth { NEVER, SOMETIMES, ALWAYS } truth; // in this order: of `&&` the least counts, of `||` the greatest

typedef struct reading {
    const plan_file *f;
    size_t i, end; // tokens
} reading;

static bool is(const reading *c, const char *word) { return c->i < c->end && is_token(c->f, c->i, word); }

static truth of_name(const reading *c, size_t name) { return is_token(c->f, name, "__CUDA_ARCH__") ? ALWAYS : SOMETIMES; }

static truth read_choice(reading *c);

// defined(NAME), defined NAME, a number, what stands in parentheses, or anything else.
static truth read_operand(reading *c)
{
    if (is(c, "!") || is(c, "not")) {
        c->i++;
        return (truth)(ALWAYS - read_operand(c));
    }
    if (is(c, "(")) {
        c->i++;
        const truth inside = read_choice(c);
        c->i += is(c, ")");
        return inside;
    }
    if (is(c, "defined")) {
        const bool opens = is_token(c->f, c->i + 1, "(");
        const truth found = of_name(c, c->i + 1 + opens);
        c->i += 2 + 2 * opens;
        return found;
    }
    const bool is_number = c->i < c->end && c->f->tokens.items[c->i].kind == TOKEN_NUMBER;
    const truth number = !is_number ? SOMETIMES : strtoul(token_word(c->f, c->i).bytes, NULL, 0) ? ALWAYS : NEVER;
    c->i++;
    return number;
}

// With what compares or computes behind it, an operand tells nothing.
static truth read_term(reading *c)
{
    static const char *const ends[] = {"&&", "||", "and", "or", ")"};
    truth operand = read_operand(c);
    int depth = 0;
    for (; c->i < c->end && (depth > 0 || !IS_ANY_TOKEN(c->f, c->i, ends)); c->i++) {
        depth += bracket_depth(c->f, c->i);
        operand = SOMETIMES;
    }
    return operand;
}

static truth read_both(reading *c)
{
    truth all = read_term(c);
    while (is(c, "&&") || is(c, "and")) {
        c->i++;
        const truth one = read_term(c);
        all = one < all ? one : all;
    }
    return all;
}

static truth read_choice(reading *c)
{
    truth any = read_both(c);
    while (is(c, "||") || is(c, "or")) {
        c->i++;
        const truth one = read_both(c);
        any = one > any ? one : any;
    }
    return any;
}

static truth of_directive(const plan_file *f, size_t directive)
{
    static const char *const of_expressions[] = {"if", "elif"};
    reading c = {f, directive + 2, token_directive_end(&f->tokens, directive)};
    if (is_token(f, directive + 1, "ifdef"))
        return of_name(&c, c.i);
    if (is_token(f, directive + 1, "ifndef"))
        return (truth)(ALWAYS - of_name(&c, c.i));
    for (size_t i = c.i; i < c.end; i++)
        if (is_token(f, i, "?"))
            return SOMETIMES;
    return IS_ANY_TOKEN(f, directive + 1, of_expressions) ? read_choice(&c) : SOMETIMES;
}

bool device_condition_is_of_none(const plan_file *f, size_t directive)
{
    static const char *const first[] = {"if", "ifdef", "ifndef"}, *const next[] = {"elif", "else"};
    if (of_directive(f, directive) == NEVER)
        return true;
    size_t depth = 0; // of groups that end in front of it
    bool is_taken = false, is_first = IS_ANY_TOKEN(f, directive + 1, first);
    for (size_t i = directive; i-- > 0 && !is_first && !is_taken;) {
        const token *t = &f->tokens.items[i];
        if (!t->in_directive || !t->starts_line || !is_token(f, i, "#"))
            continue;
        const bool begins = IS_ANY_TOKEN(f, i + 1, first);
        if (depth == 0 && (begins || IS_ANY_TOKEN(f, i + 1, next)))
            is_taken = of_directive(f, i) == ALWAYS; // by each device
        is_first = begins && depth == 0;
        depth += is_token(f, i + 1, "endif");
        depth -= begins && depth > 0;
    }
    return is_taken;
}
