// A unit that libclang parses, and what is asked of it: see ast.h.
//
// In:  a path, flags, virtual files; then nodes. Out: an ast, and what ast.h gives.
// Invariant: as ast.h has it.
#include "frontend/clang_parts.h"

#include <assert.h>

static_assert(sizeof(CXCursor) <= sizeof((ast_node *)0)->words, "an ast_node must hold a CXCursor");

// By libclang's kind; the others are of none that matters.
static const unsigned char ast_kinds[] = {
    [CXCursor_FunctionDecl] = AST_FUNCTION,
    [CXCursor_CXXMethod] = AST_METHOD,
    [CXCursor_Constructor] = AST_CONSTRUCTOR,
    [CXCursor_Destructor] = AST_DESTRUCTOR,
    [CXCursor_ConversionFunction] = AST_CONVERSION,
    [CXCursor_FunctionTemplate] = AST_FUNCTION_TEMPLATE, // or what it is a template of
    [CXCursor_StructDecl] = AST_CLASS, [CXCursor_UnionDecl] = AST_CLASS, [CXCursor_ClassDecl] = AST_CLASS,
    [CXCursor_ClassTemplate] = AST_CLASS, [CXCursor_ClassTemplatePartialSpecialization] = AST_CLASS,
    [CXCursor_EnumDecl] = AST_ENUMERATION,
    [CXCursor_Namespace] = AST_NAMESPACE,
    [CXCursor_LinkageSpec] = AST_LINKAGE,
    [CXCursor_UsingDeclaration] = AST_USING,
    [CXCursor_FriendDecl] = AST_FRIEND,
    [CXCursor_VarDecl] = AST_VARIABLE,
    [CXCursor_ParmDecl] = AST_PARAMETER,
    [CXCursor_FieldDecl] = AST_FIELD,
    [CXCursor_CXXBaseSpecifier] = AST_BASE,
    [CXCursor_TemplateTypeParameter] = AST_TEMPLATE_PARAMETER, [CXCursor_NonTypeTemplateParameter] = AST_TEMPLATE_PARAMETER,
    [CXCursor_TemplateTemplateParameter] = AST_TEMPLATE_PARAMETER,
    [CXCursor_CallExpr] = AST_CALL,
    [CXCursor_DeclRefExpr] = AST_REFERENCE,
    [CXCursor_MemberRefExpr] = AST_MEMBER_REFERENCE,
    [CXCursor_OverloadedDeclRef] = AST_OVERLOADED_REFERENCE,
    [CXCursor_TypeRef] = AST_TYPE_REFERENCE,
    [CXCursor_TemplateRef] = AST_TYPE_REFERENCE,
    [CXCursor_NamespaceRef] = AST_TYPE_REFERENCE,
    [CXCursor_CompoundStmt] = AST_COMPOUND,
    [CXCursor_IfStmt] = AST_IF,
    [CXCursor_ForStmt] = AST_LOOP, [CXCursor_WhileStmt] = AST_LOOP, [CXCursor_DoStmt] = AST_LOOP, [CXCursor_CXXForRangeStmt] = AST_LOOP,
    [CXCursor_SwitchStmt] = AST_SWITCH,
    [CXCursor_ReturnStmt] = AST_RETURN,
    [CXCursor_BreakStmt] = AST_BREAK,
    [CXCursor_ContinueStmt] = AST_CONTINUE,
    [CXCursor_GotoStmt] = AST_GOTO, [CXCursor_IndirectGotoStmt] = AST_GOTO,
    [CXCursor_LambdaExpr] = AST_LAMBDA,
    [CXCursor_GCCAsmStmt] = AST_ASM, [CXCursor_MSAsmStmt] = AST_ASM,
    [CXCursor_CUDAGlobalAttr] = AST_ATTRIBUTE_GLOBAL,
    [CXCursor_CUDADeviceAttr] = AST_ATTRIBUTE_DEVICE,
    [CXCursor_CUDAHostAttr] = AST_ATTRIBUTE_HOST,
    [CXCursor_CUDASharedAttr] = AST_ATTRIBUTE_SHARED,
    [CXCursor_AnnotateAttr] = AST_ATTRIBUTE_ANNOTATION,
};

static ast_kind kind_of(CXCursor c)
{
    if (c.kind == CXCursor_FunctionTemplate)
        switch (clang_getTemplateCursorKind(c)) {
        case CXCursor_Constructor: return AST_CONSTRUCTOR;
        case CXCursor_ConversionFunction: return AST_CONVERSION;
        default: break;
        }
    return (size_t)c.kind < sizeof ast_kinds ? (ast_kind)ast_kinds[c.kind] : AST_NONE;
}

