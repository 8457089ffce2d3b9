// Of the plan: what ptcc knows of a function, kernels first of all: where it is declared, what its body does, what follows from
// that, as plain data. See plan.h, whose invariants hold.
//
// Written by collect*.c (declarations, facts, branches) and by analyse.c and the files that it calls (the rest), read by the
// rewriting as const.
#ifndef PTCC_FRONTEND_PLAN_FUNCTION_H
#define PTCC_FRONTEND_PLAN_FUNCTION_H

#include "support/arena.h"
#include "support/source.h"
#include "support/text.h"

#include <stdbool.h>

typedef enum function_form {
    FORM_FUNCTION, FORM_METHOD, FORM_STATIC_METHOD, FORM_CALL_OPERATOR, FORM_OPERATOR, FORM_CONSTRUCTOR,
    FORM_DESTRUCTOR, FORM_CONVERSION
} function_form;

typedef struct parameter {
    const char *name;         // "" when unnamed
    size_t begin, end;        // the declaration's text, default argument included
    size_t name_begin;        // valid when named
    size_t default_begin;     // offset of the `=`; `end` when there is none
    size_t size_bytes;        // 0 when a template leaves it open
    bool is_class, is_const, is_restrict;
    bool is_of_class;         // likewise, or a reference, a pointer or an array of such
    bool is_record;           // of a class whose members are numbers and pointers, and of nothing else: x.n is what it holds
    bool copies_run;          // making or ending a copy of it may run code of its class
    bool is_scalar, is_fixed; // a number, an enumeration or a pointer; const or volatile, by whatever name of its type
    bool is_awkward;          // array or function type: a name cannot simply be put at the end
    size_t grid_constant_begin, grid_constant_end; // of the word __grid_constant__, equal when absent
    bool is_pack;
} parameter;

typedef struct template_parameter {
    const char *name;
    bool is_pack;
    size_t name_goes; // offset where a name can be put when there is none
} template_parameter;

typedef LIST_OF(const char *) name_list;

typedef struct declaration {
    int file;
    size_t begin, end;             // whole text: template header, extern "C", specifiers ... up to `;` or `}`
    size_t specifiers_begin;       // behind the template header
    size_t name_begin, name_end;
    const char *deduced_arguments; // "<double>" of an explicit specialisation that does not write them; "": none, or no text says them
    size_t template_arguments_end; // behind `<...>` of an explicit specialisation's name; name_end otherwise
    size_t open, close;            // offsets of the parameter list's parentheses
    size_t body_begin, body_end;   // `{` and behind `}`; equal when there is no body
    LIST_OF(parameter) parameters;
    LIST_OF(template_parameter) template_parameters; // of the innermost template header
    name_list class_parameters;    // of the class templates that it stands in
    bool has_auto_parameter;       // a template without a header
    bool is_template;              // has a template header that is not empty
    bool is_specialisation;        // `template<>`
    bool extern_c;                 // own or block
    bool in_class;                 // inside a class's braces
    bool is_inline;                // by a word of its own, or of a macro
    bool in_template;              // of a class template, or of a local class, which may be in one
    bool in_function;              // of a local class
    bool is_another;               // a second definition of the function, as far as its name and its arguments tell
    bool is_friend;                // a friend declaration inside a class
    bool is_before_class;          // a parameter is of a class that is defined behind it
    bool in_macro;                 // some of it comes out of a macro's body
    int directive;                 // index in its file's directives, or -1
} declaration;

