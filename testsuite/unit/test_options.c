// Unit tests of the command line: every option in every form, and every way to get it wrong.
#include "frontend/options.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct parsed {
    arena *a;
    diagnostics *d;
    options o;
    bool ok;
} parsed;

// Words separated by single blanks; '_' stands for an empty one.
static parsed parse(const char *line)
{
    parsed p = {.a = arena_new()};
    p.d = diagnostics_new(p.a);
    string_list words = {0};
    *ARENA_PUSH(p.a, &words) = "ptcc";
    char *copy = arena_string(p.a, line);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        *ARENA_PUSH(p.a, &words) = strcmp(word, "_") == 0 ? "" : word;
    p.ok = options_parse(p.a, (int)words.count, words.items, p.d, &p.o);
    return p;
}

static const char *joined(arena *a, const string_list *list)
{
    text t = text_new(a);
    for (size_t i = 0; i < list->count; i++)
        text_format(&t, "%s%s", i ? " " : "", list->items[i]);
    return t.bytes;
}

static parsed parse_well(int line, const char *words)
{
    parsed p = parse(words);
    for (size_t i = 0; i < p.d->count; i++)
        cr_expect_fail("line %d: %s", line, p.d->items[i].message);
    cr_expect(p.ok, "line %d", line);
    return p;
}
#define WELL(words) parse_well(__LINE__, words)

// The diagnostics' codes in order, and a part of the first message.
static void check_wrong(int line, const char *words, const char *codes, const char *part)
{
    parsed p = parse(words);
    cr_expect_not(p.ok, "line %d: '%s' was taken", line, words);
    text t = text_new(p.a);
    for (size_t i = 0; i < p.d->count; i++) {
        text_format(&t, "%s%s", i ? " " : "", p.d->items[i].code);
        cr_expect_eq(p.d->items[i].severity, SEVERITY_FATAL, "line %d", line);
    }
    cr_expect_str_eq(t.bytes, codes, "line %d: %s: %s, not %s", line, words, t.bytes, codes);
    cr_expect(p.d->count && strstr(p.d->items[0].message, part), "line %d: %s: '%s' is not in '%s'", line, words, part,
              p.d->count ? p.d->items[0].message : "");
    cr_expect_eq(diagnostics_exit_status(p.d), 2);
    arena_free(p.a);
}
#define WRONG(words, codes, part) check_wrong(__LINE__, words, codes, part)

Test(options, the_readme_line)
{
    parsed p = WELL("kernel.cu -o kernel_pt.cu");
    cr_expect_str_eq(joined(p.a, &p.o.inputs), "kernel.cu");
    cr_expect_str_eq(p.o.output, "kernel_pt.cu");
    cr_expect_str_eq(options_output_path(p.a, &p.o, "kernel.cu"), "kernel_pt.cu");
}

Test(options, compiler_flags_keep_their_order_and_forms)
{
    parsed p = WELL("-Ia -I b -DX=1 -D Y -UZ -isystem s -isystemt -include i.h -std=c++17 -x cu f.cu -iquote q "
                    "-idirafter l -- -ffast-math -Wall g.cu");
    cr_expect_str_eq(joined(p.a, &p.o.compiler_flags),
                     "-Ia -Ib -DX=1 -DY -UZ -isystem s -isystem t -include i.h -std=c++17 -x cuda -iquote q "
                     "-idirafter l -ffast-math -Wall g.cu");
    cr_expect_str_eq(joined(p.a, &p.o.inputs), "f.cu");
    cr_expect_null(p.o.output);
}

Test(options, of_nvccs_flags_those_of_a_parse_are_taken)
{
    parsed p = WELL("f.cu --nvcc-flags -DX -- -DY -lineinfo -arch=sm_90 -Xcompiler=-DZ,-Wall -maxrregcount 64 --extended-lambda -std=c++20");
    cr_expect_str_eq(joined(p.a, &p.o.compiler_flags), "-DX -DY --cuda-gpu-arch=sm_90 -DZ -D__CUDACC_EXTENDED_LAMBDA__ -std=c++20");
    cr_expect_str_eq(joined(p.a, &p.o.inputs), "f.cu");
}

