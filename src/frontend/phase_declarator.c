// Finding phases: the declarations of live variables, taken apart (splitter.h).
//
// In:  a declaration that holds a live variable. Out: each live one's type and size, and what stands in the declaration's place.
// Invariant: what is left in the declaration's place computes what it did, in the same order.
#include "frontend/splitter.h"

#include "frontend/barrier.h"

#include <string.h>

// Or only across what is done once a group, and ends a phase as a barrier does.
static bool lives_across_barrier(const splitter *s, const variable *v)
{
    size_t last = v->scope_begin;
    for (size_t i = token_at(s, v->scope_begin); token_of(s, i)->begin < v->scope_end; i++)
        if (slice_equal(bytes_of(s, i), v->name) && !is_member(s, i))
            last = token_of(s, i)->begin;
    for (size_t i = 0; i < s->kernel->facts.count; i++)
        if (barrier_is_grid(s->plan, &s->kernel->facts.items[i]) && s->kernel->facts.items[i].begin > v->scope_begin && s->kernel->facts.items[i].begin < last)
            return true;
    return v->is_parameter || v->is_pointed_to;
}

static void cannot_live(splitter *s, const variable *v, const char *why)
{
    const char *const where = lives_across_barrier(s, v) ? "lives across a barrier"
                                                         : "lives across a declaration of what is shared, or the same for the whole grid (move that to the top)";
    give_up(s, v->is_parameter ? s->d->parameters.items[v->parameter].name_begin : v->scope_begin,
            arena_format(s->plan->arena, "'%.*s' %s, and %s", (int)v->name.length, v->name.bytes, where, why));
}

// Words of a type that say more of the variable than what its values are.
static bool is_special_word(const splitter *s, size_t i)
{
    static const char *const words[] = {"static", "volatile", "register", "constexpr", "decltype", "alignas", "typeof", "__typeof__", "mutable",
                                        "thread_local", "extern", "inline", "__attribute__", "__align__", "__shared__", "__device__", "__constant__", "[", "(",
                                        "&", "&&"};
    return IS_ONE_OF(s, i, words);
}

static bool is_restrict(const splitter *s, size_t i) { return is(s, i, "__restrict__") || is(s, i, "__restrict") || is(s, i, "restrict"); }

void add_token(const splitter *s, text *out, size_t i)
{
    const slice word = bytes_of(s, i);
    const bool joins = is(s, i, "::") || (out->length && out->bytes[out->length - 1] == ':') || is(s, i, ">") || is(s, i, ",") ||
                       is(s, i, "<") || (out->length && out->bytes[out->length - 1] == '<');
    if (out->length && !joins)
        text_add_char(out, ' ');
    text_add_slice(out, word);
}

static variable *declared_at(const splitter *s, size_t i, int statement)
{
    variable *v = find_variable(s, bytes_of(s, i), token_of(s, i)->begin);
    return v && v->declared == statement && v->scope_begin == token_of(s, i)->begin ? v : NULL;
}

// Can the extents, or a type's arguments, be written in front of the phase and in the stub as well? There the body's own names are not.
bool names_locals(const splitter *s, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++) {
        const variable *v = token_of(s, i)->kind == TOKEN_IDENTIFIER ? find_variable(s, bytes_of(s, i), token_of(s, i)->begin) : NULL;
        if (v)
            return true;
    }
    return false;
}

// Names of types and templates are known at the kernel's definition; a stub in front of it knows only those of the language.
static bool is_of_language(const splitter *s, size_t i)
{
    static const char *const words[] = {"int", "unsigned", "signed", "long", "short", "char", "bool", "float", "double", "const", "*", "size_t"};
    if (IS_ONE_OF(s, i, words) || is_restrict(s, i))
        return true;
    for (size_t k = token_at(s, s->d->begin); token_of(s, k)->begin < s->d->specifiers_begin; k++) // a template's parameter
        if (slice_equal(bytes_of(s, k), bytes_of(s, i)))
            return true;
    return false;
}

