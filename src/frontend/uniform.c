// Conditions that are the same for all threads of a block; see uniform.h.
#include "frontend/uniform.h"

#include "frontend/collective.h"
#include "frontend/computing.h"
#include "frontend/lanes_parts.h"
#include "frontend/lanes_search.h"
#include "frontend/lex.h"
#include "frontend/short_circuit.h"
#include "frontend/thread_index.h"
#include "frontend/unchanged.h"

#include <string.h>

enum { loop_variables_at_most = 4, locals_at_most = 500 };

typedef struct also_uniform { // what is uniform here besides
    const token *names[loop_variables_at_most]; // variables of a loop
    size_t count;
    const token *tile; // a cooperative group, whose number among its kind is
    bool loads;        // what lies in memory where such a value says, and in shared memory
    size_t *looked_at; // how many values of locals were, each of which may name others; or NULL
} also_uniform;

// `TYPE NAME(...)`, `TYPE NAME{...}`, `TYPE NAME : range`: another variable of the name.
static bool is_declared_again(const plan_file *f, const token *t)
{
    static const char *const statements[] = {"return", "case", "else", "do", "throw", "goto"};
    if (!token_is(f->text, t + 1, "(") && !token_is(f->text, t + 1, "{") && !token_is(f->text, t + 1, ":"))
        return false;
    if (TOKEN_IS_ANY(f->text, t - 1, statements))
        return false;
    return (t - 1)->kind == TOKEN_IDENTIFIER;
}

static bool is_assigned(const plan_file *f, const token *name, size_t begin, size_t end)
{
    const slice word = token_bytes(f->text, name);
    for (size_t i = token_at_or_after(&f->tokens, begin); f->tokens.items[i].begin < end; i++) {
        const token *t = &f->tokens.items[i];
        if (t->kind != TOKEN_IDENTIFIER || !slice_equal(word, token_bytes(f->text, t)))
            continue;
        if (i && is_declared_again(f, t))
            return true;
        if (change_at(f, i + 1) || (i && change_at(f, i - 1) == STEPS))
            return true;
        if (i && token_is(f->text, t - 1, "&") && !token_is(f->text, t + 1, "[")) // &p[i] is what lies behind a pointer
            return true;
    }
    return false;
}

enum { macros_of_macros_at_most = 8 };

static bool is_number_macro(const plan *p, const plan_file *at, const token *name, int depth);

// By the text behind the macro's name.
static bool stands_for_number(const plan *p, const plan_file *f, size_t name, int depth)
{
    static const char *const others[] = {"++", "--", "||", "->"};
    const size_t end = token_directive_end(&f->tokens, name);
    bool has_number = false;
    for (size_t i = name + 1; i < end; i++) {
        const token *x = &f->tokens.items[i];
        const bool is_operator = x->kind == TOKEN_PUNCTUATION && strchr("+-*/%()<>~|&^", f->text->bytes[x->begin]) && !TOKEN_IS_ANY(f->text, x, others);
        const bool is_number = x->kind == TOKEN_NUMBER || (x->kind == TOKEN_IDENTIFIER && is_number_macro(p, f, x, depth + 1));
        if (!is_number && !is_operator)
            return false;
        has_number |= is_number;
    }
    return has_number;
}

static bool is_number_macro(const plan *p, const plan_file *at, const token *name, int depth)
{
    const slice word = token_bytes(at->text, name);
    bool found = false;
    if (plan_constant(p, word) == 0 || depth > macros_of_macros_at_most)
        return false; // a variable, too, where the macro is not defined
    for (macro_place m = {0}; plan_next_macro_named(p, word, &m); found = true)
        if (!stands_for_number(p, m.of, m.name, depth))
            return false;
    return found;
}

bool uniform_number_macro(const plan *p, const plan_file *at, const token *name) { return is_number_macro(p, at, name, 0); }

// if (last): the parentheses are no call's.
static bool is_whole_condition(const plan_file *f, const token *name)
{
    return token_is(f->text, name - 1, "(") && token_is(f->text, name + 1, ")") &&
           (token_is(f->text, name - 2, "if") || token_is(f->text, name - 2, "while") || token_is(f->text, name - 2, "switch"));
}

