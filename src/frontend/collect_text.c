// Collecting: brackets and names in the tokens of a file (collector.h).
//
// In:  a file and a place in it. Out: the place of what belongs to it.
// Invariant: what the preprocessor took out of the text that is read is passed over (plan_next_live).
#include "frontend/collector.h"

#include <string.h>

// Does the `{` at `i`, behind a `<`, begin a value, `shape{8, 8}`, and no body?
static bool begins_value(const plan_file *f, size_t i)
{
    static const char *const of_bodies[] = {"const", "noexcept", "override", "final", "mutable", "else", "do"};
    if (IS_ANY_TOKEN(f, i - 1, of_bodies))
        return false;
    return f->tokens.items[i - 1].kind == TOKEN_IDENTIFIER || is_token(f, i - 1, ">");
}

// Does an enumeration that begins at `i` have the name?
static bool enumerates(const plan_file *f, size_t i, slice name)
{
    while (f->tokens.items[i].kind != TOKEN_END && !is_token(f, i, "{") && !is_token(f, i, ";"))
        i++;
    if (!is_token(f, i, "{"))
        return false;
    for (int depth = 0; f->tokens.items[i].kind != TOKEN_END; i++) {
        depth += is_token(f, i, "{") || is_token(f, i, "(");
        depth -= is_token(f, i, "}") || is_token(f, i, ")");
        if (depth == 0)
            return false;
        const bool begins = depth == 1 && (is_token(f, i - 1, "{") || is_token(f, i - 1, ","));
        if (begins && slice_equal(token_word(f, i), name))
            return true;
    }
    return false;
}

// Is it declared as a value there: `int N,`, `constexpr int N = 4`, and no template: `template <class T> constexpr bool is_large = ...`?
static bool declares_value(const plan_file *f, size_t i)
{
    static const char *const behind[] = {"=", ";", ",", ">", "{", ")", "["};
    static const char *const no_types[] = {"class", "typename", "struct", "union", "enum", "namespace", "using", "return", "template", "operator",
                                           "case", "goto", "throw", "else", "do", "new", "delete", "sizeof", "friend", "typedef"};
    bool has_type = false, is_behind = false;
    for (size_t k = 0; k < sizeof behind / sizeof *behind; k++)
        is_behind |= is_token(f, i + 1, behind[k]);
    if (!is_behind)
        return false;
    for (; i > 0; i--) {
        const size_t t = i - 1;
        if (f->tokens.items[t].kind == TOKEN_IDENTIFIER) {
            if (IS_ANY_TOKEN(f, t, no_types))
                return false;
            has_type = true;
        } else if (!is_token(f, t, "::") && !is_token(f, t, "*") && !is_token(f, t, "&")) {
            return has_type && !is_token(f, t, ">");
        }
    }
    return false;
}

// Is the name at `at` that of a value, as far as this file tells? What it does not tell is taken for a template, if `<` follows.
static bool names_value(const plan_file *f, size_t at)
{
    const slice name = token_word(f, at);
    for (size_t i = 1; f->tokens.items[i].kind != TOKEN_END; i++) {
        if (is_token(f, i, "enum") && enumerates(f, i, name))
            return true;
        if (i == at || f->tokens.items[i].kind != TOKEN_IDENTIFIER || !slice_equal(token_word(f, i), name))
            continue;
        const bool is_macro = is_token(f, i - 1, "define"), is_number = f->tokens.items[i + 1].kind == TOKEN_NUMBER;
        if (is_macro ? is_number : declares_value(f, i))
            return true;
    }
    return false;
}

// Does the `<` at `i`, among template arguments or parameters, open a list of its own? Else it compares.
bool opens_list(const plan_file *f, size_t i)
{
    const token *before = &f->tokens.items[i - 1];
    if (is_token(f, i - 1, ")"))
        return i > 2 && is_token(f, i - 2, "(") && is_token(f, i - 3, "operator");
    if (before->kind == TOKEN_IDENTIFIER) // of another namespace, nothing is known, and most are templates
        return !is_token(f, i - 1, "operator") && (is_token(f, i - 2, "::") || !names_value(f, i - 1));
    return before->kind != TOKEN_NUMBER && !is_token(f, i - 1, "]");
}

