// Loops that wait: see spin.h.
//
// In:  a loop. Out: what its end hangs on.
// One loop at a time: foreign values are spread over its variables until nothing changes, then its exits are judged.
#include "frontend/spin_parts.h"

#include <string.h>

typedef struct control { // the conditions under which a statement runs, inside the loop
    spin_sources sources;
    bool counts;   // one of them names a variable that steps on by itself
    bool in_turn;  // a `continue` in front of it may leave it out
    int loops;     // nested ones around
} control;

enum { steps_at_most = 4 }; // from what is changed to what it leads to

static void assign_in(loop_state *s, ast_node declaration, const spin_sources *sources, int depth);

// What an object may lead to: locals that it began with, of struct { int &to; } x = {v}.
static void assign_named(loop_state *s, ast_node n, const spin_sources *sources, int depth)
{
    const ast_node target = ast_node_kind(n) == AST_REFERENCE ? ast_referenced(n) : (ast_node){0};
    if (!ast_is_null(target) && ast_node_kind(target) == AST_VARIABLE && !ast_type_is_const(target))
        assign_in(s, target, sources, depth);
    ast_nodes children = ast_children(s->arena, n);
    for (size_t i = 0; i < children.count && ast_node_kind(n) != AST_LAMBDA; i++)
        assign_named(s, children.items[i], sources, depth);
}

static void assign_in(loop_state *s, ast_node declaration, const spin_sources *sources, int depth)
{
    if (depth > steps_at_most || ast_is_null(declaration))
        return;
    spin_join(s, &spin_get_variable(s, declaration)->sources, sources);
    assign_in(s, spin_led_to(s, declaration), sources, depth + 1);
    if (ast_node_kind(declaration) != AST_VARIABLE || ast_is_null(ast_type_declaration(declaration)) || ast_type_keeps_no_address(declaration))
        return;
    ast_nodes children = ast_children(s->arena, declaration);
    for (size_t i = 0; i < children.count; i++)
        assign_named(s, children.items[i], sources, depth + 1);
}

static void assign(loop_state *s, ast_node declaration, const spin_sources *sources) { assign_in(s, declaration, sources, 0); }

// The first operands of an asm statement are its outputs: as many as there are strings between the first two colons.
static size_t count_outputs(const char *text)
{
    size_t outputs = 0, colons = 0;
    bool quoted = false;
    for (; *text && colons < 2; text++) {
        if (*text == '\\' && text[1])
            text++;
        else if (*text == '"') {
            quoted = !quoted;
            outputs += quoted && colons == 1;
        } else if (*text == ':' && !quoted) {
            colons++;
        }
    }
    return outputs;
}

// What a lambda that is called changes, by whatever it reads.
static void assign_changed(loop_state *s, ast_node n, const spin_sources *sources)
{
    ast_nodes children = ast_children(s->arena, n);
    const char *const op = ast_operator(s->ast, s->arena, n);
    const size_t outputs = ast_node_kind(n) == AST_ASM ? count_outputs(ast_text(s->ast, s->arena, n)) : 0;
    if (children.count && (spin_is_assignment(op) || spin_is_step(op)))
        assign(s, spin_base_of(s->arena, children.items[0]), sources);
    for (size_t i = 0; i < outputs && i < children.count; i++)
        assign(s, spin_base_of(s->arena, children.items[i]), sources);
    for (size_t i = 1; i < children.count && ast_node_kind(n) == AST_CALL; i++) // it may be given a reference
        if (ast_node_kind(ast_strip(s->arena, children.items[i])) == AST_REFERENCE)
            assign(s, spin_base_of(s->arena, children.items[i]), sources);
    for (size_t i = 0; i < children.count; i++)
        assign_changed(s, children.items[i], sources);
}

// Lambdas that are called there, or given to what is called.
static void assign_by_lambdas(loop_state *s, ast_nodes call, const spin_sources *sources)
{
    for (size_t i = 0; i < call.count; i++) {
        const ast_node lambda = spin_called_lambda(s, call.items[i]);
        if (ast_node_kind(lambda) == AST_LAMBDA)
            assign_changed(s, lambda, sources);
    }
}

