// Of included_in_a_body_change.cu.
struct place {
    __device__ unsigned operator()(unsigned x) const { return x + blockIdx.x; }
};
