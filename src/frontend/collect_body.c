// Collecting: the walk through a function's body (collector.h).
//
// In:  a definition's node. Out: what its body does, as facts in the order of the text.
// Invariant: each node is walked once, whatever it is; what a node means is decided by its kind.
#include "frontend/assembly.h"
#include "frontend/collective.h"
#include "frontend/collector.h"
#include "frontend/number_class.h"

#include <string.h>

// ---- facts -----------------------------------------------------------------------------------------------------

fact *add_fact(collector *c, const walk *w, fact_kind kind, ast_node n)
{
    function *f = &c->plan->functions.items[w->function];
    ast_range r = ast_extent(c->ast, n);
    ast_place at = ast_location(c->ast, n);
    fact x = {.kind = kind, .context = w->context, .callee = -1, .name = "", .loop_end = w->loop_end, .branch = w->branch,
              .guard_begin = w->guard_begin, .guard_end = w->guard_end};
    x.begin = r.file >= 0 ? r.begin : at.offset;
    x.end = r.file >= 0 ? r.end : at.offset;
    x.in_macro = at.in_macro || r.in_macro;
    x.elsewhere = f->definition >= 0 && at.file >= 0 && c->file_of[at.file] != f->declarations.items[f->definition].file;
    if (c->device)
        x.context |= DEVICE_ONLY;
    fact *out = ARENA_PUSH(c->arena, &f->facts);
    *out = x;
    return out;
}

static bool is_builtin_index(collector *c, ast_node target, const char **name)
{
    if (ast_node_kind(target) != AST_VARIABLE || !ast_in_system_header(c->ast, target))
        return false;
    *name = ast_name(c->arena, target);
    return strcmp(*name, "blockIdx") == 0 || strcmp(*name, "gridDim") == 0;
}

// What a local variable of that name would hide: the program's own, but for locals and parameters, which hide it themselves.
static void add_hidden_index(collector *c, ast_node n, ast_node target, const walk *w)
{
    const char *name = ast_name(c->arena, target);
    if (w->function < 0 || !w->file || (strcmp(name, "blockIdx") != 0 && strcmp(name, "gridDim") != 0) ||
        is_function_kind(ast_node_kind(ast_semantic_parent(target))))
        return;
    const size_t i = token_at_or_after(&w->file->tokens, last_name(c, w->file_index, ast_location(c->ast, n).offset));
    if (!i || !is_token(w->file, i - 1, "::"))
        add_fact(c, w, FACT_HIDDEN_INDEX, n)->name = name;
}

// A function's name that is not called may be its address.
static void note_address(collector *c, ast_node n, ast_node target, const walk *w)
{
    const ast_node callee = w->callee ? *w->callee : (ast_node){0}, called = w->called ? *w->called : (ast_node){0};
    const ast_node set = ast_is_null(callee) ? callee : ast_referenced(callee); // f<N>(x): the reference holds the overload set
    if ((!ast_is_null(callee) && ast_equal(n, callee)) || (!ast_is_null(called) && ast_equal(target, called)) ||
        (ast_node_kind(set) == AST_OVERLOADED_REFERENCE && ast_equal(n, set)))
        return;
    const int used = function_index(c, target); // it may move the functions
    function *f = &c->plan->functions.items[used];
    const ast_place at = ast_location(c->ast, n);
    const int file = at.file < 0 ? -1 : c->file_of[at.file];
    if (f->in_system && file >= 0 && f->address_file < 0) {
        f->address_file = file;
        f->address_begin = at.offset;
    }
    f->address_used = true;
    // Whoever has the address may call it; who that is, a library does not tell.
    if (w->function >= 0 && c->plan->functions.items[w->function].in_system && f->in_system && !is_known_library(f))
        add_silent_call(c, n, target, w);
}

