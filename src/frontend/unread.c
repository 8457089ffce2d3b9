// Parts of statements that libclang does not tell of; see unread.h.
#include "frontend/unread.h"

#include "frontend/collective.h"
#include "frontend/intrinsics.h"
#include "frontend/open_member.h"

#include <string.h>

typedef struct macro {
    slice name;
    const plan_file *file;
    size_t begin, end; // tokens of its body
    bool has_part;     // or what it names has
} macro;

typedef struct reader {
    plan *plan;
    int function; // whose text it is, or -1: an initialiser's
    int file;     // in which it stands
    LIST_OF(macro) macros;
    bool macros_have_parts;
} reader;

typedef struct place { // of what is read
    size_t begin, end;
    bool in_macro;
} place;

// ---- which parts -------------------------------------------------------------------------------------------------

// `switch (part; ...)`, `for (part; x : range)`: where the semicolon stands, or 0.
static size_t end_of_first_part(const plan_file *f, size_t open, size_t close, bool is_for)
{
    size_t semicolon = 0;
    bool has_range = false;
    for (size_t i = open + 1; i < close; i++) {
        if (bracket_depth(f, i) > 0) {
            i = plan_closing_bracket(f, i, close);
        } else if (is_token(f, i, ";")) {
            if (semicolon && is_for)
                return 0;
            semicolon = i;
        } else {
            has_range |= semicolon && is_token(f, i, ":");
        }
    }
    return !is_for || has_range ? semicolon : 0;
}

// Behind a value it is a subscript; behind `[` or in front of one, an attribute.
static bool opens_lambda(const plan_file *f, size_t i, size_t close)
{
    static const char *const words[] = {"return", "co_return", "else", "do", "case", "throw", "co_yield", "co_await"};
    if (!i || is_token(f, i + 1, "[") || is_token(f, i - 1, "[") || is_token(f, i - 1, "operator"))
        return false;
    if (is_token(f, i - 1, ")"))
        return is_token(f, close + 1, "(") || is_token(f, close + 1, "{");
    const uint8_t kind = f->tokens.items[i - 1].kind;
    if (kind == TOKEN_IDENTIFIER)
        return IS_ANY_TOKEN(f, i - 1, words);
    return kind == TOKEN_PUNCTUATION && !is_token(f, i - 1, "]");
}

// Asked of every token there is, so by its first letter alone: for, switch, a lambda's bracket.
static inline bool may_begin_part(const plan_file *f, size_t i)
{
    const char first = f->text->bytes[f->tokens.items[i].begin];
    return first == 'f' || first == 's' || first == '[';
}

// From the token at `i` on: is there a part, up to `*end`?
static bool begins_part(const plan_file *f, size_t i, size_t limit, size_t *begin, size_t *end)
{
    const char first = f->text->bytes[f->tokens.items[i].begin];
    if (!may_begin_part(f, i))
        return false;
    const bool is_for = is_token(f, i, "for");
    if ((is_for || is_token(f, i, "switch")) && is_token(f, i + 1, "(")) {
        *begin = i + 2;
        *end = end_of_first_part(f, i + 1, plan_closing_bracket(f, i + 1, limit), is_for);
        return *end != 0;
    }
    if (first != '[')
        return false;
    *begin = i + 1;
    *end = plan_closing_bracket(f, i, limit);
    if (!opens_lambda(f, i, *end))
        return false;
    for (size_t k = *begin; k < *end; k++)
        if ((is_token(f, k, "=") && k > *begin && !is_token(f, k + 1, ",") && !is_token(f, k - 1, ",")) || is_token(f, k, "(") ||
            is_token(f, k, "{"))
            return true;
    return false;
}

// ---- macros ------------------------------------------------------------------------------------------------------

static macro *find_macro(reader *r, slice name)
{
    for (size_t i = 0; i < r->macros.count; i++)
        if (slice_equal(r->macros.items[i].name, name))
            return &r->macros.items[i];
    return NULL;
}

