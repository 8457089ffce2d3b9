// What an expression is whose type libclang leaves open, where its parts tell: a number, whatever its template is made for.
//
// In:  an expression of an open type. Out: yes or no.
// Invariant: yes is said only of what no specialisation can make something else. A field of s<T> has the type that the class template
//      gives it as long as none of that name is specialised; libclang tells nothing of x.field there, not even which field it is.
#include "frontend/clang_parts.h"

// None of them has operators of the program's, as enumerations may have.
static bool is_plain_number(CXType t)
{
    t = clang_getCanonicalType(t);
    return t.kind >= CXType_Bool && t.kind <= CXType_LongDouble;
}

// ---- classes that a template is specialised for --------------------------------------------------------------------

static enum CXChildVisitResult note_specialised(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    ast *t = data;
    const bool is_foreign = cx_is_in_system_header(t, c); // it may specialise the program's, at its outermost
    switch (c.kind) {
    case CXCursor_ClassTemplatePartialSpecialization:
    case CXCursor_StructDecl:
    case CXCursor_ClassDecl:
    case CXCursor_UnionDecl:
        if (c.kind == CXCursor_ClassTemplatePartialSpecialization || !cx_is_nothing(clang_getSpecializedCursorTemplate(c)))
            map_put(&t->specialised.names, cx_take_string(t->arena, clang_getCursorSpelling(c)), 1);
        return is_foreign ? CXChildVisit_Continue : CXChildVisit_Recurse;
    case CXCursor_ClassTemplate: // template <> template <class U> struct s<int>::of {}
        if (!cx_is_nothing(clang_getSpecializedCursorTemplate(c)))
            map_put(&t->specialised.names, cx_take_string(t->arena, clang_getCursorSpelling(c)), 1);
        return is_foreign ? CXChildVisit_Continue : CXChildVisit_Recurse;
    case CXCursor_Namespace:
    case CXCursor_LinkageSpec:
    case CXCursor_UnexposedDecl: // extern "C", to older versions
        return CXChildVisit_Recurse;
    default:
        return CXChildVisit_Continue;
    }
}

// By its name alone, wherever another template of the name stands; of a library's own nothing is known.
static bool may_be_specialised(ast *t, CXCursor class)
{
    if (!t->specialised.are_known) {
        t->specialised.names = map_new(t->arena);
        clang_visitChildren(clang_getTranslationUnitCursor(t->unit), note_specialised, t);
        t->specialised.are_known = true;
    }
    return cx_is_in_system_header(t, class) || map_get(&t->specialised.names, cx_take_string(t->arena, clang_getCursorSpelling(class))) >= 0;
}

bool ast_may_be_specialised(ast_node class) { return may_be_specialised(class.owner, cx_cursor_of(class)); }

// ---- fields --------------------------------------------------------------------------------------------------------

typedef struct field_search {
    const char *name;
    CXType type;
} field_search;

static enum CXChildVisitResult find_field(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    field_search *search = data;
    if (c.kind != CXCursor_FieldDecl)
        return CXChildVisit_Continue;
    const CXString name = clang_getCursorSpelling(c);
    const bool is_found = strcmp(clang_getCString(name), search->name) == 0;
    clang_disposeString(name);
    if (is_found)
        search->type = clang_getCursorType(c);
    return is_found ? CXChildVisit_Break : CXChildVisit_Continue;
}

// p->name of an object is another one's, by its operator.
static bool is_arrow(ast_node member, const char *name)
{
    const char *const text = ast_text(member.owner, member.owner->arena, member);
    size_t end = strlen(text) > strlen(name) ? strlen(text) - strlen(name) : 0; // by a macro's name, perhaps
    while (end > 0 && strchr(" \t\r\n", text[end - 1]))
        end--;
    return end > 0 && text[end - 1] == '>';
}

// Of x.name or p->name, `x` of s<T>: as the template itself has it.
static CXType type_of_field(ast_node member)
{
    field_search search = {ast_member_name(member.owner, member.owner->arena, member), {.kind = CXType_Invalid}};
    const ast_nodes children = ast_children(member.owner->arena, member);
    if (children.count != 1 || !*search.name || cx_is_of_expansion(clang_getCursorLocation(cx_cursor_of(member)))) // whose text is not its name
        return search.type;
    CXType of = cx_canonical_of(children.items[0]);
    if ((of.kind == CXType_Pointer) != is_arrow(member, search.name))
        return search.type;
    if (of.kind == CXType_Pointer)
        of = clang_getCanonicalType(clang_getPointeeType(of));
    const CXCursor class = clang_getTypeDeclaration(of);
    if (class.kind == CXCursor_ClassTemplate && !may_be_specialised(member.owner, class)) {
        const CXCursor definition = clang_getCursorDefinition(class);
        clang_visitChildren(cx_is_nothing(definition) ? class : definition, find_field, &search);
    }
    return search.type;
}

// ---- expressions ---------------------------------------------------------------------------------------------------

static bool is_number(ast_node n);

static bool are_numbers(const ast_node *operands, size_t count)
{
    bool all = count > 0;
    for (size_t i = 0; i < count && all; i++)
        all = is_number(operands[i]);
    return all;
}

// Its elements are numbers, however many they are.
static bool is_array_of_numbers(ast_node n)
{
    CXType t = cx_canonical_of(n);
    if (cx_is_open(t) && cx_cursor_of(n).kind == CXCursor_MemberRefExpr)
        t = clang_getCanonicalType(type_of_field(n));
    const CXType element = t.kind == CXType_Pointer ? clang_getPointeeType(t) : clang_getArrayElementType(t);
    return element.kind != CXType_Invalid && is_plain_number(element);
}

static bool is_set_of_operators(ast *t, ast_node n)
{
    const ast_node set = ast_node_kind(n) == AST_REFERENCE ? ast_referenced(n) : n;
    return ast_node_kind(set) == AST_OVERLOADED_REFERENCE && cx_starts_with(ast_name(t->arena, set), "operator");
}

static bool is_number(ast_node n)
{
    const CXCursor c = cx_cursor_of(n);
    if (!cx_is_open(cx_canonical_of(n)))
        return is_plain_number(cx_canonical_of(n));
    const ast_nodes children = ast_children(n.owner->arena, n);
    switch (c.kind) {
    case CXCursor_ParenExpr:
    case CXCursor_ConditionalOperator:
    case CXCursor_BinaryOperator:
        return are_numbers(children.items, children.count);
    case CXCursor_UnaryOperator:
        return are_numbers(children.items, children.count) && !strchr("&?", *ast_operator(n.owner, n.owner->arena, n));
    case CXCursor_ArraySubscriptExpr:
        return children.count == 2 && is_array_of_numbers(children.items[0]) && is_number(children.items[1]);
    case CXCursor_MemberRefExpr:
        return is_plain_number(type_of_field(n));
    case CXCursor_CallExpr: // a + b, where operators of that name are in sight
        return children.count == 3 && is_set_of_operators(n.owner, children.items[1]) && is_number(children.items[0]) && is_number(children.items[2]);
    default:
        return false;
    }
}

bool ast_is_operator_of_numbers(ast_node call) { return cx_is_open(cx_canonical_of(call)) && is_number(call); }
bool cx_is_open_value(ast_node n) { return cx_is_open(cx_canonical_of(n)) && !(clang_isExpression(cx_cursor_of(n).kind) && is_number(n)); }
