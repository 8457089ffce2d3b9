// Launches found again: see recover.h.
#include "frontend/recover.h"

// Back over `<...>` in front of `index`; the index of its `<`, or (size_t)-1.
static size_t open_angle(const plan_file *f, size_t close)
{
    int depth = 0;
    for (size_t i = close;; i--) {
        if (is_token(f, i, ">") || is_token(f, i, ")") || is_token(f, i, "]"))
            depth++;
        if ((is_token(f, i, "<") || is_token(f, i, "(") || is_token(f, i, "[")) && --depth == 0)
            return is_token(f, i, "<") ? i : (size_t)-1;
        if (i == 0 || is_token(f, i, ";") || is_token(f, i, "}"))
            return (size_t)-1;
    }
}

static bool declares_function(const plan *p, int file, size_t name)
{
    for (size_t i = 0; i < p->functions.count; i++)
        for (size_t k = 0; k < p->functions.items[i].declarations.count; k++) {
            const declaration *d = &p->functions.items[i].declarations.items[k];
            if (d->file == file && d->name_begin == p->files.items[file].tokens.items[name].begin)
                return true;
        }
    return false;
}

// A variable, parameter or macro of that name could be what is launched: `void (*k)(int)`, `K k,`, `[k = f]`, `auto [k, n]`, `for (auto k : all)`,
// `#define k`.
static bool may_be_a_value(const plan *p, const char *name)
{
    static const char *const after_type[] = {"*", "&", "&&", ">", "..."}, *const after_name[] = {",", ")", ";", "[", ":", "{", "(", ">"};
    for (size_t file = 0; file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        for (size_t i = 1; i + 1 < f->tokens.count; i++) {
            if (f->tokens.items[i].kind != TOKEN_IDENTIFIER || !is_token(f, i, name))
                continue;
            const bool behind_type = f->tokens.items[i - 1].kind == TOKEN_IDENTIFIER || IS_ANY_TOKEN(f, i - 1, after_type);
            if (is_token(f, i + 1, "=") || is_token(f, i - 1, "define") || plan_is_bound(p, f, i) ||
                (behind_type && IS_ANY_TOKEN(f, i + 1, after_name) && !declares_function(p, (int)file, i)))
                return true;
        }
    }
    return false;
}

static size_t close_of(const plan_file *f, size_t open)
{
    int depth = 0;
    size_t home = f->tokens.items[open].begin;
    for (size_t i = open + 1; (i = plan_next_live(f, i, home)) < f->tokens.count && f->tokens.items[i].kind != TOKEN_END; i++) {
        depth += bracket_depth(f, i);
        if (depth < 0 || (depth == 0 && is_token(f, i, ";")))
            break;
        if (depth == 0 && is_token(f, i, ">") && is_token(f, i + 1, ">") && is_token(f, i + 2, ">") &&
            is_token(f, plan_next_live(f, i + 3, home), "("))
            return i;
    }
    return (size_t)-1;
}

static bool is_device_text(const plan *p, int file, size_t token)
{
    const size_t offset = p->files.items[file].tokens.items[token].begin;
    if (!p->for_cpu && plan_is_in_device_lambda(&p->files.items[file], token))
        return true;
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        bool device = f->is_kernel || (f->is_device && !(f->is_host && p->for_cpu));
        for (size_t k = 0; device && k < f->declarations.count; k++) {
            const declaration *d = &f->declarations.items[k];
            if (d->file == file && d->body_end && offset >= d->body_begin && offset < d->body_end)
                return true;
        }
    }
    return false;
}

static void name_callee(const plan *p, const plan_file *f, size_t name, launch *l)
{
    if (name >= f->tokens.count || f->tokens.items[name].kind != TOKEN_IDENTIFIER)
        return;
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].is_kernel && !p->functions.items[i].in_system && p->functions.items[i].primary < 0 &&
            token_is(f->text, &f->tokens.items[name], p->functions.items[i].name))
            *ARENA_PUSH(p->arena, &l->candidates) = (int)i;
    l->name_begin = f->tokens.items[name].begin;
    l->name_end = f->tokens.items[name].end;
}

