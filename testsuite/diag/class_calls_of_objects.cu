// v.f() of a variable of type vec<T> is a function of vec alone, where the program shows all of that class.
template <class T> struct alone {
    T *p;
    __device__ void compute(int n) { p[threadIdx.x] += n; }
};
template <class T> struct elsewhere { // which no kernel calls
    T *p;
    __device__ void compute(int n)
    {
        for (int i = threadIdx.x; i < n; i++)
            p[i] += __shfl_down_sync(~0u, p[i], 1);
    }
};

#pragma pt kernel
template <class T> __global__ void variable(T *p, int n)
{
    alone<T> a{p};
    a.compute(n);
}

#pragma pt kernel
template <class T> __global__ void parameter(const alone<T> a, int n)
{
    a.compute(n);
}

#pragma pt kernel
template <class T> __global__ void constant(T *p, int n)
{
    const alone<T> a = alone<T>{p};
    a.compute(n);
}

template <class T> struct pointee {
    T *p;
    __device__ void step(int n)
    {
        for (int i = threadIdx.x; i < n; i++)
            p[i] += __shfl_down_sync(~0u, p[i], 1);
    }
};
template <class T> struct pointer {
    pointee<T> to;
    __device__ pointee<T> *operator->() { return &to; }
    __device__ void step(int n) { to.p[threadIdx.x] += n; }
};

#pragma pt kernel
template <class T> __global__ void behind_arrow(T *p, int n)
{
    pointer<T> a{{p}};
    a->step(n);
}

template <class T> struct base {
    T *p;
    __device__ void walk(int n)
    {
        for (int i = threadIdx.x; i < n; i++)
            p[i] += __shfl_down_sync(~0u, p[i], 1);
    }
};
template <class T> struct derived : base<T> {};

#pragma pt kernel
template <class T> __global__ void of_base(T *p, int n)
{
    derived<T> a{{p}};
    a.walk(n);
}

template <class T> struct itself {
    T *p;
    __device__ void run(int n)
    {
        for (int i = threadIdx.x; i < n; i++)
            p[i] += __shfl_down_sync(~0u, p[i], 1);
    }
};
template <class T> using renamed = itself<T>;

#pragma pt kernel
template <class T> __global__ void of_alias(T *p, int n)
{
    renamed<T> a{p};
    a.run(n);
}

template <class T> struct made {
    T *p;
    __device__ void go(int n) { p[n] = 1; }
};
template <class T> struct maker {
    __device__ void go(int n)
    {
        for (int i = threadIdx.x; i < n; i++)
            __syncwarp();
    }
};
template <> struct alignas(16) made<float> : maker<int> {
    float *p;
    __device__ made(float *q) : p(q) {}
};

#pragma pt kernel
template <class T> __global__ void of_specialisation(T *p, int n)
{
    made<T> a{p};
    a.go(n);
}

// What macros make of a class is not seen: its specialisation, its members.
template <class T> struct by_macro {
    T *p;
    __device__ void leap(int n) { p[n] = 1; }
};
template <class T> struct leaper {
    T *p;
    __device__ void leap(int n)
    {
        for (int i = threadIdx.x; i < n; i++)
            p[i] += __shfl_down_sync(~0u, p[i], 1);
    }
};
#define SPECIALISE(name) \
    template <> struct name<float> : leaper<float> {}
SPECIALISE(by_macro);

#pragma pt kernel
template <class T> __global__ void of_macro(T *p, int n)
{
    by_macro<T> a{p};
    a.leap(n);
}

template <class T> struct by_field {
    T *p;
    __device__ void hop(int n) { p[n] = 1; }
};
struct hopper {
    float *p;
    __device__ void operator()(int n)
    {
        for (int i = threadIdx.x; i < n; i++)
            p[i] += __shfl_down_sync(~0u, p[i], 1);
    }
};
#define FIELD hopper hop;
template <> struct by_field<float> {
    FIELD
    __device__ void again(int n) { hop(n); }
};

#pragma pt kernel
template <class T> __global__ void of_field(T *p, int n)
{
    by_field<T> a{p};
    a.hop(n);
}
