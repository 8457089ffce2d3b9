// Which addresses are live objects: streams, events, graphs and the like, as programs hand them back to the API.
//
// In:  objects when they are made and destroyed. Out: whether an address is one, and of which kind.
// Invariant: a handle that was never made, or destroyed, is told from a live one without reading behind it.
#include "api.h"

#include <search.h>
#include <stdlib.h>

typedef struct handle {
    const void *object;
    pt_api_kind_t kind;
} handle_t;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *tree;

static int compare(const void *a, const void *b)
{
    const uintptr_t x = (uintptr_t)((const handle_t *)a)->object, y = (uintptr_t)((const handle_t *)b)->object;
    return x < y ? -1 : x > y;
}

bool pt_api_handle_add(pt_api_kind_t kind, const void *object)
{
    handle_t *handle = malloc(sizeof *handle);
    if (!handle)
        return false;
    *handle = (handle_t){.object = object, .kind = kind};
    pthread_mutex_lock(&lock);
    const bool added = tsearch(handle, &tree, compare) != NULL;
    pthread_mutex_unlock(&lock);
    if (!added)
        free(handle);
    return added;
}

bool pt_api_handle_is(pt_api_kind_t kind, const void *object)
{
    const handle_t wanted = {.object = object};
    pthread_mutex_lock(&lock);
    handle_t *const *found = tfind(&wanted, &tree, compare);
    const bool is = found && (*found)->kind == kind;
    pthread_mutex_unlock(&lock);
    return is;
}

bool pt_api_handle_remove(pt_api_kind_t kind, const void *object)
{
    const handle_t wanted = {.object = object};
    pthread_mutex_lock(&lock);
    handle_t *const *found = tfind(&wanted, &tree, compare);
    handle_t *handle = found && (*found)->kind == kind ? *found : NULL;
    if (handle)
        tdelete(handle, &tree, compare);
    pthread_mutex_unlock(&lock);
    free(handle);
    return handle != NULL;
}
