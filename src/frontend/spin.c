// Loops that wait: see spin.h.
//
// One loop at a time: foreign values are spread over its variables until nothing changes, then its exits are judged.
#include "frontend/spin.h"

#include "frontend/assembly.h"

#include <ctype.h>
#include <string.h>

typedef struct variable {
    ast_node declaration;
    spin_sources sources; // what its value hangs on
    bool advances;        // changes on every way through the loop that does not leave it
} variable;

typedef struct loop_state {
    ast *ast;
    arena *arena;
    struct { variable *items; size_t count, capacity; } variables;
    spin_sources exits; // of all exits
    bool bounded, changed;
    bool has_continue, sleeps;
    bool fenced; // its plain reads are made again each time
    bool is_address; // what is looked at is not read
} loop_state;

// ---- names and operands ------------------------------------------------------------------------------------------

static bool is_name_byte(char c) { return isalnum((unsigned char)c) || c == '_'; }

const char *spin_called_name(ast *t, arena *a, ast_node call)
{
    const char *name = ast_name(a, call);
    ast_nodes children = ast_children(a, call);
    if (!*name && children.count) {
        ast_node callee = ast_strip(a, children.items[0]);
        name = ast_node_kind(callee) == AST_MEMBER_REFERENCE ? ast_member_name(t, a, callee) : ast_name(a, callee);
    }
    return name;
}

// A lock's operand by its identifiers: `&locks[i]` and `(int *)(locks + i)` are "locks i".
static const char *operand_name(ast *t, arena *a, ast_node n)
{
    static const char *const noise[] = {"volatile", "const", "unsigned", "int", "long", "this", "reinterpret_cast"};
    const char *text = ast_text(t, a, n);
    char *name = "";
    for (const char *p = text; *p;) {
        size_t length = 0;
        while (is_name_byte(p[length]))
            length++;
        bool skip = length == 0 || isdigit((unsigned char)*p);
        for (size_t i = 0; i < sizeof noise / sizeof *noise && !skip; i++)
            skip = strlen(noise[i]) == length && memcmp(p, noise[i], length) == 0;
        if (!skip)
            name = arena_format(a, "%s%s%.*s", name, *name ? " " : "", (int)length, p);
        p += length ? length : 1;
    }
    return *name ? name : "?";
}

static bool is_number(ast *t, arena *a, ast_node n, bool zero)
{
    const char *text = ast_text(t, a, n);
    if (!isdigit((unsigned char)*text))
        return strcmp(text, zero ? "false" : "true") == 0;
    bool all_zero = true;
    for (; isdigit((unsigned char)*text) || *text == 'x' || *text == '.'; text++)
        all_zero &= *text == '0' || *text == 'x' || *text == '.';
    return all_zero == zero;
}

// The variable or member at the bottom of an expression: of p in `*(volatile int *)&p[i].x`.
static ast_node base_of(arena *a, ast_node n)
{
    for (;;) {
        ast_kind k = ast_node_kind(n);
        if (k == AST_REFERENCE || k == AST_VARIABLE)
            return k == AST_VARIABLE ? n : ast_referenced(n);
        ast_nodes children = ast_children(a, n);
        size_t at = 0; // a cast's type stands in front of its operand
        while (at < children.count && ast_node_kind(children.items[at]) == AST_TYPE_REFERENCE)
            at++;
        if (at >= children.count)
            return k == AST_MEMBER_REFERENCE ? ast_referenced(n) : (ast_node){0};
        n = children.items[at];
    }
}

static bool is_shared(arena *a, ast_node variable, int depth)
{
    if (ast_is_null(variable) || ast_node_kind(variable) != AST_VARIABLE)
        return false;
    ast_nodes children = ast_children(a, variable);
    for (size_t i = 0; i < children.count; i++)
        if (ast_node_kind(children.items[i]) == AST_ATTRIBUTE_SHARED)
            return true;
    // volatile float *p = shared_array;
    return depth < 4 && children.count && is_shared(a, base_of(a, children.items[children.count - 1]), depth + 1);
}

