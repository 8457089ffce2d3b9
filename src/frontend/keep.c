// Arrays that a loop may keep in shared memory: see keep.h.
//
// By tokens, and only what is certain: a body is taken apart into conditions and simple statements, of which every word must be
// known. A variable is `open` when some statement that gives it a value reads memory or names an open variable; no condition may be
// open, and no index. Memory is reached by parameters and an index alone, so that the probe sees all of it.
#include "frontend/keep.h"

#include "frontend/uniform.h"

#include <string.h>

typedef struct region { // tokens [begin, end)
    size_t begin, end;
    bool is_condition;
} region;

typedef struct kept_name { // a local variable, or a parameter
    slice name;
    bool is_pointer; // a parameter
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

static bool is_one_of(const plan_file *f, size_t i, const char *const *list, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (token_is(f->text, &f->tokens.items[i], list[k]))
            return true;
    return false;
}
#define IS_ONE_OF(r, i, list) is_one_of((r)->file, i, list, sizeof(list) / sizeof *(list))

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

static const char *const types[] = {"int", "unsigned", "signed", "long", "short", "char", "bool", "float", "double", "size_t", "ptrdiff_t",
                                    "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "uint", "const",
                                    "constexpr", "auto", "dim3", "uint3"};
static const char *const statements[] = {"if", "else", "for", "while", "do", "return", "break", "continue"};
static const char *const other_words[] = {"static_cast", "true", "false"};
static const char *const of_thread[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"};

// CUDA's and C's: they give what their arguments say, always the same.
static const char *const computing[] = {
    "min", "max", "abs", "fabs", "fabsf", "fmin", "fmax", "fminf", "fmaxf", "fma", "fmaf", "sqrt", "sqrtf", "rsqrt", "rsqrtf", "cbrt", "cbrtf",
    "exp", "expf", "exp2", "exp2f", "log", "logf", "log2", "log2f", "pow", "powf", "sin", "sinf", "cos", "cosf", "tan", "tanf", "tanh", "tanhf",
    "atan2", "atan2f", "hypot", "hypotf", "floor", "floorf", "ceil", "ceilf", "round", "roundf", "trunc", "truncf", "fmod", "fmodf", "copysign",
    "__fmaf_rn", "__fadd_rn", "__fmul_rn", "__fdividef", "__fma_rn", "__dadd_rn", "__dmul_rn", "__expf", "__logf", "__powf", "__sinf", "__cosf",
    "__umulhi", "__mulhi", "umin", "umax"};

static int find_name(const reader *r, size_t i)
{
    for (size_t k = 0; is_word(r, i) && k < r->names.count; k++)
        if (slice_equal(r->names.items[k].name, bytes_of(r, i)))
            return (int)k;
    return -1;
}

// Not a member, and not qualified.
static bool stands_alone(const reader *r, size_t i) { return !is(r, i - 1, ".") && !is(r, i - 1, "->") && !is(r, i - 1, "::"); }

static bool names_parameter(const reader *r, size_t i, int index)
{
    return index >= 0 && is_word(r, i) && is(r, i, r->d->parameters.items[index].name) && stands_alone(r, i);
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

// The call whose name stands there, or NULL.
static const fact *call_at(const reader *r, size_t i)
{
    for (size_t k = 0; k < r->f->facts.count; k++) {
        const fact *x = &r->f->facts.items[k];
        if (x->kind == FACT_CALL && !(x->context & OPERATOR_SYNTAX) && x->name && is(r, i, x->name) &&
            token_at_or_after(&r->file->tokens, x->begin) <= i && x->end >= token_of(r, i)->end)
            return x;
    }
    return NULL;
}

static bool declares(const plan_file *f, size_t i, const char *specifier, size_t *first)
{
    for (size_t k = i; k > 0 && k + 6 > i; k--) {
        const token *t = &f->tokens.items[k - 1];
        if (token_is(f->text, t, specifier)) {
            *first = k - 1;
            return true;
        }
        if (token_is(f->text, t, ";") || token_is(f->text, t, "{") || token_is(f->text, t, "}") || token_is(f->text, t, "(") || token_is(f->text, t, ")"))
            return false;
    }
    return false;
}

// Is every declaration of the name, wherever it stands, one with the specifier, and nothing that a pointer could be?
static bool is_declared(const reader *r, size_t name, const char *specifier, const char *behind)
{
    static const char *const no_types[] = {"return", "else", "case", "goto", "do", "throw", "new", "delete"};
    bool found = false;
    for (size_t file = 0; file < r->p->files.count; file++) {
        const plan_file *f = &r->p->files.items[file];
        for (size_t i = 1; i + 1 < f->tokens.count; i++) {
            const token *t = &f->tokens.items[i];
            if (t->kind != TOKEN_IDENTIFIER || !slice_equal((slice){f->text->bytes + t->begin, t->end - t->begin}, bytes_of(r, name)))
                continue;
            if (t->in_directive)
                return false;
            const bool is_declaration = (t[-1].kind == TOKEN_IDENTIFIER && !is_one_of(f, i - 1, no_types, sizeof no_types / sizeof *no_types)) ||
                                        ((token_is(f->text, t - 1, "*") || token_is(f->text, t - 1, "&")) && token_is(f->text, t + 1, "="));
            size_t first = 0;
            if (!is_declaration)
                continue;
            if (!declares(f, i, specifier, &first) || !token_is(f->text, t + 1, behind))
                return false;
            for (size_t k = first; k < i; k++)
                if (token_is(f->text, &f->tokens.items[k], "*") || token_is(f->text, &f->tokens.items[k], "&") || token_is(f->text, &f->tokens.items[k], "extern"))
                    return false;
            found = true;
        }
    }
    return found;
}

// A number that is the same in the whole program, or weights that no kernel writes: `__constant__ float w[3]`.
static bool is_constant(const reader *r, size_t i)
{
    if (is(r, i + 1, "["))
        return is_declared(r, i, "__constant__", "[");
    return uniform_number_macro(r->p, r->file, token_of(r, i)) || is_declared(r, i, "constexpr", "=");
}

static bool only_computes(const reader *r, int index, int depth);

// Every word of the body is one of these.
static bool is_known_word(const reader *r, size_t i)
{
    if (is(r, i - 1, ".") || is(r, i - 1, "::")) // a member that is no function; std::min
        return is(r, i - 1, ".") ? !is(r, i + 1, "(") && !is(r, i + 1, "<") : is(r, i - 2, "std") && (call_at(r, i) || IS_ONE_OF(r, i, types));
    if (is(r, i, "std"))
        return is(r, i + 1, "::");
    if (IS_ONE_OF(r, i, types) || IS_ONE_OF(r, i, statements) || IS_ONE_OF(r, i, other_words) || IS_ONE_OF(r, i, of_thread) || is_template_parameter(r, i))
        return true;
    if (find_name(r, i) >= 0)
        return !is(r, i + 1, "(") || is_word(r, i - 1); // int v(1)
    return is(r, i + 1, "(") ? call_at(r, i) || IS_ONE_OF(r, i, computing) : is_constant(r, i);
}

// (T): a type in parentheses, behind which an operator has nothing on its left.
static bool is_cast(const reader *r, size_t close)
{
    for (size_t i = opening(r, close) + 1; i < close; i++)
        if (token_of(r, i)->kind == TOKEN_NUMBER || find_name(r, i) >= 0 || IS_ONE_OF(r, i, of_thread) || (is_word(r, i) && is_constant(r, i)))
            return false;
    return true;
}

// Something that an operator could have on its left.
static bool is_operand(const reader *r, size_t i)
{
    if (is(r, i, ")"))
        return !is_cast(r, i);
    return (is_word(r, i) && !IS_ONE_OF(r, i, statements) && !IS_ONE_OF(r, i, types)) || token_of(r, i)->kind == TOKEN_NUMBER || is(r, i, "]");
}

// The first token of an open value, or `end`.
static size_t open_value(const reader *r, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++) {
        const int name = find_name(r, i);
        if (is(r, i, "[") || (name >= 0 && stands_alone(r, i) && r->names.items[name].is_open))
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
    static const char *const behind[] = {"=", "(", ","};
    if (i == x->begin || (!is(r, i - 1, ",") && !IS_ONE_OF(r, i - 1, types) && !is_template_parameter(r, i - 1)))
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
    const int name = find_name(r, to);
    if (name >= 0 && !r->names.items[name].is_pointer && !is(r, to + 1, "[") && stands_alone(r, to))
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
    static const char *const borders[] = {",", "?", ":", "return"};
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

// #pragma unroll
static bool is_unrolling(const reader *r, size_t i) { return is(r, i, "#") && is(r, i + 1, "pragma") && is(r, i + 2, "unroll"); }

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
    static const char *const headers[] = {"if", "while", "for"};
    size_t begin = 0; // of a statement; 0: none
    const size_t first = token_at_or_after(&r->file->tokens, r->d->body_begin) + 1;
    for (size_t i = first; token_of(r, i)->begin + 1 < r->d->body_end && !r->why; i++) {
        if (!begin && is_unrolling(r, i)) {
            while (token_of(r, i + 1)->in_directive && !token_of(r, i + 1)->starts_line)
                i++;
        } else if (token_of(r, i)->in_directive) {
            give_up(r, i, "a directive stands in the kernel");
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
            if (is(r, i, "{") || is(r, i, "}"))
                give_up(r, i, "braces stand in an expression");
            else if (is(r, i, "(") || is(r, i, "["))
                i = closing(r, i);
        }
    }
    if (!r->why && has_digraph(r))
        give_up(r, first, "the kernel has digraphs");
}

// All words and operators of the body are of known kinds: nothing is reached by an address, nothing is hidden.
static void check_words(reader *r)
{
    static const char *const unknown[] = {"->", "{", "}", ";", "#", "@", "...", ".*"};
    for (size_t k = 0; k < r->regions.count && !r->why; k++) {
        const region *x = &r->regions.items[k];
        for (size_t i = x->begin; i < x->end && !r->why; i++) {
            const token *t = token_of(r, i);
            const bool reaches = (is(r, i, "*") || is(r, i, "&") || is(r, i, "&&")) && (i == x->begin || !is_operand(r, i - 1));
            if (t->in_directive || IS_ONE_OF(r, i, unknown) || t->kind == TOKEN_STRING || (is(r, i, "[") && !is_operand(r, i - 1)))
                give_up(r, i, about(r, i, "'%.*s' stands here, and what it means is not followed"));
            else if (reaches)
                give_up(r, i, "a pointer or a reference stands here; the arrays are reached by a parameter and an index");
            else if (is_word(r, i) && !is_known_word(r, i))
                give_up(r, i, about(r, i, "'%.*s' is not known to be the same in each step"));
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

static bool has_star(const reader *r, const parameter *x)
{
    for (size_t i = token_at_or_after(&r->file->tokens, x->begin); token_of(r, i)->begin < x->name_begin; i++)
        if (is(r, i, "*"))
            return true;
    return false;
}

static void find_names(reader *r)
{
    for (size_t i = 0; i < r->d->parameters.count; i++) {
        const parameter *x = &r->d->parameters.items[i];
        if (x->is_class || x->is_pack || x->is_awkward)
            give_up(r, token_at_or_after(&r->file->tokens, x->begin), "this parameter may hold more than one number or pointer");
        if (*x->name)
            *ARENA_PUSH(r->p->arena, &r->names) = (kept_name){slice_of(x->name), has_star(r, x), false};
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
                give_up(r, at, arena_format(r->p->arena, "'%s' is the name of a parameter, too", x->name));
        }
        if (x->in_macro || !(x->context & IS_SCALAR))
            give_up(r, at, arena_format(r->p->arena, "'%s' is not declared as a plain number", x->name));
        if (!is_known) // open as long as nobody has seen its declaration
            *ARENA_PUSH(r->p->arena, &r->names) = (kept_name){slice_of(x->name), false, true};
    }
    for (size_t k = 0; k < r->regions.count; k++)
        for (size_t i = r->regions.items[k].begin; i < r->regions.items[k].end; i++)
            if (find_name(r, i) >= (int)parameters && is_declarator(r, &r->regions.items[k], i))
                r->names.items[find_name(r, i)].is_open = false;
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

// Memory is one of the parameters', or constant; and where its index is, or might be, the probe must have seen.
static void check_bracket(reader *r, size_t bracket)
{
    size_t base = bracket - 1;
    if (!is(r, bracket, "["))
        return;
    while (is(r, base, "]"))
        base = opening(r, base) - 1;
    const int name = find_name(r, base);
    const bool is_pointer = name >= 0 && r->names.items[name].is_pointer && base + 1 == bracket;
    if (!stands_alone(r, base) || (!is_pointer && (name >= 0 || !is_word(r, base) || !is_declared(r, base, "__constant__", "[")))) {
        give_up(r, base, about(r, base, "'%.*s' may be one of the arrays by another name"));
        return;
    }
    const size_t close = closing(r, bracket), open = open_value(r, bracket + 1, close);
    if (is_pointer && open != close)
        give_up(r, open, "this index may differ from step to step: it depends on more than the thread's place and the arguments");
}

static void check_mention(reader *r, const region *x, size_t i)
{
    const int name = find_name(r, i);
    if (name < 0 || !r->names.items[name].is_pointer || !stands_alone(r, i))
        return;
    if (!is(r, i + 1, "[")) {
        give_up(r, i, about(r, i, "'%.*s' stands here without an index"));
        return;
    }
    const bool is_assigned = is(r, closing(r, i + 1) + 1, "=") && i == x->begin;
    if (names_parameter(r, i, r->out) && !is_assigned)
        give_up(r, i, about(r, i, "'%.*s' is not just written"));
}

static void check_region(reader *r, const region *x)
{
    for (size_t i = x->begin; i < x->end && !r->why; i++) {
        if (is(r, i, "++") || is(r, i, "--") || assigned_in_front(r, i))
            check_assignment(r, x, i);
        if (is(r, i, "?") || is(r, i, "&&") || is(r, i, "||"))
            check_choice(r, x, i);
        check_mention(r, x, i);
        check_bracket(r, i);
    }
    if (!x->is_condition || r->why)
        return;
    const size_t open = open_value(r, x->begin, x->end);
    if (open != x->end)
        give_up(r, open, "this condition may differ from step to step: it depends on more than the thread's place and the arguments");
}

// ---- what libclang knows ---------------------------------------------------------------------------------------------

// "float (int, double)", and nothing that has a name of its own.
static bool has_plain_type(const function *f)
{
    static const char *const words[] = {"int", "unsigned", "signed", "long", "short", "char", "bool", "float", "double", "const", "noexcept"};
    for (const char *at = f->type; *at;) {
        const size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
        bool is_plain = length == 0 && strchr(" (),", *at);
        for (size_t k = 0; k < sizeof words / sizeof *words; k++)
            is_plain |= strlen(words[k]) == length && strncmp(at, words[k], length) == 0;
        if (!is_plain)
            return false;
        at += length ? length : 1;
    }
    return true;
}

static bool is_computing(const char *name)
{
    for (size_t k = 0; k < sizeof computing / sizeof *computing; k++)
        if (strcmp(name, computing[k]) == 0)
            return true;
    return strncmp(name, "make_", 5) == 0;
}

// A function that gives a number made of its arguments, and does nothing else: of CUDA, or a `return` of the program's.
static bool only_computes(const reader *r, int index, int depth)
{
    static const char *const operators[] = {"(", ")", "{", "}", ";", ",", "+", "-", "*", "/", "%", "<", ">", "<=", "==", "!=", "?", ":", "&&", "||", "!",
                                            "^", "|", "~", "<<", "&"};
    const function *f = &r->p->functions.items[index];
    if (f->in_system)
        return is_computing(f->name) || f->form == FORM_CONSTRUCTOR;
    const declaration *d = plan_definition(f);
    if (!d || !f->facts_known || f->form != FORM_FUNCTION || !has_plain_type(f) || depth > 8 || f->is_kernel)
        return false;
    const plan_file *file = &r->p->files.items[d->file];
    const reader own = {.p = r->p, .f = f, .d = d, .file = file, .in = -1, .out = -1};
    for (size_t i = token_at_or_after(&file->tokens, d->body_begin); file->tokens.items[i].begin < d->body_end; i++) {
        const token *t = &file->tokens.items[i];
        const bool is_call = t->kind == TOKEN_IDENTIFIER && is(&own, i + 1, "(");
        const fact *call = is_call ? call_at(&own, i) : NULL;
        const bool is_parameter = t->kind == TOKEN_IDENTIFIER && !is_call && parameter_at(&own, i) >= 0;
        const bool is_known = is_parameter || t->kind == TOKEN_NUMBER || (call && call->callee >= 0 && only_computes(r, call->callee, depth + 1)) ||
                              is(&own, i, "return") || is(&own, i, "if") || is(&own, i, "else") || IS_ONE_OF(&own, i, types) || IS_ONE_OF(&own, i, operators);
        const bool reaches = (is(&own, i, "*") || is(&own, i, "&")) && !is(&own, i - 1, ")") && (&own)->file->tokens.items[i - 1].kind != TOKEN_NUMBER &&
                             parameter_at(&own, i - 1) < 0;
        if (!is_known || reaches || t->in_directive)
            return false;
    }
    for (size_t i = 0; i < f->facts.count; i++) { // what has no words: conversions, operators, literals
        const fact *x = &f->facts.items[i];
        if (x->in_macro || x->elsewhere || (x->kind != FACT_RETURN && (x->kind != FACT_CALL || x->callee < 0 || !only_computes(r, x->callee, depth + 1))))
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

// Of the elements, which can be copied as bytes: the compiler's, or CUDA's.
static bool is_plain_assignment(const reader *r, const fact *x)
{
    const function *f = x->callee >= 0 ? &r->p->functions.items[x->callee] : NULL;
    return f && strcmp(f->name, "operator=") == 0 && !f->declarations.count;
}

static bool is_of_program(const reader *r, size_t name)
{
    for (size_t i = 0; i < r->p->functions.count; i++)
        if (!r->p->functions.items[i].in_system && is(r, name, r->p->functions.items[i].name))
            return true;
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
        bool is_array = false;
        for (size_t k = 0; k < r->names.count && x->kind == FACT_CHANGE; k++)
            is_array |= r->names.items[k].is_pointer && slice_equal(r->names.items[k].name, slice_of(x->name));
        const bool computes = x->callee >= 0 ? (only_computes(r, x->callee, 0) && !(x->context & OPERATOR_SYNTAX)) || is_plain_assignment(r, x)
                                             : x->kind == FACT_CALL_DEPENDENT && IS_ONE_OF(r, at, computing) && !is_of_program(r, at);
        if (is_call && !computes)
            give_up(r, at, arena_format(r->p->arena, "'%s' is called, which may do more than compute a number", x->name ? x->name : "a function"));
        else if (x->elsewhere || x->context & DEVICE_ONLY || x->in_macro ||
                 (!is_call && x->kind != FACT_BLOCK_INDEX && x->kind != FACT_RETURN && x->kind != FACT_LOCAL && x->kind != FACT_CHANGE && x->kind != FACT_JUMP))
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
    void (*const passes[])(reader *) = {read_body, find_names, find_written, check_macros, check_words, check_facts, find_open};
    if (!plan_conditionals_match(r->file, r->d->body_begin, r->d->body_end) || r->d->in_macro)
        give_up(r, token_at_or_after(&r->file->tokens, r->d->body_begin), "the kernel's text is not in one piece");
    for (size_t i = 0; i < sizeof passes / sizeof *passes && !r->why; i++)
        passes[i](r);
    for (size_t i = 0; i < r->regions.count && !r->why; i++)
        check_region(r, &r->regions.items[i]);
}

// Do two launches name their kernel by the same words?
static bool are_named_alike(const plan *p, const launch *a, const launch *b)
{
    const plan_file *f = &p->files.items[a->file], *g = &p->files.items[b->file];
    size_t i = token_at_or_after(&f->tokens, a->callee_begin), k = token_at_or_after(&g->tokens, b->callee_begin);
    for (; f->tokens.items[i].begin < a->open_begin && g->tokens.items[k].begin < b->open_begin; i++, k++) {
        const token *t = &f->tokens.items[i], *u = &g->tokens.items[k];
        if (!slice_equal((slice){f->text->bytes + t->begin, t->end - t->begin}, (slice){g->text->bytes + u->begin, u->end - u->begin}))
            return false;
    }
    return f->tokens.items[i].begin >= a->open_begin && g->tokens.items[k].begin >= b->open_begin;
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
        if ((l->form == LAUNCH_KERNEL ? l->kernel : l->candidates.items[0]) != kernel || !are_named_alike(p, l, first)) {
            tell(p, d, "the loop launches more than one kernel, or names it in two ways", l->file, l->open_begin);
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
    f->kept_others.count = 0;
    for (int i = 0; i < (int)r.d->parameters.count; i++)
        if (i != r.in && i != r.out && has_star(&r, &r.d->parameters.items[i]))
            *ARENA_PUSH(p->arena, &f->kept_others) = i;
}

bool keep_is_asked_for(const plan *p)
{
    for (size_t file = 0; file < p->files.count; file++)
        for (size_t i = 0; i < p->files.items[file].directives.count; i++)
            if (p->files.items[file].directives.items[i].keep.length)
                return true;
    return false;
}
