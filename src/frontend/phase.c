// Phases: see phase.h.
//
// The body is taken apart by its tokens into statements, as deep as barriers lie in it; which names are variables, and where
// they may change, are facts from libclang (FACT_LOCAL, FACT_CHANGE). Whatever is not certain leaves the kernel in one piece.
#include "frontend/phase.h"

#include "frontend/analyse.h"
#include "frontend/barrier.h"
#include "frontend/uniform.h"

#include <string.h>

typedef enum statement_kind {
    STATEMENT_PLAIN,   // holds no barrier
    STATEMENT_BARRIER,
    STATEMENT_HEADER   // the head of a loop or branch that holds one: its body is a list of its own
} statement_kind;

typedef struct statement {
    statement_kind kind;
    size_t begin, end;
    int list;          // statements of one pair of braces
    int branch;        // STATEMENT_HEADER: of this one
    bool is_simple;    // an expression or a declaration
    bool is_uniform;   // the same for the whole grid, and done once a group
    bool is_guard;     // if (...) return;
    int phase;         // -1: none
} statement;

typedef struct variable {
    slice name;
    bool is_parameter, is_scalar, is_changed;
    bool is_const;       // by its declaration
    bool is_object;      // of a class, an array, a reference
    bool is_uniform;     // the same for the whole grid at any time
    int declared;        // statement, -1: a parameter
    size_t scope_begin, scope_end;
} variable;

typedef struct splitter {
    plan *plan;
    function *kernel;
    const declaration *d;
    const plan_file *file;
    LIST_OF(statement) statements;
    LIST_OF(variable) variables;
    LIST_OF(size_t) list_ends; // offset, by list
    const char *why; // it cannot be done; NULL so far
    size_t why_at;
} splitter;

static void give_up(splitter *s, size_t at, const char *why)
{
    if (!s->why) {
        s->why = why;
        s->why_at = at;
    }
}

static const token *token_of(const splitter *s, size_t i) { return &s->file->tokens.items[i]; }
static bool is(const splitter *s, size_t i, const char *text) { return token_is(s->file->text, token_of(s, i), text); }
static slice bytes_of(const splitter *s, size_t i)
{
    const token *t = token_of(s, i);
    return (slice){s->file->text->bytes + t->begin, t->end - t->begin};
}
static size_t token_at(const splitter *s, size_t offset) { return token_at_or_after(&s->file->tokens, offset); }

static bool is_word_among(const splitter *s, size_t i, const char *const *words, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (is(s, i, words[k]))
            return true;
    return false;
}
#define IS_AMONG(s, i, words) is_word_among(s, i, words, sizeof(words) / sizeof *(words))

// ---- statements ------------------------------------------------------------------------------------------------------

// Index behind the bracket that closes the one at `i`.
static size_t behind_bracket(const splitter *s, size_t i)
{
    int depth = 0;
    for (;; i++) {
        depth += is(s, i, "(") || is(s, i, "[") || is(s, i, "{");
        depth -= is(s, i, ")") || is(s, i, "]") || is(s, i, "}");
        if (depth == 0 || token_of(s, i)->kind == TOKEN_END)
            return i + 1;
    }
}

static const fact *barrier_in(const splitter *s, size_t begin, size_t end)
{
    for (size_t i = 0; i < s->kernel->facts.count; i++) {
        const fact *x = &s->kernel->facts.items[i];
        if (x->begin >= begin && x->begin < end && barrier_is_grid(s->plan, x))
            return x;
    }
    return NULL;
}

static int branch_at(const splitter *s, size_t begin)
{
    for (size_t i = 0; i < s->kernel->branches.count; i++)
        if (s->kernel->branches.items[i].begin == begin)
            return (int)i;
    return -1;
}

static statement *add(splitter *s, statement_kind kind, size_t begin, size_t end, int list, int branch)
{
    statement *out = ARENA_PUSH(s->plan->arena, &s->statements);
    *out = (statement){.kind = kind, .begin = begin, .end = end, .list = list, .branch = branch, .phase = -1};
    return out;
}

static void read_list(splitter *s, size_t i, size_t end);
static void read_statement(splitter *s, size_t *at, size_t end, int list);

// { ... } from token `i` on, with a barrier inside; returns the index behind it.
static size_t read_braces(splitter *s, size_t i)
{
    if (!is(s, i, "{")) {
        give_up(s, token_of(s, i)->begin, "a barrier lies in a statement without braces");
        return i + 1;
    }
    size_t behind = behind_bracket(s, i);
    read_list(s, i + 1, behind - 1);
    return behind;
}

// A loop or branch with a barrier inside.
static size_t read_branch(splitter *s, size_t i, int index, int list)
{
    const branch *b = &s->kernel->branches.items[index];
    if (b->kind == BRANCH_SWITCH || !b->editable || is(s, i + 1, "constexpr")) {
        give_up(s, b->begin, "a barrier lies in a statement of this kind");
        return token_at(s, b->end);
    }
    if (is(s, i, "do")) {
        size_t behind = read_braces(s, i + 1);
        size_t close = behind_bracket(s, behind + 1);
        add(s, STATEMENT_HEADER, token_of(s, behind)->begin, token_of(s, close - 1)->end, list, index);
        return close + 1; // the semicolon
    }
    size_t close = behind_bracket(s, i + 1);
    add(s, STATEMENT_HEADER, b->begin, token_of(s, close - 1)->end, list, index);
    size_t behind = read_braces(s, close);
    while (b->kind == BRANCH_IF && is(s, behind, "else") && !s->why) {
        int other = branch_at(s, token_of(s, behind + 1)->begin);
        behind = other >= 0 ? read_branch(s, behind + 1, other, list) : read_braces(s, behind + 1);
    }
    return behind;
}

