// What libclang is given: see parse_input.h.
#include "frontend/parse_input.h"

#include "frontend/host_compiler.h"
#include "frontend/shim_data.h"
#include "frontend/views.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define VIRTUAL_DIR "/ptcc-virtual"

// ---- the toolkit -------------------------------------------------------------------------------------------------

static bool is_toolkit(arena *a, const char *path)
{
    return path && *path && access(arena_format(a, "%s/include/cuda_runtime.h", path), R_OK) == 0;
}

static const char *find_toolkit(arena *a, const options *o, diagnostics *d)
{
    if (o->no_cuda)
        return NULL;
    if (o->cuda_path) {
        if (is_toolkit(a, o->cuda_path))
            return o->cuda_path;
        diagnostics_add(d, SEVERITY_FATAL, "pt-toolkit", (span){0},
                        "--cuda-path=%s holds no include/cuda_runtime.h; give the folder of a CUDA toolkit, or --no-cuda",
                        o->cuda_path);
        return NULL;
    }
    static const char *const variables[] = {"CUDA_PATH", "CUDA_HOME"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *const folder = getenv(variables[i]);
        if (is_toolkit(a, folder))
            return arena_string(a, folder);
        if (folder && *folder)
            diagnostics_add(d, SEVERITY_WARNING, "pt-toolkit", (span){0}, "%s=%s holds no include/cuda_runtime.h: it is ignored", variables[i], folder);
    }
    return is_toolkit(a, "/usr/local/cuda") ? "/usr/local/cuda" : NULL;
}

// ---- arguments ---------------------------------------------------------------------------------------------------

typedef struct argument_list {
    const char **items;
    size_t count, capacity;
} argument_list;

static void push(arena *a, argument_list *l, const char *s) { *ARENA_PUSH(a, l) = s; }

static bool has_prefix(const string_list *l, const char *prefix)
{
    for (size_t i = 0; i < l->count; i++)
        if (strncmp(l->items[i], prefix, strlen(prefix)) == 0)
            return true;
    return false;
}

static int libclang_major(arena *a)
{
    const char *version = ast_libclang_version(a);
    const char *digit = strstr(version, "version ");
    return digit ? atoi(digit + strlen("version ")) : 0;
}

static bool holds(arena *a, const char *folder, const char *header)
{
    return access(arena_format(a, "%s/%s", folder, header), R_OK) == 0;
}

// The folders of the headers that outputs include: they are no text of the program, however the path to them is given. Those for
// the CPU would stand for CUDA's.
static void add_user_flag(arena *a, const options *o, size_t *i, argument_list *l)
{
    const char *flag = o->compiler_flags.items[*i];
    if (strncmp(flag, "--cuda-gpu-arch=", strlen("--cuda-gpu-arch=")) == 0)
        return; // add_device
    bool apart = strcmp(flag, "-I") == 0 && *i + 1 < o->compiler_flags.count;
    const char *folder = apart ? o->compiler_flags.items[*i + 1] : strncmp(flag, "-I", 2) == 0 ? flag + 2 : NULL;
    bool for_cpu = folder && holds(a, folder, "pt/cpu/pt.hpp");
    if (!for_cpu && !(folder && holds(a, folder, "pt/pt.cuh"))) {
        push(a, l, flag);
        return;
    }
    *i += apart;
    if (for_cpu)
        return;
    push(a, l, "-isystem");
    push(a, l, folder);
}

// That of the toolkit, whose nvcc will compile the output; without one, the newest that the shim knows. As CUDA_VERSION: 12030 is 12.3.
static unsigned cuda_version(arena *a, const char *toolkit)
{
    enum { newest = 13000 };
    FILE *header = toolkit ? fopen(arena_format(a, "%s/include/cuda.h", toolkit), "r") : NULL;
    if (!header)
        return newest;
    unsigned version = 0;
    for (char line[256]; version == 0 && fgets(line, sizeof line, header);) // near its beginning; the header is large
        sscanf(line, "#define CUDA_VERSION %u", &version);
    fclose(header);
    return version >= 1000 ? version : newest;
}

