// Collecting: what a call calls (collector.h).
//
// In:  a call's node in a body. Out: facts: the callee, or each candidate, or that it is open; where its words stand.
// Invariant: a call whose callee is not certain is a fact of its own kind, so that analysis takes the worst.
#include "frontend/collector.h"
#include "frontend/library.h"

#include <limits.h>
#include <string.h>

// a + b in a template, where operators of that name are in sight: the operator's, which stands between the operands; else "".
const char *open_operator(collector *c, ast_nodes children)
{
    if (children.count < 2)
        return "";
    ast_node set = children.items[1];
    if (ast_node_kind(set) == AST_REFERENCE)
        set = ast_referenced(set);
    if (ast_node_kind(set) != AST_OVERLOADED_REFERENCE)
        return "";
    const char *name = ast_name(c->arena, set);
    return strncmp(name, "operator", strlen("operator")) == 0 ? name : "";
}

// A call's name by which its arguments are not seen, as in CALL(f, x), can be given no other argument: it is as good as none.
static unsigned list_context(const plan_file *f, const fact *x)
{
    const size_t open = argument_list(f, x->begin, x->end);
    if (open == f->tokens.count)
        return OPERATOR_SYNTAX;
    return is_empty_list(f, open) ? FIRST_ARGUMENT_EMPTY : 0;
}

// Is an argument an object or a function of the program's, or may it be, in a template? What is called may stand anywhere among them, as
// an operator does.
static bool hands_object(collector *c, ast_node target, ast_nodes call)
{
    const bool has_callee = ast_node_kind(target) != AST_CONSTRUCTOR; // as the first one
    for (size_t i = 0; i < call.count; i++) {
        const ast_node x = ast_strip(c->arena, call.items[i]), class = ast_type_declaration(x), named = ast_referenced(x);
        const ast_kind kind = ast_node_kind(x);
        const bool is_callee = ast_equal(named, target) || (i == 0 && has_callee && (is_function_node(named) || ast_is_null(target)));
        if (kind == AST_TYPE_REFERENCE || (is_callee && kind != AST_CALL))
            continue;
        if (ast_is_null(class) ? ast_type_is_open(x) || is_function_node(named) : !ast_in_system_header(c->ast, class))
            return true;
    }
    return false;
}

// CUDA's and C's own functions have no namespace, and call nothing. What the host calls does not wait for threads of a device.
static void note_handed(collector *c, fact *x, ast_node target, ast_nodes call, const walk *w)
{
    const function *callee = &c->plan->functions.items[x->callee];
    if (w->follows_locals && callee->in_system && *callee->name_scope && hands_object(c, target, call))
        x->context |= HANDS_OBJECT;
}

static void add_known_call(collector *c, ast_node n, ast_node target, ast_node callee, ast_nodes children, const walk *w)
{
    const ast_kind callee_kind = ast_node_kind(callee);
    bool dynamic = ast_is_dynamic_call(n) && ast_is_virtual(target);
    const int index = function_index(c, target);
    add_unwritten_calls(c, n, target, w);
    fact *x = add_fact(c, w, dynamic ? FACT_CALL_VIRTUAL : FACT_CALL, n);
    x->callee = index;
    x->name = c->plan->functions.items[index].name;
    note_handed(c, x, target, children, w);
    if (!w->file)
        return;
    if (c->plan->functions.items[index].in_system) {
        if (strcmp(x->name, "sync") == 0 && library_in_cooperative_groups(&c->plan->functions.items[index]) && is_block_group(c, target, callee, children))
            x->context |= OF_WHOLE_BLOCK;
        x->context |= group_context(c, x->name, target, callee, children, w) | lanes_context(c, index, callee, children);
        if (strncmp(x->name, "pt_", 3) == 0 && !ast_type_is_open(n))
            x->type = ast_type_spelling(c->arena, n);
    }
    ast_place at = ast_location(c->ast, callee);
    size_t length = strlen(x->name);
    bool named = (callee_kind == AST_REFERENCE || callee_kind == AST_MEMBER_REFERENCE) && at.file >= 0 &&
                 names_match(w->file, at.offset, x->name);
    // (cg::grid_group::block_rank)() has no list of arguments behind its name: of a library's function, which a copy replaces as a whole.
    if (named && c->plan->functions.items[index].in_system && is_token(w->file, token_at_or_after(&w->file->tokens, at.offset) + 1, ")"))
        named = false;
    if (!named) {
        x->context |= OPERATOR_SYNTAX;
        return;
    }
    x->begin = at.offset;
    x->end = at.offset + length;
    x->in_macro = at.in_macro;
    if (callee_kind == AST_MEMBER_REFERENCE)
        x->context |= MEMBER_SYNTAX;
    x->context |= list_context(w->file, x);
}

