// What other libraries say to a device: see library_text.h.
#include "frontend/library_text.h"

#include "frontend/lex.h"

#include <string.h>

const char *const library_text_device_words[] = {
    "__CUDA_ARCH_", "NV_IF_TARGET", "NV_IF_ELSE_TARGET", "NV_DISPATCH_TARGET", "_CCCL_DEVICE_COMPILATION", "_CCCL_HOST_COMPILATION", "_CCCL_PTX_ARCH",
    "CUB_IS_DEVICE_CODE", "CUB_IS_HOST_CODE", "CUB_PTX_ARCH", "THRUST_IS_DEVICE_CODE", "THRUST_IS_HOST_CODE", "__CUDA_MINIMUM_ARCH__"};
_Static_assert(sizeof library_text_device_words / sizeof *library_text_device_words == library_text_device_word_count, "as library_text.h says");

// Where CUDA's core libraries lie that are not the toolkit's: what these say to a device is known.
static size_t core_library_folder(const char *path)
{
    static const char *const files[] = {"cub/version.cuh", "thrust/version.h", "nv/target", "cuda/__cccl_config", "cuda/std/detail/__config"};
    const size_t length = strlen(path);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const size_t own = strlen(files[i]);
        if (length > own && path[length - own - 1] == '/' && strcmp(path + length - own, files[i]) == 0)
            return length - own + strcspn(files[i], "/") + 1;
    }
    return 0;
}

typedef LIST_OF(slice) folders;

static folders find_known_folders(const plan *p)
{
    static const char *const of_system[] = {"/usr/include/c++/", "/usr/include/x86_64-linux-gnu/", "/usr/include/aarch64-linux-gnu/", "/usr/lib/"};
    folders known = {0};
    *ARENA_PUSH(p->arena, &known) = slice_of(p->own_headers);
    for (size_t k = 0; k < sizeof of_system / sizeof *of_system; k++)
        *ARENA_PUSH(p->arena, &known) = slice_of(of_system[k]);
    for (size_t i = 0; i < p->dependencies.count; i++) {
        const size_t length = core_library_folder(p->dependencies.items[i]);
        if (length)
            *ARENA_PUSH(p->arena, &known) = (slice){p->dependencies.items[i], length};
    }
    return known;
}

static bool is_of_library(const plan *p, const folders *known, const char *path)
{
    for (size_t i = 0; i < known->count; i++)
        if (known->items[i].length && strncmp(path, known->items[i].bytes, known->items[i].length) == 0)
            return false;
    for (size_t k = 0; k < p->files.count; k++)
        if (p->files.items[k].text->path && strcmp(path, p->files.items[k].text->path) == 0)
            return false;
    return true;
}

enum { longest_name = 256 };

typedef bool text_question(const source *s, const map *words);

// Of a file at a time: all of a large library's would be felt in memory.
static bool holds_for_any(const plan *p, text_question *asks, const map *words)
{
    const folders known = find_known_folders(p);
    bool holds = false;
    for (size_t i = 0; i < p->dependencies.count && !holds; i++) {
        if (!is_of_library(p, &known, p->dependencies.items[i]))
            continue;
        arena *const a = arena_new();
        const char *error;
        const source *s = source_load(a, p->dependencies.items[i], &error);
        holds = s && asks(s, words);
        arena_free(a);
    }
    return holds;
}

static bool speaks(const source *s, const map *words)
{
    (void)words;
    for (size_t i = 0; i < library_text_device_word_count; i++)
        if (strstr(s->bytes, library_text_device_words[i]))
            return true;
    return false;
}

bool library_text_speaks_of_device(const plan *p) { return holds_for_any(p, speaks, NULL); }

// ---- what the project names ------------------------------------------------------------------------------------------------

static bool is_constexpr(const plan_file *f, const declaration *d) { return plan_text_has_token(f, d->begin, d->body_end ? d->body_begin : d->end, "constexpr"); }

