// Writing results: temporary files beside the targets, synced, then renamed.
#include "transform/print.h"

#include "support/map.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// A file on its way: complete in `temporary`, still to be renamed to `target`.
typedef struct pending {
    const char *target;
    char *temporary; // NULL: nothing to rename
} pending;

static bool fail(diagnostics *d, const char *what, const char *path, int error_number)
{
    diagnostics_add(d, SEVERITY_FATAL, "pt-cannot-write", span_make(NULL, 0, 0), "cannot %s '%s': %s", what, path,
                    strerror(error_number));
    return false;
}

// 0 or an error number.
static int write_all(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(fd, bytes, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return errno;
        bytes += written;
        length -= (size_t)written;
    }
    return 0;
}

static bool write_standard_output(const output *one, diagnostics *d)
{
    // stdio may hold text of ours already (a dump), which must come first.
    int error_number = fflush(stdout) != 0 ? errno : write_all(STDOUT_FILENO, one->bytes, one->length);
    return error_number ? fail(d, "write to", "standard output", error_number) : true;
}

static bool write_device(const output *one, diagnostics *d)
{
    int fd = open(one->path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return fail(d, "write", one->path, errno);
    int error_number = write_all(fd, one->bytes, one->length);
    if (close(fd) != 0 && !error_number)
        error_number = errno;
    return error_number ? fail(d, "write", one->path, error_number) : true;
}

static mode_t mode_of_new_files(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

// Writes the temporary file; `old` is the file that will be replaced, or NULL.
static int write_temporary(const output *one, char *temporary, const struct stat *old)
{
    int fd = mkstemp(temporary);
    if (fd < 0) {
        temporary[0] = '\0';
        return errno;
    }
    int error_number = write_all(fd, one->bytes, one->length);
    // Owner first: changing it clears set-user-id bits. It fails for users who may not; the file is then theirs.
    if (!error_number && old && (old->st_uid != geteuid() || old->st_gid != getegid()) &&
        fchown(fd, old->st_uid, old->st_gid) != 0)
        errno = 0;
    if (!error_number && fchmod(fd, old ? old->st_mode & 07777 : mode_of_new_files()) != 0)
        error_number = errno;
    if (!error_number && fsync(fd) != 0 && errno != EINVAL && errno != EROFS) // file systems that cannot sync
        error_number = errno;
    if (close(fd) != 0 && !error_number)
        error_number = errno;
    return error_number;
}

static bool prepare(arena *a, const output *one, pending *out, diagnostics *d)
{
    struct stat status;
    bool exists = stat(one->path, &status) == 0;
    if (!exists && errno != ENOENT)
        return fail(d, "write", one->path, errno);
    if (exists && S_ISDIR(status.st_mode))
        return fail(d, "write", one->path, EISDIR);
    if (exists && !S_ISREG(status.st_mode))
        return write_device(one, d);
    // Renaming needs no right to the old file; a file made read-only is still not ours to replace.
    if (exists && access(one->path, W_OK) != 0)
        return fail(d, "write", one->path, errno);

    char resolved[PATH_MAX];
    out->target = arena_string(a, exists && realpath(one->path, resolved) ? resolved : one->path);
    const char *slash = strrchr(out->target, '/');
    int folder_length = slash ? (int)(slash + 1 - out->target) : 0;
    out->temporary = arena_format(a, "%.*s.ptcc-XXXXXX", folder_length, out->target);
    int error_number = write_temporary(one, out->temporary, exists ? &status : NULL);
    return error_number ? fail(d, "write", one->path, error_number) : true;
}

// What is written to one would be lost by what is written to the other. A new output is no file yet: its path tells.
static bool are_one_output(const char *a, const char *b) { return strcmp(a, b) == 0 || source_is_one_file(a, b); }

bool outputs_check(const output_list *outputs, const char *const *sources, size_t source_count, diagnostics *d)
{
    bool ok = true;
    for (size_t i = 0; i < outputs->count; i++) {
        const char *path = outputs->items[i].path;
        if (strcmp(path, "-") == 0)
            continue;
        for (size_t k = 0; k < source_count && ok; k++)
            if (are_one_output(path, sources[k])) {
                diagnostics_add(d, SEVERITY_FATAL, "pt-output-is-input", (span){0}, "the output '%s' is a file that was read: it would be lost", path);
                ok = false;
            }
        for (size_t k = 0; k < i && ok; k++)
            if (are_one_output(path, outputs->items[k].path)) {
                diagnostics_add(d, SEVERITY_FATAL, "pt-conflicting-options", (span){0}, "the output and the depfile would both be written to '%s'", path);
                ok = false;
            }
    }
    return ok;
}

bool outputs_write(arena *a, const output_list *outputs, diagnostics *d)
{
    pending *list = arena_alloc(a, outputs->count * sizeof *list);
    bool ok = true;
    for (size_t i = 0; i < outputs->count && ok; i++)
        if (strcmp(outputs->items[i].path, "-") != 0)
            ok = prepare(a, &outputs->items[i], &list[i], d);
    for (size_t i = 0; i < outputs->count && ok; i++)
        if (strcmp(outputs->items[i].path, "-") == 0)
            ok = write_standard_output(&outputs->items[i], d);
    for (size_t i = 0; i < outputs->count; i++) {
        char *temporary = list[i].temporary;
        if (!temporary || !temporary[0])
            continue;
        if (ok && rename(temporary, list[i].target) == 0)
            continue;
        if (ok)
            ok = fail(d, "write", outputs->items[i].path, errno);
        unlink(temporary);
    }
    return ok;
}

bool output_write(arena *a, const char *path, const text *content, diagnostics *d)
{
    output one = {path, content->bytes, content->length};
    return outputs_write(a, &(output_list){&one, 1, 1}, d);
}

bool output_make_folder(arena *a, const char *path, diagnostics *d)
{
    char *part = arena_string(a, path);
    for (char *at = part + 1; ; at++) {
        char here = *at;
        if (here != '/' && here != '\0')
            continue;
        *at = '\0';
        struct stat status;
        if (mkdir(part, 0777) != 0 && (errno != EEXIST || stat(part, &status) != 0 || !S_ISDIR(status.st_mode)))
            return fail(d, "make the folder", part, errno == EEXIST ? ENOTDIR : errno);
        if (here == '\0')
            return true;
        *at = '/';
    }
}

// GNU make: a space is escaped by a backslash, and backslashes before it are doubled; '#' by a backslash; '$' by '$'.
static void add_for_make(text *t, const char *path)
{
    for (const char *at = path; *at; at++) {
        if (*at == ' ' || *at == '\t')
            for (const char *before = at; before > path && before[-1] == '\\'; before--)
                text_add_char(t, '\\');
        if (*at == ' ' || *at == '\t' || *at == '#')
            text_add_char(t, '\\');
        if (*at == '$')
            text_add_char(t, '$');
        text_add_char(t, *at);
    }
}

// Ninja and CMake take `a/../b` for `b`, which it is not where `a` is a link (/lib on a system with one /usr): a name that
// they would not find is a file that changes at every build.
static const char *resolved(arena *a, const char *path)
{
    char real[PATH_MAX];
    return path[0] == '/' && strstr(path, "/../") && realpath(path, real) ? arena_string(a, real) : path;
}

const char *depfile_text(arena *a, const char *const *targets, size_t target_count, const char *const *dependencies,
                         size_t dependency_count, bool phony)
{
    text t = text_new(a);
    for (size_t i = 0; i < target_count; i++) {
        text_add(&t, i ? " " : "");
        add_for_make(&t, targets[i]);
    }
    text_add_char(&t, ':');
    map seen = map_new(a);
    for (size_t i = 0; i < dependency_count; i++) {
        const char *path = resolved(a, dependencies[i]);
        if (map_get(&seen, path) >= 0)
            continue; // included more than once
        map_put(&seen, path, 0);
        text_add(&t, i ? " \\\n  " : " ");
        add_for_make(&t, path);
    }
    text_add_char(&t, '\n');
    map targets_seen = map_new(a); // -MP: make builds on when a header is gone, and with it the text that included it
    for (size_t i = 1; phony && i < dependency_count; i++) {
        const char *path = resolved(a, dependencies[i]);
        if (map_get(&targets_seen, path) >= 0 || strcmp(path, resolved(a, dependencies[0])) == 0)
            continue;
        map_put(&targets_seen, path, 0);
        add_for_make(&t, path);
        text_add(&t, ":\n");
    }
    return t.bytes;
}
