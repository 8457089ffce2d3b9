// #pragma pt loop: ordinary C++ of the host in a loop. What only computes leaves the launches together; what may look at what they
// have done, however it is written, sees it.
// expect: handled
// nvcc: -diag-suppress=550
// needs: c++17
#include "check.h"

#include <array>
#include <chrono>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <tuple>
#include <utility>

constexpr int steps = 5, total = 15; // 1 + 2 + 3 + 4 + 5

#pragma pt kernel
__global__ void increase(int *value)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        ++*value;
}

#pragma pt kernel
__global__ void add(int *sum, int a, int b)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        *sum += a * b;
}

#pragma pt kernel
__global__ void spin(unsigned *value, unsigned rounds)
{
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        unsigned x = *value;
        for (unsigned i = 0; i < rounds; i++)
            x = x * 1664525u + 1013904223u;
        *value = x;
    }
}

// Adds up what a kernel has counted in memory that both sides know, where it ends.
struct reads {
    int *from, *to;
    ~reads()
    {
        CUDA_OK(cudaDeviceSynchronize());
        if (from)
            *to += *from;
    }
};
struct has_one {
    reads part;
};
struct inherits_one : reads {};
template <class T> struct holds {
    T part;
};
template <class T> struct defaulted {
    T part;
    ~defaulted() = default;
};
template <class T> struct inherits : T {};
struct pair { // a name of the library's
    reads part;
};
struct pure {
    static int *from, *to;
    virtual ~pure() = 0;
};
int *pure::from, *pure::to;
inline pure::~pure()
{
    CUDA_OK(cudaDeviceSynchronize());
    *to += *from;
}
struct impure : pure {
    ~impure() = default;
};

static int by_end_of_member(int *device)
{
    int sum = 0;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        has_one object{{device, &sum}};
    }
    return sum;
}

static int by_end_of_inherited(int *device)
{
    int sum = 0;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        inherits_one object{{device, &sum}};
    }
    return sum;
}

static int by_end_of_template_member(int *device)
{
    int sum = 0;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        holds<reads> object{{device, &sum}};
    }
    return sum;
}

static int by_end_of_template_member_by_default(int *device)
{
    int sum = 0;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        defaulted<reads> object{{device, &sum}};
    }
    return sum;
}

static int by_end_of_template_base(int *device)
{
    int sum = 0;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        inherits<reads> object{{device, &sum}};
    }
    return sum;
}

static int by_end_of_base(int *device)
{
    int sum = 0;
    pure::from = device;
    pure::to = &sum;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        impure object;
    }
    return sum;
}

static int by_end_of_elements(int *device)
{
    int sum = 0;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        std::vector<pair> objects(1);
        objects[0].part.from = device;
        objects[0].part.to = &sum;
        increase<<<2, 32>>>(device);
    }
    return sum;
}

static int by_end_of_lambda(int *device)
{
    int sum = 0;
    reads object{nullptr, &sum};
    object.from = device;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        auto holder = [object] { return object.to; };
        (void)holder;
    }
    object.from = nullptr;
    return sum;
}

struct printed {
    const int *from;
};
static std::ostream &operator<<(std::ostream &to, const printed &x)
{
    CUDA_OK(cudaDeviceSynchronize());
    return to << *x.from << ' ';
}

static int by_own_operator(int *device)
{
    std::ostringstream text;
    const printed x{device};
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        text << x;
    }
    std::istringstream read(text.str());
    int sum = 0;
    for (int value; read >> value;)
        sum += value;
    return sum;
}

// Memory that both sides know, by a container's name.
template <class T> struct managed {
    typedef T value_type;
    T *allocate(std::size_t n)
    {
        T *memory = nullptr;
        CUDA_OK(cudaMallocManaged(&memory, n * sizeof(T)));
        return memory;
    }
    void deallocate(T *memory, std::size_t) { CUDA_OK(cudaFree(memory)); }
    bool operator==(const managed &) const { return true; }
    bool operator!=(const managed &) const { return false; }
};

static int by_managed_vector()
{
    std::vector<int, managed<int>> values(1, 0);
    int sum = 0, *const device = values.data();
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaDeviceSynchronize());
        sum += values[0];
    }
    return sum;
}

static int by_array_of_the_host(int *device)
{
    std::array<int, 2> values{};
    int sum = 0;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaMemcpyAsync(values.data(), device, sizeof(int), cudaMemcpyDeviceToHost, 0));
        CUDA_OK(cudaStreamSynchronize(0));
        sum += values[0];
    }
    return sum;
}

static int by_lambda_of_pointer(int *device)
{
    int sum = 0;
    const auto read = [device](int i) { return device[i]; };
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaDeviceSynchronize());
        sum += read(0);
    }
    return sum;
}

static int by_lambda_that_waits(int *device)
{
    int sum = 0;
    const auto wait = [] { CUDA_OK(cudaDeviceSynchronize()); };
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        wait();
        sum += *device;
    }
    return sum;
}

