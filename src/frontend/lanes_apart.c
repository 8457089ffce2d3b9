// Warp operations that some lanes pass by: see lanes_apart.h.
#include "frontend/lanes_apart.h"

#include "frontend/analyse.h"
#include "frontend/intrinsics.h"
#include "frontend/jump.h"
#include "frontend/lambda.h"
#include "frontend/leaving.h"
#include "frontend/lex.h"
#include "frontend/short_circuit.h"
#include "frontend/thread_index.h"
#include "frontend/uniform.h"

#include <stdlib.h>
#include <string.h>

enum { looks_at_most = 2000, depth_at_most = 6, lanes_of_warp = 32 };

// ---- masks -----------------------------------------------------------------------------------------------------------

static slice word_of(const plan_file *f, size_t i)
{
    return (slice){f->text->bytes + f->tokens.items[i].begin, f->tokens.items[i].end - f->tokens.items[i].begin};
}

static bool same_word(const plan_file *f, size_t i, const plan_file *g, size_t k)
{
    return f->tokens.items[i].kind == TOKEN_IDENTIFIER && slice_equal(word_of(f, i), word_of(g, k));
}

// ~0u, 0xffffffff, -1, (unsigned)-1, UINT_MAX: from token `first` on, up to `last`.
static bool is_all_lanes(const plan_file *f, size_t first, size_t last)
{
    static const char *const all[] = {"~0", "~0x0", "0xffffffff", "-1", "4294967295", "uint_max", "unsigned-1", "unsignedint-1", "uint32_t-1"};
    char text[32];
    size_t length = 0;
    for (size_t i = first; i < last; i++) {
        if (is_token(f, i, "(") || is_token(f, i, ")"))
            continue;
        const slice word = word_of(f, i);
        const bool is_number = f->tokens.items[i].kind == TOKEN_NUMBER;
        for (size_t k = 0; k < word.length; k++) {
            const char c = word.bytes[k] >= 'A' && word.bytes[k] <= 'Z' ? (char)(word.bytes[k] - 'A' + 'a') : word.bytes[k];
            if (is_number && (c == 'u' || c == 'l' || c == '\''))
                continue;
            if (length + 1 == sizeof text)
                return false;
            text[length++] = c;
        }
    }
    text[length] = '\0';
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(text, all[i]) == 0)
            return true;
    return false;
}

// Behind the value that begins at `i`: at the end of a line of #define, or at a comma, semicolon or closing bracket.
static size_t end_of_value(const plan_file *f, size_t i, bool is_macro)
{
    for (int open = 0; f->tokens.items[i].kind != TOKEN_END; i++) {
        if (is_macro && (!f->tokens.items[i].in_directive || f->tokens.items[i].starts_line))
            break;
        const bool closes = is_token(f, i, ")") || is_token(f, i, "}");
        if (!is_macro && open == 0 && (closes || is_token(f, i, ",") || is_token(f, i, ";")))
            break;
        open += is_token(f, i, "(") - closes;
    }
    return i;
}

// A macro or a constant, `#define FULL 0xffffffff`, `constexpr unsigned full = ~0u;`, `unsigned mask = ~0u` among parameters.
static bool is_name_of_all(const plan *p, const plan_file *at, size_t name)
{
    for (size_t file = 0; file < p->files.count && at->tokens.items[name].kind == TOKEN_IDENTIFIER; file++) {
        const plan_file *f = &p->files.items[file];
        for (size_t i = 1; i + 1 < f->tokens.count; i++) {
            if (!same_word(f, i, at, name))
                continue;
            const bool is_macro = f->tokens.items[i].in_directive && is_token(f, i - 1, "define");
            const bool has_value = !f->tokens.items[i].in_directive && (is_token(f, i + 1, "=") || is_token(f, i + 1, "{"));
            const size_t value = is_macro ? i + 1 : i + 2;
            if ((is_macro || has_value) && is_all_lanes(f, value, end_of_value(f, value, is_macro)))
                return true;
        }
    }
    return false;
}

// The call of which `name` is the name, in text or in a macro's body.
static bool call_names_all(const plan *p, const plan_file *f, size_t name)
{
    if (!is_token(f, name + 1, "("))
        return true; // out of sight
    if (is_token(f, name + 2, ")"))
        return true; // __syncwarp()
    const size_t end = end_of_value(f, name + 2, false);
    return is_all_lanes(f, name + 2, end) || (end == name + 3 && is_name_of_all(p, f, name + 2));
}

