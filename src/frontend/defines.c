// Macros that flags define: see defines.h.
//
// Only libclang knows which macros were defined where a condition was evaluated. Conditions that it did not evaluate (in text that it
// skipped, or behind a branch that was taken) decided nothing.
#include "frontend/defines.h"

#include <stdlib.h>
#include <string.h>

static bool begins_with(slice name, const char *prefix)
{
    return name.length >= strlen(prefix) && memcmp(name.bytes, prefix, strlen(prefix)) == 0;
}

// -std=c++17 in place of -std=gnu++17 makes the first, and takes the others away.
static bool is_of_dialect(slice name)
{
    static const char *const names[] = {"__STRICT_ANSI__", "linux", "unix"};
    return SLICE_IS_ANY(name, names);
}

// Those that begin with _ are the compilers', but for some that flags make, or versions of nvcc. What nvcc includes by itself libclang may not
// have.
static bool may_be_of_a_flag(slice name)
{
    static const char *const flags[] = {"_OPENMP", "__CUDACC_RDC__", "__CUDACC_DEBUG__", "__CUDACC_EXTENDED_LAMBDA__", "__CUDACC_RELAXED_CONSTEXPR__",
                                        "__CUDACC_DEVICE_ATOMIC_BUILTINS__", "__OPTIMIZE__", "__OPTIMIZE_SIZE__", "__FAST_MATH__", "__FMA__",
                                        "__SANITIZE_ADDRESS__"};
    static const char *const others[] = {"_",    "cuda", "M_",       "FP_",      "HUGE_VAL", "INFINITY",
                                         "NAN", "SNAN", "MATH_ERR", "MAXFLOAT", "PT_"}; // PT_: the runtime's headers ask for them
    if (SLICE_IS_ANY(name, flags) || is_of_dialect(name) || begins_with(name, "__AVX"))
        return true;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (begins_with(name, others[i]))
            return false;
    return true;
}

// ---- the conditions -------------------------------------------------------------------------------------------------

typedef struct chain { // #if ... #endif
    size_t begin;      // of its #
    size_t first;      // of the plan's conditions, of this one and of those in it
    bool is_looked_at; // the text around it is
    bool is_live, was_live; // the branch here, some branch
} chain;

// Does the parse see what stands behind the directive of which `last` is the last token?
static bool is_seen_behind(const plan_file *f, const ast_ranges *skipped, const token *last)
{
    const char *const line_end = memchr(f->text->bytes + last->end, '\n', f->text->length - last->end);
    const size_t at = line_end ? (size_t)(line_end + 1 - f->text->bytes) : f->text->length;
    for (size_t i = 0; i < skipped->count; i++)
        if (skipped->items[i].begin < at && at < skipped->items[i].end) // one that begins there is of the next directive
            return false;
    return true;
}

// No macro in a condition: `defined`, and operators that are words.
static bool is_of_the_language(const plan_file *f, const token *t)
{
    static const char *const words[] = {"defined", "true", "false", "and", "or", "not", "xor", "compl", "bitand", "bitor", "not_eq"};
    return TOKEN_IS_ANY(f->text, t, words);
}

static bool is_comparing(const plan_file *f, size_t i)
{
    static const char *const operators[] = {"<", ">", "<=", ">=", "==", "!="};
    return IS_ANY_TOKEN(f, i, operators);
}

// `__cplusplus >= 201703L` or `201703L <= __cplusplus`, with the word at token k.
static void read_standard(plan *p, int file, size_t k)
{
    const plan_file *f = &p->files.items[file];
    const bool behind = is_comparing(f, k + 1) && f->tokens.items[k + 2].kind == TOKEN_NUMBER;
    const bool in_front = is_comparing(f, k - 1) && f->tokens.items[k - 2].kind == TOKEN_NUMBER;
    if (!behind && !in_front)
        return;
    const slice a = token_word(f, behind ? k : k - 2), op = token_word(f, behind ? k + 1 : k - 1), b = token_word(f, behind ? k + 2 : k);
    *ARENA_PUSH(p->arena, &p->conditions) = (condition){
        .name = arena_format(p->arena, "%.*s %.*s %.*s", (int)a.length, a.bytes, (int)op.length, op.bytes, (int)b.length, b.bytes), .file = file,
        .at = f->tokens.items[k].begin, .is_comparison = true};
}