static void find_macros(reader *r)
{
    for (macro_place at = {0}; plan_next_macro(r->plan, &at);) {
        const plan_file *f = at.of;
        if (!f->tokens.items[at.name - 2].starts_line || !is_token(f, at.name - 2, "#"))
            continue;
        macro m = {.name = token_word(f, at.name), .file = f, .begin = at.name + 1, .end = token_directive_end(&f->tokens, at.name)};
        for (size_t k = m.begin, begin, end; k < m.end; k++)
            m.has_part |= begins_part(f, k, f->tokens.count - 1, &begin, &end);
        *ARENA_PUSH(r->plan->arena, &r->macros) = m;
    }
    bool any = false;
    for (size_t i = 0; i < r->macros.count; i++)
        any |= r->macros.items[i].has_part;
    r->macros_have_parts = any;
    for (bool changed = any; changed;) {
        changed = false;
        for (size_t i = 0; i < r->macros.count; i++) {
            macro *m = &r->macros.items[i];
            for (size_t k = m->begin; k < m->end && !m->has_part; k++) {
                const macro *named = m->file->tokens.items[k].kind == TOKEN_IDENTIFIER ? find_macro(r, token_word(m->file, k)) : NULL;
                if (named && named->has_part)
                    m->has_part = changed = true;
            }
        }
    }
}

// ---- what a part says --------------------------------------------------------------------------------------------

static bool is_known(const reader *r, const place *at)
{
    const function *f = &r->plan->functions.items[r->function];
    for (size_t i = 0; i < f->facts.count; i++)
        if (f->facts.items[i].begin == at->begin && f->facts.items[i].end == at->end)
            return true;
    return false;
}

static void add_fact_at(reader *r, fact_kind kind, const place *at, const char *name, unsigned context)
{
    function *f = &r->plan->functions.items[r->function];
    const bool elsewhere = f->definition >= 0 && f->declarations.items[f->definition].file != r->file;
    if (!is_known(r, at) || at->in_macro)
        *ARENA_PUSH(r->plan->arena, &f->facts) = (fact){.kind = kind, .branch = -1, .callee = -1, .name = name, .begin = at->begin,
                                                        .end = at->end, .in_macro = at->in_macro, .elsewhere = elsewhere,
                                                        .context = context | UNREAD};
}

static void add_loose(reader *r, const place *at, const char *name, bool reads)
{
    plan *p = r->plan;
    if (reads)
        *ARENA_PUSH(p->arena, &p->loose_reads) = (loose_read){r->file, at->begin, at->end, name, at->in_macro};
    for (size_t i = 0; i < p->functions.count && !reads; i++)
        if (!p->functions.items[i].in_system && strcmp(p->functions.items[i].name, name) == 0)
            *ARENA_PUSH(p->arena, &p->loose_calls) = (loose_call){r->file, (int)i, at->begin, at->end};
}

static void read_word(reader *r, const plan_file *f, size_t i, const place *at)
{
    static const char *const no_calls[] = {"sizeof", "alignof", "decltype", "noexcept", "if", "while", "for", "switch", "return", "int",
                                           "unsigned", "float", "double", "char", "short", "long", "bool", "static_cast", "const_cast",
                                           "reinterpret_cast", "size_t", "template"};
    const bool reads = is_token(f, i, "blockIdx") || is_token(f, i, "gridDim");
    const bool is_assembly = is_token(f, i, "asm") || is_token(f, i, "__asm__");
    const bool is_member = i && (is_token(f, i - 1, ".") || is_token(f, i - 1, "->")), is_qualified = i && is_token(f, i - 1, "::");
    const slice word = token_word(f, i);
    const char *name = arena_copy(r->plan->arena, word.bytes, word.length);
    if (is_token(f, i, "static") && r->function >= 0)
        add_fact_at(r, FACT_STATIC_LOCAL, at, "static", 0);
    const bool calls = is_token(f, i + 1, "(") || is_token(f, i + 1, "<") || is_token(f, i + 1, "{") || is_assembly;
    if ((reads ? is_member : !calls) || IS_ANY_TOKEN(f, i, no_calls))
        return;
    if (r->function < 0)
        add_loose(r, at, name, reads);
    else if (reads)
        add_fact_at(r, FACT_BLOCK_INDEX, at, name, is_qualified ? QUALIFIED : 0);
    else
        add_fact_at(r, FACT_CALL_DEPENDENT, at, name, OPERATOR_SYNTAX | (is_member ? MEMBER_SYNTAX | open_member_unread(r->plan) : 0u) | (is_qualified ? QUALIFIED : 0));
}

