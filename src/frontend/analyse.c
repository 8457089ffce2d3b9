// Analysis: see analyse.h.
#include "frontend/analyse.h"

#include "frontend/ambient.h"
#include "frontend/arms.h"
#include "frontend/assembly.h"
#include "frontend/attach.h"
#include "frontend/barrier.h"
#include "frontend/class_call.h"
#include "frontend/clone.h"
#include "frontend/for_host.h"
#include "frontend/foreach.h"
#include "frontend/group.h"
#include "frontend/lambda.h"
#include "frontend/lanes.h"
#include "frontend/lanes_apart.h"
#include "frontend/lanes_rows.h"
#include "frontend/leaving.h"
#include "frontend/library.h"
#include "frontend/local_type.h"
#include "frontend/loop.h"
#include "frontend/passing.h"
#include "frontend/phase.h"
#include "frontend/silent.h"
#include "frontend/state.h"
#include "frontend/unchanged.h"
#include "frontend/unread.h"
#include "frontend/waiting.h"
#include "support/map.h"

#include <limits.h>
#include <string.h>

void analyse_close(plan *p, bool (*spread)(plan *p, function *f))
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < p->functions.count; i++)
            changed |= spread(p, &p->functions.items[i]);
    }
}

// ---- effects ---------------------------------------------------------------------------------------------------

static void effect_of_assembly(function *f, const char *text)
{
    f->reads_block_index |= assembly_reads_index(text);
    f->has_block_barrier |= assembly_waits_for_block(text);
    f->has_warp_sync |= assembly_waits_for_warp(text);
    f->has_async_copy |= assembly_has(text, "cp") && assembly_has(text, "async");
}

bool analyse_may_be_collective(const fact *x) { return x->context & MAY_BE_COLLECTIVE && !library_is_group_question(x->name); }

static bool is_open_collective(const fact *x, const function *f)
{
    return !f->in_system && x->callee < 0 && !(x->context & OF_OWN_GROUP) && analyse_may_be_collective(x);
}

bool analyse_is_call(const fact *x)
{
    return x->callee >= 0 && (x->kind == FACT_CALL || x->kind == FACT_CALL_DEPENDENT || x->kind == FACT_CALL_VIRTUAL);
}

static bool makes_grid_group(const function *f)
{
    return library_in_cooperative_groups(f) && (strcmp(f->name, "this_grid") == 0 || strcmp(f->name, "this_multi_grid") == 0);
}

// The user's word for a body that is elsewhere, by the name alone or with its namespace and class.
static bool is_said_to_be_thread_level(const plan *p, const function *f)
{
    const bool may_be = p->thread_level_count && !f->in_system && !f->facts_known;
    const char *const whole = may_be ? plan_option_name(p->arena, f) : "", *const alone = may_be ? whole + strlen(f->name_scope) : "";
    for (size_t i = 0; i < p->thread_level_count && may_be; i++)
        if (strcmp(p->thread_level[i], whole) == 0 || strcmp(p->thread_level[i], alone) == 0)
            return true;
    return false;
}

static void find_grid_groups(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++)
        for (size_t k = 0; k < p->functions.items[i].facts.count && !p->functions.items[i].in_system; k++) {
            const fact *x = &p->functions.items[i].facts.items[k];
            p->has_grid_group |= analyse_is_call(x) && makes_grid_group(&p->functions.items[x->callee]);
        }
}

// g.sync(), g.group_index() in a library's template: the program may hand it the block, or the grid where it has a group of that.
static void effects_of_open_group(const plan *p, function *f, const fact *x)
{
    static const char *const waiting[] = {"sync", "barrier_wait"}, *const of_grid[] = {"thread_rank", "block_rank", "block_index"};
    if (!f->half_seen || x->kind != FACT_CALL_DEPENDENT || x->callee >= 0)
        return;
    f->has_block_barrier |= STRING_IS_ANY(x->name, waiting);
    f->reads_block_index |= strcmp(x->name, "group_index") == 0 || (p->has_grid_group && STRING_IS_ANY(x->name, of_grid));
}