// The macro's body that the operation comes out of: if it is not found there, it may name all.
static bool macro_names_all(const plan *p, const plan_file *at, size_t macro, const char *operation)
{
    for (size_t file = 0; file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        for (size_t i = 1; i + 1 < f->tokens.count; i++) {
            if (!f->tokens.items[i].in_directive || !is_token(f, i - 1, "define") || !same_word(f, i, at, macro))
                continue;
            for (size_t k = i + 1; f->tokens.items[k].in_directive && !f->tokens.items[k].starts_line; k++)
                if (is_token(f, k, operation))
                    return call_names_all(p, f, k);
        }
    }
    return true;
}

// Does the fact of `in`, or a function of the program's own that it calls, wait for all lanes?
static bool names_all(const plan *p, const function *in, const fact *x, bool *seen)
{
    const function *g = fact_is_named_call(x) ? &p->functions.items[x->callee] : NULL;
    const declaration *d = plan_definition(in);
    if (!g || !d || x->elsewhere || x->context & UNREAD)
        return false;
    if (leaving_is_warp_sync(p, x)) {
        const plan_file *f = &p->files.items[d->file];
        const size_t name = token_at_or_after(&f->tokens, x->begin);
        return x->in_macro ? macro_names_all(p, f, name, g->name) : call_names_all(p, f, name);
    }
    if (g->in_system || !g->has_warp_sync || seen[x->callee])
        return false;
    seen[x->callee] = true;
    for (size_t i = 0; i < g->facts.count; i++)
        if (!(g->facts.items[i].context & IN_LAMBDA) && names_all(p, g, &g->facts.items[i], seen))
            return true;
    return false;
}

static bool waits_for_all(const plan *p, const function *in, const fact *x)
{
    return fact_is_named_call(x) && p->functions.items[x->callee].has_warp_sync &&
           names_all(p, in, x, arena_alloc(p->arena, p->functions.count * sizeof(bool)));
}

// ---- conditions that part the lanes of a warp ------------------------------------------------------------------------

typedef struct search {
    const plan *plan;
    const function *in;
    const plan_file *file;
    bool follows; // it costs little to follow lanes that stay together: what no more than seems to be the warp's does not count
    size_t left;  // looks at names, after which all part the lanes
} search;

static bool parts(search *s, size_t begin, size_t end, int depth);

// What a macro or a constant stands for, if that is a number: `#define WS 32`, `constexpr int width = 32;`. 0: it is not known.
static unsigned long number_of_name(const plan *p, const plan_file *at, size_t name)
{
    for (size_t file = 0; file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        for (size_t i = 1; i + 2 < f->tokens.count; i++) {
            if (!same_word(f, i, at, name))
                continue;
            const bool is_macro = f->tokens.items[i].in_directive && is_token(f, i - 1, "define");
            const size_t value = is_macro ? i + 1 : i + 2;
            if ((is_macro || is_token(f, i + 1, "=")) && f->tokens.items[value].kind == TOKEN_NUMBER)
                return strtoul(word_of(f, value).bytes, NULL, 0);
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
    const unsigned long number = is_number ? strtoul(word_of(f, operand).bytes, NULL, 0) : is_name ? number_of_name(p, f, operand) : 0;
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
            strtoul(word_of(f, i + 1).bytes, NULL, 0) % lanes_of_warp != 0)
            return true;
    return false;
}

// Calls whose result all lanes have.
static bool is_of_all_lanes(search *s, size_t i, int depth)
{
    const plan_file *f = s->file;
    if (is_token(f, i, "__shfl_sync") && is_token(f, i + 1, "(")) { // from one lane, of the whole warp
        const size_t close = plan_closing_bracket(f, i + 1, f->tokens.count);
        const size_t lane = end_of_value(f, end_of_value(f, i + 2, false) + 1, false) + 1, end = end_of_value(f, lane, false);
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

static size_t index_of(const plan_file *f, size_t offset) { return token_at_or_after(&f->tokens, offset); }

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
                first = end_of_value(f, first, false) + 1;
            if (first >= close) { // a default argument
                const parameter *own = &plan_definition(s->in)->parameters.items[place];
                if (own->default_begin < own->end && parts(s, own->default_begin, own->end, depth + 1))
                    return true;
                continue;
            }
            search of_caller = {p, caller, f, s->follows, s->left};
            const bool found = parts(&of_caller, f->tokens.items[first].begin, f->tokens.items[end_of_value(f, first, false)].begin, depth + 1);
            s->left = of_caller.left;
            if (found)
                return true;
        }
    }
    return false;
}

