// The façade over libclang: a parsed translation unit as plain nodes, places and strings.
//
// In:  a path, compiler arguments, virtual files. Out: nodes that can be asked and walked.
// Invariant: no type of libclang leaves the clang*.c, the only files that include its headers (with clang_parts.h, which
// they share); every string handed out is a copy in the arena; every libclang object that must be disposed is disposed in the function that got it,
// except the index and the translation unit, which `ast_dispose` frees.
// Places are byte offsets into `ast_file`s. A place inside a macro argument is the argument's own text; a place that
// comes out of a macro's body is that of the expansion, and `in_macro` says so.
// Not thread safe: one ast belongs to one run.
#ifndef PTCC_FRONTEND_AST_H
#define PTCC_FRONTEND_AST_H

#include "support/map.h"
#include "support/source.h"

#include <stdint.h>

typedef struct ast ast;

typedef struct ast_node { // only the clang*.c and the questions below look inside
    uint64_t words[4]; // a CXCursor
    ast *owner; // NULL: null
    struct ast_node *children;
    uint32_t child_count;
    uint8_t kind; // ast_kind
    bool is_read; // the children are known
    bool is_something; // not null
    uint8_t form;      // ast_form, of what has no kind
} ast_node;

typedef enum ast_form { AST_OF_NO_FORM, AST_IMPLICIT, AST_LIST, AST_BINDING, AST_CAST, AST_EXPANSION } ast_form; // AST_CAST: one that may take const away

typedef struct ast_nodes {
    ast_node *items;
    size_t count, capacity;
} ast_nodes;

typedef enum ast_kind {
    AST_NONE, // null or of no interest; its children still count
    AST_FUNCTION, AST_METHOD, AST_CONSTRUCTOR, AST_DESTRUCTOR, AST_CONVERSION, AST_FUNCTION_TEMPLATE,
    AST_CLASS,      // class, struct, union, class template, partial specialisation
    AST_ENUMERATION,
    AST_NAMESPACE, AST_LINKAGE, AST_USING, AST_FRIEND,
    AST_VARIABLE, AST_PARAMETER, AST_FIELD, AST_BASE, AST_TEMPLATE_PARAMETER,
    AST_CALL, AST_REFERENCE, AST_MEMBER_REFERENCE, AST_OVERLOADED_REFERENCE, AST_TYPE_REFERENCE,
    AST_COMPOUND, AST_IF, AST_LOOP, AST_SWITCH, AST_RETURN, AST_BREAK, AST_CONTINUE, AST_GOTO,
    AST_LAMBDA, AST_ASM,
    AST_ATTRIBUTE_GLOBAL, AST_ATTRIBUTE_DEVICE, AST_ATTRIBUTE_HOST, AST_ATTRIBUTE_SHARED, AST_ATTRIBUTE_ANNOTATION
} ast_kind;

typedef struct ast_place {
    int file;      // index for ast_file, -1: no place
    size_t offset; // bytes
    bool in_macro; // comes out of a macro's body
} ast_place;

typedef struct ast_range {
    int file;
    size_t begin, end;
    bool in_macro;
} ast_range;

typedef struct ast_virtual_file {
    const char *path, *bytes;
    size_t length;
    const source *stands_for; // the file's own text, which ast_file() gives, or NULL
} ast_virtual_file;

// Parses `path`. Returns NULL with `*error` set when libclang gives no translation unit at all.
// `known`: a file that was read already, whose text is taken where it is the same, or NULL.
ast *ast_parse(arena *a, const char *path, const char *const *arguments, size_t argument_count,
               const ast_virtual_file *virtual_files, size_t virtual_count, const source *known, const char **error);
void ast_dispose(ast *t);
unsigned ast_parse_options(void); // libclang's options of every parse
const char *ast_libclang_version(arena *a);

