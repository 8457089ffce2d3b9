// Kernel times of a program as the device saw them: for programs that do not time their kernels, or not all of them.
//
// In:  a program run with CUDA_INJECTION64_PATH=libkernel_times.so; KERNEL_TIMES=FILE. Out: a line "NAME COUNT
//      MICROSECONDS" for each kernel (mangled name, launches, their sum), appended to FILE when the program ends.
// Invariant: what is measured is the time from a kernel's begin to its end on the device (CUPTI's activity records), so
//            launches, copies and the host's work do not count.
// Build: cc -shared -fPIC kernel_times.c -I$CUDA/include -L$CUDA/lib64 -lcupti -o libkernel_times.so
#include <cupti.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kernels_at_most = 4096, buffer_bytes = 8 << 20, record_alignment = 8 };

typedef struct {
    char *name;
    uint64_t count, nanoseconds;
} kernel_times;

// CUPTI completes one buffer after the other, from one thread at a time.
static kernel_times kernels[kernels_at_most];
static unsigned known;
static uint64_t lost;

static void CUPTIAPI request(uint8_t **buffer, size_t *size, size_t *records_at_most)
{
    *buffer = aligned_alloc(record_alignment, buffer_bytes);
    *size = *buffer ? buffer_bytes : 0;
    *records_at_most = 0; // no limit
}

static void add(const char *name, uint64_t nanoseconds)
{
    unsigned i = 0;
    while (i < known && strcmp(kernels[i].name, name))
        i++;
    if (i == known) {
        if (known == kernels_at_most || !(kernels[i].name = strdup(name))) {
            lost++;
            return;
        }
        known++;
    }
    kernels[i].count++;
    kernels[i].nanoseconds += nanoseconds;
}

static void CUPTIAPI complete(CUcontext context, uint32_t stream, uint8_t *buffer, size_t size, size_t valid)
{
    (void)size;
    for (CUpti_Activity *record = NULL; cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS;)
        if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) {
            const CUpti_ActivityKernel9 *kernel = (const CUpti_ActivityKernel9 *)record;
            add(kernel->name, kernel->end - kernel->start);
        }
    size_t dropped = 0;
    if (cuptiActivityGetNumDroppedRecords(context, stream, &dropped) == CUPTI_SUCCESS)
        lost += dropped;
    free(buffer);
}

static void write_times(void)
{
    cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
    const char *path = getenv("KERNEL_TIMES");
    FILE *file = path ? fopen(path, "a") : NULL;
    if (!file) {
        fprintf(stderr, "kernel_times: KERNEL_TIMES must name a file that can be written\n");
        return;
    }
    for (unsigned i = 0; i < known; i++)
        fprintf(file, "%s %llu %.3f\n", kernels[i].name, (unsigned long long)kernels[i].count,
                (double)kernels[i].nanoseconds / 1e3);
    if (lost)
        fprintf(file, "! %llu 0\n", (unsigned long long)lost); // whoever reads this must not use the sums
    fclose(file);
}

// Called by the driver when it loads this library.
int InitializeInjection(void);
int InitializeInjection(void)
{
    if (cuptiActivityRegisterCallbacks(request, complete) != CUPTI_SUCCESS ||
        cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) != CUPTI_SUCCESS) {
        fprintf(stderr, "kernel_times: CUPTI does not record kernels here\n");
        return 0;
    }
    atexit(write_times);
    return 1;
}
