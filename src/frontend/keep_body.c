// The body of a kernel whose arrays a loop may keep: see keep_reader.h.
//
// In:  its tokens. Out: conditions and simple statements, its variables, and which of them are open; a kernel that reaches memory in
//      another way than by a parameter and an index, or whose conditions or indices are open, is given up.
#include "frontend/keep_reader.h"

// ---- assignments -----------------------------------------------------------------------------------------------------

size_t reader_assigned_in_front(const reader *r, size_t i)
{
    static const char *const operators[] = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<="};
    if (!IS_ONE_OF(r, i, operators))
        return 0;
    if (!is(r, i, "=") || !is(r, i - 1, ">") || token_of(r, i - 1)->end != token_of(r, i)->begin)
        return i - 1;
    return is(r, i - 2, ">") && token_of(r, i - 2)->end == token_of(r, i - 1)->begin ? i - 3 : 0; // >>=, or a comparison
}

static bool assigns(const reader *r, size_t i)
{
    return reader_assigned_in_front(r, i) != 0 || (is(r, i, ">") && is(r, i + 1, ">") && is(r, i + 2, "=") && reader_assigned_in_front(r, i + 2) == i - 1);
}

// Behind name[2][k].
static size_t behind_brackets(const reader *r, size_t name)
{
    size_t i = name + 1;
    while (is(r, i, "["))
        i = reader_closing(r, i) + 1;
    return i;
}

static bool is_array(const reader *r, size_t i) { return reader_name(r, i) >= 0 && r->names.items[reader_name(r, i)].dimensions && reader_stands_alone(r, i); }

// `TYPE NAME ...`, or a further one behind a comma.
static bool is_declarator(const reader *r, const region *x, size_t i)
{
    static const char *const behind[] = {"=", "(", ","};
    int depth = 0;
    for (size_t k = x->begin; k < i; k++) {
        depth += is(r, k, "(") || is(r, k, "[");
        depth -= is(r, k, ")") || is(r, k, "]");
    }
    if (depth != 0 || i == x->begin || (!is(r, i - 1, ",") && !reader_is_type_or_template(r, i - 1)))
        return false;
    const size_t next = behind_brackets(r, i);
    return next >= x->end || IS_ONE_OF(r, next, behind) || (is(r, next, "{") && reader_closing(r, next) + 1 >= x->end);
}

static bool has_members(const reader *r, size_t i) { return reader_name(r, i) >= 0 && r->names.items[reader_name(r, i)].is_class && reader_stands_alone(r, i); }

// Does the local or parameter at `i` get a value there, or a part of it?
bool reader_gets_value(const reader *r, const region *x, size_t i)
{
    const size_t behind = is_array(r, i) ? behind_brackets(r, i) : has_members(r, i) && is(r, i + 1, ".") ? i + 3 : i + 1; // v[0] = 1, v.x = 1
    return assigns(r, behind) || is(r, behind, "++") || is(r, behind, "--") || (i && (is(r, i - 1, "++") || is(r, i - 1, "--"))) ||
           is_declarator(r, x, i);
}

// The first token of what gets a value by the operator at `i`.
static size_t target_of(const reader *r, const region *x, size_t i, bool *is_variable)
{
    const bool counts = is(r, i, "++") || is(r, i, "--"), is_behind = counts && i > x->begin && reader_is_operand(r, i - 1);
    size_t to = !counts ? reader_assigned_in_front(r, i) : is_behind ? i - 1 : i + 1;
    if (to > x->begin + 1 && is_word(r, to) && is(r, to - 1, ".") && has_members(r, to - 2)) // v.x
        to -= 2;
    size_t base = to;
    while (base > x->begin && is(r, base, "]"))
        base = reader_opening(r, base) - 1;
    const int name = reader_name(r, base);
    *is_variable = is_array(r, base) || (name >= 0 && base == to && !r->names.items[name].is_pointer && !is(r, to + 1, "[") && reader_stands_alone(r, to));
    return is(r, to, "]") ? reader_opening(r, to) - 1 : to;
}