// What stands behind `finish`, or in a kernel with tasks, and names something of the function's own.
static void note_name(collector *c, ast_node n, const walk *w)
{
    const ast_place at = ast_location(c->ast, n);
    const declaration *d = plan_definition(&c->plan->functions.items[w->function]);
    if (!d || at.file < 0 || c->file_of[at.file] != w->file_index || at.offset < w->names_from || at.offset >= d->body_end)
        return;
    const ast_node target = ast_referenced(n);
    // A function that clang knows of itself, such as __syncthreads, is declared where it is named first.
    const bool is_variable = !ast_is_null(target) && !is_function_kind(ast_node_kind(target));
    const ast_place declared = is_variable ? ast_location(c->ast, target) : (ast_place){.file = -1};
    if (declared.file < 0 || c->file_of[declared.file] != w->file_index || declared.offset < d->begin || declared.offset >= d->body_end)
        return;
    fact *x = add_fact(c, w, FACT_NAME, n);
    x->name = ast_name(c->arena, target);
    x->read_at = declared.offset;
}

static void add_loose_read(collector *c, ast_node n, const char *name)
{
    ast_place at = ast_location(c->ast, n);
    int file = at.file < 0 ? -1 : c->file_of[at.file];
    if (c->device && file >= 0 && !at.in_macro && !plan_is_skipped(file_at(c, file), at.offset))
        return; // the host parse saw it
    for (size_t i = 0; c->device && i < c->plan->loose_reads.count; i++)
        if (c->plan->loose_reads.items[i].file == file && c->plan->loose_reads.items[i].begin == at.offset)
            return; // so it did a macro's
    *ARENA_PUSH(c->arena, &c->plan->loose_reads) = (loose_read){file, at.offset, at.offset + strlen(name), name, at.in_macro};
}

static void add_loose_call(collector *c, ast_node n, const walk *w)
{
    ast_range r = ast_extent(c->ast, n);
    if (is_function_node(*w->called) && !ast_in_system_header(c->ast, *w->called) && r.file >= 0 && c->file_of[r.file] >= 0)
        *ARENA_PUSH(c->arena, &c->plan->loose_calls) = (loose_call){c->file_of[r.file], function_index(c, *w->called), r.begin, r.end};
}

// None of the program's classes, and no part of one, has members that may change in a constant; of a library's that is not known.
static bool is_own_class(collector *c, ast_node class, int depth)
{
    enum { depth_at_most = 16 };
    bool is = !c->has_mutable && depth <= depth_at_most && !ast_is_null(class) && !ast_in_system_header(c->ast, class);
    const ast_nodes members = is ? ast_children(c->arena, class) : (ast_nodes){0};
    for (size_t i = 0; i < members.count && is; i++) {
        const ast_kind kind = ast_node_kind(members.items[i]);
        const ast_node part = kind == AST_FIELD || kind == AST_BASE ? ast_type_declaration(members.items[i]) : (ast_node){0};
        is = ast_is_null(part) ? kind != AST_BASE && !(kind == AST_FIELD && ast_type_is_open(members.items[i])) : is_own_class(c, part, depth + 1);
    }
    return is;
}

// Whatever it is handed to.
static bool stays(collector *c, ast_node variable)
{
    return ast_type_is_const(variable) && (ast_type_is_scalar(variable) || is_own_class(c, ast_type_declaration(variable), 0));
}

// const A<T> x: through it only members of its members' can be given values, x.out[i] = v, which the class leaves open.
static bool is_constant_of_open_class(collector *c, ast_node variable)
{
    if (c->has_mutable || !ast_type_is_const(variable) || !ast_type_is_open(variable))
        return false;
    const ast_node class = ast_type_template(variable);
    return !ast_is_null(class) && ast_node_kind(class) == AST_CLASS && !ast_in_system_header(c->ast, class);
}

