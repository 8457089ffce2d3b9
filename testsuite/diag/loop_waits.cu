// With -Rpt, a loop that waits for what it copies to the host says why, and where; the first two run ahead.
#include <vector>

#pragma pt kernel
__global__ void step(float *a, int *changed)
{
    a[blockIdx.x] *= 0.5f;
    if (a[blockIdx.x] > 1)
        *changed = 1;
}

void elsewhere(int);

int runs_ahead(float *a, int *changed, int n)
{
    int again = 1, rounds = 0;
    #pragma pt loop
    while (again) {
        cudaMemset(changed, 0, sizeof *changed);
        step<<<n, 32>>>(a, changed);
        rounds++;
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
    }
    #pragma pt loop
    for (int i = 0; i < n && again == 0; i++) {
        step<<<n, 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
    }
    #pragma pt loop
    for (int i = 0; i < n; i++) { // copies nothing to the host
        step<<<n, 32>>>(a, changed);
        if (i == 7)
            break;
    }
    return rounds;
}

int waits(float *a, int *changed, int n, int *to, int &known)
{
    int again = 1;
    #pragma pt loop
    while (again) {
        step<<<n, 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
        if (n-- < 0)
            throw 1;
    }
    again = 1;
    #pragma pt loop
    while (again) {
        step<<<n, 32>>>(a, changed);
        cudaMemcpyAsync(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
    }
    #pragma pt loop
    while (n-- > 0) {
        step<<<n, 32>>>(a, changed);
        cudaMemcpy(to, changed, sizeof again, cudaMemcpyDeviceToHost);
    }
    #pragma pt loop
    while (known) {
        step<<<n, 32>>>(a, changed);
        cudaMemcpy(&known, changed, sizeof again, cudaMemcpyDeviceToHost);
    }
    again = 1;
    #pragma pt loop
    while (again) {
        step<<<n, 32>>>(a, changed);
        elsewhere(n);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
    }
    again = 1;
    #pragma pt loop
    while (again && *to) {
        step<<<n, 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
    }
    again = 1;
    int total = 0;
    #pragma pt loop
    while (again) {
        step<<<n, 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
        total += again;
    }
    again = 1;
    #pragma pt loop
    while (again) {
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
        step<<<n, 32>>>(a, changed);
    }
    #pragma pt loop
    for (int i = 0; i < n; i++)
        step<<<n, 32>>>(a, changed), cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
    #pragma pt loop
    for (int i = 0; ; i++) {
        step<<<n, 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
        if (!again)
            return total;
    }
}

struct solver {
    float *a;
    int *changed;
    int again;
    void run(int n)
    {
        #pragma pt loop
        while (again) {
            step<<<n, 32>>>(a, changed);
            cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
        }
    }
};

#define BLOCKS(n) (((n) + 31) / 32)
#define BLOCKS_OF(n, size) (((n) + (size) - 1) / (size))
enum { width = 32 };

void divides(float *a, int *changed, int n, int size)
{
    int again = 1;
    #pragma pt loop
    while (again) { // by what is constant: runs ahead
        step<<<BLOCKS(n) + BLOCKS_OF(n, 4) + BLOCKS_OF(n, width), 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
    }
    again = 1;
    #pragma pt loop
    while (again) {
        step<<<BLOCKS_OF(n, size), 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
    }
}

#define AT(p) (*(p))
#define BARE(a, b) a / b
#define BOTH(a, b) ((a) && (b))

void macros(float *a, int *changed, const int *known, int n, int size)
{
    int again = 1, k = 0;
    #pragma pt loop
    while (again) { // runs ahead
        step<<<n, 32>>>(a, changed);
        k += BOTH(k, n > 0);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
    }
    again = 1;
    #pragma pt loop
    while (again) {
        step<<<n, 32>>>(a, changed);
        k += AT(known);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
    }
    again = 1;
    #pragma pt loop
    while (again) {
        step<<<BARE(n, size), 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
    }
}

static int count;
static int &rounds() { return count; }
static const int &rounds_before() { return count; }
struct reference { int &x; const int &y; };
static reference counter() { return {count, count}; }

void what_a_function_gives(float *a, int *changed, int n)
{
    int again = 1, k = 0;
    #pragma pt loop
    while (again) {
        step<<<n, 32>>>(a, changed);
        rounds()++;
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
    }
    again = 1;
    #pragma pt loop
    while (again) {
        step<<<n, 32>>>(a, changed);
        counter().x++;
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
    }
    again = 1;
    #pragma pt loop
    while (again) { // runs ahead
        step<<<n, 32>>>(a, changed);
        k += rounds_before();
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
    }
}
