// What a loop does with the errors of its synchronisations: see loop_parts.h.
//
//     CHECK(cudaDeviceSynchronize());               put off; the check is made again behind the loop, where the error is known
//     cudaDeviceSynchronize();                      put off; a check by cudaGetLastError is made again behind the loop
//     if (cudaDeviceSynchronize() != cudaSuccess)   not put off: what the program does then, it must do in that round
//         break;
//
// In:  a loop whose launches are made together, and where its synchronisations stand. Out: those that are not to be put off; the
//      statement to be done again behind the loop.
// Invariant: an error of a kernel is told of by the same check as without the directive, which ends the program; or the loop waits.
#include "frontend/loop_parts.h"

#include <string.h>

typedef enum use { USE_NONE, USE_CHECK, USE_LOOKED_AT } use;

// ---- does what is called end the program? ----------------------------------------------------------------------------------
//
// Only what surely does counts: a statement of its own, in the branch for an error, that begins with exit(...) or the like. What is
// done under a further condition is not sure to be done, but for a parameter that is true unless somebody says otherwise.

typedef struct body { // of a macro or a function
    const plan *p;
    const plan_file *f;
    const declaration *d; // NULL: a macro's
    int depth;            // of calls
} body;

static bool named_ends(const plan *p, slice name, int depth);
static bool statements_end(const body *b, size_t i, size_t end);

// What the definition whose name is token `i` stands for: its first token, and behind its last one.
static size_t begin_of_body(const plan_file *f, size_t i, size_t *end)
{
    *end = token_directive_end(&f->tokens, i);
    const bool has_parameters = plan_has_parameters(f, i);
    return has_parameters ? plan_closing_bracket(f, i + 1, *end) + 1 : i + 1;
}

static size_t behind_statement(const plan_file *f, size_t i, size_t end)
{
    if (is_token(f, i, "{"))
        return plan_closing_bracket(f, i, end) + 1;
    if (is_token(f, i, "if") || is_token(f, i, "while") || is_token(f, i, "for") || is_token(f, i, "switch")) {
        const size_t behind = is_token(f, i + 1, "(") ? behind_statement(f, plan_closing_bracket(f, i + 1, end) + 1, end) : end;
        return behind < end && is_token(f, behind, "else") ? behind_statement(f, behind + 1, end) : behind;
    }
    if (is_token(f, i, "do"))
        i = behind_statement(f, i + 1, end);
    while (i < end && !is_token(f, i, ";"))
        i = bracket_depth(f, i) > 0 ? plan_closing_bracket(f, i, end) + 1 : i + 1;
    return i + 1;
}

// `bool abort = true`
static bool is_true_parameter(const body *b, size_t i)
{
    for (size_t k = 0; b->d && k < b->d->parameters.count; k++) {
        const parameter *x = &b->d->parameters.items[k];
        if (token_is(b->f->text, &b->f->tokens.items[i], x->name) && x->default_begin < x->end)
            return is_token(b->f, token_at_or_after(&b->f->tokens, x->default_begin) + 1, "true");
    }
    return false;
}

// A variable that is declared as an error not far in front, or the function's first parameter.
static bool is_error_name(const body *b, size_t i)
{
    enum { FARTHEST = 200 };
    if (b->d && b->d->parameters.count && token_is(b->f->text, &b->f->tokens.items[i], b->d->parameters.items[0].name))
        return true;
    for (size_t k = i; k > 1 && k + FARTHEST > i; k--)
        if (slice_equal(token_word(b->f, k - 1), token_word(b->f, i)) && (is_token(b->f, k - 2, "cudaError_t") || is_token(b->f, k - 2, "cudaError")))
            return true;
    return false;
}

// if (e != cudaSuccess), if (e), if (abort)
static bool is_for_error(const body *b, size_t open, size_t close)
{
    bool differs = false, other = false;
    for (size_t i = open + 1; i < close; i++) {
        differs |= is_token(b->f, i, "!=") && (is_token(b->f, i - 1, "cudaSuccess") || is_token(b->f, i + 1, "cudaSuccess"));
        other |= is_token(b->f, i, "&&") || is_token(b->f, i, "||") || is_token(b->f, i, "?") || is_token(b->f, i, "==") || is_token(b->f, i, "!");
    }
    return !other && (differs || (close == open + 2 && (is_true_parameter(b, open + 1) || is_error_name(b, open + 1))));
}