// An expression, a declaration: up to its semicolon.
static size_t behind_semicolon(const splitter *s, size_t i, size_t end)
{
    while (i < end && !is(s, i, ";"))
        i = is(s, i, "(") || is(s, i, "[") || is(s, i, "{") ? behind_bracket(s, i) : i + 1;
    return i + 1;
}

static size_t read_simple(splitter *s, size_t i, size_t end, int list)
{
    size_t behind = behind_semicolon(s, i, end);
    const size_t from = token_of(s, i)->begin, to = token_of(s, behind - 1)->end;
    const fact *barrier = barrier_in(s, from, to);
    static const char *const others[] = {"using", "typedef", "namespace", "enum", "struct", "class", "union", "static", "extern",
                                         "template", "asm", "__asm__", "goto"};
    const bool binds = is(s, i, "auto") && (is(s, i + 1, "[") || is(s, i + 2, "[") || is(s, i + 3, "["));
    if (behind > end || binds || IS_AMONG(s, i, others))
        give_up(s, from, "a statement of this kind stands among the barriers");
    if (!barrier) {
        if (is(s, i, "case") || is(s, i, "default") || (is(s, i + 1, ":") && token_of(s, i)->kind == TOKEN_IDENTIFIER))
            give_up(s, from, "labels stand among the barriers");
        add(s, STATEMENT_PLAIN, from, to, list, -1)->is_simple = true;
        return behind;
    }
    // grid.sync(); and nothing else
    if (barrier->kind != FACT_CALL || barrier_begin(s->file, barrier) != from || !is(s, behind - 2, ")"))
        give_up(s, barrier->begin, "a barrier is part of a larger statement");
    add(s, STATEMENT_BARRIER, from, to, list, -1);
    return behind;
}

// Index behind the statement that begins at `i`.
static size_t behind_statement(const splitter *s, size_t i, size_t end)
{
    while (token_of(s, i)->in_directive && i < end)
        i++; // #pragma unroll
    if (is(s, i, "{"))
        return behind_bracket(s, i);
    if (is(s, i, "do"))
        return behind_semicolon(s, behind_statement(s, i + 1, end), end);
    if (is(s, i, "if") || is(s, i, "for") || is(s, i, "while") || is(s, i, "switch")) {
        i += is(s, i + 1, "constexpr");
        size_t behind = behind_statement(s, behind_bracket(s, i + 1), end);
        return is(s, behind, "else") && behind < end ? behind_statement(s, behind + 1, end) : behind;
    }
    return behind_semicolon(s, i, end);
}