// Of each token of a file: does it stand in a function that is the host's alone? One that is constexpr may be the device's, too.
static bool *host_tokens(const plan *p, int file)
{
    const plan_file *f = &p->files.items[file];
    bool *const is_of_host = arena_alloc(p->arena, f->tokens.count + 1);
    memset(is_of_host, 0, f->tokens.count);
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *g = &p->functions.items[i];
        for (size_t k = 0; k < g->declarations.count && !g->is_kernel && !g->is_device; k++) {
            const declaration *d = &g->declarations.items[k];
            for (size_t t = d->file == file && (g->is_host || !is_constexpr(f, d)) ? token_at_or_after(&f->tokens, d->begin) : f->tokens.count; t < f->tokens.count && f->tokens.items[t].begin < d->end; t++)
                is_of_host[t] = true;
        }
    }
    return is_of_host;
}

// Names that a library can give to nothing.
static bool is_keyword(slice word)
{
    static const char *const words[] = {"if", "else", "for", "while", "do", "switch", "case", "default", "break", "continue", "return", "goto", "void", "bool", "char",
                                        "short", "int", "long", "float", "double", "signed", "unsigned", "const", "volatile", "static", "inline", "extern", "auto",
                                        "template", "typename", "class", "struct", "union", "enum", "namespace", "using", "typedef", "sizeof", "true", "false", "nullptr",
                                        "this", "operator", "public", "private", "protected", "constexpr"};
    return SLICE_IS_ANY(word, words);
}

static bool is_one_of(slice name, const map *words)
{
    char text[longest_name];
    if (name.length == 0 || name.length >= sizeof text)
        return false;
    memcpy(text, name.bytes, name.length);
    text[name.length] = '\0';
    return map_get(words, text) >= 0;
}

static void add_words(const plan *p, const plan_file *f, size_t first, size_t end, map *words)
{
    for (size_t i = first; i < end; i++) {
        char name[longest_name];
        const slice word = token_word(f, i);
        if (f->tokens.items[i].kind != TOKEN_IDENTIFIER || word.length >= sizeof name || is_keyword(word))
            continue;
        memcpy(name, word.bytes, word.length);
        name[word.length] = '\0';
        if (map_get(words, name) < 0)
            map_put(words, arena_string(p->arena, name), 1);
    }
}

// From where on a directive says names: a condition, or what is in brackets of a pragma's. No path, and no text that only comes where a macro stands.
static size_t names_of_directive(const plan_file *f, size_t directive, size_t end)
{
    static const char *const silent[] = {"include", "include_next", "define", "error", "warning", "line"};
    if (IS_ANY_TOKEN(f, directive + 1, silent))
        return end;
    size_t i = directive + 2;
    while (i < end && is_token(f, directive + 1, "pragma") && !is_token(f, i, "("))
        i++;
    return i;
}

static void add_words_of_file(const plan *p, int file, map *words)
{
    const plan_file *f = &p->files.items[file];
    const bool *const is_of_host = host_tokens(p, file);
    for (size_t i = 0; i < f->tokens.count;) {
        const bool is_directive = f->tokens.items[i].in_directive && is_token(f, i, "#");
        const size_t end = is_directive ? token_directive_end(&f->tokens, i) : i + 1;
        if (is_directive || !is_of_host[i])
            add_words(p, f, is_directive ? names_of_directive(f, i, end) : i, end, words);
        i = end;
    }
}

// One turn: what the macros say that are named.
static bool add_words_of_macros(const plan *p, map *words, bool *is_added)
{
    bool adds = false;
    for (size_t k = 0; k < p->macro_places.count; k++) {
        const macro_place *m = &p->macro_places.items[k];
        if (is_added[k] || !is_one_of(token_word(m->of, m->name), words))
            continue;
        add_words(p, m->of, m->name + 1, token_directive_end(&m->of->tokens, m->name), words);
        adds = is_added[k] = true;
    }
    return adds;
}

// With what -D says of them.
static map words_of_project(const plan *p)
{
    map words = map_new(p->arena);
    for (size_t file = 0; file < p->files.count; file++)
        add_words_of_file(p, (int)file, &words);
    bool *const is_added = arena_alloc(p->arena, p->macro_places.count + 1);
    while (add_words_of_macros(p, &words, is_added))
        ;
    return words;
}

