// Finding phases: what is the same for the whole grid, and what can be computed again (splitter.h).
//
// In:  statements and variables. Out: for each statement whether it is done once a group.
// Invariant: what is not on a list of words, operators and names counts as memory, as a call, or as different for each block.
#include "frontend/splitter.h"

#include "frontend/collective.h"
#include "frontend/macro_value.h"
#include "frontend/unchanged.h"
#include "frontend/uniform.h"

#include <string.h>

// Types whose values are numbers, whatever else is in scope.
bool is_type_word(const splitter *s, size_t i)
{
    static const char *const words[] = {"int", "unsigned", "signed", "long", "short", "char", "bool", "float", "double", "size_t",
                                        "const", "auto", "constexpr", "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t",
                                        "uint16_t", "uint32_t", "uint64_t", "ptrdiff_t", "intptr_t", "uintptr_t"};
    return IS_ONE_OF(s, i, words);
}

// A template parameter that is a number: `template <int N>`.
static bool is_number_parameter(const splitter *s, size_t i)
{
    for (size_t k = token_at(s, s->d->begin); token_of(s, k)->begin < s->d->specifiers_begin; k++)
        if (k && slice_equal(bytes_of(s, k), bytes_of(s, i)) && is_type_word(s, k - 1))
            return true;
    return false;
}

// The body declares something of that name that is no variable of a thread.
static bool is_of_body(const splitter *s, size_t i)
{
    for (size_t k = 0; k < s->kernel->facts.count; k++) {
        const fact *x = &s->kernel->facts.items[k];
        if ((x->kind == FACT_SHARED || x->kind == FACT_STATIC_LOCAL) && is(s, i, x->name))
            return true;
    }
    return false;
}

// A constant outside of functions: `constexpr int threads = 256;`.
static bool is_constant(const splitter *s, size_t i)
{
    return !is_of_body(s, i) && plan_constant(s->plan, bytes_of(s, i)) == 1;
}

static bool is_recomputable(const splitter *s, const variable *of);

typedef enum value_kind {
    OF_THE_GRID,  // the same for all of it, now
    OF_THE_BLOCK  // the same in a block's thread whenever it is computed
} value_kind;

// (float), (unsigned *), static_cast<std::size_t>: gives the index of the closing bracket, else 0.
static size_t cast_end(const splitter *s, size_t i)
{
    const bool has_word = is(s, i, "static_cast");
    const size_t first = i + 1 + has_word;
    size_t k = first;
    if ((has_word ? !is(s, i + 1, "<") : !is(s, i, "(")))
        return 0;
    while (is_type_word(s, k) || (k > first && is(s, k, "*")) || (is(s, k, "std") && is(s, k + 1, "::") && is_type_word(s, k + 2)))
        k += is(s, k, "std") ? 3 : 1;
    return k > first && is(s, k, has_word ? ">" : ")") && (!has_word || is(s, k + 1, "(")) ? k : 0;
}

// blockIdx.x and the like: gives the index of the member, else 0.
static size_t index_member(const splitter *s, size_t i, value_kind kind)
{
    const bool of_grid = is(s, i, "blockDim") || is(s, i, "gridDim");
    const bool of_block = kind == OF_THE_BLOCK && (is(s, i, "blockIdx") || is(s, i, "threadIdx"));
    const bool member = is(s, i + 1, ".") && (is(s, i + 2, "x") || is(s, i + 2, "y") || is(s, i + 2, "z"));
    return (of_grid || of_block) && member && !is(s, i + 3, "(") && !is(s, i + 3, ".") ? i + 2 : 0;
}

// p.n, and nothing of p.n or by it.
static bool is_number_of_record(const splitter *s, size_t i)
{
    static const char *const more[] = {"(", "[", ".", "->", "{", "::"};
    return is(s, i + 1, ".") && token_of(s, i + 2)->kind == TOKEN_IDENTIFIER && !IS_ONE_OF(s, i + 3, more);
}

// The star of `float *x = a, *y = b;`
static bool is_of_declarator(const splitter *s, size_t star)
{
    const variable *v = token_of(s, star + 1)->kind == TOKEN_IDENTIFIER ? find_variable(s, bytes_of(s, star + 1), token_of(s, star + 1)->begin) : NULL;
    return v && !v->is_parameter && v->scope_begin == token_of(s, star + 1)->begin;
}

