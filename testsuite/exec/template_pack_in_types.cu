// Packs that stand in the type of a parameter (`box<A...> b`), which is no pack itself; beside some that are.
// expect: handled
#include "check.h"

template <class... A> struct box {
    unsigned value;
};

#pragma pt kernel
template <class... A>
__global__ void in_type(unsigned *out, box<A...> b)
{
    out[blockIdx.x] = b.value + 10 * sizeof...(A) + blockIdx.x;
}

#pragma pt kernel
template <class... A>
__global__ void both(unsigned *out, box<A...> b, A... values)
{
    const unsigned list[] = {static_cast<unsigned>(values)..., 0u};
    out[blockIdx.x] = b.value + list[blockIdx.x % (sizeof...(A) + 1)];
}

#pragma pt kernel
template <class... A>
__global__ void pack_of_boxes(unsigned *out, box<A>... boxes)
{
    const unsigned list[] = {boxes.value..., 0u};
    out[blockIdx.x] = list[blockIdx.x % (sizeof...(A) + 1)] + blockIdx.x;
}

#pragma pt kernel
template <unsigned... N>
__global__ void of_values(unsigned *out, box<decltype(N)...> b)
{
    const unsigned list[] = {N..., b.value};
    out[blockIdx.x] = list[blockIdx.x % (sizeof...(N) + 1)];
}

#pragma pt kernel
template <class... A>
__global__ void unnamed(unsigned *out, void (*type)(A...), box<A...> = box<A...>(), A...)
{
    out[blockIdx.x] = sizeof...(A) + blockIdx.x + (type ? 1 : 0);
}

int main()
{
    check::begin("template_pack_in_types");
    const unsigned blocks = 5101;
    std::vector<unsigned> want(blocks);
    check::device_array<unsigned> out(blocks);
    in_type<<<blocks, 1>>>(out.get(), box<int, float>{7});
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < blocks; i++)
        want[i] = 27 + i;
    check::equal("in_type", out, want);
    both<<<blocks, 1>>>(out.get(), box<int, short>{7}, 3, static_cast<short>(4));
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < blocks; i++)
        want[i] = 7 + (i % 3 == 0 ? 3 : i % 3 == 1 ? 4 : 0);
    check::equal("both", out, want);
    pack_of_boxes<<<blocks, 1>>>(out.get(), box<int>{5}, box<char>{6});
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < blocks; i++)
        want[i] = (i % 3 == 0 ? 5 : i % 3 == 1 ? 6 : 0) + i;
    check::equal("pack_of_boxes", out, want);
    of_values<8, 9><<<blocks, 1>>>(out.get(), {4});
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < blocks; i++)
        want[i] = i % 3 == 0 ? 8 : i % 3 == 1 ? 9 : 4;
    check::equal("of_values", out, want);
    unnamed<<<blocks, 1>>>(out.get(), static_cast<void (*)(int)>(nullptr), box<int>{1}, 2);
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < blocks; i++)
        want[i] = 1 + i;
    check::equal("unnamed", out, want);
    return check::finish();
}
