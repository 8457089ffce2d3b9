// Launches by address: what is launched is looked up at run time (runtime-cuda/pt/address.cuh).
//
//     before                                      after
//     table[i]<<<grid, block>>>(a, n);            ::ptrt::launch_of(table[i], ::ptrt::configuration(grid, block))(a, n);
//     cudaLaunchKernel(k, grid, block, args);     ::ptrt::cudaLaunchKernel(k, grid, block, args);
//     cudaOccupancyMaxPotentialBlockSize(         ::ptrt::cudaOccupancyMaxPotentialBlockSize(
//         &grid, &block, k);                          &grid, &block, k); where k has a grid barrier
//     pointer = &k<float>;                        pointer = &k_pt_address<float>();
//     #define LAUNCH(k, g, b, ...) \              #define LAUNCH(k, g, b, ...) \ .
//         k<<<g, b>>>(__VA_ARGS__)                    ::ptrt::launch_of(k, ::ptrt::configuration(g, b))(__VA_ARGS__)
//
// A kernel that is no template is registered behind its declaration (kernel.c), and its name stays as it is.
#include "transform/rewrite.h"

#include "frontend/address.h"
#include "frontend/occupancy.h"

#include <string.h>

static bool is_edited(const edit_list *e, size_t offset)
{
    for (size_t i = 0; i < e->count; i++)
        if (e->items[i].offset == offset)
            return true;
    return false;
}

// Once, though one text may have several instantiations; behind what a loop puts in front of the call.
static void insert_once(edit_list *e, size_t offset, const char *inserted)
{
    for (size_t i = 0; i < e->count; i++)
        if (e->items[i].offset == offset && e->items[i].inserted_bytes == strlen(inserted) &&
            memcmp(e->items[i].inserted, inserted, strlen(inserted)) == 0)
            return;
    edit_insert(e, offset, inserted);
}

void rewrite_launch_by_address(edit_list *e, size_t callee_begin, size_t open_begin, size_t open_end, size_t close_begin,
                               size_t close_end, const char *mode)
{
    if (edit_removes_at(e, open_begin))
        return; // one text, several instantiations
    edit_insert(e, callee_begin, "::ptrt::launch_of(");
    edit_replace(e, open_begin, open_end, ", ::ptrt::configuration(");
    edit_replace(e, close_begin, close_end, arena_format(e->arena, ")%s)", mode));
}

// For the CPU, whatever the callee is: each thread calls it. Such a launch is plain.
//
//     k<<<grid, block>>>(a)    ::pt::cpu::launch_call([=](auto... pt_arguments) { k(pt_arguments...); }, ::ptrt::configuration(grid, block))(a)
static void rewrite_launch_as_call(edit_list *e, size_t callee_begin, size_t open_begin, size_t open_end, size_t close_begin,
                                   size_t close_end)
{
    if (edit_removes_at(e, open_begin))
        return;
    edit_insert(e, callee_begin, "::pt::cpu::launch_call([=](auto... pt_arguments) { ");
    edit_replace(e, open_begin, open_end, "(pt_arguments...); }, ::ptrt::configuration(");
    edit_replace(e, close_begin, close_end, "))");
}

static void rewrite_macro_launch(rewriter *r, const macro_launch *l)
{
    edit_list *e = r->edits[l->file];
    if (l->is_named) {
        const source *s = r->plan->files.items[l->file].text;
        size_t inside = l->arguments_open + 1;
        while (inside < s->length && strchr(" \t\\\r\n", s->bytes[inside]))
            inside++;
        edit_insert(e, l->name_end, "_pt_launch");
        edit_replace(e, l->open_begin, l->open_end, "(::ptrt::configuration(");
        edit_replace(e, l->close_begin, l->close_end, ")");
        edit_replace(e, l->arguments_open, l->arguments_open + 1, s->bytes[inside] == ')' ? "" : ", ");
    } else if (l->is_address) {
        rewrite_launch_by_address(e, l->callee_begin, l->open_begin, l->open_end, l->close_begin, l->close_end, "");
    } else if (r->plan->for_cpu) {
        rewrite_launch_as_call(e, l->callee_begin, l->open_begin, l->open_end, l->close_begin, l->close_end);
    }
}

// May what is written, with `_pt_address` behind it, mean another function than the kernel's, or none? A using-declaration brings in the kernel
// alone, and of two kernels that using-directives bring in the type that is wanted chooses one.
static bool needs_whole_name(const plan *p, const function *f)
{
    for (size_t i = 0; i < p->imports.count; i++) {
        const int brought = p->imports.items[i].function;
        if (brought >= 0 && strcmp(p->functions.items[brought].name, f->name) == 0)
            return true;
    }
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *g = &p->functions.items[i];
        if (g->is_kernel && g->address_taken && strcmp(g->name, f->name) == 0 && strcmp(g->name_scope, f->name_scope) != 0)
            return true;
    }
    return false;
}

