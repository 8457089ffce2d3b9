#if __has_include_next(<GL/glew.h>)
#include_next <GL/glew.h>
#else
#include "gl.h"
#endif
