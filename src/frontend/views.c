// Views of a program: see views.h.
//
//     #if __CUDA_ARCH__ >= 900
//     #define HAS_CLUSTERS 1             device_macros: __CUDA_ARCH__ and HAS_CLUSTERS
//     #endif
//     ...
//     #ifdef HAS_CLUSTERS                a group that an sm_80 does not see: 90 is wanted
//
// Macros of the project are read in all their definitions, as they are written; those of system headers are not, but for
// NV_IF_TARGET and its like.
#include "frontend/views.h"

#include "frontend/analyse.h"
#include "frontend/device_condition.h"
#include "frontend/library_text.h"
#include "frontend/options_parsing.h"
#include "frontend/silent.h"

#include <string.h>

static const char device_flag[] = "--cuda-gpu-arch=sm_"; // clang's; of nvcc's flags, too (views_keep_flag)

static bool begins(const plan_file *f, const token *t, const char *word)
{
    const size_t length = strlen(word);
    return t->kind == TOKEN_IDENTIFIER && t->end - t->begin >= length && memcmp(f->text->bytes + t->begin, word, length) == 0;
}

// By itself. __CUDA_ARCH_LIST__ is the same for all.
static bool is_of_device(const plan_file *f, const token *t)
{
    bool is = false;
    for (size_t i = 0; i < library_text_device_word_count && !is; i++)
        is = begins(f, t, library_text_device_words[i]);
    return is && !begins(f, t, "__CUDA_ARCH_LIST__");
}

static bool may_speak_of_devices(const plan_file *f)
{
    for (size_t i = 0; i < library_text_device_word_count; i++)
        if (strstr(f->text->bytes, library_text_device_words[i]))
            return true;
    return false;
}

static bool is_device_macro(const plan *p, const plan_file *f, const token *t)
{
    for (size_t i = 0; i < p->device_macros.count && t->kind == TOKEN_IDENTIFIER; i++)
        if (token_is(f->text, t, p->device_macros.items[i]))
            return true;
    return false;
}

// The directives #if ... #endif of a file: where they begin, and the group that each is of.
typedef struct conditionals {
    struct { size_t begin; size_t group; } *items;
    size_t count;
    bool *speaks; // of each group: some condition of its names what differs between devices
} conditionals;

static conditionals find_conditionals(const plan *p, const plan_file *f)
{
    conditionals c = {0};
    for (size_t i = 0; i < f->tokens.count; i++)
        c.count += f->tokens.items[i].in_directive && f->tokens.items[i].starts_line && plan_conditional_end(f, i) != i;
    c.items = arena_alloc(p->arena, (c.count + 1) * sizeof *c.items);
    c.speaks = arena_alloc(p->arena, (c.count + 1) * sizeof *c.speaks);
    size_t *open = arena_alloc(p->arena, (c.count + 1) * sizeof *open), depth = 0, groups = 0, at = 0; // groups around
    for (size_t i = 0; i < f->tokens.count && at < c.count; i++) {
        const token *t = &f->tokens.items[i];
        if (!t->in_directive || !t->starts_line || plan_conditional_end(f, i) == i)
            continue;
        if (!depth || token_is(f->text, t + 1, "if") || token_is(f->text, t + 1, "ifdef") || token_is(f->text, t + 1, "ifndef")) {
            c.speaks[groups] = false;
            open[depth++] = groups++;
        }
        const size_t group = open[depth - 1];
        c.items[at].begin = t->begin;
        c.items[at++].group = group;
        for (size_t k = i; k < plan_conditional_end(f, i); k++)
            c.speaks[group] |= is_device_macro(p, f, &f->tokens.items[k]);
        depth -= token_is(f->text, t + 1, "endif");
    }
    return c;
}

// The text that begins with a conditional directive, at it or behind its #.
static bool branch_speaks_of_device(const conditionals *c, size_t begin)
{
    for (size_t i = c->count; i-- > 0;)
        if (c->items[i].begin <= begin)
            return begin - c->items[i].begin <= 1 && c->speaks[c->items[i].group];
    return false;
}

static void add_macro(plan *p, const plan_file *f, const token *t)
{
    *ARENA_PUSH(p->arena, &p->device_macros) = arena_copy(p->arena, f->text->bytes + t->begin, t->end - t->begin);
}

