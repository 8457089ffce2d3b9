// What one node reads that only makes sense if others write, what it waits for by itself, and which lock it gives free: see spin.h.
//
// In:  a node. Out: its own sources; those of its operands are found by spin_value.c.
// Invariant: memory of the thread or of the block is nobody else's, whatever reads it.
#include "frontend/spin_parts.h"

#include "frontend/assembly.h"

#include <ctype.h>
#include <string.h>

static bool same_text(ast *t, arena *a, ast_node x, ast_node y)
{
    const char *text = ast_text(t, a, x);
    return *text && strcmp(text, ast_text(t, a, y)) == 0;
}

bool spin_only_looks(ast *t, arena *a, ast_node n)
{
    if (ast_node_kind(n) != AST_CALL)
        return true;
    const char *name = spin_called_name(t, a, n);
    ast_nodes call = ast_children(a, n);
    if (strncmp(name, "atomicCAS", 9) == 0)
        return call.count > 3 && same_text(t, a, call.items[2], call.items[3]);
    return strncmp(name, "atomicExch", 10) != 0 && !strstr(name, "exchange") && strcmp(name, "test_and_set") != 0;
}

static void read_by_atomic(ast *t, arena *a, const char *operation, ast_nodes call, spin_sources *out)
{
    if (call.count < 3 || spin_is_own_memory(t, a, call.items[1]))
        return;
    ast_node value = call.items[call.count > 3 ? 3 : 2];
    bool zero = spin_is_number(t, a, call.items[2], true);
    if (strncmp(operation, "CAS", 3) == 0) {
        if (call.count < 4)
            return;
        if (same_text(t, a, call.items[2], value))
            spin_add_kind(a, out, SPIN_LOAD, "");
        else if (zero && !spin_is_number(t, a, value, true))
            spin_add_kind(a, out, SPIN_LOCK, spin_operand_name(t, a, call.items[1]));
        else
            spin_add_kind(a, out, spin_is_number(t, a, call.items[2], false) ? SPIN_LOAD : SPIN_RETRY, "");
    } else if (strncmp(operation, "Exch", 4) == 0) {
        bool lock = spin_is_number(t, a, call.items[2], false);
        spin_add_kind(a, out, lock ? SPIN_LOCK : SPIN_LOAD, lock ? spin_operand_name(t, a, call.items[1]) : "");
    } else if (strncmp(operation, "Add", 3) == 0 || strncmp(operation, "Sub", 3) == 0) {
        if (zero) // otherwise it comes forward itself
            spin_add_kind(a, out, SPIN_LOAD, "");
    } else if (strncmp(operation, "Inc", 3) != 0 && strncmp(operation, "Dec", 3) != 0) {
        spin_add_kind(a, out, SPIN_LOAD, "");
    }
}

// cuda::counting_semaphore, cuda::latch, cuda::barrier, std's, but for those whose scope is the block or the thread.
static bool is_for_blocks(const char *type)
{
    static const char *const names[] = {"semaphore", "latch", "barrier"};
    static const char *const narrow[] = {"thread_scope_block", "thread_scope_thread", "(thread_scope)2", "(thread_scope)3",
                                         "(cuda::thread_scope)2", "(cuda::thread_scope)3"};
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        found |= strstr(type, names[i]) != NULL;
    for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++)
        found &= strstr(type, narrow[i]) == NULL;
    return found;
}

// cuda::atomic, cuda::atomic_ref, std's: by the type of the object.
static void read_by_object(ast *t, arena *a, const char *name, ast_nodes call, spin_sources *out)
{
    ast_node callee = call.count ? ast_strip(a, call.items[0]) : (ast_node){0};
    if (ast_is_null(callee) || ast_node_kind(callee) != AST_MEMBER_REFERENCE)
        return;
    ast_nodes object = ast_children(a, callee);
    const char *type = object.count ? ast_type_behind_names(a, ast_strip(a, object.items[0])) : "";
    if (is_for_blocks(type) && strncmp(name, "try_", 4) == 0 && !spin_is_own_memory(t, a, object.items[0]))
        spin_add_kind(a, out, SPIN_LOAD, "");
    if (!strstr(type, "atomic") || spin_is_own_memory(t, a, object.items[0]))
        return;
    bool zero = call.count > 1 && spin_is_number(t, a, call.items[1], true);
    if (strcmp(name, "load") == 0 || strcmp(name, "test") == 0 || strncmp(name, "operator ", 9) == 0 ||
        (strncmp(name, "fetch_", 6) == 0 && zero))
        spin_add_kind(a, out, SPIN_LOAD, "");
    else if (strcmp(name, "test_and_set") == 0 || (strcmp(name, "exchange") == 0 && !zero))
        spin_add_kind(a, out, SPIN_LOCK, spin_operand_name(t, a, object.items[0]));
    else if (strcmp(name, "exchange") == 0)
        spin_add_kind(a, out, SPIN_LOAD, "");
    else if (strncmp(name, "compare_exchange_", 17) == 0)
        spin_add_kind(a, out, SPIN_RETRY, spin_operand_name(t, a, object.items[0]));
}

