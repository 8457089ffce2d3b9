// #pragma pt loop: loops that end by a value that is read back run ahead of the device, and what a wrong guess has led to is undone.
// expect: handled
#include "check.h"

#include <utility>

constexpr unsigned n = 300;

// One round of a search: whoever is next to a reached one is reached. Each round leaves a trace that a round too many would show.
#pragma pt kernel
__global__ void spread(const unsigned char *reached, unsigned char *next, unsigned *rounds, unsigned *again, unsigned stride)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        atomicAdd(rounds, 1u);
    if (i >= n)
        return;
    const bool neighbour = (i >= stride && reached[i - stride]) || (i + stride < n && reached[i + stride]);
    next[i] = reached[i] || neighbour;
    if (neighbour && !reached[i])
        atomicExch(again, 1u);
}

#pragma pt kernel
__global__ void count_down(unsigned *left, unsigned *trace)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        trace[--*left] += 1u;
}

struct search {
    check::device_array<unsigned char> first, second;
    check::device_array<unsigned> rounds, flag;
    search() : first(n), second(n), rounds(1), flag(1)
    {
        std::vector<unsigned char> start(n, 0);
        start[0] = 1;
        first.set(start);
        second.zero();
        rounds.zero();
        flag.zero();
    }
};

static void report(const char *name, const search &s, const unsigned char *result, unsigned stride, unsigned rounds, unsigned more)
{
    std::vector<unsigned char> want(n, 0), got(n);
    for (unsigned i = 0; i < n; i += stride)
        want[i] = 1;
    CUDA_OK(cudaMemcpy(got.data(), result, n, cudaMemcpyDeviceToHost));
    check::equal(name, got, want);
    check::equal("rounds", s.rounds.host(), std::vector<unsigned>(1, (n - 1) / stride + 1 + more));
    check::value("counted", rounds, (n - 1) / stride + 1 + more);
}

static void do_loop(unsigned stride)
{
    search s;
    unsigned char *reached = s.first.get(), *next = s.second.get();
    unsigned *const rounds = s.rounds.get(), *const flag = s.flag.get();
    unsigned again, round = 0;
#pragma pt loop
    do {
        again = 0;
        CUDA_OK(cudaMemcpy(flag, &again, sizeof again, cudaMemcpyHostToDevice));
        spread<<<3, 128>>>(reached, next, rounds, flag, stride);
        CUDA_OK(cudaGetLastError());
        std::swap(reached, next);
        round++;
        CUDA_OK(cudaMemcpy(&again, flag, sizeof again, cudaMemcpyDeviceToHost));
    } while (again);
    report("do", s, reached, stride, round, 0);
}

static void while_loop(unsigned stride)
{
    search s;
    unsigned char *reached = s.first.get(), *next = s.second.get();
    unsigned *const rounds = s.rounds.get(), *const flag = s.flag.get();
    bool again = true;
    unsigned round = 0;
#pragma pt loop
    while (again) {
        CUDA_OK(cudaMemset(flag, 0, sizeof(unsigned)));
        spread<<<3, 128>>>(reached, next, rounds, flag, stride);
        CUDA_OK(cudaDeviceSynchronize());
        unsigned char *const other = reached;
        reached = next;
        next = other;
        ++round;
        CUDA_OK(cudaMemcpy(&again, flag, sizeof again, cudaMemcpyDeviceToHost));
    }
    report("while", s, reached, stride, round, 0);
}

// The condition changes a variable; the flag is looked at every fourth round only; a bound that is met first, or not.
static void for_loop(unsigned stride, unsigned most)
{
    search s;
    unsigned char *reached = s.first.get(), *next = s.second.get();
    unsigned *const rounds = s.rounds.get(), *const flag = s.flag.get();
    unsigned again = 1, asked = 0, round = 0;
#pragma pt loop
    for (unsigned i = 0; asked++ < most && again; i += 3) {
        if (i % 12 == 0)
            CUDA_OK(cudaMemsetAsync(flag, 0, sizeof(unsigned)));
        spread<<<3, 128>>>(reached, next, rounds, flag, stride);
        std::swap(reached, next);
        round = i / 3 + 1;
        if (i % 12 == 9)
            CUDA_OK(cudaMemcpy(&again, flag, sizeof again, cudaMemcpyDeviceToHost));
    }
    const unsigned spreads = (n - 1) / stride, all = std::min(most, ((spreads + 3) / 4 + 1) * 4);
    check::equal("for", s.rounds.host(), std::vector<unsigned>(1, all));
    check::value("round", round, all);
    check::value("asked", asked, all + 1);
}

