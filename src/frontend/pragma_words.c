// Parser of the directives: words, messages and brackets (pragma_parser.h).
//
// In:  an index or a range of tokens. Out: what they say, where a diagnostic about them points, what encloses them.
// Invariant: in a `_Pragma` every place is that of the word `_Pragma`; a message makes its directive invalid.
#include "frontend/pragma_parser.h"

#include <string.h>

// ---- Words, messages

// A word for a message: short, on one line, cut at whole characters.
const char *shown(const parser *p, size_t index)
{
    enum { LONGEST_SHOWN = 40 };
    slice word = token_text(p->arena, p->words, &p->tokens[index]);
    size_t length = word.length;
    if (length > LONGEST_SHOWN) {
        length = LONGEST_SHOWN;
        while (length > 0 && ((unsigned char)word.bytes[length] & 0xc0) == 0x80)
            length--;
    }
    char *copy = arena_copy(p->arena, word.bytes, length);
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)copy[i] < ' ')
            copy[i] = ' ';
    return length < word.length ? arena_format(p->arena, "%s...", copy) : copy;
}

diagnostic *refuse(parser *p, const char *code, span at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *message = arena_vformat(p->arena, format, args);
    va_end(args);
    p->out->valid = false;
    return diagnostics_add(p->d, SEVERITY_ERROR, code, at, "%s", message);
}

// A fix-it replaces the place; in a `_Pragma` the place is not the word, so there is none.
void suggest(const parser *p, diagnostic *one, const char *replacement)
{
    if (!p->operator_at.file)
        one->fix = arena_string(p->d->arena, replacement);
}

const char *nearest(const parser *p, size_t index, const char *const *candidates, size_t count)
{
    slice word = token_text(p->arena, p->words, &p->tokens[index]);
    char *lower = arena_copy(p->arena, word.bytes, word.length);
    for (size_t i = 0; i < word.length; i++)
        if (lower[i] >= 'A' && lower[i] <= 'Z')
            lower[i] = (char)(lower[i] - 'A' + 'a');
    for (size_t i = 0; i < count; i++)
        if (strcmp(lower, candidates[i]) == 0) // text_nearest does not take the word itself for granted
            return candidates[i];
    return text_nearest(lower, candidates, count);
}

int find(const parser *p, size_t index, const char *const *candidates, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is(p, index, candidates[i]))
            return (int)i;
    return -1;
}

void refuse_missing(parser *p, range at, const char *what, const char *example)
{
    refuse(p, "pt-missing-argument", place_of(p, at), "%s; write '%s'", what, example);
}

void refuse_extra(parser *p, range at, const char *what, const char *example)
{
    refuse(p, "pt-extra-argument", place_of(p, at), "%s; write '%s'", what, example);
}

// ---- Brackets

// Pairs all brackets behind the directive's name. False after the first one without a partner.
bool pair_brackets(parser *p)
{
    p->partner = arena_alloc(p->arena, p->count * sizeof *p->partner);
    size_t *open = arena_alloc(p->arena, p->count * sizeof *open);
    size_t depth = 0;
    for (size_t i = 0; i < p->count; i++) {
        p->partner[i] = NO_PARTNER;
        if (p->tokens[i].kind != TOKEN_PUNCTUATION || p->tokens[i].end == p->tokens[i].begin)
            continue;
        const char *closers[] = { "(", ")", "[", "]", "{", "}" };
        int which = find(p, i, closers, COUNT_OF(closers));
        if (which < 0)
            continue;
        if (which % 2 == 0) {
            open[depth++] = i;
        } else if (depth > 0 && is(p, open[depth - 1], closers[which - 1])) {
            size_t opener = open[--depth];
            p->partner[i] = opener;
            p->partner[opener] = i;
        } else if (depth > 0) {
            refuse(p, "pt-unbalanced", place_of(p, only(i)), "'%s' does not close the '%s' before it; write '%s' first",
                   closers[which], shown(p, open[depth - 1]),
                   is(p, open[depth - 1], "(")   ? ")"
                   : is(p, open[depth - 1], "[") ? "]"
                                                 : "}");
            return false;
        } else {
            suggest(p,
                    refuse(p, "pt-unbalanced", place_of(p, only(i)),
                           "'%s' closes nothing; leave it out or write '%s' before it", closers[which],
                           closers[which - 1]),
                    "");
            return false;
        }
    }
    if (depth > 0) {
        size_t opener = open[depth - 1];
        refuse(p, "pt-unbalanced", place_of(p, only(opener)),
               "'%s' is not closed before the end of the directive; write '%s', and a backslash at the end of a line "
               "that goes on",
               shown(p, opener),
               is(p, opener, "(")   ? ")"
               : is(p, opener, "[") ? "]"
                                    : "}");
        return false;
    }
    return true;
}

size_t next_at_top(const parser *p, size_t index)
{
    return p->partner[index] != NO_PARTNER && p->partner[index] > index ? p->partner[index] + 1 : index + 1;
}

// Cuts `all` at its commas outside brackets: how many parts there are; the first `capacity` of them are stored.
size_t split_at_commas(const parser *p, range all, range *parts, size_t capacity)
{
    if (all.begin == all.end)
        return 0;
    size_t count = 0, begin = all.begin;
    for (size_t i = all.begin;; i = next_at_top(p, i)) {
        if (i < all.end && !is(p, i, ","))
            continue;
        if (count < capacity)
            parts[count] = (range){ begin, i };
        count++;
        begin = i + 1;
        if (i >= all.end)
            return count;
    }
}
