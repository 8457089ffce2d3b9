// The order of a launch: see launch_order.h. By tokens, since a launch in a template has no types yet.
#include "frontend/launch_order.h"

#include "frontend/address.h"
#include "frontend/lex.h"
#include "support/map.h"

#include <stdio.h>
#include <string.h>

typedef struct part {
    size_t begin, end; // tokens
} part;

// What functions of the program change, each found out once.
typedef struct changing {
    map named;                       // the first function of a name,
    int *next;                       // and of each function the next one of its name; -1: none
    unsigned char *outside;          // of each: enum is_changing
    LIST_OF(const char *) operators; // that change something: "[", "*", without those of streams
    LIST_OF(const char *) classes;   // whose constructors do, which braces call
    bool has_conversion;             // that does
    bool has_literal;                // 3_units
} changing;
enum is_changing { NOT_ASKED, DOES_NOT, DOES };

static bool is(const plan_file *f, size_t i, const char *word) { return token_is(f->text, &f->tokens.items[i], word); }

static size_t behind_arguments(const plan_file *f, const launch *l)
{
    size_t i = token_at_or_after(&f->tokens, l->arguments_open), last = i, depth = 0;
    do {
        depth += is(f, i, "(");
        depth -= is(f, i, ")");
        last = i;
        i = plan_next_live(f, i + 1, l->arguments_open);
    } while (depth && i + 1 < f->tokens.count);
    return last + 1;
}

size_t launch_arguments_end(const plan *p, const launch *l)
{
    const plan_file *f = &p->files.items[l->file];
    return f->tokens.items[behind_arguments(f, l) - 1].end;
}

// ---- what is changed where it stands ---------------------------------------------------------------------------------

static size_t find_change(const plan_file *f, size_t i, size_t end)
{
    while (i < end && !change_at(f, i))
        i++;
    return i;
}

static bool holds_word(const plan_file *f, part where, const token *word)
{
    while (where.begin < where.end && !is_same_token(f, where.begin, f, (size_t)(word - f->tokens.items)))
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
        if (IS_ANY_TOKEN(f, i, words) || (change_at(f, i) && !declares))
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
        if (!plan_has_parameters(f, m.name))
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

// A name that stands for a text: does that do more than compute?
static bool object_macro_calls(const plan *p, const plan_file *from, size_t name, int depth)
{
    if (from->tokens.items[name].kind != TOKEN_IDENTIFIER || !plan_is_macro(p, token_word(from, name)))
        return false;
    for (macro_place m = {0}; plan_next_macro_named(p, token_word(from, name), &m);) {
        const plan_file *f = m.of;
        const part body = {m.name + 1, token_directive_end(&f->tokens, m.name)};
        if (!plan_has_parameters(f, m.name) && !computes(p, f, body, depth))
            return true;
    }
    return false;
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
        if (object_macro_calls(p, f, i, depth))
            return true;
        if (!is(f, i, "(") || i == where.begin)
            continue;
        const size_t name = name_of_call(f, i);
        if (name != (size_t)-1 && (name == i || !name_computes(p, f, name, depth)))
            return true;
    }
    return false;
}

// ---- what the program's own classes do -----------------------------------------------------------------------------------

// The name at the front of what is changed at `i`: of a[k].b = 1 and ++a.b it is a.
static size_t changed_name(const plan_file *f, size_t i, size_t begin)
{
    const bool is_in_front = f->tokens.items[i + 1].kind == TOKEN_IDENTIFIER && f->tokens.items[i - 1].kind != TOKEN_IDENTIFIER && !is(f, i - 1, "]");
    size_t at = is_in_front && (is(f, i, "++") || is(f, i, "--")) ? i + 1 : i - 1;
    while (at > begin && (is(f, at, "]") || is(f, at, ")") || is(f, at - 1, ".") || is(f, at - 1, "->"))) {
        if (is(f, at, "]") || is(f, at, ")"))
            at = plan_bracket_around(f, at, NULL);
        at -= at > begin + 1 && (is(f, at - 1, ".") || is(f, at - 1, "->")) ? 2 : 1;
    }
    return at;
}

