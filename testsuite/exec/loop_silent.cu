// #pragma pt loop where something else than the loop's own text looks at what the launches have done, or changes with the rounds: variables
// of one name, macros that change what they are given, inner loops whose ends move, objects that std::swap and std::max copy or
// compare, pointers to functions, constant memory.
// expect: handled
// needs: c++17
#include "check.h"

#include <algorithm>
#include <functional>
#include <utility>

#pragma pt kernel
__global__ void count_down(int *left, int *flag)
{
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        --*left;
        *flag = *left > 0;
    }
}

#pragma pt kernel
__global__ void add(unsigned *a, unsigned value)
{
    if (blockIdx.x == 0 && threadIdx.x < 32)
        a[threadIdx.x] += value;
}

#pragma pt kernel
__global__ void triple(const unsigned *a, unsigned *b)
{
    if (blockIdx.x == 0 && threadIdx.x < 32)
        b[threadIdx.x] = a[threadIdx.x] * 3u + 1u;
}

__constant__ unsigned scale;

#pragma pt kernel
__global__ void compare_scale(unsigned *wrong, unsigned with)
{
    if (threadIdx.x == 0 && scale != with)
        atomicAdd(wrong, 1u);
}

static int rounds = 0, calls = 0;
#define COUNT(x) ++(x)
static void note() { COUNT(calls); }
static unsigned mask = 0;
static void mark(unsigned b) { mask or_eq 1u << b; }

static unsigned word_of(const unsigned *from)
{
    unsigned word;
    CUDA_OK(cudaMemcpy(&word, from, sizeof word, cudaMemcpyDeviceToHost));
    return word;
}

class array {
  public:
    array()
    {
        CUDA_OK(cudaMalloc(&words_, 32 * sizeof(unsigned)));
        CUDA_OK(cudaMemset(words_, 0, 32 * sizeof(unsigned)));
    }
    array(const array &other) : array() { *this = other; }
    array &operator=(const array &other)
    {
        CUDA_OK(cudaMemcpy(words_, other.words_, 32 * sizeof(unsigned), cudaMemcpyDeviceToDevice));
        return *this;
    }
    ~array() { cudaFree(words_); }
    unsigned *get() const { return words_; }

  private:
    unsigned *words_;
};

struct scalar {
    unsigned *words;
    unsigned id;
};
static bool operator<(const scalar &a, const scalar &b) { return word_of(a.words) < word_of(b.words); }

static const unsigned *watched;
static unsigned seen = 0;
static void look(unsigned) { seen += word_of(watched); }
static void invoke_in_loop(void (*tell)(unsigned), unsigned *a)
{
#pragma pt loop
    for (unsigned i = 0; i < 10; i++) {
        add<<<2, 32>>>(a, 1u);
        std::invoke(tell, i);
    }
}

int main()
{
    check::begin("loop_silent");
    check::device_array<int> left(1), flag(1);
    check::device_array<unsigned> a(32), b(32);
    int *const l = left.get(), *const f = flag.get();
    int again;
    unsigned *const words = a.get();

    // A variable of the file, and one of the function.
    {
        int rounds = 0;
        left.set({25});
        again = 1;
#pragma pt loop
        while (again && rounds < 1000) {
            count_down<<<2, 32>>>(l, f);
            rounds++;
            ::rounds++;
            CUDA_OK(cudaMemcpy(&again, f, sizeof again, cudaMemcpyDeviceToHost));
        }
        check::value("local", rounds, 25);
    }
    check::value("global", rounds, 25);

    left.set({25});
    again = 1;
    unsigned bit = 0;
#pragma pt loop
    while (again) {
        count_down<<<2, 32>>>(l, f);
        note();
        CUDA_OK(cudaMemcpy(&again, f, sizeof again, cudaMemcpyDeviceToHost));
    }
    left.set({25});
    again = 1;
#pragma pt loop
    while (again) {
        count_down<<<2, 32>>>(l, f);
        mark(bit);
        bit++;
        CUDA_OK(cudaMemcpy(&again, f, sizeof again, cudaMemcpyDeviceToHost));
    }
    check::value("calls", calls, 25);
    check::value("mask", mask, (1u << 25) - 1u);

    // Behind the last round, one less is very many.
    left.set({20});
    again = 1;
    a.zero();
    unsigned active = 20;
#pragma pt loop
    while (again) {
        for (unsigned k = 0; k < active; k++)
            add<<<2, 32>>>(words, k);
        count_down<<<2, 32>>>(l, f);
        active--;
        CUDA_OK(cudaMemcpy(&again, f, sizeof again, cudaMemcpyDeviceToHost));
    }
    check::value("active", active, 0);
    check::value("sum", word_of(a.get()), 1330);

    {
        array x, y;
        unsigned *const first = x.get(), *const second = y.get();
#pragma pt loop
        for (int i = 0; i < 15; i++) {
            triple<<<2, 32>>>(first, second);
            std::swap(x, y);
        }
        unsigned want = 0;
        for (int i = 0; i < 15; i++)
            want = want * 3 + 1;
        check::value("swapped", word_of(first), want);
    }

    a.zero();
    b.zero();
    const scalar p = {a.get(), 1u}, q = {b.get(), 2u};
    unsigned greater = 0;
#pragma pt loop
    for (unsigned i = 0; i < 12; i++) {
        add<<<2, 32>>>(i % 3 ? p.words : q.words, i % 3 ? 1u : 3u);
        greater = greater * 2u + std::max(p, q).id;
    }
    unsigned wanted = 0, of_p = 0, of_q = 0;
    for (unsigned i = 0; i < 12; i++) {
        (i % 3 ? of_p : of_q) += i % 3 ? 1u : 3u;
        wanted = wanted * 2u + (of_p < of_q ? 2u : 1u);
    }
    check::value("greater", greater, wanted);

    a.zero();
    watched = a.get();
    invoke_in_loop(look, a.get());
    check::value("told", seen, 55);

    unsigned *where = nullptr;
    CUDA_OK(cudaGetSymbolAddress(reinterpret_cast<void **>(&where), scale));
    a.zero();
#pragma pt loop
    for (unsigned i = 1; i <= 20; i++) {
        CUDA_OK(cudaMemcpy(where, &i, sizeof i, cudaMemcpyHostToDevice));
        compare_scale<<<64, 32>>>(a.get(), i);
    }
    check::value("constant", word_of(a.get()), 0);
    return check::finish();
}
