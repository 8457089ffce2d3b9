// NVTX's C++ ranges and marks (NVTX C++ API, version 3), for a profiler that is not there.
//
// In:  names, attributes of any kind. Out: objects that nothing is done with. Invariant: does nothing.
#ifndef PT_CPU_NVTX3_HPP
#define PT_CPU_NVTX3_HPP

#include "nvToolsExt.h"

#include <stdint.h>

namespace nvtx3 {

struct domain {
    struct global {
        static constexpr char const *name{""};
    };
    template <class Domain = global> static const domain &get()
    {
        static const domain one;
        return one;
    }
};

struct rgb {
    uint8_t red, green, blue;
    constexpr rgb(uint8_t r, uint8_t g, uint8_t b) noexcept : red(r), green(g), blue(b) {}
};

struct argb : rgb {
    uint8_t alpha;
    constexpr argb(uint8_t a, uint8_t r, uint8_t g, uint8_t b) noexcept : rgb(r, g, b), alpha(a) {}
};

struct color {
    uint32_t value;
    explicit constexpr color(uint32_t argb_value) noexcept : value(argb_value) {}
    constexpr color(rgb c) noexcept
        : value(0xff000000u | static_cast<uint32_t>(c.red) << 16 | static_cast<uint32_t>(c.green) << 8 | c.blue)
    {
    }
    constexpr color(argb c) noexcept
        : value(static_cast<uint32_t>(c.alpha) << 24 | static_cast<uint32_t>(c.red) << 16 |
                static_cast<uint32_t>(c.green) << 8 | c.blue)
    {
    }
};

struct category {
    uint32_t id;
    explicit constexpr category(uint32_t number) noexcept : id(number) {}
};

struct payload {
    template <class T> explicit constexpr payload(T) noexcept {}
};

struct message {
    template <class T> constexpr message(const T &) noexcept {}
};

struct event_attributes {
    template <class... Argument> explicit constexpr event_attributes(const Argument &...) noexcept {}
};

template <class Domain> struct scoped_range_in {
    template <class... Argument> explicit scoped_range_in(const Argument &...) noexcept {}
    scoped_range_in(const scoped_range_in &) = delete;
    scoped_range_in &operator=(const scoped_range_in &) = delete;
    ~scoped_range_in() {}
};
typedef scoped_range_in<domain::global> scoped_range;

template <class Domain> struct unique_range_in {
    template <class... Argument> explicit unique_range_in(const Argument &...) noexcept {}
    unique_range_in(unique_range_in &&) = default;
    unique_range_in &operator=(unique_range_in &&) = default;
    ~unique_range_in() {}
};
typedef unique_range_in<domain::global> unique_range;

struct range_handle {
    uint64_t value;
};

template <class Domain = domain::global, class... Argument> inline void mark_in(const Argument &...) noexcept {}
template <class... Argument> inline void mark(const Argument &...) noexcept {}
template <class Domain = domain::global, class... Argument> inline range_handle start_range_in(const Argument &...) noexcept
{
    return range_handle{0};
}
template <class... Argument> inline range_handle start_range(const Argument &...) noexcept { return range_handle{0}; }
template <class Domain = domain::global> inline void end_range_in(range_handle) noexcept {}
inline void end_range(range_handle) noexcept {}

} // namespace nvtx3

#define NVTX3_FUNC_RANGE() static_cast<void>(0)
#define NVTX3_FUNC_RANGE_IN(domain) static_cast<void>(0)

#endif
