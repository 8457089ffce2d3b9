// What other libraries say to a device: see library_text.h.
#include "frontend/library_text.h"

#include "frontend/lex.h"

#include <string.h>

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
    static const char *const all[] = {"__CUDA_ARCH", "NV_IF_", "NV_DISPATCH_", "__CUDA_MINIMUM_ARCH__", "_CCCL_DEVICE_COMPILATION", "CUB_IS_DEVICE_CODE"};
    (void)words;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strstr(s->bytes, all[i]))
            return true;
    return false;
}

bool library_text_speaks_of_device(const plan *p) { return holds_for_any(p, speaks, NULL); }

// ---- what the project names ------------------------------------------------------------------------------------------------

// Of each token of a file: does it stand in a function that is the host's alone?
static bool *host_tokens(const plan *p, int file)
{
    const plan_file *f = &p->files.items[file];
    bool *const is_of_host = arena_alloc(p->arena, f->tokens.count + 1);
    memset(is_of_host, 0, f->tokens.count);
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *g = &p->functions.items[i];
        for (size_t k = 0; k < g->declarations.count && !g->is_kernel && !g->is_device; k++) {
            const declaration *d = &g->declarations.items[k];
            for (size_t t = d->file == file ? token_at_or_after(&f->tokens, d->begin) : f->tokens.count; t < f->tokens.count && f->tokens.items[t].begin < d->end; t++)
                is_of_host[t] = true;
        }
    }
    return is_of_host;
}

static map words_of_project(const plan *p)
{
    map words = map_new(p->arena);
    for (size_t file = 0; file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        const bool *const is_of_host = host_tokens(p, (int)file);
        for (size_t i = 0; i < f->tokens.count; i++) {
            const slice word = token_word(f, i);
            if (is_token(f, i, "#") && is_token(f, i + 1, "include"))
                i = token_directive_end(&f->tokens, i) - 1; // a path
            else if (f->tokens.items[i].kind == TOKEN_IDENTIFIER && !is_of_host[i])
                map_put(&words, arena_copy(p->arena, word.bytes, word.length), 1);
        }
    }
    return words;
}

// In the line that begins at `line`: #define NAME
static bool defines_one(const char *line, const map *words)
{
    char name[256];
    line += strspn(line, " \t");
    if (*line != '#')
        return false;
    line += 1 + strspn(line + 1, " \t");
    if (strncmp(line, "define", strlen("define")) != 0)
        return false;
    line += strlen("define");
    line += strspn(line, " \t");
    size_t length = 0;
    while (is_name_byte(line[length]))
        length++;
    if (length == 0 || length >= sizeof name)
        return false;
    memcpy(name, line, length);
    name[length] = '\0';
    return map_get(words, name) >= 0;
}

static bool defines_any(const source *s, const map *words)
{
    for (size_t i = 0; i < s->line_count; i++)
        if (defines_one(s->bytes + s->line_starts[i], words))
            return true;
    return false;
}

bool library_text_is_named(const plan *p)
{
    const map words = words_of_project(p);
    for (size_t i = 0; i < p->library_names.count; i++)
        if (map_get(&words, p->library_names.items[i]) >= 0)
            return true;
    return holds_for_any(p, defines_any, &words);
}