static void add_reference(collector *c, ast_node n, const walk *w)
{
    ast_node target = ast_referenced(n);
    if (is_function_node(target)) {
        add_kernel_value(c, n, target, w);
        add_query_value(c, n, target, w);
        note_address(c, n, target, w);
    }
    const char *name;
    bool reads = is_builtin_index(c, target, &name);
    if (w->function >= 0 && ast_node_kind(target) == AST_VARIABLE && !reads && ast_in_foreign_header(c->ast, target))
        add_initialiser_of_library(c, n, target, w);
    if (w->function < 0) {
        if (reads)
            add_loose_read(c, n, name);
        return;
    }
    if (reads) {
        fact *x = add_fact(c, w, FACT_BLOCK_INDEX, n);
        x->name = name;
        ast_place at = ast_location(c->ast, n);
        if (w->file && at.file >= 0) {
            size_t i = token_at_or_after(&w->file->tokens, at.offset);
            x->begin = at.offset;
            x->end = at.offset + strlen(name);
            if (i >= 1 && is_token(w->file, i - 1, "::"))
                x->context |= QUALIFIED;
        }
        return;
    }
    if (w->follows_locals && (!w->is_value || w->is_open || w->binds_const) && !stays(c, target) &&
        (ast_node_kind(target) == AST_PARAMETER ||
         (ast_node_kind(target) == AST_VARIABLE && is_function_kind(ast_node_kind(ast_semantic_parent(target))))))
    {
        fact *x = add_fact(c, w, !w->is_value && !is_constant_of_open_class(c, target) ? FACT_CHANGE : w->is_open ? FACT_OPEN_CHANGE : FACT_CONST_BINDING, n);
        x->name = ast_name(c->arena, target);
        x->type = w->open_group;
        x->context |= ast_type_is_scalar(target) ? IS_SCALAR : 0;
    }
    if (ast_node_kind(target) == AST_VARIABLE)
        add_hidden_index(c, n, target, w);
    if (ast_node_kind(target) != AST_VARIABLE || !is_shared_variable(c, target))
        return;
    if (!is_function_kind(ast_node_kind(ast_semantic_parent(target)))) {
        fact *x = add_fact(c, w, FACT_SHARED, n);
        x->size_bytes = ast_type_bytes(target);
        x->name = ast_name(c->arena, target);
    }
    add_shared_use(c, n, target, w);
}

// Can a local live on across a grid barrier (phase_live.c) or as a group's (state_check.c), and what is it where its text says `auto`?
static void note_how_it_lives(collector *c, ast_node n, fact *x, const walk *w)
{
    x->context |= (ast_type_elements_are_const(n) ? IS_CONST : 0) | (ast_type_holds_numbers(n) ? HOLDS_NUMBERS : 0) | (ast_type_elements_are_open(n) ? IS_OPEN : 0) | (ast_type_can_wait(n) ? CAN_WAIT : 0) |
                  (ast_type_keeps_no_address(n) ? KEEPS_NO_ADDRESS : 0) | (ast_type_tells_constants(n) ? TELLS_CONSTANTS : 0);
    const size_t name = token_at_or_after(&w->file->tokens, ast_location(c->ast, n).offset);
    if (name > 0 && !x->in_macro && is_token(w->file, name - 1, "auto") && (x->context & (IS_SCALAR | IS_NUMBER_CLASS)) && !ast_type_is_hidden(n))
        x->type = ast_type_behind_names(c->arena, n);
}

static bool is_of_cuda(collector *c, ast_node variable)
{
    if (ast_type_is_reference(variable) || ast_type_is_array(variable))
        return false;
    const ast_node type = ast_type_declaration(variable);
    if (ast_is_null(type) || !ast_in_system_header(c->ast, type))
        return false;
    const char *name = ast_type_behind_names(c->arena, variable); // with the namespaces of a library's type
    if (strncmp(name, "const ", strlen("const ")) == 0)
        name += strlen("const ");
    return is_number_class(name, strlen(name));
}

