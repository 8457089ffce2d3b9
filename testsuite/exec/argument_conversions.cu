// DESIGN part 4, Launches: arguments convert as under <<<>>>: int to float, derived to base pointer, 0 and nullptr, const, classes, enums, lists.
// expect: handled
#include "check.h"

struct base { unsigned value; };
struct derived : base { unsigned more; };
struct celsius { float degrees; operator float() const { return degrees; } };
struct wrapped { unsigned value; __host__ __device__ wrapped(unsigned v) : value(v * 2) {} };
enum plain_enum { seven = 7 };
static unsigned helper(int x) { return static_cast<unsigned>(x) + 1; }
static double helper(double x) { return x + 1; }

#pragma pt kernel
__global__ void take(unsigned *out, float f, const base *b, const void *null_a, const unsigned *null_b, long long wide, unsigned char narrow,
                     wrapped w, bool flag, int number, unsigned (*callback)(int))
{
    out[blockIdx.x] = static_cast<unsigned>(f * 4) + b[0].value + (null_a == nullptr) + (null_b == nullptr) + static_cast<unsigned>(wide)
        + narrow + w.value + (flag ? 1000000 : 0) + static_cast<unsigned>(number) + (callback != nullptr) + blockIdx.x;
}

static void expect(const char *label, check::device_array<unsigned> &out, unsigned bias)
{
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want(out.size());
    for (unsigned b = 0; b < want.size(); ++b)
        want[b] = bias + b;
    check::equal(label, out, want);
    out.poison();
}

int main()
{
    check::begin("argument_conversions");
    const unsigned blocks = 5107;
    int large = 300, minus_one = -1;
    check::device_array<unsigned> out(blocks);
    derived host, *device = nullptr;
    host.value = 50;
    host.more = 60;
    CUDA_OK(cudaMalloc(&device, sizeof host));
    CUDA_OK(cudaMemcpy(device, &host, sizeof host, cudaMemcpyHostToDevice));
    take<<<blocks, 1>>>(out.get(), 3, device, 0, NULL, -1, large, 21u, 5, seven, helper);
    expect("first", out, 12 + 50 + 1 + 1 - 1 + 44 + 42 + 1000000 + 7 + 1);
    take<<<blocks, 1>>>(out.get(), celsius{ 2.25f }, device, nullptr, 0, 'a', 2.9, { 4u }, out.get(), 3.99, 0);
    expect("second", out, 9 + 50 + 2 + 97 + 2 + 8 + 1000000 + 3);
    take<<<blocks, 1>>>(out.get(), 1.0, device, out.get(), out.get(), 1ull << 33, minus_one, wrapped(3), nullptr != nullptr, true, nullptr);
    expect("third", out, 4 + 50 + 0 + 0 + 0 + 255 + 6 + 0 + 1);
    CUDA_OK(cudaFree(device));
    check::value("helper", static_cast<long long>(helper(2.5)), 3);
    return check::finish();
}
