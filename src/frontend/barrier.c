// Grid barriers: see barrier.h.
#include "frontend/barrier.h"

#include "frontend/address.h"
#include "frontend/analyse.h"
#include "frontend/barrier_parts.h"
#include "frontend/collective.h"
#include "frontend/leaving.h"
#include "frontend/jump.h"
#include "frontend/occupancy.h"
#include "frontend/uniform.h"

#include <string.h>

// ---- where a directive stands --------------------------------------------------------------------------------------

static bool is_in_lambda(const function *f, size_t offset)
{
    for (size_t i = 0; i < f->facts.count; i++)
        if (f->facts.items[i].kind == FACT_LAMBDA && offset > f->facts.items[i].begin && offset < f->facts.items[i].end)
            return true;
    return false;
}

// The token before the one at `index` that the compiler sees; tokens[0] when there is none.
static size_t live_before(const plan_file *f, size_t index)
{
    while (index > 0) {
        index--;
        if (!f->tokens.items[index].in_directive && !plan_is_skipped(f, f->tokens.items[index].begin))
            break;
    }
    return index;
}

static bool closes_do(const plan_file *f, size_t brace)
{
    int depth = 0;
    for (size_t i = brace;; i--) {
        depth += token_is(f->text, &f->tokens.items[i], "}") - token_is(f->text, &f->tokens.items[i], "{");
        if (depth == 0)
            return i > 0 && token_is(f->text, &f->tokens.items[live_before(f, i)], "do");
        if (i == 0)
            return false;
    }
}

// Does the `:` end the label of the `case`, and not one of its `?:` or something behind it?
static bool ends_case(const plan_file *f, size_t at_case, size_t colon)
{
    int open = 0;
    for (size_t i = at_case; i < colon; i++) {
        if (token_is(f->text, &f->tokens.items[i], "?"))
            open++;
        else if (token_is(f->text, &f->tokens.items[i], ":") && open-- == 0)
            return false;
    }
    return open == 0;
}

// What stands in front of the label, or of the `case`, that the `:` at `colon` ends; `colon` itself where it ends no label.
static size_t before_label(const plan_file *f, size_t colon)
{
    static const char *const ends[] = {"case", ";", "{", "}"};
    const size_t last = live_before(f, colon);
    size_t start = last;
    for (bool stop = false; start > 0 && !stop;) {
        for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
            stop |= token_is(f->text, &f->tokens.items[start], ends[k]);
        start = stop ? start : live_before(f, start);
    }
    if (token_is(f->text, &f->tokens.items[start], "case") && ends_case(f, start, colon))
        return live_before(f, start);
    return f->tokens.items[last].kind == TOKEN_IDENTIFIER ? live_before(f, last) : colon; // `default` is one, too
}

static bool ends_statement(const plan_file *f, size_t i)
{
    while (token_is(f->text, &f->tokens.items[i], ":")) {
        const size_t before = before_label(f, i);
        if (before == i)
            return false;
        i = before;
    }
    return token_is(f->text, &f->tokens.items[i], ";") || token_is(f->text, &f->tokens.items[i], "{") ||
           token_is(f->text, &f->tokens.items[i], "}");
}

// The brace begins statements, not an initialiser, a class or an enumeration.
static bool opens_statements(const plan_file *f, size_t brace)
{
    static const char *const before[] = {")", ";", "{", "}", "else", "do", "try", ":"};
    const token *t = &f->tokens.items[live_before(f, brace)];
    return TOKEN_IS_ANY(f->text, t, before);
}

// A statement can stand there: what the directive becomes is neither the body of an `if` without braces nor the middle
// of something else.
static bool is_between_statements(const plan_file *f, const declaration *d, span at)
{
    enum { deepest = 64 };
    int depth = 0, braces = 0;
    bool good[deepest] = {true};
    for (size_t i = token_at_or_after(&f->tokens, d->body_begin); f->tokens.items[i].begin < at.begin; i++) {
        const token *t = &f->tokens.items[i];
        if (t->in_directive || plan_is_skipped(f, t->begin))
            continue;
        depth += token_is(f->text, t, "(") - token_is(f->text, t, ")");
        braces += token_is(f->text, t, "{") - token_is(f->text, t, "}");
        if (token_is(f->text, t, "{") && braces > 0 && braces < deepest)
            good[braces] = t->begin == d->body_begin || (good[braces - 1] && opens_statements(f, i));
    }
    const size_t before = live_before(f, token_at_or_after(&f->tokens, at.begin));
    const size_t behind = plan_next_live(f, token_at_or_after(&f->tokens, at.end), at.begin);
    const bool closes = token_is(f->text, &f->tokens.items[before], "}");
    return depth == 0 && (braces < 0 || braces >= deepest || good[braces]) && ends_statement(f, before) &&
           !token_is(f->text, &f->tokens.items[behind], "else") && !(closes && closes_do(f, before));
}

