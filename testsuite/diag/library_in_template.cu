#include <foreign.cuh>

template <class F> __device__ unsigned call(F f, unsigned x) { return f(x); }

#pragma pt kernel
__global__ void by_template(unsigned *out)
{
    out[blockIdx.x] = call(foreign::place(), threadIdx.x);
}

#pragma pt kernel
__global__ void by_library(unsigned *out)
{
    out[blockIdx.x] = foreign::apply(foreign::place(), threadIdx.x);
}

template <class T> __device__ unsigned add(T a, unsigned x) { return a + x; }

#pragma pt kernel
__global__ void by_operator(unsigned *out)
{
    out[blockIdx.x] = add(foreign::number{3}, threadIdx.x);
}

// Assembly of a functor that only a template calls.
struct functor {
    __device__ unsigned operator()(unsigned x) const
    {
        unsigned a;
        asm("mov.u32 %0, %%ctaid.x;" : "=r"(a));
        return a + x;
    }
};

#pragma pt kernel
__global__ void by_assembly(unsigned *out)
{
    out[blockIdx.x] = call(functor(), threadIdx.x);
}

// The types of a lambda's parameters are open where they are `auto`.
#pragma pt kernel
__global__ void by_generic_lambda(unsigned *out)
{
    const auto add_one = [](auto a) { return a + 1u; };
    out[blockIdx.x] = add_one(foreign::number{3});
}

#pragma pt kernel
__global__ void by_plain_lambda(unsigned *out)
{
    const auto add_one = [out](unsigned a) { return a + 1u; };
    out[blockIdx.x] = add_one(3);
}
