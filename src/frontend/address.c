// Addresses of kernels: see address.h.
//
// A launch in a macro's body cannot be told apart by its place, which is that of the expansion. So a macro counts as the
// origin of every such launch whose macro comes to it through names in bodies and arguments; its body is edited only when
// that is right for all of them.
#include "frontend/address.h"

#include "frontend/occupancy.h"
#include "support/map.h"

#include <string.h>

// ---- tokens ----------------------------------------------------------------------------------------------------

// ---- macros ----------------------------------------------------------------------------------------------------

typedef struct macro { // a live definition
    int file;
    size_t name;       // indices of tokens
    size_t parameters, parameters_end;
    size_t body, body_end;
    bool has_launch;
    bool is_reached;   // from the launch that is looked at
    bool is_origin;    // of some launch
    bool can_be_address, can_be_named;
} macro;

typedef LIST_OF(macro) macro_list;

static void read_macro(const plan *p, int file, size_t hash, macro_list *out)
{
    const plan_file *f = &p->files.items[file];
    macro m = {.file = file, .name = hash + 2, .can_be_address = true, .can_be_named = true};
    size_t i = hash + 3;
    if (is_token(f, i, "(") && f->tokens.items[i].begin == f->tokens.items[m.name].end) {
        m.parameters = i + 1;
        while (!is_token(f, i, ")") && f->tokens.items[i].in_directive)
            i++;
        m.parameters_end = i++;
    }
    m.body = i;
    m.body_end = token_directive_end(&f->tokens, i - 1);
    for (; i < m.body_end; i++)
        m.has_launch |= is_token(f, i, "<<<");
    *ARENA_PUSH(p->arena, out) = m;
}

static macro_list read_macros(const plan *p)
{
    macro_list out = {0};
    for (macro_place m = {0}; plan_next_macro(p, &m);) {
        const plan_file *f = m.of;
        const size_t hash = m.name - 2;
        if (f != &p->command_line && f->tokens.items[hash].starts_line && is_token(f, hash, "#") && !plan_is_skipped(f, f->tokens.items[hash].begin))
            read_macro(p, (int)m.file, hash, &out);
    }
    return out;
}

static void reach(const plan *p, macro_list *macros, const plan_file *f, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        for (size_t k = 0; f->tokens.items[i].kind == TOKEN_IDENTIFIER && k < macros->count; k++) {
            macro *m = &macros->items[k];
            const plan_file *g = &p->files.items[m->file];
            if (m->is_reached || !is_same_token(f, i, g, m->name))
                continue;
            m->is_reached = true;
            reach(p, macros, g, m->body, m->body_end);
        }
}

// The macros that the expansion at `offset` comes to.
static void reach_from(const plan *p, macro_list *macros, int file, size_t offset)
{
    const plan_file *f = &p->files.items[file];
    for (size_t k = 0; k < macros->count; k++)
        macros->items[k].is_reached = false;
    size_t i = token_at_or_after(&f->tokens, offset);
    size_t end = is_token(f, i + 1, "(") ? plan_closing_bracket(f, i + 1, f->tokens.count) : i + 1;
    reach(p, macros, f, i, end);
}

static bool is_parameter(const plan_file *f, const macro *m, size_t token)
{
    for (size_t i = m->parameters; i < m->parameters_end; i++)
        if (is_same_token(f, i, f, token))
            return true;
    return false;
}

// ---- which values can be asked for by their address ---------------------------------------------------------------

static bool is_overloaded(const plan *p, const function *f)
{
    if (f->is_repeated) // its text is there for several types
        return true;
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *g = &p->functions.items[i];
        if (g != f && !g->in_system && g->primary < 0 && strcmp(g->name, f->name) == 0 && strcmp(g->name_scope, f->name_scope) == 0)
            return true;
    }
    return false;
}

static const function *primary_of(const plan *p, const function *f)
{
    return f->primary >= 0 ? &p->functions.items[f->primary] : f;
}