typedef struct declarator {
    variable *v;
    size_t first, name, behind_extents, end; // tokens; `end`: the comma or the semicolon
    bool has_value;
} declarator;

// TYPE of the variable that `d` declares: specifiers of the statement, pointers of its own, without what makes it constant.
static const char *type_of(splitter *s, const declarator *d, size_t first, size_t behind_specifiers)
{
    text out = text_new(s->plan->arena);
    const bool is_pointer = d->first < d->name && is(s, d->first, "*");
    if (d->v->type) { // of a pointer, `const` comes last where it is the variable's
        const size_t length = strlen(d->v->type);
        const bool ends = length > 5 && strcmp(d->v->type + length - 5, "const") == 0, begins = strncmp(d->v->type, "const ", 6) == 0;
        if (strchr(d->v->type, '*'))
            text_add_slice(&out, (slice){d->v->type, length - (ends ? 5 : 0)});
        else
            text_add(&out, d->v->type + (begins ? 6 : 0));
        return out.bytes;
    }
    for (size_t i = first; i < behind_specifiers; i++)
        if (!(is(s, i, "const") && !is_pointer))
            add_token(s, &out, i);
    for (size_t i = d->first; i < d->name; i++)
        if (!is_restrict(s, i) && !(is(s, i, "const") && !is(s, i + 1, "*")))
            add_token(s, &out, i);
    return out.bytes;
}

// What stands in front of the declarators: a type, and nothing that depends on other variables. Gives the index behind it; 0, and the splitter
// has given up, where it is more than that.
static size_t behind_specifiers_of(splitter *s, int index, const variable *live)
{
    const statement *x = &s->statements.items[index];
    const size_t first = token_at(s, x->begin);
    size_t i = first;
    for (; !declared_at(s, i, index) && !is(s, i, "*"); i++) {
        const bool known = is(s, i, "auto") ? live->type && !strchr(live->type, '(') : token_of(s, i)->kind == TOKEN_IDENTIFIER || is(s, i, "::") || is(s, i, "<") ||
                           is(s, i, ">") || is(s, i, ",") || token_of(s, i)->kind == TOKEN_NUMBER;
        if (!known || is_special_word(s, i) || token_of(s, i)->begin >= x->end || token_of(s, i)->in_directive) {
            cannot_live(s, live, is(s, i, "auto") ? "its type is not written out; write it in place of 'auto'" : "its declaration says more than a type");
            return 0;
        }
    }
    if (names_locals(s, first, i)) {
        cannot_live(s, live, "its type depends on other variables");
        return 0;
    }
    return i;
}

// Can it be declared first and get its value later?
static bool can_wait(const splitter *s, const declarator *d, size_t first)
{
    bool is_const = false; // as it says itself
    for (size_t k = first; k < d->name; k++)
        is_const |= is(s, k, "const");
    return (d->v->can_wait || d->v->is_open) && (!d->v->is_const_type || is_const);
}

// The one that begins at `i`, of a declaration that begins at `first`.
static bool read_declarator(splitter *s, int index, const variable *live, size_t first, size_t i, declarator *d)
{
    const statement *x = &s->statements.items[index];
    *d = (declarator){.first = i};
    while (is(s, i, "*") || is(s, i, "const") || is_restrict(s, i))
        i++;
    d->name = i;
    d->v = declared_at(s, i, index);
    if (!d->v || (d->first < d->name && d->v->type)) {
        cannot_live(s, live, "its declaration is not understood");
        return false;
    }
    if (!can_wait(s, d, first)) {
        cannot_live(s, d->v, "is a reference, or an object that cannot be declared first and get its value later");
        return false;
    }
    if ((d->v->is_const || d->v->is_const_type) && d->v->tells_constants) {
        cannot_live(s, d->v, "is const, and functions may be overloaded on that; drop the const");
        return false;
    }
    bool sized = true;
    for (i++; is(s, i, "["); i = behind_bracket(s, i))
        sized &= !is(s, i + 1, "]");
    d->behind_extents = i;
    for (size_t k = d->name + 1; k < i; k++) // `>` would end the list of types that it becomes part of
        sized &= !is(s, k, ">") && !is(s, k, "<");
    d->has_value = is(s, i, "=") || is(s, i, "{") || is(s, i, "(");
    while (!is(s, i, ",") && !is(s, i, ";") && token_of(s, i)->begin < x->end)
        i = depth_of(s, i) > 0 ? behind_bracket(s, i) : i + 1;
    d->end = i;
    if (!sized || names_locals(s, d->name + 1, d->behind_extents)) {
        cannot_live(s, d->v, sized ? "its size depends on other variables" : "its size is not a plain number");
        return false;
    }
    return true;
}

