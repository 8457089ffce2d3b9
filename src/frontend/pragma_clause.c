// Parser of the directives: clauses and their arguments (pragma_parser.h).
//
// In:  the tokens behind a directive's name. Out: its record filled in.
// Invariant: after an error the parser goes on with the next clause, so that one run shows everything.
// Source: OpenMP 5.2, 2.1 (directive format) for the habits.
#include "frontend/pragma_parser.h"

#include <limits.h>
#include <string.h>

static const char *const schedule_names[] = { "auto", "static", "dynamic", "guided", "steal", "hardware" };
static const char *const order_names[] = { "linear", "column", "tile", "morton", "reverse", "longest" };
static const char *const mode_names[] = { "max", "groups", "nonpt" };
static const char *const worker_names[] = { "block", "warp", "thread" };

enum {
    LARGEST_COUNT = INT_MAX, // of blocks, in the largest grid that CUDA knows
    LARGEST_TILE = 65535     // blocks each way: the product of two fits 32 bits
};

const clause_form clause_forms[CLAUSE_COUNT] = {
    [CLAUSE_SCHEDULE] = { "schedule", DIRECTIVE_KERNEL, "schedule(dynamic, 4)" },
    [CLAUSE_GROUPS] = { "groups", DIRECTIVE_KERNEL, "groups(2 per sm)" },
    [CLAUSE_ORDER] = { "order", DIRECTIVE_KERNEL, "order(tile(8, 8))" },
    [CLAUSE_ITEMS] = { "items", DIRECTIVE_KERNEL, "items(*count)" },
    [CLAUSE_MODE] = { "mode", DIRECTIVE_LAUNCH, "mode(max)" },
    [CLAUSE_WORKER] = { "worker", DIRECTIVE_FOREACH, "worker(warp)" },
    [CLAUSE_KEEP] = { "keep", DIRECTIVE_LOOP, "keep(a)" },
    [CLAUSE_LOCAL] = { "local", DIRECTIVE_FUSE, "local(t)" },
};

static const char *const clause_lists[] = {
    [DIRECTIVE_KERNEL] = "schedule, groups, order and items",
    [DIRECTIVE_BARRIER] = "arrive or wait or nothing",
    [DIRECTIVE_STATE] = "no clause",
    [DIRECTIVE_FINISH] = "no clause",
    [DIRECTIVE_FOREACH] = "worker",
    [DIRECTIVE_LOOP] = "keep",
    [DIRECTIVE_FUSE] = "local",
    [DIRECTIVE_LAUNCH] = "mode",
};

// Words that people write as a clause though they are a clause's argument.
static const struct {
    const char *word;
    directive_kind directive;
    const char *written;
} bare_arguments[] = {
    { "auto", DIRECTIVE_KERNEL, "schedule(auto)" },
    { "static", DIRECTIVE_KERNEL, "schedule(static)" },
    { "dynamic", DIRECTIVE_KERNEL, "schedule(dynamic)" },
    { "guided", DIRECTIVE_KERNEL, "schedule(guided)" },
    { "steal", DIRECTIVE_KERNEL, "schedule(steal)" },
    { "hardware", DIRECTIVE_KERNEL, "schedule(hardware)" },
    { "max", DIRECTIVE_KERNEL, "groups(max)" },
    { "linear", DIRECTIVE_KERNEL, "order(linear)" },
    { "column", DIRECTIVE_KERNEL, "order(column)" },
    { "tile", DIRECTIVE_KERNEL, "order(tile(8, 8))" },
    { "morton", DIRECTIVE_KERNEL, "order(morton)" },
    { "reverse", DIRECTIVE_KERNEL, "order(reverse)" },
    { "longest", DIRECTIVE_KERNEL, "order(longest)" },
    { "max", DIRECTIVE_LAUNCH, "mode(max)" },
    { "nonpt", DIRECTIVE_LAUNCH, "mode(nonpt)" },
};

const char *order_name(order_kind kind) { return (size_t)kind < COUNT_OF(order_names) ? order_names[kind] : "function"; }

const char *schedule_name(schedule_kind kind)
{
    return (size_t)kind < COUNT_OF(schedule_names) ? schedule_names[kind] : "unknown";
}

