// Kernels: an annotated kernel gets an item function, a persistent kernel and a host stub behind it.
//
//     before                                  after (the original stays, and then)
//     #pragma pt kernel                       static __device__ __forceinline__ void k_pt_item(
//     __global__ void k(float *a, int n)          const uint3 blockIdx, const dim3 gridDim, float *a, int n)
//     { BODY }                                { { BODY } }
//                                             __global__ void k_pt(const __grid_constant__ ::pt_launch_t pt_launch, float *a, int n)
//                                             { for (each item of the queue) k_pt_item(its block, the grid, a, n); }
//                                             static inline void k_pt_launch(const ::ptrt::configuration &pt_config, float *a, int n)
//                                             { ::ptrt::launch_twin(description, pt_config, k, k_pt, a, n); }
//
// A kernel with static locals keeps one of each: its item stands in front, and the original's body is a call of it.
//
//     __global__ void k(int *out)             static __device__ __forceinline__ void k_pt_item(..., int *out)
//     { static int calls; BODY }              { static int calls; BODY }
//                                             __global__ void k(int *out)
//                                             { k_pt_item(blockIdx, gridDim, out); }
//
// The persistent kernel calls the item from one place only: two instantiations would double its static shared memory. Source of the
// shape: Gupta, Stuart, Owens, "A Study of Persistent Threads Style GPU Programming", 2.2 (maximal launch, work queue).
#include "transform/kernel.h"

#include "frontend/collective.h"

#include <string.h>

slice kernel_name(const rewriter *r, const declaration *d)
{
    const source *s = r->plan->files.items[d->file].text;
    return (slice){s->bytes + d->name_begin, d->name_end - d->name_begin};
}

// Can it stand in front of `::` in a qualified name? Else the `::` is that of the global namespace.
static bool is_scope_name(const plan_file *f, const token *t)
{
    return t->kind == TOKEN_IDENTIFIER && !token_is(f->text, t, "void") && strncmp(f->text->bytes + t->begin, "__", 2) != 0;
}

// "ns::" in front of the name, where the declaration stands outside of the namespace that the kernel is in.
static slice qualifier_of(const rewriter *r, const declaration *d)
{
    const plan_file *f = &r->plan->files.items[d->file];
    const token *t = f->tokens.items;
    size_t i = token_at_or_after(&f->tokens, d->name_begin);
    while (i >= 1 && token_is(f->text, &t[i - 1], "::") && t[i - 1].begin >= d->begin)
        i -= i >= 2 && t[i - 2].begin >= d->begin && is_scope_name(f, &t[i - 2]) ? 2 : 1;
    return (slice){f->text->bytes + t[i].begin, d->name_begin - t[i].begin};
}

// NAME + suffix + explicit arguments of a specialisation.
void add_name(const rewriter *r, text *out, const declaration *d, const char *suffix)
{
    text_add_slice(out, kernel_name(r, d));
    text_add(out, suffix);
    add_plain_copy(r, out, d->file, d->name_end, d->template_arguments_end);
}

void add_template_header(const rewriter *r, text *out, const declaration *d)
{
    size_t begin = d->begin, end = d->specifiers_begin;
    const source *s = r->plan->files.items[d->file].text;
    if (end == begin)
        return;
    while (end > begin && strchr(" \t\r\n", s->bytes[end - 1]))
        end--;
    add_head_copy(r, out, d, begin, end);
    text_add_char(out, '\n');
}

static const declaration *first_declaration(const function *f)
{
    for (size_t i = 0; i < f->declarations.count; i++)
        if (!f->declarations.items[i].is_friend)
            return &f->declarations.items[i];
    return NULL;
}

static bool has_friends(const function *f)
{
    for (size_t i = 0; i < f->declarations.count; i++)
        if (f->declarations.items[i].is_friend)
            return true;
    return false;
}

// ---- the item --------------------------------------------------------------------------------------------------

static const char *order_type(const rewriter *r, const directive *d)
{
    switch (d->order) {
    case ORDER_COLUMN: return "::pt::order_column";
    case ORDER_MORTON: return "::pt::order_morton";
    case ORDER_REVERSE: return "::pt::order_reverse";
    case ORDER_LONGEST: return "::pt::order_longest";
    case ORDER_TILE:
        return arena_format(r->arena, "::pt::order_tile<(%.*s), (%.*s)>", (int)d->tile_width.text.length,
                            d->tile_width.text.bytes, (int)d->tile_height.text.length, d->tile_height.text.bytes);
    case ORDER_FUNCTION:
        return arena_format(r->arena, "::pt::order_function<%.*s>", (int)d->order_function.length,
                            d->order_function.bytes);
    default: return "::pt::order_linear";
    }
}

