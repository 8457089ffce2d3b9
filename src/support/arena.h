// Arena: all memory of one run comes from one arena and is given back at once.
//
// In:  sizes. Out: zeroed memory that lives until arena_free.
// Invariant: nothing is freed singly; every pointer handed out is aligned for any type.
// Errors: when the system has no memory left, `arena_alloc` prints one line and exits with status 2
// (environment), so callers never test for NULL. Not thread safe: one arena belongs to one run.
#ifndef PTCC_SUPPORT_ARENA_H
#define PTCC_SUPPORT_ARENA_H

#include <stdarg.h>
#include <stddef.h>

typedef struct arena arena;

arena *arena_new(void);
void arena_free(arena *a);

// Zeroed memory of `size_bytes` (0 gives a valid, unique pointer).
void *arena_alloc(arena *a, size_t size_bytes);

// Copies that live as long as the arena.
char *arena_copy(arena *a, const char *text, size_t length_bytes); // adds a final NUL
char *arena_string(arena *a, const char *text);                    // NULL stays NULL
char *arena_format(arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *arena_vformat(arena *a, const char *format, va_list args);

// Grows an array in place or by copy: `*items` has room for at least `count + 1` elements of
// `item_size_bytes` afterwards; `*capacity` is updated. Use through ARENA_PUSH.
void *arena_grow(arena *a, void *items, size_t count, size_t *capacity, size_t item_size_bytes);

#define LIST_OF(T) struct { T *items; size_t count, capacity; }

// Appends one element to such a list and yields a pointer to it.
#define ARENA_PUSH(a, list)                                                                         \
    ((list)->items = (list)->count < (list)->capacity                                               \
                         ? (list)->items                                                            \
                         : arena_grow((a), (list)->items, (list)->count, &(list)->capacity,         \
                                      sizeof *(list)->items),                                       \
     &(list)->items[(list)->count++])

#endif