static void add_variable(collector *c, ast_node n, const walk *w)
{
    if (is_shared_variable(c, n)) {
        fact *x = add_fact(c, w, FACT_SHARED, n);
        x->size_bytes = ast_type_bytes(n);
        x->name = ast_name(c->arena, n);
        x->context |= (ast_type_copies_plainly(n) ? CAN_WAIT : 0) | (ast_type_holds_numbers(n) ? HOLDS_NUMBERS : 0) | (ast_type_elements_are_open(n) ? IS_OPEN : 0);
    } else if (ast_is_static_storage(n)) {
        add_fact(c, w, FACT_STATIC_LOCAL, n)->name = ast_name(c->arena, n);
    } else if (w->follows_locals) {
        fact *x = add_fact(c, w, FACT_LOCAL, n);
        x->name = ast_name(c->arena, n);
        if (ast_type_is_scalar(n) || ast_type_is_array(n))
            x->context |= (ast_type_is_scalar(n) ? IS_SCALAR : 0) | (ast_type_holds_numbers(n) ? HOLDS_NUMBERS : 0);
        else if (is_of_cuda(c, n))
            x->context |= IS_NUMBER_CLASS;
        else
            x->context |= ast_type_keeps_no_address(n) ? KEEPS_NO_ADDRESS : 0;
        if (w->locals_matter)
            note_how_it_lives(c, n, x, w);
    }
    // Its destructor runs without a word in the text, and so may constructors of its parts.
    ast_node record = ast_type_declaration(n);
    if (ast_is_null(record) || is_class_passed_by(c, record, w))
        return;
    const ast_nodes members = class_members(c, record);
    for (size_t i = 0; i < members.count; i++)
        if (ast_node_kind(members.items[i]) == AST_DESTRUCTOR)
            add_silent_call(c, n, members.items[i], w);
    add_calls_of_parts(c, n, record, w);
}

// ---- the walk --------------------------------------------------------------------------------------------------

void walk_children(collector *c, ast_nodes children, const walk *w)
{
    for (size_t i = 0; i < children.count; i++)
        walk_node(c, children.items[i], w);
}

static void walk_below(collector *c, ast_node n, ast_nodes children, const walk *w)
{
    if (w->follows_locals)
        walk_operands(c, n, children, *w);
    else
        walk_children(c, children, w);
}

static void walk_call(collector *c, ast_node n, ast_nodes children, const walk *around)
{
    if (children.count >= 2 && is_configuration(c, children.items[1])) {
        add_launch(c, children, around);
        walk_below(c, n, children, around);
        return;
    }
    walk w = *around;
    add_api_launch(c, children, &w);
    add_query_call(c, children, &w);
    const ast_node callee = children.count ? ast_strip(c->arena, children.items[0]) : n, called = ast_referenced(n);
    w.callee = &callee;
    w.called = &called;
    if (w.function >= 0 && !ast_is_operator_of_numbers(n))
        add_call(c, n, children, &w);
    else if (w.function < 0)
        add_loose_call(c, n, &w);
    enter_operator_call(c, n, children, &w);
    if (!walk_open_operands(c, n, called, children, w) && !walk_group_operands(c, called, callee, children, w))
        walk_below(c, n, children, &w);
}

static void walk_loop(collector *c, ast_node n, ast_nodes children, walk w)
{
    add_host_loop(c, n, &w);
    if (w.function >= 0)
        add_range_calls(c, n, children, &w);
    enter_branch(c, &w, n, BRANCH_LOOP);
    w.breakable = w.context & (IN_LAMBDA | IN_LOCAL_CLASS) ? -1 : w.branch;
    if (!w.loop_end) {
        ast_range r = ast_extent(c->ast, n);
        w.loop_end = r.file >= 0 ? r.end : (size_t)-1;
    }
    w.context |= IN_LOOP;
    if (may_wait(c, &w))
        add_spins(c, n, &w);
    walk_below(c, n, children, &w);
}

static void add_unnamed(collector *c, ast_node n, ast_nodes children, const walk *w)
{
    if (ast_is_list(n) && w->function >= 0)
        add_list(c, n, children, w);
    if (ast_is_binding(n) && w->function >= 0)
        add_binding(c, n, w);
    if (w->follows_locals)
        add_allocations(c, n, children, w);
}

