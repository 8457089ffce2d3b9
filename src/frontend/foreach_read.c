// How libclang reads `foreach`: see foreach.h.
//
//     before                                                   as libclang reads it
//     #pragma pt foreach(Task v : queue) worker(warp)          for               (Task v : queue)
//     _Pragma("pt foreach(Task v : queue)") { ... }            for               (Task v : queue)   { ... }
//
// Invariant: lines and offsets stay.
#include "frontend/foreach.h"

#include <string.h>

bool foreach_may_stand_in(const source *file) { return strstr(file->bytes, "foreach") != NULL; }

static void blank(char *bytes, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        if (bytes[i] != '\n' && bytes[i] != '\r')
            bytes[i] = ' ';
}

// The directive from `begin` to `end` becomes a loop's head, made of what stands between its first parenthesis and the matching one.
static void write_head(char *bytes, size_t begin, size_t end)
{
    size_t open = begin;
    if (bytes[begin] == '_') // _Pragma("...
        while (open < end && bytes[open] != '"')
            open++;
    while (open < end && bytes[open] != '(')
        open++;
    size_t close = open;
    for (int depth = 0; close < end; close++) {
        depth += (bytes[close] == '(') - (bytes[close] == ')');
        if (depth == 0)
            break;
    }
    if (open >= end || close >= end)
        return; // the parser of directives has refused it
    blank(bytes, begin, open);
    blank(bytes, close + 1, end);
    for (size_t i = open; i < close; i++)
        if (bytes[i] == '\\') // of a continued line
            bytes[i] = ' ';
    memcpy(bytes + begin, "for", 3);
}

// Index of the last token of the directive that begins with token `i`; `i` itself where that begins none with this name.
static size_t end_of_foreach(arena *a, const source *file, const token_list *tokens, size_t i)
{
    const token *t = &tokens->items[i];
    if (t->kind == TOKEN_PUNCTUATION && t->in_directive && t->starts_line && i + 3 < tokens->count && token_is(file, t, "#")) {
        if (!token_is(file, t + 1, "pragma") || !token_is(file, t + 2, "pt") || !token_is(file, t + 3, "foreach"))
            return i;
        size_t last = i + 3;
        while (tokens->items[last + 1].in_directive && !tokens->items[last + 1].starts_line)
            last++;
        return last;
    }
    if (t->kind == TOKEN_IDENTIFIER && !t->in_directive && i + 3 < tokens->count && token_is(file, t, "_Pragma") && t[2].kind == TOKEN_STRING && token_is(file, t + 3, ")")) {
        const slice words = token_text(a, file, t + 2);
        const char *at = words.length ? memchr(words.bytes, '"', words.length) : NULL;
        const char *const text = at ? at + 1 + strspn(at + 1, " \t") : "";
        if (strncmp(text, "pt", 2) == 0 && (text[2] == ' ' || text[2] == '\t') && strncmp(text + 2 + strspn(text + 2, " \t"), "foreach", strlen("foreach")) == 0)
            return i + 3;
    }
    return i;
}

char *foreach_read_as_loops(arena *a, const source *file, const token_list *tokens, const char *bytes)
{
    char *out = NULL;
    for (size_t i = 0; i < tokens->count; i++) {
        const size_t last = end_of_foreach(a, file, tokens, i);
        if (last == i)
            continue;
        if (!out) {
            out = arena_alloc(a, file->length + 1);
            memcpy(out, bytes, file->length);
        }
        write_head(out, tokens->items[i].begin, tokens->items[last].end);
        i = last;
    }
    return out;
}
