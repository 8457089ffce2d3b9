// Warp operations in lambdas that some lanes of a warp pass by: see lanes_apart.h.
//
// In:  a lambda's text, of which no branches are known, and the uses of the value that it is. Out: a place that keeps some lanes from the operation.
// Rule: the value is followed to where it is called: by its name, at once, in functions of the program's that it is handed to, and in those that it is given back to. Where that is not
//       seen, in a library or an object that keeps it, lanes may pass it by.
#include "frontend/lanes_parts.h"

#include "frontend/analyse.h"
#include "frontend/lambda.h"
#include "frontend/lanes_search.h"

enum { hands_at_most = 8 };

typedef struct handed { // to which functions, in the place of which parameter: each is looked at once
    LIST_OF(const parameter *) to;
} handed;

// Where the value is: the function, and how many hands it came through.
typedef struct value_place {
    const plan *plan;
    const function *in;
    lanes_way how;
    int hands;
    handed *handed;
} value_place;

static size_t parts_where_called(const value_place *v, size_t first, size_t end);
static size_t parts_in_lambda(const value_place *v, const fact *x);

// ---- the text inside -------------------------------------------------------------------------------------------------------

static bool is_head(const plan_file *f, size_t i)
{
    static const char *const words[] = {"if", "while", "switch", "for"};
    return IS_ANY_TOKEN(f, i, words) && is_token(f, i + 1, "(");
}

// The last token of the statement at token `i`.
static size_t end_of_statement(const plan_file *f, size_t i)
{
    if (is_token(f, i, "{"))
        return plan_closing_bracket(f, i, f->tokens.count);
    if (is_token(f, i, "do")) {
        const size_t head = end_of_statement(f, i + 1) + 1;
        return is_token(f, head + 1, "(") ? plan_closing_bracket(f, head + 1, f->tokens.count) + 1 : head;
    }
    if (is_head(f, i) || (is_token(f, i, "if") && is_token(f, i + 1, "constexpr"))) {
        const size_t open = is_head(f, i) ? i + 1 : i + 2, end = end_of_statement(f, plan_closing_bracket(f, open, f->tokens.count) + 1);
        return is_token(f, i, "if") && is_token(f, end + 1, "else") ? end_of_statement(f, end + 2) : end;
    }
    return lanes_end_of_value(f, i, false);
}

// From the head on: does what hangs on it hold `at`, or leave what is around?
static bool statement_matters(const plan_file *f, size_t head, size_t at)
{
    static const char *const leaving[] = {"return", "break", "continue", "goto"};
    const size_t end = end_of_statement(f, head);
    for (size_t i = plan_closing_bracket(f, head + 1, f->tokens.count) + 1; i <= end; i++)
        if (i == at || IS_ANY_TOKEN(f, i, leaving))
            return true;
    return false;
}

// The end of the outermost loop of the tokens from `first` on that holds `at`; `at`: none does.
static size_t end_of_loops(const plan_file *f, size_t first, size_t at)
{
    for (size_t i = first; i < at; i++) {
        const bool is_loop = is_token(f, i, "do") || (is_head(f, i) && (is_token(f, i, "for") || is_token(f, i, "while")));
        const size_t end = is_loop ? end_of_statement(f, i) : i;
        if (end > at)
            return end;
    }
    return at;
}

static size_t parts_inside(const value_place *v, const fact *lambda, size_t offset)
{
    const plan_file *f = &v->plan->files.items[plan_definition(v->in)->file];
    const size_t first = token_at_or_after(&f->tokens, lambda->begin), at = token_at_or_after(&f->tokens, offset), end = end_of_loops(f, first, at);
    for (size_t i = first; i < end; i++) {
        if (!is_head(f, i))
            continue;
        const size_t close = plan_closing_bracket(f, i + 1, f->tokens.count);
        const bool ends_do = is_token(f, i, "while") && is_token(f, close + 1, ";"); // do ... while (c);
        if (lanes_part_in(v->plan, v->in, f->tokens.items[i + 2].begin, f->tokens.items[close].begin, v->how) &&
            (statement_matters(f, i, at) || (ends_do && i > at)))
            return f->tokens.items[i].begin;
    }
    return 0;
}

