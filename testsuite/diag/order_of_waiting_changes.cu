// Loops that wait for another block, where what they compare is changed by a lambda, or by an object that has a reference to it.
struct reads {
    int &to;
    int *from;
    __device__ void go() { to = *(volatile int *)from; }
    __device__ void operator()(int) { to = atomicAdd(from, 0); }
};

template <class F> __device__ void run(F f) { f(); }

#pragma pt kernel order(reverse)
__global__ void by_lambda(int *a)
{
    int w = 0;
    auto read = [&] { w = *(volatile int *)(a + blockIdx.x); };
    while (w == 0)
        read();
}
#pragma pt kernel order(reverse)
__global__ void by_lambda_in_place(int *a)
{
    for (int w = 0; w == 0; [&] { w = atomicAdd(a + blockIdx.x, 0); }())
        ;
}
#pragma pt kernel order(reverse)
__global__ void by_lambda_with_argument(int *a)
{
    bool ok = false;
    auto see = [&](bool b) { ok = b; };
    while (!ok)
        see(*(volatile int *)(a + blockIdx.x) > 0);
}
#pragma pt kernel order(reverse)
__global__ void by_lambda_handed_on(int *a)
{
    int w[2] = {0, 0};
    auto read = [&] { w[1] = *(volatile int *)(a + blockIdx.x); };
    do
        run(read);
    while (w[1] == 0);
}
#pragma pt kernel order(reverse)
__global__ void by_member(int *a)
{
    int w = 0;
    reads r{w, a + blockIdx.x};
    while (w == 0)
        r.go();
}
#pragma pt kernel order(reverse)
__global__ void by_operator(int *a)
{
    int w = 0;
    reads r = {w, a + blockIdx.x};
    while (w == 0)
        r(1);
}

// These wait for nobody.
#pragma pt kernel order(reverse)
__global__ void own_steps(int *a, int n)
{
    int w = 0, sum = 0;
    auto step = [&] { w++; };
    auto add = [&](int v) { sum += v; };
    while (w < n) {
        step();
        add(atomicAdd(a, 1));
    }
    a[n] = sum;
}