// What changes what is around it.
static void walk_frame(collector *c, ast_node n, ast_nodes children, walk w)
{
    switch (ast_node_kind(n)) {
    case AST_LAMBDA:
        if (w.function >= 0)
            add_fact(c, &w, FACT_LAMBDA, n);
        if (w.follows_locals)
            add_captures(c, n, &w);
        w.context |= IN_LAMBDA;
        break;
    case AST_PARAMETER: // of a lambda: its default argument is read where the lambda is called, and can name no local variable
        w.context |= IN_DEFAULT_ARGUMENT | OUTSIDE_BODY;
        break;
    case AST_SWITCH:
        enter_branch(c, &w, n, BRANCH_SWITCH);
        w.breakable = -1;
        break;
    default:
        enter_shared_operand(c, n, children, &w);
        add_unnamed(c, n, children, &w);
        break;
    }
    walk_below(c, n, children, &w);
}

static void add_goto(collector *c, ast_node n, const walk *w)
{
    ast_nodes label = ast_children(c->arena, n);
    ast_node target = label.count ? ast_referenced(label.items[0]) : n;
    c->goes_back |= ast_location(c->ast, target).offset < ast_location(c->ast, n).offset;
    add_fact(c, w, FACT_GOTO, n)->guard_begin = ast_location(c->ast, target).offset;
}

// if (...) break; in the body of a loop, which the innermost branch is; without an else.
static bool is_if_of_break(const collector *c, const walk *w)
{
    const function *f = &c->plan->functions.items[w->function];
    const branch *b = w->branch < 0 ? NULL : &f->branches.items[w->branch];
    if (!b || b->kind != BRANCH_IF || !b->editable || b->parent != w->breakable || f->branches.items[w->breakable].kind != BRANCH_LOOP)
        return false;
    const size_t then = token_at_or_after(&w->file->tokens, b->header_end), in_braces = is_token(w->file, then, "{"), jump = then + in_braces;
    return is_token(w->file, jump, "break") && (!in_braces || is_token(w->file, jump + 2, "}")) &&
           !is_token(w->file, jump + 2 + in_braces, "else");
}

static void add_jump(collector *c, ast_node n, const walk *w)
{
    const bool is_break = ast_node_kind(n) == AST_BREAK;
    if (is_break && w->breakable >= 0) {
        function *f = &c->plan->functions.items[w->function];
        const bool is_if = is_if_of_break(c, w);
        f->branches.items[w->breakable].has_break = true;
        f->branches.items[w->breakable].has_hidden_break |= !is_if;
        if (is_if)
            f->branches.items[w->branch].is_break = true;
    }
    if (!(w->context & IN_LAMBDA))
        add_fact(c, w, FACT_JUMP, n)->name = is_break ? "break" : "continue";
}

static void add_candidates(collector *c, ast_node n, const walk *w)
{
    ast_nodes candidates = ast_candidates(c->arena, n);
    for (size_t i = 0; i < candidates.count; i++)
        if (is_function_node(candidates.items[i])) {
            add_kernel_value(c, n, candidates.items[i], w);
            add_query_value(c, n, candidates.items[i], w);
            note_address(c, n, candidates.items[i], w);
        }
}

static void note_cast(collector *c, ast_node n, const walk *w)
{
    const ast_const_cast casts = ast_casts_const_away(n);
    c->plan->casts_const_away |= casts != CASTS_NO_CONST;
    c->plan->functions.items[w->function].casts_const_away |= casts == CASTS_REFERENCE;
}

static void add_return(collector *c, ast_node n, const walk *w)
{
    if (w->context & (IN_LAMBDA | IN_LOCAL_CLASS))
        return;
    fact *x = add_fact(c, w, FACT_RETURN, n);
    if (w->branch >= 0) // under another condition: the guard alone says nothing of who returns here
        x->context &= ~(unsigned)(AT_TOP_LEVEL | IS_UNIFORM);
}

