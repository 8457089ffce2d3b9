// __shared__ variables: what ptcc puts in the place of their declarations.
//
// In:  a type that holds the variable as its member, or the array type of dynamic shared memory. Out: the calling
//      block's own. Invariant: one variable for each type; ptcc declares a local type for each variable, so a function
//      template has one for each of its instantiations, as in CUDA.
#ifndef PT_CPU_SHARED_HPP
#define PT_CPU_SHARED_HPP

#include <pt/cpu/engine.h>

namespace pt {
namespace cpu {

template <class T> inline T &shared(const char *name)
{
    static pt_cpu_shared_variable_t variable = {sizeof(T), alignof(T), name, 0, 0};
    return *static_cast<T *>(pt_cpu_shared(&variable));
}

// The runtime's own: it stays from item to item.
template <class T> inline T &shared_of_group(const char *name)
{
    static pt_cpu_shared_variable_t variable = {sizeof(T), alignof(T), name, 0, 1};
    return *static_cast<T *>(pt_cpu_shared(&variable));
}

// Converts to a reference to an array of any type: T (&name)[] = dynamic_shared();
struct dynamic_array {
    template <class T> using unbounded = T[];
    template <class T> operator unbounded<T> &() const
    {
        return *static_cast<unbounded<T> *>(pt_cpu_dynamic_shared());
    }
};

inline dynamic_array dynamic_shared() { return dynamic_array(); }

// What ptcc makes of the name of dynamic shared memory that is declared outside of functions: name::at() is the array.
template <class T> struct dynamic_memory;
template <class T> struct dynamic_memory<T[]> {
    static T (&at())[] { return dynamic_shared(); }
};

// An index into shared memory: its addresses have 32 bits on a GPU and wrap around, those of the CPU do not. What is
// 2^31 or more is a negative index, as no element is that far away.
constexpr int shared_index(unsigned index) { return static_cast<int>(index); }
template <class T> constexpr T shared_index(T index) { return index; }

} // namespace cpu
} // namespace pt

#endif