static bool statement_ends(const body *b, size_t i, size_t behind)
{
    static const char *const words[] = {"exit", "_exit", "_Exit", "quick_exit", "abort", "terminate"};
    const plan_file *f = b->f;
    if (is_token(f, i, "throw"))
        return true;
    if (is_token(f, i, "{"))
        return statements_end(b, i + 1, behind - 1);
    if (is_token(f, i, "do"))
        return statement_ends(b, i + 1, behind_statement(f, i + 1, behind));
    if (is_token(f, i, "if") && is_token(f, i + 1, "(")) {
        const size_t close = plan_closing_bracket(f, i + 1, behind), inner = behind_statement(f, close + 1, behind);
        return inner <= behind && !is_token(f, inner, "else") && is_for_error(b, i + 1, close) && statement_ends(b, close + 1, inner);
    }
    while (is_token(f, i, "::") || is_token(f, i + 1, "::"))
        i++;
    if (f->tokens.items[i].kind != TOKEN_IDENTIFIER || !is_token(f, i + 1, "("))
        return false;
    enum { DEEPEST = 4 };
    return IS_ANY_TOKEN(f, i, words) || (b->depth < DEEPEST && named_ends(b->p, token_word(f, i), b->depth + 1));
}

static bool statements_end(const body *b, size_t i, size_t end)
{
    for (size_t k = i; k < end; k++)
        if (is_token(b->f, k, "catch"))
            return false;
    while (i < end) {
        const size_t behind = behind_statement(b->f, i, end);
        if (statement_ends(b, i, behind < end ? behind : end))
            return true;
        i = behind;
    }
    return false;
}

static bool function_ends(const plan *p, const function *x, int depth)
{
    const declaration *d = plan_definition(x);
    if (!d)
        return false;
    const body b = {p, &p->files.items[d->file], d, depth};
    return statements_end(&b, token_at_or_after(&b.f->tokens, d->body_begin) + 1, token_at_or_after(&b.f->tokens, d->body_end - 1));
}

static bool macro_ends(const plan *p, slice name, int depth)
{
    bool found = false;
    for (macro_place m = {0}; plan_next_macro_named(p, name, &m);) {
        const body b = {p, m.of, NULL, depth};
        size_t end;
        const size_t begin = begin_of_body(b.f, m.name, &end);
        if (!statements_end(&b, begin, end))
            return false; // whichever definition counts
        found = true;
    }
    return found;
}

// Whatever macro or function of that name is meant.
static bool named_ends(const plan *p, slice name, int depth)
{
    if (plan_is_macro(p, name))
        return macro_ends(p, name, depth);
    bool found = false;
    for (size_t k = 0; k < p->functions.count; k++) {
        const function *f = &p->functions.items[k];
        if (f->in_system || strlen(f->name) != name.length || memcmp(f->name, name.bytes, name.length) != 0)
            continue;
        if (!function_ends(p, f, depth))
            return false;
        found = true;
    }
    return found;
}

// A macro that leaves what it stands in: behind the loop, it would leave something else.
static bool macro_jumps(const plan *p, slice name)
{
    static const char *const jumps[] = {"return", "break", "continue", "goto"};
    for (macro_place m = {0}; plan_next_macro_named(p, name, &m);) {
        const plan_file *f = m.of;
        const size_t end = token_directive_end(&f->tokens, m.name);
        for (size_t k = m.name + 1; k < end; k++)
            if (IS_ANY_TOKEN(f, k, jumps))
                return true;
    }
    return false;
}

// #define SYNC() cudaDeviceSynchronize(): nothing but the call.
static bool macro_only_calls(const plan *p, slice name)
{
    bool found = false;
    for (macro_place m = {0}; plan_next_macro_named(p, name, &m);) {
        const plan_file *f = m.of;
        size_t end;
        for (size_t k = begin_of_body(f, m.name, &end); k < end; k++)
            if (f->tokens.items[k].kind == TOKEN_IDENTIFIER && !loop_is_synchronisation(arena_format(p->arena, "%.*s", (int)token_word(f, k).length, token_word(f, k).bytes)) &&
                !plan_is_macro(p, token_word(f, k)))
                return false;
        found = true;
    }
    return found;
}

// Of NVIDIA's samples, whose header is none of the project's.
static bool is_of_samples(const plan *p, slice name)
{
    static const char *const names[] = {"checkCudaErrors", "getLastCudaError"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == name.length && memcmp(names[i], name.bytes, name.length) == 0)
            return !plan_is_macro(p, name);
    return false;
}

