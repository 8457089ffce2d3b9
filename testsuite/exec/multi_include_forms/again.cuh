// No guard: it comes in with one FACTOR and another.
struct again {
    __device__ unsigned operator()(unsigned x) const { return x + FACTOR * blockIdx.x; }
};
