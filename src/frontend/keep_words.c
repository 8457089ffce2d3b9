// Words and brackets of a kernel whose arrays a loop may keep: see keep_reader.h.
//
// In:  tokens. Out: which of them are the same in each step, and which depend on what a step has read.
// Invariant: a word that is not on a list here, no name of the kernel's, and no constant of the program's, is not known.
#include "frontend/keep_reader.h"

#include "frontend/uniform.h"
#include "frontend/number_class.h"

#include <string.h>

void reader_give_up(reader *r, size_t token_index, const char *why)
{
    if (r->why)
        return;
    r->why = why;
    r->why_at = token_of(r, token_index)->begin;
}

const char *reader_about(const reader *r, size_t i, const char *format)
{
    const slice s = bytes_of(r, i);
    return arena_format(r->p->arena, format, (int)s.length, s.bytes);
}

// The index of the bracket's partner.
size_t reader_closing(const reader *r, size_t open)
{
    int depth = 0;
    size_t i = open;
    for (; token_of(r, i)->kind != TOKEN_END; i++) {
        depth += depth_of(r, i);
        if (depth == 0)
            break;
    }
    return i;
}

size_t reader_opening(const reader *r, size_t close)
{
    int depth = 0;
    size_t i = close;
    for (; i > 0; i--) {
        depth -= depth_of(r, i);
        if (depth == 0)
            break;
    }
    return i ? i : 1; // without one, between branches of #if: something stands in front in any case
}

// ---- words -----------------------------------------------------------------------------------------------------------

static const char *const types[] = {"int", "unsigned", "signed", "long", "short", "char", "bool", "float", "double", "size_t", "ptrdiff_t",
                                    "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "uint", "const",
                                    "constexpr", "auto", "dim3", "uint3"};
static const char *const keywords[] = {"int", "unsigned", "signed", "long", "short", "char", "bool", "float", "double", "const", "constexpr", "auto"};
static const char *const statements[] = {"if", "else", "for", "while", "do", "return", "break", "continue"};
static const char *const other_words[] = {"static_cast", "true", "false"};
// Numbers of <climits>, <cfloat>, <cmath> and <math_constants.h>.
static const char *const numbers[] = {"CHAR_BIT", "INT_MAX", "INT_MIN", "UINT_MAX", "LONG_MAX", "LONG_MIN", "ULONG_MAX", "LLONG_MAX", "LLONG_MIN", "ULLONG_MAX",
                                      "SHRT_MAX", "SHRT_MIN", "USHRT_MAX", "UCHAR_MAX", "FLT_MAX", "FLT_MIN", "FLT_EPSILON", "DBL_MAX", "DBL_MIN", "DBL_EPSILON",
                                      "INFINITY", "NAN", "HUGE_VAL", "HUGE_VALF", "CUDART_INF_F", "CUDART_NAN_F", "CUDART_PI_F", "CUDART_INF", "CUDART_NAN", "CUDART_PI",
                                      "M_PI", "M_PI_2", "M_PI_4", "M_1_PI", "M_2_PI", "M_E", "M_LN2", "M_LN10", "M_SQRT2", "M_SQRT1_2"};
