// Compiled in one piece, a program cannot call an inline function that it does not define: of overloads that a template may call such a one is
// none. With -rdc=true another file may have a template's instantiation, and an option says what that does.
struct mesh { int n; };
struct tree { int n; };
template <class T, int D> struct pair { T low, high; };
template <class T, int D> struct box {
    T low;
    __device__ box(T a) : low(a) {}
    __device__ inline explicit box(const pair<T, D> &p);
};
struct solid {
    float low;
    __device__ solid(float a) : low(a) {}
    __device__ explicit solid(const mesh &m); // what is captured is copied, and not made of that
};
struct turn {
    float x;
    __device__ turn(float a) : x(a) {}
    __device__ turn(const turn &t) : x(t.x) {}
    __device__ inline explicit turn(const mesh &m);
};
struct moved {
    turn q;
    __device__ moved(const turn &b) : q(b) {}
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
    const solid s(1.f);
    const auto captures = [s] { return s.low; };
    out[threadIdx.x] = captures() + moved(turn(1.f)).q.x;
    out[blockIdx.x] = uses(t, get, box<float, 3>(1.f)) + made(0.5f);
}

#pragma pt kernel
__global__ void other(const float *in, int *out)
{
    out[blockIdx.x] = comes_elsewhere([=](int i) { return in[i]; });
}