// Another value each time: every guess is wrong.
static void changing(unsigned start)
{
    check::device_array<unsigned> all(std::vector<unsigned>(1, start)), trace(start);
    trace.zero();
    unsigned *const device_left = all.get(), *const device_trace = trace.get();
    unsigned left = start, sum = 0;
#pragma pt loop
    while (left > 0) {
        sum += left;
        count_down<<<2, 32>>>(device_left, device_trace);
        CUDA_OK(cudaMemcpy(&left, device_left, sizeof left, cudaMemcpyDeviceToHost));
    }
    check::equal("trace", trace.host(), std::vector<unsigned>(start, 1u));
    check::value("sum", sum, start * (start + 1) / 2);
}

#pragma pt kernel
__global__ void begin_round(unsigned *begun)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        ++*begun;
}

#pragma pt kernel
__global__ void end_round(unsigned *left, unsigned *again)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        *again = --*left > 0u;
}

// Each round begins with a step of another shape, which is a record by itself: it is launched as it is, and must not be where a
// guess in front of it was wrong.
static void single_steps(unsigned start)
{
    check::device_array<unsigned> begun(1), left(std::vector<unsigned>(1, start)), flag(1);
    begun.zero();
    unsigned *const device_begun = begun.get(), *const device_left = left.get(), *const device_flag = flag.get();
    unsigned again = 1, round = 0;
#pragma pt loop
    do {
        begin_round<<<1, 32>>>(device_begun);
        end_round<<<2, 64>>>(device_left, device_flag);
        round++;
        CUDA_OK(cudaMemcpy(&again, device_flag, sizeof again, cudaMemcpyDeviceToHost));
    } while (again);
    check::value("round", round, start);
    check::equal("begun", begun.host(), std::vector<unsigned>(1, start));
    check::equal("left", left.host(), std::vector<unsigned>(1, 0u));
}

// Blocks of another shape in every third round: what cannot be put off asks for the answer first.
static void shapes(unsigned stride)
{
    search s;
    unsigned char *reached = s.first.get(), *next = s.second.get();
    unsigned *const rounds = s.rounds.get(), *const flag = s.flag.get();
    unsigned again = 1, round = 0;
#pragma pt loop
    while (again) {
        CUDA_OK(cudaMemset(flag, 0, sizeof(unsigned)));
        spread<<<round % 3 ? 3 : 10, round % 3 ? 128 : 32>>>(reached, next, rounds, flag, stride);
        if (round % 5 == 4) // nothing to launch, and CUDA says so
            spread<<<0, 128>>>(reached, next, rounds, flag, stride);
        std::swap(reached, next);
        ++round;
        CUDA_OK(cudaMemcpy(&again, flag, sizeof again, cudaMemcpyDeviceToHost));
    }
    check::value("error", cudaGetLastError() != cudaSuccess, round > 4);
    report("shapes", s, reached, stride, round, 0);
}

// A step of many blocks and one of a small one behind it: each is a record of its own, and what asks for the answer is to make room.
#pragma pt kernel
__global__ void advance(unsigned *count)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        ++*count;
}

#pragma pt kernel
__global__ void judge(const unsigned *count, unsigned *left)
{
    if (threadIdx.x == 0)
        *left = *count < 6 ? 5 : *count < 9 ? 3 : 0;
}

static void two_shapes()
{
    check::device_array<unsigned> counted(1), judged(1);
    counted.zero();
    unsigned *const count = counted.get(), *const device_left = judged.get();
    unsigned left = 5, sum = 0, rounds = 0;
#pragma pt loop
    while (left > 0 && rounds < 1000) {
        sum += left;
        advance<<<4, 256>>>(count);
        judge<<<1, 32>>>(count, device_left);
        CUDA_OK(cudaMemcpy(&left, device_left, sizeof left, cudaMemcpyDeviceToHost));
        rounds++;
    }
    check::value("two shapes", rounds * 100 + sum, 939);
    check::equal("steps", counted.host(), std::vector<unsigned>(1, 9u));
}

#pragma pt kernel
__global__ void raise_flag(unsigned *flag, unsigned *rounds)
{
    if (threadIdx.x == 0)
        atomicExch(flag, 1u);
    if (threadIdx.x == 0 && blockIdx.x == 0)
        ++*rounds;
}

