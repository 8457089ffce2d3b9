// Fibers: stacks of their own that one OS thread runs in turn.
//
// In:  a function to run on a fresh stack. Out: control goes there, and comes back when something switches back.
// Invariant: a fiber is used by the OS thread that made it, only. Address- and ThreadSanitizer are told of every switch;
//            for ThreadSanitizer a switch orders nothing (see fiber_order_after), so that it sees races between fibers.
// Source: Boost.Context's fcontext, whose library Debian builds without hooks for sanitizers.
#ifndef PTRT_CPU_FIBER_H
#define PTRT_CPU_FIBER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct fiber {
    void *context;          // where it goes on
    char *stack;            // NULL: the OS thread's own
    size_t stack_bytes;
    void *fake_stack;       // AddressSanitizer's
    void *race_context;     // ThreadSanitizer's
    void (*run)(void *);
    void *argument;
    struct fiber *next_free;
} fiber;

// The fiber that the calling OS thread runs already; `f` is the caller's to keep.
void fiber_adopt_thread(fiber *f);

// A new stack. NULL when there is no memory.
fiber *fiber_new(void);
void fiber_delete(fiber *f);
unsigned fiber_count(void); // that there are in the process: each takes two of the mappings that it may have

// The fiber will begin with run(argument), which must not return but switch away for good.
void fiber_prepare(fiber *f, void (*run)(void *), void *argument);

// Does the address lie on the running fiber's stack? AddressSanitizer may keep variables elsewhere: they count, too.
bool fiber_holds(const fiber *running, const void *address);

// From the running fiber to another one; returns when something switches back to `from`. With `ends`, never.
void fiber_switch(fiber *from, fiber *to, bool ends);

// ---- what a race detector must know, nothing without one -------------------------------------------------------------

// Then each fiber is a thread of its own, which begins behind what the caller of fiber_new has done until now.
bool fiber_detects_races(void);

__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

// What was done until now is done ...
static inline void fiber_order_before(void *object)
{
    if (__tsan_release)
        __tsan_release(object);
}

// ... before what follows here.
static inline void fiber_order_after(void *object)
{
    if (__tsan_acquire)
        __tsan_acquire(object);
}

#endif
