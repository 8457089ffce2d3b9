// Checks of the plain C++ tests of the CPU back end. In: conditions and values. Out: TAP, exit status 1 on a failure.
// Invariant: a test is a function that is named once, in its program's table.
#ifndef PT_CPU_CHECK_HPP
#define PT_CPU_CHECK_HPP

#include <cstdio>
#include <cstring>

namespace check {

inline int failures = 0;

inline void that(bool condition, const char *text, const char *file, int line)
{
    if (!condition) {
        std::printf("# %s:%d: %s\n", file, line, text);
        ++failures;
    }
}

struct test {
    const char *name;
    void (*run)();
};

// Only the tests named on the command line, if there are any.
template <int N> int run(const test (&tests)[N], int argc, char **argv)
{
    int failed = 0, number = 0;
    std::printf("1..%d\n", N);
    for (const test &t : tests) {
        bool wanted = argc < 2;
        for (int i = 1; i < argc; ++i)
            wanted = wanted || std::strcmp(argv[i], t.name) == 0;
        failures = 0;
        if (wanted)
            t.run();
        std::printf("%sok %d - %s%s\n", failures ? "not " : "", ++number, t.name, wanted ? "" : " # SKIP not asked for");
        std::fflush(stdout);
        failed += failures != 0;
    }
    return failed != 0;
}

} // namespace check

#define CHECK(condition) ::check::that((condition), #condition, __FILE__, __LINE__)
#define CHECK_SUCCESS(call) CHECK((call) == cudaSuccess)

#endif