// The last round launches nothing: its guess, which is wrong, is made right behind the one before, which others may still look at.
static void nothing_at_last(unsigned times)
{
    check::device_array<unsigned> flags(1), counted(1);
    counted.zero();
    unsigned *const flag = flags.get(), *const count = counted.get();
    unsigned again = 1, round = 0;
#pragma pt loop
    while (again) {
        CUDA_OK(cudaMemset(flag, 0, sizeof(unsigned)));
        if (round++ < times)
            raise_flag<<<40, 32>>>(flag, count);
        CUDA_OK(cudaMemcpy(&again, flag, sizeof again, cudaMemcpyDeviceToHost));
    }
    check::value("nothing at last", round, times + 1);
    check::equal("and before", counted.host(), std::vector<unsigned>(1, times));
}

// Rounds that launch nothing: guesses with nothing between them.
static void idle_rounds(unsigned start, const unsigned each)
{
    check::device_array<unsigned> all(std::vector<unsigned>(1, start)), trace(start), flag(1);
    trace.zero();
    unsigned *const device_left = all.get(), *const device_trace = trace.get(), *const other = flag.get();
    unsigned left = start, round = 0, sum = 0;
#pragma pt loop
    while (left > 0) {
        CUDA_OK(cudaMemset(other, 0, sizeof(unsigned)));
        if (round++ % each == 0)
            count_down<<<2, 32>>>(device_left, device_trace);
        sum += left;
        CUDA_OK(cudaMemcpy(&left, device_left, sizeof left, cudaMemcpyDeviceToHost));
    }
    check::equal("trace of idle rounds", trace.host(), std::vector<unsigned>(start, 1u));
    check::value("idle rounds", round, (start - 1) * each + 1);
    check::value("sum of idle rounds", sum, start + each * (start - 1) * start / 2);
}

// The value is new each time, and what counts is how it compares: with a bound on either side, as a number of each kind.
#pragma pt kernel
template <class Number> __global__ void shrink(Number *value, unsigned *rounds)
{
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        *value = *value - *value / Number(8) - Number(1);
        atomicAdd(rounds, 1u);
    }
}

template <class Number> static Number shrunk(Number value) { return value - value / Number(8) - Number(1); }

template <class Number, class Bound> static void compared(const char *name, Number start, Bound bound, int most)
{
    check::device_array<Number> value(std::vector<Number>(1, start));
    check::device_array<unsigned> rounds(1);
    rounds.zero();
    Number *const device_value = value.get();
    unsigned *const device_rounds = rounds.get();
    Number left = start, want = start;
    int round = 0;
#pragma pt loop
    while (round < most && left > bound) {
        shrink<Number><<<2, 32>>>(device_value, device_rounds);
        round++;
        CUDA_OK(cudaMemcpy(&left, device_value, sizeof left, cudaMemcpyDeviceToHost));
    }
    int wanted = 0;
    for (; wanted < most && want > bound; wanted++)
        want = shrunk(want);
    check::value(name, round, wanted);
    check::equal("left", std::vector<Number>(1, left), std::vector<Number>(1, want));
    check::equal("on the device", value.host(), std::vector<Number>(1, want));
    check::equal("rounds", rounds.host(), std::vector<unsigned>(1, static_cast<unsigned>(wanted)));
}

static void bounds()
{
    check::device_array<double> value(std::vector<double>(1, 1e6));
    check::device_array<unsigned> rounds(1);
    rounds.zero();
    double *const device_value = value.get();
    unsigned *const device_rounds = rounds.get();
    const double limit = 10;
    double left, scale = 4, want = 1e6;
    int round = 0;
#pragma pt loop
    do {
        shrink<double><<<2, 32>>>(device_value, device_rounds);
        CUDA_OK(cudaMemcpy(&left, device_value, sizeof left, cudaMemcpyDeviceToHost));
    } while (limit * scale + 2 <= left && ++round < 1000);
    do
        want = shrunk(want);
    while (limit * scale + 2 <= want);
    check::equal("bounds", std::vector<double>(1, left), std::vector<double>(1, want));
    check::equal("on the device", value.host(), std::vector<double>(1, want));
    check::equal("rounds", rounds.host(), std::vector<unsigned>(1, static_cast<unsigned>(round + 1)));
}

// Down by one, past the bound by nothing, or not: each relation is another one there.
#pragma pt kernel
__global__ void decrease(int *value)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        --*value;
}