// template <class T> constexpr T less{}; what less<T>(a, b) calls is what the variable holds. A using declaration stands for functions.
static bool is_variable_template(collector *c, ast_node candidate)
{
    const ast_place at = ast_location(c->ast, candidate);
    const plan_file *f = at.file >= 0 && c->file_of[at.file] >= 0 && ast_node_kind(candidate) == AST_NONE ? file_at(c, c->file_of[at.file]) : NULL;
    if (!f || !names_match(f, at.offset, ast_name(c->arena, candidate)))
        return false;
    size_t i = token_at_or_after(&f->tokens, at.offset);
    while (i > 0 && (f->tokens.items[i].kind == TOKEN_IDENTIFIER || is_token(f, i, "::")) && !is_token(f, i, "using"))
        i--;
    return !is_token(f, i, "using");
}

// One fact for each member of the overload set.
static void add_candidate_calls(collector *c, ast_node n, ast_node set, ast_node callee, ast_nodes children, const walk *w)
{
    ast_nodes candidates = ast_candidates(c->arena, set);
    if (!candidates.count) { // none is in sight: the arguments' namespaces will tell
        fact *x = add_fact(c, w, FACT_CALL_DEPENDENT, n);
        x->name = ast_name(c->arena, set);
        x->context |= OPERATOR_SYNTAX;
    }
    for (size_t i = 0; i < candidates.count; i++) {
        if (is_variable_template(c, candidates.items[i])) {
            fact *x = add_fact(c, w, FACT_CALL_DEPENDENT, n);
            x->name = ""; // the value of an expression
            x->context |= OPERATOR_SYNTAX;
        }
        if (!is_function_node(candidates.items[i]))
            continue;
        int index = function_index(c, candidates.items[i]);
        fact *x = add_fact(c, w, FACT_CALL_DEPENDENT, n);
        if (x->callee >= 0 && x->callee != index) { // one fact a candidate
            function *f = &c->plan->functions.items[w->function];
            fact copy = *x;
            x = ARENA_PUSH(c->arena, &f->facts);
            *x = copy;
        }
        x->callee = index;
        x->name = c->plan->functions.items[index].name;
        note_handed(c, x, (ast_node){0}, children, w); // the first one is the set
        if (w->file && c->plan->functions.items[index].in_system)
            x->context |= group_context(c, x->name, (ast_node){0}, callee, children, w) | lanes_context(c, index, callee, children);
        const ast_place at = ast_location(c->ast, callee); // of a::b its qualifier
        const size_t name = at.file >= 0 && w->file ? last_name(c, w->file_index, at.offset) : 0;
        if (w->file && at.file >= 0 && names_match(w->file, name, x->name)) {
            x->begin = name;
            x->end = name + strlen(x->name);
            x->context |= list_context(w->file, x);
        } else {
            x->context |= OPERATOR_SYNTAX;
        }
    }
}

// "": what is called is the value of an expression: T{}(x), a[0](x), (object.*pointer)(x).
const char *open_name(collector *c, ast_node callee)
{
    const ast_kind kind = ast_node_kind(callee);
    const bool is_expression = kind == AST_CALL || kind == AST_NONE;
    const char *name = kind == AST_MEMBER_REFERENCE ? ast_member_name(c->ast, c->arena, callee) : is_expression ? "" : ast_name(c->arena, callee);
    return *name && strchr(".-*&?", *name) ? "" : name;
}

// float(x), T(x) of what a template leaves open: the first operand is no callee.
static bool is_construction(collector *c, ast_node n, ast_node operand, const walk *w)
{
    const ast_range whole = ast_extent(c->ast, n), inside = ast_extent(c->ast, operand);
    if (!w->file || whole.file < 0 || whole.file != inside.file || whole.in_macro || inside.in_macro || inside.begin <= whole.begin)
        return false;
    const size_t type = token_at_or_after(&w->file->tokens, whole.begin), at = token_at_or_after(&w->file->tokens, inside.begin);
    return w->file->tokens.items[type].begin == whole.begin && w->file->tokens.items[type].kind == TOKEN_IDENTIFIER && is_token(w->file, at - 1, "(");
}

