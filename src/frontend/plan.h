// The plan: what ptcc knows of a translation unit, as plain data linked by index.
//
// Written by the front end (collect*.c fill in what the text and the AST say, analyse.c derives the rest, check.c
// refuses), read by the rewriting passes as const. No libclang type, no pointer between records: indices only, so
// that a plan can be dumped as text or JSON and compared.
// Invariant: offsets are bytes in `files.items[file].text`; an index of -1 means "none".
#ifndef PTCC_FRONTEND_PLAN_H
#define PTCC_FRONTEND_PLAN_H

#include "frontend/lex.h"
#include "frontend/plan_function.h"
#include "frontend/plan_launch.h"
#include "frontend/plan_loop.h"
#include "frontend/pragma.h"
#include "frontend/token_change.h"
#include "support/diagnostic.h"
#include "support/map.h"

// ---- files -----------------------------------------------------------------------------------------------------

typedef struct inclusion { // a live #include of one project file by another
    int file;              // the included file
    size_t at;             // somewhere in the directive
    bool entered;          // the preprocessor went into it; each is listed once more, where it may not have
} inclusion;

typedef struct line_mark { // what a #line of the program says of the text behind it
    size_t begin;          // where that begins
    size_t line;
    const char *path;
} line_mark;

typedef struct plan_file {
    const source *text;
    const char *path; // as nvcc has it in messages and __FILE__; libclang has "./x.h" where that is "x.h"
    token_list tokens;
    directive_list directives;    // live ones only, in ascending order
    LIST_OF(line_mark) line_marks; // live ones only, in ascending order
    LIST_OF(byte_range) skipped;  // by the preprocessor of the host parse
    LIST_OF(byte_range) unseen;   // skipped in every parse
    LIST_OF(byte_range) host_only; // (only for the CPU) skipped in the device parse, seen by the host's
    LIST_OF(inclusion) inclusions;
} plan_file;

typedef struct call_place {
    int function, fact; // the caller, and which of its facts
    int next;           // of the same callee, in the order of the callers and of their facts; -1: none
} call_place;

typedef struct one_sided_macro {
    const char *name;
    int file; // of the #define or #undef that one side skips; -1: its text leads to such a macro
    size_t at;
} one_sided_macro;

typedef struct condition { // a name in an #if that a parse evaluated
    const char *name;
    int file;
    size_t at, begin, end; // the name; #if ... #endif, 0 where that is missing
    bool is_defined;
    bool is_comparison; // `__cplusplus >= 201703L`, in place of a name
    bool is_question;   // `__has_builtin(...)`
} condition;

typedef struct flag_macro { // what the compiler of the output has to define, or must not
    const char *name, *number; // "" where its value is not known
    bool is_defined;
    bool is_comparison; // of __cplusplus with a number, which holds, or does not
    bool is_by_standard; // a macro that -std makes or takes away
} flag_macro;

typedef struct undeclared_name { // in an expression of a clause, and no declaration or macro bears it (clause_names.h)
    const directive *directive;
    slice name;
} undeclared_name;

// ---- the whole -------------------------------------------------------------------------------------------------

typedef struct loose_read { // of blockIdx or gridDim outside every function: default member initialisers
    int file; // -1: none of the project's
    size_t begin, end;
    const char *name;
    bool in_macro;
} loose_read;

typedef struct loose_call { // in a default member initialiser, which the constructors run
    int file, callee;
    size_t begin, end;
} loose_call;

typedef struct unread_part { // of an initialiser, of which libclang does not tell (unread.h)
    int file;
    size_t begin, end;
} unread_part;

typedef struct taken_name { // `pt` or `ptrt` outside of all namespaces, and no namespace
    int file;
    size_t begin, end;
    const char *name;
} taken_name;

typedef struct place_in_file {
    int file;
    size_t offset;
} place_in_file;