typedef struct brackets {
    const plan_file *f;
    bool looks; // at what each `<` stands behind: a search through the file. Else each opens a list.
    bool fails; // no list of template arguments ends there
} brackets;

static size_t behind_brackets(brackets *b, size_t index)
{
    static const char *const opening[] = {"(", "[", "{", "<"};
    static const char *const closing[] = {")", "]", "}", ">"};
    const plan_file *f = b->f;
    size_t which = 0;
    while (which < 4 && !is_token(f, index, opening[which]))
        which++;
    if (which == 4)
        return index + 1;
    size_t i = index + 1, home = f->tokens.items[index].begin, brace = 0;
    while ((i = plan_next_live(f, i, home)) < f->tokens.count && f->tokens.items[i].kind != TOKEN_END) {
        if (is_token(f, i, closing[which]))
            return i + 1;
        const bool is_brace = which == 3 && is_token(f, i, "{");
        if (is_brace && !brace)
            brace = i;
        if (which == 3 && (is_token(f, i, ";") || (is_brace && !begins_value(f, i)))) {
            b->fails = true;
            return brace ? brace : i; // not a template list after all
        }
        b->fails |= which == 3 && is_token(f, i, "<<<"); // the list has ended in front of it
        if (bracket_depth(f, i) > 0 ||
            (which == 3 && is_token(f, i, "<") && (!b->looks || opens_list(f, i))))
            i = behind_brackets(b, i);
        else
            i++;
    }
    b->fails |= which == 3;
    return brace ? brace : i;
}

// Index behind the bracket that closes the one at `index` ( ( [ { or < ).
size_t skip_balanced(const plan_file *f, size_t index)
{
    brackets b = {.f = f};
    const size_t behind = behind_brackets(&b, index);
    if (!b.fails)
        return behind;
    b.looks = true; // a `<` may compare
    return behind_brackets(&b, index);
}

// Is the argument list that opens at `index` empty?
bool is_empty_list(const plan_file *f, size_t index)
{
    return is_token(f, index, "(") && is_token(f, plan_next_live(f, index + 1, f->tokens.items[index].begin), ")");
}

// Index of the parenthesis behind a callee's name and its explicit template arguments, if there is one.
size_t behind_callee(const plan_file *f, size_t name_end)
{
    size_t i = plan_next_live(f, token_at_or_after(&f->tokens, name_end), name_end);
    if (is_token(f, i, "<"))
        i = plan_next_live(f, skip_balanced(f, i), name_end);
    return i;
}

// The list may be out of sight, as in CALL(f, x), where a macro puts the name in front of it.
size_t argument_list(const plan_file *f, size_t name_begin, size_t name_end)
{
    size_t first = token_at_or_after(&f->tokens, name_begin), i = behind_callee(f, name_end);
    if (is_token(f, i, ")") && first > 0) { // (f)(x), (*f)(x), (&f)(x)
        if (is_token(f, first - 1, "*") || is_token(f, first - 1, "&"))
            first--;
        const bool is_macro = first >= 2 && (f->tokens.items[first - 2].kind == TOKEN_IDENTIFIER); // as far as is known here
        if (first == 0 || !is_token(f, first - 1, "(") || is_macro)
            return f->tokens.count;
        i = plan_next_live(f, i + 1, name_begin);
    }
    return is_token(f, i, "(") ? i : f->tokens.count;
}

bool names_match(const plan_file *f, size_t offset, const char *name)
{
    size_t length = strlen(name);
    return offset + length <= f->text->length && memcmp(f->text->bytes + offset, name, length) == 0;
}

// A dependent reference may be placed at its qualifier: forward to the last identifier of the name.
size_t last_name(const collector *c, int file, size_t offset)
{
    if (file < 0)
        return offset;
    const plan_file *f = file_at(c, file);
    size_t i = token_at_or_after(&f->tokens, offset);
    for (bool is_last = false; !is_last;) { // space::queue<int>::template push<4>
        const size_t behind = plan_behind_arguments(f, i + 1);
        if (is_token(f, i, "::") || is_token(f, i, "template"))
            i++;
        else if (is_token(f, behind, "::"))
            i = behind;
        else
            is_last = true;
    }
    return i < f->tokens.count ? f->tokens.items[i].begin : offset;
}
