// Calls of members that a template leaves open: see open_member.h.
#include "frontend/open_member.h"

#include "frontend/analyse.h"
#include "frontend/lex.h"
#include "support/map.h"

#include <ctype.h>
#include <string.h>

enum { IS_CALLED, IS_FOUND }; // a name's

static bool is_open_member(const fact *x)
{
    return x->kind == FACT_CALL_DEPENDENT && x->callee < 0 && x->context & MEMBER_SYNTAX && *x->name;
}

// The names of such calls in functions of the program.
static map names_of_calls(plan *p)
{
    map names = map_new(p->arena);
    for (size_t i = 0; i < p->functions.count; i++)
        for (size_t k = 0; !p->functions.items[i].in_system && k < p->functions.items[i].facts.count; k++)
            if (is_open_member(&p->functions.items[i].facts.items[k]))
                map_put(&names, p->functions.items[i].facts.items[k].name, IS_CALLED);
    return names;
}

static void mark(plan *p, const map *found, unsigned context)
{
    for (size_t i = 0; i < p->functions.count; i++)
        for (size_t k = 0; !p->functions.items[i].in_system && k < p->functions.items[i].facts.count; k++) {
            fact *x = &p->functions.items[i].facts.items[k];
            if (is_open_member(x) && map_get(found, x->name) == IS_FOUND)
                x->context |= context;
        }
}

static bool is_searched(const map *names, const char *word, size_t length)
{
    char name[256];
    if (length >= sizeof name)
        return false;
    memcpy(name, word, length);
    name[length] = '\0';
    return map_get(names, name) == IS_CALLED;
}

// Marks a name of the map as found.
static void find(map *names, arena *a, const char *word, size_t length)
{
    if (is_searched(names, word, length))
        map_put(names, arena_copy(a, word, length), IS_FOUND);
}

// ---- fields ----------------------------------------------------------------------------------------------------------

// `TYPE f;`, where the type is no number's, `TYPE g, f;`, `FIELD(TYPE, f)`.
static bool may_declare_field(const plan_file *f, size_t i)
{
    static const char *const before[] = {">", "*", "&", "&&", "...", ",", "(", ")", "]", "}"};
    static const char *const no_types[] = {"int", "unsigned", "float", "double", "char", "short", "long", "bool", "size_t", "return", "case",
                                           "else", "goto", "operator", "throw", "typename", "new", "namespace", "class", "struct"};
    if (!i || analyse_is_called_at(f, i))
        return false;
    const token *const t = &f->tokens.items[i - 1];
    bool may = t->kind == TOKEN_IDENTIFIER;
    for (size_t k = 0; k < sizeof no_types / sizeof *no_types && may; k++)
        may = !token_is(f->text, t, no_types[k]);
    for (size_t k = 0; k < sizeof before / sizeof *before && !may; k++)
        may = token_is(f->text, t, before[k]);
    return may;
}

void open_member_find_fields(plan *p)
{
    map names = names_of_calls(p);
    for (size_t file = 0; file < p->files.count && names.count; file++) {
        const plan_file *f = &p->files.items[file];
        for (size_t i = 0; i < f->tokens.count; i++) {
            const token *t = &f->tokens.items[i];
            const char *const word = f->text->bytes + t->begin;
            if (t->kind == TOKEN_IDENTIFIER && is_searched(&names, word, t->end - t->begin) && may_declare_field(f, i))
                find(&names, p->arena, word, t->end - t->begin);
        }
    }
    find(&names, p->arena, "first", strlen("first")); // a pair's
    find(&names, p->arena, "second", strlen("second"));
    mark(p, &names, OF_OPEN_CLASS);
}

// ---- libraries -------------------------------------------------------------------------------------------------------

// Is what ends in front of `word` none in front of a function's name where it is declared? That is a type, an attribute or a macro.
static bool is_no_declaration(const char *text, const char *word)
{
    static const char *const statements[] = {"return", "else", "throw", "case", "new"};
    while (word > text && isspace((unsigned char)word[-1]))
        word--;
    if (word == text || !is_name_byte(word[-1]))
        return word == text || !strchr(">*&)]", word[-1]) || (word[-1] == '>' && word - 1 > text && word[-2] == '-');
    const char *begin = word;
    while (begin > text && is_name_byte(begin[-1]))
        begin--;
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        if (slice_equal((slice){begin, (size_t)(word - begin)}, slice_of(statements[i])))
            return true;
    return false;
}

