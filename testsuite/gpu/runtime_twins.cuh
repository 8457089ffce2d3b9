// Kernels with hand-written twins, in the form that ptcc generates, for the tests of the runtime itself.
//
// In:  a policy and an order. Out: for each kernel NAME a twin NAME_pt<Order>.
// Invariant: the item's text is the original's, so that what is compared is the runtime.
#ifndef RUNTIME_TWINS_CUH
#define RUNTIME_TWINS_CUH

#include <pt/pt.cuh>

// -DRUNTIME_STEALS: the twins of kernels with schedule(steal).
#if defined(RUNTIME_STEALS)
#include <pt/steal_queue.cuh>
#define RUNTIME_QUEUE ::pt::steal_queue
#define RUNTIME_SCHEDULE PTRT_SCHEDULE_STEAL
#else
#define RUNTIME_QUEUE ::pt::work_queue
#define RUNTIME_SCHEDULE PTRT_SCHEDULE_DYNAMIC
#endif

#define TWIN_LOOP(Between, item_call)                                                                         \
    for (RUNTIME_QUEUE<Order, ::pt::Between> pt_queue(pt_launch); pt_queue.has_chunk(); pt_queue.next_chunk()) \
        for (; pt_queue.has_item(); pt_queue.next_item())                                                     \
            item_call;

static __device__ __forceinline__ unsigned linear(const uint3 &b, const dim3 &g)
{
    return b.x + g.x * (b.y + g.y * b.z);
}

// Every block of the grid once, and the right gridDim; nothing shared (between_none).
#define COVER_BODY                                                                                            \
    {                                                                                                         \
        if (blockIdx.x >= gridDim.x || blockIdx.y >= gridDim.y || blockIdx.z >= gridDim.z)                    \
            return;                                                                                           \
        if (threadIdx.x == 0 && out != nullptr)                                                               \
            atomicAdd(&out[linear(blockIdx, gridDim)], gridDim.x + 3u * gridDim.y + 7u * gridDim.z);          \
    }
static __global__ void cover(unsigned *out) COVER_BODY
static __device__ __forceinline__ void cover_item(const uint3 blockIdx, const dim3 gridDim, unsigned *out) COVER_BODY
template <class Order> static __global__ void cover_pt(const __grid_constant__ ::pt::launch pt_launch, unsigned *out)
{
    TWIN_LOOP(between_none, cover_item(pt_queue.block_index(), pt_queue.grid_dim(), out))
}

// Warps work together (between_warp); lanes leave early, so the shadows of the warp operations are needed.
#define SHUFFLE_BODY(GUARD, MEMBERS)                                                                          \
    {                                                                                                         \
        const unsigned i = linear(blockIdx, gridDim) * blockDim.x + threadIdx.x;                              \
        MEMBERS                                                                                               \
        if (GUARD((i >> 1) % 5u == 0u))                                                                       \
            return;                                                                                           \
        unsigned v = i * 2654435761u;                                                                         \
        v += __shfl_xor_sync(0xffffffffu, v, 1);                                                              \
        const unsigned all = __ballot_sync(0xffffffffu, (i & 1u) == 0u);                                      \
        __syncwarp();                                                                                         \
        out[i] = v + __popc(all) + (__any_sync(0xffffffffu, v == 0u) ? 1u : 0u);                              \
    }
#define PLAIN_GUARD(c) c
#define ALIVE_GUARD(c) ::pt::leave(pt_alive, c)
#define ALIVE_MEMBERS                                                                                         \
    unsigned pt_alive = ::pt::warp_members();                                                                 \
    const ::pt::alive_shfl_xor_sync __shfl_xor_sync{pt_alive};                                                \
    const ::pt::alive_ballot_sync __ballot_sync{pt_alive};                                                    \
    const ::pt::alive_any_sync __any_sync{pt_alive};                                                          \
    const ::pt::alive_syncwarp __syncwarp{pt_alive};
static __global__ void shuffle(unsigned *out) SHUFFLE_BODY(PLAIN_GUARD, )
static __device__ __forceinline__ void shuffle_item(const uint3 blockIdx, const dim3 gridDim, unsigned *out)
    SHUFFLE_BODY(ALIVE_GUARD, ALIVE_MEMBERS)
template <class Order> static __global__ void shuffle_pt(const __grid_constant__ ::pt::launch pt_launch, unsigned *out)
{
    TWIN_LOOP(between_warp, shuffle_item(pt_queue.block_index(), pt_queue.grid_dim(), out))
}

// Static and dynamic shared memory that the next item writes again (between_block).
#define REVERSE_BODY                                                                                          \
    {                                                                                                         \
        __shared__ unsigned first[128];                                                                       \
        extern __shared__ unsigned second[];                                                                  \
        const unsigned b = linear(blockIdx, gridDim), t = threadIdx.x;                                        \
        first[t] = b * 128u + t;                                                                              \
        second[blockDim.x - 1 - t] = b + t;                                                                   \
        __syncthreads();                                                                                      \
        out[b * blockDim.x + t] = first[blockDim.x - 1 - t] * 31u + second[t];                                \
    }
