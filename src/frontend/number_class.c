// Types of numbers: see number_class.h.
#include "frontend/number_class.h"

#include "support/text.h"

#include <string.h>

bool is_number_word(const char *word, size_t length)
{
    static const char *const words[] = {"int", "unsigned", "signed", "long", "short", "char", "bool", "float", "double", "__int128", "void", "const", "noexcept"};
    return SLICE_IS_ANY(((slice){word, length}), words);
}

static bool is_vector_type(const char *name, size_t length)
{
    static const char *const elements[] = {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "longlong", "ulonglong", "float", "double"};
    return length >= 2 && name[length - 1] >= '1' && name[length - 1] <= '4' && SLICE_IS_ANY(((slice){name, length - 1}), elements);
}

bool is_vector_scope(const char *scope)
{
    const size_t length = strcspn(scope, ":");
    return is_vector_type(scope, length) && strcmp(scope + length, "::") == 0;
}

static bool is_half_type(const char *name, size_t length)
{
    static const char *const names[] = {"__half", "half", "__half2", "half2", "__nv_bfloat16", "nv_bfloat16", "__nv_bfloat162", "nv_bfloat162"};
    return SLICE_IS_ANY(((slice){name, length}), names);
}

bool is_number_class(const char *name, size_t length) { return is_vector_type(name, length) || is_half_type(name, length); }