static bool begins_compound(const splitter *s, size_t i)
{
    static const char *const words[] = {"{", "if", "for", "while", "do", "switch", "else", "try"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (is(s, i, words[k]))
            return true;
    return false;
}

static void read_list(splitter *s, size_t i, size_t end)
{
    const int list = (int)s->list_ends.count;
    *ARENA_PUSH(s->plan->arena, &s->list_ends) = token_of(s, end)->begin;
    size_t pragma = (size_t)-1;
    while (i < end && !s->why) {
        const token *t = token_of(s, i);
        const fact *directive = barrier_in(s, t->begin, t->begin + 1);
        if (directive && directive->kind == FACT_GRID_BARRIER) {
            add(s, STATEMENT_BARRIER, directive->begin, directive->end, list, -1);
            i = token_at(s, directive->end);
            if (is(s, i, ";") && i < end)
                i++; // behind a _Pragma
            continue;
        }
        if (t->in_directive && is(s, i, "#") && is(s, i + 1, "pragma")) {
            if (pragma == (size_t)-1)
                pragma = t->begin;
            i++;
            while (token_of(s, i)->in_directive && !token_of(s, i)->starts_line)
                i++;
            continue;
        }
        if (t->in_directive) {
            give_up(s, t->begin, "a preprocessing directive stands among the barriers");
            return;
        }
        const size_t before = s->statements.count;
        read_statement(s, &i, end, list);
        if (pragma != (size_t)-1 && s->statements.count > before && s->statements.items[before].kind == STATEMENT_PLAIN)
            s->statements.items[before].begin = pragma; // of the statement behind it: #pragma unroll
        pragma = (size_t)-1;
    }
}

static void read_statement(splitter *s, size_t *at, size_t end, int list)
{
    size_t i = *at;
    const token *t = token_of(s, i);
    if (!begins_compound(s, i)) {
        *at = read_simple(s, i, end, list);
        return;
    }
    const size_t behind = behind_statement(s, i, end);
    const size_t statement_end = token_of(s, behind - 1)->end;
    const int index = branch_at(s, t->begin);
    *at = behind;
    if (!barrier_in(s, t->begin, statement_end))
        add(s, STATEMENT_PLAIN, t->begin, statement_end, list, -1);
    else if (is(s, i, "{"))
        read_braces(s, i);
    else if (index >= 0)
        read_branch(s, i, index, list);
    else
        give_up(s, t->begin, "a barrier lies in a statement of this kind");
}

static int statement_around(const splitter *s, size_t offset)
{
    for (size_t i = 0; i < s->statements.count; i++)
        if (offset >= s->statements.items[i].begin && offset < s->statements.items[i].end)
            return (int)i;
    return -1;
}

static bool is_plain_word(const splitter *s, size_t i) { return token_of(s, i)->kind == TOKEN_IDENTIFIER || is(s, i, "::"); }

// ---- variables -------------------------------------------------------------------------------------------------------

static variable *find_variable(const splitter *s, slice name, size_t offset)
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

// The token that declares `name` at the statement's own level, or 0.
static size_t declarator(const splitter *s, const statement *x, slice name)
{
    const bool head = x->kind == STATEMENT_HEADER;
    size_t i = token_at(s, x->begin) + (head ? 2 : 0);
    while (token_of(s, i)->begin < x->end) {
        if (slice_equal(bytes_of(s, i), name) && (is(s, i + 1, "=") || is(s, i + 1, ";") || is(s, i + 1, ",") || is(s, i + 1, "{") ||
                                                  is(s, i + 1, "(") || is(s, i + 1, "[")))
            return i;
        if (head && is(s, i, ";"))
            return 0;
        i = is(s, i, "(") || is(s, i, "[") || is(s, i, "{") ? behind_bracket(s, i) : i + 1;
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
            return false; // a pointer, another declarator
    }
    return constant;
}

static void add_variables(splitter *s)
{
    arena *a = s->plan->arena;
    for (size_t i = 0; i < s->d->parameters.count; i++) {
        const parameter *x = &s->d->parameters.items[i];
        const char *name = x->name;
        const bool is_scalar = !x->is_class && !x->is_awkward && !x->is_pack;
        *ARENA_PUSH(a, &s->variables) = (variable){.name = {name, strlen(name)}, .is_parameter = true, .is_scalar = is_scalar,
            .is_uniform = is_scalar, .declared = -1, .scope_begin = s->d->body_begin, .scope_end = s->d->body_end};
    }
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
        const slice name = {x->name, strlen(x->name)};
        const size_t token = at->kind == STATEMENT_HEADER || at->is_simple ? declarator(s, at, name) : 0;
        if (!token && at->is_simple && !(x->context & IN_LAMBDA))
            give_up(s, x->begin, arena_format(a, "the declaration of '%s' is not understood", x->name));
        if (!token || x->context & IN_LAMBDA)
            continue; // inside of the statement
        size_t scope_end = s->list_ends.items[at->list];
        if (at->kind == STATEMENT_HEADER)
            scope_end = s->kernel->branches.items[at->branch].end;
        *ARENA_PUSH(a, &s->variables) = (variable){.name = name, .is_scalar = (x->context & IS_SCALAR) != 0,
            .is_const = is_declared_const(s, at, token), .is_object = !(x->context & IS_SCALAR),
            .is_uniform = (x->context & IS_SCALAR) != 0, .declared = index, .scope_begin = token_of(s, token)->begin, .scope_end = scope_end};
    }
    // A name that stands for something else inside of a statement would be taken for the variable.
    for (size_t i = 0; i < s->kernel->facts.count; i++) {
        const fact *x = &s->kernel->facts.items[i];
        const variable *v = x->kind == FACT_LOCAL ? find_variable(s, (slice){x->name, strlen(x->name)}, x->begin) : NULL;
        if (v && (v->is_parameter || v->scope_begin < x->begin ||
                  statement_around(s, x->begin) != v->declared))
            give_up(s, x->begin, arena_format(s->plan->arena, "'%s' is the name of two variables", x->name));
    }
    for (size_t i = 0; i < s->kernel->facts.count; i++) {
        const fact *x = &s->kernel->facts.items[i];
        variable *v = x->kind == FACT_CHANGE ? find_variable(s, (slice){x->name, strlen(x->name)}, x->begin) : NULL;
        if (v)
            v->is_changed = true;
    }
}

// x[i], i + 1, i < n: nothing that could change the variable at `i`, whatever the types are.
static bool is_read(const splitter *s, size_t i)
{
    static const char *const before[] = {"[", "+", "-", "*", "/", "%", "<", ">", "=", "==", "!=", "<=", "&&", "||", "(", ",", "?", ":",
                                         "return", "+=", "-=", "*=", "/=", "!", ";", "{", "}", ")", "else"};
    static const char *const behind[] = {"]", "[", "+", "-", "*", "/", "%", "<", ">", "==", "!=", "<=", "&&", "||", ";", "?", ":", ")", ","};
    const bool argument = (is(s, i - 1, "(") || is(s, i - 1, ",") || is(s, i - 1, ")")) && (is(s, i + 1, ")") || is(s, i + 1, ","));
    const bool condition = is(s, i - 1, "(") && is(s, i + 1, ")") && (is(s, i - 2, "if") || is(s, i - 2, "while"));
    const bool shifts = (is(s, i + 1, ">") && is(s, i + 2, ">")) || (is(s, i - 1, ">") && is(s, i - 2, ">"));
    return IS_AMONG(s, i - 1, before) && IS_AMONG(s, i + 1, behind) && (!argument || condition) && !shifts;
}

