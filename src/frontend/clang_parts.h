// A parsed unit as libclang has it: what the files behind ast.h share, of types, of answers that are remembered, and of functions.
//
// In:  what libclang gave. Out: the same, for ast.h's functions.
// Invariant: only the clang*.c include this, so no type of libclang gets beyond them. Every CXString is copied and disposed at once.
// Source: libclang's C API (clang-c/Index.h), versions 16 to 22. Its answers cost some hundred instructions each, and the same is asked
// again and again: the last ones are remembered here. An AST does not change.
#ifndef PTCC_FRONTEND_CLANG_PARTS_H
#define PTCC_FRONTEND_CLANG_PARTS_H

#include "frontend/ast.h"
#include "support/map.h"

#include <clang-c/Index.h>
#include <string.h>

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

typedef struct file_entry {
    CXFile handle;
    CXFileUniqueID id;
    const source *text;
    file_span span;     // where it was entered first
    size_t times;       // that it was entered
    ast_ranges skipped; // each time, once that was asked for
} file_entry;

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
    size_t message_count;

    struct { // by the preprocessor, on the way through the text
        struct { ast_inclusion *items; size_t count, capacity; } inclusions;
        struct { const char **items; size_t count, capacity; } dependencies;
        struct { collective_header *items; size_t count, capacity; } collectives;
    } met;

    struct {
        struct { file_entry *items; size_t count, capacity; } files;
        place_map entered; // by a file's handle, in file 0: where in `begins` is
        struct { CXSourceLocation *items; size_t count, capacity; } begins; // the place of its first byte, where it was entered first
        struct { file_span *items; size_t count, capacity; } spans; // of those files that were asked for, in ascending order
        size_t span_asked; // the last one
        CXFile file_asked; // whether it is one of ptcc's own
        bool file_asked_is_own;
        struct { judged_file *items; size_t count, capacity; } judged; // files of system headers
        size_t judged_asked; // the last one
        remembered_extent extent; // the last one
        struct { CXFile file; const char *bytes; size_t length; } contents; // the last ones that were asked for
    } places;

    struct {
        struct { visited *items; size_t count, capacity; } visited; // both are used anew for each subtree
        struct { ast_node *items; size_t count, capacity; } whole;
        ast_nodes foreign; // see ast_foreign_children
    } children;

    struct { // of answers
        remembered_type types[REMEMBERED];
        struct { const void *type; type_facts facts; } canonical_types[REMEMBERED]; // by the type as it is written
        remembered_reference references[REMEMBERED];
        remembered_pattern patterns[REMEMBERED];
        remembered_name names[REMEMBERED];
        const char *operators[2][64]; // spellings of those with one operand and with two
        place_map verdicts; // of whoever asked for it, by a declaration's identity, in file 0
    } memory;

    struct { map names; bool are_known; } specialised; // class templates, once they were asked for
    CXSourceRangeList *skipped; // of all files, once they were asked for
    struct { CXCursor around; const char *text; } printed; // by ast_printed_around, the last one
};

static inline CXCursor cx_cursor_of(ast_node n)
{
    CXCursor c;
    memcpy(&c, n.words, sizeof c);
    return c;
}

static inline bool cx_is_declaration_kind(enum CXCursorKind kind)
{
    return (kind >= CXCursor_FirstDecl && kind <= CXCursor_LastDecl) || (kind >= CXCursor_FirstExtraDecl && kind <= CXCursor_LastExtraDecl);
}

// As clang_equalCursors has it, for cursors of one translation unit; a declaration's data[1] says how it was come by.
static inline bool cx_same_cursor(CXCursor x, CXCursor y)
{
    return x.kind == y.kind && x.data[0] == y.data[0] && (x.data[1] == y.data[1] || cx_is_declaration_kind(x.kind));
}

// Null cursors are of an invalid kind, too: clang_Cursor_isNull would compare with one that it makes first.
static inline bool cx_is_nothing(CXCursor c)
{
    return c.kind == 0 || (c.kind >= CXCursor_FirstInvalid && c.kind <= CXCursor_LastInvalid);
}

static inline bool cx_is_preprocessing(CXCursor c) { return c.kind >= CXCursor_FirstPreprocessing && c.kind <= CXCursor_LastPreprocessing; }

static inline const char *cx_take_string(arena *a, CXString s)
{
    const char *bytes = clang_getCString(s);
    const char *copy = bytes && *bytes ? arena_string(a, bytes) : "";
    clang_disposeString(s);
    return copy;
}