// Stands it alone between the parentheses or commas of a call, or is a reference bound to it: then others may change it.
static bool is_handed_on(const plan *p, const function *in, const plan_file *f, const token *name, size_t begin, size_t end)
{
    const slice word = token_bytes(f->text, name);
    for (size_t i = token_at_or_after(&f->tokens, begin); f->tokens.items[i].begin < end; i++) {
        const token *t = &f->tokens.items[i];
        if (i < 3 || t->kind != TOKEN_IDENTIFIER || !slice_equal(word, token_bytes(f->text, t)))
            continue;
        if (is_whole_condition(f, t))
            continue;
        if ((token_is(f->text, t - 1, "(") || token_is(f->text, t - 1, ",")) &&
            (token_is(f->text, t + 1, ")") || token_is(f->text, t + 1, ",")) && !computing_is_given(p, in, f, i))
            return true;
        if (token_is(f->text, t - 1, "=") && token_is(f->text, t - 3, "&"))
            return true;
    }
    return false;
}

static bool is_uniform(const plan *p, const function *in, size_t begin, size_t end, const also_uniform *also,
                       bool of_kernel);

// The name of a declaration that gives it a value: `TYPE NAME =`, `TYPE *NAME =`, `TYPE A = VALUE, NAME =`.
static bool is_declared_with_value(const plan_file *f, size_t i)
{
    if (i < 2 || !is_token(f, i + 1, "="))
        return false;
    const size_t before = is_token(f, i - 1, "*") ? i - 2 : i - 1;
    if (f->tokens.items[before].kind == TOKEN_IDENTIFIER)
        return true;
    if (!is_token(f, i - 1, ","))
        return false;
    size_t first = i - 1;
    for (int open = 0; first > 0; first--) {
        open += is_token(f, first - 1, ")") + is_token(f, first - 1, "]") - is_token(f, first - 1, "(") - is_token(f, first - 1, "[");
        if (open < 0)
            return false;
        if (open == 0 && (is_token(f, first - 1, ";") || is_token(f, first - 1, "{") || is_token(f, first - 1, "}")))
            break;
    }
    size_t words = first;
    while (f->tokens.items[words].kind == TOKEN_IDENTIFIER)
        words++;
    return words - first >= 2 && is_token(f, words, "=") && !is_token(f, first, "return");
}

// Behind the `=` at `i`: where the value of a declaration ends, at its `;` or a `,`; 0 where it has another shape.
static size_t end_of_initialiser(const plan_file *f, size_t i)
{
    for (int open = 0; f->tokens.items[i].kind != TOKEN_END && !is_token(f, i, "{"); i++) {
        open += is_token(f, i, "(") + is_token(f, i, "[") - is_token(f, i, ")") - is_token(f, i, "]");
        if (open < 0)
            return 0;
        if (open == 0 && (is_token(f, i, ";") || is_token(f, i, ",")))
            return i;
    }
    return 0;
}

// A local variable that its declaration gives such a value, and that never gets another: `int tiles = (n + 31) / 32;`.
static bool is_uniform_local(const plan *p, const function *in, const plan_file *f, const token *use,
                             const also_uniform *also, bool of_kernel)
{
    const declaration *d = plan_definition(in);
    const slice word = token_bytes(f->text, use);
    size_t first = 0, *const looked_at = also && also->looked_at ? also->looked_at : &first;
    const also_uniform outside = {.tile = also ? also->tile : NULL, .loads = also && also->loads, .looked_at = looked_at};
    if (++*looked_at > locals_at_most || !unchanged_is(p, in, use) || !unchanged_is_plain(p, in, use))
        return false;
    for (size_t i = token_at_or_after(&f->tokens, d->body_begin); f->tokens.items[i].begin < use->begin; i++) {
        const token *t = &f->tokens.items[i];
        if (t->kind != TOKEN_IDENTIFIER || !slice_equal(word, token_bytes(f->text, t)))
            continue;
        // The first one must be its declaration: another one of the name, in whatever scope, would be an assignment.
        const size_t last = is_declared_with_value(f, i) ? end_of_initialiser(f, i + 2) : 0;
        return last && f->tokens.items[last].begin < use->begin &&
               !is_assigned(f, t, f->tokens.items[last].end, d->body_end) &&
               !is_handed_on(p, in, f, t, f->tokens.items[last].end, d->body_end) &&
               is_uniform(p, in, f->tokens.items[i + 2].begin, f->tokens.items[last].begin, &outside, of_kernel);
    }
    return false;
}

