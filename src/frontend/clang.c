// The parse: a unit of libclang's made and disposed, and what the preprocessor met on the way - files, inclusions, libraries, messages.
//
// In:  a path, compiler arguments, virtual files. Out: an ast, for the questions in the other clang_*.c.
// Invariant: the index and the unit are the only objects of libclang's that outlive a function, with the ranges that were skipped:
// ast_dispose frees them.
#include "frontend/clang_parts.h"

// ---- what the preprocessor met ---------------------------------------------------------------------------------------

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

// It lies inside the binary: make must not look for it.
static bool is_no_file(const ast *t, const char *path)
{
    for (size_t i = 0; i < t->virtual_count; i++)
        if (!t->virtual_files[i].stands_for && strcmp(t->virtual_files[i].path, path) == 0)
            return true;
    return false;
}

// Project files are those that are included by a project file and are not system headers.
static void on_inclusion(CXFile included, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    ast *t = data;
    const char *name = cx_take_string(t->arena, clang_getFileName(included));
    const bool is_own = cx_starts_with(name, CX_OWN_HEADERS);
    if (!is_no_file(t, name))
        *ARENA_PUSH(t->arena, &t->met.dependencies) = name;
    CXFile from = NULL;
    unsigned offset = 0;
    if (depth)
        clang_getFileLocation(stack[0], &from, NULL, NULL, &offset);
    const int from_index = cx_file_index(t, from);
    // A program's own "barrier.h" declares none; CUB may lie among its files.
    const bool is_of_cub = strstr(name, "/cub/") != NULL, may_declare = depth && may_declare_collectives(name);
    const bool may_be_of_project = !depth || (from_index >= 0 && !is_own);
    CXSourceLocation begin = clang_getNullLocation();
    if (may_be_of_project || (may_declare && !is_of_cub))
        begin = cx_begin_of(t, included);
    const bool is_system = depth && clang_Location_isInSystemHeader(begin);
    if (may_declare && (is_of_cub || is_system))
        *ARENA_PUSH(t->arena, &t->met.collectives) = (collective_header){included, is_own, is_of_cub};
    const int to_index = may_be_of_project && !is_system ? cx_add_file(t, included, begin) : -1;
    if (to_index >= 0)
        t->places.files.items[to_index].times++;
    if (from_index < 0 || to_index < 0)
        return;
    ast_inclusion *i = ARENA_PUSH(t->arena, &t->met.inclusions);
    *i = (ast_inclusion){from_index, to_index, offset, true};
}

typedef struct entity_walk {
    ast *ast;
    CXFile file; // the last one's
    struct { CXCursor *items; size_t count, capacity; } directives; // #include, also those of files that were there already
} entity_walk;

// They come in the order of the text, and all of them in front of the declarations.
static enum CXChildVisitResult on_entity(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    entity_walk *w = data;
    if (!cx_is_preprocessing(c))
        return CXChildVisit_Break;
    const CXSourceLocation l = clang_getCursorLocation(c);
    if (l.int_data == 0 || cx_is_of_expansion(l))
        return CXChildVisit_Continue;
    CXFile file;
    unsigned offset;
    clang_getFileLocation(l, &file, NULL, NULL, &offset);
    if (file && file != w->file && place_map_get(&w->ast->places.entered, 0, (size_t)file) < 0) {
        place_map_put(&w->ast->places.entered, 0, (size_t)file, (int)w->ast->places.begins.count);
        CXSourceLocation begin = l;
        begin.int_data -= offset;
        *ARENA_PUSH(w->ast->arena, &w->ast->places.begins) = begin;
    }
    w->file = file;
    if (c.kind == CXCursor_InclusionDirective)
        *ARENA_PUSH(w->ast->arena, &w->directives) = c;
    return CXChildVisit_Continue;
}

static void add_directives(ast *t, const entity_walk *w)
{
    for (size_t i = 0; i < w->directives.count; i++) {
        const CXSourceLocation l = clang_getCursorLocation(w->directives.items[i]);
        const file_span *const s = cx_span_of(t, l);
        const int from = s ? s->index : -1;
        const int to = from >= 0 && cx_is_in_span(&t->places.files.items[from].span, l) ? cx_file_index(t, clang_getIncludedFile(w->directives.items[i])) : -1;
        if (to >= 0)
            *ARENA_PUSH(t->arena, &t->met.inclusions) = (ast_inclusion){from, to, l.int_data - t->places.files.items[from].span.begin, false};
    }
}

