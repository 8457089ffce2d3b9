// Launches whose configuration comes first, and whose callee is written on several lines.
#pragma pt kernel
__global__ void kernel_with_a_name(int *a, int x) { a[blockIdx.x] = x; }

void start(int *a, int n)
{
    kernel_\
with_a_name<<<n++, 32>>>(a, n);
    kernel_with_a_name // a comment that goes on \
    on the next line
    <<<n++, 32>>>(a, n);
    kernel_with_a_name /* and
    another */
    <<<n++, 32>>>(a, n);
}
