// Variables that have another value in some lanes of a warp: see lanes_search.h.
//
// In:  a name in a function's text, the facts of what changes it. Out: is it given a value that parts the lanes?
// Rule: all that gives it a value is looked at: what that is, and whether all lanes that have the variable come to it each time. A
//      change by other means than an assignment, a value that is nowhere seen, an object of a class of the program's part the lanes. What hangs on
//      itself, `k = k + 1`, is the same in all lanes if all else is.
#include "frontend/lanes_search.h"

#include "frontend/handing.h"
#include "frontend/jump.h"
#include "frontend/lanes_parts.h"
#include "frontend/short_circuit.h"
#include "frontend/unchanged.h"
#include "frontend/uniform.h"

#include <string.h>

// Of a function that kernels call: does a caller hand an argument on in this place that parts the lanes?
static bool argument_parts(search *s, size_t place, int depth)
{
    const parameter *own = &plan_definition(s->in)->parameters.items[place];
    for (lanes_argument x = {0}; lanes_next_argument(s->plan, s->in, place, &x);) {
        if (x.is_hidden)
            return true;
        search of_caller = lanes_search_in(s, x.caller, x.file);
        const bool parts = x.is_default ? own->default_begin < own->end && lanes_parts(s, own->default_begin, own->end, depth + 1)
                                        : lanes_parts(&of_caller, x.file->tokens.items[x.first].begin, x.file->tokens.items[x.end].begin, depth + 1);
        if (!x.is_default)
            lanes_search_end(s, &of_caller);
        if (parts)
            return true;
    }
    return false;
}

// A member of the object that the function is called for, as far as is known.
static bool is_member(const search *s, size_t use)
{
    const declaration *d = plan_definition(s->in);
    const plan_file *f = s->file;
    if (s->in->form != FORM_METHOD && s->in->form != FORM_CALL_OPERATOR)
        return false;
    for (size_t i = 0; i < s->in->facts.count; i++)
        if (s->in->facts.items[i].kind == FACT_LOCAL && is_token(f, use, s->in->facts.items[i].name))
            return false;
    if (plan_is_template_parameter(f, d, use))
        return false;
    static const char *const known[] = {"blockIdx", "blockDim", "gridDim", "warpSize", "true", "false", "nullptr", "int", "unsigned", "bool"};
    if (IS_ANY_TOKEN(f, use, known))
        return false;
    const slice word = token_word(f, use);
    if (plan_constant(s->plan, word) == 1 && !plan_is_field(s->plan, word))
        return false; // static const int rows = 4: the class's, and the same for all
    return !is_token(f, use + 1, "::") && !uniform_number_macro(s->plan, f, &f->tokens.items[use]);
}

// The token in front of token `i`, directives of the preprocessor aside.
static size_t in_front(const plan_file *f, size_t i)
{
    for (i--; i > 0 && f->tokens.items[i].in_directive;)
        i--;
    return i;
}

// Where the variable last gets another value in front of its use, in a statement of its own: `i = __shfl_sync(~0u, i, 0);`
static size_t given_anew(const search *s, size_t use)
{
    const plan_file *f = s->file;
    const size_t begin = lanes_index_of(f, plan_definition(s->in)->body_begin);
    for (size_t i = use - 1; i > begin; i--)
        if (is_same_word(f, i, f, use) && is_token(f, i + 1, "=") && lanes_end_of_value(f, i + 2, false) <= use && !plan_is_unseen(f, f->tokens.items[i].begin) &&
            (f->tokens.items[in_front(f, i)].kind == TOKEN_IDENTIFIER || is_token(f, in_front(f, i), ";") || is_token(f, in_front(f, i), "{") ||
             is_token(f, in_front(f, i), "}")))
            return i;
    return begin;
}

