// A launch whose configuration stands in braces, which libclang does not read: in a loop it says so.
#pragma pt kernel
__global__ void k(int *out) { out[blockIdx.x] += 1; }

void alone(int *out)
{
    #pragma pt loop
    for (int i = 0; i < 8; i++)
        k<<<{4, 1, 1}, {1, 1}>>>(out);
}

void in_a_block(int *out)
{
    #pragma pt loop
    for (int i = 0; i < 8; i++) {
        k<<<dim3(4), {1, 1}>>>(out);
        k<<<4, 1>>>(out);
    }
}

void outside_of_loops(int *out) { k<<<{4, 1, 1}, {1, 1}>>>(out); }