static void add_fact_for(plan *p, function *f, const directive *d)
{
    static const char *const names[] = {[BARRIER_WHOLE] = "barrier", [BARRIER_ARRIVE] = "arrive", [BARRIER_WAIT] = "wait"};
    fact x = {.kind = FACT_GRID_BARRIER, .branch = -1, .callee = -1, .name = names[d->part], .begin = d->at.begin, .end = d->at.end};
    size_t innermost = 0;
    for (size_t i = 0; i < f->branches.count; i++) {
        const branch *b = &f->branches.items[i];
        if (x.begin < b->begin || x.begin >= b->end)
            continue;
        if (x.branch < 0 || b->begin >= innermost) {
            x.branch = (int)i;
            innermost = b->begin;
        }
        if (b->kind == BRANCH_LOOP && b->end > x.loop_end)
            x.loop_end = b->end;
    }
    for (size_t i = 0; i < f->facts.count; i++) { // the guard whose branch a return ends
        const fact *leave = &f->facts.items[i];
        if (leave->kind == FACT_RETURN && leave->context & AT_TOP_LEVEL && leave->guard_end <= x.begin && x.begin < leave->begin) {
            x.guard_begin = leave->guard_begin;
            x.guard_end = leave->guard_end;
        }
    }
    // In the order of the text.
    size_t at = f->facts.count;
    *ARENA_PUSH(p->arena, &f->facts) = x;
    while (at > 0 && (f->facts.items[at - 1].begin > x.begin || f->facts.items[at - 1].context & DEVICE_ONLY)) {
        f->facts.items[at] = f->facts.items[at - 1];
        at--;
    }
    f->facts.items[at] = x;
}

static void attach(plan *p, int file, const directive *d)
{
    function *f = plan_function_around(p, file, d->at.begin);
    const char *wrong = NULL;
    if (!f || !f->annotated)
        wrong = f && f->is_kernel ? "'#pragma pt barrier' needs '#pragma pt kernel' before the kernel it stands in"
                                  : "'#pragma pt barrier' must be a statement of a kernel with '#pragma pt kernel'";
    else if (is_in_lambda(f, d->at.begin))
        wrong = "'#pragma pt barrier' must stand in the kernel itself, not in a lambda";
    else if (!is_between_statements(&p->files.items[file], plan_definition(f), d->at))
        wrong = "'#pragma pt barrier' must be a statement of its own; put braces around it";
    if (wrong)
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-wrong-place", d->at, "%s", wrong);
    else
        add_fact_for(p, f, d);
}

void barrier_attach(plan *p)
{
    for (size_t file = 0; file < p->files.count; file++)
        for (size_t i = 0; i < p->files.items[file].directives.count; i++)
            if (p->files.items[file].directives.items[i].kind == DIRECTIVE_BARRIER)
                attach(p, (int)file, &p->files.items[file].directives.items[i]);
}

// ---- what follows ----------------------------------------------------------------------------------------------------

bool barrier_is_grid(const plan *p, const fact *x)
{
    if (x->kind == FACT_GRID_BARRIER || collective_of(p, x))
        return true;
    if (x->kind != FACT_CALL || x->callee < 0)
        return false; // an open call of a name that may be it is refused (check.c)
    const function *callee = &p->functions.items[x->callee];
    return callee->in_system && strcmp(callee->name, "sync") == 0 && (callee->annotated_grid_barrier || x->context & OF_GRID) &&
           !strstr(callee->name_scope, "multi_grid_group");
}

static size_t qualifier_begin(const plan_file *f, size_t name)
{
    while (name >= 2 && token_is(f->text, &f->tokens.items[name - 1], "::") && f->tokens.items[name - 2].kind == TOKEN_IDENTIFIER)
        name -= 2;
    return name;
}

// Index behind `grid` or `cooperative_groups::this_grid()`, or `i`.
static size_t behind_group(const plan_file *f, size_t i)
{
    const token *t = f->tokens.items;
    const size_t first = i;
    while (t[i].kind == TOKEN_IDENTIFIER && token_is(f->text, &t[i + 1], "::"))
        i += 2;
    if (token_is(f->text, &t[i], "this_grid") && token_is(f->text, &t[i + 1], "(") && token_is(f->text, &t[i + 2], ")"))
        return i + 3;
    return i == first && t[i].kind == TOKEN_IDENTIFIER && !token_is(f->text, &t[i + 1], "(") ? i + 1 : first;
}

