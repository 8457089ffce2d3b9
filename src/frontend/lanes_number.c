// Numbers that all lanes of a warp have, made of the thread's: see lanes_search.h.
//
// In:  tokens of a function's text. Out: where `/ 32` and the like make a number of warps; whether what stands in front of them keeps warps in
//      one piece.
// Rule: a thread's number is threadIdx.x and what is added to it, each a product of a multiple of 32 and natural
//      numbers that all lanes have: 32 lanes then have numbers that divide into one. blockDim.x is such a factor where rows are whole warps, and
//      with `any_shape`, the rows in front of it must be added: threadIdx.y * blockDim.x + threadIdx.x. In all else `- 1`, `2 *` or a narrow type
//      may part them.
#include "frontend/lanes_search.h"

#include "frontend/lanes_parts.h"
#include "frontend/unchanged.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

bool lanes_is_wide_type(const plan_file *f, size_t i)
{
    static const char *const words[] = {"int", "unsigned", "long", "size_t", "uint32_t", "int32_t", "uint64_t", "int64_t", "uint"};
    return IS_ANY_TOKEN(f, i, words);
}

static bool is_wide_word(const plan_file *f, size_t i)
{
    static const char *const beside[] = {"std", "::", "const"};
    return lanes_is_wide_type(f, i) || IS_ANY_TOKEN(f, i, beside);
}

// Of the variable or constant that is declared at token `name`: the type's words stand in front, and so may other variables.
typedef struct declared_type {
    bool is_wide, is_narrow, is_fraction, is_enumerator;
} declared_type;

static declared_type type_in_front(const plan_file *f, size_t name)
{
    static const char *const narrow[] = {"short", "char", "int8_t", "uint8_t", "int16_t", "uint16_t"}, *const ends[] = {";", "{", "}", "("},
                      *const harmless[] = {"const", "constexpr", "static", "inline", "std", "__device__", "__constant__", "__host__", "volatile", "signed"};
    declared_type type = {0};
    size_t i = name - 1;
    int open = 0;
    for (; i > 0 && (open || !IS_ANY_TOKEN(f, i, ends)) && !f->tokens.items[i].in_directive; i--) {
        open -= bracket_depth(f, i);
        const bool is_name = is_token(f, i + 1, "=") || is_token(f, i + 1, ","); // of another variable, or a part of its value
        if (open || f->tokens.items[i].kind != TOKEN_IDENTIFIER)
            continue;
        const bool is_wide = lanes_is_wide_type(f, i) || is_token(f, i, "auto"), is_narrow = IS_ANY_TOKEN(f, i, narrow);
        type.is_wide |= is_wide;
        type.is_narrow |= is_narrow;
        type.is_fraction |= !is_name && !is_wide && !is_narrow && !IS_ANY_TOKEN(f, i, harmless); // or what is not known
    }
    for (size_t k = i; is_token(f, i, "{") && k > 0 && k + 6 > i && !type.is_enumerator; k--)
        type.is_enumerator = is_token(f, k - 1, "enum");
    return type;
}

// It holds the numbers of all threads, and no others.
static bool is_of_wide_type(const plan_file *f, size_t name)
{
    const declared_type type = type_in_front(f, name);
    return type.is_wide && !type.is_narrow && !type.is_fraction;
}

// constexpr int lanes = 32; an enumerator: it holds no fractions, nor a bool.
unsigned long lanes_largest_value(const plan_file *f, size_t name)
{
    const declared_type type = type_in_front(f, name);
    if (!type.is_enumerator && (type.is_fraction || (!type.is_wide && !type.is_narrow)))
        return 0;
    return type.is_narrow ? SCHAR_MAX : INT_MAX;
}

bool lanes_is_own_name(const function *in, const plan_file *f, size_t name)
{
    return plan_is_parameter(f, plan_definition(in), name) || plan_is_template_parameter(f, plan_definition(in), name);
}

const fact *lanes_find_local_in(const search *s, const plan_file *f, size_t name)
{
    for (size_t i = 0; i < s->in->facts.count; i++)
        if ((s->in->facts.items[i].kind == FACT_LOCAL || s->in->facts.items[i].kind == FACT_STATIC_LOCAL) && is_token(f, name, s->in->facts.items[i].name))
            return &s->in->facts.items[i];
    return NULL;
}

