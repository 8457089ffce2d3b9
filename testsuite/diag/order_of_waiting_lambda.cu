// A lambda that a template calls waits for what another block writes; nothing else in the file does.
template <class F> __device__ void until(F f)
{
    while (!f())
        ;
}

#pragma pt kernel order(reverse)
__global__ void by_lambda(volatile unsigned *f)
{
    until([&] { return f[blockIdx.x] != 0; });
}
