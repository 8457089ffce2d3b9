#include <GL/gl.h>
#if __has_include_next(<GL/glext.h>)
#include_next <GL/glext.h>
#endif