static void direct_effects(plan *p)
{
    find_grid_groups(p);
    for (size_t i = 0; i < p->functions.count; i++) {
        function *f = &p->functions.items[i];
        f->is_thread_level = is_said_to_be_thread_level(p, f);
        f->uses_shared |= f->is_thread_level && !p->for_cpu; // nothing was said of that; there it would be taken for an exchange between threads
        if (f->is_for_host) // what it waits for is no thread of a kernel's
            continue;
        if (f->in_system && library_note_effects(f)) {
            f->facts.count = 0; // the name says it all
            continue;
        }
        if (f->in_system && f->annotated_grid_barrier)
            f->facts.count = 0; // a barrier of our own stands for it
        for (size_t k = 0; k < f->facts.count; k++) {
            const fact *x = &f->facts.items[k];
            if (x->kind == FACT_BLOCK_INDEX && (f->is_device || f->is_kernel || f->in_system) && !f->ambient)
                f->reads_block_index = true;
            if (x->context & OF_GRID && !f->ambient)
                f->reads_block_index = true;
            effects_of_open_group(p, f, x);
            if (barrier_is_grid(p, x))
                f->has_block_barrier = f->has_grid_barrier = true;
            if (x->kind == FACT_SHARED)
                f->uses_shared = true;
            if (x->kind == FACT_ASM)
                effect_of_assembly(f, x->name);
            // typedef cub::BlockReduce<T, 128> reduce; ... reduce(storage).Sum(x): open until T is known
            if (is_open_collective(x, f))
                f->has_block_barrier = f->has_warp_sync = true;
        }
    }
}

// The sync of a group that is the whole block is known by its name alone, for a barrier of the block and of lanes; but the masks of
// no lanes are in it.
static bool waits_for_lanes(const fact *call, const function *callee)
{
    return callee->has_warp_sync && !(call && call->context & OF_WHOLE_BLOCK);
}

static bool has_effects(const function *f)
{
    return f->reads_block_index || f->uses_shared || f->has_block_barrier || f->has_warp_sync || f->has_async_copy || f->uses_voting_barrier ||
           f->has_grid_barrier;
}

// `call`: by which f comes to the callee, or NULL.
static bool merge_effects(function *f, const function *callee, const fact *call)
{
    bool reads = callee->reads_block_index && !f->ambient;
    bool waits = !f->waits_for_none && !(call && call->context & OF_OWN_GROUP);
    bool before[] = {f->reads_block_index, f->uses_shared, f->has_block_barrier, f->has_warp_sync, f->has_async_copy,
                     f->uses_voting_barrier, f->has_grid_barrier};
    f->reads_block_index |= reads;
    f->uses_shared |= callee->uses_shared;
    f->has_block_barrier |= waits && callee->has_block_barrier;
    f->has_warp_sync |= waits && waits_for_lanes(call, callee);
    f->has_async_copy |= callee->has_async_copy;
    f->uses_voting_barrier |= callee->uses_voting_barrier;
    f->has_grid_barrier |= callee->has_grid_barrier;
    bool after[] = {f->reads_block_index, f->uses_shared, f->has_block_barrier, f->has_warp_sync, f->has_async_copy,
                    f->uses_voting_barrier, f->has_grid_barrier};
    return memcmp(before, after, sizeof before) != 0;
}

bool analyse_is_open_call(const fact *x)
{
    return x->kind == FACT_CALL_INDIRECT || x->kind == FACT_CALL_VIRTUAL || (x->kind == FACT_CALL_DEPENDENT && x->callee < 0);
}

bool analyse_is_call_of_value(const fact *x)
{
    return x->kind == FACT_CALL_INDIRECT ||
           (x->kind == FACT_CALL_DEPENDENT && x->callee < 0 &&
            (!*x->name || strcmp(x->name, "operator()") == 0 || x->context & OF_OPEN_CLASS));
}

static bool may_be_meant(const function *g) { return (!g->in_system || g->is_foreign) && !g->is_kernel; }

// As many arguments as the call has, by one of its declarations: what has defaults or a pack may be left out. `...` is none of the device's.
static bool takes(const function *g, unsigned arguments)
{
    for (size_t i = 0; i < g->declarations.count && arguments; i++) {
        const declaration *d = &g->declarations.items[i];
        size_t least = 0, most = d->parameters.count;
        for (size_t k = 0; k < d->parameters.count; k++) {
            least += d->parameters.items[k].default_begin == d->parameters.items[k].end && !d->parameters.items[k].is_pack;
            most = d->parameters.items[k].is_pack ? UCHAR_MAX : most;
        }
        if (d->in_macro || (arguments > least && arguments <= most + 1))
            return true;
    }
    return !arguments || !g->declarations.count;
}

