// Arrays that a loop may keep in shared memory: see keep.h.
//
// By tokens, and only what is certain: a body is taken apart into conditions and simple statements. A variable is `open` when some
// statement that gives it a value reads memory, names an open variable, or a word that is not known to be the same in each step.
// No condition may be open, and no index of the two arrays.
#include "frontend/keep.h"

#include "frontend/uniform.h"

#include <string.h>

typedef struct region { // tokens [begin, end)
    size_t begin, end;
    bool is_condition;
} region;

typedef struct kept_name { // a local variable, or a parameter
    slice name;
    bool is_open;
} kept_name;

typedef struct reader {
    plan *p;
    const function *f;
    const declaration *d;
    const plan_file *file;
    LIST_OF(region) regions;
    LIST_OF(kept_name) names;
    int in, out; // parameters
    const char *why; // not; NULL so far
    size_t why_at;
} reader;

static const token *token_of(const reader *r, size_t i) { return &r->file->tokens.items[i]; }
static bool is(const reader *r, size_t i, const char *text) { return token_is(r->file->text, token_of(r, i), text); }
static slice bytes_of(const reader *r, size_t i)
{
    const token *t = token_of(r, i);
    return (slice){r->file->text->bytes + t->begin, t->end - t->begin};
}
static bool is_word(const reader *r, size_t i) { return token_of(r, i)->kind == TOKEN_IDENTIFIER; }

static bool is_one_of(const reader *r, size_t i, const char *const *list, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (is(r, i, list[k]))
            return true;
    return false;
}
#define IS_ONE_OF(r, i, list) is_one_of(r, i, list, sizeof(list) / sizeof *(list))

static void give_up(reader *r, size_t token_index, const char *why)
{
    if (r->why)
        return;
    r->why = why;
    r->why_at = token_of(r, token_index)->begin;
}

static const char *about(const reader *r, size_t i, const char *format)
{
    const slice s = bytes_of(r, i);
    return arena_format(r->p->arena, format, (int)s.length, s.bytes);
}

// The index of the bracket's partner.
static size_t closing(const reader *r, size_t open)
{
    int depth = 0;
    size_t i = open;
    for (; token_of(r, i)->kind != TOKEN_END; i++) {
        depth += is(r, i, "(") || is(r, i, "[") || is(r, i, "{");
        depth -= is(r, i, ")") || is(r, i, "]") || is(r, i, "}");
        if (depth == 0)
            break;
    }
    return i;
}

static size_t opening(const reader *r, size_t close)
{
    int depth = 0;
    size_t i = close;
    for (; i > 0; i--) {
        depth += is(r, i, ")") || is(r, i, "]") || is(r, i, "}");
        depth -= is(r, i, "(") || is(r, i, "[") || is(r, i, "{");
        if (depth == 0)
            break;
    }
    return i;
}

// ---- words -----------------------------------------------------------------------------------------------------------

static const char *const of_language[] = {
    "int", "unsigned", "signed", "long", "short", "char", "bool", "float", "double", "const", "constexpr", "auto", "size_t", "ptrdiff_t",
    "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "uint", "std", "static_cast", "sizeof", "true",
    "false", "return", "break", "continue", "__restrict__", "dim3", "uint3"};
