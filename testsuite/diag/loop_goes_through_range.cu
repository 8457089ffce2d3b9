// What a range in a loop's body goes through may be what a launch has written.
#include <initializer_list>
#pragma pt kernel
__global__ void doubled(float *x) { x[blockIdx.x] *= 2; }
float run(float *x, std::initializer_list<float> all)
{
    float sum = 0;
    #pragma pt loop
    for (int i = 0; i < 10; ++i) {
        doubled<<<16, 1>>>(x);
        cudaDeviceSynchronize();
        for (float v : all)
            sum += v;
    }
    return sum;
}