// ---- where it is called ----------------------------------------------------------------------------------------------------

// The call whose words begin at the token, or behind it, as f.template operator()<0>(): of the function's facts.
static const fact *call_at(const function *in, const plan_file *f, size_t token)
{
    const size_t from = f->tokens.items[token].begin, end = f->tokens.items[lanes_end_of_value(f, token, false)].begin;
    const fact *found = NULL;
    for (size_t i = 0; i < in->facts.count; i++) {
        const fact *x = &in->facts.items[i];
        const bool is_call = analyse_is_call(x) || analyse_is_open_call(x);
        if (is_call && !x->elsewhere && x->begin >= from && x->begin < end && (!found || x->begin < found->begin))
            found = x;
    }
    return found;
}

static size_t parts_at_call(const value_place *v, const fact *call)
{
    const value_place next = {v->plan, v->in, v->how, v->hands + 1, v->handed};
    return call->context & IN_LAMBDA ? parts_in_lambda(&next, call) : lanes_call_parts(v->plan, v->in, call, v->how);
}

// Behind a name of the value: `f(x)`, `f.operator()(x)`, `f.template operator()<0>(x)`.
static bool is_called_behind(const plan_file *f, size_t i)
{
    if (is_token(f, i, "."))
        i += is_token(f, i + 1, "template") ? 2 : 1;
    return is_token(f, i, "(") || is_token(f, i, "operator");
}

// [&f], [f, g]: the list of another lambda.
static bool is_captured(const plan_file *f, size_t i)
{
    const bool is_last = is_token(f, i + 1, "]") || is_token(f, i + 1, ",");
    size_t k = i - 1;
    while (is_last && (f->tokens.items[k].kind == TOKEN_IDENTIFIER || is_token(f, k, "&") || is_token(f, k, ",") || is_token(f, k, "=")))
        k--;
    return is_last && is_token(f, k, "[");
}

// All uses of the variable or parameter in the function's text from token `from` on.
static size_t parts_by_name(const value_place *v, const char *name, size_t from)
{
    const declaration *d = plan_definition(v->in);
    const plan_file *f = &v->plan->files.items[d->file];
    for (size_t i = from; f->tokens.items[i].begin < d->body_end; i++) {
        if (f->tokens.items[i].kind != TOKEN_IDENTIFIER || !is_token(f, i, name) || is_token(f, i - 1, ".") || is_token(f, i - 1, "->") ||
            is_token(f, i - 1, "::") || is_token(f, i + 1, "::") || is_captured(f, i))
            continue;
        const fact *const call = is_called_behind(f, i + 1) ? call_at(v->in, f, i) : NULL;
        const size_t parts = call ? parts_at_call(v, call) : parts_where_called(v, i, i + 1);
        if (parts)
            return parts;
    }
    return 0;
}

static bool is_known(const handed *h, const parameter *x)
{
    for (size_t i = 0; i < h->to.count; i++)
        if (h->to.items[i] == x)
            return true;
    return false;
}

// Handed to the function with the name at token `callee`, in the place: whichever of that name.
static size_t parts_in_callee(const value_place *v, const plan_file *f, size_t callee, size_t place, size_t here)
{
    bool any = false;
    for (size_t i = 0; i < v->plan->functions.count && v->hands < hands_at_most; i++) {
        const function *g = &v->plan->functions.items[i];
        if (f->tokens.items[callee].kind != TOKEN_IDENTIFIER || g->in_system || !is_token(f, callee, g->name))
            continue;
        const declaration *d = plan_definition(g);
        const parameter *x = d && d->parameters.count ? &d->parameters.items[place < d->parameters.count ? place : d->parameters.count - 1] : NULL;
        if (!x || g->form == FORM_CONSTRUCTOR || !*x->name || (place >= d->parameters.count && !x->is_pack))
            return here;
        any = true;
        if (is_known(v->handed, x))
            continue;
        *ARENA_PUSH(v->plan->arena, &v->handed->to) = x;
        const value_place inside = {v->plan, g, v->how, v->hands + 1, v->handed};
        const plan_file *of = &v->plan->files.items[d->file];
        if (parts_by_name(&inside, x->name, token_at_or_after(&of->tokens, d->body_begin)))
            return here;
    }
    return any ? 0 : here;
}

