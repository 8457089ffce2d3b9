// Conditions that ask for the index of the thread: see thread_index.h.
#include "frontend/thread_index.h"

#include "frontend/collective.h"
#include "frontend/lex.h"

#include <string.h>

typedef struct search {
    const plan *plan;
    const declaration *d;
    const plan_file *f;
    bool or_block;
    size_t *seen; // the values of locals that were looked at, by their first tokens: each is once
    size_t seen_count, seen_capacity;
} search;

static bool is(const search *s, size_t i, const char *text) { return token_is(s->f->text, &s->f->tokens.items[i], text); }

enum { NO_INDEX = -1, OF_BLOCK, OF_THREAD }; // the index that a macro's body holds

static int index_of_macro(const plan *p, const plan_file *f, size_t i)
{
    const slice word = token_word(f, i);
    if (f->tokens.items[i].kind != TOKEN_IDENTIFIER || p->index_macros.count == 0)
        return NO_INDEX;
    return map_get(&p->index_macros, arena_copy(p->arena, word.bytes, word.length));
}

// Of the macro whose name is token `name` of a directive.
static int index_in_body(const plan *p, const plan_file *f, size_t name)
{
    const size_t end = token_directive_end(&f->tokens, name);
    int found = NO_INDEX;
    for (size_t k = name + 1; k < end && found != OF_THREAD; k++) {
        const int of_macro = index_of_macro(p, f, k);
        found = is_token(f, k, "threadIdx") || of_macro == OF_THREAD ? OF_THREAD : is_token(f, k, "blockIdx") || of_macro == OF_BLOCK ? OF_BLOCK : found;
    }
    return found;
}

static bool find_more_macros(plan *p)
{
    bool is_new = false;
    for (macro_place m = {0}; plan_next_macro(p, &m);) {
        const plan_file *f = &p->files.items[m.file];
        const slice word = token_word(f, m.name);
        const int found = index_in_body(p, f, m.name);
        if (found <= index_of_macro(p, f, m.name))
            continue;
        map_put(&p->index_macros, arena_copy(p->arena, word.bytes, word.length), found);
        is_new = true;
    }
    return is_new;
}

void thread_index_find_macros(plan *p)
{
    p->index_macros = map_new(p->arena);
    while (find_more_macros(p)) // macros of macros
        ;
}

// By its own name or by that of a macro.
static bool is_index(const search *s, size_t i)
{
    const int of_macro = index_of_macro(s->plan, s->f, i);
    return is(s, i, "threadIdx") || of_macro == OF_THREAD || (s->or_block && (is(s, i, "blockIdx") || of_macro == OF_BLOCK));
}

bool thread_index_is_macro(const plan *p, const plan_file *f, size_t token) { return index_of_macro(p, f, token) == OF_THREAD; }

// Has the block, or the statement with a head, in which the declaration at `i` stands ended before `use`?
static bool is_out_of_scope(const search *s, size_t i, size_t use)
{
    int braces = 0, parentheses = 0;
    bool in_statement = false; // behind a head that declares it
    for (; s->f->tokens.items[i].begin < use; i++) {
        parentheses += is(s, i, "(") - is(s, i, ")");
        braces += is(s, i, "{") - is(s, i, "}");
        if (parentheses < 0) {
            in_statement = true;
            parentheses = braces = 0;
        } else if (in_statement && braces == 0 && parentheses == 0 && (is(s, i, "}") || is(s, i, ";"))) {
            return !is(s, i + 1, "else");
        }
        if (braces < 0)
            return true;
    }
    return false;
}

// `TYPE NAME = VALUE`, `TYPE NAME{VALUE}`, `TYPE NAME(VALUE)`, `NAME = VALUE`, `NAME += VALUE`: the value's first token; 0 if `i` gives the name none.
static size_t value_of(const search *s, size_t i, slice word)
{
    static const char *const no_types[] = {"return", "else", "case", "do", "throw", "goto"};
    const token *t = &s->f->tokens.items[i];
    if (t->kind != TOKEN_IDENTIFIER || !slice_equal(word, token_bytes(s->f->text, t)))
        return 0;
    static const char *const adding[] = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};
    for (size_t k = 0; k < sizeof adding / sizeof *adding; k++)
        if (is(s, i + 1, adding[k]))
            return is(s, i - 1, ".") || is(s, i - 1, "->") ? 0 : i + 2;
    bool is_declared = (t - 1)->kind == TOKEN_IDENTIFIER && (is(s, i + 1, "{") || is(s, i + 1, "("));
    for (size_t k = 0; k < sizeof no_types / sizeof *no_types; k++)
        is_declared &= !is(s, i - 1, no_types[k]);
    return is_declared ? i + 2 : 0;
}

// Where the value ends that begins at `i`, at most at `use`. An index into memory ends it, and then it is loaded.
static size_t end_of_value(const search *s, size_t i, size_t use)
{
    for (int open = 0; s->f->tokens.items[i].begin < use; i++) {
        open += is(s, i, "(") + is(s, i, "{") - is(s, i, ")") - is(s, i, "}");
        if (is(s, i, ";") || is(s, i, "[") || open < 0 || (open == 0 && is(s, i, ",")))
            break;
    }
    return i;
}