// No local, no parameter and no member has the name.
static bool is_built_in(const search *s, size_t name)
{
    const slice word = token_word(s->file, name);
    return !lanes_is_own_name(s->in, s->file, name) && !lanes_find_local(s, name) && s->in->form != FORM_METHOD && s->in->form != FORM_CALL_OPERATOR &&
           !plan_is_macro(s->plan, word) && plan_constant(s->plan, word) < 0;
}

bool lanes_names_one_number(const search *s, size_t name)
{
    const slice word = token_word(s->file, name);
    return !lanes_find_local(s, name) && !plan_is_macro(s->plan, word) &&
           (plan_is_template_parameter(s->file, plan_definition(s->in), name) ||
            (!plan_is_parameter(s->file, plan_definition(s->in), name) && plan_constant(s->plan, word) == 1));
}

bool lanes_is_of_whole_warps(const search *s, size_t i)
{
    const plan_file *f = s->file;
    if (f->tokens.items[i].kind == TOKEN_NUMBER)
        return lanes_whole_number(f, i) && lanes_whole_number(f, i) % s->lanes == 0;
    if (s->named_lanes && is_same_word(f, i, f, s->named_lanes) && lanes_names_one_number(s, i))
        return true;
    if (is_token(f, i, "warpSize"))
        return is_built_in(s, i);
    return f->tokens.items[i].kind == TOKEN_IDENTIFIER && lanes_name_is_of_whole_warps(s, i);
}

size_t lanes_of_warps(const search *s, size_t i)
{
    static const char *const binding[] = {"(", "[", ".", "::", "->"}, *const computing[] = {"+", "-", "*", "/", "%", "<<", ">"};
    const plan_file *f = s->file;
    const bool divides = is_token(f, i, "/"), compares = is_token(f, i, "<") || is_token(f, i, ">=");
    const bool shifts = is_token(f, i, ">") && is_token(f, i + 1, ">");
    const size_t operand = i + (is_token(f, i, ">") ? 2 : 1);
    if (!divides && !compares && !shifts)
        return 0;
    const unsigned long by = shifts ? lanes_constant_at(s, operand) : 0;
    const bool is_wide = shifts ? by && by < 32 && (1ul << by) % s->lanes == 0 : lanes_is_of_whole_warps(s, operand);
    const bool is_all = !IS_ANY_TOKEN(f, operand + 1, binding) && (divides || !IS_ANY_TOKEN(f, operand + 1, computing));
    return is_wide && is_all ? operand + 1 - i : 0;
}

bool lanes_only_value(const plan *p, const function *g, size_t *first, size_t *end)
{
    const declaration *d = plan_definition(g);
    const plan_file *f = d ? &p->files.items[d->file] : NULL;
    const size_t open = d ? lanes_index_of(f, d->body_begin) : 0, word = d ? plan_next_live(f, open + 1, d->body_begin) : 0;
    if (!d || !is_token(f, word, "return"))
        return false;
    *first = word + 1;
    *end = lanes_end_of_value(f, word + 1, false);
    const size_t behind = plan_next_live(f, *end + 1, d->body_begin);
    return is_token(f, *end, ";") && f->tokens.items[behind].end == d->body_end;
}

// ---- what stands in front ------------------------------------------------------------------------------------------------

// What is known of a value: nothing; all lanes have it, and it is a multiple of 32; the rows of the block in front of the thread's own; one for
// each thread, warp behind warp.
typedef enum thread_number { NO_NUMBER, OF_WHOLE_WARPS, OF_ROWS, OF_THREAD } thread_number;

static thread_number number_in(search *s, size_t first, size_t last, int depth);

// threadIdx.AXIS, blockDim.AXIS, alone.
static bool is_axis(const plan_file *f, size_t first, size_t last, const char *of, const char *axis)
{
    return last == first + 3 && is_token(f, first, of) && is_token(f, first + 1, ".") && is_token(f, first + 2, axis);
}

