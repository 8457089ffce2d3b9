// Copies of the user's text: the body of an item or of a clone, parameter lists, #line.
//
// A copy is the user's text except where a shadow cannot reach; those places are edited on the way.
//
//     before                                   after (in the copy)
//     ::blockIdx.x                             blockIdx.x
//     [] (int i) { return i + blockIdx.x; }    [blockIdx] (int i) { return i + blockIdx.x; }
//     helper(i)                                helper_pt(pt_block, i)
//     if (i >= n) return;                      if (::pt::leave(pt_alive, i >= n)) return;
//     __func__                                 "kernel"
//     #pragma pt barrier                       ::pt::grid_barrier();
//     grid.sync()                              ((void)grid, ::pt::grid_barrier())
#include "transform/rewrite.h"

#include "frontend/analyse.h"
#include "frontend/barrier.h"
#include "frontend/intrinsics.h"

#include <string.h>

// ---- #line -----------------------------------------------------------------------------------------------------

void add_quoted_path(text *out, const char *path)
{
    text_add_char(out, '"');
    for (; *path; path++) {
        if (*path == '\n') {
            text_add(out, "\\n");
            continue;
        }
        if (*path == '"' || *path == '\\')
            text_add_char(out, '\\');
        text_add_char(out, *path);
    }
    text_add_char(out, '"');
}

void add_source_line(const rewriter *r, text *out, int file, size_t offset)
{
    if (!r->line_directives)
        return;
    const char *path;
    text_format(out, "#line %zu ", plan_line(r->plan, file, offset, &path));
    add_quoted_path(out, path);
    text_add_char(out, '\n');
}

void add_output_line(const rewriter *r, text *out)
{
    if (r->line_directives)
        text_add(out, LINE_MARK);
}

static bool only_space_to_line_end(const source *s, size_t offset, size_t *next_line)
{
    while (offset < s->length && (s->bytes[offset] == ' ' || s->bytes[offset] == '\t' || s->bytes[offset] == '\r'))
        offset++;
    if (offset == s->length || s->bytes[offset] != '\n')
        return false;
    *next_line = offset + 1;
    return true;
}

void insert_behind(rewriter *r, int file, size_t end, const text *generated)
{
    const source *s = r->plan->files.items[file].text;
    text out = text_new(r->arena);
    text_reserve(&out, generated->length + 128); // and the #line
    size_t at = end;
    bool clean = only_space_to_line_end(s, end, &at);
    if (!clean)
        text_add_char(&out, '\n');
    add_output_line(r, &out);
    text_append(&out, generated->bytes, generated->length);
    if (!clean || at < s->length)
        add_source_line(r, &out, file, at);
    edit_insert_text(r->edits[file], at, &out);
}

void insert_before(rewriter *r, int file, size_t begin, const text *generated)
{
    const source *s = r->plan->files.items[file].text;
    text out = text_new(r->arena);
    size_t at = begin;
    while (at > 0 && (s->bytes[at - 1] == ' ' || s->bytes[at - 1] == '\t'))
        at--;
    if (at > 0 && s->bytes[at - 1] != '\n') { // something else stands on the line
        at = begin;
        text_add_char(&out, '\n');
    }
    add_output_line(r, &out);
    text_append(&out, generated->bytes, generated->length);
    add_source_line(r, &out, file, at);
    edit_insert_text(r->edits[file], at, &out);
}

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

// ---- plain copies ----------------------------------------------------------------------------------------------

// What stands for a barrier of the grid in a copy of `f`. Where all groups may not come to it, it says where it stands
// (PTRT_DEBUG).
static const char *grid_barrier_call(const rewriter *r, const function *f, barrier_part part)
{
    static const char *const names[2][3] = {{"::pt::grid_barrier", "::pt::grid_arrive", "::pt::grid_wait"},
                                            {"::pt::draining_grid_barrier", "::pt::draining_grid_arrive", "::pt::draining_grid_wait"}};
    const bool sure = f->is_kernel && (f->splits || !f->may_miss_grid_barrier);
    return arena_format(r->arena, "%s(%s)", names[drains(f)][part], sure || part == BARRIER_WAIT ? "" : "__LINE__");
}

