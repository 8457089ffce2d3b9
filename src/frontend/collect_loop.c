// Collecting: loops of the host with `#pragma pt loop`, and blocks with `#pragma pt fuse` (collector.h).
//
// In:  a loop's or a block's node. Out: a record of what the loop calls and of what its own text reads.
// Invariant: a call whose callee is not certain is recorded without one. What the loop launches is in the plan's launches.
#include "frontend/collect_loop_parts.h"

#include <string.h>

// The directive that stands directly before `offset`, or -1.
static int loop_directive(const plan_file *f, directive_kind kind, size_t offset)
{
    for (size_t i = 0; i < f->directives.count && f->directives.items[i].at.begin < offset; i++) {
        const directive *d = &f->directives.items[i];
        if (d->kind != kind)
            continue;
        size_t next = plan_next_live(f, token_at_or_after(&f->tokens, d->at.end), offset);
        while (is_token(f, next, "_Pragma") && is_token(f, next + 1, "(")) // of another tool
            next = plan_next_live(f, skip_balanced(f, next + 1), offset);
        if (next < f->tokens.count && f->tokens.items[next].begin == offset)
            return (int)i;
    }
    return -1;
}

static bool has_directive(const plan_file *f, directive_kind kind)
{
    for (size_t i = 0; i < f->directives.count; i++)
        if (f->directives.items[i].kind == kind)
            return true;
    return false;
}

// What comes out of a macro may lie elsewhere.
size_t place_in(const host_loop *loop, size_t at) { return at > loop->begin && at < loop->end ? at : loop->begin; }

void add_read(collector *c, host_loop *loop, size_t at, const char *by)
{
    *ARENA_PUSH(c->arena, &loop->reads) = (loop_read){place_in(loop, at), by};
}

// Under parentheses and conversions: an operator, or what has no operand.
ast_node operand_of(collector *c, ast_node n)
{
    while (ast_node_kind(n) == AST_NONE && !*ast_operator(c->ast, c->arena, n)) {
        ast_nodes children = ast_children(c->arena, n);
        if (children.count != 1)
            return n;
        n = children.items[0];
    }
    return n;
}

// An expression that begins with this word.
bool is_written_with(collector *c, ast_node n, ast_kind kind, const char *word)
{
    if (kind != AST_NONE || *ast_operator(c->ast, c->arena, n))
        return false;
    const char *text = ast_text(c->ast, c->arena, n);
    text += strncmp(text, "::", 2) == 0 ? 2 : 0;
    const size_t length = strlen(word);
    return strncmp(text, word, length) == 0 && strchr(" \t\r\n;([:", text[length]);
}

// __atomic_load_n(...), __sync_...(...): a compiler's own, which libclang does not take for calls.
bool is_atomic_builtin(collector *c, ast_node n, ast_kind kind, const char *o)
{
    if ((kind != AST_NONE || *o) && kind != AST_CALL)
        return false;
    const char *const text = ast_text(c->ast, c->arena, n);
    return strncmp(text, "__atomic_", 9) == 0 || strncmp(text, "__sync_", 7) == 0 || strncmp(text, "__c11_atomic_", 13) == 0;
}

// A lambda may have a copy of it.
bool is_captured(ast_node part)
{
    const ast_node target = ast_referenced(part);
    return !ast_is_declaration(part) && !ast_is_null(target) && (ast_node_kind(target) == AST_VARIABLE || ast_node_kind(target) == AST_PARAMETER);
}

// An object is made here, by a constructor or by none: `point p;`, `point{1}`.
bool makes_object(ast_node n, ast_kind kind) { return kind == AST_VARIABLE || kind == AST_CALL || ast_is_list(n); }

