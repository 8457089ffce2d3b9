// __CUDA_ARCH__ for the CPU: the macro is defined where the device's text is, and nowhere else.
//
//     before                                    after
//     #if __CUDA_ARCH__ in a device function    the macro is defined around the function and its copies
//     the same around device functions          and around the #if and its #endif
//
// In:  a plan made for the CPU. Out: edits.
// Invariant: each push of the macro has its pop behind it, with all that the other passes insert in between.
#include "transform/cpu_parts.h"

#include "transform/kernel.h"

static const char define_macro[] = "#pragma push_macro(\"__CUDA_ARCH__\")\n#undef __CUDA_ARCH__\n#define __CUDA_ARCH__ 900\n";
static const char forget_macro[] = "#pragma pop_macro(\"__CUDA_ARCH__\")\n";

static bool asks_for_arch(const plan *p, const function *f)
{
    const declaration *d = plan_definition(f);
    size_t at = 0;
    return d && !f->in_system && (f->is_device || f->is_kernel) &&
           plan_conditionals_name(&p->files.items[d->file], d->begin, d->end, "__CUDA_ARCH__", &at);
}

// What serves host and device, and asks which it is, holds both bodies:
//
//     before                                 after
//     __host__ __device__ int f()            __host__ __device__ int f()
//     {                                      { if (::pt_cpu_on_device())
//     #ifdef __CUDA_ARCH__                   #define __CUDA_ARCH__ 900 ...
//         return 1;                          { ... return 1; ... }
//     #else                                  ... else
//         return 2;                          { ... return 2; ... } }
//     #endif
//     }
static void add_device_body(rewriter *r, const function *f, const declaration *d)
{
    edit_list *e = r->edits[d->file], *of_device = edit_list_new(r->arena, r->plan->files.items[d->file].text);
    if (f->ambient) // its edits in place are in the host's body then
        add_ambient_reads(r, of_device, f, d->file, d->body_begin, d->body_end);
    text out = text_new(r->arena);
    text_add(&out, "{ if (::pt_cpu_on_device())\n");
    text_add(&out, define_macro);
    add_source_line(r, &out, d->file, d->body_begin);
    add_copy(r, &out, of_device, d->file, d->body_begin, d->body_end);
    text_add_char(&out, '\n');
    text_add(&out, forget_macro);
    text_add(&out, "else\n");
    add_source_line(r, &out, d->file, d->body_begin);
    edit_insert(e, d->body_begin, arena_copy(r->arena, out.bytes, out.length));
    edit_insert(e, d->body_end, " }");
}

// The host's compilers spell a function's type in another way than nvcc.
static void name_in_asserts(rewriter *r, const function *f)
{
    const declaration *d = plan_definition(f);
    if (!d || !f->is_kernel || f->in_system || f->forwards || !has_assert(r, d))
        return;
    text before = text_new(r->arena), behind = text_new(r->arena);
    add_assert_name(&before, f);
    text_add(&behind, "#pragma pop_macro(\"__ASSERT_FUNCTION\")\n");
    insert_before(r, d->file, d->begin, &before);
    insert_behind(r, d->file, d->end, &behind);
}

// Functions that only the device has: the macro is there for their #if.
//
//     before                                 after
//     #if __CUDA_ARCH__ >= 800               #define __CUDA_ARCH__ 900 ...
//     __device__ int f() { return 1; }       #if __CUDA_ARCH__ >= 800
//     #endif                                 __device__ int f() { return 1; }
//                                            #endif ...
static void define_around_device_functions(rewriter *r, int file)
{
    const plan_file *f = &r->plan->files.items[file];
    for (size_t i = 0; i < f->skipped.count; i++) {
        byte_range group;
        bool unseen = false; // by the device, too
        if (!plan_holds_device_functions(r->plan, file, f->skipped.items[i].begin, &group))
            continue;
        for (size_t k = 0; k < f->unseen.count; k++)
            unseen |= f->unseen.items[k].begin < group.end && f->unseen.items[k].end > group.begin;
        if (unseen)
            continue;
        text before = text_new(r->arena), behind = text_new(r->arena);
        text_add(&before, define_macro);
        text_add(&behind, forget_macro);
        insert_before(r, file, group.begin, &before);
        insert_behind(r, file, group.end, &behind);
    }
}

void rewrite_for_cpu_first(rewriter *r)
{
    const plan *p = r->plan;
    for (size_t i = 0; p->for_cpu && i < p->files.count; i++)
        define_around_device_functions(r, (int)i);
    for (size_t i = 0; p->for_cpu && i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        name_in_asserts(r, f);
        if (!asks_for_arch(p, f))
            continue;
        const declaration *d = plan_definition(f);
        text macro = text_new(r->arena);
        text_add(&macro, define_macro);
        if (f->is_host) {
            add_device_body(r, f, d);
            if (f->cloned)
                insert_behind(r, d->file, d->end, &macro);
        } else {
            insert_before(r, d->file, d->begin, &macro);
        }
    }
}

void forget_arch(rewriter *r)
{
    const plan *p = r->plan;
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        text macro = text_new(r->arena);
        text_add(&macro, forget_macro);
        if (asks_for_arch(p, f) && (!f->is_host || f->cloned))
            insert_behind(r, plan_definition(f)->file, plan_definition(f)->end, &macro);
    }
}
