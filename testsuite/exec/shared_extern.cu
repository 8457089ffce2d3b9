// DESIGN part 4, Shared memory: extern shared memory, beside a static tile; sizes that are not multiples of 16.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void reverse(const unsigned *in, unsigned *out)
{
    extern __shared__ unsigned dynamic[];
    __shared__ unsigned head;
    unsigned t = threadIdx.x, n = blockDim.x, i = blockIdx.x * n + t;
    dynamic[t] = in[i];
    if (t == 0)
        head = in[i] ^ blockIdx.x;
    __syncthreads();
    out[i] = dynamic[n - 1 - t] + head;
}

#pragma pt kernel
__global__ void reverse_bytes(const unsigned char *in, unsigned char *out)
{
    extern __shared__ unsigned char bytes[];
    unsigned t = threadIdx.x, n = blockDim.x;
    bytes[t] = in[blockIdx.x * n + t];
    __syncthreads();
    out[blockIdx.x * n + t] = bytes[n - 1 - t];
}

int main()
{
    check::begin("shared_extern");
    const unsigned sizes[] = { 1, 33, 127, 1023 };
    for (unsigned block : sizes) {
        const unsigned blocks = block < 200 ? 5007 : 611, n = blocks * block;
        std::vector<unsigned> in = check::mixed_vector(n), want(n);
        std::vector<unsigned char> in_bytes(n), want_bytes(n);
        for (unsigned i = 0; i < n; ++i)
            in_bytes[i] = static_cast<unsigned char>(in[i]);
        for (unsigned i = 0; i < n; ++i) {
            unsigned b = i / block, other = b * block + block - 1 - i % block;
            want[i] = in[other] + (in[b * block] ^ b);
            want_bytes[i] = in_bytes[other];
        }
        check::device_array<unsigned> d_in(in), out(n);
        check::device_array<unsigned char> d_bytes(in_bytes), out_bytes(n);
        reverse<<<blocks, block, block * sizeof(unsigned)>>>(d_in.get(), out.get());
        CUDA_OK(cudaGetLastError());
        check::equal("words", out, want);
        reverse_bytes<<<blocks, block, block>>>(d_bytes.get(), out_bytes.get());
        CUDA_OK(cudaGetLastError());
        check::equal("bytes", out_bytes, want_bytes);
    }
    return check::finish();
}
