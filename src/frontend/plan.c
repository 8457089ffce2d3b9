// What every stage asks of a plan: spans, definitions, what the preprocessor left of a file.
//
// In: a plan, as const. Out: answers; nothing is changed and nothing is kept.
#include "frontend/plan.h"

#include <string.h>

span plan_span(const plan *p, int file, size_t begin, size_t end)
{
    const source *const s = p->files.items[file].text;
    end = end < s->length ? end : s->length; // what a macro stands for may be longer than the rest of the file
    return span_make(s, begin < end ? begin : end, end);
}

const declaration *plan_definition(const function *f)
{
    return f->definition >= 0 ? &f->declarations.items[f->definition] : NULL;
}

const declaration *plan_first_declaration(const function *f)
{
    for (size_t i = 0; i < f->declarations.count; i++)
        if (!f->declarations.items[i].is_friend)
            return &f->declarations.items[i];
    return NULL;
}

const directive *plan_directive(const plan *p, const function *f)
{
    return f->directive >= 0 ? &p->files.items[f->directive_file].directives.items[f->directive] : NULL;
}

bool plan_steals(const plan *p, const function *f)
{
    const directive *d = plan_directive(p, f);
    return d && d->schedule == SCHEDULE_STEAL && !f->has_grid_barrier && !f->has_tasks;
}

function *plan_function_around(plan *p, int file, size_t offset)
{
    function *best = NULL;
    size_t best_begin = 0;
    for (size_t i = 0; i < p->functions.count; i++) {
        const declaration *d = plan_definition(&p->functions.items[i]);
        if (d && d->file == file && d->body_begin < offset && offset < d->body_end && d->body_begin >= best_begin) {
            best = &p->functions.items[i];
            best_begin = d->body_begin;
        }
    }
    return best;
}

int plan_file_index(const plan *p, const source *text)
{
    for (size_t i = 0; i < p->files.count; i++)
        if (strcmp(p->files.items[i].text->path, text->path) == 0)
            return (int)i;
    return -1;
}

size_t plan_line(const plan *p, int file, size_t offset, const char **path)
{
    const plan_file *f = &p->files.items[file];
    const size_t line = source_position(f->text, offset).line;
    *path = f->path;
    for (size_t i = f->line_marks.count; i-- > 0;) {
        const line_mark *m = &f->line_marks.items[i];
        if (m->begin > offset)
            continue;
        *path = strcmp(m->path, f->text->path) == 0 ? f->path : m->path;
        return m->line + line - source_position(f->text, m->begin).line;
    }
    return line;
}

