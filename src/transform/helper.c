// Helpers: a device function whose text depends on the software block gets a clone that is told it.
//
//     before                                        after (the original stays, and then)
//     __device__ int where(int i)                   __device__ int where_pt(const ::pt::software_block &pt_block, int i)
//     { return blockIdx.x * 256 + i; }              { const uint3 blockIdx = pt_block.index; ... { return ...; } }
//
// The original serves unannotated kernels and other files. A member's clone stands beside it in the class.
#include "transform/rewrite.h"

#include <string.h>

static void add_clone(const rewriter *r, text *out, const function *f, const declaration *d)
{
    const source *s = r->plan->files.items[d->file].text;
    add_plain_copy(r, out, d->file, d->begin, d->name_end);
    text_add(out, "_pt");
    text_append(out, s->bytes + d->name_end, d->open - d->name_end);
    text_add(out, d->parameters.count ? "(const ::pt::software_block &pt_block, " : "(const ::pt::software_block &pt_block");
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

void rewrite_helpers(rewriter *r)
{
    const plan *p = r->plan;
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