// Functions that read foreign memory may leave it in what they are given by address.
static void assign_by_call(loop_state *s, ast_node call, const control *c)
{
    spin_sources read = {0};
    spin_add_calls(s, call, &read);
    spin_join(s, &read, &c->sources);
    ast_nodes children = ast_children(s->arena, call);
    ast_node callee = children.count ? ast_strip(s->arena, children.items[0]) : call;
    ast_node target = ast_referenced(call);
    spin_sources given = {0}; // and what its arguments bring
    for (size_t i = 0; i < read.count; i++)
        spin_add(s->arena, &given, read.items[i]);
    for (size_t i = 1; i < children.count; i++)
        spin_read_expression(s, children.items[i], &given);
    assign_by_lambdas(s, children, &given);
    if (!ast_is_null(target) && ast_node_kind(target) == AST_METHOD && ast_in_system_header(s->ast, target)) {
        if (children.count && strcmp(ast_name(s->arena, target), "operator=") == 0) // int2 v; v = __ldcg(p)
            assign(s, spin_base_of(s->arena, children.items[0]), &given);
        return;
    }
    if (ast_node_kind(callee) == AST_MEMBER_REFERENCE) {
        ast_nodes object = ast_children(s->arena, callee);
        ast_node base = object.count ? spin_base_of(s->arena, object.items[0]) : (ast_node){0};
        assign(s, ast_is_null(base) ? ast_semantic_parent(ast_referenced(callee)) : base, &read); // this->f()
    }
    const bool is_made = !ast_is_null(target) && ast_node_kind(target) == AST_CONSTRUCTOR;
    const bool is_free = !ast_is_null(target) && ast_node_kind(target) != AST_METHOD && strncmp(ast_name(s->arena, target), "operator", 8) == 0; // x << v
    const bool is_operator = !ast_is_null(target) && ast_node_kind(target) == AST_METHOD && ast_node_kind(callee) != AST_MEMBER_REFERENCE;
    for (size_t i = 0; i < children.count && (is_made || is_free || (i < 2 && is_operator)); i++) // x(v): its object
        if (ast_node_kind(ast_strip(s->arena, children.items[i])) == AST_REFERENCE)
            assign(s, spin_base_of(s->arena, children.items[i]), &given);
    ast_nodes parameters = {0};
    for (size_t k = 0; k < read.count && !parameters.count; k++) {
        ast_nodes all = {0};
        if (read.items[k].kind == SPIN_CALL)
            all = ast_children(s->arena, read.items[k].callee);
        for (size_t i = 0; i < all.count; i++)
            if (ast_node_kind(all.items[i]) == AST_PARAMETER)
                *ARENA_PUSH(s->arena, &parameters) = all.items[i];
    }
    for (size_t i = 1; i < children.count; i++) {
        ast_node argument = ast_strip(s->arena, children.items[i]);
        const char *type = i - 1 < parameters.count ? ast_type_spelling(s->arena, parameters.items[i - 1]) : "";
        bool reference = strchr(type, '&') && strncmp(type, "const", 5) != 0;
        bool address = *ast_text(s->ast, s->arena, children.items[i]) == '&';
        if (reference || address || (ast_node_kind(argument) == AST_REFERENCE && ast_type_is_array(argument)))
            assign(s, spin_base_of(s->arena, argument), &read);
    }
}

static void scan(loop_state *s, ast_node n, control c);

static void scan_children(loop_state *s, ast_nodes children, control c)
{
    for (size_t i = 0; i < children.count; i++)
        scan(s, children.items[i], c);
}

static void scan_under(loop_state *s, ast_node condition, control *c)
{
    spin_sources read = {0};
    for (size_t i = 0; i < c->sources.count; i++)
        spin_add(s->arena, &read, c->sources.items[i]);
    spin_read_expression(s, condition, &read);
    c->sources = read;
    c->counts |= spin_names_advancing(s, condition);
}

static void add_exit(loop_state *s, const control *c)
{
    spin_join(s, &s->exits, &c->sources);
    if (c->in_turn)
        spin_join(s, &s->exits, &s->continues);
    s->bounded |= c->counts && !spin_has_foreign(&c->sources);
}