// Memory of the block or of the thread: nothing that another block writes.
static bool is_own_memory(arena *a, ast_node expression)
{
    ast_node base = base_of(a, expression);
    if (is_shared(a, base, 0))
        return true;
    ast_kind parent = ast_is_null(base) ? AST_NONE : ast_node_kind(ast_semantic_parent(base));
    bool local = parent == AST_FUNCTION || parent == AST_METHOD || parent == AST_FUNCTION_TEMPLATE;
    const char *type = local && ast_node_kind(base) == AST_VARIABLE ? ast_type_behind_names(a, base) : "*";
    return !strpbrk(type, "*&") && !strstr(type, "atomic_ref");
}

// A variable at namespace scope: one for all blocks.
static bool is_global(ast_node n)
{
    ast_node target = ast_node_kind(n) == AST_REFERENCE ? ast_referenced(n) : (ast_node){0};
    if (ast_is_null(target) || ast_node_kind(target) != AST_VARIABLE || ast_type_is_const(target))
        return false;
    const ast_kind parent = ast_node_kind(ast_semantic_parent(target));
    return parent != AST_FUNCTION && parent != AST_METHOD && parent != AST_FUNCTION_TEMPLATE && parent != AST_CONSTRUCTOR &&
           parent != AST_DESTRUCTOR && parent != AST_CONVERSION;
}

// ---- what a node reads -------------------------------------------------------------------------------------------

static void add(arena *a, spin_sources *s, spin_source x)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->items[i].kind == x.kind && ast_equal(s->items[i].callee, x.callee) &&
            strcmp(s->items[i].name, x.name) == 0)
            return;
    *ARENA_PUSH(a, s) = x;
}

static void add_kind(arena *a, spin_sources *s, spin_kind kind, const char *name)
{
    add(a, s, (spin_source){.kind = kind, .name = name});
}

static bool has(const spin_sources *s, spin_kind kind)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->items[i].kind == kind)
            return true;
    return false;
}

// What is read in a plain way decides nothing by itself.
static bool has_foreign(const spin_sources *s)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->items[i].kind != SPIN_PLAIN)
            return true;
    return false;
}

static bool same_text(ast *t, arena *a, ast_node x, ast_node y)
{
    const char *text = ast_text(t, a, x);
    return *text && strcmp(text, ast_text(t, a, y)) == 0;
}

static void read_by_atomic(ast *t, arena *a, const char *operation, ast_nodes call, spin_sources *out)
{
    if (call.count < 3 || is_own_memory(a, call.items[1]))
        return;
    ast_node value = call.items[call.count > 3 ? 3 : 2];
    bool zero = is_number(t, a, call.items[2], true);
    if (strncmp(operation, "CAS", 3) == 0) {
        if (call.count < 4)
            return;
        if (same_text(t, a, call.items[2], value))
            add_kind(a, out, SPIN_LOAD, "");
        else if (zero && !is_number(t, a, value, true))
            add_kind(a, out, SPIN_LOCK, operand_name(t, a, call.items[1]));
        else
            add_kind(a, out, is_number(t, a, call.items[2], false) ? SPIN_LOAD : SPIN_RETRY, "");
    } else if (strncmp(operation, "Exch", 4) == 0) {
        bool lock = is_number(t, a, call.items[2], false);
        add_kind(a, out, lock ? SPIN_LOCK : SPIN_LOAD, lock ? operand_name(t, a, call.items[1]) : "");
    } else if (strncmp(operation, "Add", 3) == 0 || strncmp(operation, "Sub", 3) == 0) {
        if (zero) // otherwise it comes forward itself
            add_kind(a, out, SPIN_LOAD, "");
    } else if (strncmp(operation, "Inc", 3) != 0 && strncmp(operation, "Dec", 3) != 0) {
        add_kind(a, out, SPIN_LOAD, "");
    }
}