static const char *const of_thread[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"};

// They give what their arguments say, always the same.
static const char *const computing[] = {
    "min", "max", "abs", "fabs", "fabsf", "fmin", "fmax", "fminf", "fmaxf", "fma", "fmaf", "sqrt", "sqrtf", "rsqrt", "rsqrtf", "cbrt", "cbrtf",
    "exp", "expf", "exp2", "exp2f", "log", "logf", "log2", "log2f", "pow", "powf", "sin", "sinf", "cos", "cosf", "tan", "tanf", "tanh", "tanhf",
    "atan2", "atan2f", "hypot", "hypotf", "floor", "floorf", "ceil", "ceilf", "round", "roundf", "trunc", "truncf", "fmod", "fmodf", "copysign",
    "__fmaf_rn", "__fadd_rn", "__fmul_rn", "__fdividef", "__fma_rn", "__dadd_rn", "__dmul_rn", "__expf", "__logf", "__powf", "__sinf", "__cosf",
    "__umulhi", "__mulhi", "umin", "umax"};

static int find_name(const reader *r, size_t i)
{
    for (size_t k = 0; k < r->names.count; k++)
        if (slice_equal(r->names.items[k].name, bytes_of(r, i)))
            return (int)k;
    return -1;
}

static bool names_parameter(const reader *r, size_t i, int index)
{
    return index >= 0 && is_word(r, i) && is(r, i, r->d->parameters.items[index].name) && !is(r, i - 1, ".") && !is(r, i - 1, "->");
}

static int parameter_at(const reader *r, size_t i)
{
    for (size_t k = 0; k < r->d->parameters.count; k++)
        if (*r->d->parameters.items[k].name && names_parameter(r, i, (int)k))
            return (int)k;
    return -1;
}

static bool is_template_parameter(const reader *r, size_t i)
{
    for (size_t k = 0; k < r->d->template_parameters.count; k++)
        if (r->d->template_parameters.items[k].name && is(r, i, r->d->template_parameters.items[k].name))
            return true;
    return false;
}

// Something stands in front that an operator could have on its left.
static bool is_operand(const reader *r, size_t i)
{
    return (is_word(r, i) && !is(r, i, "return")) || token_of(r, i)->kind == TOKEN_NUMBER || is(r, i, ")") || is(r, i, "]");
}

// Does the word's value depend on more than what is the same in each step?
static bool is_open_word(const reader *r, size_t i)
{
    if (is(r, i - 1, ".") && !is(r, i + 1, "("))
        return false; // of something that was asked about
    if (IS_ONE_OF(r, i, of_language) || is_template_parameter(r, i))
        return false;
    const int name = find_name(r, i);
    if (name >= 0)
        return r->names.items[name].is_open || is(r, i + 1, "(");
    if (IS_ONE_OF(r, i, of_thread))
        return false;
    return is(r, i + 1, "(") ? !IS_ONE_OF(r, i, computing) : !uniform_number_macro(r->p, r->file, token_of(r, i));
}

// The first token of an open value, or `end`.
static size_t open_value(const reader *r, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++) {
        const token *t = token_of(r, i);
        if (is(r, i, "[") || is(r, i, "->") || t->kind == TOKEN_STRING || (is(r, i, "*") && (i == begin || !is_operand(r, i - 1))))
            return i;
        if (t->kind == TOKEN_IDENTIFIER && is_open_word(r, i))
            return i;
    }
    return end;
}

// ---- assignments -----------------------------------------------------------------------------------------------------

// An operator that assigns: the index in front of it, or 0. Each `>` is a token of its own.
static size_t assigned_in_front(const reader *r, size_t i)
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
    return assigned_in_front(r, i) != 0 || (is(r, i, ">") && is(r, i + 1, ">") && is(r, i + 2, "=") && assigned_in_front(r, i + 2) == i - 1);
}

// `TYPE NAME ...`, or a further one behind a comma.
static bool is_declarator(const reader *r, const region *x, size_t i)
{
    static const char *const in_front[] = {"*", ",", ">"}, *const behind[] = {"=", "(", "{", ","};
    if (i == x->begin || (!(is_word(r, i - 1) && !is(r, i - 1, "return")) && !IS_ONE_OF(r, i - 1, in_front)))
        return false;
    return i + 1 >= x->end || IS_ONE_OF(r, i + 1, behind);
}

// Does the local or parameter at `i` get a value there?
static bool gets_value(const reader *r, const region *x, size_t i)
{
    return assigns(r, i + 1) || is(r, i + 1, "++") || is(r, i + 1, "--") || (i && (is(r, i - 1, "++") || is(r, i - 1, "--"))) ||
           is_declarator(r, x, i);
}

