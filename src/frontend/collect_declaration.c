// Collecting: where the parts of a function's declaration lie in the text (collector.h).
//
// In:  a declaration's node. Out: the offsets of its head, name, parameters and body.
// Invariant: what is not written there, because a macro makes it, is marked as such and never guessed.
#include "frontend/collector.h"

#include <string.h>

// No bases, members of other classes, references, unions, static members or templates, so that `x.name` without parentheses behind it
// is a number or a pointer in x itself.
static bool is_record(collector *c, ast_node n)
{
    const ast_node class = ast_type_is_scalar(n) || ast_type_is_reference(n) ? (ast_node){0} : ast_type_declaration(n);
    const ast_nodes members = ast_is_null(class) ? (ast_nodes){0} : class_members(c, class);
    bool any = false;
    for (size_t i = 0; i < members.count; i++) {
        const ast_kind kind = ast_node_kind(members.items[i]);
        if (kind == AST_FIELD ? !ast_type_is_scalar(members.items[i]) || ast_type_is_volatile(members.items[i]) || ast_is_mutable(members.items[i])
                              : kind == AST_BASE || kind == AST_VARIABLE || kind == AST_CLASS || kind == AST_FUNCTION_TEMPLATE)
            return false;
        any |= kind == AST_FIELD;
    }
    return any;
}

// #define CUTLASS_GRID_CONSTANT __grid_constant__: macros that are nothing else.
static void find_grid_constants(collector *c)
{
    c->knows_grid_constants = true;
    *ARENA_PUSH(c->arena, &c->grid_constants) = slice_of("__grid_constant__");
    for (size_t k = 0; k < c->plan->files.count; k++) {
        const plan_file *f = &c->plan->files.items[k];
        const size_t count = token_list_may_have(&f->tokens, "__grid_constant__") ? f->tokens.count : 0;
        for (size_t i = 2; i + 1 < count; i++)
            if (f->tokens.items[i].in_directive && is_token(f, i - 1, "define") && is_token(f, i + 1, "__grid_constant__"))
                *ARENA_PUSH(c->arena, &c->grid_constants) = token_bytes(f->text, &f->tokens.items[i]);
    }
}

static bool is_grid_constant(collector *c, const plan_file *f, const token *t)
{
    if (!c->knows_grid_constants)
        find_grid_constants(c);
    for (size_t k = 0; t->kind == TOKEN_IDENTIFIER && k < c->grid_constants.count; k++)
        if (slice_equal(c->grid_constants.items[k], token_bytes(f->text, t)))
            return true;
    return false;
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
    out->is_of_class = ast_type_is_of_class(n);
    out->is_const = ast_type_is_const(n);
    out->is_scalar = ast_type_is_scalar(n);
    out->is_fixed = ast_type_is_fixed(n);
    out->is_restrict = ast_type_is_restrict(n);
    out->is_record = out->is_class && is_record(c, n);
    out->copies_run = out->is_class && !ast_type_copies_plainly(n);
    out->is_awkward = ast_type_is_array_or_function_pointer(n);
    out->name_begin = at.offset;
    // The text runs to the comma behind the declaration; the AST knows which comma that is.
    size_t i = first, last = first;
    int depth = 0;
    size_t equals = (size_t)-1;
    while ((i = plan_next_live(f, i, home)) < f->tokens.count && f->tokens.items[i].begin < close) {
        const token *t = &f->tokens.items[i];
        depth += token_depth(f->text, t);
        if (depth == 0 && token_is(f->text, t, "=") && equals == (size_t)-1)
            equals = t->begin;
        if (depth == 0 && token_is(f->text, t, ",") && (r.in_macro || t->begin >= r.end))
            break;
        if (is_grid_constant(c, f, t)) {
            out->grid_constant_begin = t->begin;
            out->grid_constant_end = t->end;
        }
        // `A... a`, or `A...` without a name: what stands elsewhere is of the type, as in `box<A...> a`.
        if (*out->name && t->begin == out->name_begin)
            out->is_awkward |= depth > 0; // V (*... v)(int), of which libclang says less than of one that is no pack
        if (*out->name ? t->begin == out->name_begin : equals == (size_t)-1)
            out->is_pack = token_is(f->text, *out->name ? &f->tokens.items[last] : t, "...");
        last = i++;
    }
    out->end = f->tokens.items[last].end;
    out->default_begin = equals == (size_t)-1 ? out->end : equals;
    *token_index = token_is(f->text, &f->tokens.items[i], ",") ? i + 1 : i;
}

