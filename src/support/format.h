// Formatting as vsnprintf does it, at a fraction of its cost for what nearly all generated text is made of.
//
// In:  a format and what it asks for. Out: the text, as far as there is room, a NUL, and the length that the whole has.
// Invariant: %s, %.*s, %zu, %d, %u and %% are put down here; a format with anything else is vsnprintf's as a whole.
#ifndef PTCC_SUPPORT_FORMAT_H
#define PTCC_SUPPORT_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

// `room_bytes` counts the NUL and is at least 1. Negative: vsnprintf failed.
int format_bytes(char *out, size_t room_bytes, const char *format, va_list args) __attribute__((format(printf, 3, 0)));

#endif
