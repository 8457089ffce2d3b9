// Collecting: see collect.h.
//
// The AST says what a thing is and which declaration a name means; the tokens say where its text lies. Both are
// joined by the byte offset of names, which holds for every version of libclang.
#include "frontend/collect.h"

#include "frontend/intrinsics.h"
#include "frontend/spin.h"
#include "support/map.h"

#include <string.h>

typedef struct collector {
    plan *plan;
    arena *arena;
    ast *ast;
    bool device;
    map functions; // USR -> index
    place_map launches; // by `<<<`: the last one there
    struct { ast_node node; int index_and_one; } recent[1024]; // by hash: spares the USR, which is dear, for each use of a function
    int *file_of;  // file of the ast -> file of the plan, -1: none
    bool goes_back; // a goto to a label in front of it was met
    LIST_OF(ast_node) nodes; // by function index: a definition to walk, for system functions on demand
} collector;

// ---- files -----------------------------------------------------------------------------------------------------

static int plan_file_of(plan *p, const source *text)
{
    for (size_t i = 0; i < p->files.count; i++)
        if (strcmp(p->files.items[i].text->path, text->path) == 0)
            return (int)i;
    return -1;
}

static size_t line_end(const source *s, size_t offset)
{
    while (offset < s->length && s->bytes[offset] != '\n')
        offset++;
    if (offset > 0 && offset <= s->length && s->bytes[offset - 1] == '\r')
        offset--;
    return offset;
}

void collect_files(plan *p, ast *t, const source *main_file, const token_list *main_tokens)
{
    for (size_t i = 0; i < ast_file_count(t); i++) {
        plan_file *f = ARENA_PUSH(p->arena, &p->files);
        *f = (plan_file){.text = ast_file(t, (int)i)};
        bool same = f->text->length == main_file->length && memcmp(f->text->bytes, main_file->bytes, main_file->length) == 0;
        f->tokens = same ? *main_tokens : lex_source(p->arena, f->text); // tokens are offsets
        ast_ranges skipped = ast_skipped(t, p->arena, (int)i);
        for (size_t k = 0; k < skipped.count; k++) {
            *ARENA_PUSH(p->arena, &f->skipped) = (byte_range){skipped.items[k].begin, skipped.items[k].end};
            *ARENA_PUSH(p->arena, &f->unseen) = f->skipped.items[k];
        }
        // Directives that the preprocessor skipped are not live, nor are their errors: parse into a side list first.
        diagnostics *side = diagnostics_new(p->arena);
        directive_list all = pragma_parse(p->arena, f->text, &f->tokens, side);
        f->directives = all;
        f->directives.count = 0;
        for (size_t k = 0; k < all.count; k++)
            if (!plan_is_skipped(f, all.items[k].at.begin))
                f->directives.items[f->directives.count++] = all.items[k];
        for (size_t k = 0; k < side->count; k++) {
            const diagnostic *d = &side->items[k];
            if (!plan_is_skipped(f, d->at.begin)) {
                diagnostic *copy = diagnostics_add(p->diagnostics, d->severity, d->code, d->at, "%s", d->message);
                copy->fix = d->fix;
            }
        }
    }
    for (size_t i = 0; i < ast_inclusion_count(t); i++) {
        ast_inclusion in = ast_inclusion_at(t, i);
        plan_file *f = &p->files.items[in.from];
        size_t begin = in.offset;
        while (begin > 0 && f->text->bytes[begin - 1] != '\n')
            begin--;
        *ARENA_PUSH(p->arena, &f->inclusions) = (inclusion){in.to, begin, line_end(f->text, in.offset)};
    }
    p->knows_collectives = ast_has_collectives(t);
    for (size_t i = 0; i < ast_dependency_count(t); i++)
        *ARENA_PUSH(p->arena, &p->dependencies) = ast_dependency(t, i);
}

bool collect_has_directives(const plan *p)
{
    for (size_t i = 0; i < p->files.count; i++)
        if (p->files.items[i].directives.count)
            return true;
    return false;
}

bool collect_needs_device_parse(const plan *p)
{
    for (size_t i = 0; i < p->files.count; i++) {
        const plan_file *f = &p->files.items[i];
        for (size_t k = 0; k < f->tokens.count; k++) {
            const token *t = &f->tokens.items[k];
            if (t->kind == TOKEN_IDENTIFIER && t->in_directive && token_is(f->text, t, "__CUDA_ARCH__"))
                return true;
        }
    }
    return false;
}

static size_t parse_number(const plan_file *f, const token *t)
{
    size_t value = 0;
    for (size_t i = t->begin; i < t->end && f->text->bytes[i] >= '0' && f->text->bytes[i] <= '9' && value < 100000; i++)
        value = value * 10 + (size_t)(f->text->bytes[i] - '0');
    return value;
}

static bool is_unseen_in_function(const plan *p, int file)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        const declaration *d = plan_definition(&p->functions.items[i]);
        if (d && d->file == file && (p->functions.items[i].is_kernel || p->functions.items[i].is_device) &&
            plan_unseen_for_device(&p->files.items[file], d->body_begin, d->body_end) != (size_t)-1)
            return true;
    }
    return false;
}

// The device that a condition's number speaks of, and its neighbours: the one that the operator means first.
static int arch_to_try(const plan_file *f, const token *number, int value, int choice)
{
    static const int known[] = {35, 50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90, 100, 101, 103, 120};
    int below = 0, above = 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        below = known[i] < value ? known[i] : below;
        above = known[i] > value && !above ? known[i] : above;
    }
    bool less = token_is(f->text, number - 1, "<") || token_is(f->text, number - 1, "<=");
    bool more = token_is(f->text, number - 1, ">");
    int order[] = {less ? below : more ? above : value, less || more ? value : below, less ? above : more ? below : above};
    return order[choice];
}

static bool is_among(int arch, const int *seen, size_t seen_count)
{
    for (size_t i = 0; i < seen_count; i++)
        if (seen[i] == arch)
            return true;
    return false;
}

int collect_wanted_arch(const plan *p, const int *seen, size_t seen_count)
{
    for (size_t i = 0; i < p->files.count; i++) {
        const plan_file *f = &p->files.items[i];
        if (!is_unseen_in_function(p, (int)i))
            continue;
        for (int choice = 0; choice < 3; choice++) {
            bool asks = false; // the directive names __CUDA_ARCH__
            for (size_t k = 1; k < f->tokens.count; k++) {
                const token *t = &f->tokens.items[k];
                asks = t->in_directive && (token_is(f->text, t, "__CUDA_ARCH__") || (asks && !t->starts_line));
                size_t value = t->kind == TOKEN_NUMBER && asks ? parse_number(f, t) : 0;
                if (value < 300 || value > 2000 || value % 10)
                    continue;
                int arch = arch_to_try(f, t, (int)value / 10, choice);
                if (arch && !is_among(arch, seen, seen_count))
                    return arch;
            }
        }
    }
    return 0;
}

// ---- tokens ----------------------------------------------------------------------------------------------------

static const plan_file *file_at(const collector *c, int file) { return &c->plan->files.items[file]; }

static bool token_text_is(const plan_file *f, size_t index, const char *text)
{
    return index < f->tokens.count && token_is(f->text, &f->tokens.items[index], text);
}

// Index behind the bracket that closes the one at `index` ( ( [ { or < ).
static size_t skip_balanced(const plan_file *f, size_t index)
{
    static const char *const opening[] = {"(", "[", "{", "<"};
    static const char *const closing[] = {")", "]", "}", ">"};
    size_t which = 0;
    while (which < 4 && !token_text_is(f, index, opening[which]))
        which++;
    if (which == 4)
        return index + 1;
    size_t i = index + 1, home = f->tokens.items[index].begin;
    while ((i = plan_next_live(f, i, home)) < f->tokens.count && f->tokens.items[i].kind != TOKEN_END) {
        if (token_text_is(f, i, closing[which]))
            return i + 1;
        if (which == 3 && (token_text_is(f, i, ";") || token_text_is(f, i, "{")))
            return i; // not a template list after all
        if (token_text_is(f, i, "(") || token_text_is(f, i, "[") || token_text_is(f, i, "{") ||
            (which == 3 && token_text_is(f, i, "<")))
            i = skip_balanced(f, i);
        else
            i++;
    }
    return i;
}

