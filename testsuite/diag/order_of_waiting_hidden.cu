// Loops that wait, where what they look at comes in other ways: by a constructor, the first value of a member, a destructor, another name of the
// variable, an operator of the program's; or where they seem to come forward by themselves.
struct status {
    int set;
    __device__ explicit status(int *p) : set(atomicAdd(p, 0)) {}
};
#pragma pt kernel order(reverse)
__global__ void by_constructor(int *f)
{
    status s(&f[blockIdx.x]);
    while (!s.set)
        s = status(&f[blockIdx.x]);
}

struct poll {
    int *p;
    int set = atomicAdd(p, 0);
};
#pragma pt kernel order(reverse)
__global__ void by_first_value(int *f)
{
    while (!poll{&f[blockIdx.x]}.set)
        ;
}

struct look {
    int *p;
    bool *go;
    __device__ ~look() { *go = !atomicAdd(p, 0); }
};
#pragma pt kernel order(reverse)
__global__ void by_destructor(int *f)
{
    bool go = true;
    while (go) {
        look x{&f[blockIdx.x], &go};
    }
}

#pragma pt kernel order(reverse)
__global__ void by_other_name(int *f)
{
    int seen = 0;
    const int &is_set = seen;
    while (!is_set)
        seen = atomicAdd(&f[blockIdx.x], 0);
}

#pragma pt kernel order(reverse)
__global__ void by_pointer(int *f)
{
    int seen = 0, *const is_set = &seen;
    while (!*is_set)
        seen = atomicAdd(&f[blockIdx.x], 0);
}

struct value {
    int v;
};
__device__ void operator<<(value &s, int &p) { s.v = atomicAdd(&p, 0); }
#pragma pt kernel order(reverse)
__global__ void by_operator(int *f)
{
    value s{0};
    while (!s.v)
        s << f[blockIdx.x];
}

#pragma pt kernel order(reverse)
__global__ void begins_again(int *f)
{
    for (int spins = 0; spins < 100; spins++) {
        if (atomicAdd(&f[blockIdx.x], 0))
            break;
        if (spins == 50)
            spins = 0;
    }
}

#pragma pt kernel order(reverse)
__global__ void steps_by_what_it_sees(int *f)
{
    int j = blockIdx.x - 1;
    while (j >= 0) { // 0: not yet, 1: known, 2: look at the one before
        const int seen = *(volatile int *)&f[j];
        if (seen == 1)
            break;
        j -= seen == 2;
    }
}

#pragma pt kernel order(reverse)
__global__ void chooses_by_what_it_sees(int *f)
{
    int j = blockIdx.x - 1;
    while (j >= 0) {
        const int seen = *(volatile int *)&f[j];
        if (seen == 1)
            break;
        j = seen == 2 ? j - 1 : j;
    }
}

#pragma pt kernel order(reverse)
__global__ void steps_back(int *f)
{
    for (int j = blockIdx.x;;) {
        const int seen = atomicAdd(&f[j++], 0);
        if (!seen) {
            --j;
            continue;
        }
        break;
    }
}

#pragma pt kernel order(reverse)
__global__ void hands_on(int *f)
{
    const unsigned b = blockIdx.x;
    while (atomicCAS(&f[b - 1], 0, 1) != 0) // which the block in front opens
        ;
    atomicExch(&f[b], 0);
}

#pragma pt kernel order(reverse)
__global__ void takes_one_of_many(int *f)
{
    int seen = f[0], assumed;
    do {
        assumed = seen < 1 ? 1 : seen;
        seen = atomicCAS(&f[0], assumed, assumed - 1);
    } while (seen != assumed);
}

#pragma pt kernel order(reverse)
__global__ void comes_round(int *f)
{
    unsigned char k = blockIdx.x;
    while (!atomicAdd(&f[k], 0))
        k++;
}

#pragma pt kernel order(reverse)
__global__ void by_builtin(int *f)
{
    for (int x = 0; !x;)
        __nv_atomic_load(&f[blockIdx.x], &x, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
}

#pragma pt kernel order(reverse)
__global__ void by_builtin_exchange(int *f)
{
    int expected = 1;
    while (!__nv_atomic_compare_exchange_n(&f[blockIdx.x], &expected, 0, false, __NV_ATOMIC_ACQUIRE, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE))
        expected = 1;
}

#pragma pt kernel order(reverse)
__global__ void moves_its_bound(int *f)
{
    int m = 1;
    for (int i = 0; i < m; i++)
        if (atomicAdd(&f[blockIdx.x], 0) == 0)
            m++;
}

#pragma pt kernel order(reverse)
__global__ void takes_one_at_least(int *f)
{
    int seen = f[0], assumed;
    do {
        assumed = max(1, seen);
        seen = atomicCAS(&f[0], assumed, assumed - 1);
    } while (seen != assumed);
}

#pragma pt kernel order(reverse)
__global__ void takes_what_is_odd(int *f)
{
    int old = 0, now = 0;
    do {
        old = now;
        now = atomicCAS(&f[blockIdx.x], old | 1, 2);
    } while (now != (old | 1));
}

#pragma pt kernel order(reverse)
__global__ void takes_what_is_raised(int *f)
{
    int seen = 0, old;
    do {
        old = seen;
        old += old == 0;
        seen = atomicCAS(&f[blockIdx.x], old, 3);
    } while (seen != old);
}

// None of these waits.
#pragma pt kernel order(reverse)
__global__ void repeats(float *sum, float x)
{
    int *const p = (int *)sum, seen = *p, assumed;
    do {
        assumed = seen;
        seen = atomicCAS(p, assumed, __float_as_int(x + __int_as_float(assumed)));
    } while (seen != assumed);
}

#pragma pt kernel order(reverse)
__global__ void locks(int *lock, int *sum)
{
    while (atomicCAS(&lock[2 * blockIdx.x + 1], 0, 1) != 0)
        ;
    sum[blockIdx.x]++;
    __threadfence();
    atomicExch(&lock[2 * blockIdx.x + 1], 0);
}

#pragma pt kernel order(reverse)
__global__ void counts(int *f, int n)
{
    int i;
    for (i = 0; i < n; i++)
        if (atomicAdd(&f[blockIdx.x], 0))
            break;
    unsigned stride = 3;
    for (unsigned k = blockIdx.x; k < n; k += stride)
        if (atomicAdd(&f[k], 0))
            break;
}

#pragma pt kernel order(reverse)
__global__ void goes_through(const int *rows, int *out)
{
    for (int e = __ldcg(rows + blockIdx.x); e < __ldcg(rows + blockIdx.x + 1); ++e)
        if (out[e] > 100)
            break;
}

__device__ int find(int *parent, int x)
{
    while (parent[x] != x) {
        const int next = parent[x];
        parent[x] = parent[next];
        x = next;
    }
    return x;
}
#pragma pt kernel order(reverse)
__global__ void joins(int *parent, int x, int y)
{
    int a = find(parent, x), b = find(parent, y);
    while (a != b) {
        if (a < b) {
            const int less = a;
            a = b;
            b = less;
        }
        const int old = atomicCAS(&parent[a], a, b);
        if (old == a)
            break;
        a = find(parent, old);
        b = find(parent, b);
    }
}
