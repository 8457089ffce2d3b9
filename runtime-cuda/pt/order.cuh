// Orders: in which sequence the blocks of the software grid are handed out.
//
// In:  an item number below launch.items. Out: the block index it stands for.
// Invariant: every order is a bijection between items and blocks, for every grid, multiples or not.
//
// An order has a `row`: what is the same for items that follow each other without a jump. The linear order's
// rows are the grid's: within one only x changes, by one an item, which saves the two divisions for all but
// the first item. The other orders have one row for all items and divide for each. An item's place is its number
// counted from the first item of its row: in the linear order that is x itself.
//
// An order may watch the blocks (longest.cuh): the queue tells it when one begins and ends.
#ifndef PT_ORDER_CUH
#define PT_ORDER_CUH

#include "schedule.h"

namespace pt {

using launch = pt_launch_t;

// What an order does that does not care how long blocks take.
struct unwatched {
    static __device__ __forceinline__ void begin_block(const launch &) {}
    static __device__ __forceinline__ void end_block(const launch &, unsigned) {}
};

// As the hardware counts: x fastest, then y, then z.
struct order_linear {
    using watch = unwatched;
    struct row {
        unsigned begin; // item with x = 0
        unsigned y, z;
    };
    // The row that an item lies in, and the first item behind that row.
    static __device__ __forceinline__ unsigned find_row(row &r, unsigned item, const launch &l)
    {
        const unsigned n = pt_divide(item, l.magic_x, l.shift_x);
        r.begin = n * l.grid_x;
        r.z = pt_divide(n, l.magic_y, l.shift_y);
        r.y = n - r.z * l.grid_y;
        return r.begin + l.grid_x;
    }
    // A row in two words; y and z are below 65536.
    static __device__ __forceinline__ uint2 pack(const row &r) { return make_uint2(r.begin, r.y | r.z << 16); }
    static __device__ __forceinline__ row unpack(uint2 words)
    {
        return row{words.x, words.y & 0xffffu, words.y >> 16};
    }
    static __device__ __forceinline__ unsigned row_begin(const row &r) { return r.begin; }
    static __device__ __forceinline__ uint3 block_index(const row &r, unsigned place, const launch &)
    {
        return make_uint3(place, r.y, r.z);
    }
    // Without the second division where there is no third dimension.
    static __device__ __forceinline__ uint3 block_of(unsigned item, const launch &l)
    {
        if (l.grid_z == 1u) {
            const unsigned y = pt_divide(item, l.magic_x, l.shift_x);
            return make_uint3(item - y * l.grid_x, y, 0u);
        }
        row r;
        find_row(r, item, l);
        return block_index(r, item - r.begin, l);
    }
};

// Orders that know a block by its item's number alone.
template <class Order> struct order_by_item {
    using watch = unwatched;
    struct row {};
    static __device__ __forceinline__ unsigned find_row(row &, unsigned, const launch &l) { return l.items; }
    static __device__ __forceinline__ uint2 pack(const row &) { return make_uint2(0u, 0u); }
    static __device__ __forceinline__ row unpack(uint2) { return row{}; }
    static __device__ __forceinline__ unsigned row_begin(const row &) { return 0u; }
    static __device__ __forceinline__ uint3 block_index(const row &, unsigned place, const launch &l)
    {
        return Order::block_of(place, l);
    }
};

// y fastest, then x, then z: neighbours in time are neighbours down a column.
struct order_column : order_by_item<order_column> {
    static __device__ __forceinline__ uint3 block_of(unsigned item, const launch &l)
    {
        const unsigned column = pt_divide(item, l.magic_y, l.shift_y);
        const unsigned z = pt_divide(column, l.magic_x, l.shift_x);
        return make_uint3(column - z * l.grid_x, item - column * l.grid_y, z);
    }
};

struct order_reverse : order_by_item<order_reverse> {
    static __device__ __forceinline__ uint3 block_of(unsigned item, const launch &l)
    {
        return order_linear::block_of(l.items - 1u - item, l);
    }
};

namespace detail {

struct tile_place {
    unsigned x, y;          // first block of the tile
    unsigned width, height; // of this tile: smaller than Width x Height at the right and lower edge
    unsigned inside;        // item within the tile
    unsigned z;
};

// Tiles of W x H blocks, row by row of tiles, slice by slice. All tiles of one row of tiles have one height.
template <unsigned Width, unsigned Height> __device__ __forceinline__ tile_place place_in_tiles(unsigned item, const launch &l)
{
    const unsigned row = pt_divide(item, l.magic_x, l.shift_x);
    tile_place p;
    p.z = pt_divide(row, l.magic_y, l.shift_y);
    const unsigned tile_row = (row - p.z * l.grid_y) / Height;
    p.y = tile_row * Height;
    p.height = min(Height, l.grid_y - p.y);
    const unsigned behind = item - (p.z * l.grid_y + p.y) * l.grid_x; // items since the row of tiles began
    const unsigned tile_column = p.height == Height ? behind / (Width * Height) : behind / (Width * p.height);
    p.x = tile_column * Width;
    p.width = min(Width, l.grid_x - p.x);
    p.inside = behind - p.x * p.height;
    return p;
}

// The even bits of n, moved together.
__device__ __forceinline__ unsigned even_bits(unsigned n)
{
    n &= 0x55555555u;
    n = (n | (n >> 1)) & 0x33333333u;
    n = (n | (n >> 2)) & 0x0f0f0f0fu;
    return (n | (n >> 4)) & 0x00ff00ffu;
}

} // namespace detail

template <unsigned Width, unsigned Height> struct order_tile : order_by_item<order_tile<Width, Height>> {
    static_assert(Width > 0 && Height > 0 && Width <= 65535u && Height <= 65535u, "a tile has at least one block");
    static __device__ __forceinline__ uint3 block_of(unsigned item, const launch &l)
    {
        const detail::tile_place p = detail::place_in_tiles<Width, Height>(item, l);
        const unsigned y = p.width == Width ? p.inside / Width : p.inside / p.width;
        return make_uint3(p.x + p.inside - y * p.width, p.y + y, p.z);
    }
};

// Morton's z-curve in tiles of 16 x 16 blocks; tiles cut off by the edge are walked row by row, which keeps
// the order a bijection for every grid.
struct order_morton : order_by_item<order_morton> {
    static __device__ __forceinline__ uint3 block_of(unsigned item, const launch &l)
    {
        const detail::tile_place p = detail::place_in_tiles<16, 16>(item, l);
        if (p.width == 16u && p.height == 16u)
            return make_uint3(p.x + detail::even_bits(p.inside), p.y + detail::even_bits(p.inside >> 1), p.z);
        const unsigned y = p.inside / p.width;
        return make_uint3(p.x + p.inside - y * p.width, p.y + y, p.z);
    }
};

// The user's own `__device__ uint3 f(unsigned item, dim3 gridDim)`; that it is a bijection is the user's word.
template <uint3 (*Function)(unsigned, dim3)> struct order_function : order_by_item<order_function<Function>> {
    static __device__ __forceinline__ uint3 block_of(unsigned item, const launch &l)
    {
        return Function(item, dim3(l.grid_x, l.grid_y, l.grid_z));
    }
};

} // namespace pt

#endif
