// Memory pools, which keep nothing: what is freed goes back to the system at once.
//
// In:  pools as programs make and set them, the sizes that memory.c takes from them. Out: attributes as CUDA gives them.
// Invariant: reserved memory is used memory, whatever the release threshold says. A pool that was destroyed lives on for its
//            allocations, until the last one is freed; its handle does not.
#include "api.h"

#include <stdlib.h>

struct CUmemPoolHandle_st {
    uint64_t used, used_high, reserved_high; // bytes
    uint64_t threshold, most;                // most: 0 means any
    int reuse[3];                            // event dependencies, opportunistic, internal dependencies: kept, and nothing else
    bool destroyed;
};

#define NEW_POOL {.reuse = {1, 1, 1}}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct CUmemPoolHandle_st default_pool = NEW_POOL;
static cudaMemPool_t device_pool = &default_pool; // what cudaMallocAsync takes from; guarded by `lock`, as all pools are

static bool is_pool(cudaMemPool_t pool) { return pool == &default_pool || pt_api_handle_is(PT_API_POOL, pool); }

cudaError_t pt_api_pool_take(cudaMemPool_t *pool, size_t bytes)
{
    pthread_mutex_lock(&lock);
    cudaMemPool_t p = *pool ? *pool : device_pool;
    cudaError_t error = cudaSuccess;
    if (!is_pool(p)) {
        error = cudaErrorInvalidValue;
    } else if (p->most && (p->used > p->most || bytes > p->most - p->used)) {
        error = cudaErrorMemoryAllocation;
    } else {
        p->used += bytes;
        p->used_high = p->used > p->used_high ? p->used : p->used_high;
        p->reserved_high = p->used > p->reserved_high ? p->used : p->reserved_high;
        *pool = p;
    }
    pthread_mutex_unlock(&lock);
    return error;
}

void pt_api_pool_give(cudaMemPool_t pool, size_t bytes)
{
    pthread_mutex_lock(&lock);
    pool->used -= bytes;
    const bool over = pool->destroyed && pool->used == 0;
    pthread_mutex_unlock(&lock);
    if (over)
        free(pool);
}

void pt_api_pools_reset(void)
{
    pthread_mutex_lock(&lock);
    default_pool = (struct CUmemPoolHandle_st)NEW_POOL;
    device_pool = &default_pool;
    pthread_mutex_unlock(&lock);
}

// ---- the device's pools

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)
{
    if (device != 0)
        return pt_api_fail(cudaErrorInvalidDevice);
    if (!pool)
        return pt_api_fail(cudaErrorInvalidValue);
    *pool = &default_pool;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device)
{
    if (device != 0)
        return pt_api_fail(cudaErrorInvalidDevice);
    if (!pool)
        return pt_api_fail(cudaErrorInvalidValue);
    pthread_mutex_lock(&lock);
    *pool = device_pool;
    pthread_mutex_unlock(&lock);
    return cudaSuccess;
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool)
{
    if (device != 0)
        return pt_api_fail(cudaErrorInvalidDevice);
    pthread_mutex_lock(&lock);
    const bool known = is_pool(pool);
    if (known)
        device_pool = pool;
    pthread_mutex_unlock(&lock);
    return known ? cudaSuccess : pt_api_fail(cudaErrorInvalidValue);
}

