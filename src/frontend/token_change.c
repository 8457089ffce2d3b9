// Operators that change something: see token_change.h.
#include "frontend/token_change.h"

#include <string.h>

// Bytes of the operator, of which `>>=` is three tokens.
static slice operator_at(const source *file, const token *t)
{
    const size_t length = t->kind == TOKEN_PUNCTUATION && t->begin + 3 <= file->length && memcmp(file->bytes + t->begin, ">>=", 3) == 0 ? 3 : t->end - t->begin;
    return (slice){file->bytes + t->begin, length};
}

token_change token_change_at(const source *file, const token_list *tokens, size_t i)
{
    static const char *const words[] = {"and_eq", "or_eq", "xor_eq"}, *const no_updates[] = {"==", "!=", "<=", ">="};
    const token *t = &tokens->items[i];
    if (t->kind == TOKEN_IDENTIFIER)
        return TOKEN_IS_ANY(file, t, words) ? UPDATES : NO_CHANGE;
    const slice bytes = operator_at(file, t);
    if (t->kind != TOKEN_PUNCTUATION || !bytes.length)
        return NO_CHANGE;
    if (token_is(file, t, "++") || token_is(file, t, "--"))
        return STEPS;
    if (bytes.bytes[bytes.length - 1] != '=' || TOKEN_IS_ANY(file, t, no_updates) || token_is(file, t, "<=>"))
        return NO_CHANGE;
    if (bytes.length > 1)
        return UPDATES;
    const bool ends_shift = t->begin >= 2 && memcmp(bytes.bytes - 2, ">>", 2) == 0;
    return ends_shift ? NO_CHANGE : ASSIGNS;
}

size_t token_behind_change(const source *file, const token_list *tokens, size_t i)
{
    return i + (operator_at(file, &tokens->items[i]).length > tokens->items[i].end - tokens->items[i].begin ? 3 : 1);
}
