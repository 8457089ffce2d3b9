// What `=` and copies of objects come to, in loops: bytes, or a member's own operator, which may see what launches have done.
#include <time.h>

struct plain {
    int add;
    float scale;
};

struct watcher {
    int value;
    watcher &operator=(const watcher &from);
};

struct with_watcher { // the compiler's `=` calls the member's
    watcher inside;
};

#pragma pt kernel
__global__ void step(int *a, plain p, timespec t) { a[blockIdx.x] += p.add + static_cast<int>(t.tv_sec); }

void by_bytes(int *a, plain p, plain q, timespec t, timespec u)
{
    #pragma pt loop
    for (int i = 0; i < 20; i++) {
        step<<<1, 32>>>(a, p, t);
        p = q;
        t = u;
    }
}

void by_operators(int *a, plain p, timespec t, with_watcher v, with_watcher w)
{
    #pragma pt loop
    for (int i = 0; i < 20; i++) {
        step<<<1, 32>>>(a, p, t);
        v = w;
    }
}