// Is the argument list that opens at `index` empty?
static bool is_empty_list(const plan_file *f, size_t index)
{
    return token_text_is(f, index, "(") && token_text_is(f, plan_next_live(f, index + 1, f->tokens.items[index].begin), ")");
}

// Index of the parenthesis behind a callee's name and its explicit template arguments, if there is one.
static size_t behind_callee(const plan_file *f, size_t name_end)
{
    size_t i = plan_next_live(f, token_at_or_after(&f->tokens, name_end), name_end);
    if (token_text_is(f, i, "<"))
        i = plan_next_live(f, skip_balanced(f, i), name_end);
    return i;
}

// ---- functions -------------------------------------------------------------------------------------------------

static bool is_function_kind(ast_kind k)
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

static void read_attributes(collector *c, function *f, ast_nodes children)
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
            break;
        }
        default: break;
        }
}

static int find_or_add_function(collector *c, ast_node n)
{
    const char *usr = ast_usr(c->arena, n);
    if (!*usr)
        usr = arena_format(c->arena, "?%s@%zu", ast_name(c->arena, n), ast_location(c->ast, n).offset);
    int known = map_get(&c->functions, usr);
    if (known >= 0)
        return known;
    // A member of an instantiated class has a name of its own, but its pattern's place.
    ast_place at = ast_location(c->ast, n);
    const char *place = NULL;
    if (at.file >= 0 && !at.in_macro) {
        // A conversion's name is its type, which the instance spells otherwise.
        const char *name = ast_node_kind(n) == AST_CONVERSION ? "operator" : ast_name(c->arena, n);
        place = arena_format(c->arena, "@%d:%zu:%s", at.file, at.offset, name);
        known = map_get(&c->functions, place);
        if (known >= 0) {
            map_put(&c->functions, usr, known);
            return known;
        }
    }
    function *f = ARENA_PUSH(c->arena, &c->plan->functions);
    *f = (function){.usr = usr, .name = ast_name(c->arena, n), .primary = -1, .definition = -1, .directive_file = -1,
                    .directive = -1};
    int index = (int)c->plan->functions.count - 1;
    map_put(&c->functions, usr, index);
    if (place)
        map_put(&c->functions, place, index);
    *ARENA_PUSH(c->arena, &c->nodes) = ast_by_itself(n);
    // A template's name carries its parameters in libclang's display only; the spelling is the plain name.
    f->form = form_of(n, f->name);
    // An implicit declaration of a builtin stands where it is used first.
    f->in_system = ast_in_system_header(c->ast, n) || intrinsic_find(f->name) != NULL || strncmp(f->name, "__nvvm_", 7) == 0 ||
                   strncmp(f->name, "__builtin_", 10) == 0;
    f->is_virtual = ast_is_virtual(n);
    f->type = ast_type_spelling(c->arena, n);
    text scope = text_new(c->arena);
    for (ast_node up = ast_semantic_parent(n); !ast_is_null(up); up = ast_semantic_parent(up)) {
        ast_kind k = ast_node_kind(up);
        if (k != AST_NAMESPACE && k != AST_CLASS)
            break;
        const char *name = ast_name(c->arena, up);
        if (*name) {
            const char *inner = scope.length ? scope.bytes : "";
            char *joined = arena_format(c->arena, "%s::%s", name, inner);
            scope = text_new(c->arena);
            text_add(&scope, joined);
        }
    }
    f->name_scope = scope.length ? scope.bytes : "";
    read_attributes(c, f, ast_children(c->arena, n));
    ast_node primary = ast_specialised(n);
    if (!ast_is_null(primary) && !ast_equal(primary, n)) {
        int at = find_or_add_function(c, primary);
        c->plan->functions.items[index].primary = at;
    }
    return index;
}

static int function_index(collector *c, ast_node n)
{
    size_t slot = ast_hash(n) % (sizeof c->recent / sizeof *c->recent);
    if (c->recent[slot].index_and_one && ast_equal(c->recent[slot].node, n))
        return c->recent[slot].index_and_one - 1;
    int index = find_or_add_function(c, n);
    c->recent[slot].node = n;
    c->recent[slot].index_and_one = index + 1;
    return index;
}

static void read_parameter(collector *c, const plan_file *f, ast_node n, size_t *token_index, size_t close, parameter *out)
{
    ast_range r = ast_extent(c->ast, n);
    ast_place at = ast_location(c->ast, n);
    size_t home = f->tokens.items[*token_index - 1].begin;
    size_t first = plan_next_live(f, *token_index, home);
    *out = (parameter){.name = ast_name(c->arena, n)};
    out->begin = f->tokens.items[first].begin;
    out->size_bytes = ast_type_bytes(n);
    out->is_class = ast_type_is_class(n);
    out->is_const = ast_type_is_const(n);
    out->is_awkward = ast_type_is_array_or_function_pointer(n);
    out->name_begin = at.offset;
    // The text runs to the comma behind the declaration; the AST knows which comma that is.
    size_t i = first, last = first;
    int depth = 0;
    size_t equals = (size_t)-1;
    while ((i = plan_next_live(f, i, home)) < f->tokens.count && f->tokens.items[i].begin < close) {
        const token *t = &f->tokens.items[i];
        if (token_is(f->text, t, "(") || token_is(f->text, t, "[") || token_is(f->text, t, "{"))
            depth++;
        if (token_is(f->text, t, ")") || token_is(f->text, t, "]") || token_is(f->text, t, "}"))
            depth--;
        if (depth == 0 && token_is(f->text, t, "=") && equals == (size_t)-1)
            equals = t->begin;
        if (depth == 0 && token_is(f->text, t, ",") && (r.in_macro || t->begin >= r.end))
            break;
        if (token_is(f->text, t, "__grid_constant__")) {
            out->grid_constant_begin = t->begin;
            out->grid_constant_end = t->end;
        }
        if (token_is(f->text, t, "..."))
            out->is_pack = true;
        last = i++;
    }
    out->end = f->tokens.items[last].end;
    out->default_begin = equals == (size_t)-1 ? out->end : equals;
    *token_index = token_is(f->text, &f->tokens.items[i], ",") ? i + 1 : i;
}

static void read_template_header(collector *c, const plan_file *f, declaration *d, ast_nodes children)
{
    size_t i = token_at_or_after(&f->tokens, d->begin);
    d->specifiers_begin = d->begin;
    while (token_text_is(f, i, "template") && token_text_is(f, i + 1, "<")) {
        bool empty = token_text_is(f, plan_next_live(f, i + 2, d->begin), ">");
        if (empty)
            d->is_specialisation = true;
        else
            d->is_template = true;
        i = plan_next_live(f, skip_balanced(f, i + 1), d->begin);
        d->specifiers_begin = i < f->tokens.count ? f->tokens.items[i].begin : d->specifiers_begin;
    }
    // Where an unnamed parameter's name would go: in front of its default, or of the comma or `>` behind it.
    size_t at = token_at_or_after(&f->tokens, d->begin);
    size_t inside = token_text_is(f, at, "template") ? at + 2 : at;
    for (size_t k = 0; k < children.count; k++) {
        if (ast_node_kind(children.items[k]) != AST_TEMPLATE_PARAMETER)
            continue;
        d->in_macro |= !d->is_template; // the header comes out of a macro
        template_parameter *x = ARENA_PUSH(c->arena, &d->template_parameters);
        *x = (template_parameter){ast_name(c->arena, children.items[k]),
                                  ast_is_variadic_parameter_pack(children.items[k]), 0};
        size_t i = plan_next_live(f, inside, d->begin), last = i;
        while (f->tokens.items[i].kind != TOKEN_END && !token_text_is(f, i, ",") && !token_text_is(f, i, ">") &&
               f->tokens.items[i].begin < d->name_begin) {
            if (token_text_is(f, i, "=") && !x->name_goes)
                x->name_goes = f->tokens.items[last].end;
            bool bracket = token_text_is(f, i, "<") || token_text_is(f, i, "(") || token_text_is(f, i, "{") ||
                           token_text_is(f, i, "[");
            last = bracket ? skip_balanced(f, i) - 1 : i;
            i = plan_next_live(f, last + 1, d->begin);
        }
        if (!x->name_goes)
            x->name_goes = f->tokens.items[last].end;
        inside = i + 1;
    }
}

typedef struct scope { // what surrounds a declaration
    bool extern_c, in_class, in_function, is_friend;
} scope;

