// Collecting: see collect.h. The walk over declarations, and what is found between them.
//
// The AST says what a thing is and which declaration a name means; the tokens say where its text lies. Both are
// joined by the byte offset of names, which holds for every version of libclang.
#include "frontend/collect.h"
#include "frontend/collector.h"
#include "frontend/open_member.h"
#include "frontend/thread_index.h"

#include <string.h>

// ---- the walk over declarations --------------------------------------------------------------------------------

static int add_function(collector *c, ast_node n, scope around)
{
    n = ast_read_whole(c->ast, n);
    int index = function_index(c, n);
    function *f = &c->plan->functions.items[index];
    read_attributes(c, f, ast_children(c->arena, n));
    f->needs_no_body |= ast_needs_no_body(n);
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
        if (body && place_map_get(&c->bodies, 0, (size_t)index) < 0)
            place_map_put(&c->bodies, 0, (size_t)index, known);
        f->declarations.items[known].is_another |= body && place_map_get(&c->bodies, 0, (size_t)index) != known;
    }
    if (body)
        walk_function(c, n, index);
    return index;
}

// The kernel template that bears the name, if there is one only: clang misses it where the friend is written without __global__.
static int kernel_template_named(const collector *c, const char *name)
{
    int found = -1;
    for (size_t i = 0; i < c->plan->functions.count; i++) {
        const function *f = &c->plan->functions.items[i];
        if (!f->is_kernel || f->primary >= 0 || !f->declarations.count || !f->declarations.items[0].is_template ||
            strcmp(f->name, name) != 0)
            continue;
        if (found >= 0)
            return -1;
        found = (int)i;
    }
    return found;
}

// `friend void k<int>(int *);`: once k<int> is instantiated, its node stands where the template stands, and only the friend's
// own knows of this place. Returns false when it is no such thing.
static bool add_friend_specialisation(collector *c, ast_node n)
{
    ast_nodes children = ast_children(c->arena, n);
    ast_node befriended = children.count ? children.items[0] : n;
    ast_place at = ast_location(c->ast, n);
    if (!is_function_node(befriended) || at.file < 0 || c->file_of[at.file] < 0)
        return false;
    const int file = c->file_of[at.file];
    const plan_file *f = file_at(c, file);
    if (!is_token(f, token_at_or_after(&f->tokens, at.offset) + 1, "<"))
        return false;
    ast_node primary = ast_specialised(befriended);
    const int index = ast_is_null(primary) ? kernel_template_named(c, ast_name(c->arena, befriended)) : function_index(c, primary);
    declaration d;
    if (index < 0 || !read_friend_specialisation(c, file, at, c->plan->functions.items[index].name, &d))
        return false;
    *ARENA_PUSH(c->arena, &c->plan->functions.items[index].declarations) = d;
    return true;
}

// Where one part of a using-declaration stands: its name in front of the `,` or `;`, and what qualifies that.
static bool read_import(const plan_file *f, int file, ast_range r, name_import *m)
{
    *m = (name_import){.file = file, .begin = r.begin, .end = r.end, .name_begin = r.begin, .name_end = r.end, .in_macro = r.in_macro};
    size_t t = token_at_or_after(&f->tokens, r.end);
    m->is_pack = is_token(f, t, "...") || (t && is_token(f, t - 1, "..."));
    t += is_token(f, t, "...");
    size_t name = t ? t - 1 - m->is_pack : 0;
    if (r.in_macro)
        return true;
    if (!(is_token(f, t, ",") || is_token(f, t, ";")) || f->tokens.items[name].kind != TOKEN_IDENTIFIER)
        return false;
    m->name_begin = f->tokens.items[name].begin;
    m->name_end = f->tokens.items[name].end;
    size_t first = name;
    for (int depth = 0; f->tokens.items[first - 1].begin > r.begin && (depth || !is_token(f, first - 1, ",")); first--)
        depth += is_token(f, first - 1, ">") - is_token(f, first - 1, "<");
    m->qualified_begin = f->tokens.items[first].begin;
    while (!is_token(f, t, ";") && f->tokens.items[t].kind != TOKEN_END)
        t++;
    m->end = f->tokens.items[t].end;
    return true;
}

