// Operations of a warp that name all lanes: see lanes_parts.h.
#include "frontend/lanes_parts.h"

#include "frontend/lanes_search.h"
#include "frontend/leaving.h"
#include "frontend/lex.h"
#include "frontend/unchanged.h"

#include <stdlib.h>
#include <string.h>

size_t lanes_end_of_value(const plan_file *f, size_t i, bool is_macro)
{
    for (int open = 0; f->tokens.items[i].kind != TOKEN_END; i++) {
        if (is_macro && (!f->tokens.items[i].in_directive || f->tokens.items[i].starts_line))
            break;
        const bool closes = is_token(f, i, ")") || is_token(f, i, "}");
        if (!is_macro && open == 0 && (closes || is_token(f, i, ",") || is_token(f, i, ";")))
            break;
        open += is_token(f, i, "(") + is_token(f, i, "{") - closes;
    }
    return i;
}

// ~0u, 0xffffffff, -1, (unsigned)-1, UINT_MAX: from token `first` on, up to `last`.
static bool is_all_lanes(const plan_file *f, size_t first, size_t last)
{
    static const char *const all[] = {"~0", "~0x0", "0xffffffff", "-1", "4294967295", "uint_max", "unsigned-1", "unsignedint-1", "uint32_t-1"};
    char text[32];
    size_t length = 0;
    for (size_t i = first; i < last; i++) {
        if (is_token(f, i, "(") || is_token(f, i, ")"))
            continue;
        const slice word = token_word(f, i);
        const bool is_number = f->tokens.items[i].kind == TOKEN_NUMBER;
        for (size_t k = 0; k < word.length; k++) {
            const char c = word.bytes[k] >= 'A' && word.bytes[k] <= 'Z' ? (char)(word.bytes[k] - 'A' + 'a') : word.bytes[k];
            if (is_number && (c == 'u' || c == 'l' || c == '\''))
                continue;
            if (length + 1 == sizeof text)
                return false;
            text[length++] = c;
        }
    }
    text[length] = '\0';
    return STRING_IS_ANY(text, all);
}

// Is what the name gets among tokens `i` to `end` always all lanes? *any: it gets something there.
static bool values_are_all(const plan_file *f, size_t i, size_t end, slice word, bool *any)
{
    for (; i < end && i + 1 < f->tokens.count; i++) {
        if (f->tokens.items[i].kind != TOKEN_IDENTIFIER || !slice_equal(token_word(f, i), word) || is_token(f, i - 1, ".") || is_token(f, i - 1, "->"))
            continue;
        const bool is_macro = f->tokens.items[i].in_directive && is_token(f, i - 1, "define");
        const bool has_value = !f->tokens.items[i].in_directive && (is_token(f, i + 1, "=") || is_token(f, i + 1, "{"));
        const size_t value = is_macro ? i + 1 : i + 2;
        if (!is_macro && !has_value)
            continue;
        *any = true;
        if (!is_all_lanes(f, value, lanes_end_of_value(f, value, is_macro)))
            return false;
    }
    return true;
}

// A macro or a constant, `#define FULL 0xffffffff`, `constexpr unsigned full = ~0u;`, a local, `unsigned mask = ~0u` among parameters: of the function's own
// text, and if that says nothing, of all text.
static bool is_name_of_all(const plan *p, const function *in, const plan_file *at, size_t name)
{
    const slice word = token_word(at, name);
    const declaration *d = plan_definition(in);
    bool any = false;
    if (at->tokens.items[name].kind != TOKEN_IDENTIFIER)
        return false;
    if (d && !plan_is_macro(p, word)) {
        const plan_file *f = &p->files.items[d->file];
        if (!values_are_all(f, token_at_or_after(&f->tokens, d->begin), token_at_or_after(&f->tokens, d->body_end), word, &any) ||
            (f == at && !unchanged_is(p, in, &at->tokens.items[name])) || (!any && plan_is_parameter(at, d, name)))
            return false;
    }
    if (any)
        return true;
    for (size_t file = 0; file < p->files.count; file++)
        if (!values_are_all(&p->files.items[file], 1, p->files.items[file].tokens.count, word, &any))
            return false;
    return any;
}

