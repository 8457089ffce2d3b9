// Conditions that part the lanes of a warp: see lanes_parts.h.
#include "frontend/lanes_parts.h"

#include "frontend/analyse.h"
#include "frontend/jump.h"
#include "frontend/lex.h"
#include "frontend/thread_index.h"
#include "frontend/uniform.h"

#include <stdlib.h>
#include <string.h>

enum { looks_at_most = 2000, depth_at_most = 6, lanes_of_warp = 32 };

static size_t index_of(const plan_file *f, size_t offset) { return token_at_or_after(&f->tokens, offset); }

typedef struct search {
    const plan *plan;
    const function *in;
    const plan_file *file;
    bool follows, any_shape;
    size_t left;  // looks at names, after which all part the lanes
} search;

static bool parts(search *s, size_t begin, size_t end, int depth);

// What a macro or a constant stands for, if that is a number: `#define WS 32`, `constexpr int width = 32;`. 0: it is not known.
static unsigned long number_of_name(const plan *p, const plan_file *at, size_t name)
{
    for (size_t file = 0; file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        for (size_t i = 1; i + 2 < f->tokens.count; i++) {
            if (!lanes_same_word(f, i, at, name))
                continue;
            const bool is_macro = f->tokens.items[i].in_directive && is_token(f, i - 1, "define");
            const size_t value = is_macro ? i + 1 : i + 2;
            if ((is_macro || is_token(f, i + 1, "=")) && f->tokens.items[value].kind == TOKEN_NUMBER)
                return strtoul(token_word(f, value).bytes, NULL, 0);
        }
    }
    return 0;
}

// What makes a number of warps out of one of threads, or compares that with the end of a warp: `/ 32`, `>> 5`, `< 64`. 0 tokens: nothing does.
static size_t of_warps(const search *s, size_t i)
{
    const plan *p = s->plan;
    const plan_file *f = s->file;
    const bool divides = is_token(f, i, "/"), compares = is_token(f, i, "<") || is_token(f, i, ">=");
    const bool shifts = is_token(f, i, ">>") || (is_token(f, i, ">") && is_token(f, i + 1, ">"));
    const size_t operand = i + (is_token(f, i, ">") ? 2 : 1);
    if (!divides && !compares && !shifts)
        return 0;
    const bool is_number = f->tokens.items[operand].kind == TOKEN_NUMBER, is_name = f->tokens.items[operand].kind == TOKEN_IDENTIFIER;
    const unsigned long number = is_number ? strtoul(token_word(f, operand).bytes, NULL, 0) : is_name ? number_of_name(p, f, operand) : 0;
    if (number)
        return (shifts ? number >= 5 : number % lanes_of_warp == 0) ? operand + 1 - i : 0;
    if (is_token(f, operand, "warpSize"))
        return operand + 1 - i;
    return !s->follows && (divides || shifts) && (is_name || is_token(f, operand, "(")) ? operand + 1 - i : 0; // what it is nobody says here
}

// `+ 16` between the brackets: a number of warps that begins in the middle of one.
static bool is_shifted(const plan_file *f, size_t open, size_t close)
{
    for (size_t i = open + 1; i < close; i++)
        if ((is_token(f, i, "+") || is_token(f, i, "-")) && f->tokens.items[i + 1].kind == TOKEN_NUMBER &&
            strtoul(token_word(f, i + 1).bytes, NULL, 0) % lanes_of_warp != 0)
            return true;
    return false;
}

static bool is_of_all_lanes(search *s, size_t i, int depth);

static bool asks_for_row(const plan_file *f, size_t begin, size_t end)
{
    static const char *const linear[] = {"thread_rank", "RowMajorTid"};
    for (size_t i = begin; i < end; i++)
        if (IS_ANY_TOKEN(f, i, linear) || (is_token(f, i, "threadIdx") && is_token(f, i + 2, "y")))
            return true;
    return false;
}

// A thread's number in its whole block, threadIdx.x + threadIdx.y * blockDim.x, divided by 32: the tokens themselves, or a variable that is declared so.
static bool counts_rows(const search *s, size_t begin, size_t end)
{
    const plan_file *f = s->file;
    bool counts = asks_for_row(f, begin, end);
    for (size_t i = index_of(f, plan_definition(s->in)->body_begin); i < begin && !counts && f->tokens.items[begin].kind == TOKEN_IDENTIFIER; i++)
        counts = lanes_same_word(f, i, f, begin) && is_token(f, i + 1, "=") && asks_for_row(f, i + 2, lanes_end_of_value(f, i + 2, false));
    return counts;
}