static const char *const of_thread[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"};

// CUDA's and C's: they give what their arguments say, always the same.
static const char *const computing[] = {
    "min", "max", "abs", "fabs", "fabsf", "fmin", "fmax", "fminf", "fmaxf", "fma", "fmaf", "sqrt", "sqrtf", "rsqrt", "rsqrtf", "cbrt", "cbrtf",
    "exp", "expf", "exp2", "exp2f", "log", "logf", "log2", "log2f", "pow", "powf", "sin", "sinf", "cos", "cosf", "tan", "tanf", "tanh", "tanhf",
    "atan2", "atan2f", "hypot", "hypotf", "floor", "floorf", "ceil", "ceilf", "round", "roundf", "trunc", "truncf", "fmod", "fmodf", "copysign",
    "__fmaf_rn", "__fadd_rn", "__fmul_rn", "__fdividef", "__fma_rn", "__dadd_rn", "__dmul_rn", "__expf", "__logf", "__powf", "__sinf", "__cosf",
    "__umulhi", "__mulhi", "umin", "umax", "erf", "erff", "erfc", "erfcf", "log1p", "log1pf", "expm1", "expm1f", "log10", "log10f", "exp10", "exp10f",
    "sinh", "sinhf", "cosh", "coshf", "asin", "asinf", "acos", "acosf", "atan", "atanf", "asinh", "asinhf", "acosh", "acoshf", "atanh", "atanhf",
    "fdim", "fdimf", "rcbrt", "rcbrtf", "rint", "rintf", "nearbyint", "nearbyintf", "tgamma", "tgammaf", "lgamma", "lgammaf", "labs", "llabs", "isnan",
    "isinf", "isfinite", "signbit", "__frcp_rn", "__fsqrt_rn", "__fsub_rn", "__fdiv_rn", "__frsqrt_rn", "__saturatef", "__log2f", "__log10f",
    "__exp10f", "__cosf", "__tanf", "__float2int_rn", "__float2int_rd", "__float2int_rz", "__int2float_rn", "__float_as_int", "__int_as_float",
    "__float_as_uint", "__uint_as_float", "__popc", "__popcll", "__clz", "__clzll", "__ffs", "__brev", "copysignf",
    "__hadd", "__hsub", "__hmul", "__hdiv", "__hfma", "__hneg", "__habs", "__hmax", "__hmin", "__hadd_rn", "__hsub_rn", "__hmul_rn", "__hadd_sat",
    "__hsub_sat", "__hmul_sat", "__hfma_sat", "__hfma_relu", "__hadd2", "__hsub2", "__hmul2", "__h2div", "__hfma2", "__hneg2", "__habs2", "__hmax2",
    "__hmin2", "__hadd2_rn", "__hsub2_rn", "__hmul2_rn", "__heq", "__hne", "__hlt", "__hle", "__hgt", "__hge", "__hisnan", "hexp", "hexp2", "hlog", "hlog2",
    "hsqrt", "hrsqrt", "hrcp", "hsin", "hcos", "hfloor", "hceil", "hrint", "htrunc", "h2exp", "h2exp2", "h2log", "h2log2", "h2sqrt", "h2rsqrt", "h2rcp",
    "h2sin", "h2cos", "__half2float", "__float2half", "__float2half_rn", "__float2half_rz", "__float2half2_rn", "__floats2half2_rn", "__float22half2_rn",
    "__half22float2", "__halves2half2", "__half2half2", "__low2half", "__high2half", "__low2half2", "__high2half2", "__lows2half2", "__highs2half2",
    "__low2float", "__high2float", "__int2half_rn", "__half2int_rn", "__half2int_rz", "__double2half", "__bfloat162float", "__float2bfloat16",
    "__float2bfloat16_rn", "__float2bfloat16_rz", "__float2bfloat162_rn", "__floats2bfloat162_rn", "__float22bfloat162_rn", "__bfloat1622float2",
    "__halves2bfloat162", "__bfloat162bfloat162", "__low2bfloat16", "__high2bfloat16", "__low2bfloat162", "__high2bfloat162", "__int2bfloat16_rn",
    "lround", "lroundf", "llround", "llroundf", "lrint", "lrintf", "llrint", "llrintf", "ldexp", "ldexpf", "scalbn", "scalbnf", "remainder", "remainderf",
    "sinpi", "sinpif", "cospi", "cospif", "normcdf", "normcdff", "norm3df", "norm3d", "norm4df", "norm4d", "rnorm3df", "rnorm3d", "rhypot", "rhypotf", "erfinv",
    "erfinvf", "erfcinv", "erfcinvf", "erfcx", "erfcxf", "logb", "logbf", "ilogb", "ilogbf", "nextafter", "nextafterf", "j0", "j0f", "j1", "j1f",
    "__dsqrt_rn", "__ddiv_rn", "__dsub_rn", "__float2uint_rn", "__float2uint_rd", "__float2uint_rz", "__uint2float_rn", "__double2int_rn", "__double2int_rz",
    "__double2float_rn", "__double_as_longlong", "__brevll", "__ffsll", "__byte_perm", "__sad", "__usad",
    "__umul24", "__mul24", "__longlong_as_double", "__builtin_huge_val", "__builtin_huge_valf", "__builtin_inff", "__builtin_nanf"};

bool reader_is_computing(const char *name)
{
    if (STRING_IS_ANY(name, computing))
        return true;
    return strncmp(name, "make_", 5) == 0;
}

int reader_name(const reader *r, size_t i)
{
    for (size_t k = 0; is_word(r, i) && k < r->names.count; k++)
        if (slice_equal(r->names.items[k].name, bytes_of(r, i)))
            return (int)k;
    return -1;
}

// Not a member, and not qualified.
bool reader_stands_alone(const reader *r, size_t i) { return !is(r, i - 1, ".") && !is(r, i - 1, "->") && !is(r, i - 1, "::"); }

bool reader_names_parameter(const reader *r, size_t i, int index)
{
    return index >= 0 && is_word(r, i) && is(r, i, r->d->parameters.items[index].name) && reader_stands_alone(r, i);
}

int reader_parameter_at(const reader *r, size_t i)
{
    for (size_t k = 0; k < r->d->parameters.count; k++)
        if (*r->d->parameters.items[k].name && reader_names_parameter(r, i, (int)k))
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
const fact *reader_call_at(const reader *r, size_t i)
{
    for (size_t k = 0; k < r->f->facts.count; k++) {
        const fact *x = &r->f->facts.items[k];
        if (x->kind == FACT_CALL && !(x->context & OPERATOR_SYNTAX) && x->name && is(r, i, x->name) &&
            token_at_or_after(&r->file->tokens, x->begin) <= i && x->end >= token_of(r, i)->end)
            return x;
    }
    return NULL;
}

// In the head or the body of a function? Only there may a name be used.
static bool lies_in_function(const plan *p, int file, size_t offset)
{
    for (size_t i = 0; i < p->functions.count; i++)
        for (size_t k = 0; k < p->functions.items[i].declarations.count; k++) {
            const declaration *d = &p->functions.items[i].declarations.items[k];
            if (d->file == file && offset >= d->open && offset < d->end)
                return true;
        }
    return false;
}

typedef struct mention {
    size_t file, token;
} mention;

// The next place, in any of the program's files, with the word that stands at `name`; from {0} on. It has a token in front and one behind.
static const plan_file *next_mention(const reader *r, size_t name, mention *m)
{
    for (; m->file < r->p->files.count; m->file++, m->token = 0) {
        const plan_file *f = &r->p->files.items[m->file];
        while (++m->token + 1 < f->tokens.count)
            if (f->tokens.items[m->token].kind == TOKEN_IDENTIFIER && slice_equal(token_word(f, m->token), bytes_of(r, name)))
                return f;
    }
    return NULL;
}

// `typedef float NAME;`, `using NAME = float;`: true where that stands. Sets `defines` where something may get the name, be it this or
// another thing.
static bool is_number_alias(const plan_file *f, size_t i, bool *defines)
{
    static const char *const introducing[] = {"struct", "class", "enum", "union", "namespace", "typename", "concept", "define", "}"};
    size_t first = i, last = i + 2;
    bool is_named = false; // `int NAME`; not so `const NAME`
    while (first > 0 && IS_ANY_TOKEN(f, first - 1, types))
        is_named |= !token_is(f->text, &f->tokens.items[--first], "const") && !token_is(f->text, &f->tokens.items[first], "constexpr");
    while (IS_ANY_TOKEN(f, last, types))
        last++;
    const bool is_typedef = is_named && first > 0 && token_is(f->text, &f->tokens.items[first - 1], "typedef") && token_is(f->text, &f->tokens.items[i + 1], ";");
    const bool is_using = i > 0 && token_is(f->text, &f->tokens.items[i - 1], "using");
    *defines = is_typedef || is_using || is_named ||
               (i > 0 && IS_ANY_TOKEN(f, i - 1, introducing));
    return is_typedef || (is_using && last > i + 2 && token_is(f->text, &f->tokens.items[i + 1], "=") && token_is(f->text, &f->tokens.items[last], ";"));
}

// A name that the program gives to a type of numbers, and to nothing else.
static bool is_alias(const reader *r, size_t name)
{
    size_t count = 0;
    mention m = {0};
    if (!is_word(r, name))
        return false;
    for (const plan_file *f; (f = next_mention(r, name, &m)) != NULL;) {
        const token *t = &f->tokens.items[m.token];
        bool defines = false;
        if (is_number_alias(f, m.token, &defines) && !lies_in_function(r->p, (int)m.file, t->begin))
            count++;
        else if (defines || t->in_directive)
            return false;
    }
    return count == 1;
}

bool reader_is_number_class(const reader *r, size_t name)
{
    static const char *const introducing[] = {"struct", "class", "union", "enum", "using", "namespace", "concept", "typename"};
    static const char *const types_end[] = {">", "}", "*", "&"};
    if (!is_word(r, name) || !is_number_class(bytes_of(r, name).bytes, bytes_of(r, name).length) || reader_name(r, name) >= 0)
        return false;
    mention m = {0};
    for (const plan_file *f; (f = next_mention(r, name, &m)) != NULL;) {
        const token *t = &f->tokens.items[m.token];
        const bool ends_declaration = token_is(f->text, t + 1, ";") && (t[-1].kind == TOKEN_IDENTIFIER || IS_ANY_TOKEN(f, m.token - 1, types_end));
        if (IS_ANY_TOKEN(f, m.token - 1, introducing) || (ends_declaration && !lies_in_function(r->p, (int)m.file, t->begin)))
            return false;
    }
    return true;
}

bool reader_is_type(const reader *r, size_t i) { return IS_ONE_OF(r, i, types) || (reader_name(r, i) < 0 && (is_alias(r, i) || reader_is_number_class(r, i))); }

bool reader_is_type_or_template(const reader *r, size_t i) { return reader_is_type(r, i) || is_template_parameter(r, i); }

// The next mention outside of functions; NULL behind the last one, and at one in a directive, which may mean anything.
static const plan_file *next_outside(const reader *r, size_t name, mention *m, bool *in_directive)
{
    for (const plan_file *f; (f = next_mention(r, name, m)) != NULL;) {
        const token *t = &f->tokens.items[m->token];
        *in_directive |= t->in_directive;
        if (*in_directive)
            return NULL;
        if (!lies_in_function(r->p, (int)m->file, t->begin))
            return f;
    }
    return NULL;
}

bool reader_is_declared(const reader *r, size_t name, const char *specifier, const char *behind)
{
    size_t count = 0;
    mention m = {0};
    bool in_directive = false;
    for (const plan_file *f; (f = next_outside(r, name, &m, &in_directive)) != NULL;) {
        size_t first = m.token;
        while (first > 0 && IS_ANY_TOKEN(f, first - 1, types))
            first--;
        bool has_specifier = token_is(f->text, &f->tokens.items[first > 0 ? first - 1 : 0], specifier);
        for (size_t k = first; k < m.token; k++)
            has_specifier |= token_is(f->text, &f->tokens.items[k], specifier);
        if (count++ || first == m.token || !has_specifier || !token_is(f->text, &f->tokens.items[m.token + 1], behind))
            return false;
    }
    return !in_directive && count == 1;
}

// enum { NAME = 4, ... }: the one thing of that name outside of functions.
static bool is_enumerator(const reader *r, size_t name)
{
    size_t count = 0;
    bool is_one = false;
    mention m = {0};
    bool in_directive = false;
    for (const plan_file *f; (f = next_outside(r, name, &m, &in_directive)) != NULL;) {
        if (count++)
            return false;
        const reader at = {.p = r->p, .f = r->f, .d = r->d, .file = f, .in = -1, .out = -1};
        size_t open = m.token;
        while (open > 0 && !is(&at, open, "{") && !is(&at, open, ";"))
            open = is(&at, open, ")") || is(&at, open, "}") ? reader_opening(&at, open) - 1 : open - 1;
        size_t first = open;
        while (first > 0 && (is_word(&at, first - 1) || is(&at, first - 1, ":")) && !is(&at, first, "enum"))
            first--;
        is_one = is(&at, open, "{") && is(&at, first, "enum") && (is(&at, m.token - 1, "{") || is(&at, m.token - 1, ","));
    }
    return !in_directive && count == 1 && is_one;
}

// A name of the language's or of CUDA's that the program gives to something of its own, outside of functions.
static bool is_redeclared(const reader *r, size_t name)
{
    static const char *const no_types[] = {"const", "return", "case", "else", "throw", "goto", "operator"};
    static const char *const classes[] = {"struct", "class", "union", "enum", "using", "namespace", "concept"};
    static const char *const ends[] = {";", "=", "[", ",", "{", "("};
    static const char *const types_end[] = {">", "}", ")", "*", "&", ","};
    mention m = {0};
    for (const plan_file *f; (f = next_mention(r, name, &m)) != NULL;) {
        const token *t = &f->tokens.items[m.token];
        if (t[-1].kind == TOKEN_IDENTIFIER && IS_ANY_TOKEN(f, m.token - 1, classes))
            return true;
        const bool is_macro = t->in_directive && m.token > 1 && token_is(f->text, t - 2, "define"); // #define NAME(x) fabsf(x)
        const bool is_behind_type = t[-1].kind == TOKEN_IDENTIFIER ? !is_macro && !IS_ANY_TOKEN(f, m.token - 1, no_types)
                                                                   : !t->in_directive && IS_ANY_TOKEN(f, m.token - 1, types_end);
        if (is_behind_type && IS_ANY_TOKEN(f, m.token + 1, ends) && !lies_in_function(r->p, (int)m.file, t->begin))
            return true;
    }
    return false;
}

bool reader_is_of_program(const reader *r, size_t name)
{
    if (is_redeclared(r, name))
        return true;
    for (size_t i = 0; i < r->p->functions.count; i++)
        if (!r->p->functions.items[i].in_system && is(r, name, r->p->functions.items[i].name))
            return true;
    return false;
}

// A number that is the same in the whole program, or weights that no kernel writes: `__constant__ float w[3]`.
static bool is_constant(const reader *r, size_t i)
{
    if (is(r, i + 1, "["))
        return reader_is_declared(r, i, "__constant__", "[");
    if (IS_ONE_OF(r, i, numbers) && !is_redeclared(r, i))
        return true; // a macro of the program with that name is reader_check_macros'
    return uniform_number_macro(r->p, r->file, token_of(r, i)) || reader_is_declared(r, i, "constexpr", "=") || reader_is_declared(r, i, "const", "=") ||
           is_enumerator(r, i);
}

bool reader_is_constant_number(const reader *r, size_t i)
{
    if (!is_word(r, i) || !reader_stands_alone(r, i) || is(r, i + 1, "[") || is(r, i + 1, "("))
        return false;
    return (is_template_parameter(r, i) && reader_name(r, i) < 0) || (reader_name(r, i) < 0 && is_constant(r, i));
}

// Every word of the body is one of these.
bool reader_knows_word(const reader *r, size_t i)
{
    if (is(r, i - 1, ".") || is(r, i - 1, "::")) // a member that is no function; std::min
        return is(r, i - 1, ".") ? !is(r, i + 1, "(") && !is(r, i + 1, "<") : is(r, i - 2, "std") && (reader_call_at(r, i) || IS_ONE_OF(r, i, types));
    if (is(r, i, "std"))
        return is(r, i + 1, "::");
    if (IS_ONE_OF(r, i, statements) || IS_ONE_OF(r, i, other_words) || is_template_parameter(r, i))
        return true;
    if (IS_ONE_OF(r, i, keywords))
        return true; // which nothing declares: `unsigned int,` in a prototype is a type
    if (IS_ONE_OF(r, i, types) || IS_ONE_OF(r, i, of_thread))
        return reader_name(r, i) < 0 && !is_redeclared(r, i);
    if (reader_name(r, i) >= 0)
        return !is(r, i + 1, "(") || is_word(r, i - 1); // int v(1)
    if (is_alias(r, i) || reader_is_number_class(r, i))
        return true;
    if (r->is_part && is(r, i, "__ldg"))
        return true;
    return is(r, i + 1, "(") ? reader_call_at(r, i) || IS_ONE_OF(r, i, computing) || reader_is_computing_macro(r, i) : is_constant(r, i);
}

// (T): a type in parentheses, behind which an operator has nothing on its left.
static bool is_cast(const reader *r, size_t close)
{
    for (size_t i = reader_opening(r, close) + 1; i < close; i++)
        if (token_of(r, i)->kind == TOKEN_NUMBER || reader_name(r, i) >= 0 || IS_ONE_OF(r, i, of_thread) || (is_word(r, i) && is_constant(r, i)))
            return false;
    return true;
}

// Something that an operator could have on its left.
bool reader_is_operand(const reader *r, size_t i)
{
    if (is(r, i, ")"))
        return !is_cast(r, i);
    return (is_word(r, i) && !IS_ONE_OF(r, i, statements) && !reader_is_type(r, i)) || token_of(r, i)->kind == TOKEN_NUMBER || is(r, i, "]");
}

// The first token of an open value, or `end`.
size_t reader_open_value(const reader *r, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++) {
        const int name = reader_name(r, i);
        if (is(r, i, "[") || (name >= 0 && reader_stands_alone(r, i) && r->names.items[name].is_open))
            return i;
    }
    return end;
}
