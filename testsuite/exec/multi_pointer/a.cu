// DESIGN part 4, Launches: pointers to kernels that another file defines: through a function, a table, a template's instantiation.
// expect: handled
#include "kernels.cuh"

#pragma pt kernel
__global__ void own(unsigned *out, unsigned factor) { out[blockIdx.x] = blockIdx.x + factor; }

static void expect(const char *label, check::device_array<unsigned> &out, unsigned factor, unsigned bias)
{
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want(out.size());
    for (unsigned b = 0; b < want.size(); ++b)
        want[b] = b * factor + bias;
    check::equal(label, out, want);
    out.poison();
}

int main()
{
    check::begin("multi_pointer");
    const unsigned blocks = 5107;
    check::device_array<unsigned> out(blocks);
    unsigned *pointer = out.get(), factor = 7;
    void *arguments[] = { &pointer, &factor };
    scaler()<<<blocks, 1>>>(out.get(), 3.0); // converts
    expect("function", out, 3, 0);
    for (int k = 0; k < 2; ++k) {
        scalers[k]<<<blocks, 1>>>(out.get(), 5);
        expect("table", out, k ? 10 : 5, 0);
    }
    CUDA_OK(cudaLaunchKernel(reinterpret_cast<const void *>(scalers[0]), dim3(blocks), dim3(1), arguments, 0, nullptr));
    expect("untyped", out, 7, 0);
    own<<<blocks, 1>>>(out.get(), 4);
    expect("own", out, 1, 4);
    launch_elsewhere(own, out.get(), 6);
    expect("elsewhere", out, 1, 6);
    check::launched("scale", 3);
    check::launched("scale_by", 1);
    check::launched("own", 2);
    return check::finish();
}
