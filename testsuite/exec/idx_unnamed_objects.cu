// Constructors, destructors and get() that read the block index where no name tells of them: of temporaries, of what is deleted
// (through a base, too), of bases and members whose classes are a template's arguments, of elements of a list, of a structured
// binding.
// expect: handled
#include "check.h"

#include <initializer_list>
#include <utility>

struct adds_block {
    unsigned *at;
    __device__ ~adds_block() { atomicAdd(at, blockIdx.x); }
};

struct base {
    __device__ virtual ~base() {}
};
struct derived : base {
    unsigned *at;
    __device__ explicit derived(unsigned *to) : at(to) {}
    __device__ ~derived() { atomicAdd(at, 3 * blockIdx.x); }
};

template <class T> struct holds {
    T value;
};
template <class... T> struct is_all : T... {};

struct counted {
    unsigned n;
    __device__ counted(unsigned bias) : n(blockIdx.x + bias) {}
};
__device__ unsigned sum(std::initializer_list<counted> all)
{
    unsigned n = 0;
    for (const counted &x : all)
        n += x.n;
    return n;
}

struct like_a_tuple {
    unsigned v;
    template <int I> __device__ unsigned get() const { return v + I + blockIdx.x; }
};
namespace std {
template <> struct tuple_size<like_a_tuple> : integral_constant<size_t, 2> {};
template <size_t I> struct tuple_element<I, like_a_tuple> {
    using type = unsigned;
};
} // namespace std

#pragma pt kernel
__global__ void temporaries(unsigned *out)
{
    unsigned *mine = out + blockIdx.x;
    adds_block{mine};
    for (unsigned i = 0; i < 2; i++) {
        const adds_block &kept = adds_block{mine};
        (void)kept;
    }
}

#pragma pt kernel
__global__ void deleted(unsigned *out)
{
    unsigned *mine = out + blockIdx.x;
    if (threadIdx.x)
        return;
    adds_block *two = new adds_block[2]{{mine}, {mine}};
    delete[] two;
    base *b = new derived(mine);
    delete b;
}

#pragma pt kernel
__global__ void parts(unsigned *out)
{
    is_all<holds<adds_block>> all{};
    all.value.at = out + blockIdx.x;
}

#pragma pt kernel
__global__ void lists(unsigned *out)
{
    counted two[] = {1u, 2u};
    unsigned n = sum({1u, 2u}) + two[1].n;
#if __cplusplus >= 201703L
    const auto [a, b] = like_a_tuple{7};
#else
    const unsigned a = 7 + blockIdx.x, b = a + 1;
#endif
    atomicAdd(out + blockIdx.x, n + a + b);
}

int main()
{
    check::begin("idx_unnamed_objects");
    const unsigned blocks = 900, block = 32;
    std::vector<unsigned> want(blocks);
    check::device_array<unsigned> out(want.size());
    const auto expect = [&](const char *label, unsigned times, unsigned factor, unsigned more) {
        CUDA_OK(cudaGetLastError());
        for (unsigned b = 0; b < blocks; ++b)
            want[b] = times * (factor * b + more);
        check::equal(label, out, want);
        out.zero();
    };
    out.zero();
    temporaries<<<blocks, block>>>(out.get());
    expect("temporaries", block, 3, 0);
    deleted<<<blocks, block>>>(out.get());
    expect("deleted", 1, 5, 0);
    parts<<<blocks, block>>>(out.get());
    expect("parts", block, 1, 0);
    lists<<<blocks, block>>>(out.get());
    expect("lists", block, 5, 3 + 2 + 7 + 8);
    return check::finish();
}
