// Unit tests of formatting: what it gives is what vsnprintf gives, whatever the format and the room.
#include "support/format.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

__attribute__((format(printf, 1, 2))) static void compare(const char *format, ...)
{
    for (size_t room = 1; room < 80; room++) {
        char expected[80], got[80];
        memset(expected, 'x', sizeof expected);
        memset(got, 'x', sizeof got);
        va_list args, again;
        va_start(args, format);
        va_copy(again, args);
        const int expected_length = vsnprintf(expected, room, format, args), length = format_bytes(got, room, format, again);
        va_end(args);
        va_end(again);
        cr_assert_eq(length, expected_length, "%s, room for %zu", format, room);
        cr_assert_str_eq(got, expected);
        cr_assert_eq(got[room], 'x', "nothing is written behind the room");
    }
}

Test(format, is_as_vsnprintf_has_it)
{
    compare("%s", "");
    compare("plain");
    compare("a%sb%sc", "first", "second");
    compare("%.*s|%.*s|%.*s", 3, "abcdef", 10, "ab", 0, "abc");
    compare("%zu %zu %zu", (size_t)0, (size_t)12345, (size_t)-1);
    compare("%d %d %d %d", 0, -1, INT_MAX, INT_MIN);
    compare("%u %u%%", 0u, UINT_MAX);
    compare("%.*s", -1, "all of it");
}

Test(format, leaves_what_it_does_not_know_to_vsnprintf)
{
    compare("%s %5d|%-5s|%x %c", "x", 42, "ab", 255u, 'c');
    compare("%.2f %s", 1.5, "behind");
    compare("%016lx", 0x1234ul);
    compare("%ld %lld %zd", -5l, 7ll, (ssize_t)-3);
}