// No declaration: a template left it open, or it goes through a value.
// data({ nullptr, 0, 0 }): by a constructor that nobody has written. (T{}(x) calls what is made.)
static bool is_made_of_braces(const collector *c, ast_node n, ast_node callee, ast_nodes children, const walk *w)
{
    if (!w->file || !ast_is_list(callee) || children.count != 1)
        return false;
    const ast_range whole = ast_extent(c->ast, n), list = ast_extent(c->ast, callee);
    size_t i = token_at_or_after(&w->file->tokens, list.end);
    while (w->file->tokens.items[i].begin < whole.end && is_token(w->file, i, ")"))
        i++;
    return whole.file >= 0 && whole.file == list.file && !whole.in_macro && !list.in_macro && c->file_of[whole.file] == w->file_index &&
           w->file->tokens.items[i].begin >= whole.end;
}

// "s" of x.f, where x is a variable of type s<T>, and no `->`, which may be a function of its class; or NULL.
const char *template_of_object(collector *c, ast_node member, const walk *w)
{
    const ast_nodes parts = ast_children(c->arena, member);
    const ast_node object = parts.count == 1 ? ast_strip(c->arena, parts.items[0]) : (ast_node){0};
    const ast_range whole = parts.count == 1 && w->file ? ast_extent(c->ast, object) : (ast_range){.file = -1};
    if (ast_is_null(object) || ast_node_kind(object) != AST_REFERENCE || whole.file < 0 || whole.in_macro || c->file_of[whole.file] != w->file_index ||
        !is_token(w->file, token_at_or_after(&w->file->tokens, whole.end), "."))
        return NULL;
    const ast_node class = ast_type_template(object);
    return ast_is_null(class) || !ast_is_class_template(class) || ast_in_system_header(c->ast, class) ? NULL : ast_name(c->arena, class);
}

// table[i](x), of.member(x): the variable that holds the pointer is defined in another file.
static void note_elsewhere(collector *c, ast_node callee, fact *x)
{
    ast_node part = ast_strip(c->arena, callee);
    while (ast_node_kind(part) == AST_MEMBER_REFERENCE || strcmp(ast_operator(c->ast, c->arena, part), "[]") == 0) {
        const ast_nodes children = ast_children(c->arena, part);
        if (!children.count)
            return;
        part = ast_strip(c->arena, children.items[0]);
    }
    const ast_node value = ast_node_kind(part) == AST_REFERENCE ? ast_referenced(part) : (ast_node){0};
    if (ast_is_null(value) || ast_node_kind(value) != AST_VARIABLE || !ast_is_null(ast_definition(value)) || ast_in_system_header(c->ast, value))
        return;
    const ast_nodes attributes = ast_children(c->arena, value); // memory of the block's own has no definition either
    for (size_t i = 0; i < attributes.count; i++)
        if (ast_node_kind(attributes.items[i]) == AST_ATTRIBUTE_SHARED)
            return;
    x->context |= UNDEFINED_VALUE;
    x->name = ast_name(c->arena, value);
}

// One more than there are, or 0, where a pack hides how many.
static unsigned char count_arguments(ast_nodes children)
{
    for (size_t i = 1; i < children.count; i++)
        if (ast_is_expansion(children.items[i]))
            return 0;
    return children.count > 0 && children.count < UCHAR_MAX ? (unsigned char)children.count : 0;
}