Test(options, switches)
{
    parsed p = WELL("f.cu");
    cr_expect(!p.o.check && !p.o.diff && !p.o.no_line && !p.o.no_cuda && !p.o.show_remarks && !p.o.warnings_are_errors &&
              p.o.dump_plan == DUMP_NONE && p.o.format == DIAGNOSTICS_TEXT && p.o.color == COLOR_AUTO &&
              !p.o.show_help && !p.o.show_version && !p.o.show_cflags && !p.o.show_libs && !p.o.writes_depfiles);
    cr_expect_str_eq(options_output_path(p.a, &p.o, "f.cu"), "-");
    cr_expect(WELL("f.cu --check").o.check);
    cr_expect(WELL("f.cu --diff").o.diff);
    cr_expect(WELL("f.cu --no-line").o.no_line);
    cr_expect(WELL("f.cu --no-cuda").o.no_cuda);
    p = WELL("f.cu -Rpt -Werror");
    cr_expect(p.o.show_remarks && p.o.warnings_are_errors && p.d->show_remarks && p.d->warnings_are_errors);
    cr_expect_eq(WELL("f.cu --dump-plan").o.dump_plan, DUMP_TEXT);
    cr_expect_eq(WELL("f.cu --dump-plan=json").o.dump_plan, DUMP_JSON);
    cr_expect_eq(WELL("f.cu --diagnostics-format=json").o.format, DIAGNOSTICS_JSON);
    cr_expect_eq(WELL("f.cu --diagnostics-format sarif").o.format, DIAGNOSTICS_SARIF);
    cr_expect_eq(WELL("f.cu --color").o.color, COLOR_ALWAYS);
    cr_expect_eq(WELL("f.cu --color=never").o.color, COLOR_NEVER);
    cr_expect_str_eq(WELL("f.cu --cuda-path=/c").o.cuda_path, "/c");
    cr_expect_str_eq(WELL("f.cu --cuda-path /c").o.cuda_path, "/c");
    cr_expect_str_eq(WELL("f.cu -p build").o.database_dir, "build");
    cr_expect_str_eq(WELL("f.cu -o -").o.output, "-");
}

Test(options, information_needs_no_input)
{
    cr_expect(WELL("--help").o.show_help);
    cr_expect(WELL("--version").o.show_version);
    parsed p = WELL("--cflags --libs");
    cr_expect(p.o.show_cflags && p.o.show_libs);
}

Test(options, several_inputs_need_a_folder)
{
    parsed p = WELL("a/f.cu g.cu --out-dir out");
    cr_expect_str_eq(joined(p.a, &p.o.inputs), "a/f.cu g.cu");
    cr_expect_str_eq(options_output_path(p.a, &p.o, "a/f.cu"), "out/f.cu");
    WELL("f.cu g.cu --check");
    WRONG("f.cu g.cu", "pt-conflicting-options", "--out-dir");
    WRONG("f.cu g.cu --out-dir=x -MD -MF d", "pt-conflicting-options", "'-MF' takes one input");
    WRONG("f.cu -o x.cu -MP", "pt-conflicting-options", "'-MP' needs '-MD'");
    WRONG("f.cu g.cu -o x.cu", "pt-conflicting-options", "takes one input, there are 2");
    WRONG("f.cu -o x.cu --out-dir=y", "pt-conflicting-options", "exclude each other");
    WRONG("a/f.cu b/f.cu --out-dir=y", "pt-conflicting-options", "would both be written to 'y/f.cu'");
}

static const char *depfile(const char *words, size_t input)
{
    parsed p = WELL(words);
    return options_depfile_path(p.a, &p.o, p.o.inputs.items[input]);
}

Test(options, depfiles)
{
    cr_expect_str_eq(depfile("f.cu -o out.d/g_pt.cu -MD", 0), "out.d/g_pt.d");
    cr_expect_str_eq(depfile("f.cu -o out.d/g -MD", 0), "out.d/g.d");
    cr_expect_str_eq(depfile("f.cu --out-dir=y -MD", 0), "y/f.d");
    cr_expect_str_eq(depfile("f.cu g.cu --out-dir=y -MD", 1), "y/g.d");
    cr_expect_null(depfile("f.cu --out-dir=y", 0));
    parsed p = WELL("f.cu -o g.cu -MD -MF deps -MT one -MT two");
    cr_expect_str_eq(p.o.depfile, "deps");
    cr_expect_str_eq(joined(p.a, &p.o.depfile_targets), "one two");
    WRONG("f.cu -MD", "pt-conflicting-options", "'-MF' or '-o'");
    WRONG("f.cu -MD -MF deps", "pt-conflicting-options", "'-MT' or '-o'");
    WRONG("f.cu -o g.cu -MF deps", "pt-conflicting-options", "needs '-MD'");
    WRONG("f.cu -o g.cu -MT t", "pt-conflicting-options", "needs '-MD'");
    WRONG("f.cu g.cu --out-dir y -MD -MT t", "pt-conflicting-options", "one input");
}