static __global__ void reverse(unsigned *out) REVERSE_BODY
static __device__ __forceinline__ void reverse_item(const uint3 blockIdx, const dim3 gridDim, unsigned *out)
    REVERSE_BODY
template <class Order> static __global__ void reverse_pt(const __grid_constant__ ::pt::launch pt_launch, unsigned *out)
{
    TWIN_LOOP(between_block, reverse_item(pt_queue.block_index(), pt_queue.grid_dim(), out))
}

// Threads leave while others go to barriers (between_drain).
#define DRAIN_BODY(SHADOWS, LEAVE)                                                                                  \
    {                                                                                                         \
        SHADOWS                                                                                               \
        __shared__ unsigned s[128];                                                                           \
        const unsigned b = linear(blockIdx, gridDim), t = threadIdx.x, i = b * blockDim.x + t;                \
        s[t] = 0;                                                                                             \
        __syncthreads();                                                                                      \
        if (i * 2654435761u >> 30 == 0u)                                                                      \
            return LEAVE;                                                                                     \
        s[t] = i;                                                                                             \
        __syncthreads();                                                                                      \
        unsigned a = 0;                                                                                       \
        for (unsigned k = 0; k < blockDim.x; k++)                                                             \
            a += s[k] * (k + 1u);                                                                             \
        if (t % 3u == 1u)                                                                                     \
            return LEAVE;                                                                                     \
        __syncthreads();                                                                                      \
        out[i] = a;                                                                                           \
    }
static __global__ void drain(unsigned *out) DRAIN_BODY(, )
static __device__ __forceinline__ void drain_item(const uint3 blockIdx, const dim3 gridDim, unsigned *out)
{
    DRAIN_BODY(const ::pt::draining_barrier __syncthreads;, ::pt::leave_item())
    ::pt::finish_item();
}
template <class Order> static __global__ void drain_pt(const __grid_constant__ ::pt::launch pt_launch, unsigned *out)
{
    TWIN_LOOP(between_drain, drain_item(pt_queue.block_index(), pt_queue.grid_dim(), out))
}

// The same with votes at barriers (between_drain).
#define VOTE_BODY(SHADOWS, LEAVE)                                                                                   \
    {                                                                                                         \
        SHADOWS                                                                                               \
        __shared__ unsigned s[128];                                                                           \
        const unsigned b = linear(blockIdx, gridDim), t = threadIdx.x, i = b * blockDim.x + t;                \
        if (i * 2654435761u >> 29 == b % 8u)                                                                  \
            return LEAVE;                                                                                     \
        s[t] = i;                                                                                             \
        const unsigned even = __syncthreads_count((i & 1u) == 0u);                                            \
        const unsigned v = s[t ^ 0u];                                                                         \
        const int every = __syncthreads_and(i * 40503u % 997u != 5u);                                         \
        if (t % 5u == 2u)                                                                                     \
            return LEAVE;                                                                                     \
        const int some = __syncthreads_or(i % 1009u == 3u);                                                   \
        __syncthreads();                                                                                      \
        out[i] = v + even * 5u + (every != 0) * 1000u + (some != 0) * 7777u;                                  \
    }
static __global__ void vote(unsigned *out) VOTE_BODY(, )
static __device__ __forceinline__ void vote_item(const uint3 blockIdx, const dim3 gridDim, unsigned *out)
{
    VOTE_BODY(const ::pt::draining_barrier __syncthreads; const ::pt::draining_count __syncthreads_count;
              const ::pt::draining_and __syncthreads_and; const ::pt::draining_or __syncthreads_or;
              , ::pt::leave_item())
    ::pt::finish_item();
}
template <class Order> static __global__ void vote_pt(const __grid_constant__ ::pt::launch pt_launch, unsigned *out)
{
    TWIN_LOOP(between_drain, vote_item(pt_queue.block_index(), pt_queue.grid_dim(), out))
}

// Long enough that launches overlap.
#define SLOW_BODY                                                                                             \
    {                                                                                                         \
        float x = threadIdx.x;                                                                                \
        for (int k = 0; k < 2000; k++)                                                                        \
            x = fmaf(x, 1.0001f, 0.5f);                                                                       \
        if (threadIdx.x == 0)                                                                                 \
            atomicAdd(&out[linear(blockIdx, gridDim)], x == 12345.678f ? 2u : 1u);                            \
    }
static __global__ void slow(unsigned *out) SLOW_BODY
static __device__ __forceinline__ void slow_item(const uint3 blockIdx, const dim3 gridDim, unsigned *out) SLOW_BODY
template <class Order> static __global__ void slow_pt(const __grid_constant__ ::pt::launch pt_launch, unsigned *out)
{
    TWIN_LOOP(between_none, slow_item(pt_queue.block_index(), pt_queue.grid_dim(), out))
}

#endif
