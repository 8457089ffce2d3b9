// Unit tests of the maps: what was put is found, over growth and collisions, and nothing else is.
#include "support/map.h"

#include <criterion/criterion.h>

Test(map, an_empty_one_holds_nothing)
{
    arena *a = arena_new();
    map m = map_new(a);
    place_map places = place_map_new(a);
    cr_assert_eq(map_get(&m, "x"), -1);
    cr_assert_eq(place_map_get(&places, 0, 0), -1);
    arena_free(a);
}

Test(map, names_are_found_over_growth)
{
    arena *a = arena_new();
    map m = map_new(a);
    for (int i = 0; i < 3000; i++)
        map_put(&m, arena_format(a, "name%d", i), i);
    map_put(&m, "name7", 70000);
    for (int i = 0; i < 3000; i++)
        cr_assert_eq(map_get(&m, arena_format(a, "name%d", i)), i == 7 ? 70000 : i);
    cr_assert_eq(map_get(&m, "name3000"), -1);
    arena_free(a);
}

// Offset 0, the same offset in two files, and offsets that lie side by side.
Test(map, places_are_found_over_growth)
{
    arena *a = arena_new();
    place_map m = place_map_new(a);
    for (int file = 0; file < 3; file++)
        for (int offset = 0; offset < 1000; offset++)
            place_map_put(&m, file, (size_t)offset, file * 1000 + offset);
    place_map_put(&m, 1, 5, 50000);
    cr_assert_eq(m.count, 3000);
    for (int file = 0; file < 3; file++)
        for (int offset = 0; offset < 1000; offset++) {
            int expected = file == 1 && offset == 5 ? 50000 : file * 1000 + offset;
            cr_assert_eq(place_map_get(&m, file, (size_t)offset), expected);
        }
    cr_assert_eq(place_map_get(&m, 3, 0), -1);
    cr_assert_eq(place_map_get(&m, 0, 1000), -1);
    cr_assert_eq(place_map_get(&m, 0, (size_t)1 << 40), -1);
    arena_free(a);
}
