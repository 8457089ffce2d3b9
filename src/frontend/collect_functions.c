// Collecting: which functions there are (collector.h).
//
// In:  a declaration's node. Out: its function's index in the plan, with what its name, type and attributes say.
// Invariant: one record for each function, whatever libclang calls it: a member of an instantiated class and its
// pattern are one, since they stand in one place.
#include "frontend/collector.h"
#include "frontend/intrinsics.h"

#include <string.h>

bool is_function_kind(ast_kind k)
{
    return k == AST_FUNCTION || k == AST_METHOD || k == AST_CONSTRUCTOR || k == AST_DESTRUCTOR ||
           k == AST_CONVERSION || k == AST_FUNCTION_TEMPLATE;
}

static function_form form_of(ast_node n, const char *name)
{
    ast_node parent = ast_semantic_parent(n);
    bool member = ast_node_kind(parent) == AST_CLASS;
    switch (ast_node_kind(n)) {
    case AST_CONSTRUCTOR: return FORM_CONSTRUCTOR;
    case AST_DESTRUCTOR: return FORM_DESTRUCTOR;
    case AST_CONVERSION: return FORM_CONVERSION;
    default: break;
    }
    if (strncmp(name, "operator", 8) == 0 && !(name[8] == '_' || (name[8] >= '0' && name[8] <= '9') ||
                                               (name[8] >= 'a' && name[8] <= 'z') || (name[8] >= 'A' && name[8] <= 'Z')))
        return strcmp(name, "operator()") == 0 ? FORM_CALL_OPERATOR : FORM_OPERATOR;
    if (member)
        return ast_is_static_member(n) ? FORM_STATIC_METHOD : FORM_METHOD;
    return FORM_FUNCTION;
}

void read_attributes(collector *c, function *f, ast_nodes children)
{
    for (size_t i = 0; i < children.count; i++)
        switch (ast_node_kind(children.items[i])) {
        case AST_ATTRIBUTE_GLOBAL: f->is_kernel = true; break;
        case AST_ATTRIBUTE_DEVICE: f->is_device = true; break;
        case AST_ATTRIBUTE_HOST: f->is_host = true; break;
        case AST_ATTRIBUTE_ANNOTATION: {
            const char *text = ast_name(c->arena, children.items[i]);
            f->annotated_block_index |= strcmp(text, "pt:reads-block-index") == 0;
            f->annotated_block_barrier |= strcmp(text, "pt:block-barrier") == 0;
            f->annotated_warp_sync |= strcmp(text, "pt:warp-sync") == 0;
            f->annotated_grid_barrier |= strcmp(text, "pt:grid-barrier") == 0;
            f->cluster_dims |= strcmp(text, "pt:cluster_dims") == 0;
            f->block_size |= strcmp(text, "pt:block_size") == 0;
            break;
        }
        default: break;
        }
}

// A member of an instantiated class has a name of its own, but its pattern's place. NULL: it has none in the text.
static const char *place_key(collector *c, ast_node n, ast_place at)
{
    if (at.file < 0 || at.in_macro)
        return NULL;
    // A conversion's name is its type, which the instance spells otherwise.
    const char *name = ast_node_kind(n) == AST_CONVERSION ? "operator" : ast_name(c->arena, n);
    return arena_format(c->arena, "@%d:%zu:%s", at.file, at.offset, name);
}

// The namespaces and classes that it stands in, as they are written in front of it: "a::b::".
static const char *find_name_scope(collector *c, ast_node n, function *f)
{
    const char *scope = "";
    for (ast_node up = ast_semantic_parent(n); !ast_is_null(up); up = ast_semantic_parent(up)) {
        const ast_kind kind = ast_node_kind(up);
        if (kind != AST_NAMESPACE && kind != AST_CLASS)
            break;
        const char *name = ast_name(c->arena, up);
        f->is_in_nameless |= kind == AST_NAMESPACE && !*name;
        const bool is_version = f->in_system && kind == AST_NAMESPACE && ast_is_inline_namespace(up); // std::__cxx11, cuda::__4: nobody writes it
        if (*name && !is_version)
            scope = arena_format(c->arena, "%s::%s", name, scope);
    }
    return scope;
}