// out[...] = x; or a variable's new value. Else the kernel does more than write its array.
static void check_assignment(reader *r, const region *x, size_t i)
{
    const size_t to = is(r, i, "++") || is(r, i, "--") ? (i > x->begin && is_operand(r, i - 1) ? i - 1 : i + 1) : assigned_in_front(r, i);
    if (is_word(r, to) && find_name(r, to) >= 0 && !is(r, to + 1, "[") && !is(r, to - 1, ".") && !is(r, to - 1, "->") && !is(r, to - 1, "::") &&
        (to == x->begin || !is(r, to - 1, "*") || is_word(r, to - 2) || is(r, to - 2, ">")))
        return;
    const size_t base = is(r, to, "]") ? opening(r, to) - 1 : to;
    if (is(r, to, "]") && is(r, i, "=") && names_parameter(r, base, r->out) && base == x->begin)
        return;
    give_up(r, base, about(r, base, "the kernel changes something else than one element of one array here, by '%.*s'"));
}

// ---- conditions inside of expressions --------------------------------------------------------------------------------

static bool touches_arrays(const reader *r, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        if (names_parameter(r, i, r->in) || names_parameter(r, i, r->out))
            return true;
    return false;
}

// `x > 0 ? in[i - 1] : 0`: where an array is touched to the right, what decides must be known, as far as it goes to the left.
static void check_choice(reader *r, const region *x, size_t at)
{
    static const char *const borders[] = {"=", ",", "?", ":", "return"};
    size_t begin = at, end = at + 1;
    int depth = 0;
    for (; end < x->end && depth >= 0; end++) {
        depth += is(r, end, "(") || is(r, end, "[") || is(r, end, "{");
        depth -= is(r, end, ")") || is(r, end, "]") || is(r, end, "}");
    }
    if (!touches_arrays(r, at, end))
        return;
    depth = 0;
    while (begin > x->begin) {
        const size_t i = begin - 1;
        depth += is(r, i, ")") || is(r, i, "]");
        depth -= is(r, i, "(") || is(r, i, "[");
        if (depth < 0 || (depth == 0 && (IS_ONE_OF(r, i, borders) || assigned_in_front(r, i))))
            break;
        begin = i;
    }
    const size_t open = open_value(r, begin, at);
    if (open != at)
        give_up(r, open, "which elements are touched depends on a value that may differ from step to step");
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
        depth += is(r, i, "(") || is(r, i, "[") || is(r, i, "{");
        depth -= is(r, i, ")") || is(r, i, "]") || is(r, i, "}");
        if (depth == 0 && is(r, i, ";") && found < 2)
            parts[found++] = i;
    }
    if (found != 2) {
        give_up(r, open, "a loop of this kind");
        return;
    }
    add_region(r, open + 1, parts[0], false);
    add_region(r, parts[0] + 1, parts[1], true);
    add_region(r, parts[1] + 1, close, false);
}

static void read_body(reader *r)
{
    static const char *const headers[] = {"if", "while", "for"};
    static const char *const unknown[] = {"goto", "asm", "__asm__", "switch", "try", "throw", "new", "delete", "static", "volatile", "struct",
                                          "class", "union", "enum", "using", "typedef", "operator", "template", "__shared__", "assert",
                                          "decltype", "->", "co_await", "extern", "#"};
    size_t begin = 0; // of a statement; 0: none
    const size_t first = token_at_or_after(&r->file->tokens, r->d->body_begin) + 1;
    for (size_t i = first; token_of(r, i)->begin + 1 < r->d->body_end && !r->why; i++) {
        if (IS_ONE_OF(r, i, unknown) || token_of(r, i)->in_directive) {
            give_up(r, i, about(r, i, "'%.*s' stands in the kernel"));
        } else if (!begin && IS_ONE_OF(r, i, headers)) {
            const size_t open = is(r, i + 1, "constexpr") ? i + 2 : i + 1, close = closing(r, open);
            if (is(r, i, "for"))
                add_for(r, open, close);
            else
                add_region(r, open + 1, close, true);
            i = close;
        } else if (!begin && (is(r, i, "else") || is(r, i, "do") || is(r, i, "{") || is(r, i, "}") || is(r, i, ";"))) {
            continue;
        } else if (is(r, i, ";")) {
            add_region(r, begin, i, false);
            begin = 0;
        } else {
            begin = begin ? begin : i;
            if (is(r, i, "}"))
                give_up(r, i, "a statement has no end");
            else if (is(r, i, "(") || is(r, i, "[") || is(r, i, "{"))
                for (const size_t close = closing(r, i); i < close && !r->why; i++)
                    if ((is(r, i, "{") && !(is_operand(r, i - 1) && is_word(r, i - 1))) || is(r, i, ";") || IS_ONE_OF(r, i, unknown) ||
                        (is(r, i, "[") && !is_operand(r, i - 1)))
                        give_up(r, i, "a lambda, or braces, stand in an expression");
        }
    }
}

