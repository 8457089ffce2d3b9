// DESIGN part 4, Launches: the configuration is evaluated before the arguments, also where calls change what the other side reads; a launch
// inside of an argument, one that an argument's exception ends, templates, macros and a mode.
// expect: handled
#include "check.h"

#include <utility>

static unsigned total = 5;
static unsigned take() { return total--; }
static unsigned halves(unsigned n) { return (n + 1) / 2; }
static unsigned grown(unsigned &n) { return n += 3; }

struct counter {
    unsigned n;
    unsigned next() { return n++; }
    operator unsigned() const { return n; }
};

#pragma pt kernel
__global__ void put(unsigned *out, unsigned at, unsigned value)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        out[at] = value * 100u + gridDim.x;
}

#pragma pt kernel
template <class T> __global__ void put_of(T *out, unsigned at, unsigned value)
{
    if (blockIdx.x + 1 == gridDim.x && threadIdx.x == 0)
        out[at] = value * 100u + gridDim.x;
}

static unsigned made = 3;
static unsigned more() { return ++made; }
#define MORE ++made
struct grid_of {
    unsigned n;
    grid_of() : n(++made) {}
};
struct grids {
    unsigned operator[](unsigned i) const { made += i; return made; }
    unsigned operator*() { return more(); }
};

// Changes that neither an operator nor a name in front of a bracket shows.
static void launch_hidden(unsigned *out)
{
    unsigned g = 3, &same = g, *to = &g;
    put<<<MORE, 32>>>(out, 0u, made);
    put<<<made, 32>>>(out, 1u, MORE);
    put<<<grid_of{}.n, 32>>>(out, 2u, made);
    put<<<made += 2, 32>>>(out, 3u, made);
    put<<<grids{}[3], 32>>>(out, 4u, made);
    put<<<*grids{}, 32>>>(out, 5u, made);
    put<<<same, 32>>>(out, 6u, ++g);
    put<<<*to, 32>>>(out, 7u, ++g);
    put /* why */ <<<more(), 32>>>(out, 8u, made);
    put /* why */ <<<more(), 32>>>(out, 9u,
#if defined(NOBODY)
                         1u)
#else
                         made
#endif
    );
    put<<<made, 32>>>(out, 10u, more());
    put // why
        <<<g, 32>>>(out, 11u, ++g);
    put<<<g, 32>>>(out, 12u, std::exchange(g, 9u));
}

#define PUT(grid, ...) put<<<grid, 32>>>(__VA_ARGS__)

namespace inner {
#pragma pt kernel
__global__ void put(unsigned *out, unsigned at, unsigned value)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        out[at] = value * 100u + gridDim.x + 50u;
}
} // namespace inner

struct stepper {
    unsigned &n;
    unsigned operator()() const { return n += 4; }
};
struct ticket {
    unsigned number;
    ticket(unsigned n) : number(n) { made += 2; }
};

#pragma pt kernel
__global__ void put_default(unsigned *out, unsigned at, unsigned value = ++made)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        out[at] = value * 100u + gridDim.x;
}

#pragma pt kernel
__global__ void put_ticket(unsigned *out, unsigned at, ticket t)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        out[at] = t.number * 100u + gridDim.x;
}

// Lambdas, objects and pointers that are called, default arguments, and what an argument is converted to.
static void launch_values(unsigned *out)
{
    unsigned g = 3;
    auto next = [&] { return ++g; };
    stepper step{g};
    unsigned (*pointer)() = more, (*pointers[1])() = {more};
    made = 5;
    put<<<g, 32>>>(out, 0u, next());
    put<<<g, 32>>>(out, 1u, step());
    put<<<made, 32>>>(out, 2u, pointer());
    put<<<made, 32>>>(out, 3u, pointers[0]());
    put<<<made, 32>>>(out, 4u, (*pointer)());
    put<<<g, 32>>>(out, 5u, [&] { return g *= 2; }());
    put_default<<<made, 32>>>(out, 6u);
    put_ticket<<<made, 32>>>(out, 7u, 1u);
    put_ticket<<<made, 32>>>(out, 8u, {2u});
}

template <class T> static unsigned made_of(T n) { return made = n; }
#define MADE(n) (made += (n))
static unsigned by_pointer(unsigned *n) { return *n = 7; }
static unsigned by_reference(unsigned &n) { return n += 4; }
static unsigned by_element(unsigned *n) { return ++n[0]; }
static unsigned by_member(dim3 &d) { return d.x = 7; }
static unsigned *global = &made;
static unsigned by_global() { return *global = 9; }
static unsigned own(unsigned n)
{
    unsigned most = 0, *at = &most;
    for (unsigned i = 0; i < n; i++)
        most += i;
    return *at;
}

