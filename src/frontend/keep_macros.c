// Macros in a kernel whose arrays a loop may keep: see keep_reader.h.
//
// In:  the program's #define directives. Out: a kernel with a macro in it is given up, unless that stands for a number, or for an expression
//      that computes one from what the macro is given: SQUARE(x).
// Invariant: by tokens. What such an expression is made of is on a list here, a parameter of the macro's, or another such macro. It is one
//            operand wherever it stands: no operator of it takes part in what is around, where conditions and places are looked for.
#include "frontend/keep_reader.h"

#include "frontend/uniform.h"

// Not so (float)*x and (float *)x.
static bool multiplies(const reader *at, size_t star, size_t first)
{
    static const char *const no_operands[] = {"(", ",", "?", ":", "+", "-", "*", "/", "%", "<", ">", "<=", ">=", "==", "!=", "&&", "||", "!", "^", "|", "~", "<<"};
    return star > first && !IS_ONE_OF(at, star - 1, no_operands) && !reader_is_type(at, is(at, star - 1, ")") ? star - 2 : star - 1);
}

static bool is_computing_macro(const reader *r, size_t name, int depth);

static bool is_parameter(const reader *at, size_t open, size_t close, size_t word)
{
    for (size_t i = open + 1; i < close; i++)
        if (slice_equal(bytes_of(at, i), bytes_of(at, word)))
            return true;
    return false;
}

// (...), f(...), or one word or number.
static bool is_one_operand(const reader *at, size_t begin, size_t end)
{
    const size_t open = is_word(at, begin) ? begin + 1 : begin;
    return begin + 1 == end || (open < end && is(at, open, "(") && reader_closing(at, open) + 1 == end);
}

// The directive's body, from the first token behind the parameters.
static bool computes(const reader *at, size_t open, size_t close, int depth)
{
    static const char *const operators[] = {"(", ")", ",", "+", "-", "/", "%", "<", ">", "<=", ">=", "==", "!=", "!", "^", "|", "~", "<<", "."};
    static const char *const choices[] = {"?", ":", "&&", "||"}; // a loop that keeps arrays must see which elements are touched
    const size_t end = token_directive_end(&at->file->tokens, close);
    if (!is_one_operand(at, close + 1, end))
        return false;
    for (size_t i = close + 1; i < end; i++) {
        const token *t = token_of(at, i);
        const bool is_member = is(at, i - 1, ".");
        const bool is_known = t->kind == TOKEN_NUMBER || IS_ONE_OF(at, i, operators) || (at->is_part && IS_ONE_OF(at, i, choices)) ||
                              (is(at, i, "*") && multiplies(at, i, close + 1)) ||
                              (is_word(at, i) && (is_member || is_parameter(at, open, close, i) || reader_is_type(at, i) ||
                                                  uniform_number_macro(at->p, at->file, t) || is_computing_macro(at, i, depth + 1) ||
                                                  (is(at, i + 1, "(") && reader_is_computing(arena_copy(at->p->arena, bytes_of(at, i).bytes, bytes_of(at, i).length)) &&
                                                   !reader_is_of_program(at, i))));
        if (!is_known)
            return false;
    }
    return true;
}

static bool is_computing_macro(const reader *r, size_t name, int depth)
{
    enum { depth_at_most = 4 }; // of macros that are made of others
    if (!is_word(r, name) || !is(r, name + 1, "(") || depth > depth_at_most)
        return false;
    bool found = false;
    for (macro_place m = {0}; plan_next_macro_named(r->p, bytes_of(r, name), &m);) {
        const plan_file *f = m.of;
        const reader at = {.p = r->p, .f = r->f, .d = r->d, .file = f, .in = -1, .out = -1, .is_part = r->is_part};
        const size_t open = m.name + 1;
        if (token_of(&at, open)->begin != token_of(&at, m.name)->end || !is(&at, open, "("))
            return false;
        const size_t close = reader_closing(&at, open);
        for (size_t k = open + 1; k < close; k++)
            if (!is_word(&at, k) && !is(&at, k, ","))
                return false; // ...
        if (!token_of(&at, close)->in_directive || !computes(&at, open, close, depth))
            return false;
        found = true;
    }
    return found;
}

bool reader_is_computing_macro(const reader *r, size_t i) { return is_computing_macro(r, i, 0); }

void reader_check_macros(reader *r)
{
    for (size_t file = 0; file < r->p->files.count; file++) {
        const plan_file *f = &r->p->files.items[file];
        for (size_t i = 2; i < f->tokens.count && !r->why; i++) {
            const token *t = &f->tokens.items[i];
            const bool ends = token_is(f->text, t - 1, "undef");
            if (!t->in_directive || t->kind != TOKEN_IDENTIFIER || (!ends && !token_is(f->text, t - 1, "define")))
                continue;
            const slice name = token_bytes(f->text, t);
            for (size_t k = token_at_or_after(&r->file->tokens, r->d->body_begin); token_of(r, k)->begin < r->d->body_end; k++)
                if (is_word(r, k) && slice_equal(bytes_of(r, k), name) && (ends || (!uniform_number_macro(r->p, r->file, token_of(r, k)) && !reader_is_computing_macro(r, k))))
                    reader_give_up(r, k, reader_about(r, k, "'%.*s' is a macro, and more than a number or an expression that computes one"));
        }
    }
}
