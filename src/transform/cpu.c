// For the CPU: what standard C++ must say otherwise than CUDA. The rest is headers (runtime-cpu/).
//
//     before                                    after
//     __shared__ float tile[32][33];            struct pt_tile_memory { float tile[32][33]; };
//                                               auto &tile = ::pt::cpu::shared<pt_tile_memory>("tile").tile;
//     extern __shared__ int all[];              int (&all)[] = ::pt::cpu::dynamic_shared();
//     extern __shared__ int all[]; (in a file)  typedef ::pt::cpu::dynamic_memory<int []> all;
//     all[i]                                    all::at()[i]
//     while (*flag == 0) {}                     while ((::pt_cpu_wait(), static_cast<bool>(*flag == 0))) {}
//     [=] (int i) { tile[0][i] = 0; }           [=, &tile] (int i) { tile[0][i] = 0; }
//     #if __CUDA_ARCH__ in a device function    the macro is defined around the function and its copies
//     the same around device functions          and around the #if and its #endif
//
// In:  a plan made for the CPU. Out: edits, of the files' own text and, by way of edit_for_cpu, of the copies.
// Invariant: a declaration's own words stay as they are, as a member of a local struct: no type is spelled anew.
#include "transform/kernel.h"

#include "frontend/collective.h"

#include <string.h>

typedef struct shared_declaration {
    size_t begin, end;          // from its first word to behind the `;`
    size_t first, last;         // tokens: the first word, the `;`
    bool is_extern;             // dynamic shared memory
} shared_declaration;

static bool word(const plan_file *f, size_t i, const char *text) { return token_is(f->text, &f->tokens.items[i], text); }

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
    for (; f->tokens.items[s.last].kind != TOKEN_END && !(depth == 0 && word(f, s.last, ";")); s.last++) {
        depth += word(f, s.last, "(") || word(f, s.last, "[") || word(f, s.last, "{");
        depth -= word(f, s.last, ")") || word(f, s.last, "]") || word(f, s.last, "}");
    }
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
        depth += word(f, i, "(") || word(f, i, "[") || word(f, i, "{") || word(f, i, "<");
        depth -= word(f, i, ")") || word(f, i, "]") || word(f, i, "}") || word(f, i, ">");
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
        depth += word(f, i, "(") || word(f, i, "[") || word(f, i, "{") || word(f, i, "<");
        depth -= word(f, i, ")") || word(f, i, "]") || word(f, i, "}") || word(f, i, ">");
        if (depth == 0 && word(f, i, ","))
            *ARENA_PUSH(r->arena, &commas) = i;
    }
    return commas;
}

static slice bytes_of(const plan_file *f, size_t i)
{
    return (slice){f->text->bytes + f->tokens.items[i].begin, f->tokens.items[i].end - f->tokens.items[i].begin};
}

// One declarator, tokens [first, last); the words in front of the first one are [specifiers, specifiers_end).
static void add_variable(const rewriter *r, text *out, const plan_file *f, const shared_declaration *s, size_t specifiers_end,
                         size_t first, size_t last)
{
    const size_t name = declared_name(f, first, last);
    const slice n = bytes_of(f, name);
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
            named |= slice_equal(bytes_of(f, k), name);
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
        const slice n = bytes_of(f, name);
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
static void edit_mentions(edit_list *e, const function *f, int file, size_t begin, size_t end)
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

static void edit_declaration(const rewriter *r, edit_list *e, int file, size_t at)
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
        capture_in_lambdas(r, e, owner, f, bytes_of(f, declared_name(f, begin, end)), s.end);
    }
    while (out.length && out.bytes[out.length - 1] == ' ')
        out.length--;
    edit_replace_keeping_lines(e, s.begin, s.end, arena_copy(r->arena, out.bytes, out.length));
}

// Offset behind the `=` of a condition that declares a variable; 0 where its value stands in braces.
static size_t declared_value(const plan_file *f, const branch *b)
{
    for (size_t i = token_at_or_after(&f->tokens, b->condition_begin); f->tokens.items[i].begin < b->condition_end; i++)
        if (word(f, i, "="))
            return f->tokens.items[i].end;
        else if (word(f, i, "{"))
            return 0;
    return 0;
}