// cuda::counting_semaphore, cuda::latch, cuda::barrier, std's, but for those whose scope is the block or the thread.
static bool is_for_blocks(const char *type)
{
    static const char *const names[] = {"semaphore", "latch", "barrier"};
    static const char *const narrow[] = {"thread_scope_block", "thread_scope_thread", "(thread_scope)2", "(thread_scope)3",
                                         "(cuda::thread_scope)2", "(cuda::thread_scope)3"};
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        found |= strstr(type, names[i]) != NULL;
    for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++)
        found &= strstr(type, narrow[i]) == NULL;
    return found;
}

// cuda::atomic, cuda::atomic_ref, std's: by the type of the object.
static void read_by_object(ast *t, arena *a, const char *name, ast_nodes call, spin_sources *out)
{
    ast_node callee = call.count ? ast_strip(a, call.items[0]) : (ast_node){0};
    if (ast_is_null(callee) || ast_node_kind(callee) != AST_MEMBER_REFERENCE)
        return;
    ast_nodes object = ast_children(a, callee);
    const char *type = object.count ? ast_type_behind_names(a, ast_strip(a, object.items[0])) : "";
    if (is_for_blocks(type) && strncmp(name, "try_", 4) == 0 && !is_own_memory(a, object.items[0]))
        add_kind(a, out, SPIN_LOAD, "");
    if (!strstr(type, "atomic") || is_own_memory(a, object.items[0]))
        return;
    bool zero = call.count > 1 && is_number(t, a, call.items[1], true);
    if (strcmp(name, "load") == 0 || strcmp(name, "test") == 0 || strncmp(name, "operator ", 9) == 0 ||
        (strncmp(name, "fetch_", 6) == 0 && zero))
        add_kind(a, out, SPIN_LOAD, "");
    else if (strcmp(name, "test_and_set") == 0 || (strcmp(name, "exchange") == 0 && !zero))
        add_kind(a, out, SPIN_LOCK, operand_name(t, a, object.items[0]));
    else if (strcmp(name, "exchange") == 0)
        add_kind(a, out, SPIN_LOAD, "");
    else if (strncmp(name, "compare_exchange_", 17) == 0)
        add_kind(a, out, SPIN_RETRY, operand_name(t, a, object.items[0]));
}

// __nv_atomic_fetch_add_n(address, ...): nvcc's own.
static void read_by_builtin(ast *t, arena *a, const char *operation, ast_nodes call, spin_sources *out)
{
    if (strncmp(operation, "compare_exchange", 16) == 0 && call.count > 1)
        add_kind(a, out, SPIN_RETRY, operand_name(t, a, call.items[1]));
    else if (strncmp(operation, "store", 5) != 0 && strcmp(operation, "thread_fence") != 0)
        add_kind(a, out, SPIN_LOAD, "");
}

static bool reads_in_assembly(const char *text)
{
    static const char *const words[] = {"ld.volatile", "ld.acquire", "ld.relaxed", "ld.mmio", "ld.global.cv",
                                        "ld.global.cg", "ld.global.volatile", "ld.cv", "ld.cg", "atom."};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *at = text == assembly_unknown ? words[i] : strstr(text, words[i]);
        const char *end = at ? at + strcspn(at, " \t;\"") : NULL;
        const char *space = at ? strstr(at, ".shared") : NULL;
        if (at && !(space && space < end))
            return true;
    }
    return false;
}

static bool is_expression(ast_kind k) { return k == AST_NONE || k == AST_REFERENCE || k == AST_MEMBER_REFERENCE; }