static void note_made_of(loop_state *s, ast_node declaration, ast_node value, bool changes)
{
    if (!ast_is_null(declaration) && (changes || spin_is_made_of(s, value)))
        spin_get_variable(s, declaration)->is_made_of = true;
}

static void scan_assignment(loop_state *s, const char *op, ast_nodes sides, const control *c)
{
    note_made_of(s, spin_base_of(s->arena, sides.items[0]), sides.items[1], strcmp(op, "=") != 0);
    spin_sources read = {0};
    spin_read_expression(s, sides.items[1], &read);
    spin_join(s, &read, &c->sources);
    assign(s, spin_base_of(s->arena, sides.items[0]), &read);
}

// i++ where something else decides whether it is done: i comes forward only as that does.
static void scan_step(loop_state *s, ast_node operand, const control *c)
{
    const ast_node declaration = spin_base_of(s->arena, operand);
    const variable *v = ast_is_null(declaration) ? NULL : spin_find_variable(s, declaration);
    if (!v || v->advances)
        return;
    assign(s, declaration, &c->sources);
    if (c->in_turn)
        assign(s, declaration, &s->continues);
}

// auto [value, ready] = VALUE; its names are what stands in front of the value.
static void scan_binding(loop_state *s, ast_nodes parts, const control *c)
{
    spin_sources read = {0};
    spin_read_expression(s, parts.items[parts.count - 1], &read);
    spin_join(s, &read, &c->sources);
    for (size_t i = 0; i + 1 < parts.count; i++)
        assign(s, parts.items[i], &read);
}

// ~look() { *go = !atomicAdd(p, 0); }: what an object's end leaves where the object leads to.
static void add_end_of(loop_state *s, ast_node object, spin_sources *read)
{
    const ast_node class = ast_type_declaration(object);
    ast_nodes members = ast_is_null(class) || ast_in_system_header(s->ast, class) ? (ast_nodes){0} : ast_children(s->arena, class);
    for (size_t i = 0; i < members.count; i++)
        if (ast_node_kind(members.items[i]) == AST_DESTRUCTOR)
            spin_add(s->arena, read, (spin_source){SPIN_CALL, members.items[i], "", object});
}

// __nv_atomic_load(p, &seen, ...), __nv_atomic_exchange(p, &own, &seen, ...): they leave it there.
static void assign_by_builtin(loop_state *s, ast_node call, const control *c)
{
    const char *const name = spin_called_name(s->ast, s->arena, call);
    ast_nodes children = ast_children(s->arena, call);
    if (strncmp(name, "__nv_atomic_", 12) != 0 || !spin_in_node(s->ast, s->arena, call).count)
        return;
    spin_sources read = {0};
    spin_add_kind(s->arena, &read, SPIN_LOAD, "");
    spin_join(s, &read, &c->sources);
    for (size_t i = 2; i < children.count; i++)
        if (*ast_text(s->ast, s->arena, children.items[i]) == '&')
            assign(s, spin_base_of(s->arena, children.items[i]), &read);
}

static bool declares(loop_state *s, ast_node n)
{
    ast_nodes children = ast_children(s->arena, n);
    return ast_node_kind(n) == AST_VARIABLE || (children.count && ast_node_kind(children.items[0]) == AST_VARIABLE);
}

// What a loop inside does hangs on its condition: for (; seen < now; seen++), where others write what `now` was read from. But for what
// it begins with, and the body of a `do`.
static void scan_nested(loop_state *s, ast_node loop, ast_nodes parts, control c)
{
    const ast_nodes condition = ast_loop_condition(s->ast, s->arena, loop);
    const bool is_do = parts.count && condition.count && ast_equal(parts.items[parts.count - 1], condition.items[0]);
    for (size_t i = 0; i < parts.count; i++) {
        scan(s, parts.items[i], c);
        for (size_t k = 0; k < condition.count && !is_do; k++)
            if (ast_equal(parts.items[i], condition.items[k]))
                scan_under(s, parts.items[i], &c);
    }
}

static bool is_chain(loop_state *s, ast_node n)
{
    const char *const op = ast_operator(s->ast, s->arena, n);
    return ast_is_choice(n) || strcmp(op, "&&") == 0 || strcmp(op, "||") == 0;
}

