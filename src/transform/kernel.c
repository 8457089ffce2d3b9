// Kernels: an annotated kernel gets an item function, a persistent kernel and a host stub behind it.
//
//     before                                  after (the original stays, and then)
//     #pragma pt kernel                       static __device__ __forceinline__ void k_pt_item(
//     __global__ void k(float *a, int n)          const uint3 blockIdx, const dim3 gridDim, float *a, int n)
//     { BODY }                                { BODY }
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
slice qualifier_of(const rewriter *r, const declaration *d)
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
    if (d->is_specialisation)
        text_add(out, template_arguments(r, d));
    else
        add_plain_copy(r, out, d->file, d->name_end, d->template_arguments_end);
}

// Behind `requires sizeof(T) > 4`, if that stands at `offset`: where the specifiers begin.
static size_t behind_constraint(const plan_file *f, size_t offset)
{
    static const char *const specifiers[] = {"__global__", "static", "inline", "extern", "void", "constexpr", "__launch_bounds__", "__attribute__", "__host__",
                                             "__device__", "__cluster_dims__", "__maxnreg__", "__block_size__", "__declspec", "__noinline__"};
    size_t i = token_at_or_after(&f->tokens, offset);
    if (!is_token(f, i, "requires"))
        return offset;
    for (int depth = 0; f->tokens.items[i].kind != TOKEN_END && (depth || !IS_ANY_TOKEN(f, i, specifiers)); i++)
        depth += bracket_depth(f, i);
    return f->tokens.items[i].begin;
}

void add_template_header(const rewriter *r, text *out, const declaration *d)
{
    size_t begin = d->begin, end = behind_constraint(&r->plan->files.items[d->file], d->specifiers_begin);
    const source *s = r->plan->files.items[d->file].text;
    if (end == begin)
        return;
    while (end > begin && strchr(" \t\r\n", s->bytes[end - 1]))
        end--;
    add_head_copy(r, out, d, begin, end);
    text_add_char(out, '\n');
}

// void k(T value) requires is_small<T>
void add_constraint_behind(const rewriter *r, text *out, const declaration *d)
{
    const plan_file *f = &r->plan->files.items[d->file];
    const size_t first = token_at_or_after(&f->tokens, d->close) + 1;
    const size_t end = d->body_end > d->body_begin ? d->body_begin : d->end - 1; // the `;`
    if (!is_token(f, first, "requires") || f->tokens.items[first].begin >= end)
        return;
    text_add_char(out, ' ');
    add_head_copy(r, out, d, f->tokens.items[first].begin, end);
}

// Its host stub takes the parameters by value: struct S; __global__ void k(S s); struct S { friend __global__ void k(S); };
// And it holds what the clauses say, whose names need not be known in front of the directive.
static const declaration *declaration_with_stub(const rewriter *r, const function *f)
{
    const directive *clauses = plan_directive(r->plan, f);
    for (size_t i = 0; i < f->declarations.count; i++) {
        const declaration *d = &f->declarations.items[i];
        const bool knows_names = !clauses || !directive_has_expression(clauses) || (d->file == f->directive_file && d->begin > clauses->at.begin);
        if (!d->is_friend && !d->is_before_class && knows_names)
            return d;
    }
    return plan_first_declaration(f);
}

static bool has_friends(const function *f)
{
    for (size_t i = 0; i < f->declarations.count; i++)
        if (f->declarations.items[i].is_friend)
            return true;
    return false;
}

// ---- the item --------------------------------------------------------------------------------------------------

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

// Its phases, or what it keeps from block to block, stand in the twin itself.
static bool has_item(const function *f) { return !f->grid.splits && !f->has_state; }

static bool is_step(const function *f) { return f->is_step; }

static bool a_specialisation(const rewriter *r, const function *f, bool (*has)(const function *f))
{
    const int primary = (int)(f - r->plan->functions.items);
    for (size_t i = 0; i < r->plan->functions.count; i++)
        if (r->plan->functions.items[i].primary == primary && r->plan->functions.items[i].annotated && has(&r->plan->functions.items[i]))
            return true;
    return false;
}

// A definition outside of its namespace finds names as the kernel does only if it is that namespace's, too; then, as
// for a template that is specialised but never defined, the item has a declaration beside the kernel's first one. So it
// has where a class calls the kernel its friend: a name with `::` or `<...>` must be known there.
static bool declares_item(const rewriter *r, const function *f, const declaration *d)
{
    if (!has_item(f))
        return a_specialisation(r, f, has_item);
    if (f->definition > 0 && a_specialisation(r, f, has_item))
        return true; // which may stand in front of the definition, or leave out arguments that only this declaration gives
    return has_friends(f) || (f->definition < 0 ? d->is_template : qualifier_of(r, &f->declarations.items[f->definition]).length != 0);
}

