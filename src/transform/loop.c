// Loops of the host that become one launch.
//
//     before                                   after
//     #pragma pt loop                      {
//                                              static ::ptrt::loop_site pt_loop_site(file, line);
//                                              ::ptrt::recorded_loop<k_pt_step> pt_loop(pt_loop_site);
//     for (int i = 0; i < n; i++) {        for (int i = 0; i < n; i++) {
//         k<<<grid, block>>>(a, b);            k_pt_launch(pt_loop.configuration(grid, block), a, b); (launch.c)
//         CHECK(cudaDeviceSynchronize());      CHECK(pt_loop.cudaDeviceSynchronize());
//         report(i);                           (pt_loop.finish_launches(), report(i));
//     }                                    }
//                                          } // end of the loop
//
// In:  loops that the analysis let through (frontend/loop.h). Out: edits.
// Invariant: the loop runs on the host as before; only its launches, and what could see whether they have run, go through `pt_loop`.
#include "transform/kernel.h"

#include <string.h>

// The body once more, whose arrays may be of any type that has an index: keep.cuh asks which elements it touches.
static void add_kept_run(const rewriter *r, text *out, const function *f, const declaration *d)
{
    // Enumerators, since nvcc warns of constants that are read by nobody: an instance may be launched by loops that keep nothing.
    text_format(out, "    enum : unsigned { pt_kept_in = %d, pt_kept_out = %d };\n", f->kept.in, f->kept.out);
    unsigned long long pointers = 1ull << f->kept.in | 1ull << f->kept.out;
    for (size_t i = 0; i < f->kept.others.count; i++)
        pointers |= 1ull << f->kept.others.items[i];
    text_format(out, "    enum : unsigned long long { pt_kept_pointers = %llu };\n", pointers);
    if (d->is_template)
        text_add(out, "    using pt_kept_numbers = void; // what types stand for is not known here\n");
    text_add(out, "    template <class pt_in_type, class pt_out_type");
    for (size_t i = 0; i < f->kept.others.count; i++)
        text_format(out, ", class pt_type%d", f->kept.others.items[i]);
    text_add(out, ">\n    static __device__ __forceinline__ void pt_run_kept(");
    text_format(out, "const ::uint3 &%s, const ::dim3 &%s", index_name(d), grid_name(d));
    add_kept_parameters(r, out, f, d);
    text_add(out, ")\n");
    add_body(r, out, f, d);
}

// A class may have no default argument in front of a parameter without one, as a kernel may. Launches in a loop or a block write all of them.
static void add_header_without_defaults(const rewriter *r, text *out, const declaration *d)
{
    const plan_file *f = &r->plan->files.items[d->file];
    size_t copied = d->begin;
    int angles = 0, brackets = 0;
    bool is_default = false;
    for (size_t i = token_at_or_after(&f->tokens, d->begin); f->tokens.items[i].begin < d->specifiers_begin; i++) {
        const token *t = &f->tokens.items[i];
        const bool closes = brackets == 0 && is_token(f, i, ">");
        if (is_default && angles == 1 && brackets == 0 && (closes || is_token(f, i, ","))) {
            copied = t->begin;
            is_default = false;
        }
        angles += (brackets == 0 && is_token(f, i, "<")) - closes;
        brackets += bracket_depth(f, i);
        if (angles == 1 && brackets == 0 && is_token(f, i, "=")) {
            add_head_copy(r, out, d, copied, f->tokens.items[i - 1].end);
            is_default = true;
        }
    }
    size_t end = d->specifiers_begin;
    while (end > copied && strchr(" \t\r\n", f->text->bytes[end - 1]))
        end--;
    add_head_copy(r, out, d, copied, end);
    text_add(out, end > copied ? "\n" : "");
}

// Of a template that is launched by its specialisations.
void add_step_declaration(const rewriter *r, text *out, const function *f, const declaration *d)
{
    text_add(out, f->is_in_nameless ? "" : "namespace {\n");
    add_header_without_defaults(r, out, d);
    text_add(out, "struct ");
    add_name(r, out, d, "_pt_step");
    text_add(out, f->is_in_nameless ? ";\n" : ";\n}\n");
}

