// Template arguments that are values of classes, with braces; a comparison in front of a block is no list of arguments.
struct shape {
    int threads;
    bool square;
};

#pragma pt kernel
template <class T, shape S> __global__ void scaled(T *p)
{
    if (threadIdx.x < S.threads) {
        p[blockIdx.x * S.threads + threadIdx.x] *= S.square ? 2 : 3;
    }
}

void launch(int *p, int n)
{
    if (n < 64) {
        scaled<int, shape{64, true}><<<n, 64>>>(p);
    }
    scaled<int, shape{32, false}><<<n, 32>>>(p);
}