// Does a function of the program ask for the thread's index, or for the lane's?
static bool asks_for_thread(const plan *p, const function *g)
{
    const declaration *d = plan_definition(g);
    const plan_file *f = d ? &p->files.items[d->file] : NULL;
    for (size_t i = d ? index_of(f, d->body_begin) : 0; d && f->tokens.items[i].begin < d->body_end; i++)
        if (is_token(f, i, "threadIdx") || is_token(f, i, "asm") || is_token(f, i, "__asm__") || is_token(f, i, "thread_rank") ||
            thread_index_is_macro(p, f, i))
            return true;
    return false;
}

// What a call gives, whatever it is given: one of the program's, or one that counts or asks.
static bool call_parts(const search *s, size_t name)
{
    static const char *const asking[] = {"thread_rank", "meta_group_rank", "LaneId", "get_sreg_laneid", "get_sreg_tid_x"};
    const slice word = word_of(s->file, name);
    if (slice_starts_with(word, "atomic"))
        return true;
    for (size_t i = 0; i < sizeof asking / sizeof *asking; i++)
        if (is_token(s->file, name, asking[i]) && (s->follows || strcmp(asking[i], "meta_group_rank") != 0))
            return true;
    for (size_t i = 0; i < s->plan->functions.count; i++) {
        const function *g = &s->plan->functions.items[i];
        if (!g->in_system && strlen(g->name) == word.length && memcmp(g->name, word.bytes, word.length) == 0 && asks_for_thread(s->plan, g))
            return true;
    }
    return false;
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
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (is_token(f, use, known[i]))
            return false;
    return !is_token(f, use + 1, "::") && !uniform_number_macro(s->plan, f, &f->tokens.items[use]);
}

// auto [x, y] = ...
static bool is_in_binding(const plan_file *f, size_t i)
{
    while (i > 0 && (f->tokens.items[i].kind == TOKEN_IDENTIFIER || is_token(f, i, ",")))
        i--;
    return is_token(f, i, "[") && (is_token(f, i - 1, "auto") || is_token(f, i - 1, "&") || is_token(f, i - 1, "&&"));
}

// Where the variable last gets another value in front of its use, in a statement of its own: `i = __shfl_sync(~0u, i, 0);`
static size_t given_anew(const search *s, size_t use)
{
    const plan_file *f = s->file;
    const size_t begin = index_of(f, plan_definition(s->in)->body_begin);
    for (size_t i = use - 1; i > begin; i--)
        if (same_word(f, i, f, use) && is_token(f, i + 1, "=") && end_of_value(f, i + 2, false) <= use &&
            (f->tokens.items[i - 1].kind == TOKEN_IDENTIFIER || is_token(f, i - 1, ";") || is_token(f, i - 1, "{") || is_token(f, i - 1, "}")))
            return i;
    return begin;
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
    const size_t begin = s->follows ? index_of(f, d->body_begin) : given_anew(s, use);
    for (size_t i = begin; f->tokens.items[i].begin < d->body_end && (s->follows || i < use); i++) {
        if (!same_word(f, i, f, use) || is_token(f, i - 1, ".") || is_token(f, i - 1, "->"))
            continue;
        if (s->follows && is_token(f, i - 1, "&") && (is_token(f, i - 2, "(") || is_token(f, i - 2, ",")) && !is_token(f, i + 1, "["))
            return true; // another function writes it
        if (s->follows && is_in_binding(f, i))
            return true;
        for (size_t k = 0; k < sizeof giving / sizeof *giving; k++)
            if (is_token(f, i + 1, giving[k]) && (k < 9 || f->tokens.items[i - 1].kind == TOKEN_IDENTIFIER)) {
                const size_t end = k < 9 ? end_of_value(f, i + 2, false) : plan_closing_bracket(f, i + 1, f->tokens.count);
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
            i = warps && !is_shifted(f, i, close) ? close + warps : i;
            continue;
        }
        if (t->kind != TOKEN_IDENTIFIER || ((is_token(f, i - 1, ".") || is_token(f, i - 1, "->")) && !is_token(f, i + 1, "(")))
            continue;
        if (is_of_all_lanes(s, i, depth)) {
            i = plan_closing_bracket(f, i + 1, f->tokens.count);
            continue;
        }
        const bool is_index = is_token(f, i, "threadIdx");
        if (is_index && is_token(f, i + 1, ".") && !is_token(f, i + 2, "x") && !s->follows) {
            i += 2;
            continue;
        }
        const bool calls = is_token(f, i + 1, "(");
        const size_t behind = is_index && is_token(f, i + 1, ".") ? i + 3 : calls ? plan_closing_bracket(f, i + 1, f->tokens.count) + 1 : i + 1;
        const size_t warps = of_warps(s, behind);
        const bool is_part = is_index || thread_index_is_macro(s->plan, f, i) || (calls ? call_parts(s, i) : name_parts(s, i, depth));
        if (is_part && !warps)
            return true;
        i = is_part ? behind + warps - 1 : i;
    }
    return false;
}