// Of the plan's file `file`, which is `parsed` of the parse.
static void read_condition(plan *p, ast *t, int file, int parsed, size_t i, size_t end)
{
    const plan_file *f = &p->files.items[file];
    for (size_t k = i + 2; k < end; k++) {
        const token *x = &f->tokens.items[k];
        const slice word = token_bytes(f->text, x);
        if (begins_with(word, "__has_")) { // it asks for files and features
            static const char *const of_both[] = {"__has_builtin", "__has_attribute", "__has_cpp_attribute"};
            if (!is_token(f, k + 1, "(") && SLICE_IS_ANY(word, of_both))
                continue; // whether there is the question
            if (!begins_with(word, "__has_include"))
                *ARENA_PUSH(p->arena, &p->conditions) = (condition){.name = arena_copy(p->arena, word.bytes, word.length), .file = file, .at = x->begin, .is_question = true};
            return;
        }
        if (token_is(f->text, x, "__cplusplus"))
            read_standard(p, file, k);
        if (x->kind != TOKEN_IDENTIFIER || is_of_the_language(f, x) || !may_be_of_a_flag(word))
            continue;
        *ARENA_PUSH(p->arena, &p->conditions) = (condition){
            .name = arena_copy(p->arena, word.bytes, word.length), .file = file, .at = x->begin, .is_defined = ast_is_macro(t, parsed, x->begin)};
    }
}

static void collect_file(plan *p, ast *t, int file, int parsed)
{
    const plan_file *f = &p->files.items[file];
    const ast_ranges skipped = ast_skipped(t, parsed);
    LIST_OF(chain) open = {0};
    for (size_t i = 0, end; i < f->tokens.count; i++) {
        if (!f->tokens.items[i].in_directive || (end = plan_conditional_end(f, i)) == i)
            continue;
        const token *const word = &f->tokens.items[i + 1];
        const bool opens = token_is(f->text, word, "if") || token_is(f->text, word, "ifdef") || token_is(f->text, word, "ifndef");
        if (opens) {
            const bool looked_at = !open.count || open.items[open.count - 1].is_live;
            *ARENA_PUSH(p->arena, &open) = (chain){f->tokens.items[i].begin, p->conditions.count, looked_at, false, false};
        }
        if (!open.count)
            continue; // an error, of which libclang tells
        chain *c = &open.items[open.count - 1];
        if (token_is(f->text, word, "endif")) {
            for (size_t k = c->first; k < p->conditions.count; k++)
                if (!p->conditions.items[k].end)
                    p->conditions.items[k].begin = c->begin, p->conditions.items[k].end = word->end;
            open.count--;
            continue;
        }
        if (c->is_looked_at && !c->was_live && !token_is(f->text, word, "else") && !(i == 0 && plan_include_guard(f).length))
            read_condition(p, t, file, parsed, i, end);
        c->is_live = c->is_looked_at && is_seen_behind(f, &skipped, &f->tokens.items[end - 1]);
        c->was_live |= c->is_live;
    }
}

void defines_collect(plan *p, ast *t)
{
    for (size_t i = 0; i < ast_file_count(t); i++) {
        const int file = plan_file_index(p, ast_file(t, (int)i));
        if (file >= 0)
            collect_file(p, t, file, (int)i);
    }
}

// ---- which of them count -----------------------------------------------------------------------------------------

static bool has_text(const plan_file *f, size_t begin, size_t end, const char *text)
{
    const size_t length = strlen(text);
    for (const char *at = f->text->bytes + begin, *last = f->text->bytes + end - length; at <= last; at++)
        if (*at == *text && memcmp(at, text, length) == 0)
            return true;
    return false;
}

static bool may_be_looked_at(const plan *p, const condition *x)
{
    static const char *const words[] = {"#", "<<<", "__device__", "__global__", "_Pragma", "pragma"};
    const plan_file *f = &p->files.items[x->file];
    const size_t behind = x->begin + 1; // its own #, and those of its branches, are none that do something
    size_t marks = 0;
    for (size_t i = token_at_or_after(&f->tokens, behind); f->tokens.items[i].begin < x->end; i++)
        marks += f->tokens.items[i].in_directive && f->tokens.items[i].starts_line && plan_conditional_end(f, i) == i;
    for (size_t i = 1; i < sizeof words / sizeof *words && !marks; i++)
        marks += has_text(f, x->begin, x->end, words[i]);
    for (size_t i = 0; i < p->functions.count && !marks; i++)
        marks += p->functions.items[i].is_kernel && has_text(f, x->begin, x->end, p->functions.items[i].name);
    return marks != 0;
}

