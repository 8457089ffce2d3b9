// Finding phases: the variables of a kernel's body, who changes them, and who may keep their address (splitter.h).
//
// In:  statements, and what libclang knows of locals (FACT_LOCAL, FACT_CHANGE). Out: variables.
// Invariant: what is not on a list of words and operators may change a variable, and a reference to it may be kept.
#include "frontend/splitter.h"

#include "frontend/barrier.h"
#include "frontend/collective.h"
#include "frontend/unchanged.h"

#include <string.h>

static bool is_plain_word(const splitter *s, size_t i) { return token_of(s, i)->kind == TOKEN_IDENTIFIER || is(s, i, "::"); }

variable *find_variable(const splitter *s, slice name, size_t offset)
{
    variable *best = NULL;
    for (size_t i = 0; i < s->variables.count; i++) {
        variable *v = &s->variables.items[i];
        if (slice_equal(v->name, name) && offset >= v->scope_begin && offset < v->scope_end &&
            (!best || v->scope_begin > best->scope_begin))
            best = v;
    }
    return best;
}

bool mentions(const splitter *s, size_t begin, size_t end, const variable *v)
{
    for (size_t i = token_at(s, begin); token_of(s, i)->begin < end; i++)
        if (slice_equal(bytes_of(s, i), v->name) && !is_member(s, i) && find_variable(s, v->name, token_of(s, i)->begin) == v)
            return true;
    return false;
}

// The token that declares `name` at the statement's own level, or 0.
size_t find_declarator(const splitter *s, const statement *x, slice name)
{
    const bool head = x->kind == STATEMENT_HEADER;
    size_t i = token_at(s, x->begin) + (head ? 2 : 0);
    while (token_of(s, i)->begin < x->end) {
        if (slice_equal(bytes_of(s, i), name) && !is_member(s, i) && (is(s, i + 1, "=") || is(s, i + 1, ";") || is(s, i + 1, ",") || is(s, i + 1, "{") ||
                                                  is(s, i + 1, "(") || is(s, i + 1, "[")))
            return i;
        if (head && is(s, i, ";"))
            return 0;
        i = depth_of(s, i) > 0 ? behind_bracket(s, i) : i + 1;
    }
    return 0;
}

// `const int i`, `int *const p`
static bool is_declared_const(const splitter *s, const statement *x, size_t name)
{
    if (is(s, name - 1, "const"))
        return true;
    bool constant = false;
    for (size_t i = token_at(s, x->begin); i < name; i++) {
        constant |= is(s, i, "const") || is(s, i, "constexpr");
        if (!is_plain_word(s, i))
            return constant && is(s, name - 1, ","); // of a further declarator, that is no pointer; else one of the first
    }
    return constant;
}

// v = 1, v += 1, v++, --v, v[i], v.x: no function or reference gets hold of it.
static bool is_change_by_name(const splitter *s, size_t i)
{
    const bool of_member = is(s, i + 1, ".") && !is(s, i + 3, "(");
    return of_member || is(s, i + 1, "[") || change_at(s->file, i + 1) || change_at(s->file, i - 1) == STEPS;
}

// The collective whose answer the variable begins with, and nothing else.
static const fact *answer_of(const splitter *s, size_t name)
{
    const size_t close = is(s, name + 1, "=") ? collective_closing(s->plan, s->kernel, name + 2) : 0;
    if (!close || !(is(s, close + 1, ";") || is(s, close + 1, ",")))
        return NULL;
    return collective_in(s->plan, s->kernel, token_of(s, name + 2)->begin, token_of(s, close)->begin);
}

// T sum = pt_reduce_add<T>(v): what is reduced are numbers, whatever the template leaves open.
static bool is_reduced_number(const splitter *s, const statement *x, size_t name)
{
    const fact *answer = answer_of(s, name);
    collective_call call;
    if (!answer || !collective_read(s->file, answer, &call) || !slice_starts_with(name_of(answer), "pt_reduce_") || !call.type.length)
        return false;
    size_t i = token_at(s, x->begin);
    i += is(s, i, "const");
    return slice_equal(bytes_of(s, i), call.type) && token_of(s, i + 1)->kind == TOKEN_IDENTIFIER;
}

