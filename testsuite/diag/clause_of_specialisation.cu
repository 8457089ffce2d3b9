// A clause that names a template's parameter, which an explicit specialisation has none of: there another N may be meant.
constexpr int N = 5;

#pragma pt kernel groups(N)
template <int N> __global__ void groups_of(int *o) { o[blockIdx.x] = N; }
template <> __global__ void groups_of<7>(int *o) { o[blockIdx.x] = 70; }
#pragma pt kernel groups(8)
template <> __global__ void groups_of<8>(int *o) { o[blockIdx.x] = 80; }

#pragma pt kernel schedule(dynamic, chunk)
template <int chunk> __global__ void chunks_of(int *o) { o[blockIdx.x] = chunk; }
template <> __global__ void chunks_of<7>(int *o) { o[blockIdx.x] = 70; }

#pragma pt kernel groups(N)
template <int n> __global__ void of_all(int *o) { o[blockIdx.x] = n; }
template <> __global__ void of_all<7>(int *o) { o[blockIdx.x] = 70; }
