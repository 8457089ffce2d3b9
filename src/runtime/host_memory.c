// What the process has in its own memory, where a device may reach all of that.
//
// In:  an address. Out: ptrt_is_of_host. Thread safe.
// Source: mincore(2): it fails with ENOMEM where the page is not mapped.
#include "internal.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

int ptrt_is_of_host(const void *address)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    unsigned char resident;
    const int before = errno;
    const int is_mapped = mincore((void *)((uintptr_t)address & ~(page - 1)), 1, &resident) == 0 || errno != ENOMEM; // not known: it may be
    errno = before;
    return is_mapped;
}