static bool condition_parts(const plan *p, const function *f, size_t begin, size_t end, bool follows)
{
    search s = {p, f, &p->files.items[plan_definition(f)->file], follows, looks_at_most};
    return begin < end && parts(&s, begin, end, 0);
}

static bool branch_parts(const plan *p, const function *f, const branch *b, bool follows)
{
    return !uniform_branch(p, f, b, f->is_kernel) && condition_parts(p, f, b->condition_begin, b->condition_end, follows);
}

// ---- what passes by --------------------------------------------------------------------------------------------------

static size_t by_operator(const plan *p, const function *f, const fact *x)
{
    const declaration *d = plan_definition(f);
    const plan_file *file = &p->files.items[d->file];
    short_circuit operators = short_circuit_of(file, d->body_begin, x->begin);
    for (size_t i; (i = short_circuit_next(&operators));) {
        const size_t first = short_circuit_operand(file, i);
        if (condition_parts(p, f, file->tokens.items[first].begin, file->tokens.items[i].begin, false))
            return file->tokens.items[first].begin;
    }
    return 0;
}

// An item, or a copy of what it calls, follows these.
static bool is_followed(const branch *b)
{
    return b->editable && (b->kind == BRANCH_IF || (b->kind == BRANCH_LOOP && !b->has_break));
}

static bool is_followed_guard(const fact *leave)
{
    return leave->context & AT_TOP_LEVEL && leave->guard_end && !leave->in_macro && !leave->elsewhere;
}

static bool is_in_head(const branch *b, const fact *x)
{
    return x->begin < b->header_end || (x->begin >= b->condition_begin && x->begin < b->condition_end);
}

// The `if`s and loops around it, of a function that a kernel calls; of a kernel only loops whose head it stands in.
static size_t by_branch(const plan *p, const function *f, const fact *x)
{
    for (int k = x->branch; k >= 0; k = f->branches.items[k].parent) {
        const branch *b = &f->branches.items[k];
        const bool counts = is_in_head(b, x) ? b->kind == BRANCH_LOOP && x->begin >= b->condition_begin : !f->is_kernel;
        if (counts && !(b->parts_lanes && is_followed(b)) && branch_parts(p, f, b, false))
            return b->begin;
    }
    return !f->is_kernel && x->guard_end && condition_parts(p, f, x->guard_begin, x->guard_end, false) ? x->guard_begin : 0;
}

// break, continue and goto, under a condition.
static size_t by_jump(const plan *p, const function *f, const fact *x)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *jump = &f->facts.items[i];
        int target = jump_target_around(f, jump, x), outermost = target;
        if (target >= 0 && f->branches.items[target].parts_lanes && strcmp(jump->name, "break") == 0)
            continue; // refused as a whole
        if (jump->kind == FACT_GOTO) {
            const bool passes = jump->guard_begin > jump->begin ? x->begin > jump->begin && x->begin < jump->guard_begin
                                                                : x->begin > jump->guard_begin && x->begin < jump->begin;
            outermost = passes ? -2 : -1;
        }
        for (int k = jump->branch; outermost != -1 && k >= 0 && k != target; k = f->branches.items[k].parent)
            if (branch_parts(p, f, &f->branches.items[k], false))
                return f->branches.items[k].begin;
    }
    return 0;
}

