// A light C++/CUDA lexer (lex.h says what goes in and out).
//
// One pass, one character of lookahead beyond line continuations. The preprocessor deletes backslash-newline before it
// makes tokens (C++ 5.2, phase 2), so every step from one character to the next may have to cross continuations;
// only raw strings take them back (5.4). A continuation always starts with a backslash, so the loops below run over
// plain bytes by a table and ask for a continuation only when they stop at a backslash.
//
// Sources: ISO C++20 5.2 (phases), 5.4 (preprocessing tokens, `<::`), 5.9 (preprocessing numbers), 5.13.5 (raw
// strings); CUDA C++ Programming Guide 10.23 (`<<<` is one token; `<< <` is
// another way to write it). Trigraphs are not replaced, as nvcc's default.
#include "frontend/lex.h"

#include <assert.h>
#include <string.h>

enum {
    BLANK = 1,      // white space that does not end a line
    NAME_START = 2, // may start an identifier; bytes of UTF-8 sequences too
    DIGIT = 4,
    ALONE = 8 // a punctuator that none goes on from
};

enum { BLOCK_BYTES = 32 };

#define BYTES_5(value) value, value, value, value, value
#define BYTES_26(value) BYTES_5(value), BYTES_5(value), BYTES_5(value), BYTES_5(value), BYTES_5(value), value

static const unsigned char byte_class[256] = {
    [0] = BLANK, // "NUL bytes (skipped)"
    [' '] = BLANK, ['\t'] = BLANK, ['\v'] = BLANK, ['\f'] = BLANK, ['\r'] = BLANK,
    ['0'] = BYTES_5(DIGIT), BYTES_5(DIGIT),
    ['A'] = BYTES_26(NAME_START),
    ['a'] = BYTES_26(NAME_START),
    ['_'] = NAME_START, ['$'] = NAME_START,
    [128 ... 255] = NAME_START,
    ['('] = ALONE, [')'] = ALONE, ['{'] = ALONE, ['}'] = ALONE, ['['] = ALONE, [']'] = ALONE, [','] = ALONE, [';'] = ALONE,
    ['?'] = ALONE, ['~'] = ALONE,
};

static bool is_class(char c, int classes)
{
    return (byte_class[(unsigned char)c] & classes) != 0;
}

