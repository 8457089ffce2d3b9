// Launches of a host block that are made as one, on the host: `#pragma pt fuse`.
//
//     #pragma pt fuse
//     {                                      { static ::ptrt::fuse_site pt_fuse_site(...); ::ptrt::fused_block<...> pt_fuse(pt_fuse_site);
//         scale<<<grid, block>>>(a, t, n);       scale_pt_launch(pt_fuse.configuration(grid, block), a, t, n);
//         add<<<grid, block>>>(t, b, c, n);      add_pt_launch(pt_fuse.configuration(grid, block), t, b, c, n);
//     }                                      }
//
// In:  the launches of a block, in the order in which they are written; which elements of its arrays each kernel touches (fused_touch,
//      found out by ptcc). Out: one launch of all of them (fuse.cuh), made when the last one is asked for; or the launches as written.
// Invariant: they are made as one only where it is sure that an element that one of them writes and another one touches is touched by the
//            same thread in both: both index the same array, by the thread's own place, and all other ranges are apart. What is not
//            known (an address that is nobody's allocation, another shape, an open error) counts as not sure.
// An object belongs to one host thread. Launches are as asynchronous as before, and those that are pending when the block is left are made.
#ifndef PT_FUSE_HOST_CUH
#define PT_FUSE_HOST_CUH

#include "host_word.cuh"
#include "launch.cuh"
#include "loop_record.cuh"

#include <string.h>


struct __half; // <cuda_fp16.h>, which only a program that uses it includes
struct __half2;
struct __nv_bfloat16; // <cuda_bf16.h>
struct __nv_bfloat162;

namespace ptrt {

// What a kernel does with one of its arrays, as ptcc has found out.
enum touch_way : unsigned char {
    touches_any,  // elements, whichever
    touches_own,  // the one whose index is the thread's place in a grid of one dimension
    touches_strided, // that one, and those that lie whole grids of threads behind it
    touches_rows, // a[y * width + x], where (x, y) is the thread's place in a grid of two
};
struct fused_touch {
    short parameter; // -1: the end of the list
    touch_way way;
    bool writes;
    short width; // a parameter; -1: none
    short bound, bound_y; // parameters that x and y are less than where an element is touched; -1: none
    unsigned block_x, block_y; // shape of blocks that the place counts with (counted_by); 0: that of the launch
};

// Types that a template leaves open: of numbers, whose operators do nothing else; half and bfloat16 are.
template <class T> struct has_known_operators : std::is_arithmetic<T> {};
#if !defined(__CUDA_NO_HALF_OPERATORS__) // nor are these the program's
template <> struct has_known_operators<::__half> : std::true_type {};
#endif
#if !defined(__CUDA_NO_BFLOAT16_OPERATORS__)
template <> struct has_known_operators<::__nv_bfloat16> : std::true_type {};
#endif

// A copy is one of bytes, and nothing runs when one begins. Of CUDA's pairs that is so though they have a copy constructor.
template <class T>
struct copies_as_bytes : std::integral_constant<bool, std::is_trivially_copyable<T>::value && std::is_trivially_copy_assignable<T>::value &&
                                                   std::is_trivially_default_constructible<T>::value> {};
template <> struct copies_as_bytes<::__half2> : std::true_type {};
template <> struct copies_as_bytes<::__nv_bfloat162> : std::true_type {};
template <> struct copies_as_bytes<void> : std::false_type {};

template <class... Type> constexpr bool have_known_operators()
{
    return all_of<has_known_operators<typename std::remove_cv<Type>::type>::value...>::value;
}

// A constant by which a place counts blocks: one that no block has is none.
template <class Number> constexpr unsigned counted_by(Number number)
{
    return std::is_integral<Number>::value && number > 0 && number <= 1024 ? static_cast<unsigned>(number) : ~0u;
}

// As have_known_operators, for the block's own text, where pointers may stand, too.
template <class... Type> constexpr bool are_scalars()
{
    return all_of<(std::is_scalar<typename std::remove_reference<Type>::type>::value ||
                   has_known_operators<typename std::remove_cv<typename std::remove_reference<Type>::type>::type>::value)...>::value;
}

// What is kept of a block from one time that the program comes to it to the next, in static storage.
struct fuse_site {
    constexpr explicit fuse_site(const kernel &k) : of_block(k), known{0u} {}