// Newer devices than the oldest libclang knows differ by their macros.
static void add_device(arena *a, argument_list *l, const options *o, int device)
{
    int devices[VIEWS_OF_FLAGS_AT_MOST];
    const size_t count = o->target == TARGET_CPU ? 0 : views_of_flags(&o->compiler_flags, devices);
    text list = text_new(a);
    for (size_t i = 0; i < count; i++)
        text_format(&list, "%s%d0", i ? "," : "-D__CUDA_ARCH_LIST__=", view_number(devices[i]));
    if (count)
        push(a, l, list.bytes);
    if (!device)
        return;
    const int newest = 90, number = view_number(device);
    push(a, l, arena_format(a, "--cuda-gpu-arch=sm_%d", number < newest ? 80 : newest));
    if (number != 80 && number != newest) { // libclang knows these, and not all others
        push(a, l, "-U__CUDA_ARCH__");
        push(a, l, arena_format(a, "-D__CUDA_ARCH__=%d0", number));
    }
    if (device & VIEW_FEATURES) {
        push(a, l, arena_format(a, "-D__CUDA_ARCH_FEAT_SM%d_ALL=1", number));
        push(a, l, arena_format(a, "-D__CUDA_ARCH_SPECIFIC__=%d0", number));
    }
    if (device & VIEW_FAMILY)
        push(a, l, arena_format(a, "-D__CUDA_ARCH_FAMILY_SPECIFIC__=%d0", number));
}

// What nvcc defines and clang does not; code asks for it to tell a CUDA compiler from a host compiler.
static void add_predefined(arena *a, argument_list *l, const options *o, unsigned version)
{
    push(a, l, "-D__PTCC__=1"); // as pt.cuh has it
    push(a, l, "-DPTCC_READS=1"); // and pt/tasks.cuh has declarations only
    push(a, l, "-D__CUDACC__");
    push(a, l, "-D__NVCC__");
    push(a, l, arena_format(a, "-D__CUDACC_VER_MAJOR__=%u", version / 1000));
    push(a, l, arena_format(a, "-D__CUDACC_VER_MINOR__=%u", version % 1000 / 10));
    push(a, l, "-D__CUDACC_VER_BUILD__=0");
    push(a, l, arena_format(a, "-D__CUDA_API_VER_MAJOR__=%u", version / 1000));
    push(a, l, arena_format(a, "-D__CUDA_API_VER_MINOR__=%u", version % 1000 / 10));
    for (const char *const *flag = host_compiler_flags(); *flag; flag++)
        push(a, l, *flag);
    push(a, l, "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1");
    if (o->target == TARGET_CPU) { // as when the output is compiled
        push(a, l, "-DPT_CPU=1");
        push(a, l, "-D__CUDA_ARCH_LIST__=900");
    }
}

// CUDA's: the toolkit's, or those that ptcc holds.
static void add_declarations(arena *a, argument_list *l, const char *toolkit)
{
    if (toolkit) {
        push(a, l, arena_format(a, "--cuda-path=%s", toolkit));
        if (libclang_major(a) <= 16) {
            push(a, l, "-Xclang");
            push(a, l, "-fcuda-allow-variadic-functions");
        }
        push(a, l, "-include");
        push(a, l, VIRTUAL_DIR "/prelude_toolkit.h");
    } else {
        push(a, l, "-nocudainc");
        push(a, l, "-nocudalib");
        push(a, l, "--cuda-path=/nonexistent");
        push(a, l, "-fgpu-defer-diag");
        push(a, l, "-include");
        push(a, l, VIRTUAL_DIR "/cuda_runtime.h");
    }
}

// Behind the user's own paths, so that theirs are found first.
static void add_include_paths(arena *a, argument_list *l, const char *toolkit)
{
    push(a, l, "-isystem");
    push(a, l, VIRTUAL_DIR);
    push(a, l, "-isystem"); // <pt/tasks.cuh>
    push(a, l, options_runtime_include_dir(a));
    if (toolkit) { // as nvcc has them: clang would look into /usr/local/include first, where another toolkit may have its headers
        push(a, l, "-isystem");
        push(a, l, arena_format(a, "%s/include", toolkit));
        push(a, l, "-isystem");
        push(a, l, arena_format(a, "%s/include/cccl", toolkit));
    }
}

