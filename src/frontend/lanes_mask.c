// Operations of a warp that name all lanes: see lanes_parts.h.
#include "frontend/lanes_parts.h"

#include "frontend/leaving.h"
#include "frontend/lex.h"

bool lanes_same_word(const plan_file *f, size_t i, const plan_file *g, size_t k)
{
    return f->tokens.items[i].kind == TOKEN_IDENTIFIER && slice_equal(token_word(f, i), token_word(g, k));
}

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

// A macro or a constant, `#define FULL 0xffffffff`, `constexpr unsigned full = ~0u;`, `unsigned mask = ~0u` among parameters.
static bool is_name_of_all(const plan *p, const plan_file *at, size_t name)
{
    for (size_t file = 0; file < p->files.count && at->tokens.items[name].kind == TOKEN_IDENTIFIER; file++) {
        const plan_file *f = &p->files.items[file];
        for (size_t i = 1; i + 1 < f->tokens.count; i++) {
            if (!lanes_same_word(f, i, at, name))
                continue;
            const bool is_macro = f->tokens.items[i].in_directive && is_token(f, i - 1, "define");
            const bool has_value = !f->tokens.items[i].in_directive && (is_token(f, i + 1, "=") || is_token(f, i + 1, "{"));
            const size_t value = is_macro ? i + 1 : i + 2;
            if ((is_macro || has_value) && is_all_lanes(f, value, lanes_end_of_value(f, value, is_macro)))
                return true;
        }
    }
    return false;
}

// The call of which `name` is the name, in text or in a macro's body.
bool lanes_call_names_all(const plan *p, const plan_file *f, size_t name)
{
    if (!is_token(f, name + 1, "("))
        return true; // out of sight
    if (is_token(f, name + 2, ")"))
        return true; // __syncwarp()
    const size_t end = lanes_end_of_value(f, name + 2, false);
    return is_all_lanes(f, name + 2, end) || (end == name + 3 && is_name_of_all(p, f, name + 2));
}

// The macro's body that the operation comes out of: if it is not found there, it may name all.
static bool macro_names_all(const plan *p, const plan_file *at, size_t macro, const char *operation)
{
    for (macro_place m = {0}; plan_next_macro_named(p, token_word(at, macro), &m);) {
        const plan_file *f = &p->files.items[m.file];
        const size_t end = token_directive_end(&f->tokens, m.name);
        for (size_t k = m.name + 1; k < end; k++)
            if (is_token(f, k, operation))
                return lanes_call_names_all(p, f, k);
    }
    return true;
}

enum { callers_at_most = 8 }; // of callers

static bool is_parameter_of_all(const plan *p, const function *in, const plan_file *f, size_t name, int depth);

// h(0xffffffff, x), with h(unsigned mask, ...): does a caller hand all lanes on in that place, or what nobody sees? (A default argument is_name_of_all knows.)
static bool is_given_all(const plan *p, const function *in, size_t place, int depth)
{
    for (lanes_argument x = {0}; lanes_next_argument(p, in, place, &x);) {
        const bool is_name = !x.is_hidden && x.end == x.first + 1;
        if (x.is_hidden || (!x.is_default && is_all_lanes(x.file, x.first, x.end)) ||
            (is_name && (is_name_of_all(p, x.file, x.first) || is_parameter_of_all(p, x.caller, x.file, x.first, depth + 1))))
            return true;
    }
    return false;
}

static bool is_parameter_of_all(const plan *p, const function *in, const plan_file *f, size_t name, int depth)
{
    const declaration *d = plan_definition(in);
    for (size_t i = 0; i < d->parameters.count && !in->is_kernel; i++)
        if (*d->parameters.items[i].name && is_token(f, name, d->parameters.items[i].name))
            return depth > callers_at_most || is_given_all(p, in, i, depth);
    return false;
}

static bool mask_is_given(const plan *p, const function *in, const plan_file *f, size_t name)
{
    return is_token(f, name + 1, "(") && f->tokens.items[name + 2].kind == TOKEN_IDENTIFIER && (is_token(f, name + 3, ",") || is_token(f, name + 3, ")")) &&
           is_parameter_of_all(p, in, f, name + 2, 0);
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
        return x->in_macro ? macro_names_all(p, f, name, g->name) : lanes_call_names_all(p, f, name) || mask_is_given(p, in, f, name);
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