// What stands between the brackets of (...), int(...), (int)..., static_cast<int>(...). False: it is no such.
static bool open_brackets(const plan_file *f, size_t *first, size_t *last)
{
    size_t i = *first;
    if (is_token(f, i, "static_cast") && is_token(f, i + 1, "<")) {
        for (i += 2; is_wide_word(f, i); i++)
            ;
        i += is_token(f, i, ">");
    } else {
        while (i < *last && is_wide_word(f, i))
            i++;
    }
    if (!is_token(f, i, "("))
        return false;
    const size_t close = plan_closing_bracket(f, i, f->tokens.count);
    bool is_type = close > i + 1;
    for (size_t k = i + 1; k < close; k++)
        is_type &= is_wide_word(f, k);
    if (is_type && i == *first) { // (int)threadIdx.x
        *first = close + 1;
        return true;
    }
    if (close + 1 != *last)
        return false;
    *first = i + 1;
    *last = close;
    return true;
}

// block.thread_rank(), cg::this_thread_block().thread_rank(), cub::RowMajorTid(...): of the block, where the shape matters.
static bool is_rank(const search *s, size_t first, size_t last)
{
    const plan_file *f = s->file;
    size_t name = last;
    for (size_t i = first; i < last && name == last; i++)
        if (is_token(f, i, "thread_rank") || is_token(f, i, "RowMajorTid"))
            name = i;
    if (name == last || !is_token(f, name + 1, "(") || plan_closing_bracket(f, name + 1, f->tokens.count) + 1 != last)
        return false;
    for (size_t i = first; i < name; i++)
        if (f->tokens.items[i].kind != TOKEN_IDENTIFIER && !is_token(f, i, ".") && !is_token(f, i, "::") && !is_token(f, i, "(") && !is_token(f, i, ")"))
            return false;
    if (!s->any_shape || is_token(f, name, "RowMajorTid") || plan_has_token(f, first, name, "this_thread_block"))
        return true;
    for (size_t i = lanes_index_of(f, plan_definition(s->in)->body_begin); i < first; i++) // auto block = cg::this_thread_block();
        if (is_same_word(f, i, f, first) && is_token(f, i + 1, "="))
            return plan_has_token(f, i, lanes_end_of_value(f, i, false), "this_thread_block");
    return false;
}

static thread_number number_of_macro(search *s, size_t name, int depth)
{
    thread_number number = NO_NUMBER;
    for (macro_place m = {0}; plan_next_macro_named(s->plan, token_word(s->file, name), &m);) {
        const plan_file *f = m.of;
        search inside = lanes_search_in(s, s->in, f);
        const thread_number this_one = number_in(&inside, m.name + 1, token_directive_end(&f->tokens, m.name), depth + 1);
        lanes_search_end(s, &inside);
        if (this_one == NO_NUMBER || (number != NO_NUMBER && number != this_one))
            return NO_NUMBER;
        number = this_one;
    }
    return number;
}

// const int tid = threadIdx.x + 64; of a type that holds it.
static thread_number number_of_variable(search *s, size_t use, int depth)
{
    const plan_file *f = s->file;
    if (!lanes_find_local(s, use) || f != &s->plan->files.items[plan_definition(s->in)->file] || !unchanged_is(s->plan, s->in, &f->tokens.items[use]))
        return NO_NUMBER;
    for (size_t i = lanes_index_of(f, plan_definition(s->in)->body_begin); i < use; i++)
        if (is_same_word(f, i, f, use))
            return is_token(f, i + 1, "=") && is_of_wide_type(f, i)
                       ? number_in(s, i + 2, lanes_end_of_value(f, i + 2, false), depth + 1)
                       : NO_NUMBER;
    return NO_NUMBER;
}