typedef enum fact_kind {
    FACT_BLOCK_INDEX,    // reads blockIdx or gridDim (`name`)
    FACT_CALL,           // `callee` is known
    FACT_CALL_DEPENDENT, // template-dependent; `name` may be ""
    FACT_CALL_INDIRECT,  // through a pointer
    FACT_CALL_VIRTUAL,
    FACT_RETURN,
    FACT_SHARED,         // a __shared__ variable is declared
    FACT_STATIC_LOCAL,
    FACT_ASM,
    FACT_GOTO,           // `guard_begin` is the label's place
    FACT_JUMP,           // `name` is break or continue
    FACT_LAMBDA,         // at..end is the whole lambda
    FACT_LOCAL_TYPE,     // a class or an enumeration is declared
    FACT_SPIN,           // a loop that ends when others have written: by `callee` if known, else by its own reads;
                         // with a name, when it has taken the lock of that name
    FACT_GRID_BARRIER,   // #pragma pt barrier; from begin to end is the directive
    FACT_LOCAL,          // a local `name` is declared
    FACT_NAME,           // (behind `finish`, or in a kernel with `foreach`) something is named that the function declares, at `read_at`
    FACT_CHANGE,         // the local or parameter `name` may get another value here
    FACT_OPEN_CHANGE,    // likewise, if an operator that a template leaves open is the program's own
    FACT_CONST_BINDING,  // likewise, if something casts const away: a reference to const may be bound to it
    FACT_POLL,           // reads what others write; with a name, it tries to take that lock
    FACT_RELEASE,        // gives the lock `name` free
    FACT_SHARED_USE,     // (only for the CPU) a shared variable is named
    FACT_SHARED_INDEX,   // (only for the CPU) an index into shared memory, of 32 bits, that may be a negative one
    FACT_HIDDEN_INDEX,   // `name` is blockIdx or gridDim, but a member or a variable of the program's own is meant
    FACT_LANE_EXCHANGE,  // (only for the CPU) v[i] gets a value that is made of v[j], and the memory of `name` is volatile
    FACT_LANE_ELEMENT,   // (only for the CPU) v[i], where the memory of `name` is volatile and may be shared
    FACT_LANE_WRITE      // (only for the CPU) such an element gets a value: from begin to end is the assignment
} fact_kind;

