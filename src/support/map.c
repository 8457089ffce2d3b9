// See map.h. Hashes: FNV-1a (Fowler, Noll, Vo), 64 bits, for strings; Fibonacci hashing (Knuth 6.4) for places.
#include "support/map.h"

#include <stdint.h>
#include <string.h>

static uint64_t hash_of(const char *key)
{
    uint64_t h = 14695981039346656037u;
    for (; *key; key++)
        h = (h ^ (unsigned char)*key) * 1099511628211u;
    return h;
}

static map_entry *find(map_entry *entries, size_t capacity, const char *key)
{
    size_t i = hash_of(key) & (capacity - 1);
    while (entries[i].key && strcmp(entries[i].key, key) != 0)
        i = (i + 1) & (capacity - 1);
    return &entries[i];
}

map map_new(arena *a)
{
    map m = {a, arena_alloc(a, 64 * sizeof(map_entry)), 0, 64};
    return m;
}

int map_get(const map *m, const char *key)
{
    const map_entry *e = find(m->entries, m->capacity, key);
    return e->key ? e->value : -1;
}

void map_put(map *m, const char *key, int value)
{
    if (2 * (m->count + 1) > m->capacity) {
        size_t capacity = 2 * m->capacity;
        map_entry *entries = arena_alloc(m->arena, capacity * sizeof *entries);
        for (size_t i = 0; i < m->capacity; i++)
            if (m->entries[i].key)
                *find(entries, capacity, m->entries[i].key) = m->entries[i];
        m->entries = entries;
        m->capacity = capacity;
    }
    map_entry *e = find(m->entries, m->capacity, key);
    if (!e->key)
        m->count++;
    e->key = key;
    e->value = value;
}

static place_entry *find_place(place_entry *entries, size_t capacity, int file, size_t offset)
{
    uint64_t key = ((uint64_t)offset + 1) ^ (uint64_t)file << 40;
    size_t i = (key * 11400714819323198485u) >> 32 & (capacity - 1);
    while (entries[i].offset_and_one && (entries[i].offset_and_one != offset + 1 || entries[i].file != file))
        i = (i + 1) & (capacity - 1);
    return &entries[i];
}

place_map place_map_new(arena *a) { return (place_map){.arena = a}; }

int place_map_get(const place_map *m, int file, size_t offset)
{
    const place_entry *e = m->capacity ? find_place(m->entries, m->capacity, file, offset) : NULL;
    return e && e->offset_and_one ? e->value : -1;
}

void place_map_put(place_map *m, int file, size_t offset, int value)
{
    if (2 * (m->count + 1) > m->capacity) {
        size_t capacity = m->capacity ? 2 * m->capacity : 64;
        place_entry *entries = arena_alloc(m->arena, capacity * sizeof *entries);
        for (size_t i = 0; i < m->capacity; i++) {
            const place_entry *e = &m->entries[i];
            if (e->offset_and_one)
                *find_place(entries, capacity, e->file, e->offset_and_one - 1) = *e;
        }
        m->entries = entries;
        m->capacity = capacity;
    }
    place_entry *e = find_place(m->entries, m->capacity, file, offset);
    m->count += !e->offset_and_one;
    *e = (place_entry){file, value, offset + 1};
}