// `outer`: where a macro is named that the tokens are of, else NULL. True when there is a part in them.
static bool read_tokens(reader *r, const plan_file *f, size_t begin, size_t end, bool in_part, const place *outer, int depth)
{
    enum { depth_at_most = 16 };
    bool any = false;
    for (size_t i = begin; i < end && depth < depth_at_most; i++) {
        const token *t = &f->tokens.items[i];
        if (!outer && t->in_directive)
            continue;
        if (!in_part && !r->macros_have_parts && !may_begin_part(f, i))
            continue; // nearly all
        size_t part_begin, part_end;
        if (!in_part && begins_part(f, i, end, &part_begin, &part_end)) {
            read_tokens(r, f, part_begin, part_end, true, outer, depth);
            any = true;
        }
        if (t->kind != TOKEN_IDENTIFIER)
            continue;
        const place at = outer ? *outer : (place){t->begin, t->end, false};
        const macro *m = in_part || r->macros_have_parts ? find_macro(r, token_word(f, i)) : NULL;
        if (m && (in_part || m->has_part)) {
            const place named = {at.begin, at.end, true};
            const bool found = read_tokens(r, m->file, m->begin, m->end, in_part, &named, depth + 1);
            any |= found;
            if (found && !in_part && is_token(f, i + 1, "(")) // what it is given may go anywhere in it
                read_tokens(r, f, i + 2, plan_closing_bracket(f, i + 1, end), true, outer, depth);
        } else if (in_part) {
            read_word(r, f, i, &at);
        }
    }
    return any || in_part;
}

// Is it in the text of another function that stands in this one: of a local class?
static bool is_of_another(const plan *p, int function, const declaration *d)
{
    for (size_t i = 0; i < p->functions.items[function].declarations.count; i++) {
        const declaration *outer = &p->functions.items[function].declarations.items[i];
        if (outer->file == d->file && outer->body_begin < d->begin && d->end <= outer->body_end)
            return true;
    }
    return false;
}

static void read_function(reader *r, int index)
{
    function *f = &r->plan->functions.items[index];
    for (size_t i = 0; i < f->declarations.count; i++) {
        const declaration *d = &f->declarations.items[i];
        const plan_file *file = &r->plan->files.items[d->file];
        const size_t end = d->end > d->body_end ? d->end : d->body_end;
        r->function = index;
        r->file = d->file;
        f->has_unread |= read_tokens(r, file, token_at_or_after(&file->tokens, d->begin), token_at_or_after(&file->tokens, end), false,
                                     NULL, 0);
    }
}

// What was found in a local class's functions is theirs alone.
static void leave_to_inner(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *inner = &p->functions.items[i];
        const declaration *d = inner->has_unread ? plan_definition(inner) : NULL;
        for (size_t k = 0; d && d->in_function && k < p->functions.count; k++) {
            function *f = &p->functions.items[k];
            if (k == i || !f->has_unread || !is_of_another(p, (int)k, d))
                continue;
            size_t kept = 0;
            for (size_t m = 0; m < f->facts.count; m++)
                if (!(f->facts.items[m].context & UNREAD) || f->facts.items[m].begin < d->begin || f->facts.items[m].begin >= d->end)
                    f->facts.items[kept++] = f->facts.items[m];
            f->facts.count = kept;
        }
    }
}

void unread_add_facts(plan *p)
{
    reader r = {.plan = p, .function = -1};
    bool any = false;
    for (size_t i = 0; i < p->functions.count && !any; i++)
        any = p->functions.items[i].annotated;
    if (!any)
        return;
    find_macros(&r);
    for (size_t i = 0; i < p->functions.count; i++)
        if (!p->functions.items[i].in_system)
            read_function(&r, (int)i);
    leave_to_inner(p);
    r.function = -1;
    for (size_t i = 0; i < p->unread.count; i++) {
        const unread_part *x = &p->unread.items[i];
        const plan_file *f = &p->files.items[x->file];
        r.file = x->file;
        read_tokens(&r, f, token_at_or_after(&f->tokens, x->begin), token_at_or_after(&f->tokens, x->end), true, NULL, 0);
    }
}

