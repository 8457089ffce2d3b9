// Collectives of the grid in forms of their own: constants, braces, classes without a constructor, `and`, conditions with pt_none, ways out in braces,
// variables without a value; in kernels that are split and in kernels that are not.
// expect: handled
#include "check.h"

#ifdef __PTCC__
#include <pt/collectives.cuh>

constexpr unsigned long long root = 3;
const int seven = 7;
struct named {
    static constexpr int five = 5;
};

struct fixed {
    const int first;
    int second;
    __device__ fixed(int f, int s) : first(f), second(s) {}
};

struct pair_of {
    bool known;
    int number;
};

__device__ int beside(int v)
{
    __shared__ int all[64];
    all[threadIdx.x] = v;
    __syncthreads();
    return all[(threadIdx.x + 1) % blockDim.x];
}

#pragma pt kernel
__global__ void split(const int *in, int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
    const int of_root = pt_bcast(v, root), sevens = pt_reduce_add(seven), fives = pt_reduce_max(named::five);
    const fixed theirs = pt_bcast<fixed>(fixed(v, i), root);
    const pair_of pair = pt_bcast<pair_of>({v > 3, v}, 5);
    int found = 0;
    const unsigned long long first = pt_first(v == 33), nobody = pt_first(v < 0);
    if (first != pt_none and nobody == pt_none) {
        const int at = pt_bcast(i, first);
        found = at;
    }
    int turns = 0;
    float most;
    do {
        most = pt_reduce_max(static_cast<float>(v) / (turns + 1));
        turns++;
    } while (most > 100.0f and turns < 50);
    for (int t = 0; t < 20; t++) {
        if (pt_all(t * 50 > v)) {
            break;
        }
        turns += 100;
    }
    (void)pt_any(v > 3);
    if (i == 0) {
        out[0] = of_root;
        out[1] = sevens;
        out[2] = fives;
        out[3] = theirs.first;
        out[4] = theirs.second;
        out[5] = pair.known * 1000 + pair.number;
        out[6] = found;
        out[7] = turns;
    }
    if (pt_count(v > 2000) > 0) {
        return;
    }
    out[8 + i] = v;
}

template <class T> __device__ T bump(T &v) { return v++; }

#pragma pt kernel
template <class T> __global__ void bumps(T *a)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    T v = a[i];
    while (pt_any(bump(v) < 100)) {
        v += 3;
    }
    a[i] = v;
}

#pragma pt kernel
__global__ void in_one_piece(const int *in, int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, v = beside(in[i]);
    const int of_root = pt_bcast(v, root), sevens = pt_reduce_add(seven), fives = pt_reduce_max(named::five);
    const fixed theirs = pt_bcast<fixed>(fixed(v, i), root);
    const pair_of pair = pt_bcast<pair_of>({v > 3, v}, 5);
    const int *const nothing = pt_bcast<const int *>(0, 3);
    const bool any = pt_any({v > 3}), late = *in >= 0 and pt_any(v == 33);
    const int all[] = {of_root, sevens, fives, theirs.first, theirs.second, pair.known * 1000 + pair.number, nothing == nullptr && any, late};
    if (i < 8)
        out[i] = all[i];
    out[8 + i] = v;
}
#endif

static std::vector<int> input(int n)
{
    std::vector<int> all(n);
    for (int i = 0; i < n; i++)
        all[i] = static_cast<int>(check::mix(i) % 1000);
    all[n - 9] = 33;
    all[n - 8] = 33;
    all[n - 7] = 999;
    return all;
}

static void check_split(int blocks, int threads)
{
    const int n = blocks * threads;
    std::vector<int> in = input(n), expected(8 + n);
    for (int i = 0; i < n - 9; i++)
        in[i] += in[i] == 33;
    int turns = 0;
    while (turns == 0 || (999.0f / turns > 100.0f && turns < 50))
        turns++;
    for (int t = 0; t < 20 && t * 50 <= 999; t++)
        turns += 100;
    expected = {in[3], 7 * n, 5, in[3], 3, (in[5] > 3) * 1000 + in[5], n - 9, turns};
    expected.insert(expected.end(), in.begin(), in.end());
    check::device_array<int> device_in(in), out(8 + n);
    BARRIER_LAUNCH((split<<<blocks, threads>>>(device_in.get(), out.get())), out, expected);
    check::equal("split", out.host(), expected);
}

static void check_bumps(int blocks)
{
    const int n = blocks * 64;
    std::vector<int> a(n);
    for (int i = 0; i < n; i++)
        a[i] = i % 90;
    check::device_array<int> device_a(a);
    for (bool any = true; any;) {
        any = false;
        for (int &v : a)
            any |= v++ < 100;
        for (int &v : a)
            v += any ? 3 : 0;
    }
    BARRIER_LAUNCH((bumps<int><<<blocks, 64>>>(device_a.get())), device_a, a);
    check::equal("bumps", device_a.host(), a);
}

static void check_in_one_piece(int blocks, int threads)
{
    const int n = blocks * threads;
    const std::vector<int> in = input(n);
    std::vector<int> v(n), expected;
    for (int i = 0; i < n; i++)
        v[i] = in[i / threads * threads + (i % threads + 1) % threads];
    expected = {v[3], 7 * n, 5, v[3], 3, (v[5] > 3) * 1000 + v[5], 1, 1};
    expected.insert(expected.end(), v.begin(), v.end());
    check::device_array<int> device_in(in), out(8 + n);
    BARRIER_LAUNCH((in_one_piece<<<blocks, threads>>>(device_in.get(), out.get())), out, expected);
    check::equal("in_one_piece", out.host(), expected);
}

int main()
{
    check::begin("collectives_forms");
    for (int blocks : {1, 7, 200})
        check_split(blocks, 64);
    check_split(5, 33);
    check_bumps(2);
    check_bumps(200);
    check_in_one_piece(1, 64);
    check_in_one_piece(7, 40);
    return check::finish();
}