// For a barrier directive stands what does in a copy of `copied`, or `otherwise` where that is NULL.
static void remove_directives(const rewriter *r, edit_list *e, int file, size_t begin, size_t end, const function *copied,
                              const char *otherwise)
{
    const plan_file *f = &r->plan->files.items[file];
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

const char *template_parameter_name(const rewriter *r, const declaration *d, size_t index)
{
    const char *name = d->template_parameters.items[index].name;
    return *name ? name : arena_format(r->arena, "pt_template_argument%zu", index);
}

const char *template_arguments(const rewriter *r, const declaration *d)
{
    text out = text_new(r->arena);
    if (d->is_specialisation) {
        add_plain_copy(r, &out, d->file, d->name_end, d->template_arguments_end);
        return out.length ? out.bytes : "";
    }
    for (size_t i = 0; i < d->template_parameters.count; i++)
        text_format(&out, "%s%s%s", i ? ", " : "<", template_parameter_name(r, d, i),
                    d->template_parameters.items[i].is_pack ? "..." : "");
    if (d->template_parameters.count)
        text_add_char(&out, '>');
    return out.length ? out.bytes : "";
}

// ---- bodies ----------------------------------------------------------------------------------------------------

static size_t closing_bracket(const plan_file *f, size_t open)
{
    int depth = 0;
    for (size_t i = open; f->tokens.items[i].kind != TOKEN_END; i++) {
        depth += token_is(f->text, &f->tokens.items[i], "[") - token_is(f->text, &f->tokens.items[i], "]");
        if (depth == 0)
            return i;
    }
    return open;
}

// The lambdas around a place that capture nothing by default: the shadows must be put into their capture lists. What stands in
// such a list itself, as in [v = blockIdx.x], is read outside of that lambda.
static void edit_captures(edit_list *e, const function *f, const plan_file *file, const fact *use, const char *name)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *l = &f->facts.items[i];
        if (l->kind != FACT_LAMBDA || l->in_macro || use->begin < l->begin || use->begin >= l->end)
            continue;
        size_t t = token_at_or_after(&file->tokens, l->begin);
        if (!token_is(file->text, &file->tokens.items[t], "["))
            continue;
        const token *first = &file->tokens.items[t + 1];
        const size_t at = file->tokens.items[closing_bracket(file, t)].begin;
        bool empty = first->begin == at;
        bool by_default = token_is(file->text, first, "=") ||
                          (token_is(file->text, first, "&") && (token_is(file->text, first + 1, "]") ||
                                                               token_is(file->text, first + 1, ",")));
        if (by_default || use->begin < at)
            continue;
        bool done = false;
        for (size_t k = 0; k < e->count; k++) {
            const char *inserted = e->items[k].offset == at ? e->items[k].inserted : "";
            done |= strcmp(strncmp(inserted, ", ", 2) == 0 ? inserted + 2 : inserted, name) == 0;
            empty &= e->items[k].offset != at;
        }
        if (!done)
            edit_insert(e, at, arena_format(e->arena, "%s%s", empty ? "" : ", ", name));
    }
}

static bool is_group_call(const rewriter *r, const fact *x, const char *name)
{
    if (x->kind != FACT_CALL || x->callee < 0)
        return false;
    const function *callee = &r->plan->functions.items[x->callee];
    return callee->in_system && strstr(callee->name_scope, "cooperative_groups") && strcmp(callee->name, name) == 0;
}

bool drains(const function *f) { return f->leaves_before_barrier || f->drains; }

// A clone serves every kernel that calls it: it takes part in whatever protocol those kernels follow.
static bool tracks_lanes(const function *f)
{
    return f->leaves_before_warp_sync || f->parts_lanes || (f->cloned && f->has_warp_sync);
}

// Whole call expression of a cooperative-groups call, from its first token to its `)`.
static size_t call_end(const plan_file *f, size_t name_end)
{
    size_t i = token_at_or_after(&f->tokens, name_end);
    int depth = 0;
    for (; f->tokens.items[i = plan_next_live(f, i, name_end)].kind != TOKEN_END; i++) {
        if (token_is(f->text, &f->tokens.items[i], "("))
            depth++;
        if (token_is(f->text, &f->tokens.items[i], ")") && --depth == 0)
            return f->tokens.items[i].end;
    }
    return name_end;
}