// Is it an assignment, and not what a variable or a capture begins with: int v = n, v = n?
static bool assigns(const plan_file *f, size_t begin, size_t i)
{
    const bool is_capture = is_token(f, begin - 1, "["), is_name = i > begin && f->tokens.items[i - 1].kind == TOKEN_IDENTIFIER;
    size_t type = i - 2; // of `int v`, `const T &v`, `T *v`
    while (type > begin && (is_token(f, type, "*") || is_token(f, type, "&")))
        type--;
    const bool has_type = i >= begin + 2 && type >= begin && (f->tokens.items[type].kind == TOKEN_IDENTIFIER || is_token(f, type, ">"));
    const bool captures = is_capture && (i == begin + 1 || is_token(f, i - 2, ",") || is_token(f, i - 2, "&"));
    const token_change change = change_at(f, i);
    return change == ASSIGNS ? !(is_name && (has_type || captures)) : change != NO_CHANGE;
}

// Tokens of such a part: may they do more than read?
static bool does_something(const plan *p, const plan_file *f, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++) {
        const bool is_word = f->tokens.items[i].kind == TOKEN_IDENTIFIER;
        const bool calls = is_token(f, i, "(") && i > begin && (f->tokens.items[i - 1].kind == TOKEN_IDENTIFIER || is_token(f, i - 1, ">") || is_token(f, i - 1, ")") || is_token(f, i - 1, "]"));
        if (calls || assigns(f, begin, i) || (is_word && plan_is_macro(p, token_word(f, i))) || is_token(f, i, "new") || is_token(f, i, "delete"))
            return true;
    }
    return false;
}

size_t unread_part_in(plan *p, int file, size_t begin, size_t end, bool captures)
{
    reader r = {.plan = p, .function = -1};
    const plan_file *f = &p->files.items[file];
    const size_t last = token_at_or_after(&f->tokens, end);
    find_macros(&r);
    for (size_t i = token_at_or_after(&f->tokens, begin); i < last; i++) {
        size_t part_begin, part_end;
        const macro *m = r.macros_have_parts && f->tokens.items[i].kind == TOKEN_IDENTIFIER ? find_macro(&r, token_word(f, i)) : NULL;
        if (!f->tokens.items[i].in_directive &&
            ((m && m->has_part) || ((captures || !is_token(f, i, "[")) && begins_part(f, i, last, &part_begin, &part_end) && does_something(p, f, part_begin, part_end))))
            return f->tokens.items[i].begin;
    }
    return 0;
}

bool unread_must_be_written_out(const plan *p, const fact *x)
{
    static const char *const of_groups[] = {"sync", "wait", "wait_prior", "reduce", "inclusive_scan", "exclusive_scan", "invoke_one",
                                            "this_grid", "memcpy_async", "arrive", "asm", "__asm__"};
    if (!(x->context & UNREAD) || x->kind != FACT_CALL_DEPENDENT)
        return false;
    const intrinsic *i = intrinsic_find(x->name);
    if ((i && i->effect != EFFECT_NONE) || collective_is_name(x->name))
        return true;
    for (size_t k = 0; k < sizeof of_groups / sizeof *of_groups; k++)
        if (strcmp(x->name, of_groups[k]) == 0 && (p->knows_collectives || k + 2 >= sizeof of_groups / sizeof *of_groups))
            return true;
    for (size_t k = 0; k < p->functions.count; k++) {
        const function *f = &p->functions.items[k];
        const bool waits = f->has_block_barrier || f->has_warp_sync || f->has_grid_barrier;
        if (strcmp(f->name, x->name) == 0 && (waits || (f->in_system && f->reads_block_index)))
            return true;
    }
    return x->context & MAY_BE_COLLECTIVE && !plan_names_function(p, x->name);
}
