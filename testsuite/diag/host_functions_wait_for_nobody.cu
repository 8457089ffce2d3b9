// An operator that a template leaves open, and the program's own of that name, which is for the host: no thread of a kernel comes to
// it, so it does not matter what its body calls by names that device functions have, too.
template <class T> struct wrap { T value; };
template <class T> bool operator==(const wrap<T> &a, const wrap<T> &b) { return a.value.common(b.value); }

struct lanes {
    __device__ int common(int x) const { return __shfl_sync(~0u, x, 0); }
};

#pragma pt kernel
template <class Key> __global__ void mark(const Key *keys, Key wanted, int *out)
{
    for (int i = 0; i < 4; i++) {
        if (out[i])
            return;
        if (keys[i] == wanted)
            out[i] = 1;
    }
}

void start(const int *keys, int *out) { mark<<<1, 32>>>(keys, 7, out); }