spin_sources spin_in_node(ast *t, arena *a, ast_node n)
{
    spin_sources out = {0};
    ast_kind k = ast_node_kind(n);
    if (k == AST_CALL) {
        const char *name = spin_called_name(t, a, n);
        if (strncmp(name, "atomic", 6) == 0)
            read_by_atomic(t, a, name + 6, ast_children(a, n), &out);
        else if (strncmp(name, "__nv_atomic_", 12) == 0)
            read_by_builtin(t, a, name + 12, ast_children(a, n), &out);
        else if (strcmp(name, "__ldcg") == 0 || strcmp(name, "__ldcv") == 0 || strstr(name, "atomic_load"))
            add_kind(a, &out, SPIN_LOAD, "");
        else
            read_by_object(t, a, name, ast_children(a, n), &out);
    } else if (k == AST_ASM) {
        if (reads_in_assembly(assembly_template(t, a, n)))
            add_kind(a, &out, SPIN_LOAD, "");
    } else if (is_expression(k) && ast_type_is_volatile(n) && !is_own_memory(a, n)) {
        add_kind(a, &out, SPIN_LOAD, "");
    }
    return out;
}

bool spin_always(ast *t, arena *a, ast_node n)
{
    if (ast_node_kind(n) == AST_ASM) {
        const char *text = assembly_template(t, a, n);
        return reads_in_assembly(text) && assembly_has(text, "bra");
    }
    if (ast_node_kind(n) != AST_CALL)
        return false;
    const char *name = spin_called_name(t, a, n);
    if (strcmp(name, "WaitForValid") == 0) // cub's look-back
        return true;
    ast_nodes children = ast_children(a, n);
    ast_node callee = children.count ? ast_strip(a, children.items[0]) : (ast_node){0};
    const bool waits = strcmp(name, "wait") == 0;
    if ((!waits && strcmp(name, "acquire") != 0 && strcmp(name, "arrive_and_wait") != 0) || ast_is_null(callee) ||
        ast_node_kind(callee) != AST_MEMBER_REFERENCE)
        return false;
    ast_nodes object = ast_children(a, callee);
    const char *type = object.count ? ast_type_behind_names(a, ast_strip(a, object.items[0])) : "";
    return ((waits && strstr(type, "atomic")) || is_for_blocks(type)) && !is_own_memory(a, object.items[0]);
}

const char *spin_released(ast *t, arena *a, ast_node n)
{
    if (ast_node_kind(n) == AST_CALL) {
        const char *name = spin_called_name(t, a, n);
        ast_nodes call = ast_children(a, n);
        if (strncmp(name, "atomic", 6) == 0 && call.count >= 3) {
            bool swap = strncmp(name, "atomicCAS", 9) == 0 && call.count > 3;
            bool sets = swap || strncmp(name, "atomicExch", 10) == 0 || strncmp(name, "atomicAnd", 9) == 0;
            return sets && is_number(t, a, call.items[swap ? 3 : 2], true) ? operand_name(t, a, call.items[1]) : NULL;
        }
        bool stores = (strcmp(name, "store") == 0 || strcmp(name, "exchange") == 0) && call.count > 1 &&
                      is_number(t, a, call.items[1], true);
        if (!stores && strcmp(name, "clear") != 0)
            return NULL;
        ast_node callee = ast_strip(a, call.items[0]);
        ast_nodes object = ast_children(a, callee);
        return ast_node_kind(callee) == AST_MEMBER_REFERENCE && object.count ? operand_name(t, a, object.items[0]) : NULL;
    }
    if (strcmp(ast_operator(t, a, n), "=") != 0)
        return NULL;
    ast_nodes sides = ast_children(a, n);
    return sides.count == 2 && is_number(t, a, sides.items[1], true) && !is_own_memory(a, sides.items[0])
               ? operand_name(t, a, sides.items[0]) : NULL;
}

// ---- a loop's variables ------------------------------------------------------------------------------------------

static variable *find_variable(loop_state *s, ast_node declaration)
{
    for (size_t i = 0; i < s->variables.count; i++)
        if (ast_equal(s->variables.items[i].declaration, declaration))
            return &s->variables.items[i];
    return NULL;
}

