// Warp matrix functions (Programming Guide, "Warp Matrix Functions").
#ifndef PTCC_SHIM_MMA_H
#define PTCC_SHIM_MMA_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"

namespace nvcuda {
namespace wmma {
struct matrix_a; struct matrix_b; struct accumulator; struct row_major; struct col_major;
enum layout_t { mem_row_major, mem_col_major };
namespace precision { struct tf32; struct u4; struct s4; struct b1; }
namespace experimental {
namespace precision { struct u4; struct s4; struct b1; }
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}
using experimental::bmmaBitOp;
template <class T> struct pt_shim_storage { typedef T type; };
template <> struct pt_shim_storage<precision::tf32> { typedef float type; };
template <> struct pt_shim_storage<experimental::precision::u4> { typedef unsigned int type; };
template <> struct pt_shim_storage<experimental::precision::s4> { typedef int type; };
template <> struct pt_shim_storage<experimental::precision::b1> { typedef unsigned int type; };
template <class Use, int m, int n, int k, class T, class Layout = void> struct fragment {
    typedef typename pt_shim_storage<T>::type element_type, storage_element_type;
    enum { num_elements = 8, num_storage_elements = 8 };
    element_type x[num_elements];
};
template <class F, class T> PT_SHIM_WARP_SYNC __device__ void load_matrix_sync(F &fragment, const T *address, unsigned int stride);
template <class F, class T> PT_SHIM_WARP_SYNC __device__ void load_matrix_sync(F &fragment, const T *address, unsigned int stride, layout_t layout);
template <class F, class T> PT_SHIM_WARP_SYNC __device__ void store_matrix_sync(T *address, const F &fragment, unsigned int stride, layout_t layout);
template <class F, class T> __device__ void fill_fragment(F &fragment, const T &value);
template <class D, class A, class B, class C> PT_SHIM_WARP_SYNC __device__ void mma_sync(D &d, const A &a, const B &b, const C &c, bool saturate = false);
template <class D, class A, class B, class C> PT_SHIM_WARP_SYNC __device__ void bmma_sync(D &d, const A &a, const B &b, const C &c, int op = 1, int accumulate = 1);
__device__ float __float_to_tf32(float x);
} // namespace wmma
} // namespace nvcuda

#endif
