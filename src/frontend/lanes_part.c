// Conditions that part the lanes of a warp: see lanes_parts.h.
#include "frontend/lanes_parts.h"

#include "frontend/jump.h"
#include "frontend/lanes_search.h"
#include "frontend/thread_index.h"
#include "frontend/uniform.h"

#include <stdlib.h>
#include <string.h>

static bool is_of_all_lanes(search *s, size_t i, int depth);

// { return __any_sync(~0u, p) != 0; }, { return threadIdx.x / 32; }: a function of the program's that does nothing else. `votes`: whatever its
// callers hand it, as a vote of all lanes is part of what it gives.
static bool returns_one_value(search *s, const function *g, bool votes, int depth)
{
    size_t first, end;
    if (depth > lanes_depth_at_most || !lanes_only_value(s->plan, g, &first, &end))
        return false;
    const plan_file *f = &s->plan->files.items[plan_definition(g)->file];
    search inside = lanes_search_in(s, g, f);
    bool has_vote = !votes;
    for (size_t i = first; i < end && !has_vote; i++)
        has_vote = f->tokens.items[i].kind == TOKEN_IDENTIFIER && is_of_all_lanes(&inside, i, depth + 1);
    const bool is_one = has_vote && !lanes_parts(&inside, f->tokens.items[first].begin, f->tokens.items[end].begin, depth + 1);
    lanes_search_end(s, &inside);
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

// #define ANY(p) __any_sync(~0u, p): a macro that is nothing but such a call, wherever it is defined.
static bool is_macro_of_all_lanes(search *s, size_t name, int depth)
{
    bool any = false;
    if (!is_token(s->file, name + 1, "(") || depth > lanes_depth_at_most || !plan_is_macro(s->plan, token_word(s->file, name)))
        return false;
    for (macro_place m = {0}; plan_next_macro_named(s->plan, token_word(s->file, name), &m);) {
        const plan_file *f = m.of;
        const bool has_parameters = plan_has_parameters(f, m.name);
        const size_t first = has_parameters ? plan_closing_bracket(f, m.name + 1, f->tokens.count) + 1 : m.name + 1;
        search body = lanes_search_in(s, s->in, f);
        const bool is = is_token(f, first + 1, "(") && plan_closing_bracket(f, first + 1, f->tokens.count) + 1 == token_directive_end(&f->tokens, m.name) &&
                        is_of_all_lanes(&body, first, depth + 1);
        lanes_search_end(s, &body);
        if (!is)
            return false;
        any = true;
    }
    return any;
}

static bool is_tile_of_warp(const search *s, size_t use);

// tile.any(x), tile.shfl(x, 0): of the tile that is asked for, or of one as large.
static bool is_vote_of_tile(search *s, size_t i, int depth)
{
    static const char *const votes[] = {"any", "all", "ballot"};
    const plan_file *f = s->file;
    if (i < 3 || !is_token(f, i - 1, ".") || is_token(f, i - 3, ".") || is_token(f, i - 3, "->") || !is_token(f, i + 1, "("))
        return false;
    const bool is_own = s->tile && f == &s->plan->files.items[plan_definition(s->in)->file] && slice_equal(token_word(f, i - 2), token_bytes(f->text, s->tile));
    if (!is_own && !is_tile_of_warp(s, i - 2))
        return false;
    if (!is_token(f, i, "shfl"))
        return IS_ANY_TOKEN(f, i, votes);
    const size_t close = plan_closing_bracket(f, i + 1, f->tokens.count), lane = lanes_end_of_value(f, i + 2, false) + 1;
    return lane < close && !lanes_parts(s, f->tokens.items[lane].begin, f->tokens.items[close].begin, depth + 1);
}

// Calls whose result all lanes have. One of some lanes may give each part of a warp another one (`__any_sync(__activemask(), x)`).
static bool is_of_all_lanes(search *s, size_t i, int depth)
{
    const plan_file *f = s->file;
    if (calls_vote(s, i, depth) || is_macro_of_all_lanes(s, i, depth))
        return true;
    const bool is_of_block = is_token(f, i, "__syncthreads_or") || is_token(f, i, "__syncthreads_and") || is_token(f, i, "__syncthreads_count");
    if (!is_of_block && !lanes_call_names_all(s->plan, s->in, f, i))
        return false;
    if (is_token(f, i, "__shfl_sync") && is_token(f, i + 1, "(")) { // from one lane, of the whole warp
        const size_t close = plan_closing_bracket(f, i + 1, f->tokens.count);
        const size_t lane = lanes_end_of_value(f, lanes_end_of_value(f, i + 2, false) + 1, false) + 1, end = lanes_end_of_value(f, lane, false);
        return end == close && !lanes_parts(s, f->tokens.items[lane].begin, f->tokens.items[end].begin, depth + 1);
    }
    static const char *const names[] = {"__any_sync", "__all_sync", "__ballot_sync", "__syncthreads_or", "__syncthreads_and",
                                        "__syncthreads_count", "__reduce_add_sync", "__reduce_min_sync", "__reduce_max_sync",
                                        "__reduce_and_sync", "__reduce_or_sync", "__reduce_xor_sync"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (is_token(f, i, names[k]) && is_token(f, i + 1, "("))
            return true;
    return false;
}

// By its name, a question for the thread or the lane, of cooperative groups, CUB and cuda::ptx.
static bool lanes_is_question(const plan_file *f, size_t name)
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
                                        "__ldca", "__ldcs", "__popc", "__clz", "__ffs", "__all_sync", "__any_sync", "__ballot_sync", "__shfl_sync",
                                        "size", "num_threads", "meta_group_size", "group_index", "group_dim", "dim_threads", "dim_blocks", "sizeof", "alignof",
                                        "decltype", "int", "unsigned", "long", "size_t", "bool", "float", "double", "uint32_t", "int32_t", "uint64_t", "int64_t",
                                        "this_thread_block", "this_grid", "tiled_partition", "dim3", "make_uint3", "make_int2", "if", "while"};
    return IS_ANY_TOKEN(f, name, names);
}

