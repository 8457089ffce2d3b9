// Adam: a step of an optimiser in four launches, which run as one.
//
// Each kernel goes over the parameters once, as such kernels usually do: two moving averages, the direction that they give, and the step.
// A thread touches the same element in all four, so it can go through them by itself, and has in registers what the next one needs. The
// direction is needed nowhere else: `local(d)` says so, and it never comes to memory.
#include <cmath>
#include <vector>

#include "../common/example.h"

#pragma pt kernel
__global__ void first_moment(float *m, const float *gradient, float beta, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        m[i] = beta * m[i] + (1 - beta) * gradient[i];
}

#pragma pt kernel
__global__ void second_moment(float *v, const float *gradient, float beta, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] = beta * v[i] + (1 - beta) * gradient[i] * gradient[i];
}

#pragma pt kernel
__global__ void direction(const float *m, const float *v, float *d, float epsilon, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        d[i] = m[i] / (sqrtf(v[i]) + epsilon);
}

#pragma pt kernel
__global__ void step(float *parameters, const float *d, float rate, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        parameters[i] -= rate * d[i];
}

constexpr float beta1 = 0.9f, beta2 = 0.999f, rate = 1e-3f, epsilon = 1e-8f;

static void adam(float *parameters, float *m, float *v, float *d, const float *gradient, int n)
{
    const int threads = 256, blocks = (n + threads - 1) / threads;
    #pragma pt fuse local(d)
    {
        first_moment<<<blocks, threads>>>(m, gradient, beta1, n);
        second_moment<<<blocks, threads>>>(v, gradient, beta2, n);
        direction<<<blocks, threads>>>(m, v, d, epsilon, n);
        step<<<blocks, threads>>>(parameters, d, rate, n);
    }
    example::check(cudaGetLastError());
}

int main()
{
    const int n = 1000003, steps = 10;
    std::vector<float> expected(n), gradient(n);
    for (int i = 0; i < n; i++) {
        expected[i] = static_cast<float>(i % 101) / 50 - 1;
        gradient[i] = static_cast<float>(i % 7) - 3;
    }
    const example::device_array<float> parameters(expected), m(std::vector<float>(n, 0.0f)), v(std::vector<float>(n, 0.0f)), d(n), g(gradient);
    for (int s = 0; s < steps; s++)
        adam(parameters.get(), m.get(), v.get(), d.get(), g.get(), n);

    // In double precision, and so not to the last bit.
    int wrong = 0;
    const std::vector<float> result = parameters.read();
    for (int i = 0; i < n; i++) {
        double p = expected[i], first = 0, second = 0;
        for (int s = 0; s < steps; s++) {
            first = beta1 * first + (1.0 - beta1) * gradient[i];
            second = beta2 * second + (1.0 - beta2) * gradient[i] * gradient[i];
            p -= rate * first / (std::sqrt(second) + epsilon);
        }
        wrong += !(std::fabs(result[i] - p) < 1e-5);
    }
    if (wrong)
        std::printf("adam: %d of %d parameters are wrong\n", wrong, n);
    return example::finish("adam", wrong);
}
