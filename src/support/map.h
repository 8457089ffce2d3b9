// A map from strings to integers, for looking records up by name while a list is being built.
//
// In:  keys (borrowed: they must outlive the map). Out: the integer stored, or -1.
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

#endif
