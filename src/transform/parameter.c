// The parameters of a kernel, in each of the functions that stand for it.
//
//     before (the kernel)                     after
//     #pragma pt kernel order(tile(W, 8))     item:    (..., float *a, int W)
//     __global__ void k(float *a, int W,      twin:    (..., float *a, int pt_argument1, int)   { ... ::pt::order_tile<(W), (8)> ... }
//                       int = 0)              stub:    (..., float *a, int W, int pt_argument2 = 0)
//
// The item has those that a body names, the twin and the stub have all. A name that an expression of the directive means
// otherwise is none of the parameter there: the expression sees what is visible at the kernel.
#include "transform/rewrite.h"

#include "transform/kernel.h"

#include <string.h>

bool has_parameter(const declaration *d, const char *name)
{
    for (size_t i = 0; i < d->parameters.count; i++)
        if (strcmp(d->parameters.items[i].name, name) == 0)
            return true;
    return false;
}

static bool names_parameter(const function *f, size_t index)
{
    const declaration *d = plan_definition(f);
    return d && index < d->parameters.count && *d->parameters.items[index].name;
}

bool item_takes(const rewriter *r, const function *f, size_t index)
{
    if (names_parameter(f, index))
        return true;
    // A template and its specialisations have one list of parameters; kernels of one name may differ in such a one alone.
    const int primary = f->primary >= 0 ? f->primary : (int)(f - r->plan->functions.items);
    for (size_t i = 0; i < r->plan->functions.count; i++)
        if (is_overload_of(r, primary, (int)i))
            return true;
    if (f->primary < 0 && (!f->declarations.count || !f->declarations.items[0].is_template))
        return false;
    for (size_t i = 0; i < r->plan->functions.count; i++) {
        const function *g = &r->plan->functions.items[i];
        if (((int)i == primary || g->primary == primary) && names_parameter(g, index))
            return true;
    }
    return false;
}

// ---- names that are kept free ------------------------------------------------------------------------------------

// A macro in the expression may hold any name.
static bool may_name(const rewriter *r, slice expression, const char *name)
{
    const size_t length = strlen(name);
    for (size_t begin = 0; begin < expression.length;) {
        size_t end = begin;
        while (end < expression.length && is_name_byte(expression.bytes[end]))
            end++;
        if ((end - begin == length && memcmp(expression.bytes + begin, name, length) == 0) ||
            (end > begin && map_get(&r->macros, arena_copy(r->arena, expression.bytes + begin, end - begin)) >= 0))
            return true;
        begin = end > begin ? end : begin + 1;
    }
    return false;
}

// Does an expression that is printed there mean something else by the parameter's name?
static bool must_give_way(const rewriter *r, const function *f, const char *name, parameter_style style)
{
    const directive *d = plan_directive(r->plan, f);
    if (!d || !*name || style == PARAMETERS_FOR_ITEM)
        return false;
    if (style == PARAMETERS_FOR_STUB)
        return may_name(r, d->chunk.text, name) || may_name(r, d->groups_count.text, name);
    if (d->order == ORDER_FUNCTION)
        return may_name(r, d->order_function, name);
    return d->order == ORDER_TILE && (may_name(r, d->tile_width.text, name) || may_name(r, d->tile_height.text, name));
}

const char *parameter_name(const rewriter *r, const function *f, const declaration *d, size_t index, parameter_style style)
{
    const char *name = d->parameters.items[index].name;
    return *name && !must_give_way(r, f, name, style) ? name : arena_format(r->arena, "pt_argument%zu", index);
}

// x.n, x->n, a::n
static bool names_member(const plan_file *f, size_t i)
{
    static const char *const before[] = {".", "->", "::"};
    return IS_ANY_TOKEN(f, i - 1, before);
}

