// DESIGN part 4, Launches: spelled with 2 to 4 arguments, dim3 temporaries, braces, ints, odd spacing (`<< <` too) and line breaks, default stream constants.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void fill(unsigned *out, unsigned factor)
{
    extern __shared__ unsigned tile[];
    unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    unsigned threads = blockDim.x * blockDim.y, t = threadIdx.y * blockDim.x + threadIdx.x;
    if (factor > 100) {
        tile[t] = block + t;
        __syncthreads();
        out[block * threads + t] = tile[threads - 1 - t];
    } else {
        out[block * threads + t] = block * factor + t;
    }
}

#pragma pt kernel
template <int A, class B> __global__ void typed(B *out) { out[blockIdx.x] = static_cast<B>(blockIdx.x * A); }

template <class T> struct outer { template <int N> struct inner { typedef T type; enum { value = N }; }; };
struct geometry { int width, height; int blocks() const { return width * height; } operator dim3() const { return dim3(width, height); } };

template <class T> unsigned as(unsigned x) { return x; }

static void expect(const char *label, check::device_array<unsigned> &out, unsigned threads, unsigned factor)
{
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want(out.size());
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = factor > 100 ? i / threads + threads - 1 - i % threads : i / threads * factor + i % threads;
    check::equal(label, out, want);
    out.poison();
}

int main()
{
    check::begin("launch_forms");
    const int blocks = 5110; // 2 * 5 * 7 * 73
    check::device_array<unsigned> out(blocks * 32);
    cudaStream_t stream;
    CUDA_OK(cudaStreamCreate(&stream));
    fill<<<blocks, 32>>>(out.get(), 2);
    expect("ints", out, 32, 2);
    fill<<<dim3(73, 70), dim3(8, 4)>>>(out.get(), 3);
    expect("temporaries", out, 32, 3);
    fill<<<dim3{ 73, 7, 10 }, { 4, 8 }, 128>>>(out.get(), 101);
    expect("braces", out, 32, 101);
    fill<<<{ 73, 70, 1 }, dim3{ 32 }, 32 * sizeof(unsigned), nullptr>>>(out.get(), 102);
    expect("four", out, 32, 102);
    fill <<< blocks , 32 , 0 , stream >>> ( out.get() , 6 ) ;
    expect("spaces", out, 32, 6);
    fill << <blocks, 32, 0, stream >> > (out.get(), 5);
    expect("apart", out, 32, 5);
    fill <<	 <blocks, 4 * sizeof(long long) >>  >(out.get(), 4);
    expect("further_apart", out, 32, 4);
    fill << <blocks, as<std::vector<std::vector<int>> >(32)>>>(out.get(), 20);
    expect("arguments_apart", out, 32, 20);
    void (*which)(unsigned *, unsigned) = fill;
    which << <blocks, 32 >> >(out.get(), 21);
    expect("pointer_apart", out, 32, 21);
    fill<<<blocks,
           32,
           // no shared memory
           0, cudaStreamLegacy>>>
        (out.get(),
         7);
    expect("lines", out, 32, 7);
    fill<<<blocks / 2 * 2, (1 << 5), blocks > 3 ? 128 : 0, cudaStreamPerThread>>>(out.get(), 108);
    expect("expressions", out, 32, 108);
    geometry g = { 73, 70 };
    fill<<<g, unsigned(g.blocks() / 5110 * 32)>>>(out.get(), 9);
    expect("converted", out, 32, 9);
    const size_t grid_size = 5110;
    const long long block_size = 32;
    fill<<<grid_size, block_size>>>(out.get(), 10);
    expect("wide", out, 32, 10);
    check::device_array<unsigned> narrow(blocks);
    typed<(3 > 2 ? 11 : 12), outer<unsigned>::inner<5>::type><<<blocks, 1>>>(narrow.get());
    expect("template", narrow, 1, 11);
    typed<outer<int>::inner<13>::value><<<blocks, 1>>>(narrow.get());
    expect("nested", narrow, 1, 13);
    typed < 14 , unsigned > <<< blocks , 1 >>> (narrow.get());
    expect("spaced_template", narrow, 1, 14);
    CUDA_OK(cudaStreamDestroy(stream));
    return check::finish();
}