// In the directive that begins at token `i`, behind the name that it defines.
static bool definition_speaks_of_device(const plan *p, const plan_file *f, size_t i)
{
    const size_t end = token_directive_end(&f->tokens, i + 2);
    for (i += 3; i < end; i++)
        if (is_device_macro(p, f, &f->tokens.items[i]))
            return true;
    return false;
}

// The skipped group that the token is in, or in front of which it stands: its condition is why.
static bool depends_on_device(const plan_file *f, const conditionals *c, size_t offset)
{
    for (size_t i = 0; i < f->skipped.count; i++) {
        const byte_range r = f->skipped.items[i];
        if (offset >= r.begin && offset < r.end && branch_speaks_of_device(c, r.begin))
            return true;
    }
    return false;
}

// One turn. Definitions that the host sees count where the condition around them has another group, which it skips:
// then this one has the same name's other definition.
static bool find_more_macros(plan *p)
{
    bool found = false;
    for (size_t k = 0; k < p->files.count; k++) {
        const plan_file *f = &p->files.items[k];
        const conditionals c = find_conditionals(p, f);
        for (size_t i = 0; i + 2 < f->tokens.count; i++) {
            const token *t = &f->tokens.items[i];
            if (!t->in_directive || !t->starts_line || !token_is(f->text, t + 1, "define") ||
                t[2].kind != TOKEN_IDENTIFIER || is_device_macro(p, f, t + 2) ||
                !(definition_speaks_of_device(p, f, i) || depends_on_device(f, &c, t->begin)))
                continue;
            add_macro(p, f, t + 2);
            found = true;
        }
    }
    return found;
}

static bool is_in_function(const plan *p, int file, size_t offset)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        const declaration *d = plan_definition(&p->functions.items[i]);
        if (d && d->file == file && (p->functions.items[i].is_kernel || p->functions.items[i].is_device) && offset >= d->body_begin &&
            offset < d->body_end)
            return true;
    }
    return false;
}

static int parse_number(const plan_file *f, const token *t)
{
    int value = 0;
    for (size_t i = t->begin; i < t->end && f->text->bytes[i] >= '0' && f->text->bytes[i] <= '9' && value < 100000; i++)
        value = value * 10 + (f->text->bytes[i] - '0');
    return t->kind == TOKEN_NUMBER && value >= 300 && value <= 2000 && value % 10 == 0 ? value / 10 : 0;
}

// #define HOPPER 900: numbers that may be compared with a device's have names.
static void find_numbers(plan *p)
{
    p->device_numbers = map_new(p->arena);
    for (macro_place m = {0}; plan_next_macro(p, &m);) {
        const plan_file *f = m.of;
        const token *name = &f->tokens.items[m.name];
        const bool is_one_token = name[-2].starts_line && token_directive_end(&f->tokens, m.name) == m.name + 2;
        const int device = is_one_token ? parse_number(f, name + 1) : 0;
        if (device)
            map_put(&p->device_numbers, arena_copy(p->arena, f->text->bytes + name->begin, name->end - name->begin), device);
    }
}

static bool has_open_call(const plan *p, const function *f)
{
    bool has = silent_may_stand_in(p, f);
    for (size_t i = 0; i < f->facts.count && !has; i++)
        has = analyse_is_open_call(&f->facts.items[i]);
    return has;
}

static bool calls_library(const plan *p, const function *f)
{
    for (size_t i = 0; i < f->facts.count; i++)
        if (f->facts.items[i].callee >= 0 && p->functions.items[f->facts.items[i].callee].half_seen)
            return true;
    return false;
}

typedef struct reached_functions {
    bool *is_in;
    LIST_OF(int) pending;
} reached_functions;

static void reach(const plan *p, reached_functions *r, int at)
{
    if (p->functions.items[at].in_system || !p->functions.items[at].facts_known || r->is_in[at])
        return;
    r->is_in[at] = true;
    *ARENA_PUSH(p->arena, &r->pending) = at;
}