// The array that it writes is the first one with `name[...] =`.
static void find_written(reader *r)
{
    for (size_t i = 0; i < r->regions.count && r->out < 0; i++) {
        const size_t base = r->regions.items[i].begin;
        if (is_word(r, base) && is(r, base + 1, "[") && is(r, closing(r, base + 1) + 1, "="))
            r->out = parameter_at(r, base);
    }
    if (r->out < 0)
        give_up(r, token_at_or_after(&r->file->tokens, r->d->body_begin), "the kernel has no statement 'out[i] = x' with one of its parameters");
}

static void find_names(reader *r)
{
    for (size_t i = 0; i < r->d->parameters.count; i++) {
        const parameter *x = &r->d->parameters.items[i];
        if (x->is_class || x->is_pack || x->is_awkward)
            give_up(r, token_at_or_after(&r->file->tokens, x->begin), "this parameter may hold more than one number or pointer");
        if (*x->name)
            *ARENA_PUSH(r->p->arena, &r->names) = (kept_name){slice_of(x->name), false};
    }
    for (size_t i = 0; i < r->f->facts.count; i++) {
        const fact *x = &r->f->facts.items[i];
        if (x->kind != FACT_LOCAL)
            continue;
        const size_t at = token_at_or_after(&r->file->tokens, x->begin);
        for (size_t k = 0; k < r->names.count; k++)
            if (slice_equal(r->names.items[k].name, slice_of(x->name)) && k < r->d->parameters.count)
                give_up(r, at, arena_format(r->p->arena, "'%s' is the name of a parameter, too", x->name));
        if (x->in_macro || !(x->context & IS_SCALAR))
            give_up(r, at, arena_format(r->p->arena, "'%s' is not declared as a plain number", x->name));
        *ARENA_PUSH(r->p->arena, &r->names) = (kept_name){slice_of(x->name), false};
    }
}

// Until no more variables are found to be open.
static void find_open(reader *r)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t k = 0; k < r->regions.count; k++) {
            const region *x = &r->regions.items[k];
            if (open_value(r, x->begin, x->end) == x->end)
                continue;
            for (size_t i = x->begin; i < x->end; i++) {
                const int name = is_word(r, i) && !is(r, i - 1, ".") ? find_name(r, i) : -1;
                if (name < 0 || r->names.items[name].is_open || !gets_value(r, x, i))
                    continue;
                r->names.items[name].is_open = changed = true;
            }
        }
    }
}

// `__constant__ TYPE NAME[...]`: no kernel writes there.
static bool is_constant(const reader *r, size_t name)
{
    for (size_t file = 0; file < r->p->files.count; file++) {
        const plan_file *f = &r->p->files.items[file];
        for (size_t i = 0; i + 5 < f->tokens.count; i++)
            for (size_t k = i + 1; token_is(f->text, &f->tokens.items[i], "__constant__") && k < i + 5; k++)
                if (slice_equal((slice){f->text->bytes + f->tokens.items[k].begin, f->tokens.items[k].end - f->tokens.items[k].begin}, bytes_of(r, name)) &&
                    token_is(f->text, &f->tokens.items[k + 1], "["))
                    return true;
    }
    return false;
}