#define RELATION(name, condition)                                                                                          \
    static int name(int *device_value)                                                                                    \
    {                                                                                                                     \
        int left = 40;                                                                                                    \
        CUDA_OK(cudaMemcpy(device_value, &left, sizeof left, cudaMemcpyHostToDevice));                                    \
        do {                                                                                                              \
            --left;                                                                                                       \
        } while (condition);                                                                                              \
        return left;                                                                                                      \
    }
RELATION(above_by_hand, left > 7)
RELATION(not_below_by_hand, 7 <= left)
RELATION(other_by_hand, left != 7)

static void relations()
{
    check::device_array<int> value(1);
    int *const device_value = value.get();
    int left = 0;
    const int above = above_by_hand(device_value);
#pragma pt loop
    do {
        decrease<<<2, 32>>>(device_value);
        CUDA_OK(cudaMemcpy(&left, device_value, sizeof left, cudaMemcpyDeviceToHost));
    } while (left > 7);
    check::value("above", left, above);
    const int not_below = not_below_by_hand(device_value);
#pragma pt loop
    do {
        decrease<<<2, 32>>>(device_value);
        CUDA_OK(cudaMemcpy(&left, device_value, sizeof left, cudaMemcpyDeviceToHost));
    } while (7 <= left);
    check::value("not below", left, not_below);
    check::equal("on the device", value.host(), std::vector<int>(1, not_below));
    const int other = other_by_hand(device_value);
#pragma pt loop
    do {
        decrease<<<2, 32>>>(device_value);
        CUDA_OK(cudaMemcpy(&left, device_value, sizeof left, cudaMemcpyDeviceToHost));
    } while (left != 7);
    check::value("other", left, other);
    int small = -40;
    CUDA_OK(cudaMemcpy(device_value, &small, sizeof small, cudaMemcpyHostToDevice));
    int rounds = 0;
#pragma pt loop
    do {
        decrease<<<2, 32>>>(device_value);
        CUDA_OK(cudaMemcpy(&left, device_value, sizeof left, cudaMemcpyDeviceToHost));
    } while (left < 7 && ++rounds < 50);
    check::value("below", left, -90);
    CUDA_OK(cudaMemcpy(device_value, &above, sizeof above, cudaMemcpyHostToDevice));
#pragma pt loop
    do {
        decrease<<<2, 32>>>(device_value);
        CUDA_OK(cudaMemcpy(&left, device_value, sizeof left, cudaMemcpyDeviceToHost));
    } while (left >= -20);
    check::value("not below -20", left, -21);
    int equal = 7;
#pragma pt loop
    do {
        CUDA_OK(cudaMemcpy(device_value, &equal, sizeof equal, cudaMemcpyHostToDevice));
        decrease<<<2, 32>>>(device_value);
        rounds++;
        CUDA_OK(cudaMemcpy(&left, device_value, sizeof left, cudaMemcpyDeviceToHost));
    } while (left == 6 && rounds < 99);
    check::value("equal", left * 100 + rounds, 699);
}

int main()
{
    check::begin("loop_reads_back");
    for (unsigned stride : {300u, 299u, 100u, 20u, 1u}) {
        do_loop(stride);
        while_loop(stride);
        for (unsigned most : {1u, 4u, 30u, 31u, 1000u})
            for_loop(stride, most);
        shapes(stride);
    }
    two_shapes();
    for (unsigned start : {1u, 2u, 40u})
        changing(start);
    for (unsigned times : {1u, 2u, 3u, 4u, 7u, 16u, 33u})
        nothing_at_last(times);
    for (unsigned each : {2u, 3u, 7u, 40u})
        idle_rounds(9, each);
    for (unsigned start : {1u, 3u, 40u})
        single_steps(start);
    compared<double>("double", 1e5, 3, 1000);
    compared<double>("most", 1e5, 3, 17);
    compared<float>("float", 1e5f, 0.5, 1000);
    compared<int>("int", 100000, -5L, 1000);
    compared<unsigned>("unsigned", 100000, 9, 1000);
    compared<unsigned>("mixed", 100000, -1, 1000);
    compared<long long>("long", 1ll << 40, 1 << 20, 1000);
    compared<unsigned long long>("unsigned long", 1ull << 40, 1u << 20, 1000);
    compared<short>("short", 30000, 9, 1000);
    bounds();
    relations();
    return check::finish();
}
