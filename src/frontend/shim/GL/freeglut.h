#if __has_include_next(<GL/freeglut.h>)
#include_next <GL/freeglut.h>
#else
#include "gl.h"
#endif
