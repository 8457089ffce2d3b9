// Unit tests of writing: all files or none, old ones kept on every failure, depfiles that make understands.
#include "transform/print.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static arena *a;
static diagnostics *d;
static char folder[] = "/tmp/ptcc-output-XXXXXX";

static void begin(void)
{
    a = arena_new();
    d = diagnostics_new(a);
    cr_assert(mkdtemp(folder));
    cr_assert_eq(chdir(folder), 0);
    umask(022);
}

static void end(void)
{
    cr_assert_eq(system(arena_format(a, "rm -rf '%s'", folder)), 0);
    arena_free(a);
}

TestSuite(output, .init = begin, .fini = end);

static void put(const char *path, const char *bytes)
{
    FILE *file = fopen(path, "w");
    cr_assert(file);
    fputs(bytes, file);
    fclose(file);
}

static const char *content(const char *path)
{
    const char *error = "";
    source *file = source_load(a, path, &error);
    return file ? file->bytes : error;
}

static bool write_text(const char *path, const char *bytes)
{
    text t = text_new(a);
    text_add(&t, bytes);
    return output_write(a, path, &t, d);
}

// Files in the folder, hidden ones too: a temporary one left behind is a failure.
static int file_count(void)
{
    int count = 0;
    DIR *dir = opendir(".");
    for (struct dirent *entry; (entry = readdir(dir));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(dir);
    return count;
}

static mode_t mode_of(const char *path)
{
    struct stat status;
    cr_assert_eq(stat(path, &status), 0);
    return status.st_mode & 07777;
}

Test(output, a_new_file)
{
    cr_expect(write_text("new.cu", "text"));
    cr_expect_str_eq(content("new.cu"), "text");
    cr_expect_eq(mode_of("new.cu"), 0644);
    cr_expect_eq(file_count(), 1);
    cr_expect_eq(d->count, 0);
}

Test(output, an_old_file_keeps_its_mode)
{
    put("old.cu", "old");
    chmod("old.cu", 0750);
    cr_expect(write_text("./old.cu", "new"));
    cr_expect_str_eq(content("old.cu"), "new");
    cr_expect_eq(mode_of("old.cu"), 0750);
    cr_expect_eq(file_count(), 1);
}

Test(output, a_link_is_followed)
{
    put("target.cu", "old");
    cr_assert_eq(symlink("target.cu", "link.cu"), 0);
    cr_expect(write_text("link.cu", "new"));
    cr_expect_str_eq(content("target.cu"), "new");
    struct stat status;
    cr_assert_eq(lstat("link.cu", &status), 0);
    cr_expect(S_ISLNK(status.st_mode));
}

static void check_fatal(const char *part)
{
    cr_assert_eq(d->count, 1);
    cr_expect_eq(d->items[0].severity, SEVERITY_FATAL);
    cr_expect_str_eq(d->items[0].code, "pt-cannot-write");
    cr_expect(strstr(d->items[0].message, part), "%s", d->items[0].message);
}

Test(output, no_such_folder)
{
    cr_expect_not(write_text("none/new.cu", "x"));
    check_fatal("'none/new.cu': No such file or directory");
}

Test(output, a_folder_is_no_file)
{
    mkdir("dir", 0755);
    cr_expect_not(write_text("dir", "x"));
    check_fatal("Is a directory");
}

Test(output, a_full_device)
{
    cr_expect_not(write_text("/dev/full", "x"));
    check_fatal("No space left on device");
}

// A file that cannot grow stands for a full disk: the write fails in the middle, the old file stays.
Test(output, a_full_disk_keeps_the_old_file)
{
    put("old.cu", "old");
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit limit = {8, 8};
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    bool written = write_text("old.cu", "much more than eight bytes");
    int files = file_count();
    const char *kept = content("old.cu");
    if (written || files != 1 || strcmp(kept, "old") != 0 || d->count != 1)
        abort(); // Criterion cannot report through a pipe of eight bytes; the abort it sees
}

Test(output, an_unwritable_folder_keeps_the_old_file)
{
    mkdir("dir", 0755);
    put("dir/old.cu", "old");
    chmod("dir", 0555);
    if (geteuid() == 0 && seteuid(65534) != 0)
        cr_skip_test("root may write everywhere, and cannot become somebody else");
    chmod(folder, 0755);
    bool written = write_text("dir/old.cu", "new");
    if (getuid() == 0)
        cr_assert_eq(seteuid(0), 0);
    cr_expect_not(written);
    cr_expect_str_eq(content("dir/old.cu"), "old");
    check_fatal("Permission denied");
    chmod("dir", 0755);
}

Test(output, all_or_none)
{
    put("one.cu", "old");
    output_list list = {0};
    *ARENA_PUSH(a, &list) = (output){"one.cu", "new", 3};
    *ARENA_PUSH(a, &list) = (output){"two.cu", "new", 3};
    *ARENA_PUSH(a, &list) = (output){"none/three.cu", "new", 3};
    cr_expect_not(outputs_write(a, &list, d));
    cr_expect_str_eq(content("one.cu"), "old");
    cr_expect_eq(file_count(), 1);
    check_fatal("none/three.cu");
}

// Whatever its name is.
Test(output, nothing_is_written_over_what_was_read)
{
    put("read.h", "old");
    cr_assert_eq(symlink("read.h", "link.h"), 0);
    const char *const sources[] = {"other.cu", "read.h"};
    output items[] = {{"new.cu", "", 0}, {"link.h", "", 0}};
    cr_expect(outputs_check(&(output_list){items, 1, 1}, sources, 2, d));
    cr_expect_not(outputs_check(&(output_list){items, 2, 2}, sources, 2, d));
    cr_expect_eq(diagnostics_exit_status(d), 2);
}

Test(output, nothing_is_written_over_another_output)
{
    output items[] = {{"a.cu", "", 0}, {"-", "", 0}, {"-", "", 0}, {"a.cu", "", 0}};
    cr_expect(outputs_check(&(output_list){items, 3, 3}, NULL, 0, d));
    cr_expect_not(outputs_check(&(output_list){items, 4, 4}, NULL, 0, d));
}

Test(output, folders)
{
    cr_expect(output_make_folder(a, "x/y/z", d));
    cr_expect(output_make_folder(a, "x/y/z/", d));
    cr_expect(output_make_folder(a, "/tmp", d));
    cr_expect_eq(d->count, 0);
    put("file", "");
    cr_expect_not(output_make_folder(a, "file/y", d));
    check_fatal("'file': Not a directory");
}

Test(output, depfile_escapes_for_make)
{
    const char *targets[] = {"out dir/k_pt.cu"};
    const char *files[] = {"a b.cu", "c#d.h", "e$f.h", "g\\h.h", "i\\ j.h"};
    cr_expect_str_eq(depfile_text(a, targets, 1, files, 5, false),
                     "out\\ dir/k_pt.cu: a\\ b.cu \\\n  c\\#d.h \\\n  e$$f.h \\\n  g\\h.h \\\n  i\\\\\\ j.h\n");
}

// make itself is the oracle: it must rebuild when, and only when, one of the odd names is newer.
Test(output, make_reads_the_depfile)
{
    const char *targets[] = {"out"};
    const char *files[] = {"a b.h", "c#d.h", "e$f.h"};
    if (system("command -v make >/dev/null 2>&1") != 0)
        cr_skip_test("no make");
    put("Makefile", arena_format(a, "%s\ttouch out\n", depfile_text(a, targets, 1, files, 3, false)));
    for (int i = 0; i < 3; i++)
        put(files[i], "");
    cr_expect_eq(system("make -s out && make -q out"), 0);
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(system(arena_format(a, "touch -d '1 hour' '%s'", files[i])), 0);
        cr_expect_neq(system("make -q out"), 0, "%s", files[i]);
        cr_assert_eq(system(arena_format(a, "touch -d '1 hour ago' '%s'", files[i])), 0);
        cr_expect_eq(system("make -q out"), 0, "%s", files[i]);
    }
}