static bool is_named(const function *g, slice word) { return strncmp(g->name, word.bytes, word.length) == 0 && !g->name[word.length]; }

static bool may_ask(search *s, const function *g, int depth);

// Does what stands at token `i` of the function's text ask for the thread, or nobody knows?
static bool word_may_ask(search *s, const function *g, const plan_file *f, size_t i, int depth)
{
    static const char *const heads[] = {"if", "for", "while", "switch", "return", "sizeof"}, *const asking[] = {"threadIdx", "asm", "__asm__", "this"};
    const plan *p = s->plan;
    const slice word = token_word(f, i);
    if (f->tokens.items[i].kind != TOKEN_IDENTIFIER || IS_ANY_TOKEN(f, i, heads) || is_token(f, i, g->name))
        return false;
    if (IS_ANY_TOKEN(f, i, asking) || lanes_is_question(f, i) || slice_starts_with(word, "atomic") ||
        (plan_is_macro(p, word) && !uniform_number_macro(p, f, &f->tokens.items[i])))
        return true;
    bool is_of_program = false;
    for (size_t m = 0; m < p->functions.count; m++)
        if (!p->functions.items[m].in_system && is_named(&p->functions.items[m], word)) {
            is_of_program = true;
            if (may_ask(s, &p->functions.items[m], depth + 1))
                return true;
        }
    return is_token(f, i + 1, "(") && !is_of_program && !is_same_for_all(f, i);
}

// In its body, or in what it is given by default, at whichever of its declarations.
static bool text_may_ask(search *s, const function *g, int depth)
{
    for (size_t k = 0; k < g->declarations.count; k++) {
        const declaration *d = &g->declarations.items[k];
        const plan_file *f = &s->plan->files.items[d->file];
        for (size_t i = lanes_index_of(f, d->open); f->tokens.items[i].begin < (d->body_end > d->close ? d->body_end : d->close); i++)
            if (!plan_is_unseen(f, f->tokens.items[i].begin) && word_may_ask(s, g, f, i, depth))
                return true;
    }
    return false;
}

enum { NOT_ASKED, MAY_ASK, ASKS_NOT };