static variable *get_variable(loop_state *s, ast_node declaration)
{
    variable *v = find_variable(s, declaration);
    if (!v) {
        v = ARENA_PUSH(s->arena, &s->variables);
        *v = (variable){.declaration = declaration};
    }
    return v;
}

static void join(loop_state *s, spin_sources *into, const spin_sources *from)
{
    size_t before = into->count;
    for (size_t i = 0; i < from->count; i++)
        add(s->arena, into, from->items[i]);
    s->changed |= into->count != before;
}

static bool names_advancing(loop_state *s, ast_node n)
{
    if (ast_node_kind(n) == AST_REFERENCE || ast_node_kind(n) == AST_MEMBER_REFERENCE) {
        variable *v = find_variable(s, ast_referenced(n));
        if (v && v->advances && !has_foreign(&v->sources))
            return true;
    }
    ast_nodes children = ast_children(s->arena, n);
    for (size_t i = 0; i < children.count; i++)
        if (names_advancing(s, children.items[i]))
            return true;
    return false;
}

// A compare-and-swap is a retry only when what it compares with follows what was seen.
static bool follows_memory(loop_state *s, ast_node call)
{
    const char *name = spin_called_name(s->ast, s->arena, call);
    ast_nodes children = ast_children(s->arena, call);
    size_t at = strncmp(name, "atomicCAS", 9) == 0 ? 2 : 1;
    if (children.count <= at)
        return false;
    variable *v = find_variable(s, base_of(s->arena, children.items[at]));
    return at == 1 ? !v || has_foreign(&v->sources) : v && has_foreign(&v->sources);
}

// What stands behind a pointer nobody knows; what a template leaves open may be any function of the name.
static void add_open_call(loop_state *s, ast_node call, ast_node callee, ast_nodes set, spin_sources *out)
{
    for (size_t i = 0; i < set.count; i++)
        if (ast_node_kind(set.items[i]) != AST_VARIABLE && ast_node_kind(set.items[i]) != AST_PARAMETER &&
            ast_node_kind(set.items[i]) != AST_FIELD)
            return;
    if (set.count && ast_type_is_scalar(ast_strip(s->arena, callee)))
        add_kind(s->arena, out, SPIN_LOAD, "");
    else if (ast_type_is_open(call))
        add_kind(s->arena, out, SPIN_OPEN, spin_called_name(s->ast, s->arena, call));
}

static void add_calls(loop_state *s, ast_node call, spin_sources *out)
{
    ast_node target = ast_referenced(call);
    ast_nodes children = ast_children(s->arena, call);
    ast_node callee = children.count ? ast_strip(s->arena, children.items[0]) : call;
    ast_nodes set = {0};
    if (ast_is_null(target))
        target = ast_node_kind(callee) == AST_OVERLOADED_REFERENCE ? callee : ast_referenced(callee);
    if (!ast_is_null(target) && ast_node_kind(target) == AST_OVERLOADED_REFERENCE)
        set = ast_candidates(s->arena, target);
    else if (!ast_is_null(target))
        *ARENA_PUSH(s->arena, &set) = target;
    for (size_t i = 0; i < set.count; i++) {
        ast_kind k = ast_node_kind(set.items[i]);
        bool is_function = k == AST_FUNCTION || k == AST_METHOD || k == AST_FUNCTION_TEMPLATE || k == AST_CONVERSION;
        if (is_function)
            add(s->arena, out, (spin_source){SPIN_CALL, set.items[i], ""});
        if (is_function && ast_is_virtual(set.items[i]) && ast_is_dynamic_call(call)) // of the one that overrides it
            add_kind(s->arena, out, SPIN_LOAD, "");
    }
    add_open_call(s, call, callee, set, out);
}

