// Functions of a class that run without a word: where an assignment or a capture that nobody has written copies it, and where it allocates.
__device__ int place()
{
    int x;
    asm("mov.u32 %0, %%ctaid.x;" : "=r"(x));
    return x;
}
struct assigned {
    int v;
    __device__ assigned &operator=(const assigned &)
    {
        v = place();
        return *this;
    }
};
struct holds {
    assigned m;
};
#pragma pt kernel
__global__ void by_assignment(int *out)
{
    holds a, b;
    a = b;
    out[0] = a.m.v;
}

__device__ int other_place()
{
    int x;
    asm("mov.u32 %0, %%ctaid.y;" : "=r"(x));
    return x;
}
struct copied {
    int v;
    copied() = default;
    __device__ copied(const copied &) { v = other_place(); }
};
#pragma pt kernel
__global__ void by_capture(int *out)
{
    copied c;
    auto read = [c] { return c.v; };
    out[0] = read();
}

__device__ int third_place()
{
    int x;
    asm("mov.u32 %0, %%ctaid.z;" : "=r"(x));
    return x;
}
__device__ int memory[99];
struct allocated {
    int v;
    __device__ void *operator new(size_t) { return memory + third_place(); }
};
#pragma pt kernel
__global__ void by_new(int *out) { out[0] = (new allocated)->v; }

#pragma pt kernel
__global__ void by_reference(int *out) // copies nothing
{
    copied c;
    auto read = [&] { return c.v; };
    out[0] = read();
}
