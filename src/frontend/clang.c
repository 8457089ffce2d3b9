// The façade over libclang: the parse, its files and messages; see ast.h for what all of it gives, clang_parts.h for the other files.
//
// Source: libclang's C API (clang-c/Index.h), versions 16 to 22. Every CXString is copied and disposed at once.
#include "frontend/clang_parts.h"

#include <string.h>

const char *take_string(arena *a, CXString s)
{
    const char *bytes = clang_getCString(s);
    const char *copy = bytes && *bytes ? arena_string(a, bytes) : "";
    clang_disposeString(s);
    return copy;
}

static bool same_id(const CXFileUniqueID *x, const CXFileUniqueID *y)
{
    return memcmp(x->data, y->data, sizeof x->data) == 0;
}

int file_index(const ast *t, CXFile file)
{
    if (!file)
        return -1;
    for (size_t i = 0; i < t->files.count; i++)
        if (t->files.items[i].handle == file)
            return (int)i;
    CXFileUniqueID id;
    if (clang_getFileUniqueID(file, &id) != 0)
        return -1;
    for (size_t i = 0; i < t->files.count; i++)
        if (same_id(&t->files.items[i].id, &id))
            return (int)i;
    return -1;
}

static int add_file(ast *t, CXFile file)
{
    int known = file_index(t, file);
    if (known >= 0)
        return known;
    size_t length = 0;
    const char *bytes = clang_getFileContents(t->unit, file, &length);
    if (!bytes)
        return -1;
    file_entry *e = ARENA_PUSH(t->arena, &t->files);
    e->handle = file;
    clang_getFileUniqueID(file, &e->id);
    const char *path = take_string(t->arena, clang_getFileName(file));
    const source *k = t->known;
    const bool is_known = k && k->length == length && strcmp(k->path, path) == 0 && memcmp(k->bytes, bytes, length) == 0;
    e->text = is_known ? k : NULL;
    for (size_t i = 0; i < t->virtual_count && !e->text; i++)
        if (t->virtual_files[i].stands_for && strcmp(t->virtual_files[i].path, path) == 0)
            e->text = t->virtual_files[i].stands_for;
    if (!e->text)
        e->text = source_from_memory(t->arena, path, bytes, length);
    return (int)t->files.count - 1;
}

// CUB's algorithms for the whole device, its own kernels, its iterators and helpers have no functions that threads call together.
static bool may_declare_collectives(const char *path)
{
    static const char *const of_none[] = {"/cub/device/", "/cub/agent/", "/cub/iterator/", "/cub/util_", "/c++/"};
    static const char *const of_some[] = {"/cub/", "cooperative_groups", "barrier", "pipeline", "latch", "semaphore"};
    for (size_t i = 0; i < sizeof of_none / sizeof *of_none; i++)
        if (strstr(path, of_none[i]))
            return false;
    for (size_t i = 0; i < sizeof of_some / sizeof *of_some; i++)
        if (strstr(path, of_some[i]))
            return true;
    return false;
}

// Project files are those that are included by a project file and are not system headers.
static void on_inclusion(CXFile included, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    ast *t = data;
    const char *name = take_string(t->arena, clang_getFileName(included));
    bool is_own = starts_with(name, OWN_HEADERS); // lies inside the binary: make must not look for it
    if (!is_own)
        *ARENA_PUSH(t->arena, &t->dependencies) = name;
    if (depth == 0) {
        add_file(t, included);
        return;
    }
    // A program's own "barrier.h" declares none; CUB may lie among its files.
    const bool is_of_cub = strstr(name, "/cub/") != NULL;
    if (may_declare_collectives(name) &&
        (is_of_cub || clang_Location_isInSystemHeader(clang_getLocationForOffset(t->unit, included, 0))))
        *ARENA_PUSH(t->arena, &t->collectives) = (collective_header){included, is_own, is_of_cub};
    CXFile from;
    unsigned offset;
    clang_getFileLocation(stack[0], &from, NULL, NULL, &offset);
    int from_index = file_index(t, from);
    if (from_index < 0 || is_own || clang_Location_isInSystemHeader(clang_getLocationForOffset(t->unit, included, 0)))
        return;
    int to_index = add_file(t, included);
    if (to_index < 0)
        return;
    ast_inclusion *i = ARENA_PUSH(t->arena, &t->inclusions);
    *i = (ast_inclusion){from_index, to_index, offset, true};
}

typedef struct include_search {
    ast *ast;
    int from;
} include_search;

// Every directive, also those of files that were there already.
static enum CXVisitorResult on_directive(void *data, CXCursor directive, CXSourceRange range)
{
    const include_search *search = data;
    ast *t = search->ast;
    unsigned offset;
    clang_getFileLocation(clang_getRangeStart(range), NULL, NULL, NULL, &offset);
    const int to = file_index(t, clang_getIncludedFile(directive));
    if (to >= 0)
        *ARENA_PUSH(t->arena, &t->inclusions) = (ast_inclusion){search->from, to, offset, false};
    return CXVisit_Continue;
}

