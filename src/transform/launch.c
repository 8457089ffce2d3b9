// Launches: a launch of an annotated kernel calls its stub.
//
//     before                                      after
//     k<<<grid, block, 0, s>>>(a, n);             k_pt_launch(::ptrt::configuration(grid, block, 0, s), a, n);
//     ns::k<float><<<grid, block>>>(a);           ns::k_pt_launch<float>(::ptrt::configuration(grid, block), a);
//     #pragma pt launch mode(groups(4))
//     k<<<grid, block>>>();                       k_pt_launch(::ptrt::configuration(grid, block).mode_groups(4));
//     k<<<next(n), block>>>(n);                   ((void)::ptrt::pending_configuration(::ptrt::configuration(next(n), block)), k_pt_launch(::ptrt::taken_configuration(), n));
//     using ns::k;                                using ns::k; using ns::k_pt_launch;
//     pointer<<<grid, block>>>(a);                ::ptrt::launch_of(pointer, ::ptrt::configuration(grid, block))(a); (address.c)
//
// Only the punctuation changes: names and arguments stay where they are, so that overload resolution, argument
// conversions, macros in the arguments and line numbers are the launch's own.
#include "transform/rewrite.h"

#include "frontend/address.h"
#include "frontend/launch_order.h"

#include <string.h>

static const char *mode_suffix(const rewriter *r, const launch *l)
{
    if (l->directive < 0)
        return "";
    const directive *d = &r->plan->files.items[l->file].directives.items[l->directive];
    switch (d->mode) {
    case LAUNCH_MAX: return ".mode_max()";
    case LAUNCH_NONPT: return ".mode_nonpt()";
    case LAUNCH_GROUPS:
        return arena_format(r->arena, ".mode_groups(%.*s)", (int)d->mode_groups.text.length, d->mode_groups.text.bytes);
    default: return "";
    }
}

// Who is handed the launch.
static const char *taker_of(const launch *l) { return l->in_loop ? "pt_loop." : l->in_block ? "pt_fuse." : "::ptrt::"; }

// Of backslashes at line ends, which may stand in a name, or in a comment that goes on.
static void remove_splices(char *text)
{
    char *out = text;
    for (const char *c = text; *c;) {
        const size_t length = c[0] != '\\' ? 0 : c[1] == '\n' ? 2 : c[1] == '\r' && c[2] == '\n' ? 3 : 0;
        if (!length)
            *out++ = *c;
        c += length ? length : 1;
    }
    *out = '\0';
}

static void blank_comments(char *text)
{
    for (char *c = text; (c = strchr(c, '/')) != NULL; c++) {
        if (c[1] != '/' && c[1] != '*')
            continue;
        const char *const last = c[1] == '/' ? strchr(c, '\n') : strstr(c + 2, "*/"), *const end = !last ? c + strlen(c) : last + 2 * (c[1] == '*');
        while (c < end)
            *c++ = ' ';
        c--;
    }
}

// The text without comments and the blanks at its end: its own lines stay where it was.
static const char *on_one_line(rewriter *r, const source *s, size_t begin, size_t end)
{
    char *text = arena_copy(r->arena, s->bytes + begin, end - begin);
    remove_splices(text);
    blank_comments(text);
    join_lines(text);
    for (size_t length = strlen(text); length && text[length - 1] == ' ';)
        text[--length] = '\0';
    return text;
}

// All of [begin, end) but its comments, which are the user's.
static void replace_around_comments(edit_list *e, const plan_file *f, size_t begin, size_t end, const char *replacement)
{
    for (size_t i = token_at_or_after(&f->tokens, begin) + 1; f->tokens.items[i].begin < end; i++) {
        const size_t gap = f->tokens.items[i - 1].end, behind = f->tokens.items[i].begin;
        if (!memchr(f->text->bytes + gap, '/', behind - gap))
            continue;
        edit_replace_keeping_lines(e, begin, gap, replacement);
        replacement = "";
        begin = behind;
    }
    edit_replace_keeping_lines(e, begin, end, replacement);
}

// The callee's name comes behind the configuration, which a comma keeps in front of the arguments.
static void rewrite_sequenced(rewriter *r, edit_list *e, const launch *l)
{
    const plan_file *f = &r->plan->files.items[l->file];
    const source *s = f->text;
    const char *const name = on_one_line(r, s, l->callee_begin, l->name_end), *const arguments = on_one_line(r, s, l->name_end, l->open_begin);
    replace_around_comments(e, f, l->callee_begin, l->open_end,
                            arena_format(r->arena, "((void)::ptrt::pending_configuration(%sconfiguration(", taker_of(l)));
    edit_replace(e, l->close_begin, l->close_end,
                 arena_format(r->arena, ")%s), %s_pt_launch%s", mode_suffix(r, l), name, arguments));
    edit_replace(e, l->arguments_open, l->arguments_open + 1, l->has_arguments ? "(::ptrt::taken_configuration(), " : "(::ptrt::taken_configuration()");
    edit_insert(e, launch_arguments_end(r->plan, l), ")");
}