// cudaMemcpy(&x, from, bytes, cudaMemcpyDeviceToHost), or cudaMemcpyAsync: "x"; else NULL.
static const char *read_back(collector *c, ast_nodes children, const char *callee)
{
    const bool is_async = strncmp(callee, "cudaMemcpyAsync", 15) == 0;
    if (strncmp(callee, "cudaMemcpy", 10) != 0 || (children.count != 5 && !(is_async && children.count == 6)))
        return NULL;
    const ast_node to = operand_of(c, children.items[1]), kind = ast_strip(c->arena, children.items[4]);
    ast_nodes operand = ast_children(c->arena, to);
    if (strcmp(ast_name(c->arena, kind), "cudaMemcpyDeviceToHost") != 0 || strcmp(ast_operator(c->ast, c->arena, to), "&") != 0 ||
        operand.count != 1)
        return NULL;
    const ast_node variable = ast_referenced(operand_of(c, operand.items[0]));
    const bool may_be = !ast_is_null(variable) && is_local(variable) && (ast_type_is_scalar(variable) || ast_type_is_open(variable));
    return may_be ? ast_name(c->arena, variable) : NULL;
}

// In a template a name stands for all functions that it may mean: CUDA's and the library's own are what they are.
static void add_open_callee(collector *c, ast_node callee, ast_node target, loop_call *x)
{
    const ast_node set = ast_node_kind(callee) == AST_OVERLOADED_REFERENCE ? callee : target;
    if (ast_node_kind(set) != AST_OVERLOADED_REFERENCE)
        return;
    ast_nodes candidates = ast_candidates(c->arena, set);
    for (size_t i = 0; i < candidates.count; i++)
        if (!is_function_node(candidates.items[i]) || !ast_in_system_header(c->ast, candidates.items[i]))
            return;
    if (!candidates.count)
        return;
    x->callee = function_index(c, candidates.items[0]);
    x->name = c->plan->functions.items[x->callee].name;
}

static void add_once(collector *c, const char *word, open_words *to)
{
    for (size_t i = 0; i < to->count; i++)
        if (strcmp(to->items[i], word) == 0)
            return;
    *ARENA_PUSH(c->arena, to) = word;
}