// May a function of the program give each lane another value, given the same: does it ask, keep an object of a class, call what is not known?
// One that comes back to itself over others does. Each is looked at once in a search.
static bool may_ask(search *s, const function *g, int depth)
{
    const plan *p = s->plan;
    if (g->form == FORM_CONSTRUCTOR || g->is_virtual || g->definition < 0 || depth > lanes_depth_at_most)
        return true;
    if (!*s->asks)
        *s->asks = arena_alloc(p->arena, p->functions.count);
    signed char *const known = *s->asks + (g - p->functions.items);
    if (*known != NOT_ASKED)
        return *known == MAY_ASK;
    *known = MAY_ASK; // as long as it is being looked at
    for (size_t i = 0; i < g->facts.count; i++) {
        const fact *x = &g->facts.items[i];
        if (x->elsewhere || x->context & IN_LAMBDA || x->kind == FACT_STATIC_LOCAL || (x->kind == FACT_LOCAL && !(x->context & (IS_SCALAR | IS_NUMBER_CLASS))))
            return true;
    }
    if (text_may_ask(s, g, depth))
        return true;
    *known = ASKS_NOT;
    return false;
}

// By an assignment: what else names it, in a template, may be a question.
static bool is_given_another(const search *s, const char *name)
{
    const declaration *d = plan_definition(s->in);
    for (size_t i = lanes_index_of(s->file, d->body_begin); s->file->tokens.items[i].begin < d->body_end; i++)
        if (is_token(s->file, i, name) && is_token(s->file, i + 1, "=") && !is_token(s->file, i - 1, "."))
            return true;
    return false;
}

// thread_block_tile<8> &t, of a parameter that stays: the token of its size, or 0.
static size_t size_of_parameter(const search *s, const token *group)
{
    const declaration *d = plan_definition(s->in);
    for (size_t i = 0; i < d->parameters.count; i++) {
        const parameter *x = &d->parameters.items[i];
        if (!token_is(s->file->text, group, x->name) || is_given_another(s, x->name))
            continue;
        for (size_t k = lanes_index_of(s->file, x->begin); s->file->tokens.items[k].begin < x->name_begin; k++)
            if (is_token(s->file, k, "thread_block_tile") && is_token(s->file, k + 1, "<"))
                return k + 2;
    }
    return 0;
}

// auto warp = tiled_partition<32>(block); thread_block_tile<32> warp = ...: a tile that is a warp, or as many lanes as are asked for, and stays that.
static bool is_tile_of_warp(const search *s, size_t use)
{
    const plan_file *f = s->file;
    const size_t body = lanes_index_of(f, plan_definition(s->in)->body_begin);
    size_t declared = body, times = 0;
    for (size_t i = use; i-- > body;)
        if (is_same_word(f, i, f, use)) {
            declared = i;
            times += is_token(f, i + 1, "=");
        }
    size_t i = declared;
    const size_t of_parameter = declared == body ? size_of_parameter(s, &f->tokens.items[use]) : 0;
    if (of_parameter)
        return lanes_is_of_whole_warps(s, of_parameter);
    while (i > body && !is_token(f, i - 1, ";") && !is_token(f, i - 1, "{") && !is_token(f, i - 1, "}"))
        i--;
    for (; declared > body && times <= 1 && i < use && !is_token(f, i, ";"); i++)
        if ((is_token(f, i, "tiled_partition") || is_token(f, i, "thread_block_tile")) && is_token(f, i + 1, "<")) // of what it is one does not matter
            return lanes_is_of_whole_warps(s, i + 2);
    return false;
}

// What a call gives, whatever it is given: one of the program's, or one that counts or asks.
static bool call_parts(search *s, size_t name, int depth)
{
    const slice word = token_word(s->file, name);
    if (slice_starts_with(word, "atomic"))
        return true;
    if (is_token(s->file, name, "meta_group_rank") && is_token(s->file, name - 1, ".") && is_tile_of_warp(s, name - 2))
        return false;
    if (lanes_is_question(s->file, name) || is_token(s->file, name, "meta_group_rank"))
        return true;
    bool is_of_program = false;
    for (size_t i = 0; i < s->plan->functions.count; i++) {
        const function *g = &s->plan->functions.items[i];
        if (g->in_system || !is_named(g, word))
            continue;
        is_of_program = true;
        if (may_ask(s, g, depth + 1) && !returns_one_value(s, g, false, depth + 1))
            return true;
    }
    return !is_of_program && !is_same_for_all(s->file, name);
}