static bool was_seen(search *s, size_t value)
{
    for (size_t i = 0; i < s->seen_count; i++)
        if (s->seen[i] == value)
            return true;
    if (s->seen_count == s->seen_capacity) {
        const size_t capacity = s->seen_capacity ? 2 * s->seen_capacity : 16;
        size_t *more = arena_alloc(s->plan->arena, capacity * sizeof *more);
        if (s->seen_count)
            memcpy(more, s->seen, s->seen_count * sizeof *more);
        s->seen = more;
        s->seen_capacity = capacity;
    }
    s->seen[s->seen_count++] = value;
    return false;
}

static bool holds_index(search *s, size_t begin, size_t end);

static bool value_holds_index(search *s, size_t value, size_t use)
{
    const size_t last = end_of_value(s, value, use);
    return !is(s, last, "[") && !was_seen(s, value) && holds_index(s, s->f->tokens.items[value].begin, s->f->tokens.items[last].begin);
}

// Where the variable of that name is declared that is meant at `use`: the last one in a block that has not ended.
static size_t declaration_of(const search *s, slice word, size_t use)
{
    static const char *const statements[] = {"else", "do", "return", "case", "throw", "goto"};
    size_t found = token_at_or_after(&s->f->tokens, s->d->body_begin);
    for (size_t i = found + 1; s->f->tokens.items[i].begin < use; i++)
        if (s->f->tokens.items[i - 1].kind == TOKEN_IDENTIFIER && !IS_ANY_TOKEN(s->f, i - 1, statements) && value_of(s, i, word) && is(s, i + 1, "=") &&
            !is_out_of_scope(s, i, use))
            found = i;
    return found;
}

// The local variable `word`, as it is used at `use`: what it begins with, and the last that it is given in a block that has not ended.
static bool local_holds_index(search *s, slice word, size_t use)
{
    size_t given = 0;
    for (size_t i = declaration_of(s, word, use); s->f->tokens.items[i].begin < use; i++) {
        const size_t value = value_of(s, i, word);
        if (!value || is_out_of_scope(s, i, use))
            continue;
        const bool adds = !is(s, i + 1, "=") && !is(s, i + 1, "(") && !is(s, i + 1, "{"); // to what it holds
        if (s->f->tokens.items[i - 1].kind != TOKEN_IDENTIFIER && !adds)
            given = value;
        else if (value_holds_index(s, value, use))
            return true;
    }
    return given && value_holds_index(s, given, use);
}

// The token behind the call of a vote of the whole block that begins at `i`, at most at `end`.
static size_t behind_call(const search *s, size_t i, size_t end)
{
    for (int open = 0; s->f->tokens.items[i + 1].begin < end && (open || is(s, i + 1, "(")); i++)
        open += is(s, i + 1, "(") - is(s, i + 1, ")");
    return i;
}

// A cooperative group's answer: block.thread_rank(), tile.meta_group_rank().
static bool asks_group(const search *s, size_t i)
{
    static const char *const names[] = {"thread_rank", "thread_index", "meta_group_rank"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (is(s, i, names[k]) && is(s, i + 1, "("))
            return true;
    return false;
}

static bool holds_index(search *s, size_t begin, size_t end)
{
    const size_t first = token_at_or_after(&s->f->tokens, begin);
    for (size_t i = first; s->f->tokens.items[i].begin < end; i++) {
        const token *t = &s->f->tokens.items[i];
        if (asks_group(s, i))
            return true;
        if (t->kind != TOKEN_IDENTIFIER || (i && (is(s, i - 1, ".") || is(s, i - 1, "->"))))
            continue;
        if (is_index(s, i))
            return true;
        const slice word = token_bytes(s->f->text, t);
        if (slice_starts_with(word, "__syncthreads_")) {
            i = behind_call(s, i, end);
            continue;
        }
        const size_t collective = collective_closing_by_name(s->f, i);
        if (collective) { // nor of the grid
            i = collective;
            continue;
        }
        bool is_own = false; // what it begins with is looked at here
        for (size_t k = first; k < i && !is_own; k++)
            is_own = value_of(s, k, word) != 0;
        // what a call or memory gives may be the same for all
        if (!is_own && !is(s, i + 1, "(") && !is(s, i + 1, "[") && local_holds_index(s, word, begin))
            return true;
    }
    return false;
}

bool thread_index_in(const plan *p, const declaration *d, size_t begin, size_t end, bool or_block)
{
    search s = {.plan = p, .d = d, .f = &p->files.items[d->file], .or_block = or_block};
    return holds_index(&s, begin, end);
}

bool thread_index_in_branch(const plan *p, const function *f, const branch *b, bool or_block)
{
    const declaration *d = plan_definition(f);
    const plan_file *file = &p->files.items[d->file];
    if (thread_index_is_macro(p, file, token_at_or_after(&file->tokens, b->begin)))
        return true; // its head comes out of the macro
    const bool is_for = b->kind == BRANCH_LOOP && token_is(file->text, &file->tokens.items[token_at_or_after(&file->tokens, b->begin)], "for");
    // What begins a `for` counts as far as its condition and its step name it: for (int i = threadIdx.x, t = 0; t < n; t++)
    const bool names_all = is_for && b->condition_begin == b->condition_end;
    return thread_index_in(p, d, names_all ? b->begin : b->condition_begin, is_for ? b->header_end : b->condition_end, or_block);
}
