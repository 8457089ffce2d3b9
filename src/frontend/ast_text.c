// What the AST and a node's text say together, where libclang says nothing: names that a template leaves open, a loop's condition.
//
// In:  nodes, by ast.h alone. Out: nodes, names.
// Invariant: nothing of libclang is needed here.
#include "frontend/ast.h"

#include "support/text.h"

#include <string.h>

ast_node ast_strip(arena *a, ast_node n)
{
    // Implicit conversions and parentheses are nodes of no kind with one child.
    while (ast_node_kind(n) == AST_NONE) {
        ast_nodes children = ast_children(a, n);
        if (children.count != 1)
            return n;
        n = children.items[0];
    }
    return n;
}

bool ast_has_attribute(arena *a, ast_node declaration, ast_kind attribute)
{
    const ast_nodes children = ast_children(a, declaration);
    for (size_t i = 0; i < children.count; i++)
        if (ast_node_kind(children.items[i]) == attribute)
            return true;
    return false;
}

// The parts of a `for` that are there come one after the other: the semicolons tell which is the condition.
ast_node ast_for_condition(ast *t, arena *a, ast_node loop, ast_nodes parts)
{
    const char *text = ast_text(t, a, loop);
    ast_range whole = ast_extent(t, loop);
    size_t semicolons[2] = {0}, found = 0;
    int depth = 0;
    for (size_t i = 0; text[i] && found < 2; i++) {
        depth += text[i] == '(' || text[i] == '{' || text[i] == '[';
        depth -= text[i] == ')' || text[i] == '}' || text[i] == ']';
        if (text[i] == ';' && depth == 1)
            semicolons[found++] = whole.begin + i;
    }
    for (size_t i = 0; found == 2 && !whole.in_macro && i + 1 < parts.count; i++) {
        ast_range r = ast_extent(t, parts.items[i]);
        if (r.begin > semicolons[0] && r.begin < semicolons[1])
            return parts.items[i];
    }
    return whole.in_macro && parts.count == 4 ? parts.items[1] : (ast_node){0};
}

// The first word that is not `template`.
static const char *first_word(arena *a, const char *name)
{
    for (size_t length = 0;; name += length) {
        while (*name && !is_name_byte(*name))
            name++;
        for (length = 0; is_name_byte(name[length]);)
            length++;
        if (length != strlen("template") || strncmp(name, "template", length) != 0)
            return arena_copy(a, name, length);
    }
}

// `operator=`, as an operator is called by its name; or the word.
static const char *first_name(arena *a, const char *text)
{
    static const char word[] = "operator", template[] = "template";
    text += strspn(text, " \t\r\n");
    if (strncmp(text, template, sizeof template - 1) == 0 && !is_name_byte(text[sizeof template - 1]))
        text += sizeof template - 1 + strspn(text + sizeof template - 1, " \t\r\n");
    const char *behind = text + sizeof word - 1;
    if (strncmp(text, word, sizeof word - 1) != 0 || is_name_byte(*behind))
        return first_word(a, text);
    behind += strspn(behind, " \t\r\n");
    return arena_format(a, "%s%.*s", word, (int)strcspn(behind, " \t\r\n"), behind);
}

// The AST's name for a member of an open type is the object's: the text says what stands behind the last dot.
const char *ast_member_name(ast *t, arena *a, ast_node n)
{
    if (!ast_is_null(ast_referenced(n)) && *ast_name(a, n)) // f(x), of a member template that is open, has none
        return ast_name(a, n);
    const char *text = ast_text(t, a, n), *name = text;
    int depth = 0;
    for (const char *p = text; *p; p++) {
        depth += *p == '(' || *p == '[' || *p == '{';
        depth -= *p == ')' || *p == ']' || *p == '}';
        bool arrow = p[0] == '-' && p[1] == '>';
        if (depth == 0 && (*p == '.' || arrow)) {
            name = p + (arrow ? 2 : 1);
            if (strncmp(first_name(a, name), "operator", strlen("operator")) == 0) // of which the rest may be an arrow
                break;
        }
    }
    return first_name(a, name);
}

const char *ast_qualified_name(ast *t, arena *a, ast_node n)
{
    const char *text = ast_text(t, a, n), *name = text;
    int depth = 0;
    for (const char *p = text; *p; p++) {
        depth += *p == '<' || *p == '(' || *p == '[' || *p == '{';
        depth -= *p == '>' || *p == ')' || *p == ']' || *p == '}';
        if (depth == 0 && p[0] == ':' && p[1] == ':')
            name = p + 2;
    }
    return first_word(a, name);
}

const char *ast_qualifying_template(ast *t, arena *a, ast_node n)
{
    const char *text = ast_text(t, a, n), *before = text, *last = NULL;
    int depth = 0;
    for (const char *p = text; *p; p++) {
        depth += *p == '<' || *p == '(' || *p == '[' || *p == '{';
        depth -= *p == '>' || *p == ')' || *p == ']' || *p == '}';
        if (depth == 0 && p[0] == ':' && p[1] == ':') {
            before = last ? last + 2 : before;
            last = p;
        }
    }
    const char *const open = last ? memchr(before, '<', (size_t)(last - before)) : NULL;
    return open ? first_word(a, before) : NULL;
}
