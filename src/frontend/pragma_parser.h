// What the parts of the directives' parser share (pragma.h): the words of one directive, and the questions to them.
//
// In:  the tokens of a directive, from `pt` on. Out: its record filled in; diagnostics.
// Invariant: indices and ranges are of tokens; brackets are paired once (pair_brackets) before anything looks inside.
#ifndef PTCC_FRONTEND_PRAGMA_PARSER_H
#define PTCC_FRONTEND_PRAGMA_PARSER_H

#include "frontend/pragma.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

#define NO_PARTNER SIZE_MAX

typedef struct parser {
    arena *arena;
    diagnostics *d;
    const source *file;  // where diagnostics point
    const source *words; // where the tokens lie: `file`, or the text of a `_Pragma` string
    const token *tokens; // from `pt` on
    size_t count;
    size_t *partner;  // of each bracket; `NO_PARTNER` for other tokens
    span operator_at; // the `_Pragma` word; file NULL for #pragma
    directive *out;
} parser;

typedef struct range { // of tokens, half-open
    size_t begin, end;
} range;

// ---- Places, words, messages (pragma_words.c)

static inline span place(const parser *p, size_t begin, size_t end)
{
    return p->operator_at.file ? p->operator_at : span_make(p->file, begin, end);
}

static inline span place_of(const parser *p, range r)
{
    return place(p, p->tokens[r.begin].begin, p->tokens[r.end - 1].end);
}

static inline range only(size_t index)
{
    return (range){ index, index + 1 };
}

static inline bool is(const parser *p, size_t index, const char *text)
{
    return token_is(p->words, &p->tokens[index], text);
}

static inline bool is_name(const parser *p, size_t index)
{
    return p->tokens[index].kind == TOKEN_IDENTIFIER;
}

// A word for a message: short, on one line, cut at whole characters.
const char *shown(const parser *p, size_t index);

diagnostic *refuse(parser *p, const char *code, span at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// For an argument that is not there, or that is one too many; `example` is how to write it.
void refuse_missing(parser *p, range at, const char *what, const char *example);
void refuse_extra(parser *p, range at, const char *what, const char *example);

// A fix-it replaces the place; in a `_Pragma` the place is not the word, so there is none.
void suggest(const parser *p, diagnostic *one, const char *replacement);

// Which of the candidates the word is (-1: none), and which it was meant to be (NULL: none is near).
int find(const parser *p, size_t index, const char *const *candidates, size_t count);
const char *nearest(const parser *p, size_t index, const char *const *candidates, size_t count);

// ---- Brackets (pragma_words.c)

// Pairs all brackets behind the directive's name. False after the first one without a partner.
bool pair_brackets(parser *p);

// The index behind the token, or behind the bracket that closes it.
size_t next_at_top(const parser *p, size_t index);

// Cuts `all` at its commas outside brackets: how many parts there are; the first `capacity` of them are stored.
size_t split_at_commas(const parser *p, range all, range *parts, size_t capacity);

// ---- Expressions (pragma_expression.c)

// The text of an expression as it goes into generated code: as written, but on one line and without comments.
slice expression_text(const parser *p, range r);

void parse_expression(parser *p, range r, const char *code, argument *out);

// A number of something: an expression, or a literal from 1 to `largest`.
void parse_count(parser *p, range r, const char *code, const char *what, unsigned long long largest, argument *out);

// ---- Clauses (pragma_clause.c)

typedef enum clause_kind {
    CLAUSE_SCHEDULE,
    CLAUSE_GROUPS,
    CLAUSE_ORDER,
    CLAUSE_ITEMS,
    CLAUSE_MODE,
    CLAUSE_WORKER,
    CLAUSE_KEEP,
    CLAUSE_LOCAL,
    CLAUSE_COUNT
} clause_kind;

// What each clause belongs to, and how it is written.
typedef struct clause_form {
    const char *name;
    directive_kind owner;
    const char *example;
} clause_form;

extern const clause_form clause_forms[CLAUSE_COUNT];

// All clauses from the token `i` on.
void parse_clauses(parser *p, size_t i);

#endif