void add_import(collector *c, ast_node n)
{
    ast_range r = ast_extent(c->ast, n);
    name_import found;
    if (r.file < 0 || c->file_of[r.file] < 0 || !read_import(file_at(c, c->file_of[r.file]), c->file_of[r.file], r, &found))
        return;
    const size_t before = c->plan->imports.count;
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
            found.function = function_index(c, targets.items[k]);
            *ARENA_PUSH(c->arena, &c->plan->imports) = found;
        }
    }
    bool is_open = before == c->plan->imports.count && !found.in_macro;
    for (size_t i = 0; i < children.count && is_open; i++)
        is_open = !is_token(file_at(c, found.file), token_at_or_after(&file_at(c, found.file)->tokens, found.name_begin),
                            ast_name(c->arena, ast_referenced(children.items[i])));
    if (is_open) { // of a base that is not known
        found.function = -1;
        *ARENA_PUSH(c->arena, &c->plan->imports) = found;
    }
}

// The namespaces of ptcc's headers: nothing else can bear their names.
static void note_taken_name(collector *c, ast_node n, ast_kind kind)
{
    const char *name = ast_name(c->arena, n);
    ast_place at = ast_location(c->ast, n);
    if ((strcmp(name, "pt") != 0 && strcmp(name, "ptrt") != 0) || kind == AST_NAMESPACE || kind == AST_PARAMETER || at.file < 0 || c->file_of[at.file] < 0)
        return;
    *ARENA_PUSH(c->arena, &c->plan->taken_names) =
        (taken_name){c->file_of[at.file], at.offset, at.offset + (at.in_macro ? 0 : strlen(name)), name};
}

// Those of the classes around, and of this one.
static name_list class_parameters(collector *c, name_list around, ast_node class)
{
    name_list all = {0};
    const ast_nodes children = ast_is_class_template(class) ? ast_children(c->arena, class) : (ast_nodes){0};
    for (size_t i = 0; i < around.count; i++)
        *ARENA_PUSH(c->arena, &all) = around.items[i];
    for (size_t i = 0; i < children.count; i++)
        if (ast_node_kind(children.items[i]) == AST_TEMPLATE_PARAMETER && *ast_name(c->arena, children.items[i]))
            *ARENA_PUSH(c->arena, &all) = ast_name(c->arena, children.items[i]);
    return all;
}

static void note_constant(collector *c, ast_node variable)
{
    const char *name = ast_name(c->arena, variable);
    const bool is_constant = ast_type_is_const(variable) && ast_type_is_scalar(variable) && !ast_type_is_volatile(variable);
    map_put(&c->plan->constants, name, is_constant && map_get(&c->plan->constants, name) != 0);
}

static void note_enumerators(collector *c, ast_node enumeration)
{
    const ast_nodes children = ast_children(c->arena, enumeration);
    for (size_t i = 0; i < children.count; i++) {
        const char *name = ast_name(c->arena, children.items[i]);
        if (*name)
            map_put(&c->plan->constants, name, map_get(&c->plan->constants, name) != 0);
    }
}

// `unsigned a : 4 = f();`: libclang shows the width alone.
static void add_unread_initialiser(collector *c, ast_node n)
{
    const ast_range r = ast_extent(c->ast, n);
    if (!ast_is_bit_field(n) || r.file < 0 || c->file_of[r.file] < 0)
        return;
    for (size_t i = 0; i < c->plan->unread.count; i++)
        if (c->plan->unread.items[i].file == c->file_of[r.file] && c->plan->unread.items[i].begin == r.begin)
            return;
    *ARENA_PUSH(c->arena, &c->plan->unread) = (unread_part){c->file_of[r.file], r.begin, r.end};
}

