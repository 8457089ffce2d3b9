// #pragma pt loop: what a loop that ends by what it reads back must not guess about, or must undo: variables under other names, other
// functions that leave something behind, what stands in the header, copies of a part, numbers that change.
// expect: handled
// needs: c++17
#include "check.h"

#include <utility>

#pragma pt kernel
__global__ void count_down(int *left, int *again, int *rounds)
{
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        --*left;
        ++*rounds;
        *again = *left > 0;
    }
}

#pragma pt kernel
__global__ void increase(int *value)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        ++*value;
}

struct device_side {
    check::device_array<int> memory;
    int *const left, *const again, *const rounds, *const more;
    explicit device_side(int start) : memory(16), left(memory.get()), again(left + 1), rounds(left + 2), more(left + 4)
    {
        std::vector<int> values(16, 0);
        values[0] = start;
        memory.set(values);
    }
    int at(const int *place) const { return memory.host()[static_cast<size_t>(place - left)]; }
};

static int calls, printed[64];
static void log(int step) { printed[calls++] = step; }
static int *front, *back;
static void flip() { std::swap(front, back); }
static unsigned bits;
static unsigned shifted()
{
    bits >>= 1;
    return bits;
}
static void counts(cudaError_t error)
{
    calls++;
    if (error != cudaSuccess)
        exit(1);
}
// They tell of each call, by another function, and a macro by what it calls.
static void note_call() { calls++; }
static void tells(cudaError_t error)
{
    note_call();
    if (error != cudaSuccess)
        exit(1);
}
#define TELLS(call) do { const cudaError_t error = (call); note_call(); if (error != cudaSuccess) exit(1); } while (0)
namespace other {
static int round;
}
struct pair_of_numbers {
    int first, second;
};
struct counter {
    int &sum;
};
struct guard {
    int &sum;
    ~guard() { sum++; }
};
// It has no name where the loop is asked whether it goes on, and keeps its value nevertheless.
static int own_static(int start)
{
    const device_side d(start);
    int again = 1, before = 0, after = 0, round = 0;
#pragma pt loop
    do {
        static int total = 0;
        before = round == 0 ? total : before;
        after = ++total;
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        CUDA_OK(cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost));
    } while (again);
    static int expected = 0; // what it was left with
    const bool is_as_left = before == expected;
    expected = after;
    return is_as_left ? round : -round;
}

int elsewhere;
static int own_extern(int start)
{
    const device_side d(start);
    int again = 1;
    elsewhere = 0;
#pragma pt loop
    do {
        extern int elsewhere;
        elsewhere++;
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        CUDA_OK(cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost));
    } while (again);
    return elsewhere;
}

// What stands in no function's body: a member's first value, a default argument.
static int made;
struct numbered {
    int number = ++made;
};
static int next_number(int number = ++made) { return number; }

static int by_first_value(int start)
{
    const device_side d(start);
    int again = 1, last = 0;
    made = 0;
#pragma pt loop
    do {
        numbered object;
        last = object.number;
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        CUDA_OK(cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost));
    } while (again);
    return last == made ? made : -made;
}

static int by_default_argument(int start)
{
    const device_side d(start);
    int again = 1, last = 0;
    made = 0;
#pragma pt loop
    do {
        last = next_number();
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        CUDA_OK(cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost));
    } while (again);
    return last == made ? made : -made;
}

struct tally {
    mutable int sum = 0;
};
static int by_mutable_member(int start)
{
    const device_side d(start);
    const tally t;
    int again = 1;
#pragma pt loop
    do {
        t.sum++;
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        CUDA_OK(cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost));
    } while (again);
    return t.sum;
}

static int by_assembly(int start)
{
    const device_side d(start);
    int again = 1, sum = 0;
    int *const place = &sum;
#pragma pt loop
    do {
        asm volatile("" : : "r"(place) : "memory"); // and what stands in it may change what a pointer points to
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        CUDA_OK(cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost));
    } while (again);
    return d.at(d.rounds) + sum;
}

// A parameter that is written as an array is a pointer: rounds that should not have been are not to leave anything behind it.
static int notes(int *left, int *again, int *rounds, int note[], int length)
{
    int more = 1, level = 0;
#pragma pt loop
    while (more) {
        note[level % length]++;
        count_down<<<2, 32>>>(left, again, rounds);
        level++;
        CUDA_OK(cudaMemcpy(&more, again, sizeof more, cudaMemcpyDeviceToHost));
    }
    return level;
}

static int by_parameter(int start)
{
    const device_side d(start);
    int note[256] = {}, sum = 0;
    const int level = notes(d.left, d.again, d.rounds, note, 256);
    for (int n : note)
        sum += n;
    return sum == level && d.at(d.rounds) == start ? level : -sum;
}

