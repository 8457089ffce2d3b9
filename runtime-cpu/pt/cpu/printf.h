// printf() and vprintf(), which return another number in device code than in host code (src/runtime/cpu/printf.c).
//
// In:  -. Out: their declarations under other names for the linker; the functions tell host code from device code.
// Invariant: included before anything calls them, as clang takes no other name for them then. So only by what ptcc writes.
#ifndef PT_CPU_PRINTF_H
#define PT_CPU_PRINTF_H

#include <stdarg.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef PT_CPU_PRINTF_ITSELF
int printf(const char *__restrict format, ...) __asm__("pt_cpu_printf");
#if !(defined(__clang__) && defined(__OPTIMIZE__) && defined(_FORTIFY_SOURCE)) // clang would rename the inlined one below
int vprintf(const char *__restrict format, va_list arguments) __asm__("pt_cpu_vprintf");
#endif
// What glibc's own call with _FORTIFY_SOURCE.
int __printf_chk(int flag, const char *__restrict format, ...) __asm__("pt_cpu_printf_checked");
int __vprintf_chk(int flag, const char *__restrict format, va_list arguments) __asm__("pt_cpu_vprintf_checked");
#endif

__attribute__((format(printf, 1, 2))) int pt_cpu_printf(const char *format, ...);
__attribute__((format(printf, 2, 3))) int pt_cpu_printf_checked(int flag, const char *format, ...);
__attribute__((format(printf, 1, 0))) int pt_cpu_vprintf(const char *format, va_list arguments);
__attribute__((format(printf, 2, 0))) int pt_cpu_vprintf_checked(int flag, const char *format, va_list arguments);

#ifdef __cplusplus
}
#endif

// Behind them: with _FORTIFY_SOURCE it holds calls. Where the compiler optimises, it holds a vprintf that asks no linker.
#include <features.h>
#ifdef __USE_EXTERN_INLINES
#undef __USE_EXTERN_INLINES
#include <stdio.h>
#define __USE_EXTERN_INLINES 1
#else
#include <stdio.h>
#endif

#endif