static void refuse_word(parser *p, size_t index, const char *what, const char *const *names, size_t count,
                        const char *list)
{
    const char *suggestion = is_name(p, index) ? nearest(p, index, names, count) : NULL;
    if (p->tokens[index].kind == TOKEN_STRING)
        refuse(p, "pt-bad-argument", place_of(p, only(index)), "a %s is a word, without quotes; write %s", what, list);
    else if (suggestion)
        suggest(p,
                refuse(p, "pt-bad-argument", place_of(p, only(index)), "unknown %s '%s'; write '%s'", what,
                       shown(p, index), suggestion),
                suggestion);
    else
        refuse(p, "pt-bad-argument", place_of(p, only(index)), "unknown %s '%s'; write %s", what, shown(p, index),
               list);
}

// What is behind the comma that ends `last`, the last argument that has a place.
static range behind(range last, range inside)
{
    return (range){ last.end + 1 < inside.end ? last.end + 1 : last.end, inside.end };
}

// All parts must have something in them. `clause` is where the clause is.
static bool check_no_empty_part(parser *p, range clause, const range *parts, size_t count, const char *example)
{
    for (size_t i = 0; i < count; i++) {
        if (parts[i].begin < parts[i].end)
            continue;
        // The comma beside the gap, or the closing parenthesis.
        size_t at = parts[i].end < clause.end ? parts[i].end : clause.end - 1;
        refuse_missing(p, only(at), "there is no argument before this", example);
        return false;
    }
    return true;
}

// schedule(kind [, chunk])
static void parse_schedule(parser *p, range clause, range inside)
{
    static const char list[] = "one of auto, static, dynamic, guided, steal and hardware";
    range parts[2];
    size_t count = split_at_commas(p, inside, parts, 2);
    const int kind = parts[0].begin < parts[0].end ? find(p, parts[0].begin, schedule_names, COUNT_OF(schedule_names)) : -1;
    const bool takes_chunk = kind >= 0 && kind != SCHEDULE_AUTO && kind != SCHEDULE_HARDWARE;
    const char *const example = arena_format(p->arena, "schedule(%s, 4)", schedule_names[takes_chunk ? kind : SCHEDULE_DYNAMIC]);
    if (count > 2)
        refuse_extra(p, behind(parts[1], inside), "schedule takes a kind and a chunk, no more", example);
    if (!check_no_empty_part(p, clause, parts, count < 2 ? count : 2, example))
        return;
    if (kind < 0) {
        refuse_word(p, parts[0].begin, "schedule", schedule_names, COUNT_OF(schedule_names), list);
        return;
    }
    if (parts[0].end - parts[0].begin > 1) {
        refuse(p, "pt-bad-argument", place_of(p, only(parts[0].begin + 1)),
               takes_chunk ? "'%s' cannot follow the schedule; write 'schedule(%s)' or 'schedule(%s, 4)'"
                           : "'%s' cannot follow the schedule; write 'schedule(%s)'",
               shown(p, parts[0].begin + 1), schedule_names[kind], schedule_names[kind]);
        return;
    }
    p->out->schedule = (schedule_kind)kind;
    if (count < 2)
        return;
    if (kind == SCHEDULE_AUTO) {
        refuse(p, "pt-bad-chunk", place_of(p, parts[1]),
               "schedule(auto) takes no chunk because the runtime chooses it; write 'schedule(auto)', or the schedule "
               "that the chunk is for");
        return;
    }
    if (kind == SCHEDULE_HARDWARE) {
        refuse(p, "pt-bad-chunk", place_of(p, parts[1]),
               "schedule(hardware) takes no chunk because the GPU hands out single blocks; write 'schedule(hardware)'");
        return;
    }
    parse_count(p, parts[1], "pt-bad-chunk", "the chunk", LARGEST_COUNT, &p->out->chunk);
}

static void parse_items(parser *p, range inside)
{
    range parts[2];
    if (split_at_commas(p, inside, parts, 2) > 1)
        refuse_extra(p, behind(parts[0], inside), "items takes one argument, with parentheses around an expression that has a comma", "items(*count)");
    else
        parse_expression(p, inside, "pt-bad-argument", &p->out->items);
}

static const char groups_example[] = "groups(2 per sm)";

// Index of the `per` of `n per sm`, or the end.
static size_t find_per(parser *p, range inside)
{
    for (size_t i = inside.begin; i < inside.end; i = next_at_top(p, i))
        if (is(p, i, "per"))
            return i;
    return inside.end;
}