bool is_load(const splitter *s, size_t i)
{
    const bool operand = token_of(s, i - 1)->kind == TOKEN_NUMBER || is(s, i - 1, ")") || is(s, i - 1, "]") ||
                         (token_of(s, i - 1)->kind == TOKEN_IDENTIFIER && !is(s, i - 1, "return"));
    return is(s, i, "[") || (is(s, i, "*") && !operand && !is_of_declarator(s, i));
}

// Does the assignment at `i`, or ++ and --, change memory, and not a variable? `operand`: it stands behind one.
static bool changes_memory(const splitter *s, size_t i, bool operand)
{
    if (!operand)
        return token_of(s, i + 1)->kind != TOKEN_IDENTIFIER || is(s, i + 2, "[");
    return token_of(s, i - 1)->kind != TOKEN_IDENTIFIER || is_load(s, i - 2);
}

// A range of tokens that is looked at from left to right.
typedef struct value_scan {
    value_kind kind;
    bool changes;  // such variables may be given other values
    bool operand;  // stands in front
    bool loads;    // memory is read
    int questions; // `?` whose `:` is to come
} value_scan;

static bool allows_operator(const splitter *s, value_scan *x, size_t i)
{
    static const char *const operators[] = {"+", "-", "/", "%", "|", "^", "~", "!", "<", ">", "(", ")", "==", "!=", "<=", ">=", "&&", "||",
                                            "<<", ",", ";"};
    static const char *const assignments[] = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", "++", "--"};
    const bool operand = x->operand, binary = operand && (is(s, i, "*") || is(s, i, "&"));
    x->questions += is(s, i, "?");
    const bool choice = is(s, i, "?") ? !is(s, i + 1, ":") : is(s, i, ":") && x->questions-- > 0;
    const bool shifts = is(s, i, "=") && is(s, i - 1, ">") && is(s, i - 2, ">"); // >>= is three tokens
    const bool closes = is(s, i, "]") && x->loads, load = x->kind == OF_THE_GRID && is_load(s, i);
    x->loads |= load;
    x->operand = closes || is(s, i, ")") || (operand && (is(s, i, "++") || is(s, i, "--")));
    return binary || choice || load || closes || IS_ONE_OF(s, i, operators) ||
           (x->changes && IS_ONE_OF(s, i, assignments) && !(shifts ? changes_memory(s, i - 2, true) : changes_memory(s, i, operand)));
}

// x, or p.n
static bool is_such_variable(const splitter *s, const value_scan *x, const variable *v, size_t i)
{
    if (v->is_record)
        return is_number_of_record(s, i) && (x->kind == OF_THE_GRID ? v->is_uniform : !v->is_changed);
    return !is(s, i + 1, "(") && !is(s, i + 1, ".") && v->is_scalar &&
           (x->kind == OF_THE_GRID ? v->is_uniform : is_recomputable(s, v));
}

// CUDA's min or max, and no function of the program's by that name.
static bool is_minimum(const splitter *s, size_t i)
{
    if (!is(s, i, "min") && !is(s, i, "max"))
        return false;
    for (size_t k = 0; k < s->plan->functions.count; k++)
        if (!s->plan->functions.items[k].in_system && is(s, i, s->plan->functions.items[k].name))
            return false;
    return true;
}

// 3_th is what the program's own operator makes of 3.
static bool is_plain_number(const splitter *s, size_t i)
{
    return token_of(s, i)->kind == TOKEN_NUMBER && !memchr(bytes_of(s, i).bytes, '_', bytes_of(s, i).length);
}

// A name of no variable: min(a, b), float(x), true, N, a constant or a macro of numbers.
static bool is_number_name(const splitter *s, size_t i, value_kind kind)
{
    static const char *const numbers[] = {"true", "false", "pt_none", "warpSize"}, *const more[] = {"(", "<", "::", "{"};
    const bool called = is(s, i + 1, "(");
    if (is_type_word(s, i) || is_minimum(s, i))
        return called;
    const macro_value macro = macro_value_at(s->plan, s->kernel, s->file, i, &(macro_facts){0});
    if (macro != MACRO_OTHER)
        return macro == MACRO_OF_GRID || (macro == MACRO_OF_THREAD && kind == OF_THE_BLOCK);
    return IS_ONE_OF(s, i, numbers) || (!IS_ONE_OF(s, i + 1, more) && is_number_parameter(s, i)) ||
           (!called && uniform_number_macro(s->plan, s->file, token_of(s, i))) || (!called && !is(s, i + 1, "::") && is_constant(s, i));
}