bool analyse_may_be_of(const fact *x, const function *g)
{
    if (!takes(g, x->arguments))
        return false;
    if (class_call_is(x))
        return class_call_may_be_of(x, g);
    if (silent_is_call(x))
        return may_be_meant(g) && silent_may_be_of(x, g);
    const bool is_free = g->form == FORM_FUNCTION; // x.f() is none
    return may_be_meant(g) &&
           ((strcmp(g->name, x->name) == 0 && !(is_free && x->context & MEMBER_SYNTAX)) || (analyse_is_call_of_value(x) && g->is_value) ||
            ((x->context & OF_OPEN_CLASS || (x->kind == FACT_CALL_DEPENDENT && !*x->name)) && g->form == FORM_CALL_OPERATOR));
}

static void list_called_by_value(plan *p)
{
    p->called_by_value.count = 0;
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].is_value || p->functions.items[i].form == FORM_CALL_OPERATOR)
            *ARENA_PUSH(p->arena, &p->called_by_value) = (int)i;
}

static void chain_names(plan *p)
{
    list_called_by_value(p);
    p->first_named = map_new(p->arena);
    for (size_t i = p->functions.count; i-- > 0;) {
        function *f = &p->functions.items[i];
        f->next_named = map_get(&p->first_named, f->name);
        map_put(&p->first_named, f->name, (int)i);
    }
}

// From the last one on, so that each list begins with the first.
static void chain_calls(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++)
        p->functions.items[i].first_call = -1;
    for (size_t i = p->functions.count; i-- > 0;) {
        const function *f = &p->functions.items[i];
        for (size_t k = f->in_system || !plan_definition(f) ? 0 : f->facts.count; k-- > 0;) {
            if (!analyse_is_call(&f->facts.items[k]))
                continue;
            int *const first = &p->functions.items[f->facts.items[k].callee].first_call;
            *ARENA_PUSH(p->arena, &p->calls) = (call_place){(int)i, (int)k, *first};
            *first = (int)p->calls.count - 1;
        }
    }
}

open_targets analyse_targets(const plan *p, const fact *x)
{
    open_targets out = {.p = p, .x = x, .is_one_of_all = silent_is_call(x), .next = -1, .next_value = p->called_by_value.count};
    if (!analyse_is_open_call(x))
        return out;
    out.next = out.is_one_of_all ? 0 : map_get(&p->first_named, x->name);
    if (analyse_is_call_of_value(x) && !out.is_one_of_all && !class_call_is(x))
        out.next_value = 0;
    return out;
}

int analyse_next_target(open_targets *targets)
{
    const plan *p = targets->p;
    while (targets->next >= 0 && (size_t)targets->next < p->functions.count) {
        const int at = targets->next;
        const function *g = &p->functions.items[at];
        targets->next = targets->is_one_of_all ? at + 1 : g->next_named;
        if (analyse_may_be_of(targets->x, g))
            return at;
    }
    while (targets->next_value < p->called_by_value.count) {
        const int at = p->called_by_value.items[targets->next_value++];
        if (analyse_may_be_of(targets->x, &p->functions.items[at]))
            return at;
    }
    return -1;
}

bool analyse_may_be_of_library(const plan *p, const function *f, const fact *x)
{
    for (size_t i = 0; x->kind == FACT_CALL_DEPENDENT && i < f->facts.count; i++)
        if (fact_is_candidate(x, &f->facts.items[i]) && p->functions.items[f->facts.items[i].callee].in_system)
            return true;
    return false;
}

bool analyse_is_called_at(const plan_file *f, size_t name)
{
    size_t i = name + 1;
    if (token_is(f->text, &f->tokens.items[i], "<"))
        for (int depth = 0; f->tokens.items[i].kind != TOKEN_END; i++) {
            depth += token_is(f->text, &f->tokens.items[i], "<") - token_is(f->text, &f->tokens.items[i], ">");
            if (depth == 0) {
                i++;
                break;
            }
        }
    return token_is(f->text, &f->tokens.items[i], "(");
}

// using std::fma;
static bool is_imported(const plan_file *f, size_t name)
{
    size_t i = name;
    while (i >= 2 && is_token(f, i - 1, "::"))
        i -= f->tokens.items[i - 2].kind == TOKEN_IDENTIFIER ? 2 : 1;
    return i > 0 && i < name && is_token(f, i - 1, "using");
}

static bool calls_values(const plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++)
        for (size_t k = 0; k < p->functions.items[i].facts.count; k++)
            if (analyse_is_call_of_value(&p->functions.items[i].facts.items[k]))
                return true;
    return false;
}

