// Launches that stay as they are for CUDA; C++ has none.
__global__ void plain(unsigned *out, unsigned x) { out[blockIdx.x] = x; }

#pragma pt kernel
__global__ void k(unsigned *out, unsigned x) { out[blockIdx.x] = x; }

#define CONFIGURATION <<<40, 64>>>
#define ARGUMENTS(x) (out, x)
#define LAUNCH(kernel, blocks) kernel<<<blocks, 64>>>(out, 1u)

void launches(unsigned *out)
{
    k CONFIGURATION (out, 1u);
    k<<<40, 64>>> ARGUMENTS(2u);
    plain<<<40, 64>>> ARGUMENTS(3u);
    k<\
<<40, 64>>>(out, 4u);
    k<<<40, 64>\
>>(out, 4u);
    k<<<40, 64>>>(out, 5u);
    plain<<<40, 64>>>(out, 6u);
    LAUNCH(k, 40);
    LAUNCH(plain, 40);
    void (*pointer)(unsigned *, unsigned) = k;
    pointer<<<40, 64>>>(out, 7u);
}

#define KERNEL(name, by) __global__ void name(unsigned *out, unsigned value) { out[blockIdx.x] = value * by; }
KERNEL(twice, 2)

void of_macro(unsigned *out) { twice<<<40, 64>>>(out, 8u); }
