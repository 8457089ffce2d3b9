// `<` and `>=` among template parameters and arguments compare and close nothing: in heads, at launches, where a kernel's address is taken.
// Besides: arrays as parameters, overloads with __restrict__, operators that are words in #if, #undef of what is no macro.
// expect: handled
#include "check.h"

constexpr int few = 3;
enum { none, some = 7 };
template <class T> constexpr bool is_wide = sizeof(T) > 4;
template <bool b> struct pick {
    enum { value = b ? 20 : 10 };
};

#pragma pt kernel
template <int N, int B = N >= 4> __global__ void at_least(unsigned *out) { out[blockIdx.x] = 10u * N + B; }

#pragma pt kernel
template <int N, bool B = N < 4, int C = sizeof(unsigned[N]) < 8 ? 5 : 6> __global__ void below(unsigned *out) { out[blockIdx.x] += 100u * (B + 2 * C); }

#pragma pt kernel
template <class T, int M = pick<is_wide<T> && (sizeof(T) >= 8)>::value, int W = (sizeof(T) >> 1)> __global__ void picked(unsigned *out)
{
    out[blockIdx.x] += 10000u * (M + W);
}

#pragma pt kernel
template <int A, bool B> __global__ void given(unsigned *out) { out[blockIdx.x] += 1000000u * (A + 3 * B); }

#pragma pt kernel
template <class T, int (*)(int) = nullptr, bool = (sizeof(T) < 8)> __global__ void unnamed(unsigned *out) { out[blockIdx.x] += sizeof(T); }

#pragma pt kernel
__global__ void arrays(unsigned to[6][24][24], const unsigned from[6][24][24], const unsigned more[6][24][24], const unsigned last[6][24][24])
{
    to[0][0][blockIdx.x] = from[0][0][blockIdx.x] + more[0][0][blockIdx.x] * last[0][0][blockIdx.x];
}

#pragma pt kernel
template <class T> __global__ void overloaded(int n, T *__restrict__ out) { out[blockIdx.x] += n; }
#pragma pt kernel
template <class T> __global__ void overloaded(float n, T *__restrict__ out) { out[blockIdx.x] += static_cast<T>(2 * n); }

#if not defined(CHECK_NO) and not defined(CHECK_NEVER)
#define WEIGHT 3u
#endif

#pragma pt kernel
__global__ void undefines(unsigned *out)
{
    unsigned i = blockIdx.x;
    out[i] += WEIGHT;
#undef i
}

int main()
{
    check::begin("template_compares");
    const unsigned n = 300;
    check::device_array<unsigned> out(n), more(check::mixed_vector(4000)), to(4000);
    std::vector<unsigned> want(n);
    at_least<2><<<n, 1>>>(out.get());
    at_least<some><<<n, 1>>>(out.get());
    below<1><<<n, 1>>>(out.get());
    below<few><<<n, 1>>>(out.get());
    picked<double><<<n, 1>>>(out.get());
    picked<float><<<n, 1>>>(out.get());
    given<few, few < 4><<<n, 1>>>(out.get());
    given<few, few >= 4><<<n, 1>>>(out.get());
    given<(few > 2), some < few><<<n, 1>>>(out.get());
    void (*const taken)(unsigned *) = given<few, (few >= 2)>;
    taken<<<n, 1>>>(out.get());
    unsigned *address = out.get();
    void *arguments[] = {&address};
    CUDA_OK(cudaLaunchKernel(reinterpret_cast<const void *>(given<few, few >= 3>), dim3(n), dim3(1), arguments, 0, 0));
    unnamed<double><<<n, 1>>>(out.get());
    overloaded<unsigned><<<n, 1>>>(4, out.get());
    overloaded<unsigned><<<n, 1>>>(2.f, out.get());
    undefines<<<n, 1>>>(out.get());
    CUDA_OK(cudaGetLastError());
    const unsigned sum = 71u + 100u * (11 + 13) + 10000u * (24 + 12) + 1000000u * (6 + 3 + 1 + 6 + 6) + 8u + 8u + 3u;
    for (unsigned &x : want)
        x = sum;
    check::equal("sums", out, want);
    using cube = unsigned(*)[24][24];
    arrays<<<24, 1>>>(reinterpret_cast<cube>(to.get()), reinterpret_cast<cube>(more.get()), reinterpret_cast<cube>(more.get()),
                      reinterpret_cast<cube>(more.get()));
    CUDA_OK(cudaGetLastError());
    const std::vector<unsigned> from = check::mixed_vector(4000);
    std::vector<unsigned> found(24), expected(24);
    CUDA_OK(cudaMemcpy(found.data(), to.get(), 24 * sizeof(unsigned), cudaMemcpyDeviceToHost));
    for (unsigned i = 0; i < 24; ++i)
        expected[i] = from[i] + from[i] * from[i];
    check::equal("arrays", found, expected);
    return check::finish();
}
