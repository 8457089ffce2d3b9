// Where one of several kernels of a name has a stub, all have: a launch may find another one by its arguments, or where its template is instantiated.
namespace other {
struct data { int *out; };
__global__ void fill(data d, int) { d.out[blockIdx.x] = 2; }
}

#pragma pt kernel
template <class T, class U> __global__ void fill(T d, U) { d.out[blockIdx.x] = 1; }

template <class T> void start(T d) { fill<<<2, 1>>>(d, 3); }

struct later { int *out; };
__global__ void fill(later d, int) { d.out[blockIdx.x] = 3; }

void run(other::data d, later l)
{
    fill<<<2, 1>>>(d, 4);
    start(d);
    start(l);
}
