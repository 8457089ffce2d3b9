// DESIGN part 4, Launches: arguments and the launch configuration with side effects are evaluated once.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void fill(unsigned *out, unsigned a, unsigned b) { out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * a + b; }

static unsigned calls[6];
static unsigned counted(unsigned which, unsigned value) { ++calls[which]; return value; }

struct moved_only { // an argument expression of a type that says when it is copied
    unsigned value;
    operator unsigned() const { ++calls[5]; return value; }
};

int main()
{
    check::begin("argument_side_effects");
    for (unsigned &c : calls)
        c = 0;
    const unsigned blocks = 5107, block = 32;
    check::device_array<unsigned> out(blocks * block);
    unsigned next = 10;
    unsigned *targets[3] = { out.get(), nullptr, nullptr }, **target = targets;
    fill<<<counted(0, blocks), dim3(counted(1, block)), counted(2, 128), (counted(3, 0), cudaStream_t(0))>>>(*target++, next++, counted(4, 7));
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want(blocks * block);
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = i / block * 10 + 7;
    check::equal("out", out, want);
    check::value("next", next, 11);
    check::value("target", target - targets, 1);
    fill<<<blocks, block>>>(targets[0], moved_only{ 3 }, [&] { return next += 5; }());
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = i / block * 3 + 16;
    check::equal("out", out, want);
    for (unsigned k = 0; k < 6; ++k)
        check::value("calls", calls[k], 1);
    return check::finish();
}
