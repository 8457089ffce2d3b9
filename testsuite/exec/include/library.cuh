// What a library calls that is handed a functor: ptcc takes nothing of a system header for the program's own.
#pragma once
#pragma GCC system_header

namespace library {
template <class F, class... A> __device__ auto apply(F f, A... arguments) { return f(arguments...); }
} // namespace library