// Does the name at `i` stand behind a type? `head_end`: of the function's parameters.
static bool is_declared_at(const plan_file *f, size_t i, size_t head_end)
{
    static const char *const of_declarator[] = {"*", "const", "__restrict__", "restrict"}, *const no_types[] = {"return", "else", "case", "throw", "new", "delete"};
    static const char *const in_front[] = {";", "{", "}", "::"};
    size_t type = i - 1;
    while (IS_ANY_TOKEN(f, type, of_declarator))
        type--;
    if (!(f->tokens.items[type].kind == TOKEN_IDENTIFIER || is(f, type, ">")) || IS_ANY_TOKEN(f, type, no_types))
        return false;
    const bool opens = is(f, type - 1, "(") || is(f, type - 1, ",");
    return type == i - 1 || i < head_end || is(f, type, ">") || IS_ANY_TOKEN(f, type - 1, in_front) || f->tokens.items[type - 1].kind == TOKEN_IDENTIFIER ||
           (opens && is(f, type - 2, "for"));
}

// Is what is changed at `i` a variable of the function's own? Not what such a one points to or is a reference to.
static bool changes_own(const plan_file *f, size_t i, size_t begin, size_t head_end)
{
    const size_t name = changed_name(f, i, begin);
    if ((name != i - 1 && name != i + 1) || (is(f, name - 1, "*") && !is_declared_at(f, name, head_end)))
        return false;
    for (size_t k = begin + 1; k <= name; k++)
        if (is_same_token(f, k, f, name) && is_declared_at(f, k, head_end))
            return true;
    return false;
}

// f(x), f<int>(x)
static bool is_called(const plan_file *f, size_t i)
{
    if (f->tokens.items[i].kind != TOKEN_IDENTIFIER)
        return false;
    const size_t behind = is(f, i + 1, "<") ? plan_behind_arguments(f, i + 1) : i + 1;
    return is(f, behind, "(");
}

// The first of the program's functions of that name, or of the destructors of that class; -1: none.
static int first_named(const changing *all, slice word, bool destructor)
{
    char name[256];
    const int length = snprintf(name, sizeof name, "%s%.*s", destructor ? "~" : "", (int)word.length, word.bytes);
    return length < (int)sizeof name ? map_get(&all->named, name) : -1;
}

static bool names_something(const changing *all, const plan_file *f, part where)
{
    static const char *const words[] = {"true", "false", "nullptr", "NULL"};
    for (size_t i = where.begin; i < where.end; i++)
        if (f->tokens.items[i].kind == TOKEN_IDENTIFIER && !IS_ANY_TOKEN(f, i, words) &&
            (!is_known_to_compute(f, i) || first_named(all, token_word(f, i), false) >= 0)) // the program's own size()
            return true;
    return false;
}

static bool shares_word(const changing *all, const plan_file *f, part one, part other)
{
    for (size_t i = one.begin; i < one.end; i++)
        if (f->tokens.items[i].kind == TOKEN_IDENTIFIER && (!is_known_to_compute(f, i) || first_named(all, token_word(f, i), false) >= 0) && holds_word(f, other, &f->tokens.items[i]))
            return true;
    return false;
}

static bool changes_outside(const plan *p, changing *all, int index);

// A function, called or handed on, or a class of which an object is made: T x;
static bool one_changes_outside(const plan *p, changing *all, const plan_file *from, size_t name)
{
    for (int destructor = 0; destructor < 2 && from->tokens.items[name].kind == TOKEN_IDENTIFIER; destructor++)
        for (int k = first_named(all, token_word(from, name), destructor); k >= 0; k = all->next[k])
            if (changes_outside(p, all, k))
                return true;
    return false;
}

static bool finds_change_outside(const plan *p, changing *all, const function *g)
{
    const declaration *d = plan_definition(g);
    if (!d)
        return false;
    const plan_file *f = &p->files.items[d->file];
    const size_t begin = token_at_or_after(&f->tokens, d->open), head_end = token_at_or_after(&f->tokens, d->close), end = token_at_or_after(&f->tokens, d->body_end);
    for (size_t i = begin + 1; i < end; i++) {
        if (is(f, i, "static") && !is(f, i + 1, "const") && !is(f, i + 1, "constexpr"))
            return true;
        const bool counts = change_at(f, i) && (g->form != FORM_CONSTRUCTOR || !is(f, i, "=") ||
                                                                         plan_constant(p, token_word(f, changed_name(f, i, begin))) == 0);
        if (counts && !changes_own(f, i, begin, head_end))
            return true;
        if (one_changes_outside(p, all, f, i))
            return true;
    }
    return false;
}

// Does a function of the program's change what is not its own? Members count as such, but where a constructor sets its object's.
static bool changes_outside(const plan *p, changing *all, int index)
{
    unsigned char *const known = &all->outside[index];
    if (*known == NOT_ASKED) {
        *known = DOES_NOT; // while it is asked, which is what a call of itself adds
        *known = finds_change_outside(p, all, &p->functions.items[index]) ? DOES : DOES_NOT;
    }
    return *known == DOES;
}

