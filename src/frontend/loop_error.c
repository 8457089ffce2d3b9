// Functions and macros of the program's that check for errors: see loop_parts.h.
//
//     #define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { report(e); exit(1); } } while (0)
//
// A round that the host has only guessed may make such a call once more than the program would: it must do nothing but where
// it is told of an error, which no guess causes.
//
// In:  a call in a loop. Out: whether what is called acts only where `if` says that there is an error.
// Invariant: the text is read as it is written; what is not understood acts.
#include "frontend/loop_parts.h"

#include <string.h>

typedef struct reader {
    const plan *p;
    const plan_file *f;
    LIST_OF(slice) errors; // names of what holds an error
    bool waits;            // a synchronisation is nothing that is done
    int depth;             // of macros in each other
    bool acts;             // something is done although no error was told of
    bool told_behind;      // the statement just read is left by return where there is no error
} reader;

static bool is_word(const plan_file *f, size_t i) { return f->tokens.items[i].kind == TOKEN_IDENTIFIER; }
static bool is_success(const plan_file *f, size_t i) { return is_token(f, i, "cudaSuccess") || is_token(f, i, "CUDA_SUCCESS"); }

static bool is_error(const reader *r, size_t i)
{
    for (size_t k = 0; k < r->errors.count; k++)
        if (slice_equal(token_word(r->f, i), r->errors.items[k]))
            return true;
    return false;
}

// ---- conditions ------------------------------------------------------------------------------------------------------

typedef enum { SAYS_NOTHING, SAYS_ERROR, SAYS_SUCCESS } verdict;

// What is true of tokens [begin, end), a condition, when it is.
static verdict read_condition(const reader *r, size_t begin, size_t end)
{
    static const char *const unknown[] = {"||", "?", "<", ">", "or", "not", "and", "=="};
    const plan_file *f = r->f;
    while (begin + 1 < end && is_token(f, begin, "(") && plan_closing_bracket(f, begin, end) == end - 1)
        begin++, end--;
    if (end - begin == 1)
        return is_error(r, begin) ? SAYS_ERROR : SAYS_NOTHING;
    if (end - begin == 2)
        return is_token(f, begin, "!") && is_error(r, begin + 1) ? SAYS_SUCCESS : SAYS_NOTHING;
    size_t differs = 0, same = 0;
    bool is_simple = true;
    for (size_t i = begin; i < end; i++) {
        if (is_token(f, i, "!=")) {
            const bool with_zero = (is_token(f, i + 1, "0") && is_error(r, i - 1)) || (is_token(f, i - 1, "0") && is_error(r, i + 1));
            if (!with_zero && !is_success(f, i - 1) && !is_success(f, i + 1))
                return SAYS_NOTHING;
            differs++;
        } else if (is_token(f, i, "==")) {
            same += is_success(f, i - 1) || is_success(f, i + 1);
            is_simple &= same == 1;
        } else if (IS_ANY_TOKEN(f, i, unknown) || is_token(f, i, "!")) {
            return SAYS_NOTHING;
        } else {
            is_simple &= !is_token(f, i, "&&");
        }
    }
    // Both together say of one of the two that it is not so.
    return differs == 1 && !same ? SAYS_ERROR : same == 1 && !differs && is_simple ? SAYS_SUCCESS : SAYS_NOTHING;
}

// ---- statements ------------------------------------------------------------------------------------------------------

static bool acts_on_errors(const plan *p, slice name, bool waits, int depth);

// What may stand in front of a parenthesis and is no call, or one that leaves nothing.
static bool is_harmless(const reader *r, size_t i)
{
    static const char *const words[] = {"if", "while", "for", "switch", "return", "sizeof", "cudaError_t", "unsigned", "int",
                                        "__builtin_expect", "likely", "unlikely"};
    const slice name = token_word(r->f, i);
    if (r->waits && loop_is_synchronisation(arena_format(r->p->arena, "%.*s", (int)name.length, name.bytes)))
        return true;
    if (plan_is_macro(r->p, name))
        return acts_on_errors(r->p, name, r->waits, r->depth + 1);
    return IS_ANY_TOKEN(r->f, i, words) || is_error(r, i) ||
           loop_is_silent_of_cuda(arena_format(r->p->arena, "%.*s", (int)name.length, name.bytes));
}

