// Unit tests of source files and their paths: bytes as they are, lines as clang counts them, errors with their cause.
#include "support/path.h"
#include "support/source.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static source *of(arena *a, const char *bytes)
{
    return source_from_memory(a, "t.cu", bytes, strlen(bytes));
}

static void check_position(int test_line, const source *file, size_t offset, size_t line, size_t column)
{
    position p = source_position(file, offset);
    cr_expect(p.line == line && p.column == column, "line %d: offset %zu is %zu:%zu, not %zu:%zu", test_line, offset,
              p.line, p.column, line, column);
}
#define POSITION(file, offset, line, column) check_position(__LINE__, file, offset, line, column)

Test(source, positions_with_every_line_ending)
{
    arena *a = arena_new();
    source *file = of(a, "ab\ncd\r\ne\rf\n\n");
    cr_assert_eq(file->line_count, 6);
    POSITION(file, 0, 1, 1);
    POSITION(file, 2, 1, 3); // the newline belongs to its line
    POSITION(file, 3, 2, 1);
    POSITION(file, 6, 2, 4); // the LF of CR LF
    POSITION(file, 7, 3, 1);
    POSITION(file, 9, 4, 1);
    POSITION(file, 11, 5, 1);
    POSITION(file, 12, 6, 1); // the end of the file is a place
    cr_expect(slice_is(source_line(file, 1), "ab"));
    cr_expect(slice_is(source_line(file, 2), "cd"));
    cr_expect(slice_is(source_line(file, 3), "e"));
    cr_expect(slice_is(source_line(file, 4), "f"));
    cr_expect(slice_is(source_line(file, 6), ""));
    cr_expect(slice_is(source_line(file, 0), ""));
    cr_expect(slice_is(source_line(file, 7), ""));
    arena_free(a);
}

Test(source, empty_and_unterminated)
{
    arena *a = arena_new();
    source *empty = of(a, "");
    cr_expect_eq(empty->line_count, 1);
    POSITION(empty, 0, 1, 1);
    source *open_ended = of(a, "x");
    cr_expect_eq(open_ended->line_count, 1);
    POSITION(open_ended, 1, 1, 2);
    cr_expect_eq(open_ended->bytes[1], '\0');
    arena_free(a);
}

Test(source, spans)
{
    arena *a = arena_new();
    source *file = of(a, "hello world");
    cr_expect(slice_is(span_text(span_make(file, 6, 11)), "world"));
    cr_expect(slice_is(span_text(span_make(NULL, 0, 0)), ""));
    arena_free(a);
}

static void write_file(const char *path, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    cr_assert(file);
    cr_assert_eq(fwrite(bytes, 1, length, file), length);
    cr_assert_eq(fclose(file), 0);
}

Test(source, loads_bytes_as_they_are)
{
    char path[] = "/tmp/ptcc-source-XXXXXX";
    close(mkstemp(path));
    const char bytes[] = "\xEF\xBB\xBF" "a\0b\r\n\xFF end";
    write_file(path, bytes, sizeof bytes - 1);
    arena *a = arena_new();
    const char *error = NULL;
    source *file = source_load(a, path, &error);
    cr_assert(file, "%s", error);
    cr_assert_eq(file->length, sizeof bytes - 1);
    cr_assert_arr_eq(file->bytes, bytes, sizeof bytes); // the NUL behind them too
    cr_assert_str_eq(file->path, path);
    unlink(path);
    arena_free(a);
}

Test(source, loads_from_a_pipe)
{
    int ends[2];
    cr_assert_eq(pipe(ends), 0);
    char many[30000];
    memset(many, 'p', sizeof many);
    cr_assert_eq(write(ends[1], many, sizeof many), (ssize_t)sizeof many);
    close(ends[1]);
    arena *a = arena_new();
    const char *error = NULL;
    source *file = source_load(a, arena_format(a, "/dev/fd/%d", ends[0]), &error);
    cr_assert(file, "%s", error);
    cr_assert_eq(file->length, sizeof many);
    arena_free(a);
}

Test(source, words_in_files)
{
    enum { PIECE = 1 << 16 };
    static char bytes[3 * PIECE];
    static const size_t places[] = {0, PIECE - 5, PIECE, 2 * PIECE - 1, sizeof bytes - 4};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char path[] = "/tmp/ptcc-word-XXXXXX";
        int fd = mkstemp(path);
        memset(bytes, 'w', sizeof bytes);
        memcpy(bytes + places[i], "word", 4);
        cr_assert_eq(write(fd, bytes, sizeof bytes), (ssize_t)sizeof bytes);
        close(fd);
        bool is_read = false;
        cr_expect(source_file_has(path, "word", &is_read), "%zu", places[i]);
        cr_expect(is_read);
        cr_expect_not(source_file_has(path, "words", &is_read));
        cr_expect(is_read);
        unlink(path);
    }
    bool is_read = true;
    cr_expect_not(source_file_has("/nonexistent/x.cu", "word", &is_read));
    cr_expect_not(is_read);
    cr_expect_not(source_file_has("/tmp", "word", &is_read));
    cr_expect_not(is_read, "a folder");
}

Test(source, errors_say_the_cause)
{
    arena *a = arena_new();
    const char *error = NULL;
    cr_expect_null(source_load(a, "/nonexistent/x.cu", &error));
    cr_expect_str_eq(error, "No such file or directory");
    cr_expect_null(source_load(a, "/tmp", &error));
    cr_expect_str_eq(error, "Is a directory");
    arena_free(a);
}

Test(source, above_1_gib_is_refused)
{
    char path[] = "/tmp/ptcc-large-XXXXXX";
    int fd = mkstemp(path);
    cr_assert_eq(ftruncate(fd, ((off_t)1 << 30) + 1), 0); // a hole: takes no room
    close(fd);
    arena *a = arena_new();
    const char *error = NULL;
    cr_expect_null(source_load(a, path, &error));
    cr_expect(error && strstr(error, "too large"), "%s", error);
    unlink(path);
    arena_free(a);
}

Test(source, ranges_hold_their_begin_and_not_their_end)
{
    const byte_range ranges[] = {{2, 4}, {6, 6}, {7, 8}};
    for (size_t at = 0; at < 10; at++)
        cr_expect_eq(byte_ranges_hold(ranges, 3, at), at == 2 || at == 3 || at == 7, "%zu", at);
    cr_expect_not(byte_ranges_hold(ranges, 0, 2));
}

Test(source, parts_of_paths)
{
    arena *a = arena_new();
    static const char *const paths[][3] = {
        {"a.cu", "a.cu", "."}, {"/a.cu", "a.cu", "/"}, {"b/a.cu", "a.cu", "b"}, {"/c/b/a.cu", "a.cu", "/c/b"}, {"b/", "", "b"}};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        cr_expect_str_eq(path_base(paths[i][0]), paths[i][1]);
        cr_expect_str_eq(path_folder(a, paths[i][0]), paths[i][2]);
    }
    arena_free(a);
}
