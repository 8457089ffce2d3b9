// Conjugate gradient: solves A x = b in one launch, for the matrix with 2.5 on its diagonal and -1 beside it.
//
// Two sums over all unknowns decide each step: pt_reduce_add gives them to every thread, so that the loop and the steps' lengths are
// the same for the whole grid, and nothing is read back. The sums are barriers of the grid, too; one more stands in front of the
// neighbours' values. Without ptcc the file does not compile: no other compiler knows what all threads say together.
#include <pt/collectives.cuh>

#include <cmath>
#include <vector>

#include "../common/example.h"

#pragma pt kernel
__global__ void solve(double *x, double *r, double *p, double *q, int n, int *steps)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool inside = i < n;
    int step = 0;
    double error = pt_reduce_add(inside ? r[i] * r[i] : 0.0);
    while (error > 1e-20 && step < 1000) {
        if (inside)
            q[i] = 2.5 * p[i] - (i > 0 ? p[i - 1] : 0.0) - (i + 1 < n ? p[i + 1] : 0.0);
        const double length = error / pt_reduce_add(inside ? p[i] * q[i] : 0.0);
        if (inside) {
            x[i] += length * p[i];
            r[i] -= length * q[i];
        }
        const double left = pt_reduce_add(inside ? r[i] * r[i] : 0.0);
        const double turn = left / error;
        if (inside)
            p[i] = r[i] + turn * p[i];
        #pragma pt barrier
        error = left;
        step++;
    }
    if (i == 0)
        *steps = step;
}

int main()
{
    const int n = 100000;
    std::vector<double> expected(n), right(n);
    for (int i = 0; i < n; i++)
        expected[i] = (i * 7 % 13) - 6.0;
    for (int i = 0; i < n; i++)
        right[i] = 2.5 * expected[i] - (i > 0 ? expected[i - 1] : 0.0) - (i + 1 < n ? expected[i + 1] : 0.0);
    const example::device_array<double> x(std::vector<double>(n, 0.0)), r(right), p(right), q(n);
    const example::device_array<int> steps(1);

    solve<<<(n + 255) / 256, 256>>>(x.get(), r.get(), p.get(), q.get(), n, steps.get()); // any number of blocks
    example::check(cudaGetLastError());

    std::vector<double> rounded = x.read();
    for (double &value : rounded)
        value = std::round(value * 1e6) / 1e6;
    const int taken = steps.read()[0];
    if (taken < 10 || taken > 60)
        std::printf("conjugate_gradient: %d steps\n", taken);
    return example::finish("conjugate_gradient", example::count_wrong(rounded, expected) + (taken < 10 || taken > 60));
}
