// Whose memory a loop waits for: other blocks' behind a pointer that lies in the thread's or the block's own, behind an address that is a number,
// behind an operator or a member that a template leaves open; and, further down, memory that is the block's own whatever leads there.
#include <cuda/atomic>

struct bar {
    unsigned *count;
    cuda::atomic<unsigned, cuda::thread_scope_device> *arrived;
};
struct keeps_reference {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> r;
};
struct pointer {
    unsigned *p;
    __device__ pointer(unsigned *q) : p(q) {}
};
template <class T> struct flags_of {
    volatile T *flags;
    T number;
};
template <class T> struct view {
    T *p;
    __device__ T &operator[](int i) const { return p[i]; }
    __device__ T &operator*() const { return *p; }
};

#pragma pt kernel order(reverse)
__global__ void in_object(unsigned *c)
{
    const bar b = {c};
    while (atomicAdd(b.count + blockIdx.x, 0) == 0)
        ;
}
#pragma pt kernel order(reverse)
__global__ void in_volatile_object(unsigned *c)
{
    struct { volatile unsigned *p; } s;
    s.p = c;
    while (*s.p < gridDim.x)
        ;
}
#pragma pt kernel order(reverse)
__global__ void in_shared_pointer(unsigned *c)
{
    __shared__ unsigned *p;
    p = c;
    while (atomicAdd(p, 0) < gridDim.x)
        ;
}
#pragma pt kernel order(reverse)
__global__ void in_shared_pointers(unsigned *c)
{
    __shared__ unsigned *all[4];
    all[threadIdx.x] = c;
    unsigned *q = all[0];
    while (atomicAdd(q, 0) < gridDim.x)
        ;
}
#pragma pt kernel order(reverse)
__global__ void pointer_moves_away(unsigned *c)
{
    __shared__ unsigned own[32];
    unsigned *q = own;
    q = c;
    while (atomicAdd(q, 0) < gridDim.x)
        ;
}
#pragma pt kernel order(reverse)
__global__ void index_in_front(unsigned *c)
{
    const int at = 0;
    while (*(volatile unsigned *)(at + c) == 0 || at[(volatile unsigned *)c] == 0)
        ;
}
struct flagged {
    volatile unsigned flag;
};
#pragma pt kernel order(reverse)
__global__ void behind_local_pointer(flagged *given)
{
    flagged *const q = given + blockIdx.x;
    while (q->flag == 0)
        ;
}
#pragma pt kernel order(reverse)
__global__ void address_as_number(unsigned *c)
{
    const unsigned long long at = (unsigned long long)c;
    while (*(volatile unsigned *)at == 0)
        ;
}
#pragma pt kernel order(reverse)
__global__ void by_constructor(unsigned *c)
{
    pointer f(c);
    while (atomicAdd(f.p, 0) == 0)
        ;
}
#pragma pt kernel order(reverse)
__global__ void atomic_behind_member(cuda::atomic<unsigned, cuda::thread_scope_device> *c)
{
    const bar b = {nullptr, c};
    while (b.arrived->load() == 0)
        ;
}
#pragma pt kernel order(reverse)
__global__ void reference_in_object(unsigned *c)
{
    keeps_reference k{cuda::atomic_ref<unsigned, cuda::thread_scope_device>(*c)};
    while (k.r.load() == 0)
        ;
}
#pragma pt kernel order(reverse)
template <class T> __global__ void in_open_member(flags_of<T> s)
{
    while (s.flags[blockIdx.x] == 0)
        ;
}
#pragma pt kernel order(reverse)
__global__ void by_open_operator(view<volatile int> s)
{
    while (s[blockIdx.x] == 0)
        ;
}
#pragma pt kernel order(reverse)
__global__ void by_other_open_operator(view<volatile int> s)
{
    while (*s == 0)
        ;
}

// The block's own.
__shared__ int of_file;
#pragma pt kernel order(reverse)
__global__ void own_memory(int *out, int n)
{
    __shared__ volatile int flag, many[32];
    __shared__ struct { volatile int x; int rows[2][4]; } s;
    extern __shared__ unsigned char raw[];
    volatile int *mine = many + threadIdx.x, *bytes = reinterpret_cast<volatile int *>(raw) + n, *const other = &s.rows[1][2];
    volatile int &r = many[3];
    int local = n;
    mine += 2;
    while (flag == 0 || mine[1] == 0 || *bytes == 0 || other[0] == 0 || r == 0 || s.x == 0 || *(volatile int *)&of_file == 0 || atomicAdd(&s.rows[0][1], 0) == 0 ||
           *(volatile int *)&local == 0 || atomicCAS((int *)many, 1, 1) == 0)
        out[0]++;
}
