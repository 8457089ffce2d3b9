// Source files: reading them whole, and the line table.
//
// A line ends at LF, CR LF, or a CR alone: clang counts so, and our positions must be its positions.
#include "support/source.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const size_t largest_size_bytes = (size_t)1 << 30;

// Offset behind the line ending at or behind `at`, 0 when there is none. `carriage_returns`: the file holds some.
static size_t behind_line(const source *file, size_t at, bool carriage_returns)
{
    if (!carriage_returns) {
        const char *newline = memchr(file->bytes + at, '\n', file->length - at);
        return newline ? (size_t)(newline - file->bytes) + 1 : 0;
    }
    while (at < file->length && file->bytes[at] != '\n' && file->bytes[at] != '\r')
        at++;
    bool both = at + 1 < file->length && file->bytes[at] == '\r' && file->bytes[at + 1] == '\n';
    return at < file->length ? at + 1 + both : 0;
}

static void find_lines(arena *a, source *file)
{
    bool carriage_returns = file->length && memchr(file->bytes, '\r', file->length) != NULL;
    // Counted first: the table of a large file then takes its exact size, not the last doubling's.
    size_t count = 1;
    for (size_t at = 0; file->length && (at = behind_line(file, at, carriage_returns)) != 0;)
        count++;
    file->line_starts = arena_alloc(a, count * sizeof *file->line_starts);
    file->line_count = 0;
    file->line_starts[file->line_count++] = 0;
    for (size_t at = 0; file->length && (at = behind_line(file, at, carriage_returns)) != 0;)
        file->line_starts[file->line_count++] = at;
}

// Reads `fd` to its end. Two paths in one: a regular file's size is known and read into one piece; a pipe grows.
static const char *read_all(arena *a, int fd, size_t expected_bytes, size_t *length, int *error_number)
{
    size_t capacity = expected_bytes + 1; // one more, so that the end is seen without growing
    char *bytes = arena_alloc(a, capacity + 1);
    *length = 0;
    for (;;) {
        if (*length == capacity) {
            if (capacity > largest_size_bytes) {
                *error_number = EFBIG;
                return NULL;
            }
            char *larger = arena_alloc(a, capacity * 2 + 1);
            memcpy(larger, bytes, *length);
            bytes = larger;
            capacity *= 2;
        }
        ssize_t got = read(fd, bytes + *length, capacity - *length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            *error_number = errno;
            return NULL;
        }
        if (got == 0)
            break;
        *length += (size_t)got;
    }
    if (*length > largest_size_bytes) {
        *error_number = EFBIG;
        return NULL;
    }
    bytes[*length] = '\0';
    return bytes;
}

static const char *error_text(arena *a, int error_number)
{
    if (error_number == EFBIG)
        return "File too large (above 1 GiB)";
    return arena_string(a, strerror(error_number));
}

source *source_load(arena *a, const char *path, const char **error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        *error = error_text(a, errno);
        return NULL;
    }
    struct stat status;
    int error_number = 0;
    size_t length = 0;
    const char *bytes = NULL;
    if (fstat(fd, &status) != 0)
        error_number = errno;
    else if (S_ISDIR(status.st_mode))
        error_number = EISDIR;
    else if (S_ISREG(status.st_mode) && (uintmax_t)status.st_size > largest_size_bytes)
        error_number = EFBIG;
    else
        bytes = read_all(a, fd, S_ISREG(status.st_mode) ? (size_t)status.st_size : 4096, &length, &error_number);
    close(fd);
    if (error_number) {
        *error = error_text(a, error_number);
        return NULL;
    }
    source *file = arena_alloc(a, sizeof *file);
    file->path = arena_string(a, path);
    file->bytes = bytes;
    file->length = length;
    find_lines(a, file);
    return file;
}

bool source_file_has(const char *path, const char *word, bool *is_read)
{
    enum { piece = 1 << 16 };
    char bytes[piece];
    const size_t length = strlen(word);
    size_t kept = 0; // of the piece before: a word may stand across two
    bool has = false;
    FILE *file = fopen(path, "rbe");
    *is_read = file != NULL;
    for (size_t got = 1; file && !has && got;) {
        got = fread(bytes + kept, 1, piece - kept, file);
        const size_t count = kept + got;
        has = slice_has((slice){bytes, count}, word);
        kept = count < length - 1 ? count : length - 1;
        memmove(bytes, bytes + count - kept, kept);
    }
    if (file) {
        *is_read = has || !ferror(file);
        fclose(file);
    }
    return has;
}

bool source_is_one_file(const char *a, const char *b)
{
    struct stat a_status, b_status;
    return stat(a, &a_status) == 0 && stat(b, &b_status) == 0 && S_ISREG(a_status.st_mode) &&
           a_status.st_dev == b_status.st_dev && a_status.st_ino == b_status.st_ino;
}

source *source_from_memory(arena *a, const char *path, const char *bytes, size_t length)
{
    source *file = arena_alloc(a, sizeof *file);
    file->path = arena_string(a, path);
    file->bytes = arena_copy(a, bytes, length);
    file->length = length;
    find_lines(a, file);
    return file;
}

position source_position(const source *file, size_t offset)
{
    assert(offset <= file->length);
    size_t low = 0, high = file->line_count; // the last line that starts at or before `offset`
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (file->line_starts[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return (position){low + 1, offset - file->line_starts[low] + 1};
}

slice source_line(const source *file, size_t line)
{
    if (line == 0 || line > file->line_count)
        return (slice){"", 0};
    size_t begin = file->line_starts[line - 1];
    size_t end = line < file->line_count ? file->line_starts[line] : file->length;
    if (end > begin && file->bytes[end - 1] == '\n')
        end--;
    if (end > begin && file->bytes[end - 1] == '\r')
        end--;
    return (slice){file->bytes + begin, end - begin};
}

slice span_text(span s)
{
    if (!s.file)
        return (slice){"", 0};
    return (slice){s.file->bytes + s.begin, s.end - s.begin};
}

span span_make(const source *file, size_t begin, size_t end)
{
    assert(!file || (begin <= end && end <= file->length));
    return (span){file, begin, end};
}
