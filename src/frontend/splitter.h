// What the parts of finding phases share (phase.h): a kernel's body, taken apart.
//
// In:  a kernel with grid barriers. Out: its statements as deep as barriers lie in it (phase_statement.c), its variables
//      (phase_variable.c), and what is the same for the whole grid or can be computed again (phase_value.c); phase.c makes phases of these.
// Invariant: after the first `give_up` nothing that follows counts: the kernel stays in one piece.
#ifndef PTCC_FRONTEND_SPLITTER_H
#define PTCC_FRONTEND_SPLITTER_H

#include "frontend/plan.h"

#include <string.h>

typedef enum statement_kind {
    STATEMENT_PLAIN,   // holds no barrier
    STATEMENT_BARRIER,
    STATEMENT_HEADER   // the head of a loop or branch that holds one: its body is a list of its own
} statement_kind;

typedef struct statement {
    statement_kind kind;
    size_t begin, end;
    int list;          // statements of one pair of braces
    int branch;        // STATEMENT_HEADER: of this one
    bool is_simple;    // an expression or a declaration
    bool is_uniform;   // the same for the whole grid, and done once a group
    bool is_guard;     // if (...) return;
    bool is_shared;    // declares shared memory: done once a group, since the memory is the group's
    bool is_collective; // of a collective what is given to it; it stands in front of the statement that it is part of
    bool may_leave;    // some threads return in it, in a way that is not known behind it
    int phase;         // -1: none
} statement;

typedef struct variable {
    slice name;
    bool is_parameter, is_scalar, is_changed;
    bool is_const;       // by its declaration
    bool is_record;      // a parameter, whose members are numbers and pointers
    bool is_object;      // of a class, an array, a reference
    bool is_number_class; // of CUDA's: float4, __half
    bool is_uniform;     // the same for the whole grid at any time
    bool is_number;      // or an array of numbers: no address, for sure
    bool keeps_no_address; // nor any member of it
    bool is_open;        // of a type that a template leaves open
    bool is_const_type;  // whatever its declaration says
    bool tells_constants; // functions of its class, or that get it, may know whether it is const
    bool can_wait;       // it may be declared first and get its value later
    bool is_pointed_to;  // somebody may keep its address, anywhere
    enum { RECOMPUTABLE_UNKNOWN, RECOMPUTABLE_ASKED, RECOMPUTABLE, NOT_RECOMPUTABLE } recomputable; // of one that is asked for, no (phase_value.c)
    bool is_live;        // it lives across a barrier, or each block changes a parameter: it is kept for each software block
    size_t parameter;    // its number
    const char *type;    // of one that is declared with `auto`; else NULL
    int declared;        // statement, -1: a parameter
    size_t scope_begin, scope_end;
} variable;

typedef struct shared_variable {
    slice name;
    bool is_dynamic, is_of_body; // declared in the body, and not in the file
    bool is_number;              // or an array of numbers
    int declared, list;          // the statement, and its list
    size_t size_bytes;           // 0: a template leaves it open
    size_t scope_begin, scope_end;
} shared_variable;

// What an address may go on from, though no & in front of a name says so (phase_address.c).
typedef enum exposure_kind {
    EXPOSES_OBJECTS,       // of what is named, objects
    EXPOSES_ALL,
    EXPOSES_TO_AN_ADDRESS  // an & takes it: of parameters, too
} exposure_kind;

typedef struct exposure {
    size_t first, end; // tokens
    exposure_kind kind;
} exposure;

typedef struct splitter {
    plan *plan;
    function *kernel;
    const declaration *d;
    const plan_file *file;
    LIST_OF(statement) statements;
    LIST_OF(variable) variables;
    LIST_OF(shared_variable) shared;
    LIST_OF(exposure) exposed;
    LIST_OF(size_t) list_ends; // offset, by list
    const char *why; // it cannot be done; NULL so far
    size_t why_at;
} splitter;

void give_up(splitter *s, size_t at, const char *why);

static inline const token *token_of(const splitter *s, size_t i) { return &s->file->tokens.items[i]; }
static inline bool is(const splitter *s, size_t i, const char *text) { return token_is(s->file->text, token_of(s, i), text); }
static inline int depth_of(const splitter *s, size_t i) { return token_depth(s->file->text, token_of(s, i)); }
static inline slice bytes_of(const splitter *s, size_t i)
{
    return token_bytes(s->file->text, token_of(s, i));
}
static inline size_t token_at(const splitter *s, size_t offset) { return token_at_or_after(&s->file->tokens, offset); }

#define IS_ONE_OF(s, i, words) TOKEN_IS_ANY((s)->file->text, token_of(s, i), words)

// ---- phase_statement.c -------------------------------------------------------------------------------------------------

// Index behind the bracket that closes the one at `i`.
size_t behind_bracket(const splitter *s, size_t i);
void read_statements(splitter *s);
int statement_around(const splitter *s, size_t offset); // -1: none

// ---- phase_variable.c --------------------------------------------------------------------------------------------------

static inline slice name_of(const fact *x) { return (slice){x->name, strlen(x->name)}; }
static inline bool is_member(const splitter *s, size_t i) { return is(s, i - 1, ".") || is(s, i - 1, "->"); }

void add_variables(splitter *s);
void look_at_uses(splitter *s);
variable *find_variable(const splitter *s, slice name, size_t offset); // what the name means there, NULL: no variable of these
bool mentions(const splitter *s, size_t begin, size_t end, const variable *v); // by its name
size_t find_declarator(const splitter *s, const statement *x, slice name); // index of the name where it is declared
bool may_be_bound(const splitter *s, size_t i); // the word is an argument of which a function may keep the address

// ---- phase_address.c ---------------------------------------------------------------------------------------------------

void find_exposed(splitter *s);
bool is_exposed(const splitter *s, size_t i, bool is_object, exposure_kind *kind); // may the address of what the name at `i` means be kept?

// ---- phase_value.c -----------------------------------------------------------------------------------------------------

void find_uniform(splitter *s);
bool is_load(const splitter *s, size_t i); // p[i], *p: of memory

// A declaration of nothing but variables that can be computed again.
bool can_be_repeated(const splitter *s, int index);
bool is_type_word(const splitter *s, size_t i); // int, unsigned, const: of a number

// A guard in front of all barriers, that can be asked again.
bool is_guard(const splitter *s, const statement *x);

// ---- phase_behind_return.c ---------------------------------------------------------------------------------------------

static inline bool is_done_once(const statement *x) { return x->is_uniform && !x->is_shared; } // a group
size_t past_collectives(const splitter *s, size_t t); // what is given to a collective is not part of that
void check_behind_returns(splitter *s);

// ---- phase_shared.c ----------------------------------------------------------------------------------------------------

void add_shared_memory(splitter *s); // marks the statements that declare it
bool has_shared_address(const splitter *s); // somebody may come to shared memory by its address
void find_shared(splitter *s, bool everywhere); // what lives, and which phases use it: all of them?

// ---- phase_declarator.c ------------------------------------------------------------------------------------------------

void add_token(const splitter *s, text *out, size_t i); // behind what is there, with a space where one is needed
bool names_locals(const splitter *s, size_t begin, size_t end);
bool is_element_by_value(const splitter *s, size_t i); // the name of an array
void add_live_parameter(splitter *s, const variable *v);
void take_apart(splitter *s, int index, const variable *live); // the declaration that is this statement

// ---- phase_live.c ------------------------------------------------------------------------------------------------------

// What lives across a barrier and cannot be computed again, into the kernel and its phases.
void find_live(splitter *s);

#endif