// Functions of the program's that no name in front of a parenthesis calls: operators, conversions, constructors.
static bool calls_unseen(search *s, size_t begin, size_t end, int depth)
{
    const plan *p = s->plan;
    if (s->file != &p->files.items[plan_definition(s->in)->file])
        return false; // a macro's body: what that names is looked at
    for (size_t i = 0; i < s->in->facts.count; i++) {
        const fact *x = &s->in->facts.items[i];
        const bool is_call = x->kind == FACT_CALL || x->kind == FACT_CALL_DEPENDENT || x->kind == FACT_CALL_INDIRECT || x->kind == FACT_CALL_VIRTUAL;
        if (!is_call || x->elsewhere || x->begin < begin || x->begin >= end)
            continue;
        const function *g = x->callee >= 0 ? &p->functions.items[x->callee] : NULL;
        const bool is_operator = strncmp(g ? g->name : x->name, "operator", 8) == 0;
        const bool has_name = g ? g->form == FORM_FUNCTION || g->form == FORM_METHOD || g->form == FORM_STATIC_METHOD : *x->name != '\0';
        const bool is_copy = g && g->form == FORM_CONSTRUCTOR && !g->declarations.count; // that the compiler makes
        if ((!has_name || is_operator) && !is_copy && (!g || (!g->in_system && may_ask(s, g, depth + 1))))
            return true;
    }
    return false;
}

// lane < 20 is none.
static bool has_arguments(const plan_file *f, size_t open)
{
    static const char *const ends[] = {";", "{", "}", "?", "&&", "||"};
    int angles = 0, others = 0;
    for (size_t i = open; others >= 0 && !IS_ANY_TOKEN(f, i, ends) && f->tokens.items[i].kind != TOKEN_END; i++) {
        others += bracket_depth(f, i);
        angles += is_token(f, i, "<") - is_token(f, i, ">");
        if (angles <= 0)
            return is_token(f, i + 1, "(");
    }
    return false;
}

// f<int>(x), of a function: by its name.
static bool calls_template(const search *s, size_t name)
{
    bool calls = false;
    for (size_t i = 0; is_token(s->file, name + 1, "<") && has_arguments(s->file, name + 1) && i < s->plan->functions.count && !calls; i++)
        calls = is_named(&s->plan->functions.items[i], token_word(s->file, name)) && !is_same_for_all(s->file, name);
    return calls;
}

// int, (int), static_cast<int>( in front of token `i`: the token in front of them. Narrower types part what they are given.
static size_t in_front_of_casts(const plan_file *f, size_t i)
{
    size_t before = i - 1;
    if (is_token(f, i, "(")) // int(...), static_cast<int>(...)
        while (lanes_is_wide_type(f, before) || (is_token(f, before, ">") && lanes_is_wide_type(f, before - 1)) ||
               (is_token(f, before, "<") && is_token(f, before - 1, "static_cast")) || is_token(f, before, "static_cast"))
            before--;
    while (is_token(f, before, ")") && lanes_is_wide_type(f, before - 1)) { // (int)
        size_t k = before - 1;
        while (lanes_is_wide_type(f, k))
            k--;
        if (!is_token(f, k, "("))
            break;
        before = k - 1;
    }
    return before;
}

// Is all that is divided, or compared, what begins at token `first`? No: 4 * threadIdx.x / 32, n + threadIdx.x < 32.
static bool is_whole_operand(const plan_file *f, size_t first, size_t operator)
{
    static const char *const low[] = {"(", ",", "&&", "||", "=", "?", ":", ";", "{", "[", "|", "^", "return"}, *const also[] = {"+", "==", "!=", "&"};
    const size_t before = in_front_of_casts(f, first);
    if (IS_ANY_TOKEN(f, before, low))
        return true;
    const bool is_binary = f->tokens.items[before - 1].kind == TOKEN_NUMBER || is_token(f, before - 1, ")") || is_token(f, before - 1, "]") ||
                           (f->tokens.items[before - 1].kind == TOKEN_IDENTIFIER && !is_token(f, before - 1, "return"));
    return is_token(f, operator, "/") && is_binary && (IS_ANY_TOKEN(f, before, also) || is_token(f, before, "-"));
}

// cg::this_thread_block().thread_rank: of the name at token `i`, where what it belongs to begins.
static size_t begin_of_chain(const plan_file *f, size_t i)
{
    while (is_token(f, i - 1, ".") || is_token(f, i - 1, "::"))
        for (i -= 2; is_token(f, i, ")"); i--)
            for (int open = 0; (open += bracket_depth(f, i)) < 0 && i > 1; i--)
                ;
    return i;
}

