// One program of two files: ptcc rewrites each of them by itself, and they link as before.
#include <vector>

#include "kernels.cuh"

#include "../common/example.h"

int main()
{
    const int n = 1000003;
    std::vector<int> in(n), wanted(n);
    std::vector<float> halves(n), wanted_halves(n);
    for (int i = 0; i < n; i++) {
        in[i] = i;
        wanted[i] = (i * 3 + 1) * 2;
        halves[i] = static_cast<float>(i);
        wanted_halves[i] = halves[i] * 0.5f;
    }
    const example::device_array<int> values(in);
    const example::device_array<float> device_halves(halves);

    const unsigned blocks = example::blocks_for(n, 128);
    triple_and_one(values.get(), n);
    scale<<<blocks, 128>>>(values.get(), 2, n);
    scale<float><<<blocks, 128>>>(device_halves.get(), 0.5f, n);
    example::check(cudaGetLastError());
    return example::finish("multi_file", example::count_wrong(values.read(), wanted) +
                                             example::count_wrong(device_halves.read(), wanted_halves));
}
