// Dump of the plan, as stable text for people and tests or as JSON for tools.
//
// In:  a plan. Out: text that depends on nothing but the input: functions and launches of project files in order,
// places as line:column.
#ifndef PTCC_FRONTEND_DUMP_H
#define PTCC_FRONTEND_DUMP_H

#include "frontend/plan.h"

void dump_text(const plan *p, text *out);
void dump_json(const plan *p, text *out);

#endif