void walk_declarations(collector *c, ast_node n, scope around)
{
    // A unit's declarations are by the thousand, and nearly all of them in headers.
    ast_nodes children = ast_project_children(c->ast, c->arena, n);
    const scope outer = around;
    for (size_t i = 0; i < children.count; i++) {
        ast_node x = children.items[i];
        ast_kind kind = ast_node_kind(x);
        if (around.is_global && !c->device && ast_is_declaration(x))
            note_taken_name(c, x, kind);
        if (is_function_kind(kind)) {
            add_function(c, x, around);
        } else if (kind == AST_NAMESPACE) {
            around.is_global = false;
            walk_declarations(c, x, around);
            around.is_global = outer.is_global;
        } else if (kind == AST_LINKAGE) {
            around.extern_c = true;
            walk_declarations(c, x, around);
            around.extern_c = outer.extern_c;
        } else if (kind == AST_CLASS || kind == AST_FRIEND) {
            scope inside = around;
            inside.in_class = true;
            inside.in_template |= ast_is_class_template(x);
            inside.class_parameters = class_parameters(c, around.class_parameters, x);
            inside.is_friend = kind == AST_FRIEND;
            inside.is_global = false;
            if (!inside.is_friend || !add_friend_specialisation(c, x))
                walk_declarations(c, x, inside);
        } else if (kind == AST_USING) {
            add_import(c, x);
        } else if (kind == AST_VARIABLE || kind == AST_FIELD) {
            if (kind == AST_FIELD) {
                add_unread_initialiser(c, x);
                map_put(&c->plan->fields, ast_name(c->arena, x), 1);
            } else {
                note_constant(c, x);
            }
            walk_node(c, x, &(walk){.function = -1, .file_index = -1, .branch = -1, .breakable = -1});
        } else if (kind == AST_ENUMERATION) {
            note_enumerators(c, x);
        } else if (kind == AST_NONE) {
            walk_declarations(c, x, around); // a declaration of no interest may hold some that are
        }
    }
}

// ---- what the walk does not meet -------------------------------------------------------------------------------

// "a::b::" of the namespaces whose braces are open at a token, as name_scope has it.
static const char *scope_at(const collector *c, const plan_file *f, size_t index)
{
    LIST_OF(const char *) open = {0}; // one for each brace
    for (size_t i = 0; i < index; i++) {
        if (f->tokens.items[i].in_directive || plan_is_skipped(f, f->tokens.items[i].begin))
            continue;
        if (is_token(f, i, "}") && open.count)
            open.count--;
        if (!is_token(f, i, "{"))
            continue;
        const char *inner = open.count ? open.items[open.count - 1] : "";
        size_t first = i;
        while (first > 0 && (is_token(f, first - 1, "::") || is_token(f, first - 1, "inline") ||
                             (f->tokens.items[first - 1].kind == TOKEN_IDENTIFIER && !is_token(f, first - 1, "namespace"))))
            first--;
        const bool is_namespace = first && is_token(f, first - 1, "namespace");
        for (size_t k = first; is_namespace && k < i; k++)
            if (f->tokens.items[k].kind == TOKEN_IDENTIFIER && !is_token(f, k, "inline"))
                inner = arena_format(c->arena, "%s%.*s::", inner, (int)(f->tokens.items[k].end - f->tokens.items[k].begin),
                                     f->text->bytes + f->tokens.items[k].begin);
        *ARENA_PUSH(c->arena, &open) = inner;
    }
    return open.count ? open.items[open.count - 1] : "";
}

// What is written in front of a name, "a::b::".
static const char *qualifier_at(const collector *c, const plan_file *f, size_t index)
{
    const char *qualifier = "";
    for (size_t k = index; k >= 2 && is_token(f, k - 1, "::") && f->tokens.items[k - 2].kind == TOKEN_IDENTIFIER; k -= 2)
        qualifier = arena_format(c->arena, "%.*s::%s", (int)(f->tokens.items[k - 2].end - f->tokens.items[k - 2].begin),
                                 f->text->bytes + f->tokens.items[k - 2].begin, qualifier);
    return qualifier;
}

// The kernel that a name at a token means: of several the one in the innermost namespace around. -1: none.
static int kernel_named_at(const collector *c, const plan_file *f, size_t index)
{
    const plan *p = c->plan;
    LIST_OF(int) all = {0};
    for (size_t m = 0; m < p->functions.count; m++)
        if (p->functions.items[m].is_kernel && p->functions.items[m].primary < 0 && is_token(f, index, p->functions.items[m].name))
            *ARENA_PUSH(c->arena, &all) = (int)m;
    if (all.count < 2)
        return all.count ? all.items[0] : -1;
    const char *around = scope_at(c, f, index), *qualifier = qualifier_at(c, f, index);
    const size_t written = strlen(qualifier);
    int found = all.items[0];
    size_t best = 0;
    for (size_t i = 0; i < all.count; i++) {
        // Its scope is what is open around, up to somewhere, and what is written.
        const char *scope = p->functions.items[all.items[i]].name_scope;
        const size_t length = strlen(scope);
        if (length >= written && strcmp(scope + length - written, qualifier) == 0 && strncmp(scope, around, length - written) == 0 &&
            length + 1 > best) {
            found = all.items[i];
            best = length + 1;
        }
    }
    return found;
}