// Other memory is reached by other parameters alone: those are compared with the arrays when the loop runs.
static void check_base(reader *r, size_t bracket)
{
    const size_t base = bracket - 1;
    if (!is(r, bracket, "[") || is(r, base, "]"))
        return;
    if (!is_word(r, base) || is(r, base - 1, ".") || is(r, base - 1, "::") || (find_name(r, base) < 0 && !is_constant(r, base)))
        give_up(r, base, about(r, base, "'%.*s' may be one of the arrays by another name"));
}

static void check_mention(reader *r, const region *x, size_t i)
{
    const bool writes = names_parameter(r, i, r->out);
    if (!writes && !names_parameter(r, i, r->in))
        return;
    if (!is(r, i + 1, "[") || (i > x->begin && (is(r, i - 1, "&") || is(r, i - 1, "sizeof")))) {
        give_up(r, i, about(r, i, "'%.*s' stands here without an index"));
        return;
    }
    const size_t close = closing(r, i + 1), open = open_value(r, i + 2, close);
    if (open != close)
        give_up(r, open, "this index may differ from step to step: it depends on more than the thread's place and the arguments");
    if (writes && !(i == x->begin && is(r, close + 1, "=")))
        give_up(r, i, about(r, i, "'%.*s' is not just written"));
}

static void check_region(reader *r, const region *x)
{
    for (size_t i = x->begin; i < x->end && !r->why; i++) {
        if (is(r, i, "++") || is(r, i, "--") || assigned_in_front(r, i))
            check_assignment(r, x, i);
        if (is(r, i, "?") || is(r, i, "&&") || is(r, i, "||") || is(r, i, "and") || is(r, i, "or"))
            check_choice(r, x, i);
        check_mention(r, x, i);
        check_base(r, i);
    }
    if (!x->is_condition || r->why)
        return;
    const size_t open = open_value(r, x->begin, x->end);
    if (open != x->end)
        give_up(r, open, "this condition may differ from step to step: it depends on more than the thread's place and the arguments");
}

// ---- what libclang knows ---------------------------------------------------------------------------------------------

// A function that gives a value and does nothing else.
static bool only_computes(const reader *r, int index, int depth)
{
    static const char *const acts[] = {"=",   "+=", "-=", "*=",  "/=",  "%=", "&=",     "|=",       "^=",     "<<=",
                                       "++", "--", "asm", "new", "delete", "throw", "static", "volatile", "__shared__"};
    const function *f = &r->p->functions.items[index];
    if (strcmp(f->name, "operator=") == 0 && !f->declarations.count)
        return true; // of the elements, which can be copied as bytes
    if (strpbrk(f->type, "*&") || f->has_block_barrier || f->has_warp_sync || f->uses_shared || f->has_grid_barrier)
        return false;
    if (f->in_system && strncmp(f->name, "make_", 5) == 0)
        return true;
    if (f->in_system)
        for (size_t k = 0; k < sizeof computing / sizeof *computing; k++)
            if (strcmp(f->name, computing[k]) == 0)
                return true;
    const declaration *d = plan_definition(f);
    if (f->in_system || !d || !f->facts_known || depth > 8)
        return f->in_system && f->form == FORM_CONSTRUCTOR;
    const plan_file *file = &r->p->files.items[d->file];
    for (size_t i = token_at_or_after(&file->tokens, d->body_begin); file->tokens.items[i].begin < d->body_end; i++)
        for (size_t k = 0; k < sizeof acts / sizeof *acts; k++)
            if (token_is(file->text, &file->tokens.items[i], acts[k]))
                return false;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->kind == FACT_CALL_INDIRECT || x->kind == FACT_CALL_VIRTUAL || x->kind == FACT_ASM || x->kind == FACT_POLL ||
            (x->callee < 0 ? x->kind == FACT_CALL_DEPENDENT : !only_computes(r, x->callee, depth + 1)))
            return false;
    }
    return true;
}