static size_t object_begin(const plan_file *f, size_t name_begin)
{
    // x.y->sync(): back over the object in front of the member's name; cg::sync(x): over the qualifier.
    size_t i = token_at_or_after(&f->tokens, name_begin);
    while (i > 0) {
        const token *t = &f->tokens.items[i - 1];
        if (token_is(f->text, t, ".") || token_is(f->text, t, "->") || token_is(f->text, t, "::")) {
            i--;
            continue;
        }
        bool joined = token_is(f->text, &f->tokens.items[i], ".") || token_is(f->text, &f->tokens.items[i], "->") ||
                      token_is(f->text, &f->tokens.items[i], "::");
        if (joined && (token_is(f->text, t, ")") || token_is(f->text, t, "]"))) {
            int depth = 0;
            while (i > 0) {
                i--;
                if (token_is(f->text, &f->tokens.items[i], ")") || token_is(f->text, &f->tokens.items[i], "]"))
                    depth++;
                if ((token_is(f->text, &f->tokens.items[i], "(") || token_is(f->text, &f->tokens.items[i], "[")) &&
                    --depth == 0)
                    break;
            }
            continue;
        }
        if (joined && t->kind == TOKEN_IDENTIFIER) {
            i--;
            continue;
        }
        if (!joined && t->kind == TOKEN_IDENTIFIER && i >= 1 &&
            (token_is(f->text, &f->tokens.items[i], "(") || token_is(f->text, &f->tokens.items[i], "[")))
            i--; // the function of a call that is the object: this_thread_block().sync()
        else
            break;
    }
    return f->tokens.items[i].begin;
}

// What a group's question about the block index becomes; NULL when the call is none.
static const char *group_answer(const rewriter *r, const fact *x, const declaration *d)
{
    static const struct { const char *question, *function; bool block, grid; } rows[] = {
        {"thread_rank", "grid_thread_rank", true, true}, {"block_rank", "grid_block_rank", true, true},
        {"thread_index", "grid_thread_index", true, false}, {"block_index", "grid_block_index", true, false},
        {"group_index", "grid_block_index", true, false}, {"size", "grid_size", false, true},
        {"num_threads", "grid_size", false, true}, {"group_size", "grid_size", false, true},
        {"num_blocks", "grid_blocks", false, true}, {"dim_threads", "grid_dim_threads", false, true},
        {"dim_blocks", "", false, true}, {"group_dim", "", false, true}};
    if (!is_group_call(r, x, x->name) || !(x->context & OF_GRID || strcmp(x->name, "group_index") == 0))
        return NULL;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].question, x->name) == 0)
            return arena_format(r->arena, "%s%s(%s%s%s)", *rows[i].function ? "::pt::" : "", rows[i].function,
                                rows[i].block ? index_name(d) : "", rows[i].block && rows[i].grid ? ", " : "",
                                rows[i].grid ? grid_name(d) : "");
    return NULL;
}

// The group in front of the question may be a variable that nothing else mentions.
static const char *keep_group(const rewriter *r, const plan_file *file, size_t from, size_t to, const char *answer)
{
    size_t i = token_at_or_after(&file->tokens, from);
    const token *group = &file->tokens.items[i];
    bool member = token_is(file->text, group + 1, ".") || token_is(file->text, group + 1, "->");
    if (group->kind != TOKEN_IDENTIFIER || !member || group[2].end >= to || token_is(file->text, group, "this"))
        return answer;
    return arena_format(r->arena, "((void)%.*s, %s)", (int)(group->end - group->begin), file->text->bytes + group->begin,
                        answer);
}