// Do tokens `first` to `last`, and what makes a number of warps of them behind, hold one that all lanes of a warp have?
static bool is_number_of_warp(search *s, size_t first, size_t last, int depth)
{
    const plan_file *f = s->file;
    const size_t begin = begin_of_chain(f, first);
    return is_whole_operand(f, begin, last) && lanes_is_number_of_thread(s, begin, last, depth);
}

// Do the lanes of a warp differ in what stands in the range?
bool lanes_parts(search *s, size_t begin, size_t end, int depth)
{
    const plan_file *f = s->file;
    if (calls_unseen(s, begin, end, depth))
        return true;
    for (size_t i = lanes_index_of(f, begin); f->tokens.items[i].begin < end; i++) {
        const token *t = &f->tokens.items[i];
        if (is_token(f, i, "(")) {
            const size_t close = plan_closing_bracket(f, i, f->tokens.count), warps = lanes_of_warps(s, close + 1);
            i = warps && is_number_of_warp(s, i, close + 1, depth) ? close + warps : i;
            continue;
        }
        if (t->kind != TOKEN_IDENTIFIER || ((is_token(f, i - 1, ".") || is_token(f, i - 1, "->")) && !is_token(f, i + 1, "(")))
            continue;
        const size_t first_of_warp = lanes_first_of_warp(s, i, depth);
        if (first_of_warp) {
            i += first_of_warp - 1;
            continue;
        }
        const size_t vote = is_token(f, i + 1, ".") && is_vote_of_tile(s, i + 2, depth) ? i + 2 : i;
        if (vote > i || is_of_all_lanes(s, i, depth)) {
            i = plan_closing_bracket(f, vote + 1, f->tokens.count);
            continue;
        }
        const bool is_index = is_token(f, i, "threadIdx");
        if (is_index && s->by_rows && is_token(f, i + 1, ".") && (is_token(f, i + 2, "y") || is_token(f, i + 2, "z"))) {
            i += 2;
            continue;
        }
        const bool calls = is_token(f, i + 1, "(");
        const size_t behind = is_index && is_token(f, i + 1, ".") ? i + 3 : calls ? plan_closing_bracket(f, i + 1, f->tokens.count) + 1 : i + 1;
        const size_t warps = lanes_of_warps(s, behind);
        const bool is_part = is_index || thread_index_is_macro(s->plan, f, i) ||
                             (calls || calls_template(s, i) ? call_parts(s, i, depth) : lanes_name_parts(s, i, depth));
        if (is_part && (!warps || !is_number_of_warp(s, i, behind, depth)))
            return true;
        i = is_part ? behind + warps - 1 : i;
    }
    return false;
}

bool lanes_branch_parts(search *s, const branch *b, int depth)
{
    return !uniform_branch(s->plan, s->in, b, s->in->is_kernel) && lanes_parts(s, b->condition_begin, b->condition_end, depth);
}

bool lanes_loop_parts(search *s, int loop, int depth)
{
    const function *f = s->in;
    const branch *b = &f->branches.items[loop];
    const bool is_endless = b->condition_begin == b->condition_end; // for (;;)
    if (b->kind != BRANCH_LOOP || (!is_endless && !b->editable) || lanes_parts(s, b->condition_begin, b->condition_end, depth))
        return true;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        const bool is_inside = x->begin >= b->begin && x->begin < b->end;
        if (is_inside && (x->kind == FACT_GOTO || (x->kind == FACT_JUMP && x->in_macro)))
            return true;
        if (!is_inside || x->kind != FACT_JUMP || jump_target(f, x) != loop)
            continue;
        for (int k = x->branch; k >= 0 && k != loop; k = f->branches.items[k].parent)
            if (f->branches.items[k].kind != BRANCH_IF || lanes_branch_parts(s, &f->branches.items[k], depth))
                return true;
    }
    return false;
}

static search search_of(const plan *p, const function *f, lanes_way how, signed char **asks)
{
    return (search){.plan = p, .in = f, .file = &p->files.items[plan_definition(f)->file], .any_shape = how.any_shape, .by_rows = how.by_rows,
                    .lanes = lanes_in_way(how), .named_lanes = how.named_lanes, .tile = how.tile, .left = lanes_looks_at_most, .asks = asks};
}

