#if __has_include_next(<GL/glcorearb.h>)
#include_next <GL/glcorearb.h>
#else
#include "gl.h"
#endif