// a && b && c: each stands under those in front of it, which are read once.
static void scan_chain(loop_state *s, ast_node n, control *c)
{
    const ast_nodes children = ast_children(s->arena, n);
    const ast_node first = children.count ? ast_strip(s->arena, children.items[0]) : n;
    const bool goes_on = children.count && !ast_is_choice(first) && is_chain(s, first);
    if (goes_on)
        scan_chain(s, first, c);
    for (size_t i = goes_on; i < children.count; i++) {
        scan(s, children.items[i], *c);
        if (i + 1 == children.count ? !ast_is_choice(n) : i == 0)
            scan_under(s, children.items[i], c);
    }
}

static void scan(loop_state *s, ast_node n, control c)
{
    ast_kind k = ast_node_kind(n);
    ast_nodes children = ast_children(s->arena, n);
    if (k == AST_LAMBDA || k == AST_CLASS)
        return;
    if ((k == AST_IF || k == AST_SWITCH) && children.count >= 2) {
        scan(s, children.items[0], c);
        scan_under(s, children.items[0], &c);
        if (children.count > 2 && declares(s, children.items[0])) // if (auto v = f(); v > 0)
            scan_under(s, children.items[1], &c);
        for (size_t i = 1; i < children.count; i++)
            scan(s, children.items[i], c);
        return;
    }
    if (is_chain(s, n)) {
        scan_chain(s, n, &c); // f && (done = true)
        return;
    }
    if (k == AST_LOOP) {
        c.loops++;
        scan_nested(s, n, children, c);
        return;
    }
    if (k == AST_CONTINUE && c.loops == 0)
        spin_join(s, &s->continues, &c.sources);
    if ((k == AST_BREAK && c.loops == 0) || k == AST_RETURN || k == AST_GOTO)
        add_exit(s, &c);
    const char *op = ast_operator(s->ast, s->arena, n);
    if (spin_is_assignment(op) && children.count == 2)
        scan_assignment(s, op, children, &c);
    if (spin_is_step(op) && children.count)
        scan_step(s, children.items[0], &c);
    if (k == AST_VARIABLE && children.count) {
        spin_sources read = {0};
        spin_read_expression(s, children.items[children.count - 1], &read);
        spin_join(s, &read, &c.sources);
        add_end_of(s, n, &read);
        note_made_of(s, n, children.items[children.count - 1], false);
        assign(s, n, &read);
    }
    if (k == AST_NONE && children.count > 1 && *ast_name(s->arena, n) == '[')
        scan_binding(s, children, &c);
    if (k == AST_ASM) {
        spin_sources read = spin_in_node(s->ast, s->arena, n);
        size_t outputs = count_outputs(ast_text(s->ast, s->arena, n));
        for (size_t i = 0; i < outputs && i < children.count; i++)
            assign(s, spin_base_of(s->arena, children.items[i]), &read);
    }
    if (k == AST_CALL) {
        assign_by_call(s, n, &c);
        assign_by_builtin(s, n, &c);
    }
    scan_children(s, children, c);
}

static bool has_operator(loop_state *s, ast_node n, const char *op)
{
    if (strcmp(ast_operator(s->ast, s->arena, n), op) == 0)
        return true;
    ast_nodes children = ast_children(s->arena, n);
    for (size_t i = 0; i < children.count; i++)
        if (has_operator(s, children.items[i], op))
            return true;
    return false;
}

// Most loops read nothing foreign: they are done with one look.
static bool may_read(loop_state *s, ast_node n)
{
    ast_kind k = ast_node_kind(n);
    spin_sources own = spin_in_node(s->ast, s->arena, n);
    const ast_node class = ast_is_list(n) ? ast_type_declaration(n) : (ast_node){0};
    if (own.count || (!ast_is_null(class) && (!ast_in_system_header(s->ast, class) || ast_in_foreign_header(s->ast, class))))
        return true;
    if (k == AST_CALL) {
        ast_node target = ast_referenced(n);
        if (ast_is_null(target) || !ast_in_system_header(s->ast, target) || ast_in_foreign_header(s->ast, target))
            return true;
    }
    ast_nodes children = ast_children(s->arena, n);
    for (size_t i = 0; i < children.count; i++)
        if (may_read(s, children.items[i]))
            return true;
    return false;
}