void add_step(const rewriter *r, text *out, const function *f, const declaration *d, const char *order, const char *between)
{
    if (d->is_specialisation && !f->is_step)
        return; // launches of a block are of its template alone (frontend/fuse_touch.c)
    // This file's own: others may have a kernel of the same name, and what is made of steps is known by their names. A namespace without
    // a name in another one is ambiguous in what nvcc makes of it.
    const slice qualifier = d->is_specialisation ? qualifier_of(r, d) : (slice){"", 0};
    const bool is_in_own = !f->is_in_nameless && !qualifier.length;
    if (is_in_own)
        text_add(out, "namespace {\n");
    add_header_without_defaults(r, out, d);
    text_add(out, "struct ");
    text_add_slice(out, qualifier);
    add_name(r, out, d, "_pt_step");
    text_format(out, " { // for a %s whose launches are combined\n    using pt_order = %s;\n    using pt_between = %s;\n", f->is_step ? "loop" : "block",
                order, between);
    text_add(out, "    static const void *pt_twin() { return reinterpret_cast<const void *>(&");
    text_add_slice(out, kernel_name(r, d));
    text_format(out, "_pt%s); }\n", template_arguments(r, d));
    if (r->plan->for_cpu)
        text_format(out, "    static constexpr size_t pt_static_shared_bytes = %zu;\n", cpu_static_shared_bytes(r, f));
    text_add(out, "    static __device__ __forceinline__ void pt_run(const ::uint3 &pt_block, const ::dim3 &pt_grid");
    add_parameters(r, out, f, d, PARAMETERS_FOR_STUB);
    text_add(out, ")\n    {\n        ");
    if (f->uses_ambient)
        text_add(out, "::pt::publish_block(pt_block, pt_grid); // for functions that cannot take it as an argument\n        ");
    add_item_call(r, out, f, d, "pt_block", "pt_grid", PARAMETERS_FOR_STUB);
    if (f->has_async_copy)
        text_add(out, "        ::pt::finish_async_copies(); // the next item writes the same shared memory\n");
    text_add(out, "    }\n");
    if (f->is_kept)
        add_kept_run(r, out, f, d);
    if (f->is_part)
        add_part(r, out, f, d);
    text_add(out, is_in_own ? "};\n}\n" : "};\n");
}

// The words of a range, on one line whatever lies between them.
static void add_words_of(const rewriter *r, text *out, int file, size_t begin, size_t end)
{
    const plan_file *f = &r->plan->files.items[file];
    for (size_t i = token_at_or_after(&f->tokens, begin); f->tokens.items[i].begin < end; i++) {
        const token *t = &f->tokens.items[i];
        const bool is_apart = t->begin > begin && i > 0 && f->tokens.items[i - 1].end < t->begin;
        text_format(out, "%s%.*s", is_apart ? " " : "", (int)(t->end - t->begin), f->text->bytes + t->begin);
    }
}

static bool is_listed(const text *list, const char *step)
{
    const size_t length = strlen(step);
    for (const char *at = list->length ? strstr(list->bytes, step) : NULL; at; at = strstr(at + 1, step))
        if ((at == list->bytes || at[-1] == ' ') && (at[length] == 0 || at[length] == ','))
            return true;
    return false;
}

// As it is written, or by its whole name: `using ns::k` may stand in the loop, and makes nothing of that name known that ends in _pt_step.
static void add_kernel_name(const rewriter *r, text *out, const launch *l, bool is_whole)
{
    const function *f = plan_launched(r->plan, l);
    if (!is_whole || !*f->name_scope) {
        add_words_of(r, out, l->file, l->callee_begin, l->name_end);
        return;
    }
    text_format(out, "::%s%s", f->name_scope, f->name);
}

void add_launched(const rewriter *r, text *out, const launch *l, const char *suffix)
{
    add_kernel_name(r, out, l, *suffix != '\0');
    text_add(out, suffix);
    add_words_of(r, out, l->file, l->name_end, l->open_begin);
}