// In front of a specialisation, and of a template in a class template that is defined behind the class, stands one more header.
static size_t outermost_header(const plan_file *f, size_t first)
{
    for (size_t i = first; i > 0 && is_token(f, first - 1, ">") && !is_token(f, i, ";") && !is_token(f, i, "}"); i--)
        if (is_token(f, i - 1, "template") && is_token(f, i, "<") && skip_balanced(f, i) == first)
            first = i - 1;
    return first;
}

static void read_template_header(collector *c, const plan_file *f, declaration *d, ast_nodes children)
{
    size_t i = token_at_or_after(&f->tokens, d->begin), at = i; // at: the innermost header, whose parameters the children are
    d->specifiers_begin = d->begin;
    while (is_token(f, i, "template") && is_token(f, i + 1, "<")) {
        bool empty = is_token(f, plan_next_live(f, i + 2, d->begin), ">");
        if (empty)
            d->is_specialisation = true;
        else
            d->is_template = true;
        at = i;
        i = plan_next_live(f, skip_balanced(f, i + 1), d->begin);
        d->specifiers_begin = i < f->tokens.count ? f->tokens.items[i].begin : d->specifiers_begin;
    }
    // Where an unnamed parameter's name would go: in front of its default, or of the comma or `>` behind it.
    size_t inside = is_token(f, at, "template") ? at + 2 : at;
    for (size_t k = 0; k < children.count; k++) {
        if (ast_node_kind(children.items[k]) != AST_TEMPLATE_PARAMETER)
            continue;
        d->in_macro |= !d->is_template; // the header comes out of a macro
        template_parameter *x = ARENA_PUSH(c->arena, &d->template_parameters);
        *x = (template_parameter){ast_name(c->arena, children.items[k]),
                                  ast_is_variadic_parameter_pack(children.items[k]), 0};
        size_t i = plan_next_live(f, inside, d->begin), last = i;
        while (f->tokens.items[i].kind != TOKEN_END && !is_token(f, i, ",") && !is_token(f, i, ">") &&
               f->tokens.items[i].begin < d->name_begin) {
            x->is_pack |= is_token(f, i, "..."); // of one without a name, libclang does not tell
            if (is_token(f, i, "=") && !x->name_goes)
                x->name_goes = f->tokens.items[last].end;
            if (is_token(f, i, "(") && is_token(f, i + 1, "*") && is_token(f, i + 2, ")") && !x->name_goes)
                x->name_goes = f->tokens.items[i + 1].end; // int (*)(int)
            bool bracket = (is_token(f, i, "<") && opens_list(f, i)) || bracket_depth(f, i) > 0;
            last = bracket ? skip_balanced(f, i) - 1 : i;
            i = plan_next_live(f, last + 1, d->begin);
        }
        if (!x->name_goes)
            x->name_goes = f->tokens.items[last].end;
        inside = i + 1;
    }
}

// A body may be written out or be what a macro expands to: then the macro's invocation is its text.
static bool read_body_place(const plan_file *f, int file, ast_range body, declaration *d)
{
    size_t i = token_at_or_after(&f->tokens, body.begin);
    if (body.file != file || i >= f->tokens.count || f->tokens.items[i].begin != body.begin || body.begin < d->close)
        return false;
    d->body_begin = body.begin;
    if (is_token(f, i, "{")) {
        d->body_end = body.end;
        return body.end > body.begin;
    }
    if (f->tokens.items[i].kind != TOKEN_IDENTIFIER)
        return false;
    size_t behind = is_token(f, i + 1, "(") ? skip_balanced(f, i + 1) : i + 1;
    d->body_end = f->tokens.items[behind - 1].end;
    return true;
}

static bool is_operator_name(const function *fn)
{
    return fn->form == FORM_OPERATOR || fn->form == FORM_CALL_OPERATOR || fn->form == FORM_CONVERSION;
}