// { return __any_sync(~0u, p) != 0; }, { return threadIdx.x / 32; }: a function of the program's that does nothing else. `votes`: whatever its
// callers hand it, as a vote of all lanes is part of what it gives.
static bool returns_one_value(search *s, const function *g, bool votes, int depth)
{
    const declaration *d = plan_definition(g);
    const plan_file *f = d ? &s->plan->files.items[d->file] : NULL;
    const size_t open = d ? index_of(f, d->body_begin) : 0, first = d ? plan_next_live(f, open + 1, d->body_begin) : 0;
    if (!d || depth > depth_at_most || !is_token(f, first, "return"))
        return false;
    const size_t end = lanes_end_of_value(f, first + 1, false), behind = plan_next_live(f, end + 1, d->body_begin);
    if (!is_token(f, end, ";") || f->tokens.items[behind].end != d->body_end)
        return false;
    search inside = {s->plan, g, f, s->follows, s->any_shape, s->left};
    bool has_vote = !votes;
    for (size_t i = first + 1; i < end && !has_vote; i++)
        has_vote = f->tokens.items[i].kind == TOKEN_IDENTIFIER && is_of_all_lanes(&inside, i, depth + 1);
    const bool is_one = has_vote && !parts(&inside, f->tokens.items[first + 1].begin, f->tokens.items[end].begin, depth + 1);
    s->left = inside.left;
    return is_one;
}

// Each of the program's functions that the call may be of.
static bool calls_vote(search *s, size_t name, int depth)
{
    if (!is_token(s->file, name + 1, "("))
        return false;
    const slice word = token_word(s->file, name);
    for (size_t i = 0; i < s->in->facts.count; i++)
        if (s->in->facts.items[i].kind == FACT_LOCAL && is_token(s->file, name, s->in->facts.items[i].name))
            return false; // a lambda
    bool any = false;
    for (size_t i = 0; i < s->plan->functions.count; i++) {
        const function *g = &s->plan->functions.items[i];
        if (g->in_system || g->is_kernel || strlen(g->name) != word.length || memcmp(g->name, word.bytes, word.length) != 0)
            continue;
        if (!g->has_warp_sync || !returns_one_value(s, g, true, depth))
            return false;
        any = true;
    }
    return any;
}

// Calls whose result all lanes have. One of some lanes may give each part of a warp another one (`__any_sync(__activemask(), x)`).
static bool is_of_all_lanes(search *s, size_t i, int depth)
{
    const plan_file *f = s->file;
    if (calls_vote(s, i, depth))
        return true;
    const bool is_of_block = is_token(f, i, "__syncthreads_or") || is_token(f, i, "__syncthreads_and") || is_token(f, i, "__syncthreads_count");
    if (s->follows && !is_of_block && !lanes_call_names_all(s->plan, f, i))
        return false;
    if (is_token(f, i, "__shfl_sync") && is_token(f, i + 1, "(")) { // from one lane, of the whole warp
        const size_t close = plan_closing_bracket(f, i + 1, f->tokens.count);
        const size_t lane = lanes_end_of_value(f, lanes_end_of_value(f, i + 2, false) + 1, false) + 1, end = lanes_end_of_value(f, lane, false);
        return end == close && !parts(s, f->tokens.items[lane].begin, f->tokens.items[end].begin, depth + 1);
    }
    static const char *const names[] = {"__any_sync", "__all_sync", "__ballot_sync", "__syncthreads_or", "__syncthreads_and",
                                        "__syncthreads_count", "__reduce_add_sync", "__reduce_min_sync", "__reduce_max_sync",
                                        "__reduce_and_sync", "__reduce_or_sync", "__reduce_xor_sync"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (is_token(f, i, names[k]) && is_token(f, i + 1, "("))
            return true;
    return false;
}

// Of a function that kernels call: does a caller hand an argument on in this place that parts the lanes?
static bool argument_parts(search *s, size_t place, int depth)
{
    const plan *p = s->plan;
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *caller = &p->functions.items[i];
        const declaration *d = plan_definition(caller);
        for (size_t k = 0; d && !caller->in_system && k < caller->facts.count; k++) {
            const fact *x = &caller->facts.items[k];
            if (!analyse_is_call(x) || &p->functions.items[x->callee] != s->in || x->elsewhere)
                continue;
            const plan_file *f = &p->files.items[d->file];
            size_t first = index_of(f, x->begin) + 1, count = 0;
            while (!x->in_macro && is_token(f, index_of(f, x->begin) + 1, "<") && !is_token(f, first, "(") && !is_token(f, first, ";"))
                first++; // its template arguments
            if (x->in_macro || !is_token(f, first, "("))
                return true; // out of sight
            const size_t close = plan_closing_bracket(f, first, f->tokens.count);
            for (first++; count < place && first < close; count++)
                first = lanes_end_of_value(f, first, false) + 1;
            if (first >= close) { // a default argument
                const parameter *own = &plan_definition(s->in)->parameters.items[place];
                if (own->default_begin < own->end && parts(s, own->default_begin, own->end, depth + 1))
                    return true;
                continue;
            }
            search of_caller = {p, caller, f, s->follows, s->any_shape, s->left};
            const bool found = parts(&of_caller, f->tokens.items[first].begin, f->tokens.items[lanes_end_of_value(f, first, false)].begin, depth + 1);
            s->left = of_caller.left;
            if (found)
                return true;
        }
    }
    return false;
}

