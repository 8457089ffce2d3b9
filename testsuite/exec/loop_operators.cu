// #pragma pt loop: operators of classes that stand for pointers and ranges, whose calls are no expressions of their own.
// expect: handled
#include "check.h"

#include <memory>
#include <vector>

constexpr int steps = 9;

#pragma pt kernel
__global__ void add(int *sum, int value)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        *sum += value;
}

struct numbers {
    int n = 3;
    int get() const { return n; }
};

static int read(const int *value)
{
    int number = 0;
    CUDA_OK(cudaMemcpy(&number, value, sizeof number, cudaMemcpyDeviceToHost));
    return number;
}

// Looks at what the launches have done, wherever it is asked for something.
struct watcher {
    const int *sum;
    mutable numbers seen;
    const numbers *operator->() const
    {
        seen.n = read(sum);
        return &seen;
    }
};

struct owner {
    watcher inner;
    watcher operator->() const { return inner; } // whose own operator is asked next
};

struct watching_range {
    const int *sum;
    struct iterator {
        const int *sum;
        int left;
        bool operator!=(const iterator &other) const { return left != other.left; }
        void operator++() { --left; }
        int operator*() const { return read(sum); }
    };
    iterator begin() const { return {sum, 4}; }
    iterator end() const { return {sum, 0}; }
};

static void library_pointers()
{
    check::device_array<int> sum(1);
    sum.zero();
    int *const s = sum.get();
    auto unique = std::make_unique<numbers>();
    const auto shared = std::make_shared<numbers>();
    #pragma pt loop
    for (int i = 0; i < steps; i++) {
        add<<<4, 32>>>(s, unique->n);
        shared->n++;
        add<<<4, 32>>>(s, shared->get());
        (*unique).n += 2;
    }
    check::equal("library_pointers", sum.host(), std::vector<int>(1, 99 + 72));
}

static void watching_pointers()
{
    check::device_array<int> sum(1);
    sum.zero();
    int *const s = sum.get();
    const watcher w = {s, {}};
    const owner o = {w};
    long long seen = 0, expected = 0;
    #pragma pt loop
    for (int i = 0; i < steps; i++) {
        add<<<4, 32>>>(s, i);
        seen = seen * 3 + w->n;
        add<<<4, 32>>>(s, i);
        seen = seen * 3 + w->get() + o->n;
        add<<<4, 32>>>(s, w->n);
    }
    for (int i = 0, now = 0; i < steps; i++) {
        expected = expected * 3 + now + i;
        expected = expected * 3 + 2 * (now + 2 * i);
        now = 2 * (now + 2 * i);
    }
    check::value("watching_pointers", seen, expected);
}

static void ranges()
{
    check::device_array<int> sum(1);
    sum.zero();
    int *const s = sum.get();
    std::vector<int> values = {1, 2, 3};
    #pragma pt loop
    for (int value : values)
        add<<<4, 32>>>(s, value);
    #pragma pt loop
    for (int i = 0; i < steps; i++)
        for (int &value : values) {
            add<<<4, 32>>>(s, value);
            value += i;
        }
    check::equal("ranges", sum.host(), std::vector<int>(1, 6 + 9 * 6 + 3 * (0 + 0 + 1 + 3 + 6 + 10 + 15 + 21 + 28)));
}

static void watching_ranges()
{
    check::device_array<int> sum(1);
    CUDA_OK(cudaMemcpy(sum.get(), std::vector<int>(1, 1).data(), sizeof(int), cudaMemcpyHostToDevice));
    int *const s = sum.get();
    const watching_range range = {s};
    #pragma pt loop
    for (int value : range)
        add<<<4, 32>>>(s, value);
    #pragma pt loop
    for (int i = 0; i < 2; i++)
        for (int value : range)
            add<<<4, 32>>>(s, value);
    check::equal("watching_ranges", sum.host(), std::vector<int>(1, 1 << 12));
}

int main()
{
    check::begin("loop_operators");
    library_pointers();
    watching_pointers();
    ranges();
    watching_ranges();
    return check::finish();
}
