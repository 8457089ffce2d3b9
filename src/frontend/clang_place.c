// Where a node stands: files, places and ranges in them, which of them are the project's, and the text there.
//
// In:  places as libclang numbers them. Out: byte offsets into the unit's files; what lies in system headers has none.
// Invariant: the spans of the files that were asked for are in ascending order, each there once.
#include "frontend/clang_parts.h"

static bool same_id(const CXFileUniqueID *x, const CXFileUniqueID *y)
{
    return memcmp(x->data, y->data, sizeof x->data) == 0;
}

// The first that ends at the place or behind it.
static size_t span_index(const ast *t, CXSourceLocation l)
{
    size_t low = 0, high = t->places.spans.count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (t->places.spans.items[middle].end < l.int_data)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void put_span(ast *t, size_t at, const file_span *s)
{
    (void)ARENA_PUSH(t->arena, &t->places.spans);
    memmove(t->places.spans.items + at + 1, t->places.spans.items + at, (t->places.spans.count - 1 - at) * sizeof *t->places.spans.items);
    t->places.spans.items[at] = *s;
}

int cx_file_index(const ast *t, CXFile file)
{
    if (!file)
        return -1;
    for (size_t i = 0; i < t->places.files.count; i++)
        if (t->places.files.items[i].handle == file)
            return (int)i;
    CXFileUniqueID id;
    if (clang_getFileUniqueID(file, &id) != 0)
        return -1;
    for (size_t i = 0; i < t->places.files.count; i++)
        if (same_id(&t->places.files.items[i].id, &id))
            return (int)i;
    return -1;
}

int cx_add_file(ast *t, CXFile file, CXSourceLocation begin)
{
    int known = cx_file_index(t, file);
    if (known >= 0)
        return known;
    size_t length = 0;
    const char *bytes = clang_getFileContents(t->unit, file, &length);
    if (!bytes)
        return -1;
    file_entry *e = ARENA_PUSH(t->arena, &t->places.files);
    e->handle = file;
    clang_getFileUniqueID(file, &e->id);
    const char *path = cx_take_string(t->arena, clang_getFileName(file));
    const source *k = t->known;
    const bool is_known = k && k->length == length && strcmp(k->path, path) == 0 && memcmp(k->bytes, bytes, length) == 0;
    e->text = is_known ? k : NULL;
    for (size_t i = 0; i < t->virtual_count && !e->text; i++) {
        const ast_virtual_file *v = &t->virtual_files[i]; // which may have been given by another path
        if (v->stands_for && v->length == length && memcmp(v->bytes, bytes, length) == 0)
            e->text = strcmp(v->path, path) == 0 ? v->stands_for : source_from_memory(t->arena, path, v->stands_for->bytes, length);
    }
    if (!e->text)
        e->text = source_from_memory(t->arena, path, bytes, length);
    e->span = (file_span){begin.ptr_data[0], begin.int_data, begin.int_data + (unsigned)length, file, (int)t->places.files.count - 1,
                          cx_starts_with(path, CX_OWN_HEADERS), bytes, length};
    put_span(t, span_index(t, begin), &e->span);
    return (int)t->places.files.count - 1;
}

// The place of its first byte, where it was entered first. For a file in which the preprocessor met nothing libclang goes through all
// files and macros.
CXSourceLocation cx_begin_of(const ast *t, CXFile file)
{
    const int known = place_map_get(&t->places.entered, 0, (size_t)file);
    return known >= 0 ? t->places.begins.items[known] : clang_getLocationForOffset(t->unit, file, 0);
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
    const int index = cx_file_index(t, file);
    const char *bytes = index >= 0 ? t->places.files.items[index].span.bytes : file ? clang_getFileContents(t->unit, file, &length) : NULL;
    length = index >= 0 ? t->places.files.items[index].span.length : length;
    if (!bytes || offset > length)
        return;
    CXString name = clang_getFileName(file);
    const char *path = clang_getCString(name);
    const file_span s = {l.ptr_data[0], l.int_data - offset, l.int_data - offset + (unsigned)length, file, index,
                         path && cx_starts_with(path, CX_OWN_HEADERS), bytes, length};
    clang_disposeString(name);
    put_span(t, at, &s);
}

const file_span *cx_find_span(ast *t, CXSourceLocation l)
{
    const size_t at = span_index(t, l);
    if (at == t->places.spans.count || !cx_is_in_span(&t->places.spans.items[at], l)) {
        const size_t count = t->places.spans.count;
        add_span(t, at, l);
        if (t->places.spans.count == count)
            return NULL;
    }
    t->places.span_asked = at;
    return &t->places.spans.items[at];
}

static CXFile expansion_file(ast *t, CXSourceLocation l)
{
    const file_span *s = cx_span_of(t, l);
    CXFile file = s ? s->handle : NULL;
    if (!s)
        clang_getExpansionLocation(l, &file, NULL, NULL, NULL);
    return file;
}

static bool is_own_header(ast *t, CXFile file)
{
    if (file != t->places.file_asked) { // declarations come file by file
        CXString name = clang_getFileName(file);
        const char *bytes = clang_getCString(name);
        t->places.file_asked = file;
        t->places.file_asked_is_own = bytes && cx_starts_with(bytes, CX_OWN_HEADERS);
        clang_disposeString(name);
    }
    return t->places.file_asked_is_own;
}

// Builtins have no place at all; ptcc's own headers come in by -include and so do not count as system headers. `*file` is where it
// stands, NULL without a place.
bool cx_is_system_place(ast *t, CXSourceLocation l, CXFile *file)
{
    const file_span *s = cx_span_of(t, l);
    *file = s ? s->handle : expansion_file(t, l);
    const bool is_own = s ? s->is_own : *file && is_own_header(t, *file);
    return !*file || is_own || clang_Location_isInSystemHeader(l);
}

bool cx_is_in_system_header(ast *t, CXCursor c)
{
    CXFile file;
    return cx_is_system_place(t, clang_getCursorLocation(c), &file);
}

ast_place cx_place_of(ast *t, CXSourceLocation l)
{
    const file_span *s = cx_span_of(t, l);
    if (s)
        return (ast_place){s->index, l.int_data - s->begin, false};
    CXFile file = NULL, expanded = NULL;
    unsigned offset = 0, expanded_offset = 0;
    clang_getFileLocation(l, &file, NULL, NULL, &offset);
    clang_getExpansionLocation(l, &expanded, NULL, NULL, &expanded_offset);
    // What was an argument has its file location there, what was the body's where the macro is named.
    return (ast_place){cx_file_index(t, file), offset, cx_is_of_expansion(l) && file == expanded && offset == expanded_offset};
}

// A token that a line goes on with begins behind the backslash and the newline, which clang counts as its first characters.
static ast_place behind_continuations(ast *t, CXSourceLocation l)
{
    ast_place at = cx_place_of(t, l);
    const source *s = at.file >= 0 ? ast_file(t, at.file) : NULL;
    while (s && at.offset + 1 < s->length && s->bytes[at.offset] == '\\') {
        size_t i = at.offset + 1;
        while (i < s->length && (s->bytes[i] == ' ' || s->bytes[i] == '\t' || s->bytes[i] == '\r'))
            i++;
        if (i >= s->length || s->bytes[i] != '\n')
            break;
        at.offset = i + 1;
    }
    return at;
}

ast_range cx_range_of(ast *t, CXSourceRange r)
{
    ast_place b = behind_continuations(t, clang_getRangeStart(r)), e = cx_place_of(t, clang_getRangeEnd(r));
    ast_range out = {b.file, b.offset, e.offset, b.in_macro || e.in_macro};
    if (b.file != e.file || e.offset < b.offset)
        out.file = -1;
    return out;
}

// Does the text name `__device__`? Read from where it lies: for the text that it has libclang goes through all files and macros, which took
// longer than reading the five thousand headers of a large library. Files in memory stand for some of the project's.
static bool has_device_code(const ast *t, CXFile file, const char *path)
{
    static const char word[] = "__device__";
    bool is_read;
    const bool has = source_file_has(path, word, &is_read);
    if (is_read)
        return has;
    size_t length = 0;
    const char *bytes = clang_getFileContents(t->unit, file, &length);
    return bytes && slice_has((slice){bytes, length}, word);
}

// The length of the folder's path that cuda_runtime.h is in, with the slash, and the path; 0: there is none.
static size_t toolkit_folder(const ast *t, const char **path)
{
    static const char runtime[] = "/cuda_runtime.h";
    for (size_t i = 0; i < t->met.dependencies.count; i++) {
        *path = t->met.dependencies.items[i];
        const size_t length = strlen(*path);
        if (length > strlen(runtime) && strcmp(*path + length - strlen(runtime), runtime) == 0)
            return length - strlen(runtime) + 1;
    }
    return 0;
}

static bool is_foreign_path(const ast *t, const char *path)
{
    const char *slash = strrchr(path, '/'), *toolkit;
    const size_t length = toolkit_folder(t, &toolkit);
    const bool is_clangs = cx_starts_with(slash ? slash + 1 : path, "__clang_");
    return !is_clangs && !cx_starts_with(path, CX_OWN_HEADERS) && !(length && strncmp(path, toolkit, length) == 0);
}

static bool is_foreign_file(const ast *t, CXFile file)
{
    CXString name = clang_getFileName(file);
    const char *path = clang_getCString(name);
    const bool is_foreign = path && is_foreign_path(t, path) && has_device_code(t, file, path) &&
                            clang_Location_isInSystemHeader(cx_begin_of(t, file));
    clang_disposeString(name);
    return is_foreign;
}

bool cx_is_in_foreign_file(ast *t, CXFile file)
{
    if (t->places.judged_asked >= t->places.judged.count || t->places.judged.items[t->places.judged_asked].file != file) { // declarations come file by file
        size_t i = 0;
        while (i < t->places.judged.count && t->places.judged.items[i].file != file)
            i++;
        if (i == t->places.judged.count)
            *ARENA_PUSH(t->arena, &t->places.judged) = (judged_file){file, is_foreign_file(t, file)};
        t->places.judged_asked = i;
    }
    return t->places.judged.items[t->places.judged_asked].is_foreign;
}

bool ast_in_foreign_header(ast *t, ast_node n)
{
    CXFile file;
    return cx_is_system_place(t, clang_getCursorLocation(cx_cursor_of(n)), &file) && file && cx_is_in_foreign_file(t, file);
}

bool ast_is_under(ast *t, ast_node n, const char *folder)
{
    const CXFile file = expansion_file(t, clang_getCursorLocation(cx_cursor_of(n)));
    CXString name = file ? clang_getFileName(file) : (CXString){0};
    const bool is_under = file && cx_starts_with(clang_getCString(name), folder);
    if (file)
        clang_disposeString(name);
    return is_under;
}

bool ast_in_system_header(ast *t, ast_node n) { return cx_is_in_system_header(t, cx_cursor_of(n)); }
ast_place ast_location(ast *t, ast_node n) { return behind_continuations(t, clang_getCursorLocation(cx_cursor_of(n))); }

ast_range ast_extent(ast *t, ast_node n)
{
    const CXCursor c = cx_cursor_of(n);
    if (ast_is_null(n) || !cx_is_remembered(t->places.extent.of, c))
        t->places.extent = (remembered_extent){c, cx_range_of(t, clang_getCursorExtent(c))};
    return t->places.extent.range;
}

// For which libclang goes through all files and macros: what a macro makes is asked for node by node.
static const char *contents_of(ast *t, CXFile file, size_t *length)
{
    if (t->places.contents.file != file) {
        t->places.contents.file = file;
        t->places.contents.bytes = clang_getFileContents(t->unit, file, &t->places.contents.length);
    }
    *length = t->places.contents.length;
    return t->places.contents.bytes;
}

const char *ast_text(ast *t, arena *a, ast_node n)
{
    CXSourceRange r = clang_getCursorExtent(cx_cursor_of(n));
    const CXSourceLocation first = clang_getRangeStart(r), last = clang_getRangeEnd(r);
    const file_span *s = cx_span_of(t, first);
    if (s && cx_is_in_span(s, last) && first.int_data <= last.int_data)
        return arena_copy(a, s->bytes + (first.int_data - s->begin), last.int_data - first.int_data);
    CXFile file = NULL, end_file = NULL;
    unsigned begin = 0, end = 0;
    clang_getFileLocation(first, &file, NULL, NULL, &begin);
    clang_getFileLocation(last, &end_file, NULL, NULL, &end);
    size_t length = 0;
    const char *bytes = file && file == end_file ? contents_of(t, file, &length) : NULL;
    return bytes && begin <= end && end <= length ? arena_copy(a, bytes + begin, end - begin) : "";
}

bool ast_is_macro(ast *t, int file, size_t offset)
{
    const CXCursor c = clang_getCursor(t->unit, clang_getLocationForOffset(t->unit, t->places.files.items[file].handle, (unsigned)offset));
    return c.kind == CXCursor_MacroExpansion;
}

size_t ast_presumed_line(ast *t, arena *a, int file, size_t offset, const char **path)
{
    CXString name;
    unsigned line;
    clang_getPresumedLocation(clang_getLocationForOffset(t->unit, t->places.files.items[file].handle, (unsigned)offset), &name, &line, NULL);
    *path = cx_take_string(a, name);
    return line;
}