typedef struct plan {
    arena *arena;
    diagnostics *diagnostics;
    bool with_toolkit;
    bool for_cpu; // --target=cpu: every kernel goes through a stub
    unsigned cuda_version; // that the program was read with, as CUDA_VERSION has it
    size_t device_views;                  // parses for a device, and what these say is wrong: where
    LIST_OF(place_in_file) device_errors;
    LIST_OF(const char *) device_macros; // whose meaning differs between devices, or from the host's (views.h)
    map device_numbers; // macros that stand for a number like 900, and the devices that these speak of
    const char *own_headers;             // folder of CUDA's, whose code for devices is known
    bool devices_are_known;              // the flags name those that the program is compiled for
    LIST_OF(int) read_for;               // these, where other devices may have other text
    LIST_OF(undeclared_name) undeclared; // in clauses
    LIST_OF(condition) conditions;
    LIST_OF(flag_macro) defines; // as defines.h finds them
    LIST_OF(one_sided_macro) one_sided; // (only for the CPU) macros that one side defines otherwise than the other, or not at all
    const char *const *thread_level; // --assume-thread-level
    size_t thread_level_count;
    bool has_grid_group; // some project function makes a group of the whole grid
    bool has_unread_text; // libclang has found errors in the program's text of which nothing is said: it may have left statements out
    bool initialisers_operate; // some class gives a member a value by an operator or a call, wherever an object is made
    bool casts_const_away;   // some text does, of a reference or a pointer: whatever is bound to const may change
    bool qualified_in_macro; // some macro's body holds ::blockIdx or ::gridDim
    bool knows_collectives; // CUB and the like are included: open member calls may be theirs
    LIST_OF(plan_file) files; // 0 is the main file
    LIST_OF(function) functions;
    LIST_OF(launch) launches;
    LIST_OF(host_loop) loops;
    LIST_OF(name_import) imports;
    map first_named; // analysis: name -> the first function that has it
    LIST_OF(call_place) calls; // analysis: the program's own of functions that are known, in bodies that are
    LIST_OF(int) called_by_value; // analysis: functions that a pointer may point to, and call operators
    map constants; // names of the project's variables outside of functions, and of enumerators: 1 where all of that name are constant numbers, else 0
    map fields;    // names of members that each object has its own of, of the project's classes
    plan_file command_line; // what -D defines, as directives; of no other list of files
    map macros; // names behind `define` in the project's files, whether skipped or not: the first of each in macro_places
    LIST_OF(struct macro_place) macro_places;
    map index_macros; // names of macros whose bodies hold threadIdx or blockIdx (thread_index.h)
    LIST_OF(kernel_value) kernel_values;
    LIST_OF(api_launch) api_launches;
    LIST_OF(macro_launch) macro_launches;
    LIST_OF(explicit_instantiation) instantiations;
    LIST_OF(loose_read) loose_reads;
    LIST_OF(taken_name) taken_names;
    LIST_OF(loose_call) loose_calls;
    LIST_OF(unread_part) unread;
    LIST_OF(const char *) dependencies;
    bool lambda_block_waits, lambda_warp_waits; // analysis: any lambda of the program holds a barrier, a warp operation
} plan;

// Its bytes.
static inline slice token_word(const plan_file *f, size_t index) { return token_bytes(f->text, &f->tokens.items[index]); }

static inline bool is_same_token(const plan_file *f, size_t i, const plan_file *g, size_t k) { return slice_equal(token_word(f, i), token_word(g, k)); }

// The same, of a name.
static inline bool is_same_word(const plan_file *f, size_t i, const plan_file *g, size_t k)
{
    return f->tokens.items[i].kind == TOKEN_IDENTIFIER && is_same_token(f, i, g, k);
}

static inline bool is_token(const plan_file *f, size_t index, const char *text)
{
    return index < f->tokens.count && token_is(f->text, &f->tokens.items[index], text);
}

static inline bool is_any_token(const plan_file *f, size_t index, const char *const *texts, size_t count)
{
    return index < f->tokens.count && token_is_any(f->text, &f->tokens.items[index], texts, count);
}
#define IS_ANY_TOKEN(f, index, texts) is_any_token(f, index, texts, sizeof(texts) / sizeof *(texts))

