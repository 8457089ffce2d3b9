// Parser of the directives (pragma.h says what goes in and out).
//
// A directive is a short list of words, so the parser works on the lexer's tokens directly: brackets are paired once
// per directive (`pair_brackets`), and every clause is then a name with the range of tokens between its parentheses.
// A `_Pragma` string is turned into a source of its own and goes the same way; only the places differ (`place`).
// After an error the parser goes on with the next clause, so that one run shows everything.
//
// Sources: OpenMP 5.2, 2.1 (directive format) for the habits; ISO C++20 15.9 (pragmas), 15.12 (`_Pragma`).
#include "frontend/pragma_parser.h"

#include <string.h>

static const char *const directive_names[] = { "kernel",  "barrier", "state", "finish",
                                               "foreach", "loop",    "fuse",  "launch" };

const char *directive_name(directive_kind kind)
{
    return (size_t)kind < COUNT_OF(directive_names) ? directive_names[kind] : "unknown";
}

// ---- Directives

static const char *known_directives(const parser *p)
{
    text all = text_new(p->arena);
    for (size_t i = 0; i < COUNT_OF(directive_names); i++)
        text_format(&all, "%s%s", i == 0 ? "" : i + 1 < COUNT_OF(directive_names) ? ", " : " or ", directive_names[i]);
    return all.bytes;
}

static void refuse_unknown_directive(parser *p, size_t index)
{
    span at = place_of(p, only(index));
    for (size_t i = 0; i < CLAUSE_COUNT; i++)
        if (is(p, index, clause_forms[i].name)) {
            const char *owner = directive_name(clause_forms[i].owner);
            suggest(p,
                    refuse(p, "pt-unknown-directive", at, "'%s' is a clause; write '#pragma pt %s %s'",
                           clause_forms[i].name, owner, clause_forms[i].example),
                    arena_format(p->arena, "%s %s", owner, clause_forms[i].name));
            return;
        }
    const char *suggestion = is_name(p, index) ? nearest(p, index, directive_names, COUNT_OF(directive_names)) : NULL;
    if (suggestion)
        suggest(p,
                refuse(p, "pt-unknown-directive", at, "unknown directive '%s'; write '#pragma pt %s'", shown(p, index),
                       suggestion),
                suggestion);
    else
        refuse(p, "pt-unknown-directive", at, "unknown directive '%s'; write '#pragma pt' with %s", shown(p, index), known_directives(p));
}

// a, a.b, a->b.c, ns::a: what may be named several times.
static bool is_variable(const parser *p, range r)
{
    for (size_t i = r.begin; i < r.end; i++)
        if (!(is_name(p, i) || is(p, i, ".") || is(p, i, "->") || is(p, i, "::")))
            return false;
    return is_name(p, r.end - 1);
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
    if (colon >= close || colon == i + 1 || colon + 1 == close) {
        refuse(p, "pt-bad-argument", place_of(p, (range){ i, close + 1 }),
               "foreach needs a declaration, a colon and a queue; write '%s'", example);
        return close + 1;
    }
    for (size_t k = i + 1; k < colon; k = next_at_top(p, k))
        if (is(p, k, ";"))
            refuse(p, "pt-bad-argument", place_of(p, only(k)), "nothing can be done in front of each task here; write '%s'", example);
    const range queue = { colon + 1, close };
    p->out->task = expression_text(p, (range){ i + 1, colon });
    p->out->queue = expression_text(p, queue);
    p->out->queue_at = place_of(p, queue);
    if (!is_variable(p, queue))
        refuse(p, "pt-bad-argument", p->out->queue_at, "the queue must be a variable or a member of one; write '%s'", example);
    return close + 1;
}

// barrier arrive, barrier wait; returns the index behind it
static size_t parse_barrier_part(parser *p, size_t i)
{
    static const char *const parts[] = { "arrive", "wait" };
    const int part = i < p->count ? find(p, i, parts, COUNT_OF(parts)) : -1;
    if (part < 0)
        return i;
    p->out->part = part == 0 ? BARRIER_ARRIVE : BARRIER_WAIT;
    if (i + 1 < p->count) {
        refuse_extra(p, (range){ i + 1, p->count }, "barrier takes one word", arena_format(p->arena, "#pragma pt barrier %s", parts[part]));
        return p->count;
    }
    return i + 1;
}

