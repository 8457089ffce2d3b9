// Which elements of its arrays a kernel touches: see fuse.h.
//
// In:  an annotated kernel, taken apart as one whose arrays a loop may keep (keep_reader.h). Out: for each of its arrays whether a thread
//      touches only the element at its own place, and below which number that place is; or why that cannot be said.
// Invariant: by tokens, and only what is certain. A place is a variable that keeps its value, made of threadIdx, blockIdx and blockDim;
//            one that is not understood is any place. A kernel that reaches memory in another way than by a parameter and an index, or
//            whose threads have to do with each other, is none that can be part of a block.
#include "frontend/fuse.h"

#include "frontend/keep_reader.h"
#include "frontend/unchanged.h"

#include <stdlib.h>
#include <string.h>

typedef enum place_kind {
    PLACE_OTHER,
    PLACE_THREAD,  // threadIdx.x
    PLACE_BLOCK,   // blockIdx.x
    PLACE_SHAPE,   // blockDim.x
    PLACE_GRID,    // gridDim.x
    PLACE_TOTAL,   // blockDim.x * gridDim.x
    PLACE_FIRST,   // blockIdx.x * blockDim.x
    PLACE_OWN,     // that + threadIdx.x
    PLACE_NUMBER,  // a parameter
    PLACE_CONSTANT, // a number, for block_x or block_y
    PLACE_ROW,     // own y * a parameter
    PLACE_IN_ROWS, // that + own x
} place_kind;

typedef struct place {
    place_kind kind;
    char axis;     // 'x', 'y' or 'z'
    int parameter; // of PLACE_NUMBER, PLACE_ROW and PLACE_IN_ROWS
    slice block_x, block_y; // constants in place of blockDim.x and blockDim.y
    bool is_strided; // of PLACE_OWN: it goes on by the threads of the grid,
    slice variable;  // as this one does
} place;

static const place other_place = {.kind = PLACE_OTHER, .parameter = -1};

enum { depth_at_most = 8 }; // of variables that are made of others

static place place_of(const reader *r, size_t begin, size_t end, int depth);

// ---- names -----------------------------------------------------------------------------------------------------------

// In integers that are as wide as places are. A narrower one may be the same for two threads.
static bool is_wide_type(const reader *r, size_t i)
{
    static const char *const words[] = {"int", "unsigned", "long", "size_t", "auto", "const", "constexpr", "int32_t", "uint32_t", "int64_t", "uint64_t", "uint",
                                        "ptrdiff_t", "std", "::"};
    return IS_ONE_OF(r, i, words);
}

// `TYPE NAME = VALUE` of a local: the value's first token, or 0.
static size_t value_of_local(const reader *r, size_t name, size_t *end)
{
    for (size_t k = 0; k < r->regions.count; k++) {
        const region *x = &r->regions.items[k];
        for (size_t i = x->begin + 1; i + 1 < x->end; i++) {
            if (!slice_equal(bytes_of(r, i), bytes_of(r, name)) || !is(r, i + 1, "=") || is(r, i - 1, ".") || !reader_gets_value(r, x, i))
                continue;
            size_t first = x->begin; // int y = 0, x = ...;
            while (first < i && is_wide_type(r, first))
                first++;
            if (first == x->begin || reader_is_type_or_template(r, first)) // unsigned char
                return 0;
            *end = i + 2;
            for (int depth = 0; *end < x->end && (depth || !is(r, *end, ",")); (*end)++)
                depth += is(r, *end, "(") - is(r, *end, ")");
            return i + 2;
        }
    }
    return 0;
}

// threadIdx.x and its like.
static place place_of_index(const reader *r, size_t i, size_t end)
{
    const bool is_index = end == i + 3 && is(r, i + 1, ".");
    const char axis = is_index && bytes_of(r, i + 2).length == 1 ? *bytes_of(r, i + 2).bytes : ' ';
    if (axis < 'x' || axis > 'z')
        return other_place;
    const place_kind kind = is(r, i, "threadIdx") ? PLACE_THREAD : is(r, i, "blockIdx") ? PLACE_BLOCK : is(r, i, "blockDim") ? PLACE_SHAPE : is(r, i, "gridDim") ? PLACE_GRID : PLACE_OTHER;
    return (place){.kind = kind, .axis = axis, .parameter = -1};
}

// One variable or parameter of this name, which nothing gives another value. Operators that a template leaves open do not: its types are
// numbers where its launches are made as one.
static bool keeps_value(const reader *r, size_t i)
{
    size_t declared = reader_parameter_at(r, i) >= 0;
    for (size_t k = 0; k < r->f->facts.count; k++) {
        const fact *x = &r->f->facts.items[k];
        if (!is(r, i, x->name ? x->name : ""))
            continue;
        declared += x->kind == FACT_LOCAL || x->kind == FACT_STATIC_LOCAL;
        if (x->kind == FACT_CHANGE && !reader_is_given_to_computing(r, token_at_or_after(&r->file->tokens, x->begin)))
            return false;
    }
    return declared == 1 && !unchanged_names_another(r->p, r->f, token_of(r, i));
}

