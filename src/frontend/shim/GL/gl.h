// OpenGL's types, constants and calls as far as CUDA programs with graphics need them; the system's own come first.
#if __has_include_next(<GL/gl.h>)
#include_next <GL/gl.h>
#elif !defined(PTCC_SHIM_GL_H)
#define PTCC_SHIM_GL_H

#include <pt_any_arguments.h>

#define __gl_h_
#define GLAPIENTRY
#define APIENTRY
#define GLUTAPIENTRY
typedef unsigned int GLenum, GLuint, GLbitfield;
typedef unsigned char GLboolean, GLubyte;
typedef signed char GLbyte;
typedef short GLshort;
typedef unsigned short GLushort;
typedef int GLint, GLsizei, GLfixed;
typedef float GLfloat, GLclampf;
typedef double GLdouble, GLclampd;
typedef void GLvoid;
typedef char GLchar, GLcharARB;
typedef unsigned int GLhandleARB;
typedef long GLintptr, GLsizeiptr;
typedef struct __GLsync *GLsync;
typedef unsigned long long GLuint64;

// Their values do not matter for parsing; that they differ does (switch).
enum {
    GL_FALSE, GL_TRUE, GL_ZERO = 0, GL_ONE = 1, GL_NO_ERROR = 0, GL_POINTS = 0, GL_LINES = 1, GL_LINE_LOOP, GL_LINE_STRIP, GL_TRIANGLES, GL_TRIANGLE_STRIP,
    GL_TRIANGLE_FAN, GL_QUADS, GL_QUAD_STRIP, GL_POLYGON, GL_BYTE = 0x1400, GL_UNSIGNED_BYTE, GL_SHORT, GL_UNSIGNED_SHORT, GL_INT, GL_UNSIGNED_INT,
    GL_FLOAT, GL_DOUBLE = 0x140A, GL_RED = 0x1903, GL_GREEN, GL_BLUE, GL_ALPHA, GL_RGB, GL_RGBA, GL_LUMINANCE, GL_BGR = 0x80E0, GL_BGRA,
    GL_RGBA8 = 0x8058, GL_RGBA16F = 0x881A, GL_RGBA32F = 0x8814, GL_RGBA8UI = 0x8D7C, GL_RGBA32F_ARB = 0x8814, GL_LUMINANCE16F_ARB = 0x881E,
    GL_TEXTURE_2D = 0x0DE1, GL_TEXTURE_3D = 0x806F, GL_TEXTURE_RECTANGLE_ARB = 0x84F5, GL_TEXTURE_CUBE_MAP = 0x8513, GL_TEXTURE_MIN_FILTER = 0x2801,
    GL_TEXTURE_MAG_FILTER = 0x2800, GL_TEXTURE_WRAP_S = 0x2802, GL_TEXTURE_WRAP_T = 0x2803, GL_NEAREST = 0x2600, GL_LINEAR = 0x2601, GL_CLAMP = 0x2900,
    GL_REPEAT = 0x2901, GL_CLAMP_TO_EDGE = 0x812F, GL_COLOR_BUFFER_BIT = 0x4000, GL_DEPTH_BUFFER_BIT = 0x100, GL_STENCIL_BUFFER_BIT = 0x400,
    GL_MODELVIEW = 0x1700, GL_PROJECTION = 0x1701, GL_TEXTURE = 0x1702, GL_DEPTH_TEST = 0x0B71, GL_BLEND = 0x0BE2, GL_LIGHTING = 0x0B50,
    GL_LIGHT0 = 0x4000, GL_CULL_FACE = 0x0B44, GL_SRC_ALPHA = 0x0302, GL_ONE_MINUS_SRC_ALPHA = 0x0303, GL_FRONT = 0x0404, GL_BACK = 0x0405,
    GL_FRONT_AND_BACK = 0x0408, GL_LINE = 0x1B01, GL_FILL = 0x1B02, GL_ARRAY_BUFFER = 0x8892, GL_ARRAY_BUFFER_ARB = 0x8892, GL_ELEMENT_ARRAY_BUFFER = 0x8893,
    GL_PIXEL_PACK_BUFFER = 0x88EB, GL_PIXEL_PACK_BUFFER_ARB = 0x88EB, GL_PIXEL_UNPACK_BUFFER = 0x88EC, GL_PIXEL_UNPACK_BUFFER_ARB = 0x88EC,
    GL_STREAM_DRAW = 0x88E0, GL_STREAM_DRAW_ARB = 0x88E0, GL_STREAM_COPY = 0x88E2, GL_STREAM_READ = 0x88E1, GL_STATIC_DRAW = 0x88E4, GL_STATIC_DRAW_ARB = 0x88E4, GL_DYNAMIC_DRAW = 0x88E8,
    GL_DYNAMIC_DRAW_ARB = 0x88E8, GL_DYNAMIC_COPY = 0x88EA, GL_BUFFER_SIZE = 0x8764, GL_BUFFER_SIZE_ARB = 0x8764, GL_READ_ONLY = 0x88B8, GL_WRITE_ONLY = 0x88B9,
    GL_READ_WRITE = 0x88BA, GL_VERTEX_ARRAY = 0x8074, GL_COLOR_ARRAY = 0x8076, GL_NORMAL_ARRAY = 0x8075, GL_TEXTURE_COORD_ARRAY = 0x8078,
    GL_VERTEX_SHADER = 0x8B31, GL_FRAGMENT_SHADER = 0x8B30, GL_GEOMETRY_SHADER = 0x8DD9, GL_COMPUTE_SHADER = 0x91B9, GL_COMPILE_STATUS = 0x8B81,
    GL_LINK_STATUS = 0x8B82, GL_INFO_LOG_LENGTH = 0x8B84, GL_FRAGMENT_PROGRAM_ARB = 0x8804, GL_PROGRAM_FORMAT_ASCII_ARB = 0x8875, GL_PROGRAM_ERROR_POSITION_ARB = 0x864B, GL_PROGRAM_ERROR_STRING_ARB = 0x8874, GL_POINT_SPRITE_ARB = 0x8861,
    GL_VERTEX_PROGRAM_POINT_SIZE_NV = 0x8642, GL_COORD_REPLACE_ARB = 0x8862, GL_PACK_ALIGNMENT = 0x0D05, GL_UNPACK_ALIGNMENT = 0x0CF5, GL_MODELVIEW_MATRIX = 0x0BA6,
    GL_FRAMEBUFFER = 0x8D40, GL_FRAMEBUFFER_EXT = 0x8D40, GL_RENDERBUFFER_EXT = 0x8D41, GL_COLOR_ATTACHMENT0_EXT = 0x8CE0, GL_DEPTH_COMPONENT = 0x1902,
    GL_VIEWPORT = 0x0BA2, GL_EXTENSIONS = 0x1F03, GL_VERSION = 0x1F02, GL_VENDOR = 0x1F00, GL_RENDERER = 0x1F01, GL_COMPILE = 0x1300, GL_MODULATE = 0x2100, GL_REPLACE = 0x1E01,
    GL_TEXTURE_ENV = 0x2300, GL_TEXTURE_ENV_MODE = 0x2200, GL_POSITION = 0x1203, GL_DIFFUSE = 0x1201, GL_AMBIENT = 0x1200, GL_SPECULAR = 0x1202, GL_SHININESS = 0x1601,
    GL_TEXTURE0 = 0x84C0, GL_TEXTURE0_ARB = 0x84C0, GL_TEXTURE1 = 0x84C1, GL_SMOOTH = 0x1D01, GL_LESS = 0x0201, GL_LEQUAL = 0x0203, GL_ALWAYS = 0x0207, GL_COLOR_MATERIAL = 0x0B57, GL_NORMALIZE = 0x0BA1
};
#define PT_SHIM_GL(name) PT_SHIM_ANY(void, gl##name)
PT_SHIM_GL(Clear) PT_SHIM_GL(ClearColor) PT_SHIM_GL(Enable) PT_SHIM_GL(Disable) PT_SHIM_GL(Viewport) PT_SHIM_GL(MatrixMode) PT_SHIM_GL(LoadIdentity)
PT_SHIM_GL(LoadMatrixf) PT_SHIM_GL(MultMatrixf) PT_SHIM_GL(PushMatrix) PT_SHIM_GL(PopMatrix) PT_SHIM_GL(Translatef) PT_SHIM_GL(Rotatef) PT_SHIM_GL(Scalef) PT_SHIM_GL(Ortho)
PT_SHIM_GL(Frustum) PT_SHIM_GL(Begin) PT_SHIM_GL(End) PT_SHIM_GL(Vertex2f) PT_SHIM_GL(Vertex3f) PT_SHIM_GL(Vertex4f) PT_SHIM_GL(Vertex3fv) PT_SHIM_GL(TexCoord2f) PT_SHIM_GL(TexCoord3f)
PT_SHIM_GL(Color3f) PT_SHIM_GL(Color4f) PT_SHIM_GL(Color4fv) PT_SHIM_GL(Normal3f) PT_SHIM_GL(VertexPointer) PT_SHIM_GL(ColorPointer) PT_SHIM_GL(NormalPointer) PT_SHIM_GL(TexCoordPointer)
PT_SHIM_GL(EnableClientState) PT_SHIM_GL(DisableClientState) PT_SHIM_GL(ClientActiveTexture) PT_SHIM_GL(DrawArrays) PT_SHIM_GL(DrawElements) PT_SHIM_GL(DrawPixels) PT_SHIM_GL(ReadPixels)
PT_SHIM_GL(RasterPos2i) PT_SHIM_GL(PixelStorei) PT_SHIM_GL(PolygonMode) PT_SHIM_GL(PointSize) PT_SHIM_GL(LineWidth) PT_SHIM_GL(BlendFunc) PT_SHIM_GL(DepthFunc) PT_SHIM_GL(DepthMask)
PT_SHIM_GL(ColorMask) PT_SHIM_GL(ShadeModel) PT_SHIM_GL(Lightfv) PT_SHIM_GL(Materialfv) PT_SHIM_GL(Materialf) PT_SHIM_GL(GetIntegerv) PT_SHIM_GL(GetFloatv) PT_SHIM_GL(Flush) PT_SHIM_GL(Finish)
PT_SHIM_GL(Hint) PT_SHIM_GL(GenTextures) PT_SHIM_GL(DeleteTextures) PT_SHIM_GL(BindTexture) PT_SHIM_GL(TexParameteri) PT_SHIM_GL(TexParameterf) PT_SHIM_GL(TexImage2D) PT_SHIM_GL(TexImage3D) PT_SHIM_GL(TexSubImage2D)
PT_SHIM_GL(TexEnvf) PT_SHIM_GL(TexEnvi) PT_SHIM_GL(ActiveTexture) PT_SHIM_GL(ActiveTextureARB) PT_SHIM_GL(MultiTexCoord2f) PT_SHIM_GL(CopyTexSubImage2D) PT_SHIM_GL(ReadBuffer) PT_SHIM_GL(DrawBuffer) PT_SHIM_GL(CallList) PT_SHIM_GL(NewList) PT_SHIM_GL(EndList)
PT_SHIM_GL(GenBuffers) PT_SHIM_GL(GenBuffersARB) PT_SHIM_GL(DeleteBuffers) PT_SHIM_GL(DeleteBuffersARB) PT_SHIM_GL(BindBuffer) PT_SHIM_GL(BindBufferARB) PT_SHIM_GL(BufferData) PT_SHIM_GL(BufferDataARB)
PT_SHIM_GL(BufferSubData) PT_SHIM_GL(BufferSubDataARB) PT_SHIM_GL(GetBufferParameteriv) PT_SHIM_GL(GetBufferParameterivARB) PT_SHIM_GL(UnmapBuffer) PT_SHIM_GL(UnmapBufferARB)
PT_SHIM_GL(ShaderSource) PT_SHIM_GL(CompileShader) PT_SHIM_GL(AttachShader) PT_SHIM_GL(LinkProgram) PT_SHIM_GL(UseProgram) PT_SHIM_GL(DeleteProgram) PT_SHIM_GL(DeleteShader) PT_SHIM_GL(GetShaderiv)
PT_SHIM_GL(GetProgramiv) PT_SHIM_GL(GetShaderInfoLog) PT_SHIM_GL(GetProgramInfoLog) PT_SHIM_GL(Uniform1f) PT_SHIM_GL(Uniform1i) PT_SHIM_GL(Uniform3f) PT_SHIM_GL(Uniform4f) PT_SHIM_GL(UniformMatrix4fv)
PT_SHIM_GL(VertexAttribPointer) PT_SHIM_GL(EnableVertexAttribArray) PT_SHIM_GL(DisableVertexAttribArray) PT_SHIM_GL(GenVertexArrays) PT_SHIM_GL(BindVertexArray) PT_SHIM_GL(DeleteVertexArrays)
PT_SHIM_GL(GenFramebuffersEXT) PT_SHIM_GL(BindFramebufferEXT) PT_SHIM_GL(FramebufferTexture2DEXT) PT_SHIM_GL(GenRenderbuffersEXT) PT_SHIM_GL(BindRenderbufferEXT) PT_SHIM_GL(RenderbufferStorageEXT)
PT_SHIM_GL(GenProgramsARB) PT_SHIM_GL(DeleteProgramsARB) PT_SHIM_GL(BindProgramARB) PT_SHIM_GL(ProgramStringARB) PT_SHIM_GL(DispatchCompute) PT_SHIM_GL(MemoryBarrier) PT_SHIM_GL(SecondaryColor3fv)
#undef PT_SHIM_GL
GLenum glGetError();
const GLubyte *glGetString(GLenum name);
template <class... A> GLuint glCreateShader(A &&...arguments);
template <class... A> GLuint glCreateProgram(A &&...arguments);
template <class... A> GLint glGetUniformLocation(A &&...arguments);
template <class... A> GLint glGetAttribLocation(A &&...arguments);
template <class... A> void *glMapBuffer(A &&...arguments);
template <class... A> void *glMapBufferARB(A &&...arguments);
template <class... A> GLboolean glIsBuffer(A &&...arguments);
template <class... A> GLuint glGenLists(A &&...arguments);

