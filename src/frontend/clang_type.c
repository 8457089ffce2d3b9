// The façade over libclang: types (ast.h).
//
// In:  nodes that have types. Out: answers, and the declarations of types.
// Invariant: what a template leaves open is never said to be harmless.
#include "frontend/clang_parts.h"

static CXType without_arrays(CXType t)
{
    for (CXType element = clang_getArrayElementType(t); element.kind != CXType_Invalid; element = clang_getArrayElementType(t))
        t = element;
    return t;
}

static bool is_builtin(CXType t) { return t.kind >= CXType_FirstBuiltin && t.kind <= CXType_LastBuiltin; }

// It, or what it points to.
static bool is_volatile(CXType t)
{
    if (t.kind == CXType_Invalid || is_builtin(t)) // most are: neither arrays nor pointers
        return clang_isVolatileQualifiedType(t);
    if (clang_isVolatileQualifiedType(t)) // an array, too: the canonical one has its elements' qualifiers
        return true;
    t = without_arrays(t);
    CXType pointee = clang_getPointeeType(t);
    return clang_isVolatileQualifiedType(t) ||
           (pointee.kind != CXType_Invalid && clang_isVolatileQualifiedType(without_arrays(pointee)));
}

static const type_facts *facts_of(ast *t, CXType type)
{
    const size_t at = place_among(type.data[0], NULL);
    type_facts *f = &t->canonical_types[at].facts;
    if (t->canonical_types[at].type != type.data[0] || !f->is_known) {
        const CXType canonical = clang_getCanonicalType(type);
        t->canonical_types[at].type = type.data[0];
        *f = (type_facts){canonical, true, clang_getArrayElementType(canonical).kind != CXType_Invalid, is_volatile(canonical)};
    }
    return f;
}

static const remembered_type *type_of(ast_node n)
{
    static const remembered_type none;
    const CXCursor c = cursor_of(n);
    if (ast_is_null(n))
        return &none;
    remembered_type *r = &n.owner->types[place_among(c.data[0], c.data[1])];
    if (!is_remembered(r->of, c)) {
        const CXType written = clang_getCursorType(c);
        *r = (remembered_type){c, written, *facts_of(n.owner, written)};
    }
    return r;
}

static CXType canonical_of(ast_node n) { return type_of(n)->facts.canonical; }

const char *ast_type_spelling(arena *a, ast_node n) { return take_string(a, clang_getTypeSpelling(type_of(n)->written)); }

const char *ast_type_behind_names(arena *a, ast_node n)
{
    return take_string(a, clang_getTypeSpelling(canonical_of(n)));
}

bool ast_type_is_class(ast_node n)
{
    CXType t = canonical_of(n);
    return t.kind == CXType_Record || t.kind == CXType_Unexposed || t.kind == CXType_Dependent || t.kind == CXType_Auto;
}

static bool copies_plainly(CXType t, int depth);

// Bases, members, and special functions that are written: does one of them run code?
static enum CXChildVisitResult on_member(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    int *depth = data; // -1: yes
    enum CXCursorKind kind = clang_getCursorKind(c);
    bool runs = clang_CXXMethod_isVirtual(c) != 0;
    if (kind == CXCursor_CXXBaseSpecifier || kind == CXCursor_FieldDecl)
        runs = !copies_plainly(clang_getCursorType(c), *depth + 1);
    else if (kind == CXCursor_Destructor || kind == CXCursor_FunctionTemplate ||
             (kind == CXCursor_Constructor && (clang_CXXConstructor_isCopyConstructor(c) || clang_CXXConstructor_isMoveConstructor(c))))
        runs = !clang_CXXMethod_isDefaulted(c) && (kind != CXCursor_FunctionTemplate ||
                                                   clang_getTemplateCursorKind(c) == CXCursor_Constructor);
    if (!runs)
        return CXChildVisit_Continue;
    *depth = -1;
    return CXChildVisit_Break;
}

static bool copies_plainly(CXType t, int depth)
{
    t = clang_getCanonicalType(without_arrays(clang_getCanonicalType(t)));
    if (t.kind != CXType_Record)
        return t.kind != CXType_Unexposed && t.kind != CXType_Dependent && t.kind != CXType_Auto && t.kind != CXType_Invalid;
    CXCursor declaration = clang_getTypeDeclaration(t);
    if (depth > 32 || !is_nothing(clang_getSpecializedCursorTemplate(declaration)))
        return clang_isPODType(t) != 0;
    clang_visitChildren(declaration, on_member, &depth);
    return depth >= 0;
}

bool ast_type_copies_plainly(ast_node n) { return copies_plainly(type_of(n)->written, 0); }

// Its type, or that of its elements, where that is an array.
static CXType element_of(ast_node n) { return clang_getCanonicalType(without_arrays(canonical_of(n))); }

typedef struct record_forms {
    bool constructs, by_default; // has constructors, one without arguments that does nothing
    bool has_more;               // than members that are numbers, pointers or such records, and that may all get another value
    int depth;
} record_forms;