// A local variable's first value: `cudaError_t e =`, not `e =`.
static bool begins_variable(const reader *r, size_t assignment)
{
    return assignment >= 2 && is_word(r->f, assignment - 1) && is_word(r->f, assignment - 2) && !is_token(r->f, assignment - 2, "return") &&
           !is_token(r->f, assignment - 2, "else");
}

// An object of a class may do something when it is made, and when it ends: `lock l;`, `lock<int> l`.
static bool makes_object(const reader *r, size_t i)
{
    static const char *const none[] = {"const", "constexpr", "auto", "return", "else", "cudaError_t", "cudaError", "CUresult", "enum",
                                       "int", "unsigned", "long", "char", "bool"};
    return is_token(r->f, i - 1, ">") || (is_word(r->f, i - 1) && !IS_ANY_TOKEN(r->f, i - 1, none));
}

static void read_expression(reader *r, size_t begin, size_t end, bool told)
{
    static const char *const acting[] = {"<<", "<<<", "throw", "new", "delete", "goto", "asm", "__asm__", "__asm", "co_await", "co_yield"};
    static const char *const callees[] = {")", "]", ">"};
    static const char *const types[] = {"cudaError_t", "cudaError", "CUresult"};
    const plan_file *f = r->f;
    for (size_t i = begin; i < end; i++) {
        r->acts |= change_at(f, i) == STEPS || change_at(f, i) == UPDATES;
        if (told)
            continue;
        if (i > begin && is_word(f, i)) {
            r->acts |= makes_object(r, i);
            if (IS_ANY_TOKEN(f, i - 1, types))
                *ARENA_PUSH(r->p->arena, &r->errors) = token_word(f, i);
        }
        if (i > begin && is_token(f, i, "("))
            r->acts |= is_word(f, i - 1) ? !is_harmless(r, i - 1) : IS_ANY_TOKEN(f, i - 1, callees);
        r->acts |= IS_ANY_TOKEN(f, i, acting) || (is_token(f, i, "=") && !begins_variable(r, i)) ||
                   (is_word(f, i) && !is_harmless(r, i) && plan_is_macro(r->p, token_word(f, i)));
    }
}

static size_t read_statement(reader *r, size_t i, size_t end, bool told);

static void read_block(reader *r, size_t i, size_t end, bool told)
{
    while (i < end) {
        r->told_behind = false;
        i = read_statement(r, i, end, told);
        told |= r->told_behind;
    }
    r->told_behind = false;
}

// Is the statement a return, or a block that ends by one?
static bool is_return(const plan_file *f, size_t begin, size_t end)
{
    if (end > begin && is_token(f, end - 1, "}") && is_token(f, begin, "{")) {
        begin++, end--;
        for (size_t i = begin; i + 1 < end; i++)
            if (is_token(f, i, ";"))
                begin = i + 1;
    }
    return begin < end && is_token(f, begin, "return");
}

// Reads the statement that begins at token `i`; returns the one behind it.
static size_t read_statement(reader *r, size_t i, size_t end, bool told)
{
    const plan_file *f = r->f;
    if (is_token(f, i, "{")) {
        const size_t close = plan_closing_bracket(f, i, end);
        read_block(r, i + 1, close, told);
        return close + 1;
    }
    if (is_token(f, i, "do"))
        return read_statement(r, i + 1, end, told);
    const bool is_if = is_token(f, i, "if");
    if ((is_if || is_token(f, i, "while") || is_token(f, i, "for") || is_token(f, i, "switch")) && is_token(f, i + 1, "(")) {
        const size_t close = plan_closing_bracket(f, i + 1, end);
        read_expression(r, i + 2, close, told);
        const verdict says = is_if ? read_condition(r, i + 2, close) : SAYS_NOTHING;
        size_t behind = close + 1 < end ? read_statement(r, close + 1, end, told || says == SAYS_ERROR) : end;
        const bool returns = says == SAYS_SUCCESS && is_return(f, close + 1, behind);
        if (is_if && behind < end && is_token(f, behind, "else"))
            behind = read_statement(r, behind + 1, end, told || says == SAYS_SUCCESS);
        r->told_behind = returns;
        return behind;
    }
    size_t last = i;
    while (last < end && !is_token(f, last, ";"))
        last = bracket_depth(f, last) > 0 ? plan_closing_bracket(f, last, end) + 1 : last + 1;
    last = last < end ? last : end;
    read_expression(r, i, last, told);
    return last + 1 < end ? last + 1 : end;
}