#define CX_OWN_HEADERS "/ptcc-virtual/"

static inline bool cx_starts_with(const char *s, const char *prefix) { return strncmp(s, prefix, strlen(prefix)) == 0; }

// Is it a place in what a macro became? The spelling location would tell, but older libclangs give that of the file. The
// raw encoding's highest bit has told it in every version.
static inline bool cx_is_of_expansion(CXSourceLocation l) { return l.int_data >> 31 != 0; }

static inline bool cx_is_in_span(const file_span *s, CXSourceLocation l)
{
    return l.int_data >= s->begin && l.int_data <= s->end && l.ptr_data[0] == s->manager;
}

static inline size_t cx_place_among(const void *x, const void *y)
{
    const uintptr_t mixed = ((uintptr_t)x ^ (uintptr_t)y) >> 3;
    return (mixed ^ mixed >> 7) % REMEMBERED;
}

static inline bool cx_is_remembered(CXCursor x, CXCursor y)
{
    return x.kind == y.kind && x.data[0] == y.data[0] && x.data[1] == y.data[1] && x.xdata == y.xdata;
}

// ---- places (clang_place.c) ------------------------------------------------------------------------------------------

int cx_file_index(const ast *t, CXFile file); // -1: none of the project's
int cx_add_file(ast *t, CXFile file, CXSourceLocation begin); // `begin`: the place of its first byte where it was entered first
CXSourceLocation cx_begin_of(const ast *t, CXFile file);
const file_span *cx_find_span(ast *t, CXSourceLocation l); // the last one that was asked for will be this

// The file that a place is in, NULL where that is none or a macro's. libclang is asked once for each file: it searches for it anew
// each time, and nearly all that is asked of a node begins with its place.
static inline const file_span *cx_span_of(ast *t, CXSourceLocation l)
{
    if (cx_is_of_expansion(l) || l.int_data == 0)
        return NULL;
    if (t->places.span_asked < t->places.spans.count && cx_is_in_span(&t->places.spans.items[t->places.span_asked], l))
        return &t->places.spans.items[t->places.span_asked];
    return cx_find_span(t, l);
}

bool cx_is_system_place(ast *t, CXSourceLocation l, CXFile *file);
bool cx_is_in_system_header(ast *t, CXCursor c);
bool cx_is_in_foreign_file(ast *t, CXFile file); // of a library that is neither CUDA's nor ptcc's, with device code
ast_place cx_place_of(ast *t, CXSourceLocation l);
ast_range cx_range_of(ast *t, CXSourceRange r);

// ---- types (clang_type.c) --------------------------------------------------------------------------------------------

static inline bool cx_is_reference(CXType t) { return t.kind == CXType_LValueReference || t.kind == CXType_RValueReference; }
static inline bool cx_is_builtin(CXType t) { return t.kind >= CXType_FirstBuiltin && t.kind <= CXType_LastBuiltin; }
static inline bool cx_is_open(CXType t) { return t.kind == CXType_Unexposed || t.kind == CXType_Dependent; } // hangs on a template's parameters

// Or an enumeration.
static inline bool cx_is_number(CXType t) { return (cx_is_builtin(t) && t.kind != CXType_Dependent) || t.kind == CXType_Enum; }

CXType cx_without_arrays(CXType t);
const remembered_type *cx_ask_type(ast_node n); // and remembers it

static inline const remembered_type *cx_type_of(ast_node n)
{
    const CXCursor c = cx_cursor_of(n);
    const remembered_type *const r = ast_is_null(n) ? NULL : &n.owner->memory.types[cx_place_among(c.data[0], c.data[1])];
    return r && cx_is_remembered(r->of, c) ? r : cx_ask_type(n);
}

static inline CXType cx_canonical_of(ast_node n) { return cx_type_of(n)->facts.canonical; }

// Its type, or that of its elements, where that is an array.
CXType cx_element_of(ast_node n);

// ---- what is open and yet a number (clang_open.c) ---------------------------------------------------------------------

bool cx_is_open_value(ast_node n); // its type is open, and its parts do not tell that it is a number

// ---- nodes (clang_node.c) --------------------------------------------------------------------------------------------

ast_node cx_node_of(ast *t, CXCursor c);

// ---- which declaration is meant (clang_reference.c) ------------------------------------------------------------------

const remembered_reference *cx_reference_of(ast_node n);

#endif