// By its name, a question for the thread or the lane, of cooperative groups, CUB and cuda::ptx.
static bool is_question(const plan_file *f, size_t name)
{
    static const char *const begins[] = {"thread_rank", "thread_index", "get_sreg_", "LaneId", "LaneMask", "RowMajorTid", "WarpId"};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (slice_starts_with(token_word(f, name), begins[i]))
            return true;
    return false;
}

// Calls of libraries that give all lanes the same where they are given the same.
static bool is_same_for_all(const plan_file *f, size_t name)
{
    static const char *const names[] = {"min", "max", "umin", "umax", "abs", "fminf", "fmaxf", "fabsf", "ceil", "floor", "ceilf", "floorf", "sqrtf", "__ldg",
                                        "__ldcg", "__ldca", "__ldcs", "__popc", "__clz", "__ffs", "__all_sync", "__any_sync", "__ballot_sync", "__shfl_sync",
                                        "size", "num_threads", "meta_group_size", "group_index", "group_dim", "dim_threads", "dim_blocks", "sizeof", "alignof",
                                        "decltype", "int", "unsigned", "long", "size_t", "bool", "float", "double", "uint32_t", "int32_t", "uint64_t", "int64_t",
                                        "this_thread_block", "this_grid", "tiled_partition", "dim3", "make_uint3", "make_int2", "if", "while"};
    return IS_ANY_TOKEN(f, name, names);
}

// Does a function of the program ask for the thread's index, or for the lane's?
static bool asks_for_thread(const plan *p, const function *g)
{
    const declaration *d = plan_definition(g);
    const plan_file *f = d ? &p->files.items[d->file] : NULL;
    for (size_t i = d ? index_of(f, d->body_begin) : 0; d && f->tokens.items[i].begin < d->body_end; i++)
        if (is_token(f, i, "threadIdx") || is_token(f, i, "asm") || is_token(f, i, "__asm__") || is_question(f, i) ||
            thread_index_is_macro(p, f, i))
            return true;
    return false;
}

// auto warp = tiled_partition<32>(block); thread_block_tile<32> warp = ...: a tile that is a warp, and stays that.
static bool is_tile_of_warp(const search *s, size_t use)
{
    const plan_file *f = s->file;
    const size_t body = index_of(f, plan_definition(s->in)->body_begin);
    size_t declared = body, times = 0;
    for (size_t i = use; i-- > body;)
        if (lanes_same_word(f, i, f, use)) {
            declared = i;
            times += is_token(f, i + 1, "=");
        }
    size_t i = declared;
    while (i > body && !is_token(f, i - 1, ";") && !is_token(f, i - 1, "{") && !is_token(f, i - 1, "}"))
        i--;
    bool is_warp = false;
    for (; declared > body && times <= 1 && i < use && !is_token(f, i, ";"); i++)
        if ((is_token(f, i, "tiled_partition") || is_token(f, i, "thread_block_tile")) && is_token(f, i + 1, "<"))
            is_warp = f->tokens.items[i + 2].kind == TOKEN_NUMBER ? strtoul(token_word(f, i + 2).bytes, NULL, 0) == lanes_of_warp
                                                                  : number_of_name(s->plan, f, i + 2) == lanes_of_warp;
    return is_warp;
}

// What a call gives, whatever it is given: one of the program's, or one that counts or asks.
static bool call_parts(search *s, size_t name, int depth)
{
    const slice word = token_word(s->file, name);
    if (slice_starts_with(word, "atomic"))
        return true;
    if (is_token(s->file, name, "meta_group_rank") && is_token(s->file, name - 1, ".") && is_tile_of_warp(s, name - 2))
        return false;
    if (is_question(s->file, name) || (s->follows && is_token(s->file, name, "meta_group_rank")))
        return true;
    bool is_of_program = false;
    for (size_t i = 0; i < s->plan->functions.count; i++) {
        const function *g = &s->plan->functions.items[i];
        if (g->in_system || strlen(g->name) != word.length || memcmp(g->name, word.bytes, word.length) != 0)
            continue;
        is_of_program = true;
        if (asks_for_thread(s->plan, g) && !returns_one_value(s, g, false, depth + 1))
            return true;
    }
    return s->follows && !is_of_program && !is_same_for_all(s->file, name);
}

