// Which elements of its arrays a kernel touches: see fuse.h.
//
// In:  an annotated kernel, taken apart as one whose arrays a loop may keep (keep_reader.h). Out: for each of its arrays whether a thread
//      touches only the element at its own place (fuse_place.h), and below which number that place is; or why that cannot be said.
// Invariant: by tokens, and only what is certain. A kernel that reaches memory in another way than by a parameter and an index, or whose
//            threads have to do with each other, is none that can be part of a block.
#include "frontend/fuse.h"

#include "frontend/fuse_place.h"

#include <stdlib.h>

// ---- bounds ----------------------------------------------------------------------------------------------------------

// Are both the thread's place along an axis, counted with the same blocks, and by the same variable if that goes on in strides?
static bool is_same_place(place x, place y)
{
    return x.kind == PLACE_OWN && y.kind == PLACE_OWN && x.axis == y.axis && x.is_strided == y.is_strided && slice_equal(x.variable, y.variable) &&
           slice_equal(x.axis == 'x' ? x.block_x : x.block_y, y.axis == 'x' ? y.block_x : y.block_y);
}

// `x < n` or, `holds` being false, `x >= n`: n, where x is that place; -1: something else.
static int bound_in(const reader *r, size_t begin, size_t end, bool holds, place of)
{
    while (begin < end && is(r, begin, "(") && reader_closing(r, begin) + 1 == end) {
        begin++;
        end--;
    }
    // x < n, n > x; x >= n, n <= x.
    size_t at = 0;
    const bool is_left = place_count_operators(r, begin, end, holds ? "<" : ">=", &at) == 1;
    if (!is_left && place_count_operators(r, begin, end, holds ? ">" : "<=", &at) != 1)
        return -1;
    const place left = place_of(r, begin, at), right = place_of(r, at + 1, end);
    const place own = is_left ? left : right, number = is_left ? right : left;
    return is_same_place(own, of) && number.kind == PLACE_NUMBER ? number.parameter : -1;
}

// Of conditions that are joined by `&&` (where they hold) or `||` (where they do not).
static int bound_of_condition(const reader *r, size_t begin, size_t end, bool holds, place of)
{
    int depth = 0;
    size_t from = begin;
    for (size_t i = begin; i < end; i++) { // which bind less: a && b || c
        depth += is(r, i, "(") - is(r, i, ")");
        if (depth == 0 && ((holds && is(r, i, "||")) || is(r, i, "?") || is(r, i, ",")))
            return -1;
    }
    for (size_t i = begin; i <= end; i++) {
        if (i < end)
            depth += is(r, i, "(") - is(r, i, ")");
        if (i < end && (depth != 0 || !is(r, i, holds ? "&&" : "||")))
            continue;
        const int bound = bound_in(r, from, i, holds, of);
        if (bound >= 0)
            return bound;
        from = i + 1;
    }
    return -1;
}

// What the place is less than for sure at token `at`: by an `if` around it, or by one in front of it, in the body's own braces, that returns.
static int bound_at(const reader *r, size_t at, place of)
{
    int depth = 0;
    for (size_t i = token_at_or_after(&r->file->tokens, r->d->body_begin); i < at; i++) {
        depth += is(r, i, "{") - is(r, i, "}");
        for_loop x;
        if (place_read_for(r, i, &x) && at >= x.body && at < x.behind) {
            const int bound = bound_of_condition(r, x.condition, x.step - 1, true, of);
            if (bound >= 0)
                return bound;
        }
        if (!is(r, i, "if") || !is(r, i + 1, "("))
            continue;
        const size_t close = reader_closing(r, i + 1), then = place_behind_directives(r, close + 1), behind = place_behind_statement(r, then);
        const bool is_own = depth == 1 && (is(r, i - 1, ";") || is(r, i - 1, "{") || is(r, i - 1, "}"));
        const bool returns = is_own && ((is(r, then, "return") && is(r, then + 1, ";")) || (is(r, then, "{") && is(r, then + 1, "return") && is(r, then + 2, ";")));
        const bool is_inside = at >= then && at < behind;
        const int bound = is_inside || (returns && at >= behind) ? bound_of_condition(r, i + 2, close, is_inside, of) : -1;
        if (bound >= 0)
            return bound;
    }
    return -1;
}

// ---- touches ---------------------------------------------------------------------------------------------------------

// a[...] = x, a[...] += x, a[...]++ and ++a[...]
static bool is_written(const reader *r, const region *x, size_t base, size_t close)
{
    while (is(r, close + 1, ".") && is_word(r, close + 2)) // a[...].x = y
        close += 2;
    return reader_assigned_in_front(r, close + 1) == close || reader_assigned_in_front(r, close + 3) == close || // >>=
           is(r, close + 1, "++") || is(r, close + 1, "--") || (base > x->begin && (is(r, base - 1, "++") || is(r, base - 1, "--")));
}

