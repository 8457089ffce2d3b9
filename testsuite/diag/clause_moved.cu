// Clauses that go to the kernel's definition, where their words mean something else.
#define T 8
#define ONE 1
#pragma pt kernel items((*n + T - 1) / T)
__global__ void counted(int *p, const int *n);
#pragma pt kernel order(tile(T, 2))
__global__ void tiled(int *p, const int *n);
#undef T
#define T 2
__global__ void counted(int *p, const int *n) { atomicAdd(p, 1); }
__global__ void tiled(int *p, const int *n) { atomicAdd(p, 1); }

#pragma pt kernel order(tile(sizeof(V), ONE))
template <class V> __global__ void of_template(V *p, int n);
template <class W> __global__ void of_template(W *p, int n) { p[blockIdx.x] = ONE; }

#pragma pt kernel items(*n / ONE) order(linear)
__global__ void stays(int *p, const int *n);
__global__ void stays(int *p, const int *n) { atomicAdd(p, T); }

constexpr int side(int bytes) { return 64 / bytes; }
__host__ __device__ constexpr int both(int bytes) { return 64 / bytes; }
#pragma pt kernel order(tile(side(4), both(8)))
__global__ void of_host(int *p) { p[blockIdx.x] = 1; }