// Everything that an expression's value hangs on.
static void read_expression(loop_state *s, ast_node n, spin_sources *out)
{
    ast_kind k = ast_node_kind(n);
    if (k == AST_LAMBDA)
        return;
    spin_sources own = spin_in_node(s->ast, s->arena, n);
    const char *op = s->is_address ? "" : ast_operator(s->ast, s->arena, n);
    const bool points = k == AST_MEMBER_REFERENCE && ast_children(s->arena, n).count &&
                        strchr(ast_type_behind_names(s->arena, ast_children(s->arena, n).items[0]), '*');
    const bool dereferences = strcmp(op, "[]") == 0 || (strcmp(op, "*") == 0 && ast_children(s->arena, n).count == 1) || points;
    if (!s->is_address && !own.count && ((dereferences && !is_own_memory(s->arena, n)) || (is_global(n) && !is_own_memory(s->arena, n))))
        add_kind(s->arena, &own, s->fenced ? SPIN_LOAD : SPIN_PLAIN, "");
    if (own.count == 1 && own.items[0].kind == SPIN_RETRY) {
        if (!follows_memory(s, n))
            own.items[0].kind = *own.items[0].name ? SPIN_LOCK : SPIN_LOAD;
        own.items[0].name = own.items[0].kind == SPIN_RETRY ? "" : own.items[0].name;
    }
    if (own.count && own.items[0].kind != SPIN_RETRY && names_advancing(s, n))
        own.count = 0; // another place each time
    for (size_t i = 0; i < own.count; i++)
        add(s->arena, out, own.items[i]);
    if (k == AST_CALL && !own.count)
        add_calls(s, n, out);
    if (k == AST_REFERENCE || k == AST_MEMBER_REFERENCE) {
        ast_node target = ast_referenced(n);
        bool member = !ast_is_null(target) && ast_node_kind(target) == AST_FIELD;
        const variable *changed[] = {find_variable(s, target),
                                     member ? find_variable(s, ast_semantic_parent(target)) : NULL}; // by a member function
        for (size_t m = 0; m < 2; m++)
            for (size_t i = 0; changed[m] && i < changed[m]->sources.count; i++)
                add(s->arena, out, changed[m]->sources.items[i]);
    }
    ast_nodes children = ast_children(s->arena, n);
    const bool is_address = s->is_address;
    s->is_address |= own.count || (strcmp(op, "&") == 0 && children.count == 1); // an address is no read
    for (size_t i = 0; i < children.count; i++)
        read_expression(s, children.items[i], out);
    s->is_address = is_address;
}

// ---- coming forward by itself ------------------------------------------------------------------------------------

static bool is_assignment(const char *op)
{
    size_t length = strlen(op);
    return length && op[length - 1] == '=' && strcmp(op, "==") != 0 && strcmp(op, "!=") != 0 &&
           strcmp(op, "<=") != 0 && strcmp(op, ">=") != 0;
}

static bool is_step(const char *op) { return strcmp(op, "++") == 0 || strcmp(op, "--") == 0; }

static bool mentions(arena *a, ast_node n, ast_node declaration)
{
    if (ast_node_kind(n) == AST_REFERENCE || ast_node_kind(n) == AST_MEMBER_REFERENCE)
        if (ast_equal(ast_referenced(n), declaration))
            return true;
    ast_nodes children = ast_children(a, n);
    for (size_t i = 0; i < children.count; i++)
        if (mentions(a, children.items[i], declaration))
            return true;
    return false;
}

static bool leaves(arena *a, ast_node n)
{
    ast_kind k = ast_node_kind(n);
    if (k == AST_COMPOUND) {
        ast_nodes inner = ast_children(a, n);
        return inner.count && leaves(a, inner.items[inner.count - 1]);
    }
    return k == AST_RETURN || k == AST_BREAK;
}

