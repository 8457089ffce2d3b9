// Places of threads in a grid: see fuse_place.h.
#include "frontend/fuse_place.h"

#include "frontend/unchanged.h"

#include <string.h>

static const place other_place = {.kind = PLACE_OTHER, .parameter = -1};

enum { depth_at_most = 8 }; // of variables that are made of others

static place place_at_depth(const reader *r, size_t begin, size_t end, int depth);

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
        if (x->kind == FACT_CHANGE && !reader_is_only_read(r, token_at_or_after(&r->file->tokens, x->begin)))
            return false;
    }
    return declared == 1 && !unchanged_names_another(r->p, r->f, token_of(r, i));
}

size_t place_behind_directives(const reader *r, size_t i)
{
    while (token_of(r, i)->in_directive)
        i++;
    return i;
}

size_t place_behind_statement(const reader *r, size_t i)
{
    static const char *const headers[] = {"if", "for", "while", "do", "else", "switch"};
    if (IS_ONE_OF(r, i, headers))
        return i;
    if (is(r, i, "{"))
        return reader_closing(r, i) + 1;
    while (!is(r, i, ";") && token_of(r, i)->kind != TOKEN_END)
        i = depth_of(r, i) > 0 ? reader_closing(r, i) + 1 : i + 1;
    return i + 1;
}

bool place_read_for(const reader *r, size_t i, for_loop *x)
{
    if (!is(r, i, "for") || !is(r, i + 1, "("))
        return false;
    size_t parts[2] = {0, 0}, found = 0;
    *x = (for_loop){.init = i + 2, .close = reader_closing(r, i + 1)};
    for (size_t k = i + 2; k < x->close; k++) {
        if (depth_of(r, k) > 0)
            k = reader_closing(r, k);
        else if (is(r, k, ";") && found < 2)
            parts[found++] = k;
    }
    x->condition = parts[0] + 1;
    x->step = parts[1] + 1;
    x->body = place_behind_directives(r, x->close + 1);
    x->behind = place_behind_statement(r, x->body);
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
        if (!place_read_for(r, i, &x) || use >= x.behind || x.close < x.step + 3)
            continue;
        if (!slice_equal(bytes_of(r, x.step), bytes_of(r, use)) || !is(r, x.step + 1, "+="))
            continue;
        const size_t value = value_of_local(r, use, &end);
        if (value <= x.init || value >= x.condition || place_at_depth(r, x.step + 2, x.close, depth + 1).kind != PLACE_TOTAL)
            return other_place;
        place first = place_at_depth(r, value, end, depth + 1);
        const place total = place_at_depth(r, x.step + 2, x.close, depth + 1);
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
    return value ? place_at_depth(r, value, end, depth + 1) : other_place;
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

size_t place_count_operators(const reader *r, size_t begin, size_t end, const char *op, size_t *at)
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
    for (macro_place m = {0}; plan_next_macro_named(r->p, bytes_of(r, name), &m);) {
        const plan_file *f = m.of;
        const size_t body = m.name + 1, end = token_directive_end(&f->tokens, m.name);
        const bool is_number = end == body + 1 && f->tokens.items[body].kind == TOKEN_NUMBER;
        if (!is_number && !(is_token(f, body, "(") && plan_closing_bracket(f, body, end) + 1 == end))
            return false;
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
        terms[count++] = place_at_depth(r, from, i, depth);
        from = i + 1;
    }
    return count;
}

static place place_at_depth(const reader *r, size_t begin, size_t end, int depth)
{
    while (strip(r, &begin, &end))
        ;
    if (end == begin + 1)
        return is_word(r, begin) && place_of_name(r, begin, depth).kind != PLACE_OTHER ? place_of_name(r, begin, depth) : constant_of(r, begin);
    size_t plus = 0, star = 0;
    const size_t sums = place_count_operators(r, begin, end, "+", &plus), products = place_count_operators(r, begin, end, "*", &star);
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
        const place a = place_at_depth(r, begin, star, depth), b = place_at_depth(r, star + 1, end, depth), product = product_of(a, b);
        return product.kind == PLACE_OTHER ? product_of(b, a) : product;
    }
    return place_of_index(r, begin, end);
}

place place_of(const reader *r, size_t begin, size_t end) { return place_at_depth(r, begin, end, 0); }