enum fact_context {
    // where it stands
    IN_LAMBDA = 1u << 0, // inside a lambda (of any capture)
    IN_LOCAL_CLASS = 1u << 1,
    IN_LOOP = 1u << 2,
    IN_DEFAULT_ARGUMENT = 1u << 3,
    OUTSIDE_BODY = 1u << 4, // constructor initialisers, default arguments
    DEVICE_ONLY = 1u << 5,  // seen by the device parse only
    UNREAD = 1u << 6,       // found by its words alone (unread.h)
    // FACT_RETURN
    AT_TOP_LEVEL = 1u << 7, // the guard is a statement of the body itself
    IS_UNIFORM = 1u << 8,   // all threads of a block take it or none; at first, under `if constexpr`
    IS_CHECKED = 1u << 30,  // a copy checks that, at its guard (passing.h)
    // names and calls
    QUALIFIED = 1u << 9,             // ::blockIdx
    OPERATOR_SYNTAX = 1u << 10,      // FACT_CALL without a name at the call, or with one that its arguments do not follow
    MEMBER_SYNTAX = 1u << 11,        // FACT_CALL: x.f() or x->f()
    FIRST_ARGUMENT_EMPTY = 1u << 12, // FACT_CALL: no argument written
    OF_GRID = 1u << 13,              // FACT_CALL: a question to a cooperative group, which is the grid
    OF_OPEN_GROUP = 1u << 14,        // likewise, and the group may be any
    OF_OWN_GROUP = 1u << 29,         // FACT_CALL, FACT_CALL_DEPENDENT: of a coalesced group of the threads that are there (group.h)
    OF_LANES = 1u << 23,             // FACT_CALL, FACT_CALL_DEPENDENT: of a cooperative group that has 32 threads of one warp at most, for sure
    OF_COALESCED = 1u << 22,         // likewise, of those that were there when it was made, and not of a tile
    OF_WHOLE_BLOCK = 1u << 15,       // FACT_CALL: a cooperative group's sync, and the group is the thread block
    UNDEFINED_VALUE = 1u << 16,      // FACT_CALL_INDIRECT: of a variable that another file defines
    OF_OPEN_CLASS = 1u << 17,        // FACT_CALL_DEPENDENT: T::f(x), x.f(), where `name` may be that of a value, too
    MAY_BE_COLLECTIVE = 1u << 28,    // FACT_CALL_DEPENDENT: x.f(), which may be a library's that waits (open_member.h)
    HANDS_OBJECT = 1u << 18,         // FACT_CALL, FACT_CALL_DEPENDENT: of a library, which gets an object or a function of the program's
    // FACT_LOCAL
    IS_SCALAR = 1u << 18, // a number or a pointer, not a reference; FACT_CHANGE, FACT_OPEN_CHANGE: of one
    IS_NUMBER_CLASS = 1u << 22, // float4, __half or the like (number_class.h), not a reference
    HOLDS_NUMBERS = 1u << 24, // it, or each element of an array: no address, for sure
    IS_OPEN = 1u << 25,       // its type hangs on a template's parameters
    IS_CONST = 1u << 27,      // by whatever name of a type
    KEEPS_NO_ADDRESS = 1u << 19, // HOLDS_NUMBERS, or a class of such members
    TELLS_CONSTANTS = 1u << 9, // of a class with a function for constants and one of its name for others
    CAN_WAIT = 1u << 26,      // it may be declared first and get its value later; FACT_SHARED: a copy of its bytes is a copy of it
    // FACT_SHARED_INDEX, FACT_SHARED_USE
    SURELY_WRAPS = 1u << 19,   // it is one
    OF_OWN_ELEMENT = 1u << 20, // [threadIdx.x]; the local `name` holds the index, unless it is ""
    // FACT_SPIN
    IF_FENCED = 1u << 21, // by a plain read, which is made again where the loop calls what keeps memory in order
    BY_NAME = 1u << 22,   // by what a function of the name reads; "": one that is called by its value
    // FACT_SHARED_USE
    OF_FILE = 1u << 23    // of dynamic shared memory that is declared outside of functions
};

// A statement that may take the lanes of a warp apart: if, switch, loop. By index, so that facts tell where they stand.
typedef struct branch {
    int parent; // the one around it, or -1
    enum { BRANCH_IF, BRANCH_LOOP, BRANCH_SWITCH } kind;
    bool editable; // its condition is an expression in the file's own text
    bool declares; // or a variable is declared in it there: while (int n = left())
    bool has_break, has_hidden_break; // a loop that is left by `break`; by one that no if (...) break; in its body makes
    bool is_break;                    // such an if
    size_t begin, end; // offsets of the whole statement
    size_t condition_begin, condition_end; // equal in a loop without one
    size_t header_end; // behind the parenthesis that holds the condition; `begin` where that comes last
    bool is_checked; // analysis (passing.h): a copy checks, each time, that all threads of a block go the same way
    bool parts_lanes; // analysis (lanes.h): lanes that pass it by leave, and warp operations inside name them, too
    unsigned long lanes_checked; // analysis (lanes_apart.h): a copy checks, each time, that so many lanes of a tile or a warp go the same way; 0: it does not
    size_t lanes_named;          // likewise: the token that names their number, which a template or a constant gives; 0: none does
} branch;