// The number of blocks hangs on what the loop reads back, and on that only where the lambda looks.
static int by_lambda_of_reference(int *device)
{
    int sum = 0, copied = 0;
    const auto twice = [&copied](int i) { return 2 * copied + i; };
#pragma pt loop
    while (copied < steps) {
        increase<<<twice(1), 32>>>(device);
        sum += twice(2) / 2;
        CUDA_OK(cudaMemcpy(&copied, device, sizeof copied, cudaMemcpyDeviceToHost));
    }
    return sum;
}

static const char *text_of_both;
static int printed_length;
static void say() { printed_length += std::printf("%s", text_of_both); }
static int by_text(char *text, int *device)
{
    text_of_both = text;
    printed_length = 0;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaDeviceSynchronize());
        say();
    }
    return printed_length;
}

// The times that are measured around a step are those of the step.
static void measured(unsigned *device)
{
    std::chrono::nanoseconds time{0};
    double seconds = 0;
    const auto begin = std::chrono::steady_clock::now();
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        const auto start = std::chrono::steady_clock::now();
        spin<<<4, 32>>>(device, 200000u);
        CUDA_OK(cudaDeviceSynchronize());
        const auto end = std::chrono::steady_clock::now();
        time += std::chrono::duration_cast<std::chrono::nanoseconds>(end - start);
        const std::chrono::duration<double> d = end - start;
        seconds += d.count();
    }
    CUDA_OK(cudaDeviceSynchronize());
    const std::chrono::nanoseconds whole = std::chrono::steady_clock::now() - begin;
    check::value("the steps take their part of the time", time.count() * 4 > whole.count(), 1);
    check::value("the same in seconds", seconds * 4e9 > static_cast<double>(whole.count()), 1);
}

// ---- what only computes -------------------------------------------------------------------------------------------------

#define CHECK(x)                                                                \
    do {                                                                        \
        cudaError_t error_ = (x);                                               \
        if (error_ != cudaSuccess) {                                            \
            std::cerr << "error " << cudaGetErrorString(error_) << std::endl;   \
            exit(1);                                                            \
        }                                                                       \
    } while (0)

struct plain {
    int a, b;
    ~plain() = default;
};

static int computed(int *device)
{
    std::vector<int> factors;
    for (int i = 0; i < steps; ++i)
        factors.push_back(i + 1);
    const std::array<int, 2> ones{1, 1};
    std::vector<int *> targets(2, device);
    const int block = 32;
    const auto blocks = [block](int n) { return (n + block - 1) / block; };
    std::ostringstream text;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        plain p{i, 1};
        std::tuple<int, int> t(1, 2);
        const std::pair<int, int> q(ones[i % 2], std::get<0>(t));
        add<<<blocks(100), block>>>(targets[i % 2], factors[i] * p.b, q.first * q.second);
        CHECK(cudaGetLastError());
        if (i % 2 == 0)
            text << i << std::setw(2) << "\n" << std::flush;
    }
    check::value("lines", static_cast<long long>(text.str().size()), 9);
    int sum = 0;
    CUDA_OK(cudaMemcpy(&sum, device, sizeof sum, cudaMemcpyDeviceToHost));
    return sum;
}

int main()
{
    check::begin("loop_host_cxx");
    const auto of = [](int (*f)(int *), const char *name) {
        int *device = nullptr;
        CUDA_OK(cudaMallocManaged(&device, 16));
        CUDA_OK(cudaMemset(device, 0, 16));
        check::value(name, f(device), total);
        CUDA_OK(cudaFree(device));
    };
    of(by_end_of_member, "a member's destructor");
    of(by_end_of_inherited, "a base's destructor");
    of(by_end_of_template_member, "a template's member");
    of(by_end_of_template_member_by_default, "a template's member, with a destructor by default");
    of(by_end_of_template_base, "a template's base");
    of(by_end_of_base, "a pure destructor");
    of(by_end_of_elements, "elements by a name of the library's");
    of(by_end_of_lambda, "a lambda's copy");
    of(by_own_operator, "<< of the program's");
    of(by_array_of_the_host, "std::array");
    of(by_lambda_of_pointer, "a lambda by a pointer");
    of(by_lambda_that_waits, "a lambda that waits");
    of(by_lambda_of_reference, "a lambda by a reference");
    of(computed, "what only computes");
    check::value("a vector in managed memory", by_managed_vector(), total);
    char *text = nullptr;
    int *number = nullptr;
    CUDA_OK(cudaMallocManaged(&text, 16));
    number = reinterpret_cast<int *>(text);
    *number = 0;
    check::value("text", by_text(text, number), steps);
    CUDA_OK(cudaFree(text));
    unsigned *value = nullptr;
    CUDA_OK(cudaMalloc(&value, sizeof *value));
    measured(value);
    CUDA_OK(cudaFree(value));
    return check::finish();
}