// Name, explicit arguments of a specialisation: from the token of the name to the one behind, where the parameter list begins.
static size_t read_name(const plan_file *f, size_t i, const function *fn, declaration *d)
{
    if (is_operator_name(fn)) {
        i++;
        if (fn->form == FORM_CALL_OPERATOR)
            i += 2;
        else
            while (i < f->tokens.count && !is_token(f, i, "(") && f->tokens.items[i].kind != TOKEN_END)
                i++;
        d->name_end = i ? f->tokens.items[i - 1].end : d->name_begin;
    } else if (is_token(f, i, "~")) {
        i += 2;
        d->name_end = f->tokens.items[i - 1].end;
    } else {
        d->name_end = f->tokens.items[i].end;
        i++;
    }
    d->template_arguments_end = d->name_end;
    i = plan_next_live(f, i, d->name_begin);
    if (is_token(f, i, "<")) {
        i = skip_balanced(f, i);
        d->template_arguments_end = f->tokens.items[i - 1].end;
        i = plan_next_live(f, i, d->name_begin);
    }
    return i;
}

// The list that opens at token `i`; gives the token behind it.
static size_t read_parameters(collector *c, const plan_file *f, ast_nodes children, size_t i, declaration *d)
{
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
        const ast_node class = x->is_class ? ast_type_declaration(children.items[k]) : (ast_node){0};
        const ast_place of_class = ast_is_null(class) ? (ast_place){.file = -1} : ast_location(c->ast, class);
        d->is_before_class |= of_class.file >= 0 && c->file_of[of_class.file] == d->file && of_class.offset > x->begin;
        d->in_macro |= *x->name && !(x->name_begin >= x->begin && x->name_begin < x->end && names_match(f, x->name_begin, x->name));
    }
    return behind;
}

// Body, or the semicolon.
static void read_end(collector *c, const plan_file *f, int name_file, ast_nodes children, size_t behind, declaration *d)
{
    for (size_t k = children.count; k-- > 0;)
        if (ast_node_kind(children.items[k]) == AST_COMPOUND) {
            ast_range body = ast_extent(c->ast, children.items[k]);
            d->in_macro |= !read_body_place(f, name_file, body, d);
            break;
        }
    if (d->body_end) {
        d->end = d->body_end;
    } else {
        size_t k = behind;
        while ((k = plan_next_live(f, k, d->name_begin)) < f->tokens.count && f->tokens.items[k].kind != TOKEN_END &&
               !is_token(f, k, ";") && !is_token(f, k, "{"))
            k = is_token(f, k, "(") ? skip_balanced(f, k) : k + 1;
        d->end = k < f->tokens.count ? f->tokens.items[k].end : f->text->length;
    }
}

// A constructor of a class template is called `table<K>` by clang, and `table` by its text.
static const char *written_name(collector *c, const function *fn)
{
    return fn->form == FORM_CONSTRUCTOR ? arena_copy(c->arena, fn->name, strcspn(fn->name, "<")) : fn->name;
}

