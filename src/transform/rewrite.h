// The rewriting: a checked plan becomes text.
//
// In:  a const plan without errors. Out: for every project file that changes, its new text.
// Invariant: every pass reads the plan and appends edits. A pass may ask whether a place is taken already, not by what. Generated lines
// that need to know where they land in the output hold LINE_MARK, which `rewrite_unit` resolves last.
#ifndef PTCC_TRANSFORM_REWRITE_H
#define PTCC_TRANSFORM_REWRITE_H

#include "frontend/plan.h"
#include "support/map.h"
#include "transform/edit.h"

// Stands alone on a line of generated text: becomes `#line N "output"` for the line behind it.
#define LINE_MARK "\001ptcc-line\001\n"

enum { OF_SEVERAL_SCOPES = 0x7fffffff };

typedef struct rewriter {
    arena *arena;
    const plan *plan;
    edit_list **edits;       // by plan file
    bool line_directives;    // --no-line turns them off
    const char *output_dir;  // where the text will lie; NULL: in the source's own folder
    bool any_forwards, any_ambient; // of the plan's functions: spares each kernel a look at all of them
    map annotated;           // name -> the first annotated kernel that bears it, or OF_SEVERAL_SCOPES
    map overloads;           // scope and name of a project function -> how many bear it
    struct headers *headers; // see headers.h
    map macros;              // names that the project's text defines
} rewriter;

// `output_dir` is where the text will lie (quoted includes are adjusted when that is not the source's folder), NULL for the source's own folder.
rewriter *rewriter_new(arena *a, const plan *p, bool line_directives, const char *output_dir);

// The passes.
void rewrite_directives(rewriter *r); // pragmas go, newlines stay (directive.c)
void rewrite_kernels(rewriter *r);    // item (kernel.c), persistent kernel (twin.c), host stub (stub.c)
void rewrite_helpers(rewriter *r);    // clones that know the software block (helper.c)
void rewrite_launches(rewriter *r);   // k<<<...>>>(...) calls the stub (launch.c)
void rewrite_loops(rewriter *r);      // #pragma pt loop (loop.c)
void rewrite_blocks(rewriter *r);     // #pragma pt fuse (fuse.c)
void rewrite_addresses(rewriter *r);  // launches through pointers, by cudaLaunchKernel, in macros' bodies (address.c)

// launch.c: for a copy of the text from begin to end, whose using-declarations bring the clones of what they bring, too.
void import_clones(const rewriter *r, edit_list *e, int file, size_t begin, size_t end);

void rewrite_for_cpu_first(rewriter *r); // in front of the passes that make copies
void rewrite_for_cpu(rewriter *r);    // --target=cpu: what C++ says otherwise than CUDA (cpu.c)

// All passes in order.
void rewrite_all(rewriter *r);

// The new text of the translation unit in one piece: project headers that changed stand in place of their #include.
// `output_path` is what #line names for generated lines.
text rewrite_unit(const rewriter *r, const char *output_path);

// ---- generated text (line.c) -------------------------------------------------------------------------------------

// A path as a string literal.
void add_quoted_path(text *out, const char *path);

// `#line` for `offset` of `file`, on a line of its own; nothing with --no-line.
void add_source_line(const rewriter *r, text *out, int file, size_t offset);
void add_output_line(const rewriter *r, text *out);

// Inserts generated text behind `end` of `file`, on lines of its own, and takes the line numbers up again.
void insert_behind(rewriter *r, int file, size_t end, const text *generated);
void join_lines(char *text); // lines that a backslash splits, too: each such character becomes a space

// The same in front of the line on which `begin` lies; `begin` may have nothing but space in front.
void insert_before(rewriter *r, int file, size_t begin, const text *generated);

// ---- copies (copy.c) ---------------------------------------------------------------------------------------------

// The body that a call of the item replaces (kernel.c) is not edited itself.
bool lies_in_replaced_body(const rewriter *r, int file, size_t offset);

// A slice of a file with its directives removed; add_copy: and with these edits.
void add_plain_copy(const rewriter *r, text *out, int file, size_t begin, size_t end);
void add_copy(const rewriter *r, text *out, edit_list *e, int file, size_t begin, size_t end);

// Takes conditional directives and what they skip out of a copy, so that an #if need not find its #endif there.
void remove_conditionals(edit_list *e, const plan_file *f, size_t begin, size_t end, bool keep_lines);

