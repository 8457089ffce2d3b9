// The header's text becomes a part of the output, one level further up.
#include "include_level.cuh"

#if __INCLUDE_LEVEL__
#error "this is no header"
#endif

void host(int *out)
{
    of_header<<<1, 1>>>(out);
}