// The declarators of a statement, up to eight; false where one of its variables cannot live on, and then the splitter has given up.
enum { declarators_at_most = 8 };
static bool read_declarators(splitter *s, int index, const variable *live, declarator *all, size_t *count, size_t *first, size_t *behind_specifiers)
{
    const statement *x = &s->statements.items[index];
    *count = 0;
    *first = token_at(s, x->begin);
    *behind_specifiers = behind_specifiers_of(s, index, live);
    if (!*behind_specifiers)
        return false;
    for (size_t i = *behind_specifiers;; i = all[*count - 1].end + 1) {
        if (*count == declarators_at_most) {
            cannot_live(s, live, "its declaration is not understood");
            return false;
        }
        if (!read_declarator(s, index, live, *first, i, &all[*count]))
            return false;
        if (token_of(s, all[(*count)++].end)->end >= x->end)
            return true;
    }
}

// A parameter is declared already; only its type is needed.
void add_live_parameter(splitter *s, const variable *v)
{
    const parameter *x = &s->d->parameters.items[v->parameter];
    const size_t name = token_at(s, x->name_begin);
    text type = text_new(s->plan->arena);
    if (x->copies_run) {
        cannot_live(s, v, "copies of it run functions");
        return;
    }
    for (size_t i = token_at(s, x->begin); i < name; i++) {
        if (token_of(s, i)->in_directive || is_special_word(s, i) || (s->kernel->declarations.count > 1 && !is_of_language(s, i))) {
            cannot_live(s, v, "the type of this parameter is not understood");
            return;
        }
        if (!is_restrict(s, i) && !is(s, i, "__grid_constant__"))
            add_token(s, &type, i);
    }
    // Whatever constructors it has, a parameter is there already.
    const char *const kept = x->is_class ? arena_format(s->plan->arena, "::pt::live_parameter<%s>", type.bytes) : type.bytes;
    *ARENA_PUSH(s->plan->arena, &s->kernel->grid.live) = (live_value){.name = v->name, .type = kept, .phase = -1, .name_begin = s->d->body_begin};
}

static void cut(splitter *s, phase *ph, size_t begin, size_t end)
{
    if (end > begin)
        *ARENA_PUSH(s->plan->arena, &ph->cut) = (byte_range){begin, end};
}

// In front of its phase it would hide what the name means up to its declaration.
static bool is_named_before(const splitter *s, const variable *v)
{
    for (size_t i = token_at(s, s->d->body_begin); token_of(s, i)->begin < v->scope_begin; i++)
        if (slice_equal(bytes_of(s, i), v->name) && !is_member(s, i))
            return true;
    return false;
}

// `float v = a[i], *p{q}, w;` becomes `v = a[i], p = ::pt::direct<float *>{q};`
static void assign_numbers(splitter *s, const statement *x, phase *ph, const declarator *all, size_t count, size_t first, size_t behind_specifiers)
{
    size_t from = token_of(s, first)->begin; // of what is cut next
    bool any = false;
    for (size_t k = 0; k < count; k++) {
        const declarator *d = &all[k];
        if (!d->has_value)
            continue;
        // What stood in front of the name goes, declarators without a value with it; a comma stays between two values.
        if (any) {
            const size_t comma = token_of(s, all[k - 1].end)->begin;
            cut(s, ph, from, comma);
            from = comma + 1;
        }
        cut(s, ph, from, token_of(s, d->name)->begin);
        if (!is(s, d->behind_extents, "="))
            *ARENA_PUSH(s->plan->arena, &ph->assignments) = (typed_place){token_of(s, d->behind_extents)->begin, type_of(s, d, first, behind_specifiers)};
        from = token_of(s, d->end)->begin;
        any = true;
    }
    cut(s, ph, from, any ? token_of(s, all[count - 1].end)->begin : x->end);
}