// The words of a directive, from `pt` on.
static void parse_words(parser *p)
{
    p->out->valid = true;
    p->out->kind = DIRECTIVE_UNKNOWN;
    p->out->name = place_of(p, only(0));
    if (p->count < 2) {
        refuse(p, "pt-missing-directive", place_of(p, only(0)), "'#pragma pt' without a directive; write it with %s", known_directives(p));
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
    } else if (kind == DIRECTIVE_BARRIER && !(i < p->count && is(p, i, "("))) {
        i = parse_barrier_part(p, i);
    } else if (i < p->count && is(p, i, "(")) {
        refuse_extra(p, (range){ i, p->partner[i] + 1 },
                     arena_format(p->arena, kind == DIRECTIVE_STATE || kind == DIRECTIVE_FINISH ? "'%s' takes no argument"
                                                                                                : "'%s' takes clauses, but no argument of its own",
                                  directive_name((directive_kind)kind)),
                     kind == DIRECTIVE_KERNEL    ? "#pragma pt kernel schedule(dynamic)"
                     : kind == DIRECTIVE_BARRIER ? "#pragma pt barrier"
                     : kind == DIRECTIVE_LOOP    ? "#pragma pt loop keep(a)"
                     : kind == DIRECTIVE_FUSE    ? "#pragma pt fuse local(t)"
                     : kind == DIRECTIVE_STATE   ? "#pragma pt state"
                     : kind == DIRECTIVE_FINISH  ? "#pragma pt finish"
                                                 : "#pragma pt launch mode(max)");
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

// The directive that `word` names, or NULL.
static const char *named_directive(const char *word)
{
    for (size_t i = 0; i < COUNT_OF(directive_names); i++)
        if (strcmp(directive_names[i], word) == 0)
            return directive_names[i];
    return NULL;
}

// `#pragma PT kernel`, `#pragma pt_kernel`, `#pragma tp kernel`: compilers say nothing of a pragma that they do not know, and it may be
// another tool's. `name` is the index of the word behind `pragma`.
static void warn_of_near_miss(arena *a, const source *file, const token_list *tokens, size_t name, size_t end, diagnostics *d)
{
    static const char *const near[] = { "tp", "p", "ptt", "ppt", "ptx", "pt_", "ptc", "ptcc", "ptrt" };
    const token *t = &tokens->items[name];
    if (t->kind != TOKEN_IDENTIFIER)
        return;
    char *const word = arena_copy(a, file->bytes + t->begin, t->end - t->begin);
    for (char *c = word; *c; c++)
        *c = *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c;
    const token *next = name + 1 < end ? &t[1] : NULL;
    const char *const behind = next ? named_directive(arena_copy(a, file->bytes + next->begin, next->end - next->begin)) : NULL;
    const char *meant = NULL;
    if (strcmp(word, "pt") == 0)
        meant = behind ? behind : "";
    else if (strncmp(word, "pt", 2) == 0)
        meant = named_directive(word + 2 + strspn(word + 2, "_"));
    for (size_t i = 0; !meant && i < COUNT_OF(near); i++)
        meant = strcmp(word, near[i]) == 0 ? behind : NULL;
    if (meant)
        diagnostics_add(d, SEVERITY_WARNING, "pt-unknown-pragma", span_make(file, t->begin, t->end),
                        "this is no directive of ptcc, and nothing is done here; did you mean '#pragma pt%s%s'?", *meant ? " " : "", meant);
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
        const size_t end = token_directive_end(tokens, i);
        if (end - i >= 3 && token_is(file, &t[i + 1], "pragma") && token_is(file, &t[i + 2], "pt"))
            parse_line(a, file, tokens, i, end, d, &list);
        else if (end - i >= 3 && token_is(file, &t[i + 1], "pragma"))
            warn_of_near_miss(a, file, tokens, i + 2, end, d);
        else if (end - i >= 3 && token_is(file, &t[i + 1], "define"))
            refuse_in_macro(a, file, tokens, i + 2, end, d);
        i = end;
    }
    return list;
}
