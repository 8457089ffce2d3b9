// Inline assembly: see assembly.h.
//
// libclang gives no template in all versions, but it prints a function with its macros expanded and each template as one literal.
// Where no macro takes part the statement's own text will do, which tells one statement of a function from another.
#include "frontend/assembly.h"

#include <string.h>

const char assembly_unknown[] = "?", assembly_nothing[] = "";

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

// ---- literals --------------------------------------------------------------------------------------------------------

static int digit_of(char c)
{
    const int letter = c | 0x20;
    return is_digit(c) ? c - '0' : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : 16;
}

// Behind the number of an escape; `*value` is its character.
static const char *read_number(const char *p, int base, int digits, char *value)
{
    int sum = 0;
    for (int i = 0; i < digits && digit_of(*p) < base; i++)
        sum = sum * base + digit_of(*p++);
    *value = (char)sum;
    return p;
}

// Behind the literal that begins at `p`, whose characters are appended to `out`; NULL: it cannot be read.
static const char *read_literal(const char *p, char **out)
{
    static const char names[] = "ntrabfv\\\"'?", values[] = "\n\t\r\a\b\f\v\\\"'?";
    for (p++; *p != '"'; (*out)++) {
        if (!*p || *p == '\n')
            return NULL;
        if (*p != '\\') {
            **out = *p++;
            continue;
        }
        const char *known = p[1] ? strchr(names, p[1]) : NULL;
        if (known) {
            **out = values[known - names];
            p += 2;
        } else if (p[1] == 'x' && digit_of(p[2]) < 16) {
            p = read_number(p + 2, 16, 1000, *out);
        } else if (digit_of(p[1]) < 8) {
            p = read_number(p + 1, 8, 3, *out);
        } else {
            return NULL; // a line that goes on, say
        }
    }
    return p + 1;
}

static const char *behind_quotes(const char *p)
{
    const char quote = *p++;
    while (*p && *p != quote)
        p += *p == '\\' && p[1] ? 2 : 1;
    return *p ? p + 1 : NULL;
}

static const char *behind_brackets(const char *p)
{
    int depth = 0;
    do {
        depth += (*p == '(' || *p == '[' || *p == '{') - (*p == ')' || *p == ']' || *p == '}');
        p = *p == '"' || *p == '\'' ? behind_quotes(p) : *p ? p + 1 : NULL;
    } while (p && depth);
    return p;
}

// ---- statements ------------------------------------------------------------------------------------------------------

// Operands, clobbers, up to the parenthesis that ends the statement. False where one of them may put words into the template
// (nvcc's constraint "C" does), or where there is a name: a macro's.
static bool adds_no_words(const char *p)
{
    while (p && *p != ')') {
        const char *const begin = p;
        if (!*p || !strchr(" \t\r\n:,\"([", *p))
            return false;
        p = *p == '"' ? behind_quotes(p) : *p == '(' || *p == '[' ? behind_brackets(p) : p + 1;
        for (const char *c = begin + 1; *begin == '"' && p && c < p - 1; c++)
            if (*c == 'C')
                return false;
    }
    return p != NULL;
}

// Has each operand and each clobber a constraint that means the same to g++? adds_no_words() was true of the text.
static bool has_common_operands(const char *p)
{
    static const char *const common[] = {"\"r\"", "\"+r\"", "\"m\"", "\"memory\""};
    while (p && *p != ')') {
        const char *const begin = p;
        p = *p == '"' ? behind_quotes(p) : *p == '(' || *p == '[' ? behind_brackets(p) : p + 1;
        bool known = *begin != '"';
        for (size_t i = 0; i < sizeof common / sizeof *common && p; i++)
            known |= (size_t)(p - begin) == strlen(common[i]) && memcmp(begin, common[i], (size_t)(p - begin)) == 0;
        if (!known)
            return false;
    }
    return p != NULL;
}

// Of the parenthesis of `asm ( "a" "b" : ... )`. Appends to `out`; `*nothing` becomes false if it is more than assembly_nothing.
static bool read_statement(const char *p, char **out, bool *nothing)
{
    const char *const begin = *out;
    for (p++;;) {
        p += strspn(p, " \t\r\n");
        if (*p != '"') {
            if ((*p != ':' && *p != ')') || !adds_no_words(p))
                return false;
            *nothing = *nothing && *out == begin && has_common_operands(p);
            return true;
        }
        p = read_literal(p, out);
        if (!p)
            return false;
    }
}

static const char *read_one(arena *a, const char *text)
{
    char *const out = arena_alloc(a, strlen(text) + 1), *end = out;
    const char *p = text;
    bool nothing = true;
    while (is_letter(*p) || *p == ' ' || *p == '\t' || *p == '\r' || *p == '\n')
        p++;
    if (*p != '(' || !read_statement(p, &end, &nothing))
        return NULL;
    *end = '\0';
    return nothing ? assembly_nothing : out;
}

