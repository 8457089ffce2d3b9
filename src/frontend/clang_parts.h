// What the files of the façade over libclang share: the parsed translation unit, and libclang's cursors as nodes. See ast.h for what it
// gives; only clang*.c include this, and nothing else includes libclang's headers.
//
// In:  libclang's cursors and places. Out: nodes, files and offsets.
// Invariant: an AST does not change. libclang's answers cost some hundred instructions each, and the same is asked again and again: the
//            last ones are remembered here.
#ifndef PTCC_FRONTEND_CLANG_PARTS_H
#define PTCC_FRONTEND_CLANG_PARTS_H

#include "frontend/ast.h"

#include <assert.h>
#include <clang-c/Index.h>
#include <string.h>

static_assert(sizeof(CXCursor) <= sizeof((ast_node *)0)->words, "an ast_node must hold a CXCursor");

typedef struct file_entry {
    CXFile handle;
    CXFileUniqueID id;
    const source *text;
} file_entry;

// A subtree as it is visited: from the root down, each in front of what is below it.
typedef struct visited {
    CXCursor cursor;
    uint32_t parent, child_count;
    uint32_t next_child; // where it goes in `whole`
} visited;

// A file as it was entered, in libclang's numbers of places: those of one file are consecutive, one for each byte and one for its end.
typedef struct file_span {
    const void *manager; // whose numbers they are
    unsigned begin, end; // the last one is the end's
    CXFile handle;
    int index; // of ast_file, or -1
    bool is_own;
    const char *bytes;
    size_t length;
} file_span;

typedef struct judged_file {
    CXFile file;
    bool is_foreign;
} judged_file;

// What libclang said of a type that has no names any more.
typedef struct type_facts {
    CXType canonical;
    bool is_known, is_array, is_volatile;
} type_facts;

// Answers of libclang's, each by its question: a later one may take its place. The same node is asked the same in many places.
enum { REMEMBERED = 128 };
typedef struct remembered_type {
    CXCursor of;
    CXType written;
    type_facts facts;
} remembered_type;
typedef struct remembered_reference {
    CXCursor of, referenced, pattern;
} remembered_reference;
typedef struct remembered_pattern {
    CXCursor of, pattern;
} remembered_pattern;
typedef struct remembered_extent {
    CXCursor of;
    ast_range range;
} remembered_extent;
typedef struct remembered_name {
    const void *declaration;
    const char *name;
} remembered_name;

typedef struct collective_header {
    CXFile file;
    bool is_own, is_of_cub;
} collective_header;

struct ast {
    arena *arena;
    const source *known;
    const ast_virtual_file *virtual_files;
    size_t virtual_count;
    CXIndex index;
    CXTranslationUnit unit;
    struct { file_entry *items; size_t count, capacity; } files;
    struct { ast_inclusion *items; size_t count, capacity; } inclusions;
    struct { const char **items; size_t count, capacity; } dependencies;
    ast_nodes foreign;
    struct { judged_file *items; size_t count, capacity; } judged;
    size_t foreign_asked; // the last one
    struct { file_span *items; size_t count, capacity; } spans; // of those files that were asked for, in ascending order
    size_t span_asked; // the last one
    struct { visited *items; size_t count, capacity; } visited; // both are used anew for each subtree
    struct { ast_node *items; size_t count, capacity; } whole;
    CXFile file_asked; // by is_in_system_header
    bool file_asked_is_own;
    remembered_type types[REMEMBERED];
    struct { const void *type; type_facts facts; } canonical_types[REMEMBERED]; // by the type as it is written
    remembered_reference references[REMEMBERED];
    remembered_pattern patterns[REMEMBERED];
    remembered_name names[REMEMBERED];
    remembered_extent extent; // the last one
    const char *operators[2][64]; // spellings of those with one operand and with two
    size_t message_count;
    struct { collective_header *items; size_t count, capacity; } collectives;
    CXCursor printed; // by ast_printed_around, which gave printed_text
    const char *printed_text;
};

static inline CXCursor cursor_of(ast_node n)
{
    CXCursor c;
    memcpy(&c, n.words, sizeof c);
    return c;
}

static inline bool is_declaration_kind(enum CXCursorKind kind)
{
    return (kind >= CXCursor_FirstDecl && kind <= CXCursor_LastDecl) || (kind >= CXCursor_FirstExtraDecl && kind <= CXCursor_LastExtraDecl);
}

// As clang_equalCursors has it, for cursors of one translation unit; a declaration's data[1] says how it was come by.
static inline bool same_cursor(CXCursor x, CXCursor y)
{
    return x.kind == y.kind && x.data[0] == y.data[0] && (x.data[1] == y.data[1] || is_declaration_kind(x.kind));
}

// Null cursors are of an invalid kind, too: clang_Cursor_isNull would compare with one that it makes first.
static inline bool is_nothing(CXCursor c)
{
    return c.kind == 0 || (c.kind >= CXCursor_FirstInvalid && c.kind <= CXCursor_LastInvalid);
}

#define OWN_HEADERS "/ptcc-virtual/"

static inline bool starts_with(const char *s, const char *prefix) { return strncmp(s, prefix, strlen(prefix)) == 0; }

// ---- clang.c -----------------------------------------------------------------------------------------------------

const char *take_string(arena *a, CXString s); // and disposes of it
int file_index(const ast *t, CXFile file);     // of ast_file, or -1

// ---- clang_place.c -----------------------------------------------------------------------------------------------

// Builtins have no place at all; ptcc's own headers come in by -include and so do not count as system headers. `*file` is where it
// stands, NULL without a place.
bool is_system_place(ast *t, CXSourceLocation l, CXFile *file);
bool is_in_system_header(ast *t, CXCursor c);
ast_place place_of_location(ast *t, CXSourceLocation l);

// ---- clang_children.c --------------------------------------------------------------------------------------------

ast_node node_of(ast *t, CXCursor c);

// ---- clang_node.c ------------------------------------------------------------------------------------------------

// Where the answer to a question about these is remembered; whether it is this one's.
size_t place_among(const void *x, const void *y);
bool is_remembered(CXCursor x, CXCursor y);

CXCursor pattern_of(CXCursor c); // what an implicit instantiation is made from; else the cursor itself
const remembered_reference *reference_of(ast_node n); // what it refers to

#endif
