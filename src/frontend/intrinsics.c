// See intrinsics.h.
#include "frontend/intrinsics.h"

#include <stddef.h>
#include <string.h>

#define ROW(name, effect, shadow) {name, effect, shadow},
static const intrinsic table[] = {PT_INTRINSICS(ROW)};

const intrinsic *intrinsic_at(unsigned index)
{
    return index < sizeof table / sizeof *table ? &table[index] : NULL;
}

const intrinsic *intrinsic_find(const char *name)
{
    for (unsigned i = 0; intrinsic_at(i); i++)
        if (table[i].name[0] == name[0] && strcmp(table[i].name, name) == 0)
            return &table[i];
    return NULL;
}
