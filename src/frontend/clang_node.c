// Nodes: a cursor of libclang's as an ast_node, and the children of one.
//
// In:  cursors. Out: nodes, with kind and form, and what is below them.
// Invariant: a node holds its cursor's bytes, and nothing that would have to be freed.
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
           : c.kind == CXCursor_PackExpansionExpr ? AST_EXPANSION
           : c.kind == CXCursor_CStyleCastExpr || c.kind == CXCursor_CXXConstCastExpr || c.kind == CXCursor_CXXFunctionalCastExpr ? AST_CAST
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

bool ast_equal(ast_node x, ast_node y) { return x.owner == y.owner && cx_same_cursor(cx_cursor_of(x), cx_cursor_of(y)); }
size_t ast_identity(ast_node declaration) { return (size_t)cx_cursor_of(declaration).data[0]; }

place_map *ast_verdicts(ast *t) { return &t->memory.verdicts; }

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
            *ARENA_PUSH(sink->arena, &sink->ast->children.foreign) = cx_node_of(sink->ast, c);
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
        sink.ast->children.foreign.count = 0;
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
    const enum CXCursorKind kind = c.kind;
    if (!clang_isPreprocessing(kind) || kind == CXCursor_MacroDefinition) {
        CXString spelling = clang_getCursorSpelling(c);
        const char *const text = clang_getCString(spelling);
        // Behind a macro libclang goes on, whatever it is told.
        search->is_found |= text && strcmp(text, search->name) == 0 && !is_behind(search->t, c, search->in_front_of);
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

ast_nodes ast_foreign_children(const ast *t) { return t->children.foreign; }

static enum CXChildVisitResult on_descendant(CXCursor c, CXCursor parent, CXClientData data)
{
    ast *t = data;
    if (cx_same_cursor(c, parent))
        return CXChildVisit_Recurse; // a constant expression and what is in it have one cursor
    uint32_t at = (uint32_t)t->children.visited.count - 1;
    while (!cx_same_cursor(t->children.visited.items[at].cursor, parent)) {
        if (at == 0)
            return CXChildVisit_Break;
        at = t->children.visited.items[at].parent;
    }
    t->children.visited.items[at].child_count++;
    *ARENA_PUSH(t->arena, &t->children.visited) = (visited){.cursor = c, .parent = at};
    return CXChildVisit_Recurse;
}

ast_node ast_read_whole(ast *t, ast_node n)
{
    if (n.is_read)
        return n;
    t->children.visited.count = 0;
    *ARENA_PUSH(t->arena, &t->children.visited) = (visited){.cursor = cx_cursor_of(n)};
    if (clang_visitChildren(cx_cursor_of(n), on_descendant, t) != 0)
        return n; // a parent that was not met: each node will be asked by itself
    // Siblings go side by side, each family behind those of the nodes in front.
    visited *all = t->children.visited.items;
    const size_t count = t->children.visited.count;
    uint32_t next = 0;
    for (size_t i = 0; i < count; i++) {
        all[i].next_child = next;
        next += all[i].child_count;
    }
    t->children.whole.items = arena_grow(t->arena, t->children.whole.items, count, &t->children.whole.capacity, sizeof n);
    for (size_t i = 0; i < count; i++) {
        ast_node *x = i == 0 ? &n : &t->children.whole.items[all[all[i].parent].next_child++];
        put_node(x, t, &all[i].cursor);
        x->children = t->children.whole.items + all[i].next_child; // none was put there yet: parents come first
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
