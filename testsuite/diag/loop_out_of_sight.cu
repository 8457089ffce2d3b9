// Loops that ptcc cannot look at, and one whose head is a macro's: the message says so.
#define FOR_EACH(i, n) for (int i = 0; i < (n); i++)

#pragma pt kernel
__global__ void step(int *a)
{
    ++*a;
}

static int at_start = [] {
    #pragma pt loop
    for (int i = 0; i < 5; i++)
        step<<<1, 1>>>(nullptr);
    return 1;
}();

struct holder {
    int *p;
    explicit holder(int *q) try : p(q) {
        #pragma pt loop
        for (int i = 0; i < 5; i++)
            step<<<1, 1>>>(p);
    } catch (...) {
        throw;
    }
};

void by_macro(int *a, int n)
{
    #pragma pt loop
    FOR_EACH(i, n)
        step<<<1, 1>>>(a);
    #pragma pt loop
    step<<<1, 1>>>(a);
}