// Does every way through the statement step the variable on, or leave the loop?
static bool steps(loop_state *s, ast_node n, ast_node declaration)
{
    ast_kind k = ast_node_kind(n);
    ast_nodes children = ast_children(s->arena, n);
    if (k == AST_IF)
        return children.count == 3 && (steps(s, children.items[1], declaration) || leaves(s->arena, children.items[1])) &&
               (steps(s, children.items[2], declaration) || leaves(s->arena, children.items[2]));
    if (k == AST_LOOP || k == AST_SWITCH || k == AST_LAMBDA)
        return false;
    const char *op = ast_operator(s->ast, s->arena, n);
    bool from_itself = strcmp(op, "=") != 0 || (children.count == 2 && mentions(s->arena, children.items[1], declaration));
    if ((is_step(op) || (is_assignment(op) && from_itself)) && children.count && ast_equal(base_of(s->arena, children.items[0]), declaration))
        return true;
    if (strcmp(op, "&&") == 0 || strcmp(op, "||") == 0)
        return children.count && steps(s, children.items[0], declaration);
    for (size_t i = 0; i < children.count; i++)
        if (steps(s, children.items[i], declaration))
            return true;
    return false;
}

// ---- the loop ----------------------------------------------------------------------------------------------------

typedef struct control { // the conditions under which a statement runs, inside the loop
    spin_sources sources;
    bool counts;   // one of them names a variable that steps on by itself
    int loops;     // nested ones around
} control;

static void assign(loop_state *s, ast_node declaration, const spin_sources *sources)
{
    if (!ast_is_null(declaration))
        join(s, &get_variable(s, declaration)->sources, sources);
}

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

// Functions that read foreign memory may leave it in what they are given by address.
static void assign_by_call(loop_state *s, ast_node call, const control *c)
{
    spin_sources read = {0};
    add_calls(s, call, &read);
    join(s, &read, &c->sources);
    ast_nodes children = ast_children(s->arena, call);
    ast_node callee = children.count ? ast_strip(s->arena, children.items[0]) : call;
    ast_node target = ast_referenced(call);
    if (!ast_is_null(target) && ast_node_kind(target) == AST_METHOD && ast_in_system_header(s->ast, target))
        return;
    if (ast_node_kind(callee) == AST_MEMBER_REFERENCE) {
        ast_nodes object = ast_children(s->arena, callee);
        ast_node base = object.count ? base_of(s->arena, object.items[0]) : (ast_node){0};
        assign(s, ast_is_null(base) ? ast_semantic_parent(ast_referenced(callee)) : base, &read); // this->f()
    }
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
            assign(s, base_of(s->arena, argument), &read);
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
        add(s->arena, &read, c->sources.items[i]);
    read_expression(s, condition, &read);
    c->sources = read;
    c->counts |= names_advancing(s, condition);
}

static void add_exit(loop_state *s, const control *c)
{
    join(s, &s->exits, &c->sources);
    s->bounded |= c->counts && !has_foreign(&c->sources);
}

static void scan_assignment(loop_state *s, ast_nodes sides, const control *c)
{
    spin_sources read = {0};
    read_expression(s, sides.items[1], &read);
    join(s, &read, &c->sources);
    assign(s, base_of(s->arena, sides.items[0]), &read);
}

static bool declares(loop_state *s, ast_node n)
{
    ast_nodes children = ast_children(s->arena, n);
    return ast_node_kind(n) == AST_VARIABLE || (children.count && ast_node_kind(children.items[0]) == AST_VARIABLE);
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
    if (k == AST_LOOP)
        c.loops++;
    if ((k == AST_BREAK && c.loops == 0) || k == AST_RETURN || k == AST_GOTO)
        add_exit(s, &c);
    const char *op = ast_operator(s->ast, s->arena, n);
    if (is_assignment(op) && children.count == 2)
        scan_assignment(s, children, &c);
    if (k == AST_VARIABLE && children.count) {
        spin_sources read = {0};
        read_expression(s, children.items[children.count - 1], &read);
        join(s, &read, &c.sources);
        assign(s, n, &read);
    }
    if (k == AST_ASM) {
        spin_sources read = spin_in_node(s->ast, s->arena, n);
        size_t outputs = count_outputs(ast_text(s->ast, s->arena, n));
        for (size_t i = 0; i < outputs && i < children.count; i++)
            assign(s, base_of(s->arena, children.items[i]), &read);
    }
    if (k == AST_CALL)
        assign_by_call(s, n, &c);
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
    if (own.count)
        return true;
    if (k == AST_CALL) {
        ast_node target = ast_referenced(n);
        if (ast_is_null(target) || !ast_in_system_header(s->ast, target))
            return true;
    }
    ast_nodes children = ast_children(s->arena, n);
    for (size_t i = 0; i < children.count; i++)
        if (may_read(s, children.items[i]))
            return true;
    return false;
}