static bool read_loop_variables(const plan *p, const function *in, const branch *loop, bool of_kernel, also_uniform *also);
static bool uniform_loop(const plan *p, const function *in, const branch *loop, bool of_kernel);

// Is it one of them?
static bool is_among(const plan_file *f, const token *t, const also_uniform *also)
{
    for (size_t i = 0; also && i < also->count; i++)
        if (slice_equal(token_bytes(f->text, also->names[i]), token_bytes(f->text, t)))
            return true;
    return false;
}

// A variable of a uniform `for` around it, which begins as one value: in each turn the same for all threads.
static bool is_variable_of_loop(const plan *p, const function *in, const plan_file *f, const token *use, bool of_kernel)
{
    for (size_t i = 0; i < in->branches.count; i++) {
        const branch *loop = &in->branches.items[i];
        if (loop->kind != BRANCH_LOOP || use->begin < loop->header_end || use->begin >= loop->end ||
            !is_token(f, token_at_or_after(&f->tokens, loop->begin), "for"))
            continue; // in front of the condition of a `do` stands its body
        for (size_t k = token_at_or_after(&f->tokens, loop->begin); f->tokens.items[k].begin < loop->condition_begin; k++) {
            also_uniform variables = {.count = 0};
            if (slice_equal(token_word(f, k), token_bytes(f->text, use)) && token_is(f->text, &f->tokens.items[k + 1], "="))
                return !unchanged_names_another(p, in, use) &&
                       (f->tokens.items[k - 1].kind == TOKEN_IDENTIFIER || token_is(f->text, &f->tokens.items[k - 1], ",")) &&
                       uniform_loop(p, in, loop, of_kernel) && read_loop_variables(p, in, loop, of_kernel, &variables) && is_among(f, use, &variables);
        }
    }
    return false;
}

// Something of a block's own is declared by that name, and no constant is meant.
static bool names_memory(const function *in, const plan_file *f, const token *t)
{
    for (size_t i = 0; i < in->facts.count; i++)
        if ((in->facts.items[i].kind == FACT_SHARED || in->facts.items[i].kind == FACT_STATIC_LOCAL) && token_is(f->text, t, in->facts.items[i].name))
            return true;
    return false;
}

static bool names_local(const plan *p, const function *in, const plan_file *f, const token *t)
{
    for (size_t i = 0; i < in->facts.count; i++)
        if (in->facts.items[i].kind == FACT_LOCAL && token_is(f->text, t, in->facts.items[i].name))
            return true;
    return unchanged_names_another(p, in, t); // a binding, say
}

static bool is_shared(const plan *p, const function *in, const plan_file *f, const token *t)
{
    bool found = false;
    for (size_t i = 0; i < in->facts.count && !found; i++)
        found = in->facts.items[i].kind == FACT_SHARED && *in->facts.items[i].name && token_is(f->text, t, in->facts.items[i].name);
    return found && !names_local(p, in, f, t);
}

// constexpr int lanes = 32; outside of functions, or an enumerator.
static bool is_constant(const plan *p, const plan_file *f, const token *t)
{
    return plan_constant(p, token_bytes(f->text, t)) == 1;
}

// By CUDA's and C++'s names, unless they are macros.
static bool is_of_block(const plan *p, const plan_file *f, const token *t)
{
    static const char *const names[] = {"blockIdx", "gridDim", "blockDim", "warpSize", "nullptr", "true", "false"};
    return TOKEN_IS_ANY(f->text, t, names) && !plan_is_macro(p, token_bytes(f->text, t));
}

