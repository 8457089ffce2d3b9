// Parameters of classes whose copies and ends run code: on the host only, as for the launch as it is written; each block has its own.
// expect: handled
#include "check.h"

struct named { // has no copy that the device could make
    std::string name;
    std::vector<unsigned> list;
    unsigned by;
};

class owner {
    unsigned *place_;
public:
    explicit owner(unsigned *place) : place_(place) {}
    owner(const owner &other) : place_(other.place_) {}
    ~owner() { place_ = nullptr; }
    __device__ unsigned &operator[](unsigned i) const { return place_[i]; }
    __device__ void advance(unsigned by) { place_ += by; }
};

class moved {
    unsigned by_;
public:
    explicit moved(unsigned by) : by_(by) {}
    moved(const moved &) = delete;
    moved(moved &&other) : by_(other.by_) { other.by_ = 0; }
    __device__ unsigned by() const { return by_; }
};

struct counted { // its copies on the device would be seen
    unsigned *copies;
    explicit counted(unsigned *c) : copies(c) {}
    __host__ __device__ counted(const counted &other) : copies(other.copies) { count(); }
    __host__ __device__ ~counted() { count(); }
    __host__ __device__ void count() const
    {
#ifdef __CUDA_ARCH__
        atomicAdd(copies, 1u);
#endif
    }
};

struct noted { // its copies on the host are seen
    static unsigned copies, moves, ends;
    unsigned by;
    noted(unsigned b) : by(b) {}
    noted(const noted &other) : by(other.by) { ++copies; }
    noted(noted &&other) : by(other.by) { ++moves; }
    ~noted() { ++ends; }
};
unsigned noted::copies, noted::moves, noted::ends;

struct tripled { // decltype of a parameter of it is no reference
    unsigned by;
    __host__ __device__ tripled(unsigned b) : by(b) {}
    __host__ __device__ tripled(const tripled &other) : by(other.by) {}
};

#pragma pt kernel
__global__ void by_type(unsigned *out, tripled n)
{
    decltype(n) m = n; // another one
    m.by *= 3;
    out[blockIdx.x] = m.by - n.by + blockIdx.x;
}

#pragma pt kernel
template <class T> __global__ void by_open_type(unsigned *out, T n)
{
#pragma pt state
    unsigned blocks = 0;
    n += blockIdx.x;
    decltype(n) m = n; // another one
    m *= 3;
    out[blockIdx.x] = m - n;
    blocks++;
#pragma pt finish
    {
        if (!blocks)
            out[0] = 0;
    }
}

struct any_ref { // a copy is trivial, but for one of what is not const, which is a reference to that
    const void *place;
    unsigned bytes;
    template <class T> __host__ __device__ any_ref(T &t) : place(&t), bytes(sizeof(T)) {}
};

#pragma pt kernel
__global__ void refer(unsigned *out, any_ref a) { out[blockIdx.x] = a.bytes == sizeof(unsigned) ? *static_cast<const unsigned *>(a.place) + blockIdx.x : 0; }

#pragma pt kernel
template <class A> __global__ void refer_open(unsigned *out, A a) { out[blockIdx.x] = a.bytes == sizeof(unsigned) ? *static_cast<const unsigned *>(a.place) + blockIdx.x : 0; }

#pragma pt kernel
__global__ void multiply(unsigned *out, noted n, const noted more) { out[blockIdx.x] = blockIdx.x * n.by + more.by; }

#pragma pt kernel
__global__ void fill(unsigned *out, const named n, [[maybe_unused]] counted c, owner o, moved m)
{
    o.advance(blockIdx.x); // its own
    o[0] = blockIdx.x * n.by + m.by() + (out ? 0 : 1);
}

#pragma pt kernel
template <class T, class... A> __global__ void open(unsigned *out, T value, A... more)
{
    const unsigned bys[] = {more.by..., 0u};
    out[blockIdx.x] = blockIdx.x * value.by + bys[blockIdx.x % (sizeof...(A) + 1)];
    value.by = 1000; // for this block only
}

int main()
{
    check::begin("class_parameters");
    const unsigned blocks = 5107;
    std::vector<unsigned> want(blocks);
    check::device_array<unsigned> out(blocks), copies(1);
    copies.zero();
    const named three = {"a name that has memory of its own, since it is long", {1, 2, 3}, 3}, four = {"four", {}, 4};
    fill<<<blocks, 1>>>(out.get(), three, counted(copies.get()), owner(out.get()), moved(9));
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < blocks; i++)
        want[i] = 3 * i + 9;
    check::equal("fill", out, want);
    check::equal("copies", copies, std::vector<unsigned>(1, 0));
    out.poison();
    open<<<blocks, 1>>>(out.get(), three, four, three);
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < blocks; i++)
        want[i] = 3 * i + (i % 3 == 0 ? 4 : i % 3 == 1 ? 3 : 0);
    check::equal("open", out, want);
    {
        const noted two(2);
        multiply<<<blocks, 1>>>(out.get(), noted(5), 7); // made in place
        CUDA_OK(cudaGetLastError());
        multiply<<<blocks, 1>>>(out.get(), 3, two);
        CUDA_OK(cudaGetLastError());
    }
    for (unsigned i = 0; i < blocks; i++)
        want[i] = 3 * i + 2;
    check::equal("multiply", out, want);
    check::equal("copies, moves and ends on the host", std::vector<unsigned>{noted::copies, noted::moves, noted::ends},
                 std::vector<unsigned>{1, 0, 5});
    const unsigned seven = 7;
    check::device_array<unsigned> place(std::vector<unsigned>(1, seven));
    unsigned &there = *place.get(); // not read here
    refer<<<blocks, 1>>>(out.get(), any_ref(there));
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < blocks; i++)
        want[i] = seven + i;
    check::equal("refer", out, want);
    out.poison();
    refer_open<any_ref><<<blocks, 1>>>(out.get(), there);
    CUDA_OK(cudaGetLastError());
    check::equal("refer_open", out, want);
    by_type<<<blocks, 1>>>(out.get(), 5);
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < blocks; i++)
        want[i] = 10 + i;
    check::equal("by_type", out, want);
    by_open_type<<<blocks - 1, 1>>>(out.get(), 5u);
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i + 1 < blocks; i++)
        want[i] = 2 * (5 + i);
    check::equal("by_open_type", out, want);
    check::text("name", three.name.substr(0, 6) + four.name, "a namefour");
    return check::finish();
}