// Nothing but statements of a function of the host, of which no loop is asked what it does.
static bool is_host_code(const plan *p, const condition *x)
{
    bool in_host = false;
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        const declaration *d = plan_definition(f);
        if (!d || d->file != x->file || x->begin < d->body_begin || x->end > d->body_end)
            continue;
        if (f->is_kernel || f->is_device)
            return false;
        in_host = true;
    }
    return in_host && !p->loops.count && !may_be_looked_at(p, x);
}

// The text itself defines it, and not only where nothing else has, or takes its definition away.
static bool text_decides(const plan *p, const char *name)
{
    for (size_t k = 0; k < p->files.count; k++) {
        const plan_file *f = &p->files.items[k];
        if (!token_list_may_have(&f->tokens, name))
            continue;
        for (size_t i = 0; i + 2 < f->tokens.count; i++) {
            if (!f->tokens.items[i].in_directive || !f->tokens.items[i].starts_line || !token_is(f->text, &f->tokens.items[i + 2], name) ||
                plan_is_unseen(f, f->tokens.items[i].begin))
                continue;
            bool defines = is_token(f, i + 1, "define");
            for (size_t c = 0; c < p->conditions.count && defines; c++) {
                const condition *x = &p->conditions.items[c];
                defines = strcmp(x->name, name) != 0 || x->file != (int)k || f->tokens.items[i].begin < x->begin || f->tokens.items[i].begin >= x->end;
            }
            if (defines || is_token(f, i + 1, "undef"))
                return true;
        }
    }
    return false;
}

static bool is_named(const plan *p, slice name)
{
    const char *word = arena_copy(p->arena, name.bytes, name.length);
    for (size_t k = 0; k < p->files.count; k++)
        for (size_t i = 0; token_list_may_have(&p->files.items[k].tokens, word) && i < p->files.items[k].tokens.count; i++)
            if (slice_equal(token_bytes(p->files.items[k].text, &p->files.items[k].tokens.items[i]), name))
                return true;
    return false;
}

static flag_macro *find_macro(plan *p, slice name)
{
    for (size_t i = 0; i < p->defines.count; i++)
        if (slice_equal(slice_of(p->defines.items[i].name), name))
            return &p->defines.items[i];
    return NULL;
}

// `-DN=4`; "" where that is no number.
static const char *number_of(arena *a, const char *value)
{
    const size_t digits = *value == '-' ? 1 : 0, length = strlen(value);
    if (length == digits || length - digits > 9 || (value[digits] == '0' && length > digits + 1) || strspn(value + digits, "0123456789") != length - digits)
        return "";
    return arena_string(a, value);
}

// NAME=4 of -DNAME=4, -D NAME=4, -UNAME; NULL: the flag is another.
static const char *definition_of(const string_list *flags, size_t i)
{
    const char *flag = flags->items[i];
    if (strncmp(flag, "-D", 2) != 0 && strncmp(flag, "-U", 2) != 0)
        return NULL;
    return flag[2] || i + 1 == flags->count ? flag + 2 : flags->items[i + 1];
}

static slice name_of(const char *definition) { return (slice){definition, strcspn(definition, "=(")}; }

void defines_read_flags(plan *p, const string_list *flags)
{
    text all = text_new(p->arena);
    for (size_t i = 0; i < flags->count; i++) {
        const char *const definition = definition_of(flags, i);
        bool counts = definition && flags->items[i][1] == 'D';
        for (size_t k = i + 1; k < flags->count && counts; k++) // the last one does
            counts = !definition_of(flags, k) || !slice_equal(name_of(definition_of(flags, k)), name_of(definition));
        if (!counts)
            continue;
        const char *const value = strchr(definition, '=');
        text_add(&all, "#define ");
        text_add_slice(&all, (slice){definition, value ? (size_t)(value - definition) : strlen(definition)});
        text_add_char(&all, ' ');
        text_add(&all, value ? value + 1 : "1");
        text_add_char(&all, '\n');
    }
    p->command_line.text = source_from_memory(p->arena, "<command line>", all.bytes, all.length);
    p->command_line.path = p->command_line.text->path;
    p->command_line.tokens = lex_source(p->arena, p->command_line.text);
}

