// See helper_cuda.h.
#ifndef PTCC_SHIM_HELPER_GL_H
#define PTCC_SHIM_HELPER_GL_H
#include "GL/freeglut.h"
#include "GL/gl.h"
#include "helper_cuda.h"
namespace __helper_gl { template <class... A> int isGLVersionSupported(A &&...arguments); template <class... A> int areGLExtensionsSupported(A &&...arguments); }
using namespace __helper_gl;
#endif
