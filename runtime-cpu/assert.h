// assert, in host code as ever, in device code as on a GPU: the message names block and thread, and the launch ends.
//
// In:  the C library's assert.h. Out: its assert, with another function for those that fail.
// Invariant: like the C library's, it follows NDEBUG each time it is included, and so has no guard.
#include_next <assert.h>

#if !defined(NDEBUG) && defined(__GNUC__)
#ifdef __cplusplus
extern "C" {
#endif
__attribute__((noreturn)) void pt_cpu_assert_failed(const char *expression, const char *file, unsigned line,
                                                    const char *function);
#ifdef __cplusplus
}
#endif
#undef assert
#ifndef __ASSERT_FUNCTION // glibc's; ptcc sets it to what nvcc calls the kernel
#define __ASSERT_FUNCTION __extension__ __PRETTY_FUNCTION__
#endif
#ifdef __cplusplus
#define assert(expression) \
    (static_cast<bool>(expression) ? void(0) \
                                   : pt_cpu_assert_failed(#expression, __FILE__, __LINE__, __ASSERT_FUNCTION))
#else
#define assert(expression) \
    ((expression) ? (void)0 : pt_cpu_assert_failed(#expression, __FILE__, __LINE__, __func__))
#endif
#endif
