#if __has_include_next(<GL/glu.h>)
#include_next <GL/glu.h>
#else
#include "gl.h"
#endif
