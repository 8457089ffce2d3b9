// state and finish: lambdas of a block that copy a parameter, and those that may give it another value.
struct pair { int first, second; };
struct list { int items[2]; };
__device__ int take(int &x) { return x = 0; }
template <class T, class U> __device__ T exchange(T &x, U with) { T old = x; x = with; return old; }

// All right: copies.
#pragma pt kernel
__global__ void copies(int *out, int n, pair p, list a)
{
    #pragma pt state
    int sum = 0;
    auto plain = [n, p] { return n + p.first; };
    auto named = [m = n, both = p](int x) { return x < m + both.second; };
    auto parts = [first = p.first, o = out, same = n] { return o[first] + same; };
    auto same = [n = n, p = p] { return n + p.first; };
    auto own = [a](int x) mutable { return a.items[0] = x; };
    sum += plain() + named(1) + parts() + same();
    #pragma pt finish
    { atomicAdd(out, sum + n + p.second); }
}

#pragma pt kernel
template <class T> __global__ void copies_open(T *out, T n)
{
    #pragma pt state
    T sum = T();
    auto named = [m = n](int) { return m; };
    sum = named(1);
    #pragma pt finish
    { out[0] = sum; out[1] = n; }
}

#pragma pt kernel
__global__ void by_reference(int *out, int n)
{
    #pragma pt state
    int sum = 0;
    auto change = [&r = n] { r++; };
    change();
    #pragma pt finish
    { atomicAdd(out, sum + n); }
}

#pragma pt kernel
__global__ void by_parts(int *out, pair p)
{
    #pragma pt state
    int sum = 0;
    auto change = [&r = p.first] { r++; };
    change();
    #pragma pt finish
    { atomicAdd(out, sum + p.first); }
}

#pragma pt kernel
__global__ void by_call(int *out, int n, int m)
{
    #pragma pt state
    int sum = 0;
    auto taken = [a = take(n), b = exchange(m, 1)] { return a + b; };
    sum += taken();
    #pragma pt finish
    { atomicAdd(out, sum + n + m); }
}

#pragma pt kernel
__global__ void by_list(int *out, int n, int m)
{
    #pragma pt state
    int sum = 0;
    auto taken = [a = list{1, n}, b = list{n, m = 2}] { return a.items[0] + b.items[1]; };
    sum += taken();
    #pragma pt finish
    { atomicAdd(out, sum + m); }
}