// Members of the other libraries that wait for nobody, and their functions that are no members.
static bool is_no_waiting_member(const char *word, size_t length)
{
    static const char *const names[] = {"max", "init", "copy", "forward", "type", "get_type", "size", "swap", "reduce", "scan",
                                        "inclusive_scan", "exclusive_scan"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (slice_equal((slice){word, length}, slice_of(names[i])))
            return true;
    return false;
}

// Each name in front of a parenthesis, outside of comments, that may be a function's where it is declared. Functions of CUB's that wait
// begin with a large letter.
static void find_declared(map *names, arena *a, ast_collective header)
{
    const slice text = header.text;
    const char *at = text.bytes, *const end = text.bytes + text.length;
    while (at < end) {
        if (at + 1 < end && at[0] == '/' && (at[1] == '/' || at[1] == '*')) {
            const bool is_line = at[1] == '/';
            for (at += 2; at < end && !(is_line ? *at == '\n' : (at[0] == '*' && at + 1 < end && at[1] == '/')); at++)
                ;
            at += is_line ? 0 : 2;
            continue;
        }
        if (!is_name_byte(*at)) {
            at++;
            continue;
        }
        const char *const word = at;
        while (at < end && is_name_byte(*at))
            at++;
        const char *next = at;
        while (next < end && isspace((unsigned char)*next))
            next++;
        const bool may_wait = header.is_of_cub ? isupper((unsigned char)*word) : !is_no_waiting_member(word, (size_t)(at - word));
        if (next < end && *next == '(' && may_wait && !is_no_declaration(text.bytes, word))
            find(names, a, word, (size_t)(at - word));
    }
}

// CUB's functions of a large letter: those of our own headers, which stand for the toolkit's, are not all of them.
static void find_unlisted(plan *p, map *names)
{
    for (size_t i = 0; i < p->functions.count; i++)
        for (size_t k = 0; k < p->functions.items[i].facts.count; k++) {
            const fact *x = &p->functions.items[i].facts.items[k];
            if (is_open_member(x) && isupper((unsigned char)*x->name))
                find(names, p->arena, x->name, strlen(x->name));
        }
}

void open_member_find_collectives(plan *p, const ast *t)
{
    map names = p->knows_collectives ? names_of_calls(p) : map_new(p->arena);
    bool all_listed = true;
    for (size_t i = 0; i < ast_collective_count(t) && names.count; i++) {
        const ast_collective header = ast_collective_at(t, i);
        all_listed &= !header.is_own;
        find_declared(&names, p->arena, header);
    }
    if (!all_listed)
        find_unlisted(p, &names);
    mark(p, &names, MAY_BE_COLLECTIVE);
}

unsigned open_member_unread(const plan *p) { return OF_OPEN_CLASS | (p->knows_collectives ? MAY_BE_COLLECTIVE : 0); }

// ---- whom one waits for ----------------------------------------------------------------------------------------------

// `BlockReduce`, `BlockRadixSort`, ...: CUB's classes are named so.
static bool is_class_of(const plan_file *f, size_t i, const char *prefix)
{
    const token *t = &f->tokens.items[i];
    const size_t length = strlen(prefix);
    return t->kind == TOKEN_IDENTIFIER && t->end - t->begin > length && memcmp(f->text->bytes + t->begin, prefix, length) == 0 &&
           isupper((unsigned char)f->text->bytes[t->begin + length]);
}

static size_t statement_begin(const plan_file *f, size_t i)
{
    while (i > 0 && !is_token(f, i - 1, ";") && !is_token(f, i - 1, "{") && !is_token(f, i - 1, "}"))
        i--;
    return i;
}

// The statement that gives the name at token `use` its meaning, `typedef TYPE NAME;`, `using NAME = TYPE;`, `TYPE NAME`; false if
// there is none in front of it.
static bool meaning_of(const plan_file *f, size_t use, size_t *begin, size_t *end)
{
    const slice word = token_word(f, use);
    for (size_t i = use; i-- > 1;) {
        const token *t = &f->tokens.items[i];
        if (t->kind != TOKEN_IDENTIFIER || !slice_equal(word, token_bytes(f->text, t)))
            continue;
        *begin = statement_begin(f, i);
        *end = i;
        if (is_token(f, i - 1, "using"))
            for (*end = i + 1; *end < use && !is_token(f, *end, ";"); ++*end)
                ;
        if (is_token(f, *begin, "typedef") || is_token(f, i - 1, "using") ||
            (((t - 1)->kind == TOKEN_IDENTIFIER || is_token(f, i - 1, ">")) && !is_token(f, i - 1, "return") && !is_token(f, i + 1, "::")))
            return true;
    }
    return false;
}

// Of `NAME::NAME<...>(...).f`, where `f` is token `name`: where it begins.
static size_t object_begin(const plan_file *f, size_t name)
{
    int depth = 0;
    size_t i = name - 1;
    for (; i > 0; i--) {
        const bool opens = is_token(f, i - 1, "(") || is_token(f, i - 1, "[") || is_token(f, i - 1, "<");
        const bool closes = is_token(f, i - 1, ")") || is_token(f, i - 1, "]") || is_token(f, i - 1, ">");
        if (opens && depth == 0)
            break;
        depth += closes - opens;
        if (depth == 0 && !opens && !is_token(f, i - 1, "::") && !is_token(f, i - 1, ".") && f->tokens.items[i - 1].kind != TOKEN_IDENTIFIER)
            break;
        if (depth == 0 && is_token(f, i - 1, "return"))
            break;
    }
    return i;
}

enum { names_followed_at_most = 4 };

open_member_group open_member_waits_for(const plan *p, const declaration *d, const fact *x)
{
    if (!d || !(x->context & MEMBER_SYNTAX) || x->elsewhere) // without one it lies in a file that only devices see
        return OPEN_MEMBER_UNKNOWN;
    const plan_file *f = &p->files.items[d->file];
    size_t begin = token_at_or_after(&f->tokens, x->begin), end = begin;
    if (begin > 1 && (is_token(f, begin - 1, ".") || is_token(f, begin - 1, "->")))
        begin = object_begin(f, begin);
    while (f->tokens.items[end].begin < x->end && !is_token(f, end, "("))
        end++;
    for (int followed = 0; followed <= names_followed_at_most; followed++) {
        for (size_t i = begin; i < end; i++)
            if (is_class_of(f, i, "Warp"))
                return OPEN_MEMBER_WARP;
            else if (is_class_of(f, i, "Block") && is_token(f, i + 1, "<"))
                return OPEN_MEMBER_BLOCK;
        size_t last = end; // what it is made of by that name
        while (last > begin && (f->tokens.items[last - 1].kind != TOKEN_IDENTIFIER || is_token(f, last, "::")))
            last--;
        const size_t use = followed ? last - 1 : begin;
        if (use < begin || f->tokens.items[use].kind != TOKEN_IDENTIFIER || !meaning_of(f, use, &begin, &end))
            return OPEN_MEMBER_UNKNOWN;
    }
    return OPEN_MEMBER_UNKNOWN;
}
