// DESIGN part 4, C++: __func__, __FUNCTION__ and __PRETTY_FUNCTION__ keep their values.
// expect: refused: pt-function-name: the kernel's text uses its own name
#include "check.h"

__device__ void copy_text(char *target, const char *text)
{
    for (unsigned k = 0; k < 63 && text[k] != 0; ++k)
        target[k] = text[k];
}

#pragma pt kernel
__global__ void named_kernel(char *out)
{
    if (threadIdx.x != 0 || blockIdx.x != 5003)
        return;
    copy_text(out, __func__);
    copy_text(out + 64, __FUNCTION__);
    copy_text(out + 128, __PRETTY_FUNCTION__); // refused here
}

int main()
{
    check::begin("function_name");
    check::device_array<char> out(192);
    out.zero();
    named_kernel<<<5017, 32>>>(out.get());
    CUDA_OK(cudaGetLastError());
    std::vector<char> text = out.host();
    check::text("func", &text[0], "named_kernel");
    check::text("function", &text[64], "named_kernel");
    check::text("pretty", &text[128], "void named_kernel(char *)");
    return check::finish();
}
