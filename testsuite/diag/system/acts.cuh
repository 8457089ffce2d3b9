// What a library does in inline assembly, and for the lanes of a warp, and what it looks at for who asks again and again.
#pragma once

namespace acts {
struct regs {};
__device__ inline void bye() { asm volatile("exit;"); }
__device__ inline void bye(regs) { asm volatile("setmaxnreg.dec.sync.aligned.u32 64;"); }
__device__ inline unsigned inner()
{
    unsigned bytes;
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
    return bytes;
}
__device__ inline unsigned outer(unsigned n) { return inner() * n; }
__device__ inline void fence() { asm volatile("membar.gl;"); }

__device__ inline int sum(int v)
{
    for (int d = 16; d; d /= 2)
        v += __shfl_xor_sync(~0u, v, d);
    return v;
}

__device__ inline unsigned where() { return blockIdx.x; }
__device__ inline unsigned behind_where() { return where() + 1; }
__device__ inline bool is_set(const int *f) { return *(const volatile int *)f != 0; }
struct flag {
    const int *f;
    __device__ bool ready() const { return *(const volatile int *)f != 0; }
};
}
