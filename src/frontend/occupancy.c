// Questions for a kernel's occupancy: see occupancy.h.
#include "frontend/occupancy.h"

#include <string.h>

size_t occupancy_argument(const char *function)
{
    static const char common[] = "cudaOccupancyMax";
    static const struct { const char *rest; size_t argument; } functions[] = {{"ActiveBlocksPerMultiprocessor", 2},
                                                                             {"ActiveBlocksPerMultiprocessorWithFlags", 2},
                                                                             {"PotentialBlockSize", 3},
                                                                             {"PotentialBlockSizeWithFlags", 3},
                                                                             {"PotentialBlockSizeVariableSMem", 3},
                                                                             {"PotentialBlockSizeVariableSMemWithFlags", 3}};
    if (strncmp(function, common, sizeof common - 1) != 0)
        return 0;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(function + sizeof common - 1, functions[i].rest) == 0)
            return functions[i].argument;
    return 0;
}

static bool waits(const function *f) { return f->annotated && f->has_grid_barrier; }

static int primary_of(const plan *p, int function)
{
    const int primary = p->functions.items[function].primary;
    return primary >= 0 ? primary : function;
}

// A template's specialisation is named as the template is.
static bool may_wait(const plan *p, int kernel)
{
    for (size_t i = 0; i < p->functions.count; i++)
        if (waits(&p->functions.items[i]) && primary_of(p, (int)i) == primary_of(p, kernel))
            return true;
    return false;
}

static bool may_be_about_barrier(const plan *p, const api_launch *query)
{
    bool any = query->kernels.count == 0; // it is told at run time
    for (size_t i = 0; i < query->kernels.count; i++)
        any |= may_wait(p, query->kernels.items[i]);
    return any;
}

void occupancy_keep_queries(plan *p)
{
    size_t kept = 0;
    bool any = false;
    for (size_t i = 0; i < p->functions.count; i++)
        any |= waits(&p->functions.items[i]);
    for (size_t i = 0; i < p->api_launches.count; i++) {
        const api_launch *l = &p->api_launches.items[i];
        if (!l->is_query || (any && may_be_about_barrier(p, l)))
            p->api_launches.items[kept++] = *l;
    }
    p->api_launches.count = kept;
}

bool occupancy_may_edit_macros(const plan *p)
{
    for (size_t i = 0; i < p->api_launches.count; i++)
        if (p->api_launches.items[i].is_query && p->api_launches.items[i].in_macro && p->api_launches.items[i].is_for_device)
            return false;
    return true;
}

// `library::cudaOccupancyMaxPotentialBlockSize`, which a using-declaration has brought there.
static bool is_qualified_by_name(const plan_file *f, size_t name)
{
    static const char *const statements[] = {"return", "else", "do", "throw", "co_return"};
    if (name < 2 || !is_token(f, name - 1, "::"))
        return false;
    if (IS_ANY_TOKEN(f, name - 2, statements))
        return false;
    return f->tokens.items[name - 2].kind == TOKEN_IDENTIFIER;
}

const char *occupancy_obstacle(const plan *p, const api_launch *query)
{
    const plan_file *f = &p->files.items[query->file];
    if (query->in_macro)
        return query->in_rewritten_macro ? NULL : "the question comes out of a macro";
    if (query->is_for_device)
        return "a function asks that the device has, too";
    if (is_qualified_by_name(f, token_at_or_after(&f->tokens, query->name_begin)))
        return "the function is named as a member of a namespace";
    return NULL;
}

void occupancy_check(plan *p)
{
    for (size_t i = 0; i < p->api_launches.count; i++) {
        const api_launch *l = &p->api_launches.items[i];
        const char *obstacle = l->is_query && !l->in_definition ? occupancy_obstacle(p, l) : NULL;
        if (!obstacle)
            continue;
        const plan_file *f = &p->files.items[l->file];
        const size_t name = token_at_or_after(&f->tokens, l->name_begin);
        diagnostics_add(p->diagnostics, SEVERITY_WARNING, "pt-occupancy",
                        plan_span(p, l->file, l->name_begin, name < f->tokens.count ? f->tokens.items[name].end : l->name_begin),
                        "this is answered for the kernel as it is written (%s), but a kernel with a grid barrier is launched as its "
                        "persistent kernel, of which fewer blocks may be resident; call the function by its name, in a function of the "
                        "host", obstacle);
    }
}
