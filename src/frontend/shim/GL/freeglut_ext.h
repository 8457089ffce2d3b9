#if __has_include_next(<GL/freeglut_ext.h>)
#include_next <GL/freeglut_ext.h>
#else
#include "gl.h"
#endif