// The same if it has that value for sure: in the same block, where nothing else mentions it on the way. 0: that is not known.
static size_t surely_given(const search *s, size_t use)
{
    const plan_file *f = s->file;
    const size_t at = given_anew(s, use), behind = lanes_end_of_value(f, at + 2, false);
    if (!is_same_word(f, at, f, use) || is_token(f, in_front(f, at), "else") || is_token(f, in_front(f, at), "do"))
        return 0;
    int depth = 0, parentheses = 0;
    for (size_t i = at + 1; i < use; i++) {
        depth += is_token(f, i, "{");
        depth -= is_token(f, i, "}");
        parentheses += is_token(f, i, "(");
        parentheses -= is_token(f, i, ")");
        if (depth < 0 || parentheses < 0 || is_token(f, i, "goto") || (i >= behind && is_same_word(f, i, f, use)))
            return 0;
    }
    return depth == 0 ? at : 0;
}

// ---- where all that gives it a value is looked at -------------------------------------------------------------------------

static bool is_change_of(const search *s, const fact *x, size_t name)
{
    return is_token(s->file, name, x->name) && unchanged_is_broken_by(s->plan, x) &&
           !unchanged_is_copied(s->plan, s->in, x) && !handing_keeps(s->plan, s->in, x, 0);
}

// The declaration that the change is of: the last one in front of it whose block it stands in.
static const fact *declared_for(const function *f, const fact *change)
{
    const fact *found = NULL;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        const bool is_of_name = x->kind == FACT_LOCAL && strcmp(x->name, change->name) == 0 && x->begin <= change->begin;
        const branch *b = is_of_name && x->branch >= 0 ? &f->branches.items[x->branch] : NULL;
        if (is_of_name && (!b || (change->begin >= b->begin && change->begin < b->end)))
            found = x;
    }
    return found;
}

// Do some lanes come to the change that others pass by, or come to it more often?
static bool is_passed_by(search *s, const fact *x, int depth)
{
    const function *f = s->in;
    const fact *const declared = declared_for(f, x);
    for (int k = x->branch; k >= 0; k = f->branches.items[k].parent) {
        const branch *b = &f->branches.items[k];
        if (declared && declared->begin >= b->begin && declared->begin < b->end)
            break; // those that have it are in the branch
        if (b->kind == BRANCH_LOOP ? lanes_loop_parts(s, k, depth + 1) : lanes_branch_parts(s, b, depth + 1))
            return true;
    }
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *jump = &f->facts.items[i];
        if (jump->kind == FACT_GOTO)
            return true;
        const int target = jump_target_around(f, jump, x);
        if (target < 0 || (declared && declared->begin >= f->branches.items[target].header_end && declared->begin < f->branches.items[target].end &&
                           declared->begin >= f->branches.items[target].begin))
            continue;
        for (int k = jump->branch; k >= 0 && k != target; k = f->branches.items[k].parent)
            if (f->branches.items[k].kind == BRANCH_LOOP || lanes_branch_parts(s, &f->branches.items[k], depth + 1))
                return true;
    }
    short_circuit operators = short_circuit_of(s->file, plan_definition(f)->body_begin, x->begin);
    for (size_t i; (i = short_circuit_next(&operators));)
        if (lanes_parts(s, s->file->tokens.items[short_circuit_operand(s->file, i)].begin, s->file->tokens.items[i].begin, depth + 1))
            return true;
    return false;
}

// for (int o = 16; o; o /= 2), which a lambda may have, too: a change of what the loop itself begins with.
static bool is_in_own_header(const search *s, const fact *x)
{
    const plan_file *f = s->file;
    const size_t at = lanes_index_of(f, x->begin);
    size_t open = at, semicolons = 0;
    for (int depth = 0; open > 1; open--) {
        depth -= bracket_depth(f, open);
        if (depth < 0 || is_token(f, open, "{") || is_token(f, open, "}"))
            break;
        semicolons += depth == 0 && is_token(f, open, ";");
    }
    if (semicolons != 2 || !is_token(f, open, "(") || !is_token(f, open - 1, "for"))
        return false;
    for (size_t i = open + 1; !is_token(f, i, ";"); i++)
        if (is_token(f, i, x->name) && f->tokens.items[i - 1].kind == TOKEN_IDENTIFIER && is_token(f, i + 1, "="))
            return true;
    return false;
}