static void add_parameters(splitter *s)
{
    for (size_t i = 0; i < s->d->parameters.count; i++) {
        const parameter *x = &s->d->parameters.items[i];
        const bool is_scalar = !x->is_class && !x->is_awkward && !x->is_pack;
        *ARENA_PUSH(s->plan->arena, &s->variables) = (variable){
            .name = {x->name, strlen(x->name)}, .is_parameter = true, .parameter = i, .is_scalar = is_scalar, .is_record = x->is_record,
            .is_const = x->is_const && (is_scalar || x->is_record), .is_uniform = is_scalar || x->is_record, .declared = -1,
            .scope_begin = s->d->body_begin, .scope_end = s->d->body_end};
    }
}

// `token`: its name, in the statement.
static void add_local(splitter *s, const fact *x, int index, size_t token)
{
    const statement *at = &s->statements.items[index];
    const bool is_scalar = (x->context & IS_SCALAR) != 0, is_const = is_declared_const(s, at, token);
    variable v = {.name = name_of(x), .is_scalar = is_scalar, .is_const = is_const, .is_object = !is_scalar, .is_number_class = (x->context & IS_NUMBER_CLASS) != 0,
                  .is_number = (x->context & HOLDS_NUMBERS) != 0, .keeps_no_address = (x->context & KEEPS_NO_ADDRESS) != 0,
                  .is_open = (x->context & IS_OPEN) != 0, .can_wait = (x->context & CAN_WAIT) != 0,
                  .is_const_type = (x->context & IS_CONST) != 0, .tells_constants = (x->context & TELLS_CONSTANTS) != 0, .type = x->type, .declared = index, .scope_begin = token_of(s, token)->begin};
    v.is_uniform = is_scalar || (is_const && answer_of(s, token));
    v.scope_end = at->kind == STATEMENT_HEADER ? s->kernel->branches.items[at->branch].end : s->list_ends.items[at->list];
    if (is_reduced_number(s, at, token)) {
        v.is_scalar = v.is_number = v.keeps_no_address = v.can_wait = v.is_uniform = true;
        v.is_object = v.is_open = false;
    }
    *ARENA_PUSH(s->plan->arena, &s->variables) = v;
}

// Those of statements that barriers part; others stay inside of one.
static void add_locals(splitter *s)
{
    for (size_t i = 0; i < s->kernel->facts.count; i++) {
        const fact *x = &s->kernel->facts.items[i];
        if (x->kind != FACT_LOCAL)
            continue;
        const int index = statement_around(s, x->begin);
        if (index < 0) {
            give_up(s, x->begin, "a variable is declared in a place that is not understood");
            return;
        }
        const statement *at = &s->statements.items[index];
        const size_t token = at->kind == STATEMENT_HEADER || at->is_simple ? find_declarator(s, at, name_of(x)) : 0;
        if (!token && at->is_simple && !(x->context & IN_LAMBDA))
            give_up(s, x->begin, arena_format(s->plan->arena, "the declaration of '%s' is not understood", x->name));
        if (token && !(x->context & IN_LAMBDA))
            add_local(s, x, index, token);
    }
}

// A name that stands for something else inside of a statement would be taken for the variable.
static void check_names_differ(splitter *s)
{
    for (size_t i = 0; i < s->kernel->facts.count; i++) {
        const fact *x = &s->kernel->facts.items[i];
        const variable *v = x->kind == FACT_LOCAL ? find_variable(s, name_of(x), x->begin) : NULL;
        if (v && (v->is_parameter || v->scope_begin < x->begin || statement_around(s, x->begin) != v->declared))
            give_up(s, x->begin, arena_format(s->plan->arena, "'%s' is the name of two variables", x->name));
    }
}

static void note_changes(splitter *s)
{
    for (size_t i = 0; i < s->kernel->facts.count; i++) {
        const fact *x = &s->kernel->facts.items[i];
        variable *v = unchanged_is_broken_by(s->plan, x) ? find_variable(s, name_of(x), x->begin) : NULL;
        if (!v || (v->is_const && v->is_scalar)) // of a constant only the address is taken, which look_at_uses sees
            continue;
        v->is_changed = true;
        v->is_pointed_to |= !is_change_by_name(s, token_at(s, x->begin));
    }
}

