// The directives of the language: `#pragma pt NAME clause(args) ...` and `_Pragma("pt NAME ...")`.
//
// In:  a source and its tokens. Out: one `directive` for each spelled directive, in order, whether or not its
// #if is live (the front end drops what the preprocessor skipped), with every clause parsed and checked.
// In a directive written as `_Pragma` every place (`span`) is the `_Pragma` word. One in a macro's definition is no
// directive but an error (pt-macro-directive); what a macro makes by `_Pragma(#x)` only the preprocessor sees.
// Errors are collected as diagnostics at the offending word (unknown directive or clause with a suggestion,
// repeated clause, clause of another directive, missing or extra argument, chunk 0, empty expression, unbalanced
// parentheses); a directive with an error has `valid == false`.
// Grammar follows OpenMP's habits (OpenMP 5.2, 2.1): clause order free, commas between clauses allowed.
#ifndef PTCC_FRONTEND_PRAGMA_H
#define PTCC_FRONTEND_PRAGMA_H

#include "frontend/lex.h"
#include "support/diagnostic.h"

typedef enum directive_kind {
    DIRECTIVE_KERNEL, DIRECTIVE_BARRIER, DIRECTIVE_STATE, DIRECTIVE_FINISH, DIRECTIVE_FOREACH, DIRECTIVE_LOOP,
    DIRECTIVE_FUSE, DIRECTIVE_LAUNCH, DIRECTIVE_UNKNOWN
} directive_kind;

typedef enum schedule_kind { // same order as PTRT_SCHEDULE_* in runtime-cuda/pt/abi.h
    SCHEDULE_AUTO, SCHEDULE_STATIC, SCHEDULE_DYNAMIC, SCHEDULE_GUIDED, SCHEDULE_STEAL, SCHEDULE_HARDWARE
} schedule_kind;

typedef enum groups_kind { GROUPS_MAX, GROUPS_N, GROUPS_PER_SM } groups_kind;

typedef enum order_kind { ORDER_LINEAR, ORDER_COLUMN, ORDER_TILE, ORDER_MORTON, ORDER_REVERSE, ORDER_LONGEST, ORDER_FUNCTION } order_kind;

typedef enum barrier_part { BARRIER_WHOLE, BARRIER_ARRIVE, BARRIER_WAIT } barrier_part;

typedef enum worker_kind { WORKER_BLOCK, WORKER_WARP, WORKER_THREAD } worker_kind;

typedef enum launch_mode { LAUNCH_DEFAULT, LAUNCH_MAX, LAUNCH_GROUPS, LAUNCH_NONPT } launch_mode;

// An integer argument: a literal with its value, or an expression kept as text (`value` 0) for the generated code.
typedef struct argument {
    slice text; // trimmed; empty when absent
    span at;
    bool is_literal;
    unsigned long long value;
} argument;

typedef struct directive {
    directive_kind kind;
    bool valid;
    bool from_operator; // written as _Pragma("...")
    span at;            // from `#` (or `_Pragma`) to the last byte of the directive, without the newline
    span name;          // the word after `pt`
    // kernel
    schedule_kind schedule;
    span schedule_at; // file NULL when the clause is absent; so for the others
    argument chunk;
    groups_kind groups;
    argument groups_count;
    order_kind order;
    argument tile_width, tile_height; // ORDER_TILE
    slice order_function;             // ORDER_FUNCTION: a (qualified) name
    span order_function_at;
    span order_at;
    argument items; // items(expr)
    span items_at;
    // barrier
    barrier_part part;
    // loop
    slice keep; // the name of an array; empty when the clause is absent
    span keep_at;
    // fuse
    LIST_OF(slice) locals; // names of arrays: local(t, u)
    span local_at;
    // foreach(task : queue)
    slice task, queue; // a declaration, and a variable or a member of one
    span queue_at;
    worker_kind worker;
    // launch
    launch_mode mode;
    argument mode_groups;
    span mode_at;
} directive;

typedef struct directive_list {
    directive *items;
    size_t count, capacity;
} directive_list;

// Finds and parses every directive of the file. `#pragma` of other tools is ignored; so is `pt` in a comment or string.
directive_list pragma_parse(arena *a, const source *file, const token_list *tokens, diagnostics *d);

// Is its chunk or its number of groups more than a number, so that names in it must be known where its value is used?
static inline bool directive_has_expression(const directive *d)
{
    return (d->chunk.text.length && !d->chunk.is_literal) || (d->groups_count.text.length && !d->groups_count.is_literal);
}

const char *directive_name(directive_kind kind); // "kernel", ...
const char *schedule_name(schedule_kind kind);   // "auto", ...
const char *order_name(order_kind kind);         // "linear", ..., "function"
const char *worker_name(worker_kind kind);       // "block", ...

#endif
