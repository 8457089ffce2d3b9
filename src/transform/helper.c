// Helpers: a device function whose text depends on the software block gets a clone that is told it.
//
//     before                                        after (the original stays, and then)
//     __device__ int where(int i)                   __device__ int where_pt(const ::pt::software_block &pt_block, int i)
//     { return blockIdx.x * 256 + i; }              { const uint3 blockIdx = pt_block.block_index; ... { return ...; } }
//
// The original serves unannotated kernels and other files. A member's clone stands beside it in the class.
//
// What cannot have a clone (an operator, a constructor, a default argument, the target of a pointer) is edited in
// place and asks for the block that the kernel published; in plain kernels the answer is the hardware's:
//
//     unsigned operator()(unsigned x) const         unsigned operator()(unsigned x) const
//     { return x + blockIdx.x; }                    { return x + ::pt::block_index().x; }
#include "transform/rewrite.h"

#include "frontend/analyse.h"

#include <string.h>

static void add_clone(const rewriter *r, text *out, const function *f, const declaration *d)
{
    const source *s = r->plan->files.items[d->file].text;
    add_head_copy(r, out, d, d->begin, d->name_end);
    text_add(out, "_pt");
    add_plain_copy(r, out, d->file, d->name_end, d->open);
    text_format(out, "(const ::pt::software_block &%s%s", f->leaves_before_warp_sync || f->parts_lanes ? "pt_caller" : "pt_block", d->parameters.count ? ", " : "");
    if (d->parameters.count)
        add_plain_copy(r, out, d->file, d->open + 1, d->close);
    size_t end = d->body_end ? d->body_begin : d->end;
    while (end > d->close + 1 && strchr(" \t\r\n", s->bytes[end - 1]))
        end--;
    text_add_char(out, ')');
    add_plain_copy(r, out, d->file, d->close + 1, end);
    text_add_char(out, '\n');
    if (d->body_end)
        add_body(r, out, f, d);
}

static void rewrite_loose_reads(rewriter *r)
{
    const plan *p = r->plan;
    for (size_t i = 0; i < p->loose_reads.count; i++) {
        const loose_read *x = &p->loose_reads.items[i];
        if (x->file >= 0)
            add_ambient_read(r, r->edits[x->file], x->file, x->begin, x->name);
    }
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        for (size_t k = 0; k < f->declarations.count; k++)
            if (analyse_asks_for_block(f))
                add_ambient_reads(r, r->edits[f->declarations.items[k].file], f, f->declarations.items[k].file, 0, (size_t)-1);
    }
}

void rewrite_helpers(rewriter *r)
{
    const plan *p = r->plan;
    rewrite_loose_reads(r);
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        if (!f->cloned || f->in_system)
            continue;
        for (size_t k = 0; k < f->declarations.count; k++) {
            text out = text_new(r->arena);
            add_clone(r, &out, f, &f->declarations.items[k]);
            insert_behind(r, f->declarations.items[k].file, f->declarations.items[k].end, &out);
        }
    }
}