static ast_form form_of(CXCursor c)
{
    enum { paren_list_initialiser = 155 }; // W(1) of an aggregate, C++20: as libclang 16 and later number it
    return c.kind == CXCursor_UnexposedExpr   ? AST_IMPLICIT
           : c.kind == CXCursor_InitListExpr || (int)c.kind == paren_list_initialiser ? AST_LIST
           : c.kind == CXCursor_UnexposedDecl ? AST_BINDING
                                              : AST_OF_NO_FORM;
}

static inline void put_node(ast_node *n, ast *t, const CXCursor *c)
{
    memcpy(n->words, c, sizeof *c);
    n->owner = t;
    n->children = NULL;
    n->child_count = 0;
    n->kind = (uint8_t)kind_of(*c);
    n->is_read = false;
    n->is_something = !cx_is_nothing(*c);
    n->form = (uint8_t)form_of(*c);
}

ast_node cx_node_of(ast *t, CXCursor c)
{
    ast_node n;
    put_node(&n, t, &c);
    return n;
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
        *ARENA_PUSH(t->arena, &t->dependencies) = name;
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
        *ARENA_PUSH(t->arena, &t->collectives) = (collective_header){included, is_own, is_of_cub};
    const int to_index = may_be_of_project && !is_system ? cx_add_file(t, included, begin) : -1;
    if (to_index >= 0)
        t->files.items[to_index].times++;
    if (from_index < 0 || to_index < 0)
        return;
    ast_inclusion *i = ARENA_PUSH(t->arena, &t->inclusions);
    *i = (ast_inclusion){from_index, to_index, offset, true};
}

// ---- what the preprocessor met ---------------------------------------------------------------------------------------

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
    if (file && file != w->file && place_map_get(&w->ast->entered, 0, (size_t)file) < 0) {
        place_map_put(&w->ast->entered, 0, (size_t)file, (int)w->ast->begins.count);
        CXSourceLocation begin = l;
        begin.int_data -= offset;
        *ARENA_PUSH(w->ast->arena, &w->ast->begins) = begin;
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
        const int to = from >= 0 && cx_is_in_span(&t->files.items[from].span, l) ? cx_file_index(t, clang_getIncludedFile(w->directives.items[i])) : -1;
        if (to >= 0)
            *ARENA_PUSH(t->arena, &t->inclusions) = (ast_inclusion){from, to, l.int_data - t->files.items[from].span.begin, false};
    }
}

// ---- the parse ---------------------------------------------------------------------------------------------------

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
    t->entered = place_map_new(a);
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
bool ast_equal(ast_node x, ast_node y) { return x.owner == y.owner && cx_same_cursor(cx_cursor_of(x), cx_cursor_of(y)); }
size_t ast_identity(ast_node declaration) { return (size_t)cx_cursor_of(declaration).data[0]; }

// ---- children ----------------------------------------------------------------------------------------------------

typedef struct child_sink {
    arena *arena;
    ast *ast;
    bool is_root, without_system;
    ast_nodes nodes; // what did not fit into the first ones
    size_t count;
    ast_node first[64];
} child_sink;

static enum CXChildVisitResult on_child(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    child_sink *sink = data;
    CXFile file;
    if (sink->is_root && cx_is_preprocessing(c))
        return CXChildVisit_Continue;
    if (sink->without_system && cx_is_system_place(sink->ast, clang_getCursorLocation(c), &file)) {
        if (sink->is_root && file && cx_is_in_foreign_file(sink->ast, file))
            *ARENA_PUSH(sink->arena, &sink->ast->foreign) = cx_node_of(sink->ast, c);
        return CXChildVisit_Continue;
    }
    const size_t room = sizeof sink->first / sizeof *sink->first;
    if (sink->count < room)
        sink->first[sink->count] = cx_node_of(sink->ast, c);
    else
        *ARENA_PUSH(sink->arena, &sink->nodes) = cx_node_of(sink->ast, c);
    sink->count++;
    return CXChildVisit_Continue;
}

static ast_nodes visit_children(arena *a, ast_node n, bool without_system)
{
    // Most nodes have one child or two: an array that grows would cost eight times as much memory.
    child_sink sink;
    sink.arena = a;
    sink.ast = n.owner;
    sink.is_root = cx_cursor_of(n).kind == CXCursor_TranslationUnit;
    if (sink.is_root && without_system)
        sink.ast->foreign.count = 0;
    sink.without_system = without_system;
    sink.nodes = (ast_nodes){0};
    sink.count = 0;
    clang_visitChildren(cx_cursor_of(n), on_child, &sink);
    size_t first = sink.count - sink.nodes.count;
    ast_nodes all = {.count = sink.count, .capacity = sink.count};
    if (sink.count)
        all.items = arena_alloc(a, sink.count * sizeof *all.items);
    if (first)
        memcpy(all.items, sink.first, first * sizeof *all.items);
    if (sink.nodes.count)
        memcpy(all.items + first, sink.nodes.items, sink.nodes.count * sizeof *all.items);
    return all;
}

