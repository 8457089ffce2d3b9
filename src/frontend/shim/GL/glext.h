#if __has_include_next(<GL/glext.h>)
#include_next <GL/glext.h>
#else
#include "gl.h"
#endif