// `i` becomes the index of the last token of what it is.
static bool allows_name(const splitter *s, value_scan *x, size_t *i)
{
    static const char *const words[] = {"and", "or", "not"};
    if (IS_ONE_OF(s, *i, words)) {
        x->operand = false;
        return true;
    }
    const size_t member = index_member(s, *i, x->kind);
    const variable *v = find_variable(s, bytes_of(s, *i), token_of(s, *i)->begin);
    if (v ? !is_such_variable(s, x, v, *i) : !member && !is_number_name(s, *i, x->kind))
        return false;
    x->operand = v || !is(s, *i + 1, "(");
    if (v && v->is_record)
        *i += 2;
    else if (member)
        *i = member;
    return true;
}

static bool allows_token(const splitter *s, value_scan *x, size_t *i)
{
    const token *t = token_of(s, *i);
    if (t->in_directive)
        return false;
    const size_t collective = x->kind == OF_THE_GRID ? collective_closing(s->plan, s->kernel, *i) : 0;
    const bool is_number = collective || is_plain_number(s, *i) || t->kind == TOKEN_CHARACTER;
    const size_t cast = is_number ? 0 : cast_end(s, *i);
    if (is_number || cast) {
        *i = collective ? collective : cast ? cast : *i;
        x->operand = is_number; // behind a cast comes one
        return true;
    }
    if (t->kind == TOKEN_PUNCTUATION)
        return allows_operator(s, x, *i);
    return t->kind == TOKEN_IDENTIFIER && allows_name(s, x, i);
}

// Are the tokens from `i` to the offset `end` made of such values, numbers and operators alone? Whatever is not in this list is
// not: a call, a member, a name of any other kind. With `changes`, such variables may be given other values.
//
// Memory is read by what is the same for the whole grid, if at all: then so is what it holds. Where it were not, one block would
// write what another reads, with no barrier between them.
static bool is_made_of(const splitter *s, size_t i, size_t end, value_kind kind, bool changes)
{
    value_scan x = {.kind = kind, .changes = changes};
    const size_t first = i;
    for (; token_of(s, i)->begin < end; i++)
        if (!allows_token(s, &x, &i))
            return false;
    return !x.loads || !unchanged_calls(s->plan, s->kernel, token_of(s, first)->begin, end); // an operator of the program's
}

// TYPE NAME = VALUE, NAME{VALUE}, NAME(VALUE); gives where the variable's value begins and ends; false when it has none.
static bool find_value(const splitter *s, const statement *x, const variable *v, size_t *first, size_t *end)
{
    const size_t name = find_declarator(s, x, v->name);
    if (name && (is(s, name + 1, "{") || is(s, name + 1, "("))) {
        *first = name + 2;
        *end = token_of(s, behind_bracket(s, name + 1) - 1)->begin;
        return true;
    }
    if (!name || !is(s, name + 1, "="))
        return false;
    size_t i = *first = name + 2;
    while (!is(s, i, ",") && !is(s, i, ";") && token_of(s, i)->begin < x->end) {
        if (is(s, i, "=") && !is(s, i - 1, "=") && !is(s, i - 1, "<") && !is(s, i - 1, ">") && !is(s, i - 1, "!"))
            return false;
        i = is(s, i, "(") ? behind_bracket(s, i) : i + 1;
    }
    *end = token_of(s, i)->begin;
    return true;
}

static bool is_variable_of(const splitter *s, size_t i, int declared)
{
    const variable *v = find_variable(s, bytes_of(s, i), token_of(s, i)->begin);
    return v && v->declared == declared && token_of(s, i)->begin == v->scope_begin;
}

// Index behind the name of a type; `i` when none begins there. A type with a name of its own must be followed by what it
// declares, so that no call is taken for one; that its variables are numbers or pointers libclang says.
static size_t behind_type(const splitter *s, size_t i)
{
    bool named = false;
    const size_t first = i;
    while (is_type_word(s, i))
        named |= !is(s, i++, "const") && !is(s, i - 1, "constexpr");
    if (!named && token_of(s, i)->kind == TOKEN_IDENTIFIER) {
        while (is(s, i + 1, "::") && token_of(s, i + 2)->kind == TOKEN_IDENTIFIER)
            i += 2;
        if (!is(s, i + 1, "*") && token_of(s, i + 1)->kind != TOKEN_IDENTIFIER)
            return first;
        i++;
    }
    return i;
}

