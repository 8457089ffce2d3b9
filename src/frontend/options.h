// Command line: argv becomes one plain struct.
//
// In:  argv. Out: `options`, errors in `diagnostics` (no place, SEVERITY_FATAL: a wrong command line is exit status 2).
// Invariant: every error of the command line is collected, not only the first; after an error nothing was read or
// written. `src/frontend/options.c` holds one table from which parsing, suggestions and --help are made.
#ifndef PTCC_FRONTEND_OPTIONS_H
#define PTCC_FRONTEND_OPTIONS_H

#include "support/diagnostic.h"

#include <stdio.h>

typedef struct string_list {
    const char **items;
    size_t count, capacity;
} string_list;

typedef enum options_color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } options_color;
typedef enum options_target { TARGET_CUDA, TARGET_CPU } options_target;
typedef enum options_dump { DUMP_NONE, DUMP_TEXT, DUMP_JSON } options_dump;

typedef struct options {
    string_list inputs;         // as the user named them
    string_list compiler_flags; // -I -D -U ... and everything behind --, in the order of the command line
    const char *output;         // -o: a path, "-" for standard output; NULL: standard output, or --out-dir
    const char *out_dir;        // --out-dir
    const char *database_dir;   // -p: folder of compile_commands.json
    const char *cuda_path;      // --cuda-path, not among compiler_flags; NULL: not given
    bool writes_depfiles;       // -MD
    const char *depfile;        // -MF; NULL: named as the output
    string_list depfile_targets; // -MT; empty: the output's path
    bool depfile_phony;         // -MP: headers are targets, too
    string_list thread_level;   // --assume-thread-level: names of functions that other files define
    bool check;                 // diagnose only
    bool diff;                  // a unified diff on standard output instead of the text
    bool nvcc_flags;            // what is behind -- is for nvcc, and only a part of it for the parse
    bool no_line;               // no #line directives
    bool no_cuda;               // never use a toolkit, always the headers inside ptcc
    bool show_remarks;          // -Rpt
    bool warnings_are_errors;   // -Werror
    size_t error_limit;         // --error-limit: errors shown as text; 0 means all
    options_target target;      // --target: what the output is compiled by
    options_dump dump_plan;
    diagnostics_format format;
    options_color color;
    bool show_help, show_version; // print and end, whatever else is asked for
    bool show_cflags, show_libs;  // print one line with what nvcc needs, and end
} options;

// Fills `*out`. False when the command line is wrong; `*out` then still holds what could be read, so that the
// errors are shown as the user asked (format, colour).
bool options_parse(arena *a, int argc, const char *const *argv, diagnostics *d, options *out);

void options_print_help(FILE *out);
// `libclang_version` as libclang spells itself.
void options_print_version(const char *libclang_version, FILE *out);
// What nvcc, or with --target=cpu the C++ compiler, needs to build and link the output: paths of the build tree when this very binary lies in it, else of
// the installed one, found from where the binary is.
void options_print_build_flags(arena *a, const options *o, FILE *out);

// Where the text for `input` goes: "-", the path of -o, or a path in --out-dir.
const char *options_output_path(arena *a, const options *o, const char *input);
const char *options_depfile_path(arena *a, const options *o, const char *input); // NULL: none is wanted

// Colours are shown on a terminal, unless --color says otherwise; the habits NO_COLOR and TERM=dumb are kept.
bool options_use_color(const options *o, FILE *stream);

// The standard that the last -std= of the flags asks for; NULL: they have none.
const char *options_standard(const string_list *flags);

// __cplusplus in it, where that is known to be the same of all compilers, else 0; -1: it is no standard of C++ that clang knows.
long options_standard_number(const char *standard);

// The standard that the flags ask for, when it is older than C++14, which the output's headers need; else NULL.
const char *options_old_standard(const string_list *flags);

// The part of a compile command (of compile_commands.json, nvcc's or clang's) that a parse needs: include paths,
// macros, language and its standard. Of `arguments` those from `first` on are looked at; input and output are left out.
// `folder`: where the command runs, for the paths of options files; NULL: here. `of_nvcc`: values are lists with commas, and may stand behind a =.
// Returns the first options file that cannot be read, or NULL.
const char *options_keep_parse_flags(arena *a, const char *const *arguments, size_t count, size_t first, const char *folder, bool of_nvcc, string_list *flags);
bool options_file_is_missing(diagnostics *d, const char *path); // says so; false

// What nvcc takes from NVCC_PREPEND_FLAGS and NVCC_APPEND_FLAGS, in front of the command line's flags and behind them, and from NVCC_CCBIN.
// Not thread safe (getenv). False where that cannot be read; the reason is in `d`.
bool options_keep_environment(arena *a, options *o, diagnostics *d);

// clang's builtin headers that belong to the libclang ptcc was built with.
const char *options_resource_dir(void);
// Folder of the headers that the output includes (<pt/pt.cuh>).
const char *options_runtime_include_dir(arena *a);

#endif