// The parenthesis of __ldg(a + ...), which loads that element; or 0.
static size_t loaded_sum_end(const reader *r, size_t base)
{
    const bool is_sum = is(r, base - 1, "(") && is(r, base - 2, "__ldg") && is(r, base + 1, "+");
    return is_sum ? reader_closing(r, base - 1) : 0;
}

static array_touch *touch_of(const reader *r, function *f, int parameter)
{
    for (size_t i = 0; i < f->touches.count; i++)
        if (f->touches.items[i].parameter == parameter)
            return &f->touches.items[i];
    array_touch *const t = ARENA_PUSH(r->p->arena, &f->touches);
    *t = (array_touch){.parameter = parameter, .way = TOUCH_ANY, .width = -1, .bound = -2};
    return t;
}

// Of a place in rows, or of one in one dimension: the place along an axis.
static place along(place at, char axis)
{
    at.kind = at.kind == PLACE_IN_ROWS || at.kind == PLACE_OWN ? PLACE_OWN : PLACE_OTHER;
    at.axis = axis;
    return at;
}

// a[...], whose bracket ends at `close`, or __ldg(a + ...), whose parenthesis does.
static void add_touch(reader *r, function *f, size_t base, size_t close, bool writes)
{
    array_touch *const t = touch_of(r, f, reader_parameter_at(r, base));
    const bool is_new = t->bound == -2;
    const place at = place_of(r, base + 2, close);
    const touch_way way = at.kind == PLACE_OWN && at.axis == 'x' ? (at.is_strided ? TOUCH_STRIDED : TOUCH_OWN) : at.kind == PLACE_IN_ROWS ? TOUCH_ROWS : TOUCH_ANY;
    const int width = way == TOUCH_ROWS ? at.parameter : -1, bound = bound_at(r, base, along(at, 'x')), bound_y = way == TOUCH_ROWS ? bound_at(r, base, along(at, 'y')) : -1;
    t->writes |= writes;
    t->has_parts |= is(r, close + 1, ".");
    if (is_new) {
        *t = (array_touch){.parameter = t->parameter, .way = way, .writes = t->writes, .has_parts = t->has_parts, .width = width, .bound = bound, .bound_y = bound_y};
        if (way != TOUCH_ANY) {
            t->block_x = at.block_x;
            t->block_y = at.block_y;
        }
    } else {
        const bool is_same = t->way == way && t->width == width && slice_equal(t->block_x, at.block_x) && slice_equal(t->block_y, at.block_y);
        t->way = is_same ? way : TOUCH_ANY;
        t->bound = t->bound == bound ? bound : -1;
        t->bound_y = t->bound_y == bound_y ? bound_y : -1;
    }
}

static void find_touches(reader *r, function *f)
{
    for (size_t k = 0; k < r->regions.count && !r->why; k++) {
        const region *x = &r->regions.items[k];
        for (size_t i = x->begin; i < x->end && !r->why; i++) {
            if (is(r, i, "++") || is(r, i, "--") || reader_assigned_in_front(r, i))
                reader_check_target(r, x, i);
            if (is(r, i, "["))
                (void)reader_check_base(r, i);
            const int parameter = reader_parameter_at(r, i);
            if (parameter < 0 || !reader_is_pointer(r, &r->d->parameters.items[parameter]) || r->why)
                continue;
            const size_t close = is(r, i + 1, "[") ? reader_closing(r, i + 1) : loaded_sum_end(r, i);
            if (!close)
                reader_give_up(r, i, reader_about(r, i, "'%.*s' stands here without an index"));
            else
                add_touch(r, f, i, close, is(r, i + 1, "[") && is_written(r, x, i, close));
        }
    }
}

static int by_parameter(const void *left, const void *right)
{
    const array_touch *a = left, *b = right;
    return a->parameter < b->parameter ? -1 : a->parameter > b->parameter;
}

const char *fuse_find_touches(plan *p, function *kernel, size_t *at)
{
    reader r = {.p = p, .f = kernel, .d = plan_definition(kernel), .in = -1, .out = -1, .is_part = true};
    r.file = &p->files.items[r.d->file];
    kernel->touches.count = 0;
    if (plan_is_specialised(p, kernel))
        reader_give_up(&r, token_at_or_after(&r.file->tokens, r.d->name_begin), "the kernel is a specialisation of a template, or has one");
    reader_take_apart(&r);
    find_touches(&r, kernel);
    if (kernel->touches.count)
        qsort(kernel->touches.items, kernel->touches.count, sizeof *kernel->touches.items, by_parameter);
    *at = r.why_at;
    return r.why;
}