// 2persm: a number and its suffix, to the lexer.
static bool is_written_as_one_word(const parser *p, range inside)
{
    return inside.end == inside.begin + 2 && p->tokens[inside.begin].kind == TOKEN_NUMBER &&
           (is(p, inside.begin + 1, "persm") || is(p, inside.begin + 1, "per_sm") || is(p, inside.begin + 1, "perSM"));
}

static void refuse_other_unit(parser *p, size_t unit)
{
    static const char *const sm[] = { "sm" };
    bool near = is_name(p, unit) && nearest(p, unit, sm, 1);
    diagnostic *one = refuse(p, "pt-bad-argument", place_of(p, only(unit)),
                             "groups are counted per streaming multiprocessor, not per '%s'; write '%s'",
                             shown(p, unit), near ? "sm" : groups_example);
    if (near)
        suggest(p, one, "sm");
}

static void parse_groups_per_sm(parser *p, range inside, size_t per)
{
    if (per == inside.begin) {
        refuse_missing(p, only(per), "the number of groups before 'per sm' is missing", groups_example);
    } else if (per + 1 == inside.end) {
        refuse_missing(p, only(per), "'per' must be followed by 'sm'", groups_example);
    } else if (!is(p, per + 1, "sm")) {
        refuse_other_unit(p, per + 1);
    } else if (per + 2 < inside.end) {
        refuse_extra(p, (range){ per + 2, inside.end }, "nothing may follow 'per sm'", groups_example);
    } else if (per == inside.begin + 1 && is(p, inside.begin, "max")) {
        refuse(p, "pt-bad-argument", place_of(p, inside),
               "max already counts the groups of every SM; write 'groups(max)' or a number before 'per sm'");
    } else {
        p->out->groups = GROUPS_PER_SM;
        parse_count(p, (range){ inside.begin, per }, "pt-bad-argument", "the number of groups per SM", LARGEST_COUNT,
                    &p->out->groups_count);
    }
}

// groups(max | n | n per sm)
static void parse_groups(parser *p, range inside)
{
    range parts[2];
    const size_t count = split_at_commas(p, inside, parts, 2);
    const size_t per = count > 1 ? inside.end : find_per(p, inside);
    if (count > 1) {
        refuse_extra(p, behind(parts[0], inside),
                     "groups takes one argument, with parentheses around an expression that has a comma", groups_example);
    } else if (is(p, inside.begin, "max") && inside.end - inside.begin == 1) {
        p->out->groups = GROUPS_MAX;
    } else if (is_written_as_one_word(p, inside)) {
        suggest(p, refuse(p, "pt-bad-argument", place_of(p, only(inside.begin + 1)), "'%s' is two words; write 'groups(%s per sm)'",
                          shown(p, inside.begin + 1), shown(p, inside.begin)), "per sm");
    } else if (per < inside.end) {
        parse_groups_per_sm(p, inside, per);
    } else {
        p->out->groups = GROUPS_N;
        parse_count(p, inside, "pt-bad-argument", "the number of groups", LARGEST_COUNT, &p->out->groups_count);
    }
}

// True if the tokens are a name, perhaps qualified: a, a::b, ::a::b.
static bool is_qualified_name(const parser *p, range r)
{
    size_t i = r.begin;
    if (i < r.end && is(p, i, "::"))
        i++;
    while (i < r.end && is_name(p, i)) {
        if (++i == r.end)
            return true;
        if (!is(p, i++, "::"))
            return false;
    }
    return false;
}

// tile(w, h); `inside` is what is between tile's own parentheses
static void parse_tile(parser *p, range tile, range inside)
{
    static const char example[] = "order(tile(8, 8))";
    range parts[2];
    size_t count = split_at_commas(p, inside, parts, 2);
    if (count > 2) {
        refuse_extra(p, behind(parts[1], inside), "tile takes a width and a height, no more", example);
        return;
    }
    if (count == 0) {
        refuse_missing(p, tile, "tile needs a width and a height in blocks", example);
        return;
    }
    if (!check_no_empty_part(p, tile, parts, count, example))
        return;
    if (count == 1) {
        refuse_missing(p, tile, "tile needs a height too", example);
        return;
    }
    p->out->order = ORDER_TILE;
    parse_count(p, parts[0], "pt-bad-argument", "the width of a tile", LARGEST_TILE, &p->out->tile_width);
    parse_count(p, parts[1], "pt-bad-argument", "the height of a tile", LARGEST_TILE, &p->out->tile_height);
}