bool may_ask_for_warp(const rewriter *r, const function *f)
{
    LIST_OF(int) pending = {0};
    bool *seen = NULL; // a byte for each function, where there are calls to follow
    *ARENA_PUSH(r->arena, &pending) = (int)(f - r->plan->functions.items);
    while (pending.count) {
        const function *g = &r->plan->functions.items[pending.items[--pending.count]];
        for (size_t i = 0; i < g->facts.count; i++) {
            const fact *x = &g->facts.items[i];
            if (x->kind == FACT_ASM || x->kind == FACT_CALL_INDIRECT || x->kind == FACT_CALL_VIRTUAL ||
                (x->kind == FACT_CALL_DEPENDENT && x->callee < 0))
                return true;
            if (x->callee >= 0 && !seen)
                seen = arena_alloc(r->arena, r->plan->functions.count * sizeof *seen);
            if (x->callee < 0 || seen[x->callee])
                continue;
            const function *callee = &r->plan->functions.items[x->callee];
            seen[x->callee] = true;
            if (strcmp(callee->name, "__activemask") == 0 || strcmp(callee->name, "coalesced_threads") == 0)
                return true;
            *ARENA_PUSH(r->arena, &pending) = x->callee;
        }
    }
    return false;
}

// What happens between two blocks of a group: the policy (block.cuh), and in words.
typedef struct between {
    const char *type, *words;
} between;

static between between_blocks(const rewriter *r, const function *f)
{
    if (f->leaves_before_barrier)
        return (between){"::pt::between_drain", "its barriers wait for the threads that are still in the block"};
    const bool shares = f->has_state ? f->middle_shares : f->uses_shared || f->has_block_barrier;
    if (shares || f->has_async_copy || f->uses_ambient)
        return (between){"::pt::between_block", "a barrier of the group stands between two blocks"};
    if (f->has_warp_sync || may_ask_for_warp(r, f))
        return (between){"::pt::between_warp", "a barrier of the warp stands between two blocks"};
    return (between){"::pt::between_none", "no barrier is needed between two blocks"};
}

// assert() prints the function it stands in: in the item that is still the kernel.
bool has_assert(const rewriter *r, const declaration *d)
{
    const plan_file *f = &r->plan->files.items[d->file];
    const bool any = token_list_may_have(&f->tokens, "assert");
    for (size_t i = token_at_or_after(&f->tokens, d->body_begin); any && f->tokens.items[i].begin < d->body_end; i++)
        if (token_is(f->text, &f->tokens.items[i], "assert"))
            return true;
    return false;
}

void add_assert_name(text *out, const function *f)
{
    const char *open = strchr(f->type, '(');
    text_add(out, "#pragma push_macro(\"__ASSERT_FUNCTION\")\n#undef __ASSERT_FUNCTION\n#define __ASSERT_FUNCTION \"");
    text_format(out, "void %s%s%s\"\n", f->name_scope, f->name, open ? open : "");
}

// A definition outside of its namespace finds names as the kernel does only if it is that namespace's, too; then, as
// for a template that is specialised but never defined, the item has a declaration beside the kernel's first one. So it
// has where a class calls the kernel its friend: a name with `::` or `<...>` must be known there.
static bool declares_item(const rewriter *r, const function *f, const declaration *d)
{
    if (f->splits || f->has_state)
        return false;
    return has_friends(f) || (f->definition < 0 ? d->is_template : qualifier_of(r, &f->declarations.items[f->definition]).length != 0);
}

static void add_item_declaration(const rewriter *r, text *out, const function *f, const declaration *d, const char *specifiers)
{
    add_template_header(r, out, d);
    text_format(out, "%s void ", specifiers);
    text_add_slice(out, qualifier_of(r, d));
    add_name(r, out, d, "_pt_item");
    text_add(out, "(const ::uint3, const ::dim3");
    add_parameters(r, out, f, d, PARAMETERS_FOR_ITEM);
    text_add(out, ");\n");
}