// libclang says little of what a template leaves open, and not all of commas: there a variable must be const, or only read in ways
// that are plain. Nor may anybody keep the address of one.
static void look_at_uses(splitter *s)
{
    for (size_t i = token_at(s, s->d->body_begin) + 1; token_of(s, i)->begin < s->d->body_end; i++) {
        variable *v = token_of(s, i)->kind == TOKEN_IDENTIFIER ? find_variable(s, bytes_of(s, i), token_of(s, i)->begin) : NULL;
        if (!v || is(s, i - 1, ".") || is(s, i - 1, "->") || token_of(s, i)->begin == v->scope_begin)
            continue;
        const bool operand = token_of(s, i - 2)->kind == TOKEN_NUMBER || token_of(s, i - 2)->kind == TOKEN_IDENTIFIER ||
                             is(s, i - 2, ")") || is(s, i - 2, "]");
        if (is(s, i - 1, "&") && !operand)
            give_up(s, token_of(s, i)->begin, arena_format(s->plan->arena, "somebody may keep the address of '%.*s'",
                                                           (int)v->name.length, v->name.bytes));
        if (is(s, i - 1, ",") && is(s, i + 1, ")") && !is(s, i + 2, ";") && !is(s, i + 2, ")") && !is(s, i + 2, ",") &&
            (is(s, i + 2, "=") || is(s, i + 2, "++") || is(s, i + 2, "--") || is(s, i + 3, "=") || is(s, i + 2, "+=") ||
             is(s, i + 2, "-=")))
            v->is_changed = true;
        bool known = v->is_const;
        for (size_t k = 0; k < s->kernel->facts.count && !known; k++) // a change that is known
            known = s->kernel->facts.items[k].kind == FACT_CHANGE && s->kernel->facts.items[k].begin == token_of(s, i)->begin;
        if (s->d->is_template && !known && !is_read(s, i))
            v->is_scalar = v->is_uniform = false;
    }
}

// ---- what is the same for the whole grid, and what for a block at any time --------------------------------------------

// Types whose values are numbers, whatever else is in scope.
static bool is_type_word(const splitter *s, size_t i)
{
    static const char *const words[] = {"int", "unsigned", "signed", "long", "short", "char", "bool", "float", "double", "size_t",
                                        "const", "auto", "constexpr", "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t",
                                        "uint16_t", "uint32_t", "uint64_t", "ptrdiff_t", "intptr_t", "uintptr_t"};
    return IS_AMONG(s, i, words);
}

// A template parameter that is a number: `template <int N>`.
static bool is_number_parameter(const splitter *s, size_t i)
{
    for (size_t k = token_at(s, s->d->begin); token_of(s, k)->begin < s->d->specifiers_begin; k++)
        if (k && slice_equal(bytes_of(s, k), bytes_of(s, i)) && is_type_word(s, k - 1))
            return true;
    return false;
}

static bool is_recomputable(const splitter *s, const variable *v, int depth);

typedef enum value_kind {
    OF_THE_GRID,  // the same for all of it, now
    OF_THE_BLOCK  // the same in a block's thread whenever it is computed
} value_kind;

// (float), (unsigned *): gives the index of the closing parenthesis, else 0.
static size_t cast_end(const splitter *s, size_t i)
{
    size_t k = i + 1;
    while (is_type_word(s, k) || (k > i + 1 && is(s, k, "*")))
        k++;
    return k > i + 1 && is(s, k, ")") ? k : 0;
}

// blockIdx.x and the like: gives the index of the member, else 0.
static size_t index_member(const splitter *s, size_t i, value_kind kind)
{
    const bool of_grid = is(s, i, "blockDim") || is(s, i, "gridDim");
    const bool of_block = kind == OF_THE_BLOCK && (is(s, i, "blockIdx") || is(s, i, "threadIdx"));
    const bool member = is(s, i + 1, ".") && (is(s, i + 2, "x") || is(s, i + 2, "y") || is(s, i + 2, "z"));
    return (of_grid || of_block) && member && !is(s, i + 3, "(") && !is(s, i + 3, ".") ? i + 2 : 0;
}

// Are the tokens from `i` to the offset `end` made of such values, numbers and operators alone? Whatever is not in this list is
// not: a load, a call, a member, a name of any other kind. With `changes`, such variables may be given other values.
static bool is_made_of(const splitter *s, size_t i, size_t end, value_kind kind, bool changes, int depth)
{
    static const char *const operators[] = {"+", "-", "/", "%", "|", "^", "~", "!", "<", ">", "(", ")", "==", "!=", "<=", "&&", "||",
                                            "<<", ",", ";"};
    static const char *const assignments[] = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", "++", "--"};
    bool operand = false; // in front
    int questions = 0;
    for (; token_of(s, i)->begin < end; i++) {
        const token *t = token_of(s, i);
        if (t->in_directive)
            return false;
        if (t->kind == TOKEN_NUMBER || t->kind == TOKEN_CHARACTER) {
            operand = true;
            continue;
        }
        if (t->kind == TOKEN_PUNCTUATION) {
            const size_t cast = is(s, i, "(") ? cast_end(s, i) : 0;
            const bool greater_equal = is(s, i, "=") && i && is(s, i - 1, ">") && token_of(s, i - 1)->end == t->begin &&
                                       !(is(s, i - 2, ">") && token_of(s, i - 2)->end == token_of(s, i - 1)->begin);
            const bool binary = operand && (is(s, i, "*") || is(s, i, "&"));
            questions += is(s, i, "?");
            const bool choice = is(s, i, "?") ? !is(s, i + 1, ":") : is(s, i, ":") && questions-- > 0;
            if (cast) {
                i = cast;
                operand = false;
                continue;
            }
            if (!binary && !choice && !greater_equal && !IS_AMONG(s, i, operators) && !(changes && IS_AMONG(s, i, assignments)))
                return false;
            operand = is(s, i, ")") || (operand && (is(s, i, "++") || is(s, i, "--")));
            continue;
        }
        if (t->kind != TOKEN_IDENTIFIER)
            return false;
        const size_t member = index_member(s, i, kind);
        const variable *v = find_variable(s, bytes_of(s, i), t->begin);
        const bool called = is(s, i + 1, "(");
        if (v && (called || is(s, i + 1, ".") || !v->is_scalar ||
                  !(kind == OF_THE_GRID ? v->is_uniform : is_recomputable(s, v, depth))))
            return false;
        if (member) {
            i = member;
        } else if (!v && (is(s, i, "min") || is(s, i, "max") || is_type_word(s, i))) {
            if (!called) // float(x)
                return false;
        } else if (!v && !is(s, i, "true") && !is(s, i, "false") && !is(s, i, "warpSize") &&
                   (called || is(s, i + 1, "<") || is(s, i + 1, "::") || is(s, i + 1, "{") || !is_number_parameter(s, i)) &&
                   !(uniform_number_macro(s->plan, s->file, t) && !called)) {
            return false;
        }
        operand = v || !called;
    }
    return true;
}

