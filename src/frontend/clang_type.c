// What a node's type is, without a look at a class's members: qualifiers, arrays, references, sizes, what is open.
//
// In:  a node. Out: yes or no, a number, a spelling.
// Invariant: what libclang says of a type is remembered by the node and by the type as it is written.
#include "frontend/clang_parts.h"

CXType cx_without_arrays(CXType t)
{
    for (CXType element = clang_getArrayElementType(t); element.kind != CXType_Invalid; element = clang_getArrayElementType(t))
        t = element;
    return t;
}

// It, or what it points to.
static bool is_volatile(CXType t)
{
    if (t.kind == CXType_Invalid || cx_is_builtin(t)) // most are: neither arrays nor pointers
        return clang_isVolatileQualifiedType(t);
    if (clang_isVolatileQualifiedType(t)) // an array, too: the canonical one has its elements' qualifiers
        return true;
    t = cx_without_arrays(t);
    CXType pointee = clang_getPointeeType(t);
    return clang_isVolatileQualifiedType(t) ||
           (pointee.kind != CXType_Invalid && clang_isVolatileQualifiedType(cx_without_arrays(pointee)));
}

static const type_facts *facts_of(ast *t, CXType type)
{
    const size_t at = cx_place_among(type.data[0], NULL);
    type_facts *f = &t->memory.canonical_types[at].facts;
    if (t->memory.canonical_types[at].type != type.data[0] || !f->is_known) {
        const CXType canonical = clang_getCanonicalType(type);
        t->memory.canonical_types[at].type = type.data[0];
        *f = (type_facts){canonical, true, clang_getArrayElementType(canonical).kind != CXType_Invalid, is_volatile(canonical)};
    }
    return f;
}

const remembered_type *cx_ask_type(ast_node n)
{
    static const remembered_type none;
    if (ast_is_null(n))
        return &none;
    const CXCursor c = cx_cursor_of(n);
    const CXType written = clang_getCursorType(c);
    remembered_type *r = &n.owner->memory.types[cx_place_among(c.data[0], c.data[1])];
    *r = (remembered_type){c, written, *facts_of(n.owner, written)};
    return r;
}

const char *ast_type_spelling(arena *a, ast_node n) { return cx_take_string(a, clang_getTypeSpelling(cx_type_of(n)->written)); }

const char *ast_type_behind_names(arena *a, ast_node n)
{
    return cx_take_string(a, clang_getTypeSpelling(cx_canonical_of(n)));
}

static bool is_class_or_open(CXType t)
{
    return t.kind == CXType_Record || cx_is_open(t) || t.kind == CXType_Auto;
}

// Of a reference, what it names.
static CXType value_type_of(ast_node n)
{
    const CXType t = cx_canonical_of(n);
    return cx_is_reference(t) ? clang_getCanonicalType(clang_getPointeeType(t)) : t;
}

bool ast_type_is_class(ast_node n) { return cx_is_open(cx_canonical_of(n)) ? cx_is_open_value(n) : is_class_or_open(cx_canonical_of(n)); }

bool ast_type_is_of_class(ast_node n)
{
    if (cx_is_open(cx_canonical_of(n)))
        return cx_is_open_value(n);
    CXType t = clang_getCanonicalType(cx_without_arrays(value_type_of(n)));
    while (t.kind == CXType_Pointer)
        t = clang_getCanonicalType(cx_without_arrays(clang_getCanonicalType(clang_getPointeeType(t))));
    return is_class_or_open(t);
}

CXType cx_element_of(ast_node n) { return clang_getCanonicalType(cx_without_arrays(cx_canonical_of(n))); }

bool ast_type_elements_are_const(ast_node n) { return clang_isConstQualifiedType(cx_element_of(n)) != 0; }

bool ast_type_holds_numbers(ast_node n) { return cx_is_number(cx_element_of(n)); }

bool ast_type_has_no_size(ast_node n)
{
    CXType t = cx_canonical_of(n);
    while (t.kind == CXType_ConstantArray || t.kind == CXType_DependentSizedArray)
        t = clang_getCanonicalType(clang_getArrayElementType(t));
    return t.kind == CXType_IncompleteArray || t.kind == CXType_VariableArray;
}

bool ast_type_is_scalar(ast_node n)
{
    CXType t = cx_canonical_of(n);
    return (cx_is_number(t) && t.kind != CXType_Void) || t.kind == CXType_Pointer || (cx_is_open(t) && !cx_is_open_value(n));
}

bool ast_type_is_fixed(ast_node n)
{
    const CXType t = cx_canonical_of(n);
    return clang_isConstQualifiedType(t) || clang_isVolatileQualifiedType(t);
}

bool ast_type_is_unsigned_word(ast_node n)
{
    return cx_canonical_of(n).kind == CXType_UInt;
}

// But one whose size is known only while the program runs.
static bool is_array(CXType t)
{
    return t.kind == CXType_ConstantArray || t.kind == CXType_IncompleteArray || t.kind == CXType_DependentSizedArray;
}

