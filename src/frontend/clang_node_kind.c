// What one node is: its operator, its value, which statement, how its declaration is written.
//
// In:  a node. Out: yes or no, an operator, a loop's condition, the printed text around it.
// Invariant: only the node itself and its children are looked at, and what it lies in for the printed text; types are clang_type.c's.
#include "frontend/clang_parts.h"

bool ast_passes_on(ast_node n)
{
    enum CXCursorKind kind = cx_cursor_of(n).kind;
    return kind == CXCursor_ParenExpr || kind == CXCursor_ConditionalOperator;
}

#if CINDEX_VERSION_MINOR >= 64
const char *ast_operator(ast *t, arena *a, ast_node n)
{
    (void)a; // libclang 16 needs it, below
    CXCursor c = cx_cursor_of(n);
    if (c.kind == CXCursor_ArraySubscriptExpr)
        return "[]";
    if (c.kind == CXCursor_UnaryOperator) {
        const enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(c);
        const char **known = &t->memory.operators[0][(unsigned)kind % 64];
        if (!*known)
            *known = cx_take_string(t->arena, clang_getUnaryOperatorKindSpelling(kind));
        return *known;
    }
    if (c.kind == CXCursor_BinaryOperator || c.kind == CXCursor_CompoundAssignOperator) {
        const enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(c);
        const char **known = &t->memory.operators[1][(unsigned)kind % 64];
        if (!*known)
            *known = cx_take_string(t->arena, clang_getBinaryOperatorKindSpelling(kind));
        return *known;
    }
    return "";
}
#else
// libclang 16 has no question for it: the operator stands in front of the operand, behind it, or between two. Of what comes out of a
// macro it does not tell where that stands: "?".
const char *ast_operator(ast *t, arena *a, ast_node n)
{
    CXCursor c = cx_cursor_of(n);
    if (c.kind == CXCursor_ArraySubscriptExpr)
        return "[]";
    bool binary = c.kind == CXCursor_BinaryOperator || c.kind == CXCursor_CompoundAssignOperator;
    if (!binary && c.kind != CXCursor_UnaryOperator)
        return ""; // most nodes
    ast_nodes operands = ast_children(a, n);
    if (operands.count != (binary ? 2u : 1u))
        return "?";
    ast_range whole = ast_extent(t, n), first = ast_extent(t, operands.items[0]);
    ast_range second = binary ? ast_extent(t, operands.items[1]) : (ast_range){.file = whole.file, .begin = whole.end};
    bool prefix = !binary && first.begin > whole.begin;
    size_t begin = prefix ? whole.begin : first.end, end = prefix ? first.begin : second.begin;
    if (whole.file < 0 || first.file != whole.file || second.file != whole.file || begin > end)
        return "?";
    const char *bytes = t->places.files.items[whole.file].text->bytes;
    char word[4] = "";
    const bool is_argument = cx_is_of_expansion(clang_getRangeStart(clang_getCursorExtent(c)));
    for (size_t i = begin, length = 0; i < end && length < 3; i++) {
        const char *const close = strncmp(bytes + i, "/*", 2) == 0   ? strstr(bytes + i, "*/")
                                  : strncmp(bytes + i, "//", 2) == 0 ? strchr(bytes + i, '\n')
                                                                     : NULL;
        if (close)
            i = (size_t)(close - bytes) + (bytes[i + 1] == '*');
        else if (strchr("=!<>+-*/%&|^~", bytes[i]) || (bytes[i] == ',' && !is_argument)) // there, it may stand between two
            word[length++] = bytes[i];
    }
    return *word ? arena_string(a, word) : "?";
}
#endif

static bool is_integer(ast_node n, long long *value)
{
    const CXEvalResult result = clang_Cursor_Evaluate(cx_cursor_of(n));
    if (!result)
        return false;
    const bool is_one = clang_EvalResult_getKind(result) == CXEval_Int;
    *value = is_one ? clang_EvalResult_getAsLongLong(result) : 0;
    clang_EvalResult_dispose(result);
    return is_one;
}

bool ast_is_zero(ast_node n)
{
    long long value;
    return is_integer(n, &value) && value == 0;
}

bool ast_is_other_than_zero(ast_node n)
{
    long long value;
    return is_integer(n, &value) && value != 0;
}