// The call of which `name` is the name, in text or in a macro's body.
bool lanes_call_names_all(const plan *p, const function *in, const plan_file *f, size_t name)
{
    if (!is_token(f, name + 1, "("))
        return true; // out of sight
    if (is_token(f, name + 2, ")"))
        return true; // __syncwarp()
    const size_t end = lanes_end_of_value(f, name + 2, false);
    return is_all_lanes(f, name + 2, end) || (end == name + 3 && is_name_of_all(p, in, f, name + 2));
}

// ---- masks of those that come --------------------------------------------------------------------------------------------
//
// Some lanes only, as far as is known: a vote or a question for them, a number that is not all, a part of a mask. What is not known names all.

enum { mask_depth_at_most = 8, mask_looks_at_most = 500 };

typedef struct mask_place {
    const plan *plan;
    const function *in; // NULL: outside of functions
    const plan_file *file;
    int *left; // looks at names, after which all are named
} mask_place;

static bool is_partial(const mask_place *m, size_t first, size_t end, int depth);

static bool is_word_of_type(const plan_file *f, size_t i)
{
    static const char *const words[] = {"unsigned", "int", "long", "const", "uint32_t", "uint64_t", "size_t", "std", "::", "static_cast", "<", ">", "(", ")", "{", "}"};
    return IS_ANY_TOKEN(f, i, words);
}

// 0xffff, ~1u, in parentheses and casts. `*is_number`: is it one at all?
static bool is_partial_number(const plan_file *f, size_t first, size_t end, bool *is_number)
{
    const unsigned long all = 0xffffffffu;
    unsigned long value = 0;
    bool inverts = false, negates = false;
    *is_number = false;
    for (size_t i = first; i < end; i++) {
        if (is_word_of_type(f, i))
            continue;
        if (f->tokens.items[i].kind == TOKEN_NUMBER && !*is_number) {
            char digits[80];
            size_t length = 0;
            const slice word = token_word(f, i);
            for (size_t k = 0; k < word.length && length + 1 < sizeof digits; k++)
                if (word.bytes[k] != '\'')
                    digits[length++] = word.bytes[k];
            digits[length] = '\0';
            value = length > 2 && (digits[1] == 'b' || digits[1] == 'B') ? strtoul(digits + 2, NULL, 2) : strtoul(digits, NULL, 0);
            *is_number = true;
        } else if (is_token(f, i, "~") && !*is_number) {
            inverts = !inverts;
        } else if (is_token(f, i, "-") && !*is_number) {
            negates = !negates;
        } else {
            return *is_number = false;
        }
    }
    value = inverts ? ~value : negates ? 0 - value : value;
    return *is_number && (value & all) != all;
}

// mask = ..., mask{...}, mask(...), of a declaration or an assignment in the range: are all of these partial, and is there one?
static bool values_are_partial(const mask_place *m, size_t first, size_t last, slice name, bool *any, int depth)
{
    const plan_file *f = m->file;
    for (size_t i = first; i < last; i++) {
        const bool is_name = f->tokens.items[i].kind == TOKEN_IDENTIFIER && slice_equal(token_word(f, i), name);
        const bool is_macro = is_name && i >= 2 && f->tokens.items[i].in_directive && is_token(f, i - 1, "define");
        if (!is_name || (f->tokens.items[i].in_directive && !is_macro))
            continue;
        const bool declares = f->tokens.items[i - 1].kind == TOKEN_IDENTIFIER && !is_token(f, i - 1, "return");
        const bool initialises = is_token(f, i - 1, ":") || is_token(f, i - 1, ","); // a member, behind a constructor's head
        const bool gives = is_token(f, i + 1, "=") || ((declares || initialises) && (is_token(f, i + 1, "{") || is_token(f, i + 1, "(")));
        if (!is_macro && !gives)
            continue;
        const size_t value = is_macro ? i + 1 : i + 2;
        *any = true;
        if (!is_partial(m, value, lanes_end_of_value(f, value, is_macro), depth + 1))
            return false;
    }
    return true;
}