// #define CHECK(x) check((x), #x, __FILE__, __LINE__): the function that is called, when there is nothing else.
static bool macro_hands_on(const plan *p, slice name, slice *callee)
{
    bool found = false;
    for (macro_place m = {0}; plan_next_macro_named(p, name, &m);) {
        const plan_file *f = m.of;
        size_t end, body = begin_of_body(f, m.name, &end);
        if (body < end && is_token(f, body, "{") && is_token(f, end - 1, "}")) // { check((x), __LINE__); }
            body++, end--;
        end -= end > body && is_token(f, end - 1, ";");
        while (body + 1 < end && (is_token(f, body, "::") || is_token(f, body + 1, "::")))
            body++;
        const size_t close = body + 1 < end && is_token(f, body + 1, "(") ? plan_closing_bracket(f, body + 1, end) : end;
        if (close + 1 != end || (found && !slice_equal(*callee, token_word(f, body))))
            return false;
        *callee = token_word(f, body);
        found = true;
    }
    return found;
}

static const loop_call *find_call(const host_loop *loop, slice name, size_t at)
{
    for (size_t i = 0; i < loop->calls.count; i++) {
        const loop_call *x = &loop->calls.items[i];
        if ((x->name_begin == at || x->begin == at) && x->callee >= 0 && strlen(x->name) == name.length && memcmp(x->name, name.bytes, name.length) == 0)
            return x;
    }
    return NULL;
}

// Does it only tell of an error, and end the program then? `at`: its name's place.
static bool is_check(const plan *p, const host_loop *loop, slice name, size_t at)
{
    slice callee = name;
    if (is_of_samples(p, name))
        return true;
    for (int depth = 0; depth < 4 && plan_is_macro(p, callee) && macro_hands_on(p, callee, &callee);)
        depth++;
    if (plan_is_macro(p, callee))
        return loop_is_check_text(p, callee) && named_ends(p, callee, 0) && !macro_jumps(p, callee);
    const loop_call *const x = find_call(loop, callee, at);
    return x && loop_only_tells_errors(p, loop, x) && function_ends(p, &p->functions.items[x->callee], 0);
}

// ---- what is done with the error ---------------------------------------------------------------------------------------------

static bool begins_statement(const plan_file *f, size_t i)
{
    static const char *const before[] = {";", "{", "}", "else", "do"}, *const heads[] = {"if", "for", "while", "switch", "constexpr"};
    if (i == 0 || !is_token(f, i - 1, ")"))
        return i > 0 && IS_ANY_TOKEN(f, i - 1, before);
    size_t open = i - 1; // if (...) check(...);
    for (int depth = 0; open > 0; open--) {
        depth += is_token(f, open, ")") - is_token(f, open, "(");
        if (depth == 0)
            break;
    }
    return open > 0 && IS_ANY_TOKEN(f, open - 1, heads);
}

// Back over `ns::`.
static size_t qualified(const plan_file *f, size_t i)
{
    while (i > 0 && is_token(f, i - 1, "::"))
        i -= i > 1 && f->tokens.items[i - 2].kind == TOKEN_IDENTIFIER && !begins_statement(f, i - 1) ? 2 : 1;
    return i;
}

// It names nothing that the loop declares, since it will stand behind it.
static bool may_be_done_again(const plan_file *f, const host_loop *loop, size_t first, size_t last)
{
    const size_t begin = f->tokens.items[first].begin, end = f->tokens.items[last].end;
    for (size_t i = 0; i < loop->names.count; i++) {
        const loop_name *x = &loop->names.items[i];
        if (x->at >= begin && x->at < end && token_is(f->text, &f->tokens.items[token_at_or_after(&f->tokens, x->at)], x->name) && // or a macro declares it
            (x->is_own || (x->declared_at >= loop->begin && x->declared_at < loop->end)))
            return false;
    }
    for (size_t i = first; i <= last; i++)
        if (f->tokens.items[i].in_directive)
            return false;
    return true;
}

// Of a call that tells of an error; where it is checked, the check's whole statement.
static use use_of(const plan *p, const host_loop *loop, const loop_call *x, byte_range *check)
{
    const plan_file *f = &p->files.items[loop->file];
    const size_t begin = qualified(f, token_at_or_after(&f->tokens, x->begin));
    size_t name = begin, close = begin;
    if (!token_is(f->text, &f->tokens.items[token_at_or_after(&f->tokens, x->name_begin)], x->name)) { // begin is a macro's name
        while (is_token(f, close + 1, "("))
            close = plan_closing_bracket(f, close + 1, f->tokens.count);
        if (begins_statement(f, begin) && is_token(f, close + 1, ";") && macro_only_calls(p, token_word(f, begin)))
            return USE_NONE;
    } else {
        const size_t end = token_at_or_after(&f->tokens, x->end);
        if (begins_statement(f, begin) && is_token(f, end, ";"))
            return USE_NONE;
        if (begin < 2 || !is_token(f, begin - 1, "(") || f->tokens.items[begin - 2].kind != TOKEN_IDENTIFIER)
            return USE_LOOKED_AT;
        name = begin - 2;
        close = plan_closing_bracket(f, begin - 1, f->tokens.count);
    }
    const size_t first = qualified(f, name);
    if (!begins_statement(f, first) || !is_token(f, close + 1, ";") || !is_check(p, loop, token_word(f, name), f->tokens.items[name].begin) ||
        !may_be_done_again(f, loop, first, close + 1))
        return USE_LOOKED_AT;
    *check = (byte_range){f->tokens.items[first].begin, f->tokens.items[close + 1].end};
    return USE_CHECK;
}

