// See map.h. Hash: FNV-1a (Fowler, Noll, Vo), 64 bits.
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