// while ((q = __ballot_sync(~0u, todo))): all that come to the condition give it its value, in front of anything else.
static bool is_in_condition(const plan_file *f, const fact *x)
{
    const size_t at = lanes_index_of(f, x->begin);
    size_t open = at - 1;
    while (is_token(f, open, "("))
        open--;
    return open < at - 1 && is_token(f, at + 1, "=") && (is_token(f, open, "while") || is_token(f, open, "if") || is_token(f, open, "switch"));
}

static bool is_changed_openly(const search *s, const fact *x)
{
    return !x->elsewhere && !x->in_macro && (!(x->context & IN_LAMBDA) || is_in_own_header(s, x)) &&
           (unchanged_is_assignment(s->file, x) || is_in_condition(s->file, x));
}

// Objects of classes are known where they are what one value is, and stay that: auto warp = cg::tiled_partition<32>(block);
static bool is_of_known_kind(const search *s, size_t use)
{
    bool is_known = true;
    for (size_t i = 0; i < s->in->facts.count; i++) {
        const fact *x = &s->in->facts.items[i];
        if ((x->kind != FACT_LOCAL && x->kind != FACT_STATIC_LOCAL) || !is_token(s->file, use, x->name))
            continue;
        const plan_file *f = s->file;
        size_t name = lanes_index_of(f, x->begin);
        while (f->tokens.items[name].begin < x->end && !is_same_word(f, name, f, use))
            name++;
        const bool is_object = !(x->context & (IS_SCALAR | IS_NUMBER_CLASS));
        is_known &= x->kind == FACT_LOCAL && !x->in_macro && !x->elsewhere &&
                    (!is_object || (is_token(f, name + 1, "=") && unchanged_is(s->plan, s->in, &f->tokens.items[use])));
    }
    return is_known;
}

// constexpr bool whole = N % 32 == 0; whatever that is made of.
static bool is_decided_by_compiler(const search *s, size_t use)
{
    bool is = false;
    for (size_t i = 0; i < s->in->facts.count; i++) {
        const fact *x = &s->in->facts.items[i];
        if ((x->kind != FACT_LOCAL && x->kind != FACT_STATIC_LOCAL) || x->elsewhere || !is_token(s->file, use, x->name))
            continue;
        size_t k = lanes_index_of(s->file, x->begin);
        while (s->file->tokens.items[k].begin < x->end && !is_token(s->file, k, "constexpr") && !is_same_word(s->file, k, s->file, use))
            k++;
        if (x->in_macro || !is_token(s->file, k, "constexpr"))
            return false;
        is = true;
    }
    return is;
}

// What it leads to changes while lanes look at it one after another. A name behind the word is, and the word itself: *(volatile int *)p.
static bool is_volatile(const search *s, size_t use)
{
    const declaration *d = plan_definition(s->in);
    const plan_file *f = s->file;
    for (size_t i = 0; i < d->parameters.count; i++)
        for (size_t k = lanes_index_of(f, d->parameters.items[i].begin); is_token(f, use, d->parameters.items[i].name) && f->tokens.items[k].begin < d->parameters.items[i].end; k++)
            if (is_token(f, k, "volatile"))
                return true;
    bool in_statement = false, found = false;
    for (size_t i = lanes_index_of(f, d->body_begin); f->tokens.items[i].begin < d->body_end && !found; i++) {
        in_statement = (in_statement || is_token(f, i, "volatile")) && !is_token(f, i, ";") && !is_token(f, i, "{");
        found = in_statement && is_same_word(f, i, f, use);
    }
    return found;
}