// A kernel's parameters are the same for all threads; what a function is called with need not be.
static bool is_uniform_name(const plan *p, const function *in, const plan_file *f, const token *t,
                            const also_uniform *also, bool of_kernel)
{
    const declaration *d = plan_definition(in);
    const bool is_local = names_local(p, in, f, t);
    for (size_t i = 0; i < d->parameters.count; i++) // of whatever name: blockDim, say
        if (token_is(f->text, t, d->parameters.items[i].name))
            return of_kernel && !is_assigned(f, t, d->body_begin, d->body_end) && unchanged_is(p, in, t) &&
                   unchanged_is_plain(p, in, t);
    if (!is_local && is_of_block(p, f, t))
        return true;
    if (plan_is_template_parameter(f, d, (size_t)(t - f->tokens.items)))
        return true;
    if (also && also->loads && is_shared(p, in, f, t))
        return true;
    const bool may_be_member = in->form != FORM_FUNCTION && !in->is_kernel;
    return (!is_local && (uniform_number_macro(p, f, t) || (!may_be_member && !names_memory(in, f, t) && is_constant(p, f, t)))) || is_variable_of_loop(p, in, f, t, of_kernel) || is_uniform_local(p, in, f, t, also, of_kernel);
}

// `tile.meta_group_rank()`, the tile's number among those of the block, or how many there are.
static bool is_number_of_tile(const plan_file *f, const token *t, const also_uniform *also)
{
    return also && also->tile && slice_equal(token_bytes(f->text, also->tile), token_bytes(f->text, t)) && token_is(f->text, t + 1, ".") &&
           (token_is(f->text, t + 2, "meta_group_rank") || token_is(f->text, t + 2, "meta_group_size")) &&
           token_is(f->text, t + 3, "(") && token_is(f->text, t + 4, ")");
}

// int, unsigned long: how many tokens; narrower types, and float, keep less of a number.
static size_t wide_type(const plan_file *f, size_t i)
{
    size_t count = 0;
    while (lanes_is_wide_type(f, i + count) || is_token(f, i + count, "std") || is_token(f, i + count, "::"))
        count++;
    return count;
}

// tile.thread_rank(), and (int)tile.thread_rank(), int(tile.thread_rank()), static_cast<int>(tile.thread_rank()): the token behind it, and that of the
// tile. 0: token `i` begins none.
static size_t behind_rank(const plan_file *f, size_t i, size_t *tile)
{
    const bool is_in_front = is_token(f, i, "(") && wide_type(f, i + 1), is_static = is_token(f, i, "static_cast") && is_token(f, i + 1, "<");
    const size_t type = i + is_in_front + 2 * is_static, behind = type + wide_type(f, type);
    if (is_in_front)
        return is_token(f, behind, ")") && !is_token(f, behind + 1, "(") ? behind_rank(f, behind + 1, tile) : 0;
    if (behind > type) {
        const size_t open = behind + is_static, end = is_token(f, open, "(") && (!is_static || is_token(f, behind, ">")) ? behind_rank(f, open + 1, tile) : 0;
        return end && is_token(f, end, ")") ? end + 1 : 0;
    }
    *tile = i;
    const bool asks = f->tokens.items[i].kind == TOKEN_IDENTIFIER && is_token(f, i + 1, ".") && is_token(f, i + 2, "thread_rank") && is_token(f, i + 3, "(") && is_token(f, i + 4, ")");
    return asks ? i + 5 : 0;
}