// Is it `TYPE NAME = VALUE, *NAME = VALUE;` and nothing else? A value may stand in braces or parentheses, too.
static bool is_plain_declaration(const splitter *s, int index)
{
    const statement *x = &s->statements.items[index];
    const size_t first = token_at(s, x->begin);
    size_t i = behind_type(s, first);
    if (!x->is_simple || i == first)
        return false;
    for (;; i++) {
        while (is(s, i, "*") || is(s, i, "const"))
            i++;
        if (!is_variable_of(s, i, index) || !(is(s, i + 1, "=") || is(s, i + 1, "{") || is(s, i + 1, "(")))
            return false;
        for (i += 1; !is(s, i, ",") && !is(s, i, ";");)
            i = is(s, i, "(") || is(s, i, "{") ? behind_bracket(s, i) : i + 1;
        if (is(s, i, ";"))
            return token_of(s, i)->end == x->end;
    }
}

// TYPE NAME;
static bool is_declaration_without_value(const splitter *s, int index)
{
    const statement *x = &s->statements.items[index];
    const size_t first = token_at(s, x->begin), name = behind_type(s, first);
    return x->is_simple && name > first && is_variable_of(s, name, index) && is(s, name + 1, ";") && token_of(s, name + 1)->end == x->end;
}

// grid = cooperative_groups::this_grid(): the same object whenever it is made
static bool is_whole_group(const splitter *s, size_t value)
{
    while (token_of(s, value)->kind == TOKEN_IDENTIFIER && is(s, value + 1, "::"))
        value += 2;
    return (is(s, value, "this_grid") || is(s, value, "this_thread_block")) && is(s, value + 1, "(") && is(s, value + 2, ")") && is(s, value + 3, ";");
}

// Is what it holds made of what stays the same for its block? Not of itself.
static bool find_recomputable(const splitter *s, const variable *v)
{
    if (v->declared >= 0 && s->statements.items[v->declared].is_simple) {
        size_t value, end;
        const statement *x = &s->statements.items[v->declared];
        if (find_value(s, x, v, &value, &end) && is_whole_group(s, value)) {
            bool plain = token_of(s, value - 1)->kind == TOKEN_PUNCTUATION && is_variable_of(s, value - 2, v->declared);
            for (size_t i = token_at(s, x->begin); i + 2 < value; i++)
                plain &= token_of(s, i)->kind == TOKEN_IDENTIFIER ? !is(s, i + 1, "(") : is(s, i, "::");
            return plain;
        }
    }
    if (v->is_changed || !v->is_scalar)
        return false;
    if (v->is_parameter)
        return true;
    const statement *x = &s->statements.items[v->declared];
    if (!x->is_simple)
        return false; // a loop's variable changes
    size_t value, end;
    return is_plain_declaration(s, v->declared) && find_value(s, x, v, &value, &end) &&
           is_made_of(s, value, end, OF_THE_BLOCK, false);
}

// Each is looked at once: a variable may be made of another one that is made of others, several times over.
static bool is_recomputable(const splitter *s, const variable *of)
{
    variable *v = &s->variables.items[of - s->variables.items];
    if (v->recomputable == RECOMPUTABLE_UNKNOWN) {
        v->recomputable = RECOMPUTABLE_ASKED;
        v->recomputable = find_recomputable(s, v) ? RECOMPUTABLE : NOT_RECOMPUTABLE;
    }
    return v->recomputable == RECOMPUTABLE;
}

bool can_be_repeated(const splitter *s, int index)
{
    bool any = false;
    for (size_t k = 0; k < s->variables.count; k++)
        if (s->variables.items[k].declared == index) {
            if (!is_recomputable(s, &s->variables.items[k]))
                return false;
            any = true;
        }
    return any;
}