// Likewise for a declaration's head, where unnamed template parameters get names.
void add_head_copy(const rewriter *r, text *out, const declaration *d, size_t begin, size_t end);

// Names of the template parameters as arguments, `<T, N, Rest...>`; "" when it is no template.
const char *template_arguments(const rewriter *r, const declaration *d);

// ---- directives in copies (directive.c) --------------------------------------------------------------------------

// For a barrier directive stands what does in a copy of `copied`, or `otherwise` where that is NULL.
void remove_directives(const rewriter *r, edit_list *e, int file, size_t begin, size_t end, const function *copied,
                       const char *otherwise);

// What stands for a barrier of the grid, or a part of one, in a copy of `f`.
const char *grid_barrier_call(const rewriter *r, const function *f, barrier_part part);

// ---- parameters (parameter.c) ------------------------------------------------------------------------------------

typedef enum parameter_style {
    PARAMETERS_FOR_ITEM, // those it takes, no default arguments, grid constants by reference
    PARAMETERS_FOR_TWIN, // as they are written; all have names that the item takes
    PARAMETERS_FOR_STUB  // all, named, with default arguments, without __grid_constant__
} parameter_style;

// For the item or the stub, each behind a comma.
void add_parameters(const rewriter *r, text *out, const function *f, const declaration *d, parameter_style style);
void add_twin_parameters(const rewriter *r, text *out, const function *f, const declaration *d); // and the `)`
void add_kept_parameters(const rewriter *r, text *out, const function *f, const declaration *d); // pointers of types that are named for them
void add_part_parameters(const rewriter *r, text *out, const function *f, const declaration *d); // so, too, for those that it touches
const char *parameter_name(const rewriter *r, const function *f, const declaration *d, size_t index, parameter_style style);
bool has_parameter(const declaration *d, const char *name);

// The item has it, since a body names it: the function's own, or that of another specialisation of the template.
bool item_takes(const rewriter *r, const function *f, size_t index);

// What the item, or libptrt, is handed for a parameter.
void add_item_argument(const rewriter *r, text *out, const function *f, const declaration *d, size_t index, parameter_style style);
void add_stub_argument(const rewriter *r, text *out, const function *f, const declaration *d, size_t index);

// Gives those a name that the item takes and this definition has no name for.
void name_parameters(const rewriter *r, edit_list *e, const function *f, const declaration *d);

// ---- the published block (ambient.c) -----------------------------------------------------------------------------

// Reads of the block index where no argument can bring it: in place, the published block is asked for.
void add_ambient_read(const rewriter *r, edit_list *e, int file, size_t begin, const char *name);
void add_ambient_reads(const rewriter *r, edit_list *e, const function *f, int file, size_t begin, size_t end);

// ---- for the CPU (cpu.c, cpu_engine.c) -----------------------------------------------------------------------------

// Shared variables and waiting loops in a range of a file's text, in place or in a copy.
void edit_for_cpu(const rewriter *r, edit_list *e, int file, size_t begin, size_t end);
size_t cpu_static_shared_bytes(const rewriter *r, const function *f); // of the kernel and what it reaches, as far as known
const char *cpu_launch_bound(const rewriter *r, const function *f);    // first argument of __launch_bounds__, or NULL
bool cpu_threads_are_independent(const rewriter *r, const function *f); // none of a block's threads waits for another

// k<<<...>>>(...) becomes ::ptrt::launch_of(k, ::ptrt::configuration(...)mode)(...).
void rewrite_launch_by_address(edit_list *e, size_t callee_begin, size_t open_begin, size_t open_end, size_t close_begin,
                               size_t close_end, const char *mode);

// ---- copies of bodies (body.c) -----------------------------------------------------------------------------------

// Names under which the software block is known in a copy: a parameter of the function may bear blockIdx or gridDim.
const char *index_name(const declaration *d);
const char *grid_name(const declaration *d);
bool drains(const function *f); // some threads may leave it while others go on to a barrier

// What is edited in every copy of a body: directives, the block index, calls, words.
void edit_copy(const rewriter *r, edit_list *e, const function *f, const declaration *d);

// What is edited, besides, in the part of it from begin to end; `shadows` are to stand in front of that part.
void edit_part(const rewriter *r, edit_list *e, const function *f, const declaration *d, size_t begin, size_t end, text *shadows);

// The body of an item or clone: shadows of what must mean something else there, then the user's text.
void add_body(const rewriter *r, text *out, const function *f, const declaration *d);

#endif
