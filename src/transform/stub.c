// The host stub of a kernel: what its launches call, and the description that libptrt keeps of it.
//
//     static inline void k_pt_launch(const ::ptrt::configuration &pt_config, float *a, int n)
//     {
//         static ::ptrt_kernel_t pt_kernel = {"k", "file.cu", 3, PTRT_SCHEDULE_AUTO, 0, PTRT_GROUPS_MAX, 0, 0};
//         ::ptrt::launch_twin(pt_kernel, pt_config, k, k_pt, a, n);
//     }
//
// In:  a kernel, and its first declaration. Out: the stub; a registration beside it, where the kernel's address is taken; for the CPU
//      what its engine must know, too.
// Invariant: what is not known of a kernel, since another file has its body, is described as it is worst.
#include "transform/kernel.h"

void add_string(text *out, const char *s)
{
    text_add_char(out, '"');
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            text_add_char(out, '\\');
        if ((unsigned char)*s < ' ')
            text_format(out, "\\%03o", (unsigned)*s);
        else
            text_add_char(out, *s);
    }
    text_add_char(out, '"');
}

static const char *upper(const rewriter *r, const char *name)
{
    char *out = arena_string(r->arena, name);
    for (char *p = out; *p; p++)
        if (*p >= 'a' && *p <= 'z')
            *p = (char)(*p - 'a' + 'A');
    return out;
}

static bool is_overloaded(const rewriter *r, const function *f)
{
    return f->is_repeated ||
           map_get(&r->overloads, arena_format(r->arena, "%s%s", f->name_scope, f->name)) > (f->primary < 0 ? 1 : 0);
}

// The kernel as a value: one of an overload set is picked by the types of its parameters.
static void add_kernel_value(const rewriter *r, text *out, const function *f, const declaration *d, const char *suffix)
{
    const bool is_deduced = d->is_specialisation && !*template_arguments(r, d); // template <> void k(int *)
    const bool cast = is_deduced || is_overloaded(r, f);
    if (cast) {
        text_add(out, "static_cast<void (*)(");
        if (*suffix)
            text_add(out, d->parameters.count ? "const ::pt_launch_t, " : "const ::pt_launch_t");
        for (size_t i = 0; i < d->parameters.count; i++)
            // gcc leaves `__restrict__` in the type of a template's parameter, which the function's type has not.
            text_format(out, d->parameters.items[i].is_restrict ? "%s::pt::without_restrict<decltype(%s)>%s" : "%sdecltype(%s)%s",
                        i ? ", " : "", parameter_name(r, f, d, i, PARAMETERS_FOR_STUB), d->parameters.items[i].is_pack ? "..." : "");
        text_add(out, ")>(");
    }
    if (has_parameter(d, f->name))
        text_format(out, "::%s", f->name_scope);
    text_add_slice(out, kernel_name(r, d));
    text_format(out, "%s%s%s", suffix, template_arguments(r, d), cast ? ")" : "");
}

static void add_arguments(const rewriter *r, text *out, const function *f, const declaration *d)
{
    for (size_t i = 0; i < d->parameters.count; i++) {
        text_add(out, ", ");
        add_stub_argument(r, out, f, d, i);
    }
}

// Of what stands beside the kernel: as many files have one, or each its own. A file may annotate kernels that only others launch.
static const char *linkage(const rewriter *r, const function *f, const declaration *d)
{
    return d->is_specialisation ? "" : d->is_template ? template_linkage(r, f, d) : "__attribute__((unused)) static ";
}

static void add_stub_head(const rewriter *r, text *out, const function *f, const declaration *d)
{
    add_template_header(r, out, d);
    text_format(out, "%sinline void ", linkage(r, f, d));
    if (d->is_specialisation)
        text_add_slice(out, qualifier_of(r, d));
    add_name(r, out, d, "_pt_launch");
    text_add(out, "(const ::ptrt::configuration &pt_config");
    add_parameters(r, out, f, d, PARAMETERS_FOR_STUB);
    text_add_char(out, ')');
    add_constraint_behind(r, out, d);
}

void add_stub_declaration(const rewriter *r, text *out, const function *f, const declaration *d)
{
    add_stub_head(r, out, f, d);
    text_add(out, ";\n");
}