// By what callers hand on in the place of a parameter.
static bool arguments_are_partial(const plan *p, const function *in, size_t place, int *left, int depth)
{
    const parameter *own = &plan_definition(in)->parameters.items[place];
    bool any = false;
    for (lanes_argument x = {0}; lanes_next_argument(p, in, place, &x); any = true) {
        const mask_place of_caller = {p, x.caller, x.file, left}, of_own = {p, in, &p->files.items[plan_definition(in)->file], left};
        const plan_file *f = x.is_default ? of_own.file : x.file;
        const size_t first = x.is_default ? token_at_or_after(&f->tokens, own->default_begin) + 1 : x.first; // behind the =
        if (x.is_hidden || !is_partial(x.is_default ? &of_own : &of_caller, first, x.is_default ? token_at_or_after(&f->tokens, own->end) : x.end, depth + 1))
            return false;
    }
    return any;
}

// asm("activemask.b32 %0;" : "=r"(mask)), in the function.
static bool is_asked_by_assembly(const mask_place *m)
{
    for (size_t i = 0; m->in && i < m->in->facts.count; i++)
        if (m->in->facts.items[i].kind == FACT_ASM && strstr(m->in->facts.items[i].name, "activemask"))
            return true;
    return false;
}

static bool name_is_partial(const mask_place *m, size_t name, int depth)
{
    const slice word = token_word(m->file, name);
    const declaration *d = m->in ? plan_definition(m->in) : NULL;
    if (--*m->left < 0)
        return false;
    for (size_t i = 0; d && i < d->parameters.count; i++)
        if (slice_is(word, d->parameters.items[i].name))
            return !m->in->is_kernel && arguments_are_partial(m->plan, m->in, i, m->left, depth);
    bool any = false;
    const mask_place own = {m->plan, m->in, d ? &m->plan->files.items[d->file] : NULL, m->left};
    if (d && !values_are_partial(&own, token_at_or_after(&own.file->tokens, d->body_begin), token_at_or_after(&own.file->tokens, d->body_end), word, &any, depth))
        return false;
    if (any || is_asked_by_assembly(m))
        return true;
    for (size_t i = 0; i < m->plan->files.count; i++) {
        const mask_place outside = {m->plan, NULL, &m->plan->files.items[i], m->left};
        const size_t count = token_list_may_have(&outside.file->tokens, arena_copy(m->plan->arena, word.bytes, word.length)) ? outside.file->tokens.count - 1 : 0;
        if (!values_are_partial(&outside, 1, count, word, &any, depth))
            return false;
    }
    return any;
}

// lanes_below(), of the program, that does nothing but return one.
static bool call_is_partial(const mask_place *m, size_t name, int depth)
{
    const slice word = token_word(m->file, name);
    bool any = false;
    for (size_t i = 0; i < m->plan->functions.count; i++) {
        const function *g = &m->plan->functions.items[i];
        size_t first, end;
        if (g->in_system || !slice_is(word, g->name))
            continue;
        const mask_place inside = {m->plan, g, plan_definition(g) ? &m->plan->files.items[plan_definition(g)->file] : NULL, m->left};
        if (!inside.file || !lanes_only_value(m->plan, g, &first, &end) || !is_partial(&inside, first, end, depth + 1))
            return false;
        any = true;
    }
    return any;
}

static bool is_partial(const mask_place *m, size_t first, size_t end, int depth)
{
    static const char *const asking[] = {"__activemask", "__ballot_sync", "__match_any_sync", "__match_all_sync", "ballot", "match_any", "match_all"};
    const plan_file *f = m->file;
    bool is_number, cuts = false;
    const bool number = is_partial_number(f, first, end, &is_number);
    if (is_number || depth > mask_depth_at_most)
        return number && depth <= mask_depth_at_most;
    size_t name = 0, names = 0;
    for (size_t i = first; i < end; i++) {
        if (IS_ANY_TOKEN(f, i, asking))
            return true;
        if (is_token(f, i, "?") || is_token(f, i, "|"))
            return false; // of several
        const bool shifts = is_token(f, i, "<<") || (is_token(f, i, ">") && is_token(f, i + 1, ">") && i > first && !lanes_is_wide_type(f, i - 1));
        cuts |= (shifts && !is_token(f, i + 1, "32")) || is_token(f, i, "&") || is_token(f, i, "^");
        if (f->tokens.items[i].kind == TOKEN_IDENTIFIER && !is_word_of_type(f, i)) {
            name = i;
            names++;
        }
    }
    if (cuts)
        return true;
    const bool is_chain = names == 1 || is_token(f, name - 1, "::") || is_token(f, name - 1, ".") || is_token(f, name - 1, "->");
    if (!names || !is_chain)
        return false;
    return is_token(f, name + 1, "(") ? call_is_partial(m, name, depth) : name_is_partial(m, name, depth);
}