typedef struct fact {
    int branch; // innermost branch around it, or -1
    fact_kind kind;
    unsigned context;
    bool in_macro : 1;
    bool elsewhere : 1;     // not in the definition's file: the device has a body of its own
    bool at_end : 1;        // analysis (state.h): behind `finish`, so that who leaves here leaves the group, as in the original kernel
    unsigned char arguments; // FACT_CALL_DEPENDENT, FACT_CALL_INDIRECT: one more than its call has; 0: not known
    unsigned char lanes_checked; // FACT_RETURN: analysis (lanes_apart.h): a copy checks that so many lanes of a tile or a warp go the same way at its guard
    size_t begin, end;      // of the word or the expression
    size_t loop_end;        // end of the outermost loop around it, 0 when in none
    size_t guard_begin, guard_end; // in a branch of the body itself that returns: its condition, between the if's parentheses; FACT_GOTO
    int callee;
    const char *name;
    union {
        size_t read_at;     // FACT_SPIN: where the loop reads, in the function's file; 0: not known; FACT_NAME
        size_t lanes_named; // FACT_RETURN: like lanes_checked, the token of their number, which a template or a constant gives; 0: none does
    };
    size_t size_bytes; // FACT_SHARED: of the variable; 0 when a template or the launch leaves it open
    const char *type;  // FACT_LOCAL: of one declared with `auto`, in a kernel that may have a grid barrier; FACT_CALL: of a collective;
                       // FACT_CALL_DEPENDENT: the class template that an open call names (class_call.h); FACT_OPEN_CHANGE: what is called, if that is a name
                       // of cooperative groups; else NULL
} fact;

// Of a function in which a library waits for the lanes of a tile or a warp: a parameter's, or its own, or CUB's.
typedef enum tile_waited_for { TILE_NONE, TILE_OF_CALLER, TILE_OWN } tile_waited_for;

typedef struct typed_place {
    size_t at;
    const char *type;
} typed_place;

// Statements between two grid barriers, which a group does for one software block after the other (phase.h).
typedef struct phase {
    size_t begin, end;              // of their text
    LIST_OF(byte_range) repeated;   // statements of earlier phases that are done again in front, in order
    LIST_OF(slice) names;           // of variables that it declares or has again, and may not be the one to use
    LIST_OF(slice) objects;         // that it declares, and that would live on: they must have no destructor
    bool has_no_effect;             // it only computes what others do again
    LIST_OF(int) loads, stores;     // live values that it needs from before, and that it may give another value
    LIST_OF(int) shared;            // live memory that it may use
    bool is_first;                  // none was there before it
    LIST_OF(byte_range) cut;        // parts of its declarations that stand in front of it, for live values
    LIST_OF(typed_place) assignments; // where a value in brackets is one to be assigned now, and of which type
    LIST_OF(size_t) renamed;        // names in them that become those of what live values are copied from
    bool is_collective;             // what is given to a collective of the grid, in the middle of a statement
    bool may_leave;                 // threads return in it, and are not to go on in the next phase
} phase;

// A local that lives across a grid barrier and cannot be computed again: a group that works on several software blocks keeps it
// for each thread of each of them (phase_live.c).
typedef struct live_value {
    slice name;
    const char *type;            // of one element: "float *"
    slice extents;               // of an array: "[4][2]"; else empty
    int phase;                   // that declares it; -1: it is a parameter
    size_t name_begin;           // in its declaration
    size_t declaration_end;
    bool is_copied;              // from what is declared there, by another name
    bool is_open;                // a template leaves its type open
} live_value;

// The same in shared memory. One that is dynamic stands for all dynamic shared memory, whatever the names.
typedef struct live_shared {
    slice name;
    const char *bytes; // of one that is static, as an expression outside of the body
    bool is_dynamic, is_of_file; // declared outside of the body
    size_t scope_begin; // in it: nothing in front knows the name
} live_shared;

// Which elements of an array a kernel touches (fuse.h).
typedef enum touch_way {
    TOUCH_ANY,  // whichever
    TOUCH_OWN,  // the one whose index is the thread's place in the grid
    TOUCH_STRIDED, // that one, and those that lie whole grids behind it
    TOUCH_ROWS  // the one at y * width + x, where (x, y) is that place
} touch_way;

typedef struct array_touch {
    int parameter;
    touch_way way;
    bool writes;
    bool has_parts; // a[i].x is touched, and what else the element has is not
    int width; // a parameter; -1: none
    int bound, bound_y; // parameters that x and y are less than, wherever an element is touched; -1: none
    slice block_x, block_y; // constants that the place counts blocks by; empty: blockDim
} array_touch;

