// The façade over libclang: places, and the text that lies there (ast.h).
//
// In:  nodes and libclang's places. Out: files and offsets, text.
// Invariant: libclang is asked for a file once: it searches for it anew each time.
#include "frontend/clang_parts.h"

#include <string.h>

// Is it a place in what a macro became? The spelling location would tell, but older libclangs give that of the file. The
// raw encoding's highest bit has told it in every version.
static bool is_of_expansion(CXSourceLocation l) { return l.int_data >> 31 != 0; }

static bool is_in_span(const file_span *s, CXSourceLocation l)
{
    return l.int_data >= s->begin && l.int_data <= s->end && l.ptr_data[0] == s->manager;
}

static void add_span(ast *t, size_t at, CXSourceLocation l)
{
    CXFile file = NULL;
    unsigned offset = 0;
    size_t length = 0;
    // For a file's text libclang goes through all files and macros, which with a toolkit's thousand headers takes a tenth of the parse.
    if (clang_Location_isInSystemHeader(l))
        return;
    clang_getFileLocation(l, &file, NULL, NULL, &offset);
    const char *bytes = file ? clang_getFileContents(t->unit, file, &length) : NULL;
    if (!bytes || offset > length)
        return;
    CXString name = clang_getFileName(file);
    const char *path = clang_getCString(name);
    (void)ARENA_PUSH(t->arena, &t->spans);
    memmove(t->spans.items + at + 1, t->spans.items + at, (t->spans.count - 1 - at) * sizeof *t->spans.items);
    t->spans.items[at] = (file_span){l.ptr_data[0], l.int_data - offset, l.int_data - offset + (unsigned)length, file, file_index(t, file),
                                     path && starts_with(path, OWN_HEADERS), bytes, length};
    clang_disposeString(name);
}

// The file that a place is in, NULL where that is none or a macro's. libclang is asked once for each file: it searches for it anew
// each time, and nearly all that is asked of a node begins with its place.
static const file_span *span_of(ast *t, CXSourceLocation l)
{
    if (is_of_expansion(l) || l.int_data == 0)
        return NULL;
    if (t->span_asked < t->spans.count && is_in_span(&t->spans.items[t->span_asked], l))
        return &t->spans.items[t->span_asked];
    size_t low = 0, high = t->spans.count; // the first that ends behind it
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (t->spans.items[middle].end < l.int_data)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == t->spans.count || !is_in_span(&t->spans.items[low], l)) {
        const size_t count = t->spans.count;
        add_span(t, low, l);
        if (t->spans.count == count)
            return NULL;
    }
    t->span_asked = low;
    return &t->spans.items[low];
}

static CXFile expansion_file(ast *t, CXSourceLocation l)
{
    const file_span *s = span_of(t, l);
    CXFile file = s ? s->handle : NULL;
    if (!s)
        clang_getExpansionLocation(l, &file, NULL, NULL, NULL);
    return file;
}

static bool is_own_header(ast *t, CXFile file)
{
    if (file != t->file_asked) { // declarations come file by file
        CXString name = clang_getFileName(file);
        const char *bytes = clang_getCString(name);
        t->file_asked = file;
        t->file_asked_is_own = bytes && starts_with(bytes, OWN_HEADERS);
        clang_disposeString(name);
    }
    return t->file_asked_is_own;
}

// Builtins have no place at all; ptcc's own headers come in by -include and so do not count as system headers. `*file` is where it
// stands, NULL without a place.
bool is_system_place(ast *t, CXSourceLocation l, CXFile *file)
{
    const file_span *s = span_of(t, l);
    *file = s ? s->handle : expansion_file(t, l);
    const bool is_own = s ? s->is_own : *file && is_own_header(t, *file);
    return !*file || is_own || clang_Location_isInSystemHeader(l);
}

bool is_in_system_header(ast *t, CXCursor c)
{
    CXFile file;
    return is_system_place(t, clang_getCursorLocation(c), &file);
}

ast_place place_of_location(ast *t, CXSourceLocation l)
{
    const file_span *s = span_of(t, l);
    if (s)
        return (ast_place){s->index, l.int_data - s->begin, false};
    CXFile file = NULL, expanded = NULL;
    unsigned offset = 0, expanded_offset = 0;
    clang_getFileLocation(l, &file, NULL, NULL, &offset);
    clang_getExpansionLocation(l, &expanded, NULL, NULL, &expanded_offset);
    // What was an argument has its file location there, what was the body's where the macro is named.
    return (ast_place){file_index(t, file), offset, is_of_expansion(l) && file == expanded && offset == expanded_offset};
}

static ast_range range_of(ast *t, CXSourceRange r)
{
    ast_place b = place_of_location(t, clang_getRangeStart(r)), e = place_of_location(t, clang_getRangeEnd(r));
    ast_range out = {b.file, b.offset, e.offset, b.in_macro || e.in_macro};
    if (b.file != e.file || e.offset < b.offset)
        out.file = -1;
    return out;
}