// Is it in the body of a macro, and which token ends that?
static bool is_in_macro_body(const plan_file *f, size_t i, size_t *end)
{
    const size_t hash = token_directive_begin(&f->tokens, i);
    *end = token_directive_end(&f->tokens, hash);
    return f->tokens.items[i].in_directive && is_token(f, hash + 1, "define") && i > hash + 2;
}

// `template __global__ void k<float>(float *);` has no cursor: found by its tokens, also in a macro's body.
static void find_instantiations(collector *c)
{
    plan *p = c->plan;
    for (size_t file = 0; file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        const size_t count = token_list_may_have(&f->tokens, "template") ? f->tokens.count : 0;
        for (size_t i = 0; i < count; i++) {
            size_t body_end = f->tokens.count;
            const bool in_directive = f->tokens.items[i].in_directive;
            if (!is_token(f, i, "template") || (in_directive && !is_in_macro_body(f, i, &body_end)) || is_token(f, i + 1, "<") ||
                plan_is_skipped(f, f->tokens.items[i].begin) ||
                (i && (is_token(f, i - 1, ".") || is_token(f, i - 1, "->") || is_token(f, i - 1, "::"))))
                continue;
            size_t end = i;
            while (end < body_end && !is_token(f, end, ";") && !is_token(f, end, "{") &&
                   f->tokens.items[end].kind != TOKEN_END)
                end++;
            if (end < body_end ? !is_token(f, end, ";") : !in_directive)
                continue;
            end -= end == body_end;
            for (size_t k = i + 1; k < end; k++) {
                if (f->tokens.items[k].kind != TOKEN_IDENTIFIER || f->tokens.items[k].in_directive != in_directive ||
                    plan_is_skipped(f, f->tokens.items[k].begin) ||
                    !(is_token(f, k + 1, "<") || is_token(f, k + 1, "(")))
                    continue;
                int found = kernel_named_at(c, f, k);
                if (found < 0)
                    continue;
                size_t open = !is_token(f, k + 1, "<") ? k + 1 : in_directive ? plan_behind_arguments(f, k + 1) : skip_balanced(f, k + 1);
                size_t first = i && is_token(f, i - 1, "extern") ? i - 1 : i; // `extern template`: no more than a promise
                explicit_instantiation *x = ARENA_PUSH(c->arena, &p->instantiations);
                *x = (explicit_instantiation){(int)file, found, f->tokens.items[first].begin, f->tokens.items[end].end,
                                              f->tokens.items[k].begin, f->tokens.items[k].end,
                                              f->tokens.items[open].begin, in_directive};
                break;
            }
        }
    }
}

// ---- after the walk --------------------------------------------------------------------------------------------

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