static bool is_known_change(const reader *r, const fact *x)
{
    const size_t i = token_at_or_after(&r->file->tokens, x->begin);
    for (size_t k = 0; k < r->regions.count; k++) {
        const region *y = &r->regions.items[k];
        if (i >= y->begin && i < y->end)
            return is(r, i, x->name) && gets_value(r, y, i);
    }
    return false;
}

static void check_facts(reader *r)
{
    const function *f = r->f;
    if (f->has_block_barrier || f->has_warp_sync || f->uses_shared || f->has_async_copy || f->uses_ambient || f->has_grid_barrier || f->polls)
        give_up(r, token_at_or_after(&r->file->tokens, r->d->body_begin), "the kernel's threads have to do with each other");
    for (size_t i = 0; i < f->facts.count && !r->why; i++) {
        const fact *x = &f->facts.items[i];
        const size_t at = token_at_or_after(&r->file->tokens, x->begin);
        const bool is_call = x->kind == FACT_CALL || x->kind == FACT_CALL_DEPENDENT || x->kind == FACT_CALL_INDIRECT || x->kind == FACT_CALL_VIRTUAL;
        const bool is_array = r->in >= 0 && x->kind == FACT_CHANGE && (strcmp(x->name, r->d->parameters.items[r->in].name) == 0 ||
                                                                      strcmp(x->name, r->d->parameters.items[r->out].name) == 0);
        if (is_call && (x->callee >= 0 ? !only_computes(r, x->callee, 0) : x->kind != FACT_CALL_DEPENDENT || !IS_ONE_OF(r, at, computing)))
            give_up(r, at, arena_format(r->p->arena, "'%s' is called, which may do more than compute a number", x->name ? x->name : "a function"));
        else if (x->elsewhere || x->context & DEVICE_ONLY || x->kind == FACT_LAMBDA || x->kind == FACT_ASM || x->kind == FACT_STATIC_LOCAL ||
                 x->kind == FACT_LOCAL_TYPE || x->kind == FACT_SHARED || (x->in_macro && x->kind != FACT_BLOCK_INDEX))
            give_up(r, at, "what stands here is not followed");
        else if (x->kind == FACT_CHANGE && !is_array && !is_known_change(r, x))
            give_up(r, at, arena_format(r->p->arena, "'%s' may change here in a way that is not followed", x->name));
    }
}

// A macro's words are not in the text; numbers are.
static void check_macros(reader *r)
{
    for (size_t file = 0; file < r->p->files.count; file++) {
        const plan_file *f = &r->p->files.items[file];
        for (size_t i = 2; i < f->tokens.count && !r->why; i++) {
            const token *t = &f->tokens.items[i];
            if (!t->in_directive || t->kind != TOKEN_IDENTIFIER || !token_is(f->text, t - 1, "define"))
                continue;
            const slice name = {f->text->bytes + t->begin, t->end - t->begin};
            for (size_t k = token_at_or_after(&r->file->tokens, r->d->body_begin); token_of(r, k)->begin < r->d->body_end; k++)
                if (is_word(r, k) && slice_equal(bytes_of(r, k), name) && !uniform_number_macro(r->p, r->file, token_of(r, k)))
                    give_up(r, k, about(r, k, "'%.*s' is a macro, and more than a number"));
        }
    }
}

// ---- the loop --------------------------------------------------------------------------------------------------------