// What stands in a function and tells by itself what it does, whatever it holds.
static void add_own_fact(collector *c, ast_kind kind, ast_node n, const walk *w)
{
    if (w->function < 0)
        return;
    switch (kind) {
    case AST_RETURN: add_return(c, n, w); break;
    case AST_VARIABLE: add_variable(c, n, w); break;
    case AST_ASM: add_fact(c, w, FACT_ASM, n)->name = assembly_template(c->ast, c->arena, n); break;
    case AST_GOTO: add_goto(c, n, w); break;
    case AST_BREAK: case AST_CONTINUE: add_jump(c, n, w); break;
    case AST_ENUMERATION: case AST_CLASS: add_fact(c, w, FACT_LOCAL_TYPE, n); break;
    default: break;
    }
}

// Whatever kind of node it is.
static void note_node(collector *c, ast_kind kind, ast_node n, ast_nodes children, const walk *w)
{
    if (w->names_from)
        note_name(c, n, w);
    if (may_wait(c, w))
        add_polls(c, n, children, w);
    if (c->has_destructors && w->function >= 0 && !c->plan->functions.items[w->function].in_system && (kind == AST_NONE || kind == AST_CALL))
        add_ends(c, n, w);
    if (w->follows_locals && ast_is_cast(n))
        note_cast(c, n, w);
}

// What is around is handed on as it is by nearly all nodes, and so is copied only where it changes.
void walk_node(collector *c, ast_node n, const walk *w)
{
    const ast_kind kind = ast_node_kind(n);
    const ast_nodes children = ast_children(c->arena, n);
    note_node(c, kind, n, children, w);
    add_own_fact(c, kind, n, w);
    switch (kind) {
    case AST_CALL: walk_call(c, n, children, w); return;
    case AST_LOOP: walk_loop(c, n, children, *w); return;
    case AST_IF: walk_if(c, n, children, *w, false); return;
    case AST_LAMBDA: case AST_PARAMETER: case AST_SWITCH: walk_frame(c, n, children, *w); return;
    case AST_COMPOUND: add_host_loop(c, n, w); break;
    case AST_REFERENCE: add_reference(c, n, w); break;
    case AST_MEMBER_REFERENCE:
        if (!children.count) // of `this`, which is not written
            add_hidden_index(c, n, ast_referenced(n), w);
        break;
    case AST_OVERLOADED_REFERENCE: add_candidates(c, n, w); break;
    case AST_FIELD: note_initialiser(c, n); break;
    case AST_ENUMERATION: return;
    case AST_CLASS: // a local class: its members are functions of their own
        walk_declarations(c, n, (scope){.in_class = true, .in_template = true, .in_function = true}); // it may be
        return;
    case AST_USING: add_import(c, n); return;
    case AST_NONE:
        if (c->plan->for_cpu) {
            walk_frame(c, n, children, *w);
            return;
        }
        add_unnamed(c, n, children, w);
        break;
    default:
        if (is_function_kind(kind))
            return;
        break;
    }
    if (w->follows_locals)
        walk_operands(c, n, children, *w);
    else
        walk_children(c, children, w); // nearly all of host code
}

static void walk_body(collector *c, ast_node body, const walk *w)
{
    ast_nodes statements = ast_children(c->arena, body);
    for (size_t i = 0; i < statements.count; i++) {
        if (ast_node_kind(statements.items[i]) == AST_IF)
            walk_if(c, statements.items[i], ast_children(c->arena, statements.items[i]), *w, true);
        else
            walk_node(c, statements.items[i], w);
    }
}

static bool may_have_barrier_or_state(const plan_file *f, const declaration *d)
{
    for (size_t i = token_at_or_after(&f->tokens, d->body_begin); f->tokens.items[i].begin < d->body_end; i++)
        if (is_token(f, i, "barrier") || is_token(f, i, "sync") || is_token(f, i, "state") || collective_closing_by_name(f, i))
            return true;
    return false;
}

