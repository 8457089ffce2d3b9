// A kernel whose arrays a loop may keep, taken apart: what the parts of that look share (keep.h).
//
// In:  an annotated kernel's definition, and which parameter is read. Out: which one is written; or why the arrays cannot be kept.
//      (For blocks with `#pragma pt fuse`, fuse_touch.c asks other things of the same parts.)
//      The body becomes conditions and simple statements (keep_body.c), whose words are known (keep_words.c), and whose calls only
//      compute (keep_calls.c), and whose macros do, too (keep_macros.c).
// Invariant: after the first reader_give_up nothing that follows counts.
#ifndef PTCC_FRONTEND_KEEP_READER_H
#define PTCC_FRONTEND_KEEP_READER_H

#include "frontend/plan.h"

typedef struct region { // tokens [begin, end)
    size_t begin, end;
    bool is_condition;
} region;

typedef struct kept_name { // a local variable, or a parameter
    slice name;
    bool is_pointer; // a parameter
    size_t dimensions; // of a local array of numbers; else 0
    bool is_class;   // CUDA's, of numbers (number_class.h): it may have members x, y, z, w
    bool is_open;
} kept_name;

typedef struct reader {
    plan *p;
    const function *f;
    const declaration *d;
    const plan_file *file;
    LIST_OF(region) regions;
    LIST_OF(kept_name) names;
    int in, out; // parameters
    bool is_part; // of a block: fuse_touch.c
    const char *why; // not; NULL so far
    size_t why_at;
} reader;

static inline const token *token_of(const reader *r, size_t i) { return &r->file->tokens.items[i]; }
static inline bool is(const reader *r, size_t i, const char *text) { return token_is(r->file->text, token_of(r, i), text); }
static inline int depth_of(const reader *r, size_t i) { return token_depth(r->file->text, token_of(r, i)); }
static inline bool is_word(const reader *r, size_t i) { return token_of(r, i)->kind == TOKEN_IDENTIFIER; }
static inline slice bytes_of(const reader *r, size_t i)
{
    return token_bytes(r->file->text, token_of(r, i));
}
#define IS_ONE_OF(r, i, words) TOKEN_IS_ANY((r)->file->text, token_of(r, i), words)

// ---- keep_words.c

void reader_give_up(reader *r, size_t token_index, const char *why);
const char *reader_about(const reader *r, size_t i, const char *format); // with the token in place of %.*s

// The index of a bracket's partner.
size_t reader_closing(const reader *r, size_t open);
size_t reader_opening(const reader *r, size_t close);

int reader_name(const reader *r, size_t i); // of names; -1: none
bool reader_stands_alone(const reader *r, size_t i); // not a member, and not qualified
bool reader_names_parameter(const reader *r, size_t i, int index);
int reader_parameter_at(const reader *r, size_t i);
bool reader_is_type(const reader *r, size_t i);            // of numbers: a word of the language's, or the program's name for one
bool reader_is_number_class(const reader *r, size_t i);    // of CUDA's (number_class.h), and not the program's
bool reader_is_type_or_template(const reader *r, size_t i); // or a parameter of the kernel's template
bool reader_is_computing(const char *name); // of CUDA or C: it gives what its arguments say, always the same

bool reader_is_constant_number(const reader *r, size_t i); // known where the kernel stands: a constant of the program's, or of its template

// The call whose name stands there, or NULL.
const fact *reader_call_at(const reader *r, size_t i);

// Does the name stand once outside of functions, behind the specifier and words of the language for its type, and in front of `behind`?
bool reader_is_declared(const reader *r, size_t name, const char *specifier, const char *behind);

bool reader_is_of_program(const reader *r, size_t name); // the same, or a function of the program's, wherever
bool reader_knows_word(const reader *r, size_t i); // what it means is the same in each step
bool reader_is_operand(const reader *r, size_t i); // an operator behind it has this on its left

// The first token of an open value, or `end`.
size_t reader_open_value(const reader *r, size_t begin, size_t end);

// ---- keep_body.c

// The body as regions, with its names; what is not followed in it gives it up. To be called first.
void reader_take_apart(reader *r);

void reader_find_written(reader *r); // r->out
void reader_find_open(reader *r);
void reader_check_regions(reader *r);
bool reader_is_pointer(const reader *r, const parameter *x);
bool reader_gets_value(const reader *r, const region *x, size_t i); // the local or parameter at `i`, there

// An operator that assigns: the index in front of it, or 0. Each `>` is a token of its own.
size_t reader_assigned_in_front(const reader *r, size_t i);

// What the operator at `i` gives a value is a variable of the kernel's, or an element of one of its arrays; else it is given up.
void reader_check_target(reader *r, const region *x, size_t i);

// What stands in front of `[`: true if it is one of the arrays, false if it is constant; else the kernel is given up.
bool reader_check_base(reader *r, size_t bracket);

// ---- keep_calls.c

bool reader_has_open_types(const reader *r); // operators of which a template's type decides what they are
void reader_check_facts(reader *r);  // calls, and what has no words
bool reader_is_only_read(const reader *r, size_t i); // by itself, as an argument of what computes, or in a list of numbers

// ---- keep_macros.c

bool reader_is_computing_macro(const reader *r, size_t i); // of the program: NAME(x), which stands for an expression that computes
void reader_check_macros(reader *r); // a macro's words are not in the text

#endif
