// Plain copies of the user's text: a slice of a file, parameter lists, a declaration's head, template parameters.
//
// In:  a range of a file. Out: its text without directives; and without conditionals, where an #if would not find its #endif in it.
// Invariant: a directive of the preprocessor stands alone on its line, whatever is generated behind the copy.
// A body is copied by body.c, which edits more.
#include "transform/rewrite.h"

bool lies_in_replaced_body(const rewriter *r, int file, size_t offset)
{
    for (size_t i = 0; r->any_forwards && i < r->plan->functions.count; i++) {
        const function *f = &r->plan->functions.items[i];
        const declaration *d = f->definition >= 0 ? &f->declarations.items[f->definition] : NULL;
        if (f->forwards && d && d->file == file && offset > d->body_begin && offset < d->body_end)
            return true;
    }
    return false;
}

static bool is_dead(const plan_file *f, size_t index, bool skipped_home)
{
    return plan_conditional_end(f, index) != index ||
           (!skipped_home && plan_is_skipped(f, f->tokens.items[index].begin));
}

// Back over the blanks in front of `offset`.
static size_t blanks_begin(const source *s, size_t offset)
{
    while (offset > 0 && (s->bytes[offset - 1] == ' ' || s->bytes[offset - 1] == '\t'))
        offset--;
    return offset;
}

void remove_conditionals(edit_list *e, const plan_file *f, size_t begin, size_t end, bool keep_lines)
{
    bool skipped_home = plan_is_skipped(f, begin); // seen by the device parse only
    size_t i = token_at_or_after(&f->tokens, begin);
    while (f->tokens.items[i].kind != TOKEN_END && f->tokens.items[i].begin < end) {
        if (!is_dead(f, i, skipped_home)) {
            i++;
            continue;
        }
        size_t from = blanks_begin(f->text, f->tokens.items[i].begin);
        while (f->tokens.items[i].kind != TOKEN_END && f->tokens.items[i].begin < end && is_dead(f, i, skipped_home)) {
            size_t behind = plan_conditional_end(f, i);
            i = behind > i ? behind : i + 1;
        }
        size_t to = f->tokens.items[i].begin < end ? blanks_begin(f->text, f->tokens.items[i].begin) : end;
        from = from < begin ? begin : from;
        for (size_t k = from; k < to && keep_lines; k++)
            if (f->text->bytes[k] == '\n') {
                if (k > from)
                    edit_remove(e, from, k);
                from = k + 1;
            }
        if (to > from)
            edit_remove(e, from, to);
    }
}

// A directive must stay alone on its line, whatever is generated behind the copy.
static void end_directive_line(const plan_file *f, size_t begin, size_t end, text *out)
{
    size_t i = token_at_or_after(&f->tokens, end);
    if (i == 0 || f->tokens.items[i - 1].begin < begin || !f->tokens.items[i - 1].in_directive)
        return;
    for (size_t k = f->tokens.items[i - 1].end; k < end; k++)
        if (f->text->bytes[k] == '\n')
            return;
    text_add_char(out, '\n');
}

void add_plain_copy(const rewriter *r, text *out, int file, size_t begin, size_t end)
{
    add_copy(r, out, edit_list_new(r->arena, r->plan->files.items[file].text), file, begin, end);
}

void add_copy(const rewriter *r, text *out, edit_list *e, int file, size_t begin, size_t end)
{
    const plan_file *f = &r->plan->files.items[file];
    bool as_it_is = plan_conditionals_match(f, begin, end);
    remove_directives(r, e, file, begin, end, NULL, "");
    if (!as_it_is)
        remove_conditionals(e, f, begin, end, false);
    edit_apply(e, begin, end, out);
    if (as_it_is)
        end_directive_line(f, begin, end, out);
}

static const char *template_parameter_name(const rewriter *r, const declaration *d, size_t index)
{
    const char *name = d->template_parameters.items[index].name;
    return *name ? name : arena_format(r->arena, "pt_template_argument%zu", index);
}

void add_head_copy(const rewriter *r, text *out, const declaration *d, size_t begin, size_t end)
{
    const plan_file *f = &r->plan->files.items[d->file];
    edit_list *e = edit_list_new(r->arena, f->text);
    remove_directives(r, e, d->file, begin, end, NULL, "");
    // Names are put at the parameters that the preprocessor left.
    size_t header_end = end < d->specifiers_begin ? end : d->specifiers_begin;
    remove_conditionals(e, f, begin, header_end, false);
    if (end > header_end && !plan_conditionals_match(f, header_end, end))
        remove_conditionals(e, f, header_end, end, false);
    for (size_t i = 0; i < d->template_parameters.count; i++)
        if (!*d->template_parameters.items[i].name)
            edit_insert(e, d->template_parameters.items[i].name_goes,
                        arena_format(r->arena, " %s", template_parameter_name(r, d, i)));
    edit_apply(e, begin, end, out);
}

// ---- template parameters ---------------------------------------------------------------------------------------

const char *template_arguments(const rewriter *r, const declaration *d)
{
    text out = text_new(r->arena);
    if (d->is_specialisation) {
        add_plain_copy(r, &out, d->file, d->name_end, d->template_arguments_end);
        return out.length ? out.bytes : d->deduced_arguments;
    }
    for (size_t i = 0; i < d->template_parameters.count; i++)
        text_format(&out, "%s%s%s", i ? ", " : "<", template_parameter_name(r, d, i),
                    d->template_parameters.items[i].is_pack ? "..." : "");
    if (d->template_parameters.count)
        text_add_char(&out, '>');
    return out.length ? out.bytes : "";
}