// order(linear | column | tile(w, h) | morton | reverse | longest | function)
static void parse_order(parser *p, range inside)
{
    static const char example[] = "order(tile(8, 8))";
    int kind = find(p, inside.begin, order_names, COUNT_OF(order_names));
    size_t count = inside.end - inside.begin;
    range parts[1];
    if (split_at_commas(p, inside, parts, 1) > 1) {
        refuse_extra(p, behind(parts[0], inside), "order takes one argument", example);
        return;
    }
    if (kind == ORDER_TILE && count > 1 && is(p, inside.begin + 1, "(")) {
        size_t close = p->partner[inside.begin + 1];
        if (close + 1 < inside.end)
            refuse_extra(p, (range){ close + 1, inside.end }, "nothing may follow the tile", example);
        else
            parse_tile(p, inside, (range){ inside.begin + 2, close });
        return;
    }
    if (kind == ORDER_TILE && count == 1) {
        refuse_missing(p, inside, "tile needs a width and a height in blocks", example);
        return;
    }
    if (kind >= 0 && count == 1) {
        p->out->order = (order_kind)kind;
        return;
    }
    if (kind >= 0 && is(p, inside.begin + 1, "(")) {
        refuse_extra(p, (range){ inside.begin + 1, inside.end },
                     arena_format(p->arena, "%s takes no argument", order_names[kind]),
                     arena_format(p->arena, "order(%s)", order_names[kind]));
        return;
    }
    const char *const meant = is_name(p, inside.begin) ? nearest(p, inside.begin, order_names, COUNT_OF(order_names)) : NULL;
    if (count > 1 && meant && is(p, inside.begin + 1, "(")) {
        suggest(p, refuse(p, "pt-bad-argument", place_of(p, only(inside.begin)), "unknown order '%s'; write '%s'", shown(p, inside.begin), meant), meant);
        return;
    }
    if (!is_qualified_name(p, inside)) {
        refuse(p, "pt-bad-argument", place_of(p, inside),
               "this is no order; write one of linear, column, tile(w, h), morton, reverse and longest, or the name of a "
               "__device__ function");
        return;
    }
    p->out->order = ORDER_FUNCTION;
    p->out->order_function = expression_text(p, inside);
    p->out->order_function_at = place_of(p, inside);
}

// mode(max | groups(n) | nonpt)
static void parse_mode(parser *p, range inside)
{
    static const char list[] = "one of max, groups(n) and nonpt";
    int kind = find(p, inside.begin, mode_names, COUNT_OF(mode_names));
    if (kind < 0) {
        refuse_word(p, inside.begin, "mode", mode_names, COUNT_OF(mode_names), list);
        return;
    }
    bool has_argument = inside.end - inside.begin > 1 && is(p, inside.begin + 1, "(");
    if (kind == 1 && (!has_argument || p->partner[inside.begin + 1] == inside.begin + 2)) {
        refuse_missing(p, only(inside.begin), "the number of groups in parentheses is missing", "mode(groups(16))");
        return;
    }
    size_t end = has_argument ? p->partner[inside.begin + 1] + 1 : inside.begin + 1;
    if (end < inside.end) {
        refuse_extra(p, (range){ end, inside.end }, "mode takes one argument", "mode(max)");
        return;
    }
    if (kind != 1) { // max, nonpt
        if (has_argument)
            refuse_extra(p, (range){ inside.begin + 1, end },
                         arena_format(p->arena, "%s takes no argument", mode_names[kind]),
                         arena_format(p->arena, "mode(%s)", mode_names[kind]));
        else
            p->out->mode = kind == 0 ? LAUNCH_MAX : LAUNCH_NONPT;
        return;
    }
    range number = { inside.begin + 2, end - 1 };
    range parts[1];
    if (split_at_commas(p, number, parts, 1) > 1) {
        refuse_extra(p, behind(parts[0], number), "groups takes one number here", "mode(groups(16))");
        return;
    }
    for (size_t i = number.begin; i < number.end; i = next_at_top(p, i))
        if (is(p, i, "per")) {
            refuse(
                p, "pt-bad-argument", place_of(p, number),
                "a launch counts its groups as a whole; write 'mode(groups(16))', or 'groups(2 per sm)' at the kernel");
            return;
        }
    p->out->mode = LAUNCH_GROUPS;
    parse_count(p, number, "pt-bad-argument", "the number of groups", LARGEST_COUNT, &p->out->mode_groups);
}

