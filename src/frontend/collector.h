// What the parts of collecting share (collect.h): the state of one pass over an ast, and what each does for the others.
//
// In:  an ast and a plan whose files are known. Out: the plan's functions, facts and launches: its lists grow.
// Invariant: a pointer into a list of the plan is not used across what may append to it: lists move when they grow.
#ifndef PTCC_FRONTEND_COLLECTOR_H
#define PTCC_FRONTEND_COLLECTOR_H

#include "frontend/ast.h"
#include "frontend/collect_text.h"
#include "frontend/plan.h"
#include "support/map.h"

typedef struct collector {
    plan *plan;
    arena *arena;
    ast *ast;
    bool device;
    map functions; // USR -> index
    place_map launches; // by `<<<`: the last one there
    place_map identities; // by declaration, in file 0: spares the USR, which is dear, for each use of a function
    struct { size_t identity; bool is_shared; } variables[64]; // answers of is_shared_variable, each until another takes its place
    place_map classes;           // by declaration, in file 0: where in `members` those of
    LIST_OF(ast_nodes) members;  // a class are
    place_map bodies; // by function, in file 0: the declaration whose body was met first
    int *file_of;  // file of the ast -> file of the plan, -1: none
    bool has_destructors, has_mutable; // the project's text has; members that are
    bool knows_registered, registers;
    bool knows_streams, redirects_streams; // the project's text has words for a stream's buffer
    map registered; // variables that the program names to cudaHostRegister
    bool knows_grid_constants;
    LIST_OF(slice) grid_constants; // __grid_constant__ and macros that are nothing else
    bool goes_back; // a goto to a label in front of it was met
    LIST_OF(ast_node) nodes; // by function index: a definition to walk, for system functions on demand
} collector;

typedef struct scope { // what surrounds a declaration
    bool extern_c, in_class, in_template, in_function, is_friend, is_global;
    name_list class_parameters; // of the class templates around
} scope;

typedef struct walk { // where in a body the walk is
    int function;
    unsigned context;
    size_t loop_end;
    const plan_file *file; // of the function's text; NULL for system functions
    int file_index;
    size_t guard_begin, guard_end;
    int branch;    // innermost branch around, or -1
    int breakable; // innermost loop around that a `break` would leave, or -1
    bool follows_locals; // in a function of the program's that runs on the device
    size_t names_from;   // in a kernel with `finish` or `foreach`: where names begin to matter; else 0
    bool locals_matter;  // in a kernel whose words may be those of a grid barrier or a state: what its locals are
    bool is_value; // what stands here is only read
    const char *open_group; // it is what a call of that name is given, which is one of a cooperative group's if the program has none; else NULL
    bool is_element; // as one of an array
    bool binds_const; // a reference to const may be bound to what stands here
    bool is_open;  // by an operator that a template leaves open
    bool keeps_address; // of what stands here
    const ast_node *callee, *called; // of the call around: its words, and what it calls; NULL: there is none
    ast_node own_element;  // a shared variable of which the thread's own element is asked for,
    const char *own_index; // by this name, "" without one; NULL: none is
} walk;

// ---- the text (collect_text.c) -----------------------------------------------------------------------------------

static inline const plan_file *file_at(const collector *c, int file) { return &c->plan->files.items[file]; }

// Index behind the bracket that closes the one at `index` ( ( [ { or < ).
size_t skip_balanced(const plan_file *f, size_t index);
bool opens_list(const plan_file *f, size_t index); // a `<` among template parameters or arguments

// Is the argument list that opens at `index` empty?
bool is_empty_list(const plan_file *f, size_t index);

// Index of the parenthesis behind a callee's name and its explicit template arguments, if there is one.
size_t behind_callee(const plan_file *f, size_t name_end);

bool names_match(const plan_file *f, size_t offset, const char *name);

// A dependent reference may be placed at its qualifier: forward to the last identifier of the name.
size_t last_name(const collector *c, int file, size_t offset);

// ---- functions (collect_functions.c) -----------------------------------------------------------------------------

bool is_function_kind(ast_kind k);
bool is_function_node(ast_node n);
bool is_known_scope(const char *scope); // "cub::"
bool is_known_library(const function *f); // CUDA's own and the standard library, whose names say what they do
int function_index(collector *c, ast_node n); // in the plan, which gets it if it is new
int known_function(const collector *c, ast_node n); // -1: not asked for by this declaration yet
void read_attributes(collector *c, function *f, ast_nodes children);

// The children of a class, which are asked for at each object of it and may be thousands: read once.
ast_nodes class_members(collector *c, ast_node class);

// ---- declarations (collect_declaration.c) --------------------------------------------------------------------------

// Fills in where the text of a declaration lies. Returns false when it comes out of a macro's body.
bool read_declaration(collector *c, ast_node n, const function *fn, scope around, declaration *d);

// Of a friend that is a template's specialisation, by its text alone: the name stands at `at`. False when it does not.
bool read_friend_specialisation(collector *c, int file, ast_place at, const char *name, declaration *d);

// ---- bodies (collect_body.c) ---------------------------------------------------------------------------------------

