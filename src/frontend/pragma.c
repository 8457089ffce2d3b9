// Parser of the directives (pragma.h says what goes in and out).
//
// A directive is a short list of words, so the parser works on the lexer's tokens directly: brackets are paired once
// per directive (`pair_brackets`), and every clause is then a name with the range of tokens between its parentheses.
// A `_Pragma` string is turned into a source of its own and goes the same way; only the places differ (`place`).
// After an error the parser goes on with the next clause, so that one run shows everything.
//
// Sources: OpenMP 5.2, 2.1 (directive format) for the habits; ISO C++20 15.9 (pragmas), 15.12 (`_Pragma`).
#include "frontend/pragma.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

typedef enum clause_kind {
    CLAUSE_SCHEDULE,
    CLAUSE_GROUPS,
    CLAUSE_ORDER,
    CLAUSE_ITEMS,
    CLAUSE_MODE,
    CLAUSE_WORKER,
    CLAUSE_KEEP,
    CLAUSE_COUNT
} clause_kind;

static const char *const directive_names[] = { "kernel",  "barrier", "state", "finish",
                                               "foreach", "loop",    "fuse",  "launch" };
static const char *const schedule_names[] = { "auto", "static", "dynamic", "guided", "steal", "hardware" };
static const char *const order_names[] = { "linear", "column", "tile", "morton", "reverse" };
static const char *const mode_names[] = { "max", "groups", "nonpt" };
static const char *const worker_names[] = { "block", "warp", "thread" };

enum {
    LARGEST_COUNT = INT_MAX, // of blocks, in the largest grid that CUDA knows
    LARGEST_TILE = 65535     // blocks each way: the product of two fits 32 bits
};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

// What each clause belongs to, and how it is written.
static const struct {
    const char *name;
    directive_kind owner;
    const char *example;
} clauses[CLAUSE_COUNT] = {
    [CLAUSE_SCHEDULE] = { "schedule", DIRECTIVE_KERNEL, "schedule(dynamic, 4)" },
    [CLAUSE_GROUPS] = { "groups", DIRECTIVE_KERNEL, "groups(2 per sm)" },
    [CLAUSE_ORDER] = { "order", DIRECTIVE_KERNEL, "order(tile(8, 8))" },
    [CLAUSE_ITEMS] = { "items", DIRECTIVE_KERNEL, "items(*count)" },
    [CLAUSE_MODE] = { "mode", DIRECTIVE_LAUNCH, "mode(max)" },
    [CLAUSE_WORKER] = { "worker", DIRECTIVE_FOREACH, "worker(warp)" },
    [CLAUSE_KEEP] = { "keep", DIRECTIVE_LOOP, "keep(name)" },
};

static const char *const clause_lists[] = {
    [DIRECTIVE_KERNEL] = "schedule, groups, order and items",
    [DIRECTIVE_BARRIER] = "no clause",
    [DIRECTIVE_STATE] = "no clause",
    [DIRECTIVE_FINISH] = "no clause",
    [DIRECTIVE_FOREACH] = "worker",
    [DIRECTIVE_LOOP] = "keep",
    [DIRECTIVE_FUSE] = "no clause",
    [DIRECTIVE_LAUNCH] = "mode",
};

// Words that people write as a clause though they are a clause's argument.
static const struct {
    const char *word;
    directive_kind directive;
    const char *written;
} bare_arguments[] = {
    { "auto", DIRECTIVE_KERNEL, "schedule(auto)" },
    { "static", DIRECTIVE_KERNEL, "schedule(static)" },
    { "dynamic", DIRECTIVE_KERNEL, "schedule(dynamic)" },
    { "guided", DIRECTIVE_KERNEL, "schedule(guided)" },
    { "steal", DIRECTIVE_KERNEL, "schedule(steal)" },
    { "hardware", DIRECTIVE_KERNEL, "schedule(hardware)" },
    { "max", DIRECTIVE_KERNEL, "groups(max)" },
    { "linear", DIRECTIVE_KERNEL, "order(linear)" },
    { "column", DIRECTIVE_KERNEL, "order(column)" },
    { "tile", DIRECTIVE_KERNEL, "order(tile(8, 8))" },
    { "morton", DIRECTIVE_KERNEL, "order(morton)" },
    { "reverse", DIRECTIVE_KERNEL, "order(reverse)" },
    { "max", DIRECTIVE_LAUNCH, "mode(max)" },
    { "nonpt", DIRECTIVE_LAUNCH, "mode(nonpt)" },
};

const char *directive_name(directive_kind kind)
{
    return (size_t)kind < COUNT_OF(directive_names) ? directive_names[kind] : "unknown";
}

const char *schedule_name(schedule_kind kind)
{
    return (size_t)kind < COUNT_OF(schedule_names) ? schedule_names[kind] : "unknown";
}

static const size_t no_partner = SIZE_MAX;

typedef struct parser {
    arena *arena;
    diagnostics *d;
    const source *file;  // where diagnostics point
    const source *words; // where the tokens lie: `file`, or the text of a `_Pragma` string
    const token *tokens; // from `pt` on
    size_t count;
    size_t *partner;  // of each bracket; `no_partner` for other tokens
    span operator_at; // the `_Pragma` word; file NULL for #pragma
    directive *out;
} parser;

typedef struct range { // of tokens, half-open
    size_t begin, end;
} range;