static bool is_template(const plan *p, const function *f)
{
    const declaration *d = plan_first_declaration(primary_of(p, f));
    return d && d->is_template;
}

// `k<T, 4>` names one function; `k` and `k<T>` do when their context says so, and of a pack that may say more than is written.
static bool has_all_arguments(const plan *p, const kernel_value *v)
{
    const declaration *d = plan_first_declaration(primary_of(p, &p->functions.items[v->function]));
    for (size_t i = 0; d && i < d->template_parameters.count; i++)
        if (d->template_parameters.items[i].is_pack)
            return false;
    return !d || v->argument_count >= d->template_parameters.count;
}

static bool is_decltype(const plan_file *f, size_t name)
{
    while (name && (is_token(f, name - 1, "&") || is_token(f, name - 1, "(")))
        name--;
    return name && is_token(f, name, "(") && is_token(f, name - 1, "decltype");
}

// Inside `<...>`; a comparison in front of it looks the same, and then the value stays as it is.
static bool is_template_argument(const plan_file *f, size_t name)
{
    int depth = 0;
    for (size_t i = name; i-- > 0;) {
        if (is_token(f, i, ")") || is_token(f, i, "]") || is_token(f, i, "}") || is_token(f, i, ">"))
            depth++;
        if (is_token(f, i, ";"))
            return false;
        if (is_token(f, i, "(") || is_token(f, i, "[") || is_token(f, i, "{") || is_token(f, i, "<"))
            if (--depth < 0)
                return is_token(f, i, "<");
    }
    return false;
}

const char *address_obstacle(const plan *p, const kernel_value *v)
{
    const function *f = primary_of(p, &p->functions.items[v->function]);
    if (is_overloaded(p, f))
        return "the kernel is overloaded";
    if (!is_template(p, f))
        return NULL;
    if (v->in_macro)
        return "it comes out of a macro's body";
    if (!has_all_arguments(p, v))
        return "its template arguments are not written out";
    if (v->may_take_defaults)
        return "it is launched, and an address has no default arguments";
    const plan_file *file = &p->files.items[v->file];
    size_t name = token_at_or_after(&file->tokens, v->name_begin);
    if (is_template_argument(file, name))
        return "it is a template argument";
    return is_decltype(file, name) ? "it is in decltype" : NULL;
}

// ---- launches --------------------------------------------------------------------------------------------------

static bool is_spelled(const launch *l) { return l->open_end > l->open_begin; }

static bool any_stubbed(const plan *p, const launch *l)
{
    if (l->kernel >= 0)
        return p->functions.items[l->kernel].stubbed;
    for (size_t i = 0; i < l->candidates.count; i++)
        if (p->functions.items[l->candidates.items[i]].stubbed)
            return true;
    return false;
}

bool address_is_named_launch(const plan *p, const launch *l)
{
    return l->name_begin != l->name_end && (l->form == LAUNCH_KERNEL || l->form == LAUNCH_OVERLOADED) && any_stubbed(p, l);
}

// The first value at each place: a search through all of them for each launch would be felt in a file of thousands.
static place_map index_values(const plan *p)
{
    place_map first = place_map_new(p->arena);
    for (size_t i = p->kernel_values.count; i-- > 0;)
        place_map_put(&first, p->kernel_values.items[i].file, p->kernel_values.items[i].name_begin, (int)i);
    return first;
}

static kernel_value *callee_value(const plan *p, const place_map *values, const launch *l)
{
    int index = place_map_get(values, l->callee_file, l->callee_at);
    return index < 0 ? NULL : &p->kernel_values.items[index];
}

static bool has_default_arguments(const function *f)
{
    for (size_t i = 0; i < f->declarations.count; i++)
        for (size_t k = 0; k < f->declarations.items[i].parameters.count; k++) {
            const parameter *x = &f->declarations.items[i].parameters.items[k];
            if (x->default_begin < x->end)
                return true;
        }
    return false;
}

