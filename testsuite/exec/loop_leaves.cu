// #pragma pt loop: loops that an `if` in their body leaves by a value that is read back run ahead of the device, too.
// expect: handled
#include "check.h"

#include <algorithm>
#include <cmath>
#include <utility>

// One value of a row for each round, and how often it was asked for.
#pragma pt kernel
template <class X> __global__ void next_value(const X *row, unsigned *round, X *value)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        *value = row[(*round)++];
}

// What stands behind the `if`: none of it may be done in the round in which the loop is left, nor behind it.
#pragma pt kernel
__global__ void note(unsigned *trace, unsigned what)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        *trace = *trace * 31u + what;
}

template <class X> struct rows {
    check::device_array<X> row, value;
    check::device_array<unsigned> round, trace;
    // From char, as there is no array in a std::vector<bool>.
    template <class Y> explicit rows(const std::vector<Y> &values) : row(values.size()), value(1), round(1), trace(1)
    {
        static_assert(sizeof(X) == sizeof(Y), "the same bytes");
        CUDA_OK(cudaMemcpy(row.get(), values.data(), values.size() * sizeof(Y), cudaMemcpyHostToDevice));
        round.zero();
        trace.zero();
    }
    void report(const char *name, int i, unsigned rounds) const
    {
        check::value(name, i, static_cast<int>(rounds));
        check::equal("rounds", round.host(), std::vector<unsigned>(1, rounds));
    }
};

// `ones` of them, then a zero, and ones again.
template <class X> static std::vector<X> zero_behind(unsigned ones)
{
    std::vector<X> values(ones + 100, X(1));
    values[ones] = X(0);
    return values;
}

static unsigned noted(unsigned times)
{
    unsigned trace = 0;
    for (unsigned i = 0; i < times; i++)
        trace = trace * 31u + 7u + i;
    return trace;
}

// The branch says what it has found, and that once; what follows in the round is done in those before only.
static void for_with_break(unsigned ones, int most)
{
    std::vector<int> values = zero_behind<int>(ones);
    values[ones + 1] = 0;
    rows<int> r(values);
    const int *const row = r.row.get();
    int *const value = r.value.get();
    unsigned *const round = r.round.get(), *const trace = r.trace.get();
    int again = 1, found = -1, i;
#pragma pt loop
    for (i = 0; i < most; i++) {
        next_value<int><<<2, 64>>>(row, round, value);
        CUDA_OK(cudaGetLastError());
        CUDA_OK(cudaMemcpy(&again, value, sizeof again, cudaMemcpyDeviceToHost));
        if (!again) {
            check::value("left at", i, static_cast<int>(ones));
            next_value<int><<<1, 32>>>(row, round, value);
            CUDA_OK(cudaMemcpy(&again, value, sizeof again, cudaMemcpyDeviceToHost)); // asked by nobody
            check::value("and behind it", again, 0);
            note<<<1, 32>>>(trace, 99u);
            found = i;
            break;
        }
        note<<<2, 64>>>(trace, 7u + i);
    }
    const bool is_left = ones < static_cast<unsigned>(most);
    check::value("found", found, is_left ? static_cast<int>(ones) : -1);
    check::equal("trace", r.trace.host(), std::vector<unsigned>(1, is_left ? noted(ones) * 31u + 99u : noted(most)));
    r.report("for", is_left ? i + 2 : i, is_left ? ones + 2 : most);
}

// No condition; a number that is compared with one that stays the same; another thing by which it is left.
static int endless(const std::vector<float> &values, float limit, int most)
{
    rows<float> r(values);
    const float *const row = r.row.get();
    float *const value = r.value.get();
    unsigned *const round = r.round.get();
    float error = 1e9f;
    int i = 0;
#pragma pt loop
    for (;;) {
        i++;
        next_value<float><<<2, 64>>>(row, round, value);
        CUDA_OK(cudaMemcpy(&error, value, sizeof error, cudaMemcpyDeviceToHost));
        if (error < limit * 2 || i == most)
            break;
    }
    check::equal("error", std::vector<float>(1, std::isnan(error) ? -1.f : error),
                 std::vector<float>(1, std::isnan(values[i - 1]) ? -1.f : values[i - 1]));
    r.report("endless", i, i);
    return i;
}