static void find_values(plan *p)
{
    enum { CALLED, VALUE = 1, VALUE_OF_CLASS = 2 }; // how its name stands: without a call; and behind `::`, as a member's must
    if (!calls_values(p))
        return;
    map names = map_new(p->arena);
    for (size_t i = 0; i < p->functions.count; i++)
        if (!p->functions.items[i].in_system && p->functions.items[i].is_device)
            map_put(&names, p->functions.items[i].name, CALLED);
    for (size_t file = 0; file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        for (size_t i = 0; i < f->tokens.count; i++) {
            const token *t = &f->tokens.items[i];
            char name[256];
            if (t->kind != TOKEN_IDENTIFIER || t->end - t->begin >= sizeof name)
                continue;
            memcpy(name, f->text->bytes + t->begin, t->end - t->begin);
            name[t->end - t->begin] = '\0';
            const int known = map_get(&names, name), stands = is_token(f, i - 1, "::") ? VALUE_OF_CLASS : VALUE;
            if (known >= 0 && !(known & stands) && !analyse_is_called_at(f, i) && !is_imported(f, i))
                map_put(&names, arena_string(p->arena, name), known | stands);
        }
    }
    for (size_t i = 0; i < p->functions.count; i++) {
        function *g = &p->functions.items[i];
        const int known = map_get(&names, g->name);
        g->is_value = g->form != FORM_CONSTRUCTOR && known > 0 && (g->form != FORM_METHOD || known & VALUE_OF_CLASS); // a constructor's is a type's
    }
    list_called_by_value(p);
}

// What a library's function may call that is handed an object of the program's: its functors, and what is named without a call. (Their block
// index is published: ambient.h.) Its own text tells, if it is there at all, only in part how it comes to them.
static bool merge_functors(plan *p, function *library)
{
    bool changed = false;
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *g = &p->functions.items[i];
        if (g->in_system || g->is_kernel || !g->is_device || (g->form != FORM_CALL_OPERATOR && !g->address_used))
            continue;
        function effects = *g;
        effects.reads_block_index = false;
        changed |= merge_effects(library, &effects, NULL);
    }
    return changed;
}

static bool spread_effects(plan *p, function *f)
{
    bool changed = false;
    for (size_t k = 0; k < f->facts.count && !f->is_for_host; k++) {
        const fact *x = &f->facts.items[k];
        if (analyse_is_call(x) && x->context & HANDS_OBJECT)
            changed |= merge_functors(p, &p->functions.items[x->callee]);
        if (analyse_is_call(x))
            changed |= merge_effects(f, &p->functions.items[x->callee], x);
        open_targets targets = analyse_targets(p, x);
        for (int m; (m = analyse_next_target(&targets)) >= 0;)
            if (has_effects(&p->functions.items[m]))
                changed |= merge_effects(f, &p->functions.items[m], x);
    }
    if (f->primary >= 0 && !f->is_kernel) // what a specialisation does, a call of its template may do
        changed |= merge_effects(&p->functions.items[f->primary], f, NULL);
    return changed;
}

static void close_effects(plan *p) { analyse_close(p, spread_effects); }

// Who only calls ambient functions need not be told anything: the closure is made again without them.
static void forget_ambient_reads(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++)
        p->functions.items[i].reads_block_index = false;
    direct_effects(p);
    close_effects(p);
}

// ---- static locals -----------------------------------------------------------------------------------------------

// By its declaration's words: `constexpr`, or a `const` that stands behind the last `*` of the type.
bool analyse_is_constant_local(const plan *p, const declaration *d, const fact *x)
{
    const plan_file *f = &p->files.items[d->file];
    bool constant = false;
    for (size_t i = token_at_or_after(&f->tokens, x->begin); f->tokens.items[i].begin < x->end; i++) {
        const token *t = &f->tokens.items[i];
        if (token_is(f->text, t, "constexpr"))
            return true;
        if (token_is(f->text, t, x->name) || token_is(f->text, t, "<")) // the words of a template's arguments do not count
            return constant;
        if (token_is(f->text, t, "const"))
            constant = true;
        if (token_is(f->text, t, "*"))
            constant = false;
    }
    return constant;
}

