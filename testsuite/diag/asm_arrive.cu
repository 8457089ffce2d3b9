// What a block leaves behind at its end, the group's next block would find: an arrival that nobody waited for, a right that is given up.
__device__ void full() { asm volatile("barrier.cta.arrive 2, 256;" ::: "memory"); }

#pragma pt kernel
__global__ void stream(float *out)
{
    if (threadIdx.x < 128)
        full();
    else
        asm volatile("bar.arrive 1, 256;" ::: "memory");
}

#pragma pt kernel
__global__ void gives_up(unsigned *out)
{
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
    out[blockIdx.x] = 1;
}

#pragma pt kernel
__global__ void object_in_memory(unsigned long long *out)
{
    __shared__ unsigned long long barrier;
    unsigned long long state;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];\n\tbar.sync 1, 64;" : "=l"(state) : "r"((unsigned)__cvta_generic_to_shared(&barrier)) : "memory");
    out[blockIdx.x] = state;
}
