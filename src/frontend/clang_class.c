// What a class is, asked through its members and bases: how it is copied, whether it can wait for its value, what it keeps and tells.
//
// In:  a node of that type. Out: yes or no; what hangs on a template's parameters is no.
// Invariant: a class is walked anew each time, by its definition where it has one; where it stands does not matter.
#include "frontend/clang_parts.h"

static bool copies_plainly(CXType t, int depth);

// Where its members stand: of a class that is declared first and defined later, newer libclangs give the first declaration.
static CXCursor members_of(CXType t)
{
    const CXCursor declaration = clang_getTypeDeclaration(t), definition = clang_getCursorDefinition(declaration);
    return cx_is_nothing(definition) ? declaration : definition;
}

static bool may_copy(CXCursor constructor)
{
    return constructor.kind == CXCursor_FunctionTemplate || clang_CXXConstructor_isCopyConstructor(constructor) ||
           clang_CXXConstructor_isMoveConstructor(constructor);
}

bool ast_may_copy(ast_node constructor) { return may_copy(cx_cursor_of(constructor)); }

// Bases, members, and special functions that are written: does one of them run code?
static enum CXChildVisitResult on_member(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    int *depth = data; // -1: yes
    enum CXCursorKind kind = c.kind;
    bool runs = clang_CXXMethod_isVirtual(c) != 0;
    if (kind == CXCursor_CXXBaseSpecifier || kind == CXCursor_FieldDecl)
        runs = !copies_plainly(clang_getCursorType(c), *depth + 1);
    else if (kind == CXCursor_Destructor || kind == CXCursor_FunctionTemplate ||
             (kind == CXCursor_Constructor && may_copy(c)))
        runs = !clang_CXXMethod_isDefaulted(c) && (kind != CXCursor_FunctionTemplate ||
                                                   clang_getTemplateCursorKind(c) == CXCursor_Constructor);
    if (!runs)
        return CXChildVisit_Continue;
    *depth = -1;
    return CXChildVisit_Break;
}

static bool copies_plainly(CXType t, int depth)
{
    t = clang_getCanonicalType(cx_without_arrays(clang_getCanonicalType(t)));
    if (t.kind != CXType_Record)
        return !cx_is_open(t) && t.kind != CXType_Auto && t.kind != CXType_Invalid;
    CXCursor declaration = members_of(t);
    if (depth > 32 || !cx_is_nothing(clang_getSpecializedCursorTemplate(declaration)))
        return clang_isPODType(t) != 0;
    clang_visitChildren(declaration, on_member, &depth);
    return depth >= 0;
}

bool ast_type_copies_plainly(ast_node n) { return copies_plainly(cx_type_of(n)->written, 0); }

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
    *(bool *)data |= clang_isExpression(c.kind) != 0;
    return CXChildVisit_Continue;
}

static enum CXChildVisitResult on_form(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    record_forms *f = data;
    const enum CXCursorKind kind = c.kind;
    if (kind == CXCursor_Constructor) {
        f->constructs = true;
        f->by_default |= clang_CXXConstructor_isDefaultConstructor(c) && clang_CXXMethod_isDefaulted(c);
    } else if (kind == CXCursor_CXXBaseSpecifier) {
        f->has_more = true;
    } else if (kind == CXCursor_FieldDecl) {
        const CXType t = clang_getCanonicalType(clang_getCursorType(c)), element = clang_getCanonicalType(cx_without_arrays(t));
        bool has_value = false;
        if (t.kind == element.kind && !clang_Cursor_isBitField(c))
            clang_visitChildren(c, on_initialiser, &has_value);
        f->has_more |= has_value || clang_isConstQualifiedType(element) || cx_is_reference(element) ||
                       (element.kind == CXType_Record && !record_can_wait(element, f->depth + 1));
    }
    return CXChildVisit_Continue;
}

// No constructor or initialiser runs where it is declared, and a copy of its bytes is a copy of it.
static bool record_can_wait(CXType t, int depth)
{
    const CXCursor declaration = members_of(t);
    const bool is_pod = clang_isPODType(t) != 0;
    if (depth > 16 || (!is_pod && !cx_is_nothing(clang_getSpecializedCursorTemplate(declaration))))
        return false;
    record_forms forms = {.depth = depth};
    clang_visitChildren(declaration, on_form, &forms);
    return !forms.has_more && (is_pod || (copies_plainly(t, 0) && forms.constructs && forms.by_default));
}