// A kernel with grid barriers: each block has a group of its own, or groups do several blocks, phase by phase.
typedef struct grid_parts {
    bool may_be_missed;          // a software block may end while others still come to a barrier
    bool splits;                 // in `phases`; else each block has a group of its own, for this reason, here:
    const char *whole_because;
    size_t whole_at;
    LIST_OF(phase) phases;
    LIST_OF(live_value) live;
    LIST_OF(live_shared) live_shared;
    LIST_OF(byte_range) leaves;  // `return;` in phases, behind which the thread comes to no other phase
} grid_parts;

// A kernel with state: what is done for each block; what is in front and what is behind is done once a group.
typedef struct state_parts {
    size_t item_begin, item_end;
    size_t finish_end;           // of the statement behind `finish` or `foreach`, whichever is the last; 0: there is none
    bool middle_shares;          // what is done for each block uses shared memory, or waits for the block
    LIST_OF(int) renewed;        // parameters that a block changes: the next one gets them as they were
    LIST_OF(int) open_in_finish; // of them, those that `finish` names and only operators that a template leaves open may change
} state_parts;

// A kernel with tasks.
typedef struct task_parts {
    int directive;              // `foreach`: one of its file's directives,
    size_t begin, end;          // with its block in braces here
    LIST_OF(size_t) own_pushes; // where the queue's name stands for the group's own ring (foreach_push.c)
} task_parts;

// A kernel whose arrays a loop keeps: its parameters.
typedef struct kept_arrays {
    int in, out;
    LIST_OF(int) others; // that are pointers, too
} kept_arrays;

// if constexpr (...) THEN else OTHER, by offsets in the definition's file.
typedef struct constant_arms {
    size_t then, other, behind;
} constant_arms;