// The statement behind a header: no `#pragma unroll`.
static size_t behind_directives(const reader *r, size_t i)
{
    while (token_of(r, i)->in_directive)
        i++;
    return i;
}

// The token behind the statement that begins at `i`: a simple one, or a block. `i` itself for others.
static size_t behind_statement(const reader *r, size_t i)
{
    static const char *const headers[] = {"if", "for", "while", "do", "else", "switch"};
    if (IS_ONE_OF(r, i, headers))
        return i;
    if (is(r, i, "{"))
        return reader_closing(r, i) + 1;
    while (!is(r, i, ";") && token_of(r, i)->kind != TOKEN_END)
        i = is(r, i, "(") || is(r, i, "{") || is(r, i, "[") ? reader_closing(r, i) + 1 : i + 1;
    return i + 1;
}

typedef struct for_loop { // for (init; condition; step) body: as tokens
    size_t init, condition, step, close, body, behind; // behind is the body's begin where that is a further header
} for_loop;

static bool read_for(const reader *r, size_t i, for_loop *x)
{
    if (!is(r, i, "for") || !is(r, i + 1, "("))
        return false;
    size_t parts[2] = {0, 0}, found = 0;
    *x = (for_loop){.init = i + 2, .close = reader_closing(r, i + 1)};
    for (size_t k = i + 2; k < x->close; k++) {
        if (is(r, k, "(") || is(r, k, "[") || is(r, k, "{"))
            k = reader_closing(r, k);
        else if (is(r, k, ";") && found < 2)
            parts[found++] = k;
    }
    x->condition = parts[0] + 1;
    x->step = parts[1] + 1;
    x->body = behind_directives(r, x->close + 1);
    x->behind = behind_statement(r, x->body);
    return found == 2;
}

// for (int i = OWN; ...; i += blockDim.x * gridDim.x): the variable, in that loop, which nothing else changes.
static place place_in_stride(const reader *r, size_t use, int depth)
{
    size_t changes = 0, declared = 0, end = 0;
    for (size_t k = 0; k < r->f->facts.count; k++) {
        const fact *x = &r->f->facts.items[k];
        if (!is(r, use, x->name ? x->name : ""))
            continue;
        declared += x->kind == FACT_LOCAL || x->kind == FACT_STATIC_LOCAL;
        changes += x->kind == FACT_CHANGE;
    }
    if (declared != 1 || changes != 1 || depth >= depth_at_most || unchanged_names_another(r->p, r->f, token_of(r, use)))
        return other_place;
    for (size_t i = token_at_or_after(&r->file->tokens, r->d->body_begin); i < use; i++) {
        for_loop x;
        if (!read_for(r, i, &x) || use >= x.behind || x.close < x.step + 3)
            continue;
        if (!slice_equal(bytes_of(r, x.step), bytes_of(r, use)) || !is(r, x.step + 1, "+="))
            continue;
        const size_t value = value_of_local(r, use, &end);
        if (value <= x.init || value >= x.condition || place_of(r, x.step + 2, x.close, depth + 1).kind != PLACE_TOTAL)
            return other_place;
        place first = place_of(r, value, end, depth + 1);
        const place total = place_of(r, x.step + 2, x.close, depth + 1);
        if (first.kind != PLACE_OWN || first.axis != 'x' || first.is_strided)
            return other_place;
        first.is_strided = true;
        first.variable = bytes_of(r, use);
        first.block_x = first.block_x.length ? first.block_x : total.block_x;
        return total.block_x.length && !slice_equal(first.block_x, total.block_x) ? other_place : first;
    }
    return other_place;
}

static place place_of_name(const reader *r, size_t i, int depth)
{
    const int parameter = reader_parameter_at(r, i);
    size_t end = 0;
    if (is_word(r, i) && parameter < 0 && !keeps_value(r, i))
        return place_in_stride(r, i, depth);
    if (!is_word(r, i) || !keeps_value(r, i))
        return other_place;
    if (parameter >= 0)
        return (place){.kind = reader_is_pointer(r, &r->d->parameters.items[parameter]) ? PLACE_OTHER : PLACE_NUMBER, .parameter = parameter};
    const size_t value = depth < depth_at_most ? value_of_local(r, i, &end) : 0;
    return value ? place_of(r, value, end, depth + 1) : other_place;
}

// ---- expressions -----------------------------------------------------------------------------------------------------