// Fills in where the text of a declaration lies. Returns false when it comes out of a macro's body.
bool read_declaration(collector *c, ast_node n, const function *fn, scope around, declaration *d)
{
    ast_place name = ast_location(c->ast, n);
    ast_range whole = ast_extent(c->ast, n);
    *d = (declaration){.file = -1, .deduced_arguments = "", .directive = -1, .in_class = around.in_class, .in_template = around.in_template,
                       .in_function = around.in_function, .is_friend = around.is_friend, .extern_c = around.extern_c, .is_inline = ast_is_inline(n),
                       .class_parameters = around.class_parameters};
    if (name.file < 0 || c->file_of[name.file] < 0)
        return false;
    d->file = c->file_of[name.file];
    const plan_file *f = file_at(c, d->file);
    ast_nodes children = ast_children(c->arena, n);
    d->name_begin = name.offset;
    d->begin = whole.file == name.file ? whole.begin : name.offset;
    size_t i = token_at_or_after(&f->tokens, name.offset);
    if (i >= f->tokens.count || f->tokens.items[i].in_directive ||
        (!is_operator_name(fn) && !names_match(f, name.offset, written_name(c, fn)))) {
        d->in_macro = true;
        d->name_end = d->template_arguments_end = d->name_begin;
        return true;
    }
    // extern "C" in front belongs to the text; so do the template headers that libclang left out.
    size_t first = token_at_or_after(&f->tokens, d->begin);
    if (first >= 2 && f->tokens.items[first - 1].kind == TOKEN_STRING && is_token(f, first - 2, "extern"))
        d->begin = f->tokens.items[first - 2].begin;
    d->begin = f->tokens.items[outermost_header(f, token_at_or_after(&f->tokens, d->begin))].begin;
    read_template_header(c, f, d, children);
    d->has_auto_parameter = ast_node_kind(n) == AST_FUNCTION_TEMPLATE && !d->is_template && !d->is_specialisation &&
                            !d->in_macro;
    i = read_name(f, i, fn, d);
    d->deduced_arguments = d->is_specialisation && d->template_arguments_end == d->name_end ? ast_template_arguments(c->arena, n) : "";
    while (is_token(f, i, "[") && is_token(f, i + 1, "[")) // void k [[maybe_unused]] (int *out): of the name, and the twin has another
        i = skip_balanced(f, i);
    if (!is_token(f, i, "(")) {
        d->in_macro = true;
        return true;
    }
    const size_t behind = read_parameters(c, f, children, i, d);
    read_end(c, f, name.file, children, behind, d);
    return true;
}

// Is the last word of `tokens[first] .. tokens[last]` the parameter's name, and not of its type?
static bool is_named(const plan_file *f, size_t first, size_t last)
{
    static const char *const of_type[] = {"const", "volatile", "struct", "class", "union", "enum", "typename", "unsigned", "signed",
                                          "long", "short", "::"};
    const token *t = &f->tokens.items[last];
    if (last == first || t->kind != TOKEN_IDENTIFIER || token_is(f->text, t, "const") || token_is(f->text, t, "volatile"))
        return false;
    return !TOKEN_IS_ANY(f->text, t - 1, of_type);
}

bool read_friend_specialisation(collector *c, int file, ast_place at, const char *name, declaration *d)
{
    const plan_file *f = file_at(c, file);
    size_t i = token_at_or_after(&f->tokens, at.offset), begin = i;
    *d = (declaration){.file = file, .deduced_arguments = "", .directive = -1, .is_friend = true, .is_specialisation = true};
    d->name_begin = at.offset;
    d->name_end = d->template_arguments_end = f->tokens.items[i].end;
    while (begin > 0 && !is_token(f, begin, "friend") && !is_token(f, begin, ";"))
        begin--;
    d->begin = d->specifiers_begin = f->tokens.items[begin].begin;
    size_t open = behind_callee(f, d->name_end);
    if (at.in_macro || !is_token(f, begin, "friend") || !is_token(f, i, name) || !is_token(f, open, "("))
        return false;
    d->template_arguments_end = f->tokens.items[open - 1].end;
    d->open = f->tokens.items[open].begin;
    const size_t behind = skip_balanced(f, open);
    d->close = f->tokens.items[behind - 1].begin;
    // What stands between two commas is a parameter.
    for (size_t k = open + 1, first = k; k < behind; k++) {
        const bool comma = is_token(f, k, ",");
        if ((comma || k + 1 == behind) && k > first) {
            parameter *x = ARENA_PUSH(c->arena, &d->parameters);
            *x = (parameter){.name = "", .begin = f->tokens.items[first].begin, .end = f->tokens.items[k - 1].end};
            x->default_begin = x->end;
            if (is_named(f, first, k - 1)) {
                const token *t = &f->tokens.items[k - 1];
                x->name = arena_copy(c->arena, f->text->bytes + t->begin, t->end - t->begin);
                x->name_begin = t->begin;
            }
        }
        first = comma ? k + 1 : first;
        if (is_token(f, k, "<") || bracket_depth(f, k) > 0)
            k = skip_balanced(f, k) - 1;
    }
    size_t k = behind;
    while (k < f->tokens.count && f->tokens.items[k].kind != TOKEN_END && !is_token(f, k, ";"))
        k++;
    d->end = f->tokens.items[k].end;
    return true;
}
