// items(...): functions that it calls, which may change what is their own and nothing else.
#include <stdio.h>

struct state { int value; __device__ int next() { return ++value; } };
__device__ int counted;
__device__ int pop(int *p) { return (*p)--; }
__device__ int through(int *p) { *p = 3; return 4; }
__device__ int element(int *p) { p[0] = 3; return 4; }
__device__ int of_array(int p[]) { p[0] = 3; return 4; }
__device__ int global(int n) { counted++; return n; }
__device__ int kept(int n) { static int k; k++; return n + k; }
__device__ int reference(int &n) { n += 1; return n; }
__device__ int prints(int n) { printf("x"); return n; }
__device__ int place(int n) { unsigned r; asm("mov.u32 %0, %%smid;" : "=r"(r)); return n + r; }
__device__ int deeper(int *p) { int x = pop(p); return x; }
__device__ int member(state *s) { s->value = 3; return 1; }
__device__ int fine(const int *p, int n)
{
    int sum = 0, t[3] = {1, 2, 3};
    for (int i = 0; i < n; i++) {
        sum += p[i];
        t[i % 3]++;
        --n;
    }
    state s;
    s.value = 3;
    s.value += sum;
    n = sum;
    ++t[0];
    return n + t[0] + s.value;
}

#pragma pt kernel items(pop(n))
__global__ void of_pop(int *n) {}
#pragma pt kernel items(through(n))
__global__ void of_through(int *n) {}
#pragma pt kernel items(element(n))
__global__ void of_element(int *n) {}
#pragma pt kernel items(of_array(n))
__global__ void of_of_array(int *n) {}
#pragma pt kernel items(global(*n))
__global__ void of_global(int *n) {}
#pragma pt kernel items(kept(*n))
__global__ void of_kept(int *n) {}
#pragma pt kernel items(reference(*n))
__global__ void of_reference(int *n) {}
#pragma pt kernel items(prints(*n))
__global__ void of_prints(int *n) {}
#pragma pt kernel items(place(*n))
__global__ void of_place(int *n) {}
#pragma pt kernel items(deeper(n))
__global__ void of_deeper(int *n) {}
#pragma pt kernel items(member(s))
__global__ void of_member(state *s) {}
#pragma pt kernel items(s->next())
__global__ void of_next(state *s) {}
#pragma pt kernel items(fine(n, 3))
__global__ void of_fine(int *n) {}

struct holder { int *p; };
using pointer = int *;
__device__ int by_auto(int *c) { auto q = c; q[0] -= 1; return q[0] + 1; }
__device__ int by_member(int *c) { holder h{c}; h.p[0] -= 1; return 1; }
__device__ int by_alias(pointer c) { return *c = 3; }
__device__ int in_front(int *c) { holder h{c}; ++h.p[0]; return 1; }
__device__ int steps(const int *c) { const int *q = c; ++q; return *q; }
__device__ int sum(const int *c, const int *end) { int n = 0; for (; c != end; ++c) n += *c; return n; }
#pragma pt kernel items(by_auto(c))
__global__ void of_by_auto(int *c) {}
#pragma pt kernel items(by_member(c))
__global__ void of_by_member(int *c) {}
#pragma pt kernel items(by_alias(c))
__global__ void of_by_alias(int *c) {}
#pragma pt kernel items(in_front(c))
__global__ void of_in_front(int *c) {}
#pragma pt kernel items(steps(c))
__global__ void of_steps(int *c) {}
#pragma pt kernel items(sum(c, c + 3))
__global__ void of_sum(int *c) {}

// Far away; words for operators; a function that shifts its own copy, and one that calls itself.
__device__ int hits;
__device__ int d0(int n) { return atomicAdd(&hits, n); }
__device__ int d1(int n) { return d0(n); }
__device__ int d2(int n) { return d1(n); }
__device__ int d3(int n) { return d2(n); }
__device__ int d4(int n) { return d3(n); }
__device__ int d5(int n) { return d4(n); }
__device__ int d6(int n) { return d5(n); }
__device__ int d7(int n) { return d6(n); }
__device__ int d8(int n) { return d7(n); }
__device__ int d9(int n) { return d8(n); }
__device__ int by_word(int *c) { *c or_eq 1; return *c; }
__device__ int bits(int n) { int k = 0; while (n) { k += n & 1; n >>= 1; } return k; }
__device__ int again(int n) { return n ? again(n / 2) + 1 : 0; }
#pragma pt kernel items(d9(n))
__global__ void of_far(int n) {}
#pragma pt kernel items(by_word(c))
__global__ void of_word(int *c) {}
#pragma pt kernel items(bits(n) + again(n))
__global__ void of_bits(int n) {}
__device__ int by_shift(int *c) { *c >>= 1; return *c; }
#pragma pt kernel items(by_shift(c))
__global__ void of_shift(int *c) {}