const char *worker_name(worker_kind kind) { return (size_t)kind < COUNT_OF(worker_names) ? worker_names[kind] : "unknown"; }

static void parse_worker(parser *p, range inside)
{
    const int kind = find(p, inside.begin, worker_names, COUNT_OF(worker_names));
    if (kind < 0)
        refuse_word(p, inside.begin, "worker", worker_names, COUNT_OF(worker_names), "one of block, warp and thread");
    else if (inside.end - inside.begin > 1)
        refuse_extra(p, (range){ inside.begin + 1, inside.end }, "worker takes one word", "worker(warp)");
    else
        p->out->worker = (worker_kind)kind;
}

// keep(array)
static void parse_keep(parser *p, range inside)
{
    if (!is_name(p, inside.begin))
        refuse(p, "pt-bad-argument", place_of(p, inside), "keep takes the name of an array; write 'keep(a)' where a launch has the argument 'a'");
    else if (inside.end - inside.begin > 1)
        refuse_extra(p, (range){ inside.begin + 1, inside.end },
                     is(p, inside.begin + 1, ":") ? "keep takes a name alone: tiles and halos are found out at run time" : "keep takes one name",
                     "keep(a)");
    else
        p->out->keep = expression_text(p, inside);
}

// local(array, array)
static void parse_local(parser *p, range inside)
{
    enum { names_at_most = 16 };
    range names[names_at_most];
    const size_t count = split_at_commas(p, inside, names, names_at_most);
    if (count > names_at_most) {
        refuse_extra(p, inside, "local takes 16 names at most", "local(t, u)");
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const range r = names[i];
        if (r.begin == r.end || !is_name(p, r.begin) || r.end - r.begin > 1) {
            refuse(p, "pt-bad-argument", place_of(p, r.begin == r.end ? inside : r),
                   "local takes names of arrays; write 'local(t)' where launches have the argument 't'");
            continue;
        }
        const slice name = expression_text(p, r);
        bool is_there = false;
        for (size_t k = 0; k < p->out->locals.count; k++)
            is_there |= slice_equal(p->out->locals.items[k], name);
        if (is_there)
            refuse(p, "pt-bad-argument", place_of(p, r), "'%s' stands in this clause already; write it once", shown(p, r.begin));
        else
            *ARENA_PUSH(p->arena, &p->out->locals) = name;
    }
}

static void parse_clause(parser *p, clause_kind kind, range clause, range inside)
{
    span at = place_of(p, clause);
    switch (kind) {
    case CLAUSE_SCHEDULE:
        p->out->schedule_at = at;
        parse_schedule(p, clause, inside);
        break;
    case CLAUSE_GROUPS:
        parse_groups(p, inside);
        break;
    case CLAUSE_ORDER:
        p->out->order_at = at;
        parse_order(p, inside);
        break;
    case CLAUSE_ITEMS:
        p->out->items_at = at;
        parse_items(p, inside);
        break;
    case CLAUSE_MODE:
        p->out->mode_at = at;
        parse_mode(p, inside);
        break;
    case CLAUSE_WORKER:
        parse_worker(p, inside);
        break;
    case CLAUSE_KEEP:
        p->out->keep_at = at;
        parse_keep(p, inside);
        break;
    case CLAUSE_LOCAL:
        p->out->local_at = at;
        parse_local(p, inside);
        break;
    case CLAUSE_COUNT:
        break;
    }
}

