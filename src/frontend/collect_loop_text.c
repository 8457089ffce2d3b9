// Collecting, loops of the host: how a call or a value stands in the text (collect_loop_parts.h).
//
// In:  a node, a call's record. Out: what of the text can be put in parentheses for a call; whether a macro hands it on; whether it is evaluated.
// Rule: what has no text of its own, or begins in one macro's argument and ends in another's, is not edited.
#include "frontend/collect_loop_parts.h"

#include <string.h>

// if (flag f = g()): what turns f into a condition is called where f is declared.
static bool is_declared_there(collector *c, ast_node n)
{
    const ast_place at = ast_location(c->ast, n);
    ast_nodes children = ast_children(c->arena, n);
    ast_node part = n;
    for (; children.count; children = ast_children(c->arena, part))
        part = children.items[children.count - 1];
    const ast_place declared = ast_node_kind(part) == AST_REFERENCE ? ast_location(c->ast, ast_referenced(part)) : (ast_place){.file = -1};
    return declared.file >= 0 && declared.file == at.file && declared.offset == at.offset;
}

// What stands for the call and can be put in parentheses. Of p->m, where the call of the operator is `p->`, that is `p`. The one by which a
// range gives what it holds has the colon's place.
void find_written(collector *c, ast_node n, loop_call *x, const host_loop *loop)
{
    const plan_file *const f = file_at(c, loop->file);
    if (x->in_macro)
        return;
    x->is_unwritten = is_token(f, token_at_or_after(&f->tokens, x->begin), ":") || is_declared_there(c, n);
    const size_t last = token_at_or_after(&f->tokens, x->end) - 1;
    if (strcmp(x->name, "operator->") == 0 && is_token(f, last, "->"))
        x->end = f->tokens.items[last - 1].end;
}

// Of NAME or NAME(...): a call that a macro hands to another one has no end of its own.
size_t end_of_macro(const plan_file *f, size_t begin)
{
    const size_t name = token_at_or_after(&f->tokens, begin);
    return f->tokens.items[is_token(f, name + 1, "(") ? skip_balanced(f, name + 1) - 1 : name].end;
}

// APPLY(f, x), with #define APPLY(f, x) f(x): the call begins at what the macro is given and ends behind it.
bool takes_macro_apart(const collector *c, size_t begin, size_t end, const host_loop *loop)
{
    const plan_file *f = file_at(c, loop->file);
    int depth = 0;
    size_t i = token_at_or_after(&f->tokens, begin);
    for (; f->tokens.items[i].begin < end && depth >= 0; i++)
        depth += bracket_depth(f, i);
    return depth != 0;
}

// (...), and nothing behind them; what has no brackets, `sizeof x`, is one name.
static bool ends_with_brackets(const char *text)
{
    int depth = 0;
    const char *at = text + strspn(text, " \t");
    if (*at != '(')
        return !strpbrk(at, "()");
    do {
        depth += (*at == '(') - (*at == ')');
        at++;
    } while (*at && depth > 0);
    return depth == 0 && !*at;
}

// Its operand is not evaluated. A declaration and a value that begin so, `decltype(x) y = f();`, `sizeof(x) * f()`, end behind it.
bool asks_for_type(collector *c, ast_node n, ast_kind kind)
{
    static const char *const words[] = {"sizeof", "alignof", "decltype", "noexcept", "typeid"};
    if (kind != AST_NONE || *ast_operator(c->ast, c->arena, n))
        return false;
    const char *const text = ast_text(c->ast, c->arena, n);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(text, words[i], strlen(words[i])) == 0)
            return ends_with_brackets(text + strlen(words[i]));
    return false;
}