// The callee is an expression that means one kernel by itself, without the arguments of the launch.
static bool callee_is_value(const plan *p, const place_map *values, const launch *l)
{
    if (l->kernel < 0)
        return l->candidates.count == 0;
    const function *f = primary_of(p, &p->functions.items[l->kernel]);
    const kernel_value *v = callee_value(p, values, l);
    if (has_default_arguments(f) || is_overloaded(p, f))
        return false;
    return !is_template(p, f) || (v && !v->in_macro && has_all_arguments(p, v));
}

// ---- launches in the bodies of macros ----------------------------------------------------------------------------

// In front of `<<<` in a macro's body: a name with or without arguments and qualifiers, or an expression in parentheses.
// The index of its first token, or (size_t)-1; *name is the last identifier of a name.
static size_t callee_in_body(const plan *p, const plan_file *f, const macro *m, size_t open, size_t *name)
{
    size_t i = open;
    *name = (size_t)-1;
    if (i > m->body && is_token(f, i - 1, ">")) {
        int depth = 0;
        for (i--; i > m->body; i--) {
            depth += is_token(f, i, ">");
            depth -= is_token(f, i, "<");
            if (depth == 0)
                break;
        }
    } else if (i > m->body && is_token(f, i - 1, ")")) {
        int depth = 0;
        for (i--; i > m->body; i--) {
            depth += is_token(f, i, ")");
            depth -= is_token(f, i, "(");
            if (depth == 0)
                break;
        }
        bool called = i > m->body && (f->tokens.items[i - 1].kind == TOKEN_IDENTIFIER || is_token(f, i - 1, ")") ||
                                          is_token(f, i - 1, "]") ||
                                      is_token(f, i - 1, ">") || is_token(f, i - 1, ".") || is_token(f, i - 1, "->"));
        return is_token(f, i, "(") && !called ? i : (size_t)-1;
    }
    if (i == m->body || f->tokens.items[i - 1].kind != TOKEN_IDENTIFIER)
        return (size_t)-1;
    *name = --i;
    while (i > m->body && is_token(f, i - 1, "::"))
        i -= i - 1 > m->body && f->tokens.items[i - 2].kind == TOKEN_IDENTIFIER ? 2 : 1;
    bool member = i > m->body && (is_token(f, i - 1, ".") || is_token(f, i - 1, "->") || is_token(f, i - 1, "##") ||
                                  is_token(f, i - 1, "#"));
    return member || plan_is_behind_macro(p, f, i, open) ? (size_t)-1 : i;
}

// Index of the first `>` of `>>>(`, or body_end.
static size_t close_in_body(const plan_file *f, const macro *m, size_t open)
{
    for (size_t i = open + 1; i < m->body_end; i++) {
        if (bracket_depth(f, i) > 0)
            i = plan_closing_bracket(f, i, m->body_end);
        else if (is_token(f, i, ">") && is_token(f, i + 1, ">") && is_token(f, i + 2, ">") && is_token(f, i + 3, "(") &&
                 i + 3 < m->body_end)
            return i;
    }
    return m->body_end;
}

static bool names_kernel(const plan *p, const launch *l, const plan_file *f, size_t name)
{
    const function *k = l->kernel >= 0           ? &p->functions.items[l->kernel]
                        : l->candidates.count > 0 ? &p->functions.items[l->candidates.items[0]]
                                                  : NULL;
    return k && any_stubbed(p, l) && token_is(f->text, &f->tokens.items[name], k->name);
}