// std::ostream &operator<<(std::ostream &, T): `1 << n` is none of these.
static bool is_of_streams(const function *g)
{
    return (strcmp(g->name, "operator<<") == 0 || strcmp(g->name, "operator>>") == 0) && strstr(g->type, "stream");
}

static changing find_changing(const plan *p)
{
    const size_t count = p->functions.count;
    changing all = {.named = map_new(p->arena), .next = arena_alloc(p->arena, count * sizeof(int)), .outside = arena_alloc(p->arena, count)};
    for (size_t i = 0; i < count; i++) {
        const function *g = &p->functions.items[i];
        if (g->in_system || g->is_kernel)
            continue;
        all.next[i] = map_get(&all.named, g->name);
        map_put(&all.named, g->name, (int)i);
    }
    for (size_t i = 0; i < count; i++) {
        const function *g = &p->functions.items[i];
        const bool is_operator = (g->form == FORM_OPERATOR || g->form == FORM_CALL_OPERATOR) && !is_of_streams(g);
        if (g->in_system || !(is_operator || g->form == FORM_CONVERSION || g->form == FORM_CONSTRUCTOR) || !changes_outside(p, &all, (int)i))
            continue;
        if (g->form == FORM_CONVERSION)
            all.has_conversion = true;
        else if (strncmp(g->name, "operator\"\"", 10) == 0)
            all.has_literal = true;
        else if (g->form == FORM_CONSTRUCTOR)
            *ARENA_PUSH(p->arena, &all.classes) = g->name;
        else
            *ARENA_PUSH(p->arena, &all.operators) = arena_copy(p->arena, g->name + 8, g->name[8] == '[' ? 1 : strlen(g->name + 8));
    }
    return all;
}

static bool calls_what_changes(const plan *p, changing *all, const plan_file *f, part where)
{
    for (size_t i = where.begin; i < where.end; i++)
        if (object_macro_calls(p, f, i, 0) || one_changes_outside(p, all, f, i) ||
            (is_called(f, i) && plan_is_macro(p, token_word(f, i)) && !name_computes(p, f, i, 0)))
            return true;
    return false;
}

static bool classes_change(const changing *all, const plan_file *f, part where)
{
    for (size_t i = where.begin; i < where.end; i++) {
        const token *t = &f->tokens.items[i];
        if (all->has_literal && t->kind == TOKEN_NUMBER && memchr(f->text->bytes + t->begin, '_', t->end - t->begin))
            return true;
        for (size_t k = 0; k < all->operators.count; k++)
            if (is(f, i, all->operators.items[k]) || (strcmp(all->operators.items[k], ">>") == 0 && is(f, i, ">") && is(f, i + 1, ">")))
                return true;
        for (size_t k = 0; is(f, i + 1, "{") && k < all->classes.count; k++)
            if (is(f, i, all->classes.items[k]))
                return true;
    }
    return all->has_conversion && names_something(all, f, where);
}

// ---- what no name of a function tells ------------------------------------------------------------------------------------

// A lambda, an object of a class with operator(), a pointer: has the name stood behind a type or auto before, and in front of its value?
static bool is_variable(const plan_file *f, size_t name)
{
    static const char *const behind[] = {"=", "{", ";", ",", ")", "["};
    for (size_t i = name; i-- > 1;) {
        if (f->tokens.items[i].in_directive || !is_same_token(f, i, f, name))
            continue;
        const bool of_pointer = is(f, i - 1, "*") && is(f, i + 1, ")") && is(f, i + 2, "("); // int (*f)(int)
        const bool has_type = (f->tokens.items[i - 1].kind == TOKEN_IDENTIFIER && !is(f, i - 1, "return")) || is(f, i - 1, ">") || is(f, i - 1, "*") || is(f, i - 1, "&");
        if (of_pointer || (has_type && (IS_ANY_TOKEN(f, i + 1, behind) || is(f, i + 1, "("))))
            return true;
    }
    return false;
}

// f[0](), (*f)(), [&] { ... }(): not the lambda itself, [=] (int i) { ... }.
static bool calls_value(const plan_file *f, size_t open)
{
    if (is(f, open - 1, "]")) {
        const size_t at = plan_bracket_around(f, open - 1, NULL);
        return f->tokens.items[at - 1].kind == TOKEN_IDENTIFIER || is(f, at - 1, "]") || is(f, at - 1, ")");
    }
    return is(f, open - 1, "}") || (is(f, open - 1, ")") && name_of_call(f, open) == open);
}

