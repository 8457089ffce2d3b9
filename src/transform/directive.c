// Directives: pragmas go, in the file and in every copy, and their newlines stay.
//
//     before (in a copy)                       after
//     #pragma pt barrier                       ::pt::grid_barrier();
//     #pragma pt barrier arrive                ::pt::grid_arrive();
//
// Invariant: every line keeps its number.
#include "transform/headers.h"
#include "transform/rewrite.h"

// What stands for a barrier of the grid in a copy of `f`. Where all groups may not come to it, it says where it stands
// (PTRT_DEBUG).
const char *grid_barrier_call(const rewriter *r, const function *f, barrier_part part)
{
    static const char *const names[2][3] = {{"::pt::grid_barrier", "::pt::grid_arrive", "::pt::grid_wait"},
                                            {"::pt::draining_grid_barrier", "::pt::draining_grid_arrive", "::pt::draining_grid_wait"}};
    const bool sure = f->is_kernel && !f->grid.may_be_missed;
    return arena_format(r->arena, "%s(%s)", names[drains(f)][part], sure || part == BARRIER_WAIT ? "" : "__LINE__");
}

// The indentation of a directive that is alone on its line; nothing takes its place.
static void remove_indentation(edit_list *e, const plan_file *f, const directive *d, size_t begin)
{
    const source *s = f->text;
    size_t from = d->at.begin, behind = d->at.end;
    while (from > begin && (s->bytes[from - 1] == ' ' || s->bytes[from - 1] == '\t'))
        from--;
    while (behind < s->length && (s->bytes[behind] == ' ' || s->bytes[behind] == '\t' || s->bytes[behind] == '\r'))
        behind++;
    const bool is_alone = (from == 0 || s->bytes[from - 1] == '\n') && (behind == s->length || s->bytes[behind] == '\n');
    if (is_alone && from < d->at.begin && d->kind != DIRECTIVE_BARRIER)
        edit_remove(e, from, d->at.begin);
}

// For a barrier directive stands what does in a copy of `copied`, or `otherwise` where that is NULL.
void remove_directives(const rewriter *r, edit_list *e, int file, size_t begin, size_t end, const function *copied,
                       const char *otherwise)
{
    const plan_file *f = &r->plan->files.items[file];
    if (e != r->edits[file])
        headers_adjust_copy(r, e, file, begin, end);
    for (size_t i = plan_directive_at_or_after(f, begin); i < f->directives.count; i++) {
        span at = f->directives.items[i].at;
        if (at.end > end)
            return;
        if (e == r->edits[file] && lies_in_replaced_body(r, file, at.begin))
            continue;
        if (f->directives.items[i].kind == DIRECTIVE_BARRIER)
            edit_insert(e, at.begin,
                        copied ? arena_format(r->arena, "%s;", grid_barrier_call(r, copied, f->directives.items[i].part))
                               : otherwise);
        remove_indentation(e, f, &f->directives.items[i], begin);
        // The newlines of a continued directive stay, so that every line keeps its number.
        size_t from = at.begin;
        for (size_t k = at.begin; k <= at.end; k++)
            if (k == at.end || f->text->bytes[k] == '\n') {
                size_t to = k > from && k < at.end && f->text->bytes[k - 1] == '\r' ? k - 1 : k;
                if (to > from)
                    edit_remove(e, from, to);
                from = k + 1;
            }
    }
}

void rewrite_directives(rewriter *r)
{
    for (size_t i = 0; i < r->plan->files.count; i++)
        remove_directives(r, r->edits[i], (int)i, 0, r->plan->files.items[i].text->length, NULL, "::pt::no_grid_barrier();");
}