struct scoped {
    scoped() { made += 3; }
};
struct ending {
    ~ending() { made += 4; }
};
static unsigned with_scope()
{
    scoped s;
    return 1;
}
static unsigned with_end()
{
    ending e;
    return 2;
}
static unsigned get() { return made; }
static unsigned size() { return ++made; }
template <class F> static unsigned handed(F function) { return function(); }

// Objects that a function makes, functions with names of the library's, and one that is handed on.
static void launch_names(unsigned *out)
{
    made = 5;
    put<<<made, 32>>>(out, 0u, with_scope());
    put<<<made, 32>>>(out, 1u, with_end());
    put<<<get(), 32>>>(out, 2u, size());
    put<<<size(), 32>>>(out, 3u, get());
    put<<<made, 32>>>(out, 4u, handed(size));
}

// Functions that change what they are given the way to.
static void launch_ways(unsigned *out)
{
    dim3 d(3), &same_d = d;
    unsigned n = 3, &same = n, *to = &n;
    made = 5;
    put<<<made, 32>>>(out, 0u, made_of<unsigned>(7));
    put<<<made, 32>>>(out, 1u, MADE(2));
    put<<<n, 32>>>(out, 2u, by_pointer(to));
    put<<<n, 32>>>(out, 3u, by_reference(same));
    put<<<n, 32>>>(out, 4u, by_element(to));
    put<<<d, 32>>>(out, 5u, by_member(same_d));
    put<<<made, 32>>>(out, 6u, by_global());
    put<<<n, 32>>>(out, 7u, own(4));
}

static unsigned launched_first(unsigned *out)
{
    unsigned g = 7;
    put<<<std::exchange(g, 8u), 32>>>(out, 10u, g);
    return g;
}

static unsigned fails() { throw 1; }

int main()
{
    check::begin("launch_order");
    const unsigned n = 14;
    check::device_array<unsigned> array(n);
    unsigned *out = array.get();
    unsigned g = 20;
    put<<<std::exchange(g, 30u), 32>>>(out, 0u, g);
    counter c{40};
    put<<<c.next(), 32>>>(out, 1u, c.n);
    put<<<take(), 32>>>(out, 2u, total);
    auto f = [&] { return g++; };
    put<<<f(), 32>>>(out, 3u, g);
    put<<<g, 32>>>(out, 4u, grown(g));
    put_of<<<c.next(), 32>>>(out, 5u, c);
    put_of<unsigned><<<c.next(), // on the next line
                       32>>>(out, 6u, c);
    inner::put<<<g++, 32>>>(out, 7u, g);
    PUT(c.next(), out, 8u, c.n);
    put<<<take(), 32>>>(out, 9u, launched_first(out) * 10u + total);
    bool thrown = false;
    try {
        put<<<take(), 32>>>(out, 11u, fails() + total);
    } catch (int) {
        thrown = true;
    }
    if (g) put<<<halves(g), 32>>>(out, 12u, g); else put<<<take(), 32>>>(out, 12u, total);
    #pragma pt launch mode(groups(2))
    put<<<take(), 32>>>(out, 13u, total);
    std::vector<unsigned> want = {3020u, 4140u, 405u, 3130u, 3431u, 4241u, 4342u, 3584u, 4443u, 8304u, 807u, 0xa5a5a5a5u, 3518u, 102u};
    total = 5;
    #pragma pt loop
    for (unsigned i = 0; i < 3; i++)
        put<<<take(), 32>>>(out, 11u + i, total);
    want[11] = 405u, want[12] = 304u, want[13] = 203u;
    check::equal("thrown", std::vector<unsigned>{unsigned(thrown), total}, std::vector<unsigned>{1u, 2u});
    check::equal("order", array, want);
    array.poison();
    made = 3;
    launch_hidden(out);
    want = {404u, 504u, 606u, 808u, 1111u, 1212u, 403u, 504u, 1313u, 1414u, 1514u, 605u, 606u, 0xa5a5a5a5u};
    check::equal("hidden", array, want);
    launch_values(out);
    want = {403u, 804u, 605u, 706u, 807u, 1608u, 908u, 109u, 211u, 1414u, 1514u, 605u, 606u, 0xa5a5a5a5u};
    check::equal("values", array, want);
    launch_ways(out);
    want = {705u, 907u, 703u, 1107u, 1211u, 703u, 909u, 612u, 211u, 1414u, 1514u, 605u, 606u, 0xa5a5a5a5u};
    check::equal("ways", array, want);
    launch_names(out);
    want = {105u, 208u, 1312u, 1414u, 1514u, 703u, 909u, 612u, 211u, 1414u, 1514u, 605u, 606u, 0xa5a5a5a5u};
    check::equal("names", array, want);
    return check::finish();
}
