// UTF-8: see utf8.h.
#include "support/utf8.h"

// Length of the well-formed UTF-8 sequence at `s`, or 0. The code point goes to `*code_point`.
size_t utf8_sequence(slice s, size_t at, uint32_t *code_point)
{
    const unsigned char *byte = (const unsigned char *)s.bytes + at;
    size_t left = s.length - at;
    static const struct {
        unsigned char mask, lead;
        uint32_t least;
    } forms[] = {{0x80, 0x00, 0}, {0xE0, 0xC0, 0x80}, {0xF0, 0xE0, 0x800}, {0xF8, 0xF0, 0x10000}};
    for (size_t length = 1; length <= 4; length++) {
        if ((byte[0] & forms[length - 1].mask) != forms[length - 1].lead)
            continue;
        if (length > left)
            return 0;
        uint32_t value = byte[0] & (unsigned char)~forms[length - 1].mask;
        for (size_t i = 1; i < length; i++) {
            if ((byte[i] & 0xC0) != 0x80)
                return 0;
            value = value << 6 | (byte[i] & 0x3F);
        }
        if (value < forms[length - 1].least || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
            return 0;
        *code_point = value;
        return length;
    }
    return 0;
}

// Columns a terminal gives a code point: the ranges that matter of Unicode's East Asian Width and combining marks.
size_t utf8_columns(uint32_t c)
{
    static const struct {
        uint32_t first, last;
        unsigned char columns;
    } ranges[] = {{0x300, 0x36F, 0},     {0x483, 0x489, 0},     {0x591, 0x5BD, 0},     {0x610, 0x61A, 0},
                  {0x64B, 0x65F, 0},     {0x1100, 0x115F, 2},   {0x200B, 0x200F, 0},   {0x20D0, 0x20FF, 0},
                  {0x2E80, 0x303E, 2},   {0x3041, 0xA4CF, 2},   {0xAC00, 0xD7A3, 2},   {0xF900, 0xFAFF, 2},
                  {0xFE00, 0xFE0F, 0},   {0xFE30, 0xFE6F, 2},   {0xFEFF, 0xFEFF, 0},   {0xFF00, 0xFF60, 2},
                  {0xFFE0, 0xFFE6, 2},   {0x1F300, 0x1F64F, 2}, {0x1F680, 0x1F6FF, 2}, {0x1F900, 0x1F9FF, 2},
                  {0x20000, 0x3FFFD, 2}, {0xE0100, 0xE01EF, 0}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (c >= ranges[i].first && c <= ranges[i].last)
            return ranges[i].columns;
    return 1;
}