Test(options, unknown_ones_get_a_suggestion)
{
    WRONG("f.cu --chekc", "pt-unknown-option", "did you mean '--check'");
    WRONG("f.cu --out-dri=x", "pt-unknown-option", "did you mean '--out-dir'");
    WRONG("f.cu --diagnostic-format=json", "pt-unknown-option", "did you mean '--diagnostics-format'");
    WRONG("f.cu -Werorr", "pt-unknown-option", "did you mean '-Werror'");
    WRONG("f.cu -isytem x", "pt-unknown-option", "did you mean '-isystem'");
    WRONG("f.cu --nothing-like-it", "pt-unknown-option", "see --help");
    WRONG("f.cu -q", "pt-unknown-option", "see --help");
    WRONG("f.cu -ffast-math", "pt-unknown-option", "behind '--'");
    WRONG("f.cu -arch=sm_90", "pt-unknown-option", "as '--nvcc-flags -- -arch=sm_90 ...', or leave it out");
    WRONG("f.cu --nvcc-flags", "pt-missing-argument", "needs '--'");
    WRONG("f.cu -c", "pt-unknown-option", "as '--nvcc-flags -- -c ...'");
    WRONG("f.cu -v", "pt-unknown-option", "as '--nvcc-flags -- -v ...'");
    WRONG("f.cu --expt-relaxed-constexpr", "pt-unknown-option", "as '--nvcc-flags -- --expt-relaxed-constexpr ...'");
    WRONG("f.cu -Xptxas=-v", "pt-unknown-option", "as '--nvcc-flags -- -Xptxas=-v ...'");
    WRONG("f.cu -Os", "pt-unknown-option", "flags for the compiler alone go behind '--'");
    WRONG("f.cu --expt-nothing", "pt-unknown-option", "flags of the parser go behind '--'");
    WRONG("f.cu -O3", "pt-unknown-option", "as '--nvcc-flags -- -O3 ...'");
    WRONG("f.cu --check=yes", "pt-unknown-option", "did you mean '--check'");
    WRONG("-", "pt-unknown-option", "standard input");
}

Test(options, missing_arguments)
{
    WRONG("f.cu -o", "pt-missing-argument", "-o FILE");
    WRONG("f.cu -I", "pt-missing-argument", "-I DIR");
    WRONG("f.cu -o o.cu -MD -MF", "pt-missing-argument", "-MF FILE");
    WRONG("f.cu --out-dir=", "pt-missing-argument", "--out-dir=DIR");
    WRONG("f.cu --out-dir", "pt-missing-argument", "--out-dir=DIR");
    WRONG("f.cu -std", "pt-missing-argument", "-std=STANDARD");
    WRONG("f.cu --std=", "pt-missing-argument", "-std=STANDARD");
    WRONG("f.cu -o _", "pt-missing-argument", "empty");
}

