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

static slice bytes_of(const plan_file *f, size_t i)
{
    const token *t = &f->tokens.items[i];
    return (slice){f->text->bytes + t->begin, t->end - t->begin};
}

static bool is_any_of(const plan_file *f, size_t i, const char *const *words, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (is_token(f, i, words[k]))
            return true;
    return false;
}
#define IS_ANY_OF(f, i, words) is_any_of(f, i, words, sizeof(words) / sizeof *(words))

// ---- does what is called end the program? ----------------------------------------------------------------------------------

static bool named_ends(const plan *p, slice name, int depth);

static bool text_ends(const plan *p, const plan_file *f, size_t begin, size_t end, int depth)
{
    enum { DEEPEST = 4 };
    static const char *const words[] = {"exit", "_exit", "_Exit", "quick_exit", "abort", "terminate", "throw"};
    for (size_t i = begin; i < end; i++)
        if (f->tokens.items[i].kind == TOKEN_IDENTIFIER && (IS_ANY_OF(f, i, words) || (depth < DEEPEST && named_ends(p, bytes_of(f, i), depth + 1))))
            return true;
    return false;
}

// Behind the last token of the definition whose name is token `i`.
static size_t end_of_definition(const plan_file *f, size_t i)
{
    for (i++; f->tokens.items[i].in_directive && !f->tokens.items[i].starts_line; i++)
        ;
    return i;
}

// A macro or a function of the program's.
static bool named_ends(const plan *p, slice name, int depth)
{
    size_t file = 0, i = 1;
    while (loop_next_definition(p, name, &file, &i)) {
        const plan_file *f = &p->files.items[file];
        if (text_ends(p, f, i + 1, end_of_definition(f, i), depth))
            return true;
    }
    for (size_t k = 0; k < p->functions.count; k++) {
        const function *f = &p->functions.items[k];
        const declaration *d = f->in_system ? NULL : plan_definition(f);
        if (!d || strlen(f->name) != name.length || memcmp(f->name, name.bytes, name.length) != 0)
            continue;
        const plan_file *of = &p->files.items[d->file];
        if (text_ends(p, of, token_at_or_after(&of->tokens, d->body_begin), token_at_or_after(&of->tokens, d->body_end), depth))
            return true;
    }
    return false;
}

// A macro that leaves what it stands in: behind the loop, it would leave something else.
static bool macro_jumps(const plan *p, slice name)
{
    static const char *const jumps[] = {"return", "break", "continue", "goto"};
    size_t file = 0, i = 1;
    while (loop_next_definition(p, name, &file, &i)) {
        const plan_file *f = &p->files.items[file];
        for (size_t k = i + 1; k < end_of_definition(f, i); k++)
            if (IS_ANY_OF(f, k, jumps))
                return true;
    }
    return false;
}

// #define SYNC() cudaDeviceSynchronize(): nothing but the call.
static bool macro_only_calls(const plan *p, slice name)
{
    size_t file = 0, i = 1;
    bool found = false;
    while (loop_next_definition(p, name, &file, &i)) {
        const plan_file *f = &p->files.items[file];
        const size_t end = end_of_definition(f, i);
        size_t body = i + 1;
        if (is_token(f, body, "(") && f->tokens.items[body].begin == f->tokens.items[i].end)
            body = plan_closing_bracket(f, body, end) + 1;
        for (size_t k = body; k < end; k++)
            if (f->tokens.items[k].kind == TOKEN_IDENTIFIER && !loop_is_synchronisation(arena_format(p->arena, "%.*s", (int)bytes_of(f, k).length, bytes_of(f, k).bytes)) &&
                !loop_is_macro(p, bytes_of(f, k)))
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
            return !loop_is_macro(p, name);
    return false;
}

// #define CHECK(x) check((x), #x, __FILE__, __LINE__): the function that is called, when there is nothing else.
static bool macro_hands_on(const plan *p, slice name, slice *callee)
{
    size_t file = 0, i = 1;
    bool found = false;
    while (loop_next_definition(p, name, &file, &i)) {
        const plan_file *f = &p->files.items[file];
        const size_t end = end_of_definition(f, i);
        size_t body = i + 1;
        if (is_token(f, body, "(") && f->tokens.items[body].begin == f->tokens.items[i].end)
            body = plan_closing_bracket(f, body, end) + 1;
        while (body + 1 < end && (is_token(f, body, "::") || is_token(f, body + 1, "::")))
            body++;
        const size_t close = body + 1 < end && is_token(f, body + 1, "(") ? plan_closing_bracket(f, body + 1, end) : end;
        if (close >= end || close + 1 < end - is_token(f, end - 1, ";") || (found && !slice_equal(*callee, bytes_of(f, body))))
            return false;
        *callee = bytes_of(f, body);
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
    for (int depth = 0; depth < 4 && loop_is_macro(p, callee) && macro_hands_on(p, callee, &callee);)
        depth++;
    if (loop_is_macro(p, callee))
        return loop_is_check_text(p, callee) && named_ends(p, callee, 0) && !macro_jumps(p, callee);
    const loop_call *const x = find_call(loop, callee, at);
    return x && loop_only_tells_errors(p, loop, x) && named_ends(p, callee, 0);
}

// ---- what is done with the error ---------------------------------------------------------------------------------------------

static bool begins_statement(const plan_file *f, size_t i)
{
    static const char *const before[] = {";", "{", "}", ")", "else", "do", ":"};
    return i > 0 && IS_ANY_OF(f, i - 1, before);
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
        if (begins_statement(f, begin) && is_token(f, close + 1, ";") && macro_only_calls(p, bytes_of(f, begin)))
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
    if (!begins_statement(f, first) || !is_token(f, close + 1, ";") || !is_check(p, loop, bytes_of(f, name), f->tokens.items[name].begin) ||
        !may_be_done_again(f, loop, first, close + 1))
        return USE_LOOKED_AT;
    *check = (byte_range){f->tokens.items[first].begin, f->tokens.items[close + 1].end};
    return USE_CHECK;
}

static void take_check(host_loop *loop, const byte_range *check)
{
    if (check->end && (!loop->check_again.end || check->begin < loop->check_again.begin))
        loop->check_again = *check;
}

static const char *const looked_at = "what it returns is looked at in each round; hand it to a check that ends the program, which can be made behind the loop";

void loop_find_checks(const plan *p, host_loop *loop)
{
    bool asks = false; // for the last error, and looks at that
    byte_range asked = {0, 0};
    for (size_t i = 0; i < loop->calls.count; i++) {
        const char *const name = loop_plain_name(p, loop->calls.items[i].name);
        byte_range check = {0, 0};
        if (strcmp(name, "cudaGetLastError") != 0 && strcmp(name, "cudaPeekAtLastError") != 0)
            continue;
        asks |= use_of(p, loop, &loop->calls.items[i], &check) == USE_LOOKED_AT;
        asked = check.end && !asked.end ? check : asked;
    }
    for (size_t i = 0; i < loop->calls.count; i++) {
        loop_call *x = &loop->calls.items[i];
        byte_range check = {0, 0};
        if (x->effect != LOOP_EFFECT_STEP || !loop_is_synchronisation(loop_plain_name(p, x->name)))
            continue;
        const use done = use_of(p, loop, x, &check);
        if (done == USE_LOOKED_AT || (done == USE_NONE && asks)) {
            x->effect = LOOP_EFFECT_ANY;
            x->ends_because = looked_at;
        } else {
            take_check(loop, done == USE_CHECK ? &check : &asked);
        }
    }
}
