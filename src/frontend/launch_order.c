// The order of a launch: see launch_order.h. By tokens, since a launch in a template has no types yet.
#include "frontend/launch_order.h"

#include "frontend/address.h"
#include "frontend/check_text.h"
#include "frontend/lex.h"

typedef struct part {
    size_t begin, end; // tokens
} part;

static bool is(const plan_file *f, size_t i, const char *word) { return token_is(f->text, &f->tokens.items[i], word); }

static size_t behind_arguments(const plan_file *f, const launch *l)
{
    size_t last = token_at_or_after(&f->tokens, l->arguments_open), depth = 0;
    do {
        depth += is(f, last, "(");
        depth -= is(f, last, ")");
        last++;
    } while (depth && last + 1 < f->tokens.count);
    return last;
}

size_t launch_arguments_end(const plan *p, const launch *l)
{
    const plan_file *f = &p->files.items[l->file];
    return f->tokens.items[behind_arguments(f, l) - 1].end;
}

// ---- what is changed where it stands ---------------------------------------------------------------------------------

static size_t find_change(const plan_file *f, size_t i, size_t end)
{
    while (i < end && !changes_something(f->text, &f->tokens, i))
        i++;
    return i;
}

static bool holds_word(const plan_file *f, part where, const token *word)
{
    while (where.begin < where.end && !is_same_word(f, &f->tokens.items[where.begin], word))
        where.begin++;
    return where.begin < where.end;
}

// The name that `one` changes and `other` reads, or NULL.
static const token *find_conflict(const plan_file *f, part one, part other)
{
    for (size_t i = find_change(f, one.begin, one.end); i < one.end; i = find_change(f, i + 1, one.end))
        for (size_t k = i - 1; k <= i + 1; k++) { // a name on either side
            const token *name = &f->tokens.items[k];
            if (name->kind == TOKEN_IDENTIFIER && holds_word(f, other, name))
                return name;
        }
    return NULL;
}

// ---- what is called ------------------------------------------------------------------------------------------------------

// Types, operators, and functions that change nothing.
static bool is_known_to_compute(const plan_file *f, size_t i)
{
    static const char *const words[] = {
        "if",     "for",    "while",    "switch", "dim3",   "int",    "unsigned", "long",  "short",  "char",   "bool",     "float",    "double",  "size_t", "ssize_t", "int32_t", "uint32_t",
        "int64_t", "uint64_t", "sizeof", "alignof", "decltype", "static_cast", "reinterpret_cast", "const_cast", "min",  "max",   "abs",     "ceil",
        "ceilf",  "floor",  "floorf",   "sqrt",  "sqrtf",  "log2",   "log2f",    "pow",      "powf",    "round",  "size",    "data",    "get",
        "begin",  "end",    "c_str",    "raw_pointer_cast", "make_uint3", "make_int2", "make_int3", "make_float2", "make_float3", "make_float4"};
    return IS_ANY_TOKEN(f, i, words);
}

static bool calls_something(const plan *p, const plan_file *f, part where, int depth);

// Does the text of a function, or of a macro, do nothing but compute?
static bool computes(const plan *p, const plan_file *f, part body, int depth)
{
    static const char *const words[] = {"static", "asm", "__asm__", "new", "delete", "throw", "co_await"};
    for (size_t i = body.begin; i < body.end; i++) {
        const bool declares = is(f, i, "=") && i > body.begin + 1 && f->tokens.items[i - 1].kind == TOKEN_IDENTIFIER &&
                              f->tokens.items[i - 2].kind == TOKEN_IDENTIFIER; // int x = 3
        if (IS_ANY_TOKEN(f, i, words) || (changes_something(f->text, &f->tokens, i) && !declares))
            return false;
    }
    return depth < 4 && !calls_something(p, f, body, depth + 1);
}

static bool takes_references(const plan_file *f, const declaration *d)
{
    bool is_const = false;
    for (size_t i = token_at_or_after(&f->tokens, d->open); f->tokens.items[i].begin < d->close; i++) {
        is_const = (is_const || is(f, i, "const")) && !is(f, i, ",");
        if ((is(f, i, "&") && !is_const) || is(f, i, "&&") || is(f, i, "*"))
            return true;
    }
    return false;
}

// All functions and macros of the project that have the name; without one, those that are known.
static bool name_computes(const plan *p, const plan_file *from, size_t name, int depth)
{
    bool found = is_known_to_compute(from, name);
    for (macro_place m = {0}; plan_next_macro_named(p, token_word(from, name), &m);) {
        const plan_file *f = m.of;
        part body = {m.name + 1, token_directive_end(&f->tokens, m.name)};
        const bool has_parameters = is(f, body.begin, "(") && f->tokens.items[body.begin].begin == f->tokens.items[m.name].end;
        if (!has_parameters)
            return false; // another name
        while (body.begin < body.end && !is(f, body.begin, ")"))
            body.begin++;
        body.begin += body.begin < body.end;
        if (!computes(p, f, body, depth))
            return false;
        found = true;
    }
    for (size_t k = 0; k < p->functions.count; k++) {
        const function *g = &p->functions.items[k];
        if (g->in_system || !token_is(from->text, &from->tokens.items[name], g->name))
            continue;
        const declaration *d = plan_definition(g);
        const plan_file *f = d ? &p->files.items[d->file] : NULL;
        if (!d || (g->form != FORM_FUNCTION && g->form != FORM_METHOD && g->form != FORM_STATIC_METHOD) || takes_references(f, d) ||
            !computes(p, f, (part){token_at_or_after(&f->tokens, d->body_begin), token_at_or_after(&f->tokens, d->body_end)}, depth))
            return false;
        found = true;
    }
    return found;
}

