// Which declaration a node means: what it names, the template it is made of, the class of its type, what it lies in.
//
// In:  a node. Out: the declaration's node, its name, its template's arguments.
// Invariant: of an instantiation the pattern that is written is meant; an explicit specialisation is code of its own.
#include "frontend/clang_parts.h"

const char *ast_template_arguments(arena *a, ast_node n)
{
    const CXCursor c = cx_cursor_of(n);
    const char *all = "";
    for (int i = 0, count = clang_Cursor_getNumTemplateArguments(c); i < count; i++) {
        const enum CXTemplateArgumentKind kind = clang_Cursor_getTemplateArgumentKind(c, (unsigned)i);
        const char *one = "(";
        if (kind == CXTemplateArgumentKind_Type)
            one = cx_take_string(a, clang_getTypeSpelling(clang_getCanonicalType(clang_Cursor_getTemplateArgumentType(c, (unsigned)i))));
        else if (kind == CXTemplateArgumentKind_Integral)
            one = arena_format(a, "%lld", clang_Cursor_getTemplateArgumentValue(c, (unsigned)i));
        if (strchr(one, '(')) // (anonymous namespace)::x
            return "";
        all = arena_format(a, "%s%s%s", all, i ? ", " : "<", one);
    }
    return *all ? arena_format(a, "%s>", all) : "";
}

static bool stands_at(CXCursor x, CXCursor y)
{
    unsigned offset_x = 0, offset_y = 0;
    CXFile file_x = NULL, file_y = NULL;
    clang_getFileLocation(clang_getCursorLocation(x), &file_x, NULL, NULL, &offset_x);
    clang_getFileLocation(clang_getCursorLocation(y), &file_y, NULL, NULL, &offset_y);
    return !file_x || (file_x == file_y && offset_x == offset_y);
}

// An explicit specialisation is code of its own; an implicit instantiation stands for its pattern. Only the former has a place
// in the text that is neither the pattern's nor that of its definition, which may stand outside of the class. The pattern of a
// template in an instantiated class is itself an instance of the one that is written.
static CXCursor pattern_of(CXCursor c)
{
    for (CXCursor pattern = c; !cx_is_nothing(pattern);) {
        pattern = clang_getSpecializedCursorTemplate(pattern);
        if (!cx_is_nothing(pattern) && (stands_at(c, pattern) || stands_at(c, clang_getCursorDefinition(pattern))))
            c = pattern;
    }
    return c;
}

static CXCursor remembered_pattern_of(ast *t, CXCursor c)
{
    remembered_pattern *r = &t->memory.patterns[cx_place_among(c.data[0], c.data[1])];
    if (!cx_is_remembered(r->of, c))
        *r = (remembered_pattern){c, pattern_of(c)};
    return r->pattern;
}

const remembered_reference *cx_reference_of(ast_node n)
{
    const CXCursor c = cx_cursor_of(n);
    remembered_reference *r = &n.owner->memory.references[cx_place_among(c.data[0], c.data[1])];
    if (!cx_is_remembered(r->of, c)) {
        const CXCursor referenced = clang_getCursorReferenced(c);
        *r = (remembered_reference){c, referenced, remembered_pattern_of(n.owner, referenced)};
    }
    return r;
}

// What names a declaration has its name, and the same few are named again and again.
const char *ast_name(arena *a, ast_node n)
{
    CXCursor c = cx_cursor_of(n);
    if (c.kind == CXCursor_DeclRefExpr || c.kind == CXCursor_MemberRefExpr || c.kind == CXCursor_CallExpr)
        c = cx_reference_of(n)->referenced;
    if (!cx_is_declaration_kind(c.kind))
        return cx_take_string(a, clang_getCursorSpelling(cx_cursor_of(n)));
    remembered_name *r = &n.owner->memory.names[cx_place_among(c.data[0], NULL)];
    if (r->declaration != c.data[0])
        *r = (remembered_name){c.data[0], cx_take_string(n.owner->arena, clang_getCursorSpelling(c))};
    return r->name;
}

static CXCursor class_of(CXType t)
{
    t = clang_getCanonicalType(t);
    t = clang_getCanonicalType(cx_without_arrays(t));
    if (t.kind != CXType_Record)
        return clang_getNullCursor();
    CXCursor pattern = pattern_of(clang_getTypeDeclaration(t));
    CXCursor definition = clang_getCursorDefinition(pattern);
    return cx_is_nothing(definition) ? pattern : definition;
}

ast_node ast_type_declaration(ast_node n) { return cx_node_of(n.owner, class_of(cx_type_of(n)->facts.canonical)); }

ast_node ast_pointee_declaration(ast_node n)
{
    return cx_node_of(n.owner, class_of(clang_getPointeeType(cx_canonical_of(n))));
}

ast_node ast_type_template(ast_node n)
{
    const CXCursor declaration = clang_getTypeDeclaration(cx_without_arrays(cx_type_of(n)->written));
    return cx_node_of(n.owner, cx_is_nothing(declaration) ? declaration : pattern_of(declaration));
}