// (int)x, static_cast<int>(x), int(x): of a wide type.
static bool strip(const reader *r, size_t *begin, size_t *end)
{
    size_t i = *begin;
    if (is(r, i, "static_cast") && is(r, i + 1, "<")) {
        for (i += 2; i < *end && !is(r, i, ">"); i++)
            if (!is_wide_type(r, i))
                return false;
        i++;
    } else {
        while (i < *end && is_wide_type(r, i))
            i++;
    }
    if (i >= *end || !is(r, i, "("))
        return false;
    const size_t close = reader_closing(r, i);
    if (close + 1 == *end) { // all of it
        *begin = i + 1;
        *end = close;
        return *begin < *end;
    }
    if (i != *begin) // unsigned(x) * y
        return false;
    for (size_t k = i + 1; k < close; k++) // (unsigned)x
        if (!is_wide_type(r, k))
            return false;
    // A cast takes what stands directly behind it: a name with its members, or what is in parentheses.
    size_t behind = close + 1;
    behind = is(r, behind, "(") ? reader_closing(r, behind) + 1 : behind + 1;
    while (behind + 1 < *end && is(r, behind, "."))
        behind += 2;
    if (close == i + 1 || behind != *end)
        return false;
    *begin = close + 1;
    return true;
}

// How often the operator stands outside of brackets, and where last.
static size_t count_operators(const reader *r, size_t begin, size_t end, const char *op, size_t *at)
{
    size_t count = 0;
    int depth = 0;
    for (size_t i = begin; i < end; i++) {
        depth += is(r, i, "(") - is(r, i, ")");
        if (depth == 0 && is(r, i, op) && i > begin) {
            *at = i;
            count++;
        }
    }
    return count;
}

static place with_shapes(place result, place a, place b)
{
    result.block_x = a.block_x.length ? a.block_x : b.block_x;
    result.block_y = a.block_y.length ? a.block_y : b.block_y;
    return result;
}

static place sum_of(place a, place b)
{
    if (a.kind == PLACE_FIRST && b.kind == PLACE_THREAD && a.axis == b.axis)
        return with_shapes((place){.kind = PLACE_OWN, .axis = a.axis, .parameter = -1}, a, b);
    if (a.kind == PLACE_ROW && b.kind == PLACE_OWN && b.axis == 'x' && !b.is_strided)
        return with_shapes((place){.kind = PLACE_IN_ROWS, .axis = 'x', .parameter = a.parameter}, a, b);
    return other_place;
}

static place product_of(place a, place b)
{
    place first = {.kind = PLACE_FIRST, .axis = a.axis, .parameter = -1};
    if (a.kind == PLACE_BLOCK && b.kind == PLACE_SHAPE && a.axis == b.axis)
        return first;
    if (a.kind == PLACE_BLOCK && b.kind == PLACE_CONSTANT && a.axis != 'z') {
        *(a.axis == 'x' ? &first.block_x : &first.block_y) = b.block_x;
        return first;
    }
    if (a.kind == PLACE_SHAPE && b.kind == PLACE_GRID && a.axis == b.axis && a.axis == 'x')
        return (place){.kind = PLACE_TOTAL, .axis = 'x', .parameter = -1};
    if (a.kind == PLACE_CONSTANT && b.kind == PLACE_GRID && b.axis == 'x')
        return (place){.kind = PLACE_TOTAL, .axis = 'x', .parameter = -1, .block_x = a.block_x};
    if (a.kind == PLACE_OWN && a.axis == 'y' && b.kind == PLACE_NUMBER)
        return with_shapes((place){.kind = PLACE_ROW, .axis = 'y', .parameter = b.parameter}, a, (place){0});
    return other_place;
}

// If it is a macro: one of a single number, or in parentheses, so that it is one operand wherever it stands.
static bool is_one_operand(const reader *r, size_t name)
{
    for (size_t file = 0; file < r->p->files.count; file++) {
        const plan_file *f = &r->p->files.items[file];
        for (size_t i = 2; i < f->tokens.count; i++) {
            const token *t = &f->tokens.items[i];
            if (!t->in_directive || !is_token(f, i - 1, "define") || !slice_equal((slice){f->text->bytes + t->begin, t->end - t->begin}, bytes_of(r, name)))
                continue;
            size_t end = i + 1;
            while (f->tokens.items[end].in_directive && !f->tokens.items[end].starts_line)
                end++;
            const bool is_number = end == i + 2 && f->tokens.items[i + 1].kind == TOKEN_NUMBER;
            if (!is_number && !(is_token(f, i + 1, "(") && plan_closing_bracket(f, i + 1, end) + 1 == end))
                return false;
        }
    }
    return true;
}