// Where another file has the body, nothing is known of it: blocks may wait for earlier ones, items may drain, lanes may be known by rows.
static const char *flags_of(const rewriter *r, const function *f)
{
    const bool is_counted = plan_directive(r->plan, f)->items.text.length > 0;
    if (f->definition < 0)
        return is_counted ? "PTRT_KERNEL_ORDERED | PTRT_KERNEL_DRAINS | PTRT_KERNEL_COUNTED | PTRT_KERNEL_WHOLE_ROWS"
                          : "PTRT_KERNEL_ORDERED | PTRT_KERNEL_DRAINS | PTRT_KERNEL_WHOLE_ROWS";
    const struct { bool is_set; const char *name; } flags[] = {{f->waits_on_blocks, "PTRT_KERNEL_ORDERED"},
                                                               {f->leaves_before_barrier, "PTRT_KERNEL_DRAINS"},
                                                               {f->has_grid_barrier, "PTRT_KERNEL_GRID_BARRIER"},
                                                               {f->grid.splits, "PTRT_KERNEL_SPLITS"},
                                                               {is_counted, "PTRT_KERNEL_COUNTED"},
                                                               {is_dealt(r, f), "PTRT_KERNEL_DEALT"},
                                                               {plan_directive(r->plan, f)->order == ORDER_LONGEST,
                                                                "PTRT_KERNEL_LONGEST_FIRST"},
                                                               {f->begins_early, "PTRT_KERNEL_BEGINS_EARLY"},
                                                               {f->needs_whole_rows, "PTRT_KERNEL_WHOLE_ROWS"},
                                                               {f->has_tasks, "PTRT_KERNEL_TASKS"}};
    text out = text_new(r->arena);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (flags[i].is_set)
            text_format(&out, "%s%s", out.length ? " | " : "", flags[i].name);
    return out.length ? out.bytes : "0";
}

// As the description holds it; what is no literal may be of another type.
static const char *unsigned_value(const rewriter *r, const argument *x)
{
    if (!x->text.length)
        return "0";
    return arena_format(r->arena, x->is_literal ? "%.*s" : "::ptrt::clause_count(%.*s)", (int)x->text.length, x->text.bytes);
}

void add_clauses(const rewriter *r, text *out, const directive *d)
{
    static const char *const groups[] = {"MAX", "N", "PER_SM"};
    text_format(out, "PTRT_SCHEDULE_%s, %s, PTRT_GROUPS_%s, %s", upper(r, schedule_name(d->schedule)), unsigned_value(r, &d->chunk),
                groups[d->groups], unsigned_value(r, &d->groups_count));
}

// What stands in a description in front of longest_first (ptrt.h): live_thread_bytes, live_shared_bytes, live_dynamic_shared. Nothing lives
// across a barrier where the longest blocks come first.
static const char nothing_lives[] = ", 0, 0, 0";

static void add_description(const rewriter *r, text *out, const function *f)
{
    const directive *d = plan_directive(r->plan, f);
    const plan_file *file = &r->plan->files.items[f->directive_file];
    const bool is_named = directive_has_expression(d);
    if (is_named) // what is wrong with it, nvcc says of the directive
        add_source_line(r, out, f->directive_file, d->at.begin);
    text_add(out, "    static ::ptrt_kernel_t pt_kernel = {");
    add_string(out, f->name);
    text_add(out, ", ");
    add_string(out, file->text->path);
    text_format(out, ", %zu, ", source_position(file->text, d->at.begin).line);
    add_clauses(r, out, d);
    text_format(out, ", %s", flags_of(r, f));
    add_live_description(out, f);
    if (d->order == ORDER_LONGEST && f->definition >= 0)
        text_format(out, "%s, ::pt::longest_first()", nothing_lives);
    text_add(out, "};\n");
    if (is_named)
        add_output_line(r, out);
}

// What the CPU's engine must know of a kernel: before the program begins where its address can be named there, else
// before it is launched first.
static bool is_described_at_start(const rewriter *r, const function *f, const declaration *d)
{
    return !d->is_template && !d->is_specialisation && !is_overloaded(r, f);
}

static void add_cpu_description(const rewriter *r, text *out, const function *f, const declaration *d, const char *suffix)
{
    bool at_start = is_described_at_start(r, f, d);
    if (at_start)
        text_format(out, "__attribute__((unused)) static const bool %s%s_pt_cpu = ", f->name, suffix);
    else
        text_add(out, "    ");
    add_cpu_call(r, out, f, d, suffix);
}

