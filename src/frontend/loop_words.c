// What is known of a function that a loop calls, by its name and its type alone: see loop_parts.h.
//
// In:  a name, or a function of the plan. Out: whether it is CUDA's, a step, arithmetic, a synchronisation, the end of the program.
// Invariant: a name that is on no list here is not known, and may do anything.
#include "frontend/loop_parts.h"

#include <string.h>

// Under per-thread default streams, CUDA's names are macros for longer ones.
const char *loop_plain_name(const plan *p, const char *name)
{
    const size_t length = strlen(name);
    return length > 5 && (strcmp(name + length - 5, "_ptsz") == 0 || strcmp(name + length - 5, "_ptds") == 0)
               ? arena_copy(p->arena, name, length - 5) : name;
}

bool loop_is_of_cuda(const char *name)
{
    static const char *const libraries[] = {"cuda", "cublas", "cusparse", "cufft", "curand", "cusolver", "cudnn", "nccl", "nvtx", "nvml"};
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
        if (strncmp(name, libraries[i], strlen(libraries[i])) == 0)
            return true;
    return name[0] == 'c' && name[1] == 'u' && name[2] >= 'A' && name[2] <= 'Z';
}

bool loop_is_silent_of_cuda(const char *name)
{
    static const char *const names[] = {"cudaGetLastError", "cudaPeekAtLastError", "cudaGetErrorString", "cudaGetErrorName",
                                        "cuGetErrorString", "cuGetErrorName"};
    return STRING_IS_ANY(name, names);
}

bool loop_is_step(const char *name)
{
    static const char *const names[] = {"cudaMemset", "cudaMemsetAsync", "cudaMemcpy", "cudaMemcpyAsync", "cudaDeviceSynchronize",
                                        "cudaStreamSynchronize"};
    return STRING_IS_ANY(name, names);
}

bool loop_ends_program(const char *name)
{
    static const char *const names[] = {"exit", "abort", "_Exit", "quick_exit", "terminate"};
    return STRING_IS_ANY(name, names);
}

bool loop_is_synchronisation(const char *name)
{
    static const char *const names[] = {"cudaDeviceSynchronize", "cudaStreamSynchronize"};
    return STRING_IS_ANY(name, names);
}

// What it is given, it does not look through.
bool loop_is_arithmetic(const char *name)
{
    static const char *const names[] = {"swap", "min", "max", "move", "abs", "fabs", "fabsf", "sqrt", "sqrtf", "cbrt", "cbrtf", "exp", "expf", "exp2", "exp2f",
                                        "log", "logf", "log2", "log2f", "log10", "log10f", "pow", "powf", "sin", "sinf", "cos", "cosf", "tan", "tanf", "atan2",
                                        "atan2f", "hypot", "hypotf", "floor", "floorf", "ceil", "ceilf", "round", "roundf", "trunc", "truncf", "fmod", "fmodf",
                                        "fmin", "fminf", "fmax", "fmaxf", "fma", "fmaf", "isnan", "isinf", "isfinite", "signbit", "exit", "abort", "printf",
                                        "fprintf", "puts", "fflush", "c_str", "dim3"};
    return STRING_IS_ANY(name, names);
}

// std::cout << x: what may be behind what it is given is looked at where it is called.
bool loop_is_output(const function *f)
{
    static const char *const names[] = {"operator<<", "setprecision", "setw", "setfill"};
    return STRING_IS_ANY(f->name, names) && strncmp(f->name_scope, "std::", 5) == 0;
}

// A library's function of which it is known that it neither calls CUDA nor waits for what the device does.
bool loop_is_of_host(const function *f)
{
    static const char *const names[] = {
        "time", "clock", "gettimeofday", "clock_gettime", "memcpy", "memmove", "memset", "memcmp", "strlen", "strcmp", "strncmp", "strcpy",
        "strncpy", "strcat", "strstr", "strchr", "snprintf", "sprintf", "vprintf", "vfprintf", "vsnprintf", "putchar", "fputs", "fputc",
        "perror", "strerror", "fopen", "fclose", "fwrite", "fread", "fgets", "getenv", "atoi", "atof", "strtol", "strtod", "rand", "srand",
        "malloc", "calloc", "free", "labs", "lround", "ldexp", "__errno_location", "sqrtl", "rsqrt", "rsqrtf", "copysign"};
    static const char *const starts[] = {"__builtin_", "__assert", "make_", "omp_get_", "__float", "__half", "__double"};
    static const char *const waiting[] = {"async", "filesystem", "pmr", "ranges", "execution"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (strncmp(f->name, starts[i], strlen(starts[i])) == 0)
            return true;
    for (size_t i = 0; i < sizeof waiting / sizeof *waiting; i++)
        if (strstr(f->name_scope, waiting[i]) || strcmp(f->name, waiting[i]) == 0)
            return false;
    if (strncmp(f->name_scope, "std::", 5) == 0 || strncmp(f->name_scope, "__gnu_cxx::", 11) == 0)
        return true; // what it is given is looked at where it is called
    return STRING_IS_ANY(f->name, names) || f->form == FORM_CONSTRUCTOR || strcmp(f->name, "operator=") == 0;
}

bool loop_may_wait(const function *f)
{
    static const char *const words[] = {"atomic", "mutex", "condition", "thread", "future", "semaphore", "barrier", "latch", "cuda"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(f->name_scope, words[i]))
            return true;
    return false;
}

// By a pointer or a reference, a function of the program's may read what a kernel has written; not by the text of a message.
bool loop_takes_pointers(const function *f)
{
    static const char message[] = "const char *";
    for (const char *at = strchr(f->type, '('); at && *at; at++) {
        if (strncmp(at, message, sizeof message - 1) == 0)
            at += sizeof message - 1;
        if (*at == '*' || *at == '&' || *at == '<')
            return true;
    }
    return f->form != FORM_FUNCTION && f->form != FORM_STATIC_METHOD;
}

// A constructor of the compiler's making.
bool loop_is_generated(const function *f) { return f->form == FORM_CONSTRUCTOR && !f->in_system && !f->declarations.count; }