// A product, or what the number is taken from itself, is another one: n * i - rank, i - rank * 2, n - i - rank.
static bool is_whole_term(const plan_file *f, size_t first, size_t end)
{
    static const char *const in_front[] = {"(", ",", "&&", "||", "=", "<", ">", "<=", ">=", "==", "!=", "?", ":", "+", ";", "{"},
                             *const behind[] = {")", ",", "&&", "||", ";", "<", ">", "<=", ">=", "==", "!=", "?", ":", "+", "-", "}"};
    size_t before = first - 1;
    while (is_token(f, before, ")") && before > 2) { // (int)i
        size_t open = before - 1;
        while (lanes_is_wide_type(f, open))
            open--;
        if (open == before - 1 || !is_token(f, open, "("))
            return false;
        before = open - 1;
    }
    return IS_ANY_TOKEN(f, before, in_front) && IS_ANY_TOKEN(f, end, behind);
}

size_t uniform_first_of_tile(const plan *p, const function *in, size_t i, size_t *tile)
{
    const plan_file *f = &p->files.items[plan_definition(in)->file];
    const size_t end = i && f->tokens.items[i].kind == TOKEN_IDENTIFIER && is_token(f, i + 1, "-") ? behind_rank(f, i + 2, tile) : 0;
    return end && is_whole_term(f, i, end) && lanes_count_threads(p, in, i, i + 1) ? end - i : 0;
}

// __syncthreads_or(...), whose result all threads get.
static bool is_vote_of_block(const plan_file *f, const token *t)
{
    static const char *const votes[] = {"__syncthreads_or", "__syncthreads_and", "__syncthreads_count"};
    for (size_t i = 0; i < sizeof votes / sizeof *votes; i++)
        if (token_is(f->text, t, votes[i]))
            return token_is(f->text, t + 1, "(");
    return false;
}

// Of CUDA's functions, those that a value goes through and no thread's number comes out of.
static bool hands_through(const plan_file *f, const token *t)
{
    static const char *const names[] = {"__ldg", "__ldca", "__ldcg", "__ldcs", "min", "max", "abs"};
    return TOKEN_IS_ANY(f->text, t, names);
}

// `also`: what is uniform as well, or NULL.
static bool is_uniform(const plan *p, const function *in, size_t begin, size_t end, const also_uniform *also,
                       bool of_kernel)
{
    const declaration *d = plan_definition(in);
    const plan_file *f = &p->files.items[d->file];
    const bool loads = also && also->loads;
    if (computing_calls_other(p, in, begin, end))
        return false;
    for (size_t i = token_at_or_after(&f->tokens, begin); f->tokens.items[i].begin < end; i++) {
        const token *t = &f->tokens.items[i];
        if (!loads && (token_is(f->text, t, "*") || token_is(f->text, t, "[") || token_is(f->text, t, "->")))
            if (!(token_is(f->text, t, "*") && i && (t - 1)->end > begin &&
                  ((t - 1)->kind == TOKEN_IDENTIFIER || (t - 1)->kind == TOKEN_NUMBER || token_is(f->text, t - 1, ")"))))
                return false; // a load: memory may differ from thread to thread
        if (t->kind != TOKEN_IDENTIFIER)
            continue;
        if (is_number_of_tile(f, t, also)) {
            i += 4;
            continue;
        }
        size_t tile = 0;
        const size_t of_first = also && also->tile ? uniform_first_of_tile(p, in, i, &tile) : 0;
        if (of_first && slice_equal(token_bytes(f->text, also->tile), token_word(f, tile))) {
            i += of_first - 1;
            continue;
        }
        if (is_vote_of_block(f, t)) { // whatever each thread says
            i = plan_closing_bracket(f, i + 1, f->tokens.count);
            continue;
        }
        const size_t collective = collective_closing(p, in, i);
        if (collective) {
            i = collective;
            continue;
        }
        const size_t type = computing_tokens_of_type(f, i);
        if (type) {
            i += type - 1;
            if (!loads && is_token(f, i + 1, ")") && (is_token(f, i + 2, "*") || is_token(f, i + 2, "&")))
                return false; // (int)*p: no product
            continue;
        }
        if (loads && token_is(f->text, t + 1, "(") && hands_through(f, t))
            continue;
        if (is_token(f, i, "sizeof") && is_token(f, i + 1, "(")) {
            i = plan_closing_bracket(f, i + 1, f->tokens.count);
            continue;
        }
        const size_t arguments = computing_arguments(p, in, f, i);
        if (arguments) {
            i = arguments;
            continue;
        }
        if (token_is(f->text, t + 1, "("))
            return false;
        if (token_is(f->text, t + 1, "::"))
            continue; // what it qualifies says
        if (i && token_is(f->text, t - 1, "::")) {
            if (!is_constant(p, f, t) && !is_of_block(p, f, t))
                return false;
            continue;
        }
        const bool is_member = i && (token_is(f->text, t - 1, ".") || (loads && token_is(f->text, t - 1, "->")));
        if (!is_among(f, t, also) && !is_member && !is_uniform_name(p, in, f, t, also, of_kernel))
            return false;
    }
    return true;
}

