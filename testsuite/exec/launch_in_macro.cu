// DESIGN part 4, Launches: in macros: the kernel as the macro's argument, a fixed kernel in the macro's body, a whole launch as argument.
// expect: handled
#include "check.h"

#define LAUNCH(kernel, blocks, threads, ...) kernel<<<(blocks), (threads)>>>(__VA_ARGS__)
#define LAUNCH_FILL(blocks, threads, out, factor) fill<<<blocks, threads>>>(out, factor)
#define CHECKED(...) do { __VA_ARGS__; CUDA_OK(cudaGetLastError()); } while (0)
#define CHECK(call) do { (call); CUDA_OK(cudaGetLastError()); } while (0)
#define TWICE(statement) statement; statement
#define CONFIG blocks, 32
#define BOTH(kernel) LAUNCH(kernel, blocks, 32, out.get(), 7); CUDA_OK(cudaGetLastError())

#define EMPTY(kernel, ...) do { kernel<<<blocks, 32>>>(__VA_ARGS__); } while (0)
#define DEDUCED(kernel, ...) kernel<<<blocks, 32>>>(__VA_ARGS__)
#define NAMED_DEDUCED(out, factor) \
    do { \
        fill_any<<<blocks, 32>>>(out, factor); \
    } while (0)
#define NAMED_DEFAULT(out) ::fill_default<<<blocks, 32>>>(out)
#define TEXT(...) #__VA_ARGS__
#define TEXT_OF(...) TEXT(__VA_ARGS__)
#define API(kernel, out, factor) \
    do { \
        unsigned *api_out = out, api_factor = factor; \
        void *api_arguments[] = { &api_out, &api_factor }; \
        CUDA_OK(cudaLaunchKernel(kernel, dim3(blocks), dim3(32), api_arguments, 0, nullptr)); \
    } while (0)

#pragma pt kernel
__global__ void nothing() {}

#pragma pt kernel
template <class T> __global__ void fill_any(T *out, T factor) { out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * factor; }

#pragma pt kernel
__global__ void fill_default(unsigned *out, unsigned factor = 12) { out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * factor; }

#pragma pt kernel
__global__ void fill(unsigned *out, unsigned factor) { out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * factor; }

#pragma pt kernel
__global__ void add(unsigned *out, unsigned factor) { out[blockIdx.x * blockDim.x + threadIdx.x] += factor; }

#pragma pt kernel
template <int N> __global__ void fill_by(unsigned *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * N; }

static void expect(const char *label, check::device_array<unsigned> &out, unsigned factor, unsigned bias)
{
    std::vector<unsigned> want(out.size());
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = i / 32 * factor + bias;
    check::equal(label, out, want);
}

static_assert(sizeof TEXT(fill<<<1, 2>>>(out, 3)) == sizeof "fill<<<1, 2>>>(out, 3)", "nothing is launched");
static_assert(sizeof TEXT_OF(fill<<<1, 2>>>(3)) == sizeof "fill<<<1, 2>>>(3)", "nor here");

int main()
{
    check::begin("launch_in_macro");
    const unsigned blocks = 5107;
    check::device_array<unsigned> out(blocks * 32);
    LAUNCH(fill, blocks, 32, out.get(), 2);
    CUDA_OK(cudaGetLastError());
    expect("argument", out, 2, 0);
    LAUNCH_FILL(blocks, 32, out.get(), 3);
    CUDA_OK(cudaGetLastError());
    expect("fixed", out, 3, 0);
    CHECKED(fill<<<blocks, 32>>>(out.get(), 4));
    expect("variadic", out, 4, 0);
    CHECK((fill<<<blocks, 32>>>(out.get(), 5)));
    expect("parenthesised", out, 5, 0);
    TWICE((add<<<blocks, 32>>>(out.get(), 1)));
    CUDA_OK(cudaGetLastError());
    expect("twice", out, 5, 2);
    fill<<<CONFIG>>>(out.get(), 6);
    CUDA_OK(cudaGetLastError());
    expect("config", out, 6, 0);
    BOTH(fill);
    expect("nested", out, 7, 0);
    LAUNCH(fill_by<8>, blocks, 32, out.get());
    CUDA_OK(cudaGetLastError());
    expect("template", out, 8, 0);
    LAUNCH((fill_by<9>), blocks, 32, out.get());
    CUDA_OK(cudaGetLastError());
    expect("template_parenthesised", out, 9, 0);
    EMPTY(nothing);
    CUDA_OK(cudaGetLastError());
    DEDUCED(fill_any, out.get(), 10u);
    CUDA_OK(cudaGetLastError());
    expect("deduced", out, 10, 0);
    NAMED_DEDUCED(out.get(), 11u);
    CUDA_OK(cudaGetLastError());
    expect("named_deduced", out, 11, 0);
    NAMED_DEFAULT(out.get());
    CUDA_OK(cudaGetLastError());
    expect("named_default", out, 12, 0);
    API((const void *)fill, out.get(), 13);
    expect("api", out, 13, 0);
    check::launched("fill", 7);
    check::launched("add", 2);
    check::launched("fill_by", 2);
    check::launched("nothing", 1);
    check::launched("fill_any", 1); // the macro that takes a template without its arguments stays as it is
    check::launched("fill_default", 1);
    return check::finish();
}