static bool names_match(const plan_file *f, size_t offset, const char *name)
{
    size_t length = strlen(name);
    return offset + length <= f->text->length && memcmp(f->text->bytes + offset, name, length) == 0;
}

// A body may be written out or be what a macro expands to: then the macro's invocation is its text.
static bool read_body_place(const plan_file *f, int file, ast_range body, declaration *d)
{
    size_t i = token_at_or_after(&f->tokens, body.begin);
    if (body.file != file || i >= f->tokens.count || f->tokens.items[i].begin != body.begin || body.begin < d->close)
        return false;
    d->body_begin = body.begin;
    if (token_text_is(f, i, "{")) {
        d->body_end = body.end;
        return body.end > body.begin;
    }
    if (f->tokens.items[i].kind != TOKEN_IDENTIFIER)
        return false;
    size_t behind = token_text_is(f, i + 1, "(") ? skip_balanced(f, i + 1) : i + 1;
    d->body_end = f->tokens.items[behind - 1].end;
    return true;
}

// Fills in where the text of a declaration lies. Returns false when it comes out of a macro's body.
static bool read_declaration(collector *c, ast_node n, const function *fn, scope around, declaration *d)
{
    ast_place name = ast_location(c->ast, n);
    ast_range whole = ast_extent(c->ast, n);
    *d = (declaration){.file = -1, .directive = -1, .in_class = around.in_class, .in_function = around.in_function,
                       .is_friend = around.is_friend, .extern_c = around.extern_c};
    if (name.file < 0 || c->file_of[name.file] < 0)
        return false;
    d->file = c->file_of[name.file];
    const plan_file *f = file_at(c, d->file);
    ast_nodes children = ast_children(c->arena, n);
    d->name_begin = name.offset;
    d->begin = whole.file == name.file ? whole.begin : name.offset;
    size_t i = token_at_or_after(&f->tokens, name.offset);
    bool is_operator = fn->form == FORM_OPERATOR || fn->form == FORM_CALL_OPERATOR || fn->form == FORM_CONVERSION;
    if (i >= f->tokens.count || f->tokens.items[i].in_directive ||
        (!is_operator && !names_match(f, name.offset, fn->name))) {
        d->in_macro = true;
        d->name_end = d->template_arguments_end = d->name_begin;
        return true;
    }
    // extern "C" in front belongs to the text; so does a template<> that libclang left out.
    size_t first = token_at_or_after(&f->tokens, d->begin);
    if (first >= 2 && f->tokens.items[first - 1].kind == TOKEN_STRING && token_text_is(f, first - 2, "extern"))
        d->begin = f->tokens.items[first - 2].begin;
    if (first >= 3 && token_text_is(f, first - 1, ">") && token_text_is(f, first - 2, "<") &&
        token_text_is(f, first - 3, "template"))
        d->begin = f->tokens.items[first - 3].begin;
    read_template_header(c, f, d, children);
    d->has_auto_parameter = ast_node_kind(n) == AST_FUNCTION_TEMPLATE && !d->is_template && !d->is_specialisation &&
                            !d->in_macro;
    // Name, explicit arguments of a specialisation, parameter list.
    if (is_operator) {
        i++;
        if (fn->form == FORM_CALL_OPERATOR)
            i += 2;
        else
            while (i < f->tokens.count && !token_text_is(f, i, "(") && f->tokens.items[i].kind != TOKEN_END)
                i++;
        d->name_end = i ? f->tokens.items[i - 1].end : d->name_begin;
    } else if (token_text_is(f, i, "~")) {
        i += 2;
        d->name_end = f->tokens.items[i - 1].end;
    } else {
        d->name_end = f->tokens.items[i].end;
        i++;
    }
    d->template_arguments_end = d->name_end;
    i = plan_next_live(f, i, d->name_begin);
    if (token_text_is(f, i, "<")) {
        i = skip_balanced(f, i);
        d->template_arguments_end = f->tokens.items[i - 1].end;
        i = plan_next_live(f, i, d->name_begin);
    }
    if (!token_text_is(f, i, "(")) {
        d->in_macro = true;
        return true;
    }
    d->open = f->tokens.items[i].begin;
    size_t behind = skip_balanced(f, i);
    d->close = f->tokens.items[behind - 1].begin;
    size_t parameter_token = i + 1;
    for (size_t k = 0; k < children.count; k++) {
        if (ast_node_kind(children.items[k]) != AST_PARAMETER)
            continue;
        if (f->tokens.items[parameter_token].begin >= d->close) {
            d->in_macro = true; // more than are written: a macro holds several
            break;
        }
        parameter *x = ARENA_PUSH(c->arena, &d->parameters);
        read_parameter(c, f, children.items[k], &parameter_token, d->close, x);
        d->in_macro |= *x->name && !(x->name_begin >= x->begin && x->name_begin < x->end && names_match(f, x->name_begin, x->name));
    }
    // Body, or the semicolon.
    for (size_t k = children.count; k-- > 0;)
        if (ast_node_kind(children.items[k]) == AST_COMPOUND) {
            ast_range body = ast_extent(c->ast, children.items[k]);
            d->in_macro |= !read_body_place(f, name.file, body, d);
            break;
        }
    if (d->body_end) {
        d->end = d->body_end;
    } else {
        size_t k = behind;
        while ((k = plan_next_live(f, k, d->name_begin)) < f->tokens.count && f->tokens.items[k].kind != TOKEN_END &&
               !token_text_is(f, k, ";") && !token_text_is(f, k, "{"))
            k = token_text_is(f, k, "(") ? skip_balanced(f, k) : k + 1;
        d->end = k < f->tokens.count ? f->tokens.items[k].end : f->text->length;
    }
    return true;
}

// ---- facts -----------------------------------------------------------------------------------------------------

typedef struct walk { // where in a body the walk is
    int function;
    unsigned context;
    size_t loop_end;
    const plan_file *file; // of the function's text; NULL for system functions
    int file_index;
    size_t guard_begin, guard_end;
    size_t condition_begin, condition_end; // of the outermost if around
    int branch;    // innermost branch around, or -1
    int breakable; // innermost loop around that a `break` would leave, or -1
} walk;

static void walk_node(collector *c, ast_node n, walk w);
static void walk_declarations(collector *c, ast_node n, scope around);
static void add_import(collector *c, ast_node n);
static int add_function(collector *c, ast_node n, scope around);

static fact *add_fact(collector *c, const walk *w, fact_kind kind, ast_node n)
{
    function *f = &c->plan->functions.items[w->function];
    ast_range r = ast_extent(c->ast, n);
    ast_place at = ast_location(c->ast, n);
    fact x = {.kind = kind, .context = w->context, .callee = -1, .name = "", .loop_end = w->loop_end, .branch = w->branch,
              .condition_begin = w->condition_begin, .condition_end = w->condition_end};
    x.begin = r.file >= 0 ? r.begin : at.offset;
    x.end = r.file >= 0 ? r.end : at.offset;
    x.in_macro = at.in_macro || r.in_macro;
    if (c->device)
        x.context |= DEVICE_ONLY;
    fact *out = ARENA_PUSH(c->arena, &f->facts);
    *out = x;
    return out;
}

static bool is_configuration(collector *c, ast_node n)
{
    if (ast_node_kind(n) != AST_CALL)
        return false;
    const char *name = ast_name(c->arena, n);
    if (!*name) {
        ast_nodes children = ast_children(c->arena, n);
        if (children.count)
            name = ast_name(c->arena, ast_strip(c->arena, children.items[0]));
    }
    return strcmp(name, "__cudaPushCallConfiguration") == 0 || strcmp(name, "cudaConfigureCall") == 0;
}

static bool is_function_node(ast_node n) { return !ast_is_null(n) && is_function_kind(ast_node_kind(n)); }

// Of what is launched, when its text stands in front of `<<<`.
static size_t callee_begin(collector *c, ast_node callee, const launch *l, size_t open_begin)
{
    ast_range r = ast_extent(c->ast, callee);
    return r.file >= 0 && c->file_of[r.file] == l->file && r.begin < open_begin ? r.begin : open_begin;
}

// A dependent reference may be placed at its qualifier: forward to the last identifier of the name.
static size_t last_name(const collector *c, int file, size_t offset)
{
    if (file < 0)
        return offset;
    const plan_file *f = file_at(c, file);
    size_t i = token_at_or_after(&f->tokens, offset);
    while (token_text_is(f, i + 1, "::") || token_text_is(f, i, "::") || token_text_is(f, i, "template"))
        i++;
    return i < f->tokens.count ? f->tokens.items[i].begin : offset;
}