// Asked in every third round only, within an else; left by return.
static int now_and_then(unsigned ones, int most)
{
    rows<bool> r(zero_behind<unsigned char>(ones));
    const bool *const row = r.row.get();
    bool *const value = r.value.get();
    unsigned *const round = r.round.get(), *const trace = r.trace.get();
    bool again = true;
    int i = 0;
#pragma pt loop
    while (i++ < most) {
        next_value<bool><<<2, 64>>>(row, round, value);
        if (i % 3) {
            note<<<1, 64>>>(trace, 1u);
        } else {
            CUDA_OK(cudaMemcpy(&again, value, sizeof again, cudaMemcpyDeviceToHost));
            if (again == false) {
                r.report("returned", i, i);
                return i;
            } else
                note<<<1, 64>>>(trace, 2u);
        }
        if (i % 5 == 0)
            continue;
        note<<<1, 64>>>(trace, 3u);
    }
    r.report("all", i - 1, most);
    return 0;
}

// On a stream of its own, waited for behind the copy.
static void on_a_stream(unsigned ones)
{
    rows<unsigned> r(zero_behind<unsigned>(ones));
    const unsigned *const row = r.row.get();
    unsigned *const value = r.value.get(), *const round = r.round.get(), *const trace = r.trace.get();
    cudaStream_t stream;
    CUDA_OK(cudaStreamCreate(&stream));
    unsigned again = 1;
    int i = 0;
#pragma pt loop
    do {
        next_value<unsigned><<<2, 64, 0, stream>>>(row, round, value);
        CUDA_OK(cudaMemcpyAsync(&again, value, sizeof again, cudaMemcpyDeviceToHost, stream));
        CUDA_OK(cudaStreamSynchronize(stream));
        i++;
        if (again == 0)
            break;
        note<<<1, 32, 0, stream>>>(trace, 6u + i);
        CUDA_OK(cudaStreamSynchronize(stream));
    } while (i < 90);
    CUDA_OK(cudaStreamSynchronize(stream));
    r.report("stream", i, std::min(ones + 1, 90u));
    check::equal("trace", r.trace.host(), std::vector<unsigned>(1, noted(std::min(ones, 90u))));
    CUDA_OK(cudaStreamDestroy(stream));
}

// The condition reads the copy, which was not waited for by a word of its own, or by one.
static void by_its_condition(unsigned ones, bool waits)
{
    rows<unsigned char> r(zero_behind<unsigned char>(ones));
    const unsigned char *const row = r.row.get();
    unsigned char *const value = r.value.get();
    unsigned *const round = r.round.get();
    unsigned char again = 1;
    int i = 0;
    if (waits) {
#pragma pt loop
        while (again) {
            next_value<unsigned char><<<2, 64>>>(row, round, value);
            CUDA_OK(cudaMemcpyAsync(&again, value, sizeof again, cudaMemcpyDeviceToHost, 0));
            ++i;
            CUDA_OK(cudaDeviceSynchronize());
        }
    } else {
#pragma pt loop
        do {
            next_value<unsigned char><<<2, 64>>>(row, round, value);
            ++i;
            CUDA_OK(cudaMemcpyAsync(&again, value, sizeof again, cudaMemcpyDeviceToHost));
        } while (again != 0);
    }
    r.report("condition", i, ones + 1);
}

// `or` and `and` are operators, whatever their letters: what is compared is 5, not what `5 or no` is.
static void by_words(unsigned fives, int most)
{
    std::vector<unsigned> values(fives + 100, 9u);
    for (size_t i = fives; i < values.size(); i++)
        values[i] = 3u;
    rows<unsigned> r(values), s(values);
    const unsigned *const row = r.row.get(), *const row_again = s.row.get();
    unsigned *const value = r.value.get(), *const value_again = s.value.get();
    unsigned *const round = r.round.get(), *const round_again = s.round.get();
    unsigned again = 9u;
    int i = 0;
    bool no = false, yes = true;
#pragma pt loop
    while (again > 5u or no) {
        next_value<unsigned><<<2, 64>>>(row, round, value);
        i++;
        CUDA_OK(cudaMemcpy(&again, value, sizeof again, cudaMemcpyDeviceToHost));
    }
    r.report("or", i, fives + 1);
    again = 9u;
#pragma pt loop
    for (i = 0; i < most; i++) {
        next_value<unsigned><<<2, 64>>>(row_again, round_again, value_again);
        CUDA_OK(cudaMemcpy(&again, value_again, sizeof again, cudaMemcpyDeviceToHost));
        if (again < 5u and yes)
            break;
    }
    s.report("and", i < most ? i + 1 : i, std::min(static_cast<int>(fives) + 1, most));
}