// Of all statements in a text that clang has printed.
static const char *read_all(arena *a, const char *text)
{
    char *const out = arena_alloc(a, strlen(text) + 1), *end = out;
    bool any = false, nothing = true;
    for (const char *p = text; p && *p;) {
        if (*p == '"' || *p == '\'') {
            p = behind_quotes(p);
            continue;
        }
        const char *const word = p;
        while (is_letter(*p) || (p > word && is_digit(*p)))
            p++;
        if (p == word) {
            p++;
        } else if (p - word == 3 && memcmp(word, "asm", 3) == 0) {
            p += strcspn(p, "(;{");
            if (*p != '(' || !read_statement(p, &end, &nothing))
                return NULL;
            *end++ = '\n';
            any = true;
        }
    }
    *end = '\0';
    return !any ? NULL : nothing ? assembly_nothing : out;
}

const char *assembly_template(ast *t, arena *a, ast_node statement)
{
    const char *text = ast_extent(t, statement).in_macro ? NULL : read_one(a, ast_text(t, a, statement));
    text = text ? text : read_all(a, ast_printed_around(t, a, statement));
    return text ? text : assembly_unknown;
}

// ---- words -----------------------------------------------------------------------------------------------------------

static bool is_in_word(char c) { return is_letter(c) || is_digit(c) || c == '$'; }

// Behind what separates words: comments, too.
static const char *next_word(const char *p)
{
    while (*p && !is_in_word(*p) && *p != '%') {
        const char *end = strncmp(p, "//", 2) == 0 ? strchr(p, '\n') : strncmp(p, "/*", 2) == 0 ? strstr(p + 2, "*/") : p;
        if (!end)
            return "";
        p = end == p ? p + 1 : end + (*end == '*' ? 2 : 1);
    }
    return p;
}

// Behind the word at `p`. In a template %% stands for one %, which only begins a word.
static const char *behind_word(const char **p)
{
    while (**p == '%' && (*p)[1] == '%')
        (*p)++;
    const char *end = *p + (**p == '%');
    while (is_in_word(*end))
        end++;
    return end > *p ? end : *p + 1;
}

bool assembly_has(const char *text, const char *word)
{
    const size_t length = strlen(word);
    if (text == assembly_unknown)
        return true;
    for (const char *p = next_word(text), *end; *p; p = next_word(end)) {
        end = behind_word(&p);
        if ((size_t)(end - p) == length && memcmp(p, word, length) == 0)
            return true;
    }
    return false;
}

bool assembly_has_register(const char *text, const char *part)
{
    const size_t length = strlen(part);
    if (text == assembly_unknown)
        return true;
    for (const char *p = next_word(text), *end; *p; p = next_word(end)) {
        end = behind_word(&p);
        for (const char *c = p; *p == '%' && c + length <= end; c++)
            if (memcmp(c, part, length) == 0)
                return true;
    }
    return false;
}

// bar.warp.sync, and no other bar
static bool has_warp_barrier(const char *text)
{
    bool found = false;
    if (text == assembly_unknown)
        return false;
    for (const char *p = next_word(text), *end; *p; p = next_word(end)) {
        end = behind_word(&p);
        if (end - p != 3 || memcmp(p, "bar", 3) != 0)
            continue;
        if (strncmp(end, ".warp.", 6) != 0)
            return false;
        found = true;
    }
    return found;
}

bool assembly_waits_for_block(const char *text)
{
    return (assembly_has(text, "bar") && !has_warp_barrier(text)) || assembly_has(text, "barrier") || assembly_has(text, "mbarrier");
}

bool assembly_waits_for_warp(const char *text)
{
    return has_warp_barrier(text) || assembly_has(text, "match") || (assembly_has(text, "sync") && (assembly_has(text, "shfl") || assembly_has(text, "vote") ||
                                                                          assembly_has(text, "redux")));
}

static bool has_any(const char *text, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (assembly_has(text, words[i]))
            return true;
    return false;
}

static const char *const of_lanes[] = {"shfl", "vote", "redux", "match", "elect"}, *const of_whole_warps[] = {"mma", "wmma", "ldmatrix", "stmatrix", "movmatrix"},
                  *const of_more[] = {"barrier", "mbarrier", "wgmma", "setmaxnreg", "tcgen05"};
#define HAS_ANY(text, words) has_any(text, words, sizeof(words) / sizeof *(words))

static bool waits_for_more(const char *text) { return assembly_waits_for_block(text) || HAS_ANY(text, of_more); }

bool assembly_waits_within_warp(const char *text)
{
    return assembly_has(text, "sync") && (HAS_ANY(text, of_lanes) || HAS_ANY(text, of_whole_warps) || has_warp_barrier(text)) &&
           !waits_for_more(text); // an unknown text has all
}

bool assembly_is_of_whole_warps(const char *text)
{
    return HAS_ANY(text, of_whole_warps) && !HAS_ANY(text, of_lanes) && !has_warp_barrier(text) && !waits_for_more(text);
}

bool assembly_reads_index(const char *text)
{
    return assembly_has(text, "%ctaid") || assembly_has(text, "%nctaid") || assembly_has_register(text, "cluster") ||
           assembly_has(text, "clusterlaunchcontrol");
}

bool assembly_ends_thread(const char *text) { return assembly_has(text, "exit") || assembly_has(text, "ret"); }