static inline token_change change_at(const plan_file *f, size_t index)
{
    return index < f->tokens.count ? token_change_at(f->text, &f->tokens, index) : NO_CHANGE;
}

static inline int bracket_depth(const plan_file *f, size_t index)
{
    return index < f->tokens.count ? token_depth(f->text, &f->tokens.items[index]) : 0;
}

// Has the macro whose name is that token of its definition parameters?
static inline bool plan_has_parameters(const plan_file *f, size_t name)
{
    return token_is(f->text, &f->tokens.items[name + 1], "(") && f->tokens.items[name + 1].begin == f->tokens.items[name].end;
}

typedef struct macro_place { // where a macro gets its name
    size_t file;             // how far the search is
    const plan_file *of;     // the file, or the plan's command_line
    size_t name;             // index of the token
    int next;                // among the plan's macro_places, the next of this name, counted from 1; -1: there is none
} macro_place;

// The next name behind `define` in a directive, from {0} on: in skipped text, too, and in other directives, such as `#error define NAME`; at last
// those of -D.
// Who must tell them apart looks at the two tokens in front of the name.
bool plan_next_macro(const plan *p, macro_place *at);
bool plan_next_macro_named(const plan *p, slice name, macro_place *at);
bool plan_is_macro(const plan *p, slice name);
bool plan_names_function(const plan *p, const char *name); // of the program's, and no kernel
bool plan_is_field(const plan *p, slice name);
int plan_constant(const plan *p, slice name); // 1, 0 or -1: of `constants`, no such name
void plan_note_macros(plan *p); // for plan_is_macro, once, when the plan's files are known

// STRIP (k), with #define STRIP(...) __VA_ARGS__: does a macro with parameters stand in front of the token, and perhaps of parentheses that
// close before `end`? They may come out of what follows, too: RUN((k)) with #define RUN(k) STRIP k<<<1, 1>>>().
bool plan_is_behind_macro(const plan *p, const plan_file *f, size_t token, size_t end);

// Does the name at token `i` stand in a structured binding's list: auto [a, b] = ..., auto const &[a, b]?
bool plan_is_bound(const plan *p, const plan_file *f, size_t i);

// Is the token the name of one of the function's parameters?
bool plan_is_parameter(const plan_file *f, const declaration *d, size_t token);

// Is the token the name of a template's parameter, of the function's own or of a class around?
bool plan_is_template_parameter(const plan_file *f, const declaration *d, size_t token);

// Is the token among those from `first` to before `last`, or among those that begin from offset `begin` to before `end`?
static inline bool plan_has_token(const plan_file *f, size_t first, size_t last, const char *word)
{
    for (size_t i = first; i < last; i++)
        if (is_token(f, i, word))
            return true;
    return false;
}
static inline bool plan_text_has_token(const plan_file *f, size_t begin, size_t end, const char *word)
{
    return plan_has_token(f, token_at_or_after(&f->tokens, begin), token_at_or_after(&f->tokens, end), word);
}

// Index of the bracket that closes the one at `open`, and no further than `end`.
size_t plan_closing_bracket(const plan_file *f, size_t open, size_t end);

// Index of the bracket that is open around the token in its statement, or where that begins; `commas`, unless NULL: how many stand between them, in no
// other bracket.
size_t plan_bracket_around(const plan_file *f, size_t token, size_t *commas);

// NAME(...), NAME<...>(...): index of the name, given that of the parenthesis.
size_t plan_name_in_front(const plan_file *f, size_t open);

// Of a template, too, whose arguments are open.
static inline bool fact_is_named_call(const fact *x) { return (x->kind == FACT_CALL || x->kind == FACT_CALL_DEPENDENT) && x->callee >= 0; }

