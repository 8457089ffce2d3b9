// Loads of memory that other launches may write before this one ends: steps of a loop (loop.cuh), launches of a block (fuse.cuh).
//
//     const ::pt::load_written __ldg; // at the head of the kernel's copy
//
// Invariant: what was written before a barrier of the grid, or by the same thread, is seen. __ldg asks for ld.global.nc, which promises the
//            compiler and the device that nobody writes there as long as the launch lasts.
// Source: CUDA C++ Programming Guide, "Read-Only Data Cache Load Function"; PTX ISA, "ld.global.nc".
#ifndef PT_LOAD_CUH
#define PT_LOAD_CUH

namespace pt {

struct load_written {
    __host__ __device__ __forceinline__ load_written() {}
    template <class T> __device__ __forceinline__ T operator()(const T *place) const { return *place; }
};

} // namespace pt

#endif