// The values that the text gives it, wherever it does. `is_given`: there is one.
static bool value_parts(search *s, size_t use, size_t begin, size_t last, bool *is_given, int depth)
{
    const plan_file *f = s->file;
    for (size_t i = begin; f->tokens.items[i].begin < last; i++) {
        if (!is_same_word(f, i, f, use) || is_token(f, i - 1, ".") || is_token(f, i - 1, "->") || plan_is_unseen(f, f->tokens.items[i].begin))
            continue;
        if (is_token(f, i - 1, "&") && (is_token(f, i - 2, "(") || is_token(f, i - 2, ",")) && !is_token(f, i + 1, "["))
            return true; // another function writes it
        const token_change change = change_at(f, i + 1);
        const bool assigns = change == ASSIGNS || change == UPDATES;
        const bool opens = (is_token(f, i + 1, "(") || is_token(f, i + 1, "{")) && f->tokens.items[i - 1].kind == TOKEN_IDENTIFIER;
        if (!assigns && !opens)
            continue;
        const size_t value = token_behind_change(f->text, &f->tokens, i + 1);
        const size_t end = assigns ? lanes_end_of_value(f, value, false) : plan_closing_bracket(f, i + 1, f->tokens.count);
        *is_given = true;
        if ((value > use || end <= use) && lanes_parts(s, f->tokens.items[value].begin, f->tokens.items[end].begin, depth + 1))
            return true;
    }
    return false;
}

static bool variable_parts(search *s, size_t use, int depth)
{
    const declaration *d = plan_definition(s->in);
    if (unchanged_names_another(s->plan, s->in, &s->file->tokens.items[use]) || !is_of_known_kind(s, use) || is_volatile(s, use))
        return true;
    bool is_changed = false;
    for (size_t i = 0; i < s->in->facts.count; i++)
        if (is_change_of(s, &s->in->facts.items[i], use)) {
            is_changed = true;
            if (!is_changed_openly(s, &s->in->facts.items[i]))
                return true;
        }
    const size_t given = surely_given(s, use);
    if (given)
        return lanes_parts(s, s->file->tokens.items[given + 2].begin, s->file->tokens.items[lanes_end_of_value(s->file, given + 2, false)].begin, depth + 1);
    bool is_given = false;
    if (value_parts(s, use, lanes_index_of(s->file, d->body_begin), d->body_end, &is_given, depth) || (lanes_find_local(s, use) && !is_given))
        return true;
    for (size_t i = 0; is_changed && i < s->in->facts.count; i++)
        if (is_change_of(s, &s->in->facts.items[i], use) && is_passed_by(s, &s->in->facts.items[i], depth))
            return true;
    return false;
}

// A macro of the program's that is no number may be anything.
static bool is_unknown_macro(const search *s, size_t use)
{
    return plan_is_macro(s->plan, token_word(s->file, use)) && !uniform_number_macro(s->plan, s->file, &s->file->tokens.items[use]);
}

bool lanes_name_parts(search *s, size_t use, int depth)
{
    const plan_file *f = s->file;
    const declaration *d = plan_definition(s->in);
    if (s->left == 0 || depth > lanes_depth_at_most)
        return true;
    s->left--;
    if (is_token(f, use, "this") || is_unknown_macro(s, use))
        return true;
    if (is_token(f, use + 1, "::") || (is_token(f, use - 1, "::") && plan_constant(s->plan, token_word(f, use)) == 1))
        return false; // of ns::name and traits::number, what is qualified tells; a number outside of functions is the same for all
    if (is_decided_by_compiler(s, use))
        return false;
    for (size_t i = 0; i < s->open_count; i++)
        if (is_same_word(f, s->open[i], f, use))
            return false; // if all else is the same
    if (s->open_count == sizeof s->open / sizeof *s->open)
        return true;
    s->open[s->open_count++] = use;
    const bool parts = variable_parts(s, use, depth);
    s->open_count--;
    if (parts)
        return true;
    for (size_t i = 0; i < d->parameters.count; i++)
        if (!s->in->is_kernel && *d->parameters.items[i].name && token_is(f->text, &f->tokens.items[use], d->parameters.items[i].name))
            return argument_parts(s, i, depth);
    return is_member(s, use);
}
