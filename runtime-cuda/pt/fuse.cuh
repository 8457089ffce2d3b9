// Launches of a host block that are made as one, on the device: `#pragma pt fuse`.
//
// In:  the arguments of all launches; a block of the grid that they share. Out: what the launches do for that block, one after the other.
// Invariant: what the host has shown before (fuse_host.cuh): an element that one launch writes and another one touches is touched by the
//            same thread in both. So each thread goes through all launches by itself, and waits for no other.
// Memory: what one launch has stored the next one may load, so no pointer here is `__restrict__`: the compiler would load by a cache
//         that is not kept up to date (ld.global.nc), or before the store. Arrays that several launches have in common are not loaded again:
//         a thread holds its element in a register, and stores it at the end.
// Rounding: the launches as written round what they store. So that a product is not contracted with the next launch's sum (fma), what one launch
//           hands on the next one gets with a 0 that only the host knows of: bits of a number, the offset of a pointer.
// Source: Gupta, Stuart, Owens, "A Study of Persistent Threads Style GPU Programming", 3.3 (producer-consumer locality).
#ifndef PT_FUSE_CUH
#define PT_FUSE_CUH

#include "fuse_host.cuh"
#include "loop_record.cuh"
#include "pt.cuh"
#include "static_queue.cuh"
#include "steal_queue.cuh"

#include <type_traits>
#include <utility>