// TYPE NAME = VALUE, NAME = VALUE; gives where the variable's value begins and ends; false when it has none.
static bool find_value(const splitter *s, const statement *x, const variable *v, size_t *first, size_t *end)
{
    const size_t name = declarator(s, x, v->name);
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

// Is it `TYPE NAME = VALUE, *NAME = VALUE;` and nothing else?
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
        if (!is_variable_of(s, i, index) || !is(s, i + 1, "="))
            return false;
        for (i += 2; !is(s, i, ",") && !is(s, i, ";");)
            i = is(s, i, "(") ? behind_bracket(s, i) : i + 1;
        if (is(s, i, ";"))
            return token_of(s, i)->end == x->end;
    }
}

// grid = cooperative_groups::this_grid(): the same object whenever it is made
static bool is_whole_group(const splitter *s, size_t value)
{
    while (token_of(s, value)->kind == TOKEN_IDENTIFIER && is(s, value + 1, "::"))
        value += 2;
    return (is(s, value, "this_grid") || is(s, value, "this_thread_block")) && is(s, value + 1, "(") && is(s, value + 2, ")") && is(s, value + 3, ";");
}

static bool is_recomputable(const splitter *s, const variable *v, int depth)
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
    if (v->is_changed || !v->is_scalar || depth > 16)
        return false;
    if (v->is_parameter)
        return true;
    const statement *x = &s->statements.items[v->declared];
    if (!x->is_simple)
        return false; // a loop's variable changes
    size_t value, end;
    return is_plain_declaration(s, v->declared) && find_value(s, x, v, &value, &end) &&
           is_made_of(s, value, end, OF_THE_BLOCK, false, depth + 1);
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

static bool leaves_loop(const splitter *s, const statement *x, byte_range *condition)
{
    return is_one_way_out(s, x, "break", condition) || is_one_way_out(s, x, "continue", condition);
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
    if (leaves_loop(s, x, &condition))
        return is_made_of(s, token_at(s, condition.begin), condition.end, OF_THE_GRID, false, 0);
    if (x->kind == STATEMENT_HEADER) {
        i += 2; // behind `for (`
        const bool declares = is(s, i - 2, "for") && x->kind == STATEMENT_HEADER && declares_in_head(s, index);
        return is_made_of(s, declares ? behind_type(s, i) : i, x->end, OF_THE_GRID, true, 0);
    }
    if (!x->is_simple)
        return false;
    if (!is_plain_declaration(s, index))
        return (find_variable(s, bytes_of(s, i), token_of(s, i)->begin) || is(s, i, "++") || is(s, i, "--")) &&
               is_made_of(s, i, x->end, OF_THE_GRID, true, 0);
    for (size_t k = 0; k < s->variables.count; k++) {
        size_t value, end;
        if (s->variables.items[k].declared == index &&
            (!s->variables.items[k].is_uniform || !find_value(s, x, &s->variables.items[k], &value, &end) || !is_made_of(s, value, end, OF_THE_GRID, false, 0)))
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

static bool mentions(const splitter *s, const statement *x, const variable *v)
{
    for (size_t i = token_at(s, x->begin); token_of(s, i)->begin < x->end; i++)
        if (slice_equal(bytes_of(s, i), v->name) && find_variable(s, v->name, token_of(s, i)->begin) == v)
            return true;
    return false;
}

// Done once a group is only what must be: the heads of loops, what ends them, what changes such variables, and declarations
// that these need. Other declarations stay in the phases, which would else be parted by them.
static void keep_needed(splitter *s)
{
    bool *needed = arena_alloc(s->plan->arena, (s->variables.count + 1) * sizeof *needed);
    memset(needed, 0, s->variables.count * sizeof *needed);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t v = 0; v < s->variables.count; v++) {
            const variable *x = &s->variables.items[v];
            bool is_needed = needed[v] || x->is_changed || x->declared < 0 ||
                             s->statements.items[x->declared].kind == STATEMENT_HEADER;
            for (size_t i = 0; i < s->statements.count && !is_needed; i++) {
                const statement *by = &s->statements.items[i];
                byte_range condition;
                bool counts = by->is_uniform && (by->kind == STATEMENT_HEADER || leaves_loop(s, by, &condition) || changes_variable(s, by));
                for (size_t k = 0; k < s->variables.count && !counts; k++)
                    counts = needed[k] && s->variables.items[k].declared == (int)i && k != v;
                is_needed = counts && mentions(s, by, x);
            }
            changed |= is_needed != needed[v];
            needed[v] = is_needed;
        }
    }
    for (size_t i = 0; i < s->statements.count; i++) {
        statement *x = &s->statements.items[i];
        byte_range condition;
        bool matters = x->kind == STATEMENT_HEADER || leaves_loop(s, x, &condition) || changes_variable(s, x);
        for (size_t k = 0; k < s->variables.count; k++)
            matters |= s->variables.items[k].declared == (int)i && needed[k];
        x->is_uniform &= matters;
    }
    for (size_t v = 0; v < s->variables.count; v++)
        if (s->variables.items[v].declared >= 0 && !s->statements.items[s->variables.items[v].declared].is_uniform)
            s->variables.items[v].is_uniform = false;
}