// "k_pt_step, ::ns::other_pt_step<float>": one for each kernel that the loop launches.
static text kernels_of(const rewriter *r, const host_loop *loop, const char *suffix)
{
    text list = text_new(r->arena);
    for (size_t i = 0; i < loop->launches.count; i++) {
        const launch *l = &r->plan->launches.items[loop->launches.items[i]];
        text step = text_new(r->arena);
        add_launched(r, &step, l, suffix);
        if (!is_listed(&list, step.bytes))
            text_format(&list, "%s%s", list.length ? ", " : "", step.bytes);
    }
    return list;
}

static text steps_of(const rewriter *r, const host_loop *loop) { return kernels_of(r, loop, "_pt_step"); }

// A macro that names its argument several times makes several calls of what stands once: of them the one that asks for most.
static bool is_written_by_another(const host_loop *loop, size_t call)
{
    const loop_call *x = &loop->calls.items[call];
    for (size_t i = 0; i < loop->calls.count; i++) {
        const loop_call *y = &loop->calls.items[i];
        if (i != call && !y->is_hidden && y->begin == x->begin && y->name_begin == x->name_begin && (y->effect > x->effect || (y->effect == x->effect && i < call)))
            return true;
    }
    return false;
}

static void rewrite_call(const rewriter *r, edit_list *e, const host_loop *loop, const loop_call *x)
{
    const source *s = r->plan->files.items[loop->file].text;
    size_t name = x->name_begin;
    if (x->is_hidden)
        return; // add_hidden
    if (x->effect == LOOP_EFFECT_STEP) {
        while (name > x->begin && strchr(": \t", s->bytes[name - 1]))
            name--; // ::cudaMemset
        if (name < x->name_begin)
            edit_replace(e, name, x->name_begin, "pt_loop.");
        else
            edit_insert(e, name, "pt_loop.");
    } else if (x->effect == LOOP_EFFECT_ANY || x->effect == LOOP_EFFECT_END) {
        const bool checks = x->effect == LOOP_EFFECT_END && loop->check_again.end;
        edit_insert(e, x->begin, checks ? "(pt_checked.check(), " : "(pt_loop.finish_launches(), ");
        edit_insert(e, x->end, ")");
    }
}

// CONDITION becomes pt_loop.QUESTION([&] { return static_cast<bool>(CONDITION); }, a, b).
static void ask(const rewriter *r, edit_list *e, const host_loop *loop, size_t begin, size_t end, const char *question)
{
    text behind = text_new(r->arena);
    text_add(&behind, "); }");
    for (size_t i = 0; i < loop->variables.count; i++)
        text_format(&behind, ", %s", loop->variables.items[i]);
    text_add_char(&behind, ')');
    edit_insert(e, begin, arena_format(r->arena, "pt_loop.%s([&] { return static_cast<bool>(", question));
    edit_insert(e, end, behind.bytes);
}

// for (;;) { becomes for (;;) { (void)pt_loop.holds([] { return true; }, a, b); so that it is endless for the compiler, too.
static void begin_round(const rewriter *r, edit_list *e, const host_loop *loop)
{
    text question = text_new(r->arena);
    text_add(&question, " (void)pt_loop.holds([] { return true; }");
    for (size_t i = 0; i < loop->variables.count; i++)
        text_format(&question, ", %s", loop->variables.items[i]);
    text_add(&question, ");");
    edit_insert(e, loop->header_end + 1, question.bytes);
}

// while (CONDITION) is asked goes_on, with `only_while(x, ::pt::loop_relation::is_greater, y).` in front where x is what is read back,
// and the condition says x > y. if (CONDITION) break; is asked leaves, and then the loop's condition holds.
static void ask_whether_it_goes_on(const rewriter *r, edit_list *e, const host_loop *loop)
{
    text question = text_new(r->arena);
    if (loop->relation) {
        text_format(&question, "only_while(%s, ::pt::loop_relation::is_%s, ", loop->read_back, loop->relation);
        if (loop->compared_at)
            add_words_of(r, &question, loop->file, loop->compared_at, loop->compared_at + loop->compared_with.length);
        else
            text_add_slice(&question, loop->compared_with);
        text_add(&question, ").");
    }
    text_add(&question, loop->asked_by ? "leaves" : "goes_on");
    ask(r, e, loop, loop->asked_begin, loop->asked_end, question.bytes);
    if (loop->asked_by && loop->has_condition)
        ask(r, e, loop, loop->condition_begin, loop->condition_end, "holds");
    else if (loop->asked_by && loop->turns_back)
        begin_round(r, e, loop);
}