// Loops that end when others have written: each turn lets them.
static void edit_waits(const rewriter *r, edit_list *e, const function *f, int file, size_t begin, size_t end)
{
    const declaration *d = plan_definition(f);
    if (!d || d->file != file || d->body_begin < begin || d->body_end > end)
        return;
    for (size_t i = 0; i < f->branches.count; i++) {
        const branch *b = &f->branches.items[i];
        bool waits = false;
        for (size_t k = 0; k < f->facts.count; k++)
            waits |= f->facts.items[k].kind == FACT_SPIN && f->facts.items[k].begin == b->begin;
        if (!waits || b->kind != BRANCH_LOOP || collective_in(r->plan, f, b->condition_begin, b->condition_end)) // whose barrier lets others go on
            continue;
        const size_t value = b->declares ? declared_value(&r->plan->files.items[file], b) : 0;
        if (value) { // while (int n = (::pt_cpu_wait(), left())): what is converted to bool is the variable
            edit_insert(e, value, " (::pt_cpu_wait(),");
            edit_insert(e, b->condition_end, ")");
        } else if (b->condition_begin < b->condition_end && b->editable) {
            edit_insert(e, b->condition_begin, "(::pt_cpu_wait(), static_cast<bool>(");
            edit_insert(e, b->condition_end, "))");
        } else if (b->condition_begin == b->condition_end && b->condition_begin > b->begin) {
            edit_insert(e, b->condition_begin, "(::pt_cpu_wait(), true)");
        }
    }
}

// Indices of shared memory that wrap around at 32 bits on a GPU, and count as negative ones here:
//
//     before                                 after
//     middle[~i]                             middle[::pt::cpu::shared_index(~i)]
static void edit_indices(edit_list *e, const function *f, int file, size_t begin, size_t end)
{
    const declaration *d = plan_definition(f);
    if (!d || d->file != file || d->body_begin < begin || d->body_end > end)
        return;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->kind != FACT_SHARED_INDEX || x->in_macro)
            continue;
        bool again = false; // seen by both parses
        for (size_t k = 0; k < i; k++)
            again |= f->facts.items[k].kind == FACT_SHARED_INDEX && f->facts.items[k].begin == x->begin;
        if (again)
            continue;
        edit_insert(e, x->begin, "::pt::cpu::shared_index(");
        edit_insert(e, x->end, ")");
    }
}

void edit_for_cpu(const rewriter *r, edit_list *e, int file, size_t begin, size_t end)
{
    const plan *p = r->plan;
    if (!p->for_cpu)
        return;
    const plan_file *f = &p->files.items[file];
    const bool in_place = e == r->edits[file];
    for (size_t i = token_at_or_after(&f->tokens, begin); f->tokens.items[i].kind != TOKEN_END && f->tokens.items[i].begin < end; i++) {
        const token *t = &f->tokens.items[i];
        if (t->kind == TOKEN_IDENTIFIER && !t->in_directive && word(f, i, "__shared__") && !plan_is_skipped(f, t->begin) &&
            !(in_place && lies_in_replaced_body(r, file, t->begin)))
            edit_declaration(r, e, file, i);
    }
    for (size_t i = 0; i < p->launches.count; i++) {
        const launch *l = &p->launches.items[i];
        size_t callee = l->callee_begin ? l->callee_begin : l->name_begin;
        if (l->form == LAUNCH_ON_DEVICE && l->file == file && callee > begin && l->open_begin < end && callee < l->open_begin &&
            l->open_end > l->open_begin && !edit_removes_at(e, l->open_begin))
            rewrite_launch_by_address(e, callee, l->open_begin, l->open_end, l->close_begin, l->close_end, "");
    }
    for (size_t i = 0; i < p->functions.count; i++)
        if (!(in_place && p->functions.items[i].forwards)) {
            edit_mentions(e, &p->functions.items[i], file, begin, end); // first: a loop's condition may end with one
            edit_waits(r, e, &p->functions.items[i], file, begin, end);
            edit_indices(e, &p->functions.items[i], file, begin, end);
        }
}

// ---- what the engine must know of a kernel -------------------------------------------------------------------------