static void find_advancing(loop_state *s, ast_nodes parts)
{
    for (size_t i = 0; i < s->variables.count; i++)
        for (size_t k = 0; k < parts.count && !s->variables.items[i].advances; k++)
            s->variables.items[i].advances = !(s->has_continue && ast_node_kind(parts.items[k]) == AST_COMPOUND) &&
                                             steps(s, parts.items[k], s->variables.items[i].declaration);
}

// What one look at the loop tells: variables that change, `continue`, calls that only waiting loops make.
static void note(loop_state *s, ast_node n, int loops)
{
    const char *op = ast_operator(s->ast, s->arena, n);
    ast_kind k = ast_node_kind(n);
    ast_nodes children = ast_children(s->arena, n);
    if (children.count && (is_assignment(op) || is_step(op))) {
        ast_node declaration = base_of(s->arena, children.items[0]);
        if (!ast_is_null(declaration))
            get_variable(s, declaration);
    }
    s->has_continue |= k == AST_CONTINUE && loops == 0;
    if (k == AST_CALL) {
        const char *name = spin_called_name(s->ast, s->arena, n);
        s->sleeps |= strcmp(name, "__nanosleep") == 0;
        s->fenced |= strcmp(name, "__nanosleep") == 0 || strncmp(name, "__threadfence", 13) == 0 ||
                     strcmp(name, "__nv_atomic_thread_fence") == 0;
    }
    for (size_t i = 0; i < children.count; i++)
        note(s, children.items[i], loops + (k == AST_LOOP));
}

static void judge_condition(loop_state *s, ast_nodes condition)
{
    for (size_t i = 0; i < condition.count; i++) {
        control c = {0};
        scan_under(s, condition.items[i], &c);
        join(s, &s->exits, &c.sources);
        s->bounded |= c.counts && !has_operator(s, condition.items[i], "||");
    }
}

spin_sources spin_in_loop(ast *t, arena *a, ast_node loop)
{
    loop_state s = {.ast = t, .arena = a};
    ast_nodes parts = ast_children(a, loop);
    for (size_t i = 0; i < parts.count; i++)
        note(&s, parts.items[i], 0);
    if (!parts.count || (!s.fenced && !may_read(&s, loop)))
        return (spin_sources){0};
    find_advancing(&s, parts);
    s.changed = true;
    // What a `for` begins with runs once: it decides nothing about the loop's end.
    ast_nodes condition = ast_loop_condition(t, a, loop);
    size_t first = 0;
    for (size_t i = 1; i < parts.count && ast_is_for(loop) && condition.count; i++)
        if (ast_equal(parts.items[i], condition.items[0]))
            first = i;
    for (int round = 0; s.changed && round < 8; round++) {
        s.changed = false;
        for (size_t i = first; i < parts.count; i++)
            scan(&s, parts.items[i], (control){0});
        judge_condition(&s, condition);
    }
    bool is_known = false; // what it sleeps for
    for (size_t i = 0; i < s.exits.count; i++)
        is_known |= s.exits.items[i].kind != SPIN_PLAIN && s.exits.items[i].kind != SPIN_OPEN;
    if (s.sleeps && !is_known)
        add_kind(a, &s.exits, SPIN_LOAD, "");
    return s.bounded || has(&s.exits, SPIN_RETRY) ? (spin_sources){0} : s.exits;
}