static bool record_can_wait(CXType t, int depth);

// `int x = 3;` in a class: a literal that is neither the size of an array nor the width of a bit field.
static enum CXChildVisitResult on_initialiser(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    *(bool *)data |= clang_isExpression(clang_getCursorKind(c)) != 0;
    return CXChildVisit_Continue;
}

static enum CXChildVisitResult on_form(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    record_forms *f = data;
    const enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind == CXCursor_Constructor) {
        f->constructs = true;
        f->by_default |= clang_CXXConstructor_isDefaultConstructor(c) && clang_CXXMethod_isDefaulted(c);
    } else if (kind == CXCursor_CXXBaseSpecifier) {
        f->has_more = true;
    } else if (kind == CXCursor_FieldDecl) {
        const CXType t = clang_getCanonicalType(clang_getCursorType(c)), element = clang_getCanonicalType(without_arrays(t));
        bool has_value = false;
        if (t.kind == element.kind && !clang_Cursor_isBitField(c))
            clang_visitChildren(c, on_initialiser, &has_value);
        f->has_more |= has_value || clang_isConstQualifiedType(element) || element.kind == CXType_LValueReference ||
                       element.kind == CXType_RValueReference || (element.kind == CXType_Record && !record_can_wait(element, f->depth + 1));
    }
    return CXChildVisit_Continue;
}

// No constructor or initialiser runs where it is declared, and a copy of its bytes is a copy of it.
static bool record_can_wait(CXType t, int depth)
{
    const CXCursor declaration = clang_getTypeDeclaration(t);
    const bool is_pod = clang_isPODType(t) != 0;
    if (depth > 16 || (!is_pod && !is_nothing(clang_getSpecializedCursorTemplate(declaration))))
        return false;
    record_forms forms = {.depth = depth};
    clang_visitChildren(declaration, on_form, &forms);
    return !forms.has_more && (is_pod || (copies_plainly(t, 0) && forms.constructs && forms.by_default));
}

bool ast_type_can_wait(ast_node n)
{
    enum { alignment_at_most = 16 }; // PT_LIVE_ALIGNMENT
    const CXType t = element_of(n);
    if (t.kind == CXType_LValueReference || t.kind == CXType_RValueReference || t.kind == CXType_VariableArray ||
        clang_Type_getAlignOf(t) > alignment_at_most)
        return false;
    return t.kind == CXType_Record ? record_can_wait(t, 0) : copies_plainly(t, 0);
}

bool ast_type_elements_are_const(ast_node n) { return clang_isConstQualifiedType(element_of(n)) != 0; }

bool ast_type_holds_numbers(ast_node n)
{
    const CXType t = element_of(n);
    return (t.kind >= CXType_FirstBuiltin && t.kind <= CXType_LastBuiltin && t.kind != CXType_Dependent) || t.kind == CXType_Enum;
}

static bool keeps_no_address(CXType t, int depth);

static enum CXChildVisitResult note_base(CXCursor cursor, CXCursor parent, CXClientData has_bases)
{
    (void)parent;
    *(bool *)has_bases |= clang_getCursorKind(cursor) == CXCursor_CXXBaseSpecifier;
    return CXChildVisit_Continue;
}

typedef struct address_search {
    int depth;
    bool found;
} address_search;

static enum CXVisitorResult look_at_field(CXCursor field, CXClientData data)
{
    address_search *search = data; // what visitFields returns does not tell whether it was stopped
    search->found |= !keeps_no_address(clang_getCursorType(field), search->depth);
    return search->found ? CXVisit_Break : CXVisit_Continue;
}

static bool keeps_no_address(CXType t, int depth)
{
    t = clang_getCanonicalType(t);
    while (t.kind == CXType_ConstantArray)
        t = clang_getCanonicalType(clang_getArrayElementType(t));
    if (t.kind == CXType_Record && depth < 8) {
        address_search search = {depth + 1, false};
        clang_visitChildren(clang_getTypeDeclaration(t), note_base, &search.found);
        clang_Type_visitFields(t, look_at_field, &search);
        return !search.found;
    }
    return (t.kind >= CXType_FirstBuiltin && t.kind <= CXType_LastBuiltin && t.kind != CXType_Dependent) || t.kind == CXType_Enum;
}

bool ast_type_keeps_no_address(ast_node n) { return keeps_no_address(clang_getCursorType(cursor_of(n)), 0); }

bool ast_type_has_no_size(ast_node n)
{
    CXType t = canonical_of(n);
    while (t.kind == CXType_ConstantArray || t.kind == CXType_DependentSizedArray)
        t = clang_getCanonicalType(clang_getArrayElementType(t));
    return t.kind == CXType_IncompleteArray || t.kind == CXType_VariableArray;
}

bool ast_type_is_scalar(ast_node n)
{
    CXType t = canonical_of(n);
    return (t.kind >= CXType_FirstBuiltin && t.kind <= CXType_LastBuiltin && t.kind != CXType_Dependent && t.kind != CXType_Void) ||
           t.kind == CXType_Pointer || t.kind == CXType_Enum;
}