static bool is_device_only(const collector *c, const walk *w)
{
    const function *f = w->function >= 0 ? &c->plan->functions.items[w->function] : NULL;
    return f && (f->is_kernel || f->is_device);
}

static size_t count_arguments(const plan_file *f, size_t open, size_t behind)
{
    size_t count = open + 2 < behind;
    for (size_t i = open + 1; i + 1 < behind;) {
        bool bracket = token_text_is(f, i, "<") || token_text_is(f, i, "(") || token_text_is(f, i, "[") ||
                       token_text_is(f, i, "{");
        count += token_text_is(f, i, ",");
        i = bracket ? skip_balanced(f, i) : i + 1;
    }
    return count;
}

// A kernel's name in host code. Whether it is its address or only a launch's callee is found later.
static void add_kernel_value(collector *c, ast_node reference, ast_node target, const walk *w)
{
    if (c->device || is_device_only(c, w))
        return;
    ast_place at = ast_location(c->ast, reference);
    if (at.file < 0 || c->file_of[at.file] < 0 || ast_in_system_header(c->ast, target))
        return;
    int index = function_index(c, target);
    const char *name = c->plan->functions.items[index].name;
    if (!c->plan->functions.items[index].is_kernel)
        return;
    kernel_value v = {.file = c->file_of[at.file], .function = index, .in_macro = at.in_macro};
    const plan_file *f = file_at(c, v.file);
    v.name_begin = last_name(c, v.file, at.offset);
    size_t i = token_at_or_after(&f->tokens, v.name_begin);
    v.in_macro |= i >= f->tokens.count || !token_text_is(f, i, name);
    v.name_end = v.arguments_end = i < f->tokens.count ? f->tokens.items[i].end : v.name_begin;
    if (!v.in_macro && token_text_is(f, i + 1, "<")) {
        size_t behind = skip_balanced(f, i + 1);
        v.arguments_end = f->tokens.items[behind - 1].end;
        v.argument_count = count_arguments(f, i + 1, behind);
    }
    *ARENA_PUSH(c->arena, &c->plan->kernel_values) = v;
}

// cudaLaunchKernel(...): with per-thread default streams the name is a macro of the runtime's own.
static void add_api_launch(collector *c, ast_nodes children, const walk *w)
{
    static const char *const names[] = {"cudaLaunchKernel", "cudaLaunchKernelExC", "cudaLaunchKernelEx",
                                        "cudaLaunchCooperativeKernel"};
    if (c->device || !children.count || is_device_only(c, w))
        return;
    ast_node callee = ast_strip(c->arena, children.items[0]);
    const char *called = ast_name(c->arena, callee);
    ast_node target = ast_referenced(callee);
    size_t length = strlen(called);
    if (length > 5 && strcmp(called + length - 5, "_ptsz") == 0)
        length -= 5;
    size_t which = 0;
    while (which < 4 && (strlen(names[which]) != length || strncmp(called, names[which], length) != 0))
        which++;
    ast_place at = ast_location(c->ast, callee);
    if (which == 4 || at.file < 0 || c->file_of[at.file] < 0 ||
        (is_function_node(target) && !ast_in_system_header(c->ast, target)))
        return;
    api_launch l = {.file = c->file_of[at.file], .is_cooperative = which == 3};
    const plan_file *f = file_at(c, l.file);
    l.name_begin = last_name(c, l.file, at.offset);
    size_t i = token_at_or_after(&f->tokens, l.name_begin);
    l.in_macro = !token_text_is(f, i, names[which]);
    *ARENA_PUSH(c->arena, &c->plan->api_launches) = l;
}

static void add_launch(collector *c, ast_nodes children, const walk *w)
{
    ast_range config = ast_extent(c->ast, children.items[1]);
    launch l = {.file = -1, .kernel = -1, .directive = -1, .callee_file = -1};
    if (config.file < 0 || c->file_of[config.file] < 0)
        return;
    l.file = c->file_of[config.file];
    const plan_file *f = file_at(c, l.file);
    const function *around = w->function >= 0 ? &c->plan->functions.items[w->function] : NULL;
    l.open_begin = config.begin;
    size_t i = token_at_or_after(&f->tokens, config.begin);
    bool spelled = i < f->tokens.count && f->tokens.items[i].begin == config.begin && token_text_is(f, i, "<<<");
    ast_node callee = ast_strip(c->arena, children.items[0]);
    ast_node target = ast_referenced(callee);
    l.callee_begin = callee_begin(c, children.items[0], &l, config.begin);
    ast_place named = ast_location(c->ast, callee);
    if (named.file >= 0) {
        l.callee_file = c->file_of[named.file];
        l.callee_at = last_name(c, l.callee_file, named.offset);
    }
    if (ast_node_kind(callee) == AST_OVERLOADED_REFERENCE || ast_node_kind(target) == AST_OVERLOADED_REFERENCE) {
        ast_nodes candidates =
            ast_candidates(c->arena, ast_node_kind(callee) == AST_OVERLOADED_REFERENCE ? callee : target);
        l.form = LAUNCH_OVERLOADED;
        for (size_t k = 0; k < candidates.count; k++)
            if (is_function_node(candidates.items[k]))
                *ARENA_PUSH(c->arena, &l.candidates) = function_index(c, candidates.items[k]);
    } else if (is_function_node(target) && ast_node_kind(callee) != AST_CALL) { // what a call returns is a value
        l.form = LAUNCH_KERNEL;
        l.kernel = function_index(c, target);
    } else {
        l.form = LAUNCH_POINTER;
    }
    if (!spelled) {
        l.form = LAUNCH_IN_MACRO;
    } else {
        l.open_end = f->tokens.items[i].end;
        // Outwards from the AST's end of the configuration to the three `>` and the parenthesis behind them.
        size_t k = token_at_or_after(&f->tokens, config.end >= 3 ? config.end - 3 : config.end);
        size_t open = k;
        while ((k = plan_next_live(f, k, config.begin)) < f->tokens.count && f->tokens.items[k].kind != TOKEN_END) {
            open = plan_next_live(f, k + 3, config.begin);
            if (token_text_is(f, k, ">") && token_text_is(f, k + 1, ">") && token_text_is(f, k + 2, ">") &&
                token_text_is(f, open, "("))
                break;
            k++;
        }
        if (token_text_is(f, k, ">")) {
            l.close_begin = f->tokens.items[k].begin;
            l.close_end = f->tokens.items[k + 2].end;
            l.arguments_open = f->tokens.items[open].begin;
            l.has_arguments = !is_empty_list(f, open);
        } else
            l.form = LAUNCH_IN_MACRO;
        // The callee's name: the identifier in front of `<<<`, or in front of its template arguments.
        ast_place name = ast_location(c->ast, callee);
        size_t m = token_at_or_after(&f->tokens, name.offset);
        if (name.file == config.file && m < i && f->tokens.items[m].kind == TOKEN_IDENTIFIER && !name.in_macro) {
            // A dependent reference may be placed at its qualifier: walk to the last identifier of the name.
            while (token_text_is(f, m + 1, "::") || token_text_is(f, m, "::") || token_text_is(f, m, "template"))
                m++;
            l.name_begin = f->tokens.items[m].begin;
            l.name_end = f->tokens.items[m].end;
            if (behind_callee(f, l.name_end) != i && l.form != LAUNCH_POINTER)
                l.name_end = l.name_begin; // something else stands between: (k)<<<...>>>
        }
    }
    if (around && (around->is_kernel || (around->is_device && !around->is_host)))
        l.form = LAUNCH_ON_DEVICE;
    for (int k = place_map_get(&c->launches, l.file, l.open_begin); k >= 0; k--) {
        const launch *known = &c->plan->launches.items[k];
        if (known->file == l.file && known->open_begin == l.open_begin && known->kernel == l.kernel)
            return; // seen by the host parse
    }
    place_map_put(&c->launches, l.file, l.open_begin, (int)c->plan->launches.count);
    *ARENA_PUSH(c->arena, &c->plan->launches) = l;
}

static bool is_builtin_index(collector *c, ast_node target, const char **name)
{
    if (ast_node_kind(target) != AST_VARIABLE || !ast_in_system_header(c->ast, target))
        return false;
    *name = ast_name(c->arena, target);
    return strcmp(*name, "blockIdx") == 0 || strcmp(*name, "gridDim") == 0;
}

