#if __has_include_next(<GL/glx.h>)
#include_next <GL/glx.h>
#else
#include "gl.h"
#endif