// ---- what is called --------------------------------------------------------------------------------------------------

// Is all that the call is told one of CUDA's calls, whatever type a template takes it by?
static bool is_told_of_cuda(const plan *p, const host_loop *loop, const loop_call *x)
{
    const loop_call *only = NULL;
    for (size_t i = 0; i < loop->calls.count; i++) {
        const loop_call *in = &loop->calls.items[i];
        if (in == x || in->begin < x->begin || in->end > x->end || (in->begin == x->begin && in->end == x->end))
            continue;
        if (only || (in->effect != LOOP_EFFECT_STEP && !loop_is_silent_of_cuda(loop_plain_name(p, in->name))))
            return false;
        only = in;
    }
    for (size_t i = 0; only && i < loop->names.count; i++) {
        const size_t at = loop->names.items[i].at;
        if (at >= x->begin && at < x->end && (at < only->begin || at >= only->end))
            return false;
    }
    return only != NULL;
}

// Is the first parameter an error?
static bool takes_error(const plan *p, const host_loop *loop, const loop_call *x, const function *f, const declaration *d)
{
    static const char first[] = "(cudaError";
    const char *open = strchr(f->type, '(');
    if (!open || d->parameters.count == 0)
        return false;
    if (strncmp(open, first, sizeof first - 1) == 0)
        return true;
    const size_t length = strcspn(open + 1, ",)");
    for (size_t i = 0; i < d->template_parameters.count; i++)
        if (strlen(d->template_parameters.items[i].name) == length && strncmp(open + 1, d->template_parameters.items[i].name, length) == 0)
            return is_told_of_cuda(p, loop, x);
    return false;
}

// A function of the program's that acts only where there is an error.
bool loop_only_tells_errors(const plan *p, const host_loop *loop, const loop_call *x)
{
    const function *f = &p->functions.items[x->callee];
    const declaration *d = plan_definition(f);
    if (f->in_system || !f->facts_known || f->form != FORM_FUNCTION || !d || d->in_macro || d->body_end <= d->body_begin)
        return false;
    reader r = {.p = p, .f = &p->files.items[d->file]};
    if (takes_error(p, loop, x, f, d))
        *ARENA_PUSH(p->arena, &r.errors) = (slice){d->parameters.items[0].name, strlen(d->parameters.items[0].name)};
    const size_t begin = token_at_or_after(&r.f->tokens, d->body_begin), end = token_at_or_after(&r.f->tokens, d->body_end);
    for (size_t i = begin; i < end; i++)
        if (r.f->tokens.items[i].in_directive || is_token(r.f, i, "static"))
            return false;
    read_statement(&r, begin, end, false);
    return !r.acts;
}

// And is given nothing that it could change.
bool loop_is_error_function(const plan *p, const host_loop *loop, const loop_call *x)
{
    return !loop_takes_pointers(&p->functions.items[x->callee]) && loop_only_tells_errors(p, loop, x);
}

// Do all definitions of the macro act only where there is an error?
static bool acts_on_errors(const plan *p, slice name, bool waits, int depth)
{
    enum { depth_at_most = 4 };
    bool found = false;
    if (depth > depth_at_most)
        return false;
    for (macro_place m = {0}; plan_next_macro_named(p, name, &m);) {
        reader r = {.p = p, .f = m.of, .waits = waits, .depth = depth};
        const token_list *tokens = &r.f->tokens;
        size_t body = m.name + 1;
        if (is_token(r.f, body, "(") && tokens->items[body].begin == tokens->items[m.name].end) {
            if (is_word(r.f, body + 1))
                *ARENA_PUSH(p->arena, &r.errors) = token_word(r.f, body + 1);
            body = plan_closing_bracket(r.f, body, tokens->count) + 1;
        }
        read_block(&r, body, token_directive_end(tokens, body - 1), false);
        if (r.acts)
            return false;
        found = true;
    }
    return found;
}

bool loop_is_error_text(const plan *p, slice name) { return acts_on_errors(p, name, false, 0); }

bool loop_is_check_text(const plan *p, slice name) { return acts_on_errors(p, name, true, 0); }