ast_nodes ast_visit_children(arena *a, ast_node n) { return visit_children(a, n, false); }

ast_nodes ast_project_children(ast *t, arena *a, ast_node n)
{
    if (!n.is_read)
        return visit_children(a, n, true);
    ast_nodes all = {0};
    for (size_t i = 0; i < n.child_count; i++)
        if (!cx_is_in_system_header(t, cx_cursor_of(n.children[i])))
            *ARENA_PUSH(a, &all) = n.children[i];
    return all;
}

typedef struct name_search {
    ast *t;
    const char *name;
    ast_place in_front_of;
    bool is_found;
} name_search;

static bool is_behind(ast *t, CXCursor c, ast_place place)
{
    const ast_place at = cx_place_of(t, clang_getCursorLocation(c));
    return at.file == place.file && at.offset > place.offset;
}

static enum CXChildVisitResult on_possible_name(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    name_search *search = data;
    const enum CXCursorKind kind = clang_getCursorKind(c);
    if (!clang_isPreprocessing(kind) || kind == CXCursor_MacroDefinition) {
        CXString spelling = clang_getCursorSpelling(c);
        const char *const text = clang_getCString(spelling);
        search->is_found |= text && strcmp(text, search->name) == 0 && !is_behind(search->t, c, search->in_front_of); // behind a macro libclang goes on, whatever it is told
        clang_disposeString(spelling);
    }
    if (search->is_found)
        return CXChildVisit_Break;
    switch ((int)kind) {
    case CXCursor_Namespace: // std::count is no `count`
        return cx_is_in_system_header(search->t, c) ? CXChildVisit_Continue : CXChildVisit_Recurse;
    case CXCursor_LinkageSpec:
    case CXCursor_UnexposedDecl: // extern "C", to older versions
    case CXCursor_EnumDecl:
        return CXChildVisit_Recurse;
    default:
        return CXChildVisit_Continue;
    }
}

bool ast_declares(ast *t, const char *name, int file, size_t offset)
{
    name_search search = {t, name, {.file = file, .offset = offset}, false};
    clang_visitChildren(clang_getTranslationUnitCursor(t->unit), on_possible_name, &search);
    return search.is_found;
}

ast_nodes ast_foreign_children(const ast *t) { return t->foreign; }

static enum CXChildVisitResult on_descendant(CXCursor c, CXCursor parent, CXClientData data)
{
    ast *t = data;
    if (cx_same_cursor(c, parent))
        return CXChildVisit_Recurse; // a constant expression and what is in it have one cursor
    uint32_t at = (uint32_t)t->visited.count - 1;
    while (!cx_same_cursor(t->visited.items[at].cursor, parent)) {
        if (at == 0)
            return CXChildVisit_Break;
        at = t->visited.items[at].parent;
    }
    t->visited.items[at].child_count++;
    *ARENA_PUSH(t->arena, &t->visited) = (visited){.cursor = c, .parent = at};
    return CXChildVisit_Recurse;
}

ast_node ast_read_whole(ast *t, ast_node n)
{
    if (n.is_read)
        return n;
    t->visited.count = 0;
    *ARENA_PUSH(t->arena, &t->visited) = (visited){.cursor = cx_cursor_of(n)};
    if (clang_visitChildren(cx_cursor_of(n), on_descendant, t) != 0)
        return n; // a parent that was not met: each node will be asked by itself
    // Siblings go side by side, each family behind those of the nodes in front.
    visited *all = t->visited.items;
    const size_t count = t->visited.count;
    uint32_t next = 0;
    for (size_t i = 0; i < count; i++) {
        all[i].next_child = next;
        next += all[i].child_count;
    }
    t->whole.items = arena_grow(t->arena, t->whole.items, count, &t->whole.capacity, sizeof n);
    for (size_t i = 0; i < count; i++) {
        ast_node *x = i == 0 ? &n : &t->whole.items[all[all[i].parent].next_child++];
        put_node(x, t, &all[i].cursor);
        x->children = t->whole.items + all[i].next_child; // none was put there yet: parents come first
        x->child_count = all[i].child_count;
        x->is_read = true;
    }
    return n;
}

ast_node ast_by_itself(ast_node n)
{
    n.children = NULL;
    n.child_count = 0;
    n.is_read = false;
    return n;
}

const char *ast_usr(arena *a, ast_node n) { return cx_take_string(a, clang_getCursorUSR(cx_cursor_of(n))); }

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
