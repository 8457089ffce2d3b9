// A loop that may wait, looked at: what the parts of that look share (spin.h).
//
// In:  a loop of device code. Out: loop_state, whose exits say what the loop's end hangs on.
//      Operands (spin_operand.c) tell what a node reads (spin_node.c), and nodes what an expression's value hangs on (spin_value.c);
//      spin.c spreads the values over the loop's variables and judges its exits, but for those that hang on a variable that comes
//      forward by itself (spin_advance.c).
#ifndef PTCC_FRONTEND_SPIN_PARTS_H
#define PTCC_FRONTEND_SPIN_PARTS_H

#include "frontend/spin.h"
#include "support/map.h"

typedef struct variable {
    ast_node declaration;
    spin_sources sources; // what its value hangs on
    bool advances;        // changes on every way through the loop that does not leave it
    bool up, down;        // it is stepped on, or back
    bool comes_round;     // it may come to a value again that it had: k = (k + 1) % n
    bool is_set_anew;     // it may begin again: spins = 0
    bool is_made_of;      // it is given something else than what was seen: max(1, seen), 1
} variable;

typedef struct loop_state {
    ast *ast;
    arena *arena;
    ast_node loop;
    struct { variable *items; size_t count, capacity; } variables;
    place_map place_of; // among them, by their identity
    spin_sources exits; // of all exits
    bool bounded, changed;
    bool has_continue, sleeps;
    spin_sources continues; // under what the rest of a turn is left out
    bool fenced; // its plain reads are made again each time
    bool is_address; // what is looked at is not read
} loop_state;

// ---- spin_operand.c

// A lock's operand by its identifiers: `&locks[i]` and `(int *)(locks + i)` are "locks i".
const char *spin_operand_name(ast *t, arena *a, ast_node n);
bool spin_is_number(ast *t, arena *a, ast_node n, bool zero); // written out: zero, or another

// The variable or member at the bottom of an expression: of p in `*(volatile int *)&p[i].x`.
ast_node spin_base_of(arena *a, ast_node n);

// What the expression names, or points to where it is a pointer: of the block or of the thread, for sure.
bool spin_is_own_memory(ast *t, arena *a, ast_node expression);
bool spin_is_global(ast_node n);                        // a variable at namespace scope: one for all blocks

// ---- spin_node.c

// Does it leave there what it finds? An exchange takes it: a slot of a hash table.
bool spin_only_looks(ast *t, arena *a, ast_node n);

// ---- spin_value.c

void spin_add(arena *a, spin_sources *s, spin_source x); // once
void spin_add_kind(arena *a, spin_sources *s, spin_kind kind, const char *name);
bool spin_has(const spin_sources *s, spin_kind kind);
bool spin_has_foreign(const spin_sources *s);

variable *spin_find_variable(loop_state *s, ast_node declaration); // NULL: the loop does not change it
variable *spin_get_variable(loop_state *s, ast_node declaration);
void spin_join(loop_state *s, spin_sources *into, const spin_sources *from); // and notes whether something changed

// Something else than what was seen: max(1, seen), seen | 1, 0. A compare-and-swap that compares with that waits for it.
bool spin_is_made_of(loop_state *s, ast_node value);

// What a local pointer or reference leads to, where its declaration tells: v of `int *q = &v` and of `int &q = v`.
ast_node spin_led_to(loop_state *s, ast_node pointer);

// The lambda that an expression is, or that the variable holds which it names; else something else.
ast_node spin_called_lambda(loop_state *s, ast_node callee);
void spin_add_calls(loop_state *s, ast_node call, spin_sources *out);        // whatever may be called there
void spin_read_expression(loop_state *s, ast_node n, spin_sources *out);     // everything that its value hangs on

// ---- spin_advance.c

// By the operator's text: assignments, but not `==` and the like; `++` and `--`.
bool spin_is_assignment(const char *op);
bool spin_is_step(const char *op);
bool spin_leaves(arena *a, ast_node n); // does a statement end with `break` or `return`?

void spin_find_advancing(loop_state *s, ast_nodes parts);
// Does what is assigned to the variable, by an operator, let it come to a value again that it had?
bool spin_comes_round(loop_state *s, const char *op, ast_nodes sides, ast_node declaration);
// The same by a value that has nothing to do with the one it had: spins = 0
bool spin_is_set_anew(loop_state *s, const char *op, ast_nodes sides, ast_node declaration);
// Does the expression name one of them? Then it is another bound each time, or another place: not where what is read there
// `comes_round`.
bool spin_names_advancing(loop_state *s, ast_node n);

#endif
