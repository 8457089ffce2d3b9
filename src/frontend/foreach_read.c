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

// The directive from `begin` to `end` becomes a loop's head, made of what stands between the parentheses at `open` and `close`.
static void write_head(char *bytes, size_t begin, size_t open, size_t close, size_t end)
{
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
        return token_directive_end(tokens, i + 3) - 1;
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

// #pragma pt foreach(...): tokens, as a comment may hold anything. False: there are no parentheses, and the parser of directives says so.
static bool find_parentheses(const source *file, const token_list *tokens, size_t first, size_t last, size_t *open, size_t *close)
{
    int depth = 0;
    for (size_t i = first + 4; i <= last; i++) {
        const token *t = &tokens->items[i];
        const bool opens = token_is(file, t, "("), closes = token_is(file, t, ")");
        if (opens && depth++ == 0)
            *open = t->begin;
        if (closes && --depth == 0) {
            *close = t->begin;
            return true;
        }
    }
    return false;
}

// _Pragma("pt foreach(...)"), which is refused elsewhere: so that the rest of the file is understood.
static bool find_parentheses_in_string(const char *bytes, size_t begin, size_t end, size_t *open, size_t *close)
{
    *open = begin;
    while (*open < end && bytes[*open] != '"')
        (*open)++;
    while (*open < end && bytes[*open] != '(')
        (*open)++;
    int depth = 0;
    for (*close = *open; *close < end; (*close)++) {
        depth += (bytes[*close] == '(') - (bytes[*close] == ')');
        if (depth == 0)
            return true;
    }
    return false;
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
        const size_t begin = tokens->items[i].begin, end = tokens->items[last].end;
        size_t open = 0, close = 0;
        if (tokens->items[i].in_directive ? find_parentheses(file, tokens, i, last, &open, &close) : find_parentheses_in_string(out, begin, end, &open, &close))
            write_head(out, begin, open, close, end);
        i = last;
    }
    return out;
}
