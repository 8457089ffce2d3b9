// Functions that may wait for what a launch does, called between launches: what is put together is never launched, if they do.
#pragma pt kernel
__global__ void tell(int *flag, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        flag[i] = 1;
}

static volatile int told;
static int *place;
static void by_volatile(const volatile int *f) { while (!*f) ; }
static void by_cast(const int *f) { do {} while (!*static_cast<const volatile int *>(f)); }
static void by_atomic(const int *f) { while (!__atomic_load_n(f, __ATOMIC_ACQUIRE)) ; }
static void by_pointer() { while (*place == 0) ; }
static void by_empty_block(const int *f) { for (; f[1] == 0;) {} }
static void by_name() { again: if (!told) goto again; }
static void sets() { told = 1; }
template <class T> static void by_template(const volatile T *f) { while (!*f) ; }
struct flag_of {
    volatile int *f;
    void wait() const { while (!*f) ; }
    flag_of &operator<<(int) { wait(); return *this; }
    operator int() const { wait(); return 3; }
};
static int length(const char *s)
{
    int n = 0;
    while (s[n])
        n++;
    return n;
}

void loops(int *f, flag_of x, int n)
{
    #pragma pt loop
    for (int i = 0; i < 10; i++) { tell<<<n, 32>>>(f, n); by_volatile(f); }
    #pragma pt loop
    for (int i = 0; i < 10; i++) { tell<<<n, 32>>>(f, n); by_cast(f); }
    #pragma pt loop
    for (int i = 0; i < 10; i++) { tell<<<n, 32>>>(f, n); by_atomic(f); }
    #pragma pt loop
    for (int i = 0; i < 10; i++) { tell<<<n, 32>>>(f, n); by_pointer(); }
    #pragma pt loop
    for (int i = 0; i < 10; i++) { tell<<<n, 32>>>(f, n); by_empty_block(f); }
    #pragma pt loop
    for (int i = 0; i < 10; i++) { tell<<<n, 32>>>(f, n); by_name(); }
    #pragma pt loop
    for (int i = 0; i < 10; i++) { tell<<<n, 32>>>(f, n); sets(); }
    #pragma pt loop
    for (int i = 0; i < 10; i++) { tell<<<n, 32>>>(f, n); by_template<int>(f); }
    #pragma pt loop
    for (int i = 0; i < 10; i++) { tell<<<n, 32>>>(f, n); x.wait(); }
    #pragma pt loop
    for (int i = 0; i < 10; i++) { tell<<<n, 32>>>(f, n); x << 3; }
    #pragma pt loop
    for (int i = 0; i < 10; i++) { tell<<<n, 32>>>(f, n); n = x; }
    #pragma pt loop
    for (int i = 0; i < 10; i++) { tell<<<n, 32>>>(f, n); n = length("abc"); } // waits for nothing
}

void blocks(int *f, int n)
{
    #pragma pt fuse
    {
        tell<<<n, 32>>>(f, n);
        by_volatile(f);
        tell<<<n, 32>>>(f + n, n);
    }
    #pragma pt fuse
    {
        tell<<<n, 32>>>(f, n);
        n = length("abc");
        tell<<<n, 32>>>(f + n, n);
    }
}