void add_variables(splitter *s)
{
    add_parameters(s);
    add_locals(s);
    if (s->why)
        return;
    check_names_differ(s);
    note_changes(s);
}

// x[i], i + 1, i < n, x.n + 1: nothing that could change the variable at `i`, whatever the types are.
static bool is_read(const splitter *s, size_t i, const variable *v)
{
    static const char *const before[] = {"[", "+", "-", "*", "/", "%", "<", ">", "=", "==", "!=", "<=", ">=", "&&", "||", "(", ",", "?", ":",
                                         "return", "+=", "-=", "*=", "/=", "!", ";", "{", "}", ")", "else"};
    static const char *const behind[] = {"]", "[", "+", "-", "*", "/", "%", "<", ">", "==", "!=", "<=", ">=", "&&", "||", ";", "?", ":", ")", ","};
    const size_t behind_it = i + (v->is_record && is(s, i + 1, ".") ? 3 : 1);
    const bool argument = (is(s, i - 1, "(") || is(s, i - 1, ",") || is(s, i - 1, ")")) && (is(s, behind_it, ")") || is(s, behind_it, ","));
    const bool condition = is(s, i - 1, "(") && is(s, behind_it, ")") && (is(s, i - 2, "if") || is(s, i - 2, "while"));
    const bool shifts = (is(s, behind_it, ">") && is(s, behind_it + 1, ">")) || (is(s, i - 1, ">") && is(s, i - 2, ">"));
    return IS_ONE_OF(s, i - 1, before) && IS_ONE_OF(s, behind_it, behind) && (!argument || condition) && !shifts;
}

// A call whose function may be given a reference, so that it may keep an address: by its type, or nobody knows.
static bool may_bind(const splitter *s, const fact *call)
{
    if (call->kind != FACT_CALL && call->kind != FACT_CALL_DEPENDENT && call->kind != FACT_CALL_INDIRECT && call->kind != FACT_CALL_VIRTUAL)
        return false;
    const bool is_operator = (call->context & OPERATOR_SYNTAX) != 0;
    if (call->callee < 0)
        return !is_operator || unchanged_has_operators(s->plan);
    const function *f = &s->plan->functions.items[call->callee];
    const char *parameters = f->type ? strchr(f->type, '(') : NULL;
    return (!parameters || strchr(parameters, '&') || f->is_repeated) && !(is_operator && f->in_system);
}

// phase & 1, 1 << phase, ~phase: a number on the other side leaves no operator of the program's for what is a number, too.
static bool is_beside_number(const splitter *s, size_t i)
{
    static const char *const operators[] = {"&", "|", "^", "<<"};
    const bool shifts = is(s, i + 1, ">") && is(s, i + 2, ">");
    return (is(s, i - 1, "~") && token_of(s, i - 2)->kind == TOKEN_PUNCTUATION) || (IS_ONE_OF(s, i - 1, operators) && token_of(s, i - 2)->kind == TOKEN_NUMBER) ||
           ((IS_ONE_OF(s, i + 1, operators) || shifts) && token_of(s, i + 2 + shifts)->kind == TOKEN_NUMBER);
}

// int(phase), f(phase, 1) of a function that takes no references
static bool is_passed_as_number(const splitter *s, size_t i)
{
    const size_t open = plan_bracket_around(s->file, i, NULL), name = open ? open - 1 : 0;
    if (!is(s, open, "(") || !(is(s, i - 1, "(") || is(s, i - 1, ",")) || !(is(s, i + 1, ")") || is(s, i + 1, ",")))
        return false;
    if (is_type_word(s, name))
        return true;
    for (size_t k = 0; k < s->kernel->facts.count; k++) {
        const fact *x = &s->kernel->facts.items[k];
        if (x->begin == token_of(s, name)->begin && x->kind == FACT_CALL && x->callee >= 0 && !may_bind(s, x))
            return true;
    }
    return false;
}

// End of a call: of one by its name, the fact holds the name alone.
static size_t call_end(const splitter *s, const fact *call)
{
    size_t i = token_at(s, call->end);
    if (call->context & OPERATOR_SYNTAX)
        return call->end;
    for (int depth = 0; is(s, i, "<") || depth > 0; i++) // f<T>(x)
        depth += is(s, i, "<") - is(s, i, ">");
    return is(s, i, "(") ? token_of(s, behind_bracket(s, i) - 1)->end : call->end;
}

