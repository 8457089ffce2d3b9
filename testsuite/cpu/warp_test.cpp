// Operations of warps on the CPU back end: shuffles, votes, matches, reductions.
//
// In:  libptcpu. Out: TAP. Invariant: what is expected is computed lane by lane.
#include "kernels.hpp"

namespace {

// ---- shuffles

enum shuffle_kind { shuffle_at, shuffle_up, shuffle_down, shuffle_crossed };

template <class T> T shuffle(int kind, unsigned mask, T value, int argument, int width)
{
    switch (kind) {
    case shuffle_at:
        return __shfl_sync(mask, value, argument, width);
    case shuffle_up:
        return __shfl_up_sync(mask, value, static_cast<unsigned>(argument), width);
    case shuffle_down:
        return __shfl_down_sync(mask, value, static_cast<unsigned>(argument), width);
    default:
        return __shfl_xor_sync(mask, value, argument, width);
    }
}

// The lane whose value comes back, for segments of `width` lanes; the lane itself when the source is in no segment.
int source_lane(int kind, int lane, int argument, int width)
{
    const int first = lane / width * width, last = first + width - 1;
    switch (kind) {
    case shuffle_at:
        return first + (argument % width + width) % width;
    case shuffle_up:
        return lane - argument >= first ? lane - argument : lane;
    case shuffle_down:
        return lane + argument <= last ? lane + argument : lane;
    default: // values of earlier segments may be read, of later ones not
        return (lane ^ argument) <= last ? lane ^ argument : lane;
    }
}

template <class T> T value_of(int lane)
{
    return static_cast<T>(static_cast<T>(lane) * static_cast<T>(1.5) + static_cast<T>(100));
}

template <class T> __global__ void shuffles(unsigned *wrong, unsigned mask)
{
    const int lane = static_cast<int>(threadIdx.x % 32);
    if (!(mask >> lane & 1))
        return;
    for (int kind = shuffle_at; kind <= shuffle_crossed; ++kind)
        for (int width = 1; width <= 32; width *= 2)
            for (int argument = kind == shuffle_at ? -3 : 0; argument < (kind == shuffle_at ? 36 : 32); ++argument) {
                const T got = shuffle(kind, mask, value_of<T>(lane), argument, width);
                const int source = source_lane(kind, lane, argument, width);
                // What comes from a lane that takes no part is not defined.
                if ((mask >> source & 1) && got != value_of<T>(source))
                    atomicAdd(wrong, 1u);
            }
}

// Without a width: that of a warp.
__global__ void plain_shuffles(unsigned *wrong)
{
    const unsigned lane = threadIdx.x, all = 0xffffffffu;
    if (__shfl_sync(all, lane, 33) != 1 || __shfl_up_sync(all, lane, 4) != (lane < 4 ? lane : lane - 4) ||
        __shfl_down_sync(all, lane, 4) != (lane > 27 ? lane : lane + 4) ||
        __shfl_xor_sync(all, lane, 17) != (lane ^ 17))
        atomicAdd(wrong, 1u);
}

constexpr unsigned masks[] = {0xffffffffu, 0x0000ffffu, 0xf0f0f0f0u, 0x80000001u, 0x00000010u, 0x7ffffffeu};

template <class T> void shuffles_of(unsigned *wrong)
{
    for (unsigned mask : masks)
        CHECK_SUCCESS(go(shuffles<T>, 2, 64, wrong, mask));
    CHECK_SUCCESS(go(shuffles<T>, 1, 45, wrong, 0x1fffu)); // a warp that is not whole
}

void shuffles_of_all_types()
{
    buffer<unsigned> wrong(1);
    shuffles_of<int>(wrong.at);
    shuffles_of<unsigned>(wrong.at);
    shuffles_of<long>(wrong.at);
    shuffles_of<unsigned long>(wrong.at);
    shuffles_of<long long>(wrong.at);
    shuffles_of<unsigned long long>(wrong.at);
    shuffles_of<float>(wrong.at);
    shuffles_of<double>(wrong.at);
    CHECK_SUCCESS(go(plain_shuffles, 1, 32, wrong.at));
    CHECK_SUCCESS(cudaDeviceSynchronize());
    CHECK(*wrong.at == 0);
}

// ---- votes, matches, reductions

__device__ unsigned noise(unsigned lane, unsigned round) { return (lane * 2654435761u + round * 40503u) >> 13; }

template <class T> __device__ void match(unsigned *wrong, unsigned mask, unsigned lane, unsigned round)
{
    unsigned same = 0;
    const T value = static_cast<T>(noise(lane, round) % (round % 3 + 1)) - static_cast<T>(1);
    for (unsigned i = 0; i < 32; ++i)
        if (mask >> i & 1 && static_cast<T>(noise(i, round) % (round % 3 + 1)) - static_cast<T>(1) == value)
            same |= 1u << i;
    int all = 7;
    const unsigned got = __match_any_sync(mask, value), got_all = __match_all_sync(mask, value, &all);
    if (got != same || got_all != (same == mask ? mask : 0) || all != (same == mask))
        atomicAdd(wrong, 1u);
}

__global__ void warp_operations(unsigned *wrong, unsigned mask)
{
    const unsigned lane = threadIdx.x % 32;
    if (!(mask >> lane & 1))
        return;
    for (unsigned round = 0; round < 24; ++round) {
        // All, none, some
        const unsigned step = round % 4;
        unsigned ballot = 0, sum = 0, least = ~0u, greatest = 0, all = ~0u, some = 0, odd = 0;
        int lowest = INT_MAX, highest = INT_MIN;
        for (unsigned i = 0; i < 32; ++i) {
            if (!(mask >> i & 1))
                continue;
            const unsigned value = noise(i, round) * 0x10001u;
            const int number = static_cast<int>(value);
            ballot |= (step == 0 || (step > 1 && noise(i, round) % step == 0) ? 1u : 0u) << i;
            sum += value;
            least = value < least ? value : least;
            greatest = value > greatest ? value : greatest;
            lowest = number < lowest ? number : lowest;
            highest = number > highest ? number : highest;
            all &= value;
            some |= value;
            odd ^= value;
        }
        const int mine = ballot >> lane & 1 ? 1 << 20 : 0;
        const unsigned value = noise(lane, round) * 0x10001u;
        bool right = __ballot_sync(mask, mine) == ballot;
        right = !__any_sync(mask, mine) == (ballot == 0) && right;
        right = !__all_sync(mask, mine) == (ballot != mask) && right;
        right = !__uni_sync(mask, mine) == (ballot != 0 && ballot != mask) && right;
        right = __reduce_add_sync(mask, value) == sum && right;
        right = __reduce_add_sync(mask, static_cast<int>(value)) == static_cast<int>(sum) && right;
        right = __reduce_min_sync(mask, value) == least && right;
        right = __reduce_max_sync(mask, value) == greatest && right;
        right = __reduce_min_sync(mask, static_cast<int>(value)) == lowest && right;
        right = __reduce_max_sync(mask, static_cast<int>(value)) == highest && right;
        right = __reduce_and_sync(mask, value) == all && right;
        right = __reduce_or_sync(mask, value) == some && right;
        right = __reduce_xor_sync(mask, value) == odd && right;
        if (!right)
            atomicAdd(wrong, 1u);
        match<int>(wrong, mask, lane, round);
        match<unsigned>(wrong, mask, lane, round);
        match<long>(wrong, mask, lane, round);
        match<unsigned long>(wrong, mask, lane, round);
        match<long long>(wrong, mask, lane, round);
        match<unsigned long long>(wrong, mask, lane, round);
        match<float>(wrong, mask, lane, round);
        match<double>(wrong, mask, lane, round);
        __syncwarp(mask);
        if (!(__activemask() >> lane & 1))
            atomicAdd(wrong, 1u);
    }
}

// Both halves of a warp do something else at the same time, and lanes leave before the others vote.
__global__ void parts_of_warps(unsigned *wrong)
{
    const unsigned lane = threadIdx.x % 32;
    bool right;
    if (lane < 16)
        right = __reduce_add_sync(0xffffu, lane) == 120;
    else
        right = __shfl_xor_sync(0xffff0000u, lane, 1) == (lane ^ 1) &&
                __ballot_sync(0xffff0000u, lane & 1) == 0xaaaa0000u;
    if (lane % 4 == 3)
        return;
    // Those that have ended are not waited for; what comes from them is not defined.
    right = (__ballot_sync(0xffffffffu, 1) & 0x77777777u) == 0x77777777u && right;
    right = (__all_sync(0xffffffffu, 1) && __shfl_sync(0xffffffffu, lane, 2) == 2) && right;
    if (!right)
        atomicAdd(wrong, 1u);
}

// Values that a lane writes before __syncwarp are there behind it.
__global__ void memory_of_warps(unsigned *wrong)
{
    __shared__ unsigned slots[128];
    const unsigned lane = threadIdx.x % 32, first = threadIdx.x - lane;
    for (unsigned round = 1; round < 10; ++round) {
        slots[threadIdx.x] = lane * round;
        __syncwarp();
        if (slots[first + (lane + round) % 32] != (lane + round) % 32 * round)
            atomicAdd(wrong, 1u);
        __syncwarp();
    }
}

void votes_matches_reductions()
{
    buffer<unsigned> wrong(1);
    for (unsigned mask : masks)
        CHECK_SUCCESS(go(warp_operations, 2, 96, wrong.at, mask));
    CHECK_SUCCESS(go(warp_operations, 1, 45, wrong.at, 0x1fffu));
    CHECK_SUCCESS(go(parts_of_warps, 4, 128, wrong.at));
    CHECK_SUCCESS(go(memory_of_warps, 4, 128, wrong.at));
    CHECK_SUCCESS(cudaDeviceSynchronize());
    CHECK(*wrong.at == 0);
}

} // namespace

int main(int argc, char **argv)
{
    const check::test tests[] = {
        {"shuffles_of_all_types", shuffles_of_all_types},
        {"votes_matches_reductions", votes_matches_reductions},
    };
    return check::run(tests, argc, argv);
}