struct bit_field {
    unsigned rounds : 6;
    unsigned count(int start);
};

#define ROUND other::round
#define TWICE(x) ((x) * 2)
#define LIMIT TWICE(limit)
#define MUST_BE(condition) do { if (!(condition)) { printf("must be " #condition "\n"); exit(1); } } while (0)

static int own_log(int start)
{
    const device_side d(start);
    int again = 1, round = 0;
    calls = 0;
#pragma pt loop
    do {
        log(round);
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        CUDA_OK(cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost));
    } while (again);
    check::value("own_log, device", d.at(d.rounds) + round, 2 * start);
    return calls;
}

static int swaps_globals(int start)
{
    const device_side d(start);
    int again = 1, round = 0;
    int one, two;
    front = &one;
    back = &two;
#pragma pt loop
    do {
        flip();
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        CUDA_OK(cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost));
    } while (again);
    check::value("swaps_globals, device", d.at(d.rounds) + round, 2 * start);
    return front == (start % 2 ? &two : &one) ? start : -1;
}

static int shifts_global(int start)
{
    const device_side d(start);
    int again = 1, round = 0;
    bits = ~0u;
#pragma pt loop
    do {
        shifted();
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        CUDA_OK(cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost));
    } while (again);
    check::value("shifts_global, device", d.at(d.rounds) + round, 2 * start);
    return bits == (start < 32 ? ~0u >> start : 0u) ? start : -1;
}

static int own_check(int start)
{
    const device_side d(start);
    int again = 1, round = 0;
    calls = 0;
#pragma pt loop
    do {
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        counts(cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost));
    } while (again);
    check::value("own_check, device", d.at(d.rounds) + round, 2 * start);
    return calls;
}

static int telling_check(int start)
{
    const device_side d(start);
    int again = 1, round = 0;
    calls = 0;
#pragma pt loop
    do {
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        tells(cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost));
    } while (again);
    check::value("telling_check, device", d.at(d.rounds) + round, 2 * start);
    return calls;
}

static int telling_macro(int start)
{
    const device_side d(start);
    int again = 1, round = 0;
    calls = 0;
#pragma pt loop
    do {
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        TELLS(cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost));
    } while (again);
    check::value("telling_macro, device", d.at(d.rounds) + round, 2 * start);
    return calls;
}

static int by_alias(int start)
{
    const device_side d(start);
    int again = 1, round = 0;
    int &alias = again;
    int sum = 1;
#pragma pt loop
    do {
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        CUDA_OK(cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost));
        sum += alias;
    } while (again);
    check::value("by_alias, device", d.at(d.rounds) + round, 2 * start);
    return sum;
}

static int by_binding(int start)
{
    const device_side d(start);
    int again = 1, round = 0;
    pair_of_numbers both = {0, 0};
    auto &[first, second] = both;
#pragma pt loop
    do {
        first++;
        second--;
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        CUDA_OK(cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost));
    } while (again);
    check::value("by_binding, device", d.at(d.rounds) + round, 2 * start);
    return first - second == 2 * start ? start : -1;
}

static int by_copied_binding(int start)
{
    const device_side d(start);
    int again = 1, round = 0;
    auto [first, second] = pair_of_numbers{0, 0};
#pragma pt loop
    do {
        first++;
        second--;
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        CUDA_OK(cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost));
    } while (again);
    check::value("by_copied_binding, device", d.at(d.rounds) + round, 2 * start);
    return first - second == 2 * start ? start : -1;
}

static int by_reference_member(int start)
{
    const device_side d(start);
    int again = 1, round = 0;
    int sum = 0;
    const counter c{sum};
#pragma pt loop
    do {
        c.sum++;
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        CUDA_OK(cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost));
    } while (again);
    check::value("by_reference_member, device", d.at(d.rounds) + round, 2 * start);
    return sum;
}

static int by_const_cast(int start)
{
    const device_side d(start);
    int again = 1, round = 0;
    int sum = 0;
    const int &seen = sum;
#pragma pt loop
    do {
        const_cast<int &>(seen)++;
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        CUDA_OK(cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost));
    } while (again);
    check::value("by_const_cast, device", d.at(d.rounds) + round, 2 * start);
    return sum;
}

static int by_destructor(int start)
{
    const device_side d(start);
    int again = 1, round = 0;
    int sum = 0;
#pragma pt loop
    do {
        const guard g{sum};
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        CUDA_OK(cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost));
    } while (again);
    check::value("by_destructor, device", d.at(d.rounds) + round, 2 * start);
    return sum;
}

static int by_qualified_name(int start)
{
    const device_side d(start);
    int again = 1, round = 0;
    other::round = 0;
#pragma pt loop
    do {
        other::round++;
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        CUDA_OK(cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost));
    } while (again);
    check::value("by_qualified_name, device", d.at(d.rounds) + round, 2 * start);
    return other::round;
}