// Which argument of the launch is the name, and nothing else; -1: none.
static int argument_named(const plan *p, const launch *l, slice name)
{
    const plan_file *f = &p->files.items[l->file];
    size_t i = token_at_or_after(&f->tokens, l->arguments_open), begin = i + 1;
    int depth = 0, index = 0;
    for (; f->tokens.items[i].kind != TOKEN_END; i++) {
        const token *t = &f->tokens.items[i];
        depth += token_is(f->text, t, "(") || token_is(f->text, t, "[") || token_is(f->text, t, "{");
        depth -= token_is(f->text, t, ")") || token_is(f->text, t, "]") || token_is(f->text, t, "}");
        if (depth != 0 && !(depth == 1 && token_is(f->text, t, ",")))
            continue;
        if (i == begin + 1 && slice_equal((slice){f->text->bytes + t[-1].begin, t[-1].end - t[-1].begin}, name))
            return index;
        if (depth == 0)
            break;
        begin = i + 1;
        index++;
    }
    return -1;
}

static void analyse_kernel(reader *r)
{
    if (!plan_conditionals_match(r->file, r->d->body_begin, r->d->body_end) || r->d->in_macro)
        give_up(r, token_at_or_after(&r->file->tokens, r->d->body_begin), "the kernel's text is not in one piece");
    if (!r->why)
        read_body(r);
    if (!r->why)
        find_written(r);
    if (!r->why)
        find_names(r);
    if (!r->why)
        check_macros(r);
    if (!r->why)
        check_facts(r);
    if (r->why)
        return;
    find_open(r);
    for (size_t i = 0; i < r->regions.count && !r->why; i++)
        check_region(r, &r->regions.items[i]);
}

static void tell(plan *p, const directive *d, const char *why, int file, size_t at)
{
    diagnostics_add(p->diagnostics, SEVERITY_WARNING, "pt-keep", d->keep_at, "'%.*s' is not kept: %s", (int)d->keep.length, d->keep.bytes, why);
    if (file >= 0)
        diagnostics_add(p->diagnostics, SEVERITY_NOTE, "pt-keep", plan_span(p, file, at, at + 1), "it is here");
}

void keep_analyse(plan *p, host_loop *loop)
{
    const directive *d = &p->files.items[loop->file].directives.items[loop->directive];
    const launch *first = &p->launches.items[loop->launches.items[0]];
    const int kernel = first->form == LAUNCH_KERNEL ? first->kernel : first->candidates.items[0];
    for (size_t i = 1; i < loop->launches.count; i++) {
        const launch *l = &p->launches.items[loop->launches.items[i]];
        if ((l->form == LAUNCH_KERNEL ? l->kernel : l->candidates.items[0]) != kernel) {
            tell(p, d, "the loop launches more than one kernel", l->file, l->open_begin);
            return;
        }
    }
    function *f = &p->functions.items[kernel];
    reader r = {.p = p, .f = f, .d = plan_definition(f), .in = argument_named(p, first, d->keep), .out = -1};
    r.file = &p->files.items[r.d->file];
    if (r.in < 0 || (size_t)r.in >= r.d->parameters.count || !*r.d->parameters.items[r.in].name) {
        tell(p, d, "no argument of the loop's first launch is this name alone", first->file, first->open_begin);
        return;
    }
    if (f->primary >= 0 || r.d->is_specialisation)
        give_up(&r, token_at_or_after(&r.file->tokens, r.d->name_begin), "the kernel is a specialisation of a template");
    analyse_kernel(&r);
    if (!r.why && r.in == r.out)
        give_up(&r, token_at_or_after(&r.file->tokens, r.d->parameters.items[r.in].name_begin), "name the array that the launch reads; this one it writes");
    if (!r.why && f->is_kept && (f->kept_in != r.in || f->kept_out != r.out))
        give_up(&r, token_at_or_after(&r.file->tokens, r.d->name_begin), "another loop keeps another array of this kernel");
    if (r.why) {
        tell(p, d, r.why, r.d->file, r.why_at);
        return;
    }
    f->is_kept = loop->keeps = true;
    f->kept_in = r.in;
    f->kept_out = r.out;
}

bool keep_is_asked_for(const plan *p)
{
    for (size_t file = 0; file < p->files.count; file++)
        for (size_t i = 0; i < p->files.items[file].directives.count; i++)
            if (p->files.items[file].directives.items[i].keep.length)
                return true;
    return false;
}