bool ast_in_system_header(ast *t, ast_node n) { return is_in_system_header(t, cursor_of(n)); }
ast_place ast_location(ast *t, ast_node n) { return place_of_location(t, clang_getCursorLocation(cursor_of(n))); }

ast_range ast_extent(ast *t, ast_node n)
{
    const CXCursor c = cursor_of(n);
    if (ast_is_null(n) || !is_remembered(t->extent.of, c))
        t->extent = (remembered_extent){c, range_of(t, clang_getCursorExtent(c))};
    return t->extent.range;
}

const char *ast_text(ast *t, arena *a, ast_node n)
{
    CXSourceRange r = clang_getCursorExtent(cursor_of(n));
    const CXSourceLocation first = clang_getRangeStart(r), last = clang_getRangeEnd(r);
    const file_span *s = span_of(t, first);
    if (s && is_in_span(s, last) && first.int_data <= last.int_data)
        return arena_copy(a, s->bytes + (first.int_data - s->begin), last.int_data - first.int_data);
    CXFile file = NULL, end_file = NULL;
    unsigned begin = 0, end = 0;
    clang_getFileLocation(first, &file, NULL, NULL, &begin);
    clang_getFileLocation(last, &end_file, NULL, NULL, &end);
    size_t length = 0;
    const char *bytes = file && file == end_file ? clang_getFileContents(t->unit, file, &length) : NULL;
    return bytes && begin <= end && end <= length ? arena_copy(a, bytes + begin, end - begin) : "";
}

// A statement's parent is the declaration that libclang came by last: a variable, or the parameter of a lambda in front of it.
static CXCursor outermost_function(CXCursor c)
{
    CXCursor function = clang_getNullCursor();
    for (c = clang_getCursorSemanticParent(c); !is_nothing(c) && clang_isDeclaration(c.kind); c = clang_getCursorSemanticParent(c))
        if (c.kind == CXCursor_FunctionDecl || c.kind == CXCursor_CXXMethod || c.kind == CXCursor_Constructor ||
            c.kind == CXCursor_Destructor || c.kind == CXCursor_ConversionFunction || c.kind == CXCursor_FunctionTemplate)
            function = c;
    return function;
}

// Many statements of a function may be asked for in a row.
const char *ast_printed_around(ast *t, arena *a, ast_node statement)
{
    CXCursor around = outermost_function(cursor_of(statement));
    if (!t->printed_text || !clang_equalCursors(around, t->printed)) {
        CXPrintingPolicy policy = clang_getCursorPrintingPolicy(around);
        t->printed_text = take_string(a, clang_getCursorPrettyPrinted(around, policy));
        t->printed = around;
        clang_PrintingPolicy_dispose(policy);
    }
    return t->printed_text;
}

ast_ranges ast_skipped(ast *t, arena *a, int file)
{
    ast_ranges out = {0};
    CXSourceRangeList *list = clang_getSkippedRanges(t->unit, t->files.items[file].handle);
    if (!list)
        return out;
    for (unsigned i = 0; i < list->count; i++) {
        ast_range r = range_of(t, list->ranges[i]);
        if (r.file == file)
            *ARENA_PUSH(a, &out) = r;
    }
    clang_disposeSourceRangeList(list);
    return out;
}

bool ast_is_partly_skipped(ast *t, ast_node n, const char *but)
{
    const CXSourceRange whole = clang_getCursorExtent(cursor_of(n));
    CXFile file, other;
    unsigned begin, end, at;
    clang_getFileLocation(clang_getRangeStart(whole), &file, NULL, NULL, &begin);
    clang_getFileLocation(clang_getRangeEnd(whole), &other, NULL, NULL, &end);
    CXString name = file ? clang_getFileName(file) : (CXString){0};
    const bool is_left_out = !file || (but && strncmp(clang_getCString(name), but, strlen(but)) == 0);
    if (file)
        clang_disposeString(name);
    CXSourceRangeList *list = !is_left_out && clang_File_isEqual(file, other) ? clang_getSkippedRanges(t->unit, file) : NULL;
    bool found = false;
    for (unsigned i = 0; list && i < list->count && !found; i++) {
        clang_getFileLocation(clang_getRangeStart(list->ranges[i]), &other, NULL, NULL, &at);
        found = at > begin && at < end;
    }
    if (list)
        clang_disposeSourceRangeList(list);
    return found;
}

bool ast_is_macro(ast *t, int file, size_t offset)
{
    const CXCursor c = clang_getCursor(t->unit, clang_getLocationForOffset(t->unit, t->files.items[file].handle, (unsigned)offset));
    return c.kind == CXCursor_MacroExpansion;
}

size_t ast_presumed_line(ast *t, arena *a, int file, size_t offset, const char **path)
{
    CXString name;
    unsigned line;
    clang_getPresumedLocation(clang_getLocationForOffset(t->unit, t->files.items[file].handle, (unsigned)offset), &name, &line, NULL);
    *path = take_string(a, name);
    return line;
}