// What the function gives: in all that call it.
static size_t parts_in_callers(const value_place *v, size_t here)
{
    for (size_t i = 0; i < v->plan->functions.count && v->hands < hands_at_most; i++) {
        const function *g = &v->plan->functions.items[i];
        const declaration *d = plan_definition(g);
        const plan_file *f = d ? &v->plan->files.items[d->file] : NULL;
        const value_place inside = {v->plan, g, v->how, v->hands + 1, v->handed};
        for (size_t k = 0; d && k < g->facts.count; k++) {
            const fact *x = &g->facts.items[k];
            if (!analyse_is_call(x) || &v->plan->functions.items[x->callee] != v->in)
                continue;
            const size_t name = token_at_or_after(&f->tokens, x->begin), open = is_token(f, name + 1, "<") ? plan_behind_arguments(f, name + 1) : name + 1;
            if (x->elsewhere || x->in_macro || !is_token(f, open, "(") || parts_where_called(&inside, name, plan_closing_bracket(f, open, f->tokens.count) + 1))
                return here;
        }
    }
    return v->hands < hands_at_most ? 0 : here;
}

// The value that stands at tokens `first` to `end`.
static size_t parts_where_called(const value_place *v, size_t first, size_t end)
{
    static const char *const passing[] = {"forward", "move"};
    const declaration *d = plan_definition(v->in);
    const plan_file *f = &v->plan->files.items[d->file];
    const size_t here = f->tokens.items[first].begin;
    if (is_token(f, end, "...")) // handed on as a pack
        end++;
    if (is_token(f, end, "(")) {
        const fact *const call = call_at(v->in, f, first);
        return call ? parts_at_call(v, call) : here;
    }
    if (is_token(f, first - 1, "return") && is_token(f, end, ";"))
        return parts_in_callers(v, here);
    if (is_token(f, first - 1, "=") && is_token(f, end, ";") && f->tokens.items[first - 2].kind == TOKEN_IDENTIFIER)
        return parts_by_name(v, arena_copy(v->plan->arena, token_word(f, first - 2).bytes, token_word(f, first - 2).length), end);
    size_t place;
    const size_t open = plan_bracket_around(f, first, &place);
    if (!is_token(f, open, "(") || (!is_token(f, end, ",") && !is_token(f, end, ")")) || (!is_token(f, first - 1, ",") && open != first - 1))
        return here;
    size_t callee = plan_name_in_front(f, open);
    if (IS_ANY_TOKEN(f, callee, passing)) {
        while (is_token(f, callee - 1, "::"))
            callee -= 2;
        return parts_where_called(v, callee, plan_closing_bracket(f, open, f->tokens.count) + 1);
    }
    return parts_in_callee(v, f, callee, place, here);
}

static size_t parts_in_lambda(const value_place *v, const fact *x)
{
    const function *f = v->in;
    const fact *outermost = NULL;
    if (v->hands > hands_at_most)
        return x->begin;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *lambda = &f->facts.items[i];
        if (lambda->kind != FACT_LAMBDA || lambda->elsewhere || !lambda_holds(lambda, x))
            continue;
        const size_t inside = parts_inside(v, lambda, x->begin);
        if (inside)
            return inside;
        outermost = !outermost || lambda->begin < outermost->begin ? lambda : outermost;
    }
    if (!outermost)
        return 0;
    const plan_file *file = &v->plan->files.items[plan_definition(f)->file];
    return parts_where_called(v, token_at_or_after(&file->tokens, outermost->begin), token_at_or_after(&file->tokens, outermost->end));
}

size_t lanes_lambda_parts(const plan *p, const function *f, const fact *x, lanes_way how)
{
    handed to = {0};
    return parts_in_lambda(&(value_place){p, f, how, 0, &to}, x);
}
