// A project header: device functions that read the block index, for the cases idx_header and idx_also_from_unannotated.
#ifndef PTCC_EXEC_POSITION_CUH
#define PTCC_EXEC_POSITION_CUH

namespace place {

__device__ inline unsigned global() { return blockIdx.x * blockDim.x + threadIdx.x; }

template <class T> struct span {
    T *data;
    __device__ T &mine() const { return data[global()]; }
};

#define PLACE_BLOCKS gridDim.x

} // namespace place

#endif
