// Questions about the kernel nodes of CUDA graphs: see graph_node.h.
#include "frontend/graph_node.h"

static const char *const NAMES[] = {"cudaGraphKernelNodeGetParams", "cudaGraphKernelNodeSetParams", "cudaGraphExecKernelNodeSetParams",
                                    "cuGraphKernelNodeGetParams", "cuGraphKernelNodeSetParams", "cuGraphExecKernelNodeSetParams"};

static bool may_ask(const plan_file *f)
{
    bool may = false;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        may |= token_list_may_have(&f->tokens, NAMES[i]);
    return may;
}

static bool has_annotated_kernel(const plan *p)
{
    bool has = false;
    for (size_t i = 0; i < p->functions.count; i++)
        has |= p->functions.items[i].annotated;
    return has;
}

void graph_node_check(plan *p)
{
    for (size_t i = 0; i < p->files.count && has_annotated_kernel(p); i++) {
        const plan_file *f = &p->files.items[i];
        for (size_t k = 0; may_ask(f) && k < f->tokens.count; k++) {
            const token *t = &f->tokens.items[k];
            if (t->kind != TOKEN_IDENTIFIER || !IS_ANY_TOKEN(f, k, NAMES) || plan_is_unseen(f, t->begin))
                continue;
            const slice name = token_word(f, k);
            diagnostics_add(p->diagnostics, SEVERITY_WARNING, "pt-graph-node", plan_span(p, (int)i, t->begin, t->end),
                            "where a launch of an annotated kernel was captured, '%.*s' is about the persistent kernel, with another function, grid and arguments; "
                            "give launches whose nodes are looked at `#pragma pt launch mode(nonpt)`", (int)name.length, name.bytes);
        }
    }
}