static bool is_shared(collector *c, ast_node variable)
{
    ast_nodes children = ast_children(c->arena, variable);
    for (size_t i = 0; i < children.count; i++)
        if (ast_node_kind(children.items[i]) == AST_ATTRIBUTE_SHARED)
            return true;
    return false;
}

static void add_loose_read(collector *c, ast_node n, const char *name)
{
    ast_place at = ast_location(c->ast, n);
    if (at.file < 0 || c->file_of[at.file] < 0 || c->device)
        return;
    *ARENA_PUSH(c->arena, &c->plan->loose_reads) =
        (loose_read){c->file_of[at.file], at.offset, at.offset + strlen(name), name, at.in_macro};
}

static void add_reference(collector *c, ast_node n, const walk *w)
{
    ast_node target = ast_referenced(n);
    if (is_function_node(target))
        add_kernel_value(c, n, target, w);
    const char *name;
    bool reads = is_builtin_index(c, target, &name);
    if (w->function < 0) {
        if (reads)
            add_loose_read(c, n, name);
        return;
    }
    if (reads) {
        fact *x = add_fact(c, w, FACT_BLOCK_INDEX, n);
        x->name = name;
        ast_place at = ast_location(c->ast, n);
        if (w->file && at.file >= 0) {
            size_t i = token_at_or_after(&w->file->tokens, at.offset);
            x->begin = at.offset;
            x->end = at.offset + strlen(name);
            if (i >= 1 && token_text_is(w->file, i - 1, "::"))
                x->context |= QUALIFIED;
        }
        return;
    }
    if (ast_node_kind(target) == AST_VARIABLE && !is_function_kind(ast_node_kind(ast_semantic_parent(target))) &&
        is_shared(c, target))
        add_fact(c, w, FACT_SHARED, n)->size_bytes = ast_type_bytes(target);
}

// x.sync() or sync(x): is x the thread block, and not a part of it?
static bool is_block_group(collector *c, ast_node target, ast_node callee, ast_nodes children)
{
    ast_node group = {0};
    ast_node owner = ast_semantic_parent(target);
    if (ast_node_kind(owner) == AST_CLASS && strcmp(ast_name(c->arena, owner), "thread_block") == 0)
        return true;
    if (ast_node_kind(callee) == AST_MEMBER_REFERENCE) {
        ast_nodes object = ast_children(c->arena, callee);
        if (object.count)
            group = object.items[0];
    } else if (children.count >= 2) {
        group = children.items[1];
    }
    if (ast_is_null(group))
        return false;
    const char *type = ast_type_spelling(c->arena, ast_strip(c->arena, group)); // under a conversion to a base
    return strstr(type, "thread_block") && !strstr(type, "tile");
}

// x.thread_rank() or thread_rank(x): is x the grid, or may it be?
static unsigned group_context(collector *c, const char *name, ast_node target, ast_node callee, ast_nodes children)
{
    static const char *const questions[] = {"thread_rank", "size", "num_threads", "group_size", "num_blocks", "block_rank",
                                            "block_index", "thread_index", "dim_blocks", "dim_threads", "group_dim"};
    bool asks = false;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        asks |= strcmp(questions[i], name) == 0;
    if (!asks)
        return 0;
    ast_node group = {0};
    if (!ast_is_null(target)) {
        ast_node owner = ast_semantic_parent(target);
        const char *owner_name = ast_name(c->arena, owner);
        if (ast_node_kind(owner) == AST_CLASS)
            return strcmp(owner_name, "grid_group") == 0 ? OF_GRID : strcmp(owner_name, "thread_group") == 0 ? OF_OPEN_GROUP : 0;
    } else if (ast_node_kind(callee) == AST_MEMBER_REFERENCE) {
        return OF_OPEN_GROUP;
    }
    if (children.count >= 2)
        group = ast_strip(c->arena, children.items[1]);
    const char *type = ast_is_null(group) ? "" : ast_type_spelling(c->arena, group);
    if (strstr(type, "grid_group"))
        return OF_GRID;
    bool part = strstr(type, "thread_block") || strstr(type, "coalesced_group") || strstr(type, "cluster_group");
    return part ? 0 : OF_OPEN_GROUP;
}

// What a call calls. The callee's words are where the clone's name will be put.
static void add_call(collector *c, ast_node n, ast_nodes children, const walk *w)
{
    ast_node target = ast_referenced(n);
    ast_node callee = children.count ? ast_strip(c->arena, children.items[0]) : n;
    ast_kind callee_kind = ast_node_kind(callee);
    // In a template the call itself names nothing, though its callee does.
    if (!is_function_node(target) && (callee_kind == AST_REFERENCE || callee_kind == AST_MEMBER_REFERENCE) &&
        is_function_node(ast_referenced(callee)))
        target = ast_referenced(callee);
    if (is_function_node(target)) {
        bool dynamic = ast_is_dynamic_call(n) && ast_is_virtual(target);
        int index = function_index(c, target);
        fact *x = add_fact(c, w, dynamic ? FACT_CALL_VIRTUAL : FACT_CALL, n);
        x->callee = index;
        x->name = c->plan->functions.items[index].name;
        if (!w->file)
            return;
        if (c->plan->functions.items[index].in_system) {
            if (strcmp(x->name, "sync") == 0 && is_block_group(c, target, callee, children))
                x->context |= OF_WHOLE_BLOCK;
            x->context |= group_context(c, x->name, target, callee, children);
        }
        ast_place at = ast_location(c->ast, callee);
        size_t length = strlen(x->name);
        bool named = (callee_kind == AST_REFERENCE || callee_kind == AST_MEMBER_REFERENCE) && at.file >= 0 &&
                     names_match(w->file, at.offset, x->name);
        if (!named) {
            x->context |= OPERATOR_SYNTAX;
            return;
        }
        x->begin = at.offset;
        x->end = at.offset + length;
        x->in_macro = at.in_macro;
        if (callee_kind == AST_MEMBER_REFERENCE)
            x->context |= MEMBER_SYNTAX;
        if (is_empty_list(w->file, behind_callee(w->file, x->end)))
            x->context |= FIRST_ARGUMENT_EMPTY;
        return;
    }
    ast_node set = callee_kind == AST_OVERLOADED_REFERENCE ? callee : target;
    if (ast_node_kind(set) != AST_OVERLOADED_REFERENCE && callee_kind == AST_REFERENCE)
        set = ast_referenced(callee); // f<N>(x): the reference holds the overload set
    if (ast_node_kind(set) == AST_OVERLOADED_REFERENCE) {
        ast_nodes candidates = ast_candidates(c->arena, set);
        for (size_t i = 0; i < candidates.count; i++) {
            if (!is_function_node(candidates.items[i]))
                continue;
            int index = function_index(c, candidates.items[i]);
            fact *x = add_fact(c, w, FACT_CALL_DEPENDENT, n);
            if (x->callee >= 0 && x->callee != index) { // one fact a candidate
                function *f = &c->plan->functions.items[w->function];
                fact copy = *x;
                x = ARENA_PUSH(c->arena, &f->facts);
                *x = copy;
            }
            x->callee = index;
            x->name = c->plan->functions.items[index].name;
            if (w->file && c->plan->functions.items[index].in_system)
                x->context |= group_context(c, x->name, (ast_node){0}, callee, children);
            ast_place at = ast_location(c->ast, callee);
            if (w->file && at.file >= 0 && names_match(w->file, at.offset, x->name)) {
                x->begin = at.offset;
                x->end = at.offset + strlen(x->name);
                if (is_empty_list(w->file, behind_callee(w->file, x->end)))
                    x->context |= FIRST_ARGUMENT_EMPTY;
            }
        }
        return;
    }
    // No declaration: a template left it open, or it goes through a value.
    fact *x;
    if (callee_kind == AST_REFERENCE && !ast_is_null(ast_referenced(callee))) {
        ast_node value = ast_referenced(callee);
        bool open = ast_type_is_class(value);
        x = add_fact(c, w, open ? FACT_CALL_DEPENDENT : FACT_CALL_INDIRECT, n);
        x->name = open ? "operator()" : ast_name(c->arena, value);
    } else if (callee_kind == AST_MEMBER_REFERENCE && !ast_is_null(ast_referenced(callee)) &&
               ast_node_kind(ast_referenced(callee)) == AST_FIELD) {
        bool open = ast_type_is_class(ast_referenced(callee));
        x = add_fact(c, w, open ? FACT_CALL_DEPENDENT : FACT_CALL_INDIRECT, n);
        x->name = open ? "operator()" : ast_name(c->arena, ast_referenced(callee));
    } else {
        x = add_fact(c, w, FACT_CALL_DEPENDENT, n);
        x->name = callee_kind == AST_MEMBER_REFERENCE ? ast_member_name(c->ast, c->arena, callee)
                                                      : ast_name(c->arena, callee);
        if (w->file)
            x->context |= group_context(c, x->name, (ast_node){0}, callee, children);
        if (callee_kind == AST_MEMBER_REFERENCE)
            x->context |= MEMBER_SYNTAX;
    }
}

