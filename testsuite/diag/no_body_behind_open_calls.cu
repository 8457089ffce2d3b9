struct made {
    unsigned v;
    __device__ made();
    __device__ ~made();
};
__device__ unsigned operator+(const made &m, unsigned n);
struct plain {
    unsigned v = 0;
    plain() = default;
    __device__ plain(unsigned n) : v(n) {}
    plain &operator=(const plain &) = default;
};
struct functor {
    unsigned v;
    __device__ unsigned operator()(unsigned) const;
    __device__ unsigned go(unsigned) const;
};
namespace n {
struct found {
    unsigned v;
};
__device__ unsigned by_argument(found);
} // namespace n
struct base {
    __device__ virtual unsigned pure() = 0;
    __device__ virtual unsigned f();
};
struct derived : base {
    __device__ unsigned pure() override { return 1; }
};
extern __device__ unsigned (*elsewhere)(unsigned);
__device__ unsigned here(unsigned n) { return n; }
__device__ unsigned (*pointer)(unsigned) = here;

template <class F> __device__ unsigned call(F f)
{
    return f(1u);
}
template <class F> __device__ unsigned member(F f)
{
    return f.go(1u);
}
template <class F> __device__ unsigned argument(F f)
{
    return by_argument(f);
}

#pragma pt kernel
__global__ void silent(unsigned *out)
{
    made m;
    out[0] = m + 1u;
}

#pragma pt kernel
__global__ void open(unsigned *out, base *b)
{
    out[0] = call(functor{1});
    out[1] = member(functor{1});
    out[2] = argument(n::found{1});
    out[3] = b->f();
    out[4] = elsewhere(1);
}

#pragma pt kernel
__global__ void harmless(unsigned *out, base *b)
{
    plain p, q(2);
    p = q;
    out[0] = p.v + b->pure() + pointer(1);
}

// Alone of its name: another file must have it.
template <class T> __device__ T alone(T x);
template <class T> __device__ T uses_alone(T x) { return alone(x); }
#pragma pt kernel
__global__ void calls_alone(int *out) { out[blockIdx.x] = uses_alone(threadIdx.x); }