void reader_check_target(reader *r, const region *x, size_t i)
{
    bool is_variable;
    size_t base = target_of(r, x, i, &is_variable), last = base;
    while (!is_variable && last > x->begin + 1 && is_word(r, last) && is(r, last - 1, ".")) // a[i].x
        last -= 2;
    if (last != base && is(r, last, "]"))
        base = reader_opening(r, last) - 1;
    const int name = reader_name(r, base);
    const bool is_element = name >= 0 && r->names.items[name].is_pointer && reader_stands_alone(r, base) && is(r, base + 1, "[");
    size_t close = is_element ? reader_closing(r, base + 1) : 0;
    while (is_element && is(r, close + 1, ".") && is_word(r, close + 2))
        close += 2;
    const bool is_whole = is_element && (is(r, i, "++") || is(r, i, "--") ? i == close + 1 || i + 1 == base : reader_assigned_in_front(r, i) == close);
    if (!is_variable && !is_whole)
        reader_give_up(r, base, reader_about(r, base, "the kernel changes something else than a variable or an element of an array here, by '%.*s'"));
}

// out[...] = x; or a variable's new value. Else the kernel does more than write its array.
static void check_assignment(reader *r, const region *x, size_t i)
{
    bool is_variable;
    const size_t base = target_of(r, x, i, &is_variable);
    if (is_variable || (is(r, i, "=") && base != i - 1 && reader_names_parameter(r, base, r->out) && base == x->begin))
        return;
    reader_give_up(r, base, reader_about(r, base, "the kernel changes something else than one element of one array here, by '%.*s'"));
}

// ---- conditions inside of expressions --------------------------------------------------------------------------------

static bool touches_arrays(const reader *r, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        if (reader_name(r, i) >= 0 && r->names.items[reader_name(r, i)].is_pointer && reader_stands_alone(r, i))
            return true;
    return false;
}

// `x > 0 ? in[i - 1] : 0`: where an array is touched to the right, what decides must be known, as far as it goes to the left.
static void check_choice(reader *r, const region *x, size_t at)
{
    static const char *const borders[] = {",", "?", ":", "return"};
    size_t begin = at, end = at + 1;
    int depth = 0;
    for (; end < x->end && depth >= 0; end++)
        depth += depth_of(r, end);
    if (!touches_arrays(r, at, end))
        return;
    depth = 0;
    while (begin > x->begin) {
        const size_t i = begin - 1;
        depth += is(r, i, ")") || is(r, i, "]");
        depth -= is(r, i, "(") || is(r, i, "[");
        if (depth < 0 || (depth == 0 && (IS_ONE_OF(r, i, borders) || reader_assigned_in_front(r, i))))
            break;
        begin = i;
    }
    const size_t open = reader_open_value(r, begin, at);
    if (open != at)
        reader_give_up(r, open, "which elements are touched depends on a value that may differ from step to step");
}

// ---- the body --------------------------------------------------------------------------------------------------------

static void add_region(reader *r, size_t begin, size_t end, bool is_condition)
{
    if (begin < end)
        *ARENA_PUSH(r->p->arena, &r->regions) = (region){begin, end, is_condition};
}

// for (init; condition; step)
static void add_for(reader *r, size_t open, size_t close)
{
    size_t parts[2] = {0, 0}, found = 0;
    int depth = 0;
    for (size_t i = open + 1; i < close; i++) {
        depth += depth_of(r, i);
        if (depth == 0 && is(r, i, ";") && found < 2)
            parts[found++] = i;
    }
    if (found != 2) {
        reader_give_up(r, open, "the header of this loop is not followed");
        return;
    }
    add_region(r, open + 1, parts[0], false);
    add_region(r, parts[0] + 1, parts[1], true);
    add_region(r, parts[1] + 1, close, false);
}

// #pragma unroll
static bool is_unrolling(const reader *r, size_t i) { return is(r, i, "#") && is(r, i + 1, "pragma") && is(r, i + 2, "unroll"); }