// Left in two ways: what the first asks for is guessed, the other is known; no way out of the function but these.
static int bounded(const rows<int> &r, int most)
{
    const int *const row = r.row.get();
    int *const value = r.value.get();
    unsigned *const round = r.round.get(), *const trace = r.trace.get();
    int again = 1, i = 0;
#pragma pt loop
    for (;;) {
        next_value<int><<<2, 64>>>(row, round, value);
        CUDA_OK(cudaMemcpy(&again, value, sizeof again, cudaMemcpyDeviceToHost));
        if (!again)
            return i;
        note<<<1, 64>>>(trace, 7u + i);
        if (++i == most) {
            note<<<1, 64>>>(trace, 5u);
            next_value<int><<<1, 64>>>(row, round, value);
            CUDA_OK(cudaMemcpy(&again, value, sizeof again, cudaMemcpyDeviceToHost));
            return -i * again;
        }
    }
}

// The other way stands in front of the copy, which is not made in each round, and counts.
static int bounded_in_front(unsigned ones, int most)
{
    rows<unsigned> r(zero_behind<unsigned>(ones));
    const unsigned *const row = r.row.get();
    unsigned *const value = r.value.get(), *const round = r.round.get();
    unsigned again = 1;
    int i = 0, asked = 0;
#pragma pt loop
    while (true) {
        if (i++ >= most)
            return asked;
        next_value<unsigned><<<2, 64>>>(row, round, value);
        if (i % 3 == 0) {
            CUDA_OK(cudaMemcpy(&again, value, sizeof again, cudaMemcpyDeviceToHost));
            asked++;
            if (again == 0) {
                r.report("in front", i, i);
                return -asked;
            }
        }
    }
}

// The condition looks at the value, and the other way lies between the copy and the condition; both may hold at once. The branch sees
// the value that was copied, and what it asks for itself.
static void bounded_by_condition(unsigned ones, int most)
{
    std::vector<float> values = zero_behind<float>(ones);
    for (unsigned i = 0; i < ones; i++)
        values[i] += static_cast<float>(i % 3);
    rows<float> r(values);
    const float *const row = r.row.get();
    float *const value = r.value.get();
    unsigned *const round = r.round.get(), *const trace = r.trace.get();
    float error = 1.f, last = -1.f;
    int i = 0;
#pragma pt loop
    while (error > 0.5f) {
        next_value<float><<<2, 64>>>(row, round, value);
        CUDA_OK(cudaMemcpy(&error, value, sizeof error, cudaMemcpyDeviceToHost));
        if (++i >= most) {
            last = error;
            note<<<1, 64>>>(trace, 3u);
            next_value<float><<<1, 64>>>(row, round, value);
            CUDA_OK(cudaMemcpy(&error, value, sizeof error, cudaMemcpyDeviceToHost));
            break;
        }
    }
    const bool is_bound = i == most;
    check::equal("last", std::vector<float>(1, last), std::vector<float>(1, is_bound ? values[most - 1] : -1.f));
    check::equal("next", std::vector<float>(1, error), std::vector<float>(1, values[i - !is_bound]));
    check::equal("trace", r.trace.host(), std::vector<unsigned>(1, is_bound ? 3u : 0u));
    const int rounds = std::min(static_cast<int>(ones) + 1, most);
    r.report("either", i + is_bound, rounds + is_bound);
}

// What the branch reads by a pointer the device has written.
static int read_when_left(unsigned ones, int most)
{
    rows<int> r(zero_behind<int>(ones));
    const int *const row = r.row.get();
    int *const value = r.value.get();
    unsigned *round = nullptr, seen = 0, last = 0;
    CUDA_OK(cudaMallocManaged(&round, sizeof *round));
    *round = 0;
    int again = 1, i = 0;
#pragma pt loop
    for (i = 0; i < 200; i++) {
        next_value<int><<<2, 64>>>(row, round, value);
        CUDA_OK(cudaMemcpy(&again, value, sizeof again, cudaMemcpyDeviceToHost));
        if (again == 0)
            break;
        next_value<int><<<2, 64>>>(row, round, value);
        CUDA_OK(cudaDeviceSynchronize());
        if (i + 1 == most) {
            seen = *round;
            next_value<int><<<2, 64>>>(row, round, value);
            CUDA_OK(cudaDeviceSynchronize());
            seen = seen * 1000 + *round;
            next_value<int><<<2, 64>>>(row, round, value);
            CUDA_OK(cudaStreamSynchronize(0));
            last = *round;
            *round = last - 2;
            break;
        }
    }
    CUDA_OK(cudaDeviceSynchronize());
    check::value("seen", static_cast<int>(seen), ones / 2 >= static_cast<unsigned>(most) ? 2002 * most + 1 : 0);
    check::value("last", static_cast<int>(last), seen ? 2 * most + 2 : 0);
    const int rounds = static_cast<int>(*round);
    CUDA_OK(cudaFree(round));
    return rounds;
}