static void edit_calls(const rewriter *r, edit_list *e, const function *f, const declaration *d, const plan_file *file)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->begin < d->body_begin || x->end > d->body_end || x->callee < 0)
            continue;
        const char *answer = group_answer(r, x, d);
        if (drains(f) && is_group_call(r, x, "sync") && x->context & OF_WHOLE_BLOCK)
            answer = "__syncthreads()"; // (edit_shadow_captures)
        if (barrier_is_grid(r->plan, x))
            answer = grid_barrier_call(r, f, BARRIER_WHOLE);
        if (answer) {
            size_t from = object_begin(file, x->begin), to = call_end(file, x->end);
            const bool alone = f->splits && barrier_is_grid(r->plan, x); // the group's variable is one of a phase
            if (!edit_touches(e, from, to))
                edit_replace_keeping_lines(e, from, to, alone ? answer : keep_group(r, file, from, to, answer));
            continue;
        }
        if (x->kind != FACT_CALL && x->kind != FACT_CALL_DEPENDENT)
            continue;
        if (!r->plan->functions.items[x->callee].cloned)
            continue;
        bool done = false; // several candidates of one call
        for (size_t k = 0; k < e->count; k++)
            done |= e->items[k].offset == x->end && strcmp(e->items[k].inserted, "_pt") == 0;
        if (done)
            continue;
        edit_insert(e, x->end, "_pt");
        size_t t = token_at_or_after(&file->tokens, x->end);
        int angle = 0;
        while (!(angle == 0 && token_is(file->text, &file->tokens.items[t = plan_next_live(file, t, x->begin)], "("))) {
            angle += token_is(file->text, &file->tokens.items[t], "<");
            angle -= token_is(file->text, &file->tokens.items[t], ">");
            t++;
        }
        edit_insert(e, file->tokens.items[t].end, x->context & FIRST_ARGUMENT_EMPTY ? "pt_block" : "pt_block, ");
        edit_captures(e, f, file, x, "pt_block");
    }
}

static void edit_guards(edit_list *e, const function *f)
{
    if (!f->leaves_before_warp_sync)
        return;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->kind != FACT_RETURN || !x->guard_end || !(x->context & AT_TOP_LEVEL) || x->context & IS_UNIFORM)
            continue;
        bool done = false; // several returns under one guard
        for (size_t k = 0; k < e->count; k++)
            done |= e->items[k].offset == x->guard_begin && strstr(e->items[k].inserted, "leave");
        if (done)
            continue;
        edit_insert(e, x->guard_begin, "::pt::leave(pt_alive, bool(");
        edit_insert(e, x->guard_end, "))");
    }
}

// Conditions from which on the lanes of a warp go different ways (frontend/lanes.h).
//
// Before: if (threadIdx.y == 0) v += __shfl_down_sync(~0u, v, 8);
// After:  if (const ::pt::among pt_among{pt_alive, bool(threadIdx.y == 0)}) v += __shfl_down_sync(~0u, v, 8);
static void edit_branches(const rewriter *r, edit_list *e, const function *f, text *shadows)
{
    int turns = 0;
    for (size_t i = 0; i < f->branches.count; i++) {
        const branch *b = &f->branches.items[i];
        if (!b->parts_lanes)
            continue;
        if (b->kind == BRANCH_IF) {
            edit_insert(e, b->condition_begin, "const ::pt::among pt_among{pt_alive, bool(");
            edit_insert(e, b->condition_end, ")}");
            continue;
        }
        turns++;
        text_format(shadows, "    unsigned pt_turn_%d = 0u; // lanes that came to the loop, inside it\n", turns);
        edit_insert(e, b->condition_begin, arena_format(r->arena, "::pt::stay(pt_alive, pt_turn_%d, bool(", turns));
        edit_insert(e, b->condition_end, "))");
    }
}

// In a draining item a thread that leaves says so where it leaves (runtime-cuda/pt/block.cuh).
static void edit_returns(edit_list *e, const function *f, const declaration *d)
{
    if (!f->leaves_before_barrier)
        return;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->kind == FACT_RETURN && !x->in_macro && x->begin >= d->body_begin && x->begin < d->body_end)
            edit_insert(e, x->begin + strlen("return"), " ::pt::leave_item()");
    }
}