// [[fallthrough]];
static bool is_falling_through(const reader *r, size_t i) { return is(r, i, "[") && is(r, i + 1, "[") && is(r, i + 2, "fallthrough") && is(r, i + 3, "]"); }

// Digraphs are brackets under another name.
static bool has_digraph(const reader *r)
{
    static const char *const digraphs[] = {"<:", ":>", "<%", "%>", "%:", "??"};
    const char *bytes = r->file->text->bytes;
    for (size_t i = r->d->body_begin; i + 1 < r->d->body_end; i++)
        for (size_t k = 0; k < sizeof digraphs / sizeof *digraphs; k++)
            if (bytes[i] == digraphs[k][0] && bytes[i + 1] == digraphs[k][1])
                return true;
    return false;
}

static void read_body(reader *r)
{
    static const char *const headers[] = {"if", "while", "for", "switch"}, *const labels[] = {"case", "default"};
    size_t begin = 0; // of a statement; 0: none
    const size_t first = token_at_or_after(&r->file->tokens, r->d->body_begin) + 1;
    for (size_t i = first; token_of(r, i)->begin + 1 < r->d->body_end && !r->why; i++) {
        if (!begin && is_unrolling(r, i)) {
            i = token_directive_end(&r->file->tokens, i) - 1;
        } else if (!begin && is_falling_through(r, i)) {
            i = reader_closing(r, i);
        } else if (token_of(r, i)->in_directive) {
            reader_give_up(r, i, "a directive stands in the kernel");
        } else if (!begin && IS_ONE_OF(r, i, headers)) {
            const size_t open = is(r, i + 1, "constexpr") ? i + 2 : i + 1, close = reader_closing(r, open);
            if (is(r, i, "for"))
                add_for(r, open, close);
            else
                add_region(r, open + 1, close, true);
            i = close;
        } else if (!begin && IS_ONE_OF(r, i, labels)) {
            const size_t value = i + 1;
            while (!is(r, i, ":") && token_of(r, i)->begin + 1 < r->d->body_end)
                i++;
            add_region(r, value, i, true);
        } else if (!begin && (is(r, i, "else") || is(r, i, "do") || is(r, i, "{") || is(r, i, "}") || is(r, i, ";"))) {
            continue;
        } else if (is(r, i, ";")) {
            add_region(r, begin, i, false);
            begin = 0;
        } else {
            begin = begin ? begin : i;
            const bool is_list = is(r, i, "{") && (is(r, i - 1, "=") || is(r, i - 1, "]") || is_word(r, i - 1)); // of values: check_words sees what it holds
            if (!is_list && (is(r, i, "{") || is(r, i, "}")))
                reader_give_up(r, i, "braces stand in an expression");
            else if (is_list || is(r, i, "(") || is(r, i, "["))
                i = reader_closing(r, i);
        }
    }
    if (!r->why && has_digraph(r))
        reader_give_up(r, first, "the kernel has digraphs");
}

// __ldg(&a[i]), of a block: a load of that element (transform/body_shadow.c).
static bool is_loaded(const reader *r, size_t address)
{
    return r->is_part && is(r, address, "&") && is(r, address - 1, "(") && is(r, address - 2, "__ldg") && reader_parameter_at(r, address + 1) >= 0 &&
           is(r, address + 2, "[") && is(r, reader_closing(r, address + 2) + 1, ")");
}

// As many indices as the array has dimensions.
static bool is_element(const reader *r, size_t array)
{
    size_t count = 0;
    for (size_t i = array + 1; is(r, i, "["); i = reader_closing(r, i) + 1)
        count++;
    return count == r->names.items[reader_name(r, array)].dimensions;
}

