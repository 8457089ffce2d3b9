// Strings of JSON.
//
// In:  any bytes that end in a NUL. Out: a string of JSON in UTF-8, with its quotes.
// Invariant: bytes that are no UTF-8 become U+FFFD: JSON must be valid whatever a source file or a path holds.
#ifndef PTCC_SUPPORT_JSON_H
#define PTCC_SUPPORT_JSON_H

#include "support/text.h"

void json_add_string(text *out, const char *string);

#endif