// Returns of a function that a kernel calls: those that return go on in the kernel.
static size_t by_return(const plan *p, const function *f, const fact *x)
{
    for (size_t i = 0; i < f->facts.count && !f->is_kernel; i++) {
        const fact *leave = &f->facts.items[i];
        if (leave->kind != FACT_RETURN || !leaving_can_reach(leave, x) || leaving_is_uniform_return(p, f, leave, false))
            continue;
        if (f->leaves_before_warp_sync && is_followed_guard(leave))
            continue;
        if (leave->guard_end && x->guard_begin != leave->guard_begin && condition_parts(p, f, leave->guard_begin, leave->guard_end, false))
            return leave->guard_begin;
        for (int k = leave->branch; k >= 0; k = f->branches.items[k].parent)
            if (branch_parts(p, f, &f->branches.items[k], false))
                return f->branches.items[k].begin;
    }
    return 0;
}

// Does the statement behind the head whose parenthesis closes at `close` hold `at`, or leave what is around it?
static bool statement_matters(const plan_file *f, size_t close, size_t at)
{
    static const char *const leaving[] = {"return", "break", "continue", "goto"};
    const bool is_block = is_token(f, close + 1, "{");
    const size_t end = is_block ? plan_closing_bracket(f, close + 1, f->tokens.count) : end_of_value(f, close + 1, false);
    for (size_t i = close + 1; i <= end; i++) {
        if (i == at)
            return true;
        for (size_t k = 0; k < sizeof leaving / sizeof *leaving; k++)
            if (is_token(f, i, leaving[k]))
                return true;
    }
    return false;
}

// In a lambda, of which nothing but the text is known.
static size_t in_lambda(const plan *p, const function *f, const fact *x)
{
    const plan_file *file = &p->files.items[plan_definition(f)->file];
    const size_t at = index_of(file, x->begin);
    for (size_t k = 0; k < f->facts.count; k++) {
        const fact *lambda = &f->facts.items[k];
        if (lambda->kind != FACT_LAMBDA || !lambda_holds(lambda, x))
            continue;
        for (size_t i = index_of(file, lambda->begin); i < at; i++) {
            if ((!is_token(file, i, "if") && !is_token(file, i, "while") && !is_token(file, i, "switch") && !is_token(file, i, "for")) ||
                !is_token(file, i + 1, "("))
                continue;
            const size_t close = plan_closing_bracket(file, i + 1, file->tokens.count);
            if (condition_parts(p, f, file->tokens.items[i + 2].begin, file->tokens.items[close].begin, false) && statement_matters(file, close, at))
                return file->tokens.items[i].begin;
        }
    }
    return 0;
}

void lanes_apart_find(plan *p, function *f)
{
    for (size_t i = 0; i < f->facts.count && f->has_warp_sync; i++) {
        const fact *x = &f->facts.items[i];
        if (x->context & IN_LAMBDA || !waits_for_all(p, f, x))
            continue;
        for (int k = x->branch; k >= 0; k = f->branches.items[k].parent) {
            branch *b = &f->branches.items[k];
            if (!is_in_head(b, x) && is_followed(b) && branch_parts(p, f, b, true))
                b->parts_lanes = f->parts_lanes = f->must_be_copied = true;
        }
        for (size_t k = 0; k < f->facts.count; k++) {
            const fact *leave = &f->facts.items[k];
            if (leave->kind == FACT_RETURN && leaving_can_reach(leave, x) && is_followed_guard(leave) && x->guard_begin != leave->guard_begin &&
                !leaving_is_uniform_return(p, f, leave, false) && condition_parts(p, f, leave->guard_begin, leave->guard_end, true))
                f->leaves_before_warp_sync = f->must_be_copied = true;
        }
    }
}

size_t lanes_apart_at(const plan *p, const function *f, const fact *x)
{
    if (!plan_definition(f) || !waits_for_all(p, f, x))
        return 0;
    const size_t operator = by_operator(p, f, x);
    if (operator || x->context & IN_LAMBDA)
        return operator ? operator : in_lambda(p, f, x);
    const size_t branch = by_branch(p, f, x), jump = branch ? branch : by_jump(p, f, x);
    return jump ? jump : by_return(p, f, x);
}