typedef LIST_OF(int) function_numbers;

static function_numbers reached_functions(const rewriter *r, const function *f)
{
    const plan *p = r->plan;
    function_numbers all = {0};
    bool *seen = arena_alloc(r->arena, p->functions.count * sizeof *seen);
    *ARENA_PUSH(r->arena, &all) = (int)(f - p->functions.items);
    seen[all.items[0]] = true;
    for (size_t n = 0; n < all.count; n++) {
        const function *g = &p->functions.items[all.items[n]];
        for (size_t i = 0; i < g->facts.count; i++) {
            int callee = g->facts.items[i].callee;
            if (callee >= 0 && !seen[callee]) {
                seen[callee] = true;
                *ARENA_PUSH(r->arena, &all) = callee;
            }
        }
    }
    return all;
}

bool cpu_threads_are_independent(const rewriter *r, const function *f)
{
    if (f->definition < 0 || f->has_block_barrier || f->has_warp_sync || f->waits_on_blocks || f->polls || f->has_async_copy ||
        f->annotated_grid_barrier || may_ask_for_warp(r, f))
        return false;
    function_numbers all = reached_functions(r, f);
    for (size_t n = 0; n < all.count; n++) {
        const function *g = &r->plan->functions.items[all.items[n]];
        for (size_t i = 0; i < g->facts.count; i++)
            if (g->facts.items[i].kind == FACT_SPIN || g->facts.items[i].kind == FACT_POLL)
                return false;
    }
    return true;
}

size_t cpu_static_shared_bytes(const rewriter *r, const function *f)
{
    function_numbers all = reached_functions(r, f);
    size_t bytes = 0;
    for (size_t n = 0; n < all.count; n++) {
        const function *g = &r->plan->functions.items[all.items[n]];
        for (size_t i = 0; i < g->facts.count; i++) {
            bool again = false; // seen by both parses
            for (size_t k = 0; k < i; k++)
                again |= g->facts.items[k].kind == FACT_SHARED && g->facts.items[k].begin == g->facts.items[i].begin;
            bytes += again ? 0 : g->facts.items[i].size_bytes;
        }
    }
    return bytes;
}

const char *cpu_launch_bound(const rewriter *r, const function *f)
{
    for (size_t n = 0; n < f->declarations.count; n++) {
        const declaration *d = &f->declarations.items[n];
        const plan_file *file = &r->plan->files.items[d->file];
        size_t end = d->body_end ? d->body_begin : d->end;
        for (size_t i = token_at_or_after(&file->tokens, d->begin); file->tokens.items[i].begin < end; i++) {
            if (!word(file, i, "__launch_bounds__") || !word(file, i + 1, "("))
                continue;
            int depth = 0;
            for (size_t k = i + 1; file->tokens.items[k].begin < end; k++) {
                depth += word(file, k, "(") - word(file, k, ")");
                if (depth == 0 || (depth == 1 && word(file, k, ",")))
                    return arena_format(r->arena, "%.*s", (int)(file->tokens.items[k].begin - file->tokens.items[i + 2].begin),
                                        file->text->bytes + file->tokens.items[i + 2].begin);
            }
        }
    }
    return NULL;
}

// ---- __CUDA_ARCH__ -------------------------------------------------------------------------------------------------

static const char define_macro[] = "#pragma push_macro(\"__CUDA_ARCH__\")\n#undef __CUDA_ARCH__\n#define __CUDA_ARCH__ 900\n";
static const char forget_macro[] = "#pragma pop_macro(\"__CUDA_ARCH__\")\n";

static bool asks_for_arch(const plan *p, const function *f)
{
    const declaration *d = plan_definition(f);
    size_t at = 0;
    return d && !f->in_system && (f->is_device || f->is_kernel) &&
           plan_conditionals_name(&p->files.items[d->file], d->begin, d->end, "__CUDA_ARCH__", &at);
}