// GLU
#define PT_SHIM_GLU(name) PT_SHIM_ANY(int, glu##name)
PT_SHIM_GLU(Perspective) PT_SHIM_GLU(LookAt) PT_SHIM_GLU(Ortho2D) PT_SHIM_GLU(UnProject) PT_SHIM_GLU(Project)
#undef PT_SHIM_GLU
const GLubyte *gluErrorString(GLenum error);

// GLEW
#define GLEW_OK 0
#define GLEW_VERSION_2_0 1
#define GLEW_VERSION_1_5 1
#define GLEW_ARB_vertex_buffer_object 1
#define GLEW_ARB_pixel_buffer_object 1
GLenum glewInit();
int glewIsSupported(const char *names);
const GLubyte *glewGetErrorString(GLenum error);

// GLUT
enum {
    GLUT_RGB = 0, GLUT_RGBA = 0, GLUT_INDEX = 1, GLUT_DOUBLE = 2, GLUT_DEPTH = 16, GLUT_ALPHA = 8, GLUT_DOWN = 0, GLUT_UP = 1, GLUT_LEFT_BUTTON = 0,
    GLUT_MIDDLE_BUTTON = 1, GLUT_RIGHT_BUTTON = 2, GLUT_ACTIVE_SHIFT = 1, GLUT_ACTIVE_CTRL = 2, GLUT_ACTIVE_ALT = 4, GLUT_KEY_LEFT = 100, GLUT_KEY_UP,
    GLUT_KEY_RIGHT, GLUT_KEY_DOWN, GLUT_KEY_PAGE_UP, GLUT_KEY_PAGE_DOWN, GLUT_WINDOW_WIDTH = 102, GLUT_WINDOW_HEIGHT = 103, GLUT_ELAPSED_TIME = 700,
    GLUT_ACTION_ON_WINDOW_CLOSE = 0x01F9, GLUT_ACTION_EXIT = 0, GLUT_ACTION_GLUTMAINLOOP_RETURNS = 1, GLUT_ACTION_CONTINUE_EXECUTION = 2
};
#define PT_SHIM_GLUT(name) PT_SHIM_ANY(int, glut##name)
PT_SHIM_GLUT(Init) PT_SHIM_GLUT(InitDisplayMode) PT_SHIM_GLUT(InitWindowSize) PT_SHIM_GLUT(InitWindowPosition) PT_SHIM_GLUT(CreateWindow) PT_SHIM_GLUT(DestroyWindow)
PT_SHIM_GLUT(MainLoop) PT_SHIM_GLUT(SwapBuffers) PT_SHIM_GLUT(PostRedisplay) PT_SHIM_GLUT(ReportErrors) PT_SHIM_GLUT(SetWindowTitle) PT_SHIM_GLUT(SetWindow) PT_SHIM_GLUT(GetWindow)
PT_SHIM_GLUT(Get) PT_SHIM_GLUT(GetModifiers) PT_SHIM_GLUT(CreateMenu) PT_SHIM_GLUT(AddMenuEntry) PT_SHIM_GLUT(AttachMenu) PT_SHIM_GLUT(SetOption) PT_SHIM_GLUT(LeaveMainLoop)
PT_SHIM_GLUT(SolidSphere) PT_SHIM_GLUT(WireCube) PT_SHIM_GLUT(SolidCube) PT_SHIM_GLUT(WireSphere) PT_SHIM_GLUT(BitmapCharacter) PT_SHIM_GLUT(ReshapeWindow)
#undef PT_SHIM_GLUT
void glutDisplayFunc(void (*)());
void glutReshapeFunc(void (*)(int, int));
void glutKeyboardFunc(void (*)(unsigned char, int, int));
void glutSpecialFunc(void (*)(int, int, int));
void glutMouseFunc(void (*)(int, int, int, int));
void glutMotionFunc(void (*)(int, int));
void glutPassiveMotionFunc(void (*)(int, int));
void glutIdleFunc(void (*)());
void glutCloseFunc(void (*)());
void glutTimerFunc(unsigned int milliseconds, void (*)(int), int value);

#endif
