// Collectives of the grid: see collective.h.
#include "frontend/collective.h"

#include "frontend/lex.h"
#include "frontend/number_class.h"
#include "frontend/short_circuit.h"
#include "frontend/thread_index.h"

#include <string.h>

static const collective_function functions[] = {
    {"pt_any", "any_of", false, false},           {"pt_all", "all_of", false, false},
    {"pt_count", "count_of", false, false},       {"pt_quantify", "quantity_of", false, false},
    {"pt_first", "first_of", false, true},        {"pt_select_one", "first_of", false, true},
    {"pt_vote", "votes_of", false, true},         {"pt_bcast", "value_of", true, true},
    {"pt_reduce_add", "sum_of", true, false},     {"pt_reduce_or", "bits_of", true, false},
    {"pt_reduce_and", "common_bits_of", true, false}, {"pt_reduce_max", "greatest_of", true, false},
    {"pt_reduce_min", "least_of", true, false}};

static const collective_function *by_name(slice name)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions && slice_starts_with(name, "pt_"); i++)
        if (slice_equal(name, (slice){functions[i].name, strlen(functions[i].name)}))
            return &functions[i];
    return NULL;
}

bool collective_is_name(const char *name) { return by_name((slice){name, strlen(name)}) != NULL; }

const collective_function *collective_of(const plan *p, const fact *x)
{
    if ((x->kind != FACT_CALL && x->kind != FACT_CALL_DEPENDENT) || x->callee < 0)
        return NULL;
    const function *f = &p->functions.items[x->callee];
    return f->in_system && !*f->name_scope ? by_name((slice){f->name, strlen(f->name)}) : NULL;
}

bool collective_any(const plan *p, const function *f)
{
    for (size_t i = 0; i < f->facts.count; i++)
        if (collective_of(p, &f->facts.items[i]))
            return true;
    return false;
}

const fact *collective_in(const plan *p, const function *kernel, size_t begin, size_t end)
{
    for (size_t i = 0; i < kernel->facts.count; i++) {
        const fact *x = &kernel->facts.items[i];
        if (!x->elsewhere && x->begin >= begin && x->begin < end && collective_of(p, x))
            return x;
    }
    return NULL;
}

// ---- words ---------------------------------------------------------------------------------------------------------------

// Token of the parenthesis behind the name at `i` and what stands in angle brackets; 0: none.
static size_t opening(const plan_file *f, size_t i)
{
    size_t k = i + 1;
    if (is_token(f, k, "<")) {
        int depth = 0;
        for (; f->tokens.items[k].kind != TOKEN_END && !is_token(f, k, ";"); k++) {
            if (is_token(f, k, "("))
                k = plan_closing_bracket(f, k, f->tokens.count);
            depth += is_token(f, k, "<") - is_token(f, k, ">");
            if (depth == 0)
                break;
        }
        k++;
    }
    return is_token(f, k, "(") ? k : 0;
}

size_t collective_closing_by_name(const plan_file *f, size_t i)
{
    i += is_token(f, i, "::");
    if (f->tokens.items[i].kind != TOKEN_IDENTIFIER || !by_name(token_word(f, i)))
        return 0;
    const size_t open = opening(f, i);
    return open ? plan_closing_bracket(f, open, f->tokens.count) : 0;
}

size_t collective_closing(const plan *p, const function *in, size_t i)
{
    const plan_file *f = &p->files.items[plan_definition(in)->file];
    const size_t close = collective_closing_by_name(f, i);
    if (!close)
        return 0;
    const size_t name = f->tokens.items[i + is_token(f, i, "::")].begin;
    return collective_in(p, in, name, name + 1) ? close : 0;
}

bool collective_read(const plan_file *f, const fact *x, collective_call *out)
{
    const size_t name = token_at_or_after(&f->tokens, x->begin);
    const bool is_global = name > 0 && is_token(f, name - 1, "::");
    const bool is_qualified = is_global && name > 1 && (f->tokens.items[name - 2].kind == TOKEN_IDENTIFIER || is_token(f, name - 2, ">"));
    *out = (collective_call){.begin = f->tokens.items[name - is_global].begin, .open = opening(f, name)};
    if (is_qualified || x->in_macro || x->elsewhere || f->tokens.items[name].begin != x->begin || !out->open)
        return false;
    out->close = plan_closing_bracket(f, out->open, f->tokens.count);
    if (out->open > name + 1)
        out->type = (slice){f->text->bytes + f->tokens.items[name + 1].end, f->tokens.items[out->open - 1].begin - f->tokens.items[name + 1].end};
    return out->close < f->tokens.count;
}

bool collective_is_in_turn(const branch *loop, const fact *x)
{
    const size_t end = loop->condition_end > loop->header_end ? loop->condition_end : loop->header_end;
    return loop->kind == BRANCH_LOOP && loop->condition_end && x->begin >= loop->condition_begin && x->begin < end;
}

// A macro with such an operator stands in front of it in its statement, or it stands between `({` and `})`, where statements end.
static bool is_behind_unknown(const plan *p, const declaration *d, const plan_file *file, size_t call)
{
    bool in_statement = true;
    int depth = 0; // braces that are closed again in front of it
    for (size_t i = call - 1; file->tokens.items[i].begin > d->body_begin; i--) {
        const bool opens = is_token(file, i, "{"), closes = is_token(file, i, "}");
        if (opens && depth == 0 && is_token(file, i - 1, "("))
            return true;
        const bool is_list = closes && (is_token(file, i + 1, ")") || is_token(file, i + 1, ",")); // f({1, 2})
        in_statement &= depth > 0 || !(opens || is_token(file, i, ";") || (closes && !is_list));
        depth += closes ? 1 : opens && depth > 0 ? -1 : 0;
        if (in_statement && short_circuit_in_macro(p, d, file->tokens.items[i].begin))
            return true;
    }
    return false;
}

