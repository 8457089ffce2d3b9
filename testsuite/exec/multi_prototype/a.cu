// DESIGN part 4, C++: a kernel declared in a header, defined in one file and launched from another (the bodyless one goes to the original).
// expect: handled
#include "k.cuh"

void launch_in_b(unsigned *out, unsigned blocks);

static void expect(const char *label, check::device_array<unsigned> &out, unsigned factor)
{
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want(out.size());
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = i / 32 * factor + i % 32;
    check::equal(label, out, want);
    out.poison();
}

int main()
{
    check::begin("multi_prototype");
    const unsigned blocks = 5107;
    check::device_array<unsigned> out(blocks * 32);
    annotated<<<blocks, 32>>>(out.get());
    expect("annotated", out, 3);
    annotated<<<blocks, 32>>>(out.get(), 4);
    expect("annotated_argument", out, 4);
    defined_elsewhere<<<blocks, 32>>>(out.get());
    expect("defined_elsewhere", out, 5);
    plain<<<blocks, 32>>>(out.get());
    expect("plain", out, 6);
    shapes::inside<<<blocks, 32>>>(out.get());
    expect("inside", out, 7);
    launch_in_b(out.get(), blocks);
    expect("in_b", out, 8);
    return check::finish();
}