static void add_item(const rewriter *r, text *out, const function *f, const declaration *d)
{
    bool asserts = has_assert(r, d);
    if (asserts)
        add_assert_name(out, f);
    add_template_header(r, out, d);
    bool is_template = d->is_template || d->is_specialisation;
    const slice qualifier = qualifier_of(r, d);
    text_format(out, "%s__device__ __forceinline__ void ", is_template || has_friends(f) || qualifier.length ? "" : "static ");
    text_add_slice(out, qualifier);
    add_name(r, out, d, "_pt_item");
    // A parameter of the kernel may bear the name: then the body means that one.
    text_format(out, "(const ::uint3 %s, const ::dim3 %s", index_name(d), grid_name(d));
    add_parameters(r, out, f, d, PARAMETERS_FOR_ITEM);
    text_add(out, ")\n");
    add_body(r, out, f, d);
    if (asserts)
        text_add(out, "#pragma pop_macro(\"__ASSERT_FUNCTION\")\n");
}

// ---- the persistent kernel ---------------------------------------------------------------------------------------

// Everything of the declaration but its name, its parameter list and its body is copied: attributes in every order.
static void add_twin_head(const rewriter *r, text *out, const function *f, const declaration *d)
{
    add_head_copy(r, out, d, d->begin, d->name_begin);
    add_name(r, out, d, "_pt");
    // A grid constant: the queue refers to it, and a copy in local memory would cost every item.
    text_add(out, "(const __grid_constant__ ::pt_launch_t pt_launch");
    add_twin_parameters(r, out, f, d);
    const source *s = r->plan->files.items[d->file].text;
    size_t end = d->body_end ? d->body_begin : d->end;
    while (!d->body_end && end > d->close && strchr("; \t\r\n", s->bytes[end - 1]))
        end--;
    while (end > d->close + 1 && strchr(" \t\r\n", s->bytes[end - 1]))
        end--;
    if (end > d->close + 1)
        add_plain_copy(r, out, d->file, d->close + 1, end);
}

// The item's first arguments are of types that lie outside of all namespaces: a call by its name finds what is there, too.
static bool shares_its_name(const rewriter *r, const function *f)
{
    const int first = map_get(&r->annotated, f->name);
    return first == OF_SEVERAL_SCOPES || (first >= 0 && strcmp(r->plan->functions.items[first].name_scope, f->name_scope) != 0);
}

// k_pt_item<T>(index, grid, a, n), in the twin or in the original kernel
void add_item_call(const rewriter *r, text *out, const function *f, const declaration *d, const char *index, const char *grid,
                   parameter_style style)
{
    const bool alone = shares_its_name(r, f);
    text_add(out, alone ? "(" : "");
    text_add_slice(out, kernel_name(r, d));
    text_format(out, "_pt_item%s%s(%s, %s", template_arguments(r, d), alone ? ")" : "", index, grid);
    for (size_t i = 0; i < d->parameters.count; i++)
        if (item_takes(r, f, i)) {
            text_add(out, ", ");
            add_item_argument(r, out, f, d, i, style);
        }
    text_add(out, ");\n");
}

void add_global_sync(const rewriter *r, text *out, const function *f)
{
    const bool collects = collective_any(r->plan, f);
    text_format(out, "    const ::pt::global_sync<%s", f->may_miss_grid_barrier ? "true" : "false");
    const bool may_part = f->may_miss_grid_barrier && drains(f);
    if (collects || may_part)
        text_format(out, ", %s%s", may_part ? "true" : "false", collects ? ", ::pt::collective_cells" : "");
    text_add(out, "> pt_global_sync(pt_launch");
    if (f->may_miss_grid_barrier)
        text_format(out, ", \"%s\"", f->name);
    text_add(out, ");\n");
}

// Nothing but `static` can be meant, so the twin needs no code for tickets. Blocks that wait for earlier ones come from a queue.
bool is_dealt(const rewriter *r, const function *f)
{
    return plan_directive(r->plan, f)->schedule == SCHEDULE_STATIC && !f->waits_on_blocks && !f->has_grid_barrier;
}

static const char *queue_of(const rewriter *r, const function *f)
{
    return is_dealt(r, f) ? "static" : plan_steals(r->plan, f) ? "steal" : "work";
}

// The number of blocks by items(...), as the queue's argument; "" where it is the launch's.
static const char *count_of(const rewriter *r, const function *f)
{
    const slice items = plan_directive(r->plan, f)->items.text;
    return items.length ? arena_format(r->arena, "[=] { return (%.*s); }", (int)items.length, items.bytes) : "";
}