// thread() of the program's: { return threadIdx.x + threadIdx.y * blockDim.x; }
static thread_number number_of_call(search *s, size_t name, int depth)
{
    const slice word = token_word(s->file, name);
    thread_number number = NO_NUMBER;
    for (size_t i = 0; i < s->plan->functions.count; i++) {
        const function *g = &s->plan->functions.items[i];
        size_t first, end;
        if (g->in_system || strlen(g->name) != word.length || memcmp(g->name, word.bytes, word.length) != 0)
            continue;
        if (g->form != FORM_FUNCTION || !lanes_only_value(s->plan, g, &first, &end) || plan_definition(g)->parameters.count)
            return NO_NUMBER;
        search inside = lanes_search_in(s, g, &s->plan->files.items[plan_definition(g)->file]);
        const thread_number this_one = number_in(&inside, first, end, depth + 1);
        lanes_search_end(s, &inside);
        if (this_one == NO_NUMBER || (number != NO_NUMBER && number != this_one))
            return NO_NUMBER;
        number = this_one;
    }
    return number;
}

static thread_number number_of_factor(search *s, size_t first, size_t last, int depth)
{
    const plan_file *f = s->file;
    if (first >= last || depth > lanes_depth_at_most)
        return NO_NUMBER;
    if (is_rank(s, first, last) || (is_axis(f, first, last, "threadIdx", "x") && is_built_in(s, first)))
        return OF_THREAD;
    if (last == first + 1 && lanes_is_of_whole_warps(s, first))
        return OF_WHOLE_WARPS;
    if (!s->any_shape && is_axis(f, first, last, "blockDim", "x") && is_built_in(s, first))
        return OF_WHOLE_WARPS;
    if (last == first + 1 && f->tokens.items[first].kind == TOKEN_IDENTIFIER)
        return plan_is_macro(s->plan, token_word(f, first)) ? number_of_macro(s, first, depth) : number_of_variable(s, first, depth);
    if (last == first + 3 && is_token(f, first + 1, "(") && is_token(f, first + 2, ")"))
        return number_of_call(s, first, depth);
    return open_brackets(f, &first, &last) ? number_in(s, first, last, depth + 1) : NO_NUMBER;
}

static bool is_at(const plan_file *f, size_t i, size_t last, const char *operator, size_t *next)
{
    int open = 0;
    for (; i < last && (open > 0 || !is_token(f, i, operator)); i++)
        open += bracket_depth(f, i);
    *next = i;
    return i < last;
}

// A number that all lanes have, is not negative, and has no fractions: the division of a negative one rounds up.
static bool is_natural(const search *s, size_t first, size_t last)
{
    static const char *const indices[] = {"blockIdx", "gridDim", "blockDim"};
    const plan_file *f = s->file;
    return (last == first + 1 && lanes_whole_number(f, first)) ||
           (last == first + 3 && IS_ANY_TOKEN(f, first, indices) && is_token(f, first + 1, ".") && is_built_in(s, first));
}

// threadIdx.y * blockDim.x, blockIdx.x * 64.
static thread_number number_of_product(search *s, size_t first, size_t last, int depth)
{
    const plan_file *f = s->file;
    thread_number number = NO_NUMBER;
    bool has_row = false, has_width = false;
    size_t end, count = 0;
    for (size_t i = first; i <= last; i = end + 1, count++) {
        is_at(f, i, last, "*", &end);
        const thread_number of = number_of_factor(s, i, end, depth);
        has_width |= is_axis(f, i, end, "blockDim", "x");
        if (i == first && end == last)
            return of;
        const bool is_index = is_axis(f, i, end, "threadIdx", "y") || is_axis(f, i, end, "threadIdx", "z");
        const bool has_index = plan_has_token(f, i, end, "threadIdx");
        has_row |= has_index;
        if (has_index && !is_index) { // (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x
            for (size_t k = i; k < end; k++)
                if ((is_token(f, k, "threadIdx") && is_token(f, k + 2, "x")) || f->tokens.items[k].kind == TOKEN_NUMBER ||
                    (f->tokens.items[k].kind == TOKEN_IDENTIFIER && !is_token(f, k, "threadIdx") && !is_token(f, k, "blockDim") && !is_token(f, k - 1, ".")))
                    return NO_NUMBER;
        } else if (!has_index && of == NO_NUMBER && !is_natural(s, i, end)) {
            return NO_NUMBER;
        }
        if (of == OF_THREAD || of == OF_ROWS)
            return NO_NUMBER;
        number = of == OF_WHOLE_WARPS ? of : number;
    }
    return has_row && has_width ? OF_ROWS : has_row && s->any_shape ? NO_NUMBER : number;
}