// if (CONDITION) break; becomes if (pt_loop.turns_back(CONDITION)) continue; else if (pt_loop.ends()) break;
static void ask_other_exits(edit_list *e, const host_loop *loop)
{
    for (size_t i = 0; i < loop->exits.count; i++) {
        const loop_exit *x = &loop->exits.items[i];
        if (!x->turns_back)
            continue;
        edit_insert(e, x->condition_begin, "pt_loop.turns_back([&] { return static_cast<bool>(");
        edit_insert(e, x->condition_end, "); })) continue; else if (pt_loop.ends()");
    }
}

// keep(a): what holds the arrays, for each thread of the host.
static void add_keeper(const rewriter *r, text *head, const host_loop *loop)
{
    const plan_file *f = &r->plan->files.items[loop->file];
    const directive *d = &f->directives.items[loop->directive];
    text_format(head, "    static ::ptrt_kernel_t pt_kept_kernel = ::ptrt::kernel_of_loop(\"loop keep(%.*s)\", ", (int)d->keep.length, d->keep.bytes);
    add_string(head, f->text->path);
    text_format(head, ", %zu);\n", source_position(f->text, loop->begin).line);
    text_add(head, "    static thread_local bool pt_kept_is_gone = false;\n");
    text_format(head, "    static thread_local ::ptrt::kept_loop pt_kept(::ptrt::kept_kernel_of<%s>(), pt_kept_kernel, pt_kept_is_gone);\n"
                      "    if (!pt_kept_is_gone)\n        pt_loop.keep_in(pt_kept);\n",
                steps_of(r, loop).bytes);
}

// SYNC_CHECK() stays, and the name in its body is that of a local object.
static void add_hidden(const rewriter *r, text *head, const host_loop *loop)
{
    bool is_there[2] = {false, false};
    for (size_t i = 0; i < loop->calls.count; i++) {
        const loop_call *x = &loop->calls.items[i];
        const bool of_stream = x->is_hidden && strcmp(r->plan->functions.items[x->callee].name, "cudaStreamSynchronize") == 0;
        if (!x->is_hidden || is_there[of_stream])
            continue;
        is_there[of_stream] = true;
        const char *const called = x->effect == LOOP_EFFECT_STEP ? "pt_loop." : "pt_loop.finish_launches(), ::";
        if (of_stream)
            text_format(head, "    const auto cudaStreamSynchronize = [&pt_loop](cudaStream_t pt_stream) { return %scudaStreamSynchronize(pt_stream); };\n", called);
        else
            text_format(head, "    const auto cudaDeviceSynchronize = [&pt_loop] { return %scudaDeviceSynchronize(); };\n", called);
    }
}

// What is launched together may end in each round: a loop is one launch only where nothing stands in between.
static const char *ends_of(const rewriter *r, const host_loop *loop)
{
    if (!loop->ends_at)
        return "";
    return arena_format(r->plan->arena, ", but are interrupted at line %zu: each time, the launches recorded so far are made there",
                        source_position(r->plan->files.items[loop->file].text, loop->ends_at).line);
}

// In a template: whether what it is made for does nothing by itself that the loop's text does not show.
static const char *asks_for_types(const rewriter *r, const host_loop *loop)
{
    text names = text_new(r->arena), types = text_new(r->arena), both = text_new(r->arena);
    for (size_t i = 0; i < loop->open_names.count; i++)
        text_format(&names, "%s%s", i ? ", " : "", loop->open_names.items[i]);
    for (size_t i = 0; i < loop->open_types.count; i++)
        text_format(&types, "%s%s", i ? ", " : "", loop->open_types.items[i]);
    if (names.length)
        text_format(&both, ", ::ptrt::are_plain<%s>()", names.bytes);
    if (types.length)
        text_format(&both, "%s::ptrt::are_numbers<%s>()", names.length ? " && " : ", ", types.bytes);
    return both.length ? both.bytes : "";
}

