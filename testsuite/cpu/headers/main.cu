// Launches by itself, by the header and by another file that includes the header.
#include "kernels.cuh"
#include "count.h"

void start_other(unsigned *out, unsigned blocks);

int main()
{
    expect(5, [](unsigned *out, unsigned blocks) { fill<5><<<blocks, 64>>>(out); });
    expect(3, [](unsigned *out, unsigned blocks) { start_fill<3>(out, blocks); });
    expect(3, [](unsigned *out, unsigned blocks) { start_other(out, blocks); });
    std::puts("ok");
    return 0;
}