typedef enum kernel_form { ORIGINAL, ORIGINAL_THAT_FORWARDS, TWIN } kernel_form;

// Of a kernel that may begin before what it depends on has ended: ::pt::wait_for_dependency(in, out, n);
static void add_wait(const rewriter *r, text *out, const function *f, const declaration *d, kernel_form form)
{
    if (!f->begins_early)
        return;
    text_add(out, "::pt::wait_for_dependency(");
    bool is_first = true;
    for (size_t i = 0; i < d->parameters.count; i++) {
        if (!*d->parameters.items[i].name)
            continue; // nobody reads by it
        text_format(out, "%s%s", is_first ? "" : ", ",
                    form == ORIGINAL ? d->parameters.items[i].name
                                     : parameter_name(r, f, d, i, form == TWIN ? PARAMETERS_FOR_TWIN : PARAMETERS_FOR_ITEM));
        is_first = false;
    }
    text_add(out, ");");
}

static void add_item_loop(const rewriter *r, text *out, const function *f, const char *order, const char *count, const char *call)
{
    text_format(out,
                "    for (::pt::%s_queue<%s, %s%s> pt_queue(pt_launch%s%s); pt_queue.has_chunk(); "
                "pt_queue.next_chunk())\n"
                "        for (; pt_queue.has_item(); pt_queue.next_item())", queue_of(r, f),
                order, between_blocks(r, f).type, *count ? ", ::pt::counted_blocks" : "", *count ? ", " : "", count);
    bool block = f->has_async_copy || f->uses_ambient;
    text_add(out, block ? " {\n            " : "\n            ");
    if (f->uses_ambient)
        text_add(out, "::pt::publish_block(pt_queue.block_index(), pt_queue.grid_dim()); // for code that no argument reaches\n            ");
    text_add(out, call);
    if (f->has_async_copy)
        text_add(out, "            ::pt::finish_async_copies(); // the next item writes the same shared memory\n");
    text_add(out, block ? "        }\n" : "");
}

// What the directive says of the order and of the count is said outside of the body, whose variables may bear the same names.
static void add_state_twin(const rewriter *r, text *out, const function *f, const declaration *d)
{
    text loop = text_new(r->arena);
    const char *count = count_of(r, f);
    text_format(out, "    using pt_order = %s;\n", order_type(r, plan_directive(r->plan, f)));
    if (*count) { // before the first part reads what the kernel depends on
        text waits = text_new(r->arena);
        add_wait(r, &waits, f, d, TWIN);
        text_format(out, "    %s\n    const auto pt_count = %s;\n", waits.length ? waits.bytes : "::pt::wait_for_dependency();", count);
    }
    add_item_loop(r, &loop, f, "pt_order", *count ? "pt_count" : "", "pt_item(pt_queue.block_index(), pt_queue.grid_dim());\n");
    add_state_body(r, out, f, d, &loop);
}

static void add_twin(const rewriter *r, text *out, const function *f, const declaration *d)
{
    add_twin_head(r, out, f, d);
    text_add(out, "\n{\n");
    if (f->splits) {
        add_phases(r, out, f, d, order_type(r, plan_directive(r->plan, f)), between_blocks(r, f).type);
        return;
    }
    if (f->has_state) {
        add_state_twin(r, out, f, d);
        return;
    }
    if (f->has_grid_barrier)
        add_global_sync(r, out, f);
    text waits = text_new(r->arena);
    add_wait(r, &waits, f, d, TWIN);
    if (waits.length)
        text_format(out, "    %s\n", waits.bytes);
    text call = text_new(r->arena);
    add_item_call(r, &call, f, d, "pt_queue.block_index()", "pt_queue.grid_dim()", PARAMETERS_FOR_TWIN);
    add_item_loop(r, out, f, order_type(r, plan_directive(r->plan, f)), count_of(r, f), call.bytes);
    text_add(out, "}\n");
}

// ---- friends -----------------------------------------------------------------------------------------------------

// What the kernel may reach as a friend, its rewritten forms must reach too.
static void add_friends(const rewriter *r, text *out, const function *f, const declaration *d)
{
    size_t tokens_begin = d->begin;
    const source *s = r->plan->files.items[d->file].text;
    bool spelled = s->length - tokens_begin > 6 && memcmp(s->bytes + tokens_begin, "friend", 6) == 0;
    if (!spelled && d->specifiers_begin == d->begin)
        text_add(out, "friend ");
    add_twin_head(r, out, f, d);
    text_add(out, ";\n");
    // Of a template, the definition may have no attribute that its first declaration has not.
    add_item_declaration(r, out, f, d, d->is_template ? "friend __device__ __forceinline__" : "friend __device__");
}