bool ast_type_is_fixed(ast_node n)
{
    const CXType t = canonical_of(n);
    return clang_isConstQualifiedType(t) || clang_isVolatileQualifiedType(t);
}

bool ast_type_is_unsigned_word(ast_node n)
{
    return canonical_of(n).kind == CXType_UInt;
}

bool ast_type_is_open(ast_node n)
{
    CXType t = canonical_of(n);
    return t.kind == CXType_Unexposed || t.kind == CXType_Dependent;
}

bool ast_type_elements_are_open(ast_node n)
{
    const CXType t = element_of(n);
    return t.kind == CXType_Unexposed || t.kind == CXType_Dependent;
}

bool ast_type_value_is_open(ast_node n)
{
    CXType t = canonical_of(n);
    if (t.kind == CXType_LValueReference || t.kind == CXType_RValueReference)
        t = clang_getCanonicalType(clang_getPointeeType(t));
    t = clang_getCanonicalType(without_arrays(t));
    return t.kind == CXType_Unexposed || t.kind == CXType_Dependent;
}

bool ast_type_is_array_or_function_pointer(ast_node n)
{
    CXType t = type_of(n)->written;
    switch (t.kind) {
    case CXType_ConstantArray: case CXType_IncompleteArray: case CXType_VariableArray:
    case CXType_DependentSizedArray: case CXType_MemberPointer: return true;
    default: break;
    }
    while (t.kind == CXType_Pointer || t.kind == CXType_LValueReference || t.kind == CXType_RValueReference)
        t = clang_getPointeeType(t);
    return t.kind == CXType_FunctionProto || t.kind == CXType_FunctionNoProto || t.kind == CXType_ConstantArray ||
           t.kind == CXType_IncompleteArray || t.kind == CXType_DependentSizedArray;
}

bool ast_type_is_const(ast_node n) { return clang_isConstQualifiedType(type_of(n)->written) != 0; }

bool ast_type_is_volatile(ast_node n) { return type_of(n)->facts.is_volatile; }

// A parameter that is written as an array is a pointer; libclang gives it the type as it is written.
bool ast_type_is_array(ast_node n)
{
    const CXCursor c = cursor_of(n), declared = c.kind == CXCursor_DeclRefExpr ? reference_of(n)->referenced : c;
    if (declared.kind == CXCursor_ParmDecl) {
        const enum CXTypeKind kind = canonical_of(node_of(n.owner, declared)).kind;
        if (kind != CXType_LValueReference && kind != CXType_RValueReference)
            return false;
    }
    return type_of(n)->facts.is_array;
}

static CXCursor class_of(CXType t)
{
    t = clang_getCanonicalType(t);
    t = clang_getCanonicalType(without_arrays(t));
    if (t.kind != CXType_Record)
        return clang_getNullCursor();
    CXCursor pattern = pattern_of(clang_getTypeDeclaration(t));
    CXCursor definition = clang_getCursorDefinition(pattern);
    return is_nothing(definition) ? pattern : definition;
}

ast_node ast_type_declaration(ast_node n) { return node_of(n.owner, class_of(type_of(n)->facts.canonical)); }

ast_node ast_pointee_declaration(ast_node n)
{
    return node_of(n.owner, class_of(clang_getPointeeType(canonical_of(n))));
}

ast_node ast_type_template(ast_node n)
{
    const CXCursor declaration = clang_getTypeDeclaration(without_arrays(type_of(n)->written));
    return node_of(n.owner, is_nothing(declaration) ? declaration : pattern_of(declaration));
}

static bool names_own(ast *t, CXType type, int depth)
{
    CXCursor class = class_of(type);
    if (!is_nothing(class) && !is_in_system_header(t, class))
        return true;
    const int count = depth < 8 ? clang_Type_getNumTemplateArguments(clang_getCanonicalType(type)) : 0;
    for (int i = 0; i < count; i++)
        if (names_own(t, clang_Type_getTemplateArgumentAsType(clang_getCanonicalType(type), (unsigned)i), depth + 1))
            return true;
    return false;
}

bool ast_type_names_own(ast *t, ast_node n) { return names_own(t, without_arrays(type_of(n)->written), 0); }

size_t ast_type_bytes(ast_node n)
{
    const CXType type = type_of(n)->written;
    const bool is_array = type.kind == CXType_ConstantArray || type.kind == CXType_IncompleteArray || type.kind == CXType_DependentSizedArray;
    if (is_array && cursor_of(n).kind == CXCursor_ParmDecl) // a pointer is passed
        return sizeof(void *);
    long long size = clang_Type_getSizeOf(type);
    return size > 0 ? (size_t)size : 0;
}

bool ast_type_is_restrict(ast_node n) { return clang_isRestrictQualifiedType(type_of(n)->written) != 0; }

bool ast_type_is_reference(ast_node declaration)
{
    const CXType t = canonical_of(declaration);
    return t.kind == CXType_LValueReference || t.kind == CXType_RValueReference;
}
