// What a library says to a device in other words than to the host, not only inside of its functions.
#pragma once

#ifdef __CUDA_ARCH__
#define SIDES_BLOCK() blockIdx.x
#define SIDES_WAIT() __syncthreads()
#define SIDES_LEAVE(condition) if (condition) return
#else
#define SIDES_BLOCK() 0u
#define SIDES_WAIT()
#define SIDES_LEAVE(condition)
#endif

namespace sides {
struct of_device {
    __host__ __device__ static unsigned get() { return blockIdx.x; }
};
struct of_host {
    __host__ __device__ static unsigned get() { return 0; }
};
template <int Side> struct by_number : of_host {};
template <> struct by_number<1> : of_device {};

#ifdef __CUDA_ARCH__
__host__ __device__ inline unsigned defined_twice() { return blockIdx.x; }
typedef of_device chosen;
constexpr int side = 1;
struct base {
    __device__ static unsigned get() { return blockIdx.x; }
};
#else
__host__ __device__ inline unsigned defined_twice() { return 0; }
typedef of_host chosen;
constexpr int side = 0;
struct base {
    __device__ static unsigned get() { return 0; }
};
#endif

__host__ __device__ inline unsigned by_macro() { return SIDES_BLOCK(); }
__host__ __device__ inline unsigned by_type() { return chosen::get(); }
__host__ __device__ inline unsigned by_constant() { return by_number<side>::get(); }
__host__ __device__ inline unsigned by_default(unsigned b = SIDES_BLOCK()) { return b; }
struct number {
    unsigned value = SIDES_BLOCK();
};
__host__ __device__ inline unsigned by_initialiser() { return number{}.value; }
__host__ __device__ inline void wait() { SIDES_WAIT(); }
template <class F> __host__ __device__ unsigned apply(F f) { return f(); }
struct functor {
    __host__ __device__ unsigned operator()() const { return SIDES_BLOCK(); }
};
} // namespace sides
typedef sides::of_device sides_of_device;
typedef sides::of_host sides_of_host;
typedef sides::chosen sides_chosen;
