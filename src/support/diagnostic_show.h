// Showing diagnostics: what the ways to show them share (diagnostic.h).
//
// In:  diagnostics in the order in which they are shown, notes behind their parents. Out: text on a stream.
#ifndef PTCC_SUPPORT_DIAGNOSTIC_SHOW_H
#define PTCC_SUPPORT_DIAGNOSTIC_SHOW_H

#include "support/diagnostic.h"
#include "support/text.h"

typedef struct shown {
    const diagnostic *one;
    const diagnostic *parent;
    size_t file_rank; // order in which the parent's file appeared first
} shown;

// ---- diagnostic.c

severity diagnostic_shown_severity(const diagnostics *d, const diagnostic *one); // -Werror makes errors of warnings
const char *diagnostic_severity_name(severity s);

// ---- diagnostic_text.c, diagnostic_json.c, diagnostic_sarif.c

void diagnostics_print_text(const diagnostics *d, const shown *list, size_t count, bool color, FILE *out);
void diagnostics_print_json(const diagnostics *d, const shown *list, size_t count, FILE *out);
void diagnostics_print_sarif(const diagnostics *d, const shown *list, size_t count, FILE *out);

// `"name":"value"`; bytes that are no UTF-8 become U+FFFD.
void diagnostic_json_member(text *out, const char *name, const char *value);

#endif