// In the list of parameters from begin to end: later ones may speak of it, too.
static void rename_parameters(const rewriter *r, edit_list *e, const function *f, const declaration *d, parameter_style style,
                              size_t begin, size_t end)
{
    const plan_file *file = &r->plan->files.items[d->file];
    for (size_t i = 0; i < d->parameters.count; i++) {
        const parameter *p = &d->parameters.items[i];
        if (!must_give_way(r, f, p->name, style))
            continue;
        size_t k = token_at_or_after(&file->tokens, p->name_begin > begin ? p->name_begin : begin);
        for (; file->tokens.items[k].begin < end; k++)
            if (token_is(file->text, &file->tokens.items[k], p->name) && !names_member(file, k))
                edit_replace(e, file->tokens.items[k].begin, file->tokens.items[k].end, parameter_name(r, f, d, i, style));
    }
}

// ---- classes whose copies run code (runtime-cuda/pt/parameter.cuh) --------------------------------------------------

static bool is_wrapped(const function *f, const declaration *d, size_t index)
{
    // A friend's parameters are known by their text only.
    const declaration *told = d->is_friend && plan_definition(f) ? plan_definition(f) : d->is_friend ? &f->declarations.items[0] : d;
    const parameter *p = index < told->parameters.count ? &told->parameters.items[index] : NULL;
    return p && p->copies_run && !p->is_awkward && p->grid_constant_begin == p->grid_constant_end;
}

// `[[maybe_unused]] const T ... a`: the type alone.
static void wrap_type(edit_list *e, const plan_file *file, const parameter *p, size_t *end)
{
    const token *t = file->tokens.items;
    size_t first = token_at_or_after(&file->tokens, p->begin), last = token_at_or_after(&file->tokens, *p->name ? p->name_begin : *end);
    while (token_is(file->text, &t[first], "[") || token_is(file->text, &t[first], "__attribute__")) {
        int depth = 0;
        first += token_is(file->text, &t[first], "__attribute__");
        do {
            depth += token_is(file->text, &t[first], "[") + token_is(file->text, &t[first], "(");
            depth -= token_is(file->text, &t[first], "]") + token_is(file->text, &t[first], ")");
            first++;
        } while (depth);
    }
    while (last > first && (t[last - 1].in_directive || t[last - 1].end > *end || token_is(file->text, &t[last - 1], "...")))
        last--;
    edit_insert(e, t[first].begin, "::pt::parameter<");
    if (t[last - 1].end < *end)
        edit_insert(e, t[last - 1].end, ">");
    else
        *end = 0; // it comes behind all
}

void add_item_argument(const rewriter *r, text *out, const function *f, const declaration *d, size_t index, parameter_style style)
{
    const char *name = parameter_name(r, f, d, index, style);
    if (style == PARAMETERS_FOR_TWIN && is_wrapped(f, d, index))
        text_format(out, "::pt::argument<decltype(%s)>(%s).object()", name, name);
    else
        text_add(out, name);
    text_add(out, d->parameters.items[index].is_pack ? "..." : "");
}

void add_stub_argument(const rewriter *r, text *out, const function *f, const declaration *d, size_t index)
{
    const char *name = parameter_name(r, f, d, index, PARAMETERS_FOR_STUB);
    text_format(out, is_wrapped(f, d, index) ? "::ptrt::handed_on(%s)" : "%s", name);
    text_add(out, d->parameters.items[index].is_pack ? "..." : "");
}

// ---- lists -------------------------------------------------------------------------------------------------------

static size_t without_blanks(const source *s, size_t begin, size_t end)
{
    while (end > begin && strchr(" \t\r\n", s->bytes[end - 1]))
        end--;
    return end;
}

void name_parameters(const rewriter *r, edit_list *e, const function *f, const declaration *d)
{
    for (size_t i = 0; i < d->parameters.count; i++) {
        const parameter *p = &d->parameters.items[i];
        if (!*p->name && item_takes(r, f, i))
            edit_insert(e, without_blanks(e->file, p->begin, p->default_begin),
                        arena_format(r->arena, " %s", parameter_name(r, f, d, i, PARAMETERS_FOR_TWIN)));
    }
}

