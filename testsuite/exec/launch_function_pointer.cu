// DESIGN part 4, Launches: through function pointers, references, tables, members and template arguments.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void two(unsigned *out) { out[blockIdx.x] = blockIdx.x * 2; }
#pragma pt kernel
__global__ void three(unsigned *out) { out[blockIdx.x] = blockIdx.x * 3; }
#pragma pt kernel
template <int N> __global__ void many(unsigned *out) { out[blockIdx.x] = blockIdx.x * N; }
__global__ void plain(unsigned *out) { out[blockIdx.x] = blockIdx.x * 4; }

enum { BLOCKS = 5107 };
typedef void (*kernel_pointer)(unsigned *);
static const kernel_pointer table[] = { two, &three, many<7>, plain };
extern const kernel_pointer constants[];
static int early = constants[0] == nullptr; // the address of an instantiation stays a constant expression
const kernel_pointer constants[] = { many<17>, plain };
constexpr kernel_pointer constant = many<17>;
static kernel_pointer chosen(bool first) { return first ? two : &many<15>; }
struct holder { kernel_pointer kernel; };

template <void (*Kernel)(unsigned *)> void by_argument(unsigned *out) { Kernel<<<BLOCKS, 1>>>(out); }
template <class K> void by_value(K kernel, unsigned *out) { kernel<<<BLOCKS, 1>>>(out); }

static void expect(const char *label, check::device_array<unsigned> &out, unsigned factor)
{
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want(BLOCKS);
    for (unsigned b = 0; b < BLOCKS; ++b)
        want[b] = b * factor;
    check::equal(label, out, want);
    out.poison();
}

int main()
{
    check::begin("launch_function_pointer");
    check::device_array<unsigned> out(BLOCKS);
    kernel_pointer pointer = two;
    pointer<<<BLOCKS, 1>>>(out.get());
    expect("pointer", out, 2);
    pointer = &three;
    (*pointer)<<<BLOCKS, 1>>>(out.get());
    expect("dereferenced", out, 3);
    const unsigned factors[] = { 2, 3, 7, 4 };
    for (int k = 0; k < 4; ++k) {
        table[k]<<<BLOCKS, 1>>>(out.get());
        expect("table", out, factors[k]);
    }
    holder h = { many<9> };
    h.kernel<<<BLOCKS, 1>>>(out.get());
    expect("member", out, 9);
    auto deduced = many<11>;
    deduced<<<BLOCKS, 1>>>(out.get());
    expect("auto", out, 11);
    void (&reference)(unsigned *) = three;
    reference<<<BLOCKS, 1>>>(out.get());
    expect("reference", out, 3);
    by_argument<two>(out.get());
    expect("template_argument", out, 2);
    by_argument<many<13>>(out.get());
    expect("template_of_template", out, 13);
    by_value(three, out.get());
    expect("function_argument", out, 3);
    (factors[0] > 1 ? two : three)<<<BLOCKS, 1>>>(out.get());
    expect("conditional", out, 2);
    chosen(true)<<<BLOCKS, 1>>>(out.get());
    expect("returned", out, 2);
    chosen(false)<<<BLOCKS, 1>>>(out.get());
    expect("returned", out, 15);
    constant<<<BLOCKS, 1>>>(out.get());
    expect("constant", out, 17);
    check::value("initialised_early", early, 0);
    many<19><<<BLOCKS, 1>>>(out.get());
    expect("by_name", out, 19);
    check::launched("two", 5);
    check::launched("three", 4);
    check::launched("many", 6); // all but the one whose address is a template argument
    return check::finish();
}