ast_node ast_root(ast *t);
static inline bool ast_is_null(ast_node n) { return !n.is_something; }
bool ast_equal(ast_node a, ast_node b);
size_t ast_identity(ast_node declaration);            // a number that equal ones of one ast have, and no other
place_map *ast_verdicts(ast *t); // by identity, in file 0: of spin_operand.c, for as long as the ast lives
static inline ast_kind ast_node_kind(ast_node n) { return (ast_kind)n.kind; }
ast_nodes ast_visit_children(arena *a, ast_node n);   // asks libclang
static inline ast_nodes ast_children(arena *a, ast_node n)
{
    return n.is_read ? (ast_nodes){n.children, n.child_count, n.child_count} : ast_visit_children(a, n);
}
ast_nodes ast_project_children(ast *t, arena *a, ast_node n); // without those that lie in system headers
// The node with all that is below it read in one visit, which is much cheaper than to ask libclang for the children of
// one after the other. What is below is valid until the next call for a node that was not read yet.
ast_node ast_read_whole(ast *t, ast_node n);
// What lies at the top of system headers with device code that are neither CUDA's nor ptcc's own: behind ast_project_children of
// the root, which comes by it.
ast_nodes ast_foreign_children(const ast *t);
ast_node ast_by_itself(ast_node n); // forgets what was read, to be kept
bool ast_has_attribute(arena *a, ast_node declaration, ast_kind attribute);
ast_node ast_strip(arena *a, ast_node n); // without the parentheses and implicit conversions around it

const char *ast_name(arena *a, ast_node n);           // "" when it has none
const char *ast_template_arguments(arena *a, ast_node specialisation); // "<double, 3>"; "": not of types and numbers that have names everywhere
const char *ast_member_name(ast *t, arena *a, ast_node member_reference); // also when the object's type is open
const char *ast_qualifying_template(ast *t, arena *a, ast_node reference); // "traits" of ns::traits<T>::f; NULL: the class is named in another way
const char *ast_usr(arena *a, ast_node n);            // "" when it has none
const char *ast_type_spelling(arena *a, ast_node n);  // type as written by clang
const char *ast_type_behind_names(arena *a, ast_node n); // the same without the names that `using` and `typedef` give it
bool ast_type_is_class(ast_node n);                   // record, or a dependent type that may be one
bool ast_type_is_of_class(ast_node n);                // likewise, also of what a reference, pointers or an array lead to
bool ast_may_copy(ast_node constructor);               // an object of its class: it copies, moves, or is a template
bool ast_type_copies_plainly(ast_node n);             // a copy of it and its end run no code; false where that is open
bool ast_type_is_hidden(ast_node n);                  // of a class or an enumeration that is private to another class
bool ast_type_tells_constants(ast_node n);            // a class with a function for constants and one of its name for others
bool ast_type_can_wait(ast_node n);                   // a variable of it may be declared first and get its value later: nothing runs
                                                      // but the copy of bytes; false where that is open