// The launches in one macro's body, each as far as its text lies there.
static void add_macro_launches(plan *p, const macro *m)
{
    const plan_file *f = &p->files.items[m->file];
    for (size_t i = m->body; i < m->body_end; i++) {
        if (!is_token(f, i, "<<<"))
            continue;
        size_t name, callee = callee_in_body(p, f, m, i, &name), close = close_in_body(f, m, i);
        if (callee == (size_t)-1 || close == m->body_end)
            continue;
        bool pack_first = is_token(f, close + 4, "__VA_ARGS__") || is_token(f, close + 4, "##") || is_token(f, close + 4, ")");
        bool named = m->can_be_named && name != (size_t)-1 && !is_parameter(f, m, name) &&
                     (!pack_first || is_token(f, close + 4, ")"));
        const token *t = f->tokens.items;
        *ARENA_PUSH(p->arena, &p->macro_launches) =
            (macro_launch){.file = m->file, .callee_begin = t[callee].begin,
                           .name_end = name == (size_t)-1 ? t[callee].begin : t[name].end,
                           .open_begin = t[i].begin, .open_end = t[i].end, .close_begin = t[close].begin,
                           .close_end = t[close + 2].end, .arguments_open = t[close + 3].begin,
                           .is_named = named, .is_address = !named && m->can_be_address};
    }
}

static bool is_named_in(const plan *p, const launch *l, const macro *m)
{
    const plan_file *f = &p->files.items[m->file];
    for (size_t i = m->body; i < m->body_end; i++) {
        size_t name;
        if (is_token(f, i, "<<<") && (callee_in_body(p, f, m, i, &name) == (size_t)-1 || name == (size_t)-1 || is_parameter(f, m, name) ||
                                !names_kernel(p, l, f, name)))
            return false;
    }
    return true;
}

static bool is_rewritten(const plan *p, const macro *m)
{
    for (size_t i = 0; i < p->macro_launches.count; i++) {
        const macro_launch *l = &p->macro_launches.items[i];
        const token *t = p->files.items[m->file].tokens.items;
        if (l->file == m->file && l->open_begin >= t[m->body].begin && l->open_begin < t[m->body_end - 1].end &&
            (l->is_named || l->is_address || p->for_cpu)) // in C++ as a call, in any case
            return true;
    }
    return false;
}

static void analyse_macros(plan *p, const place_map *values)
{
    macro_list macros = read_macros(p);
    for (size_t i = 0; i < p->launches.count; i++) {
        const launch *l = &p->launches.items[i];
        if (is_spelled(l))
            continue;
        reach_from(p, &macros, l->file, l->open_begin);
        for (size_t k = 0; k < macros.count; k++) {
            macro *m = &macros.items[k];
            if (!m->is_reached || !m->has_launch)
                continue;
            m->is_origin = true;
            m->can_be_address &= l->form == LAUNCH_IN_MACRO && callee_is_value(p, values, l);
            m->can_be_named &= l->form == LAUNCH_IN_MACRO && is_named_in(p, l, m);
        }
    }
    for (size_t k = 0; k < macros.count; k++)
        if (macros.items[k].is_origin)
            add_macro_launches(p, &macros.items[k]);
    for (size_t i = 0; i < p->launches.count; i++) {
        launch *l = &p->launches.items[i];
        if (is_spelled(l) || l->form != LAUNCH_IN_MACRO)
            continue;
        reach_from(p, &macros, l->file, l->open_begin);
        for (size_t k = 0; k < macros.count; k++)
            l->in_rewritten_macro |= macros.items[k].is_reached && macros.items[k].has_launch && is_rewritten(p, &macros.items[k]);
    }
}

static bool names_launch(const plan_file *f, size_t t)
{
    static const char *const names[] = {"cudaLaunchKernel", "cudaLaunchKernelExC", "cudaLaunchKernelEx",
                                        "cudaLaunchCooperativeKernel"};
    bool named = false;
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        named |= is_token(f, t, names[n]) && is_token(f, t + 1, "(");
    return named;
}

static bool names_query(const plan *p, const plan_file *f, size_t t)
{
    const token *name = &f->tokens.items[t];
    return name->kind == TOKEN_IDENTIFIER && occupancy_argument(arena_copy(p->arena, f->text->bytes + name->begin, name->end - name->begin));
}

