// What items(...) calls without its name: objects that are made there, functors, pointers to functions.
struct functor { __device__ int operator()() const { return blockIdx.x + 1; } };
struct init { int v = 1; __device__ int get() const { return v; } };
__device__ int of_block() { return blockIdx.x; }
__device__ int (*pointer)() = of_block;
__device__ int by_functor() { const functor f; return f(); }
__device__ int doubled(int n) { return 2 * n; }
#pragma pt kernel items(functor()())
__global__ void calls_functor(int *out) { out[blockIdx.x] = 1; }
#pragma pt kernel items(init{}.get())
__global__ void makes_object(int *out) { out[blockIdx.x] = 1; }
#pragma pt kernel items(pointer())
__global__ void by_pointer(int *out) { out[blockIdx.x] = 1; }
#pragma pt kernel items(f())
template <class F> __global__ void is_open(int *out, F f) { out[blockIdx.x] = 1; }
#pragma pt kernel items(by_functor())
__global__ void in_function(int *out) { out[blockIdx.x] = 1; }
#pragma pt kernel items(p->get())
__global__ void known(int *out, init *p) { out[blockIdx.x] = 1; }
#pragma pt kernel items(max(doubled(*n), 1))
__global__ void plain(int *out, const int *n) { out[blockIdx.x] = 1; }
void start(int *out) { is_open<<<1, 1>>>(out, functor()); }