// It comes round by itself.
static bool is_narrow(loop_state *s, ast_node declaration)
{
    const char *const type = ast_type_behind_names(s->arena, declaration);
    return !strchr(type, '*') && (strstr(type, "char") || strstr(type, "short"));
}

// What one look at the loop tells: variables that change, `continue`, calls that only waiting loops make.
static void note(loop_state *s, ast_node n, int loops)
{
    const char *op = ast_operator(s->ast, s->arena, n);
    ast_kind k = ast_node_kind(n);
    ast_nodes children = ast_children(s->arena, n);
    if (children.count && (spin_is_assignment(op) || spin_is_step(op))) {
        ast_node declaration = spin_base_of(s->arena, children.items[0]);
        variable *v = ast_is_null(declaration) ? NULL : spin_get_variable(s, declaration);
        if (v) {
            v->up |= *op == '+';
            v->down |= *op == '-';
            v->is_set_anew |= spin_is_set_anew(s, op, children, declaration);
            v->comes_round |= spin_comes_round(s, op, children, declaration) || is_narrow(s, declaration);
        }
    }
    s->has_continue |= k == AST_CONTINUE && loops == 0;
    const spin_sources own = k == AST_CALL ? spin_in_node(s->ast, s->arena, n) : (spin_sources){0};
    s->fenced |= spin_has(&own, SPIN_LOCK); // what a lock guards is read again each time
    s->fenced |= k == AST_ASM && strstr(ast_text(s->ast, s->arena, n), "\"memory\"");
    if (k == AST_CALL) {
        const char *name = spin_called_name(s->ast, s->arena, n);
        s->sleeps |= strcmp(name, "__nanosleep") == 0;
        s->fenced |= strcmp(name, "__nanosleep") == 0 || spin_is_fence(name);
    }
    for (size_t i = 0; i < children.count; i++)
        note(s, children.items[i], loops + (k == AST_LOOP));
}

// A variable that goes on as others have it, and not by itself.
static bool names_moved(loop_state *s, ast_node n)
{
    const variable *v = ast_node_kind(n) == AST_REFERENCE ? spin_find_variable(s, ast_referenced(n)) : NULL;
    if (v && (v->up || v->down) && !v->advances && spin_has_foreign(&v->sources))
        return true;
    ast_nodes children = ast_children(s->arena, n);
    for (size_t i = 0; i < children.count; i++)
        if (names_moved(s, children.items[i]))
            return true;
    return false;
}

// i < n, and not i < m of for (; i < m; i++) if (!*flag) m++;
static bool is_bound(loop_state *s, ast_node condition)
{
    const ast_node n = ast_strip(s->arena, condition);
    ast_nodes sides = ast_children(s->arena, n);
    if (strcmp(ast_operator(s->ast, s->arena, n), "&&") == 0 && sides.count == 2)
        return is_bound(s, sides.items[0]) || is_bound(s, sides.items[1]);
    return spin_names_advancing(s, n) && !names_moved(s, n);
}

static void judge_condition(loop_state *s, ast_nodes condition)
{
    for (size_t i = 0; i < condition.count; i++) {
        control c = {0};
        scan_under(s, condition.items[i], &c);
        spin_join(s, &s->exits, &c.sources);
        s->bounded |= is_bound(s, condition.items[i]) && !has_operator(s, condition.items[i], "||");
    }
}

static bool is_foreign(loop_state *s, ast_node condition)
{
    spin_sources read = {0};
    spin_read_expression(s, condition, &read);
    return spin_has_foreign(&read);
}

// if (seen == 0) { ...; continue; }
static bool goes_on(loop_state *s, ast_node n)
{
    const ast_kind k = ast_node_kind(n);
    const ast_nodes children = ast_children(s->arena, n);
    bool goes = k == AST_CONTINUE;
    for (size_t i = 0; i < children.count && !goes && k != AST_LOOP && k != AST_LAMBDA; i++)
        goes = goes_on(s, children.items[i]);
    return goes;
}