static void rewrite_launch(rewriter *r, const launch *l)
{
    edit_list *e = r->edits[l->file];
    if (edit_removes_at(e, l->open_begin))
        return; // one text, several instantiated launches
    if (l->is_sequenced) {
        rewrite_sequenced(r, e, l);
        return;
    }
    edit_insert(e, l->name_end, "_pt_launch");
    edit_replace(e, l->open_begin, l->open_end, arena_format(r->arena, "(%sconfiguration(", taker_of(l)));
    edit_replace(e, l->close_begin, l->close_end, arena_format(r->arena, ")%s", mode_suffix(r, l)));
    const char *const bytes = r->plan->files.items[l->file].text->bytes;
    const bool ends_line = bytes[l->arguments_open + 1] == '\n' || bytes[l->arguments_open + 1] == '\r';
    edit_replace(e, l->arguments_open, l->arguments_open + 1, !l->has_arguments ? "" : ends_line ? "," : ", ");
}

static void remark(const rewriter *r, const launch *l)
{
    const plan *p = r->plan;
    span at = plan_span(p, l->file, l->open_begin, l->open_end ? l->open_end : l->open_begin);
    static const char *const reasons[] = {
        [LAUNCH_KERNEL] = "the kernel is not annotated",
        [LAUNCH_OVERLOADED] = "no kernel of that name is annotated",
        [LAUNCH_POINTER] = "the text of its callee is not there",
        [LAUNCH_IN_MACRO] = "a use of its macro needs the launch as it is written",
        [LAUNCH_ON_DEVICE] = "it is made by device code",
    };
    if (address_is_named_launch(p, l))
        diagnostics_add(p->diagnostics, SEVERITY_REMARK, "pt-launch", at, "this launch calls the kernel's host stub, which launches the persistent kernel or the original%s",
                        l->form == LAUNCH_KERNEL && p->functions.items[l->kernel].definition < 0
                            ? "; only the kernel's declaration is seen here, so its blocks come from a queue, whatever its schedule" : "");
    else if (l->by_address)
        diagnostics_add(p->diagnostics, SEVERITY_REMARK, "pt-launch", at, "launch looks its kernel up by the address");
    else if (l->in_rewritten_macro)
        diagnostics_add(p->diagnostics, SEVERITY_REMARK, "pt-launch", at, "launch is rewritten in the macro's body");
    else
        diagnostics_add(p->diagnostics, SEVERITY_REMARK, "pt-launch", at, "launch stays plain: %s",
                        l->form == LAUNCH_KERNEL && p->functions.items[l->kernel].annotated
                            ? "the callee is not a plain name" : reasons[l->form]);
}

// ---- using-declarations: what stands for a function is found where the function is -------------------------------------

static bool is_clone(const function *f) { return f->cloned && !f->is_kernel; }

// Of a base that is not known: does the program clone what bears the name? Where it clones one of them only, check_names.c refuses.
static bool brings_clone(const plan *p, const name_import *m)
{
    if (m->in_macro || m->function >= 0)
        return !m->in_macro && is_clone(&p->functions.items[m->function]);
    return plan_import_sides(p, m).cloned != NULL;
}

static bool lies_in_copied_body(const plan *p, const name_import *m)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        const declaration *d = f->cloned || f->annotated ? plan_definition(f) : NULL;
        if (d && d->file == m->file && d->body_begin <= m->begin && m->end <= d->body_end)
            return true;
    }
    return false;
}

static void import_as_well(const rewriter *r, edit_list *e, const name_import *m, const char *suffix)
{
    const source *s = r->plan->files.items[m->file].text;
    const char *const line = arena_format(r->arena, " using %.*s%s%s;", (int)(m->name_end - m->qualified_begin), s->bytes + m->qualified_begin, suffix,
                                          m->is_pack ? "..." : "");
    for (size_t k = 0; k < e->count; k++)
        if (e->items[k].offset == m->end && strcmp(e->items[k].inserted, line) == 0)
            return; // one text names a whole overload set
    edit_insert(e, m->end, line);
}

void import_clones(const rewriter *r, edit_list *e, int file, size_t begin, size_t end)
{
    for (size_t i = 0; i < r->plan->imports.count; i++) {
        const name_import *m = &r->plan->imports.items[i];
        if (m->file == file && m->begin >= begin && m->end <= end && brings_clone(r->plan, m))
            import_as_well(r, e, m, "_pt");
    }
}

void rewrite_launches(rewriter *r)
{
    const plan *p = r->plan;
    for (size_t i = 0; i < p->launches.count; i++) {
        const launch *l = &p->launches.items[i];
        if (address_is_named_launch(p, l))
            rewrite_launch(r, l);
        else if (l->by_address)
            rewrite_launch_by_address(r->edits[l->file], l->callee_begin, l->open_begin, l->open_end, l->close_begin,
                                      l->close_end, mode_suffix(r, l));
        if (p->diagnostics->show_remarks)
            remark(r, l);
    }
    for (size_t i = 0; i < p->imports.count; i++) {
        const name_import *m = &p->imports.items[i];
        if (m->in_macro)
            continue;
        if (m->function >= 0 && p->functions.items[m->function].stubbed)
            import_as_well(r, r->edits[m->file], m, "_pt_launch");
        else if (brings_clone(p, m) && !lies_in_copied_body(p, m))
            import_as_well(r, r->edits[m->file], m, "_pt");
    }
}