// Where `a::b::` begins in front of the name, which `return ::k` is none of; the place of the name's end where a macro stands there.
static size_t qualified_begin(const plan *p, const plan_file *f, const kernel_value *v)
{
    static const char *const no_scopes[] = {"return", "throw", "case", "else", "do", "goto", "co_return", "co_yield", "co_await", "new", "delete", "and", "or",
                                            "not", "xor", "bitand", "bitor", "compl", "sizeof", "typename", "const"};
    size_t i = token_at_or_after(&f->tokens, v->name_begin);
    while (i && is_token(f, i - 1, "::")) {
        const bool is_word = i > 1 && f->tokens.items[i - 2].kind == TOKEN_IDENTIFIER && !IS_ANY_TOKEN(f, i - 2, no_scopes);
        if (is_word && plan_is_macro(p, token_word(f, i - 2)))
            return v->name_end;
        i -= is_word ? 2 : 1;
    }
    return f->tokens.items[i].begin;
}

static void rewrite_value(rewriter *r, const kernel_value *v)
{
    const plan_file *file = &r->plan->files.items[v->file];
    const function *f = &r->plan->functions.items[v->function];
    edit_list *e = r->edits[v->file];
    if (is_edited(e, v->name_end)) // one text, several instantiations
        return;
    const size_t begin = needs_whole_name(r->plan, f) ? qualified_begin(r->plan, file, v) : v->name_end;
    if (begin < v->name_end) {
        const bool joins = begin && (file->text->bytes[begin - 1] == ':' || file->text->bytes[begin - 1] == '<');
        edit_replace(e, begin, v->name_end, arena_format(r->arena, "%s::%s%s", joins ? " " : "", f->name_scope, f->name));
    }
    edit_insert(e, v->name_end, "_pt_address");
    edit_insert(e, v->arguments_end, "()");
}

static void rewrite_api_launch(rewriter *r, const api_launch *l)
{
    const plan_file *f = &r->plan->files.items[l->file];
    edit_list *e = r->edits[l->file];
    size_t name = token_at_or_after(&f->tokens, l->name_begin);
    bool qualified = name && token_is(f->text, &f->tokens.items[name - 1], "::");
    size_t at = qualified ? f->tokens.items[name - 1].begin : l->name_begin;
    bool joins = at && (f->text->bytes[at - 1] == ':' || f->text->bytes[at - 1] == '<');
    insert_once(e, at, arena_format(r->arena, "%s%s", joins ? " " : "", qualified ? "::ptrt" : "::ptrt::"));
}

static void remark(const rewriter *r, int file, size_t begin, const char *message)
{
    const plan_file *f = &r->plan->files.items[file];
    size_t i = token_at_or_after(&f->tokens, begin);
    diagnostics_add(r->plan->diagnostics, SEVERITY_REMARK, "pt-launch",
                    plan_span(r->plan, file, begin, i < f->tokens.count ? f->tokens.items[i].end : begin), "%s", message);
}

// A kernel with a grid barrier is launched as its twin, so that its occupancy is the twin's, too.
static void rewrite_query(rewriter *r, const api_launch *query)
{
    if (!query->in_definition && occupancy_obstacle(r->plan, query))
        return; // a warning says so
    if (!query->in_macro)
        rewrite_api_launch(r, query);
    if (!query->in_definition)
        remark(r, query->file, query->name_begin, "the query covers the persistent kernel, too, for its grid barrier");
}

static bool sees_stubbed(const plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].stubbed)
            return true;
    return false;
}

void rewrite_addresses(rewriter *r)
{
    const plan *p = r->plan;
    if (!sees_stubbed(p))
        return;
    for (size_t i = 0; i < p->macro_launches.count; i++)
        rewrite_macro_launch(r, &p->macro_launches.items[i]);
    for (size_t i = 0; i < p->kernel_values.count; i++) {
        const kernel_value *v = &p->kernel_values.items[i];
        if (v->is_registered)
            rewrite_value(r, v);
        const char *obstacle = p->functions.items[v->function].annotated && !v->is_callee ? address_obstacle(p, v) : NULL;
        if (obstacle)
            remark(r, v->file, v->name_begin,
                   arena_format(r->arena, "launches through this address of '%s' stay plain: %s",
                                p->functions.items[v->function].name, obstacle));
    }
    for (size_t i = 0; i < p->api_launches.count; i++) {
        const api_launch *l = &p->api_launches.items[i];
        if (l->is_query) {
            rewrite_query(r, l);
            continue;
        }
        const char *why = l->in_macro && !l->in_rewritten_macro ? "it comes out of a macro's body" : NULL;
        if (!why && !l->in_macro)
            rewrite_api_launch(r, l);
        if (l->in_definition)
            continue; // its uses are told about
        remark(r, l->file, l->name_begin,
               why ? arena_format(r->arena, "launch stays plain: %s", why)
                   : l->in_macro ? "launch is rewritten in the macro's body"
                                 : "launch looks its kernel up by the address");
    }
}
