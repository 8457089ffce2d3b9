// A kernel of a loop fails in its sixth step: the program's own check tells of it as it would have. What the program does with the error in
// that round it does in that round; a check that ends what it stands in is made behind the loop at the latest.
// expect: handled
#include "check.h"

#include <chrono>
#include <thread>

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

template <class Run> static void fails(const char *name, const Run &run, int line)
{
    check::device_array<unsigned> x(32);
    int thrown = 0;
    try {
        run(x.get());
    } catch (int at) {
        thrown = at;
    }
    check::value(name, thrown, line);
}

int main()
{
    check::begin("loop_checks_errors");
    const auto afresh = [] { // the device may take a while to come back
        void *memory = nullptr;
        (void)cudaDeviceReset();
        for (int i = 0; i < 200 && cudaMalloc(&memory, 4) != cudaSuccess; i++) {
            (void)cudaGetLastError();
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        (void)cudaFree(memory);
        (void)cudaGetLastError();
    };
    fails("break", breaks, 0);
    afresh();
    fails("return", [] (unsigned *x) { check::value("return", returns(x), 5); }, 0);
    afresh();
    fails("last error", [] (unsigned *x) { check::value("last error", last_error(x), 6); }, 0);
    afresh();
    fails("counts", counts, 0);
    afresh();
    fails("function", function, 111);
    afresh();
    fails("macro", macro, 120);
    afresh();
    fails("hidden", hidden, 129);
    afresh();
    fails("leaves", leaves, 140);
    afresh();
    return check::finish();
}
