// Constants that say how many lanes there are: see lanes_search.h.
//
//     #define LOG_WARP 5
//     #define WARP (1u << LOG_WARP)            32
//     enum { half = WARP / 2, all = 2 * half };  16 and 32
//
// In:  tokens of a function's text. Out: the number that an operand is.
// Rule: whole numbers that are not negative, + - * / % and <<, brackets, and names of macros and constants that stand for such a thing wherever
//      any file defines them; 0 is what is not known.
#include "frontend/lanes_search.h"

#include "frontend/unchanged.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { names_at_most = 4, names_of_one = 4, largest_bits = 30 }; // names in names, and in one definition; a value that fits into an int

// What a name stands for, in all its definitions.
typedef struct meaning {
    bool is_known, is_one; // they say one number
    bool is_whole;         // or each a multiple of the lanes
    unsigned long value;
} meaning;

typedef struct reader {
    const search *s;
    const plan_file *f;
    size_t i, last;
    int depth, names;
    bool is_known;
} reader;

static meaning meaning_of(const search *s, const plan_file *at, size_t name, int depth);

// 32, 0x20, 64u; no 32.0f.
unsigned long lanes_whole_number(const plan_file *f, size_t i)
{
    const slice word = token_word(f, i);
    const bool is_hexadecimal = word.length > 1 && (word.bytes[1] == 'x' || word.bytes[1] == 'X');
    for (size_t k = 0; k < word.length; k++)
        if (word.bytes[k] == '.' || word.bytes[k] == '\'' || strchr(is_hexadecimal ? "pP" : "eEfF", word.bytes[k]))
            return 0;
    return f->tokens.items[i].kind == TOKEN_NUMBER ? strtoul(word.bytes, NULL, 0) : 0;
}

static bool is(const reader *r, const char *word) { return r->i < r->last && is_token(r->f, r->i, word); }

static unsigned long known(reader *r, bool is_known, unsigned long value)
{
    r->is_known &= is_known && value >> largest_bits == 0;
    return r->is_known ? value : 0;
}

static unsigned long read_sum(reader *r);

static unsigned long read_shift(reader *r)
{
    unsigned long value = read_sum(r);
    while (is(r, "<<") && r->is_known) {
        r->i++;
        const unsigned long by = read_sum(r);
        value = known(r, by < largest_bits, by < largest_bits ? value << by : 0);
    }
    return value;
}

static unsigned long read_operand(reader *r)
{
    if (is(r, "(")) {
        r->i++;
        const unsigned long inside = read_shift(r);
        const bool closes = is(r, ")");
        r->i++;
        return known(r, closes, inside);
    }
    const size_t at = r->i++;
    if (at >= r->last)
        return known(r, false, 0);
    if (r->f->tokens.items[at].kind == TOKEN_NUMBER)
        return known(r, lanes_whole_number(r->f, at) != 0, lanes_whole_number(r->f, at));
    const bool is_name = r->f->tokens.items[at].kind == TOKEN_IDENTIFIER && r->names++ < names_of_one;
    const meaning m = is_name ? meaning_of(r->s, r->f, at, r->depth + 1) : (meaning){0};
    return known(r, m.is_known && m.is_one, m.value);
}

static unsigned long read_product(reader *r)
{
    unsigned long value = read_operand(r);
    while ((is(r, "*") || is(r, "/") || is(r, "%")) && r->is_known) {
        const char operator = r->f->text->bytes[r->f->tokens.items[r->i++].begin];
        const unsigned long by = read_operand(r);
        if (operator == '*')
            value = known(r, true, value * by);
        else
            value = known(r, by != 0, !by ? 0 : operator == '/' ? value / by : value % by);
    }
    return value;
}

static unsigned long read_sum(reader *r)
{
    unsigned long value = read_product(r);
    while ((is(r, "+") || is(r, "-")) && r->is_known) {
        const bool adds = is(r, "+");
        r->i++;
        const unsigned long by = read_product(r);
        value = known(r, adds || by <= value, adds ? value + by : value - by);
    }
    return value;
}

// Of tokens `first` to `last` of a definition. 0: it is not known.
static unsigned long value_of(const search *s, const plan_file *f, size_t first, size_t last, int depth)
{
    reader r = {.s = s, .f = f, .i = first, .last = last, .depth = depth, .is_known = first < last};
    const unsigned long value = read_shift(&r);
    return r.is_known && r.i == last ? value : 0;
}

// Of a macro's definition, which stands in its use as it is written: #define LANES (8 * 4), and not 8 * 4.
static unsigned long value_of_macro(const search *s, const plan_file *f, size_t name, int depth)
{
    const size_t first = name + 1, last = token_directive_end(&f->tokens, name);
    const bool is_operand = last == first + 1 || (is_token(f, first, "(") && plan_closing_bracket(f, first, last) + 1 == last);
    return is_operand ? value_of(s, f, first, last, depth) : 0;
}

