// A template that leaves its types open may come to an operator that waits for other lanes: a note says to which.
inline __host__ __device__ float4 operator-(float4 a, float4 b) { return make_float4(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w); }
template <class T> struct Vec3T {
    T x, y, z;
    __host__ __device__ Vec3T(T a, T b, T c) : x(a), y(b), z(c) {}
    __host__ __device__ Vec3T operator-(const Vec3T &v) const { return Vec3T(x - v.x, y - v.y, z - v.z); }
};
struct Lanes { // not used by the kernel
    float v;
    __device__ Lanes operator-(const Lanes &o) const { return Lanes{__shfl_sync(0xffffffff, v, 0) - o.v}; }
};
#pragma pt kernel
__global__ void k(const float *p, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Vec3T<float> v(p[i], p[i + 1], p[i + 2]);
    out[i] = (v - v).x + __shfl_sync(__activemask(), v.x, 0);
}
