// The façade over libclang: what nodes are and what they refer to (ast.h).
//
// In:  nodes. Out: nodes, names, answers.
// Invariant: an AST does not change: what libclang has said of a node is remembered.
#include "frontend/clang_parts.h"

#include <string.h>

ast_node ast_root(ast *t) { return node_of(t, clang_getTranslationUnitCursor(t->unit)); }
bool ast_equal(ast_node x, ast_node y) { return x.owner == y.owner && same_cursor(cursor_of(x), cursor_of(y)); }
size_t ast_identity(ast_node declaration) { return (size_t)cursor_of(declaration).data[0]; }

const char *ast_usr(arena *a, ast_node n) { return take_string(a, clang_getCursorUSR(cursor_of(n))); }

size_t place_among(const void *x, const void *y)
{
    const uintptr_t mixed = ((uintptr_t)x ^ (uintptr_t)y) >> 3;
    return (mixed ^ mixed >> 7) % REMEMBERED;
}

bool is_remembered(CXCursor x, CXCursor y)
{
    return x.kind == y.kind && x.data[0] == y.data[0] && x.data[1] == y.data[1] && x.xdata == y.xdata;
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
CXCursor pattern_of(CXCursor c)
{
    for (CXCursor pattern = c; !is_nothing(pattern);) {
        pattern = clang_getSpecializedCursorTemplate(pattern);
        if (!is_nothing(pattern) && (stands_at(c, pattern) || stands_at(c, clang_getCursorDefinition(pattern))))
            c = pattern;
    }
    return c;
}

static CXCursor remembered_pattern_of(ast *t, CXCursor c)
{
    remembered_pattern *r = &t->patterns[place_among(c.data[0], c.data[1])];
    if (!is_remembered(r->of, c))
        *r = (remembered_pattern){c, pattern_of(c)};
    return r->pattern;
}

const remembered_reference *reference_of(ast_node n)
{
    const CXCursor c = cursor_of(n);
    remembered_reference *r = &n.owner->references[place_among(c.data[0], c.data[1])];
    if (!is_remembered(r->of, c)) {
        const CXCursor referenced = clang_getCursorReferenced(c);
        *r = (remembered_reference){c, referenced, remembered_pattern_of(n.owner, referenced)};
    }
    return r;
}

// What names a declaration has its name, and the same few are named again and again.
const char *ast_name(arena *a, ast_node n)
{
    CXCursor c = cursor_of(n);
    if (c.kind == CXCursor_DeclRefExpr || c.kind == CXCursor_MemberRefExpr || c.kind == CXCursor_CallExpr)
        c = reference_of(n)->referenced;
    if (!is_declaration_kind(c.kind))
        return take_string(a, clang_getCursorSpelling(cursor_of(n)));
    remembered_name *r = &n.owner->names[place_among(c.data[0], NULL)];
    if (r->declaration != c.data[0])
        *r = (remembered_name){c.data[0], take_string(n.owner->arena, clang_getCursorSpelling(c))};
    return r->name;
}

bool ast_passes_on(ast_node n)
{
    enum CXCursorKind kind = cursor_of(n).kind;
    return kind == CXCursor_ParenExpr || kind == CXCursor_ConditionalOperator;
}

#if CINDEX_VERSION_MINOR >= 64
const char *ast_operator(ast *t, arena *a, ast_node n)
{
    (void)a;
    CXCursor c = cursor_of(n);
    if (c.kind == CXCursor_ArraySubscriptExpr)
        return "[]";
    if (c.kind == CXCursor_UnaryOperator) {
        const enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(c);
        const char **known = &t->operators[0][(unsigned)kind % 64];
        if (!*known)
            *known = take_string(t->arena, clang_getUnaryOperatorKindSpelling(kind));
        return *known;
    }
    if (c.kind == CXCursor_BinaryOperator || c.kind == CXCursor_CompoundAssignOperator) {
        const enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(c);
        const char **known = &t->operators[1][(unsigned)kind % 64];
        if (!*known)
            *known = take_string(t->arena, clang_getBinaryOperatorKindSpelling(kind));
        return *known;
    }
    return "";
}
#else
// libclang 16 has no question for it: the operator stands in front of the operand, behind it, or between two.
const char *ast_operator(ast *t, arena *a, ast_node n)
{
    CXCursor c = cursor_of(n);
    if (c.kind == CXCursor_ArraySubscriptExpr)
        return "[]";
    bool binary = c.kind == CXCursor_BinaryOperator || c.kind == CXCursor_CompoundAssignOperator;
    if (!binary && c.kind != CXCursor_UnaryOperator)
        return ""; // most nodes
    ast_nodes operands = ast_children(a, n);
    if (operands.count != (binary ? 2u : 1u))
        return "";
    ast_range whole = ast_extent(t, n), first = ast_extent(t, operands.items[0]);
    ast_range second = binary ? ast_extent(t, operands.items[1]) : (ast_range){.file = whole.file, .begin = whole.end};
    bool prefix = !binary && first.begin > whole.begin;
    size_t begin = prefix ? whole.begin : first.end, end = prefix ? first.begin : second.begin;
    if (whole.file < 0 || first.file != whole.file || second.file != whole.file || begin > end)
        return "";
    const char *bytes = t->files.items[whole.file].text->bytes;
    char word[4] = "";
    for (size_t i = begin, length = 0; i < end && length < 3; i++)
        if (strchr("=!<>+-*/%&|^~", bytes[i]))
            word[length++] = bytes[i];
    return arena_string(a, word);
}
#endif

ast_node ast_referenced(ast_node n) { return ast_is_null(n) ? n : node_of(n.owner, reference_of(n)->pattern); }

ast_nodes ast_candidates(arena *a, ast_node overloaded_reference)
{
    ast_nodes nodes = {0};
    CXCursor c = cursor_of(overloaded_reference);
    unsigned count = clang_getNumOverloadedDecls(c);
    for (unsigned i = 0; i < count; i++)
        *ARENA_PUSH(a, &nodes) = node_of(overloaded_reference.owner, clang_getOverloadedDecl(c, i));
    return nodes;
}

ast_node ast_definition(ast_node n) { return node_of(n.owner, clang_getCursorDefinition(cursor_of(n))); }
ast_node ast_specialised(ast_node n) { return node_of(n.owner, clang_getSpecializedCursorTemplate(cursor_of(n))); }
bool ast_is_class_template(ast_node n)
{
    const enum CXCursorKind kind = cursor_of(n).kind;
    return kind == CXCursor_ClassTemplate || kind == CXCursor_ClassTemplatePartialSpecialization;
}

ast_node ast_semantic_parent(ast_node n) { return node_of(n.owner, clang_getCursorSemanticParent(cursor_of(n))); }
ast_node ast_lexical_parent(ast_node n) { return node_of(n.owner, clang_getCursorLexicalParent(cursor_of(n))); }

bool ast_is_zero(ast_node n)
{
    CXEvalResult value = clang_Cursor_Evaluate(cursor_of(n));
    if (!value)
        return false;
    const bool is_zero = clang_EvalResult_getKind(value) == CXEval_Int && clang_EvalResult_getAsInt(value) == 0;
    clang_EvalResult_dispose(value);
    return is_zero;
}

bool ast_is_for(ast_node n) { return cursor_of(n).kind == CXCursor_ForStmt; }
bool ast_is_range_for(ast_node n) { return cursor_of(n).kind == CXCursor_CXXForRangeStmt; }
bool ast_is_choice(ast_node n) { return cursor_of(n).kind == CXCursor_ConditionalOperator; }
bool ast_is_delete(ast_node n) { return cursor_of(n).kind == CXCursor_CXXDeleteExpr; }

ast_nodes ast_loop_condition(ast *t, arena *a, ast_node loop)
{
    ast_nodes out = {0}, parts = ast_children(a, loop);
    enum CXCursorKind k = cursor_of(loop).kind;
    if (k == CXCursor_DoStmt && parts.count)
        *ARENA_PUSH(a, &out) = parts.items[parts.count - 1];
    for (size_t i = 0; k == CXCursor_WhileStmt && i + 1 < parts.count; i++)
        *ARENA_PUSH(a, &out) = parts.items[i];
    ast_node condition = k == CXCursor_ForStmt ? ast_for_condition(t, a, loop, parts) : (ast_node){0};
    if (!ast_is_null(condition))
        *ARENA_PUSH(a, &out) = condition;
    return out;
}

bool ast_is_declaration(ast_node n) { return clang_isDeclaration(cursor_of(n).kind) != 0; }
bool ast_is_definition(ast_node n) { return clang_isCursorDefinition(cursor_of(n)) != 0; }
bool ast_is_virtual(ast_node n) { return clang_CXXMethod_isVirtual(cursor_of(n)) != 0; }
bool ast_is_dynamic_call(ast_node n) { return clang_Cursor_isDynamicCall(cursor_of(n)) != 0; }
bool ast_needs_no_body(ast_node n)
{
    CXCursor c = cursor_of(n);
    return clang_CXXMethod_isDefaulted(c) || clang_CXXMethod_isDeleted(c) || clang_CXXMethod_isPureVirtual(c);
}

bool ast_is_defaulted(ast_node n) { return clang_CXXMethod_isDefaulted(cursor_of(n)) != 0; }
bool ast_is_bit_field(ast_node n) { return clang_Cursor_isBitField(cursor_of(n)) != 0; }
bool ast_is_mutable(ast_node n) { return clang_CXXField_isMutable(cursor_of(n)) != 0; }
bool ast_is_static_member(ast_node n) { return clang_CXXMethod_isStatic(cursor_of(n)) != 0; }
bool ast_outlives_block(ast_node n)
{
    const CXCursor c = cursor_of(n);
    return ast_is_static_storage(n) || clang_Cursor_getStorageClass(c) == CX_SC_Extern || clang_getCursorTLSKind(c) != CXTLS_None;
}

bool ast_is_static_storage(ast_node n) { return clang_Cursor_getStorageClass(cursor_of(n)) == CX_SC_Static; }

bool ast_is_variadic_parameter_pack(ast_node n)
{
    // libclang has no question for it: the pack's dots stand in front of the name, or last.
    CXCursor c = cursor_of(n);
    CXTranslationUnit unit = clang_Cursor_getTranslationUnit(c);
    CXString name = clang_getCursorSpelling(c);
    CXToken *tokens = NULL;
    unsigned count = 0;
    bool dots = false, pack = false; // dots: they come before this token
    clang_tokenize(unit, clang_getCursorExtent(c), &tokens, &count);
    for (unsigned i = 0; i < count && !pack; i++) {
        CXString s = clang_getTokenSpelling(unit, tokens[i]);
        const char *bytes = clang_getCString(s), *own = clang_getCString(name);
        const bool are_dots = bytes && strcmp(bytes, "...") == 0;
        pack = (dots && bytes && own && *own && strcmp(bytes, own) == 0) || (are_dots && i + 1 == count);
        dots = are_dots;
        clang_disposeString(s);
    }
    clang_disposeString(name);
    if (tokens)
        clang_disposeTokens(unit, tokens, count);
    return pack;
}
