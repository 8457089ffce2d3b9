// Functions of device code that libptcpu holds (block.hpp, src/runtime/cpu/time.c). In: -. Out: declarations.
// Invariant: for C and C++.
#ifndef PT_CPU_BLOCK_FUNCTIONS_H
#define PT_CPU_BLOCK_FUNCTIONS_H

#include <stdint.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

extern unsigned pt_cpu_fence_word; // only for what writes to it under ThreadSanitizer

uint64_t pt_cpu_nanoseconds(void);
void pt_cpu_sleep(uint32_t nanoseconds);
clock_t pt_cpu_clock(void);

#ifdef __cplusplus
}
#endif

#endif
