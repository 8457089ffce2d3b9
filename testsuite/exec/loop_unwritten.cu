// #pragma pt loop: host functions that look at what the launches have done, called where the text has no call of its own: in braces, by structured
// bindings, in conditions that declare, behind a decltype, around a launch; and by templates that are made for such classes.
// expect: handled
#include "check.h"

#include <utility>
#include <vector>

constexpr int steps = 5;

#pragma pt kernel
__global__ void add(int *sum, int value)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        *sum += value;
}

static int read(const int *value)
{
    int number = 0;
    CUDA_OK(cudaMemcpy(&number, value, sizeof number, cudaMemcpyDeviceToHost));
    return number;
}

// Turns into what the launches have come to, by whatever way it is asked.
struct watcher {
    const int *sum;
    operator int() const { return read(sum); }
    int operator*() const { return read(sum); }
    int operator[](int i) const { return read(sum) + i; }
    bool operator!() const { return read(sum) < 4; }
};
static int operator+(const watcher &w, int by) { return read(w.sum) + by; }
static bool operator<(const watcher &w, int than) { return read(w.sum) < than; }

struct made_of_pointer {
    int value;
    made_of_pointer(const int *p) : value(read(p)) {}
};
struct pair_of_numbers {
    int a, b;
};

// What the sum is behind each step, put together.
static long long all_sums()
{
    long long all = 0, sum = 0;
    for (int i = 1; i <= steps; i++) {
        sum += i;
        all = all * 3 + sum;
    }
    return all;
}

static long long first_of(pair_of_numbers p) { return p.a; }

static long long restart(check::device_array<int> &sum)
{
    sum.zero();
    return 0;
}

static void expect(const char *name, long long seen) { check::equal(name, std::vector<long long>(1, seen), std::vector<long long>(1, all_sums())); }

// ---- in braces ---------------------------------------------------------------------------------------------------------------

static pair_of_numbers given_back(const watcher &w) { return {w, 1}; }

static void in_braces()
{
    check::device_array<int> sum(1);
    const watcher w = {sum.get()};
    long long seen = 0;

    seen = restart(sum);
    #pragma pt loop
    for (int i = 1; i <= steps; i++) {
        add<<<4, 32>>>(sum.get(), i);
        int a[2] = {0, w};
        seen = seen * 3 + a[1];
    }
    expect("array_in_braces", seen);

    seen = restart(sum);
    #pragma pt loop
    for (int i = 1; i <= steps; i++) {
        add<<<4, 32>>>(sum.get(), i);
        int a = {w};
        seen = seen * 3 + a;
    }
    expect("number_in_braces", seen);

    seen = restart(sum);
    #pragma pt loop
    for (int i = 1; i <= steps; i++) {
        add<<<4, 32>>>(sum.get(), i);
        pair_of_numbers p{w, 1};
        seen = seen * 3 + p.a;
    }
    expect("class_in_braces", seen);

    seen = restart(sum);
    #pragma pt loop
    for (int i = 1; i <= steps; i++) {
        add<<<4, 32>>>(sum.get(), i);
        pair_of_numbers p;
        p = {w, 1};
        seen = seen * 3 + p.a;
    }
    expect("value_in_braces", seen);

    seen = restart(sum);
    #pragma pt loop
    for (int i = 1; i <= steps; i++) {
        add<<<4, 32>>>(sum.get(), i);
        seen = seen * 3 + first_of({w, 1});
    }
    expect("argument_in_braces", seen);

    seen = restart(sum);
    #pragma pt loop
    for (int i = 1; i <= steps; i++) {
        add<<<4, 32>>>(sum.get(), i);
        seen = seen * 3 + pair_of_numbers{w, 1}.a;
    }
    expect("object_in_braces", seen);

    seen = restart(sum);
    #pragma pt loop
    for (int i = 1; i <= steps; i++) {
        add<<<4, 32>>>(sum.get(), i);
        std::vector<int> v{w};
        seen = seen * 3 + v[0];
    }
    expect("list_in_braces", seen);

    seen = restart(sum);
    #pragma pt loop
    for (int i = 1; i <= steps; i++) {
        add<<<4, 32>>>(sum.get(), i);
        made_of_pointer a[1] = {w.sum};
        seen = seen * 3 + a[0].value;
    }
    expect("converted_in_braces", seen);

    seen = restart(sum);
    #pragma pt loop
    for (int i = 1; i <= steps; i++) {
        add<<<4, 32>>>(sum.get(), i);
        seen = seen * 3 + given_back(w).a;
    }
    expect("result_in_braces", seen);
}