bool ast_type_holds_numbers(ast_node n);              // numbers and enumerations, arrays looked through: no address, for sure
bool ast_type_keeps_no_address(ast_node n);           // the same, classes of such members looked through, too
bool ast_type_is_array_or_function_pointer(ast_node n);
bool ast_type_is_const(ast_node n);
bool ast_type_elements_are_const(ast_node n);         // by whatever name, arrays looked through
bool ast_type_is_volatile(ast_node n);                // or points to what is
bool ast_type_is_array(ast_node n);
bool ast_type_has_no_size(ast_node n);                // while compiling: int[], or int[n] as compilers have it; not where a template's parameter is n
bool ast_type_is_scalar(ast_node n);                  // number, enumeration or pointer; false where it is open
bool ast_type_is_fixed(ast_node n);                   // const or volatile, by whatever name of the type
bool ast_type_is_unsigned_word(ast_node n);           // unsigned, of 32 bits
bool ast_type_is_open(ast_node n);                    // hangs on a template's parameters, and may be no number
bool ast_type_has_open_part(ast_node n);              // or the elements of an array do, or how many objects those are
bool ast_result_is_open(ast_node function);           // the type of what it gives back
bool ast_type_value_is_open(ast_node n);             // that of what a reference is bound to, arrays looked through
bool ast_type_elements_are_open(ast_node n);          // the same, arrays looked through
const char *ast_qualified_name(ast *t, arena *a, ast_node reference); // of T::f, which libclang gives no name; "" without one
static inline bool ast_is_implicit(ast_node n) { return n.form == AST_IMPLICIT; } // a conversion that is not written: from a variable to its value, say
typedef enum ast_const_cast { CASTS_NO_CONST, CASTS_POINTER, CASTS_REFERENCE } ast_const_cast;
static inline bool ast_is_cast(ast_node n) { return n.form == AST_CAST; }
ast_const_cast ast_casts_const_away(ast_node cast);      // (int &)r, (float4 *)p, const_cast<...>: of what is const
bool ast_passes_on(ast_node n);                       // (x), c ? x : y: they are what their operands are
const char *ast_operator(ast *t, arena *a, ast_node n); // "+=", "=", "!", ... "[]", of a built-in operator, else ""; "?": one that libclang hides
bool ast_is_operator_of_numbers(ast_node call);       // a + b in a template, which could be a function's but for its operands
ast_node ast_type_declaration(ast_node n);            // of a variable of class type (arrays looked through), or null
ast_node ast_pointee_declaration(ast_node n);         // the same, of what a pointer points to
ast_node ast_type_template(ast_node n);               // of an open type, s<T>: the class template s; or null
bool ast_type_names_own(ast *t, ast_node n);          // a library's template, for a class of the project's
ast_node ast_referenced(ast_node n);                  // the pattern of a template, never an instantiation
ast_nodes ast_candidates(arena *a, ast_node overloaded_reference);
// What the template is made for that a call calls, or that the node's type is (`by_type`): classes among the arguments, of templates around it, too,
// and those that they lead to. None: it is no template, or for numbers.
ast_nodes ast_made_for(arena *a, ast_node n, bool by_type);
ast_node ast_definition(ast_node n);                  // null when this translation unit has none
ast_node ast_specialised(ast_node n);                 // the template a specialisation belongs to, or null
bool ast_is_class_template(ast_node n); // or a partial specialisation
bool ast_may_be_specialised(ast_node class); // a class template: a library's always
ast_node ast_semantic_parent(ast_node n);
bool ast_is_inline_namespace(ast_node n);
bool ast_is_inline(ast_node n); // a function that each file has to define which calls it; of templates false
ast_node ast_lexical_parent(ast_node n); // of what is `extern` in a function: that function
size_t ast_type_bytes(ast_node n); // of the type, or of what is passed; 0 when it is open
bool ast_type_is_restrict(ast_node n);
bool ast_is_zero(ast_node n); // a constant expression
bool ast_is_other_than_zero(ast_node n); // likewise
bool ast_is_for(ast_node n); // not the range-based one
bool ast_is_range_for(ast_node n);
static inline bool ast_is_list(ast_node n) { return n.form == AST_LIST; } // { 1, 2 }
static inline bool ast_is_expansion(ast_node n) { return n.form == AST_EXPANSION; } // values...
bool ast_is_new(ast_node n);
bool ast_is_delete(ast_node n);
bool ast_is_choice(ast_node n); // x ? y : z
static inline bool ast_is_binding(ast_node declaration) { return declaration.form == AST_BINDING; } // of `auto [a, b] = ...`
bool ast_type_is_reference(ast_node declaration);
ast_nodes ast_loop_condition(ast *t, arena *a, ast_node loop); // none: it has none
ast_node ast_for_condition(ast *t, arena *a, ast_node loop, ast_nodes parts); // of a `for` with these children, or null
bool ast_is_declaration(ast_node n);                  // and no macro
bool ast_is_definition(ast_node n);
bool ast_is_virtual(ast_node n);
bool ast_is_dynamic_call(ast_node n);
bool ast_needs_no_body(ast_node n);                   // implicit, = default, = delete, = 0
bool ast_is_defaulted(ast_node n);                    // = default
bool ast_is_bit_field(ast_node n);
bool ast_is_mutable(ast_node n);                      // of a field
bool ast_is_static_member(ast_node n);
bool ast_is_static_storage(ast_node n);               // `static`
bool ast_outlives_block(ast_node n);                  // of a variable: `static`, `extern`, `thread_local`
bool ast_is_variadic_parameter_pack(ast_node n);      // a template parameter `class... T`