static void add_variable(collector *c, ast_node n, const walk *w)
{
    if (is_shared(c, n))
        add_fact(c, w, FACT_SHARED, n)->size_bytes = ast_type_bytes(n);
    else if (ast_is_static_storage(n))
        add_fact(c, w, FACT_STATIC_LOCAL, n)->name = ast_name(c->arena, n);
    // Its destructor runs without a word in the text.
    ast_node record = ast_type_declaration(n);
    if (ast_is_null(record) || ast_in_system_header(c->ast, record))
        return;
    ast_nodes members = ast_children(c->arena, record);
    for (size_t i = 0; i < members.count; i++)
        if (ast_node_kind(members.items[i]) == AST_DESTRUCTOR) {
            int index = function_index(c, members.items[i]);
            fact *x = add_fact(c, w, FACT_CALL, n);
            x->callee = index;
            x->name = c->plan->functions.items[index].name;
            x->context |= OPERATOR_SYNTAX;
        }
}

static void walk_children(collector *c, ast_nodes children, walk w)
{
    for (size_t i = 0; i < children.count; i++)
        walk_node(c, children.items[i], w);
}

// Offsets of the condition: between the parentheses of if, while and switch, between the semicolons of a for, behind the
// body of a do. False when the statement has another shape.
static bool find_condition(const plan_file *f, ast_range r, branch *b)
{
    size_t i = token_at_or_after(&f->tokens, r.begin);
    if (token_text_is(f, i, "do")) {
        size_t last = token_at_or_after(&f->tokens, r.end);
        int depth = 0;
        while (last > i && f->tokens.items[last - 1].end > r.end)
            last--;
        if (last <= i || !token_text_is(f, last - 1, ")"))
            return false;
        for (size_t k = last; k-- > i;) {
            depth += token_text_is(f, k, ")") - token_text_is(f, k, "(");
            if (depth == 0) {
                b->condition_begin = f->tokens.items[k + 1].begin;
                b->condition_end = f->tokens.items[last - 2].end;
                b->header_end = r.begin;
                return b->condition_begin < b->condition_end;
            }
        }
        return false;
    }
    if (token_text_is(f, i, "if") && token_text_is(f, i + 1, "constexpr"))
        return false;
    // libclang 16 does not tell that the statement comes out of a macro: there the macro's name stands.
    if (!token_text_is(f, i, "if") && !token_text_is(f, i, "for") && !token_text_is(f, i, "while") && !token_text_is(f, i, "switch"))
        return false;
    if (!token_text_is(f, i + 1, "("))
        return false;
    size_t close = skip_balanced(f, i + 1) - 1, semicolons[2] = {0, 0}, count = 0;
    int depth = 0;
    for (size_t k = i + 1; k <= close; k++) {
        depth += token_text_is(f, k, "(") - token_text_is(f, k, ")");
        depth += token_text_is(f, k, "{") - token_text_is(f, k, "}");
        if (depth == 1 && token_text_is(f, k, ";") && count < 2)
            semicolons[count++] = k;
    }
    b->condition_begin = f->tokens.items[(count ? semicolons[0] : i + 1) + 1].begin;
    b->condition_end = f->tokens.items[(count == 2 ? semicolons[1] : close) - 1].end;
    b->header_end = f->tokens.items[close].end;
    return b->condition_begin < b->condition_end && (!token_text_is(f, i, "for") || count == 2);
}

// Enters a branch; the host parse and the device parse meet the same one.
static void enter_branch(collector *c, walk *w, ast_node n, int kind)
{
    if (w->function < 0 || !w->file || w->context & (IN_LAMBDA | IN_LOCAL_CLASS))
        return;
    function *f = &c->plan->functions.items[w->function];
    ast_range r = ast_extent(c->ast, n);
    branch b = {.parent = w->branch, .kind = kind, .begin = r.begin, .end = r.end};
    b.editable = r.file >= 0 && !r.in_macro && find_condition(w->file, r, &b);
    ast_nodes children = ast_children(c->arena, n);
    for (size_t i = 0; i < children.count && kind != BRANCH_LOOP; i++)
        b.editable &= ast_node_kind(children.items[i]) != AST_VARIABLE;
    if (kind == BRANCH_IF && w->file && r.file >= 0 &&
        token_text_is(w->file, token_at_or_after(&w->file->tokens, r.begin) + 1, "constexpr"))
        return; // decided by the compiler
    for (size_t i = 0; i < f->branches.count && c->device; i++)
        if (f->branches.items[i].begin == b.begin && f->branches.items[i].end == b.end && f->branches.items[i].kind == b.kind) {
            w->branch = (int)i;
            return;
        }
    w->branch = (int)f->branches.count;
    *ARENA_PUSH(c->arena, &f->branches) = b;
}

// `if (c) return;` as a statement of the body: the guard's condition is remembered for every return under it.
static void walk_if(collector *c, ast_node n, ast_nodes children, walk w, bool at_top)
{
    if (at_top && w.file && children.count >= 2) {
        ast_range r = ast_extent(c->ast, n);
        size_t i = token_at_or_after(&w.file->tokens, r.begin);
        ast_node then = children.items[1];
        bool leaves = ast_node_kind(then) == AST_RETURN;
        if (ast_node_kind(then) == AST_COMPOUND) {
            ast_nodes inner = ast_children(c->arena, then);
            leaves = inner.count && ast_node_kind(inner.items[inner.count - 1]) == AST_RETURN;
        }
        if (leaves && !r.in_macro && token_text_is(w.file, i, "if") && token_text_is(w.file, i + 1, "(")) {
            walk under = w;
            under.context |= AT_TOP_LEVEL;
            under.guard_begin = w.file->tokens.items[i + 1].end;
            under.guard_end = w.file->tokens.items[skip_balanced(w.file, i + 1) - 1].begin;
            walk_node(c, children.items[0], w);
            walk_node(c, then, under);
            for (size_t k = 2; k < children.count; k++)
                walk_node(c, children.items[k], w);
            return;
        }
    }
    enter_branch(c, &w, n, BRANCH_IF);
    if (w.file && !w.condition_end && !(w.context & IN_LAMBDA)) {
        ast_range r = ast_extent(c->ast, n);
        size_t i = token_at_or_after(&w.file->tokens, r.begin);
        if (!r.in_macro && token_text_is(w.file, i, "if") && token_text_is(w.file, i + 1, "(")) {
            w.condition_begin = w.file->tokens.items[i + 1].end;
            w.condition_end = w.file->tokens.items[skip_balanced(w.file, i + 1) - 1].begin;
        }
    }
    walk_children(c, children, w);
}

// ---- waiting for other blocks --------------------------------------------------------------------------------------

// CUDA's own headers are known by their names (spin.c): their insides synchronise blocks and warps by memory as well.
static bool may_wait(const collector *c, const walk *w)
{
    static const char *const known[] = {"cooperative_groups", "cuda", "cub", "std", "thrust", "nvcuda", "__"};
    if (w->function < 0)
        return false;
    const function *f = &c->plan->functions.items[w->function];
    if (!f->in_system)
        return f->is_kernel || f->is_device;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strncmp(f->name_scope, known[i], strlen(known[i])) == 0 || strncmp(f->name, "__", 2) == 0)
            return false;
    return true;
}

static void add_spins(collector *c, ast_node loop, const walk *w)
{
    spin_sources all = spin_in_loop(c->ast, c->arena, loop);
    for (size_t i = 0; i < all.count; i++) {
        int callee = all.items[i].kind == SPIN_CALL ? function_index(c, all.items[i].callee) : -1;
        fact *x = add_fact(c, w, FACT_SPIN, loop);
        x->name = all.items[i].name;
        x->callee = callee;
    }
}

