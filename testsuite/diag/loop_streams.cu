// #pragma pt loop: << of a stream is as good as printf, in macros and functions that check for errors, too; but not one of the program's,
// nor to a stream that may be of the program's making. What it prints by a pointer, a kernel may have written.
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <string>

#pragma pt kernel
__global__ void step(float *a) { a[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

#define CHECK(x)                                                           \
    do {                                                                   \
        cudaError_t e = (x);                                               \
        if (e != cudaSuccess) {                                            \
            std::cerr << "error " << cudaGetErrorString(e) << std::endl;   \
            exit(1);                                                       \
        }                                                                  \
    } while (0)

static void check(cudaError_t e, const char *file, int line)
{
    if (e != cudaSuccess) {
        std::cerr << file << ":" << line << std::setw(9) << cudaGetErrorString(e) << '\n';
        exit(1);
    }
}

void as_printf(float *a, int n)
{
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        step<<<n, 256>>>(a);
        if (i % 10 == 0)
            std::cout << i << std::endl;
    }
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        step<<<n, 256>>>(a);
        CHECK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize());
        std::cout << std::fixed << std::setprecision(3) << i / 2.0 << 'c' << "\n" << std::flush;
    }
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        step<<<n, 256>>>(a);
        check(cudaDeviceSynchronize(), __FILE__, __LINE__);
    }
}

struct printed { const float *from; };
static std::ostream &operator<<(std::ostream &to, const printed &x) { return to << *x.from; }

void sees(float *a, int n, std::ostream &elsewhere, const char *text, std::string name)
{
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        step<<<n, 256>>>(a);
        std::cout << printed{a};
    }
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        step<<<n, 256>>>(a);
        elsewhere << i;
    }
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        step<<<n, 256>>>(a);
        cudaDeviceSynchronize();
        std::cout << text;
    }
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        step<<<n, 256>>>(a);
        cudaDeviceSynchronize();
        std::cout << name;
    }
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        step<<<n, 256>>>(a);
        std::cout << exit;
    }
}