// s[i] as a number that is read or written: not &s[i], nor &(s[i]), nor a row, nor an argument that a reference may be bound to.
bool is_element_by_value(const splitter *s, size_t i)
{
    size_t before = i - 1;
    while (is(s, before, "("))
        before--;
    const size_t behind = behind_bracket(s, i + 1);
    return !is(s, before, "&") && !is(s, behind, "[") && !is(s, behind, ".") && !may_be_bound(s, i);
}

// Is only the value of the variable at `i` asked for? Not &p, nor h of an array, nor p.f(), nor f(p), of which somebody may keep the
// address. A member is its value where no member can be or hold an address.
static bool is_used_by_value(const splitter *s, size_t i, const variable *v)
{
    if (is(s, token_at(s, v->scope_begin) + 1, "["))
        return is(s, i + 1, "[") && is_element_by_value(s, i);
    const bool of_member = is(s, i + 1, ".");
    if (of_member && (!v->keeps_no_address || is(s, i + 3, "(") || is(s, i + 3, "[")))
        return false;
    return !is(s, i - 1, "&") && !is(s, i + 1, "->") && !may_be_bound(s, i);
}

// May a constructor of the program's keep the object's address: does it say `this` or take an address, or, where the class has pointers, name anything that it has
// not been given?
static bool keeps_own_address(const splitter *s, const function *g, bool has_pointers)
{
    const declaration *d = plan_definition(g);
    if (!d)
        return has_pointers && g->declarations.count;
    const plan_file *f = &s->plan->files.items[d->file];
    for (size_t i = token_at_or_after(&f->tokens, d->close); f->tokens.items[i].begin < d->body_end; i++) {
        const bool takes = is_token(f, i, "&") && f->tokens.items[i - 1].kind == TOKEN_PUNCTUATION && !is_token(f, i - 1, ")") && !is_token(f, i - 1, "]") &&
                           !plan_is_parameter(f, d, i + 1);
        const bool is_value = f->tokens.items[i].kind == TOKEN_IDENTIFIER && (is_token(f, i - 1, "(") || is_token(f, i - 1, "{") || is_token(f, i - 1, "=")) &&
                              (is_token(f, i + 1, ")") || is_token(f, i + 1, "}") || is_token(f, i + 1, ";") || is_token(f, i + 1, "+") || is_token(f, i + 1, ","));
        const bool is_given = plan_is_parameter(f, d, i) || is_token(f, i, "nullptr") || is_token(f, i, "NULL") || is_token(f, i, "true") || is_token(f, i, "false");
        if (is_token(f, i, "this") || takes || (has_pointers && is_value && !is_given))
            return true;
    }
    return false;
}

static bool is_made_with_own_address(const splitter *s, const statement *x, const variable *v)
{
    for (size_t i = 0; i < s->kernel->facts.count; i++) {
        const fact *call = &s->kernel->facts.items[i];
        const function *g = call->kind == FACT_CALL && call->begin >= x->begin && call->begin < x->end ? &s->plan->functions.items[call->callee] : NULL;
        if (g && g->form == FORM_CONSTRUCTOR && !g->in_system && keeps_own_address(s, g, !v->keeps_no_address))
            return true;
    }
    return false;
}