// ---- the pass ----------------------------------------------------------------------------------------------------

// items(...): blocks of the plain launch that there are not leave at once; with a state they are groups without a block.
static void add_guard(const rewriter *r, text *out, const function *f, const declaration *d)
{
    const char *const count = count_of(r, f);
    text waits = text_new(r->arena);
    add_wait(r, &waits, f, d, f->forwards ? ORIGINAL_THAT_FORWARDS : ORIGINAL);
    if (waits.length)
        text_format(out, " %s", waits.bytes);
    if (*count)
        text_format(out, f->has_state ? " const bool pt_left_out = ::pt::is_left_out(%s);" : " if (::pt::is_left_out(%s)) return;", count);
}

static void guard_original(rewriter *r, const function *f, const declaration *d)
{
    text guard = text_new(r->arena);
    add_guard(r, &guard, f, d);
    if (!guard.length)
        return;
    edit_insert(r->edits[d->file], d->body_begin + 1, guard.bytes);
    if (!f->has_state)
        return;
    edit_insert(r->edits[d->file], f->item_begin, " if (!pt_left_out) {");
    edit_insert(r->edits[d->file], f->item_end, "} ");
}

// The item goes in front of the original, whose body becomes a call of it.
static void forward_to_item(rewriter *r, const function *f, const declaration *d)
{
    text item = text_new(r->arena), body = text_new(r->arena), guard = text_new(r->arena);
    add_item(r, &item, f, d);
    insert_before(r, d->file, d->begin, &item);
    text_add(&body, "{ // one static local for both kernels\n");
    add_output_line(r, &body);
    add_guard(r, &guard, f, d);
    if (guard.length)
        text_format(&body, "   %s\n", guard.bytes);
    text_add(&body, "    ");
    name_parameters(r, r->edits[d->file], f, d);
    add_item_call(r, &body, f, d, has_parameter(d, "blockIdx") ? "::blockIdx" : "blockIdx",
                  has_parameter(d, "gridDim") ? "::gridDim" : "gridDim", PARAMETERS_FOR_ITEM);
    text_add_char(&body, '}');
    edit_replace(r->edits[d->file], d->body_begin, d->body_end, body.bytes);
}

static void remark_kernel(const rewriter *r, const function *f, const declaration *d)
{
    const char *done = f->has_tasks ? "its groups work on tasks until none is left" : between_blocks(r, f).words;
    if (f->splits)
        done = "it is split at its barriers, so that a group may have several blocks";
    else if (f->has_grid_barrier)
        done = f->whole_because ? arena_format(r->arena, "each block has a group of its own, as blocks wait for each other, and %s", f->whole_because)
                                : "each block has a group of its own, as blocks wait for each other";
    diagnostics_add(r->plan->diagnostics, SEVERITY_REMARK, "pt-kernel", plan_span(r->plan, d->file, d->name_begin, d->name_end),
                    "kernel '%s' has a persistent form: %s%s%s%s", f->name, f->has_grid_barrier ? "" : "schedule(",
                    f->has_grid_barrier ? "" : schedule_name(plan_directive(r->plan, f)->schedule), f->has_grid_barrier ? "" : "); ", done);
}

// Behind the first one. A template has all its default arguments there.
static bool gives_defaults(const declaration *d)
{
    for (size_t i = 0; i < d->parameters.count && !d->is_friend && !d->is_template; i++)
        if (d->parameters.items[i].default_begin < d->parameters.items[i].end)
            return true;
    return false;
}

