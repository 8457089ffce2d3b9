// Functions that read the block index, called by names that the arguments do not follow: a macro puts the name in front of them,
// parentheses stand around it, it is an address; and called by a lambda's default argument.
// expect: handled
#include "check.h"

#define CALL(f, ...) f(__VA_ARGS__)
#define APPLY(f, x) f(x)
#define TWICE(f) (f() + f())
#define SAME(x) x
#define JOIN(a, b) a##b
#define ARGUMENTS(...) (__VA_ARGS__)

struct tag {};

__device__ unsigned by_macro() { return blockIdx.x * 3 + gridDim.x; }
__device__ unsigned by_macro(tag) { return blockIdx.x * 5; }
__device__ unsigned nested(unsigned x) { return blockIdx.x + x; }
__device__ unsigned joined() { return blockIdx.x * 7; }
__device__ unsigned in_parentheses() { return blockIdx.x * 11; }
__device__ unsigned in_parentheses(unsigned x) { return blockIdx.x * 13 + x; }
__device__ unsigned by_address(unsigned x) { return blockIdx.x * 23 + x; }
template <int N> __device__ unsigned by_number(unsigned x) { return blockIdx.x * N + x; }
__device__ unsigned inside(unsigned x) { return blockIdx.x * 17 + x; }
__device__ unsigned wrapped(unsigned x) { return blockIdx.x * 29 + x; }
__device__ unsigned by_default(unsigned x) { return blockIdx.x * 19 + x; }

#pragma pt kernel
__global__ void macros(unsigned *out)
{
    out[blockIdx.x] = CALL(by_macro) + CALL(by_macro, tag{}) + TWICE(by_macro) + APPLY(nested, nested(2)) + JOIN(join, ed)() +
                      APPLY(by_number<3>, 1u) + nested ARGUMENTS(4);
}

#pragma pt kernel
__global__ void parentheses(unsigned *out)
{
    out[blockIdx.x] = (in_parentheses)() + (in_parentheses)(1) + (*by_address)(2) + (&by_address)(3) +
                      (by_number<3>)(4) + SAME(inside(inside(5))) + SAME(inside)(6) + ((wrapped))(7);
}

#pragma pt kernel
__global__ void default_argument(unsigned *out)
{
    const auto of_lambda = [](unsigned x = by_default(3)) { return x; };
    out[blockIdx.x] = of_lambda() + of_lambda(1);
}

// What is called is what another call gives, or what an object turns into.
typedef unsigned (*pointer)();
__device__ unsigned given() { return blockIdx.x * 31; }
__device__ pointer gives() { return given; }
template <class T> __device__ T returns(T value) { return value; }
struct turns {
    __device__ operator pointer() const { return given; }
    __device__ pointer member() const { return given; }
    __device__ pointer operator[](int) const { return given; }
};
typedef unsigned (&reference)();
struct turns_into_reference {
    __device__ operator reference() const { return given; }
};
struct functor {
    __device__ pointer operator()() const { return given; }
    __device__ functor operator()(int) const { return *this; }
};

#pragma pt kernel
__global__ void given_by_functions(unsigned *out) { out[blockIdx.x] = gives()() + returns(pointer(given))() + turns().member()(); }

#pragma pt kernel
__global__ void given_by_objects(unsigned *out)
{
    turns t;
    out[blockIdx.x] = t() + turns()[0]() + functor()()() + functor()(1)()();
}

#pragma pt kernel
__global__ void given_by_lambdas(unsigned *out)
{
    const auto keeps = [p = pointer(given)] { return p; };
    const auto hands = [](auto f) { return f; };
    out[blockIdx.x] = keeps()() + hands(pointer(given))() + [] { return pointer(given); }()();
}

#pragma pt kernel
__global__ void given_by_reference(unsigned *out)
{
    turns_into_reference r;
    out[blockIdx.x] = r();
}

int main()
{
    check::begin("call_forms");
    const unsigned blocks = 5150;
    std::vector<unsigned> of_macros(blocks), of_parentheses(blocks), of_default(blocks);
    for (unsigned i = 0; i < blocks; ++i) {
        of_macros[i] = 3 * (i * 3 + blocks) + i * 5 + (2 * i + 2) + i * 7 + (i * 3 + 1) + (i + 4);
        of_parentheses[i] = i * 11 + (i * 13 + 1) + (i * 23 + 2) + (i * 23 + 3) + (i * 3 + 4) + (i * 34 + 5) + (i * 17 + 6) + (i * 29 + 7);
        of_default[i] = i * 19 + 4;
    }
    check::device_array<unsigned> out(blocks);
    macros<<<blocks, 1>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("macros", out, of_macros);
    parentheses<<<blocks, 1>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("parentheses", out, of_parentheses);
    default_argument<<<blocks, 1>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("default argument", out, of_default);
    const auto expect = [&](const char *label, unsigned factor) {
        std::vector<unsigned> want(blocks);
        for (unsigned i = 0; i < blocks; ++i)
            want[i] = i * factor;
        CUDA_OK(cudaGetLastError());
        check::equal(label, out, want);
        out.poison();
    };
    given_by_functions<<<blocks, 1>>>(out.get());
    expect("functions", 3 * 31);
    given_by_objects<<<blocks, 1>>>(out.get());
    expect("objects", 4 * 31);
    given_by_lambdas<<<blocks, 1>>>(out.get());
    expect("lambdas", 3 * 31);
    given_by_reference<<<blocks, 1>>>(out.get());
    expect("reference", 31);
    return check::finish();
}