// ---- Places, words, messages

static span place(const parser *p, size_t begin, size_t end)
{
    return p->operator_at.file ? p->operator_at : span_make(p->file, begin, end);
}

static span place_of(const parser *p, range r)
{
    return place(p, p->tokens[r.begin].begin, p->tokens[r.end - 1].end);
}

static range only(size_t index)
{
    return (range){ index, index + 1 };
}

static bool is(const parser *p, size_t index, const char *text)
{
    return token_is(p->words, &p->tokens[index], text);
}

static bool is_name(const parser *p, size_t index)
{
    return p->tokens[index].kind == TOKEN_IDENTIFIER;
}

// A word for a message: short, on one line, cut at whole characters.
static const char *shown(const parser *p, size_t index)
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

static diagnostic *refuse(parser *p, const char *code, span at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static diagnostic *refuse(parser *p, const char *code, span at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *message = arena_vformat(p->arena, format, args);
    va_end(args);
    p->out->valid = false;
    return diagnostics_add(p->d, SEVERITY_ERROR, code, at, "%s", message);
}

// A fix-it replaces the place; in a `_Pragma` the place is not the word, so there is none.
static void suggest(const parser *p, diagnostic *one, const char *replacement)
{
    if (!p->operator_at.file)
        one->fix = arena_string(p->d->arena, replacement);
}

static const char *nearest(const parser *p, size_t index, const char *const *candidates, size_t count)
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

static int find(const parser *p, size_t index, const char *const *candidates, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is(p, index, candidates[i]))
            return (int)i;
    return -1;
}

// ---- Brackets

