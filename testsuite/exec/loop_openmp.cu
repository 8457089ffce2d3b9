// #pragma pt loop: host threads of OpenMP that meet at its barriers see what the launches in front of them have done.
// expect: handled
#include "check.h"

#ifdef _OPENMP
#include <omp.h>
#else
static int omp_get_thread_num() { return 0; }
static int omp_get_num_threads() { return 1; }
#endif

constexpr int sides = 2, rounds = 40, elements = 256, most = 1000003;

// Each side computes with what the other one had in the round before.
#pragma pt kernel
__global__ void mix_sides(const int *mine, const int *other, int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = (mine[i] * 3 + other[i]) % most;
}

struct board {
    check::device_array<int> of[sides][2] = {{check::device_array<int>(elements), check::device_array<int>(elements)},
                                             {check::device_array<int>(elements), check::device_array<int>(elements)}};
    board()
    {
        for (int side = 0; side < sides; side++)
            CUDA_OK(cudaMemcpy(of[side][0].get(), std::vector<int>(elements, side + 1).data(), elements * sizeof(int), cudaMemcpyHostToDevice));
    }
    void report(const char *name) const
    {
        int one = 1, two = 2;
        for (int i = 0; i < rounds; i++) {
            const int next = (one * 3 + two) % most;
            two = (two * 3 + one) % most;
            one = next;
        }
        check::equal(name, of[0][0].host(), std::vector<int>(elements, one));
        check::equal(name, of[1][0].host(), std::vector<int>(elements, two));
    }
};

static void meet()
{
    #pragma omp barrier
}

int main()
{
    check::begin("loop_openmp");
    board in_loop, in_function;
    int *x[sides][2], *y[sides][2]; // so that nothing in the loops reads by a pointer
    for (int side = 0; side < sides; side++)
        for (int k = 0; k < 2; k++) {
            x[side][k] = in_loop.of[side][k].get();
            y[side][k] = in_function.of[side][k].get();
        }
    #pragma omp parallel num_threads(sides)
    {
        const int me = omp_get_thread_num(), threads = omp_get_num_threads();
        #pragma pt loop
        for (int i = 0; i < rounds; i++) {
            for (int side = me; side < sides; side += threads)
                mix_sides<<<4, 64>>>(x[side][i % 2], x[1 - side][i % 2], x[side][1 - i % 2]);
            CUDA_OK(cudaDeviceSynchronize());
            #pragma omp barrier
        }
        #pragma omp barrier
        #pragma pt loop
        for (int i = 0; i < rounds; i++) {
            for (int side = me; side < sides; side += threads)
                mix_sides<<<4, 64>>>(y[side][i % 2], y[1 - side][i % 2], y[side][1 - i % 2]);
            CUDA_OK(cudaDeviceSynchronize());
            meet();
        }
    }
    in_loop.report("in_loop");
    in_function.report("in_function");
    return check::finish();
}
