// Parameters of classes that only the host can copy or end, or nobody copy: in single launches, in loops, and of kernels that stay as they are. A copy is
// made where the launch as written makes one, and on the host alone.
// expect: handled
#include "check.h"

struct counted { // each copy is seen in it
    unsigned copies;
    explicit counted(unsigned c) : copies(c) {}
    counted(const counted &other) : copies(other.copies + 1) {}
};
struct ended {
    static unsigned ends;
    unsigned by;
    explicit ended(unsigned b) : by(b) {}
    ended(const ended &) = default;
    ~ended() { ++ends; }
};
unsigned ended::ends;
struct unique {
    unsigned by;
    unique(unsigned b) : by(b) {}
    unique(const unique &) = delete;
};

#pragma pt kernel
__global__ void count(unsigned *out, counted c) { atomicAdd(out + blockIdx.x, 1000 + c.copies); }
#pragma pt kernel
__global__ void end(unsigned *out, ended e) { atomicAdd(out + blockIdx.x, e.by); }
#pragma pt kernel
__global__ void keep(unsigned *out, unique u) { atomicAdd(out + blockIdx.x, u.by); }
__global__ void plain(unsigned *out, counted c) { atomicAdd(out + blockIdx.x, 1000 + c.copies); }

static void expect(const char *label, check::device_array<unsigned> &out, unsigned each)
{
    CUDA_OK(cudaGetLastError());
    check::equal(label, out, std::vector<unsigned>(out.size(), each));
    out.zero();
}

int main()
{
    check::begin("class_parameters_of_hosts");
    const unsigned blocks = 2711;
    check::device_array<unsigned> out(blocks);
    out.zero();
    counted c(0);
    ended e(7);

    count<<<blocks, 1>>>(out.get(), c);
    expect("copied once", out, 1001);
    count<<<blocks, 1>>>(out.get(), counted(5));
    expect("not copied", out, 1005);
    plain<<<blocks, 1>>>(out.get(), c);
    expect("copied once, as it is", out, 1001);
    plain<<<blocks, 1>>>(out.get(), counted(5));
    expect("not copied, as it is", out, 1005);
    void (*const by_pointer)(unsigned *, counted) = plain;
    by_pointer<<<blocks, 1>>>(out.get(), c);
    expect("copied once, by a pointer", out, 1001);
    keep<<<blocks, 1>>>(out.get(), unique(3));
    expect("made in the launch", out, 3);

    #pragma pt loop
    for (unsigned i = 0; i < 5; ++i)
        count<<<blocks, 1>>>(out.get(), c);
    expect("copied in a loop", out, 5 * 1001);
    #pragma pt loop
    for (unsigned i = 0; i < 5; ++i) {
        end<<<blocks, 1>>>(out.get(), e);
        keep<<<blocks, 1>>>(out.get(), i);
    }
    expect("ended and made in a loop", out, 5 * 7 + 10);
    check::value("ended once a launch", ended::ends, 5);
    return check::finish();
}