bool lanes_count_threads(const plan *p, const function *f, size_t first, size_t end)
{
    signed char *asks = NULL;
    search s = search_of(p, f, LANES_OF_WARP, &asks);
    return lanes_is_number_of_thread(&s, first, end, 0);
}

bool lanes_part_in(const plan *p, const function *f, size_t begin, size_t end, lanes_way how)
{
    signed char *asks = NULL;
    search s = search_of(p, f, how, &asks);
    return begin < end && lanes_parts(&s, begin, end, 0);
}

// The program ends if they do not go the same way.
bool lanes_are_checked(const plan *p, const function *f, unsigned long checked, size_t named, lanes_way how)
{
    const plan_file *file = &p->files.items[plan_definition(f)->file];
    const bool is_of_name = how.named_lanes && named && is_same_word(file, how.named_lanes, file, named);
    return is_of_name || (!how.named_lanes && checked >= lanes_in_way(how));
}

bool lanes_part_at(const plan *p, const function *f, const branch *b, lanes_way how)
{
    return !lanes_are_checked(p, f, b->lanes_checked, b->lanes_named, how) && !uniform_branch(p, f, b, f->is_kernel) && lanes_part_in(p, f, b->condition_begin, b->condition_end, how);
}

bool lanes_leave_together(const plan *p, const function *f, int loop, lanes_way how)
{
    signed char *asks = NULL;
    search s = search_of(p, f, how, &asks);
    return !lanes_loop_parts(&s, loop, 0);
}

// Each look is one of its own, so that no answer hangs on those before.
static bool leave_as_one(const search *all, const fact *leave)
{
    const function *f = all->in;
    search s = *all;
    if (leave->in_macro || leave->elsewhere || leave->context & IN_LAMBDA || jump_goes_over(f, leave) ||
        (leave->guard_begin < leave->guard_end && lanes_parts(&s, leave->guard_begin, leave->guard_end, 0)))
        return false;
    for (int k = leave->branch; k >= 0; k = f->branches.items[k].parent) {
        const branch *b = &f->branches.items[k];
        s = *all;
        if (b->kind == BRANCH_LOOP ? lanes_loop_parts(&s, k, 0) : b->kind != BRANCH_IF || !b->editable || lanes_branch_parts(&s, b, 0))
            return false;
    }
    return leave->guard_end || leave->branch >= 0;
}

bool lanes_leave_as_warps(const plan *p, const function *f, const fact *leave, lanes_way how)
{
    signed char *asks = NULL;
    const search s = search_of(p, f, how, &asks);
    return leave_as_one(&s, leave);
}

// How many lanes a tile has, by its size at token `at`; false: it is not known, or no power of two.
static bool read_size_of_tile(const search *s, size_t at, lanes_way *how)
{
    const plan_file *f = s->file;
    unsigned long lanes = f->tokens.items[at].kind == TOKEN_NUMBER ? strtoul(token_word(f, at).bytes, NULL, 0) : 0;
    if (lanes_names_one_number(s, at)) {
        how->named_lanes = at;
        return true;
    }
    for (macro_place m = {0}; f->tokens.items[at].kind == TOKEN_IDENTIFIER && plan_next_macro_named(s->plan, token_word(f, at), &m);) {
        const bool is_number = m.of->tokens.items[m.name + 1].kind == TOKEN_NUMBER && token_directive_end(&m.of->tokens, m.name) == m.name + 2;
        const unsigned long one = is_number ? strtoul(token_word(m.of, m.name + 1).bytes, NULL, 0) : 0;
        if (!one || (lanes && lanes != one))
            return false;
        lanes = one;
    }
    how->lanes = lanes;
    return lanes && lanes <= lanes_of_warp && lanes_of_warp % lanes == 0;
}

bool lanes_find_tile(const plan *p, const function *f, const token *group, lanes_way *how)
{
    signed char *asks = NULL;
    const search s = search_of(p, f, *how, &asks);
    const size_t local = uniform_tile_size(f, s.file, group), at = local ? local : size_of_parameter(&s, group);
    return at && read_size_of_tile(&s, at, how);
}

bool lanes_leave_as_tiles(const plan *p, const function *f, const fact *leave, const token *group, lanes_way how)
{
    signed char *asks = NULL;
    if (!lanes_find_tile(p, f, group, &how))
        return false;
    const search s = search_of(p, f, how, &asks);
    return leave_as_one(&s, leave);
}
