#include <pt/collectives.cuh>

#pragma pt kernel
__global__ void spreads(int *label, const int *link, int n, int *rounds)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int round = 0;
    bool changed = false;
    do {
        const int best = label[link[i]];
#pragma pt barrier
        changed = best > label[i];
        if (changed)
            label[i] = best;
        round++;
    } while (round < 100 && pt_any(changed));
    const unsigned long long first = pt_first(label[i] == 7), zeros = pt_count(label[i] == 0);
    if (i == 0)
        rounds[0] = round + first + zeros;
}

struct place {
    float x, y;
};

#pragma pt kernel
template <class T> __global__ void norm(T *v, place *places, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = pt_reduce_add<T>(i < n ? v[i] * v[i] : T());
    sum += 1;
    const place theirs = ::pt_bcast<place>(places[i % n], 0);
    if (pt_all(i >= n || sum > v[i]))
        return;
    if (i < n)
        v[i] /= sum + theirs.x;
}

#pragma pt kernel
__global__ void in_one_piece(int *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (a[i] == n)
        return;
    for (int t = 0; t < a[0] && pt_quantify(a[i] > t) == 2; t++)
        a[i] += pt_reduce_max<long long>(a[i]) % 7 + i;
}

// What stands in front of a vote is a phase of its own; what a template's variable is given to may change it.
#pragma pt kernel
template <class T> __global__ void votes(T *v, unsigned *bits, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    T best = v[i];
    int rounds = static_cast<int>(v[i]);
    v[i] = best + 1;
    pt_vote(v[i] > n, bits);
    best += v[n - 1 - i];
    rounds++;
    const T most = pt_reduce_max<T>(best * rounds);
    v[i] = best - most + rounds;
}

#pragma pt kernel
__global__ void votes_again(const int *v, unsigned *bits)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    pt_vote(v[i] > 0, bits);
}

// Nobody knows whether all groups come to the first one.
#pragma pt kernel
__global__ void behind_memory(int *a, const int *flag)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool any = *flag > 0 && pt_any(a[i] > 0);
    a[i] = pt_count(a[i] > 1) + i + any;
}

void launch(int *a, float *v, place *places, int n)
{
    spreads<<<(n + 255) / 256, 256>>>(a, a + n, n, a + 2 * n);
    norm<float><<<(n + 255) / 256, 256>>>(v, places, n);
    in_one_piece<<<4, 64>>>(a, n);
    votes<int><<<4, 64>>>(a, reinterpret_cast<unsigned *>(a + n), n);
    votes_again<<<4, 64>>>(a, reinterpret_cast<unsigned *>(a + n));
    behind_memory<<<4, 64>>>(a, a + n);
}