static bool names_own(ast *t, CXType type, int depth)
{
    CXCursor class = class_of(type);
    if (!cx_is_nothing(class) && !cx_is_in_system_header(t, class))
        return true;
    const int count = depth < 8 ? clang_Type_getNumTemplateArguments(clang_getCanonicalType(type)) : 0;
    for (int i = 0; i < count; i++)
        if (names_own(t, clang_Type_getTemplateArgumentAsType(clang_getCanonicalType(type), (unsigned)i), depth + 1))
            return true;
    return false;
}

bool ast_type_names_own(ast *t, ast_node n) { return names_own(t, cx_without_arrays(cx_type_of(n)->written), 0); }

ast_node ast_referenced(ast_node n) { return ast_is_null(n) ? n : cx_node_of(n.owner, cx_reference_of(n)->pattern); }

// The class that a type is, or that a pointer or a reference leads to.
static void add_class(ast *t, arena *a, CXType type, ast_nodes *to)
{
    type = clang_getCanonicalType(cx_without_arrays(clang_getCanonicalType(type)));
    bool is_pointer = false;
    for (; type.kind == CXType_Pointer || type.kind == CXType_LValueReference || type.kind == CXType_RValueReference;
         type = clang_getCanonicalType(cx_without_arrays(clang_getCanonicalType(clang_getPointeeType(type)))))
        is_pointer |= type.kind == CXType_Pointer;
    if (type.kind == CXType_Record && !(is_pointer && cx_is_in_system_header(t, clang_getTypeDeclaration(type)))) // float3 *
        *ARENA_PUSH(a, to) = cx_node_of(t, clang_getTypeDeclaration(type));
}

static bool may_be_instance(CXCursor c)
{
    switch (c.kind) {
    case CXCursor_FunctionDecl: case CXCursor_CXXMethod: case CXCursor_Constructor: case CXCursor_Destructor: case CXCursor_ConversionFunction:
    case CXCursor_StructDecl: case CXCursor_ClassDecl: case CXCursor_UnionDecl: return true;
    default: return false;
    }
}

ast_nodes ast_made_for(arena *a, ast_node n, bool by_type)
{
    ast_nodes classes = {0};
    CXCursor c = by_type ? clang_getTypeDeclaration(clang_getCanonicalType(cx_without_arrays(cx_canonical_of(n)))) : cx_reference_of(n)->referenced;
    for (; may_be_instance(c); c = clang_getCursorSemanticParent(c)) {
        if (cx_is_nothing(clang_getSpecializedCursorTemplate(c)))
            continue;
        const CXType type = clang_getCursorType(c);
        for (int i = 0, count = clang_Cursor_getNumTemplateArguments(c); i < count; i++)
            if (clang_Cursor_getTemplateArgumentKind(c, (unsigned)i) == CXTemplateArgumentKind_Type)
                add_class(n.owner, a, clang_Cursor_getTemplateArgumentType(c, (unsigned)i), &classes);
        for (int i = 0, count = clang_Type_getNumTemplateArguments(type); i < count; i++)
            add_class(n.owner, a, clang_Type_getTemplateArgumentAsType(type, (unsigned)i), &classes);
        for (int i = 0, count = clang_getNumArgTypes(type); i < count; i++) // what a pack holds
            add_class(n.owner, a, clang_getArgType(type, (unsigned)i), &classes);
    }
    return classes;
}

ast_nodes ast_candidates(arena *a, ast_node overloaded_reference)
{
    ast_nodes nodes = {0};
    CXCursor c = cx_cursor_of(overloaded_reference);
    unsigned count = clang_getNumOverloadedDecls(c);
    for (unsigned i = 0; i < count; i++)
        *ARENA_PUSH(a, &nodes) = cx_node_of(overloaded_reference.owner, clang_getOverloadedDecl(c, i));
    return nodes;
}

ast_node ast_definition(ast_node n) { return cx_node_of(n.owner, clang_getCursorDefinition(cx_cursor_of(n))); }
ast_node ast_specialised(ast_node n) { return cx_node_of(n.owner, clang_getSpecializedCursorTemplate(cx_cursor_of(n))); }

bool ast_is_class_template(ast_node n)
{
    const enum CXCursorKind kind = cx_cursor_of(n).kind;
    return kind == CXCursor_ClassTemplate || kind == CXCursor_ClassTemplatePartialSpecialization;
}

bool ast_is_inline(ast_node n) { return clang_Cursor_isFunctionInlined(cx_cursor_of(n)) != 0; }
bool ast_is_inline_namespace(ast_node n) { return clang_Cursor_isInlineNamespace(cx_cursor_of(n)) != 0; }
ast_node ast_semantic_parent(ast_node n) { return cx_node_of(n.owner, clang_getCursorSemanticParent(cx_cursor_of(n))); }
ast_node ast_lexical_parent(ast_node n) { return cx_node_of(n.owner, clang_getCursorLexicalParent(cx_cursor_of(n))); }