// The call that the word at `i`, or its address, is a whole argument of, or the program's own operator whose operand it is; NULL: none.
static const fact *call_of(const splitter *s, size_t i, bool by_address)
{
    const fact *innermost = NULL;
    size_t length = 0;
    for (size_t k = 0; k < s->kernel->facts.count; k++) {
        const fact *x = &s->kernel->facts.items[k];
        const bool is_call = x->kind == FACT_CALL || x->kind == FACT_CALL_DEPENDENT || x->kind == FACT_CALL_INDIRECT || x->kind == FACT_CALL_VIRTUAL;
        if (!is_call || x->begin > token_of(s, i)->begin || barrier_is_grid(s->plan, x))
            continue;
        const size_t end = call_end(s, x);
        if (end < token_of(s, i)->end || (innermost && end - x->begin > length))
            continue;
        innermost = x;
        length = end - x->begin;
    }
    if (!innermost)
        return NULL;
    const bool constructs = innermost->callee >= 0 && s->plan->functions.items[innermost->callee].form == FORM_CONSTRUCTOR;
    const bool is_operand = (innermost->context & OPERATOR_SYNTAX) != 0 && !constructs;
    const size_t before = i - 1 - by_address;
    const bool begins = is(s, before, "(") || is(s, before, ",") || is(s, before, "{") || is(s, before, "?") || is(s, before, ":");
    const bool ends = is(s, i + 1, ")") || is(s, i + 1, ",") || is(s, i + 1, "}") || is(s, i + 1, ":") || is(s, i + 1, "[") || is(s, i + 1, ".");
    return is_operand || (begins && ends) ? innermost : NULL;
}

// As far as a reference may be bound to it.
static const fact *binding_call(const splitter *s, size_t i)
{
    const fact *const call = call_of(s, i, false);
    return call && may_bind(s, call) ? call : NULL;
}

bool may_be_bound(const splitter *s, size_t i) { return binding_call(s, i) != NULL; }

// One of several functions of the program's that have the name: one may be for constants.
static bool is_overloaded(const splitter *s, const fact *call)
{
    const function *f = call && call->callee >= 0 ? &s->plan->functions.items[call->callee] : NULL;
    unsigned count = 0;
    for (size_t i = 0; f && !f->in_system && i < s->plan->functions.count; i++) {
        const function *g = &s->plan->functions.items[i];
        count += g->primary < 0 && strcmp(g->name, f->name) == 0 && strcmp(g->name_scope, f->name_scope) == 0;
    }
    return count > 1;
}

static bool is_array(const splitter *s, const variable *v) { return is(s, token_at(s, v->scope_begin) + 1, "["); }

// `int (T &)`, `void (auto &&)`, and of an address `void (T *)`: T may become a constant type, and the function know it.
static bool deduces_constness(const splitter *s, size_t i, const variable *v)
{
    const bool is_address = is(s, i - 1, "&") || is_array(s, v);
    const fact *const call = call_of(s, i, is(s, i - 1, "&"));
    if (call && call->context & OPERATOR_SYNTAX && call->callee < 0)
        return false; // is_overloaded, and operators of the language
    if (call && call->callee >= 0)
        return unchanged_takes_variable(&s->plan->functions.items[call->callee], is_address);
    bool may = call && call->kind == FACT_CALL_INDIRECT && s->kernel->has_lambda;
    for (size_t k = 0; call && call->name && !may && k < s->plan->functions.count; k++)
        may = strcmp(s->plan->functions.items[k].name, call->name) == 0 && unchanged_takes_variable(&s->plan->functions.items[k], is_address);
    return may;
}

// An array of constants elsewhere than in c[i] and in a call that is known: c + 1, for (auto &x : c).
static bool hands_array_on(const splitter *s, size_t i, const variable *v)
{
    return is_array(s, v) && !(is(s, i + 1, "[") && is_element_by_value(s, i)) && !call_of(s, i, false);
}

