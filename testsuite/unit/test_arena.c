// Unit tests of the arena: zeroed, aligned, growing, and a clear end when memory is out.
#include "support/arena.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdint.h>
#include <string.h>

typedef struct numbers {
    int *items;
    size_t count, capacity;
} numbers;

Test(arena, memory_is_zeroed_aligned_and_distinct)
{
    arena *a = arena_new();
    unsigned char *before = NULL;
    for (size_t size_bytes = 0; size_bytes < 5000; size_bytes += 7) {
        unsigned char *memory = arena_alloc(a, size_bytes);
        cr_assert_eq((uintptr_t)memory % _Alignof(max_align_t), 0, "size %zu", size_bytes);
        cr_assert_neq(memory, before, "size %zu", size_bytes);
        for (size_t i = 0; i < size_bytes; i++)
            cr_assert_eq(memory[i], 0, "size %zu byte %zu", size_bytes, i);
        memset(memory, 0xFF, size_bytes); // the next one must not lie here
        before = memory;
    }
    arena_free(a);
}

Test(arena, large_and_small_do_not_disturb_each_other)
{
    arena *a = arena_new();
    enum { COUNT = 200 };
    unsigned char *memory[COUNT];
    size_t sizes_bytes[COUNT];
    for (int i = 0; i < COUNT; i++) {
        sizes_bytes[i] = i % 3 == 0 ? 100000 + (size_t)i : (size_t)i + 1;
        memory[i] = arena_alloc(a, sizes_bytes[i]);
        memset(memory[i], i, sizes_bytes[i]);
    }
    for (int i = 0; i < COUNT; i++)
        for (size_t j = 0; j < sizes_bytes[i]; j++)
            cr_assert_eq(memory[i][j], i, "block %d byte %zu", i, j);
    arena_free(a);
}

Test(arena, copies_and_formats)
{
    arena *a = arena_new();
    char *copy = arena_copy(a, "ab\0cd", 5);
    cr_assert_arr_eq(copy, "ab\0cd", 6); // with the NUL behind
    cr_assert_null(arena_string(a, NULL));
    cr_assert_str_eq(arena_string(a, "x"), "x");
    cr_assert_str_eq(arena_format(a, "%s-%d", "pt", 42), "pt-42");
    char long_text[3000];
    memset(long_text, 'y', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    cr_assert_eq(strlen(arena_format(a, "<%s>", long_text)), sizeof long_text + 1);
    arena_free(a);
}

Test(arena, push_keeps_elements_over_growth)
{
    arena *a = arena_new();
    numbers one = {0}, two = {0};
    for (int i = 0; i < 30000; i++) {
        *ARENA_PUSH(a, &one) = i;
        if (i % 3 == 0)
            *ARENA_PUSH(a, &two) = -i; // so that neither can always grow in place
    }
    cr_assert_eq(one.count, 30000);
    for (int i = 0; i < 30000; i++)
        cr_assert_eq(one.items[i], i);
    for (size_t i = 0; i < two.count; i++)
        cr_assert_eq(two.items[i], -3 * (int)i);
    arena_free(a);
}

Test(arena, grown_room_is_zeroed)
{
    arena *a = arena_new();
    numbers list = {0};
    for (int i = 0; i < 5000; i++) {
        *ARENA_PUSH(a, &list) = -1;
        for (size_t j = list.count; j < list.capacity; j++)
            cr_assert_eq(list.items[j], 0);
    }
    arena_free(a);
}

// One list alone grows in place until its block ends, then it must move: behind the block lies somebody else's memory.
Test(arena, growth_in_place_stops_at_the_end_of_the_block)
{
    arena *a = arena_new();
    numbers list = {0};
    for (int i = 0; i < 200000; i++)
        *ARENA_PUSH(a, &list) = i;
    for (int i = 0; i < 100; i++)
        memset(arena_alloc(a, 20000), 0xFF, 20000);
    for (int i = 0; i < 200000; i++)
        cr_assert_eq(list.items[i], i);
    arena_free(a);
}

Test(arena, free_of_null_is_harmless)
{
    arena_free(NULL);
}

// SIZE_MAX, sums that wrap, and what no machine has: exit status 2, not a crash and not a small block.
Test(arena, out_of_memory_ends_with_2, .init = cr_redirect_stderr, .exit_code = 2)
{
    arena_alloc(arena_new(), SIZE_MAX);
}

Test(arena, rounding_does_not_wrap, .init = cr_redirect_stderr, .exit_code = 2)
{
    arena_alloc(arena_new(), SIZE_MAX - 3);
}

Test(arena, growth_does_not_wrap, .init = cr_redirect_stderr, .exit_code = 2)
{
    size_t capacity = SIZE_MAX / 8;
    arena_grow(arena_new(), NULL, SIZE_MAX / 8, &capacity, 16);
}