size_t barrier_begin(const plan_file *f, const fact *x)
{
    const token *t = f->tokens.items;
    const size_t name = token_at_or_after(&f->tokens, x->begin);
    const bool member = name >= 2 && (token_is(f->text, &t[name - 1], ".") || token_is(f->text, &t[name - 1], "->"));
    size_t begin = qualifier_begin(f, name), close = name + 2;
    if (member) {
        const bool made = name >= 4 && token_is(f->text, &t[name - 2], ")") && token_is(f->text, &t[name - 3], "(");
        begin = made ? qualifier_begin(f, name - 4) : name - 2;
        if (behind_group(f, begin) != name - 1)
            return (size_t)-1;
    } else {
        close = behind_group(f, name + 2);
    }
    const bool joined = begin && (token_is(f->text, &t[begin - 1], ".") || token_is(f->text, &t[begin - 1], "->") ||
                                  token_is(f->text, &t[begin - 1], "::") || t[begin - 1].kind == TOKEN_IDENTIFIER ||
                                  token_is(f->text, &t[begin - 1], "]"));
    if (joined || !token_is(f->text, &t[name + 1], "(") || !token_is(f->text, &t[close], ")"))
        return (size_t)-1;
    return t[begin].begin;
}

bool barrier_comes_to_grid(const plan *p, const fact *x)
{
    return barrier_is_grid(p, x) || ((x->kind == FACT_CALL || x->kind == FACT_CALL_DEPENDENT) && x->callee >= 0 &&
                                     p->functions.items[x->callee].has_grid_barrier);
}

// What decides whether a thread comes to the jump, for the grid: the conditions between it and the loop or switch `target` that holds it. The
// worst of them counts. Nothing is between where there is no target.
static grid_uniformity on_the_way_to(const plan *p, const function *f, const fact *jump, int target)
{
    grid_uniformity worst = GRID_UNIFORM;
    for (int k = jump->branch; target >= 0 && k != target; k = f->branches.items[k].parent) {
        const grid_uniformity x = uniform_in_grid(p, f, &f->branches.items[k]);
        worst = x > worst ? x : worst;
    }
    return worst;
}

// A thread may come past the barrier by this break, continue or goto, where the conditions around the jump are not the grid's.
static bool jumps_past(const plan *p, const function *f, const fact *jump, const fact *barrier)
{
    if (jump->kind == FACT_GOTO)
        return true;
    if (jump->kind != FACT_JUMP || jump->begin > barrier->begin)
        return false; // behind it, a break makes the loop one that is not uniform
    return on_the_way_to(p, f, jump, jump_target_around(f, jump, barrier)) != GRID_UNIFORM ||
           jump_target(f, jump) < 0; // what it leaves is not known
}

// grid.sync() in a larger expression, which may leave it out: c && (grid.sync(), true)
static bool is_in_expression(const plan *p, const function *f, const declaration *d, const fact *barrier)
{
    if (barrier->kind == FACT_GRID_BARRIER)
        return false;
    if (collective_of(p, barrier))
        return collective_behind_operators(p, f, barrier) != GRID_UNIFORM;
    const plan_file *file = &p->files.items[d->file];
    const size_t begin = barrier_begin(file, barrier);
    if (begin == (size_t)-1)
        return true;
    const token *before = &file->tokens.items[live_before(file, token_at_or_after(&file->tokens, begin))];
    for (size_t i = 0; i < f->branches.count; i++)
        if (token_is(file->text, before, ")") && f->branches.items[i].header_end == before->end)
            return false;
    return !token_is(file->text, before, ";") && !token_is(file->text, before, "{") && !token_is(file->text, before, "}");
}

static bool is_in_parting_guard(const plan *p, const function *f, const fact *barrier)
{
    const branch guard = {.kind = BRANCH_IF, .editable = true, .parent = -1, .condition_begin = barrier->guard_begin, .condition_end = barrier->guard_end};
    return barrier->guard_end && uniform_in_grid(p, f, &guard) != GRID_UNIFORM;
}

// How often the barrier is come to hangs on the branch: it stands in what the branch chooses, or in the condition of a loop.
static bool is_behind_choice(const branch *b, const fact *barrier)
{
    return barrier->begin >= b->header_end || collective_is_in_turn(b, barrier);
}

