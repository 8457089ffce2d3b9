// Conditions that ask for the index of the thread: see thread_index.h.
#include "frontend/thread_index.h"

#include "frontend/analyse.h"
#include "frontend/collective.h"
#include "frontend/lambda.h"
#include "frontend/lanes_parts.h"
#include "frontend/lex.h"

#include <string.h>

typedef struct place { // of a value or a condition: each is looked at once
    const plan_file *file;
    size_t token;
} place;

typedef struct search {
    const plan *plan;
    const function *in;
    const declaration *d;
    const plan_file *f;
    bool or_block;
    struct seen {
        LIST_OF(place) places;
    } *seen;
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
        const plan_file *f = m.of;
        const slice word = token_word(f, m.name);
        const int found = index_in_body(p, f, m.name);
        if (f->tokens.items[m.name].kind != TOKEN_IDENTIFIER || found <= index_of_macro(p, f, m.name)) // text that is skipped may be anything
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

// By its own name, by that of a macro, or by a question of cooperative groups: warp.thread_rank(), cg::thread_rank(block).
static bool is_index(const search *s, size_t i)
{
    const int of_macro = index_of_macro(s->plan, s->f, i);
    const bool asks = (is(s, i, "thread_rank") || is(s, i, "thread_index")) && is(s, i + 1, "(") && (is(s, i - 1, ".") || is(s, i - 1, "::"));
    return asks || is(s, i, "threadIdx") || of_macro == OF_THREAD || (s->or_block && (is(s, i, "blockIdx") || of_macro == OF_BLOCK));
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

static bool was_seen(const search *s, size_t token)
{
    for (size_t i = 0; i < s->seen->places.count; i++)
        if (s->seen->places.items[i].file == s->f && s->seen->places.items[i].token == token)
            return true;
    *ARENA_PUSH(s->plan->arena, &s->seen->places) = (place){s->f, token};
    return false;
}

// The same search in another function's text.
static search search_in(const search *s, const function *g)
{
    const declaration *d = plan_definition(g);
    return (search){.plan = s->plan, .in = g, .d = d, .f = &s->plan->files.items[d->file], .or_block = s->or_block, .seen = s->seen};
}

static bool holds_index(const search *s, size_t begin, size_t end);

// ---- what variables hold ---------------------------------------------------------------------------------------------------

// A variable where it is used, and which of its members: `p.x`.
typedef struct use {
    slice word, member; // empty: all of it
    size_t at;          // bytes
    bool is_own;        // it holds numbers: no address, and no other name for what all threads have
} use;

// What the variable gets at a token.
typedef struct gift {
    size_t value;        // the first token; 0: none
    bool declares, adds; // it begins with that; the rest of what it holds stays
    bool counts;         // it gets another value, whatever that is
} gift;

static bool is_assigning(const search *s, size_t i) { return change_at(s->f, i) == ASSIGNS || change_at(s->f, i) == UPDATES; }

// auto [x, y] = VALUE, {VALUE} or (VALUE), of a name in the list.
static gift of_binding(const search *s, size_t i)
{
    while (!is(s, i, "]"))
        i++;
    return (gift){.value = is(s, i + 1, "=") || is(s, i + 1, "{") || is(s, i + 1, "(") ? i + 2 : 0, .declares = true};
}

// NAME.x = VALUE, NAME[i].x = VALUE: of the token behind the name, where the value begins.
static size_t value_of_part(const search *s, size_t i, const use *u)
{
    for (bool is_first = true; is(s, i, ".") || is(s, i, "["); is_first = false) {
        if (is_first && u->member.length && is(s, i, ".") && !slice_equal(u->member, token_word(s->f, i + 1)))
            return 0;
        i = is(s, i, ".") ? i + 2 : plan_closing_bracket(s->f, i, s->f->tokens.count) + 1;
    }
    return is_assigning(s, i) ? token_behind_change(s->f->text, &s->f->tokens, i) : 0;
}

static gift gift_at(const search *s, size_t i, const use *u)
{
    static const char *const no_types[] = {"return", "else", "case", "do", "throw", "goto"};
    const token *t = &s->f->tokens.items[i];
    if (t->kind != TOKEN_IDENTIFIER || !slice_equal(u->word, token_bytes(s->f->text, t)) || is(s, i - 1, ".") || is(s, i - 1, "->"))
        return (gift){0};
    if (plan_is_bound(s->plan, s->f, i))
        return of_binding(s, i);
    const bool is_behind_pointer = is(s, i - 1, "*") && (t - 2)->kind != TOKEN_IDENTIFIER; // *p = VALUE
    if (is_behind_pointer && !u->is_own)
        return (gift){0};
    if (change_at(s->f, i + 1) == STEPS || change_at(s->f, i - 1) == STEPS)
        return (gift){.adds = true, .counts = true};
    const bool is_behind_type = (t - 1)->kind == TOKEN_IDENTIFIER && !IS_ANY_TOKEN(s->f, i - 1, no_types);
    if (is_assigning(s, i + 1))
        return (gift){.value = token_behind_change(s->f->text, &s->f->tokens, i + 1), .declares = is_behind_type, .adds = !is(s, i + 1, "=")};
    if (is_behind_type && (is(s, i + 1, "{") || is(s, i + 1, "(")))
        return (gift){.value = i + 2, .declares = true};
    const size_t list = is_behind_type && is(s, i + 1, "[") ? plan_closing_bracket(s->f, i + 1, s->f->tokens.count) + 1 : 0; // int a[2] = {VALUE
    if (list)
        return (gift){.value = is(s, list, "=") || is(s, list, "{") ? list + 1 : 0, .declares = true};
    return (gift){.value = u->is_own ? value_of_part(s, i + 1, u) : 0, .adds = true};
}

// Where the value ends that begins at `i`, at most at `end`. An index into memory ends it, and then it is loaded.
static size_t end_of_value(const search *s, size_t i, size_t end)
{
    for (int open = 0; s->f->tokens.items[i].begin < end; i++) {
        open += is(s, i, "(") + is(s, i, "{") - is(s, i, ")") - is(s, i, "}");
        if (is(s, i, ";") || is(s, i, "[") || open < 0 || (open == 0 && is(s, i, ",")))
            break;
    }
    return i;
}

static bool value_holds_index(const search *s, size_t value, size_t end)
{
    const size_t last = end_of_value(s, value, end);
    return !is(s, last, "[") && !was_seen(s, value) && holds_index(s, s->f->tokens.items[value].begin, s->f->tokens.items[last].begin);
}

// Where the variable is declared that is meant: the last one of that name in a block that has not ended.
static size_t declaration_of(const search *s, const use *u)
{
    size_t found = token_at_or_after(&s->f->tokens, s->d->body_begin);
    for (size_t i = found + 1; s->f->tokens.items[i].begin < u->at; i++)
        if (gift_at(s, i, u).declares && !is_out_of_scope(s, i, u->at))
            found = i;
    return found;
}

// Is the token in the statement of the branch that threads may pass by on their way to `at`?
static bool hangs_on(const branch *b, size_t offset, size_t at)
{
    return offset >= b->header_end && offset >= b->begin && offset < b->end && (at < b->begin || at >= b->end);
}

static bool hangs_on_any(const search *s, size_t offset, size_t at)
{
    for (size_t i = 0; i < s->in->branches.count; i++)
        if (hangs_on(&s->in->branches.items[i], offset, at))
            return true;
    return false;
}

static bool branch_holds_index(const search *s, const branch *b);

// Do the threads that come to it know their indices, and others pass it by?
static bool hangs_on_index(const search *s, size_t offset, size_t at)
{
    for (size_t i = 0; i < s->in->branches.count; i++)
        if (hangs_on(&s->in->branches.items[i], offset, at) && branch_holds_index(s, &s->in->branches.items[i]))
            return true;
    return false;
}

// f(x), f(&x): an argument of its own.
static bool is_handed(const search *s, size_t i)
{
    const size_t before = is(s, i - 1, "&") ? i - 2 : i - 1;
    return (is(s, before, "(") || is(s, before, ",")) && (is(s, i + 1, ")") || is(s, i + 1, ","));
}

static bool callee_gives_index(const search *s, size_t argument);

// What it holds at `at`, given what it gets from token `i` on, in its order.
static bool holds_from(const search *s, const use *u, size_t i, size_t at)
{
    bool holds = false;
    for (; s->f->tokens.items[i].begin < at; i++) {
        const gift g = gift_at(s, i, u);
        if (!g.value && !g.counts) {
            holds |= slice_equal(u->word, token_word(s->f, i)) && is_handed(s, i) && callee_gives_index(s, i);
            continue;
        }
        const size_t offset = s->f->tokens.items[i].begin;
        const bool may_be_passed = g.adds || (!g.declares && (hangs_on_any(s, offset, at) || is_out_of_scope(s, i, at)));
        if (g.declares && is_out_of_scope(s, i, at))
            continue;
        const bool is_index = (g.value && value_holds_index(s, g.value, at)) || (u->is_own && hangs_on_index(s, offset, at));
        holds = is_index || (holds && may_be_passed);
    }
    return holds;
}

// Of a function that others of the program's call: do they hand on what they know their indices by?
static bool argument_holds_index(const search *s, size_t parameter)
{
    for (lanes_argument x = {0}; !s->in->is_kernel && lanes_next_argument(s->plan, s->in, parameter, &x);) {
        if (x.is_hidden || x.is_default || !plan_definition(x.caller))
            continue;
        const search of_caller = search_in(s, x.caller);
        if (of_caller.f == x.file && value_holds_index(&of_caller, x.first, x.file->tokens.items[x.end].begin))
            return true;
    }
    return false;
}

static bool is_pointer(const search *s, const parameter *x)
{
    for (size_t i = token_at_or_after(&s->f->tokens, x->begin); s->f->tokens.items[i].begin < x->default_begin; i++)
        if (is(s, i, "*") || is(s, i, "[") || is(s, i, "&"))
            return true;
    return false;
}

// Neither shared memory nor a reference: what a thread puts there, no other sees.
static bool is_own(const search *s, slice word)
{
    bool is = false;
    for (size_t i = 0; i < s->d->parameters.count; i++)
        is |= slice_is(word, s->d->parameters.items[i].name) && s->d->parameters.items[i].is_scalar && !is_pointer(s, &s->d->parameters.items[i]);
    for (size_t i = 0; i < s->in->facts.count; i++) {
        const fact *x = &s->in->facts.items[i];
        if ((x->kind == FACT_SHARED || x->kind == FACT_STATIC_LOCAL) && slice_is(word, x->name))
            return false;
        is |= x->kind == FACT_LOCAL && slice_is(word, x->name) && x->context & (IS_NUMBER_CLASS | HOLDS_NUMBERS | KEEPS_NO_ADDRESS);
    }
    return is;
}

static bool variable_holds_index(const search *s, size_t name)
{
    const size_t at = s->f->tokens.items[name].begin;
    use u = {.word = token_word(s->f, name), .at = at};
    u.is_own = is_own(s, u.word);
    if (is(s, name + 1, ".") && !is(s, name + 3, "("))
        u.member = token_word(s->f, name + 2);
    const size_t declared = declaration_of(s, &u);
    if (holds_from(s, &u, declared, at))
        return true;
    const branch *loop = NULL; // the outermost around it that does not hold its declaration: what it gets behind, it has in the next turn
    for (size_t i = 0; i < s->in->branches.count; i++) {
        const branch *b = &s->in->branches.items[i];
        const bool is_around = b->kind == BRANCH_LOOP && at >= b->begin && at < b->end && s->f->tokens.items[declared].begin < b->begin;
        loop = is_around && (!loop || b->begin < loop->begin) ? b : loop;
    }
    if (loop && u.is_own && holds_from(s, &u, name + 1, loop->end - 1))
        return true;
    for (size_t i = 0; i < s->d->parameters.count; i++)
        if (slice_is(u.word, s->d->parameters.items[i].name) && argument_holds_index(s, i))
            return true;
    return false;
}

// ---- what functions give ---------------------------------------------------------------------------------------------------

// Do the threads come to the function's return at this place by their indices?
static bool returns_by_index(const search *s, size_t offset)
{
    for (size_t i = 0; i < s->in->facts.count; i++) {
        const fact *x = &s->in->facts.items[i];
        if (x->kind == FACT_RETURN && x->begin == offset && x->guard_end && holds_index(s, x->guard_begin, x->guard_end))
            return true;
    }
    return hangs_on_index(s, offset, s->d->body_end);
}

// What stands behind each `return` of the tokens from `begin` to `end` (bytes), and how they are come to.
static bool gives_index(const search *s, size_t begin, size_t end)
{
    for (size_t i = token_at_or_after(&s->f->tokens, begin); s->f->tokens.items[i].begin < end; i++)
        if (is(s, i, "return") && !is(s, i + 1, ";") && (value_holds_index(s, i + 1, end) || returns_by_index(s, s->f->tokens.items[i].begin)))
            return true;
    return false;
}

// In what a lambda or a function of the program's gives, without a barrier or shared memory, by which all threads may get the same.
static bool call_gives_index(const search *s, const fact *x)
{
    const function *g = analyse_is_call(x) ? &s->plan->functions.items[x->callee] : NULL, *home = g;
    const fact *const lambda = g ? lambda_of_call(s->plan, x, &home) : NULL;
    if (!g || g->in_system || g->has_block_barrier || g->uses_shared || !plan_definition(home))
        return false;
    const search inside = search_in(s, home);
    const size_t begin = lambda ? lambda->begin : inside.d->body_begin;
    return !was_seen(&inside, token_at_or_after(&inside.f->tokens, begin)) && gives_index(&inside, begin, lambda ? lambda->end : inside.d->body_end);
}

static bool calls_what_gives_index(const search *s, size_t token)
{
    const size_t offset = s->f->tokens.items[token].begin;
    for (size_t i = 0; i < s->in->facts.count; i++)
        if (s->in->facts.items[i].begin == offset && !s->in->facts.items[i].elsewhere && call_gives_index(s, &s->in->facts.items[i]))
            return true;
    return false;
}

// What `argument` is handed to puts it there: void get(int &t) { t = threadIdx.x; }
static bool callee_gives_index(const search *s, size_t argument)
{
    size_t parameter;
    const size_t open = plan_bracket_around(s->f, argument, &parameter);
    for (size_t i = 0; i < s->in->facts.count && is(s, open, "("); i++) {
        const fact *x = &s->in->facts.items[i];
        const function *g = analyse_is_call(x) && !x->elsewhere && x->begin == s->f->tokens.items[open - 1].begin ? &s->plan->functions.items[x->callee] : NULL;
        if (!g || g->in_system || !plan_definition(g) || parameter >= plan_definition(g)->parameters.count)
            continue;
        const search inside = search_in(s, g);
        const char *const name = inside.d->parameters.items[parameter].name;
        if (was_seen(&inside, token_at_or_after(&inside.f->tokens, inside.d->parameters.items[parameter].begin)))
            continue;
        const use all = {.word = {name, strlen(name)}, .at = inside.d->body_end, .is_own = true};
        if (!g->uses_shared && holds_from(&inside, &all, token_at_or_after(&inside.f->tokens, inside.d->body_begin), all.at))
            return true;
    }
    return false;
}

// me() : t(threadIdx.x), me() { t = threadIdx.x; }: is the member given such a value by a constructor of the class that the object at `name` is of?
static bool constructor_gives_index(const search *s, size_t name)
{
    const use member = {.word = token_word(s->f, name + 2), .is_own = false};
    for (size_t i = 0; i < s->in->facts.count; i++) {
        const fact *x = &s->in->facts.items[i];
        const function *g = analyse_is_call(x) && !x->elsewhere ? &s->plan->functions.items[x->callee] : NULL;
        if (!g || g->in_system || g->form != FORM_CONSTRUCTOR || !plan_definition(g))
            continue;
        const size_t first = token_at_or_after(&s->f->tokens, x->begin);
        if (!is_same_word(s->f, first, s->f, name) && !is_same_word(s->f, first - 1, s->f, name) && !is_same_word(s->f, first - 2, s->f, name))
            continue;
        const search inside = search_in(s, g);
        for (size_t k = token_at_or_after(&inside.f->tokens, inside.d->close); inside.f->tokens.items[k].begin < inside.d->body_end; k++)
            if (slice_equal(member.word, token_word(inside.f, k)) && (is(&inside, k + 1, "(") || is(&inside, k + 1, "{") || is(&inside, k + 1, "=")) &&
                value_holds_index(&inside, k + 2, inside.d->body_end))
                return true;
    }
    return false;
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

static bool holds_index(const search *s, size_t begin, size_t end)
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
        if (calls_what_gives_index(s, i))
            return true;
        bool is_declared = false; // what it begins with is looked at here
        for (size_t k = first; k < i && !is_declared; k++)
            is_declared = gift_at(s, k, &(use){.word = word}).value != 0;
        if (is_declared || is(s, i + 1, "(") || (is(s, i + 1, "[") && !is_own(s, word)))
            continue; // what a call or memory gives may be the same for all
        if (variable_holds_index(s, i) || (is(s, i + 1, ".") && constructor_gives_index(s, i)))
            return true;
    }
    return false;
}

static search search_of(const plan *p, const function *f, bool or_block, struct seen *seen)
{
    const declaration *d = plan_definition(f);
    return (search){.plan = p, .in = f, .d = d, .f = &p->files.items[d->file], .or_block = or_block, .seen = seen};
}

bool thread_index_in(const plan *p, const function *f, size_t begin, size_t end, bool or_block)
{
    struct seen seen = {0};
    const search s = search_of(p, f, or_block, &seen);
    return holds_index(&s, begin, end);
}

// Of a macro that stands for `for (INIT; CONDITION; STEP)`: its parameters, and where these begin and end (tokens).
typedef struct macro_head {
    const plan_file *f;
    size_t parameters, first, condition, close;
} macro_head;

static bool is_built_in_of_block(const plan_file *f, size_t i)
{
    static const char *const names[] = {"blockIdx", "gridDim", "blockDim", "warpSize"};
    return IS_ANY_TOKEN(f, i, names);
}

// What all threads of a block have, as far as a head says: the block's place and shape, numbers, and what the macro is given.
static bool is_of_block(const macro_head *h, size_t i)
{
    bool is = h->f->tokens.items[i].kind != TOKEN_IDENTIFIER || is_built_in_of_block(h->f, i) || is_token(h->f, i - 1, ".");
    for (size_t k = h->parameters; k < h->first - 2 && !is; k++)
        is = is_same_word(h->f, k, h->f, i);
    return is;
}

// `int i = blockIdx.x, t = threadIdx.x`: does the variable at token `name` begin with no more than that? Nothing in front is asked of it.
static bool begins_as_one(const macro_head *h, size_t name)
{
    size_t declared = 0, count = 0;
    for (size_t i = h->first; i < h->condition; i++)
        if (is_same_word(h->f, i, h->f, name)) {
            declared = i;
            count++;
        }
    if (count == 0 || is_built_in_of_block(h->f, name))
        return is_of_block(h, name); // no variable of the head
    if (count > 1 || !is_token(h->f, declared + 1, "="))
        return false;
    for (size_t i = declared + 2; i < h->condition && !is_token(h->f, i, ","); i++)
        if (!is_of_block(h, i))
            return false;
    return true;
}

// Of a macro that stands for the head of a `for` alone: may its condition and its step ask for the index? Any other: does it name it?
static bool head_in_definition_holds_index(const plan *p, const plan_file *f, size_t name)
{
    const size_t end = token_directive_end(&f->tokens, name);
    const bool has_parameters = is_token(f, name + 1, "(") && f->tokens.items[name + 1].begin == f->tokens.items[name].end;
    const size_t begin = has_parameters ? plan_closing_bracket(f, name + 1, end) + 1 : name + 1;
    macro_head h = {f, name + 1, begin + 2, begin + 2, is_token(f, begin, "for") && is_token(f, begin + 1, "(") ? plan_closing_bracket(f, begin + 1, end) : end};
    if (h.close + 1 != end)
        return index_in_body(p, f, name) == OF_THREAD;
    while (h.condition < h.close && !is_token(f, h.condition, ";"))
        h.condition++;
    for (size_t i = h.condition; i < h.close; i++)
        if (f->tokens.items[i].kind == TOKEN_IDENTIFIER && !is_token(f, i - 1, ".") && !begins_as_one(&h, i))
            return true;
    return false;
}

// A head that comes out of a macro, with what that is given.
static bool macro_holds_index(const search *s, size_t name)
{
    const slice word = token_word(s->f, name);
    for (macro_place m = {0}; plan_next_macro_named(s->plan, word, &m);)
        if (head_in_definition_holds_index(s->plan, m.of, m.name))
            return true;
    const size_t close = is(s, name + 1, "(") ? plan_closing_bracket(s->f, name + 1, s->f->tokens.count) : name + 1;
    return holds_index(s, s->f->tokens.items[name + 1].begin, s->f->tokens.items[close].begin);
}

static bool head_holds_index(const search *s, const branch *b)
{
    const size_t first = token_at_or_after(&s->f->tokens, b->begin);
    if (thread_index_is_macro(s->plan, s->f, first))
        return macro_holds_index(s, first);
    const bool is_for = b->kind == BRANCH_LOOP && is(s, first, "for");
    // What begins a `for` counts as far as its condition and its step name it: for (int i = threadIdx.x, t = 0; t < n; t++)
    const bool names_all = is_for && b->condition_begin == b->condition_end;
    return holds_index(s, names_all ? b->begin : b->condition_begin, is_for ? b->header_end : b->condition_end);
}

static bool branch_holds_index(const search *s, const branch *b)
{
    return !was_seen(s, token_at_or_after(&s->f->tokens, b->begin)) && head_holds_index(s, b);
}

bool thread_index_in_branch(const plan *p, const function *f, const branch *b, bool or_block)
{
    struct seen seen = {0};
    const search s = search_of(p, f, or_block, &seen);
    return head_holds_index(&s, b);
}