static bool same_text(const plan_file *f, byte_range a, byte_range b)
{
    size_t i = token_at_or_after(&f->tokens, a.begin), k = token_at_or_after(&f->tokens, b.begin);
    for (; f->tokens.items[i].begin < a.end && f->tokens.items[k].begin < b.end; i++, k++)
        if (!slice_equal(token_word(f, i), token_word(f, k)))
            return false;
    return f->tokens.items[i].begin >= a.end && f->tokens.items[k].begin >= b.end;
}

static bool is_last_error(const char *name) { return strcmp(name, "cudaGetLastError") == 0 || strcmp(name, "cudaPeekAtLastError") == 0; }

// Does the function ask for the last error, or what it calls?
static bool asks_for_error(const plan *p, int index, bool *seen)
{
    if (index < 0 || seen[index])
        return false;
    seen[index] = true;
    const function *f = &p->functions.items[index];
    if (is_last_error(loop_plain_name(p, f->name)))
        return true;
    for (size_t i = 0; i < f->facts.count; i++)
        if (asks_for_error(p, f->facts.items[i].callee, seen))
            return true;
    return false;
}

// Is the error of a synchronisation whose result nobody takes seen by something else in the loop? `check`: that is a check.
static bool is_asked_for(const plan *p, const host_loop *loop, byte_range *check)
{
    bool asks = false;
    for (size_t i = 0; i < loop->calls.count; i++) {
        const loop_call *x = &loop->calls.items[i];
        const char *const name = loop_plain_name(p, x->name);
        bool *const seen = arena_alloc(p->arena, p->functions.count * sizeof *seen);
        byte_range here = {0, 0};
        if (is_last_error(name)) {
            asks |= use_of(p, loop, x, &here) == USE_LOOKED_AT || (here.end && check->end && !same_text(&p->files.items[loop->file], here, *check));
            *check = here.end && !check->end ? here : *check;
        } else if (x->effect == LOOP_EFFECT_STEP && !loop_is_synchronisation(name)) {
            asks |= use_of(p, loop, x, &here) != USE_NONE; // what it returns tells of earlier errors, too
        } else if (x->callee >= 0 && !p->functions.items[x->callee].in_system) {
            asks |= asks_for_error(p, x->callee, seen);
        }
        for (size_t k = 0; k < x->called.count; k++)
            asks |= asks_for_error(p, x->called.items[k], seen);
    }
    return asks;
}

static const char *const looked_at = "its result is tested in each iteration; pass it to a check that ends the program on errors, which can run after the loop";

void loop_find_checks(const plan *p, host_loop *loop)
{
    const plan_file *f = &p->files.items[loop->file];
    // Behind the loop, a check would throw past what catches it here, or after what was thrown here.
    const bool may_move = !plan_text_has_token(f, loop->begin, loop->end, "try") && !plan_text_has_token(f, loop->begin, loop->end, "throw");
    byte_range asked = {0, 0}, checked = {0, 0};
    const bool asks = is_asked_for(p, loop, &asked);
    bool differ = false; // one check would be made again for the other
    for (size_t i = 0; i < loop->calls.count; i++) {
        const loop_call *x = &loop->calls.items[i];
        byte_range check = {0, 0};
        if (x->effect != LOOP_EFFECT_STEP || !loop_is_synchronisation(loop_plain_name(p, x->name)) || use_of(p, loop, x, &check) != USE_CHECK)
            continue;
        differ |= checked.end && !same_text(f, check, checked);
        checked = checked.end ? checked : check;
    }
    for (size_t i = 0; i < loop->calls.count; i++) {
        loop_call *x = &loop->calls.items[i];
        byte_range check = {0, 0};
        if (x->effect != LOOP_EFFECT_STEP || !loop_is_synchronisation(loop_plain_name(p, x->name)))
            continue;
        const use done = use_of(p, loop, x, &check);
        const bool is_checked = done == USE_CHECK || (done == USE_NONE && asked.end);
        if (done == USE_LOOKED_AT || (done == USE_NONE && asks) || (is_checked && (!may_move || differ))) {
            x->effect = LOOP_EFFECT_ANY;
            x->ends_because = looked_at;
        } else if (is_checked) {
            loop->check_again = checked.end ? checked : asked;
        }
    }
}
