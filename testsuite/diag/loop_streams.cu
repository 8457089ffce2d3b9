// #pragma pt loop: a stream's operators may see what launches have done, as far as ptcc knows; they do not keep the loop as it is.
#include <iostream>

#pragma pt kernel
__global__ void step(float *a) { a[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

void tell(float *a, int n)
{
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        step<<<n, 256>>>(a);
        if (i % 10 == 0)
            std::cout << i << std::endl;
    }
}