// if (condition) WORD; or { WORD; } and nothing else; gives the range of the condition.
static bool is_one_way_out(const splitter *s, const statement *x, const char *word, byte_range *condition)
{
    const size_t first = token_at(s, x->begin);
    if (x->kind != STATEMENT_PLAIN || !is(s, first, "if") || !is(s, first + 1, "("))
        return false;
    size_t i = behind_bracket(s, first + 1);
    *condition = (byte_range){token_of(s, first + 2)->begin, token_of(s, i - 1)->begin};
    const bool braces = is(s, i, "{");
    i += braces;
    return is(s, i, word) && is(s, i + 1, ";") && token_of(s, i + 1 + braces)->end == x->end;
}

// Where its condition is the same for the whole grid, which is not asked here.
static bool leaves_together(const splitter *s, const statement *x, byte_range *condition)
{
    return is_one_way_out(s, x, "break", condition) || is_one_way_out(s, x, "continue", condition) || is_one_way_out(s, x, "return", condition);
}

static bool declares_in_head(const splitter *s, int index)
{
    for (size_t k = 0; k < s->variables.count; k++)
        if (s->variables.items[k].declared == index)
            return true;
    return false;
}

static bool is_uniform_statement(const splitter *s, int index)
{
    const statement *x = &s->statements.items[index];
    byte_range condition;
    size_t i = token_at(s, x->begin);
    if (x->is_shared)
        return true;
    if (leaves_together(s, x, &condition))
        return is_made_of(s, token_at(s, condition.begin), condition.end, OF_THE_GRID, true);
    if (x->kind == STATEMENT_HEADER) {
        i += 2; // behind `for (`
        const bool declares = is(s, i - 2, "for") && declares_in_head(s, index);
        return is_made_of(s, declares ? behind_type(s, i) : i, x->end, OF_THE_GRID, true);
    }
    if (!x->is_simple)
        return false;
    if (is_declaration_without_value(s, index) && find_variable(s, bytes_of(s, behind_type(s, i)), token_of(s, behind_type(s, i))->begin)->is_uniform)
        return true;
    if (is(s, i, "(") && is(s, i + 1, "void") && is(s, i + 2, ")"))
        i += 3;
    if (!is_plain_declaration(s, index))
        return (find_variable(s, bytes_of(s, i), token_of(s, i)->begin) || is(s, i, "++") || is(s, i, "--") || collective_closing(s->plan, s->kernel, i)) &&
               is_made_of(s, i, x->end, OF_THE_GRID, true);
    for (size_t k = 0; k < s->variables.count; k++) {
        size_t value, end;
        if (s->variables.items[k].declared == index &&
            (!s->variables.items[k].is_uniform || !find_value(s, x, &s->variables.items[k], &value, &end) || !is_made_of(s, value, end, OF_THE_GRID, false)))
            return false;
    }
    return true;
}

static bool changes_variable(const splitter *s, const statement *x)
{
    for (size_t k = 0; k < s->kernel->facts.count; k++)
        if (s->kernel->facts.items[k].kind == FACT_CHANGE && s->kernel->facts.items[k].begin >= x->begin &&
            s->kernel->facts.items[k].begin < x->end)
            return true;
    return false;
}

// Done once a group whatever it does with the answer: what is given to the collective has a phase of its own.
static bool has_collective(const splitter *s, const statement *x) { return !x->is_collective && collective_in(s->plan, s->kernel, x->begin, x->end); }

// Heads, what leaves them, what changes such a variable, and collectives.
static bool must_be_once(const splitter *s, const statement *x)
{
    byte_range condition;
    return x->kind == STATEMENT_HEADER || leaves_together(s, x, &condition) || changes_variable(s, x) || has_collective(s, x);
}

// Does what is done once a group need the variable? `declared`: of a statement, how many needed variables it declares.
static bool is_needed_once(const splitter *s, size_t v, const unsigned *declared, const bool *once)
{
    const variable *x = &s->variables.items[v];
    if (x->is_changed || x->declared < 0 || s->statements.items[x->declared].kind == STATEMENT_HEADER)
        return true;
    for (size_t i = 0; i < s->statements.count; i++) {
        const statement *by = &s->statements.items[i];
        if (((by->is_uniform && once[i]) || declared[i]) && mentions(s, by->begin, by->end, x))
            return true;
    }
    return false;
}

