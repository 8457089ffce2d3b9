// printf and vprintf, in host code as ever, in device code with what it returns on a GPU.
//
// In:  a format and its arguments. Out: the text on standard output; in device code how many arguments the format takes, not
//      how many characters were written (CUDA C++ Programming Guide, "Formatted output").
// Invariant: the text is the C library's in both.
#define PT_CPU_PRINTF_ITSELF 1
#include <pt/cpu/printf.h>

#include <pt/cpu/engine.h>

#include <stdarg.h>
#include <string.h>

// Each conversion takes one, and one more for each `*`.
static int arguments_of(const char *format)
{
    int count = 0;
    while ((format = strchr(format, '%'))) {
        format++;
        for (; *format && strchr("-+ #0123456789.*hlLqjzt", *format); format++)
            count += *format == '*';
        if (*format && *format != '%')
            count++;
        format += *format != '\0';
    }
    return count;
}

int pt_cpu_vprintf(const char *format, va_list arguments)
{
    if (!pt_cpu_on_device())
        return vprintf(format, arguments);
    if (!format)
        return -1;
    return vprintf(format, arguments) < 0 ? -2 : arguments_of(format);
}

int pt_cpu_printf(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int result = pt_cpu_vprintf(format, arguments);
    va_end(arguments);
    return result;
}

int pt_cpu_printf_checked(int flag, const char *format, ...)
{
    va_list arguments;
    (void)flag;
    va_start(arguments, format);
    const int result = pt_cpu_vprintf(format, arguments);
    va_end(arguments);
    return result;
}

int pt_cpu_vprintf_checked(int flag, const char *format, va_list arguments)
{
    (void)flag;
    return pt_cpu_vprintf(format, arguments);
}
