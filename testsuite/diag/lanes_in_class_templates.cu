// Members of class templates: the class's parameters are the same for all lanes, and so is what a vote in a loop's head gives. What parts lanes in heads is refused.
template <int group_size, class K> struct work {
    K *x;
    __device__ void sum()
    {
        int v = x[threadIdx.x];
        for (int offset = group_size / 2; offset > 0; offset /= 2)
            v = max(v, __shfl_down_sync(0xFFFFFFFF, v, offset, group_size));
        if (group_size > 16)
            v += __shfl_down_sync(0xFFFFFFFF, v, 16);
        x[threadIdx.x] = v;
    }
    struct inner {
        K *y;
        __device__ void sum()
        {
            int v = y[threadIdx.x];
            for (int offset = group_size / 2; offset > 0; offset /= 2)
                v = max(v, __shfl_down_sync(0xFFFFFFFF, v, offset, group_size));
            y[threadIdx.x] = v;
        }
    };
    __device__ void insert(bool todo, unsigned lane)
    {
        unsigned q = 0;
        while ((q = __ballot_sync(0xFFFFFFFF, todo))) {
            const unsigned who = __ffs(q) - 1;
            if (lane == who)
                todo = false;
        }
    }
    __device__ void of_some(bool todo, unsigned lane)
    {
        unsigned q = 0;
        while ((q = __ballot_sync(0xFFFF, todo) + x[0])) {
            if (lane == q)
                todo = false;
            x[1] = __all_sync(~0u, q);
        }
    }
    __device__ void behind_an_operator(bool todo, unsigned lane)
    {
        unsigned q = 0;
        while (todo && (q = __ballot_sync(~0u, todo)))
            todo = lane == q;
    }
    __device__ void by_number(unsigned lane)
    {
        for (unsigned k = 0; k < lane % group_size && __any_sync(~0u, k); k++)
            x[k] = k;
    }
};

// A member that is called by its name is the class's own, though another class's takes a reference; CUDA's shuffles take copies, whoever calls them besides.
template <class K> struct passes {
    K *x;
    __device__ void pass(K &most, int length)
    {
        for (int k = 0; k < length; k++)
            most = max(most, __shfl_down_sync(~0u, most, 1));
    }
    __device__ void all(int length)
    {
        K most = x[threadIdx.x];
        pass(most, length);
        for (int k = 0; k < length; k++)
            most = max(most, __shfl_down_sync(~0u, most, k));
        x[threadIdx.x] = most;
    }
};
template <class K> struct other_passes {
    __device__ void pass(int length, K &most, int &left) { left = length + most; }
    __device__ void all(K *x, int length)
    {
        pass(length, x[0], length);
        for (int k = 0; k < length; k++)
            x[k] = max(x[k], __shfl_down_sync(~0u, x[k], 1));
    }
};
__device__ unsigned from_next(unsigned v) { return __shfl_down_sync(~0u, v, 1); }

// A type by another name, and the numbers that it has; what a base has may be another in each lane.
template <class K> struct numbers {
    static constexpr unsigned keys = 0x3FFFFFFF, none = 0xFFFFFFFF;
};
struct base {
    unsigned lane;
};
template <class K> struct table : base {
    K *x;
    __device__ void look(unsigned key)
    {
        using known = numbers<K>;
        const unsigned found = __ballot_sync(0xFFFFFFFF, x[threadIdx.x] == key) & known::keys;
        if (found == 0) {
            const unsigned next = __shfl_sync(0xFFFFFFFF, x[threadIdx.x], 31);
            if (next == known::none)
                x[0] = __shfl_sync(0xFFFFFFFF, x[1], 3);
        }
    }
    __device__ void look_for_lane()
    {
        for (unsigned k = 0; k < base::lane && __any_sync(~0u, k); k++)
            x[k] = k;
    }
};

#pragma pt kernel
template <int group_size, class K> __global__ void let_through(work<group_size, K> w, int n)
{
    typename work<group_size, K>::inner i = {w.x};
    w.sum();
    i.sum();
    w.insert(threadIdx.x < n, threadIdx.x % 32);
    passes<K> p = {w.x};
    p.all(n);
    w.x[n] += from_next(n);
    table<K> t;
    t.x = w.x;
    t.look(n);
}
template __global__ void let_through<32, int>(work<32, int>, int);

#pragma pt kernel
__global__ void by_ballot_of_some(work<32, int> w, int n) { w.of_some(threadIdx.x < n, threadIdx.x % 32); }

#pragma pt kernel
__global__ void by_operator(work<32, int> w, int n) { w.behind_an_operator(threadIdx.x < n, threadIdx.x % 32); }

#pragma pt kernel
__global__ void by_remainder(work<32, int> w) { w.by_number(threadIdx.x % 32); }

#pragma pt kernel
template <class K> __global__ void by_reference(K *x, int n)
{
    other_passes<K> p;
    p.all(x, n);
}

#pragma pt kernel
template <class K> __global__ void by_base(table<K> t) { t.look_for_lane(); }
