// #pragma pt loop: objects whose destructors do nothing of the program's leave the loop as it is; those that do, by a member, a base, an
// element, a lambda's copy, do not.
#include <chrono>
#include <tuple>
#include <utility>
#include <vector>

#pragma pt kernel
__global__ void step(float *a, int n) { a[blockIdx.x * blockDim.x + threadIdx.x] += n; }

struct plain { int x; ~plain() = default; };
struct owner { float *memory; ~owner() { cudaFree(memory); } };
struct member { owner o; ~member() = default; };
struct base : owner {};
struct pure { virtual ~pure() = 0; };
pure::~pure() { cudaDeviceSynchronize(); }
struct impure : pure { ~impure() = default; };
template <class T> struct holds { T x; };
template <class T> struct inherits : T {};
template <int N> struct several { owner x[N]; };
struct list { owner o; };

long long does_nothing(float *a, int n)
{
    long long time = 0;
    #pragma pt loop
    for (int t = 0; t < n; t++) {
        plain p{t};
        holds<int> h{t};
        std::tuple<int, int> two(1, 2);
        std::pair<int, float> pair(1, 2);
        std::vector<int> numbers(9);
        const auto start = std::chrono::steady_clock::now();
        step<<<n, 256>>>(a, p.x + h.x + pair.first + std::get<0>(two));
        const auto end = std::chrono::steady_clock::now();
        const std::chrono::duration<double> seconds = end - start;
        time += std::chrono::duration_cast<std::chrono::nanoseconds>(end - start).count();
    }
    // The clock is read when all is done.
    #pragma pt loop
    for (int t = 0; t < n; t++) {
        const auto start = std::chrono::steady_clock::now();
        step<<<n, 256>>>(a, t);
        cudaDeviceSynchronize();
        time += std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start).count();
    }
    return time;
}

void does(float *a, int n, owner other)
{
    #pragma pt loop
    for (int t = 0; t < n; t++) {
        step<<<n, 256>>>(a, t);
        member x{};
    }
    #pragma pt loop
    for (int t = 0; t < n; t++) {
        step<<<n, 256>>>(a, t);
        base x{};
    }
    #pragma pt loop
    for (int t = 0; t < n; t++) {
        step<<<n, 256>>>(a, t);
        impure x{};
    }
    #pragma pt loop
    for (int t = 0; t < n; t++) {
        step<<<n, 256>>>(a, t);
        holds<owner> x{};
    }
    #pragma pt loop
    for (int t = 0; t < n; t++) {
        step<<<n, 256>>>(a, t);
        inherits<owner> x{};
    }
    #pragma pt loop
    for (int t = 0; t < n; t++) {
        step<<<n, 256>>>(a, t);
        std::vector<list> x;
    }
    #pragma pt loop
    for (int t = 0; t < n; t++) {
        step<<<n, 256>>>(a, t);
        auto x = [other] { return other.memory; };
    }
    #pragma pt loop
    for (int t = 0; t < n; t++) {
        step<<<n, 256>>>(a, t);
        auto x = [&] { return other.memory; };
    }
    #pragma pt loop
    for (int t = 0; t < n; t++) {
        step<<<n, 256>>>(a, t);
        several<2> x{};
    }
}

static int look();
struct by_value { int x = look(); };
struct by_lambda { int x = [] { return look(); }(); };
struct number { int x = 3; };

int unnamed(float *a, int n)
{
    int sum = 0;
    #pragma pt loop
    for (int t = 0; t < n; t++) {
        step<<<n, 256>>>(a, t);
        sum += by_value().x;
    }
    #pragma pt loop
    for (int t = 0; t < n; t++) {
        step<<<n, 256>>>(a, t);
        sum += by_lambda{}.x;
    }
    #pragma pt loop
    for (int t = 0; t < n; t++) {
        step<<<n, 256>>>(a, t);
        sum += list{}.o.memory != a;
    }
    #pragma pt loop
    for (int t = 0; t < n; t++) { // it does nothing
        step<<<n, 256>>>(a, t);
        sum += number().x + plain{t}.x;
    }
    return sum;
}
