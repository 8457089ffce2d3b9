// Checks of order(...), and of schedules that have an order of their own: see checker.h.
#include "frontend/checker.h"

#include <string.h>

static const char *last_component(arena *a, slice name)
{
    size_t begin = name.length;
    while (begin > 0 && name.bytes[begin - 1] != ':')
        begin--;
    return arena_copy(a, name.bytes + begin, name.length - begin);
}

static span order_place(const directive *d) { return d->order_function_at.file ? d->order_function_at : d->order_at; }

// It is called by the threads of a resident group, whose places in the grid are not the blocks' own.
static void check_what_orders(const target *t, const directive *d, const function *f)
{
    const char *const does = f->reads_block_index                      ? "reads blockIdx or gridDim, which are the group's own where it is called; the grid is its second argument"
                             : f->has_block_barrier || f->has_warp_sync ? "holds a barrier or a warp operation, and one thread calls it"
                                                                        : NULL;
    if (does)
        diagnostics_add(t->plan->diagnostics, SEVERITY_ERROR, "pt-order", order_place(d), "'%s' %s", f->name, does);
}

static slice slice_of_range(const char *begin, const char *end) { return (slice){begin, end ? (size_t)(end - begin) : 0}; }

static bool is_reference(slice type) { return memchr(type.bytes, '&', type.length) || memchr(type.bytes, '*', type.length); }

static bool is_no_item(slice type)
{
    static const char *const others[] = {"int", "const int", "dim3", "const dim3", "uint3", "const uint3", "long", "unsigned long", "size_t", "float", "bool"};
    return is_reference(type) || SLICE_IS_ANY(type, others);
}

static bool is_no_grid(slice type)
{
    static const char *const others[] = {"int", "const int", "unsigned int", "unsigned", "const unsigned int", "uint3", "const uint3", "int3"};
    return is_reference(type) || SLICE_IS_ANY(type, others);
}

// The one function of the name. Its type is there as it is written, and types have other names: what is known to be another one.
static bool is_of_another_type(const function *f)
{
    static const char *const others[] = {"dim3 (", "void (", "bool (", "int (", "unsigned int (", "float (", "double (", "int3 ("};
    bool is_another = false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        is_another |= strncmp(f->type, others[i], strlen(others[i])) == 0;
    const char *const open = strchr(f->type, '('), *const comma = strchr(f->type, ',');
    if (is_another || strchr(f->type, '<') || !open)
        return is_another;
    return !comma || strchr(comma + 1, ',') || is_no_item(slice_of_range(open + 1, comma)) || is_no_grid(slice_of_range(comma + 2, strchr(comma, ')')));
}

static void check_order_type(const target *t, const directive *d, const function *f)
{
    const char *why = NULL;
    if (!f->is_device)
        why = "is a function of the host";
    else if (is_of_another_type(f))
        why = arena_format(t->plan->arena, "is of another type, '%s'", f->type);
    if (why)
        diagnostics_add(t->plan->diagnostics, SEVERITY_ERROR, "pt-order", order_place(d),
                        "'%s' %s; an order is given by '__device__ uint3 %s(unsigned item, dim3 gridDim)'", f->name, why, f->name);
}

static void check_order_function(const target *t, const directive *d)
{
    const char *name = last_component(t->plan->arena, d->order_function);
    const function *known = NULL;
    size_t count = 0;
    for (size_t i = 0; i < t->plan->functions.count; i++) {
        const function *f = &t->plan->functions.items[i];
        if (strcmp(f->name, name) != 0)
            continue;
        known = f;
        count++;
        if (!f->in_system && f->is_device)
            check_what_orders(t, d, f);
    }
    const declaration *used = plan_definition(t->kernel), *said = known && known->declarations.count ? &known->declarations.items[0] : NULL;
    if (count == 1 && used && said && said->file == used->file && said->begin > used->begin)
        diagnostics_add(t->plan->diagnostics, SEVERITY_ERROR, "pt-order", order_place(d), "'%s' is declared behind the kernel; declare it in front", name);
    if (count == 1 && !known->in_system && known->form == FORM_FUNCTION && known->declarations.count && !known->declarations.items[0].is_template)
        check_order_type(t, d, known);
    if (known)
        return;
    const char *orders[ORDER_FUNCTION];
    for (int kind = 0; kind < ORDER_FUNCTION; kind++)
        orders[kind] = order_name((order_kind)kind);
    const char *const nearest = text_nearest(name, orders, sizeof orders / sizeof *orders);
    const char *const advice = nearest ? arena_format(t->plan->arena, "did you mean '%s'?", nearest)
                                       : arena_format(t->plan->arena, "write one of linear, column, tile(w, h), morton, reverse and longest, or declare "
                                                                      "'__device__ uint3 %s(unsigned item, dim3 gridDim)' in front of the kernel", name);
    span at = order_place(d);
    diagnostic *x = diagnostics_add(t->plan->diagnostics, SEVERITY_ERROR, "pt-order", at,
                                    "'%s' is neither an order nor a function of this file; %s", name, advice);
    x->fix = nearest;
}

void check_order(const target *t)
{
    const directive *d = plan_directive(t->plan, t->kernel);
    if (d && d->order == ORDER_FUNCTION)
        check_order_function(t, d);
    if (d && d->order == ORDER_LONGEST && t->kernel->has_grid_barrier)
        refuse_at(t, "pt-order", d->order_at, "the blocks of a kernel with a grid barrier have no lengths of their own; remove order(longest)");
    if (d && d->order != ORDER_LINEAR && t->kernel->waits_on_blocks)
        refuse_at(t, "pt-order", d->order_at,
                  "blocks of this kernel wait for memory that other blocks write: only order(linear) is safe");
    if (d && d->schedule == SCHEDULE_STEAL && t->kernel->waits_on_blocks)
        refuse_at(t, "pt-order", d->schedule_at,
                  "blocks of this kernel wait for memory that other blocks write, and schedule(steal) starts them in several places at "
                  "once; use schedule(dynamic)");
}
