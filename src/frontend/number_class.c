// See number_class.h.
#include "frontend/number_class.h"

#include <string.h>

static bool is_among(const char *name, size_t length, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(list[i]) == length && strncmp(name, list[i], length) == 0)
            return true;
    return false;
}

bool is_vector_type(const char *name, size_t length)
{
    static const char *const elements[] = {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "longlong", "ulonglong", "float", "double"};
    return length >= 2 && name[length - 1] >= '1' && name[length - 1] <= '4' && is_among(name, length - 1, elements, sizeof elements / sizeof *elements);
}

bool is_half_type(const char *name, size_t length)
{
    static const char *const names[] = {"__half", "half", "__half2", "half2", "__nv_bfloat16", "nv_bfloat16", "__nv_bfloat162", "nv_bfloat162"};
    return is_among(name, length, names, sizeof names / sizeof *names);
}