// A synchronisation that is put off tells of no error: its check is made again behind the loop, whichever way that is left.
static void add_check(const rewriter *r, text *head, const host_loop *loop)
{
    const byte_range check = loop->check_again;
    if (!check.end)
        return;
    text_add(head, "    const auto pt_check = [&] {\n");
    add_source_line(r, head, loop->file, check.begin);
    add_plain_copy(r, head, loop->file, check.begin, check.end);
    text_add_char(head, '\n');
    add_output_line(r, head);
    text_add(head, "    };\n    const ::ptrt::loop_check<decltype(pt_check)> pt_checked(pt_loop, pt_check);\n");
}

static void remark_loop(const rewriter *r, const host_loop *loop)
{
    if (loop->other_shape_at && !loop->is_other_shape)
        diagnostics_add(r->plan->diagnostics, SEVERITY_REMARK, "pt-loop",
                        plan_span(r->plan, loop->file, loop->other_shape_at, loop->other_shape_at + 3),
                        "the blocks of this launch are not written as those of the loop's first launch; where they have another shape, "
                        "the combined launch ends before it: give all launches of the loop blocks of one shape");
    if (loop->other_stream_at)
        diagnostics_add(r->plan->diagnostics, SEVERITY_REMARK, "pt-loop",
                        plan_span(r->plan, loop->file, loop->other_stream_at, loop->other_stream_at + 3),
                        "this launch may go to another stream than the one before it; the combined launch then ends before it: give all "
                        "launches of the loop one stream");
    diagnostics_add(r->plan->diagnostics, SEVERITY_REMARK, "pt-loop", plan_span(r->plan, loop->file, loop->begin, loop->begin + 1),
                    "the launches of %s in this loop run as one%s%s%s%s%s", kernels_of(r, loop, "").bytes,
                    loop->other_shape_at && loop->other_stream_at ? " as long as their blocks have one shape and they go to one stream"
                    : loop->other_shape_at                        ? " as long as their blocks have one shape"
                    : loop->other_stream_at                       ? " as long as they go to one stream"
                                                                  : "",
                    ends_of(r, loop),
                    loop->runs_ahead       ? "; the host runs ahead of what it reads back into "
                    : loop->copies_to_host ? "; they end at each copy to the host"
                                           : "",
                    loop->runs_ahead ? loop->read_back : "",
                    loop->keeps ? "; its arrays may stay in shared memory" : "");
}

static void rewrite_loop(rewriter *r, const host_loop *loop)
{
    edit_list *e = r->edits[loop->file];
    const plan_file *f = &r->plan->files.items[loop->file];
    text head = text_new(r->arena);
    text_add(&head, "{ // ptcc: the launches of this loop run as one\n");
    text_add(&head, "    static ::ptrt::loop_site pt_loop_site(");
    add_string(&head, f->text->path);
    text_format(&head, ", %zu);\n", source_position(f->text, loop->begin).line);
    text_format(&head, "    ::ptrt::recorded_loop<%s> pt_loop(pt_loop_site%s);\n", steps_of(r, loop).bytes, asks_for_types(r, loop));
    add_check(r, &head, loop);
    if (loop->keeps)
        add_keeper(r, &head, loop);
    add_hidden(r, &head, loop);
    insert_before(r, loop->file, loop->head_begin, &head); // where other pragmas stand behind, these stay with the loop
    // In front of what is asked there may be a call that is rewritten.
    if (loop->runs_ahead) {
        ask_whether_it_goes_on(r, e, loop);
        ask_other_exits(e, loop);
    }
    for (size_t i = 0; i < loop->calls.count; i++)
        if (!is_written_by_another(loop, i))
            rewrite_call(r, e, loop, &loop->calls.items[i]);
    text behind = text_new(r->arena);
    text_add(&behind, "} // end of the loop\n");
    insert_behind(r, loop->file, loop->end, &behind);
    if (r->plan->diagnostics->show_remarks)
        remark_loop(r, loop);
}

void rewrite_loops(rewriter *r)
{
    for (size_t i = 0; i < r->plan->loops.count; i++) {
        const host_loop *loop = &r->plan->loops.items[i];
        if (loop->launches.count && !loop->stays_because && !loop->is_block) // one that lies in another has the launches of that one
            rewrite_loop(r, loop);
    }
}