// From where on names matter: from the first directive of what is done once a group, behind its blocks; with tasks, in the whole body.
static size_t names_from(const plan_file *f, const declaration *d)
{
    size_t from = 0;
    for (size_t i = plan_directive_at_or_after(f, d->body_begin); i < f->directives.count && f->directives.items[i].at.begin < d->body_end; i++)
        if (f->directives.items[i].kind == DIRECTIVE_FOREACH)
            return d->body_begin;
        else if (f->directives.items[i].kind == DIRECTIVE_FINISH && !from)
            from = f->directives.items[i].at.begin;
    return from;
}

// Of a text that comes in several times, in several namespaces or for several types, what is known is not noted again: edits would be made twice.
static void drop_known_facts(function *f, size_t before)
{
    size_t count = before;
    for (size_t i = before; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        bool is_known = false;
        for (size_t k = 0; k < before && !is_known; k++) {
            const fact *y = &f->facts.items[k];
            is_known = x->kind == y->kind && x->begin == y->begin && x->end == y->end && x->callee == y->callee && x->context == y->context &&
                       x->in_macro == y->in_macro && x->elsewhere == y->elsewhere;
        }
        if (!is_known)
            f->facts.items[count++] = *x;
    }
    f->facts.count = count;
}

void walk_function(collector *c, ast_node n, int index)
{
    function *f = &c->plan->functions.items[index];
    const size_t before = f->facts.count;
    walk w = {.function = index, .file_index = -1, .branch = -1, .breakable = -1};
    if (f->definition >= 0) {
        w.file_index = f->declarations.items[f->definition].file;
        w.file = file_at(c, w.file_index);
        w.follows_locals = !f->in_system && (f->is_kernel || f->is_device);
        w.names_from = f->is_kernel ? names_from(w.file, &f->declarations.items[f->definition]) : 0;
        w.locals_matter = f->is_kernel && w.follows_locals && may_have_barrier_or_state(w.file, &f->declarations.items[f->definition]);
    }
    f->facts_known = true;
    note_open_values(c, n, f);
    if (f->definition >= 0 && !f->facts.capacity) { // about as many as it will have: lists of them are most of a plan
        const declaration *d = &f->declarations.items[f->definition];
        f->facts.capacity = (d->body_end > d->body_begin ? d->body_end - d->body_begin : 0) / 24 + 2;
        f->facts.items = arena_alloc(c->arena, f->facts.capacity * sizeof *f->facts.items);
    }
    const bool constructs = f->form == FORM_CONSTRUCTOR; // the list of functions may move from here on
    if (f->is_device && (constructs || f->form == FORM_DESTRUCTOR) && !(f->in_system && is_known_library(f)))
        add_calls_of_parts(c, n, ast_semantic_parent(n), &w); // whose constructors and destructors it runs without a word
    ast_nodes children = ast_children(c->arena, n);
    for (size_t i = 0; i < children.count; i++) {
        ast_kind k = ast_node_kind(children.items[i]);
        if (k == AST_COMPOUND) {
            c->goes_back = false;
            walk_body(c, children.items[i], &w);
            if (c->goes_back && may_wait(c, &w))
                add_spins(c, children.items[i], &w);
        } else if (k == AST_PARAMETER || (k == AST_TEMPLATE_PARAMETER && c->plan->functions.items[index].in_system)) {
            walk in_default = w;
            in_default.context |= IN_DEFAULT_ARGUMENT | OUTSIDE_BODY;
            walk_children(c, ast_children(c->arena, children.items[i]), &in_default);
        } else if (constructs) { // of others what is left are types, in whose decltype nothing runs
            walk initialiser = w;
            initialiser.context |= OUTSIDE_BODY;
            walk_node(c, children.items[i], &initialiser);
        }
    }
    if (before && !c->device)
        drop_known_facts(&c->plan->functions.items[index], before); // of a list that may have moved
}

bool has_body(collector *c, ast_node n)
{
    if (!ast_is_definition(n))
        return false;
    ast_nodes children = ast_children(c->arena, n);
    for (size_t i = children.count; i-- > 0;)
        if (ast_node_kind(children.items[i]) == AST_COMPOUND)
            return true;
    return false;
}