static int by_macro(int start)
{
    const device_side d(start);
    int again = 1, round = 0;
    other::round = 0;
#pragma pt loop
    do {
        ROUND++;
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        CUDA_OK(cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost));
    } while (again);
    check::value("by_macro, device", d.at(d.rounds) + round, 2 * start);
    return other::round;
}

static int by_designator(int start)
{
    const device_side d(start);
    int again = 1, round = 0;
    int sum = 0;
#pragma pt loop
    do {
        const pair_of_numbers next{.first = sum + 1, .second = 0};
        sum = next.first;
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        CUDA_OK(cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost));
    } while (again);
    check::value("by_designator, device", d.at(d.rounds) + round, 2 * start);
    return sum;
}

static int by_braces(int start)
{
    const device_side d(start);
    int again = 1, round = 0;
    pair_of_numbers sum = {0, 0};
#pragma pt loop
    do {
        sum = pair_of_numbers{sum.first + 1, sum.second};
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        CUDA_OK(cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost));
    } while (again);
    check::value("by_braces, device", d.at(d.rounds) + round, 2 * start);
    return sum.first;
}

static int ends_program(int start)
{
    const device_side d(start);
    int again = 1, round = 0;
#pragma pt loop
    do {
        MUST_BE(round < start);
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        CUDA_OK(cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost));
    } while (again);
    check::value("ends_program, device", d.at(d.rounds) + round, 2 * start);
    return round;
}

static int copies_in_condition(int start)
{
    const device_side d(start);
    int again = 1, round = 0;
#pragma pt loop
    do {
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        CUDA_OK(cudaGetLastError());
    } while (cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost) == cudaSuccess && again);
    check::value("copies_in_condition, device", d.at(d.rounds) + round, 2 * start);
    return round;
}

static int copies_twice(int start)
{
    const device_side d(start);
    int again = 1, round = 0;
    int seen = -1, *const to = &seen;
#pragma pt loop
    do {
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        CUDA_OK(cudaMemcpy(to, d.again, sizeof *to, cudaMemcpyDeviceToHost));
        CUDA_OK(cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost));
    } while (again);
    check::value("copies_twice, device", d.at(d.rounds) + round, 2 * start);
    return seen == 0 ? round : -1;
}

static int number_by_alias(int start)
{
    const device_side d(start);
    int left = start, round = 0;
    int limit = 0, &alias = limit;
#pragma pt loop
    while (left > limit) {
        alias++;
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        CUDA_OK(cudaMemcpy(&left, d.left, sizeof left, cudaMemcpyDeviceToHost));
    }
    check::value("number_by_alias, device", d.at(d.rounds), round);
    return 2 * round - start % 2 == start ? start : -1;
}

static int number_by_reference(int start)
{
    const device_side d(start);
    int left = start, round = 0;
    int other_limit = 0;
    const int &limit = other_limit;
#pragma pt loop
    while (left > limit) {
        other_limit++;
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        CUDA_OK(cudaMemcpy(&left, d.left, sizeof left, cudaMemcpyDeviceToHost));
    }
    check::value("number_by_reference, device", d.at(d.rounds), round);
    return 2 * round - start % 2 == start ? start : -1;
}

static int number_by_macro(int start)
{
    const device_side d(start);
    int left = start, round = 0;
    int limit = 0;
#pragma pt loop
    while (left > LIMIT) {
        limit++;
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        CUDA_OK(cudaMemcpy(&left, d.left, sizeof left, cudaMemcpyDeviceToHost));
    }
    check::value("number_by_macro, device", d.at(d.rounds), round);
    return round == (start + 2) / 3 ? start : -1;
}

static int number_divided(int start)
{
    const device_side d(start);
    int left = start, round = 0;
    const int parts = start < 0; // 0
#pragma pt loop
    while (parts != 0 && left > start / parts) {
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        CUDA_OK(cudaMemcpy(&left, d.left, sizeof left, cudaMemcpyDeviceToHost));
    }
    check::value("number_divided, device", d.at(d.rounds), round);
    return round ? -1 : start;
}

static int shifted_number(int start)
{
    const device_side d(start);
    int left = start, round = 0;
#pragma pt loop
    while (left << 2) {
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        CUDA_OK(cudaMemcpy(&left, d.left, sizeof left, cudaMemcpyDeviceToHost));
    }
    check::value("shifted_number, device", d.at(d.rounds), round);
    return round;
}