// __nv_atomic_fetch_add_n(address, ...): nvcc's own.
static void read_by_builtin(ast *t, arena *a, const char *operation, ast_nodes call, spin_sources *out)
{
    if (strncmp(operation, "compare_exchange", 16) == 0 && call.count > 1)
        spin_add_kind(a, out, SPIN_RETRY, spin_operand_name(t, a, call.items[1]));
    else if (strncmp(operation, "store", 5) != 0 && strcmp(operation, "thread_fence") != 0)
        spin_add_kind(a, out, SPIN_LOAD, "");
}

static bool has_part(const char *instruction, size_t length, const char *part)
{
    const size_t size = strlen(part);
    for (size_t i = 0; i + size <= length; i++)
        if (memcmp(instruction + i, part, size) == 0 && (i + size == length || !isalnum((unsigned char)instruction[i + size])))
            return true;
    return false;
}

// ld.acquire.gpu.global.u32, ld.global.acquire.gpu.b32, ld.volatile, atom.add: in whatever order its parts stand.
static bool instruction_reads(const char *instruction, size_t length)
{
    static const char *const ways[] = {".volatile", ".acquire", ".relaxed", ".strong", ".mmio", ".cv", ".cg"};
    if (has_part(instruction, length, ".shared") || has_part(instruction, length, "::cta") || has_part(instruction, length, "::cluster"))
        return false;
    if (length > 5 && memcmp(instruction, "atom.", 5) == 0)
        return true;
    for (size_t i = 0; i < sizeof ways / sizeof *ways && length > 3 && memcmp(instruction, "ld.", 3) == 0; i++)
        if (has_part(instruction, length, ways[i]))
            return true;
    return false;
}

static bool reads_in_assembly(const char *text)
{
    if (text == assembly_unknown)
        return true;
    while (*text) {
        size_t length = 0;
        while (isalnum((unsigned char)text[length]) || text[length] == '_' || text[length] == '.' || text[length] == ':')
            length++;
        if (instruction_reads(text, length))
            return true;
        text += length ? length : 1;
    }
    return false;
}

// "ld.global.s32 %0, [%1];" beside a memory clobber: what the compiler may not keep.
static bool reads_anew_in_assembly(ast *t, arena *a, ast_node n)
{
    const char *const text = assembly_template(t, a, n);
    return reads_in_assembly(text) || (strstr(ast_text(t, a, n), "\"memory\"") && assembly_has(text, "ld") && !assembly_has(text, "nc"));
}

// cub::ThreadLoad<cub::LOAD_CG>(p), an iterator with such a modifier: past the first cache, which is not the blocks' own.
static bool names_shared_load(const char *text)
{
    static const char *const past[] = {"LOAD_VOLATILE", "LOAD_CG", "LOAD_CV"};
    for (size_t i = 0; i < sizeof past / sizeof *past; i++)
        if (strstr(text, past[i]))
            return true;
    return false;
}

static bool is_load_of_cub(ast *t, arena *a, const char *name, ast_node call)
{
    if (strcmp(name, "ThreadLoad") == 0 || (!*name && strstr(ast_text(t, a, call), "ThreadLoad<"))) // in a template it has no name
        return !strstr(ast_text(t, a, call), "LOAD_LDG") && !strstr(ast_text(t, a, call), "LOAD_CA") && !strstr(ast_text(t, a, call), "LOAD_DEFAULT");
    const ast_nodes operands = ast_children(a, call);
    for (size_t i = 0; i < operands.count && strncmp(name, "operator", 8) == 0; i++) {
        const char *const type = ast_type_behind_names(a, ast_strip(a, operands.items[i]));
        if (strstr(type, "CacheModifiedInputIterator") && (names_shared_load(type) || strstr(type, "(cub::") || strstr(type, "::CacheLoadModifier)")))
            return true;
    }
    return false;
}

bool spin_is_fence(const char *name)
{
    return strncmp(name, "__threadfence", 13) == 0 || strcmp(name, "__nv_atomic_thread_fence") == 0 || strcmp(name, "atomic_thread_fence") == 0 ||
           strcmp(name, "fence") == 0 || strncmp(name, "fence_", 6) == 0; // of cuda::ptx
}

static bool is_expression(ast_kind k) { return k == AST_NONE || k == AST_REFERENCE || k == AST_MEMBER_REFERENCE; }