// ---- pools of the program's own

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *properties)
{
    if (!pool || !properties || properties->allocType != cudaMemAllocationTypePinned ||
        properties->location.type != cudaMemLocationTypeDevice || properties->location.id != 0)
        return pt_api_fail(cudaErrorInvalidValue);
    if (properties->handleTypes != cudaMemHandleTypeNone) // for other processes
        return pt_api_fail(cudaErrorNotSupported);
    struct CUmemPoolHandle_st *const made = malloc(sizeof *made);
    if (!made)
        return pt_api_fail(cudaErrorMemoryAllocation);
    *made = (struct CUmemPoolHandle_st)NEW_POOL;
    made->most = properties->maxSize;
    if (!pt_api_handle_add(PT_API_POOL, made)) {
        free(made);
        return pt_api_fail(cudaErrorMemoryAllocation);
    }
    *pool = made;
    return cudaSuccess;
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool)
{
    pthread_mutex_lock(&lock);
    const bool known = pt_api_handle_remove(PT_API_POOL, pool); // the default one cannot be destroyed
    if (known) {
        pool->destroyed = true;
        if (device_pool == pool)
            device_pool = &default_pool;
    }
    const bool over = known && pool->used == 0;
    pthread_mutex_unlock(&lock);
    if (over)
        free(pool);
    return known ? cudaSuccess : pt_api_fail(cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep_bytes)
{
    (void)keep_bytes;
    return is_pool(pool) ? cudaSuccess : pt_api_fail(cudaErrorInvalidValue);
}

static bool set(struct CUmemPoolHandle_st *p, enum cudaMemPoolAttr attribute, const void *value)
{
    switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
        p->reuse[attribute - cudaMemPoolReuseFollowEventDependencies] = *(const int *)value != 0;
        return true;
    case cudaMemPoolAttrReleaseThreshold:
        p->threshold = *(const uint64_t *)value;
        return true;
    case cudaMemPoolAttrReservedMemHigh: // a high mark may only be set back
    case cudaMemPoolAttrUsedMemHigh:
        if (*(const uint64_t *)value != 0)
            return false;
        *(attribute == cudaMemPoolAttrUsedMemHigh ? &p->used_high : &p->reserved_high) = p->used;
        return true;
    default:
        return false;
    }
}

static bool get(const struct CUmemPoolHandle_st *p, enum cudaMemPoolAttr attribute, void *value)
{
    switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
        *(int *)value = p->reuse[attribute - cudaMemPoolReuseFollowEventDependencies];
        return true;
    case cudaMemPoolAttrReleaseThreshold: *(uint64_t *)value = p->threshold; return true;
    case cudaMemPoolAttrReservedMemCurrent:
    case cudaMemPoolAttrUsedMemCurrent: *(uint64_t *)value = p->used; return true;
    case cudaMemPoolAttrReservedMemHigh: *(uint64_t *)value = p->reserved_high; return true;
    case cudaMemPoolAttrUsedMemHigh: *(uint64_t *)value = p->used_high; return true;
    default: return false;
    }
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value)
{
    pthread_mutex_lock(&lock);
    const bool done = value && is_pool(pool) && set(pool, attribute, value);
    pthread_mutex_unlock(&lock);
    return done ? cudaSuccess : pt_api_fail(cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value)
{
    pthread_mutex_lock(&lock);
    const bool done = value && is_pool(pool) && get(pool, attribute, value);
    pthread_mutex_unlock(&lock);
    return done ? cudaSuccess : pt_api_fail(cudaErrorInvalidValue);
}

// ---- who may use a pool's memory: the one device, always. The errors are those of a machine with one GPU.

static cudaError_t check_access(const struct cudaMemAccessDesc *d)
{
    if (d->location.type != cudaMemLocationTypeDevice || d->flags == cudaMemAccessFlagsProtRead)
        return cudaErrorNotSupported;
    if (d->location.id != 0 || d->flags == cudaMemAccessFlagsProtNone) // a pool's own device cannot be shut out
        return cudaErrorInvalidDevice;
    return d->flags == cudaMemAccessFlagsProtReadWrite ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *list, size_t count)
{
    pthread_mutex_lock(&lock);
    cudaError_t error = is_pool(pool) && (list || count == 0) ? cudaSuccess : cudaErrorInvalidValue;
    for (size_t i = 0; error == cudaSuccess && i < count; i++)
        error = check_access(&list[i]);
    pthread_mutex_unlock(&lock);
    return error == cudaSuccess ? cudaSuccess : pt_api_fail(error);
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool, struct cudaMemLocation *location)
{
    pthread_mutex_lock(&lock);
    const bool known = flags && location && is_pool(pool) && location->type != cudaMemLocationTypeInvalid &&
                       (location->type != cudaMemLocationTypeDevice || location->id == 0);
    pthread_mutex_unlock(&lock);
    if (!known)
        return pt_api_fail(cudaErrorInvalidValue);
    *flags = location->type == cudaMemLocationTypeDevice ? cudaMemAccessFlagsProtReadWrite : cudaMemAccessFlagsProtNone;
    return cudaSuccess;
}
