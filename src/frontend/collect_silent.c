// Collecting: what is called by no word of a call (collector.h).
//
// In:  a declaration, a lambda, `new`, `delete`, a list of first values, a range-based `for`. Out: facts: the constructors, destructors, copies and
//      questions for a range that these come to; of those that a template leaves open, that they are.
// Invariant: host code passes classes of libraries by; what is met more than once under a conversion is one call.
#include "frontend/collector.h"

#include <string.h>

void add_silent_call(collector *c, ast_node n, ast_node target, const walk *w)
{
    const int index = function_index(c, target);
    fact *x = add_fact(c, w, FACT_CALL, n);
    x->callee = index;
    x->name = c->plan->functions.items[index].name;
    x->context |= OPERATOR_SYNTAX;
}

// Host code knows many classes of libraries; on the device those of CUDA's own do nothing that is not known by a name.
bool is_class_passed_by(collector *c, ast_node record, const walk *w)
{
    if (!ast_in_system_header(c->ast, record))
        return false;
    const function *f = &c->plan->functions.items[w->function];
    if (!f->is_kernel && !f->is_device && !(w->context & IN_LAMBDA))
        return true;
    ast_node outermost = record;
    for (ast_node up = ast_semantic_parent(record); ast_node_kind(up) == AST_NAMESPACE || ast_node_kind(up) == AST_CLASS; up = ast_semantic_parent(up))
        outermost = up;
    return is_known_scope(ast_name(c->arena, outermost));
}

// The same object is met once more under each conversion.
static bool is_last_call(const collector *c, const walk *w, ast_range at, int callee)
{
    enum { looked_at = 16 };
    const function *f = &c->plan->functions.items[w->function];
    for (size_t i = f->facts.count, k = 0; i-- > 0 && k < looked_at; k++)
        if (f->facts.items[i].callee == callee && f->facts.items[i].begin <= at.begin && at.end <= f->facts.items[i].end &&
            (f->facts.items[i].context & ~(unsigned)DEVICE_ONLY) == (w->context | OPERATOR_SYNTAX))
            return true;
    return false;
}

static void add_call_of_part(collector *c, ast_node n, ast_node target, const walk *w)
{
    if (!is_last_call(c, w, ast_extent(c->ast, n), function_index(c, target)))
        add_silent_call(c, n, target, w);
}

// A part whose class hangs on a template's parameters, or is a library's for a class of the project's.
static void note_open_part(collector *c, ast_node member, ast_node class, const walk *w)
{
    const bool is_open = ast_is_null(class) ? ast_type_is_open(member)
                                            : ast_in_system_header(c->ast, class) && ast_type_names_own(c->ast, member);
    if (is_open)
        c->plan->functions.items[w->function].has_unread = true;
}

// Of a default member initialiser: what it calls runs where an object is made.
static void add_calls_of_initialiser(collector *c, ast_node n, ast_node part, const walk *w, int depth)
{
    const ast_nodes children = ast_children(c->arena, part);
    for (size_t i = 0; i < children.count && depth < 64; i++) {
        const ast_node x = children.items[i];
        const ast_node called = ast_node_kind(x) == AST_CALL ? ast_referenced(x) : x;
        if (ast_node_kind(x) == AST_CALL && !ast_is_null(called) && is_function_node(called))
            add_call_of_part(c, n, called, w);
        else if (ast_node_kind(x) == AST_CALL)
            c->plan->functions.items[w->function].has_unread = true;
        add_calls_of_initialiser(c, n, x, w, depth + 1);
    }
}

// What a library's variable or member begins with counts as a function of that library: it may read the block index, wait, or hold the address
// of what does.
void add_initialiser_of_library(collector *c, ast_node n, ast_node variable, const walk *w)
{
    const ast_nodes children = ast_children(c->arena, variable);
    const int index = function_index(c, variable);
    function *f = &c->plan->functions.items[index];
    if (!f->facts_known) {
        f->facts_known = f->is_host = f->is_device = true;
        note_half_seen(c, variable, index);
        walk_children(c, children, &(walk){.function = index, .file_index = -1, .branch = -1, .breakable = -1});
    }
    if (c->plan->functions.items[index].facts.count) // it may have moved
        add_call_of_part(c, n, variable, w);
}