// One of the functions that the call `x`, which a template leaves open, may be of: each has a fact of its own.
static inline bool fact_is_candidate(const fact *x, const fact *y)
{
    return x->kind == FACT_CALL_DEPENDENT && y->kind == FACT_CALL_DEPENDENT && y->begin == x->begin && y->callee >= 0;
}

span plan_span(const plan *p, int file, size_t begin, size_t end);
const declaration *plan_definition(const function *f); // NULL when there is none
const declaration *plan_first_declaration(const function *f); // that is no friend's; NULL when there is none
const directive *plan_directive(const plan *p, const function *f); // the kernel directive, NULL when not annotated
// Its persistent form has a queue with several counters. With grid barriers or tasks no schedule changes anything.
bool plan_steals(const plan *p, const function *f);

function *plan_function_around(plan *p, int file, size_t offset); // the innermost one whose body holds the place, or NULL

int plan_file_index(const plan *p, const source *text); // -1: it is none of the project's

// The place that `offset` has for messages, __FILE__ and __LINE__: the program's own #line directives count.
size_t plan_line(const plan *p, int file, size_t offset, const char **path);

// Index of the first directive that begins at or behind `offset`.
size_t plan_directive_at_or_after(const plan_file *f, size_t offset);

// True when the preprocessor of the host parse skipped `offset`; of every parse.
bool plan_is_skipped(const plan_file *f, size_t offset);
bool plan_is_unseen(const plan_file *f, size_t offset);

// As an option names it: `ns::table::table`, where libclang calls a constructor `table<K, V>`.
const char *plan_option_name(arena *a, const function *f);

// Is it a member of a class of that name, in whatever namespace?
bool plan_is_member_of(const function *f, const char *class);

// Is the token in the body of a lambda that is marked __device__, of the function around?
bool plan_is_in_device_lambda(const plan_file *f, size_t token);

// What a using-declaration may bring of a base that a template leaves open: methods of the name that are cloned, and that are not. Of the class
// that is named there, where the program has one of that name with such a method, else of any.
typedef struct import_sides {
    const function *cloned, *other;
} import_sides;
import_sides plan_import_sides(const plan *p, const name_import *m);

// Behind the template arguments `<...>`, if some begin at the token; else the token.
size_t plan_behind_arguments(const plan_file *f, size_t token);

// A specialisation, or a template that has one.
bool plan_is_specialised(const plan *p, const function *f);

// The kernel that the launch names, itself or as the only one of its overloads; NULL: not one alone.
const function *plan_launched(const plan *p, const launch *l);

// The skipped text that begins at `begin` is one whole `#if` ... `#endif` of functions that only the device has: the
// host loses nothing and sees nothing new when it is compiled, too. `*group` is from the `#` to behind the `endif`.
bool plan_holds_device_functions(const plan *p, int file, size_t begin, byte_range *group);

// Index of the first token from `index` on that the compiler sees; directives and skipped groups are passed over.
// `home` is an offset in the text that is read: where that was skipped itself, other skipped text counts.
size_t plan_next_live(const plan_file *f, size_t index, size_t home);

// The macro of `#ifndef G` or `#if !defined(G)` around all of a file, with its `#define G`; empty when there is none.
slice plan_include_guard(const plan_file *f);

// Index behind the conditional directive (#if, #else, ...) that begins at `index`; `index` when none does.
size_t plan_conditional_end(const plan_file *f, size_t index);

// Every #if in the range has its #endif there, and the reverse: the text can stand elsewhere as it is.
bool plan_conditionals_match(const plan_file *f, size_t begin, size_t end);

// A conditional directive stands in the range and one of its group's conditions names `word` (NULL: any). `*where` is
// its offset.
bool plan_conditionals_name(const plan_file *f, size_t begin, size_t end, const char *word, size_t *where);

// The condition of the conditional directive that begins at `begin`, or one of those in front of it in its group, names
// `word`: that is why its text is seen, or not. True also when no such directive begins there.
bool plan_branch_names(const plan_file *f, size_t begin, const char *word);

#endif
