// What loops wait for comes to them in objects and by the way: of a vector type, in bindings, by an iterator, behind a fence, in a step.
#pragma pt kernel order(reverse)
__global__ void by_vector(int2 *state, int *out)
{
    int2 before;
    do
        before = __ldcg(&state[blockIdx.x - 1]);
    while (before.y == 0);
    out[blockIdx.x] = before.x;
}

struct word { int value, ready; };
__device__ word load(const int *p)
{
    const volatile int *q = p;
    return {q[0], q[1]};
}
#pragma pt kernel order(reverse)
__global__ void by_binding(const int *state, int *out)
{
    int before = 0;
    while (blockIdx.x > 0) {
        const auto [value, ready] = load(state + 2 * blockIdx.x - 2);
        before = value;
        if (ready)
            break;
    }
    out[blockIdx.x] = before;
}

struct until_set {
    volatile int *flag;
    __device__ bool operator!=(until_set) const { return *flag == 0; }
    __device__ void operator++() {}
    __device__ int operator*() const { return 0; }
};
struct turns {
    volatile int *flag;
    __device__ until_set begin() const { return {flag}; }
    __device__ until_set end() const { return {flag}; }
};
#pragma pt kernel order(reverse)
__global__ void by_iterator(int *flags, int *out)
{
    for (int turn : turns{flags + blockIdx.x - 1})
        out[blockIdx.x] += turn;
}

__device__ int look(const int *p)
{
    __threadfence();
    return *p;
}
#pragma pt kernel order(reverse)
__global__ void behind_fence(const int *state, int *out)
{
    int before;
    while ((before = look(state + blockIdx.x - 1)) == 0)
        ;
    out[blockIdx.x] = before;
}

#pragma pt kernel order(reverse)
__global__ void by_step(volatile int *state)
{
    for (int i = 0, step; i < 10; i += step)
        step = state[blockIdx.x - 1];
}

// None of these waits.
__device__ void publish(int *p, int value)
{
    *p = value;
    __threadfence();
}
#pragma pt kernel order(reverse)
__global__ void counts(const volatile int2 *in, int *out, int n)
{
    for (int i = 0; i < n; i++)
        publish(out + i, i);
    int2 sum = make_int2(0, 0);
    for (int i = 0; i < n; i++) {
        const int2 next = make_int2(in[i].x, in[i].y);
        sum = make_int2(sum.x + next.x, sum.y + next.y);
    }
    out[blockIdx.x] = sum.x;
}