// A member of the object that the function is called for, as far as is known.
static bool is_member(const search *s, size_t use)
{
    const declaration *d = plan_definition(s->in);
    const plan_file *f = s->file;
    if (s->in->form != FORM_METHOD && s->in->form != FORM_CALL_OPERATOR)
        return false;
    for (size_t i = 0; i < s->in->facts.count; i++)
        if (s->in->facts.items[i].kind == FACT_LOCAL && is_token(f, use, s->in->facts.items[i].name))
            return false;
    for (size_t i = 0; i < d->template_parameters.count; i++)
        if (d->template_parameters.items[i].name && is_token(f, use, d->template_parameters.items[i].name))
            return false;
    static const char *const known[] = {"blockIdx", "blockDim", "gridDim", "warpSize", "true", "false", "nullptr", "this", "int", "unsigned", "bool"};
    if (IS_ANY_TOKEN(f, use, known))
        return false;
    return !is_token(f, use + 1, "::") && !uniform_number_macro(s->plan, f, &f->tokens.items[use]);
}

// Where the variable last gets another value in front of its use, in a statement of its own: `i = __shfl_sync(~0u, i, 0);`
static size_t given_anew(const search *s, size_t use)
{
    const plan_file *f = s->file;
    const size_t begin = index_of(f, plan_definition(s->in)->body_begin);
    for (size_t i = use - 1; i > begin; i--)
        if (lanes_same_word(f, i, f, use) && is_token(f, i + 1, "=") && lanes_end_of_value(f, i + 2, false) <= use &&
            (f->tokens.items[i - 1].kind == TOKEN_IDENTIFIER || is_token(f, i - 1, ";") || is_token(f, i - 1, "{") || is_token(f, i - 1, "}")))
            return i;
    return begin;
}

// The same if it has that value for sure: in the same block, where nothing else mentions it on the way. 0: that is not known.
static size_t surely_given(const search *s, size_t use)
{
    const plan_file *f = s->file;
    const size_t at = given_anew(s, use), behind = lanes_end_of_value(f, at + 2, false);
    if (!lanes_same_word(f, at, f, use) || is_token(f, at - 1, "else") || is_token(f, at - 1, "do"))
        return 0;
    int depth = 0;
    for (size_t i = at + 1; i < use; i++) {
        depth += is_token(f, i, "{");
        depth -= is_token(f, i, "}");
        if (depth < 0 || (i >= behind && lanes_same_word(f, i, f, use)))
            return 0;
    }
    return depth == 0 ? at : 0;
}

// A local variable or a parameter: is it given a value that parts the lanes? Where it costs little, anywhere in the body.
static bool name_parts(search *s, size_t use, int depth)
{
    static const char *const giving[] = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "(", "{"};
    const plan_file *f = s->file;
    const declaration *d = plan_definition(s->in);
    if (s->left == 0 || depth > depth_at_most)
        return true;
    s->left--;
    const size_t given = s->follows ? surely_given(s, use) : 0;
    if (given)
        return parts(s, f->tokens.items[given + 2].begin, f->tokens.items[lanes_end_of_value(f, given + 2, false)].begin, depth + 1);
    const size_t begin = s->follows ? index_of(f, d->body_begin) : given_anew(s, use);
    for (size_t i = begin; f->tokens.items[i].begin < d->body_end && (s->follows || i < use); i++) {
        if (!lanes_same_word(f, i, f, use) || is_token(f, i - 1, ".") || is_token(f, i - 1, "->"))
            continue;
        if (s->follows && is_token(f, i - 1, "&") && (is_token(f, i - 2, "(") || is_token(f, i - 2, ",")) && !is_token(f, i + 1, "["))
            return true; // another function writes it
        if (s->follows && plan_is_bound(s->plan, f, i))
            return true;
        for (size_t k = 0; k < sizeof giving / sizeof *giving; k++)
            if (is_token(f, i + 1, giving[k]) && (k < 9 || f->tokens.items[i - 1].kind == TOKEN_IDENTIFIER)) {
                const size_t end = k < 9 ? lanes_end_of_value(f, i + 2, false) : plan_closing_bracket(f, i + 1, f->tokens.count);
                if ((i + 2 > use || end <= use) && parts(s, f->tokens.items[i + 2].begin, f->tokens.items[end].begin, depth + 1))
                    return true;
            }
    }
    for (size_t i = 0; i < d->parameters.count; i++)
        if (!s->in->is_kernel && *d->parameters.items[i].name && token_is(f->text, &f->tokens.items[use], d->parameters.items[i].name))
            return argument_parts(s, i, depth);
    return s->follows && is_member(s, use);
}

