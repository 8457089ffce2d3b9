// With -Rpt: the host runs ahead over what checks for errors, and waits where a check does something without one.
#include <cstdio>
#include <cstdlib>

#pragma pt kernel
__global__ void step(float *a, int *changed)
{
    a[blockIdx.x] *= 0.5f;
    if (a[blockIdx.x] > 1)
        *changed = 1;
}

// As cuda-samples have it: a template, and a function that asks for the error itself.
static const char *error_name(cudaError_t error) { return cudaGetErrorName(error); }
template <typename T> void check(T result, char const *const function, const char *const file, int const line)
{
    if (result) {
        fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\"\n", file, line, static_cast<unsigned>(result), error_name(static_cast<cudaError_t>(result)), function);
        exit(1);
    }
}
inline void last_error(const char *message, const char *file, const int line)
{
    cudaError_t err = cudaGetLastError();
    if (cudaSuccess != err) {
        fprintf(stderr, "%s(%i): %s: %s\n", file, line, message, cudaGetErrorString(err));
        exit(1);
    }
}
inline void left_early(cudaError_t code, bool abort = true)
{
    if (code == cudaSuccess)
        return;
    fprintf(stderr, "%s\n", cudaGetErrorString(code));
    if (abort)
        exit(code);
}
inline void says_both(cudaError_t code)
{
    if (code == cudaSuccess)
        puts("fine");
    else
        exit(1);
}
inline void says_behind(cudaError_t code)
{
    if (code != cudaSuccess)
        return;
    puts("fine");
}
inline void says_otherwise(cudaError_t code, int wanted)
{
    if (code != cudaSuccess || wanted)
        puts("wanted");
}
static cudaError_t last;
inline void keeps(cudaError_t code)
{
    last = code;
}
struct speaker {
    ~speaker() { puts("end"); }
};
inline void speaks(cudaError_t code)
{
    speaker s;
    if (code)
        exit(1);
}
#define CHECK(value) check((value), #value, __FILE__, __LINE__)
#define LAST(message) last_error(message, __FILE__, __LINE__)
#define BY_MACRO(call) do { const cudaError_t e = (call); if (e != cudaSuccess && sizeof(call)) { puts("no"); exit(1); } } while (0)
#define BY_ELSE(call) { if ((call) == cudaSuccess) ; else { puts("no"); exit(1); } }
#define SAYS(call) do { const cudaError_t e = (call); puts(#call); if (e != cudaSuccess) exit(1); } while (0)
#define SAYS_NO(call) do { const cudaError_t e = (call); NOTE; if (e != cudaSuccess) exit(1); } while (0)
#define NOTE puts("note")

void ahead(float *a, int *changed, int n)
{
    int again = 1;
    #pragma pt loop
    while (again) {
        CHECK(cudaMemset(changed, 0, sizeof *changed));
        step<<<n, 32>>>(a, changed);
        LAST("step");
        CHECK(cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost));
    }
    again = 1;
    #pragma pt loop
    while (again) {
        left_early(cudaMemset(changed, 0, sizeof *changed));
        step<<<n, 32>>>(a, changed);
        BY_MACRO(cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost));
    }
    again = 1;
    #pragma pt loop
    while (again) {
        step<<<n, 32>>>(a, changed);
        BY_ELSE(cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost));
    }
}

void waits(float *a, int *changed, int n)
{
    int again = 1;
    #pragma pt loop
    while (again) {
        step<<<n, 32>>>(a, changed);
        says_both(cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost));
    }
    #pragma pt loop
    while (again) {
        step<<<n, 32>>>(a, changed);
        says_behind(cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost));
    }
    #pragma pt loop
    while (again) {
        step<<<n, 32>>>(a, changed);
        says_otherwise(cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost), 1);
    }
    #pragma pt loop
    while (again) {
        step<<<n, 32>>>(a, changed);
        keeps(cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost));
    }
    #pragma pt loop
    while (again) {
        step<<<n, 32>>>(a, changed);
        speaks(cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost));
    }
    #pragma pt loop
    while (again) {
        step<<<n, 32>>>(a, changed);
        SAYS(cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost));
    }
    #pragma pt loop
    while (again) {
        step<<<n, 32>>>(a, changed);
        SAYS_NO(cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost));
    }
    #pragma pt loop
    while (again) { // told of a number, which a guess may make another one
        step<<<n, 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
        CHECK(again > n);
    }
}