// `T x` of a template: what making, ending, asking an x does is known where the template is used. A class's member is named here only where it
// is one of `this`.
static void add_open_type(collector *c, ast_node n, ast_node variable, const loop_walk *w)
{
    const ast_place declared = ast_location(c->ast, variable), at = ast_location(c->ast, n);
    const char *const name = ast_name(c->arena, variable), *type = ast_type_spelling(c->arena, variable);
    if (!ast_type_value_is_open(variable) || strpbrk(type, "<:")) // of a library's template the name says enough
        return;
    const plan_file *f = file_at(c, w->loop->file);
    const size_t token = token_at_or_after(&f->tokens, at.offset);
    const bool is_here = declared.file >= 0 && c->file_of[declared.file] == w->loop->file && declared.offset >= w->loop->begin &&
                         declared.offset < w->loop->end;
    if (is_here && w->is_inside)
        return; // what a generic lambda is called with is not known either
    if (is_here) {
        type = strncmp(type, "const ", 6) == 0 ? type + 6 : type;
        const size_t length = strspn(type, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
        if (length && strcmp(type, "auto") != 0 && strncmp(type, "auto ", 5) != 0 && strspn(type + length, " &[]0123456789") == strlen(type + length))
            add_once(c, arena_copy(c->arena, type, length), &w->loop->open_types);
    } else if (*name && (ast_node_kind(variable) != AST_FIELD ||
                         (!at.in_macro && token && is_token(f, token, name) && !is_token(f, token - 1, ".") &&
                          (!is_token(f, token - 1, "->") || is_token(f, token - 2, "this"))))) {
        const bool is_pack = strlen(type) > 3 && strcmp(type + strlen(type) - 3, "...") == 0;
        add_once(c, arena_format(c->arena, "decltype(%s)%s", name, is_pack ? "..." : ""), &w->loop->open_names);
    }
}

// What the compiler makes to copy an object whose copy is one of its bytes: `f(p)`, `p = q`.
static bool copies_bytes(collector *c, ast_node n, ast_nodes children)
{
    const ast_node target = ast_referenced(n);
    if (!is_function_node(target) || !ast_needs_no_body(target) || !children.count)
        return false;
    const ast_node value = ast_strip(c->arena, children.items[children.count - 1]);
    if (ast_node_kind(value) == AST_TYPE_REFERENCE || !ast_equal(ast_type_declaration(value), ast_semantic_parent(target)))
        return false; // p() names its type
    return ast_node_kind(target) == AST_CONSTRUCTOR ? children.count == 1 && ast_type_copies_plainly(n)
                                                    : strcmp(ast_name(c->arena, target), "operator=") == 0 && ast_type_can_wait(value);
}

// What the function does that is called, as far as its body tells.
static void look_into_callee(collector *c, ast_node n, ast_node target, ast_nodes children, const ast_range *whole, loop_call *x, const loop_walk *w)
{
    reached r = {0};
    reach_instance(c, n, target, &r);
    for (size_t i = 1; strcmp(x->name, "swap") == 0 && ast_in_system_header(c->ast, target) && i < children.count; i++)
        reach_moves(c, ast_type_declaration(ast_strip(c->arena, children.items[i])), &r);
    if (r.reads_memory)
        add_read(c, w->loop, whole->begin, arena_format(c->arena, "'%s' reads by a pointer or a reference", x->name));
    if (r.waits && !w->loop->waits_at)
        w->loop->waits_at = place_in(w->loop, whole->begin);
    add_reached(c, &r, whole, w);
    add_lambda(c, target, x);
    x->comes_to_anything = r.does_anything;
    x->changes_unseen = r.changes_unseen;
    x->is_given_more = ast_in_system_header(c->ast, target) && is_given_more(c, target, children);
    if (prints_object(c, target, children))
        add_read(c, w->loop, whole->begin, "it prints an object, which may look at what the copy has brought");
}

static void add_loop_call(collector *c, ast_node n, ast_nodes children, const loop_walk *w)
{
    ast_node target = ast_referenced(n);
    ast_node callee = children.count ? ast_strip(c->arena, children.items[0]) : n;
    const ast_kind callee_kind = ast_node_kind(callee);
    if (!is_function_node(target) && (callee_kind == AST_REFERENCE || callee_kind == AST_MEMBER_REFERENCE))
        target = ast_referenced(callee);
    if (ast_node_kind(ast_referenced(callee)) == AST_TEMPLATE_PARAMETER && strcmp(ast_name(c->arena, callee), ast_type_spelling(c->arena, n)) == 0) {
        add_once(c, ast_name(c->arena, callee), &w->loop->open_types); // T(1)
        return;
    }
    const ast_range whole = ast_extent(c->ast, n);
    const ast_place at = ast_location(c->ast, callee);
    loop_call x = {.callee = -1, .begin = whole.begin, .end = whole.end, .name_begin = at.offset, .name = ast_name(c->arena, callee),
                   .depth = w->depth, .place = w->place};
    x.in_macro = whole.in_macro || whole.file < 0 || c->file_of[whole.file] != w->loop->file;
    x.in_macro |= !x.in_macro && takes_macro_apart(c, x.begin, x.end, w->loop);
    if (whole.in_macro && x.begin == x.end && whole.file >= 0 && c->file_of[whole.file] == w->loop->file)
        x.end = end_of_macro(&c->plan->files.items[w->loop->file], x.begin);
    if (is_function_node(target) && !(ast_is_dynamic_call(n) && ast_is_virtual(target))) {
        x.callee = function_index(c, target);
        x.name = c->plan->functions.items[x.callee].name;
    }
    if (x.callee < 0)
        add_open_callee(c, callee, target, &x);
    const ast_kind target_kind = ast_node_kind(target);
    x.is_open = x.callee < 0 && callee_kind != AST_MEMBER_REFERENCE && target_kind != AST_VARIABLE && target_kind != AST_PARAMETER &&
                target_kind != AST_FIELD;
    find_written(c, n, &x, w->loop);
    x.read_back = read_back(c, children, x.name);
    x.is_inside = w->is_inside;
    if (is_function_node(target))
        look_into_callee(c, n, target, children, &whole, &x, w);
    *ARENA_PUSH(c->arena, &w->loop->calls) = x;
    if (!is_reference_to_other(c, n))
        find_destructors(c, n, ast_type_declaration(n), &whole, w, 0);
}

// `delete p`, `new T`: a destructor's, a class's own operator's.
static void add_allocation(collector *c, ast_node n, const char *word, const loop_walk *w)
{
    const ast_range whole = ast_extent(c->ast, n);
    const loop_call x = {.callee = -1, .begin = whole.begin, .end = whole.end, .name_begin = whole.begin, .name = word, .depth = w->depth,
                         .in_macro = whole.in_macro || whole.file < 0 || c->file_of[whole.file] != w->loop->file};
    for (size_t i = 0; i < w->loop->calls.count; i++) // under a conversion
        if (w->loop->calls.items[i].begin == x.begin && w->loop->calls.items[i].end == x.end && w->loop->calls.items[i].name == word)
            return;
    *ARENA_PUSH(c->arena, &w->loop->calls) = x;
}

// So that an object that is constant may change. The library's do not.
static bool has_mutable_member(collector *c, ast_node class, int depth)
{
    enum { depth_at_most = 16 };
    if (ast_is_null(class) || ast_in_system_header(c->ast, class))
        return false;
    ast_nodes members = ast_children(c->arena, class);
    for (size_t i = 0; i < members.count; i++) {
        const ast_kind kind = ast_node_kind(members.items[i]);
        if ((kind == AST_FIELD && ast_is_mutable(members.items[i])) ||
            ((kind == AST_FIELD || kind == AST_BASE) &&
             (depth == depth_at_most || has_mutable_member(c, ast_type_declaration(members.items[i]), depth + 1))))
            return true;
    }
    return false;
}

// int a[], or int a[n] as compilers have it; a pack; what others may change.
static const char *find_no_copy(collector *c, ast_node variable)
{
    const char *const type = ast_type_behind_names(c->arena, variable), *const star = strrchr(type, '*');
    const size_t length = strlen(type);
    if (length > 3 && strcmp(type + length - 3, "...") == 0)
        return "is a parameter pack";
    if (ast_type_is_array(variable) && ast_type_has_no_size(variable))
        return "is an array whose size is not known here";
    return strstr(star ? star : type, "volatile") ? "is volatile" : NULL;
}

static void add_loop_name(collector *c, ast_node n, ast_node target, const loop_walk *w)
{
    const ast_kind kind = ast_node_kind(target);
    const ast_place at = ast_location(c->ast, n), declared = ast_location(c->ast, target);
    if (ast_is_binding(target) && !w->loop->alias_at)
        w->loop->alias_at = place_in(w->loop, at.offset);
    if (kind != AST_VARIABLE && kind != AST_PARAMETER && kind != AST_FIELD)
        return;
    add_open_type(c, n, target, w);
    const bool is_here = declared.file >= 0 && c->file_of[declared.file] == w->loop->file;
    loop_name x = {.at = at.offset, .name = ast_name(c->arena, target), .is_const = ast_type_is_const(target) || refers_to_constant(c, target)};
    x.is_mutable = x.is_const && has_mutable_member(c, ast_type_declaration(target), 0);
    x.no_copy = find_no_copy(c, target);
    x.declared_at = is_here ? declared.offset : 0;
    x.declared_file = declared.file;
    x.declared_place = declared.offset;
    x.is_own = is_here && declared.offset >= w->body_begin && declared.offset < w->body_end;
    x.lives_on = x.is_own && kind == AST_VARIABLE && ast_outlives_block(target);
    if (kind != AST_PARAMETER && ast_type_is_reference(target) && !w->loop->alias_at)
        w->loop->alias_at = place_in(w->loop, at.offset);
    *ARENA_PUSH(c->arena, &w->loop->names) = x;
}

// do { ... } while (0): a statement, as macros write it.
static bool runs_once(ast_nodes parts)
{
    return parts.count == 2 && ast_node_kind(parts.items[0]) == AST_COMPOUND && ast_is_zero(parts.items[1]);
}

// `if (C) { ...; break; }` that leaves the loop, C and the branch as they are written.
static void add_exit(collector *c, ast_node n, ast_nodes children, const loop_walk *w)
{
    if (children.count < 2 || w->is_inside || !w->may_break)
        return;
    ast_nodes statements = ast_children(c->arena, children.items[1]);
    const bool is_compound = ast_node_kind(children.items[1]) == AST_COMPOUND;
    if (is_compound && !statements.count)
        return;
    const ast_kind last = ast_node_kind(is_compound ? statements.items[statements.count - 1] : children.items[1]);
    const ast_range whole = ast_extent(c->ast, n), branch = ast_extent(c->ast, children.items[1]);
    if ((last != AST_BREAK && last != AST_RETURN) || whole.file < 0 || whole.in_macro || branch.in_macro ||
        c->file_of[whole.file] != w->loop->file || branch.file != whole.file)
        return;
    const plan_file *f = file_at(c, w->loop->file);
    const size_t open = token_at_or_after(&f->tokens, whole.begin) + 1; // not of `if constexpr`
    if (!is_token(f, open - 1, "if") || !is_token(f, open, "(") || ast_node_kind(children.items[0]) == AST_VARIABLE)
        return;
    const size_t close = skip_balanced(f, open) - 1;
    if (close <= open + 1 || f->tokens.items[close].begin > branch.begin)
        return;
    for (size_t i = open; i < close; i++)
        if (is_token(f, i, ";"))
            return; // if (int x = f(); x)
    const loop_exit x = {.at = whole.begin, .condition_begin = f->tokens.items[open].end, .condition_end = f->tokens.items[close].begin,
                         .begin = branch.begin, .end = branch.end, .place = w->place};
    *ARENA_PUSH(c->arena, &w->loop->exits) = x;
}

// May what stands here run without that which stands in front of it, or the other way round? Of the node's parts, but for an `if`,
// whose condition does not.
static bool begins_place(collector *c, ast_node n, ast_kind kind, const loop_walk *w)
{
    static const char *const choosing[] = {"&&", "||", "?"};
    const char *o = ast_operator(c->ast, c->arena, n);
    return kind == AST_IF || kind == AST_SWITCH || kind == AST_LOOP || kind == AST_LAMBDA || (kind == AST_COMPOUND && !w->keeps_place) ||
           ast_is_choice(n) || STRING_IS_ANY(o, choosing);
}

static void walk_loop(collector *c, ast_node n, loop_walk w);

// step<T> where T is declared in the loop: it has no meaning in front of it.
static void find_own_arguments(collector *c, ast_node n, host_loop *loop)
{
    const ast_node target = ast_referenced(n);
    const ast_place declared = ast_is_null(target) ? (ast_place){-1, 0, false} : ast_location(c->ast, target);
    if (declared.file >= 0 && c->file_of[declared.file] == loop->file && declared.offset > loop->begin && declared.offset < loop->end)
        *ARENA_PUSH(c->arena, &loop->own_arguments) = ast_location(c->ast, n).offset;
    const ast_nodes parts = ast_children(c->arena, n);
    for (size_t i = 0; i < parts.count; i++)
        find_own_arguments(c, parts.items[i], loop);
}

static void walk_launch(collector *c, ast_nodes children, loop_walk w)
{
    w.is_launch = true;
    find_own_arguments(c, children.items[0], w.loop);
    for (size_t i = 1; i < children.count; i++) {
        // The address of a variable may be what the kernel writes to, where device and host share all memory.
        const ast_node given = operand_of(c, children.items[i]);
        const bool is_address = strcmp(ast_operator(c->ast, c->arena, given), "&") == 0 && ast_children(c->arena, given).count == 1;
        if (is_address || ast_type_is_array(ast_strip(c->arena, given)))
            add_read(c, w.loop, ast_extent(c->ast, children.items[i]).begin, "a kernel is given the address of a variable of the host");
        ast_nodes inner = i == 1 ? ast_children(c->arena, children.items[1]) : (ast_nodes){&children.items[i], 1, 1};
        for (size_t k = i == 1; k < inner.count; k++)
            walk_loop(c, inner.items[k], w);
    }
}

// A node of the loop, and what is asked of it more than once.
typedef struct loop_part {
    ast_node node, target; // target: what it refers to
    ast_kind kind;
    const char *o; // its operator
    ast_nodes children;
} loop_part;

// Memory that a kernel may have written, or that another thread of the host changes.
static void note_reads(collector *c, const loop_part *x, loop_walk *w)
{
    const ast_kind kind = x->kind;
    const bool by_pointer = goes_by_pointer(c, x->node, kind, x->o, x->children);
    const bool is_managed = kind == AST_REFERENCE && (is_variable_on_device_and_host(c, x->target) || is_variable_registered(c, x->target));
    // What a function is given to launch with, by a reference to a constant, no kernel changes: it would have to know its place.
    const bool is_given = w->is_launch && kind == AST_REFERENCE && ast_node_kind(x->target) == AST_PARAMETER && refers_to_constant(c, x->target);
    const bool reads = (by_pointer || (!is_given && reads_known_memory(c, x->node, kind, x->target))) && !w->takes_address;
    w->takes_address = (w->takes_address && !by_pointer) || (strcmp(x->o, "&") == 0 && x->children.count == 1);
    // By its name, too: another thread of the host may be told by it.
    bool is_volatile = (kind == AST_REFERENCE || kind == AST_MEMBER_REFERENCE) && ast_type_is_volatile(x->node);
    if (reads || is_managed || ast_is_range_for(x->node)) {
        add_read(c, w->loop, ast_extent(c->ast, x->node).begin, "it reads by a pointer or a reference here, or what is a member");
        is_volatile |= ast_type_is_volatile(x->node);
    }
    if ((is_volatile || is_atomic_builtin(c, x->node, kind, x->o)) && !w->loop->waits_at)
        w->loop->waits_at = place_in(w->loop, ast_extent(c->ast, x->node).begin);
}

static bool is_function_of_its_own(ast_kind kind)
{
    return kind == AST_LAMBDA || kind == AST_METHOD || kind == AST_FUNCTION_TEMPLATE || kind == AST_CONSTRUCTOR || kind == AST_DESTRUCTOR ||
           kind == AST_CONVERSION;
}

static void note_names(collector *c, const loop_part *x, const loop_walk *w)
{
    if (x->kind == AST_REFERENCE || (x->kind == AST_MEMBER_REFERENCE && !x->children.count))
        add_loop_name(c, x->node, x->target, w);
    if (x->kind == AST_VARIABLE)
        add_open_type(c, x->node, x->node, w);
    if (x->kind == AST_MEMBER_REFERENCE && ast_node_kind(x->target) == AST_FIELD && ast_type_is_reference(x->target) &&
        !refers_to_constant(c, x->target) && !w->loop->alias_at)
        w->loop->alias_at = place_in(w->loop, ast_extent(c->ast, x->node).begin);
}

// What runs here by a word for it.
static void note_calls(collector *c, const loop_part *x, const loop_walk *w)
{
    if (x->kind == AST_CALL && !copies_bytes(c, x->node, x->children)) {
        add_loop_call(c, x->node, x->children, w);
        if (hands_text_on(c, x->children, false))
            add_read(c, w->loop, ast_extent(c->ast, x->node).begin, "it hands on text by a pointer, and a kernel may have written that");
    }
    if (x->kind == AST_ASM)
        add_read(c, w->loop, ast_extent(c->ast, x->node).begin, "inline assembly may read and change anything");
    if (is_written_with(c, x->node, x->kind, "delete"))
        add_allocation(c, x->node, "delete", w);
    if (is_written_with(c, x->node, x->kind, "new"))
        add_allocation(c, x->node, "new", w);
}

// What runs without one, where an object begins and ends.
static void note_objects(collector *c, const loop_part *x, const loop_walk *w)
{
    if (makes_object(x->node, x->kind) && x->kind != AST_CALL)
        add_first_values(c, x->node, false, w);
    if (ast_is_binding(x->node) && x->children.count)
        add_bound_values(c, x->node, w);
    for (size_t i = 0; x->kind == AST_LAMBDA && i < x->children.count; i++)
        if (is_captured(x->children.items[i]))
            add_first_values(c, ast_referenced(x->children.items[i]), true, w);
    if (x->kind == AST_LAMBDA) {
        const ast_range whole = ast_extent(c->ast, x->node);
        find_captured_destructors(c, x->children, &whole, w);
    }
    if (x->kind == AST_VARIABLE || ast_is_range_for(x->node))
        add_end_of_life(c, x->node, x->children, w);
    if (ast_is_list(x->node)) { // of an object that may have no name
        const ast_range whole = ast_extent(c->ast, x->node);
        find_destructors(c, x->node, ast_type_declaration(x->node), &whole, w, 0);
    }
}

static void note_ways_out(collector *c, const loop_part *x, const loop_walk *w)
{
    const bool throws = is_written_with(c, x->node, x->kind, "throw"); // it may be caught in the round
    const bool leaves = (x->kind == AST_RETURN && !w->is_inside) || (x->kind == AST_BREAK && w->may_break);
    if (leaves || x->kind == AST_GOTO || throws)
        *ARENA_PUSH(c->arena, &w->loop->jumps) = place_in(w->loop, ast_extent(c->ast, x->node).begin);
    if ((x->kind == AST_CONTINUE && w->may_continue) || x->kind == AST_GOTO || throws)
        *ARENA_PUSH(c->arena, &w->loop->continues) = place_in(w->loop, ast_extent(c->ast, x->node).begin);
    if (x->kind == AST_IF)
        add_exit(c, x->node, x->children, w);
}

static void walk_parts(collector *c, const loop_part *x, loop_walk w)
{
    const bool is_once = x->kind == AST_LOOP && runs_once(x->children);
    w.depth += x->kind == AST_LOOP && !is_once;
    w.may_break &= x->kind != AST_LOOP && x->kind != AST_SWITCH;
    w.may_continue &= x->kind != AST_LOOP;
    const bool is_place = !is_once && begins_place(c, x->node, x->kind, &w);
    w.keeps_place = is_once;
    for (size_t i = 0; i < x->children.count; i++) {
        w.is_callee = x->kind == AST_CALL && i == 0;
        if (is_place && (x->kind == AST_COMPOUND ? i == 0 : i > 0 || x->kind != AST_IF))
            w.place = ++w.loop->places;
        walk_loop(c, x->children.items[i], w);
    }
}

static void walk_loop(collector *c, ast_node n, loop_walk w)
{
    const ast_kind kind = ast_node_kind(n);
    if (asks_for_type(c, n, kind))
        return;
    const loop_part x = {.node = n, .target = ast_referenced(n), .kind = kind, .o = ast_operator(c->ast, c->arena, n), .children = ast_children(c->arena, n)};
    note_reads(c, &x, &w);
    w.is_inside |= is_function_of_its_own(kind);
    if (kind == AST_CALL && x.children.count >= 2 && is_configuration(c, x.children.items[1])) {
        if (w.is_inside && !w.loop->hides_at)
            w.loop->hides_at = ast_extent(c->ast, n).begin;
        walk_launch(c, x.children, w);
        return;
    }
    add_risk(c, n, kind, x.o, x.children, &w);
    note_names(c, &x, &w);
    note_calls(c, &x, &w);
    note_objects(c, &x, &w);
    note_ways_out(c, &x, &w);
    walk_parts(c, &x, w);
}

// while (true), as it is written: a loop that its condition never ends.
static bool is_endless(const plan_file *f, ast_range condition)
{
    const size_t i = token_at_or_after(&f->tokens, condition.begin);
    return f->tokens.items[i].begin == condition.begin && f->tokens.items[i].end == condition.end && (is_token(f, i, "true") || is_token(f, i, "1"));
}

// Where the loop is asked whether it goes on, and where its body lies.
static void find_parts(collector *c, ast_node n, host_loop *loop, loop_walk *w)
{
    ast_nodes children = ast_children(c->arena, n), condition = ast_loop_condition(c->ast, c->arena, n);
    for (size_t i = 0; i < children.count; i++) {
        const ast_range r = ast_extent(c->ast, children.items[i]);
        if (r.file >= 0 && c->file_of[r.file] == loop->file && ast_node_kind(children.items[i]) == AST_COMPOUND) {
            w->body_begin = r.begin;
            w->body_end = r.end;
        }
    }
    loop->header_end = w->body_begin;
    const plan_file *const f = file_at(c, loop->file);
    const size_t brace = token_at_or_after(&f->tokens, w->body_begin);
    loop->has_brace = w->body_begin && f->tokens.items[brace].begin == w->body_begin && f->tokens.items[brace].end == w->body_begin + 1 &&
                      is_token(f, brace, "{");
    loop->has_condition = condition.count != 0;
    if (condition.count != 1 || !w->body_end || ast_node_kind(condition.items[0]) == AST_VARIABLE)
        return;
    const ast_range r = ast_extent(c->ast, condition.items[0]);
    if (r.file < 0 || c->file_of[r.file] != loop->file || r.in_macro)
        return;
    loop->has_condition = !is_endless(file_at(c, loop->file), r);
    loop->condition_begin = loop->has_condition ? r.begin : 0;
    loop->condition_end = loop->has_condition ? r.end : 0;
}

void add_host_loop(collector *c, ast_node n, const walk *w)
{
    const bool is_block = ast_node_kind(n) == AST_COMPOUND;
    if (is_block && (w->function < 0 || c->plan->functions.items[w->function].is_device || c->plan->functions.items[w->function].is_kernel || !w->file ||
                     !has_directive(w->file, DIRECTIVE_FUSE)))
        return;
    const ast_range r = ast_extent(c->ast, n);
    if (c->device || w->function < 0 || !w->file || r.file < 0 || r.in_macro || c->file_of[r.file] != w->file_index)
        return;
    const int directive = loop_directive(w->file, is_block ? DIRECTIVE_FUSE : DIRECTIVE_LOOP, r.begin);
    if (directive < 0)
        return;
    for (size_t i = 0; i < c->plan->loops.count; i++)
        if (c->plan->loops.items[i].file == w->file_index && c->plan->loops.items[i].directive == directive)
            return; // of a text that comes in several times
    host_loop loop = {.file = w->file_index, .function = w->function, .directive = directive, .begin = r.begin, .end = r.end, .is_block = is_block};
    const size_t behind = token_at_or_after(&w->file->tokens, r.end);
    if (is_token(w->file, behind, ";")) // an empty statement behind a body in braces does no harm
        loop.end = w->file->tokens.items[behind].end;
    loop_walk inside = {.loop = &loop, .may_break = true, .may_continue = true};
    if (is_block) {
        inside.body_begin = r.begin;
        inside.body_end = r.end;
    } else {
        find_parts(c, n, &loop, &inside);
    }
    ast_nodes children = ast_children(c->arena, n);
    if (ast_is_range_for(n))
        add_read(c, &loop, r.begin, "it goes over a range");
    if (ast_is_range_for(n))
        add_end_of_life(c, n, children, &inside);
    for (size_t i = 0; i < children.count; i++)
        walk_loop(c, children.items[i], inside);
    *ARENA_PUSH(c->arena, &c->plan->loops) = loop;
}