bool ast_in_system_header(ast *t, ast_node n);
ast_place ast_location(ast *t, ast_node n);  // of the name for declarations and references
ast_range ast_extent(ast *t, ast_node n);
const char *ast_text(ast *t, arena *a, ast_node n); // the extent's bytes, in system headers too; "" when it has none
const char *ast_printed_around(ast *t, arena *a, ast_node statement); // the outermost function, macros expanded

// Files of the translation unit that are not system headers, in order of first inclusion; 0 is the main file.
size_t ast_file_count(const ast *t);
const source *ast_file(const ast *t, int file);

typedef struct ast_inclusion {
    int from, to;  // indices of project files
    size_t offset; // somewhere in the directive in `from`
    bool entered;  // the preprocessor went into it; each directive is told once more, where it may not have
} ast_inclusion;
size_t ast_inclusion_count(const ast *t);
ast_inclusion ast_inclusion_at(const ast *t, size_t index);
// A library of block- or warp-wide operations (CUB, cooperative groups, cuda::barrier) was included.
bool ast_has_collectives(const ast *t);
// A header that declares those; its text lives as long as the AST. Own: one inside the binary, where there is no toolkit.
typedef struct ast_collective {
    slice text;
    bool is_own, is_of_cub;
} ast_collective;
size_t ast_collective_count(const ast *t);
ast_collective ast_collective_at(const ast *t, size_t index);
// Every file read, system headers too, for depfiles.
size_t ast_dependency_count(const ast *t);
const char *ast_dependency(const ast *t, size_t index);

typedef struct ast_ranges {
    ast_range *items;
    size_t count, capacity;
} ast_ranges;
ast_ranges ast_skipped(ast *t, int file); // what the preprocessor skipped; the ast's own
bool ast_in_foreign_header(ast *t, ast_node n); // of a library other than CUDA's, with device code
bool ast_is_under(ast *t, ast_node n, const char *folder); // in a file whose path begins so
// Something declares it in front of the place, outside of classes and functions, in any namespace of the project; or it is a macro. Slow.
bool ast_declares(ast *t, const char *name, int file, size_t offset);
bool ast_is_macro(ast *t, int file, size_t offset);   // the name there, in text that is not skipped, is that of a macro
// Line and file of a place as #line directives have it.
size_t ast_presumed_line(ast *t, arena *a, int file, size_t offset, const char **path);

typedef enum ast_severity { AST_IGNORED, AST_NOTE, AST_WARNING, AST_ERROR, AST_FATAL } ast_severity;
typedef struct ast_message {
    ast_severity severity;
    ast_place at;
    bool in_system;
    // Filled in by ast_message_read only: each costs as much as thousands of tokens, and most messages do not matter.
    bool is_parse_issue; // grammar, not meaning
    bool is_user_error;  // #error
    const char *text, *option;
    const source *outside; // the file, where it is none of the project's; else NULL
    size_t outside_offset;
} ast_message;
size_t ast_message_count(const ast *t);
ast_message ast_message_at(ast *t, size_t index);
void ast_message_read(ast *t, arena *a, size_t index, ast_message *m);

// The commands that compile `absolute_path`, from compile_commands.json in `folder`. libclang has one for a file that is not
// listed, too: that of a file with a similar name.
typedef struct ast_compile_command {
    const char *folder; // in which the command runs
    const char *file;   // as it is listed
    const char *const *arguments; // the compiler first
    size_t count;
} ast_compile_command;
typedef struct ast_compile_commands {
    ast_compile_command *items;
    size_t count, capacity;
} ast_compile_commands;
typedef enum ast_database { AST_DATABASE_FOUND, AST_DATABASE_BROKEN, AST_DATABASE_NO_COMMAND } ast_database;
ast_database ast_find_compile_commands(arena *a, const char *folder, const char *absolute_path, ast_compile_commands *commands,
                                       ast_compile_commands *all); // `all`: of all files, without their arguments

#endif