static void find_forwarding(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        function *f = &p->functions.items[i];
        const declaration *d = plan_definition(f);
        f->forwards = f->annotated && d && f->doubles_variables && !f->has_grid_barrier;
        for (size_t k = 0; f->annotated && d && k < f->facts.count; k++)
            if (f->facts.items[k].kind == FACT_STATIC_LOCAL && !analyse_is_constant_local(p, d, &f->facts.items[k]))
                f->forwards = true;
    }
}

static void find_qualified_in_macros(plan *p)
{
    for (size_t file = 0; file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        for (size_t i = 1; i < f->tokens.count; i++)
            if (f->tokens.items[i].in_directive && token_is(f->text, &f->tokens.items[i - 1], "::") &&
                (token_is(f->text, &f->tokens.items[i], "blockIdx") || token_is(f->text, &f->tokens.items[i], "gridDim")))
                p->qualified_in_macro = true;
    }
}

static bool is_named_like_annotated(const plan *p, const function *f)
{
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].annotated && strcmp(p->functions.items[i].name, f->name) == 0)
            return true;
    return false;
}

// A launch may mean another kernel of the name than libclang says, which does not look for it by the arguments, and not from where a template is
// instantiated. So where one has a stub, all have: C++ chooses among these as it does among the kernels.
static void mark_stubbed(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        function *f = &p->functions.items[i];
        bool named = false, is_alone = true;
        for (size_t k = 0; k < f->declarations.count; k++) {
            named |= !f->declarations.items[k].is_friend && !f->declarations.items[k].in_macro;
            is_alone &= !f->declarations.items[k].is_another;
        }
        f->stubbed = f->annotated ||
                     (f->is_kernel && !f->in_system && named && (p->for_cpu || (is_alone && is_named_like_annotated(p, f))));
    }
}

// What directives belong to, and what the facts alone say: whom open calls may be of, which groups are the program's own.
static void attach_all(plan *p)
{
    find_qualified_in_macros(p);
    attach_directives(p);
    barrier_attach(p);
    state_attach(p);
    loop_attach(p);
    mark_stubbed(p);
    unread_add_facts(p);
    class_call_find(p); // of the facts that are there now
    find_values(p);     // of calls that are still open
    local_type_find_doubled(p);
    group_find_own(p);
}

// What functions do through all that they call. Calls that nobody writes are added where it matters what they do, which is known by then; and who
// asks for the block where no argument can bring it is taken out of the closure, which is made anew.
static void find_effects(plan *p)
{
    for_host_mark(p);
    direct_effects(p);
    close_effects(p);
    while (silent_add_calls(p))
        close_effects(p);
    ambient_mark(p);
    forget_ambient_reads(p);
    ambient_mark_users(p);
    chain_calls(p); // no facts come any more
}

// Who leaves, waits and stays away, by these effects; state_find says first which part of a kernel is done once a group.
static void find_ways(plan *p)
{
    state_find(p);
    foreach_find_pushes(p);
    waiting_find(p);
    lambda_find_waiting(p);
    leaving_find_hidden_barriers(p);
    clone_find_checked(p);
    leaving_find(p);
    barrier_find_missing(p);
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].annotated && plan_definition(&p->functions.items[i])) {
            lanes_find_parting(p, &p->functions.items[i]);
            lanes_apart_find_checked(p, &p->functions.items[i]);
        }
}

// Who has a copy, which hangs on the ways; what hangs on the copies.
static void find_copies(plan *p)
{
    find_forwarding(p);
    do
        clone_mark(p);
    while (clone_drain_together(p));
    passing_forget_copies(p);
    leaving_find_hidden_barriers(p); // anew: by now it is known what has a copy
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].annotated && p->functions.items[i].has_grid_barrier)
            phase_find(p, &p->functions.items[i]);
}

// What is asked of each text many times over.
static void look_at_texts(plan *p)
{
    unchanged_find_casts(p);
    for (size_t i = 0; i < p->functions.count; i++) {
        function *f = &p->functions.items[i];
        for (size_t k = 0; k < f->facts.count; k++) {
            f->has_goto |= f->facts.items[k].kind == FACT_GOTO;
            f->has_jump |= f->facts.items[k].kind == FACT_JUMP;
            f->has_lambda |= f->facts.items[k].kind == FACT_LAMBDA;
        }
        arms_find_constant(p, f);
    }
}

void analyse(plan *p)
{
    chain_names(p);
    look_at_texts(p);
    attach_all(p);
    find_effects(p);
    find_ways(p);
    find_copies(p);
    lanes_find_rows(p);
}