static void find_uniform(splitter *s)
{
    for (bool changed = true; changed;) {
        changed = false;
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
            if (x->kind != FACT_CHANGE)
                continue;
            variable *v = find_variable(s, (slice){x->name, strlen(x->name)}, x->begin);
            const int at = statement_around(s, x->begin);
            if (v && v->is_uniform && (at < 0 || !s->statements.items[at].is_uniform)) {
                v->is_uniform = false;
                changed = true;
            }
        }
    }
    keep_needed(s);
    for (size_t i = 0; i < s->statements.count; i++)
        if (s->statements.items[i].kind == STATEMENT_HEADER && !s->statements.items[i].is_uniform)
            give_up(s, s->statements.items[i].begin,
                    "a loop or branch around a barrier depends on more than numbers, parameters and variables that are the same "
                    "for the whole grid");
    for (size_t i = 0; i < s->kernel->facts.count; i++) {
        const fact *x = &s->kernel->facts.items[i];
        const variable *v = x->kind == FACT_CHANGE ? find_variable(s, (slice){x->name, strlen(x->name)}, x->begin) : NULL;
        if (v && v->is_parameter && !v->is_uniform)
            give_up(s, x->begin, arena_format(s->plan->arena, "parameter '%s' becomes another for each block", x->name));
    }
}

// ---- returns, and leaving loops ----------------------------------------------------------------------------------------

static bool waits_otherwise(const splitter *s)
{
    for (size_t i = 0; i < s->kernel->facts.count; i++) {
        const fact *x = &s->kernel->facts.items[i];
        if (!barrier_is_grid(s->plan, x) && (analyse_may_wait(s->plan, x, true) || analyse_may_wait(s->plan, x, false)))
            return true;
    }
    return false;
}

// A guard in front of all barriers, that can be asked again.
static bool is_guard(const splitter *s, const statement *x)
{
    byte_range condition;
    return x->list == 0 && is_one_way_out(s, x, "return", &condition) &&
           is_made_of(s, token_at(s, condition.begin), condition.end, OF_THE_BLOCK, false, 0);
}

static void check_leaving(splitter *s)
{
    for (size_t i = 0; i < s->kernel->facts.count; i++) {
        const fact *x = &s->kernel->facts.items[i];
        bool before_barrier = false; // or before another phase, where no barrier stands between
        for (size_t k = 0; k < s->kernel->facts.count && x->kind == FACT_RETURN; k++)
            before_barrier |= barrier_is_grid(s->plan, &s->kernel->facts.items[k]) && analyse_can_reach(x, &s->kernel->facts.items[k]);
        for (size_t k = 0; k < s->kernel->phases.count && x->kind == FACT_RETURN; k++)
            before_barrier |= s->kernel->phases.items[k].begin > x->begin;
        if (x->kind == FACT_GOTO)
            give_up(s, x->begin, "a goto may lead from one side of a barrier to the other");
        if (!before_barrier)
            continue;
        const int at = statement_around(s, x->begin);
        if (at >= 0 && is_guard(s, &s->statements.items[at]))
            s->statements.items[at].is_guard = true;
        else
            give_up(s, x->begin, "a thread may return here, in front of a barrier, in a way that is not known behind it");
        if (waits_otherwise(s))
            give_up(s, x->begin, "threads return in front of barriers of the block or operations of the warp");
    }
    // `break` in a statement that becomes part of a phase, of a loop that does not.
    for (size_t i = 0; i < s->statements.count; i++) {
        const statement *x = &s->statements.items[i];
        if (x->kind != STATEMENT_PLAIN || x->is_uniform)
            continue;
        for (size_t t = token_at(s, x->begin); token_of(s, t)->begin < x->end; t++) {
            if (!is(s, t, "break") && !is(s, t, "continue"))
                continue;
            bool own = false;
            for (size_t k = 0; k < s->kernel->branches.count; k++) {
                const branch *b = &s->kernel->branches.items[k];
                own |= (b->kind == BRANCH_LOOP || (b->kind == BRANCH_SWITCH && is(s, t, "break"))) && b->begin >= x->begin && b->end <= x->end && token_of(s, t)->begin > b->begin &&
                       token_of(s, t)->begin < b->end;
            }
            if (!own)
                give_up(s, token_of(s, t)->begin, "a block may leave the loop around a barrier here");
        }
    }
}

// ---- phases -------------------------------------------------------------------------------------------------------------

static void number_phases(splitter *s)
{
    int open = -1;
    for (size_t i = 0; i < s->statements.count; i++) {
        statement *x = &s->statements.items[i];
        const statement *before = i ? &s->statements.items[i - 1] : NULL;
        if (x->kind != STATEMENT_PLAIN || x->is_uniform) {
            open = -1;
            continue;
        }
        // The text between two statements of a phase is blank or comments: nothing else lies between them.
        if (open < 0 || !before || before->list != x->list || token_at(s, before->end) != token_at(s, x->begin)) {
            *ARENA_PUSH(s->plan->arena, &s->kernel->phases) = (phase){.begin = x->begin};
            open = (int)s->kernel->phases.count - 1;
        }
        x->phase = open;
        s->kernel->phases.items[open].end = x->end;
    }
}