namespace pt {

// How blocks come to groups, as the kernels' schedule has it.
struct by_ticket {
    template <class Order, class Between> using queue = work_queue<Order, Between>;
};
struct by_dealing {
    template <class Order, class Between> using queue = static_queue<Order, Between>;
};
struct by_stealing {
    template <class Order, class Between> using queue = steal_queue<Order, Between>;
};

// One launch: its kernel, and a number for each argument. Arguments with the same number are the same variable.
template <class Step, unsigned... Value> struct fused_part {};

// Numbers of arguments: arrays that several launches have in common, of which each thread touches one element.
template <unsigned... Value> struct values {};

// That element: in memory until a launch asks for it.
template <class T> struct held_element {
    T *memory, *place;
    T value;
    bool is_here;
};

namespace detail {

// The same value, of which compilers do not know where it comes from.
template <class Word, class Element> static __device__ __forceinline__ void hide_words(Element &value, unsigned long long zero)
{
    Word words[sizeof(Element) / sizeof(Word)];
    memcpy(words, &value, sizeof value);
    for (Word &word : words)
        word = static_cast<Word>(word ^ static_cast<Word>(zero));
    memcpy(&value, words, sizeof value);
}
template <class Element> static __device__ __forceinline__ void hide(Element &value, unsigned long long zero)
{
    using word = typename std::conditional<sizeof(Element) % 8u == 0u, unsigned long long,
                                           typename std::conditional<sizeof(Element) % 4u == 0u, unsigned, unsigned char>::type>::type;
    hide_words<word>(value, zero);
}
template <class T> using is_rounded = std::integral_constant<bool, std::is_floating_point<T>::value || std::is_class<T>::value>;
template <class Element> static __device__ __forceinline__ Element hidden(Element value, unsigned long long zero, std::true_type)
{
    hide(value, zero);
    return value;
}
template <class Element> static __device__ __forceinline__ Element *hidden(Element *value, unsigned long long zero, std::false_type)
{
    using byte = typename std::conditional<std::is_const<Element>::value, const char, char>::type;
    return reinterpret_cast<Element *>(reinterpret_cast<byte *>(value) + zero);
}
template <class Element> static __device__ __forceinline__ Element hidden(const Element &value, unsigned long long, std::false_type) { return value; }

} // namespace detail

// The array as a kernel knows it. An element that is written before it is read is not loaded: the compiler sees that nobody uses what was.
template <class T> class held_array {
  public:
    __device__ __forceinline__ held_array(held_element<T> &element, unsigned long long zero) : element_(element), zero_(zero), is_new_(true) {}
    template <class Index> __device__ __forceinline__ T &operator[](Index index) const
    {
        if (!element_.is_here) {
            element_.place = element_.memory + index;
            element_.value = *element_.place;
            element_.is_here = true;
        } else if (is_new_ && !std::is_integral<T>::value) {
            detail::hide(element_.value, zero_); // from an earlier launch
        }
        is_new_ = false;
        return element_.value;
    }
    template <class Index> __device__ __forceinline__ T *operator+(Index index) const { return &(*this)[index]; } // __ldg(a + i)
    __device__ __forceinline__ operator T *() const { return element_.memory; } // for a kernel that does not touch it

  private:
    held_element<T> &element_;
    const unsigned long long zero_;
    mutable bool is_new_; // to this launch
};

namespace detail {

// T *, whether its target is constant or restricted or not.
template <class T> struct plain_pointer {
    using type = T;
    using element = void;
};
template <class T> struct plain_pointer<T *> {
    using type = typename std::remove_cv<T>::type *;
    using element = typename std::remove_cv<T>::type;
};
template <class T> using plain = plain_pointer<::pt::without_restrict<typename std::remove_cv<T>::type>>;

// std::tuple would do, but for its header, whose names `using namespace std` brings (host_word.cuh).
template <class... Type> struct type_list {
    static constexpr unsigned count = sizeof...(Type);
};
template <unsigned Index, class List> struct type_at;
template <class First, class... Rest> struct type_at<0u, type_list<First, Rest...>> {
    using type = First;
};
template <unsigned Index, class First, class... Rest> struct type_at<Index, type_list<First, Rest...>> : type_at<Index - 1u, type_list<Rest...>> {};

template <class Run> struct parameters_of;
template <class... Parameter> struct parameters_of<void (*)(const uint3 &, const dim3 &, Parameter...)> {
    using types = type_list<Parameter...>;
};

// The parameters of all launches behind each other, and the numbers of their arguments.
template <class Types, class Values, class... Part> struct joined;
template <class Types, class More> struct appended;
template <class... First, class... Second> struct appended<type_list<First...>, type_list<Second...>> {
    using type = type_list<First..., Second...>;
};
template <class Types, unsigned... Known, class Step, unsigned... More, class... Others>
struct joined<Types, values<Known...>, fused_part<Step, More...>, Others...>
    : joined<typename appended<Types, typename parameters_of<decltype(&Step::pt_run)>::types>::type, values<Known..., More...>, Others...> {};
template <class... Parameter, unsigned... Value> struct joined<type_list<Parameter...>, values<Value...>> {
    using layout = parameter_layout<Parameter...>;
    static constexpr unsigned count = sizeof...(Parameter);
    static constexpr bool fits = layout::offset(count) <= loop_launch::capacity_bytes; // with what is in front of them

    template <unsigned Index> using parameter_at = typename type_at<Index, type_list<Parameter...>>::type;
    template <unsigned Index> using plain_at = plain<parameter_at<Index>>;

    static __host__ __device__ constexpr unsigned value_at(unsigned index)
    {
        const unsigned all[] = {Value..., 0u};
        return all[index];
    }
    static __host__ __device__ constexpr unsigned first_with(unsigned value)
    {
        unsigned i = 0u;
        while (i < count && value_at(i) != value)
            i++;
        return i;
    }
    // Where its argument is read: at the first place of the same value, unless that was converted to another type.
    template <unsigned Index> static __host__ __device__ constexpr unsigned place_of()
    {
        return std::is_same<typename plain_at<first_with(value_at(Index))>::type, typename plain_at<Index>::type>::value ? first_with(value_at(Index)) : Index;
    }
};

// Is the value a pointer of one type wherever it is an argument? Else it is converted, and each has another one.
template <class All, unsigned Value, std::size_t... Index> __host__ __device__ constexpr bool are_alike(std::index_sequence<Index...>)
{
    using first = typename All::template plain_at<All::first_with(Value)>;
    return ::ptrt::copies_as_bytes<typename first::element>::value &&
           ::ptrt::all_of<(All::value_at(Index) != Value || std::is_same<typename first::type, typename All::template plain_at<Index>::type>::value)...>::value;
}
template <class All, unsigned Value> __host__ __device__ constexpr bool can_be_held()
{
    return are_alike<All, Value>(std::make_index_sequence<All::count>());
}

template <unsigned Value> __host__ __device__ constexpr bool is_among(values<>) { return false; }
template <unsigned Value, unsigned First, unsigned... Others> __host__ __device__ constexpr bool is_among(values<First, Others...>)
{
    return Value == First || is_among<Value>(values<Others...>());
}

// The arguments, read before the first launch's work: what that stores might lie where the next one's are read, for all that the compiler knows.
template <class All, unsigned Index> struct held_value {
    typename All::template parameter_at<Index> value;
};
template <class All, class Indices> struct held_values;
template <class All, std::size_t... Index> struct held_values<All, std::index_sequence<Index...>> : held_value<All, Index>... {
    __device__ __forceinline__ explicit held_values(const unsigned char *arguments)
        : held_value<All, Index>{*reinterpret_cast<const typename All::template parameter_at<Index> *>(arguments + All::layout::offset(Index))}...
    {
        (void)arguments;
    }
    // As launches behind the first one have them.
    __device__ __forceinline__ held_values(const held_values &first, unsigned long long zero)
        : held_value<All, Index>{hidden(::pt::without_restrict<typename All::template parameter_at<Index>>(static_cast<const held_value<All, Index> &>(first).value), zero,
                                        is_rounded<typename All::template parameter_at<Index>>())}...
    {
        (void)zero;
    }
};
template <class All> using held_arguments = held_values<All, std::make_index_sequence<All::count>>;

// What a thread holds: elements of the arrays Stored, which are stored at the end, and of Local, which need not be (`local(...)`).
template <class All, unsigned Value, bool can_be = can_be_held<All, Value>()> struct value_holder {
    using element = typename All::template plain_at<All::first_with(Value)>::element;
    held_element<element> held;

    __device__ __forceinline__ bool begin(const held_value<All, All::first_with(Value)> &argument)
    {
        held.memory = const_cast<element *>(argument.value);
        held.is_here = false;
        return true;
    }
    __device__ __forceinline__ bool end()
    {
        if (held.is_here)
            *held.place = held.value;
        return true;
    }
};
template <class All, unsigned Value> struct value_holder<All, Value, false> {
    __device__ __forceinline__ bool begin(const held_value<All, All::first_with(Value)> &) { return true; }
    __device__ __forceinline__ bool end() { return true; }
};
template <class All, class Stored, class Local> struct holders;
template <class All, unsigned... InMemory, unsigned... InBlock>
struct holders<All, values<InMemory...>, values<InBlock...>> : value_holder<All, InMemory>..., value_holder<All, InBlock>... {
    __device__ __forceinline__ explicit holders(const held_arguments<All> &arguments)
    {
        const bool done[] = {static_cast<value_holder<All, InMemory> &>(*this).begin(arguments)...,
                             static_cast<value_holder<All, InBlock> &>(*this).begin(arguments)..., true};
        (void)done;
        (void)arguments;
    }
    __device__ __forceinline__ void store()
    {
        const bool done[] = {static_cast<value_holder<All, InMemory> &>(*this).end()..., true};
        (void)done;
    }
    template <unsigned Value> static __host__ __device__ constexpr bool holds_if(std::false_type) { return false; }
    template <unsigned Value> static __host__ __device__ constexpr bool holds_if(std::true_type) { return can_be_held<All, Value>(); }
    template <unsigned Value> static __host__ __device__ constexpr bool holds()
    {
        return holds_if<Value>(std::integral_constant<bool, is_among<Value>(values<InMemory..., InBlock...>())>());
    }
};

template <class All, class Holders, unsigned first, class Part> struct part_runner;
template <class All, class Holders, unsigned first, class Step, unsigned... Value> struct part_runner<All, Holders, first, fused_part<Step, Value...>> {
    static __device__ __forceinline__ void run(const uint3 &block, const dim3 &grid, const held_arguments<All> &arguments, unsigned long long zero, Holders &h)
    {
        run_all(block, grid, arguments, zero, h, std::make_index_sequence<sizeof...(Value)>());
    }

  private:
    template <unsigned Index> using type_at = ::pt::without_restrict<typename All::template parameter_at<Index>>;

    template <std::size_t... Index>
    static __device__ __forceinline__ void run_all(const uint3 &block, const dim3 &grid, const held_arguments<All> &arguments, unsigned long long zero, Holders &h, std::index_sequence<Index...>)
    {
        Step::pt_run_fused(block, grid, given<first + Index>(arguments, zero, h, std::integral_constant<bool, Holders::template holds<All::value_at(first + Index)>()>())...);
        (void)arguments;
        (void)zero;
        (void)h;
    }

    // What the same variable is converted to may be constant or not.
    template <class T> static __device__ __forceinline__ T converted(const T &value) { return value; }
    template <class T, class U> static __device__ __forceinline__ T converted(U *value) { return const_cast<typename plain<T>::type>(value); }

    template <unsigned Index> static __device__ __forceinline__ type_at<Index> given(const held_arguments<All> &arguments, unsigned long long, Holders &, std::false_type)
    {
        return converted<type_at<Index>>(static_cast<const held_value<All, All::template place_of<Index>()> &>(arguments).value);
    }
    template <unsigned Index> static __device__ __forceinline__ auto given(const held_arguments<All> &, unsigned long long zero, Holders &h, std::true_type)
    {
        using element = typename All::template plain_at<Index>::element;
        constexpr unsigned value = All::value_at(Index);
        return held_array<element>(static_cast<value_holder<All, value> &>(h).held, zero);
    }
};

template <class All, class Holders, unsigned first>
static __device__ __forceinline__ void run_parts(const uint3 &, const dim3 &, const held_arguments<All> &, const held_arguments<All> &, unsigned long long, Holders &)
{
}
template <class All, class Holders, unsigned first, class Step, unsigned... Value, class... Others>
static __device__ __forceinline__ void run_parts(const uint3 &block, const dim3 &grid, const held_arguments<All> &arguments, const held_arguments<All> &later,
                                                 unsigned long long zero, Holders &h, fused_part<Step, Value...>, Others... others)
{
    part_runner<All, Holders, first, fused_part<Step, Value...>>::run(block, grid, arguments, zero, h);
    run_parts<All, Holders, first + sizeof...(Value)>(block, grid, later, later, zero, h, others...);
}

template <class Step, unsigned... Value> Step step_of(fused_part<Step, Value...>);

} // namespace detail

// All launches of a block: `By` is one of by_ticket, by_dealing and by_stealing; elements of the arrays Stored and Local are held in registers.
template <class By, class Stored, class Local, class First, class... Part> struct fused {
    using all = detail::joined<detail::type_list<>, values<>, First, Part...>;
    using holders = detail::holders<all, Stored, Local>;
    using first_step = decltype(detail::step_of(First()));
    struct alignas(16) record {
        unsigned char arguments[all::fits && all::count ? all::layout::offset(all::count) : 1u];
        unsigned long long zero;
    };
    using queue = typename By::template queue<typename first_step::pt_order, between_none>;

    static __device__ __forceinline__ void run(const uint3 &block, const dim3 &grid, const detail::held_arguments<all> &arguments, const detail::held_arguments<all> &later, unsigned long long zero)
    {
        holders h(arguments);
        detail::run_parts<all, holders, 0u>(block, grid, arguments, later, zero, h, First(), Part()...);
        h.store();
    }
};

namespace detail {

template <class Fused> static __device__ __forceinline__ void run_plain(const typename Fused::record &r, std::true_type)
{
    const held_arguments<typename Fused::all> arguments(r.arguments), later(arguments, r.zero);
    Fused::run(::blockIdx, ::gridDim, arguments, later, r.zero);
}
template <class Fused> static __device__ __forceinline__ void run_items(const pt_launch_t &pt_launch, const typename Fused::record &r, std::true_type)
{
    const held_arguments<typename Fused::all> arguments(r.arguments), later(arguments, r.zero);
    for (typename Fused::queue queue(pt_launch); queue.has_chunk(); queue.next_chunk())
        for (; queue.has_item(); queue.next_item())
            Fused::run(queue.block_index(), queue.grid_dim(), arguments, later, r.zero);
}
// Arguments that do not fit: the host launches neither.
template <class Fused> static __device__ __forceinline__ void run_plain(const typename Fused::record &, std::false_type) {}
template <class Fused> static __device__ __forceinline__ void run_items(const pt_launch_t &, const typename Fused::record &, std::false_type) {}

} // namespace detail

template <class Fused> __global__ void fused_kernel(const __grid_constant__ typename Fused::record pt_record)
{
    detail::run_plain<Fused>(pt_record, std::integral_constant<bool, Fused::all::fits>());
}

template <class Fused> __global__ void fused_twin(const __grid_constant__ pt_launch_t pt_launch, const __grid_constant__ typename Fused::record pt_record)
{
    detail::run_items<Fused>(pt_launch, pt_record, std::integral_constant<bool, Fused::all::fits>());
}

} // namespace pt