// What the value is compared with is another one in each round, and is changed where it is asked.
static void limit_that_moves(unsigned least)
{
    std::vector<unsigned> values(200);
    for (unsigned i = 0; i < values.size(); i++)
        values[i] = i % 7 == 6 ? least : 100 + i;
    rows<unsigned> r(values);
    const unsigned *const row = r.row.get();
    unsigned *const value = r.value.get(), *const round = r.round.get();
    unsigned left = 1, bound = 0;
    int i = 0;
#pragma pt loop
    while (left > bound && ++bound < 90) {
        next_value<unsigned><<<2, 64>>>(row, round, value);
        i++;
        CUDA_OK(cudaMemcpy(&left, value, sizeof left, cudaMemcpyDeviceToHost));
    }
    unsigned wanted = 0, last = 1;
    for (unsigned limit = 0; last > limit && ++limit < 90;)
        last = values[wanted++];
    r.report("moves", i, wanted);
}

int main()
{
    check::begin("loop_leaves");
    for (unsigned ones : {0u, 1u, 2u, 3u, 9u, 40u, 99u})
        for (int most : {0, 1, 2, 3, 4, 9, 10, 11, 40, 41, 100}) {
            for_with_break(ones, most);
            check::value("returned", now_and_then(ones, most), ones % 3 == 2 && ones < static_cast<unsigned>(most) ? static_cast<int>(ones) + 1 : 0);
        }
    // Rounds of the loop that come behind the last one, when that is known, ask for nothing, and what they count is undone.
    for (unsigned ones : {8u, 20u, 50u, 92u})
        for (unsigned behind = 1; behind < 12; behind++)
            check::value("returned", now_and_then(ones, static_cast<int>(ones + behind)), static_cast<int>(ones) + 1);
    const float nan = std::nanf("");
    for (int most : {1, 2, 7, 33, 34, 35, 60}) {
        std::vector<float> values(100, 5.f);
        values[33] = 0.5f;
        check::value("below", endless(values, 0.5f, most), std::min(most, 34));
        values[33] = 1.f; // not below
        check::value("not below", endless(values, 0.5f, most), most);
        values[20] = nan; // neither below nor not
        check::value("no number", endless(values, 0.5f, most), most);
        values[40] = 1e-40f; // almost 0, and not below it
        check::value("almost 0", endless(values, 0.f, most), most);
        std::fill_n(values.begin(), 33, nan);
        values[33] = 0.5f;
        check::value("first below", endless(values, 0.5f, most), std::min(most, 34));
    }
    for (unsigned ones : {0u, 1u, 2u, 16u, 17u, 64u, 89u, 90u, 91u})
        on_a_stream(ones);
    for (unsigned ones : {0u, 1u, 2u, 5u, 64u, 70u}) {
        by_its_condition(ones, true);
        by_its_condition(ones, false);
    }
    for (int most : {1, 2, 5, 30, 60, 90})
        by_words(59, most);
    for (unsigned least : {0u, 1u, 6u, 7u, 8u, 13u, 14u, 20u, 21u, 34u, 35u, 69u, 70u})
        limit_that_moves(least);
    for (unsigned ones : {0u, 1u, 2u, 3u, 8u, 20u, 50u, 92u})
        for (int most : {1, 2, 3, 7, 8, 9, 20, 21, 22, 40, 51, 90}) {
            const bool is_first = ones < static_cast<unsigned>(most);
            const rows<int> r(zero_behind<int>(ones));
            check::value("bounded", bounded(r, most), is_first ? static_cast<int>(ones) : ones == static_cast<unsigned>(most) ? 0 : -most);
            check::equal("trace", r.trace.host(), std::vector<unsigned>(1, is_first ? noted(ones) : noted(most) * 31u + 5u));
            const int found = static_cast<int>(ones) + 1;
            const bool is_found = found % 3 == 0 && found <= most;
            check::value("in front", bounded_in_front(ones, most), is_found ? -found / 3 : most / 3);
            bounded_by_condition(ones, most);
            if (ones % 2 == 0) // each round takes two
                check::value("managed", read_when_left(ones, most), std::min(found, 2 * most));
        }
    return check::finish();
}
