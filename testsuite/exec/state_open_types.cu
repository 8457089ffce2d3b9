// state and finish in templates: parameters whose types are open are read in both parts, by operators, by members, by folds; lambdas copy them.
// expect: handled
// needs: c++17
#include "check.h"

template <class T> struct given {
    const T *in;
    T *out, scale;
};

#pragma pt kernel
template <class T, class... More> __global__ void scaled(given<T> p, unsigned n, T scale, More... more)
{
    #pragma pt state
    T sum = T();
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const auto is_there = [limit = n](unsigned k) { return k < limit; };
    const auto factor = [scale = scale, of_struct = p.scale] { return scale * of_struct; };
    if (is_there(i) && p.scale > T(0))
        sum += p.in[i] * p.scale * scale * (more + ... + T(1)) + factor();
    #pragma pt finish
    {
        atomicAdd(p.out, sum * scale);
        if (threadIdx.x == 0)
            atomicMax(p.out + 1, p.scale + n + (more + ... + T(0)));
    }
}

// What a fold assigns to, each block has anew.
#pragma pt kernel
template <class T, class... More> __global__ void assigned(T *out, T n, More... more)
{
    #pragma pt state
    T sum = T();
    ((n += more), ...);
    if (threadIdx.x == 0)
        sum += n;
    #pragma pt finish
    { atomicAdd(out, sum); }
}

int main()
{
    check::begin("state_open_types");
    const unsigned blocks = 3001, threads = 96, n = blocks * threads - 50;
    const std::vector<unsigned> in = check::mixed_vector(blocks * threads);
    const check::device_array<unsigned> d_in(in);
    check::device_array<unsigned> out(2);

    std::vector<unsigned> wanted = { 0, 3 + n + 3 };
    for (unsigned i = 0; i < n; i++)
        wanted[0] += (in[i] * 3 * 5 * 4 + 15) * 5;
    out.zero();
    scaled<<<blocks, threads>>>(given<unsigned>{ d_in.get(), out.get(), 3 }, n, 5u, 1u, 2u);
    CUDA_OK(cudaGetLastError());
    check::equal("scaled", out, wanted);

    out.zero();
    assigned<<<blocks, threads>>>(out.get(), 7u, 2u);
    CUDA_OK(cudaGetLastError());
    check::equal("assigned", out, { 9 * blocks, 0 });
    return check::finish();
}