bool uniform_condition(const plan *p, const function *in, size_t begin, size_t end, bool of_kernel)
{
    return is_uniform(p, in, begin, end, NULL, of_kernel);
}

bool uniform_by_memory(const plan *p, const function *in, size_t begin, size_t end)
{
    const also_uniform also = {.loads = true};
    return is_uniform(p, in, begin, end, &also, true);
}

// Declared as a tile, by its type or by its value (in a template, that is all there is), which stays: the word that says so. 0: it is none.
static size_t word_of_tile(const declaration *d, const plan_file *f, const token *group)
{
    static const char *const ends[] = {";", "{", "}"};
    const slice word = token_bytes(f->text, group);
    size_t said = 0, i = token_at_or_after(&f->tokens, d->body_begin);
    for (; f->tokens.items[i].begin < group->begin && !slice_equal(word, token_word(f, i)); i++) {
        said = IS_ANY_TOKEN(f, i, ends) ? 0 : said;
        said = is_token(f, i, "thread_block_tile") || is_token(f, i, "tiled_partition") ? i : said;
    }
    const size_t behind = f->tokens.items[i + 1].end;
    if (f->tokens.items[i].begin >= group->begin || !is_token(f, i + 1, "="))
        return 0;
    for (; !is_token(f, i, ";") && f->tokens.items[i].begin < group->begin; i++)
        said = is_token(f, i, "tiled_partition") ? i : said;
    return said && !is_assigned(f, group, behind, d->body_end) ? said : 0;
}

size_t uniform_tile_size(const function *in, const plan_file *f, const token *tile)
{
    static const char *const ends[] = {">", ","};
    const size_t said = word_of_tile(plan_definition(in), f, tile);
    return said && is_token(f, said + 1, "<") && IS_ANY_TOKEN(f, said + 3, ends) ? said + 2 : 0;
}

bool uniform_in_tile(const plan *p, const function *in, size_t begin, size_t end, const token *tile)
{
    const declaration *d = plan_definition(in);
    const also_uniform also = {.tile = tile};
    return word_of_tile(d, &p->files.items[d->file], tile) && is_uniform(p, in, begin, end, &also, true);
}

bool uniform_operators(const plan *p, const function *in, size_t at, bool of_kernel)
{
    const declaration *d = plan_definition(in);
    const plan_file *f = &p->files.items[d->file];
    short_circuit operators = short_circuit_of(f, d->body_begin, at);
    for (size_t i; (i = short_circuit_next(&operators));)
        if (!is_uniform(p, in, f->tokens.items[short_circuit_operand(f, i)].begin, f->tokens.items[i].begin, NULL, of_kernel))
            return false;
    return true;
}

// for (TYPE NAME = VALUE, NAME = VALUE; ...): the variables whose values are uniform. False when it is anything else, or none is.
static bool read_loop_variables(const plan *p, const function *in, const branch *loop, bool of_kernel, also_uniform *also)
{
    const declaration *d = plan_definition(in);
    const plan_file *f = &p->files.items[d->file];
    size_t i = token_at_or_after(&f->tokens, loop->begin) + 2;
    while (f->tokens.items[i].begin < loop->condition_begin) {
        while (f->tokens.items[i].begin < loop->condition_begin && !token_is(f->text, &f->tokens.items[i], "="))
            i++;
        const token *name = &f->tokens.items[i - 1];
        if (f->tokens.items[i].begin >= loop->condition_begin || name->kind != TOKEN_IDENTIFIER ||
            also->count == loop_variables_at_most)
            return false;
        const size_t value = i + 1;
        i = end_of_initialiser(f, value);
        if (!i)
            return false;
        if (is_uniform(p, in, f->tokens.items[value].begin, f->tokens.items[i].begin, NULL, of_kernel))
            also->names[also->count++] = name;
        i++;
    }
    return also->count > 0;
}

