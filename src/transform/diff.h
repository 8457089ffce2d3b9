// A unified diff between a source and its rewritten text, on standard output.
//
// The system's `diff -u` makes it: docs/dependencies.md says why.
#ifndef PTCC_TRANSFORM_DIFF_H
#define PTCC_TRANSFORM_DIFF_H

#include "support/diagnostic.h"

// Shows nothing when both are equal. `new_name` heads the new side. False after a diagnostic (no diff program, a closed
// pipe, a full disk). Anything that stdio holds for standard output is written first.
bool diff_show(arena *a, const source *original, const char *new_name, const text *changed, bool color,
               diagnostics *d);

#endif
