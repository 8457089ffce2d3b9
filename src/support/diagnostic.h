// Diagnostics: collected during the run, sorted and shown once at its end.
//
// In:  severity, span, message, notes, fix-its. Out: text in clang's format (file:line:column:
// severity: message, source line, caret and tildes, fix-it line), JSON, or SARIF 2.1.0.
// Invariant: nothing is printed before `diagnostics_print`; a run with an error writes no output file.
// Every diagnostic has a stable code ("pt-unknown-clause") that tests pin. What is shown as text may be cut short
// (`error_limit`), the count at its end and the exit status never are.
#ifndef PTCC_SUPPORT_DIAGNOSTIC_H
#define PTCC_SUPPORT_DIAGNOSTIC_H

#include "support/source.h"

#include <stdio.h>

typedef enum severity {
    SEVERITY_NOTE,    // belongs to the diagnostic before it
    SEVERITY_REMARK,  // -Rpt
    SEVERITY_WARNING, // -Werror turns it into an error
    SEVERITY_ERROR,   // refused: exit status 1
    SEVERITY_FATAL    // environment: exit status 2
} severity;

typedef struct diagnostic {
    severity severity;
    const char *code;    // stable, kebab-case
    span at;             // file NULL: no place ("ptcc: error: ...")
    const char *message; // arena string, one sentence, no final dot
    const char *fix;     // replacement text for `at`, or NULL
    size_t order;        // order of arrival; notes follow their parent
    size_t parent;       // for a note: the index of the diagnostic that it belongs to, else its own index
} diagnostic;

typedef struct diagnostics {
    arena *arena;
    diagnostic *items;
    size_t count, capacity;
    bool warnings_are_errors; // -Werror
    bool show_remarks;        // -Rpt
    size_t error_limit;       // --error-limit: as text, so many errors are shown; 0 means all
    size_t *buckets;          // hash table of index + 1 of the items, to keep identical ones once
    size_t bucket_count;
    size_t last_parent;       // notes added now belong to this one
} diagnostics;

typedef enum diagnostics_format { DIAGNOSTICS_TEXT, DIAGNOSTICS_JSON, DIAGNOSTICS_SARIF } diagnostics_format;

diagnostics *diagnostics_new(arena *a);

// Adds one diagnostic. Identical ones (code, place, message) are kept once. Returns it for `fix`.
diagnostic *diagnostics_add(diagnostics *d, severity s, const char *code, span at, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

size_t diagnostics_errors(const diagnostics *d);   // errors, with -Werror warnings too
bool diagnostics_has_fatal(const diagnostics *d);
int diagnostics_exit_status(const diagnostics *d); // 0, 1 or 2

// Prints all, sorted by file (in order of first appearance), line and arrival; notes stay behind their parent.
void diagnostics_print(const diagnostics *d, diagnostics_format format, bool color, FILE *out);

#endif
