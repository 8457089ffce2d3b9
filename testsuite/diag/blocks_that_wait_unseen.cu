// What these wait for is behind a virtual function, a pointer, a recursion, an open call, a lock: only the ascending order is safe.
#include <cuda/std/atomic>

struct base {
    __device__ virtual bool ready(unsigned *flag) = 0;
};
struct derived : base {
    __device__ bool ready(unsigned *flag) override { return *(volatile unsigned *)flag; }
};

#pragma pt kernel order(reverse)
__global__ void by_virtual_function(unsigned *flags)
{
    derived d;
    base *b = &d;
    while (!b->ready(flags + blockIdx.x))
        ;
}

__device__ bool is_ready(volatile unsigned *flag) { return *flag; }
__device__ void wait_for(volatile unsigned *flag)
{
    if (!is_ready(flag))
        wait_for(flag);
}

#pragma pt kernel order(reverse)
__global__ void by_recursion(unsigned *flags) { wait_for(flags + blockIdx.x); }

#pragma pt kernel order(reverse)
__global__ void by_recursive_lambda(unsigned *flags)
{
    auto wait = [=](auto self, unsigned i) -> void {
        if (!*(volatile unsigned *)(flags + i))
            self(self, i);
    };
    wait(wait, blockIdx.x);
}

__device__ unsigned look(const unsigned *p)
{
    unsigned value;
    asm volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(value) : "l"(p));
    return value;
}
__device__ unsigned (*pointer)(const unsigned *) = look;

#pragma pt kernel order(reverse)
__global__ void by_pointer(unsigned *flags)
{
    while (pointer(flags + blockIdx.x) == 0)
        ;
}

__device__ int held;
__device__ int turn;
__device__ void lock()
{
    while (atomicCAS(&held, 0, 1))
        ;
}
__device__ void unlock() { atomicExch(&held, 0); }

#pragma pt kernel order(reverse)
__global__ void by_turn_under_a_lock()
{
    for (;;) {
        lock();
        unsigned now = turn;
        unlock();
        if (now == blockIdx.x)
            break;
    }
    lock();
    turn++;
    unlock();
}

template <class T> struct view {
    T *p;
    template <class U = int> __device__ T get() const { return *(volatile T *)p; }
};
template <class V> __device__ void spin(V v)
{
    while (!v.get())
        ;
}

#pragma pt kernel order(reverse)
__global__ void by_member_template(unsigned *flags) { spin(view<unsigned>{flags + blockIdx.x}); }

#pragma pt kernel order(reverse)
__global__ void by_other_name(unsigned *flags)
{
    using word = cuda::std::atomic<unsigned>;
    for (unsigned n = 0;; n++)
        if (reinterpret_cast<word *>(flags)[blockIdx.x].load(cuda::std::memory_order_acquire))
            break;
}

// By way of others, of which one calls what its template leaves open.
template <class T> __device__ void look_on(T by, volatile unsigned *flag);
struct goes_on {
    __device__ void go(volatile unsigned *flag) { look_on(*this, flag); }
};
template <class T> __device__ void look_on(T by, volatile unsigned *flag)
{
    if (!is_ready(flag))
        by.go(flag);
}
#pragma pt kernel order(reverse)
__global__ void by_mutual_recursion(unsigned *flags) { look_on(goes_on(), flags + blockIdx.x); }

// Two classes have a member of one name: one leads on, the other one back.
template <class T> __device__ void look_by_class(volatile unsigned *flag);
template <class T> struct goes_nowhere {
    __device__ static void go_on(volatile unsigned *) {}
};
template <class T> struct goes_back {
    __device__ static void go_on(volatile unsigned *flag) { look_by_class<T>(flag); }
};
template <class T> __device__ void look_by_class(volatile unsigned *flag)
{
    goes_nowhere<T>::go_on(flag);
    if (!is_ready(flag))
        goes_back<T>::go_on(flag);
}
#pragma pt kernel order(reverse)
__global__ void by_class(unsigned *flags) { look_by_class<int>(flags + blockIdx.x); }