Test(options, wrong_values)
{
    WRONG("f.cu --nvcc-flags -- -O3 -o f_pt.cu", "pt-misplaced-output", "'-o f_pt.cu' behind '--'");
    WRONG("f.cu --error-limit=-1", "pt-unknown-value", "unknown value '-1' for '--error-limit'");
    WRONG("f.cu --error-limit=5x", "pt-unknown-value", "it takes a count");
    cr_expect_eq(WELL("f.cu").o.error_limit, 100);
    cr_expect_eq(WELL("f.cu --error-limit 0").o.error_limit, 0);
    cr_expect_eq(WELL("f.cu --error-limit=7").d->error_limit, 7);
    WRONG("f.cu --check --nvcc-flags -- -O3 --no-line", "pt-misplaced-option", "'--no-line' behind '--'");
    WRONG("f.cu --nvcc-flags -o o.cu -- -Rpt", "pt-misplaced-option", "'-Rpt' behind '--'");
    WRONG("f.cu -- -O3 -o f_pt.cu", "pt-misplaced-output", "'-o f_pt.cu' behind '--'");
    WRONG("f.cu -- -arch=sm_80", "pt-misplaced-option", "'--nvcc-flags -- -arch=sm_80 ...'");
    WELL("f.cu --check --nvcc-flags -- --define-macro=X --std c++17 --library pt --version");
    WRONG("f.cu -std c++11", "pt-unknown-value", "C++14");
    WRONG("f.cu --color=alwyas", "pt-unknown-value", "it takes auto, always or never");
    WRONG("f.cu --diagnostics-format=xml", "pt-unknown-value", "text, json or sarif");
    WRONG("f.cu --dump-plan=jsno", "pt-unknown-value", "it takes text or json");
    WRONG("f.cu -x fortran", "pt-unknown-value", "cuda, cu or c++");
    WRONG("f.cu -std=c++11", "pt-unknown-value", "C++14");
    WRONG("f.cu -std=c++99", "pt-unknown-value", "c++14, c++17");
    WRONG("f.cu --nvcc-flags -- -std=gnu++21", "pt-unknown-value", "'gnu++21'");
    WELL("f.cu -std=gnu++2b");
    WRONG("f.cu -std=c++17 -- -std=gnu++0x", "pt-unknown-value", "C++14");
    WELL("f.cu -std=c++11 -- -std=gnu++14");
}

Test(options, all_errors_are_collected)
{
    WRONG("--chekc -o a -o b --color=x", "pt-unknown-option pt-repeated-option pt-unknown-value",
          "--chekc");
}

Test(options, conflicts)
{
    WRONG("", "pt-no-input", "no input file");
    WRONG("f.cu --no-cuda --cuda-path=/c", "pt-conflicting-options", "exclude");
    WRONG("f.cu --check --diff", "pt-conflicting-options", "exclude");
    WRONG("f.cu -o a -o b", "pt-repeated-option", "twice");
    WELL("f.cu -o a -o a");
}

Test(options, the_input_is_not_overwritten)
{
    char folder[] = "/tmp/ptcc-options-XXXXXX";
    cr_assert(mkdtemp(folder));
    cr_assert_eq(chdir(folder), 0);
    close(open("f.cu", O_CREAT | O_WRONLY, 0600));
    cr_assert_eq(link("f.cu", "g.cu"), 0);
    WRONG("f.cu -o f.cu", "pt-output-is-input", "would be lost");
    WRONG("f.cu -o ./f.cu", "pt-output-is-input", "would be lost");
    WRONG("f.cu -o g.cu", "pt-output-is-input", "would be lost");
    WRONG("f.cu --out-dir .", "pt-output-is-input", "would be lost");
    WELL("f.cu -o f.cu --check");
    unlink("f.cu");
    unlink("g.cu");
    rmdir(folder);
}

static const char *kept(const char *line)
{
    arena *a = arena_new();
    string_list words = {0}, flags = {0};
    char *copy = arena_string(a, line);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        *ARENA_PUSH(a, &words) = word;
    options_keep_parse_flags(a, words.items, words.count, 1, NULL, strcmp(words.items[0], "nvcc") == 0, &flags);
    return joined(a, &flags);
}

Test(options, compile_commands_of_nvcc)
{
    cr_expect_str_eq(kept("nvcc -ccbin g++ -I/a -I /b -isystem=/c -isystem /d -DX=1 -std=c++17 -arch=sm_90 -O3 -lineinfo "
                          "-gencode arch=compute_80,code=sm_80 -Xcompiler=-fPIC,-DH,-fopenmp -rdc=true -x cu "
                          "--expt-relaxed-constexpr -c k.cu -o k.o"),
                     "-I/a -I/b -isystem /c -isystem /d -DX=1 -std=c++17 --cuda-gpu-arch=sm_90 -D__OPTIMIZE__=1 --cuda-gpu-arch=sm_80 -DH -D_OPENMP=201511 -D__CUDACC_RDC__ -x cuda "
                     "-D__CUDACC_RELAXED_CONSTEXPR__");
    cr_expect_str_eq(kept("nvcc --include-path /a --define-macro=X --std c++14 --pre-include p.h -Xcompiler -Wall,-Ix k.cu"),
                     "-I/a -DX -std=c++14 -include p.h -Ix");
    cr_expect_str_eq(kept("nvcc -I=/a,/b -D=X=1,Y -D Z=1\\,2 -DS=\"a,b\" -U A,B -x=cu -isystem /c,/d k.cu"),
                     "-I/a -I/b -DX=1 -DY -DZ=1,2 -DS=\"a,b\" -UA -UB -x cuda -isystem /c -isystem /d");
    cr_expect_str_eq(kept("clang++ -DX=1,2 -I/a,b k.cu"), "-DX=1,2 -I/a,b");
    cr_expect_str_eq(kept("nvcc -Xlinker -rpath -Xptxas -v -Xcudafe --display_error_number k.cu"), "");
}

