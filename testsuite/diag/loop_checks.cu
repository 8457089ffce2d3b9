// What a loop does with the errors of its synchronisations: a check that ends the program is made again behind the loop, else the
// launches end there.
#include <cstdio>
#include <cstdlib>

#define CHECK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("%d\n", __LINE__); exit(1); } } while (0)
#define TELL(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) printf("%d\n", __LINE__); } while (0)
#define LEAVE(x) do { if ((x) != cudaSuccess) return; } while (0)
#define CHECK_AT(x, t) do { if ((x) != cudaSuccess) { printf("%d\n", t); exit(1); } } while (0)

void check(cudaError_t e)
{
    if (e == cudaSuccess)
        return;
    puts("failed");
    abort();
}
int count;
void note(cudaError_t e) { count += e != cudaSuccess; }

bool failed() { return cudaGetLastError() != cudaSuccess; }
bool terminate;
void set_flag(cudaError_t e) { if (e != cudaSuccess) terminate = true; }
void ends_for_some(cudaError_t e)
{
    if (e != cudaSuccess) {
        if (e == cudaErrorMemoryAllocation)
            exit(1);
        puts("failed");
    }
}
// As many programs have it.
#define GPU_CHECK(x) { gpu_assert((x), __LINE__); }
inline void gpu_assert(cudaError_t code, int line, bool abort = true)
{
    if (code != cudaSuccess) {
        printf("%d\n", line);
        if (abort)
            exit(code);
    }
}

#pragma pt kernel
__global__ void step(int *x) { x[threadIdx.x]++; }

void put_off(int *x, cudaStream_t s)
{
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        step<<<1, 32>>>(x);
        CHECK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize());
    }
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        step<<<1, 32, 0, s>>>(x);
        check(cudaStreamSynchronize(s));
    }
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        step<<<1, 32>>>(x);
        cudaDeviceSynchronize();
    }
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        step<<<1, 32>>>(x);
        cudaDeviceSynchronize();
        CHECK(cudaGetLastError());
    }
}

void put_off_too(int *x)
{
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        step<<<1, 32>>>(x);
        GPU_CHECK(cudaPeekAtLastError());
        GPU_CHECK(cudaDeviceSynchronize());
    }
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        step<<<1, 32>>>(x);
        CHECK(cudaDeviceSynchronize());
        if (t == 7)
            exit(0);
    }
}

void ends(int *x)
{
    cudaError_t e = cudaSuccess;
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        step<<<1, 32>>>(x);
        e = cudaDeviceSynchronize();
    }
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        step<<<1, 32>>>(x);
        if (cudaDeviceSynchronize() != cudaSuccess)
            break;
    }
    #pragma pt loop
    for (int t = 0; t < 10 && e == cudaSuccess; t++) {
        step<<<1, 32>>>(x);
        cudaDeviceSynchronize();
        e = cudaPeekAtLastError();
    }
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        step<<<1, 32>>>(x);
        TELL(cudaDeviceSynchronize());
    }
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        step<<<1, 32>>>(x);
        LEAVE(cudaDeviceSynchronize());
    }
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        step<<<1, 32>>>(x);
        CHECK_AT(cudaDeviceSynchronize(), t);
    }
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        step<<<1, 32>>>(x);
        note(cudaDeviceSynchronize());
    }
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        step<<<1, 32>>>(x);
        int error = (int)cudaDeviceSynchronize();
        if (error)
            break;
    }
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        step<<<1, 32>>>(x);
        cudaError_t error = t ? cudaStreamSynchronize(0) : cudaDeviceSynchronize();
        if (error)
            break;
    }
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        step<<<1, 32>>>(x);
        cudaDeviceSynchronize();
        if (failed())
            break;
    }
    #pragma pt loop
    for (int t = 0; t < 10 && !terminate; t++) {
        step<<<1, 32>>>(x);
        set_flag(cudaDeviceSynchronize());
    }
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        step<<<1, 32>>>(x);
        ends_for_some(cudaDeviceSynchronize());
    }
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        step<<<1, 32>>>(x);
        cudaDeviceSynchronize();
        if (cudaMemset(x, 0, 4) != cudaSuccess)
            break;
    }
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        step<<<1, 32>>>(x);
        if (t % 2)
            CHECK(cudaDeviceSynchronize());
        else
            check(cudaDeviceSynchronize());
    }
    #pragma pt loop
    for (int t = 0; t < 10; t++) {
        try {
            step<<<1, 32>>>(x);
            CHECK(cudaDeviceSynchronize());
        } catch (int) {
        }
    }
}