static void add_polls(collector *c, ast_node n, ast_nodes children, const walk *w)
{
    ast_kind k = ast_node_kind(n);
    bool assigns = k == AST_NONE && children.count == 2;
    if (k != AST_CALL && k != AST_ASM && !assigns && !ast_type_is_volatile(n))
        return;
    spin_sources all = spin_in_node(c->ast, c->arena, n);
    for (size_t i = 0; i < all.count; i++)
        if (all.items[i].kind != SPIN_RETRY || !(w->context & IN_LOOP))
            add_fact(c, w, FACT_POLL, n)->name = all.items[i].name;
    if (spin_always(c->ast, c->arena, n))
        add_fact(c, w, FACT_SPIN, n);
    const char *lock = spin_released(c->ast, c->arena, n);
    if (lock)
        add_fact(c, w, FACT_RELEASE, n)->name = lock;
}

static void walk_node(collector *c, ast_node n, walk w)
{
    ast_kind kind = ast_node_kind(n);
    ast_nodes children = ast_children(c->arena, n);
    if (may_wait(c, &w))
        add_polls(c, n, children, &w);
    switch (kind) {
    case AST_CALL:
        if (children.count >= 2 && is_configuration(c, children.items[1])) {
            add_launch(c, children, &w);
            break;
        }
        add_api_launch(c, children, &w);
        if (w.function >= 0)
            add_call(c, n, children, &w);
        break;
    case AST_REFERENCE: add_reference(c, n, &w); break;
    case AST_OVERLOADED_REFERENCE: {
        ast_nodes candidates = ast_candidates(c->arena, n);
        for (size_t i = 0; i < candidates.count; i++)
            if (is_function_node(candidates.items[i]))
                add_kernel_value(c, n, candidates.items[i], &w);
        break;
    }
    case AST_RETURN:
        if (w.function >= 0 && !(w.context & (IN_LAMBDA | IN_LOCAL_CLASS))) {
            fact *x = add_fact(c, &w, FACT_RETURN, n);
            x->guard_begin = w.guard_begin;
            x->guard_end = w.guard_end;
        }
        break;
    case AST_VARIABLE:
        if (w.function >= 0)
            add_variable(c, n, &w);
        break;
    case AST_ASM:
        if (w.function >= 0)
            add_fact(c, &w, FACT_ASM, n)->name = ast_text(c->ast, c->arena, n);
        break;
    case AST_GOTO:
        if (w.function >= 0) {
            ast_nodes label = ast_children(c->arena, n);
            ast_node target = label.count ? ast_referenced(label.items[0]) : n;
            c->goes_back |= ast_location(c->ast, target).offset < ast_location(c->ast, n).offset;
            add_fact(c, &w, FACT_GOTO, n);
        }
        break;
    case AST_LAMBDA:
        if (w.function >= 0)
            add_fact(c, &w, FACT_LAMBDA, n);
        w.context |= IN_LAMBDA;
        break;
    case AST_SWITCH:
        enter_branch(c, &w, n, BRANCH_SWITCH);
        w.breakable = -1;
        break;
    case AST_BREAK:
        if (w.function >= 0 && w.breakable >= 0)
            c->plan->functions.items[w.function].branches.items[w.breakable].has_break = true;
        break;
    case AST_LOOP:
        enter_branch(c, &w, n, BRANCH_LOOP);
        w.breakable = w.context & (IN_LAMBDA | IN_LOCAL_CLASS) ? -1 : w.branch;
        if (!w.loop_end) {
            ast_range r = ast_extent(c->ast, n);
            w.loop_end = r.file >= 0 ? r.end : (size_t)-1;
        }
        w.context |= IN_LOOP;
        if (may_wait(c, &w))
            add_spins(c, n, &w);
        break;
    case AST_CLASS: // a local class: its members are functions of their own
        walk_declarations(c, n, (scope){.in_class = true, .in_function = true});
        return;
    case AST_IF:
        walk_if(c, n, children, w, false);
        return;
    case AST_USING:
        add_import(c, n);
        return;
    default:
        if (is_function_kind(kind))
            return;
        break;
    }
    walk_children(c, children, w);
}

static void walk_body(collector *c, ast_node body, walk w)
{
    ast_nodes statements = ast_children(c->arena, body);
    for (size_t i = 0; i < statements.count; i++) {
        if (ast_node_kind(statements.items[i]) == AST_IF)
            walk_if(c, statements.items[i], ast_children(c->arena, statements.items[i]), w, true);
        else
            walk_node(c, statements.items[i], w);
    }
}

static void walk_function(collector *c, ast_node n, int index)
{
    function *f = &c->plan->functions.items[index];
    walk w = {.function = index, .file_index = -1, .branch = -1, .breakable = -1};
    if (f->definition >= 0) {
        w.file_index = f->declarations.items[f->definition].file;
        w.file = file_at(c, w.file_index);
    }
    f->facts_known = true;
    ast_nodes children = ast_children(c->arena, n);
    for (size_t i = 0; i < children.count; i++) {
        ast_kind k = ast_node_kind(children.items[i]);
        if (k == AST_COMPOUND) {
            c->goes_back = false;
            walk_body(c, children.items[i], w);
            if (c->goes_back && may_wait(c, &w))
                add_spins(c, children.items[i], &w);
        } else if (k == AST_PARAMETER) {
            walk in_default = w;
            in_default.context |= IN_DEFAULT_ARGUMENT | OUTSIDE_BODY;
            walk_children(c, ast_children(c->arena, children.items[i]), in_default);
        } else {
            walk initialiser = w; // of a constructor
            initialiser.context |= OUTSIDE_BODY;
            walk_node(c, children.items[i], initialiser);
        }
    }
}

static bool has_body(collector *c, ast_node n)
{
    if (!ast_is_definition(n))
        return false;
    ast_nodes children = ast_children(c->arena, n);
    for (size_t i = children.count; i-- > 0;)
        if (ast_node_kind(children.items[i]) == AST_COMPOUND)
            return true;
    return false;
}

static int add_function(collector *c, ast_node n, scope around)
{
    n = ast_read_whole(c->ast, n);
    int index = function_index(c, n);
    function *f = &c->plan->functions.items[index];
    read_attributes(c, f, ast_children(c->arena, n));
    if (f->in_system)
        return index;
    declaration d;
    bool placed = read_declaration(c, n, f, around, &d);
    bool body = has_body(c, n);
    if (placed) {
        int known = -1;
        for (size_t i = 0; i < f->declarations.count; i++)
            if (f->declarations.items[i].file == d.file && f->declarations.items[i].name_begin == d.name_begin)
                known = (int)i;
        if (known < 0) {
            if (d.is_friend)
                d.in_class = false; // not a member: what is named is at namespace scope
            *ARENA_PUSH(c->arena, &f->declarations) = d;
            known = (int)f->declarations.count - 1;
        }
        if (body && f->definition < 0)
            f->definition = known;
    }
    if (body)
        walk_function(c, n, index);
    return index;
}

// ---- the walk over declarations --------------------------------------------------------------------------------

static void add_import(collector *c, ast_node n)
{
    ast_range r = ast_extent(c->ast, n);
    if (r.file < 0 || c->file_of[r.file] < 0 || r.in_macro)
        return;
    ast_nodes children = ast_children(c->arena, n);
    for (size_t i = 0; i < children.count; i++) {
        ast_node target = ast_referenced(children.items[i]);
        ast_nodes targets = {0};
        if (ast_node_kind(children.items[i]) == AST_OVERLOADED_REFERENCE)
            targets = ast_candidates(c->arena, children.items[i]);
        else if (is_function_node(target))
            *ARENA_PUSH(c->arena, &targets) = target;
        for (size_t k = 0; k < targets.count; k++) {
            if (!is_function_node(targets.items[k]))
                continue;
            const plan_file *f = file_at(c, c->file_of[r.file]);
            size_t t = token_at_or_after(&f->tokens, r.end);
            if (!token_text_is(f, t, ";"))
                continue;
            name_import *m = ARENA_PUSH(c->arena, &c->plan->imports);
            *m = (name_import){.file = c->file_of[r.file], .begin = r.begin, .end = f->tokens.items[t].end,
                               .name_begin = f->tokens.items[t - 1].begin, .name_end = f->tokens.items[t - 1].end,
                               .function = function_index(c, targets.items[k])};
        }
    }
}