size_t plan_directive_at_or_after(const plan_file *f, size_t offset)
{
    size_t low = 0, high = f->directives.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (f->directives.items[middle].at.begin < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool plan_is_skipped(const plan_file *f, size_t offset) { return byte_ranges_hold(f->skipped.items, f->skipped.count, offset); }
bool plan_is_unseen(const plan_file *f, size_t offset) { return byte_ranges_hold(f->unseen.items, f->unseen.count, offset); }

const char *plan_option_name(arena *a, const function *f)
{
    const size_t length = f->form == FORM_CONSTRUCTOR || f->form == FORM_DESTRUCTOR ? strcspn(f->name, "<") : strlen(f->name);
    return arena_format(a, "%s%.*s", f->name_scope, (int)length, f->name);
}

bool plan_is_member_of(const function *f, const char *class)
{
    const size_t scope = strlen(f->name_scope), length = strlen(class);
    if (scope < length + 2 || strcmp(f->name_scope + scope - 2, "::") != 0 || strncmp(f->name_scope + scope - 2 - length, class, length) != 0)
        return false;
    return scope == length + 2 || f->name_scope[scope - 3 - length] == ':';
}

size_t plan_behind_arguments(const plan_file *f, size_t i)
{
    if (!is_token(f, i, "<"))
        return i;
    int angles = 0, brackets = 0;
    for (; f->tokens.items[i].kind != TOKEN_END; i++) {
        brackets += bracket_depth(f, i);
        if (brackets < 0 || (brackets == 0 && is_token(f, i, ";"))) // `i < n;` has none
            return f->tokens.count - 1;
        angles += brackets == 0 && is_token(f, i, "<");
        angles -= brackets == 0 && is_token(f, i, ">");
        if (angles == 0)
            return i + 1;
    }
    return i;
}

bool plan_is_specialised(const plan *p, const function *f)
{
    const declaration *d = plan_definition(f);
    bool any = f->primary >= 0 || (d && d->is_specialisation);
    for (size_t i = 0; i < p->functions.count && !any; i++)
        any = p->functions.items[i].primary == f - p->functions.items;
    return any;
}

const function *plan_launched(const plan *p, const launch *l)
{
    if (l->form == LAUNCH_KERNEL)
        return &p->functions.items[l->kernel];
    return l->form == LAUNCH_OVERLOADED && l->candidates.count == 1 ? &p->functions.items[l->candidates.items[0]] : NULL;
}

bool plan_next_macro(const plan *p, macro_place *at)
{
    for (; at->file <= p->files.count; at->file++, at->name = 0) {
        const plan_file *f = at->of = at->file < p->files.count ? &p->files.items[at->file] : &p->command_line;
        const size_t count = f->text && token_list_may_have(&f->tokens, "define") ? f->tokens.count : 0;
        for (size_t i = at->name ? at->name + 1 : 2; i < count; i++)
            if (f->tokens.items[i].in_directive && is_token(f, i - 1, "define")) {
                at->name = i;
                return true;
            }
    }
    return false;
}

// -1: it is no macro's name.
static int first_macro_named(const plan *p, slice name)
{
    char word[64];
    if (name.length >= sizeof word)
        return map_get(&p->macros, arena_copy(p->arena, name.bytes, name.length));
    memcpy(word, name.bytes, name.length);
    word[name.length] = '\0';
    return map_get(&p->macros, word);
}

bool plan_next_macro_named(const plan *p, slice name, macro_place *at)
{
    const int next = at->of ? at->next : first_macro_named(p, name) + 1;
    if (next <= 0)
        return false;
    *at = p->macro_places.items[next - 1];
    return true;
}

bool plan_is_macro(const plan *p, slice name) { return first_macro_named(p, name) >= 0; }

size_t plan_bracket_around(const plan_file *f, size_t token, size_t *commas)
{
    size_t i = token, count = 0;
    for (int depth = 0; i > 0 && !is_token(f, --i, ";");) {
        depth -= bracket_depth(f, i);
        if (depth < 0)
            break;
        count += depth == 0 && is_token(f, i, ",");
    }
    if (commas)
        *commas = count;
    return i;
}

// [=] __device__ (int i) mutable -> int {
static bool opens_device_lambda(const plan_file *f, size_t open)
{
    bool is_marked = false;
    for (size_t i = open; i-- > 1 && !is_token(f, i, ";") && !is_token(f, i, "{") && !is_token(f, i, "}") && !is_token(f, i, "(");) {
        is_marked |= is_token(f, i, "__device__");
        if (is_token(f, i, "]"))
            return is_marked;
        if (is_token(f, i, ")"))
            i = plan_bracket_around(f, i, NULL);
    }
    return false;
}

static bool opens_function(const plan_file *f, size_t open)
{
    static const char *const others[] = {"if", "for", "while", "switch", "catch", "constexpr"};
    const size_t head = is_token(f, open - 1, ")") ? plan_bracket_around(f, open - 1, NULL) : 0;
    return head && f->tokens.items[head - 1].kind == TOKEN_IDENTIFIER && !IS_ANY_TOKEN(f, head - 1, others);
}

bool plan_is_in_device_lambda(const plan_file *f, size_t token)
{
    if (!token_list_may_have(&f->tokens, "__device__"))
        return false;
    for (int depth = 0; token > 0; token--) {
        const int change = bracket_depth(f, token - 1);
        depth -= change;
        if (depth >= 0)
            continue;
        depth = 0; // outside of another bracket
        if (is_token(f, token - 1, "{") && opens_device_lambda(f, token - 1))
            return true;
        if (is_token(f, token - 1, "{") && token > 1 && opens_function(f, token - 1))
            return false;
    }
    return false;
}

import_sides plan_import_sides(const plan *p, const name_import *m)
{
    const plan_file *f = &p->files.items[m->file];
    const size_t name = token_at_or_after(&f->tokens, m->name_begin);
    size_t class = name - 2; // Base<T>::name
    for (int depth = 0; f->tokens.items[class].begin > m->qualified_begin && (depth || is_token(f, class, ">")); class--)
        depth += is_token(f, class, ">") - is_token(f, class, "<");
    const slice word = token_word(f, class);
    const char *const base = arena_copy(p->arena, word.bytes, word.length);
    import_sides of_base = {0}, of_any = {0};
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *g = &p->functions.items[i];
        if (g->in_system || !g->is_device || g->form != FORM_METHOD || !token_is(f->text, &f->tokens.items[name], g->name))
            continue;
        const bool is_of_base = plan_is_member_of(g, base);
        *(g->cloned ? &of_any.cloned : &of_any.other) = g;
        if (is_of_base)
            *(g->cloned ? &of_base.cloned : &of_base.other) = g;
    }
    return of_base.cloned || of_base.other ? of_base : of_any;
}

size_t plan_name_in_front(const plan_file *f, size_t open)
{
    size_t name = open ? open - 1 : 0;
    for (int depth = 0; open && is_token(f, open - 1, ">") && name > 1; name--) {
        depth += is_token(f, name, ">") - is_token(f, name, "<");
        if (depth == 0)
            return name - 1;
    }
    return name;
}

bool plan_is_parameter(const plan_file *f, const declaration *d, size_t token)
{
    for (size_t i = 0; i < d->parameters.count; i++)
        if (is_token(f, token, d->parameters.items[i].name))
            return true;
    return false;
}

bool plan_is_template_parameter(const plan_file *f, const declaration *d, size_t token)
{
    for (size_t i = 0; i < d->template_parameters.count; i++)
        if (d->template_parameters.items[i].name && is_token(f, token, d->template_parameters.items[i].name))
            return true;
    for (size_t i = 0; i < d->class_parameters.count; i++)
        if (is_token(f, token, d->class_parameters.items[i]))
            return true;
    return false;
}

bool plan_names_function(const plan *p, const char *name)
{
    for (size_t i = 0; i < p->functions.count; i++)
        if (!p->functions.items[i].in_system && !p->functions.items[i].is_kernel && strcmp(p->functions.items[i].name, name) == 0)
            return true;
    return false;
}

bool plan_is_field(const plan *p, slice name) { return map_get(&p->fields, arena_copy(p->arena, name.bytes, name.length)) >= 0; }

int plan_constant(const plan *p, slice name) { return map_get(&p->constants, arena_copy(p->arena, name.bytes, name.length)); }

void plan_note_macros(plan *p)
{
    p->macros = map_new(p->arena);
    for (macro_place at = {0}; plan_next_macro(p, &at);)
        *ARENA_PUSH(p->arena, &p->macro_places) = at;
    for (size_t i = p->macro_places.count; i-- > 0;) { // the first of a name comes first
        macro_place *m = &p->macro_places.items[i];
        const slice name = token_word(m->of, m->name);
        const char *const word = arena_copy(p->arena, name.bytes, name.length);
        const int behind = map_get(&p->macros, word);
        m->next = behind >= 0 ? behind + 1 : -1;
        map_put(&p->macros, word, (int)i);
    }
}

bool plan_is_behind_macro(const plan *p, const plan_file *f, size_t token, size_t end)
{
    while (token > 0 && is_token(f, token - 1, "(") && plan_closing_bracket(f, token - 1, end) < end)
        token--;
    if (token == 0 || f->tokens.items[token - 1].kind != TOKEN_IDENTIFIER)
        return false;
    for (macro_place m = {0}; plan_next_macro_named(p, token_word(f, token - 1), &m);) {
        const source *s = m.of->text;
        const struct token *t = &m.of->tokens.items[m.name];
        if (token_is(s, t + 1, "(") && t[1].begin == t->end)
            return true;
    }
    return false;
}

static bool ends(const plan_file *f, size_t index)
{
    return index >= f->tokens.count || f->tokens.items[index].kind == TOKEN_END;
}

size_t plan_next_live(const plan_file *f, size_t index, size_t home)
{
    // What the device parse alone sees lies in a group that the host parse skipped, and is live to its own parse.
    bool skipped_home = plan_is_skipped(f, home);
    while (!ends(f, index) && (f->tokens.items[index].in_directive ||
                               (!skipped_home && plan_is_skipped(f, f->tokens.items[index].begin))))
        index++;
    return index;
}

size_t plan_conditional_end(const plan_file *f, size_t index)
{
    static const char *const words[] = {"if", "ifdef", "ifndef", "elif", "elifdef", "elifndef", "else", "endif"};
    if (ends(f, index) || !f->tokens.items[index].in_directive || !f->tokens.items[index].starts_line)
        return index;
    bool conditional = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        conditional |= token_is(f->text, &f->tokens.items[index + 1], words[i]);
    if (!conditional)
        return index;
    return token_directive_end(&f->tokens, index);
}

// Does the #if that the file begins with end with it, and has no other branch?
static bool is_around_all(const plan_file *f)
{
    size_t depth = 0;
    for (size_t i = 0, end; !ends(f, i); i++) {
        if ((end = plan_conditional_end(f, i)) == i)
            continue;
        const token *word = &f->tokens.items[i + 1];
        const bool opens = token_is(f->text, word, "if") || token_is(f->text, word, "ifdef") || token_is(f->text, word, "ifndef");
        const bool closes = token_is(f->text, word, "endif");
        if (depth == 1 && !opens && !closes)
            return false;
        depth = depth + opens - closes;
        if (!depth)
            return ends(f, end);
    }
    return false;
}

slice plan_include_guard(const plan_file *f)
{
    const token *t = f->tokens.items, *name = NULL;
    if (f->tokens.count < 8 || !t->in_directive || !token_is(f->text, t, "#"))
        return (slice){"", 0};
    if (token_is(f->text, t + 1, "ifndef"))
        name = t + 2;
    else if (token_is(f->text, t + 1, "if") && token_is(f->text, t + 2, "!") && token_is(f->text, t + 3, "defined"))
        name = token_is(f->text, t + 4, "(") ? t + 5 : t + 4;
    const token *next = name ? name + 1 : t;
    if (name && token_is(f->text, next, ")"))
        next++;
    const bool defines = name && name->kind == TOKEN_IDENTIFIER && next->starts_line && token_is(f->text, next, "#") &&
                         token_is(f->text, next + 1, "define") && slice_equal(token_bytes(f->text, next + 2), token_bytes(f->text, name));
    return defines && is_around_all(f) ? token_bytes(f->text, name) : (slice){"", 0};
}

bool plan_conditionals_match(const plan_file *f, size_t begin, size_t end)
{
    int depth = 0;
    for (size_t i = token_at_or_after(&f->tokens, begin); !ends(f, i) && f->tokens.items[i].begin < end; i++) {
        if (!f->tokens.items[i].in_directive || plan_conditional_end(f, i) == i)
            continue;
        const token *word = &f->tokens.items[i + 1];
        bool opens = token_is(f->text, word, "if") || token_is(f->text, word, "ifdef") || token_is(f->text, word, "ifndef");
        if (!opens && depth == 0)
            return false;
        depth += opens;
        depth -= token_is(f->text, word, "endif");
    }
    return depth == 0;
}

static bool has_conditional(const plan_file *f, size_t begin, size_t end)
{
    for (size_t i = token_at_or_after(&f->tokens, begin); !ends(f, i) && f->tokens.items[i].begin < end; i++)
        if (f->tokens.items[i].in_directive && plan_conditional_end(f, i) != i)
            return true;
    return false;
}

bool plan_conditionals_name(const plan_file *f, size_t begin, size_t end, const char *word, size_t *where)
{
    if (!has_conditional(f, begin, end))
        return false; // nearly always so: the whole file is not read for each declaration
    struct { bool names, touched; size_t where; } groups[64] = {{0}}; // those around the current directive
    size_t depth = 0, limit = sizeof groups / sizeof *groups;
    for (size_t i = 0; !ends(f, i); i++) {
        size_t behind = plan_conditional_end(f, i);
        if (behind == i)
            continue;
        size_t at = f->tokens.items[i].begin;
        const token *name = &f->tokens.items[i + 1];
        if (token_is(f->text, name, "if") || token_is(f->text, name, "ifdef") || token_is(f->text, name, "ifndef")) {
            if (++depth < limit)
                groups[depth].names = groups[depth].touched = false;
        }
        if (depth > 0 && depth < limit) {
            groups[depth].names |= !word || plan_has_token(f, i, behind, word);
            if (at >= begin && at < end && !groups[depth].touched) {
                groups[depth].touched = true;
                groups[depth].where = at;
            }
            if (groups[depth].names && groups[depth].touched) {
                *where = groups[depth].where;
                return true;
            }
        }
        if (depth > 0 && token_is(f->text, name, "endif"))
            depth--;
        i = behind - 1;
    }
    return false;
}

bool plan_branch_names(const plan_file *f, size_t begin, const char *word)
{
    const size_t at = token_directive_begin(&f->tokens, token_at_or_after(&f->tokens, begin)); // clang may begin behind the `#`
    bool names[64] = {false}; // of the groups around the current directive: up to there
    size_t depth = 0, limit = sizeof names / sizeof *names;
    for (size_t i = 0; !ends(f, i) && i <= at; i++) {
        const size_t behind = plan_conditional_end(f, i);
        if (behind == i)
            continue;
        const token *first = &f->tokens.items[i + 1];
        if (token_is(f->text, first, "if") || token_is(f->text, first, "ifdef") || token_is(f->text, first, "ifndef"))
            if (++depth < limit)
                names[depth] = false;
        if (depth > 0 && depth < limit)
            names[depth] |= plan_has_token(f, i, behind, word);
        if (i == at)
            return depth >= limit || names[depth];
        if (depth > 0 && token_is(f->text, first, "endif"))
            depth--;
        i = behind - 1;
    }
    return true;
}

// A function that host code neither has nor can call.
static bool is_in_device_function(const plan *p, int file, size_t offset)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        for (size_t k = 0; k < f->declarations.count && f->is_device && !f->is_host; k++) {
            const declaration *d = &f->declarations.items[k];
            if (d->file == file && offset >= d->begin && offset < d->end)
                return true;
        }
    }
    return false;
}

