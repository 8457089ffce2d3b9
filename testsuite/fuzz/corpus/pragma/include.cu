#include <a/*b'c.h>
#include "x.h"
#error don't
#if A
#pragma pt kernel
#else
#pragma pt kernel schedule(static)
#endif