typedef bool run_of_part(collector *c, ast_node function);

static bool makes_or_ends(collector *c, ast_node function)
{
    (void)c;
    return ast_node_kind(function) == AST_CONSTRUCTOR || ast_node_kind(function) == AST_DESTRUCTOR;
}

static bool assigns(collector *c, ast_node function)
{
    return ast_node_kind(function) == AST_METHOD && strcmp(ast_name(c->arena, function), "operator=") == 0;
}

// Of bases and members, and of theirs: those functions that run where nobody has written the whole's.
static void add_functions_of_parts(collector *c, ast_node n, ast_node record, const walk *w, run_of_part *runs, int depth)
{
    const ast_nodes members = class_members(c, record);
    for (size_t i = 0; i < members.count && depth < 16; i++) {
        if (ast_node_kind(members.items[i]) != AST_FIELD && ast_node_kind(members.items[i]) != AST_BASE)
            continue;
        if (ast_node_kind(members.items[i]) == AST_FIELD && runs == makes_or_ends && ast_in_system_header(c->ast, members.items[i]))
            add_initialiser_of_library(c, n, members.items[i], w);
        else if (ast_node_kind(members.items[i]) == AST_FIELD && runs == makes_or_ends)
            add_calls_of_initialiser(c, n, members.items[i], w, 0);
        const ast_node part = ast_type_declaration(members.items[i]);
        note_open_part(c, members.items[i], part, w);
        if (ast_is_null(part) || is_class_passed_by(c, part, w) || ast_equal(part, record))
            continue;
        const ast_nodes of_part = class_members(c, part);
        for (size_t k = 0; k < of_part.count; k++)
            if (runs(c, of_part.items[k]))
                add_call_of_part(c, n, of_part.items[k], w);
        add_functions_of_parts(c, n, part, w, runs, depth + 1);
    }
}

// Constructors and destructors of bases and members, and what initialises these; which of several constructors is not looked at.
void add_calls_of_parts(collector *c, ast_node n, ast_node record, const walk *w)
{
    add_functions_of_parts(c, n, record, w, makes_or_ends, 0);
}

void note_silent_calls(collector *c, const walk *w) { c->plan->functions.items[w->function].has_unread = true; }

// Destructors of a class and of its parts. True when one of them is virtual.
static bool add_destructors(collector *c, ast_node n, ast_node class, const walk *w, int depth)
{
    const ast_nodes members = class_members(c, class);
    bool is_virtual = false;
    for (size_t i = 0; i < members.count && depth < 16; i++) {
        const ast_kind kind = ast_node_kind(members.items[i]);
        if (kind == AST_DESTRUCTOR) {
            is_virtual |= ast_is_virtual(members.items[i]);
            if (!is_last_call(c, w, ast_extent(c->ast, n), function_index(c, members.items[i])))
                add_silent_call(c, n, members.items[i], w);
        }
        if (kind != AST_FIELD && kind != AST_BASE)
            continue;
        const ast_node part = ast_type_declaration(members.items[i]);
        note_open_part(c, members.items[i], part, w);
        if (!ast_is_null(part) && !is_class_passed_by(c, part, w) && !ast_equal(part, class))
            is_virtual |= add_destructors(c, n, part, w, depth + 1);
    }
    return is_virtual;
}

// using base::base; the derived class has a constructor that stands nowhere, at the place of that declaration.
static bool is_inherited(collector *c, ast_node constructor, ast_node record)
{
    const ast_place at = ast_location(c->ast, constructor);
    const ast_nodes members = class_members(c, record);
    for (size_t i = 0; i < members.count; i++) {
        const ast_place of_member = ast_location(c->ast, members.items[i]);
        if (of_member.file == at.file && of_member.offset == at.offset)
            return !is_function_node(members.items[i]);
    }
    return false;
}

