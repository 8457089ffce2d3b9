#if __has_include_next(<GL/freeglut.h>)
#include <GL/freeglut.h>
#endif
#include <GL/gl.h>
#if __has_include_next(<GL/freeglut_ext.h>)
#include_next <GL/freeglut_ext.h>
#endif
