// Loops of the host with `#pragma pt loop`, collected: what the parts of that walk share.
//
// In:  a loop's nodes. Out: its record of what it calls and of what its own text reads.
//      The walk through the loop (collect_loop.c) asks how a call stands in the text (collect_loop_text.c), what reads memory that others
//      may know (collect_loop_reads.c), what objects do without a word for it (collect_loop_object.c), what a library may call
//      (collect_loop_library.c), what functions come to (collect_loop_reach.c), what a template is made for (collect_loop_instance.c), and
//      what the host must not do on a wrong way (collect_loop_guess.c).
#ifndef PTCC_FRONTEND_COLLECT_LOOP_PARTS_H
#define PTCC_FRONTEND_COLLECT_LOOP_PARTS_H

#include "frontend/collector.h"

typedef struct loop_walk { // where in the loop the walk is
    host_loop *loop;
    size_t body_begin, body_end;
    int depth;       // of loops in it
    unsigned place;  // as in loop_call
    bool keeps_place; // of what stands here: macros write `do { ... } while (0)`
    bool may_break, may_continue; // a `break` here leaves the loop itself, a `continue` begins its next round
    bool takes_address; // of what stands here, which so is not read
    bool is_inside;     // of a function that is written in the loop: a lambda, a method
    bool is_launch;     // what is launched, and with what
    bool is_callee;     // the name of what is called
} loop_walk;

// ---- collect_loop.c

size_t place_in(const host_loop *loop, size_t at); // what comes out of a macro may lie elsewhere
void add_read(collector *c, host_loop *loop, size_t at, const char *by);
ast_node operand_of(collector *c, ast_node n); // under parentheses and conversions: an operator, or what has no operand
bool is_written_with(collector *c, ast_node n, ast_kind kind, const char *word); // an expression that begins with it
bool is_atomic_builtin(collector *c, ast_node n, ast_kind kind, const char *o); // __atomic_load_n and the like
bool is_captured(ast_node part);                // a lambda may have a copy of it
bool makes_object(ast_node n, ast_kind kind);   // here, by a constructor or by none: `point p;`, `point{1}`

// ---- collect_loop_text.c

void find_written(collector *c, ast_node n, loop_call *x, const host_loop *loop); // what stands for the call `x` of node n
size_t end_of_macro(const plan_file *f, size_t begin); // of NAME or NAME(...)
bool takes_macro_apart(const collector *c, size_t begin, size_t end, const host_loop *loop);
bool asks_for_type(collector *c, ast_node n, ast_kind kind); // sizeof(x): its operand is not evaluated

// ---- collect_loop_reads.c

bool is_variable_on_device_and_host(collector *c, ast_node target);
bool is_local(ast_node variable); // and ends with its block
bool is_variable_registered(collector *c, ast_node target);
bool hands_text_on(collector *c, ast_nodes call, bool but_parameters); // but_parameters: what it was given itself does not count
bool reads_known_memory(collector *c, ast_node n, ast_kind kind, ast_node target);
bool refers_to_constant(collector *c, ast_node variable);
bool goes_by_pointer(collector *c, ast_node n, ast_kind kind, const char *o, ast_nodes children);

// ---- collect_loop_guess.c

void add_risk(collector *c, ast_node n, ast_kind kind, const char *o, ast_nodes children, const loop_walk *w);

// ---- collect_loop_object.c

bool is_of_open_class(collector *c, ast_node variable); // that hangs on a template's parameters
void add_unwritten(collector *c, const ast_range *at, const char *name, int callee, const loop_walk *w);

// The destructors of what has this class. Where nobody is told (`at` is NULL): is there one?
bool find_destructors(collector *c, ast_node of, ast_node class, const ast_range *at, const loop_walk *w, int depth);
bool find_captured_destructors(collector *c, ast_nodes parts, const ast_range *at, const loop_walk *w); // of a lambda's parts
void add_end_of_life(collector *c, ast_node n, ast_nodes children, const loop_walk *w);

// ---- collect_loop_library.c

// Is its type one of the standard library's, of numbers only? To make, change and destroy one calls nothing of the program's.
bool is_plain(collector *c, ast_node n);
bool has_own_allocator(collector *c, ast_node n); // a container of the library's
bool is_iterator(const collector *c, ast_node class); // of a vector: a pointer, whatever it points to

// Is a library's function given what could call the program: its objects, its functions?
bool is_given_more(collector *c, ast_node target, ast_nodes operands);

// Does << of a stream look through an object? What else it prints it is given as it is.
bool prints_object(collector *c, ast_node target, ast_nodes operands);

// ---- collect_loop_instance.c

bool is_for_acting_class(collector *c, ast_node n, bool by_type); // the template that is called, or that its type is
bool is_open_value(collector *c, ast_node n, ast_kind kind); // of a type that a template leaves open
bool has_open_value(collector *c, ast_node n); // it, or something in it

// ---- collect_loop_reach.c

typedef struct reached { // what the functions do that a call comes to
    ast_nodes seen, seen_for_classes;
    bool result_is_open; // the function here is a template's, to whose result what it returns is converted
    bool is_for_classes; // the function here is a template's, made for classes with functions that it may call without naming them
    LIST_OF(ast_node) unwritten; // functions that are called without a word: constructors of an object's parts
    bool reads_memory, does_anything;
    bool waits; // perhaps, for a kernel or for another thread: reads or writes what is volatile or atomic
    bool changes_unseen; // something, outside of bodies, where facts do not tell
} reached;

void reach_function(collector *c, ast_node target, reached *r);
void reach_instance(collector *c, ast_node call, ast_node target, reached *r); // the same, of that call
void reach_moves(collector *c, ast_node class, reached *r);
void add_reached(collector *c, const reached *r, const ast_range *at, const loop_walk *w);
void add_lambda(collector *c, ast_node target, loop_call *x); // whether the target is one, and what that calls
void add_first_values(collector *c, ast_node n, bool own, const loop_walk *w); // what makes an object without a call
void add_bound_values(collector *c, ast_node n, const loop_walk *w); // auto [a, b] = n

#endif
