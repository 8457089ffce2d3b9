// Calls that nobody writes: see silent.h.
#include "frontend/silent.h"

#include "frontend/bound_class.h"
#include "frontend/lex.h"

#include <string.h>

static const char silent_call[] = "operator"; // known by its address

bool silent_is_callee(const function *f)
{
    return (!f->in_system || f->is_foreign) && !f->is_kernel && f->is_device && f->form != FORM_FUNCTION && f->form != FORM_METHOD &&
           f->form != FORM_STATIC_METHOD && f->form != FORM_CALL_OPERATOR;
}

static bool matters(const function *f)
{
    return f->reads_block_index || f->has_block_barrier || f->has_warp_sync || f->has_grid_barrier || f->uses_shared || f->has_async_copy;
}

// `[](auto x)`, `[]<class T>(T x)`, and what a macro hides.
static bool is_generic(const plan_file *f, const fact *lambda)
{
    if (lambda->in_macro)
        return true;
    size_t i = token_at_or_after(&f->tokens, lambda->begin);
    int brackets = 0;
    do {
        brackets += is_token(f, i, "[") - is_token(f, i, "]");
        i++;
    } while (brackets && f->tokens.items[i].begin < lambda->end);
    if (!is_token(f, i, "("))
        return !is_token(f, i, "{") && !is_token(f, i, "mutable") && !is_token(f, i, "->");
    for (int parentheses = 0; f->tokens.items[i].begin < lambda->end; i++) {
        parentheses += is_token(f, i, "(") - is_token(f, i, ")");
        if (is_token(f, i, "auto"))
            return true;
        if (!parentheses)
            return false;
    }
    return true;
}

bool silent_may_stand_in(const plan *p, const function *f)
{
    const declaration *d = plan_definition(f);
    if (!d || f->in_system || !(f->is_kernel || f->is_device))
        return false;
    bool may = f->has_unread || ((d->is_template || d->in_template || d->has_auto_parameter) && f->open_values != NO_OPEN_VALUES);
    for (size_t i = 0; i < f->facts.count && !may; i++)
        may = f->facts.items[i].kind == FACT_LAMBDA && (f->facts.items[i].elsewhere || is_generic(&p->files.items[d->file], &f->facts.items[i]));
    return may;
}

bool silent_is_call(const fact *x) { return x->name == silent_call; }

bool silent_may_be_of(const fact *x, const function *f) { return silent_is_call(x) && silent_is_callee(f); }

// Its class, where only who names that can make objects of it; "": whoever has a template's type may come to it. (An object that a lambda has
// copied ends where the lambda does.)
static const char *class_to_name(plan *p, const function *f)
{
    const size_t scope = strlen(f->name_scope);
    if (f->form != FORM_CONSTRUCTOR || f->in_system || scope < 3) // whose text is not among the program's files
        return "";
    size_t begin = scope - 2;
    while (begin > 0 && f->name_scope[begin - 1] != ':')
        begin--;
    const char *const name = arena_copy(p->arena, f->name_scope + begin, scope - 2 - begin);
    return bound_class(p, name) ? "" : name;
}

static bool is_comparison(const char *o)
{
    return strcmp(o, "==") == 0 || strcmp(o, "!=") == 0 || *o == '<' || *o == '>'; // C++20 makes each of another one; << and >> stand for themselves, too
}

// May the operator be meant by what stands in `f`? Those for memory have words, and are meant by more than these.
static bool may_stand_in(const plan *p, const function *f, const char *name)
{
    const char *const o = name + strlen("operator");
    bool may = p->initialisers_operate || f->has_unread || f->open_values == OPEN_VALUES_UNKNOWN || is_name_byte(*o) || *o == ' ';
    for (size_t i = 0; i < f->open_operators.count && !may; i++) {
        const char *const written = f->open_operators.items[i];
        may = strcmp(written, o) == 0 || *written == '?' || (is_comparison(written) && is_comparison(o));
    }
    return may;
}

static bool has_silent_call(const function *f)
{
    return f->facts.count && silent_is_call(&f->facts.items[f->facts.count - 1]);
}

const function *silent_waiting(const plan *p, const function *f)
{
    for (size_t i = 0; i < p->functions.count && has_silent_call(f); i++) {
        const function *g = &p->functions.items[i];
        if (silent_is_callee(g) && !has_silent_call(g) && (g->has_block_barrier || g->has_warp_sync))
            return g; // and no other that may come to one, too
    }
    return NULL;
}

bool silent_add_calls(plan *p)
{
    LIST_OF(const char *) classes = {0}, operators = {0}; // of what matters
    bool added = false, is_open = false;
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        if (!silent_is_callee(f) || !matters(f))
            continue;
        const char *const class = class_to_name(p, f);
        if (f->form == FORM_OPERATOR)
            *ARENA_PUSH(p->arena, &operators) = f->name;
        else if (*class)
            *ARENA_PUSH(p->arena, &classes) = class;
        else
            is_open = true;
    }
    for (size_t i = 0; i < p->functions.count && (is_open || classes.count || operators.count); i++) {
        function *f = &p->functions.items[i];
        const declaration *d = plan_definition(f);
        bool reaches = is_open;
        if (!d || has_silent_call(f) || !silent_may_stand_in(p, f))
            continue;
        for (size_t k = 0; k < classes.count && !reaches; k++)
            reaches = bound_class_is_named(p, f, classes.items[k]);
        for (size_t k = 0; k < operators.count && !reaches; k++)
            reaches = may_stand_in(p, f, operators.items[k]);
        if (!reaches)
            continue;
        *ARENA_PUSH(p->arena, &f->facts) = (fact){.kind = FACT_CALL_DEPENDENT, .branch = -1, .callee = -1, .name = silent_call,
                                                  .context = OPERATOR_SYNTAX, .begin = d->body_end - 1, .end = d->body_end};
        added = true;
    }
    return added;
}