static void recover(plan *p, int file, size_t open)
{
    const plan_file *f = &p->files.items[file];
    size_t name = open ? open - 1 : (size_t)-1;
    if (open && is_token(f, open - 1, ">"))
        name = open_angle(f, open - 1) - 1;
    size_t close = close_of(f, open);
    if (close == (size_t)-1)
        return;
    launch l = {.form = LAUNCH_OVERLOADED, .file = file, .kernel = -1, .directive = -1, .callee_file = -1, .recovered = true,
                .open_begin = f->tokens.items[open].begin, .open_end = f->tokens.items[open].end};
    l.close_begin = f->tokens.items[close].begin;
    l.close_end = f->tokens.items[close + 2].end;
    size_t parenthesis = plan_next_live(f, close + 3, l.open_begin);
    l.arguments_open = f->tokens.items[parenthesis].begin;
    l.has_arguments = !is_token(f, plan_next_live(f, parenthesis + 1, l.open_begin), ")");
    if (is_device_text(p, file, open)) { // dynamic parallelism: stays as it is, whatever is launched
        l.form = LAUNCH_ON_DEVICE;
        l.name_begin = l.name_end = l.open_begin;
        name_callee(p, f, name, &l);
        l.callee_begin = l.name_begin; // whatever stands there, as far as it is a name
        *ARENA_PUSH(p->arena, &p->launches) = l;
        return;
    }
    if (name >= f->tokens.count || f->tokens.items[name].kind != TOKEN_IDENTIFIER ||
        (name && (is_token(f, name - 1, ".") || is_token(f, name - 1, "->") || is_token(f, name - 1, "*"))))
        return;
    name_callee(p, f, name, &l);
    if (!l.candidates.count || may_be_a_value(p, p->functions.items[l.candidates.items[0]].name))
        return;
    if (l.candidates.count == 1) {
        l.form = LAUNCH_KERNEL;
        l.kernel = l.candidates.items[0];
    }
    *ARENA_PUSH(p->arena, &p->launches) = l;
}

bool recover_is_known(const plan *p, size_t count, int file, size_t offset, size_t *next)
{
    for (size_t step = 0; step < count; step++) {
        size_t k = *next + step < count ? *next + step : *next + step - count;
        if (p->launches.items[k].file == file && p->launches.items[k].open_begin == offset) {
            *next = k + 1 < count ? k + 1 : 0;
            return true;
        }
    }
    return false;
}

// #define STR(...) #__VA_ARGS__: what is given to it is made text, or handed to a macro that does so.
static bool makes_text(const plan *p, slice macro, int depth)
{
    enum { depth_at_most = 8 };
    bool any = false;
    for (macro_place m = {0}; plan_next_macro_named(p, macro, &m);) {
        const plan_file *f = m.of;
        if (!plan_has_parameters(f, m.name) || depth > depth_at_most)
            return false;
        const size_t close = plan_closing_bracket(f, m.name + 1, f->tokens.count), end = token_directive_end(&f->tokens, m.name);
        for (size_t i = close + 1; i < end; i++) {
            bool is_parameter = is_token(f, i, "__VA_ARGS__");
            for (size_t k = m.name + 2; k < close && !is_parameter; k++)
                is_parameter = f->tokens.items[i].kind == TOKEN_IDENTIFIER && is_same_token(f, i, f, k);
            const size_t open = is_parameter ? plan_bracket_around(f, i, NULL) : 0;
            if (is_parameter && !is_token(f, i - 1, "#") &&
                !(open > close + 1 && is_token(f, open, "(") && plan_is_macro(p, token_word(f, open - 1)) && makes_text(p, token_word(f, open - 1), depth + 1)))
                return false;
        }
        any = true;
    }
    return any;
}

bool recover_is_text(const plan *p, const plan_file *f, size_t open)
{
    for (size_t i = plan_bracket_around(f, open, NULL); i > 0 && is_token(f, i, "("); i = plan_bracket_around(f, i, NULL))
        if (f->tokens.items[i - 1].kind == TOKEN_IDENTIFIER && plan_is_macro(p, token_word(f, i - 1)) && makes_text(p, token_word(f, i - 1), 0))
            return true;
    return false;
}

void recover_launches(plan *p)
{
    size_t known = p->launches.count, next = 0;
    for (size_t file = 0; file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        for (size_t i = 0; i < f->tokens.count; i++) {
            const token *t = &f->tokens.items[i];
            if (t->kind != TOKEN_PUNCTUATION || t->in_directive || !is_token(f, i, "<<<") || plan_is_skipped(f, t->begin))
                continue;
            if (!recover_is_known(p, known, (int)file, t->begin, &next) && !recover_is_text(p, f, i))
                recover(p, (int)file, i);
        }
    }
}
