// Who tells crash.c which OS threads run blocks: job.c. In: -. Out: a declaration. Invariant: it may be called again and again.
#ifndef PTRT_CPU_CRASH_H
#define PTRT_CPU_CRASH_H

void crash_watch(void); // the calling OS thread runs device code from now on

#endif
