// #pragma pt loop: a destructor by default and lambdas leave the launches together; a lambda that waits does not.
#pragma pt kernel
__global__ void step(float *a, int n)
{
    a[blockIdx.x * blockDim.x + threadIdx.x] += n;
}

struct plain {
    int x;
    ~plain() = default;
};

void together(float *a, int n)
{
    const int size = 256;
    auto blocks_for = [size](int k) { return (k + size - 1) / size; };
    #pragma pt loop
    for (int t = 0; t < n; t++) {
        plain p{t};
        step<<<blocks_for(n), size>>>(a, p.x);
    }
}

void apart(float *a, int n)
{
    auto wait = [] { cudaDeviceSynchronize(); };
    #pragma pt loop
    for (int t = 0; t < n; t++) {
        step<<<n, 256>>>(a, t);
        wait();
    }
}
