// nvcc's host compiler: see host_compiler.h.
//
//     before                                     for libclang
//     #if defined(__clang__)                     #if defined(__xlang__)          which nobody defines
//     #if __GNUC__ >= 7                          #if __XNUC__ >= 7               which is -D__XNUC__=12
//     k << <1, 32 >> >(a)                        k <<< 1, 32 >>> (a)
#include "frontend/host_compiler.h"

#include <string.h>

#define NUMBER_OF(x) #x
#define NUMBER(x) NUMBER_OF(x)

static const struct {
    const char *name;
    char letter;     // in place of the third one
    bool is_defined; // by both: it makes a difference only where its value counts
} names[] = {{"__clang__", 'x', false},       {"__clang_major__", 'x', false},   {"__clang_minor__", 'x', false},
             {"__clang_patchlevel__", 'x', false}, {"__clang_version__", 'x', false}, {"__llvm__", 'x', false},
             {"__NVPTX__", 'X', false},       {"__PTX__", 'X', false},            {"__LITTLE_ENDIAN__", 'X', false},
             {"__FLOAT128__", 'X', false},
             {"__CUDA__", 'X', false},        {"__GNUC__", 'X', true},           {"__GNUC_MINOR__", 'X', true},
             {"__GNUC_PATCHLEVEL__", 'X', true}, {"__GNUG__", 'X', true}};

const char host_compiler_is_clang[] = "-D__PTCC_CCBIN_CLANG__=1";

const char *const *host_compiler_flags(void)
{
    static const char *const flags[] = {"-D__XNUC__=" NUMBER(__GNUC__), "-D__XNUC_MINOR__=" NUMBER(__GNUC_MINOR__),
                                        "-D__XNUC_PATCHLEVEL__=" NUMBER(__GNUC_PATCHLEVEL__), "-D__XNUG__=" NUMBER(__GNUC__), NULL};
    return flags;
}

// Index in `names`, or -1.
static int find_name(const source *s, const token *t, bool is_clang)
{
    if (t->kind != TOKEN_IDENTIFIER || t->end - t->begin < 7 || memcmp(s->bytes + t->begin, "__", 2) != 0)
        return -1;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (token_is(s, t, names[i].name))
            return is_clang && strcmp(names[i].name, "__CUDA__") != 0 ? -1 : (int)i;
    return -1;
}

// `defined(X)`, `defined X`, `#ifdef X`, `#ifndef X`
static bool asks_if_defined(const source *s, const token_list *tokens, size_t i)
{
    const token *before = &tokens->items[i - 1];
    if (i > 1 && token_is(s, before, "("))
        before--;
    return token_is(s, before, "defined") || token_is(s, before, "ifdef") || token_is(s, before, "ifndef");
}

// The last of three `>` apart from the others, as in `>> >(`, with the argument list behind it: where a launch that has begun may end.
static bool closes_apart(const source *s, const token_list *tokens, size_t i)
{
    const token *t = &tokens->items[i];
    if (i < 2 || i + 1 >= tokens->count || s->bytes[t->begin] != '>' || t[-1].end == t->begin || t[-2].end != t[-1].begin)
        return false;
    bool blank = true;
    for (size_t k = t[-1].end; k < t->begin; k++)
        blank &= s->bytes[k] == ' ' || s->bytes[k] == '\t';
    return blank && token_is(s, t - 1, ">") && token_is(s, t - 2, ">") && token_is(s, t + 1, "(");
}

// `k << <1, 32 >> >(a)` as `k <<< 1, 32 >>> (a)`: from `begin` on, what was apart is moved to the front.
static void join(char *bytes, size_t begin, size_t end)
{
    const char mark = bytes[begin];
    memset(bytes + begin, mark, 3);
    memset(bytes + begin + 3, ' ', end - begin - 3);
}

bool host_compiler_may_differ(const source *s)
{
    static const char *const words[] = {"__clang", "__GNU", "__CUDA__", "__llvm__", "__NVPTX__", "__PTX__", "__LITTLE_ENDIAN__", "__FLOAT128__"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(s->bytes, words[i]))
            return true;
    static const char *const brackets[] = {"<<", ">>"}; // and the third apart
    for (size_t i = 0; i < sizeof brackets / sizeof *brackets; i++)
        for (const char *at = s->bytes; (at = strstr(at, brackets[i])) != NULL; at++)
            if ((at[2] == ' ' || at[2] == '\t') && at[2 + strspn(at + 2, " \t")] == *brackets[i])
                return true;
    return false;
}

static char *copy_once(arena *a, const source *s, char *copy)
{
    if (copy)
        return copy;
    copy = arena_alloc(a, s->length + 1);
    memcpy(copy, s->bytes, s->length);
    return copy;
}

bool host_compiler_rename(arena *a, const source *s, const token_list *tokens, bool is_clang, ast_virtual_file *out)
{
    bool differs = false, in_launch = false;
    char *bytes = NULL;
    for (size_t i = 1; i < tokens->count; i++) {
        const token *t = &tokens->items[i];
        const int name = find_name(s, t, is_clang);
        if (name >= 0) {
            bytes = copy_once(a, s, bytes);
            bytes[t->begin + 2] = names[name].letter;
            differs |= !(names[name].is_defined && asks_if_defined(s, tokens, i));
        }
        const bool opens = t->kind == TOKEN_PUNCTUATION && token_is(s, t, "<<<"), closes = in_launch && closes_apart(s, tokens, i);
        in_launch = opens || (in_launch && !closes && !token_is(s, t, ";"));
        const size_t begin = opens ? t->begin : closes ? t[-2].begin : t->end;
        if (t->end - begin > 3 && !memchr(s->bytes + begin, '\\', t->end - begin)) {
            bytes = copy_once(a, s, bytes);
            join(bytes, begin, t->end);
            differs = true;
        }
    }
    *out = (ast_virtual_file){s->path, bytes, s->length, s};
    return differs;
}