// Do the lanes of a warp differ in what stands in the range?
static bool parts(search *s, size_t begin, size_t end, int depth)
{
    const plan_file *f = s->file;
    for (size_t i = index_of(f, begin); f->tokens.items[i].begin < end; i++) {
        const token *t = &f->tokens.items[i];
        if (is_token(f, i, "(")) {
            const size_t close = plan_closing_bracket(f, i, f->tokens.count), warps = of_warps(s, close + 1);
            const bool holds = !s->any_shape || counts_rows(s, i + 1, close);
            i = warps && holds && !is_shifted(f, i, close) ? close + warps : i;
            continue;
        }
        if (t->kind != TOKEN_IDENTIFIER || ((is_token(f, i - 1, ".") || is_token(f, i - 1, "->")) && !is_token(f, i + 1, "(")))
            continue;
        if (is_of_all_lanes(s, i, depth)) {
            i = plan_closing_bracket(f, i + 1, f->tokens.count);
            continue;
        }
        const bool is_index = is_token(f, i, "threadIdx");
        if (is_index && is_token(f, i + 1, ".") && !is_token(f, i + 2, "x") && !s->follows && !s->any_shape) {
            i += 2;
            continue;
        }
        const bool calls = is_token(f, i + 1, "(");
        const size_t behind = is_index && is_token(f, i + 1, ".") ? i + 3 : calls ? plan_closing_bracket(f, i + 1, f->tokens.count) + 1 : i + 1;
        const size_t warps = of_warps(s, behind);
        const bool is_part = is_index || thread_index_is_macro(s->plan, f, i) || (calls ? call_parts(s, i, depth) : name_parts(s, i, depth));
        if (is_part && (!warps || (s->any_shape && !counts_rows(s, i, behind))))
            return true;
        i = is_part ? behind + warps - 1 : i;
    }
    return false;
}

bool lanes_part_in(const plan *p, const function *f, size_t begin, size_t end, unsigned how)
{
    search s = {p, f, &p->files.items[plan_definition(f)->file], how & LANES_FOLLOWED, how & LANES_OF_ANY_SHAPE, looks_at_most};
    return begin < end && parts(&s, begin, end, 0);
}

bool lanes_part_at(const plan *p, const function *f, const branch *b, unsigned how)
{
    return !uniform_branch(p, f, b, f->is_kernel) && lanes_part_in(p, f, b->condition_begin, b->condition_end, how);
}

bool lanes_leave_together(const plan *p, const function *f, int loop, unsigned how)
{
    const branch *b = &f->branches.items[loop];
    const bool is_endless = b->condition_begin == b->condition_end; // for (;;)
    if (b->kind != BRANCH_LOOP || (!is_endless && !b->editable) || lanes_part_in(p, f, b->condition_begin, b->condition_end, LANES_FOLLOWED | how))
        return false;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        const bool is_inside = x->begin >= b->begin && x->begin < b->end;
        if (is_inside && (x->kind == FACT_GOTO || (x->kind == FACT_JUMP && x->in_macro)))
            return false;
        if (!is_inside || x->kind != FACT_JUMP || jump_target(f, x) != loop)
            continue;
        for (int k = x->branch; k >= 0 && k != loop; k = f->branches.items[k].parent)
            if (f->branches.items[k].kind != BRANCH_IF || lanes_part_at(p, f, &f->branches.items[k], LANES_FOLLOWED | how))
                return false;
    }
    return true;
}

bool lanes_leave_as_warps(const plan *p, const function *f, const fact *leave, unsigned how)
{
    if (leave->in_macro || leave->elsewhere || leave->context & IN_LAMBDA || jump_goes_over(f, leave) ||
        lanes_part_in(p, f, leave->guard_begin, leave->guard_end, LANES_FOLLOWED | how))
        return false;
    for (int k = leave->branch; k >= 0; k = f->branches.items[k].parent) {
        const branch *b = &f->branches.items[k];
        const bool parts = b->kind == BRANCH_LOOP ? !lanes_leave_together(p, f, k, how)
                                                  : b->kind != BRANCH_IF || !b->editable || lanes_part_at(p, f, b, LANES_FOLLOWED | how);
        if (parts)
            return false;
    }
    return leave->guard_end || leave->branch >= 0;
}
