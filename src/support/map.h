// Maps from strings and from places to integers, for looking records up while a list is being built.
//
// In:  keys (strings are borrowed: they must outlive the map). Out: the integer stored, or -1.
// Invariant: open addressing, at most half full; memory from the arena.
#ifndef PTCC_SUPPORT_MAP_H
#define PTCC_SUPPORT_MAP_H

#include "support/arena.h"

typedef struct map_entry {
    const char *key;
    int value;
} map_entry;

typedef struct map {
    arena *arena;
    map_entry *entries;
    size_t count, capacity; // capacity is a power of two
} map;

map map_new(arena *a);
int map_get(const map *m, const char *key); // -1 when absent
void map_put(map *m, const char *key, int value);

// The same for places: an offset in a file that is known by its index. Any two numbers will do.
typedef struct place_entry {
    int file, value;
    size_t offset_and_one; // 0: empty
} place_entry;

typedef struct place_map {
    arena *arena;
    place_entry *entries;
    size_t count, capacity; // capacity is a power of two, or 0
} place_map;

place_map place_map_new(arena *a);
int place_map_get(const place_map *m, int file, size_t offset); // -1 when absent
void place_map_put(place_map *m, int file, size_t offset, int value);

#endif