grid_uniformity collective_behind_operators(const plan *p, const function *f, const fact *x)
{
    const declaration *d = plan_definition(f);
    const plan_file *file = &p->files.items[d->file];
    grid_uniformity all = is_behind_unknown(p, d, file, token_at_or_after(&file->tokens, x->begin)) ? GRID_DIFFERS : GRID_UNIFORM;
    short_circuit operators = short_circuit_of(file, d->body_begin, x->begin);
    for (size_t i; all != GRID_DIFFERS && (i = short_circuit_next(&operators));) {
        const size_t begin = file->tokens.items[short_circuit_operand(file, i)].begin, end = file->tokens.items[i].begin;
        if (thread_index_in(p, f, begin, end, true))
            return GRID_DIFFERS;
        if (!uniform_condition(p, f, begin, end, true))
            all = GRID_OPEN;
    }
    return all;
}

// Does the type's name mean the same wherever it is written? One of the language's own words, or what they are made of.
static bool is_of_language(const char *type)
{
    while (*type) {
        size_t length = strspn(type, "abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
        if (!(length == 0 && strchr(" *", *type)) && !is_number_word(type, length))
            return false;
        type += length ? length : 1;
    }
    return true;
}

// ---- checks --------------------------------------------------------------------------------------------------------------

static bool is_nested(const plan *p, const function *f, const plan_file *file, const collective_call *call)
{
    return collective_in(p, f, file->tokens.items[call->open].end, file->tokens.items[call->close].begin) != NULL;
}

static void check_call(plan *p, const function *f, const fact *x, const collective_function *c)
{
    const declaration *d = plan_definition(f);
    const plan_file *file = &p->files.items[d->file];
    const span at = plan_span(p, d->file, x->begin, x->end);
    collective_call call;
    const char *wrong = NULL;
    if (!f->annotated && f->is_kernel)
        wrong = "needs '#pragma pt kernel' before the kernel that it stands in";
    else if (!f->annotated || x->context & (IN_LAMBDA | IN_LOCAL_CLASS | OUTSIDE_BODY))
        wrong = "must stand in the body of a kernel with '#pragma pt kernel' itself, not in a function, a lambda or a class";
    else if (!collective_read(file, x, &call))
        wrong = "must be written out as a call, in no macro";
    else if (is_nested(p, f, file, &call))
        wrong = "is given the answer of another collective; give that one a name first";
    else if (c->has_type && !call.type.length && (!x->type || !is_of_language(x->type)))
        wrong = x->type ? "is for a type of the program's here; write it out, in angle brackets behind the name"
                        : "is for a type that depends on a template here; write it out, in angle brackets behind the name";
    else if (collective_behind_operators(p, f, x) == GRID_DIFFERS)
        wrong = "must be come to by all threads of the grid, and '&&', '||' or '?:' in front of it depends on the index of the thread or of the block, or on a macro";
    if (wrong)
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-collective", at, "'%s' %s", c->name, wrong);
}

// A program may have variables of these names.
static bool is_declared(const plan *p, const function *f, const char *name)
{
    const declaration *d = plan_definition(f);
    for (size_t i = 0; i < f->facts.count; i++)
        if (f->facts.items[i].kind == FACT_LOCAL && strcmp(f->facts.items[i].name, name) == 0)
            return false;
    for (size_t i = 0; i < d->parameters.count; i++)
        if (strcmp(d->parameters.items[i].name, name) == 0)
            return false;
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].in_system && !*p->functions.items[i].name_scope && strcmp(p->functions.items[i].name, name) == 0)
            return true;
    return false;
}

// bool (*f)(bool) = pt_any; what stands behind the name is for ptcc alone.
static void check_names(plan *p, const function *f)
{
    const declaration *d = plan_definition(f);
    const plan_file *file = &p->files.items[d->file];
    for (size_t i = token_at_or_after(&file->tokens, d->body_begin); file->tokens.items[i].begin < d->body_end; i++) {
        const token *t = &file->tokens.items[i];
        const bool is_member = is_token(file, i - 1, ".") || is_token(file, i - 1, "->");
        const collective_function *c = t->kind == TOKEN_IDENTIFIER && !t->in_directive && !is_member ? by_name(token_bytes(file->text, t)) : NULL;
        if (c && !opening(file, i) && is_declared(p, f, c->name))
            diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-collective", plan_span(p, d->file, t->begin, t->end),
                            "'%s' must be written out as a call: it has no address that a kernel could use", c->name);
    }
}

void collective_check(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        if (f->in_system || !plan_definition(f))
            continue;
        if (f->annotated)
            check_names(p, f);
        size_t last = (size_t)-1; // several facts of one call
        for (size_t k = 0; k < f->facts.count; k++) {
            const fact *x = &f->facts.items[k];
            const collective_function *c = collective_of(p, x);
            if (c && x->begin != last)
                check_call(p, f, x, c);
            last = c ? x->begin : last;
        }
    }
}
