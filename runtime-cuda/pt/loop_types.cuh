// What a loop of a template may be given: types whose objects do nothing without a word of the program's.
//
// In:  types that the loop's text leaves open: of variables around it, and of those that it makes. Out: constants, true where what an object
//      of it does by itself (its constructor, its destructor, operators, being walked over) cannot look at what kernels have done.
// Invariant: a class that is not understood is none. A loop with one runs as it always did.
#ifndef PT_LOOP_TYPES_CUH
#define PT_LOOP_TYPES_CUH

#include "pt.cuh"

#include <type_traits>

namespace ptrt {
PTRT_OF_THIS_FILE {

namespace detail {

// Does T have what leads to memory elsewhere: x[i], *x, x->m, a beginning? Each is asked of a pointer to T, so that no object is needed.
template <class T> auto leads_elsewhere(int) -> decltype((void)(*static_cast<T *>(nullptr))[0], std::true_type());
template <class T> auto leads_elsewhere(long) -> decltype((void)(**static_cast<T *>(nullptr)), std::true_type());
template <class T> std::false_type leads_elsewhere(...);
template <class T> auto has_arrow(int) -> decltype((void)static_cast<T *>(nullptr)->operator->(), std::true_type());
template <class T> std::false_type has_arrow(...);
template <class T> auto has_begin(int) -> decltype((void)static_cast<T *>(nullptr)->begin(), std::true_type());
template <class T> std::false_type has_begin(...);

template <class T, bool is_class = std::is_class<T>::value> struct holds_nothing_else {
    static constexpr bool value = std::is_scalar<T>::value;
};
template <class T> struct holds_nothing_else<T, true> {
    static constexpr bool value = std::is_trivially_copyable<T>::value && !decltype(leads_elsewhere<T>(0))::value &&
                                  !decltype(has_arrow<T>(0))::value && !decltype(has_begin<T>(0))::value;
};

template <class T> using value_of = typename std::remove_all_extents<typename std::remove_cv<typename std::remove_reference<T>::type>::type>::type;

} // namespace detail

// Numbers, pointers, and classes that are copied as bytes and give no way to other memory.
template <class... T> constexpr bool are_plain() { return all_of<detail::holds_nothing_else<detail::value_of<T>>::value...>::value; }

// Those whose objects are made plainly, too: numbers and pointers, and classes as small as a __half, which hold no pointer.
template <class... T> constexpr bool are_numbers()
{
    return all_of<(std::is_scalar<detail::value_of<T>>::value ||
                   (are_plain<T>() && std::is_trivial<detail::value_of<T>>::value && sizeof(detail::value_of<T>) <= 4))...>::value;
}

} // PTRT_OF_THIS_FILE
} // namespace ptrt

#endif