static bool may_be_missed(const plan *p, const function *f, const declaration *d, const fact *barrier)
{
    if (is_in_parting_guard(p, f, barrier))
        return true;
    for (int k = barrier->branch; k >= 0; k = f->branches.items[k].parent)
        if (is_behind_choice(&f->branches.items[k], barrier) && uniform_in_grid(p, f, &f->branches.items[k]) != GRID_UNIFORM)
            return true;
    if (is_in_expression(p, f, d, barrier))
        return true;
    for (size_t i = 0; i < f->facts.count; i++)
        if (jumps_past(p, f, &f->facts.items[i], barrier))
            return true;
    for (size_t i = 0; i < f->facts.count; i++)
        if (f->facts.items[i].kind == FACT_RETURN && !(f->facts.items[i].context & IN_LAMBDA) &&
            leaving_can_reach(&f->facts.items[i], barrier))
            return true;
    return false;
}

void barrier_find_missing(plan *p)
{
    bool in_helper = false;
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        in_helper |= f->has_grid_barrier && !f->in_system && !f->is_kernel;
    }
    for (size_t i = 0; i < p->functions.count; i++) {
        function *f = &p->functions.items[i];
        const declaration *d = plan_definition(f);
        for (size_t k = 0; f->annotated && d && k < f->facts.count; k++)
            if (barrier_comes_to_grid(p, &f->facts.items[k]))
                f->grid.may_be_missed |= in_helper || may_be_missed(p, f, d, &f->facts.items[k]);
    }
}

// ---- checks ------------------------------------------------------------------------------------------------------------

void barrier_refuse(plan *p, span at, const char *message)
{
    diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-barrier", at, "%s", message);
}

// In a template: of a set of overloads, some have a barrier.
static bool may_come_to_none(const plan *p, const function *f, const fact *x)
{
    for (size_t i = 0; i < f->facts.count && x->kind == FACT_CALL_DEPENDENT; i++) {
        const fact *y = &f->facts.items[i];
        if (fact_is_candidate(x, y) && !barrier_comes_to_grid(p, y) && !p->functions.items[y->callee].in_system)
            return true;
    }
    return false;
}

static void check_divergence(plan *p, const function *f, const declaration *d, const fact *x)
{
    for (int k = x->branch; k >= 0; k = f->branches.items[k].parent) {
        const branch *b = &f->branches.items[k];
        if (!is_behind_choice(b, x) || uniform_in_grid(p, f, b) != GRID_DIFFERS)
            continue;
        barrier_refuse(p, plan_span(p, d->file, x->begin, x->end),
                       "all threads of the grid must come to this barrier, and the statement around it depends on the index of the "
                       "thread or of the block; move the barrier out of it");
        diagnostics_add(p->diagnostics, SEVERITY_NOTE, "pt-barrier", plan_span(p, d->file, b->begin, b->begin + 1),
                        "this is the statement");
        return;
    }
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *jump = &f->facts.items[i];
        if (on_the_way_to(p, f, jump, jump_target_around(f, jump, x)) != GRID_DIFFERS)
            continue;
        barrier_refuse(p, plan_span(p, d->file, jump->begin, jump->end),
                       arena_format(p->arena, "all threads of the grid must come to the barrier behind this '%s', and the statement around it "
                                    "depends on the index of the thread or of the block", jump->name));
        return;
    }
}

// while (pt_any(p)) { if (threadIdx.x == 3) break; }
static void check_breaks(plan *p, const function *f, const declaration *d, const fact *x)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *jump = &f->facts.items[i];
        const int target = jump->kind == FACT_JUMP && strcmp(jump->name, "break") == 0 ? jump_target(f, jump) : -1;
        if (target < 0 || !collective_is_in_turn(&f->branches.items[target], x) || on_the_way_to(p, f, jump, target) != GRID_DIFFERS)
            continue;
        barrier_refuse(p, plan_span(p, d->file, jump->begin, jump->end),
                       arena_format(p->arena, "all threads of the grid must come to '%s' in the condition of this loop, and the statement around this 'break' "
                                    "depends on the index of the thread or of the block", x->name));
        return;
    }
}

static void check_clauses(plan *p, const function *f)
{
    const directive *d = plan_directive(p, f);
    if (d->schedule_at.file && d->schedule == SCHEDULE_HARDWARE)
        barrier_refuse(p, d->schedule_at, "the blocks of this kernel wait for each other, which those of a plain launch cannot; leave "
                                          "schedule(hardware) out");
    else if (d->schedule_at.file && d->schedule != SCHEDULE_AUTO && d->schedule != SCHEDULE_STATIC)
        diagnostics_add(p->diagnostics, SEVERITY_WARNING, "pt-barrier", d->schedule_at,
                        "the schedule has no effect: between the kernel's barriers every group works on the same blocks");
}

