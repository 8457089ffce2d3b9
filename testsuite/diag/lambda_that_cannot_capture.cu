// A lambda whose copy would have to capture what stands for the block index, where a lambda can capture nothing.
typedef unsigned (*function)(unsigned);

__device__ unsigned number() { return blockIdx.x; }
__device__ unsigned asks() { return blockIdx.x; }

#pragma pt kernel
__global__ void pointers(unsigned *out)
{
    function read = [](unsigned x) { return x + blockIdx.x; };
    const auto later = [](unsigned x) -> unsigned { return x * gridDim.x; };
    const auto calls = [](unsigned x) -> unsigned { return x * number(); };
    const auto plus = +later;
    function harmless = [](unsigned x) { return x + 1; };
    out[blockIdx.x] = read(1) + plus(2) + later(3) + static_cast<function>(calls)(4) + harmless(5);
}

#pragma pt kernel
__global__ void default_argument(unsigned *out)
{
    const auto read = [](unsigned x = blockIdx.x) { return x; };
    const auto called = [](unsigned x = asks()) { return x; };
    out[blockIdx.x] = read() + called();
}

// A pointer that is only handed on what the lambda needs, and a lambda that captures.
#pragma pt kernel
__global__ void handed_on(unsigned *out)
{
    function add = [](unsigned x) { return x + threadIdx.x; };
    const auto captures = [](unsigned x) { return x + blockIdx.x; };
    out[blockIdx.x] = add(blockIdx.x) + captures(2);
}

// Constants, which have no captures, types of a lambda's own, and a lambda that another one captures.
#pragma pt kernel
__global__ void constants(unsigned *out)
{
    constexpr auto later = [](unsigned x) { return x * gridDim.x; };
    static const auto calls = [](unsigned x) { return x * blockIdx.y; };
    constexpr auto harmless = [](unsigned x) { return x * threadIdx.x; };
    const auto holds = [q = [] { return blockIdx.x; }, at{blockIdx.x}] { return q() + at; };
    out[blockIdx.x] = later(3) + calls(4) + harmless(5) + holds();
}