// Whoever means the one function by its name means the other.
static void redirect(plan *p, int from, int to)
{
    for (size_t i = 0; i < p->launches.count; i++) {
        launch *l = &p->launches.items[i];
        l->kernel = l->kernel == from ? to : l->kernel;
        for (size_t k = 0; k < l->candidates.count; k++)
            l->candidates.items[k] = l->candidates.items[k] == from ? to : l->candidates.items[k];
    }
    for (size_t i = 0; i < p->kernel_values.count; i++)
        p->kernel_values.items[i].function = p->kernel_values.items[i].function == from ? to : p->kernel_values.items[i].function;
    for (size_t i = 0; i < p->api_launches.count; i++) {
        api_launch *l = &p->api_launches.items[i];
        for (size_t k = 0; k < l->kernels.count; k++)
            l->kernels.items[k] = l->kernels.items[k] == from ? to : l->kernels.items[k];
    }
    for (size_t i = 0; i < p->imports.count; i++)
        p->imports.items[i].function = p->imports.items[i].function == from ? to : p->imports.items[i].function;
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
            redirect(p, (int)i, (int)k);
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
        ast_ranges skipped = ast_skipped(t, (int)i);
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

// The rest of the skipped ranges behind taking those of the host parse away.
static void add_host_only(plan *p, plan_file *f, byte_range range)
{
    for (size_t i = 0; i < f->skipped.count; i++) {
        const byte_range s = f->skipped.items[i];
        if (s.end <= range.begin || s.begin >= range.end)
            continue;
        if (s.begin > range.begin)
            add_host_only(p, f, (byte_range){range.begin, s.begin});
        if (s.end < range.end)
            add_host_only(p, f, (byte_range){s.end, range.end});
        return;
    }
    *ARENA_PUSH(p->arena, &f->host_only) = range;
}

// What the device parse did not see. There is one such parse for the CPU, and a file that it did not come to is the host's.
static void mark_host_only(plan *p, ast *t, const int *file_of)
{
    for (size_t k = 0; k < p->files.count; k++) {
        plan_file *f = &p->files.items[k];
        bool found = false;
        for (size_t i = 0; i < ast_file_count(t); i++) {
            if (file_of[i] != (int)k)
                continue;
            found = true;
            const ast_ranges skipped = ast_skipped(t, (int)i);
            for (size_t m = 0; m < skipped.count; m++)
                add_host_only(p, f, (byte_range){skipped.items[m].begin, skipped.items[m].end});
        }
        if (!found)
            add_host_only(p, f, (byte_range){0, f->text->length});
    }
}

static bool writes_destructors(const plan *p)
{
    for (size_t file = 0; file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        const size_t count = token_list_may_have(&f->tokens, "~") ? f->tokens.count : 0;
        for (size_t i = 0; i + 2 < count; i++)
            if (f->tokens.items[i + 1].kind == TOKEN_IDENTIFIER && is_token(f, i, "~") && is_token(f, i + 2, "("))
                return true;
    }
    return false;
}

// A lambda that is counts, too.
static bool names_mutable(const plan *p)
{
    for (size_t file = 0; file < p->files.count; file++)
        for (size_t i = 0; token_list_may_have(&p->files.items[file].tokens, "mutable") && i < p->files.items[file].tokens.count; i++)
            if (is_token(&p->files.items[file], i, "mutable"))
                return true;
    return false;
}

void collect_functions(plan *p, ast *t, bool device)
{
    if (!device) {
        p->constants = map_new(p->arena);
        p->fields = map_new(p->arena);
    }
    collector c = {.plan = p, .arena = p->arena, .ast = t, .device = device, .functions = map_new(p->arena),
                   .identities = place_map_new(p->arena), .classes = place_map_new(p->arena), .bodies = place_map_new(p->arena), .launches = place_map_new(p->arena)};
    for (size_t i = 0; i < p->launches.count; i++)
        place_map_put(&c.launches, p->launches.items[i].file, p->launches.items[i].open_begin, (int)i);
    for (size_t i = 0; i < p->functions.count; i++) {
        p->functions.items[i].facts_known &= !p->functions.items[i].half_seen;
        map_put(&c.functions, p->functions.items[i].usr, (int)i);
        *ARENA_PUSH(p->arena, &c.nodes) = (ast_node){0};
    }
    c.file_of = arena_alloc(p->arena, (ast_file_count(t) + 1) * sizeof *c.file_of);
    for (size_t i = 0; i < ast_file_count(t); i++)
        c.file_of[i] = plan_file_index(p, ast_file(t, (int)i));
    c.has_destructors = writes_destructors(p);
    c.has_mutable = names_mutable(p);
    walk_declarations(&c, ast_root(t), (scope){.is_global = true});
    mark_seen(p, t, c.file_of);
    if (device && p->for_cpu)
        mark_host_only(p, t, c.file_of);
    if (!device) {
        adopt_friends(p);
        find_instantiations(&c);
    }
    open_member_find_fields(p);
    thread_index_find_macros(p);
    ast_nodes foreign = {0};
    do
        walk_system_callees(&c);
    while (add_foreign_functions(&c, &foreign));
    note_bodies_in_libraries(&c);
    if (device)
        drop_repeated_facts(p);
}