void add_unwritten_calls(collector *c, ast_node n, ast_node target, const walk *w)
{
    const bool ends = ast_node_kind(target) == AST_DESTRUCTOR, may_be_unwritten = ast_node_kind(target) == AST_CONSTRUCTOR || assigns(c, target);
    if ((!ends && !may_be_unwritten) || is_class_passed_by(c, ast_semantic_parent(target), w))
        return;
    const bool is_unwritten = may_be_unwritten && (ast_is_null(ast_definition(target)) || ast_needs_no_body(target));
    const bool constructs = ast_node_kind(target) == AST_CONSTRUCTOR;
    const ast_node record = constructs ? ast_semantic_parent(target) : (ast_node){0}, pattern = constructs ? ast_specialised(record) : record;
    if (constructs && (is_unwritten || is_inherited(c, target, ast_is_null(pattern) ? record : pattern)))
        add_calls_of_parts(c, n, ast_is_null(pattern) ? record : pattern, w);
    else if (is_unwritten)
        add_functions_of_parts(c, n, ast_semantic_parent(target), w, assigns, 0);
    if (ends)
        add_destructors(c, n, ast_semantic_parent(target), w, 0);
}

// *p, f() where f returns a reference: no object of its own, that would end with the expression.
bool is_reference_to_other(collector *c, ast_node n)
{
    const ast_kind kind = ast_node_kind(n);
    if (kind == AST_NONE)
        return strcmp(ast_operator(c->ast, c->arena, n), "*") == 0 && ast_children(c->arena, n).count == 1;
    const ast_node target = kind == AST_CALL ? ast_referenced(n) : n;
    const char *const type = kind == AST_CALL && is_function_node(target) ? ast_type_spelling(c->arena, target) : "";
    const char *open = strchr(type, '(');
    while (open && open > type && open[-1] == ' ')
        open--;
    return open && open > type && open[-1] == '&';
}

void add_ends(collector *c, ast_node n, const walk *w)
{
    if (is_reference_to_other(c, n))
        return;
    const bool deletes = ast_is_delete(n);
    ast_nodes operand = deletes ? ast_children(c->arena, n) : (ast_nodes){0};
    const ast_kind named = ast_is_implicit(n) ? ast_node_kind(ast_strip(c->arena, n)) : AST_NONE; // (const T)x is x itself
    if (ast_is_declaration(n) || (deletes && !operand.count) || named == AST_REFERENCE || named == AST_MEMBER_REFERENCE)
        return;
    const ast_node class = deletes ? ast_pointee_declaration(operand.items[0]) : ast_type_declaration(n);
    if (ast_is_null(class)) {
        if (deletes && ast_type_is_open(operand.items[0]))
            note_silent_calls(c, w);
        return;
    }
    if (is_class_passed_by(c, class, w)) {
        if (deletes || ast_type_names_own(c->ast, n))
            note_silent_calls(c, w);
        return;
    }
    if (add_destructors(c, n, class, w, 0) && deletes)
        note_silent_calls(c, w);
}

void add_allocations(collector *c, ast_node n, ast_nodes children, const walk *w)
{
    const bool deletes = ast_is_delete(n);
    if (!ast_is_new(n) && !(deletes && children.count))
        return;
    const char *const operator = deletes ? "operator delete" : "operator new";
    const ast_node class = ast_pointee_declaration(deletes ? children.items[0] : n);
    const ast_nodes members = ast_is_null(class) ? (ast_nodes){0} : class_members(c, class);
    for (size_t i = 0; i < members.count; i++)
        if (ast_node_kind(members.items[i]) == AST_METHOD && strncmp(ast_name(c->arena, members.items[i]), operator, strlen(operator)) == 0) // or its []
            add_call_of_part(c, n, members.items[i], w);
}