// A declaration of nothing but variables that can be computed again.
static bool can_be_repeated(const splitter *s, int index)
{
    bool any = false;
    for (size_t k = 0; k < s->variables.count; k++)
        if (s->variables.items[k].declared == index) {
            if (!is_recomputable(s, &s->variables.items[k], 0))
                return false;
            any = true;
        }
    return any;
}

static void look_at_phases(splitter *s)
{
    for (size_t k = 0; k < s->kernel->phases.count; k++)
        s->kernel->phases.items[k].has_no_effect = true;
    for (size_t i = 0; i < s->statements.count; i++) {
        const statement *x = &s->statements.items[i];
        if (x->phase < 0)
            continue;
        phase *ph = &s->kernel->phases.items[x->phase];
        const bool repeats = can_be_repeated(s, (int)i);
        ph->has_no_effect &= x->is_guard || repeats;
        for (size_t k = 0; k < s->variables.count && repeats; k++)
            if (s->variables.items[k].declared == (int)i)
                *ARENA_PUSH(s->plan->arena, &ph->names) = s->variables.items[k].name;
    }
}

// False: it is repeated already.
static bool repeat(splitter *s, phase *ph, size_t begin, size_t end)
{
    size_t at = ph->repeated.count;
    for (size_t i = 0; i < ph->repeated.count; i++)
        if (ph->repeated.items[i].begin == begin)
            return false;
    *ARENA_PUSH(s->plan->arena, &ph->repeated) = (byte_range){begin, end};
    while (at > 0 && ph->repeated.items[at - 1].begin > begin) {
        ph->repeated.items[at] = ph->repeated.items[at - 1];
        at--;
    }
    ph->repeated.items[at] = (byte_range){begin, end};
    return true;
}

// What the tokens of a range need of earlier phases.
static void repeat_needed(splitter *s, phase *ph, size_t begin, size_t end, int depth)
{
    for (size_t i = token_at(s, begin); token_of(s, i)->begin < end; i++) {
        const token *t = token_of(s, i);
        if (t->kind != TOKEN_IDENTIFIER || (i && (is(s, i - 1, ".") || is(s, i - 1, "->"))))
            continue;
        const variable *v = find_variable(s, bytes_of(s, i), t->begin);
        if (!v || v->is_uniform || v->is_parameter)
            continue;
        const statement *x = &s->statements.items[v->declared];
        if (x->begin == begin || (x->begin >= ph->begin && x->begin < ph->end))
            continue;
        if (!can_be_repeated(s, v->declared) || depth > 16) {
            give_up(s, v->scope_begin, arena_format(s->plan->arena, "'%.*s' lives across a barrier", (int)v->name.length, v->name.bytes));
            return;
        }
        if (!repeat(s, ph, x->begin, x->end))
            continue;
        for (size_t k = 0; k < s->variables.count; k++)
            if (s->variables.items[k].declared == v->declared)
                *ARENA_PUSH(s->plan->arena, &ph->names) = s->variables.items[k].name;
        repeat_needed(s, ph, x->begin, x->end, depth + 1);
    }
}

// An object has a lifetime: to the end of its braces, and not of a phase.
static void check_objects(splitter *s)
{
    for (size_t k = 0; k < s->variables.count; k++) {
        const variable *v = &s->variables.items[k];
        if (v->declared < 0 || v->is_object == false || can_be_repeated(s, v->declared))
            continue;
        const statement *x = &s->statements.items[v->declared];
        bool goes_on = false;
        for (size_t i = (size_t)v->declared + 1; i < s->statements.count; i++)
            goes_on |= s->statements.items[i].list == x->list && s->statements.items[i].phase != x->phase;
        if (!goes_on)
            continue;
        if (x->phase < 0)
            give_up(s, v->scope_begin, "an object is declared outside of all phases");
        else // its destructor does nothing: the compiler is asked
            *ARENA_PUSH(s->plan->arena, &s->kernel->phases.items[x->phase].objects) = v->name;
        const size_t name = token_at(s, v->scope_begin);
        for (size_t i = name + 1; is(s, name + 1, "[") && token_of(s, i)->begin < v->scope_end; i++)
            if (slice_equal(bytes_of(s, i), v->name) && !is(s, i + 1, "["))
                give_up(s, token_of(s, i)->begin, arena_format(s->plan->arena, "somebody may keep the address of '%.*s'",
                                                               (int)v->name.length, v->name.bytes));
    }
}

static void find_repeated(splitter *s)
{
    for (size_t k = 0; k < s->kernel->phases.count && !s->why; k++) {
        phase *ph = &s->kernel->phases.items[k];
        for (size_t i = 0; i < s->statements.count; i++)
            if (s->statements.items[i].is_guard && s->statements.items[i].end <= ph->begin) {
                repeat(s, ph, s->statements.items[i].begin, s->statements.items[i].end);
                repeat_needed(s, ph, s->statements.items[i].begin, s->statements.items[i].end, 0);
            }
        repeat_needed(s, ph, ph->begin, ph->end, 0);
    }
}

static bool has_init_capture(const splitter *s, const fact *lambda)
{
    for (size_t i = token_at(s, lambda->begin) + 1; !is(s, i, "]") && token_of(s, i)->begin < lambda->end; i++)
        if (is(s, i, "=") && token_of(s, i - 1)->kind == TOKEN_IDENTIFIER)
            return true;
    return false;
}