// All words and operators of the body are of known kinds: nothing is reached by an address, nothing is hidden.
static void check_words(reader *r)
{
    static const char *const unknown[] = {"->", ";", "#", "@", "...", ".*"};
    for (size_t k = 0; k < r->regions.count && !r->why; k++) {
        const region *x = &r->regions.items[k];
        for (size_t i = x->begin; i < x->end && !r->why; i++) {
            const token *t = token_of(r, i);
            const bool reaches = (is(r, i, "*") || is(r, i, "&") || is(r, i, "&&")) && (i == x->begin || !reader_is_operand(r, i - 1));
            if (t->in_directive || IS_ONE_OF(r, i, unknown) || t->kind == TOKEN_STRING || (is(r, i, "[") && !reader_is_operand(r, i - 1)))
                reader_give_up(r, i, reader_about(r, i, "'%.*s' stands here, and what it means is not followed"));
            else if (reaches && !is_loaded(r, i))
                reader_give_up(r, i, "a pointer or a reference stands here; the arrays are reached by a parameter and an index");
            else if (is_array(r, i) && !is_element(r, i))
                reader_give_up(r, i, reader_about(r, i, "'%.*s' stands here without an index, so that its address goes elsewhere"));
            else if (is_word(r, i) && !reader_knows_word(r, i))
                reader_give_up(r, i, reader_about(r, i, r->is_part ? "'%.*s' stands here, which is not followed" : "'%.*s' is not known to be the same in each step"));
        }
    }
}

// The array that it writes is the first one with `name[...] =`.
void reader_find_written(reader *r)
{
    for (size_t i = 0; i < r->regions.count && r->out < 0; i++) {
        const size_t base = r->regions.items[i].begin;
        if (is_word(r, base) && is(r, base + 1, "[") && is(r, reader_closing(r, base + 1) + 1, "="))
            r->out = reader_parameter_at(r, base);
    }
    if (r->out < 0)
        reader_give_up(r, token_at_or_after(&r->file->tokens, r->d->body_begin), "the kernel writes no other array by a statement 'out[index] = value;'");
}

// `float a[]` is a pointer; `float a[][4]` and `float (*a)[4]` are pointers to arrays.
static bool is_written_as_array(const reader *r, const parameter *x)
{
    const size_t name = token_at_or_after(&r->file->tokens, x->name_begin);
    if (!*x->name || !is(r, name, x->name) || !is(r, name + 1, "["))
        return false;
    for (size_t i = token_at_or_after(&r->file->tokens, x->begin); i < name; i++)
        if (is(r, i, "(") || is(r, i, "*") || is(r, i, "&"))
            return false;
    return !is(r, reader_closing(r, name + 1) + 1, "[");
}

bool reader_is_pointer(const reader *r, const parameter *x)
{
    if (is_written_as_array(r, x))
        return true;
    for (size_t i = token_at_or_after(&r->file->tokens, x->begin); token_of(r, i)->begin < x->name_begin; i++)
        if (is(r, i, "*"))
            return true;
    return false;
}

// `TYPE NAME`, at the first place of the declaration that bears the name.
static bool is_declared_plainly(const reader *r, const fact *x)
{
    for (size_t i = token_at_or_after(&r->file->tokens, x->begin); token_of(r, i)->begin < x->end; i++)
        for (size_t k = 0; is(r, i, x->name) && k < r->regions.count; k++)
            if (i >= r->regions.items[k].begin && i < r->regions.items[k].end)
                return is_declarator(r, &r->regions.items[k], i);
    return false;
}

// `const T`, of a template's parameter T: for a block it is found out when the template is used whether that is a number.
static bool is_open_number(const reader *r, size_t begin, size_t end)
{
    size_t names = 0;
    for (size_t i = begin; i < end; i++) {
        if (is(r, i, "const"))
            continue;
        if (reader_is_type(r, i) || !reader_is_type_or_template(r, i))
            return false;
        names++;
    }
    return names == 1;
}

// The same, or `const float4`.
static bool is_number(const reader *r, size_t begin, size_t end)
{
    size_t at = begin;
    while (at < end && !reader_has_open_types(r) && (is(r, at, "const") || reader_is_number_class(r, at)))
        at++;
    return (at == end && begin < end) || is_open_number(r, begin, end);
}