static int reads_alias(int start)
{
    const device_side d(start);
    int left = start, round = 0;
    int &alias = left, sum = 0;
#pragma pt loop
    while (left > 0) {
        sum += alias;
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        CUDA_OK(cudaMemcpy(&left, d.left, sizeof left, cudaMemcpyDeviceToHost));
    }
    check::value("reads_alias, device", d.at(d.rounds), round);
    return sum == start * (start + 1) / 2 ? start : -1;
}

static int part_of_a_number(int start)
{
    const device_side d(start);
    int left = start, round = 0;
#pragma pt loop
    while (left > 0) {
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        CUDA_OK(cudaMemcpy(&left, d.left, 1, cudaMemcpyDeviceToHost));
    }
    check::value("part_of_a_number, device", d.at(d.rounds), round);
    return round;
}

static int unaligned_number(int start)
{
    const device_side d(start);
    int left = start, round = 0;
    char *const odd = reinterpret_cast<char *>(d.more) + 1;
#pragma pt loop
    while (left != 0) {
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        CUDA_OK(cudaMemcpy(odd, d.again, sizeof left, cudaMemcpyDeviceToDevice));
        CUDA_OK(cudaMemcpy(&left, odd, sizeof left, cudaMemcpyDeviceToHost));
    }
    check::value("unaligned_number, device", d.at(d.rounds), round);
    return round;
}

static int throws(int start)
{
    const device_side d(start);
    int again = 1, round = 0;
    try {
#pragma pt loop
        do {
            if (round == start)
                throw start;
            count_down<<<2, 32>>>(d.left, d.again, d.rounds);
            round++;
            CUDA_OK(cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost));
        } while (again);
    } catch (int) {
        return -1;
    }
    return d.at(d.rounds);
}

static int launches_in_header(int start)
{
    const device_side d(start);
    int again = 1, round = 0;
#pragma pt loop
    for (; again; increase<<<2, 32>>>(d.more)) {
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        CUDA_OK(cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost));
    }
    check::value("round", round, start);
    return d.at(d.more);
}

static int sets_in_header(int start)
{
    const device_side d(start);
    int again = 1, round = 0;
#pragma pt loop
    for (; again; CUDA_OK(cudaMemset(d.more, round, 1))) {
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        CUDA_OK(cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost));
    }
    check::value("round", round, start);
    return d.at(d.more);
}

static int own_variable(int start)
{
    const device_side d(start);
    int round = 0;
#pragma pt loop
    while (round < start) {
        int again;
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        round++;
        CUDA_OK(cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost));
    }
    return d.at(d.rounds);
}

unsigned bit_field::count(int start)
{
    const device_side d(start);
    int again = 1;
    rounds = 0;
#pragma pt loop
    do {
        rounds++;
        count_down<<<2, 32>>>(d.left, d.again, d.rounds);
        CUDA_OK(cudaMemcpy(&again, d.again, sizeof again, cudaMemcpyDeviceToHost));
    } while (again);
    return rounds;
}

int main()
{
    check::begin("loop_guesses");
    const struct {
        const char *name;
        int (*run)(int);
    } all[] = {
        {"own_log", own_log},
        {"swaps_globals", swaps_globals},
        {"shifts_global", shifts_global},
        {"own_check", own_check},
        {"telling_check", telling_check},
        {"telling_macro", telling_macro},
        {"by_alias", by_alias},
        {"by_binding", by_binding},
        {"by_copied_binding", by_copied_binding},
        {"by_reference_member", by_reference_member},
        {"by_const_cast", by_const_cast},
        {"by_destructor", by_destructor},
        {"by_qualified_name", by_qualified_name},
        {"by_macro", by_macro},
        {"by_designator", by_designator},
        {"by_braces", by_braces},
        {"ends_program", ends_program},
        {"copies_in_condition", copies_in_condition},
        {"copies_twice", copies_twice},
        {"number_by_alias", number_by_alias},
        {"number_by_reference", number_by_reference},
        {"number_by_macro", number_by_macro},
        {"number_divided", number_divided},
        {"shifted_number", shifted_number},
        {"reads_alias", reads_alias},
        {"part_of_a_number", part_of_a_number},
        {"unaligned_number", unaligned_number},
        {"throws", throws},
        {"launches_in_header", launches_in_header},
        {"sets_in_header", sets_in_header},
        {"own_variable", own_variable},
        {"own_static", own_static},
        {"by_first_value", by_first_value},
        {"by_default_argument", by_default_argument},
        {"by_mutable_member", by_mutable_member},
        {"by_assembly", by_assembly},
        {"own_extern", own_extern},
        {"by_parameter", by_parameter},
    };
    for (int start : {1, 2, 7, 20, 40}) {
        for (const auto &one : all)
            check::value(one.name, one.run(start), start);
        bit_field field;
        check::value("bit field", static_cast<int>(field.count(start)), start);
    }
    return check::finish();
}