static void refuse_unknown_clause(parser *p, size_t index)
{
    directive_kind kind = p->out->kind;
    span at = place_of(p, only(index));
    if (!is_name(p, index)) {
        diagnostic *one =
            refuse(p, "pt-unknown-clause", at, "expected a clause instead of '%s'; '#pragma pt %s' takes %s",
                   shown(p, index), directive_name(kind), clause_lists[kind]);
        if (is(p, index, ";") || is(p, index, ","))
            suggest(p, one, "");
        return;
    }
    for (size_t i = 0; i < COUNT_OF(bare_arguments); i++)
        if (bare_arguments[i].directive == kind && is(p, index, bare_arguments[i].word)) {
            diagnostic *one = refuse(p, "pt-unknown-clause", at, "'%s' is a clause's argument; write '%s'",
                                     shown(p, index), bare_arguments[i].written);
            if (index + 1 >= p->count || !is(p, index + 1, "("))
                suggest(p, one, bare_arguments[i].written);
            return;
        }
    const char *names[CLAUSE_COUNT];
    size_t count = 0;
    for (size_t i = 0; i < CLAUSE_COUNT; i++)
        if (clause_forms[i].owner == kind)
            names[count++] = clause_forms[i].name;
    if (kind == DIRECTIVE_BARRIER) {
        names[count++] = "arrive";
        names[count++] = "wait";
    }
    const char *suggestion = nearest(p, index, names, count);
    if (suggestion)
        suggest(p, refuse(p, "pt-unknown-clause", at, "unknown clause '%s'; write '%s'", shown(p, index), suggestion),
                suggestion);
    else
        refuse(p, "pt-unknown-clause", at, "unknown clause '%s'; '#pragma pt %s' takes %s", shown(p, index),
               directive_name(kind), clause_lists[kind]);
}

static void refuse_wrong_clause(parser *p, size_t index, clause_kind clause)
{
    directive_kind kind = p->out->kind;
    span at = place_of(p, only(index));
    if (kind == DIRECTIVE_LAUNCH && clause == CLAUSE_GROUPS)
        refuse(p, "pt-wrong-clause", at,
               "clause 'groups' belongs to '#pragma pt kernel'; write 'mode(groups(16))' at a launch");
    else
        refuse(p, "pt-wrong-clause", at, "clause '%s' belongs to '#pragma pt %s'; '#pragma pt %s' takes %s",
               clause_forms[clause].name, directive_name(clause_forms[clause].owner), directive_name(kind),
               clause_lists[kind]);
}

// How to write the clause at `index` if the word behind it is an argument that only lacks its parentheses.
static const char *missing_parentheses(const parser *p, size_t index, const char *clause)
{
    if (index + 1 >= p->count)
        return NULL;
    for (size_t i = 0; i < COUNT_OF(bare_arguments); i++)
        if (bare_arguments[i].directive == p->out->kind && is(p, index + 1, bare_arguments[i].word) &&
            strncmp(bare_arguments[i].written, clause, strlen(clause)) == 0)
            return bare_arguments[i].written;
    return NULL;
}

void parse_clauses(parser *p, size_t i)
{
    bool seen[CLAUSE_COUNT] = { false };
    bool after_clause = true; // OpenMP allows a comma behind the directive's name, too
    while (i < p->count) {
        if (after_clause && is(p, i, ",") && i + 1 < p->count) {
            after_clause = false;
            i++;
            continue;
        }
        after_clause = true;
        bool has_parentheses = i + 1 < p->count && is(p, i + 1, "(");
        size_t end = is_name(p, i) && has_parentheses ? p->partner[i + 1] + 1 : next_at_top(p, i);
        range clause = { i, end };
        int kind = -1;
        for (int c = 0; c < CLAUSE_COUNT && kind < 0; c++)
            if (is(p, i, clause_forms[c].name))
                kind = c;
        if (kind < 0) {
            refuse_unknown_clause(p, i);
        } else if (clause_forms[kind].owner != p->out->kind) {
            refuse_wrong_clause(p, i, (clause_kind)kind);
        } else if (seen[kind]) {
            refuse(p, "pt-repeated-clause", place_of(p, only(i)),
                   "clause '%s' stands in this directive already; write it once", clause_forms[kind].name);
        } else {
            seen[kind] = true;
            const char *written = has_parentheses ? NULL : missing_parentheses(p, i, clause_forms[kind].name);
            if (written) {
                refuse(p, "pt-missing-argument", place_of(p, only(i)), "clause '%s' needs parentheses; write '%s'",
                       clause_forms[kind].name, written);
                end = i + 2;
            } else if (!has_parentheses || end - i <= 3) {
                refuse(p, "pt-missing-argument", place_of(p, only(i)), "clause '%s' needs an argument; write '%s'",
                       clause_forms[kind].name, clause_forms[kind].example);
            } else {
                parse_clause(p, (clause_kind)kind, clause, (range){ i + 2, end - 1 });
            }
        }
        i = end;
    }
}