// The local that is declared in the statement which begins at `at` or in front.
static bool is_of_open_number(const reader *r, size_t at)
{
    while (at > 0 && (is(r, at - 1, "const") || reader_is_type_or_template(r, at - 1)))
        at--;
    size_t end = at;
    while (is(r, end, "const") || reader_is_type_or_template(r, end))
        end++;
    return is_open_number(r, at, end);
}

// Of TYPE NAME[2][k], by its text.
static size_t count_dimensions(const reader *r, const fact *x)
{
    size_t count = 0, i = token_at_or_after(&r->file->tokens, x->begin);
    while (token_of(r, i)->begin < x->end && !is(r, i, x->name))
        i++;
    for (i++; is(r, i, "["); i = reader_closing(r, i) + 1)
        count++;
    return count;
}

static void find_names(reader *r)
{
    enum { parameters_at_most = 64 }; // one bit each
    if (r->d->parameters.count > parameters_at_most)
        reader_give_up(r, token_at_or_after(&r->file->tokens, r->d->open), "the kernel has more than 64 parameters");
    for (size_t i = 0; i < r->d->parameters.count; i++) {
        const parameter *x = &r->d->parameters.items[i];
        if ((x->is_class && !(r->is_part && is_number(r, token_at_or_after(&r->file->tokens, x->begin), token_at_or_after(&r->file->tokens, x->name_begin)))) ||
            x->is_pack || (x->is_awkward && !is_written_as_array(r, x)))
            reader_give_up(r, token_at_or_after(&r->file->tokens, x->begin), "this parameter may hold more than one number or pointer");
        if (*x->name)
            *ARENA_PUSH(r->p->arena, &r->names) = (kept_name){.name = slice_of(x->name), .is_pointer = reader_is_pointer(r, x)};
    }
    const size_t parameters = r->names.count;
    for (size_t i = 0; i < r->f->facts.count; i++) {
        const fact *x = &r->f->facts.items[i];
        if (x->kind != FACT_LOCAL)
            continue;
        const size_t at = token_at_or_after(&r->file->tokens, x->begin);
        bool is_known = false;
        for (size_t k = 0; k < r->names.count; k++) {
            is_known |= slice_equal(r->names.items[k].name, slice_of(x->name));
            if (is_known && k < parameters)
                reader_give_up(r, at, arena_format(r->p->arena, "'%s' is the name of a parameter, too", x->name));
        }
        const size_t dimensions = x->context & HOLDS_NUMBERS && !(x->context & IS_SCALAR) ? count_dimensions(r, x) : 0;
        const bool is_number = x->context & (IS_SCALAR | IS_NUMBER_CLASS) || dimensions || (r->is_part && is_of_open_number(r, at));
        if (!is_number && is_of_open_number(r, at))
            reader_give_up(r, at, arena_format(r->p->arena, "what '%s' is, the template's arguments decide: write its type out", x->name));
        if (x->in_macro || !is_number)
            reader_give_up(r, at, arena_format(r->p->arena, "'%s' is not of a type that is known to be a number, an array of such, or a vector or half number of CUDA's: of another class, read members alone (v[i].x)", x->name));
        if (!is_known)
            *ARENA_PUSH(r->p->arena, &r->names) = (kept_name){.name = slice_of(x->name), .is_class = (x->context & IS_NUMBER_CLASS) != 0,
                                                              .dimensions = dimensions};
        if (!is_declared_plainly(r, x))
            reader_give_up(r, at, arena_format(r->p->arena, "'%s' is declared in a way that is not followed", x->name));
    }
}