// cudaLaunchKernel and its kin in a macro's body: what takes its place takes the same arguments, whatever they are.
static void analyse_api_macros(plan *p)
{
    macro_list macros = read_macros(p);
    const bool may_ask = occupancy_may_edit_macros(p);
    for (size_t i = 0, count = p->api_launches.count; i < count; i++) {
        if (!p->api_launches.items[i].in_macro || (p->api_launches.items[i].is_query && !may_ask))
            continue;
        reach_from(p, &macros, p->api_launches.items[i].file, p->api_launches.items[i].name_begin);
        for (size_t k = 0; k < macros.count; k++) {
            const macro *m = &macros.items[k];
            const plan_file *f = &p->files.items[m->file];
            for (size_t t = m->body; m->is_reached && t < m->body_end; t++) {
                const bool is_query = p->api_launches.items[i].is_query, named = is_query ? names_query(p, f, t) : names_launch(f, t);
                if (!named || is_token(f, t - 1, ".") || is_token(f, t - 1, "->"))
                    continue;
                *ARENA_PUSH(p->arena, &p->api_launches) = (api_launch){
                    .file = m->file, .name_begin = f->tokens.items[t].begin, .in_definition = true, .is_query = is_query};
                p->api_launches.items[i].in_rewritten_macro = true;
            }
        }
    }
}

// ---- the whole -------------------------------------------------------------------------------------------------

static bool is_named_by_macro(const plan *p, const kernel_value *v)
{
    for (size_t i = 0; v->in_macro && i < p->launches.count; i++) {
        const launch *l = &p->launches.items[i];
        if (l->callee_file != v->file || l->callee_at != v->name_begin || !l->in_rewritten_macro)
            continue;
        for (size_t k = 0; k < p->macro_launches.count; k++) {
            const macro_launch *m = &p->macro_launches.items[k];
            const char *name = p->functions.items[v->function].name;
            size_t length = strlen(name);
            if (m->is_named && m->name_end >= length &&
                memcmp(p->files.items[m->file].text->bytes + m->name_end - length, name, length) == 0)
                return true;
        }
    }
    return false;
}

void analyse_addresses(plan *p)
{
    bool any = false;
    occupancy_keep_queries(p);
    for (size_t i = 0; i < p->functions.count; i++)
        any |= p->functions.items[i].stubbed;
    if (!any)
        return;
    place_map values = index_values(p);
    analyse_macros(p, &values);
    analyse_api_macros(p);
    place_map by_default = place_map_new(p->arena);
    for (size_t i = 0; i < p->launches.count; i++) {
        launch *l = &p->launches.items[i];
        bool spelled = is_spelled(l) && l->callee_begin < l->open_begin;
        l->by_address = spelled && (l->form == LAUNCH_POINTER || (l->form == LAUNCH_KERNEL && l->name_begin == l->name_end &&
                                                                  any_stubbed(p, l) && callee_is_value(p, &values, l)));
        kernel_value *v = address_is_named_launch(p, l) ? callee_value(p, &values, l) : NULL;
        if (v)
            v->is_callee = true;
        v = l->kernel >= 0 && !l->by_address && has_default_arguments(primary_of(p, &p->functions.items[l->kernel])) ? callee_value(p, &values, l) : NULL;
        if (v)
            place_map_put(&by_default, v->file, v->name_begin, 1);
    }
    place_map callees = place_map_new(p->arena); // one text, several candidates or instantiations
    for (size_t i = 0; i < p->kernel_values.count; i++) {
        kernel_value *v = &p->kernel_values.items[i];
        function *f = &p->functions.items[v->function];
        v->is_callee |= is_named_by_macro(p, v) || place_map_get(&callees, v->file, v->name_begin) >= 0;
        if (v->is_callee)
            place_map_put(&callees, v->file, v->name_begin, (int)i);
        v->may_take_defaults = place_map_get(&by_default, v->file, v->name_begin) >= 0;
        if (!f->annotated || v->is_callee || address_obstacle(p, v))
            continue;
        v->is_registered = is_template(p, f);
        p->functions.items[f->primary >= 0 ? f->primary : v->function].address_taken = true;
    }
}
