// Checks of lambdas that cannot capture what stands for the block index and for what waits, which are local objects in a copy (body_shadow.c).
//
// In:  an analysed plan, one function of a kernel. Out: errors.
// Invariant: by facts where the lambda is converted to a pointer, else by tokens in front of the lambda and around the use.
#include "frontend/checker.h"
#include "frontend/intrinsics.h"
#include "frontend/lex.h"

#include <string.h>

static bool is_changed(const target *t, const fact *x)
{
    const function *called = x->callee >= 0 ? &t->plan->functions.items[x->callee] : NULL;
    const intrinsic *waits = called ? intrinsic_find(called->name) : NULL;
    return x->kind == FACT_BLOCK_INDEX || (called && called->cloned) || (waits && *waits->shadow && hides_intrinsics(t->f));
}

// The first such use in the lambda, or NULL.
static const fact *first_change(const target *t, const fact *lambda)
{
    for (size_t i = 0; i < t->f->facts.count; i++) {
        const fact *x = &t->f->facts.items[i];
        if (x->context & IN_LAMBDA && !x->elsewhere && x->begin >= lambda->begin && x->begin < lambda->end && is_changed(t, x))
            return x;
    }
    return NULL;
}

void check_converted_lambda(const target *t, const fact *conversion, const function *callee)
{
    const function *f = t->f;
    const fact *lambda = NULL;
    for (size_t i = 0; i < f->facts.count && callee->place_file == t->d->file; i++)
        if (f->facts.items[i].kind == FACT_LAMBDA && f->facts.items[i].begin == callee->place)
            lambda = &f->facts.items[i];
    if (lambda && (f == t->kernel || f->cloned) && first_change(t, lambda))
        refuse_at(t, "pt-lambda", at_fact(t, conversion),
                  "this makes a pointer of a lambda that reads the block index, or that waits for others where threads may have left; "
                  "hand it what it reads, or make it a __device__ function");
}

// constexpr auto f = [](int i) { ... }; static const auto f = ...; decltype([] { ... }): the token of the word that forbids captures, or 0.
static size_t word_without_captures(const plan_file *f, size_t lambda)
{
    static const char *const ends[] = {";", "{", "}"}, *const words[] = {"constexpr", "constinit", "static"};
    for (size_t i = lambda; i-- > 0 && !IS_ANY_TOKEN(f, i, ends);)
        if (IS_ANY_TOKEN(f, i, words) || (is_token(f, i, "decltype") && i + 2 == lambda))
            return i;
    return 0;
}

static void check_constants(const target *t, const plan_file *f)
{
    for (size_t i = 0; i < t->f->facts.count; i++) {
        const fact *lambda = &t->f->facts.items[i];
        if (lambda->kind != FACT_LAMBDA || lambda->elsewhere || lambda->in_macro)
            continue;
        const size_t word = word_without_captures(f, token_at_or_after(&f->tokens, lambda->begin));
        const fact *x = word ? first_change(t, lambda) : NULL;
        const slice said = token_word(f, word);
        if (x && !(x->context & IN_DEFAULT_ARGUMENT)) // of which check.c tells
            refuse_at(t, "pt-lambda", at_fact(t, x),
                      arena_format(t->plan->arena, "a lambda behind '%.*s' can capture nothing, and this is a local variable in the rewritten function; hand it to the "
                                   "lambda as an argument", (int)said.length, said.bytes));
    }
}

// [q = [] { return blockIdx.x; }] { ... }: the inner one is none that clang shows. `lambda`: where the outer one begins.
static bool is_in_hidden_lambda(const plan_file *f, size_t lambda, size_t use)
{
    int open = 0;
    if (use >= plan_closing_bracket(f, lambda, f->tokens.count))
        return false;
    for (size_t i = use; i > lambda; i--) {
        open += is_token(f, i, "}") - is_token(f, i, "{");
        if (open >= 0)
            continue;
        if (is_token(f, i - 1, "]") || is_token(f, i - 1, ")"))
            return true;
        open = 0;
    }
    return false;
}

// The lambda around the place that begins last, or NULL.
static const fact *innermost_lambda(const function *f, size_t at)
{
    const fact *innermost = NULL;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->kind == FACT_LAMBDA && !x->elsewhere && !x->in_macro && x->begin <= at && at < x->end && (!innermost || x->begin > innermost->begin))
            innermost = x;
    }
    return innermost;
}

void check_captures(const target *t)
{
    const plan_file *f = &t->plan->files.items[t->d->file];
    check_constants(t, f);
    for (size_t i = 0; i < t->f->facts.count; i++) {
        const fact *x = &t->f->facts.items[i];
        const fact *lambda = x->kind == FACT_BLOCK_INDEX && x->context & IN_LAMBDA && !x->elsewhere && !x->in_macro ? innermost_lambda(t->f, x->begin) : NULL;
        if (lambda && is_in_hidden_lambda(f, token_at_or_after(&f->tokens, lambda->begin), token_at_or_after(&f->tokens, x->begin)))
            refuse_at(t, "pt-lambda", at_fact(t, x),
                      "a lambda in what another one captures is not shown to ptcc, and would have to capture this; give it to a variable in front");
    }
}
