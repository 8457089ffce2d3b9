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
