// The device that programs see: as many multiprocessors and as much shared memory as the environment says.
#include "environment.h"
#include "fiber.h"
#include <pt/cpu/engine.h>

#include <pthread.h>
#include <unistd.h>

// Stacks for 2048 threads on each count against the process's mappings. ThreadSanitizer dies near 8128 threads, and each of
// ours is one for it.
enum { most_multiprocessors_by_default = 8, most_multiprocessors_with_races = 4, threads_with_races = 1024 };

static pt_cpu_device_t device;
static pthread_once_t known = PTHREAD_ONCE_INIT;

static void find_out(void)
{
    const bool races = fiber_detects_races();
    const long processors = sysconf(_SC_NPROCESSORS_ONLN), most = races ? most_multiprocessors_with_races : most_multiprocessors_by_default;
    const unsigned some = processors < 1 ? 1 : (unsigned)(processors < most ? processors : most);
    device.multiprocessors = environment_number("PTRT_CPU_SMS", 1, 1024, some);
    device.threads_per_multiprocessor = environment_number("PTRT_CPU_THREADS_PER_SM", 32, 65536, races ? threads_with_races : 2048);
    device.groups_per_multiprocessor = 32;
    device.shared_bytes_per_multiprocessor = environment_number("PTRT_CPU_SHARED_PER_SM", 50176, 1u << 30, 228 * 1024);
    device.shared_bytes_per_block = 48 * 1024;
    device.shared_bytes_per_block_optin = device.shared_bytes_per_multiprocessor - 1024;
}

const pt_cpu_device_t *pt_cpu_device(void)
{
    pthread_once(&known, find_out);
    return &device;
}

unsigned pt_cpu_resident_groups(const pt_cpu_kernel_t *kernel, unsigned threads, size_t dynamic_shared_bytes)
{
    const pt_cpu_device_t *const d = pt_cpu_device();
    const size_t shared = pt_cpu_static_shared_bytes(kernel) + dynamic_shared_bytes;
    if (!threads || threads > 1024 || shared > d->shared_bytes_per_block_optin)
        return 0;
    const unsigned by_threads = d->threads_per_multiprocessor / ((threads + 31) / 32 * 32);
    const size_t by_shared = d->shared_bytes_per_multiprocessor / (shared + 1024); // the system's own KiB for each block
    const unsigned least = by_threads < d->groups_per_multiprocessor ? by_threads : d->groups_per_multiprocessor;
    return by_shared < least ? (unsigned)by_shared : least;
}