// ---- the parse -------------------------------------------------------------------------------------------------------

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
                                              "libclang got invalid arguments",
                                              "libclang made no syntax tree: it may not know one of the flags, as a -std that there is not"};
        *error = (unsigned)code < 5 && code ? reasons[code] : "libclang gave no translation unit";
        clang_disposeIndex(t->index);
        return NULL;
    }
    t->message_count = clang_getNumDiagnostics(t->unit); // libclang counts them anew each time
    t->places.entered = place_map_new(a);
    t->memory.verdicts = place_map_new(a);
    entity_walk entities = {.ast = t};
    clang_visitChildren(clang_getTranslationUnitCursor(t->unit), on_entity, &entities);
    clang_getInclusions(t->unit, on_inclusion, t);
    add_directives(t, &entities);
    return t;
}

void ast_dispose(ast *t)
{
    if (!t)
        return;
    if (t->skipped)
        clang_disposeSourceRangeList(t->skipped);
    clang_disposeTranslationUnit(t->unit);
    clang_disposeIndex(t->index);
}

const char *ast_libclang_version(arena *a) { return cx_take_string(a, clang_getClangVersion()); }

ast_node ast_root(ast *t) { return cx_node_of(t, clang_getTranslationUnitCursor(t->unit)); }

// ---- files, inclusions, libraries ------------------------------------------------------------------------------------

size_t ast_file_count(const ast *t) { return t->places.files.count; }
const source *ast_file(const ast *t, int file) { return t->places.files.items[file].text; }
size_t ast_inclusion_count(const ast *t) { return t->met.inclusions.count; }
ast_inclusion ast_inclusion_at(const ast *t, size_t index) { return t->met.inclusions.items[index]; }
bool ast_has_collectives(const ast *t) { return t->met.collectives.count != 0; }
size_t ast_collective_count(const ast *t) { return t->met.collectives.count; }

ast_collective ast_collective_at(const ast *t, size_t index)
{
    const collective_header *h = &t->met.collectives.items[index];
    size_t length = 0;
    const char *bytes = clang_getFileContents(t->unit, h->file, &length);
    return (ast_collective){{bytes ? bytes : "", bytes ? length : 0}, h->is_own, h->is_of_cub};
}

size_t ast_dependency_count(const ast *t) { return t->met.dependencies.count; }
const char *ast_dependency(const ast *t, size_t index) { return t->met.dependencies.items[index]; }

// ---- messages --------------------------------------------------------------------------------------------------------

size_t ast_message_count(const ast *t) { return t->message_count; }

ast_message ast_message_at(ast *t, size_t index)
{
    static const ast_severity severities[] = {AST_IGNORED, AST_NOTE, AST_WARNING, AST_ERROR, AST_FATAL};
    CXDiagnostic d = clang_getDiagnostic(t->unit, (unsigned)index);
    CXSourceLocation l = clang_getDiagnosticLocation(d);
    ast_message m = {.severity = severities[clang_getDiagnosticSeverity(d)], .at = cx_place_of(t, l)};
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
    m->outside = source_from_memory(a, cx_take_string(a, clang_getFileName(file)), bytes, length);
    m->outside_offset = offset;
}

void ast_message_read(ast *t, arena *a, size_t index, ast_message *m)
{
    CXDiagnostic d = clang_getDiagnostic(t->unit, (unsigned)index);
    const char *category = cx_take_string(a, clang_getDiagnosticCategoryText(d));
    m->is_parse_issue = strcmp(category, "Parse Issue") == 0 || strcmp(category, "Lexical or Preprocessor Issue") == 0;
    m->is_user_error = strncmp(category, "User-Defined Issue", 18) == 0;
    m->text = cx_take_string(a, clang_getDiagnosticSpelling(d));
    m->option = cx_take_string(a, clang_getDiagnosticOption(d, NULL));
    if (m->at.file < 0)
        read_outside(t, a, clang_getDiagnosticLocation(d), m);
    clang_disposeDiagnostic(d);
}