// Device code, with what it calls: a function that is constexpr, or a lambda, has no mark of the side that it is for. An open call may be of any
// library's function, also of one that the host does not see.
static bool comes_to_library(const plan *p)
{
    reached_functions r = {.is_in = arena_alloc(p->arena, p->functions.count + 1)};
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].is_kernel || p->functions.items[i].is_device)
            reach(p, &r, (int)i);
    while (r.pending.count) {
        const function *f = &p->functions.items[r.pending.items[--r.pending.count]];
        if (has_open_call(p, f) || calls_library(p, f))
            return true;
        for (size_t k = 0; k < f->facts.count; k++)
            if (f->facts.items[k].callee >= 0)
                reach(p, &r, f->facts.items[k].callee);
    }
    return false;
}

bool views_need_device(plan *p)
{
    for (size_t k = 0; k < p->files.count; k++) {
        const plan_file *f = &p->files.items[k];
        const size_t count = may_speak_of_devices(f) ? f->tokens.count : 0;
        for (size_t i = 0; i < count; i++)
            if (is_of_device(f, &f->tokens.items[i]) && !is_device_macro(p, f, &f->tokens.items[i]))
                add_macro(p, f, &f->tokens.items[i]);
    }
    while (p->device_macros.count && find_more_macros(p))
        ;
    if (p->device_macros.count)
        find_numbers(p);
    return p->device_macros.count || (library_text_speaks_of_device(p) && (comes_to_library(p) || library_text_is_named(p)));
}

// ---- devices of flags --------------------------------------------------------------------------------------------------

void views_keep_flag(arena *a, const char *value, string_list *flags)
{
    const char *number = strstr(value, "compute_"); // of -gencode arch=compute_90,code=sm_90a, what the text is compiled for
    number = number ? number + strlen("compute_") : strstr(value, "sm_") ? strstr(value, "sm_") + strlen("sm_") : NULL;
    int device;
    char features = 0;
    if (number && sscanf(number, "%d%c", &device, &features) >= 1 && device > 0 && device < 1000)
        options_push(a, flags, arena_format(a, "%s%d%s", device_flag, device, features == 'a' ? "a" : features == 'f' ? "f" : ""));
}

size_t views_of_flags(const string_list *flags, int *devices)
{
    size_t count = 0;
    for (size_t i = 0; i < flags->count; i++) {
        int device;
        char features = 0;
        if (strncmp(flags->items[i], device_flag, strlen(device_flag)) != 0 ||
            sscanf(flags->items[i] + strlen(device_flag), "%d%c", &device, &features) < 1)
            continue;
        device |= features == 'a' ? VIEW_FEATURES | VIEW_FAMILY : features == 'f' ? VIEW_FAMILY : 0;
        bool is_new = count < VIEWS_OF_FLAGS_AT_MOST;
        for (size_t k = 0; k < count; k++)
            is_new &= devices[k] != device;
        if (is_new)
            devices[count++] = device;
    }
    return count;
}

// ---- devices of the text -------------------------------------------------------------------------------------------------

// `#if ON_DEVICE && defined(VERBOSE)`: what the flags define the host has seen, too.
static bool needs_what_is_nowhere(const plan *p, const plan_file *f, size_t begin)
{
    const size_t i = token_directive_begin(&f->tokens, token_at_or_after(&f->tokens, begin));
    const size_t end = plan_conditional_end(f, i);
    bool needs = token_is(f->text, &f->tokens.items[i + 1], "ifdef");
    for (size_t k = i + 1; k < end; k++)
        needs |= token_is(f->text, &f->tokens.items[k], "defined") || token_is(f->text, &f->tokens.items[k], "&&");
    for (size_t k = i + 1; k < end && needs; k++)
        needs = !token_is(f->text, &f->tokens.items[k], "||") && !token_is(f->text, &f->tokens.items[k], "!") &&
                !token_is(f->text, &f->tokens.items[k], "else");
    for (size_t k = i + 2; k < end && needs; k++) {
        const token *t = &f->tokens.items[k];
        if (t->kind == TOKEN_IDENTIFIER && !token_is(f->text, t, "defined") && !is_device_macro(p, f, t) && !plan_is_macro(p, token_bytes(f->text, t)))
            return true;
    }
    return false;
}

// No text for devices, though its condition names them, or one that none of the program's flags and macros lets through.
static bool is_of_no_device(const plan *p, const plan_file *f, size_t begin)
{
    return needs_what_is_nowhere(p, f, begin) ||
           device_condition_is_of_none(f, token_directive_begin(&f->tokens, token_at_or_after(&f->tokens, begin)));
}