static void walk_declarations(collector *c, ast_node n, scope around)
{
    ast_nodes children = ast_project_children(c->ast, c->arena, n); // those of a unit are by the thousand, nearly all in headers
    const scope outer = around;
    for (size_t i = 0; i < children.count; i++) {
        ast_node x = children.items[i];
        ast_kind kind = ast_node_kind(x);
        if (is_function_kind(kind)) {
            add_function(c, x, around);
        } else if (kind == AST_NAMESPACE) {
            walk_declarations(c, x, around);
        } else if (kind == AST_LINKAGE) {
            around.extern_c = true;
            walk_declarations(c, x, around);
            around.extern_c = outer.extern_c;
        } else if (kind == AST_CLASS || kind == AST_FRIEND) {
            scope inside = around;
            inside.in_class = true;
            inside.is_friend = kind == AST_FRIEND;
            walk_declarations(c, x, inside);
        } else if (kind == AST_USING) {
            add_import(c, x);
        } else if (kind == AST_VARIABLE || kind == AST_FIELD) {
            walk_node(c, x, (walk){.function = -1, .file_index = -1, .branch = -1, .breakable = -1});
        } else if (kind == AST_NONE) {
            walk_declarations(c, x, around); // a declaration of no interest may hold some that are
        }
    }
}

// `template __global__ void k<float>(float *);` has no cursor: found by its tokens.
static void find_instantiations(collector *c)
{
    plan *p = c->plan;
    for (size_t file = 0; file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        for (size_t i = 0; i < f->tokens.count; i++) {
            if (f->tokens.items[i].in_directive || !token_text_is(f, i, "template") || token_text_is(f, i + 1, "<") ||
                plan_is_skipped(f, f->tokens.items[i].begin) ||
                (i && (token_text_is(f, i - 1, ".") || token_text_is(f, i - 1, "->") || token_text_is(f, i - 1, "::"))))
                continue;
            size_t end = i;
            while (end < f->tokens.count && !token_text_is(f, end, ";") && !token_text_is(f, end, "{") &&
                   f->tokens.items[end].kind != TOKEN_END)
                end++;
            if (!token_text_is(f, end, ";"))
                continue;
            for (size_t k = i + 1; k < end; k++) {
                if (f->tokens.items[k].kind != TOKEN_IDENTIFIER || f->tokens.items[k].in_directive ||
                    plan_is_skipped(f, f->tokens.items[k].begin) ||
                    !(token_text_is(f, k + 1, "<") || token_text_is(f, k + 1, "(")))
                    continue;
                int found = -1;
                for (size_t m = 0; m < p->functions.count; m++)
                    if (p->functions.items[m].is_kernel && p->functions.items[m].primary < 0 &&
                        token_is(f->text, &f->tokens.items[k], p->functions.items[m].name))
                        found = (int)m;
                if (found < 0)
                    continue;
                size_t open = token_text_is(f, k + 1, "<") ? skip_balanced(f, k + 1) : k + 1;
                explicit_instantiation *x = ARENA_PUSH(c->arena, &p->instantiations);
                *x = (explicit_instantiation){(int)file, found, f->tokens.items[i].begin, f->tokens.items[end].end,
                                              f->tokens.items[k].begin, f->tokens.items[k].end,
                                              f->tokens.items[open].begin};
                break;
            }
        }
    }
}

// System functions that device code calls are walked on demand, to any depth, once each: whether a library reads the
// block index or holds a barrier is a question to its text, not to a list. Host code is of no interest here.
static void walk_system_callees(collector *c)
{
    LIST_OF(int) pending = {0};
    for (size_t i = 0; i < c->plan->functions.count; i++) {
        const function *f = &c->plan->functions.items[i];
        if (!f->in_system && f->facts_known && (f->is_kernel || f->is_device || !f->is_host))
            *ARENA_PUSH(c->arena, &pending) = (int)i;
    }
    while (pending.count) {
        int at = pending.items[--pending.count];
        if (!c->plan->functions.items[at].in_system && !c->plan->functions.items[at].is_kernel &&
            !c->plan->functions.items[at].is_device)
            continue;
        for (size_t k = 0; k < c->plan->functions.items[at].facts.count; k++) {
            int callee = c->plan->functions.items[at].facts.items[k].callee;
            if (callee < 0 || !c->plan->functions.items[callee].in_system ||
                c->plan->functions.items[callee].facts_known)
                continue;
            ast_node definition = ast_definition(c->nodes.items[callee]);
            if (ast_is_null(definition) || !has_body(c, definition))
                continue;
            walk_function(c, ast_read_whole(c->ast, definition), callee);
            *ARENA_PUSH(c->arena, &pending) = callee;
        }
    }
}

// What both parses saw is kept once, as the host parse saw it.
static void drop_repeated_facts(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        function *f = &p->functions.items[i];
        size_t kept = 0;
        for (size_t k = 0; k < f->facts.count; k++) {
            const fact *x = &f->facts.items[k];
            bool repeated = false;
            for (size_t m = 0; m < kept && x->context & DEVICE_ONLY && !repeated; m++) {
                const fact *y = &f->facts.items[m];
                repeated = x->kind == y->kind && x->begin == y->begin && x->end == y->end && x->callee == y->callee;
            }
            if (!repeated)
                f->facts.items[kept++] = *x;
        }
        f->facts.count = kept;
    }
}

// A friend template of a class template is a function of its own to libclang: its declaration belongs to the one it
// befriends.
static void adopt_friends(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        function *f = &p->functions.items[i];
        bool orphan = f->is_kernel && f->declarations.count > 0;
        for (size_t k = 0; k < f->declarations.count; k++)
            orphan &= f->declarations.items[k].is_friend;
        for (size_t k = 0; orphan && k < p->functions.count; k++) {
            function *g = &p->functions.items[k];
            if (g == f || !g->is_kernel || g->primary >= 0 || strcmp(g->name, f->name) != 0 ||
                !g->declarations.count || g->declarations.items[0].is_friend)
                continue;
            for (size_t m = 0; m < f->declarations.count; m++)
                *ARENA_PUSH(p->arena, &g->declarations) = f->declarations.items[m];
            f->declarations.count = 0;
            break;
        }
    }
}

// What this parse saw is unseen no more.
static void mark_seen(plan *p, ast *t, const int *file_of)
{
    for (size_t i = 0; i < ast_file_count(t); i++) {
        if (file_of[i] < 0)
            continue;
        plan_file *f = &p->files.items[file_of[i]];
        ast_ranges skipped = ast_skipped(t, p->arena, (int)i);
        plan_file next = {0};
        for (size_t k = 0; k < f->unseen.count; k++)
            for (size_t m = 0; m < skipped.count; m++) {
                byte_range both = {f->unseen.items[k].begin, f->unseen.items[k].end};
                both.begin = skipped.items[m].begin > both.begin ? skipped.items[m].begin : both.begin;
                both.end = skipped.items[m].end < both.end ? skipped.items[m].end : both.end;
                if (both.begin < both.end)
                    *ARENA_PUSH(p->arena, &next.unseen) = both;
            }
        f->unseen.items = next.unseen.items;
        f->unseen.count = next.unseen.count;
        f->unseen.capacity = next.unseen.capacity;
    }
}

void collect_functions(plan *p, ast *t, bool device)
{
    collector c = {.plan = p, .arena = p->arena, .ast = t, .device = device, .functions = map_new(p->arena),
                   .launches = place_map_new(p->arena)};
    for (size_t i = 0; i < p->launches.count; i++)
        place_map_put(&c.launches, p->launches.items[i].file, p->launches.items[i].open_begin, (int)i);
    for (size_t i = 0; i < p->functions.count; i++) {
        map_put(&c.functions, p->functions.items[i].usr, (int)i);
        *ARENA_PUSH(p->arena, &c.nodes) = (ast_node){0};
    }
    c.file_of = arena_alloc(p->arena, (ast_file_count(t) + 1) * sizeof *c.file_of);
    for (size_t i = 0; i < ast_file_count(t); i++)
        c.file_of[i] = plan_file_of(p, ast_file(t, (int)i));
    walk_declarations(&c, ast_root(t), (scope){0});
    mark_seen(p, t, c.file_of);
    if (!device) {
        adopt_friends(p);
        find_instantiations(&c);
    }
    walk_system_callees(&c);
    if (device)
        drop_repeated_facts(p);
}
