// Of the plan: what ptcc knows of launches, and of other places in host code that name kernels, as plain data. See plan.h,
// whose invariants hold.
//
// Written by collect_launch.c and its like, by recover.c (what clang drops) and by address.c (what follows from it), read by
// the rewriting as const.
#ifndef PTCC_FRONTEND_PLAN_LAUNCH_H
#define PTCC_FRONTEND_PLAN_LAUNCH_H

#include "support/arena.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum launch_form {
    LAUNCH_KERNEL,    // the callee is one known kernel
    LAUNCH_OVERLOADED,// dependent: one of several
    LAUNCH_POINTER,   // through a variable or expression
    LAUNCH_IN_MACRO,  // the `<<<` stands in a macro's body
    LAUNCH_ON_DEVICE  // dynamic parallelism
} launch_form;

typedef struct launch {
    launch_form form;
    int file;
    size_t name_begin, name_end;       // of the callee's last identifier
    size_t open_begin, open_end;       // <<<
    size_t close_begin, close_end;     // >>>
    size_t arguments_open;             // the ( behind it
    bool has_arguments;
    size_t argument_count;             // that libclang has found, without default arguments
    bool recovered;                    // clang dropped it, the text has it (recover.c)
    int kernel;                        // function index
    LIST_OF(int) candidates;           // LAUNCH_OVERLOADED
    int directive;                     // #pragma pt launch
    size_t callee_begin;               // of the whole expression in front of <<<, open_begin when it is not spelled there
    int callee_file;                   // of the last name in it, which a macro's argument may hold; -1: none
    size_t callee_at;
    // analysis (address.c)
    bool by_address;                   // what the callee's address stands for is looked up at run time
    bool in_rewritten_macro;           // LAUNCH_IN_MACRO: the macro's body is edited
    bool in_loop;                      // its loop runs as one launch (loop.h)
    bool in_block;                     // it and others of its block are made as one launch (fuse.h)
    bool is_sequenced;                 // its configuration comes before its arguments, whatever the compiler does (launch_order.h)
} launch;

typedef struct kernel_value { // a kernel's name that may be its address
    int file, function;
    size_t name_begin, name_end;
    size_t arguments_end;   // behind `<...>`; name_end when there is none
    size_t argument_count;  // in it
    bool in_macro;          // out of a macro's body
    bool is_callee;         // analysis: of a launch that goes through a stub
    bool may_take_defaults; // analysis: it is launched there, and its parameters have default arguments
    bool is_registered;     // analysis: an instantiation that is registered where its name stands
} kernel_value;

typedef struct api_launch { // cudaLaunchKernel(...) and its kin in host code
    int file;
    size_t name_begin;
    bool in_macro;           // name_begin is the macro's name
    bool in_definition;      // analysis: in the body of a macro's definition, for which others stand
    bool in_rewritten_macro; // analysis: and such a one is edited
    bool is_query;           // no launch, but a question for a kernel's occupancy (occupancy.h)
    bool is_for_device;      // a question in a function that the device has, too
    LIST_OF(int) kernels;    // of a question: those that it names; none: it is given a value
} api_launch;

typedef struct macro_launch { // in the body of a macro's definition
    int file;
    size_t callee_begin, name_end;     // k<T>: name_end is behind k
    size_t open_begin, open_end, close_begin, close_end, arguments_open;
    bool is_named, is_address;         // how it is rewritten, if at all: as a stub's call, or as a launch by address
} macro_launch;

typedef struct name_import { // using ns::kernel; of `using a::f, b::g...;` one for each
    int file;
    size_t begin, end; // `using`, and behind the `;`
    size_t name_begin, name_end, qualified_begin;
    bool is_pack, in_macro;
    int function; // -1: of a base that the template leaves open
} name_import;

typedef struct explicit_instantiation { // template __global__ void k<float>(float *);
    int file, function;
    size_t begin, end; // `template` or `extern template` .. behind `;`, or where a macro's body ends without one
    size_t name_begin, name_end, open;
    bool in_macro;
} explicit_instantiation;

#endif
