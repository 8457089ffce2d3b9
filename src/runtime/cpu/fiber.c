// Fibers on Boost.Context's two functions; see fiber.h.
#include "fiber.h"

#include "environment.h"

#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// ---- Boost.Context: the C functions under its C++ headers (boost/context/detail/fcontext.hpp) ------------------------

typedef struct transfer {
    void *from;
    void *data;
} transfer;

transfer jump_fcontext(void *to, void *data);
void *make_fcontext(void *stack_top, size_t size, void (*run)(transfer));

// ---- sanitizers: there when the program was built with one -----------------------------------------------------------

__attribute__((weak)) void __sanitizer_start_switch_fiber(void **fake_stack, const void *bottom, size_t size);
__attribute__((weak)) void __sanitizer_finish_switch_fiber(void *fake_stack, const void **bottom, size_t *size);
__attribute__((weak)) void __asan_unpoison_memory_region(void const volatile *address, size_t size);
__attribute__((weak)) void *__asan_get_current_fake_stack(void);
__attribute__((weak)) void *__asan_addr_is_in_fake_stack(void *fake_stack, void *address, void **begin, void **end);
__attribute__((weak)) void *__tsan_get_current_fiber(void);
__attribute__((weak)) void *__tsan_create_fiber(unsigned flags);
__attribute__((weak)) void __tsan_destroy_fiber(void *fiber);
__attribute__((weak)) void __tsan_switch_to_fiber(void *fiber, unsigned flags);

enum { without_order = 1 };

bool fiber_detects_races(void) { return __tsan_create_fiber != NULL; }


// ---- stacks ------------------------------------------------------------------------------------------------------

static pthread_once_t stack_once = PTHREAD_ONCE_INIT;
static size_t stack_bytes;

// PTRT_CPU_STACK, in KiB. Pages that are not touched cost nothing; sanitizers make frames several times as large.
static void find_stack_bytes(void)
{
    stack_bytes = (size_t)environment_number("PTRT_CPU_STACK", 16, 1 << 20, __sanitizer_start_switch_fiber ? 512 : 128) * 1024;
}

static size_t stack_bytes_wanted(void)
{
    pthread_once(&stack_once, find_stack_bytes);
    return stack_bytes;
}

static unsigned live; // atomic

unsigned fiber_count(void) { return __atomic_load_n(&live, __ATOMIC_RELAXED); }

// Linux lets a process have vm.max_map_count mappings, of which a fiber takes two: some are left to the program, whose own memory needs
// mappings, too.
static pthread_once_t most_once = PTHREAD_ONCE_INIT;
static unsigned most;

static void find_most(void)
{
    enum { usual = 65530, left = 4096 };
    unsigned long mappings = 0;
    FILE *const f = fopen("/proc/sys/vm/max_map_count", "r");
    if (!f || fscanf(f, "%lu", &mappings) != 1)
        mappings = usual;
    if (f)
        (void)fclose(f);
    most = mappings > 2ul * left ? (unsigned)((mappings - left) / 2ul < UINT_MAX ? (mappings - left) / 2ul : UINT_MAX) : (unsigned)(mappings / 4ul);
}

static bool is_room(void)
{
    pthread_once(&most_once, find_most);
    return fiber_count() < most;
}

fiber *fiber_new(void)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = stack_bytes_wanted();
    fiber *f = is_room() ? calloc(1, sizeof *f) : NULL;
    if (!f)
        return NULL;
    char *memory = mmap(NULL, bytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED) {
        free(f);
        return NULL;
    }
    if (mprotect(memory, page, PROT_NONE) != 0) { // a stack that overflows ends the program and writes nowhere
        munmap(memory, bytes + page);
        free(f);
        return NULL;
    }
    f->stack = memory + page;
    f->stack_bytes = bytes;
    __atomic_add_fetch(&live, 1u, __ATOMIC_RELAXED);
    if (__tsan_create_fiber)
        f->race_context = __tsan_create_fiber(0);
    return f;
}

void fiber_delete(fiber *f)
{
    if (!f)
        return;
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (f->race_context)
        __tsan_destroy_fiber(f->race_context);
    munmap(f->stack - page, f->stack_bytes + page);
    __atomic_sub_fetch(&live, 1u, __ATOMIC_RELAXED);
    free(f);
}

void fiber_adopt_thread(fiber *f)
{
    *f = (fiber){0};
    if (__tsan_get_current_fiber)
        f->race_context = __tsan_get_current_fiber();
}

bool fiber_holds(const fiber *running, const void *address)
{
    if ((uintptr_t)address - (uintptr_t)running->stack < running->stack_bytes)
        return true;
    void *const fake = __asan_get_current_fake_stack ? __asan_get_current_fake_stack() : NULL;
    return fake && __asan_addr_is_in_fake_stack(fake, (void *)(uintptr_t)address, NULL, NULL);
}

// ---- switching -----------------------------------------------------------------------------------------------------

// The bounds of the stack that was left: AddressSanitizer tells them for the OS thread's own.
static void arrive(fiber *self, transfer t)
{
    fiber *const from = t.data;
    const void *bottom = NULL;
    size_t size = 0;
    if (__sanitizer_finish_switch_fiber)
        __sanitizer_finish_switch_fiber(self->fake_stack, &bottom, &size);
    if (!from)
        return;
    from->context = t.from;
    if (!from->stack_bytes && bottom) { // adopted
        from->stack = (char *)(uintptr_t)bottom;
        from->stack_bytes = size;
    }
}

static __thread fiber *starting; // of the fiber that is entered for the first time

static void begin(transfer t)
{
    fiber *const self = starting;
    arrive(self, t);
    self->run(self->argument);
    abort();
}

void fiber_prepare(fiber *f, void (*run)(void *), void *argument)
{
    f->run = run;
    f->argument = argument;
    f->fake_stack = NULL;
    if (__asan_unpoison_memory_region) // frames that were left and never returned from
        __asan_unpoison_memory_region(f->stack, f->stack_bytes);
    f->context = make_fcontext(f->stack + f->stack_bytes, f->stack_bytes, begin);
}

void fiber_switch(fiber *from, fiber *to, bool ends)
{
    if (__sanitizer_start_switch_fiber)
        __sanitizer_start_switch_fiber(ends ? NULL : &from->fake_stack, to->stack, to->stack_bytes);
    if (to->race_context)
        __tsan_switch_to_fiber(to->race_context, without_order);
    starting = to;
    arrive(from, jump_fcontext(to->context, ends ? NULL : from));
}
