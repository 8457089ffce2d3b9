// Unit tests of the guess at what a text includes: the files, named as libclang names them, and none of the system's.
#include "frontend/included.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static arena *a;
static char folder[] = "/tmp/ptcc-included-XXXXXX";

static void put(const char *path, const char *bytes)
{
    FILE *file = fopen(path, "w");
    cr_assert(file);
    fputs(bytes, file);
    fclose(file);
}

static void begin(void)
{
    a = arena_new();
    cr_assert(mkdtemp(folder));
    cr_assert_eq(chdir(folder), 0);
    static const char *const folders[] = {"own", "own/deep", "library", "quoted", "system"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        cr_assert_eq(mkdir(folders[i], 0755), 0);
}

static void end(void)
{
    cr_assert_eq(system(arena_format(a, "rm -rf '%s'", folder)), 0);
    arena_free(a);
}

TestSuite(included, .init = begin, .fini = end);

// The paths, each with a blank behind it.
static const char *guess(const char *path, const char *text, const char *const *arguments, size_t count)
{
    put(path, text);
    const char *error;
    const parse_input input = {.arguments = arguments, .argument_count = count};
    const source_list found = included_guess(a, &input, source_load(a, path, &error));
    const char *all = "";
    for (size_t i = 0; i < found.count; i++)
        all = arena_format(a, "%s%s ", all, found.items[i]->path);
    return all;
}
#define GUESS(path, text, ...) \
    guess(path, text, (const char *const[]){"-xcuda", __VA_ARGS__}, sizeof((const char *const[]){"-xcuda", __VA_ARGS__}) / sizeof(const char *))

Test(included, beside_the_includer_first)
{
    put("own/x.h", "#include \"deep/y.h\"\n");
    put("own/deep/y.h", "  #  include \"z.h\" // beside it\n");
    put("own/deep/z.h", "#include \"y.h\"\n");
    put("library/x.h", "");
    cr_expect_str_eq(GUESS("own/m.cu", "#include \"x.h\"\n#include <x.h>\n", "-Ilibrary"), "own/x.h library/x.h own/deep/y.h own/deep/z.h ");
    cr_expect_str_eq(GUESS("m.cu", "#include \"own/x.h\"\n", "-Ilibrary"), "./own/x.h ./own/deep/y.h ./own/deep/z.h ");
}

Test(included, folders_in_their_order)
{
    put("quoted/q.h", "");
    put("library/q.h", "");
    put("own/q.h", "");
    cr_expect_str_eq(GUESS("m.cu", "#include \"q.h\"\n", "-I", "library/", "-iquote", "quoted"), "quoted/q.h ");
    cr_expect_str_eq(GUESS("m.cu", "#include <q.h>\n", "-I", "library/", "-Iown", "-iquote", "quoted"), "library/q.h ");
    cr_expect_str_eq(GUESS("m.cu", "#include <q.h>\n", "-iquote", "quoted"), "");
    cr_expect_str_eq(GUESS("m.cu", arena_format(a, "#include \"%s/own/q.h\"\n", folder), "-Ilibrary"), arena_format(a, "%s/own/q.h ", folder));
}

Test(included, not_those_of_the_system)
{
    put("system/s.h", "");
    put("library/l.h", "#include <s.h>\n");
    cr_expect_str_eq(GUESS("m.cu", "#include <s.h>\n#include <l.h>\n", "-isystem", "system", "-Ilibrary"), "library/l.h ");
    cr_expect_str_eq(GUESS("m.cu", "#include <s.h>\n", "-Isystem", "-isystem", "./system"), ""); // clang takes it for the system's
}

Test(included, what_is_no_directive)
{
    put("own/x.h", "");
    cr_expect_str_eq(GUESS("own/m.cu", "#define NAME \"x.h\"\n#include NAME\n#include \"x.h\n#include \"\n#include \"gone.h\"\n#includex\n#", "-I."), "");
    cr_expect_str_eq(GUESS("own/m.cu", "#if 0\n#include \"x.h\"\n#endif\n", "-I."), "own/x.h "); // a guess
    cr_expect_str_eq(GUESS("own/m.cu", "#include \"m.cu\"\n#include \"x.h\"\n#include \"x.h\"", "-I."), "own/x.h ");
}

// Each way round makes a path of its own, and another way round of that.
Test(included, each_file_once)
{
    put("own/x.h", "#include \"deep/y.h\"\n#include \"../own/x.h\"\n#include \"./deep/../deep/y.h\"\n");
    put("own/deep/y.h", "#include \"../x.h\"\n#include \"../deep/z.h\"\n");
    put("own/deep/z.h", "#include \"../../own/deep/y.h\"\n#include \"../x.h\"\n#include \"../../m.cu\"\n");
    cr_assert_eq(symlink("x.h", "own/link.h"), 0);
    cr_expect_str_eq(GUESS("m.cu", "#include \"own/link.h\"\n#include \"own/x.h\"\n", "-I."), "./own/link.h ./own/deep/y.h ./own/deep/../deep/z.h ");
}