static void add_copies(collector *c, ast_node lambda, ast_node n, const walk *w)
{
    const ast_nodes children = ast_children(c->arena, n);
    for (size_t i = 0; i < children.count; i++) {
        const ast_node target = ast_node_kind(children.items[i]) == AST_REFERENCE ? ast_referenced(children.items[i]) : n;
        const bool is_object = ast_node_kind(children.items[i]) == AST_REFERENCE && (ast_node_kind(target) == AST_VARIABLE || ast_node_kind(target) == AST_PARAMETER);
        const ast_node class = is_object ? ast_type_declaration(target) : n;
        const ast_nodes members = is_object && !ast_is_null(class) && !is_class_passed_by(c, class, w) ? class_members(c, class) : (ast_nodes){0};
        for (size_t k = 0; k < members.count; k++)
            if (ast_node_kind(members.items[k]) == AST_CONSTRUCTOR && ast_may_copy(members.items[k]))
                add_call_of_part(c, lambda, members.items[k], w);
        if (members.count)
            add_calls_of_parts(c, lambda, class, w);
        add_copies(c, lambda, children.items[i], w);
    }
}

void add_captures(collector *c, ast_node lambda, const walk *w)
{
    const char *const text = ast_text(c->ast, c->arena, lambda);
    const char *const list = strchr(text, '[');
    const size_t length = list ? strcspn(list, "]") : 0;
    if (list && (length == 1 || (length == 2 && list[1] == '&')))
        return;
    add_copies(c, lambda, lambda, w);
}

// What stands in a list is shown as it is written: what makes an element of it is not.
void add_list(collector *c, ast_node n, ast_nodes children, const walk *w)
{
    const ast_node class = ast_type_declaration(n);
    const bool has_members = !ast_is_null(class) && !ast_type_is_array(n) && !is_class_passed_by(c, class, w);
    ast_nodes members = has_members ? class_members(c, class) : (ast_nodes){0};
    bool calls = !has_members && ast_type_names_own(c->ast, n);
    for (size_t i = 0; i < members.count && !calls; i++)
        calls = (ast_node_kind(members.items[i]) == AST_FIELD || ast_node_kind(members.items[i]) == AST_BASE) &&
                (ast_type_is_open(members.items[i]) || ast_type_names_own(c->ast, members.items[i]));
    for (size_t i = 0; i < children.count && !calls; i++)
        calls = !ast_is_list(children.items[i]) && ast_type_names_own(c->ast, children.items[i]);
    if (calls)
        note_silent_calls(c, w);
    if (has_members)
        add_calls_of_parts(c, n, class, w); // of those that the list leaves out
}

// auto [a, b] = x: of a class that is like a tuple they are what get<0>() and get<1>() give.
void add_binding(collector *c, ast_node n, const walk *w)
{
    if (ast_type_is_scalar(n))
        return;
    const ast_node class = ast_type_declaration(n);
    if (!ast_is_null(class) && !ast_in_system_header(c->ast, class) && c->has_destructors)
        add_destructors(c, n, class, w, 0);
    fact *x = add_fact(c, w, FACT_CALL_DEPENDENT, n);
    x->name = "get";
    x->context |= OPERATOR_SYNTAX;
}

// for (x : range): its begin() and end(), and the operators of what they give. Which those are is open.
void add_range_calls(collector *c, ast_node loop, ast_nodes children, const walk *w)
{
    static const char *const asked[] = {"begin", "end", "operator!=", "operator==", "operator++", "operator*"};
    bool own = false;
    for (size_t i = 0; i < children.count && ast_is_range_for(loop); i++) {
        if (ast_node_kind(children.items[i]) == AST_VARIABLE || ast_node_kind(children.items[i]) == AST_COMPOUND)
            continue;
        ast_node record = ast_type_declaration(children.items[i]);
        own |= ast_type_is_open(children.items[i]) || (!ast_is_null(record) && !ast_in_system_header(c->ast, record));
    }
    for (size_t i = 0; own && i < sizeof asked / sizeof *asked; i++) {
        fact *x = add_fact(c, w, FACT_CALL_DEPENDENT, loop);
        x->name = asked[i];
        x->context |= OPERATOR_SYNTAX;
    }
}
