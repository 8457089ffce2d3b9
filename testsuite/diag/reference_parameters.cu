// Parameters that are references, an `auto` beside a template header, and a block size of the kernel's own.
#pragma pt kernel
__global__ void plain(const int &value, int *out) { *out = value; }
#pragma pt kernel
template <class T> __global__ void of_template(T &&value, int *) {}
#pragma pt kernel
template <class T> __global__ void with_function(T value, int (*of)(const T &)) { of(value); }
template <class T> struct wrap { int value; };
#pragma pt kernel
__global__ void with_argument(wrap<int &> of, wrap<int(const int &)>, int *out) { *out = of.value; }
#pragma pt kernel
__global__ void __block_size__((32, 1, 1)) sized(int *out) { out[blockIdx.x] = blockDim.x; }
