// Numbers that look random and are the same in each run.
//
// In:  where to begin. Out: words, and floating-point numbers between two powers of two.
// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators".
#ifndef PT_CPU_TEST_RANDOM_HPP
#define PT_CPU_TEST_RANDOM_HPP

#include <cmath>

struct generator {
    unsigned long long state;
    unsigned long long operator()()
    {
        unsigned long long z = state += 0x9e3779b97f4a7c15ull;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ z >> 27) * 0x94d049bb133111ebull;
        return z ^ z >> 31;
    }
    unsigned word() { return static_cast<unsigned>((*this)() >> 32); }
    // Significant bits all random, exponents from `low` to `high`, either sign.
    template <class T> T number(int low, int high)
    {
        const int bits = sizeof(T) == 4 ? 23 : 52;
        const unsigned long long significand = 1ull << bits | ((*this)() >> (64 - bits));
        const int exponent = low + static_cast<int>((*this)() % static_cast<unsigned>(high - low + 1));
        const T magnitude = static_cast<T>(std::ldexp(static_cast<double>(significand), exponent - bits));
        return (*this)() >> 63 ? -magnitude : magnitude;
    }
};

#endif
