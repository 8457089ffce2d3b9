// DESIGN part 4, Launches: in loops, if and else without braces, comma and ternary expressions, switch, lambdas, return, for-increment, templates.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void add(unsigned *out, unsigned value) { out[blockIdx.x * blockDim.x + threadIdx.x] += value + blockIdx.x; }

#pragma pt kernel
template <class T> __global__ void add_typed(T *out, T value) { out[blockIdx.x * blockDim.x + threadIdx.x] += value + blockIdx.x; }

enum { BLOCKS = 5107, BLOCK = 32 };

template <class T> void from_template(T *out, T value) { add_typed<T><<<BLOCKS, BLOCK>>>(out, value); }
template <class T> void deduced_in_template(T *out, T value) { add_typed<<<BLOCKS, BLOCK>>>(out, value); }
template <class F> void call(F f) { f(); }
static void returned(unsigned *out, unsigned value) { return add<<<BLOCKS, BLOCK>>>(out, value); }
struct runner {
    unsigned *out;
    explicit runner(unsigned *o) : out(o) { add<<<BLOCKS, BLOCK>>>(out, 100); }
    ~runner() { add<<<BLOCKS, BLOCK>>>(out, 200); }
    void run() const { add<<<BLOCKS, BLOCK>>>(out, 300); }
    static void fixed(unsigned *o) { add<<<BLOCKS, BLOCK>>>(o, 400); }
};

int main()
{
    check::begin("launch_in_contexts");
    check::device_array<unsigned> out(BLOCKS * BLOCK);
    out.zero();
    unsigned *p = out.get(), sum = 0, launches = 0;
    auto count = [&](unsigned value) { sum += value; ++launches; return value; };

    for (unsigned k = 0; k < 10; ++k)
        add<<<BLOCKS, BLOCK>>>(p, count(k));
    if (sum > 1)
        add<<<BLOCKS, BLOCK>>>(p, count(3));
    else
        add<<<BLOCKS, BLOCK>>>(p, count(5));
    if (sum < 1)
        add<<<BLOCKS, BLOCK>>>(p, count(7));
    else if (sum > 2) add<<<BLOCKS, BLOCK>>>(p, count(11)); else add<<<BLOCKS, BLOCK>>>(p, count(13));
    add<<<BLOCKS, BLOCK>>>(p, count(17)), add<<<BLOCKS, BLOCK>>>(p, count(19));
    sum % 2 ? add<<<BLOCKS, BLOCK>>>(p, count(23)) : add<<<BLOCKS, BLOCK>>>(p, count(29));
    sum % 2 ? (void)0 : (add<<<BLOCKS, BLOCK>>>(p, count(31)));
    (add<<<BLOCKS, BLOCK>>>(p, count(37)), sum > 0) && (add<<<BLOCKS, BLOCK>>>(p, count(41)), true);
    switch (sum % 2) {
    case 0: add<<<BLOCKS, BLOCK>>>(p, count(43)); break;
    default: add<<<BLOCKS, BLOCK>>>(p, count(47));
    }
    for (int k = 0; k < 3; ++k, add<<<BLOCKS, BLOCK>>>(p, count(53)))
        ;
    do add<<<BLOCKS, BLOCK>>>(p, count(59)); while (launches % 4 != 0);
    static_cast<void>(0), (void)(add<<<BLOCKS, BLOCK>>>(p, count(61)));
    auto lambda = [=](unsigned value) { add<<<BLOCKS, BLOCK>>>(p, value); };
    lambda(count(67));
    call([&] { add<<<BLOCKS, BLOCK>>>(out.get(), count(71)); });
    [](unsigned *q) { add<<<BLOCKS, BLOCK>>>(q, 73); }(p);
    count(73);
    from_template(p, count(79));
    deduced_in_template(p, count(83));
    returned(p, count(89));
    {
        runner r(p);
        r.run();
        runner::fixed(p);
        count(100), count(200), count(300), count(400);
    }
    CUDA_OK(cudaGetLastError());
    goto last;
last:
    add<<<BLOCKS, BLOCK>>>(p, count(97));
    CUDA_OK(cudaGetLastError());

    std::vector<unsigned> want(BLOCKS * BLOCK);
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = sum + launches * (i / BLOCK);
    check::value("launches", launches, launches);
    check::value("sum", sum, sum);
    check::equal("out", out, want);
    return check::finish();
}
