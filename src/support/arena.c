// Arena: a list of blocks; small requests are cut from the newest block, large ones get a block of their own.
// Arrays grow in place when they are the newest block's last allocation, else by copy.
// Under AddressSanitizer every allocation is a block of its own, so that overruns are seen.
#include "support/arena.h"

#include "support/format.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define ARENA_ONE_BLOCK_EACH 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_ONE_BLOCK_EACH 1
#endif
#endif
#ifndef ARENA_ONE_BLOCK_EACH
#define ARENA_ONE_BLOCK_EACH 0
#endif

enum { BLOCK_SIZE_BYTES = 64 * 1024, LARGE_SIZE_BYTES = 16 * 1024, LARGE_ITEM_BYTES = 64 };

typedef struct block {
    struct block *next;
    size_t used_bytes, size_bytes;
    max_align_t bytes[];
} block;

struct arena {
    block *blocks; // the newest first; only the first one is cut from
};

static const size_t alignment_bytes = _Alignof(max_align_t);

static _Noreturn void out_of_memory(size_t size_bytes)
{
    fprintf(stderr, "ptcc: error: out of memory (%zu bytes asked for)\n", size_bytes);
    exit(2);
}

static void *system_alloc(size_t size_bytes)
{
    void *memory = calloc(1, size_bytes);
    if (!memory)
        out_of_memory(size_bytes);
    return memory;
}

static block *block_new(size_t size_bytes)
{
    if (size_bytes > PTRDIFF_MAX - sizeof(block))
        out_of_memory(size_bytes);
    block *b = system_alloc(sizeof(block) + size_bytes);
    b->size_bytes = size_bytes;
    return b;
}

static size_t rounded_up(size_t size_bytes)
{
    if (size_bytes > PTRDIFF_MAX)
        out_of_memory(size_bytes);
    size_t wanted_bytes = size_bytes ? size_bytes : 1;
    return (wanted_bytes + alignment_bytes - 1) / alignment_bytes * alignment_bytes;
}

arena *arena_new(void)
{
    return system_alloc(sizeof(arena));
}

void arena_free(arena *a)
{
    if (!a)
        return;
    for (block *b = a->blocks, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    free(a);
}

void *arena_alloc(arena *a, size_t size_bytes)
{
    if (ARENA_ONE_BLOCK_EACH || size_bytes >= LARGE_SIZE_BYTES) {
        // Exactly the size asked for, behind the block that small requests are cut from.
        block *b = block_new(size_bytes ? size_bytes : 1);
        b->used_bytes = b->size_bytes;
        if (a->blocks) {
            b->next = a->blocks->next;
            a->blocks->next = b;
        } else {
            a->blocks = b;
        }
        return b->bytes;
    }
    size_t wanted_bytes = rounded_up(size_bytes);
    if (!a->blocks || a->blocks->size_bytes - a->blocks->used_bytes < wanted_bytes) {
        block *b = block_new(BLOCK_SIZE_BYTES);
        b->next = a->blocks;
        a->blocks = b;
    }
    void *memory = (char *)a->blocks->bytes + a->blocks->used_bytes;
    a->blocks->used_bytes += wanted_bytes;
    return memory;
}

char *arena_copy(arena *a, const char *text, size_t length_bytes)
{
    char *copy = arena_alloc(a, length_bytes + 1);
    if (length_bytes)
        memcpy(copy, text, length_bytes);
    return copy;
}

char *arena_string(arena *a, const char *text)
{
    return text ? arena_copy(a, text, strlen(text)) : NULL;
}

char *arena_vformat(arena *a, const char *format, va_list args)
{
    va_list measured;
    va_copy(measured, args);
    char small[128]; // mostly enough, and then once is
    int length = format_bytes(small, sizeof small, format, measured);
    va_end(measured);
    if (length < 0) // only an impossible conversion ends here; the format itself says most
        return arena_string(a, format);
    if ((size_t)length < sizeof small)
        return arena_copy(a, small, (size_t)length);
    char *result = arena_alloc(a, (size_t)length + 1);
    format_bytes(result, (size_t)length + 1, format, args);
    return result;
}

char *arena_format(arena *a, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *result = arena_vformat(a, format, args);
    va_end(args);
    return result;
}

// True when [items, items + old_bytes) is the newest block's last allocation and the block has room to make it
// new_bytes long; the room is then taken. It is zero: nothing was ever cut from it.
static bool extend_in_place(arena *a, void *items, size_t old_bytes, size_t new_bytes)
{
    block *b = a->blocks;
    if (ARENA_ONE_BLOCK_EACH || !items || !b)
        return false;
    size_t old_rounded = rounded_up(old_bytes), new_rounded = rounded_up(new_bytes);
    if (b->used_bytes < old_rounded || (char *)items != (char *)b->bytes + (b->used_bytes - old_rounded))
        return false;
    if (new_rounded - old_rounded > b->size_bytes - b->used_bytes)
        return false;
    b->used_bytes += new_rounded - old_rounded;
    return true;
}

void *arena_grow(arena *a, void *items, size_t count, size_t *capacity, size_t item_size_bytes)
{
    if (count < *capacity)
        return items;
    // Lists of large records are mostly of one or two, and there are thousands of them.
    size_t new_capacity = *capacity ? *capacity * 2 : item_size_bytes >= LARGE_ITEM_BYTES ? 2 : 8;
    if (new_capacity <= count)
        new_capacity = count + 1;
    if (new_capacity < *capacity || new_capacity > PTRDIFF_MAX / item_size_bytes)
        out_of_memory(SIZE_MAX);
    size_t old_bytes = *capacity * item_size_bytes, new_bytes = new_capacity * item_size_bytes;
    void *grown = items;
    if (!extend_in_place(a, items, old_bytes, new_bytes)) {
        grown = arena_alloc(a, new_bytes);
        if (old_bytes) // not `count`: a caller may ask for more than doubles
            memcpy(grown, items, old_bytes);
    }
    *capacity = new_capacity;
    return grown;
}