Test(options, nvccs_environment_and_files)
{
    char path[] = "/tmp/ptcc-options-XXXXXX";
    const int file = mkstemp(path);
    cr_assert(file >= 0 && write(file, "-DIN_FILE\n -arch=sm_90a  -lineinfo\n", 34) == 34);
    close(file);
    setenv("NVCC_PREPEND_FLAGS", "-DFIRST -O3", 1);
    setenv("NVCC_APPEND_FLAGS", arena_format(arena_new(), " --options-file %s -DLAST", path), 1);
    parsed p = WELL("f.cu -DX");
    diagnostics *const d = diagnostics_new(p.a);
    cr_expect(options_keep_environment(p.a, &p.o, d));
    cr_expect_str_eq(joined(p.a, &p.o.compiler_flags), "-DFIRST -D__OPTIMIZE__=1 -DX -DIN_FILE --cuda-gpu-arch=sm_90a -DLAST");
    setenv("NVCC_PREPEND_FLAGS", "-DA='x y' \"-DB=1 2\" -ccbin /opt/clang-user/bin/g++", 1);
    setenv("NVCC_APPEND_FLAGS", "-optf=nothing-here,neither", 1);
    setenv("NVCC_CCBIN", "/usr/bin/clang++-16", 1);
    parsed q = WELL("f.cu -DX");
    cr_expect_not(options_keep_environment(q.a, &q.o, d), "a file that is not there");
    cr_expect_str_eq(joined(q.a, &q.o.compiler_flags), "-D__PTCC_CCBIN_CLANG__=1 -DA=x y -DB=1 2 -DX");
    unsetenv("NVCC_CCBIN");
    const int own = open(path, O_WRONLY | O_TRUNC);
    cr_assert(own >= 0 && dprintf(own, "-DAGAIN -optf %s", path) > 0);
    close(own);
    unsetenv("NVCC_PREPEND_FLAGS");
    setenv("NVCC_APPEND_FLAGS", arena_format(arena_new(), "-optf %s", path), 1);
    parsed r = WELL("f.cu");
    cr_expect_not(options_keep_environment(r.a, &r.o, d), "a file that names itself");
    unlink(path);
    unsetenv("NVCC_PREPEND_FLAGS");
    unsetenv("NVCC_APPEND_FLAGS");
}

Test(options, compile_commands_of_clang)
{
    cr_expect_str_eq(kept("clang++ -Ia -include x.h -isystem s -MD -MF -weird -Wall -fno-exceptions --cuda-gpu-arch=sm_90 "
                          "-c k.cu -o -k.o -DLAST"),
                     "-Ia -include x.h -isystem s -fno-exceptions --cuda-gpu-arch=sm_90 -DLAST");
    cr_expect_str_eq(kept("clang++"), "");
    cr_expect_str_eq(kept("clang++ -I"), "");
}

Test(options, help_is_short_and_grouped)
{
    char *bytes = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&bytes, &length);
    options_print_help(out);
    fclose(out);
    size_t lines = 0;
    for (char *line = strtok(bytes, "\n"); line; line = strtok(NULL, "\n"), lines++)
        cr_expect_leq(strlen(line), 96, "%s", line);
    cr_expect_lt(lines, 60);
    free(bytes);
}

// The unit test lies in the build tree as ptcc does not: what is asked for must then be the installed place.
Test(options, build_flags_name_folders)
{
    arena *a = arena_new();
    options o = {.show_cflags = true, .show_libs = true};
    char *bytes = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&bytes, &length);
    options_print_build_flags(a, &o, out);
    fclose(out);
    cr_expect_eq(strncmp(bytes, "-I/", 3), 0, "%s", bytes);
    cr_expect(strstr(bytes, " -L/") && strstr(bytes, " -lptrt\n"), "%s", bytes);
    free(bytes);
    arena_free(a);
}