// Pairs all brackets behind the directive's name. False after the first one without a partner.
static bool pair_brackets(parser *p)
{
    p->partner = arena_alloc(p->arena, p->count * sizeof *p->partner);
    size_t *open = arena_alloc(p->arena, p->count * sizeof *open);
    size_t depth = 0;
    for (size_t i = 0; i < p->count; i++) {
        p->partner[i] = no_partner;
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

static size_t next_at_top(const parser *p, size_t index)
{
    return p->partner[index] != no_partner && p->partner[index] > index ? p->partner[index] + 1 : index + 1;
}

// Cuts `all` at its commas outside brackets: how many parts there are; the first `capacity` of them are stored.
static size_t split_at_commas(const parser *p, range all, range *parts, size_t capacity)
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

// ---- Expressions

// The text of an expression as it goes into generated code: as written, but on one line and without comments.
static slice expression_text(const parser *p, range r)
{
    size_t begin = p->tokens[r.begin].begin, end = p->tokens[r.end - 1].end;
    slice written = { p->words->bytes + begin, end - begin };
    bool plain = !memchr(written.bytes, '\n', written.length) && !memchr(written.bytes, 0, written.length);
    for (size_t i = r.begin; plain && i + 1 < r.end; i++)
        if (memchr(p->words->bytes + p->tokens[i].end, '/', p->tokens[i + 1].begin - p->tokens[i].end))
            plain = false;
    if (plain)
        return written;
    text t = text_new(p->arena);
    for (size_t i = r.begin; i < r.end; i++) {
        if (i > r.begin && p->tokens[i].begin > p->tokens[i - 1].end)
            text_add_char(&t, ' ');
        text_add_slice(&t, token_text(p->arena, p->words, &p->tokens[i]));
    }
    return (slice){ t.bytes, t.length };
}

typedef enum literal_kind { LITERAL_NONE, LITERAL_WHOLE, LITERAL_NEGATIVE, LITERAL_OTHER } literal_kind;

static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

static bool is_integer_suffix(const char *suffix)
{
    static const char *const allowed[] = { "", "u", "l", "ul", "lu", "ll", "ull", "llu", "z", "uz", "zu" };
    if (strstr(suffix, "lL") || strstr(suffix, "Ll"))
        return false;
    for (size_t i = 0; i < COUNT_OF(allowed); i++)
        if (strcasecmp(suffix, allowed[i]) == 0)
            return true;
    return false;
}

// Value of an integer literal, the largest there is if it does not fit (ISO C++20 5.13.2).
static bool integer_value(const parser *p, size_t index, unsigned long long *value)
{
    slice written = token_text(p->arena, p->words, &p->tokens[index]);
    char *digits = arena_alloc(p->arena, written.length + 1);
    size_t length = 0;
    for (size_t i = 0; i < written.length; i++)
        if (written.bytes[i] != '\'')
            digits[length++] = written.bytes[i];
    int base = 10;
    const char *at = digits;
    if (at[0] == '0' && (at[1] == 'x' || at[1] == 'X')) {
        base = 16;
        at += 2;
    } else if (at[0] == '0' && (at[1] == 'b' || at[1] == 'B')) {
        base = 2;
        at += 2;
    } else if (at[0] == '0') {
        base = 8;
    }
    const char *first = at;
    *value = 0;
    for (; digit_value(*at) < base; at++) {
        unsigned long long digit = (unsigned long long)digit_value(*at);
        *value = *value > (ULLONG_MAX - digit) / (unsigned)base ? ULLONG_MAX : *value * (unsigned)base + digit;
    }
    return at > first && is_integer_suffix(at);
}

// Sees through signs and parentheses: `-(1)` is a literal, `2 * n` is none.
static literal_kind literal_of(const parser *p, range r, unsigned long long *value)
{
    bool negative = false;
    for (;;) {
        if (r.end - r.begin > 1 && is(p, r.begin, "-")) {
            negative = !negative;
            r.begin++;
        } else if (r.end - r.begin > 1 && is(p, r.begin, "+")) {
            r.begin++;
        } else if (r.end - r.begin > 2 && is(p, r.begin, "(") && p->partner[r.begin] == r.end - 1) {
            r.begin++;
            r.end--;
        } else {
            break;
        }
    }
    if (r.end - r.begin != 1)
        return LITERAL_NONE;
    switch (p->tokens[r.begin].kind) {
    case TOKEN_NUMBER:
        if (!integer_value(p, r.begin, value))
            return LITERAL_OTHER;
        return negative && *value > 0 ? LITERAL_NEGATIVE : LITERAL_WHOLE;
    case TOKEN_STRING:
    case TOKEN_CHARACTER:
        return LITERAL_OTHER;
    default:
        return LITERAL_NONE;
    }
}

// Whether the tokens can be an expression at all. Only what could spoil the generated code in ways that the
// compiler's message would not explain is looked for; the types are the compiler's business.
static bool check_expression(parser *p, range r, const char *code)
{
    static const char *const never[] = { ";", "#", "##", "@", "`", "\\", "%:", "%:%:", "\"", "'" };
    static const char *const may_open[] = { "(", "[", "+", "-", "!", "~", "*", "&", "::", "<:" };
    static const char *const may_close[] = { ")", "]", "}", ":>", "%>" };
    for (size_t i = r.begin; i < r.end; i++) {
        token_kind kind = p->tokens[i].kind;
        if (find(p, i, never, COUNT_OF(never)) >= 0) {
            refuse(p, code, place_of(p, only(i)),
                   "'%s' cannot stand in an expression; write an integer or an expression over it", shown(p, i));
            return false;
        }
        if (kind == TOKEN_NUMBER && i + 1 < r.end &&
            (p->tokens[i + 1].kind == TOKEN_NUMBER || p->tokens[i + 1].kind == TOKEN_IDENTIFIER)) {
            refuse(p, code, place_of(p, only(i + 1)), "'%s' cannot follow '%s'; write an operator between them",
                   shown(p, i + 1), shown(p, i));
            return false;
        }
    }
    if (p->tokens[r.begin].kind == TOKEN_PUNCTUATION && find(p, r.begin, may_open, COUNT_OF(may_open)) < 0) {
        refuse(p, code, place_of(p, only(r.begin)), "no expression starts with '%s'; write an integer or an expression",
               shown(p, r.begin));
        return false;
    }
    if (p->tokens[r.end - 1].kind == TOKEN_PUNCTUATION && find(p, r.end - 1, may_close, COUNT_OF(may_close)) < 0) {
        refuse(p, code, place_of(p, only(r.end - 1)), "no expression ends with '%s'; write what comes behind it",
               shown(p, r.end - 1));
        return false;
    }
    return true;
}

static void parse_expression(parser *p, range r, const char *code, argument *out)
{
    if (!check_expression(p, r, code))
        return;
    out->text = expression_text(p, r);
    out->at = place_of(p, r);
    unsigned long long value = 0;
    out->is_literal = literal_of(p, r, &value) == LITERAL_WHOLE;
    out->value = out->is_literal ? value : 0;
}

// A number of something: an expression, or a literal from 1 to `largest`.
static void parse_count(parser *p, range r, const char *code, const char *what, unsigned long long largest,
                        argument *out)
{
    unsigned long long value = 0;
    const char *wrong = NULL;
    switch (literal_of(p, r, &value)) {
    case LITERAL_OTHER:
        wrong = "must be a whole number";
        break;
    case LITERAL_NEGATIVE:
        wrong = "must not be negative";
        break;
    case LITERAL_WHOLE:
        wrong = value == 0 ? "must not be 0" : value > largest ? "is too large" : NULL;
        break;
    case LITERAL_NONE:
        break;
    }
    if (wrong)
        refuse(p, code, place_of(p, r), "%s %s; write an integer from 1 to %llu", what, wrong, largest);
    else
        parse_expression(p, r, code, out);
}

// ---- Clauses

static void refuse_word(parser *p, size_t index, const char *what, const char *const *names, size_t count,
                        const char *list)
{
    const char *suggestion = is_name(p, index) ? nearest(p, index, names, count) : NULL;
    if (suggestion)
        suggest(p,
                refuse(p, "pt-bad-argument", place_of(p, only(index)), "unknown %s '%s'; write '%s'", what,
                       shown(p, index), suggestion),
                suggestion);
    else
        refuse(p, "pt-bad-argument", place_of(p, only(index)), "unknown %s '%s'; write %s", what, shown(p, index),
               list);
}

static void refuse_missing(parser *p, range at, const char *what, const char *example)
{
    refuse(p, "pt-missing-argument", place_of(p, at), "%s; write '%s'", what, example);
}

// What is behind the comma that ends `last`, the last argument that has a place.
static range behind(range last, range inside)
{
    return (range){ last.end + 1 < inside.end ? last.end + 1 : last.end, inside.end };
}

static void refuse_extra(parser *p, range at, const char *what, const char *example)
{
    refuse(p, "pt-extra-argument", place_of(p, at), "%s; write '%s'", what, example);
}

// All parts must have something in them. `clause` is where the clause is.
static bool check_no_empty_part(parser *p, range clause, const range *parts, size_t count, const char *example)
{
    for (size_t i = 0; i < count; i++) {
        if (parts[i].begin < parts[i].end)
            continue;
        // The comma beside the gap, or the closing parenthesis.
        size_t at = parts[i].end < clause.end ? parts[i].end : clause.end - 1;
        refuse_missing(p, only(at), "there is no argument before this", example);
        return false;
    }
    return true;
}

// schedule(kind [, chunk])
static void parse_schedule(parser *p, range clause, range inside)
{
    static const char list[] = "one of auto, static, dynamic, guided, steal and hardware";
    range parts[2];
    size_t count = split_at_commas(p, inside, parts, 2);
    if (count > 2)
        refuse_extra(p, behind(parts[1], inside), "schedule takes a kind and a chunk, no more", "schedule(dynamic, 4)");
    if (!check_no_empty_part(p, clause, parts, count < 2 ? count : 2, "schedule(dynamic, 4)"))
        return;
    int kind = find(p, parts[0].begin, schedule_names, COUNT_OF(schedule_names));
    if (kind < 0) {
        refuse_word(p, parts[0].begin, "schedule", schedule_names, COUNT_OF(schedule_names), list);
        return;
    }
    if (parts[0].end - parts[0].begin > 1) {
        refuse(p, "pt-bad-argument", place_of(p, only(parts[0].begin + 1)),
               "'%s' cannot follow the schedule; write 'schedule(%s)' or 'schedule(dynamic, 4)'",
               shown(p, parts[0].begin + 1), schedule_names[kind]);
        return;
    }
    p->out->schedule = (schedule_kind)kind;
    if (count < 2)
        return;
    if (kind == SCHEDULE_AUTO) {
        refuse(p, "pt-bad-chunk", place_of(p, parts[1]),
               "schedule(auto) takes no chunk because the runtime chooses it; write 'schedule(auto)', or the schedule "
               "that the chunk is for");
        return;
    }
    if (kind == SCHEDULE_HARDWARE) {
        refuse(p, "pt-bad-chunk", place_of(p, parts[1]),
               "schedule(hardware) takes no chunk because the GPU hands out single blocks; write 'schedule(hardware)'");
        return;
    }
    parse_count(p, parts[1], "pt-bad-chunk", "the chunk", LARGEST_COUNT, &p->out->chunk);
}

// groups(max | n | n per sm)
static void parse_groups(parser *p, range inside)
{
    static const char example[] = "groups(2 per sm)";
    range parts[2];
    size_t count = split_at_commas(p, inside, parts, 2);
    if (count > 1) {
        refuse_extra(p, behind(parts[0], inside),
                     "groups takes one argument, with parentheses around an expression that has a comma", example);
        return;
    }
    if (is(p, inside.begin, "max") && inside.end - inside.begin == 1) {
        p->out->groups = GROUPS_MAX;
        return;
    }
    size_t per = inside.end;
    for (size_t i = inside.begin; i < inside.end; i = next_at_top(p, i))
        if (is(p, i, "per")) {
            per = i;
            break;
        }
    if (per == inside.end) {
        p->out->groups = GROUPS_N;
        parse_count(p, inside, "pt-bad-argument", "the number of groups", LARGEST_COUNT, &p->out->groups_count);
        return;
    }
    if (per == inside.begin) {
        refuse_missing(p, only(per), "the number of groups before 'per sm' is missing", example);
        return;
    }
    if (per + 1 == inside.end) {
        refuse_missing(p, only(per), "'per' must be followed by 'sm'", example);
        return;
    }
    if (!is(p, per + 1, "sm")) {
        static const char *const sm[] = { "sm" };
        bool near = is_name(p, per + 1) && nearest(p, per + 1, sm, 1);
        diagnostic *one = refuse(p, "pt-bad-argument", place_of(p, only(per + 1)),
                                 "groups are counted per streaming multiprocessor, not per '%s'; write '%s'",
                                 shown(p, per + 1), near ? "sm" : example);
        if (near)
            suggest(p, one, "sm");
        return;
    }
    if (per + 2 < inside.end) {
        refuse_extra(p, (range){ per + 2, inside.end }, "nothing may follow 'per sm'", example);
        return;
    }
    if (per == inside.begin + 1 && is(p, inside.begin, "max")) {
        refuse(p, "pt-bad-argument", place_of(p, inside),
               "max already counts the groups of every SM; write 'groups(max)' or a number before 'per sm'");
        return;
    }
    p->out->groups = GROUPS_PER_SM;
    parse_count(p, (range){ inside.begin, per }, "pt-bad-argument", "the number of groups per SM", LARGEST_COUNT,
                &p->out->groups_count);
}

// True if the tokens are a name, perhaps qualified: a, a::b, ::a::b.
static bool is_qualified_name(const parser *p, range r)
{
    size_t i = r.begin;
    if (i < r.end && is(p, i, "::"))
        i++;
    while (i < r.end && is_name(p, i)) {
        if (++i == r.end)
            return true;
        if (!is(p, i++, "::"))
            return false;
    }
    return false;
}

// tile(w, h); `inside` is what is between tile's own parentheses
static void parse_tile(parser *p, range tile, range inside)
{
    static const char example[] = "order(tile(8, 8))";
    range parts[2];
    size_t count = split_at_commas(p, inside, parts, 2);
    if (count > 2) {
        refuse_extra(p, behind(parts[1], inside), "tile takes a width and a height, no more", example);
        return;
    }
    if (count == 0) {
        refuse_missing(p, tile, "tile needs a width and a height in blocks", example);
        return;
    }
    if (!check_no_empty_part(p, tile, parts, count, example))
        return;
    if (count == 1) {
        refuse_missing(p, tile, "tile needs a height too", example);
        return;
    }
    p->out->order = ORDER_TILE;
    parse_count(p, parts[0], "pt-bad-argument", "the width of a tile", LARGEST_TILE, &p->out->tile_width);
    parse_count(p, parts[1], "pt-bad-argument", "the height of a tile", LARGEST_TILE, &p->out->tile_height);
}

// order(linear | column | tile(w, h) | morton | reverse | function)
static void parse_order(parser *p, range inside)
{
    static const char example[] = "order(tile(8, 8))";
    int kind = find(p, inside.begin, order_names, COUNT_OF(order_names));
    size_t count = inside.end - inside.begin;
    range parts[1];
    if (split_at_commas(p, inside, parts, 1) > 1) {
        refuse_extra(p, behind(parts[0], inside), "order takes one argument", example);
        return;
    }
    if (kind == ORDER_TILE && count > 1 && is(p, inside.begin + 1, "(")) {
        size_t close = p->partner[inside.begin + 1];
        if (close + 1 < inside.end)
            refuse_extra(p, (range){ close + 1, inside.end }, "nothing may follow the tile", example);
        else
            parse_tile(p, inside, (range){ inside.begin + 2, close });
        return;
    }
    if (kind == ORDER_TILE && count == 1) {
        refuse_missing(p, inside, "tile needs a width and a height in blocks", example);
        return;
    }
    if (kind >= 0 && count == 1) {
        p->out->order = (order_kind)kind;
        return;
    }
    if (kind >= 0 && is(p, inside.begin + 1, "(")) {
        refuse_extra(p, (range){ inside.begin + 1, inside.end },
                     arena_format(p->arena, "%s takes no argument", order_names[kind]),
                     arena_format(p->arena, "order(%s)", order_names[kind]));
        return;
    }
    if (!is_qualified_name(p, inside)) {
        refuse(p, "pt-bad-argument", place_of(p, inside),
               "this is no order; write one of linear, column, tile(w, h), morton and reverse, or the name of a "
               "__device__ function");
        return;
    }
    p->out->order = ORDER_FUNCTION;
    p->out->order_function = expression_text(p, inside);
    p->out->order_function_at = place_of(p, inside);
}

// mode(max | groups(n) | nonpt)
static void parse_mode(parser *p, range inside)
{
    static const char list[] = "one of max, groups(n) and nonpt";
    int kind = find(p, inside.begin, mode_names, COUNT_OF(mode_names));
    if (kind < 0) {
        refuse_word(p, inside.begin, "mode", mode_names, COUNT_OF(mode_names), list);
        return;
    }
    bool has_argument = inside.end - inside.begin > 1 && is(p, inside.begin + 1, "(");
    if (kind == 1 && (!has_argument || p->partner[inside.begin + 1] == inside.begin + 2)) {
        refuse_missing(p, only(inside.begin), "the number of groups in parentheses is missing", "mode(groups(16))");
        return;
    }
    size_t end = has_argument ? p->partner[inside.begin + 1] + 1 : inside.begin + 1;
    if (end < inside.end) {
        refuse_extra(p, (range){ end, inside.end }, "mode takes one argument", "mode(max)");
        return;
    }
    if (kind != 1) { // max, nonpt
        if (has_argument)
            refuse_extra(p, (range){ inside.begin + 1, end },
                         arena_format(p->arena, "%s takes no argument", mode_names[kind]),
                         arena_format(p->arena, "mode(%s)", mode_names[kind]));
        else
            p->out->mode = kind == 0 ? LAUNCH_MAX : LAUNCH_NONPT;
        return;
    }
    range number = { inside.begin + 2, end - 1 };
    range parts[1];
    if (split_at_commas(p, number, parts, 1) > 1) {
        refuse_extra(p, behind(parts[0], number), "groups takes one number here", "mode(groups(16))");
        return;
    }
    for (size_t i = number.begin; i < number.end; i = next_at_top(p, i))
        if (is(p, i, "per")) {
            refuse(
                p, "pt-bad-argument", place_of(p, number),
                "a launch counts its groups as a whole; write 'mode(groups(16))', or 'groups(2 per sm)' at the kernel");
            return;
        }
    p->out->mode = LAUNCH_GROUPS;
    parse_count(p, number, "pt-bad-argument", "the number of groups", LARGEST_COUNT, &p->out->mode_groups);
}

static void parse_worker(parser *p, range inside)
{
    if (find(p, inside.begin, worker_names, COUNT_OF(worker_names)) < 0)
        refuse_word(p, inside.begin, "worker", worker_names, COUNT_OF(worker_names), "one of block, warp and thread");
    else if (inside.end - inside.begin > 1)
        refuse_extra(p, (range){ inside.begin + 1, inside.end }, "worker takes one word", "worker(warp)");
}

static void parse_clause(parser *p, clause_kind kind, range clause, range inside)
{
    span at = place_of(p, clause);
    switch (kind) {
    case CLAUSE_SCHEDULE:
        p->out->schedule_at = at;
        parse_schedule(p, clause, inside);
        break;
    case CLAUSE_GROUPS:
        p->out->groups_at = at;
        parse_groups(p, inside);
        break;
    case CLAUSE_ORDER:
        p->out->order_at = at;
        parse_order(p, inside);
        break;
    case CLAUSE_ITEMS:
        p->out->items_at = at;
        parse_expression(p, inside, "pt-bad-argument", &p->out->items);
        break;
    case CLAUSE_MODE:
        p->out->mode_at = at;
        parse_mode(p, inside);
        break;
    case CLAUSE_WORKER:
        parse_worker(p, inside);
        break;
    case CLAUSE_KEEP: // the front end refuses its directive, whatever it keeps
    case CLAUSE_COUNT:
        break;
    }
}

static void refuse_unknown_clause(parser *p, size_t index)
{
    directive_kind kind = p->out->kind;
    span at = place_of(p, only(index));
    if (!is_name(p, index)) {
        diagnostic *one =
            refuse(p, "pt-unknown-clause", at, "expected a clause instead of '%s'; '#pragma pt %s' takes %s",
                   shown(p, index), directive_name(kind), clause_lists[kind]);
        if (is(p, index, ";") || is(p, index, ","))
            suggest(p, one, "");
        return;
    }
    for (size_t i = 0; i < COUNT_OF(bare_arguments); i++)
        if (bare_arguments[i].directive == kind && is(p, index, bare_arguments[i].word)) {
            diagnostic *one = refuse(p, "pt-unknown-clause", at, "'%s' is a clause's argument; write '%s'",
                                     shown(p, index), bare_arguments[i].written);
            if (index + 1 >= p->count || !is(p, index + 1, "("))
                suggest(p, one, bare_arguments[i].written);
            return;
        }
    const char *names[CLAUSE_COUNT];
    size_t count = 0;
    for (size_t i = 0; i < CLAUSE_COUNT; i++)
        if (clauses[i].owner == kind)
            names[count++] = clauses[i].name;
    const char *suggestion = nearest(p, index, names, count);
    if (suggestion)
        suggest(p, refuse(p, "pt-unknown-clause", at, "unknown clause '%s'; write '%s'", shown(p, index), suggestion),
                suggestion);
    else
        refuse(p, "pt-unknown-clause", at, "unknown clause '%s'; '#pragma pt %s' takes %s", shown(p, index),
               directive_name(kind), clause_lists[kind]);
}

static void refuse_wrong_clause(parser *p, size_t index, clause_kind clause)
{
    directive_kind kind = p->out->kind;
    span at = place_of(p, only(index));
    if (kind == DIRECTIVE_LAUNCH && clause == CLAUSE_GROUPS)
        refuse(p, "pt-wrong-clause", at,
               "clause 'groups' belongs to '#pragma pt kernel'; write 'mode(groups(16))' at a launch");
    else
        refuse(p, "pt-wrong-clause", at, "clause '%s' belongs to '#pragma pt %s'; '#pragma pt %s' takes %s",
               clauses[clause].name, directive_name(clauses[clause].owner), directive_name(kind), clause_lists[kind]);
}

// Directives whose grammar is not settled yet: what is in them is only checked for its brackets, since the front
// end refuses them as not supported.
static bool is_loose(directive_kind kind)
{
    return kind == DIRECTIVE_BARRIER || kind == DIRECTIVE_STATE || kind == DIRECTIVE_FINISH || kind == DIRECTIVE_LOOP ||
           kind == DIRECTIVE_FUSE;
}

// How to write the clause at `index` if the word behind it is an argument that only lacks its parentheses.
static const char *missing_parentheses(const parser *p, size_t index, const char *clause)
{
    if (index + 1 >= p->count)
        return NULL;
    for (size_t i = 0; i < COUNT_OF(bare_arguments); i++)
        if (bare_arguments[i].directive == p->out->kind && is(p, index + 1, bare_arguments[i].word) &&
            strncmp(bare_arguments[i].written, clause, strlen(clause)) == 0)
            return bare_arguments[i].written;
    return NULL;
}

static void parse_clauses(parser *p, size_t i)
{
    bool seen[CLAUSE_COUNT] = { false };
    bool after_clause = true; // OpenMP allows a comma behind the directive's name, too
    while (i < p->count) {
        if (after_clause && is(p, i, ",") && i + 1 < p->count) {
            after_clause = false;
            i++;
            continue;
        }
        after_clause = true;
        bool has_parentheses = i + 1 < p->count && is(p, i + 1, "(");
        size_t end = is_name(p, i) && has_parentheses ? p->partner[i + 1] + 1 : next_at_top(p, i);
        range clause = { i, end };
        int kind = -1;
        for (int c = 0; c < CLAUSE_COUNT && kind < 0; c++)
            if (is(p, i, clauses[c].name))
                kind = c;
        if (kind < 0) {
            if (!is_loose(p->out->kind))
                refuse_unknown_clause(p, i);
        } else if (clauses[kind].owner != p->out->kind) {
            refuse_wrong_clause(p, i, (clause_kind)kind);
        } else if (seen[kind]) {
            refuse(p, "pt-repeated-clause", place_of(p, only(i)),
                   "clause '%s' stands in this directive already; write it once", clauses[kind].name);
        } else {
            seen[kind] = true;
            const char *written = has_parentheses ? NULL : missing_parentheses(p, i, clauses[kind].name);
            if (written) {
                refuse(p, "pt-missing-argument", place_of(p, only(i)), "clause '%s' needs parentheses; write '%s'",
                       clauses[kind].name, written);
                end = i + 2;
            } else if (!has_parentheses || end - i <= 3) {
                refuse(p, "pt-missing-argument", place_of(p, only(i)), "clause '%s' needs an argument; write '%s'",
                       clauses[kind].name, clauses[kind].example);
            } else {
                parse_clause(p, (clause_kind)kind, clause, (range){ i + 2, end - 1 });
            }
        }
        i = end;
    }
}

// ---- Directives

static void refuse_unknown_directive(parser *p, size_t index)
{
    span at = place_of(p, only(index));
    for (size_t i = 0; i < CLAUSE_COUNT; i++)
        if (is(p, index, clauses[i].name)) {
            const char *owner = directive_name(clauses[i].owner);
            suggest(p,
                    refuse(p, "pt-unknown-directive", at, "'%s' is a clause; write '#pragma pt %s %s'", clauses[i].name,
                           owner, clauses[i].example),
                    arena_format(p->arena, "%s %s", owner, clauses[i].name));
            return;
        }
    const char *suggestion = is_name(p, index) ? nearest(p, index, directive_names, COUNT_OF(directive_names)) : NULL;
    if (suggestion)
        suggest(p,
                refuse(p, "pt-unknown-directive", at, "unknown directive '%s'; write '#pragma pt %s'", shown(p, index),
                       suggestion),
                suggestion);
    else
        refuse(p, "pt-unknown-directive", at,
               "unknown directive '%s'; write '#pragma pt' with one of kernel, launch, barrier, state, finish, "
               "foreach, loop and fuse",
               shown(p, index));
}

// foreach(T v : queue); returns the index behind it
static size_t parse_foreach_head(parser *p, size_t i)
{
    static const char example[] = "foreach(Task task : queue)";
    bool has_parentheses = i < p->count && is(p, i, "(");
    if (!has_parentheses || p->partner[i] == i + 1) {
        refuse_missing(p, only(1), "foreach needs the task and its queue", example);
        return has_parentheses ? p->partner[i] + 1 : i;
    }
    size_t close = p->partner[i];
    size_t colon = i + 1;
    while (colon < close && !is(p, colon, ":"))
        colon = next_at_top(p, colon);
    if (colon >= close || colon == i + 1 || colon + 1 == close)
        refuse(p, "pt-bad-argument", place_of(p, (range){ i, close + 1 }),
               "foreach needs a declaration, a colon and a queue; write '%s'", example);
    return close + 1;
}

// The words of a directive, from `pt` on.
static void parse_words(parser *p)
{
    p->out->valid = true;
    p->out->kind = DIRECTIVE_UNKNOWN;
    p->out->name = place_of(p, only(0));
    if (p->count < 2) {
        refuse(p, "pt-missing-directive", place_of(p, only(0)),
               "'#pragma pt' without a directive; write '#pragma pt kernel' before a kernel or '#pragma pt launch' "
               "before a launch");
        return;
    }
    p->out->name = place_of(p, only(1));
    int kind = find(p, 1, directive_names, COUNT_OF(directive_names));
    if (kind < 0) {
        refuse_unknown_directive(p, 1);
        return;
    }
    p->out->kind = (directive_kind)kind;
    if (!pair_brackets(p))
        return;
    size_t i = 2;
    if (kind == DIRECTIVE_FOREACH) {
        i = parse_foreach_head(p, i);
    } else if (i < p->count && is(p, i, "(") && !is_loose((directive_kind)kind)) {
        refuse_extra(p, (range){ i, p->partner[i] + 1 },
                     arena_format(p->arena, "'%s' takes clauses, but no argument of its own",
                                  directive_name((directive_kind)kind)),
                     kind == DIRECTIVE_KERNEL ? "#pragma pt kernel schedule(dynamic)" : "#pragma pt launch mode(max)");
        i = p->partner[i] + 1;
    }
    parse_clauses(p, i);
}

// Where a directive's text ends: behind blanks and continuations if nothing else follows on its line, so that no
// lone backslash stays behind when the directive is blanked out.
static size_t end_of_directive(const source *file, size_t end)
{
    size_t at = end;
    while (at < file->length) {
        char c = file->bytes[at];
        if (c == '\n')
            return at > end && file->bytes[at - 1] == '\r' ? at - 1 : at;
        if (c == '\\') {
            size_t next = at + 1;
            while (next < file->length &&
                   (file->bytes[next] == ' ' || file->bytes[next] == '\t' || file->bytes[next] == '\r'))
                next++;
            if (next >= file->length || file->bytes[next] != '\n')
                return end;
            at = next + 1;
            end = at; // a `\r` before this belongs to the continuation
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f') {
            at++;
        } else {
            return end;
        }
    }
    return at;
}

// The text that a `_Pragma` string stands for (ISO C++20 15.12): prefix and quotes away, \" and \\ unescaped.
static slice destringize(arena *a, slice literal)
{
    size_t begin = 0, end = literal.length;
    while (begin < end && literal.bytes[begin] != '"')
        begin++;
    bool raw = begin > 0 && literal.bytes[begin - 1] == 'R';
    while (end > begin + 1 && literal.bytes[end - 1] != '"')
        end--;
    begin++;
    end = end > begin ? end - 1 : begin;
    if (raw) {
        while (begin < end && literal.bytes[begin] != '(')
            begin++;
        begin += begin < end;
        while (end > begin && literal.bytes[end] != ')')
            end--;
    }
    text t = text_new(a);
    for (size_t i = begin; i < end; i++) {
        char c = literal.bytes[i];
        if (!raw && c == '\\' && i + 1 < end && (literal.bytes[i + 1] == '"' || literal.bytes[i + 1] == '\\'))
            c = literal.bytes[++i];
        text_add_char(&t, c == '\n' || c == '\r' ? ' ' : c);
    }
    return (slice){ t.bytes, t.length };
}

static directive *add_directive(arena *a, directive_list *list)
{
    directive *added = ARENA_PUSH(a, list);
    *added = (directive){ .kind = DIRECTIVE_UNKNOWN };
    return added;
}

// `# pragma pt ...`: `hash` is the index of the `#`, `end` the index behind the line's last token.
static void parse_line(arena *a, const source *file, const token_list *tokens, size_t hash, size_t end, diagnostics *d,
                       directive_list *list)
{
    parser p = {
        .arena = a,
        .d = d,
        .file = file,
        .words = file,
        .tokens = tokens->items + hash + 2,
        .count = end - hash - 2,
        .out = add_directive(a, list),
    };
    p.out->at = span_make(file, tokens->items[hash].begin, end_of_directive(file, tokens->items[end - 1].end));
    parse_words(&p);
}

// The tokens of the string in `_Pragma("pt ...")`, `at` the index of the word. False if it is none of ours.
static bool read_operator(arena *a, const source *file, const token_list *tokens, size_t at, source **words,
                          token_list *list)
{
    const token *t = tokens->items;
    if (at + 3 >= tokens->count || !token_is(file, &t[at + 1], "(") || t[at + 2].kind != TOKEN_STRING)
        return false; // the compiler says what is wrong with it
    slice content = destringize(a, token_text(a, file, &t[at + 2]));
    if (!memchr(content.bytes, 'p', content.length))
        return false;
    *words = source_from_memory(a, file->path, content.bytes, content.length);
    *list = lex_source(a, *words);
    return token_is(*words, &list->items[0], "pt");
}

// `_Pragma("pt ...")`, `at` the index of the word. Returns the index behind what was used.
static size_t parse_operator(arena *a, const source *file, const token_list *tokens, size_t at, diagnostics *d,
                             directive_list *list)
{
    const token *t = tokens->items;
    source *words;
    token_list inner;
    if (!read_operator(a, file, tokens, at, &words, &inner))
        return at + 1;
    parser p = {
        .arena = a,
        .d = d,
        .file = file,
        .words = words,
        .tokens = inner.items,
        .count = inner.count - 1,
        .operator_at = span_make(file, t[at].begin, t[at].end),
        .out = add_directive(a, list),
    };
    p.out->from_operator = true;
    bool closed = token_is(file, &t[at + 3], ")");
    p.out->at = span_make(file, t[at].begin, t[closed ? at + 3 : at + 2].end);
    if (closed) {
        parse_words(&p);
        return at + 4;
    }
    p.out->name = p.operator_at;
    refuse(&p, "pt-bad-argument", p.operator_at,
           "_Pragma takes one string in parentheses; write the whole directive in one string");
    return at + 3;
}

// A `_Pragma` among the tokens of a `#define`: where the macro is used there is no text to rewrite.
static void refuse_in_macro(arena *a, const source *file, const token_list *tokens, size_t begin, size_t end,
                            diagnostics *d)
{
    for (size_t i = begin; i < end; i++) {
        const token *t = &tokens->items[i];
        source *words;
        token_list inner;
        if (t->kind == TOKEN_IDENTIFIER && token_is(file, t, "_Pragma") && i + 2 < end &&
            read_operator(a, file, tokens, i, &words, &inner))
            diagnostics_add(d, SEVERITY_ERROR, "pt-macro-directive", span_make(file, t->begin, t->end),
                            "a directive cannot come out of a macro; write '#pragma %.60s' where it is meant",
                            words->length ? arena_copy(a, words->bytes, words->length) : "pt");
    }
}

directive_list pragma_parse(arena *a, const source *file, const token_list *tokens, diagnostics *d)
{
    directive_list list = { 0 };
    const token *t = tokens->items;
    for (size_t i = 0; i < tokens->count;) {
        if (t[i].kind == TOKEN_IDENTIFIER && !t[i].in_directive && file->bytes[t[i].begin] == '_' &&
            token_is(file, &t[i], "_Pragma")) {
            i = parse_operator(a, file, tokens, i, d, &list);
            continue;
        }
        if (!t[i].in_directive || !t[i].starts_line) {
            i++;
            continue;
        }
        size_t end = i + 1;
        while (end < tokens->count && t[end].in_directive && !t[end].starts_line)
            end++;
        if (end - i >= 3 && token_is(file, &t[i + 1], "pragma") && token_is(file, &t[i + 2], "pt"))
            parse_line(a, file, tokens, i, end, d, &list);
        else if (end - i >= 3 && token_is(file, &t[i + 1], "define"))
            refuse_in_macro(a, file, tokens, i + 2, end, d);
        i = end;
    }
    return list;
}