// Where the value ends that a constant's declaration gives it, behind the `=`.
static size_t end_of_value(const plan_file *f, size_t i)
{
    int open = 0;
    for (; f->tokens.items[i].kind != TOKEN_END; i++) {
        if (open == 0 && (is_token(f, i, ";") || is_token(f, i, ",") || is_token(f, i, "}")))
            break;
        open += bracket_depth(f, i);
    }
    return i;
}

// { half, WARP = 32 }: is the name at token `i` in such a list?
static bool is_in_enumeration(const plan_file *f, size_t i)
{
    size_t open = i;
    for (int depth = 0; open > 0; open--) {
        depth += bracket_depth(f, open - 1);
        if (depth > 0)
            break;
    }
    for (size_t k = open; k > 0 && k + 6 > open; k--)
        if (is_token(f, k - 1, "enum"))
            return true;
    return false;
}

// A declaration of the name that gives it a value in another way, or none: int N), template <int N>, int half{16}, int one, half; and an
// enumerator without one.
static bool declares_another(const plan_file *f, size_t i)
{
    static const char *const behind[] = {",", ";", ">", ")", "{", "(", "[", ":"}, *const no_types[] = {"return", "case", "else", "throw", "goto", "and", "or", "not"};
    if (f->tokens.items[i].in_directive || !IS_ANY_TOKEN(f, i + 1, behind))
        return (is_token(f, i + 1, "}") && (is_token(f, i - 1, ",") || is_token(f, i - 1, "{")) && is_in_enumeration(f, i));
    const bool is_behind_type = f->tokens.items[i - 1].kind == TOKEN_IDENTIFIER && !IS_ANY_TOKEN(f, i - 1, no_types);
    const bool is_in_list = is_token(f, i - 1, ",") || is_token(f, i - 1, "{");
    return is_behind_type || (is_token(f, i - 1, ",") && is_token(f, i + 1, ";")) || (is_in_list && is_token(f, i + 1, ",") && is_in_enumeration(f, i));
}

// What the definition at token `i` says. 0: it is not known, or is none of a number.
static unsigned long value_at(const search *s, const plan_file *f, size_t i, bool is_macro, int depth)
{
    const unsigned long largest = is_macro ? INT_MAX : lanes_largest_value(f, i);
    const unsigned long value = is_macro ? value_of_macro(s, f, i, depth) : largest ? value_of(s, f, i + 2, end_of_value(f, i + 2), depth) : 0;
    return value <= largest ? value : 0;
}

// Of all files. False: one says what is not known.
static bool read_meaning(const search *s, const plan_file *at, size_t name, int depth, meaning *m)
{
    const plan *p = s->plan;
    const slice word = token_word(at, name);
    const char *const text = arena_copy(p->arena, word.bytes, word.length);
    bool is_met = false;
    for (size_t file = 0; file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        for (size_t i = 1; token_list_may_have(&f->tokens, text) && i + 2 < f->tokens.count; i++) {
            if (!is_same_word(f, i, at, name) || is_token(f, i - 1, ".") || is_token(f, i - 1, "->"))
                continue;
            const bool is_macro = f->tokens.items[i].in_directive && is_token(f, i - 1, "define");
            if (!is_macro && declares_another(f, i))
                return false;
            if (!is_macro && !is_token(f, i + 1, "="))
                continue;
            const unsigned long value = value_at(s, f, i, is_macro, depth);
            if (!value)
                return false;
            m->is_one &= !is_met || value == m->value;
            m->is_whole &= value % s->lanes == 0;
            m->value = value;
            is_met = true;
            m->is_known |= !is_macro || !plan_is_skipped(f, f->tokens.items[i].begin); // #ifndef lanes, and -Dlanes=16
        }
    }
    return true;
}

// A local that hides another one may be a different number.
static meaning meaning_of(const search *s, const plan_file *at, size_t name, int depth)
{
    const slice word = token_word(at, name);
    const bool is_local = lanes_find_local_in(s, at, name) != NULL;
    meaning m = {.is_one = true, .is_whole = true};
    if (depth > names_at_most || lanes_is_own_name(s->in, at, name) ||
        (is_local && (at != s->file || !unchanged_is(s->plan, s->in, &at->tokens.items[name]))))
        return (meaning){0};
    if (!is_local && !plan_is_macro(s->plan, word) && plan_constant(s->plan, word) != 1)
        return (meaning){0};
    return read_meaning(s, at, name, depth, &m) ? m : (meaning){0};
}

bool lanes_name_is_of_whole_warps(const search *s, size_t name)
{
    const meaning m = meaning_of(s, s->file, name, 0);
    return m.is_known && m.is_whole;
}

unsigned long lanes_constant_at(const search *s, size_t i)
{
    const unsigned long number = lanes_whole_number(s->file, i);
    const meaning m = number || s->file->tokens.items[i].kind != TOKEN_IDENTIFIER ? (meaning){0} : meaning_of(s, s->file, i, 0);
    return number ? number : m.is_known && m.is_one ? m.value : 0;
}
