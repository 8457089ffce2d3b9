// The threads of a block part by their indices, whatever way these come: bindings, assignments that only some threads come to, members, arrays,
// functions, lambdas, arguments.
#include <cub/cub.cuh>

using block_reduce = cub::BlockReduce<int, 128>;

__device__ int sum_of_block(int v)
{
    __shared__ block_reduce::TempStorage s;
    return block_reduce(s).Sum(v);
}

#pragma pt kernel
__global__ void by_binding(int *out)
{
    const auto [x, y, z] = threadIdx;
    if (x < 64)
        out[blockIdx.x] = sum_of_block(y + z);
}

#pragma pt kernel
__global__ void by_assignment_of_some(int *out)
{
    bool is_first = false;
    if (threadIdx.x < 64)
        is_first = true;
    if (is_first)
        out[blockIdx.x] = sum_of_block(1);
}

#pragma pt kernel
__global__ void in_the_next_turn(int *out, int n)
{
    bool goes_on = true;
    for (int i = 0; i < n; i++) {
        if (goes_on)
            out[blockIdx.x] += sum_of_block(i);
        if (threadIdx.x > 32 && i == 2)
            goes_on = false;
    }
}

#pragma pt kernel
__global__ void by_counting(int *out)
{
    int below = 0;
    for (unsigned i = 0; i < threadIdx.x; i++)
        below++;
    if (below < 64)
        out[blockIdx.x] = sum_of_block(1);
}

struct place {
    int lane, group;
};

#pragma pt kernel
__global__ void by_member(int *out)
{
    place me;
    me.lane = threadIdx.x;
    me.group = blockIdx.x;
    if (me.lane < 64)
        out[blockIdx.x] = sum_of_block(1);
    if (me.group < 64)
        out[blockIdx.x] += sum_of_block(1);
}

struct thread {
    int number, of_block;
    __device__ thread() : number(threadIdx.x), of_block(blockIdx.x) {}
};

#pragma pt kernel
__global__ void by_constructor(int *out)
{
    thread me;
    if (me.number < 64)
        out[blockIdx.x] = sum_of_block(1);
}

#pragma pt kernel
__global__ void by_array(int *out)
{
    int numbers[2] = {0, 0};
    numbers[1] = threadIdx.x;
    if (numbers[1] < 64)
        out[blockIdx.x] = sum_of_block(1);
}

__device__ int number() { return threadIdx.x; }
__device__ int number_again() { return number(); }
__device__ bool is_first()
{
    if (threadIdx.x < 64)
        return true;
    return false;
}

#pragma pt kernel
__global__ void by_function(int *out)
{
    if (number_again() < 64)
        out[blockIdx.x] = sum_of_block(1);
}

#pragma pt kernel
__global__ void by_return_of_function(int *out)
{
    if (is_first())
        out[blockIdx.x] = sum_of_block(1);
}

#pragma pt kernel
__global__ void by_lambda(int *out)
{
    const auto number = [] { return threadIdx.x; };
    if (number() < 64)
        out[blockIdx.x] = sum_of_block(1);
}

__device__ void get(int &n) { n = threadIdx.x; }

#pragma pt kernel
__global__ void by_reference(int *out)
{
    int n;
    get(n);
    if (n < 64)
        out[blockIdx.x] = sum_of_block(1);
}

__device__ int sum_of_first(int n)
{
    if (n < 64)
        return sum_of_block(n);
    return 0;
}

#pragma pt kernel
__global__ void by_argument(int *out) { out[blockIdx.x] = sum_of_first(threadIdx.x); }

#pragma pt kernel
__global__ void in_front_of_a_return(int *out)
{
    if (threadIdx.x < 64) {
        out[blockIdx.x] = sum_of_block(1);
        return;
    }
    out[threadIdx.x] = 2;
}

// None of these is one: the flag is the block's, what is read again is the same for all, and so is what a vote, a load or a sum in shared memory gives.
struct flags {
    int any, all;
};

__device__ int first_of(const int *in, int n)
{
    const int i = threadIdx.x;
    return i < n ? 1 : in[n];
}

__device__ int of_shared(int v)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = v;
    __syncthreads();
    return sum;
}

__device__ void look(const int *in, int &found) { found = in[blockIdx.x]; }

// Functions that come back to themselves.
__device__ void deeper(int &t)
{
    if (t > 0)
        deeper(t);
    t = t + 1;
}
__device__ bool is_even(int n);
__device__ bool is_odd(int n)
{
    if (is_even(n - 1))
        return true;
    return n > 0 && is_odd(n - 2);
}
__device__ bool is_even(int n)
{
    if (is_odd(n - 1))
        return is_odd(n + 1);
    return false;
}

#pragma pt kernel
__global__ void let_through(int *out, const int *in, int n)
{
    __shared__ flags of_block;
    __shared__ int more;
    int *const last = &more;
    flags &seen = of_block;
    int found = 0, mine = 0, at[2] = {0, n};
    thread me;
    place there;
    there.lane = threadIdx.x;
    there.group = n;
    if (threadIdx.x == 0) {
        seen.any = n;
        of_block.all = n;
        *last = n + threadIdx.x;
        mine = first_of(in, n);
    }
    __syncthreads();
    if (seen.any || of_block.all || *last || more || there.group || me.of_block || at[1])
        out[blockIdx.x] = sum_of_block(mine);
    mine = __syncthreads_or(mine);
    look(in, found);
    deeper(found);
    if (is_even(n))
        out[blockIdx.x] += sum_of_block(mine);
    if (mine && found && of_shared(n))
        out[blockIdx.x] += sum_of_block(mine);
    for (int tile = n; tile > 0 && found; tile--) {
        out[blockIdx.x] += sum_of_block(tile);
        if (threadIdx.x == 0)
            found = of_block.any;
        found = of_shared(found);
    }
}