// for (auto &x : v) of an array that the body declares: as often as that has elements.
static bool goes_over_array(const function *in, const plan_file *f, size_t head)
{
    const size_t close = plan_closing_bracket(f, head + 1, f->tokens.count);
    if (!is_token(f, close - 2, ":") || f->tokens.items[close - 1].kind != TOKEN_IDENTIFIER)
        return false;
    for (size_t i = 0; i < in->facts.count; i++) {
        const fact *x = &in->facts.items[i];
        if ((x->kind != FACT_LOCAL && x->kind != FACT_SHARED) || x->elsewhere || !is_token(f, close - 1, x->name))
            continue;
        size_t name = token_at_or_after(&f->tokens, x->begin);
        while (f->tokens.items[name].begin < x->end && !is_token(f, name, x->name))
            name++;
        if (!is_token(f, name + 1, "[") || (x->kind == FACT_LOCAL && name >= close))
            return false;
        if (x->kind == FACT_LOCAL || x->size_bytes)
            return true;
    }
    return false;
}

// A `for` whose variable counts from and to such values, and that its body does not change; another loop that goes on by a vote of the block.
static bool uniform_loop(const plan *p, const function *in, const branch *loop, bool of_kernel)
{
    const declaration *d = plan_definition(in);
    const plan_file *f = &p->files.items[d->file];
    const size_t i = token_at_or_after(&f->tokens, loop->begin);
    also_uniform variables = {.count = 0};
    if (!token_is(f->text, &f->tokens.items[i], "for"))
        return !loop->has_break && loop->editable && is_uniform(p, in, loop->condition_begin, loop->condition_end, NULL, of_kernel);
    if (!loop->has_break && goes_over_array(in, f, i))
        return true;
    if (loop->has_break || !read_loop_variables(p, in, loop, of_kernel, &variables))
        return false;
    for (size_t k = 0; k < variables.count; k++)
        if (is_assigned(f, variables.names[k], loop->header_end, loop->end) ||
            !unchanged_in_loop(p, in, loop, variables.names[k]) || !unchanged_is_plain(p, in, variables.names[k]))
            return false;
    return is_uniform(p, in, loop->condition_begin, loop->header_end, &variables, of_kernel);
}

bool uniform_branch(const plan *p, const function *in, const branch *b, bool of_kernel)
{
    if (b->is_checked)
        return true;
    if (b->kind == BRANCH_LOOP)
        return uniform_loop(p, in, b, of_kernel);
    return b->editable && uniform_condition(p, in, b->condition_begin, b->condition_end, of_kernel);
}

size_t uniform_operator_for_thread(const plan *p, const function *in, size_t at)
{
    const declaration *d = plan_definition(in);
    const plan_file *f = &p->files.items[d->file];
    short_circuit operators = short_circuit_of(f, d->body_begin, at);
    for (size_t i; (i = short_circuit_next(&operators));) {
        const size_t begin = f->tokens.items[short_circuit_operand(f, i)].begin, end = f->tokens.items[i].begin;
        if (thread_index_in(p, in, begin, end, false) && !is_uniform(p, in, begin, end, NULL, false))
            return end;
    }
    return 0;
}

grid_uniformity uniform_in_grid(const plan *p, const function *in, const branch *b)
{
    if (thread_index_in_branch(p, in, b, true))
        return GRID_DIFFERS;
    return uniform_branch(p, in, b, true) ? GRID_UNIFORM : GRID_OPEN;
}