// Is it another function in each file that has one of its name? Then so is what is made of it.
static bool is_static(const rewriter *r, const function *f)
{
    for (size_t i = 0; i < f->declarations.count; i++) {
        const declaration *d = &f->declarations.items[i];
        const plan_file *file = &r->plan->files.items[d->file];
        for (size_t k = token_at_or_after(&file->tokens, d->specifiers_begin); file->tokens.items[k].begin < d->name_begin; k++)
            if (is_token(file, k, "static"))
                return true;
    }
    return f->primary >= 0 && is_static(r, &r->plan->functions.items[f->primary]);
}

const char *template_linkage(const rewriter *r, const function *f, const declaration *d)
{
    return !d->is_specialisation && is_static(r, f) ? "static " : "";
}

static bool has_pack(const function *f)
{
    const declaration *d = f->declarations.count ? &f->declarations.items[0] : NULL;
    for (size_t i = 0; d && i < d->template_parameters.count; i++)
        if (d->template_parameters.items[i].is_pack)
            return true;
    return false;
}

bool is_overload_of(const rewriter *r, int kernel, int other)
{
    const function *const x = &r->plan->functions.items[kernel], *const y = &r->plan->functions.items[other];
    return other != kernel && y->annotated && y->primary < 0 && strcmp(y->name, x->name) == 0 && strcmp(y->name_scope, x->name_scope) == 0;
}

const char *item_suffix(const rewriter *r, const function *f)
{
    const function *all = r->plan->functions.items;
    const int index = f->primary >= 0 ? f->primary : (int)(f - all);
    bool shares_name = false;
    size_t packs = 1;
    for (size_t i = 0; i < r->plan->functions.count && has_pack(&all[index]); i++) {
        const bool overloads = is_overload_of(r, index, (int)i);
        shares_name |= overloads;
        packs += overloads && (int)i < index && has_pack(&all[i]);
    }
    return shares_name ? arena_format(r->arena, "_pt_item_of_pack_%zu", packs) : "_pt_item";
}

static void add_item_declaration(const rewriter *r, text *out, const function *f, const declaration *d, const char *specifiers)
{
    add_template_header(r, out, d);
    text_format(out, "%s void ", specifiers);
    text_add_slice(out, qualifier_of(r, d));
    add_name(r, out, d, item_suffix(r, f));
    text_add(out, "(const ::uint3, const ::dim3");
    add_parameters(r, out, f, d, PARAMETERS_FOR_ITEM);
    text_add(out, ");\n");
}

// extern "C" __global__ void k() { extern __shared__ int s[]; }: there s has C's linkage, in its declarations everywhere else, too.
static bool declares_with_c_linkage(const rewriter *r, const declaration *d)
{
    const plan_file *f = &r->plan->files.items[d->file];
    const size_t first = token_at_or_after(&f->tokens, d->begin);
    if (!is_token(f, first, "extern") || f->tokens.items[first + 1].kind != TOKEN_STRING)
        return false;
    size_t i = token_at_or_after(&f->tokens, d->body_begin);
    while (f->tokens.items[i].begin < d->body_end && !is_token(f, i, "extern"))
        i++;
    return f->tokens.items[i].begin < d->body_end;
}

