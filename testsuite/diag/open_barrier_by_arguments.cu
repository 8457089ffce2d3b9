// Which functions a call may be of that a template decides, by how many arguments they take.
struct waiting {
    __device__ void two(int, int) const { __syncthreads(); }
    template <class... A> __device__ void any(A...) const { __syncthreads(); }
    __device__ void one_or_two(int, int = 3) const { __syncthreads(); }
    __device__ void none(void) const { __syncthreads(); }
    __device__ static void of_class(int) { __syncthreads(); }
    __device__ void declared(int a, int b = 3) const;
};
__device__ void reduce(int) { __syncthreads(); }
__device__ void waiting::declared(int a, int b) const { __syncthreads(); }

#pragma pt kernel
template <class W, class... P> __global__ void two(W w, P... p) { if (threadIdx.x < 3) w.two(1, 2); }
#pragma pt kernel
template <class W, class... P> __global__ void expanded(W w, P... p) { if (threadIdx.x < 3) w.two(p...); }
#pragma pt kernel
template <class W, class... P> __global__ void many(W w, P... p) { if (threadIdx.x < 3) w.template any<int>(1, 2, 3); }
#pragma pt kernel
template <class W, class... P> __global__ void empty(W w, P... p) { if (threadIdx.x < 3) w.any(); }
#pragma pt kernel
template <class W, class... P> __global__ void by_default(W w, P... p) { if (threadIdx.x < 3) w.one_or_two(1); }
#pragma pt kernel
template <class W, class... P> __global__ void none(W w, P... p) { if (threadIdx.x < 3) w.none(); }
#pragma pt kernel
template <class W, class... P> __global__ void of_class(W w, P... p) { if (threadIdx.x < 3) W::of_class(1); }
#pragma pt kernel
template <class W, class... P> __global__ void declared(W w, P... p) { if (threadIdx.x < 3) w.declared(1); }

// None of them takes so many. A loop goes on as it is: nothing is known to wait.
#pragma pt kernel
template <class W, class... P> __global__ void others(W w, P... p)
{
    if (threadIdx.x < 3) {
        w.two(1);
        w.two(1, 2, 3);
        w.one_or_two();
        w.none(1);
        W::of_class();
        w.declared();
        w.reduce(1); // no member
    }
    for (int i = threadIdx.x; i < 99; i += 32)
        w.none(i);
}
