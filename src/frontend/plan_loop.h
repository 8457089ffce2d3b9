// Of the plan: what ptcc knows of a host loop with `#pragma pt loop`, or a block with `#pragma pt fuse`, as plain data. See plan.h, whose invariants hold.
//
// Written by collect_loop.c and its like (what stands in the loop) and by loop.c (what follows from it), read by the rewriting as const.
#ifndef PTCC_FRONTEND_PLAN_LOOP_H
#define PTCC_FRONTEND_PLAN_LOOP_H

#include "support/arena.h"
#include "support/source.h"

#include <stdbool.h>

typedef enum loop_effect {
    LOOP_EFFECT_NONE, // the loop need not know of it
    LOOP_EFFECT_STEP, // an operation on memory or a synchronisation that the loop makes itself
    LOOP_EFFECT_ANY,  // it may see what the launches before it have done, so those go first
    LOOP_EFFECT_END   // the program ends there, and what has not gone to CUDA would never
} loop_effect;

typedef struct loop_call { // in a loop with `#pragma pt loop`
    size_t begin, end;     // of the whole call
    size_t name_begin;
    bool in_macro;
    int callee;            // function index, or -1: not known
    const char *name;
    const char *read_back; // a copy to the host by this name's address
    int depth;             // of loops around it in the loop
    unsigned place;        // calls and exits of one place run in the order of the text, all or none
    bool is_open;          // which function of that name is meant depends on a template's arguments
    bool is_unwritten;     // a destructor, or the steps of a range: it has no words that could be edited
    bool is_given_more;    // a library's function, given what could be called, or destroyed, by it
    bool is_inside;        // of a function that is written in the loop
    bool is_hidden;        // analysis: a synchronisation out of a macro's body, where a local object of its name stands for it
    bool is_lambda;        // and so its callee has no facts, but
    LIST_OF(int) called;   // calls these, -1: one that is not known
    bool changes_unseen;   // something, in a default argument or what a member is first
    bool comes_to_anything; // what it calls does what facts do not tell: objects are destroyed, say
    loop_effect effect;    // analysis
    const char *ends_because; // analysis: it makes the launches before it go first for this reason; NULL: it may see what they have done
} loop_call;

typedef struct loop_name { // a variable's name in such a loop
    size_t at;
    const char *name;
    size_t declared_at;    // in the same file; 0: elsewhere
    int declared_file;     // of the parse, with the offset there: which variable it is
    size_t declared_place;
    bool is_const, is_own; // is_own: declared in the loop's body
    bool is_mutable;       // constant, but for a member
    const char *no_copy;   // why its bytes cannot be put back, where they may change: "is a parameter pack"; or NULL
    bool lives_on;         // and there behind the round, being static, say
} loop_name;

typedef struct loop_read { // of memory that other variables or pointers know
    size_t at;
    const char *by; // what it is
} loop_read;

typedef struct loop_exit { // `if (C) break;` in such a loop, or with a return: what leaves it is the branch's last statement
    size_t at;                             // the `if`
    size_t condition_begin, condition_end; // C
    size_t begin, end;                     // the branch
    unsigned place;                        // as in loop_call
    bool turns_back;                       // analysis: C does not look at what is read back, and may be asked on a wrong way
} loop_exit;

typedef LIST_OF(const char *) open_words;

typedef struct block_value { // an argument of a launch in a block with `#pragma pt fuse`
    slice name;      // of a variable that keeps its value, or a literal; empty: it is something else
    const struct loop_name *variable; // of the block's names; NULL: none
    unsigned number; // the same for arguments of the same name
} block_value;

typedef LIST_OF(unsigned) value_list;

typedef struct host_loop { // one with `#pragma pt loop`
    int file, function, directive;
    bool is_block;             // no loop: a block with `#pragma pt fuse`
    size_t begin, end;         // of the statement
    size_t head_begin;         // analysis: in front of the pragmas that are meant for it, its directive among them
    LIST_OF(loop_call) calls;
    LIST_OF(loop_read) reads;  // so that a synchronisation may be for their sake
    LIST_OF(loop_read) risks;  // what must not be done with values that the loop would never reach, and why
    size_t alias_at;           // names a variable that is another name of something, here; 0: nowhere
    LIST_OF(size_t) own_arguments; // of templates that it launches: names of what is declared in it, here
    size_t hides_at;           // launches in a function of its own (a lambda, say), which may run at any time, here; 0: nowhere
    size_t waits_at;           // reads what is volatile, here; 0: nowhere
    LIST_OF(size_t) jumps;     // places where it is left by break, return, goto or throw
    LIST_OF(size_t) continues; // and where its next round is begun
    LIST_OF(loop_exit) exits;
    unsigned places;           // that calls have
    bool has_condition, has_brace; // has_brace: its body begins with that, as it is written
    size_t condition_begin, condition_end; // equal where there is none, or none that can be edited
    size_t header_end;         // behind the parenthesis in front of the body
    LIST_OF(loop_name) names;  // of variables, in the order of the text
    open_words open_names; // "decltype(x)" of variables around it, whose types a template leaves open
    open_words open_types; // such, of what it declares itself
    // analysis (loop.h)
    LIST_OF(int) launches;
    size_t other_shape_at;     // a launch whose blocks are not written as the first one's are, here; 0: none
    bool is_other_shape;       // and have another shape for sure
    size_t other_stream_at;    // a launch that may go to another stream than the one before it, here; 0: none
    size_t ends_at;            // the first call in front of which the launches go, here; 0: none
    bool copies_to_host;       // so that the launches before a copy end there, in each round, unless it
    bool runs_ahead;           // of what the host reads back: asked whether it goes on, for `variables`,
    size_t asked_begin, asked_end; // by this text: its condition, or that of
    const loop_exit *asked_by; // an exit; NULL: it is the condition
    bool turns_back;           // another exit
    const char *waits_because; // it does not, for this reason, which is here
    size_t waits_because_at;
    LIST_OF(const char *) variables;
    const char *read_back;     // and then: the variable that a value is copied to,
    const char *relation;      // and what the condition asks of it, or NULL: loop_relation's word, and the other side
    slice compared_with;
    size_t compared_at;        // where that stands; 0: nowhere
    const char *stays_because; // it is not rewritten, for this reason, which is here
    size_t stays_at;
    bool keeps;                // its kernel's arrays, in shared memory (keep.h)
    byte_range check_again;    // a statement that checks for an error, to be done once more behind the loop; empty: none (loop_check.c)
    // analysis of a block (fuse.h)
    LIST_OF(block_value) values; // the arguments of its launches, behind each other,
    unsigned value_count;      // with so many numbers
    value_list local_values;   // numbers of arrays that need not be in memory behind it,
    value_list stored_values;  // and of others that several launches touch and one writes, at the thread's own place
    int note_file;             // with stays_because: where in a kernel the reason lies,
    size_t note_at;            // if this is not 0
} host_loop;

#endif