// ---- declarations ------------------------------------------------------------------------------------------------------------
struct bound {
    const int *sum;
    template <std::size_t I> int get() const { return read(sum) + (int)I; }
};
namespace std {
template <> struct tuple_size<bound> : integral_constant<size_t, 2> {};
template <size_t I> struct tuple_element<I, bound> {
    using type = int;
};
}

struct above_three {
    const int *sum;
    explicit operator bool() const { return read(sum) > 3; }
};

static void in_condition()
{
    check::device_array<int> sum(1);
    sum.zero();
    const above_three a = {sum.get()};
    int often = 0;
    #pragma pt loop
    for (int i = 1; i <= steps; i++) {
        add<<<4, 32>>>(sum.get(), i);
        if (above_three b = a)
            often += i;
    }
    check::equal("in_condition", std::vector<int>(1, often), std::vector<int>(1, 3 + 4 + 5));
}

static void sizeof_in_front()
{
    check::device_array<int> sum(1);
    sum.zero();
    long long seen = 0;
    #pragma pt loop
    for (int i = 1; i <= steps; i++) {
        add<<<4, 32>>>(sum.get(), i);
        const int times_four = sizeof(float) * read(sum.get());
        seen = seen * 3 + times_four / 4;
    }
    expect("sizeof_in_front", seen);
}

static void decltype_of_copy()
{
    check::device_array<int> sum(1);
    sum.zero();
    long long seen = 0;
    int now = 0;
    #pragma pt loop
    for (int i = 1; i <= steps; i++) {
        add<<<4, 32>>>(sum.get(), i);
        decltype(cudaSuccess) error = cudaMemcpy(&now, sum.get(), sizeof now, cudaMemcpyDeviceToHost);
        seen = seen * 3 + now;
        CUDA_OK(error);
    }
    expect("decltype_of_copy", seen);
}

// ---- around a launch, out of a macro -------------------------------------------------------------------------------------------
static int read_behind(cudaError_t error, const int *sum) { return error == cudaSuccess ? read(sum) : -1; }

static void launch_in_argument()
{
    check::device_array<int> sum(1);
    sum.zero();
    int *const s = sum.get();
    long long seen = 0;
    #pragma pt loop
    for (int i = 1; i <= steps; i++)
        seen = seen * 3 + read_behind((add<<<4, 32>>>(s, i), cudaGetLastError()), s);
    expect("launch_in_argument", seen);
}

#define CALL(f, x) f(x)
static void in_declarations_and_macros()
{
    check::device_array<int> sum(1);
    const watcher w = {sum.get()};
    long long seen = 0;

#if __cplusplus >= 201703L
    seen = restart(sum);
    #pragma pt loop
    for (int i = 1; i <= steps; i++) {
        add<<<4, 32>>>(sum.get(), i);
        const bound b{sum.get()};
        auto [x, y] = b;
        seen = seen * 3 + x + y - x - 1;
    }
    expect("structured_binding", seen);
#endif

    seen = restart(sum);
    #pragma pt loop
    for (int i = 1; i <= steps; i++) {
        add<<<4, 32>>>(sum.get(), i);
        decltype(seen) now = read(sum.get());
        seen = seen * 3 + now;
    }
    expect("decltype_in_front", seen);

    seen = restart(sum);
    #pragma pt loop
    for (int i = 1; i <= steps; i++) {
        add<<<4, 32>>>(sum.get(), i);
        decltype(auto) now = read(sum.get());
        seen = seen * 3 + now;
    }
    expect("decltype_of_value", seen);

    seen = restart(sum);
    #pragma pt loop
    for (int i = 1; i <= steps; i++) {
        add<<<4, 32>>>(sum.get(), i);
        seen = seen * 3 + decltype(seen)(read(sum.get()));
    }
    expect("decltype_converts", seen);

    seen = restart(sum);
    #pragma pt loop
    for (int i = 1; i <= steps; i++) {
        add<<<4, 32>>>(sum.get(), i);
        seen = seen * 3 + CALL(read, sum.get());
    }
    expect("handed_to_macro", seen);
}

