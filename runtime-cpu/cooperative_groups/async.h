// The name under which older programs include asynchronous copies.
//
// In:  -. Out: cooperative_groups/memcpy_async.h. Invariant: none of its own.
#include "memcpy_async.h"