size_t views_unseen(const plan *p, const plan_file *f, size_t begin, size_t end)
{
    conditionals c = {0}; // of the whole file
    bool are_known = false;
    for (size_t i = 0; i < f->unseen.count && p->device_macros.count; i++) {
        const byte_range r = f->unseen.items[i];
        if (r.begin < begin || r.begin >= end)
            continue;
        if (!are_known)
            c = find_conditionals(p, f);
        are_known = true;
        if (branch_speaks_of_device(&c, r.begin) && !is_of_no_device(p, f, r.begin))
            return r.begin;
    }
    return (size_t)-1;
}

// What may change what functions mean: definitions, of macros and of anything else.
static bool may_matter(const plan_file *f, byte_range r)
{
    for (size_t i = token_at_or_after(&f->tokens, r.begin); f->tokens.items[i].begin < r.end; i++) {
        const token *t = &f->tokens.items[i];
        if (t->in_directive ? token_is(f->text, t, "define") || token_is(f->text, t, "undef") || token_is(f->text, t, "include")
                            : t->kind == TOKEN_IDENTIFIER)
            return true;
    }
    return false;
}

// Two groups of a condition share the directive between them, which is skipped with each.
static bool has_text(const plan_file *f, byte_range r)
{
    for (size_t i = token_at_or_after(&f->tokens, r.begin); f->tokens.items[i].begin < r.end; i++)
        if (!f->tokens.items[i].in_directive)
            return true;
    return may_matter(f, r);
}

// nvcc compiles for no older ones.
static int oldest_device(const plan *p) { return p->cuda_version >= 13000 ? 75 : p->cuda_version >= 12000 ? 50 : 35; }

typedef struct wants {
    bool in_function; // some device function has text that was not seen
    bool elsewhere;   // there is such text outside of them
    bool computed;    // what a device is is computed with: no text tells what was not seen
} wants;

static wants find_wants(const plan *p)
{
    wants w = {0};
    for (size_t k = 0; k < p->files.count; k++) {
        const plan_file *f = &p->files.items[k];
        const conditionals c = find_conditionals(p, f);
        for (size_t i = 0; i < f->unseen.count; i++) {
            const byte_range r = f->unseen.items[i];
            if (!branch_speaks_of_device(&c, r.begin) || !has_text(f, r) || is_of_no_device(p, f, r.begin))
                continue;
            const bool inside = is_in_function(p, (int)k, r.begin);
            w.in_function |= inside;
            w.elsewhere |= !inside && may_matter(f, r);
        }
        for (size_t i = 0; i < f->tokens.count && !w.computed; i++)
            w.computed |= !f->tokens.items[i].in_directive && is_device_macro(p, f, &f->tokens.items[i]);
    }
    return w;
}

// Of a name like NV_PROVIDES_SM_90 or __CUDA_ARCH_FEAT_SM90_ALL.
static int device_of_name(const plan_file *f, const token *t)
{
    static const struct { const char *begin; int also; } names[] = {
        {"NV_PROVIDES_SM_", 0}, {"NV_IS_EXACTLY_SM_", 0}, {"NV_HAS_FEATURE_SM_", VIEW_FEATURES | VIEW_FAMILY}, {"__CUDA_ARCH_FEAT_SM", VIEW_FEATURES | VIEW_FAMILY}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        int device = 0;
        for (size_t at = t->begin + strlen(names[i].begin); begins(f, t, names[i].begin) && at < t->end &&
                                                           f->text->bytes[at] >= '0' && f->text->bytes[at] <= '9' && device < 1000; at++)
            device = device * 10 + (f->text->bytes[at] - '0');
        if (device)
            return device | names[i].also;
    }
    return begins(f, t, "__CUDA_ARCH_SPECIFIC__") || begins(f, t, "__CUDA_ARCH_FAMILY_SPECIFIC__") ? 90 | VIEW_FEATURES | VIEW_FAMILY : 0;
}

// Written out, or by the name of a macro that is one.
static int number_of(const plan *p, const plan_file *f, const token *t)
{
    if (t->kind != TOKEN_IDENTIFIER || p->device_numbers.count == 0)
        return parse_number(f, t);
    const int named = map_get(&p->device_numbers, arena_copy(p->arena, f->text->bytes + t->begin, t->end - t->begin));
    return named > 0 ? named : 0;
}

