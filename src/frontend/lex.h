// A light C++/CUDA lexer over one source: enough to find directives, launches and words in the text as written.
//
// In:  a source. Out: its tokens in order, comments left out, macros not expanded, nothing skipped by #if.
// Invariant: tokens do not overlap and are in ascending order; every byte that is not in a token is white space,
// a comment, a line continuation or a byte no token can hold. Never fails: an unterminated string or comment ends
// at the end of its line or file. Handles raw strings, digit separators, backslash-newline (also CRLF) anywhere,
// UTF-8 BOM, non-ASCII bytes (part of identifiers) and NUL bytes (skipped).
#ifndef PTCC_FRONTEND_LEX_H
#define PTCC_FRONTEND_LEX_H

#include "support/source.h"

typedef enum token_kind {
    TOKEN_IDENTIFIER, // keywords too
    TOKEN_NUMBER,
    TOKEN_STRING,    // with prefix and quotes; raw strings too; <...> of an #include is one token of punctuation
    TOKEN_CHARACTER,
    TOKEN_PUNCTUATION, // longest match as in CUDA: `<<<` is one token, but every `>` that may close a template's list is one of its own
                       // (`>>` is two, `>=` behind none is one); a stray byte (`@`, a lone backslash) is one too, so that no pass overlooks it
    TOKEN_END          // one, at the end of the file
} token_kind;

typedef struct token { // 12 bytes: a 50 MB file has some ten million
    uint32_t begin, end; // byte offsets in the source (a token split by backslash-newline spans it); no file has 4 GiB
    uint8_t kind;        // token_kind
    bool starts_line;   // first token on its line; a line goes on behind a continuation and inside a comment
    bool in_directive;  // part of a preprocessing directive (from its # to the end of its last line)
} token;

enum { TOKEN_WORDS = 128 };

typedef struct token_list {
    token *items;
    size_t count, capacity;
    uint32_t *blocks; // for each 32 bytes of the text: the first token that begins there or behind
    size_t block_count;
    uint32_t *words;       // TOKEN_WORDS: a bit for each word or mark that occurs, which others may share
    bool has_joined_words; // with a continuation in them
} token_list;

token_list lex_source(arena *a, const source *file);

// The token's text as the preprocessor sees it (backslash-newlines removed); borrowed from the source when possible.
slice token_text(arena *a, const source *file, const token *t);
bool token_is_spelled(const source *file, const token *t, const char *text);

// The same. Nearly all that are asked for differ in the first character already; asked here, that costs no call.
static inline bool token_is(const source *file, const token *t, const char *text)
{
    const char first = t->begin < t->end ? file->bytes[t->begin] : 0;
    return (first == *text || first == '\\') && token_is_spelled(file, t, text);
}

static inline slice token_bytes(const source *file, const token *t) { return (slice){file->bytes + t->begin, t->end - t->begin}; }

static inline bool token_is_any(const source *file, const token *t, const char *const *texts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (token_is(file, t, texts[i]))
            return true;
    return false;
}
#define TOKEN_IS_ANY(file, t, texts) token_is_any(file, t, texts, sizeof(texts) / sizeof *(texts))

// Is the word, or the mark of one character, among the tokens? Also true for a few that are not: it spares a look through all of
// them that is mostly in vain.
bool token_list_may_have(const token_list *list, const char *word);

// What the token adds to the depth of brackets, of whatever kind: 1 where it opens one, -1 where it closes one. `<` is none.
static inline int token_depth(const source *file, const token *t)
{
    const char first = t->kind == TOKEN_PUNCTUATION ? file->bytes[t->begin] : 0;
    return first == '(' || first == '[' || first == '{' ? 1 : first == ')' || first == ']' || first == '}' ? -1 : 0;
}

// Of the directive that token `i` is in: index of the first token behind it, and of its #.
static inline size_t token_directive_end(const token_list *list, size_t i)
{
    for (i++; i < list->count && list->items[i].in_directive && !list->items[i].starts_line;)
        i++;
    return i;
}

// `i` itself where there is no directive.
static inline size_t token_directive_begin(const token_list *list, size_t i)
{
    while (i > 0 && list->items[i].in_directive && !list->items[i].starts_line)
        i--;
    return i;
}

// Index of the first token with begin >= offset.
size_t token_at_or_after(const token_list *list, size_t offset);

#endif