// What a macro makes of its place is not in the text; numbers are.
static bool is_macro(const splitter *s, const token *name)
{
    const slice word = {s->file->text->bytes + name->begin, name->end - name->begin};
    for (size_t file = 0; file < s->plan->files.count; file++) {
        const plan_file *f = &s->plan->files.items[file];
        for (size_t i = 2; i < f->tokens.count; i++) {
            const token *t = &f->tokens.items[i];
            if (t->in_directive && token_is(f->text, t - 1, "define") &&
                slice_equal(word, (slice){f->text->bytes + t->begin, t->end - t->begin}))
                return !uniform_number_macro(s->plan, s->file, name);
        }
    }
    return false;
}

static void check_words(splitter *s)
{
    for (size_t i = token_at(s, s->d->body_begin); token_of(s, i)->begin < s->d->body_end; i++) {
        const token *t = token_of(s, i);
        if (!t->in_directive && t->kind == TOKEN_IDENTIFIER && is_macro(s, t))
            give_up(s, t->begin, arena_format(s->plan->arena, "'%.*s' is a macro, and what it makes of its place is not known",
                                              (int)(t->end - t->begin), s->file->text->bytes + t->begin));
        // x ?: y and [&r = x] are what libclang tells little of
        if (is(s, i, "?") && is(s, i + 1, ":"))
            give_up(s, t->begin, "an operator of this kind stands among the barriers");
    }
    const char *bytes = s->file->text->bytes;
    for (size_t i = s->d->body_begin; i + 1 < s->d->body_end; i++)
        if (bytes[i] == '\\' && (bytes[i + 1] == '\n' || bytes[i + 1] == '\r') && !token_of(s, token_at(s, i))->in_directive)
            give_up(s, i, "a line goes on behind a backslash");
}

static bool some_share_memory(const plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++)
        if (!p->functions.items[i].in_system && !p->functions.items[i].is_kernel && p->functions.items[i].uses_shared)
            return true;
    return false;
}

static void check_kernel(splitter *s)
{
    const function *f = s->kernel;
    bool own = false;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        own |= barrier_is_grid(s->plan, x);
        if (x->kind == FACT_CALL && x->callee >= 0 && !barrier_is_grid(s->plan, x) && s->plan->functions.items[x->callee].has_grid_barrier)
            give_up(s, x->begin, "a function that is called holds a barrier of the grid");
        else if ((x->kind == FACT_CALL || x->kind == FACT_CALL_DEPENDENT) && x->callee >= 0 && s->plan->functions.items[x->callee].cloned)
            give_up(s, x->begin, "a function that is called asks for the block");
        if (x->kind == FACT_SHARED)
            give_up(s, x->begin, "shared memory lives across a barrier");
        if (x->kind == FACT_STATIC_LOCAL)
            give_up(s, x->begin, "a static variable stands among the barriers");
        const bool open = x->kind == FACT_CALL_INDIRECT || x->kind == FACT_CALL_VIRTUAL || (x->kind == FACT_CALL_DEPENDENT && x->callee < 0);
        if (open && some_share_memory(s->plan))
            give_up(s, x->begin, "a function with shared memory may be called here");
        if (x->kind == FACT_LAMBDA && has_init_capture(s, x))
            give_up(s, x->begin, "a lambda captures by a name of its own");
        if (x->kind == FACT_ASM || x->in_macro)
            if (barrier_is_grid(s->plan, x) || x->kind == FACT_ASM || x->kind == FACT_RETURN || x->kind == FACT_CHANGE || x->kind == FACT_LOCAL)
                give_up(s, x->begin, "assembly, or a macro that declares, changes or returns");
        if (x->kind == FACT_BLOCK_INDEX && (x->in_macro || x->context & (QUALIFIED | IN_LAMBDA)))
            give_up(s, x->begin, "the block index is asked for in a lambda, a macro or by ::blockIdx");
    }
    check_words(s);
    if (f->uses_shared || !own)
        give_up(s, s->d->body_begin, "shared memory lives across a barrier");
    if (f->uses_ambient || f->waits_on_blocks || f->parts_lanes || f->leaves_before_warp_sync || f->has_async_copy)
        give_up(s, s->d->body_begin, "its blocks have more to do with each other than barriers");
    for (size_t i = token_at(s, s->d->body_begin); token_of(s, i)->begin < s->d->body_end; i++)
        if (is(s, i, "assert") || is(s, i, "__func__") || is(s, i, "__FUNCTION__") || (token_of(s, i)->in_directive && plan_conditional_end(s->file, i) != i))
            give_up(s, token_of(s, i)->begin, "assert, __func__ or conditional text stands among the barriers");
    if (!plan_conditionals_match(s->file, s->d->body_begin, s->d->body_end) || s->d->in_macro)
        give_up(s, s->d->body_begin, "its text is not in one piece");
}

void phase_find(plan *p, function *kernel)
{
    splitter s = {.plan = p, .kernel = kernel, .d = plan_definition(kernel)};
    if (!s.d)
        return;
    s.file = &p->files.items[s.d->file];
    check_kernel(&s);
    if (!s.why)
        read_list(&s, token_at(&s, s.d->body_begin) + 1, token_at(&s, s.d->body_end) - 1);
    if (!s.why)
        add_variables(&s);
    if (!s.why)
        look_at_uses(&s);
    if (!s.why)
        find_uniform(&s);
    if (!s.why) {
        number_phases(&s);
        check_leaving(&s);
        look_at_phases(&s);
        check_objects(&s);
        find_repeated(&s);
    }
    kernel->splits = !s.why;
    if (kernel->splits) // a phase ends where a thread returns, and all groups come to all barriers
        kernel->leaves_before_barrier = kernel->may_miss_grid_barrier = false;
    kernel->whole_because = s.why;
    kernel->whole_at = s.why_at;
    if (s.why)
        kernel->phases.count = 0;
}