// Does the statement come to a compare-and-swap, or leave the loop, whatever others have written? One that first waits for a value that it likes
// does not: while (seen <= 0 || atomicCAS(p, seen, seen - 1) != seen). What does not hang on others is theirs to know: if (lane == 0) ...
static bool tries(loop_state *s, ast_node n, bool is_condition)
{
    const ast_kind k = ast_node_kind(n);
    const char *const op = ast_operator(s->ast, s->arena, n);
    const bool is_if = k == AST_IF || ast_is_choice(n);
    const ast_nodes children = ast_children(s->arena, n);
    const spin_sources own = spin_in_node(s->ast, s->arena, n);
    if (spin_has(&own, SPIN_RETRY))
        return true;
    if (k == AST_LAMBDA || k == AST_CLASS)
        return false;
    const bool is_and = strcmp(op, "&&") == 0, is_or = strcmp(op, "||") == 0;
    if ((is_and || is_or) && children.count == 2)
        return tries(s, children.items[0], is_condition) ||
               (((is_condition && is_and) || !is_foreign(s, children.items[0])) && tries(s, children.items[1], is_condition));
    if (is_if && children.count) {
        const size_t asked = children.count > 2 && declares(s, children.items[0]); // if (int i = 1; i > 0)
        bool all = true, any = tries(s, children.items[asked], false);
        for (size_t i = asked + 1; i < children.count; i++) {
            const bool does = tries(s, children.items[i], false);
            all &= does || spin_leaves(s->arena, children.items[i]);
            any |= does && !is_foreign(s, children.items[asked]);
        }
        return any || (all && children.count == asked + 3);
    }
    for (size_t i = 0; i < children.count; i++) {
        if (tries(s, children.items[i], is_condition))
            return true;
        if (k == AST_COMPOUND && goes_on(s, children.items[i]))
            return false;
    }
    return false;
}

static bool tries_in_each_turn(loop_state *s, ast_nodes parts, ast_nodes condition)
{
    bool any = false;
    for (size_t i = 0; i < parts.count && !any; i++) {
        bool is_condition = false;
        for (size_t k = 0; k < condition.count; k++)
            is_condition |= ast_equal(parts.items[i], condition.items[k]);
        any = tries(s, parts.items[i], is_condition);
    }
    return any;
}

spin_sources spin_in_loop(ast *t, arena *a, ast_node loop)
{
    loop_state s = {.ast = t, .arena = a, .loop = loop, .place_of = place_map_new(a)};
    ast_nodes parts = ast_children(a, loop);
    // What a `for` begins with runs once: it decides nothing about the loop's end.
    ast_nodes condition = ast_loop_condition(t, a, loop);
    size_t first = 0;
    for (size_t i = 1; i < parts.count && ast_is_for(loop) && condition.count; i++)
        if (ast_equal(parts.items[i], condition.items[0]))
            first = i;
    for (size_t i = first; i < parts.count; i++)
        note(&s, parts.items[i], 0);
    if (!parts.count || (!s.fenced && !ast_is_range_for(loop) && !may_read(&s, loop)))
        return (spin_sources){0};
    spin_find_advancing(&s, parts);
    s.changed = true;
    for (int round = 0; s.changed && round < 8; round++) {
        s.changed = s.bounded = false;
        if (ast_is_range_for(loop)) // by what its iterator is compared with
            spin_add_kind(a, &s.exits, SPIN_OPEN, "operator!=");
        for (size_t i = first; i < parts.count; i++)
            scan(&s, parts.items[i], (control){.in_turn = ast_node_kind(parts.items[i]) == AST_COMPOUND});
        judge_condition(&s, condition);
    }
    bool is_known = false; // what it sleeps for
    for (size_t i = 0; i < s.exits.count; i++)
        is_known |= s.exits.items[i].kind != SPIN_PLAIN && s.exits.items[i].kind != SPIN_OPEN;
    if (s.sleeps && !is_known)
        spin_add_kind(a, &s.exits, SPIN_LOAD, "");
    return s.bounded || (spin_has(&s.exits, SPIN_RETRY) && tries_in_each_turn(&s, parts, condition)) ? (spin_sources){0} : s.exits;
}
