// nvcc's host compiler: see host_compiler.h.
//
//     before                                     for libclang
//     #if defined(__clang__)                     #if defined(__xlang__)          which nobody defines
//     #if __GNUC__ >= 7                          #if __XNUC__ >= 7               which is -D__XNUC__=12
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
    if (t->kind != TOKEN_IDENTIFIER || t->end - t->begin < 8 || memcmp(s->bytes + t->begin, "__", 2) != 0)
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

bool host_compiler_rename(arena *a, const source *s, const token_list *tokens, bool is_clang, ast_virtual_file *out)
{
    bool differs = false;
    char *bytes = NULL;
    for (size_t i = 1; i < tokens->count; i++) {
        const int name = find_name(s, &tokens->items[i], is_clang);
        if (name < 0)
            continue;
        if (!bytes) {
            bytes = arena_alloc(a, s->length + 1);
            memcpy(bytes, s->bytes, s->length);
        }
        bytes[tokens->items[i].begin + 2] = names[name].letter;
        differs |= !(names[name].is_defined && asks_if_defined(s, tokens, i));
    }
    *out = (ast_virtual_file){s->path, bytes, s->length, s};
    return differs;
}
