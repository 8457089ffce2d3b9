// Shared memory for the CPU: declarations with __shared__, and what mentions them.
//
//     before                                    after
//     __shared__ float tile[32][33];            struct pt_tile_memory { float tile[32][33]; };
//                                               auto &tile = ::pt::cpu::shared<pt_tile_memory>("tile").tile;
//     extern __shared__ int all[];              int (&all)[] = ::pt::cpu::dynamic_shared();
//     extern __shared__ int all[]; (in a file)  typedef ::pt::cpu::dynamic_memory<int []> all;
//     all[i]                                    all::at()[i]
//     [=] (int i) { tile[0][i] = 0; }           [=, &tile] (int i) { tile[0][i] = 0; }
//
// In:  a file and where the word __shared__ stands. Out: edits.
// Invariant: a declaration's own words stay as they are, as a member of a local struct: no type is spelled anew.
#include "transform/cpu_parts.h"

typedef struct shared_declaration {
    size_t begin, end;          // from its first word to behind the `;`
    size_t first, last;         // tokens: the first word, the `;`
    bool is_extern;             // dynamic shared memory
} shared_declaration;

static bool takes_argument(const plan_file *f, size_t i)
{
    return word(f, i, "__align__") || word(f, i, "alignas") || word(f, i, "__attribute__");
}

// Back over `(...)` to the token that opens it.
static size_t opening(const plan_file *f, size_t close)
{
    int depth = 0;
    for (size_t i = close; i > 0; i--) {
        depth += word(f, i, ")");
        depth -= word(f, i, "(");
        if (depth == 0)
            return i;
    }
    return close;
}

// The declaration that the word __shared__ at token `at` belongs to.
static shared_declaration find_declaration(const plan_file *f, size_t at)
{
    shared_declaration s = {.first = at, .last = at};
    while (s.first > 0) {
        size_t i = s.first - 1;
        if (word(f, i, ")") && opening(f, i) > 0 && takes_argument(f, opening(f, i) - 1))
            i = opening(f, i) - 1;
        else if (f->tokens.items[i].kind != TOKEN_IDENTIFIER || f->tokens.items[i].in_directive)
            break;
        s.first = i;
    }
    int depth = 0;
    for (; f->tokens.items[s.last].kind != TOKEN_END && !(depth == 0 && word(f, s.last, ";")); s.last++)
        depth += bracket_depth(f, s.last);
    bool has_word = false, is_open = false; // of known size nvcc takes it for a static one, in spite of its word
    for (size_t i = s.first; i < s.last; i++) {
        has_word |= word(f, i, "extern");
        is_open |= word(f, i, "[") && word(f, i + 1, "]");
    }
    s.is_extern = has_word && is_open;
    s.begin = f->tokens.items[s.first].begin;
    s.end = f->tokens.items[s.last].end;
    return s;
}

// The text of tokens [first, last) without the words that say where the variable lies.
static void add_words(text *out, const plan_file *f, size_t first, size_t last, bool without_alignment)
{
    for (size_t i = first; i < last; i++) {
        const token *t = &f->tokens.items[i];
        if (word(f, i, "__shared__") || word(f, i, "static") || word(f, i, "extern"))
            continue;
        if (without_alignment && takes_argument(f, i)) {
            for (int depth = 0; i + 1 < last;) {
                i++;
                depth += word(f, i, "(");
                depth -= word(f, i, ")");
                if (depth == 0)
                    break;
            }
            continue;
        }
        if (out->length && out->bytes[out->length - 1] != ' ' && (i == first || t->begin > f->tokens.items[i - 1].end))
            text_add_char(out, ' ');
        text_append(out, f->text->bytes + t->begin, t->end - t->begin);
    }
}

// Token of the name in the declarator [first, last), or `last`: the last word outside of brackets.
static size_t declared_name(const plan_file *f, size_t first, size_t last)
{
    size_t name = last;
    int depth = 0;
    for (size_t i = first; i < last; i++) {
        if (depth == 0 && f->tokens.items[i].kind == TOKEN_IDENTIFIER)
            name = i;
        depth += bracket_depth(f, i) + word(f, i, "<") - word(f, i, ">");
    }
    return name;
}

typedef LIST_OF(size_t) token_numbers;

// Tokens of the commas between declarators.
static token_numbers find_commas(const rewriter *r, const plan_file *f, const shared_declaration *s)
{
    token_numbers commas = {0};
    int depth = 0;
    for (size_t i = s->first; i < s->last; i++) {
        depth += bracket_depth(f, i) + word(f, i, "<") - word(f, i, ">");
        if (depth == 0 && word(f, i, ","))
            *ARENA_PUSH(r->arena, &commas) = i;
    }
    return commas;
}

// One declarator, tokens [first, last); the words in front of the first one are [specifiers, specifiers_end).
static void add_variable(const rewriter *r, text *out, const plan_file *f, const shared_declaration *s, size_t specifiers_end,
                         size_t first, size_t last)
{
    const size_t name = declared_name(f, first, last);
    const slice n = token_word(f, name);
    text member = text_new(r->arena);
    add_words(&member, f, s->first, specifiers_end, s->is_extern);
    if (s->is_extern) {
        add_words(&member, f, first, name, true);
        text_format(out, "%s (&%.*s)", member.bytes, (int)n.length, n.bytes);
        add_words(out, f, name + 1, last, false);
        text_add(out, " = ::pt::cpu::dynamic_shared(); ");
        return;
    }
    add_words(&member, f, first, last, false);
    text_format(out, "struct pt_%.*s_memory { %s; }; ", (int)n.length, n.bytes, member.bytes);
    text_format(out, "auto &%.*s = ::pt::cpu::shared<pt_%.*s_memory>(\"%.*s\").%.*s; ", (int)n.length, n.bytes, (int)n.length,
                n.bytes, (int)n.length, n.bytes, (int)n.length, n.bytes);
}