bool ast_is_for(ast_node n) { return cx_cursor_of(n).kind == CXCursor_ForStmt; }
bool ast_is_range_for(ast_node n) { return cx_cursor_of(n).kind == CXCursor_CXXForRangeStmt; }
bool ast_is_choice(ast_node n) { return cx_cursor_of(n).kind == CXCursor_ConditionalOperator; }
bool ast_is_new(ast_node n) { return cx_cursor_of(n).kind == CXCursor_CXXNewExpr; }
bool ast_is_delete(ast_node n) { return cx_cursor_of(n).kind == CXCursor_CXXDeleteExpr; }

ast_nodes ast_loop_condition(ast *t, arena *a, ast_node loop)
{
    ast_nodes out = {0}, parts = ast_children(a, loop);
    enum CXCursorKind k = cx_cursor_of(loop).kind;
    if (k == CXCursor_DoStmt && parts.count)
        *ARENA_PUSH(a, &out) = parts.items[parts.count - 1];
    for (size_t i = 0; k == CXCursor_WhileStmt && i + 1 < parts.count; i++)
        *ARENA_PUSH(a, &out) = parts.items[i];
    ast_node condition = k == CXCursor_ForStmt ? ast_for_condition(t, a, loop, parts) : (ast_node){0};
    if (!ast_is_null(condition))
        *ARENA_PUSH(a, &out) = condition;
    return out;
}

bool ast_is_declaration(ast_node n) { return clang_isDeclaration(cx_cursor_of(n).kind) != 0; }
bool ast_is_definition(ast_node n) { return clang_isCursorDefinition(cx_cursor_of(n)) != 0; }
bool ast_is_virtual(ast_node n) { return clang_CXXMethod_isVirtual(cx_cursor_of(n)) != 0; }
bool ast_is_dynamic_call(ast_node n) { return clang_Cursor_isDynamicCall(cx_cursor_of(n)) != 0; }

bool ast_needs_no_body(ast_node n)
{
    CXCursor c = cx_cursor_of(n);
    return clang_CXXMethod_isDefaulted(c) || clang_CXXMethod_isDeleted(c) || clang_CXXMethod_isPureVirtual(c);
}

bool ast_is_defaulted(ast_node n) { return clang_CXXMethod_isDefaulted(cx_cursor_of(n)) != 0; }
bool ast_is_bit_field(ast_node n) { return clang_Cursor_isBitField(cx_cursor_of(n)) != 0; }
bool ast_is_mutable(ast_node n) { return clang_CXXField_isMutable(cx_cursor_of(n)) != 0; }
bool ast_is_static_member(ast_node n) { return clang_CXXMethod_isStatic(cx_cursor_of(n)) != 0; }

bool ast_outlives_block(ast_node n)
{
    const CXCursor c = cx_cursor_of(n);
    return ast_is_static_storage(n) || clang_Cursor_getStorageClass(c) == CX_SC_Extern || clang_getCursorTLSKind(c) != CXTLS_None;
}

bool ast_is_static_storage(ast_node n) { return clang_Cursor_getStorageClass(cx_cursor_of(n)) == CX_SC_Static; }

bool ast_is_variadic_parameter_pack(ast_node n)
{
    // libclang has no question for it: the pack's dots stand in front of the name, or last.
    CXCursor c = cx_cursor_of(n);
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

// A statement's parent is the declaration that libclang came by last: a variable, or the parameter of a lambda in front of it.
static CXCursor outermost_function(CXCursor c)
{
    CXCursor function = clang_getNullCursor();
    for (c = clang_getCursorSemanticParent(c); !cx_is_nothing(c) && clang_isDeclaration(c.kind); c = clang_getCursorSemanticParent(c))
        if (c.kind == CXCursor_FunctionDecl || c.kind == CXCursor_CXXMethod || c.kind == CXCursor_Constructor ||
            c.kind == CXCursor_Destructor || c.kind == CXCursor_ConversionFunction || c.kind == CXCursor_FunctionTemplate)
            function = c;
    return function;
}

// Many statements of a function may be asked for in a row.
const char *ast_printed_around(ast *t, arena *a, ast_node statement)
{
    CXCursor around = outermost_function(cx_cursor_of(statement));
    if (!t->printed.text || !clang_equalCursors(around, t->printed.around)) {
        CXPrintingPolicy policy = clang_getCursorPrintingPolicy(around);
        t->printed.text = cx_take_string(a, clang_getCursorPrettyPrinted(around, policy));
        t->printed.around = around;
        clang_PrintingPolicy_dispose(policy);
    }
    return t->printed.text;
}