// What such a call changes is for nobody to see.
static bool calls_variable(const plan *p, const plan_file *f, part where)
{
    for (size_t i = where.begin + 1; i < where.end; i++) {
        if (!is(f, i, "("))
            continue;
        const size_t name = name_of_call(f, i);
        const bool is_named = name != (size_t)-1 && name != i;
        if (is_named ? !is(f, name - 1, ".") && !is(f, name - 1, "->") && !name_computes(p, f, name, 0) && is_variable(f, name) : calls_value(f, i))
            return true;
    }
    return false;
}

// Default arguments (which are missing is not asked), which stand where the kernel is declared, and classes of parameters, whose constructors an argument may run.
static bool parameters_change(const plan *p, changing *all, int kernel)
{
    const function *k = &p->functions.items[kernel];
    for (size_t n = 0; n < k->declarations.count; n++) {
        const declaration *d = &k->declarations.items[n];
        const plan_file *f = &p->files.items[d->file];
        for (size_t i = 0; i < d->parameters.count; i++) {
            const parameter *x = &d->parameters.items[i];
            const part type = {token_at_or_after(&f->tokens, x->begin), token_at_or_after(&f->tokens, x->default_begin)};
            const part value = {type.end + 1, token_at_or_after(&f->tokens, x->end)};
            for (size_t t = type.begin; t < type.end; t++)
                for (size_t c = 0; c < all->classes.count; c++)
                    if (is(f, t, all->classes.items[c]))
                        return true;
            if (value.begin < value.end &&
                (find_change(f, value.begin, value.end) < value.end || classes_change(all, f, value) || calls_what_changes(p, all, f, value) ||
                 calls_variable(p, f, value)))
                return true;
        }
    }
    return false;
}

static bool any_parameters_change(const plan *p, changing *all, const launch *l)
{
    for (size_t i = 0; i < l->candidates.count; i++)
        if (parameters_change(p, all, l->candidates.items[i]))
            return true;
    return l->kernel >= 0 && parameters_change(p, all, l->kernel);
}

// ---- launches -----------------------------------------------------------------------------------------------------------

// The callee's text is written anew, behind the configuration.
static bool can_be_sequenced(const plan_file *f, const launch *l)
{
    if (l->callee_begin >= l->open_begin || l->name_begin < l->callee_begin || l->name_end > l->open_begin)
        return false;
    for (size_t i = token_at_or_after(&f->tokens, l->callee_begin); f->tokens.items[i].begin < l->open_begin; i++)
        if (f->tokens.items[i].in_directive)
            return false;
    return true;
}

static void look_at(plan *p, changing *all, launch *l)
{
    const plan_file *f = &p->files.items[l->file];
    const part configuration = {token_at_or_after(&f->tokens, l->open_end), token_at_or_after(&f->tokens, l->close_begin)};
    const part arguments = {token_at_or_after(&f->tokens, l->arguments_open), behind_arguments(f, l)};
    const part inside = {arguments.begin + 1, arguments.end - 1};
    const token *in_configuration = find_conflict(f, configuration, arguments), *in_arguments = find_conflict(f, arguments, configuration);
    const token *changed = in_configuration ? in_configuration : in_arguments;
    const bool changes = (find_change(f, configuration.begin, configuration.end) < configuration.end && names_something(all, f, inside)) ||
                         (find_change(f, inside.begin, inside.end) < inside.end && names_something(all, f, configuration));
    if (!changed && !changes &&
        !((classes_change(all, f, configuration) || calls_something(p, f, configuration, 0)) && names_something(all, f, inside)) &&
        !((classes_change(all, f, inside) || calls_what_changes(p, all, f, inside) || calls_variable(p, f, inside) || any_parameters_change(p, all, l)) &&
          names_something(all, f, configuration)) &&
        !(calls_something(p, f, inside, 0) && shares_word(all, f, configuration, inside)))
        return;
    l->is_sequenced = can_be_sequenced(f, l);
    if (!l->is_sequenced && changed)
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-launch-order", plan_span(p, l->file, changed->begin, changed->end),
                        "this changes what the %s of the launch may read, and the order of the two would be another one; write it in "
                        "front of the launch", changed == in_configuration ? "arguments" : "configuration");
}

void launch_order_analyse(plan *p)
{
    changing all = {0};
    for (size_t i = 0; i < p->launches.count && !all.next; i++)
        if (address_is_named_launch(p, &p->launches.items[i]))
            all = find_changing(p);
    for (size_t i = 0; i < p->launches.count; i++)
        if (address_is_named_launch(p, &p->launches.items[i]) && p->launches.items[i].arguments_open)
            look_at(p, &all, &p->launches.items[i]);
}
