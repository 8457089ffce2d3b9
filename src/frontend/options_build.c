// Where ptcc's own files are, and the flags that build its output: --cflags, --libs.
//
// In:  where this binary is: in the build tree, or in PREFIX/bin. Out: paths beside it, in flags that a shell and make can read.
// Invariant: a tree that was moved after its installation still works.
#include "frontend/options.h"

#include "config.h"

#include <string.h>
#include <unistd.h>

const char *options_resource_dir(void)
{
    return PTCC_RESOURCE_DIR;
}

// The folder that holds this binary, or NULL when the system does not say.
static const char *binary_dir(arena *a)
{
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        return NULL;
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    if (!slash)
        return NULL;
    *slash = '\0';
    return arena_string(a, path);
}

static bool is_build_tree(const char *dir)
{
    return dir && strcmp(dir, PTCC_BUILD_ROOT) == 0;
}

static const char *installed_path(arena *a, const char *dir)
{
    if (dir[0] == '/')
        return dir;
    const char *bin = binary_dir(a);
    size_t suffix = strlen(PTCC_BIN_DIR);
    // The binary in PREFIX/bin tells PREFIX; a tree that was moved still works.
    if (bin && strlen(bin) > suffix + 1 && strcmp(bin + strlen(bin) - suffix, PTCC_BIN_DIR) == 0)
        return arena_format(a, "%.*s%s", (int)(strlen(bin) - suffix), bin, dir);
    return arena_format(a, "%s/%s", PTCC_PREFIX, dir);
}

const char *options_runtime_include_dir(arena *a)
{
    return is_build_tree(binary_dir(a)) ? PTCC_BUILD_INCLUDE_DIR : installed_path(a, PTCC_INCLUDE_DIR);
}

// A shell and make must read the path as one word.
static void add_escaped(text *t, const char *flag, const char *path)
{
    text_format(t, "%s%s", t->length ? " " : "", flag);
    for (; *path; path++) {
        if (strchr(" \t\\'\"$`&;()<>|*?#~", *path))
            text_add_char(t, '\\');
        text_add_char(t, *path);
    }
}

// The headers for the CPU need C++17; the program may need a newer one.
static const char *standard_on_cpu(const options *o)
{
    const char *const standard = options_standard(&o->compiler_flags);
    if (!standard || !strstr(standard, "++"))
        return "gnu++17"; // parse_input.c
    const long number = options_standard_number(standard);
    return number > 0 && number < 201703 ? "c++17" : standard;
}

void options_print_build_flags(arena *a, const options *o, FILE *out)
{
    text t = text_new(a);
    bool build_tree = is_build_tree(binary_dir(a));
    bool cpu = o->target == TARGET_CPU;
    if (o->show_cflags && cpu) {
        text_format(&t, "-std=%s", standard_on_cpu(o));
        add_escaped(&t, "-I", build_tree ? PTCC_BUILD_CPU_INCLUDE_DIR : installed_path(a, PTCC_CPU_INCLUDE_DIR));
    }
    if (o->show_cflags)
        add_escaped(&t, "-I", options_runtime_include_dir(a));
    if (o->show_libs) {
        add_escaped(&t, "-L", build_tree ? PTCC_BUILD_LIBRARY_DIR : installed_path(a, PTCC_LIBRARY_DIR));
        if (cpu && build_tree)
            add_escaped(&t, "-L", PTCC_BUILD_LIBRARY_DIR "/cpu");
        text_add(&t, " -lptrt");
        text_add(&t, cpu ? " -lptcpu -lboost_context -lpthread" : "");
    }
    fprintf(out, "%s\n", t.bytes);
}