// Behind a comment or a string that begins at `at`, or else behind that character.
static size_t behind_character(const source *s, size_t at)
{
    const char *const from = s->bytes + at;
    if (*from == '/' && (from[1] == '/' || from[1] == '*')) {
        const char *const end = strstr(from + 2, from[1] == '/' ? "\n" : "*/");
        return end ? (size_t)(end - s->bytes) + 1 : s->length;
    }
    size_t i = at + 1;
    while (*from == '"' && i < s->length && s->bytes[i] != '"' && s->bytes[i] != '\n')
        i += s->bytes[i] == '\\' ? 2 : 1;
    return *from == '"' ? i + 1 : i;
}

// The next name at `*at` or behind, or "" at the end.
static slice next_name(const source *s, size_t *at)
{
    while (*at < s->length && !is_name_byte(s->bytes[*at]))
        *at = behind_character(s, *at);
    const size_t begin = *at;
    while (*at < s->length && is_name_byte(s->bytes[*at]))
        (*at)++;
    return (slice){s->bytes + begin, *at - begin};
}

// template <class T, class U>
static bool is_parameter(const source *s, slice word)
{
    const char *before = word.bytes;
    while (before > s->bytes && strchr(" \t\n", before[-1]))
        before--;
    return before > s->bytes && (before[-1] == '<' || before[-1] == ',');
}

static size_t behind_brackets(const source *s, size_t at)
{
    int depth = 0;
    for (; at < s->length; at = behind_character(s, at)) {
        depth += (s->bytes[at] == '(' || s->bytes[at] == '{') - (s->bytes[at] == ')' || s->bytes[at] == '}');
        if (depth == 0)
            return at + 1;
    }
    return at;
}

// using NAME = ...: for `using A::name` there is what it stands for.
static bool is_alias(const source *s, size_t at)
{
    return s->bytes[at + strcspn(s->bytes + at, "=;")] == '=';
}

// struct __align__(16) NAME, class EXPORT NAME, namespace A::B: from `at` on, to what ends the name. A parameter may be `struct A a`.
static bool names_type(const source *s, size_t at, const map *words)
{
    bool is_named = false;
    while (at < s->length && !strchr("{;=<>),", s->bytes[at]) && !(s->bytes[at] == ':' && s->bytes[at + 1] != ':')) {
        if (is_name_byte(s->bytes[at]))
            is_named |= is_one_of(next_name(s, &at), words);
        else
            at = s->bytes[at] == '(' ? behind_brackets(s, at) : s->bytes[at] == ':' ? at + 2 : behind_character(s, at);
    }
    return is_named && at < s->length && !strchr(">),", s->bytes[at]);
}

// typedef int NAME; typedef void (*NAME)(int); typedef struct { ... } NAME;
static bool names_alias(const source *s, size_t at, const map *words)
{
    slice last = {s->bytes, 0};
    while (at < s->length && s->bytes[at] != ';') {
        if (is_name_byte(s->bytes[at])) {
            last = next_name(s, &at);
        } else if (s->bytes[at] == '(' && s->bytes[at + 1] == '*') {
            at++;
            if (is_one_of(next_name(s, &at), words))
                return true;
        } else {
            at = s->bytes[at] == '{' || s->bytes[at] == '(' ? behind_brackets(s, at) : behind_character(s, at);
        }
    }
    return is_one_of(last, words);
}

static bool declares_any(const source *s, const map *words)
{
    static const char *const types[] = {"namespace", "struct", "class", "union", "enum"};
    for (size_t at = 0; at < s->length;) {
        const slice word = next_name(s, &at);
        if ((slice_is(word, "define") && is_one_of(next_name(s, &at), words)) || (slice_is(word, "typedef") && names_alias(s, at, words)) ||
            ((SLICE_IS_ANY(word, types) ? !is_parameter(s, word) : slice_is(word, "using") && is_alias(s, at)) && names_type(s, at, words)))
            return true;
    }
    return false;
}

bool library_text_is_named(const plan *p)
{
    const map words = words_of_project(p);
    return holds_for_any(p, declares_any, &words);
}
