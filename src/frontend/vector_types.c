// See vector_types.h.
#include "frontend/vector_types.h"

#include <string.h>

bool is_vector_type(const char *name, size_t length)
{
    static const char *const elements[] = {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "longlong", "ulonglong", "float", "double"};
    if (length < 2 || name[length - 1] < '1' || name[length - 1] > '4')
        return false;
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
        if (strlen(elements[i]) == length - 1 && strncmp(name, elements[i], length - 1) == 0)
            return true;
    return false;
}