static void describe_function(collector *c, ast_node n, ast_place at, function *f)
{
    // A template's name carries its parameters in libclang's display only; the spelling is the plain name.
    f->form = form_of(n, f->name);
    f->place_file = (f->form == FORM_CALL_OPERATOR || f->form == FORM_CONVERSION) && at.file >= 0 ? c->file_of[at.file] : -1;
    f->place = at.offset;
    // An implicit declaration of a builtin stands where it is used first.
    f->in_system = ast_in_system_header(c->ast, n) || intrinsic_find(f->name) != NULL ||
                   strncmp(f->name, "__nvvm_", 7) == 0 || strncmp(f->name, "__builtin_", 10) == 0;
    f->is_virtual = ast_is_virtual(n);
    f->needs_no_body = ast_needs_no_body(n);
    const bool is_operator = f->form == FORM_OPERATOR || f->form == FORM_CONVERSION; // of which the types tell what they may change
    f->type = is_operator ? ast_type_behind_names(c->arena, n) : ast_type_spelling(c->arena, n);
    f->name_scope = find_name_scope(c, n, f);
    read_attributes(c, f, ast_children(c->arena, n));
    const bool is_of_cuda = !*f->name_scope && !f->is_in_nameless && strncmp(f->type, "void ()", strlen("void ()")) == 0; // declared once more
    f->is_own_intrinsic = intrinsic_find(f->name) != NULL && f->is_device && at.file >= 0 && c->file_of[at.file] >= 0 && !is_of_cuda;
}

static int find_or_add_function(collector *c, ast_node n)
{
    const char *usr = ast_usr(c->arena, n);
    if (!*usr)
        usr = arena_format(c->arena, "?%s@%zu", ast_name(c->arena, n), ast_location(c->ast, n).offset);
    int known = map_get(&c->functions, usr);
    if (known >= 0) {
        if (ast_is_null(c->nodes.items[known])) // of an earlier parse
            c->nodes.items[known] = ast_by_itself(n);
        return known;
    }
    const ast_place at = ast_location(c->ast, n);
    const char *const place = place_key(c, n, at);
    known = place ? map_get(&c->functions, place) : -1;
    if (known >= 0) {
        const bool is_member = ast_node_kind(ast_semantic_parent(n)) == AST_CLASS;
        c->plan->functions.items[known].is_repeated |= !is_member && ast_is_null(ast_specialised(n)) && ast_node_kind(n) == AST_FUNCTION;
        map_put(&c->functions, usr, known);
        return known;
    }
    function *f = ARENA_PUSH(c->arena, &c->plan->functions);
    *f = (function){.usr = usr, .name = ast_name(c->arena, n), .primary = -1, .definition = -1, .address_file = -1, .directive_file = -1,
                    .directive = -1};
    const int index = (int)c->plan->functions.count - 1;
    map_put(&c->functions, usr, index);
    if (place)
        map_put(&c->functions, place, index);
    *ARENA_PUSH(c->arena, &c->nodes) = ast_by_itself(n);
    describe_function(c, n, at, f);
    const ast_node primary = ast_specialised(n);
    if (!ast_is_null(primary) && !ast_equal(primary, n)) {
        const int of_primary = find_or_add_function(c, primary); // which may move them all
        c->plan->functions.items[index].primary = of_primary;
    }
    return index;
}

int known_function(const collector *c, ast_node n) { return place_map_get(&c->identities, 0, ast_identity(n)); }

int function_index(collector *c, ast_node n)
{
    const int known = known_function(c, n);
    if (known >= 0)
        return known;
    const int index = find_or_add_function(c, n);
    place_map_put(&c->identities, 0, ast_identity(n), index);
    return index;
}

bool is_function_node(ast_node n) { return !ast_is_null(n) && is_function_kind(ast_node_kind(n)); }

bool is_known_scope(const char *scope)
{
    static const char *const known[] = {"cooperative_groups", "cuda", "cub", "std", "thrust", "nvcuda", "__"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strncmp(scope, known[i], strlen(known[i])) == 0 && (known[i][0] == '_' || !scope[strlen(known[i])] || scope[strlen(known[i])] == ':'))
            return true;
    return strstr(scope, "::cub::") != NULL; // CUB_WRAPPED_NAMESPACE
}

bool is_known_library(const function *f) { return strncmp(f->name, "__", 2) == 0 || is_known_scope(f->name_scope); }

ast_nodes class_members(collector *c, ast_node class)
{
    const size_t identity = ast_identity(class);
    int known = place_map_get(&c->classes, 0, identity);
    if (known < 0) {
        known = (int)c->members.count;
        place_map_put(&c->classes, 0, identity, known);
        const ast_nodes members = ast_children(c->arena, class);
        *ARENA_PUSH(c->arena, &c->members) = members;
    }
    return c->members.items[known];
}