namespace ptrt {
PTRT_OF_THIS_FILE {

// The block around the launches.
template <class Fused> class fused_block;
template <class By, class Stored, class Local, class... Part> class fused_block<::pt::fused<By, Stored, Local, Part...>> : public detail::fuse_recorder {
    using parts = ::pt::fused<By, Stored, Local, Part...>;

  public:
    explicit fused_block(fuse_site &site, bool has_scalars = true) : fuse_recorder(site, launches(), record_.arguments, parts::all::fits, has_scalars)
    {
        record_.zero = 0u;
#if defined(PT_CPU)
        ::pt::cpu::describe(::pt::fused_kernel<parts>, site.of_block.name, 0, 0, 0);
        ::pt::cpu::describe(::pt::fused_twin<parts>, site.of_block.name, 0, 0, 0);
        for (void (*const describe)() : {describe_of(Part())...})
            describe();
#endif
    }

  private:
#if defined(PT_CPU)
    template <class Step, unsigned... Value> static void (*describe_of(::pt::fused_part<Step, Value...>))() { return Step::pt_describe; }
#endif
    template <class Step, unsigned... Value> static detail::fused_launch launch_of(::pt::fused_part<Step, Value...>)
    {
        using types = typename ::pt::detail::parameters_of<decltype(&Step::pt_run)>::types;
        return {Step::pt_twin(), Step::pt_original(), Step::pt_touches(), static_cast<unsigned>(sizeof...(Value)),
                Step::pt_has_numbers && are_plain<Step, types, Step::pt_is_open>(std::make_index_sequence<sizeof...(Value)>())};
    }
    // Elements that a kernel touches do nothing by themselves: they are trivial or, where a template may have hidden what is called, numbers.
    template <class Step, class Types, bool is_open, std::size_t... Index> static constexpr bool are_plain(std::index_sequence<Index...>)
    {
        return all_of<(!Step::pt_does_touch(Index) || detail::is_plain_element<typename ::pt::detail::plain<typename ::pt::detail::type_at<Index, Types>::type>::element,
                                                                              Step::pt_does_touch(Index), is_open>::value)...>::value;
    }
    template <unsigned Index, unsigned First> static constexpr bool is_touched() { return false; }
    template <unsigned Index, unsigned First, class One, class... Others> static constexpr bool is_touched()
    {
        using step = decltype(::pt::detail::step_of(One()));
        constexpr unsigned behind = First + ::pt::detail::parameters_of<decltype(&step::pt_run)>::types::count;
        return Index < behind ? step::pt_does_touch(Index - First) : is_touched<Index, behind, Others...>();
    }
    template <unsigned Index> static detail::fused_argument argument_at()
    {
        using all = typename parts::all;
        using type = typename all::template parameter_at<Index>;
        using element = typename all::template plain_at<Index>::element;
        return {all::layout::offset(Index), static_cast<unsigned>(sizeof(type)), detail::size_of<element, is_touched<Index, 0u, Part...>()>::value, detail::tag_of<element>(),
                std::is_integral<type>::value, std::is_signed<type>::value, all::value_at(Index),
                parts::holders::template holds<all::value_at(Index)>()};
    }
    template <std::size_t... Index> static const detail::fused_argument *arguments(std::index_sequence<Index...>)
    {
        static const detail::fused_argument list[] = {argument_at<Index>()..., detail::fused_argument()};
        return list;
    }
    static const detail::fused_launches &launches()
    {
        static const detail::fused_launch list[] = {launch_of(Part())...};
        static const detail::fused_launches all = {reinterpret_cast<const void *>(&::pt::fused_kernel<parts>),
                                                   reinterpret_cast<const void *>(&::pt::fused_twin<parts>), list,
                                                   static_cast<unsigned>(sizeof...(Part)), arguments(std::make_index_sequence<parts::all::count>()),
                                                   parts::all::count};
        return all;
    }

    typename parts::record record_;
};

} // PTRT_OF_THIS_FILE
} // namespace ptrt

#endif
