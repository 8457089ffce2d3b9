// What the host and the device know of a loop whose arrays stay in shared memory (keep.cuh).
//
// In:  a step that ptcc has written. Out: the kernels' parameter; the type of the arrays' elements, and whether they can be kept.
#ifndef PT_KEEP_LAUNCH_CUH
#define PT_KEEP_LAUNCH_CUH

#include "keep_tiles.cuh"
#include "launch.cuh"

#include <type_traits>

namespace pt {

// The parameter of the kernels of keep.cuh and keep_probe.cuh. Where slices are probed, a tile is a slice.
struct alignas(16) kept_launch {
    enum : unsigned {
        shared_bytes_of_probe = 16u,
        depth_at_most = 4u, // and blocks of a group with turns: together the bits of a word
        few_at_most = 16u
    };
    pt_launch_t launch; // of a step
    unsigned tiles, items_of_tile;
    unsigned steps, first_tag;
    unsigned depth;                    // steps of a round (keep.cuh)
    unsigned items_below, items_above; // blocks of the tiles beside this one that a group runs, too, where a round has several steps
    unsigned reach_below, reach_above; // elements that a step needs beside its own
    unsigned halo_below, halo_above;   // those that a round needs
    unsigned halo_pairs;               // of packets, for the larger one
    unsigned tile_bytes;               // of one array, with its halo
    unsigned reserved;
    void *arrays[2];           // the first step reads one and writes the other
    const unsigned *bounds;    // tiles + 1: where each one's own elements begin
    unsigned long long *packets;
    kept_slice *slices;        // the answer of the probe of slices,
    kept_range *others;        // and for each parameter that is another pointer
    unsigned long long *turns; // that of the probe of tiles: see turns_of; nullptr: a round has one step
    unsigned *is_refused;      // and not 0 if a round cannot have so many steps
    alignas(16) unsigned char arguments[4096u - sizeof(pt_launch_t) - 128u];
};
static_assert(sizeof(kept_launch) == 4096u, "a parameter");

namespace detail {

template <std::size_t index, class... Parameter> struct nth;
template <class First, class... Parameter> struct nth<0u, First, Parameter...> {
    using type = First;
};
template <std::size_t index, class First, class... Parameter> struct nth<index, First, Parameter...> : nth<index - 1u, Parameter...> {};

// Operators of a class may do anything, and in a template it is not seen which are meant.
template <class Step> constexpr bool needs_numbers(typename Step::pt_kept_numbers *) { return true; }
template <class Step> constexpr bool needs_numbers(...) { return false; }
template <class... Parameter> constexpr bool all_numbers()
{
    const bool are[] = {std::is_arithmetic<typename std::remove_pointer<Parameter>::type>::value...};
    for (bool is : are)
        if (!is)
            return false;
    return true;
}

// Are those pointers that look like some, and to something?
template <class... Parameter> constexpr bool are_pointers(unsigned long long expected)
{
    const bool are[] = {std::is_pointer<Parameter>::value...}, to_objects[] = {std::is_object<typename std::remove_pointer<Parameter>::type>::value...};
    for (std::size_t i = 0; i < sizeof...(Parameter); i++)
        if (are[i] != (expected >> i) % 2u || !to_objects[i])
            return false;
    return true;
}

// The type of the arrays' elements.
template <class Step, class... Parameter> struct kept_element {
    template <unsigned index> using pointed = typename std::remove_cv<typename std::remove_pointer<typename nth<index, Parameter...>::type>::type>::type;
    using type = pointed<Step::pt_kept_in>;
    // Halos travel in words, and tiles lie at multiples of 16 bytes.
    static constexpr bool fits = std::is_same<type, pointed<Step::pt_kept_out>>::value && std::is_trivially_copyable<type>::value &&
                                 std::is_copy_constructible<type>::value && std::is_copy_assignable<type>::value && sizeof(type) % 4u == 0u &&
                                 alignof(type) <= 16u && are_pointers<Parameter...>(Step::pt_kept_pointers) && (!needs_numbers<Step>(0) || all_numbers<Parameter...>());
};

} // namespace detail
} // namespace pt

#endif