// Of the call with the name at token `name`, in text or in a macro's body.
static bool call_names_some(const mask_place *m, size_t name)
{
    return is_token(m->file, name + 1, "(") && !is_token(m->file, name + 2, ")") && is_partial(m, name + 2, lanes_end_of_value(m->file, name + 2, false), 0);
}

// #define SHUFFLE(mask, v) __shfl_sync(mask, v, 0): by what it is given where the macro stands at token `use`. -1: the mask is no parameter of its.
static int macro_is_given_some(const mask_place *m, size_t use, const plan_file *f, size_t macro, size_t mask)
{
    if (!is_token(f, macro + 1, "(") || f->tokens.items[macro + 1].begin != f->tokens.items[macro].end || !is_token(m->file, use + 1, "("))
        return -1;
    const size_t close = plan_closing_bracket(f, macro + 1, f->tokens.count);
    size_t argument = use + 2;
    for (size_t i = macro + 2; i < close; i++) {
        if (is_same_word(f, i, f, mask))
            return is_partial(m, argument, lanes_end_of_value(m->file, argument, false), 0);
        if (is_token(f, i, ","))
            argument = lanes_end_of_value(m->file, argument, false) + 1;
    }
    return -1;
}

// The macro's body that the operation comes out of: if it is not found there, it may name all.
static bool macro_names_some(const mask_place *m, size_t use, const char *operation)
{
    bool some = false;
    for (macro_place place = {0}; plan_next_macro_named(m->plan, token_word(m->file, use), &place);) {
        const plan_file *f = place.of;
        const size_t end = token_directive_end(&f->tokens, place.name);
        for (size_t k = place.name + 1; k < end; k++) {
            if (!is_token(f, k, operation))
                continue;
            const bool is_word = is_token(f, k + 1, "(") && (is_token(f, k + 3, ",") || is_token(f, k + 3, ")"));
            const int given = is_word ? macro_is_given_some(m, use, f, place.name, k + 2) : -1;
            const mask_place body = {m->plan, m->in, f, m->left};
            if (given == 0 || (given < 0 && !call_names_some(&body, k)))
                return false;
            some = true;
        }
    }
    return some;
}

static bool names_all(const plan *p, const function *in, const fact *x, bool *seen)
{
    const function *g = fact_is_named_call(x) ? &p->functions.items[x->callee] : NULL;
    const declaration *d = plan_definition(in);
    if (!g || !d || x->elsewhere || x->context & UNREAD)
        return false;
    if (leaving_is_warp_sync(p, x)) {
        const plan_file *f = &p->files.items[d->file];
        const size_t name = token_at_or_after(&f->tokens, x->begin);
        int left = mask_looks_at_most;
        const mask_place m = {p, in, f, &left};
        return !(x->in_macro ? macro_names_some(&m, name, g->name) : call_names_some(&m, name));
    }
    if (g->in_system || !g->has_warp_sync || seen[x->callee])
        return false;
    seen[x->callee] = true;
    for (size_t i = 0; i < g->facts.count; i++)
        if (!(g->facts.items[i].context & IN_LAMBDA) && names_all(p, g, &g->facts.items[i], seen))
            return true;
    return false;
}

bool lanes_all_are_named(const plan *p, const function *in, const fact *x)
{
    return fact_is_named_call(x) && p->functions.items[x->callee].has_warp_sync &&
           names_all(p, in, x, arena_alloc(p->arena, p->functions.count * sizeof(bool)));
}
