// A unified diff, made by the system's `diff -u`. Both sides are the bytes that we hold, not what lies on the disk by
// then: they reach it as unnamed temporary files on descriptors 3 and 0.
#include "transform/diff.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static bool fail(diagnostics *d, const char *why)
{
    diagnostics_add(d, SEVERITY_FATAL, "pt-cannot-diff", span_make(NULL, 0, 0), "cannot run 'diff -u': %s", why);
    return false;
}

// The bytes as an unnamed temporary file, read from its start; -1 with errno set.
static int file_of(const char *bytes, size_t length)
{
    FILE *file = tmpfile();
    if (!file)
        return -1;
    int fd = -1;
    if (fwrite(bytes, 1, length, file) == length && fflush(file) == 0) {
        fd = dup(fileno(file));
        if (fd >= 0)
            lseek(fd, 0, SEEK_SET);
    }
    int error_number = errno;
    fclose(file);
    errno = error_number;
    return fd;
}

static int spawn_diff(char *const *arguments, int original, int changed, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    int error_number = posix_spawn_file_actions_init(&actions);
    if (error_number)
        return error_number;
    posix_spawn_file_actions_adddup2(&actions, changed, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, original, 3);
    error_number = posix_spawnp(child, arguments[0], &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error_number;
}

bool diff_show(arena *a, const source *original, const char *new_name, const text *changed, bool color,
               diagnostics *d)
{
    if (slice_equal((slice){original->bytes, original->length}, (slice){changed->bytes, changed->length}))
        return true;
    if (fflush(stdout) != 0)
        return fail(d, strerror(errno));
    int original_fd = file_of(original->bytes, original->length);
    int changed_fd = original_fd < 0 ? -1 : file_of(changed->bytes, changed->length);
    if (changed_fd < 0) {
        int error_number = errno;
        if (original_fd >= 0)
            close(original_fd);
        return fail(d, strerror(error_number));
    }
    // --text: a source may hold bytes that look binary, and still has lines.
    char *arguments[12] = {"diff", "-u", "--text"};
    size_t count = 3;
    if (color)
        arguments[count++] = "--color=always";
    arguments[count++] = "--label";
    arguments[count++] = arena_string(a, original->path);
    arguments[count++] = "--label";
    arguments[count++] = arena_string(a, new_name);
    arguments[count++] = "/dev/fd/3";
    arguments[count++] = "-";
    arguments[count] = NULL;

    pid_t child;
    int error_number = spawn_diff(arguments, original_fd, changed_fd, &child);
    close(original_fd);
    close(changed_fd);
    if (error_number)
        return fail(d, strerror(error_number));
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return fail(d, strerror(errno));
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE) { // `--diff | head`: ptcc ends by it, too, and says nothing
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
    }
    if (WIFSIGNALED(status))
        return fail(d, "it was ended by a signal");
    if (WEXITSTATUS(status) == 127)
        return fail(d, "it is not installed");
    return WEXITSTATUS(status) <= 1 ? true : fail(d, "it failed");
}