// decltype(c), decltype((c)), `auto &r = c`, `auto *p = &c`
static bool is_asked_for_type(const splitter *s, size_t i, const variable *v)
{
    static const char *const questions[] = {"decltype", "typeof", "__typeof__"};
    size_t first = i;
    while (is(s, first - 1, "(") || is(s, first - 1, "&"))
        first--;
    if (!is(s, first - 1, "=") && !is(s, first - 1, "{"))
        return IS_ONE_OF(s, first - 1, questions);
    size_t type = first - 3; // in front of the name
    bool refers = is(s, i - 1, "&") || is_array(s, v); // else `auto copy = c` is no constant
    for (; is(s, type, "&") || is(s, type, "&&") || is(s, type, "*") || is(s, type, "const"); type--)
        refers |= !is(s, type, "const");
    return refers && is(s, type, "auto");
}

// May what the word at `i` is given to know that the variable is constant?
static bool may_be_told(const splitter *s, size_t i, const variable *v)
{
    return is_asked_for_type(s, i, v) || is_overloaded(s, call_of(s, i, is(s, i - 1, "&"))) || deduces_constness(s, i, v) || hands_array_on(s, i, v);
}

static void refuse_address(splitter *s, const variable *v, size_t i)
{
    give_up(s, token_of(s, i)->begin, arena_format(s->plan->arena, "somebody may keep the address of '%.*s'", (int)v->name.length, v->name.bytes));
}

// libclang says little of what a template leaves open, and not all of commas: there a variable must be const, or only read in ways
// that are plain. Nor may anybody keep the address of one.
void look_at_uses(splitter *s)
{
    for (size_t i = token_at(s, s->d->body_begin) + 1; token_of(s, i)->begin < s->d->body_end; i++) {
        variable *v = token_of(s, i)->kind == TOKEN_IDENTIFIER ? find_variable(s, bytes_of(s, i), token_of(s, i)->begin) : NULL;
        if (!v || is(s, i - 1, ".") || is(s, i - 1, "->") || token_of(s, i)->begin == v->scope_begin)
            continue;
        const bool operand = token_of(s, i - 2)->kind == TOKEN_NUMBER || token_of(s, i - 2)->kind == TOKEN_IDENTIFIER || is(s, i - 2, "]");
        if (!v->is_parameter && may_be_bound(s, i)) // a parameter stays in its place
            v->is_changed = v->is_pointed_to = true;
        v->tells_constants |= (v->is_const || v->is_const_type) && may_be_told(s, i, v);
        const bool of_pointee = v->is_scalar && (is(s, i + 1, "[") || is(s, i + 1, "->")); // &p[i], &p->x
        exposure_kind exposed;
        if (!of_pointee && is_exposed(s, i, v->is_object && !v->is_number_class, &exposed) && (!v->is_parameter || exposed == EXPOSES_TO_AN_ADDRESS)) {
            v->is_changed = v->is_pointed_to = true;
            v->is_uniform = false;
            if (v->is_parameter)
                refuse_address(s, v, i);
        }
        if (is(s, i - 1, "&") && !operand && !of_pointee) {
            v->is_changed = v->is_pointed_to = true;
            v->is_uniform = false;
            if (v->is_parameter)
                refuse_address(s, v, i);
        }
        if (is(s, i - 1, ",") && is(s, i + 1, ")") && !is(s, i + 2, ";") && !is(s, i + 2, ")") && !is(s, i + 2, ",") &&
            (is(s, i + 2, "=") || is(s, i + 2, "++") || is(s, i + 2, "--") || is(s, i + 3, "=") || is(s, i + 2, "+=") ||
             is(s, i + 2, "-=")))
            v->is_changed = true;
        bool known = v->is_const;
        for (size_t k = 0; k < s->kernel->facts.count && !known; k++) // a change that is known
            known = s->kernel->facts.items[k].kind == FACT_CHANGE && s->kernel->facts.items[k].begin == token_of(s, i)->begin;
        const bool is_number_there = v->is_scalar && !v->is_open && (is_beside_number(s, i) || is_passed_as_number(s, i));
        if (s->d->is_template && !known && !is_read(s, i, v) && !is_number_there)
            v->is_scalar = v->is_uniform = false;
    }
}