fact *add_fact(collector *c, const walk *w, fact_kind kind, ast_node n);
void walk_node(collector *c, ast_node n, const walk *w);
void walk_children(collector *c, ast_nodes children, const walk *w);
void note_half_seen(collector *c, ast_node definition, int index);
void note_bodies_in_libraries(collector *c);
void walk_system_callees(collector *c);
void add_initialiser_of_library(collector *c, ast_node n, ast_node variable, const walk *w); // of a variable or a member
void walk_function(collector *c, ast_node n, int index);
void note_open_values(collector *c, ast_node n, function *f); // by each parse (collect_open.c)
void note_initialiser(collector *c, ast_node field); // int x = f(a) + b; of a class (collect_open.c)
bool has_body(collector *c, ast_node n);

// ---- operands (collect_operand.c) ----------------------------------------------------------------------------------

// Walks the operands, as values where nothing can be changed by them.
void walk_operands(collector *c, ast_node n, ast_nodes children, walk w);
// Those of a call that is an operator which a template leaves open; false: it is no such call.
bool walk_open_operands(collector *c, ast_node n, ast_node called, ast_nodes children, walk w);
bool walk_group_operands(collector *c, ast_node called, ast_node callee, ast_nodes children, walk w); // of cooperative groups

// ---- waiting for other blocks (collect_wait.c) ---------------------------------------------------------------------

bool may_wait(const collector *c, const walk *w); // here it is looked for
void add_spins(collector *c, ast_node loop, const walk *w);
void add_polls(collector *c, ast_node n, ast_nodes children, const walk *w);

// ---- branches (collect_branch.c) -----------------------------------------------------------------------------------

// Enters a branch; the host parse and the device parse meet the same one.
void enter_branch(collector *c, walk *w, ast_node n, int kind);

// `if (c) return;` as a statement of the body: the guard's condition is remembered for every return under it.
void walk_if(collector *c, ast_node n, ast_nodes children, walk w, bool at_top);

// ---- cooperative groups (collect_group.c) --------------------------------------------------------------------------

bool is_block_group(collector *c, ast_node target, ast_node callee, ast_nodes children);
unsigned lanes_context(collector *c, int index, ast_node callee, ast_nodes children);
unsigned group_context(collector *c, const char *name, ast_node target, ast_node callee, ast_nodes children, const walk *w);

// ---- calls (collect_call.c) ----------------------------------------------------------------------------------------

// What a call calls. The callee's words are where the clone's name will be put.
void add_call(collector *c, ast_node n, ast_nodes children, const walk *w);
const char *open_operator(collector *c, ast_nodes children);
const char *template_of_object(collector *c, ast_node member, const walk *w); // "s" of x.f, where x is a variable of an open type s<T>; or NULL
const char *open_name(collector *c, ast_node callee); // of what is called, where a template leaves that open; "": an expression

// ---- calls that no word stands for (collect_silent.c) --------------------------------------------------------------

// Such as constructors and destructors of an object's parts, and what `for (x : range)` asks of the range.
void add_silent_call(collector *c, ast_node n, ast_node target, const walk *w);
void add_unwritten_calls(collector *c, ast_node n, ast_node target, const walk *w); // of a constructor, destructor or assignment that is called
void note_silent_calls(collector *c, const walk *w); // that libclang does not tell (silent.h)
bool is_class_passed_by(collector *c, ast_node record, const walk *w); // in a system header, of no interest here
void add_calls_of_parts(collector *c, ast_node n, ast_node record, const walk *w);
bool is_reference_to_other(collector *c, ast_node n); // no object of its own
void add_ends(collector *c, ast_node n, const walk *w);     // of an object without a name, of what `delete` is given
void add_allocations(collector *c, ast_node n, ast_nodes children, const walk *w); // new and delete of a class that has its own
void add_captures(collector *c, ast_node lambda, const walk *w); // copies of objects
void add_list(collector *c, ast_node n, ast_nodes children, const walk *w);
void add_binding(collector *c, ast_node n, const walk *w);
void add_range_calls(collector *c, ast_node loop, ast_nodes children, const walk *w);

// ---- launches (collect_launch.c) -----------------------------------------------------------------------------------

bool is_configuration(collector *c, ast_node n); // what stands between <<< and >>>
void add_launch(collector *c, ast_nodes children, const walk *w);
void add_api_launch(collector *c, ast_nodes children, const walk *w);
void add_kernel_value(collector *c, ast_node reference, ast_node target, const walk *w);
void add_query_call(collector *c, ast_nodes children, const walk *w); // for a kernel's occupancy
void add_query_value(collector *c, ast_node reference, ast_node target, const walk *w); // the function's name, which is not called there

// ---- loops (collect_loop.c) ----------------------------------------------------------------------------------------

void add_host_loop(collector *c, ast_node loop, const walk *w); // or a block; if `#pragma pt loop` or `fuse` stands before it

// ---- shared memory (collect_shared.c) ------------------------------------------------------------------------------

bool is_shared_variable(collector *c, ast_node variable);
void add_shared_use(collector *c, ast_node reference, ast_node variable, const walk *w);

// An operator and its operands, before they are walked: element of an array, sum of a pointer and an index.
void enter_shared_operand(collector *c, ast_node n, ast_nodes children, walk *w);
void enter_operator_call(collector *c, ast_node n, ast_nodes children, const walk *w);

// ---- other libraries (collect_foreign.c) ---------------------------------------------------------------------------

// Takes in what open calls may mean there, and walks it. True when there was something new.
bool add_foreign_functions(collector *c, ast_nodes *all);

// ---- the walk over declarations (collect.c) ------------------------------------------------------------------------

void walk_declarations(collector *c, ast_node n, scope around);
void add_import(collector *c, ast_node n);

#endif
