// DESIGN part 4, C++: kernels that are friends of a class reach its private members (the twin needs what the friend could reach).
// expect: handled
#include "check.h"

class vault;
#pragma pt kernel
__global__ void open(vault *v, unsigned n);
template <class T> class box;
#pragma pt kernel
template <class T> __global__ void unbox(box<T> b, T *out);

class vault {
    unsigned secret;
    __device__ void set(unsigned x) { secret = x; }
    friend __global__ void open(vault *v, unsigned n);
public:
    __host__ __device__ unsigned get() const { return secret; }
};

template <class T> class box {
    T content;
    template <class U> friend __global__ void unbox(box<U> b, U *out);
public:
    explicit box(T x) : content(x) {}
};

__global__ void open(vault *v, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    v[i].set(7);
    v[i].secret += blockIdx.x;
}

template <class T> __global__ void unbox(box<T> b, T *out) { out[blockIdx.x] = b.content * static_cast<T>(blockIdx.x); }

// Declared in the class first.
class key {
    int turns;
    template <class T> friend __global__ void turn(T *out, key k);
public:
    explicit key(int n) : turns(n) {}
};
#pragma pt kernel
template <class T> __global__ void turn(T *out, key k) { out[blockIdx.x] = static_cast<T>(k.turns + static_cast<int>(blockIdx.x)); }

// Declared where the class is not complete, which the stub has by value.
class coin;
#pragma pt kernel
__global__ void spend(coin c, int *out, int more = 2);
class coin {
    int worth;
    friend __global__ void spend(coin c, int *out, int more);
public:
    explicit coin(int n) : worth(n) {}
};
static void spend_in_front_of_the_definition(int *out) { spend<<<100, 1>>>(coin(9), out); }
__global__ void spend(coin c, int *out, int more) { out[blockIdx.x] = c.worth - static_cast<int>(blockIdx.x) + more; }

int main()
{
    check::begin("friend_kernel");
    const unsigned n = 5107 * 32 - 3;
    std::vector<unsigned> want = check::poisoned_vector<unsigned>(n + 32), unboxed(5107);
    for (unsigned i = 0; i < n; ++i)
        want[i] = 7 + i / 32;
    check::device_array<unsigned> memory(n + 32), out(5107);
    open<<<5107, 32>>>(reinterpret_cast<vault *>(memory.get()), n);
    CUDA_OK(cudaGetLastError());
    check::equal("vault", memory, want);
    for (unsigned b = 0; b < 5107; ++b)
        unboxed[b] = 13 * b;
    unbox<<<5107, 1>>>(box<unsigned>(13), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("box", out, unboxed);
    check::device_array<int> turned(100);
    turn<<<100, 1>>>(turned.get(), key(5));
    CUDA_OK(cudaGetLastError());
    std::vector<int> turns(100);
    for (int i = 0; i < 100; ++i)
        turns[i] = i + 5;
    check::equal("turned", turned, turns);
    spend_in_front_of_the_definition(turned.get());
    CUDA_OK(cudaGetLastError());
    for (int i = 0; i < 100; ++i)
        turns[i] = 9 - i + 2;
    check::equal("spent", turned, turns);
    return check::finish();
}