static void add_open_call(collector *c, ast_node n, ast_node callee, ast_nodes children, const walk *w)
{
    const ast_kind callee_kind = ast_node_kind(callee);
    fact *x;
    const char *operator_name = open_operator(c, children);
    if (*operator_name) {
        x = add_fact(c, w, FACT_CALL_DEPENDENT, n);
        x->name = operator_name;
        x->context |= OPERATOR_SYNTAX;
        return;
    }
    if (is_made_of_braces(c, n, callee, children, w) || (callee_kind == AST_REFERENCE && is_construction(c, n, callee, w))) {
        note_silent_calls(c, w);
        return;
    }
    if (callee_kind == AST_REFERENCE && !ast_is_null(ast_referenced(callee))) {
        ast_node value = ast_referenced(callee);
        bool open = ast_type_is_of_class(value);
        x = add_fact(c, w, open ? FACT_CALL_DEPENDENT : FACT_CALL_INDIRECT, n);
        x->name = open ? "operator()" : ast_name(c->arena, value);
        x->arguments = count_arguments(children);
        if (!open && ast_node_kind(value) == AST_VARIABLE && ast_is_null(ast_definition(value)))
            x->context |= UNDEFINED_VALUE;
    } else if (callee_kind == AST_MEMBER_REFERENCE && !ast_is_null(ast_referenced(callee)) &&
               ast_node_kind(ast_referenced(callee)) == AST_FIELD) {
        bool open = ast_type_is_of_class(ast_referenced(callee));
        x = add_fact(c, w, open ? FACT_CALL_DEPENDENT : FACT_CALL_INDIRECT, n);
        x->name = open ? "operator()" : ast_name(c->arena, ast_referenced(callee));
        x->arguments = count_arguments(children);
        note_elsewhere(c, callee, x);
    } else {
        x = add_fact(c, w, FACT_CALL_DEPENDENT, n);
        x->name = open_name(c, callee);
        x->arguments = count_arguments(children);
        if (callee_kind != AST_MEMBER_REFERENCE) // whose function has a name
            note_elsewhere(c, callee, x);
        if (!*x->name && callee_kind == AST_REFERENCE && !ast_extent(c->ast, callee).in_macro) { // T::f(x): a function or a value
            x->name = ast_qualified_name(c->ast, c->arena, callee);
            x->type = ast_qualifying_template(c->ast, c->arena, callee);
            x->context |= OF_OPEN_CLASS;
        }
        if (w->file)
            x->context |= group_context(c, x->name, (ast_node){0}, callee, children, w);
        if (callee_kind == AST_MEMBER_REFERENCE) {
            x->context |= MEMBER_SYNTAX;
            x->type = template_of_object(c, callee, w);
        }
    }
}

// a << b << c, f(x)(y) of an object: the operator itself stands among the operands.
static bool is_operator_call(collector *c, ast_nodes children, ast_node target)
{
    for (size_t i = 1; i < children.count; i++) {
        const ast_node operand = ast_strip(c->arena, children.items[i]);
        if (ast_node_kind(operand) == AST_REFERENCE && ast_equal(ast_referenced(operand), target))
            return true;
    }
    return false;
}

// f()(x), and g(x) of an object that turns into a pointer: for what is called libclang names the function that gives it.
static bool calls_what_is_given(collector *c, ast_node target, ast_node callee, ast_nodes children)
{
    if (!children.count || ast_node_kind(target) == AST_CONSTRUCTOR)
        return false; // T x; T(T(1))
    return ast_node_kind(callee) == AST_CALL && ast_equal(ast_referenced(callee), target) && !is_operator_call(c, children, target);
}

// What a call calls. The callee's words are where the clone's name will be put.
void add_call(collector *c, ast_node n, ast_nodes children, const walk *w)
{
    ast_node target = ast_referenced(n);
    ast_node callee = children.count ? ast_strip(c->arena, children.items[0]) : n;
    ast_kind callee_kind = ast_node_kind(callee);
    // Before C++17 `auto f = [] { ... };` makes a copy: a constructor's call, which libclang shows as one of no name. In a
    // template [] { ... }() looks like that, too; what it does stands here.
    if (callee_kind == AST_LAMBDA && !is_function_node(target))
        return;
    // In a template the call itself names nothing, though its callee does.
    if (!is_function_node(target) && (callee_kind == AST_REFERENCE || callee_kind == AST_MEMBER_REFERENCE) &&
        is_function_node(ast_referenced(callee)))
        target = ast_referenced(callee);
    const bool is_of_value = is_function_node(target) && calls_what_is_given(c, target, callee, children);
    if (is_function_node(target) && !is_of_value)
        add_known_call(c, n, target, callee, children, w);
    if (is_of_value) { // how that is given, the operand says
        fact *x = add_fact(c, w, FACT_CALL_DEPENDENT, n);
        x->name = "";
        x->context |= OPERATOR_SYNTAX;
    }
    if (is_function_node(target))
        return;
    ast_node set = callee_kind == AST_OVERLOADED_REFERENCE ? callee : target;
    if (ast_node_kind(set) != AST_OVERLOADED_REFERENCE && callee_kind == AST_REFERENCE)
        set = ast_referenced(callee); // f<N>(x): the reference holds the overload set
    if (ast_node_kind(set) == AST_OVERLOADED_REFERENCE)
        add_candidate_calls(c, n, set, callee, children, w);
    else
        add_open_call(c, n, callee, children, w);
}