bool plan_holds_device_functions(const plan *p, int file, size_t begin, byte_range *group)
{
    const plan_file *f = &p->files.items[file];
    size_t i = token_directive_begin(&f->tokens, token_at_or_after(&f->tokens, begin)); // clang may begin behind the `#`
    const token *word = &f->tokens.items[i + 1];
    if (plan_conditional_end(f, i) == i || !(token_is(f->text, word, "if") || token_is(f->text, word, "ifdef") ||
                                             token_is(f->text, word, "ifndef")))
        return false;
    group->begin = f->tokens.items[i].begin;
    for (i = plan_conditional_end(f, i); !ends(f, i) && !f->tokens.items[i].in_directive; i++)
        if (!is_in_device_function(p, file, f->tokens.items[i].begin) ||
            token_is(f->text, &f->tokens.items[i], "__shared__"))
            return false;
    if (ends(f, i) || !token_is(f->text, &f->tokens.items[i + 1], "endif"))
        return false;
    group->end = f->tokens.items[i + 1].end;
    return true;
}

// #define let const auto
static bool stands_for_auto(const plan *p, const plan_file *f, size_t name)
{
    for (macro_place m = {0}; f->tokens.items[name].kind == TOKEN_IDENTIFIER && plan_next_macro_named(p, token_word(f, name), &m);) {
        const plan_file *of = m.of;
        for (size_t i = m.name + 1; i < token_directive_end(&of->tokens, m.name); i++)
            if (is_token(of, i, "auto"))
                return true;
    }
    return false;
}

bool plan_is_bound(const plan *p, const plan_file *f, size_t i)
{
    while (i > 0 && (f->tokens.items[i].kind == TOKEN_IDENTIFIER || is_token(f, i, ",")))
        i--;
    if (!is_token(f, i, "["))
        return false;
    static const char *const between[] = {"&", "&&", "const", "volatile"};
    while (i > 0 && IS_ANY_TOKEN(f, i - 1, between))
        i--;
    return i > 0 && (is_token(f, i - 1, "auto") || stands_for_auto(p, f, i - 1));
}

size_t plan_closing_bracket(const plan_file *f, size_t open, size_t end)
{
    int depth = 0;
    for (size_t i = open; i < end; i++) {
        depth += bracket_depth(f, i);
        if (depth == 0)
            return i;
    }
    return end;
}
