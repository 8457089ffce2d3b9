// ptcc: rewrites annotated CUDA kernels into persistent-threads style.
//
// argv -> options -> sources -> plan -> diagnostics -> edits -> text: this file only puts the stages in order.
#include "frontend/ast.h"
#include "frontend/database.h"
#include "frontend/dump.h"
#include "frontend/options.h"
#include "frontend/parse.h"
#include "support/path.h"
#include "transform/diff.h"
#include "transform/print.h"
#include "transform/rewrite.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct run {
    arena *arena;
    options options;
    diagnostics *diagnostics;
    output_list outputs; // written together, at the end, when nothing was refused
    string_list sources; // all files that were read
} run;

static void add_output(run *r, const char *path, text content)
{
    *ARENA_PUSH(r->arena, &r->outputs) = (output){path, content.bytes, content.length};
}

static const char *folder_of(run *r, const char *path) { return strcmp(path, "-") == 0 ? NULL : path_folder(r->arena, path); }

// How generated lines are named when the text goes to standard output: a/b.cu becomes a/b_pt.cu.
static const char *default_output(run *r, const char *input)
{
    const char *dot = strrchr(path_base(input), '.');
    int stem = dot && dot != input ? (int)(dot - input) : (int)strlen(input);
    return arena_format(r->arena, "%.*s_pt%s", stem, input, dot && dot != input ? dot : "");
}

static void add_depfile(run *r, const plan *p, const char *depfile_path, const char *output_path)
{
    const char *target[] = {output_path};
    const string_list *asked = &r->options.depfile_targets;
    const char *content = depfile_text(r->arena, asked->count ? asked->items : target, asked->count ? asked->count : 1,
                                       p->dependencies.items, p->dependencies.count, r->options.depfile_phony);
    text t = text_new(r->arena);
    text_add(&t, content);
    add_output(r, depfile_path, t);
}

static void add_dump(run *r, const plan *p)
{
    text t = text_new(r->arena);
    if (r->options.dump_plan == DUMP_JSON)
        dump_json(p, &t);
    else
        dump_text(p, &t);
    add_output(r, "-", t);
}

// One input: parse, check, rewrite; the texts are kept until all inputs are done.
static void process(run *r, const char *input)
{
    options with_database;
    if (!database_apply(r->arena, &r->options, input, r->diagnostics, &with_database))
        return;
    const options *o = &with_database;
    plan *p = parse_file(r->arena, o, input, r->diagnostics);
    if (!p)
        return;
    for (size_t i = 0; i < p->dependencies.count; i++)
        *ARENA_PUSH(r->arena, &r->sources) = p->dependencies.items[i];
    if (o->dump_plan != DUMP_NONE)
        add_dump(r, p);
    if (diagnostics_errors(r->diagnostics))
        return;
    const char *path = options_output_path(r->arena, o, input);
    rewriter *w = rewriter_new(r->arena, p, !o->no_line, folder_of(r, path));
    rewrite_all(w);
    if (o->check || o->dump_plan != DUMP_NONE)
        return;
    const char *shown = strcmp(path, "-") == 0 ? default_output(r, input) : path;
    text out = rewrite_unit(w, shown);
    if (o->diff) {
        diff_show(r->arena, p->files.items[0].text, shown, &out, options_use_color(o, stdout), r->diagnostics);
        return;
    }
    add_output(r, path, out);
    const char *depfile = options_depfile_path(r->arena, o, input);
    if (depfile)
        add_depfile(r, p, depfile, path);
}

static int finish(run *r)
{
    const options *o = &r->options;
    if (!diagnostics_errors(r->diagnostics) || (o->dump_plan != DUMP_NONE && !diagnostics_has_fatal(r->diagnostics))) {
        bool ready = outputs_check(&r->outputs, r->sources.items, r->sources.count, r->diagnostics);
        if (ready && o->out_dir && !o->check && !o->diff && o->dump_plan == DUMP_NONE)
            ready = output_make_folder(r->arena, o->out_dir, r->diagnostics);
        if (ready)
            outputs_write(r->arena, &r->outputs, r->diagnostics);
    }
    diagnostics_print(r->diagnostics, o->format, options_use_color(o, stderr), stderr);
    return diagnostics_exit_status(r->diagnostics);
}

static int run_all(int argc, char **argv)
{
    run r = {.arena = arena_new()};
    r.diagnostics = diagnostics_new(r.arena);
    bool ok = options_parse(r.arena, argc, (const char *const *)argv, r.diagnostics, &r.options);
    if (ok && r.options.target == TARGET_CUDA && r.options.inputs.count)
        ok = options_keep_environment(r.arena, &r.options, r.diagnostics);
    if (ok && r.options.show_help) {
        options_print_help(stdout);
    } else if (ok && r.options.show_version) {
        options_print_version(ast_libclang_version(r.arena), stdout);
    } else if (ok && (r.options.show_cflags || r.options.show_libs)) {
        options_print_build_flags(r.arena, &r.options, stdout);
    } else if (ok) {
        for (size_t i = 0; i < r.options.inputs.count; i++)
            process(&r, r.options.inputs.items[i]);
    }
    if (fflush(stdout) != 0 || ferror(stdout))
        diagnostics_add(r.diagnostics, SEVERITY_FATAL, "pt-cannot-write", span_make(NULL, 0, 0),
                        "cannot write to standard output: %s", strerror(errno));
    int status = finish(&r);
    arena_free(r.arena);
    return status;
}

typedef struct command_line {
    int argc;
    char **argv;
    int status;
} command_line;

static void *run_in_thread(void *given)
{
    command_line *c = given;
    c->status = run_all(c->argc, c->argv);
    return NULL;
}

// Expressions nest as deep as their text is long (a + b + c ...), and so do chains of `else if`; what parses and walks through them recurses:
// a stack of their own, of which only what is used takes memory. libclang would parse in a thread of its own, with a smaller stack.
int main(int argc, char **argv)
{
    (void)setenv("LIBCLANG_NOTHREADS", "1", 1);
    static const size_t stack_bytes = (size_t)512 << 20;
    command_line c = {.argc = argc, .argv = argv};
    pthread_attr_t attributes;
    pthread_t thread;
    if (pthread_attr_init(&attributes) == 0 && pthread_attr_setstacksize(&attributes, stack_bytes) == 0 &&
        pthread_create(&thread, &attributes, run_in_thread, &c) == 0)
        pthread_join(thread, NULL);
    else
        run_in_thread(&c);
    return c.status;
}
