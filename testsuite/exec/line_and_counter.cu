// DESIGN part 4, C++: __LINE__, __FILE__ and __COUNTER__ in the body, in launch arguments and behind the kernel keep their values.
// expect: refused: pt-counter: __COUNTER__ would be expanded twice
#include "check.h"

enum { before_kernel = __COUNTER__ };

// How many characters at the end agree.
__device__ unsigned same_tail(const char *a, unsigned a_size, const char *b, unsigned b_size)
{
    unsigned k = 0;
    while (k < a_size && k < b_size && a[a_size - 1 - k] == b[b_size - 1 - k])
        ++k;
    return k;
}

#pragma pt kernel
__global__ void lines(unsigned *out, unsigned launch_line)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[4 * i] = __LINE__; /* line 20 */
    out[4 * i + 1] = __COUNTER__ - before_kernel; // refused here
    out[4 * i + 2] = same_tail(__FILE__, sizeof __FILE__, "line_and_counter.cu", sizeof "line_and_counter.cu");
    out[4 * i + 3] = launch_line;
}

enum { behind_kernel = __COUNTER__, line_behind = __LINE__ /* line 26 */ };

int main()
{
    check::begin("line_and_counter");
    const unsigned blocks = 5107, block = 32, n = blocks * block;
    std::vector<unsigned> want(4 * n);
    for (unsigned i = 0; i < n; ++i)
        want[4 * i] = 20, want[4 * i + 1] = 1, want[4 * i + 2] = sizeof "line_and_counter.cu", want[4 * i + 3] = 37;
    check::device_array<unsigned> out(4 * n);
    lines<<<blocks, block>>>(out.get(),
                             __LINE__); /* line 37 */
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    check::value("counter", behind_kernel - before_kernel, 2);
    check::value("line", line_behind, 26);
    check::value("here", __LINE__, 42);
    return check::finish();
}