// Done once a group is only what must be: the heads of loops, what ends them, what changes such variables, and declarations
// that these need. Other declarations stay in the phases, which would else be parted by them.
static void keep_needed(splitter *s)
{
    bool *needed = arena_alloc(s->plan->arena, (s->variables.count + 1) * sizeof *needed); // by variable
    bool *once = arena_alloc(s->plan->arena, (s->statements.count + 1) * sizeof *once);    // by statement
    unsigned *declared = arena_alloc(s->plan->arena, (s->statements.count + 1) * sizeof *declared);
    memset(declared, 0, s->statements.count * sizeof *declared);
    memset(needed, 0, s->variables.count * sizeof *needed);
    for (size_t i = 0; i < s->statements.count; i++)
        once[i] = must_be_once(s, &s->statements.items[i]);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t v = 0; v < s->variables.count; v++)
            if (!needed[v] && is_needed_once(s, v, declared, once)) {
                needed[v] = changed = true;
                if (s->variables.items[v].declared >= 0)
                    declared[s->variables.items[v].declared]++;
            }
    }
    for (size_t i = 0; i < s->statements.count; i++) {
        statement *x = &s->statements.items[i];
        x->is_uniform &= x->is_shared || once[i] || declared[i];
    }
    for (size_t v = 0; v < s->variables.count; v++)
        if (s->variables.items[v].declared >= 0 && !s->statements.items[s->variables.items[v].declared].is_uniform)
            s->variables.items[v].is_uniform = false;
}

// One round; false when nothing more has turned out to be another for each block.
static bool find_what_differs(splitter *s)
{
    bool changed = false;
    for (size_t i = 0; i < s->statements.count; i++)
        s->statements.items[i].is_uniform = is_uniform_statement(s, (int)i);
    for (size_t i = 0; i < s->variables.count; i++) {
        variable *v = &s->variables.items[i];
        if (v->is_uniform && v->declared >= 0 && !s->statements.items[v->declared].is_uniform) {
            v->is_uniform = false;
            changed = true;
        }
    }
    for (size_t i = 0; i < s->kernel->facts.count; i++) {
        const fact *x = &s->kernel->facts.items[i];
        if (!unchanged_is_broken_by(s->plan, x))
            continue;
        variable *v = find_variable(s, name_of(x), x->begin);
        const int at = statement_around(s, x->begin);
        if (v && v->is_uniform && !v->is_const && (at < 0 || !s->statements.items[at].is_uniform)) {
            v->is_uniform = false;
            changed = true;
        }
    }
    return changed;
}

// What decides whether all come to a barrier must be done once a group.
static void check_statements(splitter *s)
{
    for (size_t i = 0; i < s->statements.count; i++)
        if (s->statements.items[i].kind == STATEMENT_PLAIN && !s->statements.items[i].is_uniform && has_collective(s, &s->statements.items[i]))
            give_up(s, s->statements.items[i].begin, "the answer of a collective is used together with what is not the same for the whole grid; give it a name of its own");
    for (size_t i = 0; i < s->statements.count; i++)
        if (s->statements.items[i].kind == STATEMENT_HEADER && !s->statements.items[i].is_uniform)
            give_up(s, s->statements.items[i].begin,
                    "a loop or branch around a barrier depends on more than numbers, parameters and variables that are the same "
                    "for the whole grid");
}

// A parameter that each block changes lives like a variable.
static void find_live_parameters(splitter *s)
{
    for (size_t i = 0; i < s->kernel->facts.count; i++) {
        const fact *x = &s->kernel->facts.items[i];
        variable *v = unchanged_is_broken_by(s->plan, x) ? find_variable(s, name_of(x), x->begin) : NULL;
        if (!v || !v->is_parameter || v->is_uniform)
            continue;
        if (v->is_scalar || v->is_record)
            v->is_live = true;
        else
            give_up(s, x->begin, arena_format(s->plan->arena, x->kind == FACT_OPEN_CHANGE
                                                  ? "parameter '%s' may become another for each block by an operator or conversion of the program's, as its type is open"
                                                  : "parameter '%s' becomes another for each block", x->name));
    }
}

void find_uniform(splitter *s)
{
    while (find_what_differs(s))
        continue;
    keep_needed(s);
    check_statements(s);
    find_live_parameters(s);
}

bool is_guard(const splitter *s, const statement *x)
{
    byte_range condition;
    return x->list == 0 && is_one_way_out(s, x, "return", &condition) &&
           is_made_of(s, token_at(s, condition.begin), condition.end, OF_THE_BLOCK, false);
}