// s.flags, where a template leaves open which class s is of: volatile, if the class that the template names says so.
static bool is_open_volatile_member(ast *t, arena *a, ast_node member)
{
    ast_nodes object = ast_children(a, member);
    if (ast_node_kind(member) != AST_MEMBER_REFERENCE || !ast_is_null(ast_referenced(member)) || object.count != 1)
        return false;
    const ast_node class = ast_type_template(ast_strip(a, object.items[0]));
    ast_nodes fields = ast_is_null(class) ? (ast_nodes){0} : ast_children(a, class);
    const char *const name = ast_member_name(t, a, member);
    for (size_t i = 0; i < fields.count; i++)
        if (ast_node_kind(fields.items[i]) == AST_FIELD && strcmp(ast_name(a, fields.items[i]), name) == 0)
            return ast_type_is_volatile(fields.items[i]);
    return false;
}

spin_sources spin_in_node(ast *t, arena *a, ast_node n)
{
    spin_sources out = {0};
    ast_kind k = ast_node_kind(n);
    if (k == AST_CALL) {
        const char *name = spin_called_name(t, a, n);
        if (strncmp(name, "atomic", 6) == 0)
            read_by_atomic(t, a, name + 6, ast_children(a, n), &out);
        else if (strncmp(name, "__nv_atomic_", 12) == 0)
            read_by_builtin(t, a, name + 12, ast_children(a, n), &out);
        else if (strcmp(name, "__ldcg") == 0 || strcmp(name, "__ldcv") == 0 || strstr(name, "atomic_load") || is_load_of_cub(t, a, name, n))
            spin_add_kind(a, &out, SPIN_LOAD, "");
        else
            read_by_object(t, a, name, ast_children(a, n), &out);
        if (!out.count && ast_type_is_volatile(n)) // what an operator gives a reference to
            spin_add_kind(a, &out, SPIN_LOAD, "");
    } else if (k == AST_ASM) {
        if (reads_anew_in_assembly(t, a, n))
            spin_add_kind(a, &out, SPIN_LOAD, "");
    } else if (is_expression(k) && (ast_type_is_volatile(n) || is_open_volatile_member(t, a, n)) && !spin_is_own_memory(t, a, n)) {
        spin_add_kind(a, &out, SPIN_LOAD, "");
    }
    return out;
}

bool spin_always(ast *t, arena *a, ast_node n)
{
    if (ast_node_kind(n) == AST_ASM) {
        const char *text = assembly_template(t, a, n);
        return reads_in_assembly(text) && assembly_has(text, "bra");
    }
    if (ast_node_kind(n) != AST_CALL)
        return false;
    const char *name = spin_called_name(t, a, n);
    if (strcmp(name, "WaitForValid") == 0 || strncmp(name, "atomic_wait", 11) == 0) // cub's look-back; cuda::std's
        return true;
    ast_nodes children = ast_children(a, n);
    ast_node callee = children.count ? ast_strip(a, children.items[0]) : (ast_node){0};
    const bool waits = strcmp(name, "wait") == 0;
    if ((!waits && strcmp(name, "acquire") != 0 && strcmp(name, "arrive_and_wait") != 0) || ast_is_null(callee) ||
        ast_node_kind(callee) != AST_MEMBER_REFERENCE)
        return false;
    ast_nodes object = ast_children(a, callee);
    const char *type = object.count ? ast_type_behind_names(a, ast_strip(a, object.items[0])) : "";
    return ((waits && strstr(type, "atomic")) || is_for_blocks(type)) && !spin_is_own_memory(t, a, object.items[0]);
}

const char *spin_released(ast *t, arena *a, ast_node n)
{
    if (ast_node_kind(n) == AST_CALL) {
        const char *name = spin_called_name(t, a, n);
        ast_nodes call = ast_children(a, n);
        if (strncmp(name, "atomic", 6) == 0 && call.count >= 3) {
            bool swap = strncmp(name, "atomicCAS", 9) == 0 && call.count > 3;
            bool sets = swap || strncmp(name, "atomicExch", 10) == 0 || strncmp(name, "atomicAnd", 9) == 0;
            return sets && spin_is_number(t, a, call.items[swap ? 3 : 2], true) ? spin_operand_name(t, a, call.items[1]) : NULL;
        }
        bool stores = (strcmp(name, "store") == 0 || strcmp(name, "exchange") == 0) && call.count > 1 &&
                      spin_is_number(t, a, call.items[1], true);
        if (!stores && strcmp(name, "clear") != 0)
            return NULL;
        ast_node callee = ast_strip(a, call.items[0]);
        ast_nodes object = ast_children(a, callee);
        return ast_node_kind(callee) == AST_MEMBER_REFERENCE && object.count ? spin_operand_name(t, a, object.items[0]) : NULL;
    }
    if (strcmp(ast_operator(t, a, n), "=") != 0)
        return NULL;
    ast_nodes sides = ast_children(a, n);
    return sides.count == 2 && spin_is_number(t, a, sides.items[1], true) && !spin_is_own_memory(t, a, sides.items[0])
               ? spin_operand_name(t, a, sides.items[0]) : NULL;
}
