// What the programs of this folder share.
#ifndef COUNT_H
#define COUNT_H
#include <cstdio>
#include <cstdlib>
#include <vector>

template <class Start> void expect(unsigned factor, Start start)
{
    const unsigned blocks = 3001, n = blocks * 64;
    unsigned *device = nullptr;
    std::vector<unsigned> host(n, 7);
    cudaMalloc(reinterpret_cast<void **>(&device), n * sizeof *device);
    start(device, blocks);
    cudaMemcpy(host.data(), device, n * sizeof *device, cudaMemcpyDeviceToHost);
    cudaFree(device);
    for (unsigned i = 0; i < n; i++)
        if (host[i] != factor * i) {
            std::printf("%u is %u\n", i, host[i]);
            std::exit(1);
        }
}
#endif