static void edit_words(const rewriter *r, edit_list *e, const function *f, const declaration *d, const plan_file *file)
{
    for (size_t i = token_at_or_after(&file->tokens, d->body_begin); file->tokens.items[i].begin < d->body_end; i++) {
        const token *t = &file->tokens.items[i];
        if (t->kind != TOKEN_IDENTIFIER || t->in_directive || edit_touches(e, t->begin, t->end))
            continue;
        bool in_lambda = false; // there it names the lambda's own function
        for (size_t k = 0; k < f->facts.count; k++)
            in_lambda |= f->facts.items[k].kind == FACT_LAMBDA && t->begin >= f->facts.items[k].begin &&
                         t->begin < f->facts.items[k].end;
        if (!in_lambda && (token_is(file->text, t, "__func__") || token_is(file->text, t, "__FUNCTION__")))
            edit_replace(e, t->begin, t->end, arena_format(r->arena, "\"%s\"", f->name));
    }
}

// What stands for ::blockIdx and ::gridDim, which no local variable of the program hides.
static const char own_index[] = "pt_block_index", own_grid[] = "pt_grid_dim";

const char *index_name(const declaration *d) { return has_parameter(d, "blockIdx") ? own_index : "blockIdx"; }
const char *grid_name(const declaration *d) { return has_parameter(d, "gridDim") ? own_grid : "gridDim"; }

static bool asks_qualified(const function *f, const declaration *d, const char *name)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->kind == FACT_BLOCK_INDEX && x->context & QUALIFIED && !x->in_macro && x->begin >= d->body_begin && x->begin < d->body_end &&
            strcmp(x->name, name) == 0)
            return true;
    }
    return false;
}

static bool calls_a_clone(const rewriter *r, const function *f)
{
    for (size_t i = 0; i < f->facts.count; i++)
        if (f->facts.items[i].callee >= 0 && r->plan->functions.items[f->facts.items[i].callee].cloned)
            return true;
    return false;
}

static bool body_has_word(const plan_file *file, const declaration *d, const char *word)
{
    for (size_t i = token_at_or_after(&file->tokens, d->body_begin); file->tokens.items[i].begin < d->body_end; i++)
        if (token_is(file->text, &file->tokens.items[i], word))
            return true;
    return false;
}

// A local object hides the intrinsic in this function's copy.
static bool is_shadowed(const function *f, const intrinsic *x)
{
    bool barrier = x->effect == EFFECT_BLOCK_BARRIER || x->effect == EFFECT_BLOCK_VOTE;
    return (barrier && drains(f)) || (x->effect == EFFECT_WARP && tracks_lanes(f));
}

// What stands for a barrier or a warp operation is a local object, which a lambda must capture.
static void edit_shadow_captures(const rewriter *r, edit_list *e, const function *f, const declaration *d, const plan_file *file)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (!(x->context & IN_LAMBDA) || x->callee < 0 || x->begin < d->body_begin || x->begin >= d->body_end)
            continue;
        const intrinsic *called = intrinsic_find(r->plan->functions.items[x->callee].name);
        if (called && is_shadowed(f, called))
            edit_captures(e, f, file, x, called->name);
        if (drains(f) && is_group_call(r, x, "sync") && x->context & OF_WHOLE_BLOCK)
            edit_captures(e, f, file, x, "__syncthreads");
    }
}

