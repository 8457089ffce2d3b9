// DESIGN part 4, Launches: launches in a header's inline function, template and macro, from two files.
// expect: handled
#include "k.cuh"

static void expect(const char *label, const check::device_array<unsigned> &out, unsigned factor, unsigned block)
{
    std::vector<unsigned> want(out.size());
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = i / block * factor;
    check::equal(label, out, want);
}

int main()
{
    check::begin("multi_launch_header");
    check::device_array<unsigned> out(5107 * 32);
    lib::launch_two(out);
    expect("two", out, 2, 32);
    lib::launch<3>(out, 16);
    expect("three", out, 3, 16);
    out.poison();
    LIB_LAUNCH(4, out, 8);
    CUDA_OK(cudaGetLastError());
    expect("macro", out, 4, 8);
    unsigned factor = run_in_b(out);
    expect("b", out, factor, 32);
    return check::finish();
}