// `out` is used anew for each kernel: what goes into the file is copied from it.
static void rewrite_kernel(rewriter *r, const function *f, text *out)
{
    for (size_t i = 0; i < f->declarations.count; i++) {
        const declaration *d = &f->declarations.items[i];
        bool first = d == first_declaration(f), defines = (int)i == f->definition;
        const bool completes = !first && gives_defaults(d);
        if (!first && !defines && !d->is_friend && !completes)
            continue;
        out->length = 0;
        if (completes)
            add_stub_declaration(r, out, f, d);
        if (completes && !defines) {
            // nothing else is new
        } else if (d->is_friend) {
            add_friends(r, out, f, d);
        } else if (defines) {
            if (f->forwards) {
                forward_to_item(r, f, d);
            } else {
                if (!f->splits && !f->has_state)
                    add_item(r, out, f, d);
                guard_original(r, f, d);
                edit_tasks_of_original(r, r->edits[d->file], f, d);
            }
            const bool asserts = f->has_state && has_assert(r, d);
            if (asserts)
                add_assert_name(out, f);
            add_twin(r, out, f, d);
            text_add(out, asserts ? "#pragma pop_macro(\"__ASSERT_FUNCTION\")\n" : "");
            if (f->is_step || f->is_part)
                add_step(r, out, f, d, order_type(r, plan_directive(r->plan, f)), between_blocks(r, f).type);
            if (r->plan->diagnostics->show_remarks)
                remark_kernel(r, f, d);
        } else {
            add_twin_head(r, out, f, d);
            text_add(out, ";\n");
            if (declares_item(r, f, d))
                add_item_declaration(r, out, f, d, "__device__ __forceinline__");
        }
        if (first && !d->is_specialisation)
            add_stub(r, out, f, d);
        insert_behind(r, d->file, d->end, out);
    }
}

static void rewrite_instantiation(rewriter *r, const explicit_instantiation *x)
{
    text out = text_new(r->arena);
    const source *s = r->plan->files.items[x->file].text;
    add_plain_copy(r, &out, x->file, x->begin, x->name_end);
    text_add(&out, "_pt");
    add_plain_copy(r, &out, x->file, x->name_end, x->open);
    size_t inside = x->open + 1;
    while (inside < x->end && strchr(" \t\r\n", s->bytes[inside]))
        inside++;
    text_add(&out, s->bytes[inside] == ')' ? "(const __grid_constant__ ::pt_launch_t" : "(const __grid_constant__ ::pt_launch_t, ");
    add_plain_copy(r, &out, x->file, inside, x->end);
    text_add_char(&out, '\n');
    insert_behind(r, x->file, x->end, &out);
}

// Kernels that are not annotated, and whose launches go through a stub all the same (add_plain_stub).
static void rewrite_plain_kernels(rewriter *r)
{
    const plan *p = r->plan;
    bool *plain = arena_alloc(r->arena, p->functions.count * sizeof *plain);
    for (size_t i = 0; i < p->launches.count; i++) {
        const launch *l = &p->launches.items[i];
        bool any = false;
        for (size_t k = 0; k < l->candidates.count; k++)
            any |= p->functions.items[l->candidates.items[k]].annotated;
        for (size_t k = 0; any && k < l->candidates.count; k++)
            plain[l->candidates.items[k]] |= !p->functions.items[l->candidates.items[k]].annotated;
    }
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        plain[i] |= f->stubbed && !f->annotated && f->primary < 0;
    }
    for (size_t i = 0; i < p->functions.count; i++)
        if (plain[i] && first_declaration(&p->functions.items[i])) {
            const function *f = &p->functions.items[i];
            text out = text_new(r->arena);
            const declaration *d = first_declaration(f);
            add_plain_stub(r, &out, f, d);
            insert_behind(r, d->file, d->end, &out);
            for (size_t k = 0; k < f->declarations.count; k++) {
                const declaration *more = &f->declarations.items[k];
                if (more == d || !gives_defaults(more))
                    continue;
                out.length = 0;
                add_stub_declaration(r, &out, f, more);
                insert_behind(r, more->file, more->end, &out);
            }
        }
}

void rewrite_kernels(rewriter *r)
{
    const plan *p = r->plan;
    text out = text_new(r->arena);
    bool is_any = false;
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].annotated) {
            is_any = true;
            rewrite_kernel(r, &p->functions.items[i], &out);
        }
    if (!is_any && p->diagnostics->show_remarks)
        diagnostics_add(p->diagnostics, SEVERITY_REMARK, "pt-kernel", span_make(NULL, 0, 0),
                        "no kernel of '%s' is annotated; write '#pragma pt kernel' above one", p->files.items[0].text->path);
    for (size_t i = 0; i < p->instantiations.count; i++)
        if (p->functions.items[p->instantiations.items[i].function].annotated)
            rewrite_instantiation(r, &p->instantiations.items[i]);
    rewrite_plain_kernels(r);
}
