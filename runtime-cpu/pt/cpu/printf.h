// printf(), which returns another number in device code than in host code (src/runtime/cpu/printf.c).
//
// In:  -. Out: printf's declaration under another name for the linker; the function tells host code from device code.
// Invariant: included before anything calls printf, as clang takes no other name for it then. So only by what ptcc writes.
#ifndef PT_CPU_PRINTF_H
#define PT_CPU_PRINTF_H

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef PT_CPU_PRINTF_ITSELF
int printf(const char *__restrict format, ...) __asm__("pt_cpu_printf");
#if defined(__USE_FORTIFY_LEVEL) && __USE_FORTIFY_LEVEL > 0 && !defined(__clang__)
int __printf_chk(int flag, const char *__restrict format, ...) __asm__("pt_cpu_printf_checked"); // glibc's printf calls it then
#endif
#endif

__attribute__((format(printf, 1, 2))) int pt_cpu_printf(const char *format, ...);
__attribute__((format(printf, 2, 3))) int pt_cpu_printf_checked(int flag, const char *format, ...);

#ifdef __cplusplus
}
#endif

#endif
