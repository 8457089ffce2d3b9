// Environment variables of the CPU back end.
#ifndef PTRT_CPU_ENVIRONMENT_H
#define PTRT_CPU_ENVIRONMENT_H

// The number that the variable holds; `otherwise`, when it holds none, and when it is not from `least` to `most`, which is told
// about on standard error. To be called once for each variable.
unsigned environment_number(const char *name, unsigned least, unsigned most, unsigned otherwise);

#endif