// The last -D or -U of a name counts.
static void add_flags(plan *p, const string_list *flags)
{
    for (size_t i = 0; i < flags->count; i++) {
        const char *const text = definition_of(flags, i);
        if (!text)
            continue;
        const bool defines = flags->items[i][1] == 'D';
        const slice name = name_of(text);
        flag_macro *known = find_macro(p, name);
        if (!known && (!name.length || !may_be_of_a_flag(name) || !is_named(p, name)))
            continue;
        if (!known)
            known = ARENA_PUSH(p->arena, &p->defines);
        *known = (flag_macro){.name = arena_copy(p->arena, name.bytes, name.length), .is_defined = defines, .number = ""};
        if (defines && text[name.length] != '(' && name.bytes[0] != '_') // the compiler's own number may be another
            known->number = text[name.length] ? number_of(p->arena, text + name.length + 1) : "1";
    }
}

// Does `__cplusplus >= 201703L` hold for that number?
static bool holds(const char *comparison, long number)
{
    const bool is_behind = *comparison != '_'; // 201703L <= __cplusplus
    const char *const op = strchr(comparison, ' ') + 1;
    const long other = strtol(is_behind ? comparison : strchr(op, ' ') + 1, NULL, 10), a = is_behind ? other : number, b = is_behind ? number : other;
    const bool or_equal = op[1] == '=';
    return op[0] == '<' ? a < b || (or_equal && a == b) : op[0] == '>' ? a > b || (or_equal && a == b) : (op[0] == '=') == (a == b);
}

// #if __has_builtin(__builtin_assume): clang has it, and nvcc asks another compiler.
static void warn_of_question(plan *p, const condition *x)
{
    static const char *const words[] = {"blockIdx", "gridDim", "__sync", "_sync(", "asm", "<<<", "__shared__", "__device__", "__global__"};
    const plan_file *f = &p->files.items[x->file];
    bool matters = false;
    for (const condition *y = p->conditions.items; y < x; y++)
        if (y->is_question && y->file == x->file && y->at == x->at)
            return; // by another parse
    for (size_t i = 0; i < sizeof words / sizeof *words && !matters && x->end; i++)
        matters = has_text(f, x->begin, x->end, words[i]);
    if (matters && !is_host_code(p, x))
        diagnostics_add(p->diagnostics, SEVERITY_WARNING, "pt-feature", span_make(f->text, x->at, x->at + strlen(x->name)),
                        "%s is answered for clang here, and by nvcc for another compiler, which may take other device code than what is rewritten; ask for a macro "
                        "that you define, or for __CUDACC__", x->name);
}

// ptcc defines them whatever the flags are (shim/prelude_toolkit.h), and nvcc by --extended-lambda, --expt-relaxed-constexpr and -std.
static bool is_defined_unasked(const char *name)
{
    return is_of_dialect(slice_of(name)) || strcmp(name, "__CUDACC_EXTENDED_LAMBDA__") == 0 || strcmp(name, "__CUDACC_RELAXED_CONSTEXPR__") == 0;
}

void defines_find(plan *p, const string_list *flags)
{
    add_flags(p, flags);
    const char *const asked = options_standard(flags);
    const long standard = options_standard_number(asked ? asked : "gnu++17"); // parse_input.c
    for (size_t i = 0; i < p->conditions.count; i++) {
        const condition *x = &p->conditions.items[i];
        if (x->is_question) {
            warn_of_question(p, x);
            continue;
        }
        if (x->is_comparison) {
            if (standard > 0 && x->end && !find_macro(p, slice_of(x->name)) && !is_host_code(p, x))
                *ARENA_PUSH(p->arena, &p->defines) = (flag_macro){.name = x->name, .number = "", .is_defined = holds(x->name, standard), .is_comparison = true};
            continue;
        }
        const bool counts = !x->is_defined || is_defined_unasked(x->name);
        if (counts && x->end && !find_macro(p, slice_of(x->name)) && !is_host_code(p, x) && !text_decides(p, x->name))
            *ARENA_PUSH(p->arena, &p->defines) = (flag_macro){.name = x->name, .number = "", .is_defined = x->is_defined, .is_by_standard = is_of_dialect(slice_of(x->name))};
    }
}
