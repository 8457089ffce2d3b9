// Who tells the watchdog what runs: job.c, for each group that works on a launch.
#ifndef PTRT_CPU_WATCHDOG_H
#define PTRT_CPU_WATCHDOG_H

#include "internal.h"

double watchdog_time(void); // of a launch's begin; starts the watchdog when there is to be one
void watchdog_watch(group *g, double began); // the calling OS thread runs blocks of g->launch, which began then
void watchdog_forget(group *g);

#endif