typedef struct function {
    const char *usr, *name;
    int next_named;   // the next one of the same name, or -1 (plan.first_named)
    int first_call;   // of it, in plan.calls, or -1
    const char *type; // as clang spells it: "void (int *, int)"; of an operator or a conversion without names that stand for types
    function_form form;
    bool is_kernel, is_device, is_host, in_system, is_virtual;
    bool is_for_host; // and for nothing else (for_host.h)
    bool is_repeated; // other functions have the same text: of a header that is included several times, for other types
    bool is_foreign;     // in_system, but of none of CUDA's libraries: an open call may be of it
    bool is_of_other_library; // in_system, its body is known, and neither CUDA's nor the standard library holds it
    const struct assembly_word *library_word; // likewise: what its inline assembly, or that of a function it calls, says that no item can say
    bool half_seen;      // likewise: what the device sees of it may be another text, and is read where there is a parse for one
    bool waits_for_none; // by its name, whatever its body comes to
    bool annotated_block_index, annotated_block_barrier, annotated_warp_sync, annotated_grid_barrier; // shim
    bool cluster_dims; // __cluster_dims__
    bool block_size;   // __block_size__
    int primary;       // the template this one specialises, or -1
    int place_file;    // of an operator() or a conversion: a lambda's stand where the lambda begins
    size_t place;
    LIST_OF(declaration) declarations;
    int definition;    // index in declarations, or -1
    LIST_OF(fact) facts;
    LIST_OF(branch) branches;
    bool needs_no_body; // implicit, = default, = delete, = 0
    bool is_thread_level; // its body is elsewhere, and the user says that it needs no other thread and no block index
    bool facts_known;  // a body was seen
    bool is_told_to_lack_body; // a diagnostic has said that there is none
    bool is_defined_in_library;  // the program declares it, and a library's header has its body
    bool is_taken_for_undefined; // a template or an inline function that is only declared, beside others of its name that are defined: no file has its body
    bool address_used; // named without being called: it may be what stands behind a pointer
    int address_file; // of a library: in which of the program's files that is so first; -1: in none
    size_t address_begin;
    bool is_own_intrinsic; // the program's, by the name of one of CUDA's
    enum { OPEN_VALUES_UNKNOWN, OPEN_VALUES, NO_OPEN_VALUES } open_values; // of a template: does its body hold any whose type is left open?
    LIST_OF(const char *) open_operators; // likewise: those that stand between such values, "+"; "?": it may be any
    bool has_unread;   // parts that libclang does not tell of (unread.h), objects that are made or end without a word
    bool is_value;     // its name stands where it is not called: a pointer may point to it
    // analysis: of this function and all it reaches
    bool reads_block_index, uses_shared, has_block_barrier, has_warp_sync, has_async_copy;
    bool has_grid_barrier;    // its software blocks wait for each other
    bool uses_voting_barrier; // __syncthreads_count/and/or
    bool polls;               // reads memory that other blocks may be writing
    bool orders_memory;       // has a fence, a lock, or does so
    bool waits_on_blocks;     // and does so until it has changed
    const char *name_scope; // "ns::" qualification, without namespaces that have no name
    bool is_in_nameless;    // in such a one
    // analysis: annotated kernels
    bool annotated;
    bool stubbed; // its launches go through a stub: annotated, or named like one that is, or any kernel of a program for the CPU
    int directive_file, directive;
    bool leaves_before_barrier, leaves_before_warp_sync;
    bool hides_library_barrier; // of this function and all it calls by name: a barrier that no shadow reaches
    bool hides_wide_barrier;    // and one that waits for more than a warp, for all that is known
    tile_waited_for waits_for_tile; // of this function and all it calls by name: whom a library waits for that waits for a tile or a warp
    bool passes_barriers_by; // of this function and all it reaches: some threads come to a barrier inside, others go on
    bool parts_lanes; // one of its branches does
    bool has_goto, has_jump, has_lambda; // analysis: one of its facts is such
    bool casts_const_away;               // of a reference, as libclang shows it
    LIST_OF(constant_arms) constant_arms; // analysis (arms.h)
    bool needs_whole_rows; // analysis (lanes_rows.h): its lanes are known where blockDim.x is a multiple of 32, or the block has one row
    bool must_be_copied; // one of its branches is_checked or parts_lanes, or one of what it calls
    // analysis (lambda.h): of this function and all it reaches, by calls of lambdas
    bool lambda_block_waits, lambda_warp_waits; // some threads wait in one for others of the block, of the warp
    bool lambda_parts; // one in its own text may let some threads pass its barrier by
    grid_parts grid;   // kernels with a grid barrier
    bool has_state;    // something stays from block to block of a group (state.h)
    state_parts state;
    bool has_tasks;    // `foreach` (foreach.h)
    task_parts tasks;
    bool address_taken; // here, so that it may be launched through its address
    bool is_step;  // of a loop that runs as one launch
    bool is_kept;  // and some loop keeps the arrays that it reads and writes (keep.h)
    kept_arrays kept;
    bool is_part;  // of a block whose launches are made as one (fuse.h)
    LIST_OF(array_touch) touches; // in its order of parameters
    bool keeps_variables;   // it or what it calls has variables that each instantiation of a template has for itself,
    bool doubles_variables; // and a copy would have others, for its local types (local_type.h)
    bool begins_early; // items(...): its launches may begin before those in front of them have ended (early.h)
    bool forwards; // the original calls the item, which alone holds the body: static locals stay one object
    // analysis: how the software block comes to a function that reads it
    bool cloned;       // a clone has it as its first parameter
    bool drains;       // clones: the items that come to its barriers drain
    bool ambient;      // it asks for it where the kernel published it (ambient.cuh): its reads are edited in place
    bool uses_ambient; // kernels: reaches such a function, so it publishes the block
} function;

#endif
