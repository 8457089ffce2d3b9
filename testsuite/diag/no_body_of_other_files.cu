// As no_body_for_each_file, with -rdc=true; of the class in a template with two parameters an option says what its constructor does.

struct mesh { int n; };
struct tree { int n; };
template <class T, int D> struct pair { T low, high; };
template <class T, int D> struct box {
    T low;
    __device__ box(T a) : low(a) {}
    __device__ inline explicit box(const pair<T, D> &p);
};
struct count {
    int c = 0;
    inline __device__ void add(mesh m, float r);
    template <class G> __device__ void add(tree t, G get, float r) { c += get(t.n) > r; }
};
inline __device__ int run(mesh m, float r);
template <class G> __device__ int run(tree t, G get, float r) { return get(t.n) > r; }
__device__ int elsewhere(mesh m);
template <class G> __device__ int elsewhere(G get) { return get(1); }

template <class G> __device__ int uses(tree t, G get, const box<float, 3> b)
{
    count all;
    all.add(t, get, 1.f);
    const auto copied = [get, b](int i) { return get(i) + b.low; };
    return all.c + run(t, copied, 2.f);
}
template <class G> __device__ int comes_elsewhere(G get) { return elsewhere(get); }
template <class T> __device__ float made(T value) { return box<float, 3>(value).low; }

#pragma pt kernel
__global__ void k(const float *in, int *out, tree t)
{
    const auto get = [=](int i) { return in[i]; };
    out[blockIdx.x] = uses(t, get, box<float, 3>(1.f)) + made(0.5f);
}

#pragma pt kernel
__global__ void other(const float *in, int *out)
{
    out[blockIdx.x] = comes_elsewhere([=](int i) { return in[i]; });
}

#pragma pt kernel
__global__ void by_option(const pair<float, 3> *in, int *out)
{
    out[blockIdx.x] = box<float, 3>(in[0]).low;
}