static thread_number number_in(search *s, size_t first, size_t last, int depth)
{
    static const char *const others[] = {"-", "/", "%", "<", ">", ">=", "&", "|", "^", "?", "=", "<<", "~", "!", "&&", "||", ",", "++", "--"};
    const plan_file *f = s->file;
    if (first >= last || depth > lanes_depth_at_most || s->left == 0)
        return NO_NUMBER;
    s->left--;
    for (size_t i = first, open = 0; i < last; i++) {
        open += (size_t)bracket_depth(f, i);
        if (open == 0 && IS_ANY_TOKEN(f, i, others) && !(is_token(f, first, "static_cast") && (is_token(f, i, "<") || is_token(f, i, ">"))))
            return NO_NUMBER;
    }
    bool has_thread = false, has_rows = false, has_index = false;
    size_t end;
    for (size_t i = first; i <= last; i = end + 1) {
        is_at(f, i, last, "+", &end);
        const thread_number number = number_of_product(s, i, end, depth);
        if (number == NO_NUMBER || (number == OF_THREAD && has_thread))
            return NO_NUMBER;
        has_thread |= number == OF_THREAD;
        has_index |= is_axis(f, i, end, "threadIdx", "x");
        has_rows |= number == OF_ROWS;
    }
    if (has_thread && s->any_shape && has_index && !has_rows)
        return NO_NUMBER; // of its row alone
    return has_thread ? OF_THREAD : has_rows ? OF_ROWS : OF_WHOLE_WARPS;
}

bool lanes_is_number_of_thread(search *s, size_t first, size_t last, int depth) { return number_in(s, first, last, depth) == OF_THREAD; }

// threadIdx.x & 31, threadIdx.x % 32, and a variable that is one of them: the number within the warp.
static bool is_lane(search *s, size_t first, size_t last, int depth)
{
    const plan_file *f = s->file;
    size_t operator;
    if (first >= last || depth > lanes_depth_at_most)
        return false;
    if (last == first + 1 && lanes_find_local(s, first)) {
        for (size_t i = lanes_index_of(f, plan_definition(s->in)->body_begin); i < first; i++)
            if (is_same_word(f, i, f, first))
                return is_token(f, i + 1, "=") && is_of_wide_type(f, i) &&
                       unchanged_is(s->plan, s->in, &f->tokens.items[first]) && is_lane(s, i + 2, lanes_end_of_value(f, i + 2, false), depth + 1);
        return false;
    }
    if (is_token(f, first, "(") && plan_closing_bracket(f, first, f->tokens.count) + 1 == last)
        return is_lane(s, first + 1, last - 1, depth + 1);
    const bool is_masked = is_at(f, first, last, "&", &operator), is_remainder = !is_masked && is_at(f, first, last, "%", &operator);
    if ((!is_masked && !is_remainder) || operator + 2 != last || number_in(s, first, operator, depth + 1) != OF_THREAD)
        return false;
    return is_remainder ? lanes_is_of_whole_warps(s, last - 1) : lanes_whole_number(f, last - 1) && (lanes_whole_number(f, last - 1) + 1) % s->lanes == 0;
}

size_t lanes_first_of_warp(search *s, size_t i, int depth)
{
    static const char *const before[] = {"(", ",", "&&", "||", "=", "?", ":", ";", "{", "return", "<", ">", "<=", ">="};
    static const char *const behind[] = {")", ";", ",", "&&", "||", "<", ">", "<=", ">=", "==", "!="};
    const plan_file *f = s->file;
    if (!is_token(f, i + 1, "-") || !IS_ANY_TOKEN(f, i - 1, before) || f != &s->plan->files.items[plan_definition(s->in)->file])
        return 0;
    const size_t last = is_token(f, i + 2, "(") ? plan_closing_bracket(f, i + 2, f->tokens.count) + 1 : i + 3;
    return IS_ANY_TOKEN(f, last, behind) && number_in(s, i, i + 1, depth + 1) == OF_THREAD && is_lane(s, i + 2, last, depth + 1) ? last - i : 0;
}