    kernel of_block;
    host_word<uint64_t> known; // for which context, block and shared memory all launches are valid, and the fused one, too
};

PTRT_OF_THIS_FILE {
namespace detail {

struct fused_launch {
    const void *twin, *original;
    const fused_touch *touches;
    unsigned arguments;
    bool has_numbers; // where a template leaves a type open
};
struct fused_argument {
    unsigned offset, bytes;
    unsigned element_bytes; // 0: no pointer
    const void *element_type;
    bool is_number, is_signed;
    unsigned value; // the same for arguments that are the same variable
    bool is_held; // its elements are in registers from the first launch to the last one
};
struct fused_launches {
    const void *plain, *twin; // of all as one
    const fused_launch *list;
    unsigned count;
    const fused_argument *arguments; // of all launches behind each other
    unsigned argument_count;
};

// Of what no kernel touches nothing need be known.
template <class T, bool is_touched> struct size_of {
    static constexpr unsigned value = 0u;
};
template <class T> struct size_of<T, true> {
    static constexpr unsigned value = sizeof(T);
};
template <> struct size_of<void, true> {
    static constexpr unsigned value = 0u;
};
template <class T, bool is_touched, bool is_open> struct is_plain_element {
    static constexpr bool value = true;
};
template <class T> struct is_plain_element<T, true, false> { // nor has it a reference to something else
    static constexpr bool value = copies_as_bytes<T>::value;
};
template <class T> struct is_plain_element<T, true, true> {
    static constexpr bool value = has_known_operators<T>::value;
};

// An address for each type.
template <class T> const void *tag_of()
{
    static const char tag = 0;
    return &tag;
}

// One pointer of one launch: the bytes that it may touch.
struct fused_range {
    const fused_argument *argument;
    fused_touch touch;
    size_t begin, end; // 0 and the last one where nobody knows
    bool is_own;
    long long width;

    bool meets(const fused_range &x) const { return begin < x.end && x.begin < end; }
};

class fuse_recorder : public launch_taker {
  public:
    fuse_recorder(const fuse_recorder &) = delete;
    fuse_recorder &operator=(const fuse_recorder &) = delete;

    bool take(kernel &k, const ::ptrt::configuration &c, const void *, const void *twin, const launch_arguments &a) override
    {
        if (!is_open_)
            return false;
        if (!taken_)
            first_ = c;
        const char *const why = why_apart(c, twin, a);
        if (why) {
            stay_apart(why);
            return false;
        }
        kernels_[taken_] = &k;
        for (unsigned i = 0; i < a.count; i++)
            memcpy(record_ + argument(taken_, i).offset, a.values[i], a.bytes[i]);
        if (++taken_ < launches_.count)
            return true;
        const char *const apart = launch_as_one();
        if (apart)
            stay_apart(apart);
        taken_ = 0u;
        is_open_ = false;
        return true;
    }

  protected:
    // `site`, `launches` and `record`, which has room for all arguments, live longer than the object.
    // has_scalars: what the block's text leaves open does nothing but by calls that it shows.
    fuse_recorder(fuse_site &site, const fused_launches &launches, unsigned char *record, bool fits, bool has_scalars)
        : site_(site), launches_(launches), record_(record), first_(dim3(1), dim3(1)), is_open_(false)
    {
        bool has_numbers = true;
        for (unsigned i = 0; i < launches.count; i++)
            has_numbers = has_numbers && launches.list[i].has_numbers;
        if (!has_numbers || !has_scalars)
            ptrt_remark(&site.of_block, has_numbers ? "the template is made for a type that is neither a number nor a pointer" : "a kernel is made for a type that may do more than numbers do");
        else if (!fits)
            ptrt_remark(&site.of_block, "its launches have more arguments than one launch can have");
        else if (launches.count > launches_at_most)
            ptrt_remark(&site.of_block, "it has more launches than are made as one");
        else if (ptrt_fuse_is_wanted())
            is_open_ = true;
    }
    // An exception or a jump may have left some.
    ~fuse_recorder()
    {
        if (taken_)
            stay_apart("the block was left before its last launch");
    }

  private:
    enum : unsigned { launches_at_most = 16u, ranges_at_most = 64u, arguments_at_most = 256u };

    unsigned first_argument(unsigned launch) const
    {
        unsigned first = 0u;
        for (unsigned i = 0; i < launch; i++)
            first += launches_.list[i].arguments;
        return first;
    }
    const fused_argument &argument(unsigned launch, unsigned index) const { return launches_.arguments[first_argument(launch) + index]; }

    // Why the next launch cannot be made together with those before it, or nullptr.
    const char *why_apart(const ::ptrt::configuration &c, const void *twin, const launch_arguments &a) const
    {
        if (launches_.list[taken_].twin != twin || launches_.list[taken_].arguments != a.count || a.count > arguments_at_most || !a.are_bytes)
            return "an argument cannot be copied as bytes";
        if (c.mode != PTRT_MODE_DEFAULT)
            return "one of its launches has a mode of its own";
        if (taken_ == 0u)
            return why_invalid();
        const auto is_same = [](const dim3 &x, const dim3 &y) { return x.x == y.x && x.y == y.y && x.z == y.z; };
        if (!is_same(c.grid, first_.grid) || !is_same(c.block, first_.block))
            return "its launches have grids or blocks of different shapes";
        if (c.stream != first_.stream)
            return "its launches go to different streams";
        return c.dynamic_shared_bytes == first_.dynamic_shared_bytes ? nullptr : "its launches have different amounts of shared memory";
    }

    // Of the first launch, for all of them: what CUDA refuses is refused where the program makes it, and asks for its error.
    const char *why_invalid() const
    {
        uint64_t context = 0u;
        bool exact = true;
        if (!valid_shape(first_.grid, first_.block) || static_cast<uint64_t>(first_.grid.x) * first_.grid.y * first_.grid.z >= (static_cast<uint64_t>(1) << 31))
            return "a launch is invalid";
        if (!current_context(&context, &exact))
            return "no context was there before";
        return are_valid(context) ? nullptr : "one of its launches, or all of them as one, cannot have such blocks";
    }

    // The pending launches, one by one.
    void stay_apart(const char *why)
    {
        ptrt_remark(&site_.of_block, why);
        for (unsigned i = 0; i < taken_; i++) {
            const fused_launch &launch = launches_.list[i];
            void *arguments[arguments_at_most + 2] = {nullptr};
            for (unsigned k = 0; k < launch.arguments; k++)
                arguments[k + 1u] = record_ + argument(i, k).offset;
            launch_untyped(*kernels_[i], first_, launch.original, launch.twin, arguments);
        }
        taken_ = 0u;
        is_open_ = false;
    }

    // nullptr, or why nothing was launched.
    const char *launch_as_one()
    {
        if (cudaPeekAtLastError() != cudaSuccess)
            return "an error was there before";
        const char *const why = why_dependent();
        if (why)
            return why;
        ::ptrt::configuration c = first_;
        c.taker = nullptr;
        void *arguments[] = {nullptr, record_, nullptr};
        launch_untyped(site_.of_block, c, launches_.plain, launches_.twin, arguments);
        return nullptr;
    }

    // What CUDA would refuse of the launches is left to CUDA.
    bool are_valid(uint64_t context) const
    {
        const int threads = static_cast<int>(first_.block.x * first_.block.y * first_.block.z);
        const uint64_t key = (context * 0x9e3779b97f4a7c15u ^ first_.dynamic_shared_bytes * 0xc2b2ae3d27d4eb4fu ^
                              static_cast<unsigned>(threads) * 0x165667b19e3779f9u) | 1u; // never 0
        if (site_.known.load() == key)
            return true;
        const auto takes = [&](const void *function) {
            cudaFuncAttributes attributes;
            return cudaFuncGetAttributes(&attributes, function) == cudaSuccess && threads <= attributes.maxThreadsPerBlock &&
                   first_.dynamic_shared_bytes <= static_cast<size_t>(attributes.maxDynamicSharedSizeBytes);
        };
        bool all = takes(launches_.plain);
        for (unsigned i = 0; i < launches_.count; i++)
            all = all && takes(launches_.list[i].original);
        if (all)
            site_.known.store(key);
        return all;
    }

    // ---- who touches what

    long long number(const fused_argument &a) const
    {
        unsigned long long bytes = 0u;
        memcpy(&bytes, record_ + a.offset, a.bytes < sizeof bytes ? a.bytes : sizeof bytes); // the lower ones stand first
        if (a.is_signed && a.bytes < sizeof bytes && bytes >> (8u * a.bytes - 1u))
            bytes |= ~0ull << 8u * a.bytes;
        return static_cast<long long>(bytes);
    }

    // An argument of a launch that is a number, if it has such a one.
    bool find_number(unsigned launch, short index, long long *value) const
    {
        if (index < 0 || !argument(launch, static_cast<unsigned>(index)).is_number)
            return false;
        *value = number(argument(launch, static_cast<unsigned>(index)));
        return true;
    }

    // Elements from the first to behind the last one, if the thread's place is another one for each thread; else 0.
    unsigned long long count_own(unsigned launch, const fused_touch &t, long long *width) const
    {
        constexpr unsigned long long indices = 1ull << 31;
        const dim3 &grid = first_.grid, &block = first_.block;
        unsigned long long x = static_cast<unsigned long long>(grid.x) * block.x;
        unsigned long long y = static_cast<unsigned long long>(grid.y) * block.y;
        long long bound = 0;
        *width = 0;
        if (grid.z != 1u || block.z != 1u || x >= indices || y >= indices || (t.block_x && t.block_x != block.x) || (t.block_y && t.block_y != block.y))
            return 0u;
        const bool is_bound = find_number(launch, t.bound, &bound) && bound >= 0;
        if (t.way == touches_strided)
            return is_bound && y == 1u ? static_cast<unsigned long long>(bound) : 0u;
        if (is_bound && static_cast<unsigned long long>(bound) < x)
            x = static_cast<unsigned long long>(bound);
        if (t.way == touches_own)
            return y == 1u ? x : 0u;
        if (!find_number(launch, t.width, width) || *width <= 0 || static_cast<unsigned long long>(*width) < x ||
            static_cast<unsigned long long>(*width) * y >= indices)
            return 0u;
        if (find_number(launch, t.bound_y, &bound) && bound > 0 && static_cast<unsigned long long>(bound) < y)
            y = static_cast<unsigned long long>(bound);
        return static_cast<unsigned long long>(*width) * (y - 1u) + x;
    }

    fused_range range_of(unsigned launch, const fused_touch &t) const
    {
        const fused_argument &a = argument(launch, static_cast<unsigned>(t.parameter));
        size_t address = 0;
        memcpy(&address, record_ + a.offset, sizeof address);
        fused_range r = {&a, t, 0, ~static_cast<size_t>(0), false, 0};
        const unsigned long long own = t.way == touches_any ? 0u : count_own(launch, t, &r.width);
        if (!address || (t.way != touches_any && own == 0u && t.bound >= 0 && is_empty(launch, t))) {
            r.end = 0; // nobody touches it
            r.is_own = true;
        } else if (own) {
            r.begin = address;
            const size_t most = (~static_cast<size_t>(0) - address) / a.element_bytes;
            r.end = own < most ? address + static_cast<size_t>(own) * a.element_bytes : ~static_cast<size_t>(0);
            r.is_own = true;
        } else {
            find_allocations(address, a.element_bytes, &r.begin, &r.end);
        }
        return r;
    }

    // The allocation that the address lies in. It may be behind the end of another one, whose elements are reached from there, or in front of one.
    static void find_allocations(size_t address, unsigned element_bytes, size_t *first, size_t *end)
    {
        const capture_aside aside;
        size_t begin = 0, bytes = 0;
        if (!allocation_of(reinterpret_cast<const void *>(address), &begin, &bytes) || is_mapped(address))
            return; // anything
        *first = begin;
        *end = begin + bytes;
        if (begin == address && allocation_of(reinterpret_cast<const void *>(address - 1u), &begin, &bytes) && begin + bytes == address)
            *first = begin;
        if (*end - address <= element_bytes && allocation_of(reinterpret_cast<const void *>(*end), &begin, &bytes))
            *end = begin + bytes;
    }
    bool is_empty(unsigned launch, const fused_touch &t) const
    {
        long long bound = 1;
        return find_number(launch, t.bound, &bound) && bound == 0;
    }

    // Memory that the program has put together itself (cuMemMap): what lies behind one part of it may be another part.
    static bool is_mapped(size_t address)
    {
#if defined(PT_CPU)
        (void)address;
        return false;
#else
        using retain = int (*)(unsigned long long *, void *);
        using release = int (*)(unsigned long long);
        static const retain ask = reinterpret_cast<retain>(driver_function("cuMemRetainAllocationHandle"));
        static const release give_back = reinterpret_cast<release>(driver_function("cuMemRelease"));
        unsigned long long handle = 0u;
        if (!ask || !give_back)
            return true;
        if (ask(&handle, reinterpret_cast<void *>(address)) != 0)
            return false;
        (void)give_back(handle);
        return true;
#endif
    }

    // Does a thread touch the same element by both?
    static bool is_same_place(const fused_range &x, const fused_range &y)
    {
        return x.is_own && y.is_own && x.begin == y.begin && x.argument->element_bytes == y.argument->element_bytes &&
               x.argument->element_type == y.argument->element_type && (x.touch.way == touches_rows) == (y.touch.way == touches_rows) && x.width == y.width;
    }

    // Places that no bound is known of reach behind the array; elements that are touched do not.
    static fused_range clipped(fused_range r)
    {
        const capture_aside aside;
        size_t begin = 0, bytes = 0;
        if (!r.is_own || !r.end || !allocation_of(reinterpret_cast<const void *>(r.begin), &begin, &bytes) || is_mapped(r.begin) || r.end <= begin + bytes)
            return r;
        size_t next = 0, next_bytes = 0; // where another one follows, the address may be meant for that, in front of its first element
        if (!allocation_of(reinterpret_cast<const void *>(begin + bytes), &next, &next_bytes))
            r.end = begin + bytes;
        return r;
    }

    // May one of them write what the other one touches in another thread, or by another type, which the compiler takes for another object?
    static bool depend(const fused_range &x, const fused_range &y)
    {
        if ((!x.touch.writes && !y.touch.writes) || !x.meets(y))
            return false;
        if (!is_same_place(x, y) && !clipped(x).meets(clipped(y)))
            return false;
        const bool is_one_value = x.argument->value == y.argument->value; // what is held by one of two names is not seen by the other
        return !is_same_place(x, y) || ((x.argument->is_held || y.argument->is_held) && !is_one_value);
    }

    // Held in one register, though it may be another element by each?
    static bool are_held_as_one(const fused_range &x, const fused_range &y)
    {
        return x.argument->is_held && x.argument->value == y.argument->value && x.end && y.end && !is_same_place(x, y);
    }

    // Why threads of one launch might have to wait for others of another launch, or nullptr.
    const char *why_dependent() const
    {
        fused_range ranges[ranges_at_most];
        unsigned count = 0u, begin[launches_at_most + 1] = {0u};
        for (unsigned i = 0; i < launches_.count; i++) {
            for (const fused_touch *t = launches_.list[i].touches; t->parameter >= 0; t++) {
                if (count == ranges_at_most)
                    return "its launches have more arrays than are looked at";
                ranges[count] = range_of(i, *t);
                if (ranges[count].argument->is_held && !ranges[count].is_own)
                    return "what its launches have in common is not touched at the thread's own place alone";
                count++;
            }
            begin[i + 1] = count;
        }
        for (unsigned i = 0; i < launches_.count; i++)
            for (unsigned x = begin[i]; x < begin[i + 1]; x++)
                for (unsigned y = 0; y < x; y++) {
                    const bool is_of_one = y >= begin[i], is_held = ranges[x].argument->is_held || ranges[y].argument->is_held;
                    if (are_held_as_one(ranges[x], ranges[y]))
                        return "what its launches have in common is another element of it for each of them";
                    if (is_of_one ? is_held && ranges[x].argument->value != ranges[y].argument->value && depend(ranges[x], ranges[y]) : depend(ranges[x], ranges[y]))
                        return is_held ? "what its launches have in common is given to one of them by another name, too, or is touched in other threads"
                                       : "what one of its launches writes, another one touches in other threads, as far as is known";
                }
        return nullptr;
    }

    fuse_site &site_;
    const fused_launches &launches_;
    unsigned char *const record_;
    ::ptrt::configuration first_;
    kernel *kernels_[launches_at_most] = {};
    unsigned taken_ = 0u;
    bool is_open_;
};

} // namespace detail
} // PTRT_OF_THIS_FILE
} // namespace ptrt

#endif
