// Launches that the device makes stay as they are: also where the host may make them, too, in lambdas, and by a pointer.
#pragma pt kernel
__global__ void child(int *o) { atomicAdd(o, 1); }

__host__ __device__ void both(int *o) { child<<<2, 1>>>(o); }

struct functor {
    __host__ __device__ void operator()(int *o) const { child<<<3, 1>>>(o); }
};

__global__ void parent(int *o)
{
    void (*f)(int *) = child;
    f<<<1, 1>>>(o);
    both(o);
    functor()(o);
}

template <class F> __global__ void run(F f) { f(); }

void host(int *o)
{
    for (int i = 0; i < 3; i++) {
        const auto on_device = [=] __device__ (int n) mutable {
            if (n > 0)
                child<<<n, 1>>>(o);
        };
        run<<<1, 1>>>([=] { child<<<i, 1>>>(o); });
        child<<<4, 1>>>(o);
    }
}
