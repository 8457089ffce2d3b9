// NVTX's C++ ranges.
#ifndef PTCC_SHIM_NVTX3_HPP
#define PTCC_SHIM_NVTX3_HPP

#include <nvToolsExt.h>

namespace nvtx3 {
struct scoped_range { template <class... A> explicit scoped_range(A &&...arguments); };
struct unique_range { template <class... A> explicit unique_range(A &&...arguments); };
template <class D> struct scoped_range_in { template <class... A> explicit scoped_range_in(A &&...arguments); };
template <class... A> void mark(A &&...arguments);
struct color { template <class... A> explicit color(A &&...arguments); };
struct rgb { template <class... A> explicit rgb(A &&...arguments); };
struct payload { template <class... A> explicit payload(A &&...arguments); };
}
#define NVTX3_FUNC_RANGE()

#endif