// ---- templates ---------------------------------------------------------------------------------------------------------------
template <class T> static int pointed_to(const T &x) { return *x; }
template <class T> static int at_none(const T &x) { return x[0]; }
template <class T> static int plus_none(const T &x) { return x + 0; }
template <class T> static int converted(const T &x)
{
    int value = x;
    return value;
}
template <class R, class T> static R given(const T &x) { return x; }
template <class R> static R watched(const watcher &w) { return w; }
template <class T> static int compared(const T &x)
{
    int n = 0;
    while (!(x < n))
        n++;
    return n - 1;
}
template <class T> static int through(const T &x) { return pointed_to(x); }
#if __cplusplus >= 201703L
template <class... T> static int of_pack(const T &...x) { return (0 + ... + x); }
#endif
template <class T> struct holder {
    T held;
    int get() const { return held; }
};
template <class T> struct keeps {
    int value;
    explicit keeps(const T &x) : value(x) {}
};
static long long at_end;
template <class T> struct ends {
    const T *held;
    ~ends() { at_end += *held; }
};

static void in_templates()
{
    check::device_array<int> sum(1);
    const watcher w = {sum.get()};
    long long seen = 0;

    seen = restart(sum);
    #pragma pt loop
    for (int i = 1; i <= steps; i++) {
        add<<<4, 32>>>(sum.get(), i);
        seen = seen * 3 + pointed_to(w);
    }
    expect("template_points", seen);

    seen = restart(sum);
    #pragma pt loop
    for (int i = 1; i <= steps; i++) {
        add<<<4, 32>>>(sum.get(), i);
        seen = seen * 3 + at_none(w);
    }
    expect("template_subscripts", seen);

    seen = restart(sum);
    #pragma pt loop
    for (int i = 1; i <= steps; i++) {
        add<<<4, 32>>>(sum.get(), i);
        seen = seen * 3 + plus_none(w);
    }
    expect("template_adds", seen);

    seen = restart(sum);
    #pragma pt loop
    for (int i = 1; i <= steps; i++) {
        add<<<4, 32>>>(sum.get(), i);
        seen = seen * 3 + converted(w);
    }
    expect("template_converts", seen);

    seen = restart(sum);
    #pragma pt loop
    for (int i = 1; i <= steps; i++) {
        add<<<4, 32>>>(sum.get(), i);
        seen = seen * 3 + given<int>(w);
    }
    expect("template_gives", seen);

    seen = restart(sum);
    #pragma pt loop
    for (int i = 1; i <= steps; i++) {
        add<<<4, 32>>>(sum.get(), i);
        seen = seen * 3 + watched<int>(w);
    }
    expect("template_gives_known", seen);

    seen = restart(sum);
    #pragma pt loop
    for (int i = 1; i <= steps; i++) {
        add<<<4, 32>>>(sum.get(), i);
        seen = seen * 3 + compared(w);
    }
    expect("template_compares", seen);

    seen = restart(sum);
    #pragma pt loop
    for (int i = 1; i <= steps; i++) {
        add<<<4, 32>>>(sum.get(), i);
        seen = seen * 3 + through(w);
    }
    expect("template_calls", seen);

    const holder<watcher> h{w};
    seen = restart(sum);
    #pragma pt loop
    for (int i = 1; i <= steps; i++) {
        add<<<4, 32>>>(sum.get(), i);
        seen = seen * 3 + h.get();
    }
    expect("template_member", seen);

    seen = restart(sum);
    #pragma pt loop
    for (int i = 1; i <= steps; i++) {
        add<<<4, 32>>>(sum.get(), i);
        keeps<watcher> k(w);
        seen = seen * 3 + k.value;
    }
    expect("template_constructor", seen);

    seen = restart(sum);
    #pragma pt loop
    for (int i = 1; i <= steps; i++) {
        add<<<4, 32>>>(sum.get(), i);
        at_end = seen * 3;
        {
            ends<watcher> e{&w};
        }
        seen = at_end;
    }
    expect("template_destructor", seen);

#if __cplusplus >= 201703L
    seen = restart(sum);
    #pragma pt loop
    for (int i = 1; i <= steps; i++) {
        add<<<4, 32>>>(sum.get(), i);
        seen = seen * 3 + of_pack(w);
    }
    expect("template_folds", seen);
#endif
}

int main()
{
    check::begin("loop_unwritten");
    in_braces();
    in_condition();
    in_declarations_and_macros();
    sizeof_in_front();
    decltype_of_copy();
    launch_in_argument();
    in_templates();
    return check::finish();
}
