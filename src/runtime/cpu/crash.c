// What is said when device code reads or writes where nothing is: the kernel, the block, the thread, the address.
//
// In:  SIGSEGV and SIGBUS. Out: a line on standard error; then the process ends by the signal, as it would have without this.
// Invariant: a handler of the program's own, or of a sanitizer, stays. In host code nothing is said. A handler runs on a stack of
//            its own, as a fiber's may be full, and calls nothing that may wait for a lock or allocate.
#include "crash.h"

#include "internal.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// There when the program was built with one; both report such an access themselves, with more.
__attribute__((weak)) void __asan_unpoison_memory_region(void const volatile *address, size_t size);
__attribute__((weak)) void *__tsan_get_current_fiber(void);

enum { stack_bytes = 1 << 16 };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t stack_key;
static bool handles;
static __thread bool watched;

// ---- a line, without stdio -----------------------------------------------------------------------------------------

typedef struct line {
    char text[512];
    size_t length;
} line;

static void add(line *l, const char *words)
{
    for (; *words && l->length < sizeof l->text; words++)
        l->text[l->length++] = *words;
}

static void add_number(line *l, uintptr_t number, unsigned base)
{
    char digits[24], *first = digits + sizeof digits - 1;
    *first = '\0';
    do
        *--first = "0123456789abcdef"[number % base];
    while (number /= base);
    add(l, first);
}

static void add_index(line *l, pt_cpu_index_t i)
{
    add(l, "(");
    add_number(l, i.x, 10);
    add(l, ",");
    add_number(l, i.y, 10);
    add(l, ",");
    add_number(l, i.z, 10);
    add(l, ")");
}

// In the page below the fiber's stack, which fiber.c keeps closed.
static bool is_below_stack(const group *g, const char *address)
{
    const fiber *const f = g->thread[g->uses_fibers ? g->current : 0].fiber;
    return f && address < f->stack && f->stack - address <= sysconf(_SC_PAGESIZE);
}

static void say(const group *g, int signal, const siginfo_t *info)
{
    const char *const name = g->launch->kernel->name;
    line l = {.length = 0};
    add(&l, "ptcpu: kernel ");
    add(&l, name && *name ? name : "(unnamed)");
    add(&l, ", block ");
    add_index(&l, pt_cpu_block_index);
    add(&l, ", thread ");
    add_index(&l, pt_cpu_thread_index);
    if (info->si_code <= 0) {
        add(&l, ": a signal from outside");
    } else if (signal == SIGSEGV && info->si_code == SI_KERNEL) {
        add(&l, ": an access to an address that no memory can have"); // the processor does not say which
    } else if (is_below_stack(g, info->si_addr)) {
        add(&l, ": the thread's stack is full: set PTRT_CPU_STACK");
    } else {
        add(&l, ": an access to address 0x");
        add_number(&l, (uintptr_t)info->si_addr, 16);
        add(&l, info->si_code == SEGV_ACCERR ? ", which does not permit it" : ", where no memory is");
    }
    add(&l, signal == SIGBUS ? " (SIGBUS)\n" : " (SIGSEGV)\n");
    size_t written = 0;
    while (written < l.length) {
        const ssize_t bytes = write(STDERR_FILENO, l.text + written, l.length - written);
        if (bytes <= 0)
            break;
        written += (size_t)bytes;
    }
}

// The access is made again behind this, and ends the process where it is: that is what debuggers and core files show.
static void handle(int signal, siginfo_t *info, void *context)
{
    const int error = errno;
    const struct sigaction as_before = {.sa_handler = SIG_DFL};
    const group *const g = group_current();
    (void)context;
    if (g)
        say(g, signal, info);
    sigaction(signal, &as_before, NULL);
    if (info->si_code <= 0) // no access: kill()
        raise(signal);
    errno = error;
}

// ---- who handles, and where ----------------------------------------------------------------------------------------

static void forget_stack(void *stack)
{
    stack_t now;
    if (sigaltstack(NULL, &now) == 0 && now.ss_sp == stack)
        sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
    munmap(stack, stack_bytes);
}

static void handle_one(int signal)
{
    const struct sigaction ours = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    struct sigaction theirs;
    if (sigaction(signal, NULL, &theirs) == 0 && !(theirs.sa_flags & SA_SIGINFO) && theirs.sa_handler == SIG_DFL)
        sigaction(signal, &ours, NULL);
}

static void start(void)
{
    if (__asan_unpoison_memory_region || __tsan_get_current_fiber || pthread_key_create(&stack_key, forget_stack) != 0)
        return;
    handle_one(SIGSEGV);
    handle_one(SIGBUS);
    handles = true;
}

void crash_watch(void)
{
    if (watched)
        return;
    watched = true;
    pthread_once(&once, start);
    stack_t now;
    if (!handles || sigaltstack(NULL, &now) != 0 || !(now.ss_flags & SS_DISABLE)) // one of the program's will do, too
        return;
    void *const stack = mmap(NULL, stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stack == MAP_FAILED)
        return;
    if (pthread_setspecific(stack_key, stack) != 0 || sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = stack_bytes}, NULL) != 0) {
        pthread_setspecific(stack_key, NULL);
        munmap(stack, stack_bytes);
    }
}