// The device that a number speaks of, and its neighbours: the one that the operator means first.
static int device_to_try(const plan_file *f, const token *number, int value, int choice)
{
    static const int known[] = {35, 50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90, 100, 101, 103, 120};
    int below = 0, above = 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        below = known[i] < value ? known[i] : below;
        above = known[i] > value && !above ? known[i] : above;
    }
    bool less = token_is(f->text, number - 1, "<") || token_is(f->text, number - 1, "<=");
    bool more = token_is(f->text, number - 1, ">");
    int order[] = {less ? below : more ? above : value, less || more ? value : below, less ? above : more ? below : above};
    return order[choice];
}

static bool is_among(int device, const int *seen, size_t seen_count)
{
    for (size_t i = 0; i < seen_count; i++)
        if (seen[i] == device)
            return true;
    return false;
}

// Of each token: does it stand in a condition of a group of which some text was not seen?
static bool *tokens_of_unseen(const plan *p, const plan_file *f)
{
    const conditionals c = find_conditionals(p, f);
    bool *groups = arena_alloc(p->arena, (c.count + 1) * sizeof *groups), *tokens = arena_alloc(p->arena, (f->tokens.count + 1) * sizeof *tokens);
    memset(groups, 0, (c.count + 1) * sizeof *groups);
    memset(tokens, 0, (f->tokens.count + 1) * sizeof *tokens);
    for (size_t i = 0; i < f->unseen.count; i++)
        for (size_t k = 0; k < c.count; k++)
            groups[c.items[k].group] |= f->unseen.items[i].begin - c.items[k].begin <= 1 && has_text(f, f->unseen.items[i]) &&
                                        !is_of_no_device(p, f, f->unseen.items[i].begin); // or behind its #
    for (size_t k = 0; k < c.count; k++) {
        const size_t first = token_at_or_after(&f->tokens, c.items[k].begin);
        for (size_t i = first; i < plan_conditional_end(f, first); i++)
            tokens[i] = groups[c.items[k].group];
    }
    return tokens;
}

// The numbers that stand on a line, or in a directive, with a word of devices. `computed`: those of lines alone; `among`: those tokens, or
// NULL.
static int find_number(const plan *p, const plan_file *f, int choice, int oldest, bool computed, const bool *among, const int *seen, size_t seen_count)
{
    bool asks = false, specific = false; // of devices with features of their own
    for (size_t k = 1; k < f->tokens.count; k++) {
        const token *t = &f->tokens.items[k];
        specific = (specific && !t->starts_line) || begins(f, t, "__CUDA_ARCH_SPECIFIC__") || begins(f, t, "__CUDA_ARCH_FAMILY_SPECIFIC__");
        asks = is_device_macro(p, f, t) || (asks && !t->starts_line && !token_is(f->text, t, ";"));
        if ((computed && t->in_directive) || (among && !among[k]))
            continue;
        const int value = asks ? number_of(p, f, t) : 0, named = choice == 0 ? device_of_name(f, t) : 0;
        const int device = value ? device_to_try(f, t, value, choice) | (specific ? VIEW_FEATURES | VIEW_FAMILY : 0) : named;
        if (view_number(device) >= (oldest ? oldest : 1) && !is_among(device, seen, seen_count))
            return device;
    }
    return 0;
}

bool views_may_differ(const plan *p)
{
    const wants w = find_wants(p);
    return w.in_function || w.elsewhere || w.computed;
}

int views_wanted(const plan *p, const int *seen, size_t seen_count)
{
    const wants w = find_wants(p);
    const bool unseen = w.in_function || w.elsewhere;
    const int oldest = w.in_function ? 0 : oldest_device(p);
    int device = 0;
    for (int choice = 0; choice < 3 && unseen && !device; choice++) // first what the conditions of unseen text say themselves
        for (size_t i = 0; i < p->files.count && !device; i++)
            device = find_number(p, &p->files.items[i], choice, oldest, false, tokens_of_unseen(p, &p->files.items[i]), seen, seen_count);
    for (int choice = 0; choice < (unseen ? 3 : w.computed ? 2 : 0) && !device; choice++)
        for (size_t i = 0; i < p->files.count && !device; i++)
            device = find_number(p, &p->files.items[i], choice, oldest, !unseen, NULL, seen, seen_count);
    return device;
}