bool ast_type_is_open(ast_node n) { return cx_is_open_value(n); }
bool ast_result_is_open(ast_node function) { return cx_is_open(clang_getCanonicalType(clang_getCursorResultType(cx_cursor_of(function)))); }

bool ast_type_has_open_part(ast_node n)
{
    const CXType t = cx_canonical_of(n), element = cx_element_of(n);
    if (!is_array(t))
        return cx_is_open_value(n);
    return cx_is_open(element) || (element.kind == CXType_Record && clang_getArraySize(t) < 0); // libclang shows no constructor of those
}

bool ast_type_elements_are_open(ast_node n) { return cx_is_open(cx_element_of(n)); }
bool ast_type_value_is_open(ast_node n) { return cx_is_open(clang_getCanonicalType(cx_without_arrays(value_type_of(n)))); }

bool ast_type_is_array_or_function_pointer(ast_node n)
{
    CXType t = cx_type_of(n)->written;
    if (is_array(t) || t.kind == CXType_VariableArray || t.kind == CXType_MemberPointer)
        return true;
    while (t.kind == CXType_Pointer || cx_is_reference(t))
        t = clang_getPointeeType(t);
    return t.kind == CXType_FunctionProto || t.kind == CXType_FunctionNoProto || is_array(t);
}

bool ast_type_is_const(ast_node n) { return clang_isConstQualifiedType(cx_type_of(n)->written) != 0; }

bool ast_type_is_volatile(ast_node n) { return cx_type_of(n)->facts.is_volatile; }

// A parameter that is written as an array is a pointer; libclang gives it the type as it is written.
bool ast_type_is_array(ast_node n)
{
    const CXCursor c = cx_cursor_of(n), declared = c.kind == CXCursor_DeclRefExpr ? cx_reference_of(n)->referenced : c;
    if (declared.kind == CXCursor_ParmDecl && !cx_is_reference(cx_canonical_of(cx_node_of(n.owner, declared))))
        return false;
    return cx_type_of(n)->facts.is_array;
}

size_t ast_type_bytes(ast_node n)
{
    const CXType type = cx_type_of(n)->written;
    if (is_array(type) && cx_cursor_of(n).kind == CXCursor_ParmDecl) // a pointer is passed
        return sizeof(void *);
    long long size = clang_Type_getSizeOf(type);
    return size > 0 ? (size_t)size : 0;
}

// Whatever number of pointers leads there: is something const in front of the cast, and not behind it?
static bool loses_const(CXType from, CXType to)
{
    from = clang_getCanonicalType(from);
    to = clang_getCanonicalType(to);
    if (is_array(from))
        return loses_const(clang_getArrayElementType(from), clang_getPointeeType(to));
    if (from.kind != CXType_Pointer || to.kind != CXType_Pointer)
        return false;
    const CXType of = clang_getCanonicalType(clang_getPointeeType(from)), as = clang_getCanonicalType(clang_getPointeeType(to));
    return (clang_isConstQualifiedType(of) && !clang_isConstQualifiedType(as)) || loses_const(of, as);
}

// The type of (int &)r is int, and so is that of (int)r: the words tell, or the name of a type that they are.
static bool casts_to_reference(ast_node n, ast_nodes children)
{
    for (size_t i = 0; i + 1 < children.count; i++)
        if (cx_is_reference(cx_canonical_of(children.items[i])))
            return true;
    const char *const text = ast_text(n.owner, n.owner->arena, n);
    return *text == '(' && memchr(text, '&', strcspn(text, ")"));
}

// &x of (void *)&x, which libclang makes a void * first.
static ast_node behind_conversions(ast_node n)
{
    while (ast_is_implicit(n)) {
        const ast_nodes children = ast_children(n.owner->arena, n);
        if (children.count != 1)
            break;
        n = children.items[0];
    }
    return n;
}

ast_const_cast ast_casts_const_away(ast_node n)
{
    const ast_nodes children = ast_children(n.owner->arena, n);
    if (!children.count)
        return CASTS_NO_CONST;
    if (cx_cursor_of(n).kind == CXCursor_CXXConstCastExpr)
        return CASTS_REFERENCE;
    const ast_node of = children.items[children.count - 1];
    const CXType from = cx_canonical_of(of), to = cx_canonical_of(n), pointee = clang_getPointeeType(to);
    const bool may_be_pointer = cx_is_open(from) && to.kind == CXType_Pointer && !clang_isConstQualifiedType(clang_getCanonicalType(pointee));
    if (may_be_pointer || loses_const(cx_canonical_of(behind_conversions(of)), to))
        return CASTS_POINTER;
    const bool may_lose = cx_is_open(from) || (clang_isConstQualifiedType(from) && !ast_is_implicit(of));
    return may_lose && !clang_isConstQualifiedType(to) && casts_to_reference(n, children) ? CASTS_REFERENCE : CASTS_NO_CONST;
}

bool ast_type_is_restrict(ast_node n) { return clang_isRestrictQualifiedType(cx_type_of(n)->written) != 0; }

bool ast_type_is_reference(ast_node declaration) { return cx_is_reference(cx_canonical_of(declaration)); }