void reader_take_apart(reader *r)
{
    void (*const passes[])(reader *) = {read_body, find_names, reader_check_macros, check_words, reader_check_facts};
    if (!plan_conditionals_match(r->file, r->d->body_begin, r->d->body_end) || r->d->in_macro)
        reader_give_up(r, token_at_or_after(&r->file->tokens, r->d->body_begin), "the kernel's text is not in one piece");
    for (size_t i = token_at_or_after(&r->file->tokens, r->d->begin); token_of(r, i)->begin < r->d->specifiers_begin; i++)
        if (token_of(r, i)->in_directive)
            continue;
        else if (is_word(r, i) && !is(r, i, "template") && !is(r, i, "class") && !is(r, i, "typename") && !reader_is_type_or_template(r, i))
            reader_give_up(r, i, "the template has parameters of a kind that is not followed");
        else if (is(r, i, "&") || is(r, i, "*") || is(r, i, "auto"))
            reader_give_up(r, i, "the template has parameters of a kind that is not followed");
    for (size_t i = 0; i < sizeof passes / sizeof *passes && !r->why; i++)
        passes[i](r);
}

// Until no more variables are found to be open.
void reader_find_open(reader *r)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t k = 0; k < r->regions.count; k++) {
            const region *x = &r->regions.items[k];
            if (reader_open_value(r, x->begin, x->end) == x->end)
                continue;
            for (size_t i = x->begin; i < x->end; i++) {
                const int name = is_word(r, i) && !is(r, i - 1, ".") ? reader_name(r, i) : -1;
                if (name < 0 || r->names.items[name].is_open || !reader_gets_value(r, x, i))
                    continue;
                r->names.items[name].is_open = changed = true;
            }
        }
    }
}

bool reader_check_base(reader *r, size_t bracket)
{
    size_t base = bracket - 1;
    while (is(r, base, "]"))
        base = reader_opening(r, base) - 1;
    const int name = reader_name(r, base);
    const bool is_pointer = name >= 0 && r->names.items[name].is_pointer && base + 1 == bracket;
    if (is_array(r, base))
        return false;
    if (!reader_stands_alone(r, base) || (!is_pointer && (name >= 0 || !is_word(r, base) || !reader_is_declared(r, base, "__constant__", "["))))
        reader_give_up(r, base, reader_about(r, base, "'%.*s' may be one of the arrays by another name"));
    return is_pointer;
}

// Where its index is, or might be, the probe must have seen.
static void check_bracket(reader *r, size_t bracket)
{
    if (!is(r, bracket, "["))
        return;
    const bool is_pointer = reader_check_base(r, bracket);
    if (r->why)
        return;
    const size_t close = reader_closing(r, bracket), open = reader_open_value(r, bracket + 1, close);
    if (is_pointer && open != close)
        reader_give_up(r, open, "this index may differ from step to step: it depends on more than the thread's place and the arguments");
}

static void check_mention(reader *r, const region *x, size_t i)
{
    const int name = reader_name(r, i);
    if (name < 0 || !r->names.items[name].is_pointer || !reader_stands_alone(r, i))
        return;
    if (!is(r, i + 1, "[")) {
        reader_give_up(r, i, reader_about(r, i, "'%.*s' stands here without an index"));
        return;
    }
    const bool is_assigned = is(r, reader_closing(r, i + 1) + 1, "=") && i == x->begin;
    if (reader_names_parameter(r, i, r->out) && !is_assigned)
        reader_give_up(r, i, reader_about(r, i, "'%.*s' is not just written"));
}

static void check_region(reader *r, const region *x)
{
    for (size_t i = x->begin; i < x->end && !r->why; i++) {
        if (is(r, i, "++") || is(r, i, "--") || reader_assigned_in_front(r, i))
            check_assignment(r, x, i);
        if (is(r, i, "?") || is(r, i, "&&") || is(r, i, "||"))
            check_choice(r, x, i);
        check_mention(r, x, i);
        check_bracket(r, i);
    }
    if (!x->is_condition || r->why)
        return;
    const size_t open = reader_open_value(r, x->begin, x->end);
    if (open != x->end)
        reader_give_up(r, open, "this condition may differ from step to step: it depends on more than the thread's place and the arguments");
}

void reader_check_regions(reader *r)
{
    for (size_t i = 0; i < r->regions.count && !r->why; i++)
        check_region(r, &r->regions.items[i]);
}
