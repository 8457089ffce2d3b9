// Files that a text will include: see included.h.
#include "frontend/included.h"

#include "support/map.h"

#include <string.h>
#include <sys/stat.h>

typedef LIST_OF(const char *) folder_list;

typedef struct finder {
    arena *arena;
    folder_list quoted, all; // where "x.h" is looked for behind the includer's own folder, and where <x.h> is
    map seen;                // paths that were tried; 1: there is a file
    place_map read;          // by device and number: a file has as many paths as there are ways round to it
    source_list found;
} finder;

static bool is_one_folder(const char *x, const char *y)
{
    struct stat x_status, y_status;
    return stat(x, &x_status) == 0 && stat(y, &y_status) == 0 && x_status.st_dev == y_status.st_dev && x_status.st_ino == y_status.st_ino;
}

// The folder that argument `i` names behind `flag`, joined or in the next one; NULL: it is another flag.
static const char *folder_of(const parse_input *input, size_t i, const char *flag)
{
    const size_t length = strlen(flag);
    if (strncmp(input->arguments[i], flag, length) != 0)
        return NULL;
    return input->arguments[i][length] ? input->arguments[i] + length : i + 1 < input->argument_count ? input->arguments[i + 1] : NULL;
}

// clang takes a folder that is named for both for the system's.
static bool is_of_system(const parse_input *input, const char *folder)
{
    bool is = false;
    for (size_t i = 0; i < input->argument_count && !is; i++) {
        const char *system = folder_of(input, i, "-isystem");
        is = system && is_one_folder(system, folder);
    }
    return is;
}

static void find_folders(finder *f, const parse_input *input)
{
    for (size_t i = 0; i < input->argument_count; i++) {
        const char *const folder = folder_of(input, i, "-I"), *const quoted = folder_of(input, i, "-iquote");
        if (quoted)
            *ARENA_PUSH(f->arena, &f->quoted) = quoted;
        if (folder && !is_of_system(input, folder))
            *ARENA_PUSH(f->arena, &f->all) = folder;
    }
}

static bool is_file(finder *f, const char *path)
{
    struct stat status;
    int known = map_get(&f->seen, path);
    if (known < 0) {
        known = stat(path, &status) == 0 && S_ISREG(status.st_mode);
        map_put(&f->seen, path, known);
        const bool is_new = known && place_map_get(&f->read, (int)status.st_dev, (size_t)status.st_ino) < 0;
        if (is_new)
            place_map_put(&f->read, (int)status.st_dev, (size_t)status.st_ino, 1);
        const char *error;
        const source *s = is_new ? source_load(f->arena, path, &error) : NULL;
        if (s)
            *ARENA_PUSH(f->arena, &f->found) = s;
    }
    return known;
}

static bool find_in(finder *f, const folder_list *folders, slice name)
{
    for (size_t i = 0; i < folders->count; i++) {
        const size_t length = strlen(folders->items[i]);
        const char *const slash = length && folders->items[i][length - 1] == '/' ? "" : "/";
        if (is_file(f, arena_format(f->arena, "%s%s%.*s", folders->items[i], slash, (int)name.length, name.bytes)))
            return true;
    }
    return false;
}

// `name` is what stands between the quotes or brackets; `folder` is the includer's.
static void find(finder *f, const char *folder, slice name, bool is_quoted)
{
    const char *const key = arena_format(f->arena, "%s%c%.*s", is_quoted ? folder : "", is_quoted ? '"' : '<', (int)name.length, name.bytes);
    if (map_get(&f->seen, key) >= 0)
        return;
    map_put(&f->seen, key, 1);
    if (name.length && name.bytes[0] == '/')
        is_file(f, arena_copy(f->arena, name.bytes, name.length));
    else if (!is_quoted || !(is_file(f, arena_format(f->arena, "%s/%.*s", folder, (int)name.length, name.bytes)) || find_in(f, &f->quoted, name)))
        find_in(f, &f->all, name);
}

static const char *skip_blanks(const char *at) { return at + strspn(at, " \t"); }

static void read_directives(finder *f, const source *s)
{
    const char *const slash = strrchr(s->path, '/');
    const char *const folder = !slash ? "." : slash == s->path ? "" : arena_copy(f->arena, s->path, (size_t)(slash - s->path));
    for (const char *at = s->bytes; (at = strchr(at, '#')) != NULL;) {
        at = skip_blanks(at + 1);
        if (strncmp(at, "include", strlen("include")) != 0)
            continue;
        at = skip_blanks(at + strlen("include"));
        const char *const end = *at == '"' ? strpbrk(at + 1, "\"\n") : *at == '<' ? strpbrk(at + 1, ">\n") : NULL;
        if (end && *end != '\n')
            find(f, folder, (slice){at + 1, (size_t)(end - at - 1)}, *at == '"');
    }
}

source_list included_guess(arena *a, const parse_input *input, const source *main_file)
{
    finder f = {.arena = a, .seen = map_new(a), .read = place_map_new(a)};
    struct stat status;
    find_folders(&f, input);
    if (stat(main_file->path, &status) == 0)
        place_map_put(&f.read, (int)status.st_dev, (size_t)status.st_ino, 1);
    read_directives(&f, main_file);
    for (size_t i = 0; i < f.found.count; i++) // it grows
        read_directives(&f, f.found.items[i]);
    return f.found;
}