static bool is_hex_digit(char c)
{
    return is_class(c, DIGIT) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

typedef struct lexer {
    const char *bytes;
    size_t length;
    size_t at;              // offset of the next byte to look at
    bool line_has_token;    // the current line has a token already
    bool in_directive;
    bool has_joined_words;
    unsigned include_state; // tokens since the `#` of an `#include`: 0 none, 1 `#`, 2 `# include`
} lexer;

// Length of the continuation (backslash, blanks as gcc and clang allow them, newline) at `at`, 0 if there is none.
static size_t continuation_length(const char *bytes, size_t length, size_t at)
{
    if (at >= length || bytes[at] != '\\')
        return 0;
    size_t end = at + 1;
    while (end < length && bytes[end] != 0 && is_class(bytes[end], BLANK))
        end++;
    return end < length && bytes[end] == '\n' ? end + 1 - at : 0;
}

static size_t skip_continuations(const char *bytes, size_t length, size_t at)
{
    for (size_t step; (step = continuation_length(bytes, length, at)) != 0;)
        at += step;
    return at;
}

// The next character at or behind continuations at `at`, 0 at the end; `*end` is the offset behind it.
static char peek(const lexer *l, size_t at, size_t *end)
{
    at = skip_continuations(l->bytes, l->length, at);
    if (at >= l->length) {
        *end = l->length;
        return 0;
    }
    *end = at + 1;
    return l->bytes[at];
}

// Offset behind a universal character name (`\u00e9`) at `at`, `at` itself if there is none.
static size_t skip_universal_name(const lexer *l, size_t at)
{
    if (at + 1 >= l->length || l->bytes[at] != '\\')
        return at;
    size_t digits = l->bytes[at + 1] == 'u' ? 4 : l->bytes[at + 1] == 'U' ? 8 : 0;
    if (digits == 0 || l->length - at < 2 + digits)
        return at;
    for (size_t i = 0; i < digits; i++)
        if (!is_hex_digit(l->bytes[at + 2 + i]))
            return at;
    return at + 2 + digits;
}

static size_t skip_name_bytes(const lexer *l, size_t at)
{
    const char *bytes = l->bytes;
    const size_t length = l->length;
    while (at < length && is_class(bytes[at], NAME_START | DIGIT))
        at++;
    return at;
}

// Offset behind the identifier characters that start at `at`. A continuation belongs to the identifier only if more
// of it follows.
static size_t skip_identifier(const lexer *l, size_t at)
{
    for (;;) {
        at = skip_name_bytes(l, at);
        if (at >= l->length || l->bytes[at] != '\\')
            return at;
        size_t next = skip_continuations(l->bytes, l->length, at);
        size_t behind = skip_universal_name(l, next);
        if (behind > next)
            at = behind;
        else if (next > at && next < l->length && is_class(l->bytes[next], NAME_START | DIGIT))
            at = next;
        else
            return at;
    }
}

// A preprocessing number: digits, letters, dots, signs behind an exponent letter, ' between digits.
static size_t skip_number(const lexer *l, size_t at)
{
    char previous = 0;
    for (;;) {
        while (at < l->length && (is_class(l->bytes[at], NAME_START | DIGIT) || l->bytes[at] == '.'))
            previous = l->bytes[at++];
        size_t end, after;
        char c = peek(l, at, &end);
        if ((c == '+' || c == '-') && (previous == 'e' || previous == 'E' || previous == 'p' || previous == 'P')) {
            previous = c;
            at = end;
        } else if (c == '\'' && is_class(peek(l, end, &after), NAME_START | DIGIT)) {
            previous = c;
            at = end;
        } else if (c != 0 && end - 1 > at && (is_class(c, NAME_START | DIGIT) || c == '.')) {
            at = end - 1; // behind a continuation the number goes on
        } else {
            return at;
        }
    }
}

// Offset behind the closing quote; an unterminated literal ends before the newline that ends its line.
static size_t skip_quoted(const lexer *l, size_t at, char quote)
{
    while (at < l->length) {
        char c = l->bytes[at];
        if (c == quote)
            return at + 1;
        if (c == '\n')
            return at > 0 && l->bytes[at - 1] == '\r' ? at - 1 : at;
        at++;
        if (c != '\\')
            continue;
        size_t step = continuation_length(l->bytes, l->length, at - 1);
        if (step != 0) {
            at += step - 1;
            continue;
        }
        at = skip_continuations(l->bytes, l->length, at); // an escape: the next character is not the quote
        if (at < l->length && l->bytes[at] != '\n')
            at++;
    }
    return at;
}

// The body of a raw string, from behind its opening quote. False if what follows is no raw string after all.
static bool skip_raw_string(const lexer *l, size_t at, uint32_t *end)
{
    enum { DELIMITER_MAX = 16 };
    const char *delimiter = l->bytes + at;
    size_t length = 0;
    while (at + length < l->length && length < DELIMITER_MAX && !strchr(" ()\\\t\v\f\r\n\"", delimiter[length]))
        length++; // strchr finds NUL too, which cannot be part of a delimiter either
    if (at + length >= l->length || delimiter[length] != '(')
        return false;
    size_t from = at + length + 1;
    for (const char *hit; from < l->length; from = (size_t)(hit - l->bytes) + 1) {
        hit = memchr(l->bytes + from, ')', l->length - from);
        if (!hit)
            break;
        size_t behind = (size_t)(hit - l->bytes) + 1;
        if (l->length - behind > length && memcmp(l->bytes + behind, delimiter, length) == 0 &&
            l->bytes[behind + length] == '"') {
            *end = (uint32_t)(behind + length + 1);
            return true;
        }
    }
    *end = (uint32_t)l->length; // unterminated: the rest of the file
    return true;
}

// Characters of [begin, end) without continuations, at most `capacity` of them; returns how many there are.
static size_t spelled(const char *bytes, size_t begin, size_t end, char *out, size_t capacity)
{
    size_t count = 0;
    for (size_t at = begin; (at = skip_continuations(bytes, end, at)) < end; at++, count++)
        if (count < capacity)
            out[count] = bytes[at];
    return count;
}

// A suffix is part of the literal if it is the user's (`_km`) or the standard library's ("x"sv, 1ms counts as a
// number anyway). Any other word is a macro glued to the string, as in "%"PRId64, and stays a token of its own.
static size_t skip_literal_suffix(const lexer *l, size_t at)
{
    static const char *const standard[] = { "s", "sv", "h", "min", "ms", "us", "ns", "y", "d", "i", "if", "il" };
    size_t end;
    char first = peek(l, at, &end);
    if (first == 0 || !is_class(first, NAME_START))
        return at;
    size_t behind = skip_identifier(l, end);
    if (first == '_')
        return behind;
    char word[4];
    size_t length = spelled(l->bytes, end - 1, behind, word, sizeof word);
    for (size_t i = 0; i < sizeof standard / sizeof *standard; i++)
        if (length == strlen(standard[i]) && memcmp(word, standard[i], length) == 0)
            return behind;
    return at;
}

// What an identifier [begin, end) in front of a quote means.
static bool is_encoding_prefix(const lexer *l, size_t begin, size_t end, char quote, bool *raw)
{
    if (end - begin > 3 && !memchr(l->bytes + begin, '\\', end - begin))
        return false;
    char word[4];
    size_t length = spelled(l->bytes, begin, end, word, sizeof word);
    if (length > 3)
        return false;
    *raw = length > 0 && word[length - 1] == 'R';
    if (*raw) {
        if (quote != '"')
            return false;
        length--;
    }
    return length == 0 || (length == 1 && (word[0] == 'u' || word[0] == 'U' || word[0] == 'L')) ||
           (length == 2 && word[0] == 'u' && word[1] == '8');
}

// Longest match among the punctuators, with CUDA's `<<<`. Of those that start with `>`, `>=` alone, and not in `>>=`: each other `>` may close
// template arguments.
static size_t skip_punctuation(const lexer *l, size_t at)
{
    // Half of all are of those from which none goes on, and of the others most have a name, a number or a blank behind them.
    if (is_class(l->bytes[at], ALONE) || (at + 1 < l->length && is_class(l->bytes[at + 1], NAME_START | DIGIT | BLANK)))
        return at + 1;
    char c[4];
    size_t end[4];
    size_t from = at;
    for (int i = 0; i < 4; i++) {
        c[i] = peek(l, from, &end[i]);
        from = end[i];
    }
    int length = 1;
    switch (c[0]) {
    case ':':
        length = c[1] == ':' || c[1] == '>' ? 2 : 1;
        break;
    case '.':
        length = c[1] == '.' && c[2] == '.' ? 3 : c[1] == '*' ? 2 : 1;
        break;
    case '-':
        length = c[1] == '>' ? (c[2] == '*' ? 3 : 2) : c[1] == '-' || c[1] == '=' ? 2 : 1;
        break;
    case '+': case '&': case '|':
        length = c[1] == c[0] || c[1] == '=' ? 2 : 1;
        break;
    case '*': case '/': case '^': case '!': case '=':
        length = c[1] == '=' ? 2 : 1;
        break;
    case '#':
        length = c[1] == '#' ? 2 : 1;
        break;
    case '%':
        length = c[1] == ':' ? (c[2] == '%' && c[3] == ':' ? 4 : 2) : c[1] == '=' || c[1] == '>' ? 2 : 1;
        break;
    case '>':
        length = c[1] == '=' && (at == 0 || l->bytes[at - 1] != '>') ? 2 : 1;
        break;
    case '<':
        if (c[1] == '<')
            length = c[2] == '<' || c[2] == '=' ? 3 : 2;
        else if (c[1] == '=')
            length = c[2] == '>' ? 3 : 2;
        else if (c[1] == '%')
            length = 2;
        else if (c[1] == ':') // `<::` is `<` `::` (C++ 5.4), unless it goes on as `<:::` or `<::>`
            length = c[2] == ':' && c[3] != ':' && c[3] != '>' ? 1 : 2;
        break;
    default:
        break;
    }
    return end[length - 1];
}

// From behind the `//` to the newline that ends the comment, or the end.
static size_t skip_line_comment(const lexer *l, size_t at)
{
    while (at < l->length && l->bytes[at] != '\n') {
        const char *hit = memchr(l->bytes + at, '\n', l->length - at);
        const char *backslash = memchr(l->bytes + at, '\\', hit ? (size_t)(hit - l->bytes) - at : l->length - at);
        if (!backslash)
            return hit ? (size_t)(hit - l->bytes) : l->length;
        at = (size_t)(backslash - l->bytes);
        const size_t step = continuation_length(l->bytes, l->length, at);
        at += step ? step : 1;
    }
    return at;
}

// From behind the slash-star to behind the star-slash, or the end where it is not closed.
static size_t skip_block_comment(const lexer *l, size_t at)
{
    while (at < l->length) {
        const char *hit = memchr(l->bytes + at, '*', l->length - at);
        if (!hit)
            break;
        at = (size_t)(hit - l->bytes) + 1;
        size_t end;
        if (peek(l, at, &end) == '/')
            return end;
    }
    return l->length;
}

// Moves `at` to the next token or the end; a newline outside a comment ends the line and the directive.
static void skip_space(lexer *l)
{
    for (;;) {
        while (l->at < l->length && is_class(l->bytes[l->at], BLANK))
            l->at++;
        if (l->at >= l->length)
            return;
        char c = l->bytes[l->at];
        if (c == '\n') {
            l->at++;
            l->line_has_token = false;
            l->in_directive = false;
            l->include_state = 0;
            continue;
        }
        if (c == '\\') {
            size_t step = continuation_length(l->bytes, l->length, l->at);
            if (step == 0)
                return;
            l->at += step;
            continue;
        }
        if (c != '/')
            return;
        size_t behind;
        char second = peek(l, l->at + 1, &behind);
        if (second == '/')
            l->at = skip_line_comment(l, behind);
        else if (second == '*')
            l->at = skip_block_comment(l, behind);
        else
            return;
    }
}

// Offset behind the `>` of `#include <...>` on this line, 0 if there is none: a header's name may hold what looks
// like a comment or a quote.
static size_t skip_header_name(const lexer *l, size_t at)
{
    for (at++; at < l->length && l->bytes[at] != '\n'; at++)
        if (l->bytes[at] == '>')
            return at + 1;
    return 0;
}

static bool same_word(const lexer *l, size_t begin, size_t end, const char *word)
{
    return end - begin == strlen(word) && memcmp(l->bytes + begin, word, end - begin) == 0;
}

// The token that starts at `at`.
static token next_token(lexer *l)
{
    token t = { .begin = l->at, .starts_line = !l->line_has_token, .in_directive = l->in_directive };
    if (l->at >= l->length) {
        t.kind = TOKEN_END;
        t.end = l->at;
        t.in_directive = false;
        return t;
    }
    l->line_has_token = true;
    char c = l->bytes[l->at];
    size_t behind;
    if (is_class(c, NAME_START) || (c == '\\' && skip_universal_name(l, l->at) > l->at)) {
        t.kind = TOKEN_IDENTIFIER;
        const size_t plain = skip_name_bytes(l, l->at);
        t.end = skip_identifier(l, plain);
        l->has_joined_words |= t.end > plain;
        char quote = t.end < l->length ? l->bytes[t.end] : 0;
        bool raw = false;
        if (quote == '\\')
            quote = peek(l, t.end, &behind);
        else
            behind = t.end + 1;
        if ((quote == '"' || quote == '\'') && is_encoding_prefix(l, t.begin, t.end, quote, &raw)) {
            t.kind = quote == '"' ? TOKEN_STRING : TOKEN_CHARACTER;
            if (!raw || !skip_raw_string(l, behind, &t.end))
                t.end = skip_quoted(l, behind, quote);
            t.end = skip_literal_suffix(l, t.end);
        }
    } else if (c == '"' || c == '\'') {
        t.kind = c == '"' ? TOKEN_STRING : TOKEN_CHARACTER;
        t.end = skip_literal_suffix(l, skip_quoted(l, l->at + 1, c));
    } else if (is_class(c, DIGIT) || (c == '.' && is_class(peek(l, l->at + 1, &behind), DIGIT))) {
        t.kind = TOKEN_NUMBER;
        t.end = skip_number(l, l->at);
    } else {
        t.kind = TOKEN_PUNCTUATION;
        t.end = c == '<' && l->include_state == 2 ? skip_header_name(l, l->at) : 0;
        if (t.end == 0)
            t.end = skip_punctuation(l, l->at);
        char mark[3];
        size_t length = c == '#' || c == '%' ? spelled(l->bytes, t.begin, t.end, mark, sizeof mark) : 0;
        if (t.starts_line && ((length == 1 && c == '#') || (length == 2 && mark[1] == ':'))) {
            l->in_directive = t.in_directive = true;
            l->include_state = 1;
            l->at = t.end;
            return t;
        }
    }
    if (l->include_state == 1 && (same_word(l, t.begin, t.end, "include") || same_word(l, t.begin, t.end, "import") ||
                                  same_word(l, t.begin, t.end, "include_next")))
        l->include_state = 2;
    else
        l->include_state = 0;
    l->at = t.end;
    return t;
}

// Makes room for one more token. The file's first tokens tell how many the whole will have, so that the list is
// copied once or twice and not at every doubling: the arena gives nothing back. Room that is never used costs next to nothing.
static void make_room(arena *a, token_list *list, size_t done_bytes, size_t length_bytes)
{
    if (list->count < list->capacity)
        return;
    size_t capacity = 256;
    if (list->count > 0) {
        double expected = (double)list->count * ((double)length_bytes / (double)(done_bytes ? done_bytes : 1)) * 1.25;
        size_t least = list->count + list->count / 4, most = length_bytes + 1; // a token has a byte, but for the last
        capacity = expected < (double)most ? (size_t)expected + 16 : most;
        // An opening of one-letter tokens must not make a list for a whole file of them.
        if (capacity > list->count * 64)
            capacity = list->count * 64;
        if (capacity < least + 16)
            capacity = least + 16;
    }
    token *items = arena_alloc(a, capacity * sizeof *items);
    if (list->count > 0)
        memcpy(items, list->items, list->count * sizeof *items);
    list->items = items;
    list->capacity = capacity;
}

// Words are told apart by their first and last letter and their length.
static size_t word_bit(const char *word, size_t length)
{
    const size_t mixed = (unsigned char)word[0] * 31u + (unsigned char)word[length - 1] * 7u + length * 131u;
    return mixed % (TOKEN_WORDS * 32);
}

bool token_list_may_have(const token_list *list, const char *word)
{
    const size_t bit = word_bit(word, strlen(word));
    return list->has_joined_words || (list->words[bit / 32] >> bit % 32 & 1) != 0;
}

static void note_word(token_list *list, const source *file, const token *t)
{
    const size_t length = t->end - t->begin;
    if (t->kind != TOKEN_IDENTIFIER && (t->kind != TOKEN_PUNCTUATION || length != 1))
        return;
    const size_t bit = word_bit(file->bytes + t->begin, length);
    list->words[bit / 32] |= 1u << bit % 32;
}

// `<< <`, as some formatters write a launch: nvcc takes it for `<<<`. In C++ it stands nowhere but behind `operator`.
static void join_launch(lexer *l, const token_list *list)
{
    token *t = &list->items[list->count];
    if (l->bytes[t->begin] != '<' || t->end != t->begin + 2 || l->bytes[t->begin + 1] != '<')
        return;
    size_t at = t->end;
    while (at < l->length && is_class(l->bytes[at], BLANK))
        at++;
    if (at == t->end || at + 1 >= l->length || l->bytes[at] != '<' || l->bytes[at + 1] == '<' || l->bytes[at + 1] == '=' ||
        (list->count > 0 && same_word(l, t[-1].begin, t[-1].end, "operator")))
        return;
    l->at = t->end = at + 1;
}

token_list lex_source(arena *a, const source *file)
{
    assert(file->bytes || file->length == 0);
    lexer l = { .bytes = file->bytes, .length = file->length };
    if (l.length >= 3 && memcmp(l.bytes, "\xef\xbb\xbf", 3) == 0)
        l.at = 3;
    token_list list = { .block_count = file->length / BLOCK_BYTES + 1 };
    list.blocks = arena_alloc(a, list.block_count * sizeof *list.blocks);
    list.words = arena_alloc(a, TOKEN_WORDS * sizeof *list.words);
    for (size_t block = 0;;) {
        skip_space(&l);
        make_room(a, &list, l.at, l.length);
        token *t = &list.items[list.count];
        *t = next_token(&l);
        join_launch(&l, &list);
        for (; block * BLOCK_BYTES <= t->begin; block++)
            list.blocks[block] = (uint32_t)list.count;
        list.count++;
        note_word(&list, file, t);
        if (t->kind == TOKEN_END)
            break;
    }
    list.has_joined_words = l.has_joined_words;
    return list;
}

slice token_text(arena *a, const source *file, const token *t)
{
    const char *bytes = file->bytes;
    size_t length = t->end - t->begin;
    if (length == 0)
        return (slice){ "", 0 };
    if (!memchr(bytes + t->begin, '\\', length))
        return (slice){ bytes + t->begin, length };
    // The body of a raw string keeps its backslash-newlines.
    size_t body_begin = t->end, body_end = t->end;
    if (t->kind == TOKEN_STRING) {
        const char *quote = memchr(bytes + t->begin, '"', length);
        size_t prefix_end = quote ? (size_t)(quote - bytes) : t->end;
        char prefix[4];
        size_t prefix_length = spelled(bytes, t->begin, prefix_end, prefix, sizeof prefix);
        if (prefix_length > 0 && prefix_length < sizeof prefix && prefix[prefix_length - 1] == 'R') {
            body_begin = prefix_end;
            while (body_end > body_begin + 1 && bytes[body_end - 1] != '"')
                body_end--; // the suffix
            if (bytes[body_end - 1] != '"' || body_end == body_begin + 1)
                body_end = t->end; // unterminated
        }
    }
    char *out = arena_alloc(a, length + 1);
    size_t count = spelled(bytes, t->begin, body_begin, out, length);
    memcpy(out + count, bytes + body_begin, body_end - body_begin);
    count += body_end - body_begin;
    count += spelled(bytes, body_end, t->end, out + count, length - count);
    return count == length ? (slice){ bytes + t->begin, length } : (slice){ out, count };
}

// Words are asked for, not raw strings: a backslash-newline in one is taken for a continuation here.
bool token_is_spelled(const source *file, const token *t, const char *text)
{
    const char *bytes = file->bytes;
    size_t at = t->begin;
    for (; *text; text++, at++) {
        at = skip_continuations(bytes, t->end, at);
        // `<< <` is `<<<`; the name of a header, punctuation too, keeps its blanks.
        while (t->kind == TOKEN_PUNCTUATION && at < t->end && is_class(bytes[at], BLANK) && !is_class(*text, BLANK))
            at++;
        if (at >= t->end || bytes[at] != *text)
            return false;
    }
    return skip_continuations(bytes, t->end, at) == t->end;
}

size_t token_at_or_after(const token_list *list, size_t offset)
{
    const size_t block = offset / BLOCK_BYTES;
    if (block >= list->block_count)
        return list->count;
    size_t i = list->blocks[block];
    while (i < list->count && list->items[i].begin < offset)
        i++;
    return i;
}