// Index of the name that is called by the ( at `i`; `i` where something else is; (size_t)-1 where nothing is called.
static size_t name_of_call(const plan_file *f, size_t i)
{
    size_t at = i - 1;
    if (is(f, at, ">")) { // of template arguments
        for (size_t depth = 1; depth && at > 0;) {
            at--;
            depth += is(f, at, ">");
            depth -= is(f, at, "<");
        }
        at -= at > 0;
    }
    if (f->tokens.items[at].kind == TOKEN_IDENTIFIER)
        return is(f, at, "return") ? (size_t)-1 : at;
    size_t type = at;
    while (type > 0 && is_known_to_compute(f, type - 1))
        type--;
    const bool is_cast = is(f, at, ")") && type < at && type > 0 && is(f, type - 1, "(");
    return (is(f, at, ")") && !is_cast) || is(f, at, "]") || is(f, at, "}") ? i : (size_t)-1;
}

static bool calls_something(const plan *p, const plan_file *f, part where, int depth)
{
    for (size_t i = where.begin; i < where.end; i++) {
        if (!is(f, i, "(") || i == where.begin)
            continue;
        const size_t name = name_of_call(f, i);
        if (name != (size_t)-1 && (name == i || !name_computes(p, f, name, depth)))
            return true;
    }
    return false;
}

static bool names_something(const plan_file *f, part where)
{
    static const char *const words[] = {"true", "false", "nullptr", "NULL"};
    for (size_t i = where.begin; i < where.end; i++)
        if (f->tokens.items[i].kind == TOKEN_IDENTIFIER && !is_known_to_compute(f, i) && !IS_ANY_TOKEN(f, i, words))
            return true;
    return false;
}

static bool shares_word(const plan_file *f, part one, part other)
{
    for (size_t i = one.begin; i < one.end; i++)
        if (f->tokens.items[i].kind == TOKEN_IDENTIFIER && !is_known_to_compute(f, i) && holds_word(f, other, &f->tokens.items[i]))
            return true;
    return false;
}

// ---- launches -----------------------------------------------------------------------------------------------------------

// The callee's text is written anew, behind the configuration.
static bool can_be_sequenced(const plan_file *f, const launch *l, size_t last)
{
    if (l->callee_begin >= l->open_begin || l->name_begin < l->callee_begin || l->name_end > l->open_begin)
        return false;
    for (size_t i = l->callee_begin; i + 1 < l->open_begin; i++)
        if (f->text->bytes[i] == '/' && (f->text->bytes[i + 1] == '/' || f->text->bytes[i + 1] == '*'))
            return false;
    for (size_t i = token_at_or_after(&f->tokens, l->callee_begin); i < last; i++)
        if (f->tokens.items[i].in_directive)
            return false;
    return true;
}

static void look_at(plan *p, launch *l)
{
    const plan_file *f = &p->files.items[l->file];
    const part configuration = {token_at_or_after(&f->tokens, l->open_end), token_at_or_after(&f->tokens, l->close_begin)};
    const part arguments = {token_at_or_after(&f->tokens, l->arguments_open), behind_arguments(f, l)};
    const part inside = {arguments.begin + 1, arguments.end - 1};
    const token *in_configuration = find_conflict(f, configuration, arguments), *in_arguments = find_conflict(f, arguments, configuration);
    const token *changed = in_configuration ? in_configuration : in_arguments;
    const bool changes = (find_change(f, configuration.begin, configuration.end) < configuration.end && names_something(f, inside)) ||
                         (find_change(f, inside.begin, inside.end) < inside.end && shares_word(f, configuration, inside));
    if (!changed && !changes && !(calls_something(p, f, configuration, 0) && names_something(f, inside)) &&
        !(calls_something(p, f, inside, 0) && shares_word(f, configuration, inside)))
        return;
    l->is_sequenced = can_be_sequenced(f, l, arguments.end);
    if (!l->is_sequenced && changed)
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-launch-order", plan_span(p, l->file, changed->begin, changed->end),
                        "this changes what the %s of the launch may read, and the order of the two would be another one; write it in "
                        "front of the launch", changed == in_configuration ? "arguments" : "configuration");
}

void launch_order_analyse(plan *p)
{
    for (size_t i = 0; i < p->launches.count; i++)
        if (address_is_named_launch(p, &p->launches.items[i]) && p->launches.items[i].arguments_open)
            look_at(p, &p->launches.items[i]);
}