void add_twin_parameters(const rewriter *r, text *out, const function *f, const declaration *d)
{
    edit_list *e = edit_list_new(r->arena, r->plan->files.items[d->file].text);
    if (d->body_end)
        name_parameters(r, e, f, d);
    rename_parameters(r, e, f, d, PARAMETERS_FOR_TWIN, d->open + 1, d->close);
    text_add(out, d->parameters.count ? ", " : ")");
    if (d->parameters.count) // with the parenthesis, in front of which a name may go
        add_copy(r, out, e, d->file, d->open + 1, d->close + 1);
}

// As it is written, without what only a kernel's may have.
static void add_plain_parameter(const rewriter *r, text *out, const plan_file *file, const parameter *p)
{
    edit_list *e = edit_list_new(r->arena, file->text);
    remove_conditionals(e, file, p->begin, p->end, false);
    if (p->grid_constant_end > p->grid_constant_begin)
        edit_remove(e, p->grid_constant_begin, p->grid_constant_end);
    edit_apply(e, p->begin, without_blanks(file->text, p->begin, p->default_begin), out);
}

void add_kept_parameters(const rewriter *r, text *out, const function *f, const declaration *d)
{
    const plan_file *file = &r->plan->files.items[d->file];
    for (size_t i = 0; i < d->parameters.count; i++) {
        const parameter *p = &d->parameters.items[i];
        const bool reads = (int)i == f->kept.in, writes = (int)i == f->kept.out;
        bool other = false;
        for (size_t k = 0; k < f->kept.others.count; k++)
            other |= f->kept.others.items[k] == (int)i;
        text_add(out, ", ");
        if (reads || writes || other) {
            text_format(out, reads ? "const pt_in_type &" : writes ? "const pt_out_type &" : "const pt_type%zu &", i);
            text_add(out, p->name);
        } else {
            add_plain_parameter(r, out, file, p);
        }
    }
}

void add_part_parameters(const rewriter *r, text *out, const function *f, const declaration *d)
{
    for (size_t i = 0, touch = 0; i < d->parameters.count; i++) {
        const bool is_array = touch < f->touches.count && f->touches.items[touch].parameter == (int)i;
        text_add(out, ", ");
        if (is_array)
            text_format(out, "const pt_type%zu &%s", i, d->parameters.items[i].name);
        else
            add_plain_parameter(r, out, &r->plan->files.items[d->file], &d->parameters.items[i]);
        touch += is_array;
    }
}

void add_parameters(const rewriter *r, text *out, const function *f, const declaration *d, parameter_style style)
{
    const plan_file *file = &r->plan->files.items[d->file];
    const source *s = file->text;
    for (size_t i = 0; i < d->parameters.count; i++) {
        const parameter *p = &d->parameters.items[i];
        if (style == PARAMETERS_FOR_ITEM && !item_takes(r, f, i))
            continue;
        text_add(out, ", ");
        edit_list *e = edit_list_new(r->arena, s);
        remove_conditionals(e, file, p->begin, p->end, false);
        rename_parameters(r, e, f, d, style, p->begin, p->end);
        const bool by_reference = style == PARAMETERS_FOR_ITEM && p->grid_constant_end > p->grid_constant_begin;
        if (p->grid_constant_end > p->grid_constant_begin)
            edit_remove(e, p->grid_constant_begin, p->grid_constant_end);
        if (by_reference && *p->name)
            edit_insert(e, p->name_begin, "&");
        const size_t type_end = without_blanks(s, p->begin, p->default_begin), end = without_blanks(s, p->begin, p->end);
        size_t wrapped_end = type_end;
        if (style == PARAMETERS_FOR_ITEM && is_wrapped(f, d, i))
            wrap_type(e, file, p, &wrapped_end);
        edit_apply(e, p->begin, type_end, out);
        text_add(out, wrapped_end ? "" : ">");
        if (!*p->name && style == PARAMETERS_FOR_STUB) // it goes behind the type
            text_format(out, " %s", parameter_name(r, f, d, i, style));
        else if (!*p->name && by_reference)
            text_add(out, " &");
        if (style == PARAMETERS_FOR_STUB && type_end < end)
            edit_apply(e, type_end, end, out);
    }
}
