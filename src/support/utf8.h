// UTF-8: sequences of bytes, and what a terminal gives them.
//
// In:  bytes of a source file, which may be anything. Out: code points; 0 bytes where there is no well-formed sequence.
// Source: The Unicode Standard, table 3-7 (well-formed sequences), and Annex 11 (East Asian Width).
#ifndef PTCC_SUPPORT_UTF8_H
#define PTCC_SUPPORT_UTF8_H

#include "support/text.h"

#include <stdint.h>

// Length of the well-formed UTF-8 sequence at `at`, or 0. The code point goes to `*code_point`.
size_t utf8_sequence(slice s, size_t at, uint32_t *code_point);

// Columns that a terminal gives a code point.
size_t utf8_columns(uint32_t c);

#endif
