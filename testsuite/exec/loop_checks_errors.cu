// A kernel of a loop fails in its sixth step: the program's own check tells of it as it would have. What the program does with the error in
// that round it does in that round; a check that ends what it stands in is made behind the loop at the latest.
// expect: handled
#include "check.h"

#include <sys/wait.h>
#include <unistd.h>

static int failures, calls;

// Counts, so it must be told in each round.
static void note(cudaError_t e)
{
    calls++;
    if (e != cudaSuccess)
        failures++;
}

// A line is thrown: an object with text in it would be a call of which nobody knows what it sees.
static void check_or_throw(cudaError_t e, int line)
{
    if (e == cudaSuccess)
        return;
    throw line;
}

#define CHECK(call) check_or_throw((call), __LINE__)
#define TRY(call)                             \
    do {                                      \
        const cudaError_t error_ = (call);    \
        if (error_ != cudaSuccess)            \
            throw __LINE__;                   \
    } while (0)
#define SYNC_AND_TRY()                            \
    do {                                          \
        cudaDeviceSynchronize();                  \
        const cudaError_t error_ = cudaGetLastError(); \
        if (error_ != cudaSuccess)                \
            throw __LINE__;                       \
    } while (0)
#define RETURN_ON_ERROR(call)                                 \
    do {                                                      \
        if ((call) != cudaSuccess)                            \
            return t;                                         \
    } while (0)

#pragma pt kernel
__global__ void step(unsigned *x, int t)
{
    x[threadIdx.x] += t;
    if (t == 5)
        __trap();
}

static void breaks(unsigned *x)
{
    int t;
    cudaError_t e = cudaSuccess;
    #pragma pt loop
    for (t = 0; t < 10; t++) {
        step<<<1, 32>>>(x, t);
        e = cudaDeviceSynchronize();
        if (e != cudaSuccess)
            break;
    }
    check::value("break", t, 5);
    check::error("break", e, cudaErrorLaunchFailure);
}

static int returns(unsigned *x)
{
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        step<<<1, 32>>>(x, t);
        RETURN_ON_ERROR(cudaStreamSynchronize(0));
    }
    return -1;
}

static int last_error(unsigned *x)
{
    int t = 0;
    cudaError_t e = cudaSuccess;
    #pragma pt loop
    while (t < 10 && e == cudaSuccess) {
        step<<<1, 32>>>(x, t++);
        cudaDeviceSynchronize();
        e = cudaGetLastError();
    }
    return t;
}

static void counts(unsigned *x)
{
    failures = calls = 0;
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        step<<<1, 32>>>(x, t);
        note(cudaDeviceSynchronize());
    }
    check::value("calls", calls, 10);
    check::value("failures", failures, 5);
}

static void function(unsigned *x)
{
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        step<<<1, 32>>>(x, t);
        CHECK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize());
    }
}

static void macro(unsigned *x)
{
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        step<<<1, 32>>>(x, t);
        TRY(cudaStreamSynchronize(nullptr));
    }
}

static void hidden(unsigned *x)
{
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        step<<<1, 32>>>(x, t);
        SYNC_AND_TRY();
    }
}

static void leaves(unsigned *x)
{
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        step<<<1, 32>>>(x, t);
        if (t == 7)
            return;
        CHECK(cudaDeviceSynchronize());
    }
}

// In a process of its own, as the device is lost to one whose kernel has failed.
#define CHECK_OR_ABORT(call)         \
    do {                             \
        if ((call) != cudaSuccess)   \
            std::abort();            \
    } while (0)

// The check comes before the program's own end.
static void ends_program(unsigned *x)
{
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        step<<<1, 32>>>(x, t);
        CHECK_OR_ABORT(cudaDeviceSynchronize());
        if (t == 7)
            std::exit(0);
    }
}

template <class Run> static void fails(const char *name, const Run &run, int line, int exit_status = 0)
{
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        int thrown = 0;
        {
            check::device_array<unsigned> x(32);
            try {
                run(x.get());
            } catch (int at) {
                thrown = at;
            }
        }
        check::value(name, thrown, line);
        std::fflush(stdout);
        _Exit(check::current().failures ? 1 : 0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    check::value(name, WIFEXITED(status) ? WEXITSTATUS(status) : -1, exit_status);
}

int main()
{
    check::begin("loop_checks_errors");
    fails("break", breaks, 0);
    fails("return", [] (unsigned *x) { check::value("return", returns(x), 5); }, 0);
    fails("last error", [] (unsigned *x) { check::value("last error", last_error(x), 6); }, 0);
    fails("counts", counts, 0);
    fails("function", function, 111);
    fails("macro", macro, 120);
    fails("hidden", hidden, 129);
    fails("leaves", leaves, 140);
    fails("ends", ends_program, 0, -1); // by a signal
    // No call of CUDA's in this process: those behind a fork would not work.
    std::printf("%s %s%s\n", check::current().name.c_str(), check::current().failures ? "FAILED" : "ok", check::current().checksums.c_str());
    std::fflush(stdout);
    _Exit(check::current().failures ? 1 : 0);
}