// A number that is known where the kernel stands: a literal, a constant, a parameter of its template.
static place constant_of(const reader *r, size_t i)
{
    const bool is_literal = token_of(r, i)->kind == TOKEN_NUMBER && !memchr(bytes_of(r, i).bytes, '.', bytes_of(r, i).length);
    if (!is_literal && (!reader_is_constant_number(r, i) || !is_one_operand(r, i)))
        return other_place;
    return (place){.kind = PLACE_CONSTANT, .parameter = -1, .block_x = bytes_of(r, i)};
}

enum { terms_at_most = 4 };

// begin .. end at its `+`: the terms, or 0 where there is another operator or more of them.
static size_t terms_of(const reader *r, size_t begin, size_t end, place *terms, int depth)
{
    size_t count = 0, from = begin;
    int open = 0;
    for (size_t i = begin; i <= end; i++) {
        if (i < end)
            open += is(r, i, "(") - is(r, i, ")");
        if (i < end && (open != 0 || !is(r, i, "+") || i == from))
            continue;
        if (count == terms_at_most)
            return 0;
        terms[count++] = place_of(r, from, i, depth);
        from = i + 1;
    }
    return count;
}

static place place_of(const reader *r, size_t begin, size_t end, int depth)
{
    while (strip(r, &begin, &end))
        ;
    if (end == begin + 1)
        return is_word(r, begin) && place_of_name(r, begin, depth).kind != PLACE_OTHER ? place_of_name(r, begin, depth) : constant_of(r, begin);
    size_t plus = 0, star = 0;
    const size_t sums = count_operators(r, begin, end, "+", &plus), products = count_operators(r, begin, end, "*", &star);
    if (sums > 0) {
        place terms[terms_at_most];
        size_t count = terms_of(r, begin, end, terms, depth);
        for (bool is_new = true; count > 1 && is_new;) {
            is_new = false;
            for (size_t i = 0; i < count && !is_new; i++)
                for (size_t k = 0; k < count && !is_new; k++) {
                    const place sum = i != k ? sum_of(terms[i], terms[k]) : other_place;
                    if (sum.kind == PLACE_OTHER)
                        continue;
                    terms[i] = sum;
                    terms[k] = terms[--count];
                    is_new = true;
                }
        }
        return count == 1 ? terms[0] : other_place;
    }
    if (products == 1) {
        const place a = place_of(r, begin, star, depth), b = place_of(r, star + 1, end, depth), product = product_of(a, b);
        return product.kind == PLACE_OTHER ? product_of(b, a) : product;
    }
    return place_of_index(r, begin, end);
}

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
    const bool is_left = count_operators(r, begin, end, holds ? "<" : ">=", &at) == 1;
    if (!is_left && count_operators(r, begin, end, holds ? ">" : "<=", &at) != 1)
        return -1;
    const place left = place_of(r, begin, at, 0), right = place_of(r, at + 1, end, 0);
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
        if (read_for(r, i, &x) && at >= x.body && at < x.behind) {
            const int bound = bound_of_condition(r, x.condition, x.step - 1, true, of);
            if (bound >= 0)
                return bound;
        }
        if (!is(r, i, "if") || !is(r, i + 1, "("))
            continue;
        const size_t close = reader_closing(r, i + 1), then = behind_directives(r, close + 1), behind = behind_statement(r, then);
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

static void add_touch(reader *r, function *f, const region *x, size_t base)
{
    const size_t close = reader_closing(r, base + 1);
    array_touch *const t = touch_of(r, f, reader_parameter_at(r, base));
    const bool is_new = t->bound == -2;
    const place at = place_of(r, base + 2, close, 0);
    const touch_way way = at.kind == PLACE_OWN && at.axis == 'x' ? (at.is_strided ? TOUCH_STRIDED : TOUCH_OWN) : at.kind == PLACE_IN_ROWS ? TOUCH_ROWS : TOUCH_ANY;
    const int width = way == TOUCH_ROWS ? at.parameter : -1, bound = bound_at(r, base, along(at, 'x')), bound_y = way == TOUCH_ROWS ? bound_at(r, base, along(at, 'y')) : -1;
    t->writes |= is_written(r, x, base, close);
    if (is_new) {
        *t = (array_touch){.parameter = t->parameter, .way = way, .writes = t->writes, .width = width, .bound = bound, .bound_y = bound_y};
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
            if (!is(r, i + 1, "["))
                reader_give_up(r, i, reader_about(r, i, "'%.*s' stands here without an index"));
            else
                add_touch(r, f, x, i);
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
    if (kernel->primary >= 0 || r.d->is_specialisation)
        reader_give_up(&r, token_at_or_after(&r.file->tokens, r.d->name_begin), "the kernel is a specialisation of a template");
    reader_take_apart(&r);
    find_touches(&r, kernel);
    if (kernel->touches.count)
        qsort(kernel->touches.items, kernel->touches.count, sizeof *kernel->touches.items, by_parameter);
    *at = r.why_at;
    return r.why;
}
