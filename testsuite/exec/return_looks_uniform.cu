// DESIGN part 4, Leaving early: what a condition names looks the same for all threads, and something makes it another for each.
// expect: handled
#include "looks_uniform.h"

struct part {
    int a;
};
struct converted {
    int a;
    __device__ operator bool() const { return threadIdx.x > 37; }
};
struct compared {
    int a;
};
__device__ bool operator<(compared, int b) { return (int)threadIdx.x < b; }
struct input {
    int a;
    __device__ input &operator>>(int &n)
    {
        n = a + threadIdx.x;
        return *this;
    }
};
struct base {
    int a = 0;
    __device__ void bump() { a += threadIdx.x; }
};
struct derived : base {
};
__device__ void adjust(int &n) { n += threadIdx.x; }
__device__ void advance(int &n) { n += threadIdx.x > 40 ? 3 : 1; }
__device__ void refer_within(int &n)
{
    int &r(n);
    r += threadIdx.x;
}
#define BUMP() (m += threadIdx.x)
#define let const auto

#pragma pt kernel
__global__ void part_of_a_parameter(unsigned *out, part p)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    p.a += threadIdx.x;
    if (p.a > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void part_of_a_local(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    dim3 p = blockDim;
    p.x = threadIdx.x;
    if (p.x > n)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void by_reference(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    adjust(n);
    if (n > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma push_macro("blockDim")
#define blockDim threadIdx
#pragma pt kernel
__global__ void by_macro_of_a_known_name(unsigned *out, unsigned n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    if (blockDim.x + n > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}
#pragma pop_macro("blockDim")

#pragma pt kernel
__global__ void by_reference_in_parentheses(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    int &r(n);
    r += threadIdx.x;
    if (n > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void by_reference_in_a_helper(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    refer_within(n);
    if (n > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void by_conversion(unsigned *out, converted p)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    if (p)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void by_comparison(unsigned *out, compared p)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    if (p < 23)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void by_local_reference(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    int m = n;
    int &r{m};
    r += threadIdx.x;
    if (m > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void by_forwarding_reference(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    int m = 3;
    auto &&r = m;
    r += threadIdx.x;
    if (m > n)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

// The same, by a macro.
#pragma pt kernel
__global__ void by_macro_binding(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    {
        const part mine = {n + int(threadIdx.x)};
        let [n] = mine;
        if (n > 40)
            return;
    }
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

// Of a name that CUDA has.
#pragma pt kernel
__global__ void by_binding_like_cuda(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    {
        const part mine = {n + int(threadIdx.x)};
        auto [warpSize] = mine;
        if (warpSize > 40)
            return;
    }
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

// What a reference to const stands for is no constant.
#pragma pt kernel
__global__ void by_cast(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    const int &same = n;
    const_cast<int &>(same) += threadIdx.x;
    if (n > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

// The same, as C casts.
#pragma pt kernel
__global__ void by_old_cast(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    const int &same = n;
    (int &)same += threadIdx.x;
    if (n > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

// A member that has a constant's name.
constexpr int most = 3;
struct unless {
    int most;
    __device__ unsigned next(unsigned *s)
    {
        if (most > 40)
            return 0;
        s[threadIdx.x] += 7;
        __syncthreads();
        return s[(threadIdx.x + 1) % BLOCK];
    }
};

#pragma pt kernel
__global__ void by_member_like_a_constant(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    unless mine = {n + int(threadIdx.x)};
    const unsigned next = mine.next(s);
    if (n + int(threadIdx.x) <= 40)
        out[blockIdx.x * BLOCK + threadIdx.x] = next;
}

// A parameter of a name that CUDA has.
__device__ unsigned next_unless(unsigned *s, int blockDim)
{
    if (blockDim > 40)
        return 0;
    s[threadIdx.x] += 7;
    __syncthreads();
    return s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void by_parameter_like_cuda(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    const unsigned next = next_unless(s, n + threadIdx.x);
    if (n + threadIdx.x <= 40)
        out[blockIdx.x * BLOCK + threadIdx.x] = next;
}

// Of the parameter's name, with the const behind.
#pragma pt kernel
__global__ void by_east_const_binding(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    {
        const part mine = {n + int(threadIdx.x)};
        auto const [n] = mine;
        if (n > 40)
            return;
    }
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void by_binding(unsigned *out, dim3 p)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    auto &[a, b, c] = p;
    a += threadIdx.x + b - c;
    if (p.x > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void by_macro(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    int m = 3;
    BUMP();
    if (m > n)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void by_shift_operator(unsigned *out, input in, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    in >> n;
    if (n > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void by_base(unsigned *out, derived p)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    p.bump();
    if (p.a > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void by_init_capture(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    auto bump = [&r(n)] { r += threadIdx.x; };
    bump();
    if (n > 40)
        return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void by_counting(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    for (int i = 0; i < n;) {
        advance(i);
        s[threadIdx.x] += i;
        __syncthreads();
        unsigned next = s[(threadIdx.x + 1) % BLOCK];
        __syncthreads();
        s[threadIdx.x] += next;
    }
    out[blockIdx.x * BLOCK + threadIdx.x] = s[threadIdx.x];
}

static void check_counting()
{
    check::device_array<unsigned> out(BLOCKS * BLOCK);
    by_counting<<<BLOCKS, BLOCK>>>(out.get(), 9);
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want(BLOCKS * BLOCK);
    for (unsigned b = 0; b < BLOCKS; ++b) {
        unsigned *s = &want[b * BLOCK];
        for (unsigned t = 0; t < BLOCK; ++t)
            s[t] = t + b * 100;
        for (unsigned turn = 1; turn <= 9; ++turn) {
            const unsigned threads = turn <= 3 ? BLOCK : 41; // the others step by 3
            for (unsigned t = 0; t < threads; ++t)
                s[t] += t > 40 ? 3 * turn : turn;
            const std::vector<unsigned> seen(s, s + BLOCK);
            for (unsigned t = 0; t < threads; ++t)
                s[t] += seen[(t + 1) % BLOCK];
        }
    }
    check::equal("by_counting", out, want);
}

int main()
{
    check::begin("return_looks_uniform");
    check_one("part_of_a_parameter", 37, [](unsigned *out) { part_of_a_parameter<<<BLOCKS, BLOCK>>>(out, part{3}); });
    check_one("part_of_a_local", 40, [](unsigned *out) { part_of_a_local<<<BLOCKS, BLOCK>>>(out, 40); });
    check_one("by_reference", 37, [](unsigned *out) { by_reference<<<BLOCKS, BLOCK>>>(out, 3); });
    check_one("by_macro_of_a_known_name", 37, [](unsigned *out) { by_macro_of_a_known_name<<<BLOCKS, BLOCK>>>(out, 3u); });
    check_one("by_reference_in_parentheses", 37, [](unsigned *out) { by_reference_in_parentheses<<<BLOCKS, BLOCK>>>(out, 3); });
    check_one("by_reference_in_a_helper", 37, [](unsigned *out) { by_reference_in_a_helper<<<BLOCKS, BLOCK>>>(out, 3); });
    check_one("by_conversion", 37, [](unsigned *out) { by_conversion<<<BLOCKS, BLOCK>>>(out, converted{3}); });
    check_one("by_comparison", -22, [](unsigned *out) { by_comparison<<<BLOCKS, BLOCK>>>(out, compared{3}); });
    check_one("by_local_reference", 37, [](unsigned *out) { by_local_reference<<<BLOCKS, BLOCK>>>(out, 3); });
    check_one("by_forwarding_reference", 37, [](unsigned *out) { by_forwarding_reference<<<BLOCKS, BLOCK>>>(out, 40); });
    check_one("by_binding", 37, [](unsigned *out) { by_binding<<<BLOCKS, BLOCK>>>(out, dim3(3, 1, 1)); });
    check_one("by_east_const_binding", 37, [](unsigned *out) { by_east_const_binding<<<BLOCKS, BLOCK>>>(out, 3); });
    check_one("by_macro_binding", 37, [](unsigned *out) { by_macro_binding<<<BLOCKS, BLOCK>>>(out, 3); });
    check_one("by_binding_like_cuda", 37, [](unsigned *out) { by_binding_like_cuda<<<BLOCKS, BLOCK>>>(out, 3); });
    check_one("by_cast", 37, [](unsigned *out) { by_cast<<<BLOCKS, BLOCK>>>(out, 3); });
    check_one("by_old_cast", 37, [](unsigned *out) { by_old_cast<<<BLOCKS, BLOCK>>>(out, 3); });
    check_one("by_parameter_like_cuda", 37, [](unsigned *out) { by_parameter_like_cuda<<<BLOCKS, BLOCK>>>(out, 3); });
    check_one("by_member_like_a_constant", 37, [](unsigned *out) { by_member_like_a_constant<<<BLOCKS, BLOCK>>>(out, most); });
    check_one("by_macro", 37, [](unsigned *out) { by_macro<<<BLOCKS, BLOCK>>>(out, 40); });
    check_one("by_shift_operator", 37, [](unsigned *out) { by_shift_operator<<<BLOCKS, BLOCK>>>(out, input{3}, 3); });
    check_one("by_base", 40, [](unsigned *out) { by_base<<<BLOCKS, BLOCK>>>(out, derived{}); });
    check_one("by_init_capture", 37, [](unsigned *out) { by_init_capture<<<BLOCKS, BLOCK>>>(out, 3); });
    check_counting();
    return check::finish();
}