static void check_kernel(plan *p, const function *f)
{
    const declaration *d = plan_definition(f);
    check_clauses(p, f);
    if (!d)
        return;
    barrier_check_parts(p, f, d);
    bool by_directive = false;
    for (size_t i = 0; i < f->facts.count; i++)
        by_directive |= f->facts.items[i].kind == FACT_GRID_BARRIER || collective_of(p, &f->facts.items[i]);
    const size_t errors = diagnostics_errors(p->diagnostics);
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (barrier_comes_to_grid(p, x))
            check_divergence(p, f, d, x);
        if (barrier_comes_to_grid(p, x) && may_come_to_none(p, f, x))
            diagnostics_add(p->diagnostics, SEVERITY_WARNING, "pt-barrier", plan_span(p, d->file, x->begin, x->end),
                            "whether this comes to a barrier of the grid hangs on the template's arguments: all launches of '%s' are cooperative, and fail with "
                            "more blocks than such a launch can have; call what has the barrier by a name of its own, in a kernel of its own", f->name);
        if (collective_of(p, x))
            check_breaks(p, f, d, x);
        if (x->kind == FACT_STATIC_LOCAL && !analyse_is_constant_local(p, d, x))
            barrier_refuse(p, plan_span(p, d->file, x->begin, x->end),
                           "a static local of a kernel with a grid barrier would become two objects; declare it as a __device__ variable");
    }
    if (!f->grid.splits && by_directive && diagnostics_errors(p->diagnostics) == errors) { // of grid.sync() CUDA says the same
        diagnostics_add(p->diagnostics, SEVERITY_WARNING, "pt-barrier-blocks", plan_span(p, d->file, f->grid.whole_at, f->grid.whole_at + 1),
                        "kernel '%s' stays in one piece: %s", f->name, f->grid.whole_because);
        diagnostics_add(p->diagnostics, SEVERITY_NOTE, "pt-barrier-blocks", plan_span(p, d->file, d->name_begin, d->name_end),
                        "each of its software blocks needs a thread group of its own: more blocks than can run at once are an error when it is launched");
    }
}

static bool may_launch_barrier(const plan *p, const launch *l)
{
    bool any = false;
    for (size_t i = 0; i < p->functions.count && l->kernel >= 0; i++) // or a specialisation of it
        any |= ((int)i == l->kernel || p->functions.items[i].primary == l->kernel) && p->functions.items[i].annotated && p->functions.items[i].has_grid_barrier;
    for (size_t i = 0; i < l->candidates.count; i++)
        any |= p->functions.items[l->candidates.items[i]].annotated && p->functions.items[l->candidates.items[i]].has_grid_barrier;
    return any;
}

// Where a launch stays as it is, the kernel would run without its barriers.
static void check_launches(plan *p)
{
    for (size_t i = 0; i < p->launches.count; i++) {
        const launch *l = &p->launches.items[i];
        if (!may_launch_barrier(p, l))
            continue;
        const size_t end = l->open_end > l->open_begin ? l->open_end : l->open_begin + 1; // none where a macro writes it
        const span at = plan_span(p, l->file, l->open_begin, end);
        const bool rewritten = address_is_named_launch(p, l) || l->by_address || l->in_rewritten_macro;
        if (!rewritten)
            barrier_refuse(p, at, "this launch would stay plain, and the kernel has a grid barrier; launch it by its name from host code");
        else if (l->directive >= 0 && p->files.items[l->file].directives.items[l->directive].mode == LAUNCH_NONPT)
            barrier_refuse(p, p->files.items[l->file].directives.items[l->directive].mode_at,
                           "a kernel with a grid barrier has no plain launch; leave mode(nonpt) out");
    }
    for (size_t i = 0; i < p->kernel_values.count; i++) {
        const kernel_value *v = &p->kernel_values.items[i];
        const function *f = &p->functions.items[v->function];
        const char *obstacle = f->annotated && f->has_grid_barrier && !v->is_callee ? address_obstacle(p, v) : NULL;
        if (obstacle)
            barrier_refuse(p, plan_span(p, v->file, v->name_begin, v->name_end),
                           arena_format(p->arena, "launches through this address would stay plain (%s), and the kernel has a grid barrier",
                                        obstacle));
    }
}

void barrier_check(plan *p)
{
    bool any = false;
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].annotated && p->functions.items[i].has_grid_barrier) {
            check_kernel(p, &p->functions.items[i]);
            any = true;
        }
    if (!any)
        return;
    check_launches(p);
    occupancy_check(p);
}