// Lambdas that name the variable: it was static, and is a reference now.
static void capture_in_lambdas(const rewriter *r, edit_list *e, const function *owner, const plan_file *f, slice name, size_t from)
{
    for (size_t i = 0; i < owner->facts.count; i++) {
        const fact *x = &owner->facts.items[i];
        if (x->kind != FACT_LAMBDA || x->in_macro || x->begin < from)
            continue;
        const size_t open = token_at_or_after(&f->tokens, x->begin);
        bool named = false, by_reference = false;
        size_t close = open;
        while (!word(f, close, "]"))
            close++;
        for (size_t k = close; f->tokens.items[k].begin < x->end; k++)
            named |= slice_equal(token_word(f, k), name);
        by_reference = word(f, open + 1, "&") && (word(f, open + 2, "]") || word(f, open + 2, ","));
        if (named && !by_reference)
            edit_insert(e, f->tokens.items[close].begin,
                        arena_format(r->arena, "%s&%.*s", close > open + 1 ? ", " : "", (int)name.length, name.bytes));
    }
}

// The function whose body holds the offset; NULL outside of all.
static const function *function_around(const plan *p, int file, size_t offset)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        const declaration *d = plan_definition(&p->functions.items[i]);
        if (d && d->file == file && offset > d->body_begin && offset < d->body_end)
            return &p->functions.items[i];
    }
    return NULL;
}

// Token of the first declarator, behind the specifiers.
static size_t first_declarator(const plan_file *f, const shared_declaration *s, const token_numbers *commas)
{
    size_t first = declared_name(f, s->first, commas->count ? commas->items[0] : s->last);
    while (first > s->first && (word(f, first - 1, "*") || word(f, first - 1, "&")))
        first--;
    return first;
}

// Dynamic shared memory outside of functions lies elsewhere for each block: a function says where. It is the member of a type,
// whose name can be declared any number of times, as the variable's can, and is no value where a mention was not edited.
static void edit_file_declaration(const rewriter *r, edit_list *e, const plan_file *f, const shared_declaration *s)
{
    const token_numbers commas = find_commas(r, f, s);
    const size_t specifiers_end = first_declarator(f, s, &commas);
    text out = text_new(r->arena);
    for (size_t i = 0; i <= commas.count; i++) {
        const size_t begin = i ? commas.items[i - 1] + 1 : specifiers_end, end = i < commas.count ? commas.items[i] : s->last;
        const size_t name = declared_name(f, begin, end);
        const slice n = token_word(f, name);
        text type = text_new(r->arena);
        add_words(&type, f, s->first, specifiers_end, true);
        add_words(&type, f, begin, name, true);
        text_format(&out, "%stypedef ::pt::cpu::dynamic_memory<%s ", i ? " " : "", type.bytes);
        add_words(&out, f, name + 1, end, false);
        text_format(&out, "> %.*s;", (int)n.length, n.bytes);
    }
    edit_replace_keeping_lines(e, s->begin, s->end, arena_copy(r->arena, out.bytes, out.length));
}

// all[i]: all::at()[i], where all is the type that edit_file_declaration has made.
void edit_shared_mentions(edit_list *e, const function *f, int file, size_t begin, size_t end)
{
    const declaration *d = plan_definition(f);
    if (!d || d->file != file)
        return;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->kind != FACT_SHARED_USE || !(x->context & OF_FILE) || x->in_macro || x->begin < begin || x->end > end)
            continue;
        bool again = false; // seen by both parses
        for (size_t k = 0; k < i; k++)
            again |= f->facts.items[k].kind == FACT_SHARED_USE && f->facts.items[k].begin == x->begin;
        if (!again)
            edit_insert(e, x->end, "::at()");
    }
}

void edit_shared_declaration(const rewriter *r, edit_list *e, int file, size_t at)
{
    const plan_file *f = &r->plan->files.items[file];
    const shared_declaration s = find_declaration(f, at);
    const function *owner = function_around(r->plan, file, s.begin);
    if (edit_touches(e, s.begin + 1, s.end)) // what is put in front of it is something else's
        return;
    if (!owner) {
        if (s.is_extern) {
            edit_file_declaration(r, e, f, &s);
            return;
        }
        // A static one is the OS thread's own, and so the block's; that it is static, `__shared__` says there (runtime-cpu/).
        for (size_t i = s.first; i < s.last; i++)
            if (word(f, i, "static") || word(f, i, "extern"))
                edit_remove(e, f->tokens.items[i].begin, f->tokens.items[i].end);
        return;
    }
    const token_numbers commas = find_commas(r, f, &s);
    const size_t first = first_declarator(f, &s, &commas);
    text out = text_new(r->arena);
    for (size_t i = 0; i <= commas.count; i++) {
        size_t begin = i ? commas.items[i - 1] + 1 : first, end = i < commas.count ? commas.items[i] : s.last;
        add_variable(r, &out, f, &s, first, begin, end);
        capture_in_lambdas(r, e, owner, f, token_word(f, declared_name(f, begin, end)), s.end);
    }
    while (out.length && out.bytes[out.length - 1] == ' ')
        out.length--;
    edit_replace_keeping_lines(e, s.begin, s.end, arena_copy(r->arena, out.bytes, out.length));
}