static argument_list make_arguments(arena *a, const options *o, const char *toolkit, unsigned version, int device)
{
    argument_list l = {0};
    if (!has_prefix(&o->compiler_flags, "-x"))
        push(a, &l, "-xcuda");
    push(a, &l, device ? "--cuda-device-only" : "--cuda-host-only");
    push(a, &l, "-ferror-limit=0");
    push(a, &l, "-resource-dir");
    push(a, &l, options_resource_dir());
    if (!options_standard(&o->compiler_flags))
        push(a, &l, "-std=gnu++17"); // as gcc has it, to which nvcc gives no standard by itself
    add_predefined(a, &l, o, version);
    push(a, &l, "-fgpu-rdc"); // launches from device code parse
    push(a, &l, "-Wno-everything");
    push(a, &l, "-Wunknown-pragmas"); // also those that macros make
    add_device(a, &l, o, device);
    add_declarations(a, &l, toolkit);
    for (size_t i = 0; i < o->compiler_flags.count; i++)
        add_user_flag(a, o, &i, &l);
    add_include_paths(a, &l, toolkit);
    return l;
}

// What clang's wrapper includes and nvcc's cuda_runtime.h does not, with macros that programs have as names of their own (THREAD_NUM), or
// ask for (CUDA_VERSION). "cuda.h" is there for its version, which the prelude takes away again; "curand_mtgp32_kernel.h" for variables
// that clang_builtin_vars.h declares as it does.
static ast_virtual_file for_clang(arena *a, const char *header, const char *text)
{
    return (ast_virtual_file){arena_format(a, "%s/include/%s", options_resource_dir(), header), text, strlen(text), NULL};
}

static const char builtin_variables[] = "clang_builtin_vars.h";

// With a toolkit only the prelude, the built-in variables, <type_traits>, OpenMP's header and what the toolkit dropped are served; without one, every header of the shim.
static size_t make_virtual_files(arena *a, const char *toolkit, unsigned version, ast_virtual_file **out)
{
    *out = arena_alloc(a, (shim_file_count + 5) * sizeof **out);
    size_t count = 0;
    bool prelude = false;
    for (size_t i = 0; i < shim_file_count; i++) {
        const shim_file *s = &shim_files[i];
        if (toolkit && strcmp(s->path, builtin_variables) == 0)
            (*out)[count++] = (ast_virtual_file){arena_format(a, "%s/include/__clang_cuda_builtin_vars.h", options_resource_dir()), s->bytes, s->length, NULL};
        if (toolkit && strcmp(s->path, "type_traits") == 0) // among those that clang has for the same
            (*out)[count++] = (ast_virtual_file){arena_format(a, "%s/include/cuda_wrappers/type_traits", options_resource_dir()), s->bytes, s->length, NULL};
        const bool is_other = strcmp(s->path, "omp.h") == 0; // a compiler's own: another one's, where clang has none
        bool is_prelude = strcmp(s->path, "prelude_toolkit.h") == 0 || strcmp(s->path, "pt_annotations.h") == 0 ||
                         strcmp(s->path, "pt_nv_atomics.h") == 0 || strcmp(s->path, "pt_wide_atomics.h") == 0;
        prelude |= strcmp(s->path, "prelude_toolkit.h") == 0;
        if (toolkit && !is_prelude && !is_other)
            continue;
        (*out)[count++] = (ast_virtual_file){arena_format(a, VIRTUAL_DIR "/%s", s->path), s->bytes, s->length, NULL};
    }
    if (toolkit && !prelude)
        (*out)[count++] = (ast_virtual_file){VIRTUAL_DIR "/prelude_toolkit.h", "\n", 1, NULL};
    if (toolkit) {
        (*out)[count++] = for_clang(a, "cuda.h", arena_format(a, "#define CUDA_VERSION %u\n#define CU_DEVICE_INVALID (-2)\n", version));
        (*out)[count++] = for_clang(a, "curand_mtgp32_kernel.h", "\n");
    }
    if (toolkit)
        (*out)[count++] = (ast_virtual_file){VIRTUAL_DIR "/texture_fetch_functions.h", "\n", 1, NULL};
    return count;
}

// `device` is 0 for the host.
bool parse_input_make(arena *a, const options *o, int device, diagnostics *d, parse_input *input)
{
    const char *toolkit = find_toolkit(a, o, d);
    if (diagnostics_has_fatal(d))
        return false;
    const unsigned version = cuda_version(a, toolkit);
    argument_list arguments = make_arguments(a, o, toolkit, version, device);
    ast_virtual_file *files;
    size_t count = make_virtual_files(a, toolkit, version, &files);
    *input = (parse_input){arguments.items, arguments.count, files, count, toolkit, toolkit ? toolkit : VIRTUAL_DIR, version};
    return true;
}