// What serves host and device, and asks which it is, holds both bodies:
//
//     before                                 after
//     __host__ __device__ int f()            __host__ __device__ int f()
//     {                                      { if (::pt_cpu_on_device())
//     #ifdef __CUDA_ARCH__                   #define __CUDA_ARCH__ 900 ...
//         return 1;                          { ... return 1; ... }
//     #else                                  ... else
//         return 2;                          { ... return 2; ... } }
//     #endif
//     }
static void add_device_body(rewriter *r, const function *f, const declaration *d)
{
    edit_list *e = r->edits[d->file], *of_device = edit_list_new(r->arena, r->plan->files.items[d->file].text);
    if (f->ambient) // its edits in place are in the host's body then
        add_ambient_reads(r, of_device, f, d->file, d->body_begin, d->body_end);
    text out = text_new(r->arena);
    text_add(&out, "{ if (::pt_cpu_on_device())\n");
    text_add(&out, define_macro);
    add_source_line(r, &out, d->file, d->body_begin);
    add_copy(r, &out, of_device, d->file, d->body_begin, d->body_end);
    text_add_char(&out, '\n');
    text_add(&out, forget_macro);
    text_add(&out, "else\n");
    add_source_line(r, &out, d->file, d->body_begin);
    edit_insert(e, d->body_begin, arena_copy(r->arena, out.bytes, out.length));
    edit_insert(e, d->body_end, " }");
}

// The host's compilers spell a function's type in another way than nvcc.
static void name_in_asserts(rewriter *r, const function *f)
{
    const declaration *d = plan_definition(f);
    if (!d || !f->is_kernel || f->in_system || f->forwards || !has_assert(r, d))
        return;
    text before = text_new(r->arena), behind = text_new(r->arena);
    add_assert_name(&before, f);
    text_add(&behind, "#pragma pop_macro(\"__ASSERT_FUNCTION\")\n");
    insert_before(r, d->file, d->begin, &before);
    insert_behind(r, d->file, d->end, &behind);
}

// Functions that only the device has: the macro is there for their #if.
//
//     before                                 after
//     #if __CUDA_ARCH__ >= 800               #define __CUDA_ARCH__ 900 ...
//     __device__ int f() { return 1; }       #if __CUDA_ARCH__ >= 800
//     #endif                                 __device__ int f() { return 1; }
//                                            #endif ...
static void define_around_device_functions(rewriter *r, int file)
{
    const plan_file *f = &r->plan->files.items[file];
    for (size_t i = 0; i < f->skipped.count; i++) {
        byte_range group;
        bool unseen = false; // by the device, too
        if (!plan_holds_device_functions(r->plan, file, f->skipped.items[i].begin, &group))
            continue;
        for (size_t k = 0; k < f->unseen.count; k++)
            unseen |= f->unseen.items[k].begin < group.end && f->unseen.items[k].end > group.begin;
        if (unseen)
            continue;
        text before = text_new(r->arena), behind = text_new(r->arena);
        text_add(&before, define_macro);
        text_add(&behind, forget_macro);
        insert_before(r, file, group.begin, &before);
        insert_behind(r, file, group.end, &behind);
    }
}

void rewrite_for_cpu_first(rewriter *r)
{
    const plan *p = r->plan;
    for (size_t i = 0; p->for_cpu && i < p->files.count; i++)
        define_around_device_functions(r, (int)i);
    for (size_t i = 0; p->for_cpu && i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        name_in_asserts(r, f);
        if (!asks_for_arch(p, f))
            continue;
        const declaration *d = plan_definition(f);
        text macro = text_new(r->arena);
        text_add(&macro, define_macro);
        if (f->is_host) {
            add_device_body(r, f, d);
            if (f->cloned)
                insert_behind(r, d->file, d->end, &macro);
        } else {
            insert_before(r, d->file, d->begin, &macro);
        }
    }
}

void rewrite_for_cpu(rewriter *r)
{
    const plan *p = r->plan;
    if (!p->for_cpu)
        return;
    for (size_t i = 0; i < p->files.count; i++)
        edit_for_cpu(r, r->edits[i], (int)i, 0, p->files.items[i].text->length);
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        text macro = text_new(r->arena);
        text_add(&macro, forget_macro);
        if (asks_for_arch(p, f) && (!f->is_host || f->cloned))
            insert_behind(r, plan_definition(f)->file, plan_definition(f)->end, &macro);
    }
}