// Local objects whose names hide the intrinsics: they reach macros and capturing lambdas as well.
static void add_shadows(const rewriter *r, text *out, const function *f, const declaration *d)
{
    const plan_file *file = &r->plan->files.items[d->file];
    bool clone = f->cloned && !f->is_kernel;
    if (clone) {
        text_format(out, "    const ::uint3 %s = pt_block.block_index;\n    const ::dim3 %s = pt_block.grid_dim;\n    (void)%s, (void)%s;\n",
                    index_name(d), grid_name(d), index_name(d), grid_name(d));
        if (tracks_lanes(f))
            text_add(out, "    unsigned pt_all_lanes = ~0u; // for callers that no thread leaves early\n"
                          "    unsigned &pt_alive = pt_block.alive_lanes ? *pt_block.alive_lanes : pt_all_lanes;\n"
                          "    (void)pt_alive;\n");
    } else if (tracks_lanes(f)) {
        text_add(out, "    unsigned pt_alive = ::pt::warp_members(); // lanes that have not left this item\n");
    }
    if (asks_qualified(f, d, "blockIdx") && !has_parameter(d, "blockIdx"))
        text_format(out, "    const ::uint3 %s = blockIdx;\n", own_index);
    if (asks_qualified(f, d, "gridDim") && !has_parameter(d, "gridDim"))
        text_format(out, "    const ::dim3 %s = gridDim;\n", own_grid);
    if (!clone && calls_a_clone(r, f))
        text_format(out, "    ::pt::software_block pt_block = {%s, %s, %s};\n", index_name(d), grid_name(d),
                    tracks_lanes(f) ? "&pt_alive" : "nullptr");
    for (unsigned i = 0; intrinsic_at(i); i++) {
        const intrinsic *x = intrinsic_at(i);
        if (!is_shadowed(f, x))
            continue;
        bool used = body_has_word(file, d, x->name);
        for (size_t k = 0; k < f->facts.count && !used; k++) // out of a macro, or from cooperative groups
            used = (f->facts.items[k].kind == FACT_CALL && strcmp(f->facts.items[k].name, x->name) == 0) ||
                   (x->effect == EFFECT_BLOCK_BARRIER && is_group_call(r, &f->facts.items[k], "sync") &&
                    f->facts.items[k].context & OF_WHOLE_BLOCK);
        if (!used)
            continue;
        if (x->effect != EFFECT_WARP)
            text_format(out, "    const ::pt::%s %s; // waits for the threads that are still in the item\n", x->shadow,
                        x->name);
        else
            text_format(out, "    const ::pt::%s %s{pt_alive};\n", x->shadow, x->name);
    }
}

// ---- the published block -----------------------------------------------------------------------------------------

void add_ambient_read(const rewriter *r, edit_list *e, int file, size_t begin, const char *name)
{
    if (e == r->edits[file] && lies_in_replaced_body(r, file, begin))
        return;
    const plan_file *f = &r->plan->files.items[file];
    size_t t = token_at_or_after(&f->tokens, begin);
    size_t from = t && token_is(f->text, &f->tokens.items[t - 1], "::") ? f->tokens.items[t - 1].begin : begin;
    for (size_t i = 0; i < e->count; i++)
        if (e->items[i].offset == from && e->items[i].removed_bytes)
            return;
    edit_replace_keeping_lines(e, from, begin + strlen(name),
                               strcmp(name, "blockIdx") == 0 ? "::pt::block_index()" : "::pt::grid_dim()");
}

static bool has_variable_to_stand_in(const rewriter *r, const function *f, const char *name)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->kind == FACT_BLOCK_INDEX && strcmp(x->name, name) == 0 && analyse_variable_stands_in(r->plan, f, x))
            return true;
    }
    return false;
}

static void add_ambient_variable(const rewriter *r, edit_list *e, const declaration *d, const char *name)
{
    if (e == r->edits[d->file] && lies_in_replaced_body(r, d->file, d->body_begin))
        return;
    const char *declared = strcmp(name, "blockIdx") == 0 ? " const ::uint3 blockIdx = ::pt::block_index();"
                                                         : " const ::dim3 gridDim = ::pt::grid_dim();";
    for (size_t i = 0; i < e->count; i++) // once, however many declarations lead here
        if (e->items[i].offset == d->body_begin + 1 && e->items[i].inserted && strcmp(e->items[i].inserted, declared) == 0)
            return;
    edit_insert(e, d->body_begin + 1, declared);
}

void add_ambient_reads(const rewriter *r, edit_list *e, const function *f, int file, size_t begin, size_t end)
{
    if (f->definition < 0 || f->declarations.items[f->definition].file != file)
        return;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->kind == FACT_BLOCK_INDEX && !x->in_macro && x->begin >= begin && x->end <= end)
            add_ambient_read(r, e, file, x->begin, x->name);
    }
    const declaration *d = plan_definition(f);
    static const char *const names[] = {"blockIdx", "gridDim"};
    for (size_t k = 0; k < sizeof names / sizeof *names && d->body_begin >= begin && d->body_end <= end; k++)
        if (has_variable_to_stand_in(r, f, names[k]))
            add_ambient_variable(r, e, d, names[k]);
}