bool ast_type_can_wait(ast_node n)
{
    enum { alignment_at_most = 16 }; // PT_LIVE_ALIGNMENT
    const CXType t = cx_element_of(n);
    if (cx_is_reference(t) || t.kind == CXType_VariableArray || clang_Type_getAlignOf(t) > alignment_at_most)
        return false;
    return t.kind == CXType_Record ? record_can_wait(t, 0) : copies_plainly(t, 0);
}

static bool keeps_no_address(CXType t, int depth);

static enum CXChildVisitResult note_base(CXCursor cursor, CXCursor parent, CXClientData has_bases)
{
    (void)parent;
    *(bool *)has_bases |= cursor.kind == CXCursor_CXXBaseSpecifier;
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
        clang_visitChildren(members_of(t), note_base, &search.found);
        clang_Type_visitFields(t, look_at_field, &search);
        return !search.found;
    }
    return cx_is_number(t);
}

bool ast_type_keeps_no_address(ast_node n) { return keeps_no_address(clang_getCursorType(cx_cursor_of(n)), 0); }

bool ast_type_is_hidden(ast_node n)
{
    CXType t = cx_canonical_of(n);
    while (t.kind == CXType_Pointer || t.kind == CXType_ConstantArray)
        t = clang_getCanonicalType(t.kind == CXType_Pointer ? clang_getPointeeType(t) : clang_getArrayElementType(t));
    for (CXCursor c = clang_getTypeDeclaration(t); !cx_is_nothing(c) && c.kind != CXCursor_TranslationUnit; c = clang_getCursorSemanticParent(c)) {
        const enum CX_CXXAccessSpecifier access = clang_getCXXAccessSpecifier(c);
        if (access == CX_CXXPrivate || access == CX_CXXProtected)
            return true;
    }
    return false;
}

typedef struct method_search {
    CXCursor of_others; // a function that is not for constants
    bool found;
    int depth; // of parts in parts
} method_search;

static bool is_method(CXCursor c) { return c.kind == CXCursor_CXXMethod || c.kind == CXCursor_FunctionTemplate; }

static enum CXChildVisitResult find_same_for_constants(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    method_search *search = data;
    if (is_method(c) && clang_CXXMethod_isConst(c)) {
        const CXString one = clang_getCursorSpelling(c), other = clang_getCursorSpelling(search->of_others);
        search->found |= strcmp(clang_getCString(one), clang_getCString(other)) == 0;
        clang_disposeString(one);
        clang_disposeString(other);
    }
    return search->found ? CXChildVisit_Break : CXChildVisit_Continue;
}

static bool tells_constants(CXType t, int depth);

static enum CXChildVisitResult find_two_of_a_name(CXCursor c, CXCursor parent, CXClientData data)
{
    method_search *all = data, search = {.of_others = c};
    if (is_method(c) && !clang_CXXMethod_isConst(c) && !clang_CXXMethod_isStatic(c))
        clang_visitChildren(parent, find_same_for_constants, &search);
    else if (c.kind == CXCursor_CXXBaseSpecifier) // one that a template leaves open may be any
        search.found = cx_is_open(clang_getCanonicalType(clang_getCursorType(c))) || tells_constants(clang_getCursorType(c), all->depth + 1);
    all->found |= search.found;
    return all->found ? CXChildVisit_Break : CXChildVisit_Continue;
}

// Of the class as it is made, where no type is open.
static enum CXVisitorResult find_in_field(CXCursor c, CXClientData data)
{
    method_search *all = data;
    all->found |= tells_constants(clang_getCursorType(c), all->depth + 1);
    return all->found ? CXVisit_Break : CXVisit_Continue;
}

static bool tells_constants(CXType t, int depth)
{
    t = clang_getCanonicalType(cx_without_arrays(clang_getCanonicalType(t)));
    if (t.kind != CXType_Record || depth > 8)
        return t.kind == CXType_Record;
    const CXCursor record = members_of(t), of_template = clang_getSpecializedCursorTemplate(record);
    method_search all = {.depth = depth};
    clang_visitChildren(cx_is_nothing(of_template) ? record : of_template, find_two_of_a_name, &all);
    if (!all.found)
        clang_Type_visitFields(t, find_in_field, &all);
    return all.found;
}

bool ast_type_tells_constants(ast_node n) { return tells_constants(cx_canonical_of(n), 0); }