unsigned ast_parse_options(void)
{
    // KeepGoing: one missing header must not cost the kernels behind it.
    return CXTranslationUnit_DetailedPreprocessingRecord | CXTranslationUnit_KeepGoing;
}

ast *ast_parse(arena *a, const char *path, const char *const *arguments, size_t argument_count,
               const ast_virtual_file *virtual_files, size_t virtual_count, const source *known, const char **error)
{
    ast *t = arena_alloc(a, sizeof *t);
    t->arena = a;
    t->known = known;
    t->virtual_files = virtual_files;
    t->virtual_count = virtual_count;
    struct CXUnsavedFile *unsaved = arena_alloc(a, (virtual_count + 1) * sizeof *unsaved);
    for (size_t i = 0; i < virtual_count; i++)
        unsaved[i] = (struct CXUnsavedFile){virtual_files[i].path, virtual_files[i].bytes, virtual_files[i].length};
    t->index = clang_createIndex(0, 0);
    enum CXErrorCode code = clang_parseTranslationUnit2(t->index, path, arguments, (int)argument_count, unsaved,
                                                        (unsigned)virtual_count, ast_parse_options(), &t->unit);
    if (code != CXError_Success || !t->unit) {
        static const char *const reasons[] = {"no error", "libclang failed", "libclang crashed",
                                              "libclang got invalid arguments", "libclang made no syntax tree: it may not know one of the flags, as a -std that there is not"};
        *error = (unsigned)code < 5 && code ? reasons[code] : "libclang gave no translation unit";
        clang_disposeIndex(t->index);
        return NULL;
    }
    t->message_count = clang_getNumDiagnostics(t->unit); // libclang counts them anew each time
    clang_getInclusions(t->unit, on_inclusion, t);
    for (size_t i = 0; i < t->files.count; i++) {
        include_search search = {t, (int)i};
        clang_findIncludesInFile(t->unit, t->files.items[i].handle, (CXCursorAndRangeVisitor){&search, on_directive});
    }
    return t;
}

void ast_dispose(ast *t)
{
    if (!t)
        return;
    clang_disposeTranslationUnit(t->unit);
    clang_disposeIndex(t->index);
}

const char *ast_libclang_version(arena *a) { return take_string(a, clang_getClangVersion()); }

size_t ast_file_count(const ast *t) { return t->files.count; }
const source *ast_file(const ast *t, int file) { return t->files.items[file].text; }
size_t ast_inclusion_count(const ast *t) { return t->inclusions.count; }
ast_inclusion ast_inclusion_at(const ast *t, size_t index) { return t->inclusions.items[index]; }
bool ast_has_collectives(const ast *t) { return t->collectives.count != 0; }
size_t ast_collective_count(const ast *t) { return t->collectives.count; }

ast_collective ast_collective_at(const ast *t, size_t index)
{
    const collective_header *h = &t->collectives.items[index];
    size_t length = 0;
    const char *bytes = clang_getFileContents(t->unit, h->file, &length);
    return (ast_collective){{bytes ? bytes : "", bytes ? length : 0}, h->is_own, h->is_of_cub};
}

size_t ast_dependency_count(const ast *t) { return t->dependencies.count; }
const char *ast_dependency(const ast *t, size_t index) { return t->dependencies.items[index]; }

size_t ast_message_count(const ast *t) { return t->message_count; }

ast_message ast_message_at(ast *t, size_t index)
{
    static const ast_severity severities[] = {AST_IGNORED, AST_NOTE, AST_WARNING, AST_ERROR, AST_FATAL};
    CXDiagnostic d = clang_getDiagnostic(t->unit, (unsigned)index);
    CXSourceLocation l = clang_getDiagnosticLocation(d);
    ast_message m = {.severity = severities[clang_getDiagnosticSeverity(d)], .at = place_of_location(t, l)};
    m.in_system = clang_Location_isInSystemHeader(l) != 0;
    clang_disposeDiagnostic(d);
    return m;
}

static void read_outside(ast *t, arena *a, CXSourceLocation l, ast_message *m)
{
    CXFile file = NULL;
    unsigned offset;
    clang_getFileLocation(l, &file, NULL, NULL, &offset);
    size_t length = 0;
    const char *bytes = file ? clang_getFileContents(t->unit, file, &length) : NULL;
    if (!bytes)
        return;
    m->outside = source_from_memory(a, take_string(a, clang_getFileName(file)), bytes, length);
    m->outside_offset = offset;
}

void ast_message_read(ast *t, arena *a, size_t index, ast_message *m)
{
    CXDiagnostic d = clang_getDiagnostic(t->unit, (unsigned)index);
    const char *category = take_string(a, clang_getDiagnosticCategoryText(d));
    m->is_parse_issue = strcmp(category, "Parse Issue") == 0 || strcmp(category, "Lexical or Preprocessor Issue") == 0;
    m->is_user_error = strncmp(category, "User-Defined Issue", 18) == 0;
    m->text = take_string(a, clang_getDiagnosticSpelling(d));
    m->option = take_string(a, clang_getDiagnosticOption(d, NULL));
    if (m->at.file < 0)
        read_outside(t, a, clang_getDiagnosticLocation(d), m);
    clang_disposeDiagnostic(d);
}