static void add_item(const rewriter *r, text *out, const function *f, const declaration *d)
{
    const bool asserts = has_assert(r, d), is_c = declares_with_c_linkage(r, d);
    if (is_c)
        text_add(out, "extern \"C\" {\n");
    if (asserts)
        add_assert_name(out, f);
    add_template_header(r, out, d);
    bool is_template = d->is_template || d->is_specialisation;
    const slice qualifier = qualifier_of(r, d);
    text_format(out, "%s__device__ __forceinline__ void ",
                has_friends(f) || qualifier.length ? "" : is_template ? template_linkage(r, f, d) : "static ");
    text_add_slice(out, qualifier);
    add_name(r, out, d, item_suffix(r, f));
    // A parameter of the kernel may bear the name: then the body means that one.
    text_format(out, "(const ::uint3 %s, const ::dim3 %s", index_name(d), grid_name(d));
    add_parameters(r, out, f, d, PARAMETERS_FOR_ITEM);
    text_add(out, ")\n");
    add_body(r, out, f, d);
    if (is_c)
        text_add(out, "}\n");
    if (asserts)
        text_add(out, "#pragma pop_macro(\"__ASSERT_FUNCTION\")\n");
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
    edit_insert(r->edits[d->file], f->state.item_begin, " if (!pt_left_out) {");
    edit_insert(r->edits[d->file], f->state.item_end, "} ");
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
    if (f->grid.splits)
        done = "it is split at its barriers, so that a group may have several blocks";
    else if (f->has_grid_barrier)
        done = f->grid.whole_because ? arena_format(r->arena, "it stays in one piece, with a group for each block, as blocks wait for each other: %s", f->grid.whole_because)
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

// The kernel's own text, and what stands behind its definition but for the stub.
static void rewrite_definition(rewriter *r, const function *f, const declaration *d, text *out)
{
    text_format(out, "// ptcc: the persistent form of %s\n", f->name);
    if (f->forwards) {
        forward_to_item(r, f, d);
    } else {
        if (has_item(f))
            add_item(r, out, f, d);
        else if (d == plan_first_declaration(f) && a_specialisation(r, f, has_item))
            add_item_declaration(r, out, f, d, arena_format(r->arena, "%s__device__ __forceinline__", template_linkage(r, f, d)));
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
}

static void add_declarations(const rewriter *r, const function *f, const declaration *d, text *out)
{
    add_twin_head(r, out, f, d);
    text_add(out, ";\n");
    if (declares_item(r, f, d))
        add_item_declaration(r, out, f, d, arena_format(r->arena, "%s__device__ __forceinline__", d->is_template ? template_linkage(r, f, d) : ""));
}

// `out` is used anew for each kernel: what goes into the file is copied from it.
static void rewrite_kernel(rewriter *r, const function *f, text *out)
{
    for (size_t i = 0; i < f->declarations.count; i++) {
        const declaration *d = &f->declarations.items[i];
        const bool first = d == plan_first_declaration(f), defines = (int)i == f->definition, has_stub = d == declaration_with_stub(r, f);
        const bool completes = !first && !has_stub && gives_defaults(d);
        if (!first && !defines && !d->is_friend && !completes && !has_stub)
            continue;
        out->length = 0;
        if (completes || (first && !has_stub))
            add_stub_declaration(r, out, f, d);
        if (d->is_friend)
            add_friends(r, out, f, d);
        else if (defines)
            rewrite_definition(r, f, d, out);
        else if (first)
            add_declarations(r, f, d, out);
        if (has_stub)
            add_stub(r, out, f, d);
        if (first && d->is_template && a_specialisation(r, f, is_step) && !(defines && (f->is_step || f->is_part)))
            add_step_declaration(r, out, f, d);
        insert_behind(r, d->file, d->end, out);
    }
}

static void copy_instantiation(const rewriter *r, text *out, const explicit_instantiation *x, size_t begin, size_t end)
{
    if (x->in_macro)
        text_append(out, r->plan->files.items[x->file].text->bytes + begin, end - begin);
    else
        add_plain_copy(r, out, x->file, begin, end);
}

static size_t behind_blanks(const source *s, size_t i, size_t end)
{
    while (i < end && strchr(" \t\r\n\\", s->bytes[i]))
        i++;
    return i;
}

static void rewrite_instantiation(rewriter *r, const explicit_instantiation *x)
{
    text out = text_new(r->arena);
    const source *s = r->plan->files.items[x->file].text;
    if (x->in_macro)
        text_add(&out, s->bytes[x->end - 1] == ';' ? " " : "; ");
    copy_instantiation(r, &out, x, x->begin, x->name_end);
    text_add(&out, "_pt");
    copy_instantiation(r, &out, x, x->name_end, x->open);
    size_t inside = behind_blanks(s, x->open + 1, x->end);
    const size_t behind_void = behind_blanks(s, inside + 4, x->end);
    if (inside + 4 < x->end && memcmp(s->bytes + inside, "void", 4) == 0 && s->bytes[behind_void] == ')')
        inside = behind_void;
    text_add(&out, s->bytes[inside] == ')' ? "(const __grid_constant__ ::pt_launch_t" : "(const __grid_constant__ ::pt_launch_t, ");
    copy_instantiation(r, &out, x, inside, x->end);
    if (x->in_macro) {
        join_lines(out.bytes); // a macro's body goes on in its line
        edit_insert(r->edits[x->file], x->end, out.bytes);
        return;
    }
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
        if (plain[i] && plan_first_declaration(&p->functions.items[i])) {
            const function *f = &p->functions.items[i];
            text out = text_new(r->arena);
            const declaration *d = plan_first_declaration(f);
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