// `pair p = {1, 2}, q = p;` becomes `pair pt_new_p = {1, 2}, pt_new_q = pt_new_p;`, from which p and q are copied.
static void rename_in(splitter *s, int index, phase *ph, size_t count)
{
    const statement *x = &s->statements.items[index];
    for (size_t i = token_at(s, x->begin); token_of(s, i)->begin < x->end; i++) {
        const variable *v = token_of(s, i)->kind == TOKEN_IDENTIFIER && !is_member(s, i) ? find_variable(s, bytes_of(s, i), token_of(s, i)->begin) : NULL;
        if (!v || v->declared != index)
            continue;
        if (token_of(s, i)->begin == v->scope_begin && v->is_object && is_made_with_own_address(s, x, v))
            cannot_live(s, v, "its constructor may keep its address, which would be that of a copy");
        if (token_of(s, i)->begin != v->scope_begin && !is_used_by_value(s, i, v))
            cannot_live(s, v, "its declaration may keep its address, which would be that of a copy");
        *ARENA_PUSH(s->plan->arena, &ph->renamed) = token_of(s, i)->begin;
    }
    for (size_t k = 0; k < count; k++)
        s->kernel->grid.live.items[s->kernel->grid.live.count - 1 - k].is_copied = true;
}

// NAME = 4
static bool is_number_alone(const splitter *s, const declarator *d)
{
    size_t i = d->behind_extents + 1;
    while (i < d->end && (token_of(s, i)->kind == TOKEN_NUMBER || token_of(s, i)->kind == TOKEN_CHARACTER || token_of(s, i)->kind == TOKEN_PUNCTUATION))
        i++;
    return d->has_value && i >= d->end;
}

// The declaration of variables that live on: they are declared in front of the phase, and get their values where they stood.
void take_apart(splitter *s, int index, const variable *live)
{
    declarator all[declarators_at_most];
    size_t count, first, behind_specifiers;
    if (!read_declarators(s, index, live, all, &count, &first, &behind_specifiers))
        return;
    for (size_t k = 0; k < count && count > 1; k++)
        if (all[k].v->is_const && all[k].v->is_scalar && is_number_alone(s, &all[k])) { // it may stand where the language asks for a constant
            cannot_live(s, all[k].v, "is a constant beside a variable; declare it by itself");
            return;
        }
    for (size_t k = 0; k < count; k++)
        if (is_named_before(s, all[k].v)) {
            cannot_live(s, all[k].v, "its name stands for something else in front of it");
            return;
        }
    const statement *x = &s->statements.items[index];
    phase *ph = &s->kernel->grid.phases.items[x->phase];
    const bool in_front = s->kernel->declarations.count > 1; // of the definition may stand the stub
    for (size_t i = first; i < all[count - 1].end && in_front; i++)
        if ((i < behind_specifiers || (i > all[0].name && i < all[0].behind_extents)) && !is_of_language(s, i) && token_of(s, i)->kind == TOKEN_IDENTIFIER) {
            cannot_live(s, live, "the kernel is declared where its type may not be known");
            return;
        }
    bool in_place = false; // it keeps its declaration, by another name, and is assigned as a whole: an object, an array
    size_t with_value = 0;
    for (size_t k = 0; k < count; k++) {
        const declarator *d = &all[k];
        const bool is_array = d->behind_extents > d->name + 1;
        in_place |= (is_array || d->v->is_object) && d->has_value;
        with_value += d->has_value;
        live_value *value = ARENA_PUSH(s->plan->arena, &s->kernel->grid.live);
        *value = (live_value){.name = d->v->name, .type = type_of(s, d, first, behind_specifiers), .phase = x->phase, .is_open = d->v->is_open,
                              .name_begin = token_of(s, d->name)->begin, .declaration_end = x->end};
        if (is_array)
            value->extents = (slice){s->file->text->bytes + token_of(s, d->name + 1)->begin,
                                     token_of(s, d->behind_extents - 1)->end - token_of(s, d->name + 1)->begin};
    }
    if (in_place && with_value < count)
        cannot_live(s, live, "its declaration has variables with and without a value");
    else if (in_place)
        rename_in(s, index, ph, count);
    else
        assign_numbers(s, x, ph, all, count, first, behind_specifiers);
}
