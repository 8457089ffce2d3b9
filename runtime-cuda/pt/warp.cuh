// Warp operations of an item that some lanes may have left.
//
// In:  the item's mask of lanes that have not left (`pt_alive`). Out: the same results as in the original
//      kernel, where lanes that returned had exited and no *_sync operation waited for them.
// Invariant: `pt_alive` is the same in all its lanes; `leave` changes it at the top level of a body, `among` and
//            `stay` where some lanes go another way than others, and all of its lanes come by. In a rewritten
//            item the objects below shadow the intrinsics of the same name; the mask the user wrote is cut
//            down to the lanes that are still there.
#ifndef PT_WARP_CUH
#define PT_WARP_CUH

namespace pt {

// Lanes of the calling thread's warp that exist: all 32, or fewer in the last warp of a group.
static __device__ __forceinline__ unsigned warp_members()
{
    const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    const unsigned behind = blockDim.x * blockDim.y * blockDim.z - (thread & ~31u);
    return behind >= 32u ? ~0u : (1u << behind) - 1u;
}

// Shows the compiler that warps are whole here. After a loop that only some lanes run it no longer assumes so
// (CUDA 13.0; __syncwarp does not change its mind, a vote does), and then every uniform branch that follows
// costs two instructions more, and nothing is kept in uniform registers.
static __device__ __forceinline__ void show_convergence()
{
#if !defined(PT_CPU)
    asm volatile("{\n\t"
                 ".reg .pred any;\n\t"
                 "vote.sync.any.pred any, 1, 0xffffffff;\n\t"
                 "}");
#endif
}

// `if (c) return;` becomes `if (::pt::leave(pt_alive, c)) return;`. Lanes that leave may do something together before they do.
static __device__ __forceinline__ bool leave(unsigned &alive, bool condition)
{
    const unsigned leaving = __ballot_sync(alive, condition);
    alive = condition ? leaving : alive & ~leaving;
    return condition;
}

// `if (c)` becomes `if (const ::pt::among pt_among{pt_alive, bool(c)})` where lanes that pass it by go on to the
// item's end: in its branches, pt_alive holds the lanes that took the same one.
class among {
  public:
    __device__ __forceinline__ among(unsigned &alive, bool condition)
        : alive_(alive), before_(alive), condition_(condition)
    {
        const unsigned taking = __ballot_sync(alive, condition);
        alive = condition ? taking : alive & ~taking;
    }
    __device__ __forceinline__ ~among() { alive_ = before_; }
    __device__ __forceinline__ operator bool() const { return condition_; }
    among(const among &) = delete;
    among &operator=(const among &) = delete;

  private:
    unsigned &alive_;
    const unsigned before_;
    const bool condition_;
};

// `while (c)` becomes `while (::pt::stay_once(pt_alive, pt_turn_1, bool(c)))` where lanes that leave the loop first go on
// to the item's end, and the item comes to the loop once. pt_turn_1 is 0 outside the loop and holds the lanes that came to it inside.
static __device__ __forceinline__ bool stay_once(unsigned &alive, unsigned &turn, bool condition)
{
    if (turn == 0u)
        turn = alive;
    const unsigned staying = __ballot_sync(alive, condition);
    alive = condition ? staying : turn;
    turn = condition ? turn : 0u;
    return condition;
}

// In another loop, or in a function: those that leave wait for each other, so that none of them comes to the loop again while others
// are still in it.
static __device__ __forceinline__ bool stay(unsigned &alive, unsigned &turn, bool condition)
{
    if (!stay_once(alive, turn, condition))
        ::__syncwarp(alive);
    return condition;
}

// Values go through templates and unqualified calls, so that overloads of types declared after this header
// (halves, say) are found where the item is compiled.
#define PT_ALIVE_MEMBERS(name)                                                                                \
    const unsigned &alive;                                                                                    \
    __device__ __forceinline__ explicit name(const unsigned &mask) : alive(mask) {}

#define PT_ALIVE_SHUFFLE(name, type)                                                                          \
    struct alive_##name {                                                                                     \
        PT_ALIVE_MEMBERS(alive_##name)                                                                        \
        template <class T>                                                                                    \
        __device__ __forceinline__ auto operator()(unsigned mask, T value, type lane, int width = 32) const   \
        {                                                                                                     \
            return __##name(mask & alive, value, lane, width);                                                \
        }                                                                                                     \
    };
PT_ALIVE_SHUFFLE(shfl_sync, int)
PT_ALIVE_SHUFFLE(shfl_up_sync, unsigned)
PT_ALIVE_SHUFFLE(shfl_down_sync, unsigned)
PT_ALIVE_SHUFFLE(shfl_xor_sync, int)
#undef PT_ALIVE_SHUFFLE

#define PT_ALIVE_VOTE(name, type)                                                                             \
    struct alive_##name {                                                                                     \
        PT_ALIVE_MEMBERS(alive_##name)                                                                        \
        __device__ __forceinline__ type operator()(unsigned mask, int predicate) const                        \
        {                                                                                                     \
            return ::__##name(mask & alive, predicate);                                                       \
        }                                                                                                     \
    };
PT_ALIVE_VOTE(all_sync, int)
PT_ALIVE_VOTE(any_sync, int)
PT_ALIVE_VOTE(uni_sync, int)
PT_ALIVE_VOTE(ballot_sync, unsigned)
#undef PT_ALIVE_VOTE

struct alive_syncwarp {
    PT_ALIVE_MEMBERS(alive_syncwarp)
    __device__ __forceinline__ void operator()(unsigned mask = ~0u) const { ::__syncwarp(mask & alive); }
};

struct alive_match_any_sync {
    PT_ALIVE_MEMBERS(alive_match_any_sync)
    template <class T> __device__ __forceinline__ unsigned operator()(unsigned mask, T value) const
    {
        return __match_any_sync(mask & alive, value);
    }
};

struct alive_match_all_sync {
    PT_ALIVE_MEMBERS(alive_match_all_sync)
    template <class T> __device__ __forceinline__ unsigned operator()(unsigned mask, T value, int *all) const
    {
        return __match_all_sync(mask & alive, value, all);
    }
};

// Warp reductions exist from sm_80 on only, so their calls hide in templates: nothing is looked up before use.
#define PT_ALIVE_REDUCE(name)                                                                                 \
    struct alive_##name {                                                                                     \
        PT_ALIVE_MEMBERS(alive_##name)                                                                        \
        template <class T> __device__ __forceinline__ auto operator()(unsigned mask, T value) const           \
        {                                                                                                     \
            return __##name(mask & alive, value);                                                             \
        }                                                                                                     \
    };
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
PT_ALIVE_REDUCE(reduce_add_sync)
PT_ALIVE_REDUCE(reduce_min_sync)
PT_ALIVE_REDUCE(reduce_max_sync)
PT_ALIVE_REDUCE(reduce_and_sync)
PT_ALIVE_REDUCE(reduce_or_sync)
PT_ALIVE_REDUCE(reduce_xor_sync)
#endif
#undef PT_ALIVE_REDUCE
#undef PT_ALIVE_MEMBERS

} // namespace pt

#endif
