#if __has_include_next(<GL/glut.h>)
#include_next <GL/glut.h>
#else
#include "gl.h"
#endif