// A copy of a body holds the local classes of the original, and their members may ask.
static void edit_local_classes(const rewriter *r, edit_list *e, const declaration *d)
{
    const plan *p = r->plan;
    for (size_t i = 0; r->any_ambient && i < p->functions.count; i++)
        if (p->functions.items[i].ambient)
            add_ambient_reads(r, e, &p->functions.items[i], d->file, d->body_begin, d->body_end);
    for (size_t i = 0; i < p->loose_reads.count; i++) {
        const loose_read *x = &p->loose_reads.items[i];
        if (x->file == d->file && x->begin >= d->body_begin && x->end <= d->body_end)
            add_ambient_read(r, e, d->file, x->begin, x->name);
    }
}

// A local variable of the body's outermost block that bears the name needs a block of its own, apart from our parameter.
static bool declares_block_name(const plan_file *file, const declaration *d)
{
    for (size_t i = token_at_or_after(&file->tokens, d->body_begin); file->tokens.items[i].begin < d->body_end; i++) {
        const token *t = &file->tokens.items[i];
        bool name = token_is(file->text, t, "blockIdx") || token_is(file->text, t, "gridDim");
        bool declarator = token_is(file->text, t + 1, "=") || token_is(file->text, t + 1, ";") ||
                          token_is(file->text, t + 1, "{") || token_is(file->text, t + 1, "[");
        if (name && declarator)
            return true;
    }
    return false;
}

void edit_copy(const rewriter *r, edit_list *e, const function *f, const declaration *d)
{
    const plan_file *file = &r->plan->files.items[d->file];
    remove_directives(r, e, d->file, d->body_begin, d->body_end, f, NULL);
    if (!plan_conditionals_match(file, d->body_begin, d->body_end))
        remove_conditionals(e, file, d->body_begin, d->body_end, true);
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->kind != FACT_BLOCK_INDEX || x->begin < d->body_begin || x->begin >= d->body_end)
            continue;
        const bool qualified = x->context & QUALIFIED && !x->in_macro, is_index = strcmp(x->name, "blockIdx") == 0;
        const char *name = qualified ? (is_index ? own_index : own_grid) : is_index ? index_name(d) : grid_name(d);
        if (qualified) {
            size_t t = token_at_or_after(&file->tokens, x->begin);
            if (!edit_touches(e, file->tokens.items[t - 1].begin, x->end))
                edit_replace_keeping_lines(e, file->tokens.items[t - 1].begin, x->end, name);
        }
        if (x->context & IN_LAMBDA)
            edit_captures(e, f, file, x, name);
    }
    edit_local_classes(r, e, d);
    import_clones(r, e, d->file, d->body_begin, d->body_end);
    edit_calls(r, e, f, d, file);
    edit_shadow_captures(r, e, f, d, file);
    edit_guards(e, f);
    edit_returns(e, f, d);
    edit_words(r, e, f, d, file);
}

void add_body(const rewriter *r, text *out, const function *f, const declaration *d)
{
    const plan_file *file = &r->plan->files.items[d->file];
    edit_list *e = edit_list_new(r->arena, file->text);
    edit_copy(r, e, f, d);
    text shadows = text_new(r->arena);
    add_shadows(r, &shadows, f, d);
    edit_branches(r, e, f, &shadows);
    edit_for_cpu(r, e, d->file, d->body_begin, d->body_end);
    bool wrapped = shadows.length || f->leaves_before_barrier || declares_block_name(file, d);
    if (wrapped)
        text_add(out, "{\n");
    text_append(out, shadows.bytes ? shadows.bytes : "", shadows.length);
    add_source_line(r, out, d->file, d->body_begin);
    edit_apply(e, d->body_begin, d->body_end, out);
    text_add_char(out, '\n');
    add_output_line(r, out);
    if (f->leaves_before_barrier)
        text_add(out, "    ::pt::finish_item();\n");
    if (wrapped)
        text_add(out, "}\n");
}
