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
    for (size_t k = 0; k < sizeof of_bodies / sizeof *of_bodies; k++)
        if (is_token(f, i - 1, of_bodies[k]))
            return false;
    return f->tokens.items[i - 1].kind == TOKEN_IDENTIFIER || is_token(f, i - 1, ">");
}

// Index behind the bracket that closes the one at `index` ( ( [ { or < ).
size_t skip_balanced(const plan_file *f, size_t index)
{
    static const char *const opening[] = {"(", "[", "{", "<"};
    static const char *const closing[] = {")", "]", "}", ">"};
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
        if (which == 3 && (is_token(f, i, ";") || (is_brace && !begins_value(f, i))))
            return brace ? brace : i; // not a template list after all
        if (is_token(f, i, "(") || is_token(f, i, "[") || is_token(f, i, "{") ||
            (which == 3 && is_token(f, i, "<")))
            i = skip_balanced(f, i);
        else
            i++;
    }
    return brace ? brace : i;
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
    while (is_token(f, i + 1, "::") || is_token(f, i, "::") || is_token(f, i, "template"))
        i++;
    return i < f->tokens.count ? f->tokens.items[i].begin : offset;
}
