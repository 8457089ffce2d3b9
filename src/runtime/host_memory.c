// What the process has in its own memory, where a device may reach all of that.
//
// In:  an address. Out: ptrt_is_of_host. Thread safe.
// Source: mincore(2): it fails with ENOMEM where the page is not mapped.
#include "internal.h"

#include <sys/mman.h>
#include <unistd.h>

int ptrt_is_of_host(const void *address)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    unsigned char resident;
    return mincore((void *)((uintptr_t)address & ~(page - 1)), 1, &resident) == 0;
}