void add_cpu_call(const rewriter *r, text *out, const function *f, const declaration *d, const char *suffix)
{
    text_add(out, "::pt::cpu::describe(");
    if (is_described_at_start(r, f, d))
        text_format(out, "%s%s", f->name, suffix);
    else
        add_kernel_value(r, out, f, d, suffix);
    const char *bound = cpu_launch_bound(r, f);
    text_format(out, ", \"%s%s\", %s, %s, %zu);\n", f->name, suffix,
                !*suffix && cpu_threads_are_independent(r, f) ? "PT_CPU_INDEPENDENT_THREADS" : "0", bound ? bound : "0",
                cpu_static_shared_bytes(r, f));
}

// A kernel that may be launched through its address, too: what describes it has a function of its own.
static void add_registration(const rewriter *r, text *out, const function *f, const declaration *d)
{
    const char *arguments = template_arguments(r, d);
    add_template_header(r, out, d);
    text_format(out, "%sinline ::ptrt_kernel_t *", linkage(r, f, d));
    if (d->is_specialisation)
        text_add_slice(out, qualifier_of(r, d));
    text_format(out, "%s_pt_description%s()\n{\n", f->name, d->is_specialisation ? arguments : "");
    add_description(r, out, f);
    text_add(out, "    return &pt_kernel;\n}\n");
    if (d->is_specialisation)
        return; // its template's functions come to it
    if (!d->is_template) {
        text_format(out, "static const ::ptrt::registration %s_pt_registration(%s_pt_description, %s, %s_pt);\n", f->name, f->name,
                    f->name, f->name);
        return;
    }
    add_template_header(r, out, d);
    text_format(out,
                "%sconstexpr auto &%s_pt_address()\n{\n"
                "    return ::ptrt::registered<decltype(&%s%s), &%s%s, decltype(&%s_pt%s), &%s_pt%s, %s_pt_description%s>::function();\n"
                "}\n",
                template_linkage(r, f, d), f->name, f->name, arguments, f->name, arguments, f->name, arguments, f->name, arguments, f->name, arguments);
}

// A specialisation has a stub of its own, since its body may be of another kind than its template's.
void add_stub(const rewriter *r, text *out, const function *f, const declaration *d)
{
    const bool by_address = f->primary >= 0 ? r->plan->functions.items[f->primary].address_taken && *template_arguments(r, d) : f->address_taken;
    if (by_address)
        add_registration(r, out, f, d);
    add_stub_head(r, out, f, d);
    text_add(out, "\n{\n");
    if (r->plan->for_cpu && !is_described_at_start(r, f, d)) {
        add_cpu_description(r, out, f, d, "");
        add_cpu_description(r, out, f, d, "_pt");
    }
    if (by_address) {
        text_format(out, "    ::ptrt::launch_twin(*%s_pt_description%s(), pt_config, ", f->name, template_arguments(r, d));
    } else {
        add_description(r, out, f);
        text_add(out, "    ::ptrt::launch_twin(pt_kernel, pt_config, ");
    }
    add_kernel_value(r, out, f, d, "");
    text_add(out, ", ");
    add_kernel_value(r, out, f, d, "_pt");
    add_arguments(r, out, f, d);
    text_add(out, ");\n}\n");
    if (r->plan->for_cpu && is_described_at_start(r, f, d)) {
        add_cpu_description(r, out, f, d, "");
        add_cpu_description(r, out, f, d, "_pt");
    }
}

// An unannotated kernel whose launches go through a stub all the same: a member of an overload set that a template
// launches by name, or any kernel of a program for the CPU. The stub launches it as it is.
void add_plain_stub(const rewriter *r, text *out, const function *f, const declaration *d)
{
    add_stub_head(r, out, f, d);
    text_add(out, "\n{\n");
    if (r->plan->for_cpu && !is_described_at_start(r, f, d))
        add_cpu_description(r, out, f, d, "");
    text_add(out, "    ::ptrt::launch_plain(pt_config, ");
    add_kernel_value(r, out, f, d, "");
    add_arguments(r, out, f, d);
    text_add(out, ");\n}\n");
    if (r->plan->for_cpu && is_described_at_start(r, f, d))
        add_cpu_description(r, out, f, d, "");
}
